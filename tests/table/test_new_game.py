"""A game outside the registry, with cards that come later and a dealer's card that is seen: Casino War."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from houseway.cards import parse, show
from houseway.games import GAMES
from houseway.letters.letter import read_letter
from houseway.table.commands import Stage
from houseway.table.refusal import Reason
from houseway.table.state import dealt_later
from houseway.table.terms import Terms
from tests.newgame import casino_war
from tests.table.sitting import DEALER, Sitting, check_that_views_leak_nothing, player_at, viewers

LETTER = Path(casino_war.__file__).with_name("casino-war.toml")


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    letter = read_letter("casino-war", LETTER.read_text("utf-8"))
    paytables = {entry.paytable.name: entry.paytable for entry in letter.entries}
    monkeypatch.setitem(GAMES, "casino-war", replace(casino_war.GAME, paytables=paytables))


def at_war(mine="9c", dealers="9d", seats=(2, 5), **terms):
    sitting = Sitting("casino-war", seats=seats, **terms).bets()
    return sitting.deals({2: mine, DEALER: dealers})


def test_the_dealers_card_is_seen_and_the_players_is_his_own():
    sitting = at_war()
    for actor in viewers(sitting.table):
        assert sitting.seen_by(actor)["current"]["dealer"]["cards"] == ["9d"]
    assert sitting.seen_by(player_at(2))["current"]["spots"]["2"]["cards"] == ["9c"]
    assert sitting.seen_by(player_at(5))["current"]["spots"]["2"]["cards"] == ["??"]


def test_only_a_tie_goes_to_war():
    sitting = at_war()
    sitting.player(2).sets("1", "war", "War")
    assert sitting.round.spots[2].wagers == {"Ante": 25_00, "War": 25_00}
    sitting = at_war("Tc")
    sitting.player(2).refused(Reason.NOT_A_SETTING).sets("1", "war", "War")
    sitting.player(2).sets("1")


def test_what_is_no_setting_is_refused_in_words():
    sitting = at_war()
    refusal = sitting.player(2).refused(Reason.NOT_A_SETTING).sets("1", "peace")
    assert "surrender" in refusal.says


def test_the_refusal_tells_nothing_about_another_seats_cards():
    """Seat 5's choices are its own: whether it ties is nobody else's business."""
    texts = set()
    for fifth in ("9h", "Th"):
        sitting = Sitting("casino-war", seats=(2, 5)).bets().deals({2: "Kc", 5: fifth, DEALER: "9d"})
        texts.add(sitting.player(2).refused(Reason.NOT_A_SETTING).sets("1", "peace").says)
    assert len(texts) == 1


def test_later_cards_follow_the_packets_and_settle_the_war():
    sitting = Sitting("casino-war", seats=(2, 5)).bets()
    game = sitting.game
    first = parse("9c Kc 9d 4s 5s 3s")  # seat 2, seat 5, dealer; then, later, the same again
    rest = list(game.deal.pack(8).cards())
    for card in first:
        rest.remove(card)
    sitting.dealer.shuffles((*first, *rest))
    sitting.dealer.closes_betting()
    sitting.dealer.deals()
    sitting.player(2).sets("1", "war", "War")
    sitting.player(5).sets("1")
    sitting.dealer.reveals()
    assert sitting.round.later == {2: parse("4s"), 5: parse("5s"), DEALER: parse("3s")}
    sitting.ends()
    assert (sitting.net(2, "Ante"), sitting.net(2, "War")) == (0, 25_00)
    assert sitting.net(5, "Ante") == 25_00


@pytest.mark.parametrize("seed", range(4))
def test_it_deals_itself_and_leaks_nothing(seed):
    sitting = Sitting("casino-war", seats=range(1, 8), dealer="automatic").bets()
    sitting.chance = Random(seed)
    for stage in (Stage.SETTING, Stage.RECONCILING):
        sitting.deals_itself(until=stage)
        check_that_views_leak_nothing(sitting.table, sitting.chance)
    sitting.deals_itself()
    assert sitting.round.number == 2


def test_physical_cards_do_not_come_later():
    terms = Terms(game="casino-war", shuffler="manual", dealer="live")
    Sitting(opened=False).supervisor.refused(Reason.BAD_TERMS).opens(terms)


def test_no_card_that_comes_later_lies_twice_after_a_correction():
    sitting = at_war(decks=1)
    coming = dealt_later(sitting.game, sitting.round)[5][0]
    sitting.supervisor.proposes_cards({2: show((coming,))})
    sitting.surveillance.refused(Reason.BAD_CARDS).agrees()
