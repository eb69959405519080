"""The next proper step of a live table: whoever follows it plays every game to its end, and is never refused."""

from dataclasses import fields
from inspect import getsource
from string import Formatter

import pytest

from houseway.games import GAMES
from houseway.role import Actor, Role
from houseway.table import commands as do
from houseway.table.commands import Stage
from houseway.table.events import EVENTS
from houseway.table.live import next_step, next_view
from houseway.table.telling import SAYINGS, say
from tests.kinds import first_of_kinds
from tests.table.sitting import AUDITOR, LIVE_DEALER, STAFF, SUPERVISOR, SURVEILLANCE, Sitting, equipped, player_at
from tests.table.test_chips import TRAY, VALUES

PROGRESSIVE = {"Main Bet": "San Lo", "Progressive": "FSLPP-01"}
ROYAL = {2: "Ah Kh Qh Jh Th 2c", 0: "9d 7d 6d 4d 3d 5h"}
CARDS = ROYAL[2].split()


def follows(sitting):
    """To the end of the round; the players set when the table waits for them. The steps, in order."""
    taken, number = [], sitting.round.number
    while sitting.round.number == number:
        step = next_step(sitting.table)
        if step is None:
            assert sitting.stage is Stage.CHOOSING
            sitting.all_set()
            continue
        whose = next(actor for actor in (LIVE_DEALER, SUPERVISOR, SURVEILLANCE) if actor.role in step.by)
        sitting.voice(whose).gives(equipped(step, sitting.table, sitting.chance))
        taken.append(type(step).__name__)
        assert len(taken) < 60
    return taken


@pytest.mark.parametrize("slug", GAMES)
def test_whoever_follows_it_is_never_refused(slug):
    sitting = Sitting(slug, seats=(2, 5))
    assert next_step(sitting.table) == do.Shuffle()
    sitting.bets()
    assert follows(sitting)[-1] == "EndGame"
    assert all(say(event) for event, _ in sitting.events)


@pytest.mark.parametrize("slug", sorted(first_of_kinds(GAMES)))
def test_whoever_follows_it_at_a_table_with_papers_is_never_refused(slug):
    """A dealer signs on and two people count; seats that can, ask for the house way, which the display then shows."""
    sitting = Sitting(slug, papers=True, chip_cents=VALUES, tray_chips=TRAY)
    assert next_step(sitting.table) == do.SignOn()
    sitting.dealer.signs_on()
    assert next_step(sitting.table) == do.CountTray(chips={})
    sitting.supervisor.counts(TRAY)
    sitting.dealer.confirms(TRAY)
    for seat in (2, 5):
        sitting.player(seat).sits()
        sitting.dealer.buys_in(500_00, seat)
    sitting.bets()
    sitting.deals()
    if sitting.stage is Stage.CHOOSING and any(step.way for step in sitting.game.choices):
        for seat in (2, 5):
            sitting.player(seat).asks_house_way()
        assert next_step(sitting.table) is not None
    assert follows(sitting)[-1] == "EndGame"


def jackpot():
    sitting = Sitting("san-lo", seats=(2, 5), paytables=PROGRESSIVE)
    sitting.bets(wagers={"Progressive": 1_00}).deals(hands=ROYAL).reveals()
    return sitting


def test_it_leads_through_a_win_from_the_meter():
    key = ["TurnKey", "PressJackpot", "TurnKey"]
    assert follows(jackpot()) == ["PressHand", *key, "ReconcileSeat", "ReconcileSeat", "EndGame"]


def test_a_hand_that_the_meter_pays_lies_open_to_those_who_verify_it_and_to_nobody_else():
    sitting = Sitting("san-lo", seats=(2, 5), paytables=PROGRESSIVE)
    sitting.bets(wagers={"Progressive": 1_00}).deals(hands=ROYAL)

    def cards(viewer):
        return sitting.seen_by(viewer)["current"]["spots"]["2"]["cards"]

    assert all(cards(viewer) == ["??"] * 6 for viewer in (*STAFF, player_at(5)))
    sitting.reveals()
    for _ in ("before its button is pressed", "and after"):
        assert all(cards(viewer) == CARDS for viewer in (LIVE_DEALER, SUPERVISOR, SURVEILLANCE))
        assert all(cards(viewer) == ["??"] * 6 for viewer in (AUDITOR, player_at(5)))
        sitting.dealer.presses("Royal Flush", seat=2)


def test_the_display_says_which_gate_is_shut_and_why():
    sitting = Sitting("san-lo", seats=(2, 5)).bets().deals()
    sitting.player(2).asks_house_way()
    shut = [each["shut"] for each in next_view(sitting.table, Actor(Role.DEALER, "somebody"))["display"]]
    assert shut == ["seat 2 waits until seat 5 has set", "seat 5 has not chosen"]
    assert next_step(sitting.table) is None
    sitting.player(5).asks_house_way()
    assert next_step(sitting.table) == do.SetHouseWay(seat=5)


def test_physical_cards_are_asked_for_as_they_are_turned_over():
    sitting = Sitting("san-lo", seats=(2, 5), shuffler="manual").bets()
    sitting.dealer.closes_betting()
    sitting.dealer.draws(1)
    asked = next_view(sitting.table, Actor(Role.DEALER, "somebody"))
    assert (asked["command"], asked["deal"][:2]) == ({"is": "DealCards"}, [0, 6])
    assert "ReportMisdeal" in asked["offered"] and "EndGame" not in asked["offered"]
    sitting.dealer.deals()
    assert next_step(sitting.table) is None
    sitting.player(2).asks_house_way()
    shut = next_view(sitting.table, Actor(Role.DEALER, "somebody"))["display"]
    assert [each["command"]["place"] for each in shut] == [2, 0]
    assert [each["shut"] for each in shut] == ["seat 2 waits until seat 5 has set", "seat 5 has not chosen"]
    sitting.all_set(2)
    asked = next_view(sitting.table, Actor(Role.DEALER, "somebody"))
    assert (asked["command"], asked["packet"]) == ({"is": "EnterPacket", "place": 2}, 6)


def test_players_and_tables_that_deal_themselves_are_told_no_step():
    sitting = Sitting("san-lo", seats=(2, 5)).bets()
    assert "next" not in sitting.seen_by(player_at(2))
    assert next_step(Sitting("san-lo", seats=(2, 5), dealer="automatic").bets().table) is None


def test_who_sees_no_hand_is_told_of_no_button_to_press():
    sitting = jackpot()
    asked = next_view(sitting.table, Actor(Role.DEALER, "somebody"))
    assert asked["command"] == {"is": "PressHand", "seat": 2, "line": "Royal Flush"}
    assert next_view(sitting.table, Actor(Role.AUDITOR, "somebody"))["command"] is None


def test_a_tray_that_is_short_is_not_told_before_the_hand_shows():
    poor = Sitting("supreme-99", seats=(2, 5), tray_cents=0).bets().deals().reveals()
    assert next_step(poor.table) == do.ReconcileSeat(seat=5)


def test_every_event_is_said_in_words():
    source = getsource(say)
    for kind in EVENTS:
        names = {each.name for each in fields(kind)}
        assert kind in SAYINGS or f"was.{kind.__name__}" in source
        assert {name for _, name, _, _ in Formatter().parse(SAYINGS.get(kind, "")) if name} <= names
