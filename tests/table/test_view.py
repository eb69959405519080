"""What each role sees at each stage, and that nobody sees more."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import show
from houseway.games import GAMES
from houseway.role import AUTOMATIC_DEALER, Actor, Role
from houseway.table.commands import Stage
from houseway.table.notation import canonical, seal_of, write
from houseway.table.view import view
from tests.kinds import of_each_kind
from tests.soak import examples
from tests.table.sitting import (
    AUDITOR,
    DEALER,
    LIVE_DEALER,
    SUPERVISOR,
    SURVEILLANCE,
    Sitting,
    check_that_views_leak_nothing,
    player_at,
    plays_a_round,
    viewers,
)

HANDS = {2: "7c Tc Kc As Ad Qd", 5: "9c 9d 3s Ah Kd Jk", DEALER: "2h 4h 6h 8s Js 7d"}
DOWN = ["??"] * 6
PASSER_BY = Actor(Role.PLAYER, "Pat")
CARD = re.compile(  # but not a pair of 2s, 8s and 2s, 8s full of 2s, nor the wager Blazing 7s
    r"(?<![\w$-])(?<!of )(?<!and )(?<!three )(?<!four )(?<!Blazing )(?:[2-9TJQKA][cdhs]|Jk)(?!\w)(?! and| full)"
)


def dealt():
    return Sitting("san-lo", seats=(2, 5)).bets().deals(HANDS, number=3)


def cards_of(sitting, seat, actor):
    return sitting.seen_by(actor)["current"]["spots"][str(seat)]["cards"]


def dealers_cards(sitting, actor):
    return sitting.seen_by(actor)["current"]["common"]["dealer"]["cards"]


# ---- stage by stage ------------------------------------------------------------------------------


def test_a_closed_table_shows_that_it_is_closed():
    assert Sitting(opened=False).seen_by(PASSER_BY) == {"table": "T1", "stage": "closed", "round": 0}


def test_the_first_round_of_a_seat_is_the_first_that_its_player_could_bet_in():
    """Whoever it was before, and at whatever stage the seat changes hands."""
    sitting = Sitting("san-lo", seats=(2, 5))
    number = sitting.table.round.number
    assert sitting.table.first_rounds == {2: number, 5: number}
    sitting.bets().deals(HANDS, number=3)
    assert sitting.table.stage is Stage.CHOOSING
    sitting.player(1).sits()
    assert sitting.table.first_rounds == {1: number + 1, 2: number, 5: number}
    assert [seat.get("first_round") for seat in sitting.seen_by(PASSER_BY)["seats"]][:2] == [number + 1, number]


def test_everybody_sees_the_wagers_the_chips_and_the_commitment():
    sitting = Sitting("san-lo", seats=(2, 5)).bets()
    for actor in viewers(sitting.table):
        seen = sitting.seen_by(actor)
        assert seen["current"]["spots"]["2"]["wagers"] == {"Main Bet": 25_00}
        assert [seat.get("chips_cents") for seat in seen["seats"]] == [None, 4_975_00, None, None, 4_975_00, None]
        assert seen["current"]["commitment"] == write(sitting.round.sealed)[0]["seal"]
        assert seen["current"]["rotation_sealed"] is True
        assert not {"sealed", "order", "nonce"} & seen["current"].keys()
        assert seen["current"]["common"] == {"dealer": {"cards": [], "hands": None}}


def test_the_commitment_is_the_hash_of_what_is_shown_after_game_over():
    sitting = dealt()
    committed = sitting.seen_by(PASSER_BY)["current"]["commitment"]
    sitting.ends()
    for actor in viewers(sitting.table):
        over = sitting.seen_by(actor)["previous"]
        assert over["commitment"] == committed
        assert seal_of(canonical(over["sealed"])) == committed
        assert over["sealed"].keys() == {"order", "nonce", "number", "terms"}
        assert over["order"] == show(sitting.table.previous.order)


def test_a_player_sees_his_own_cards_and_nobody_elses():
    sitting = dealt()
    assert cards_of(sitting, 2, player_at(2)) == HANDS[2].split()
    assert cards_of(sitting, 5, player_at(5)) == HANDS[5].split()
    for actor in (
        player_at(5),
        player_at(3),
        PASSER_BY,
        SUPERVISOR,
        SURVEILLANCE,
        AUDITOR,
        LIVE_DEALER,
        AUTOMATIC_DEALER,
    ):
        assert cards_of(sitting, 2, actor) == DOWN, str(actor)


def test_nobody_sees_the_dealers_cards_before_they_are_revealed():
    sitting = dealt()
    for actor in viewers(sitting.table):
        assert dealers_cards(sitting, actor) == DOWN
    sitting.all_set()
    for actor in viewers(sitting.table):
        assert dealers_cards(sitting, actor) == DOWN
    sitting.dealer.reveals()
    for actor in viewers(sitting.table):
        assert set(dealers_cards(sitting, actor)) == set(HANDS[DEALER].split())


def test_that_a_hand_is_set_is_seen_and_how_it_lies_is_not():
    sitting = dealt()
    sitting.player(2).sets("123|45|6")
    for actor in (player_at(5), SUPERVISOR, LIVE_DEALER):
        spot = sitting.seen_by(actor)["current"]["spots"]["2"]
        assert (spot["said"], spot["how"], spot["hands"], spot["cards"]) == (["set"], "player", None, DOWN)
        assert "options" not in spot
    own = sitting.seen_by(player_at(2))["current"]["spots"]["2"]
    assert own["hands"] == [["7c", "Tc", "Kc"], ["As", "Ad"], ["Qd"]]


def test_sl_7_a_seats_house_way_is_seen_by_the_dealer_and_surveillance():
    sitting = dealt().all_set(5)
    sitting.player(5).asks_house_way()
    assert cards_of(sitting, 5, LIVE_DEALER) == DOWN
    sitting.dealer.sets_house_way(5)
    for actor in (LIVE_DEALER, SURVEILLANCE, player_at(5)):
        assert cards_of(sitting, 5, actor) == HANDS[5].split()
    for actor in (player_at(2), PASSER_BY, SUPERVISOR, AUDITOR, AUTOMATIC_DEALER):
        assert cards_of(sitting, 5, actor) == DOWN
    assert cards_of(sitting, 2, LIVE_DEALER) == DOWN  # that one set its own


def test_a_hand_is_turned_over_when_it_is_reconciled():
    sitting = dealt().reveals()
    assert cards_of(sitting, 5, PASSER_BY) == DOWN
    sitting.dealer.reconciles(5)
    assert cards_of(sitting, 5, PASSER_BY) == HANDS[5].split()
    assert cards_of(sitting, 2, PASSER_BY) == DOWN


def test_hands_that_were_picked_up_are_nowhere_in_the_round():
    sitting = dealt()
    seen = sitting.seen_by(SURVEILLANCE)["current"]
    assert seen["dealt"] == [5, 4, 3, 2, 1, 0, 6]
    assert seen["picked_up"] == [4, 3, 1, 6]
    assert seen["spots"].keys() == {"2", "5"}


def test_the_box_of_match_em_is_seen_and_its_cards_are_not():
    sitting = Sitting("match-em", seats=(2, 5)).bets().deals()
    sitting.player(2).says("HI double")
    spot = sitting.seen_by(player_at(5))["current"]["spots"]["2"]
    assert (spot["said"], spot["cards"]) == (["HI double"], ["??"] * 3)
    assert spot["wagers"] == {"Ante": 25_00, "Double Down": 25_00}


def test_ones_own_seat_is_marked():
    sitting = dealt()
    assert [seat.get("yours", False) for seat in sitting.seen_by(player_at(5))["seats"]] == [False] * 4 + [True, False]
    assert not any(seat.get("yours") for seat in sitting.seen_by(LIVE_DEALER)["seats"])


def test_a_staff_member_with_a_seat_number_is_still_staff():
    sitting = dealt()
    assert cards_of(sitting, 2, Actor(Role.SUPERVISOR, "Sue", 2)) == DOWN


def test_a_void_round_is_shown_with_its_reason():
    sitting = dealt()
    sitting.supervisor.voids("wet cards")
    seen = sitting.seen_by(PASSER_BY)
    assert seen["previous"]["void"] == "wet cards"
    assert seen["current"]["spots"] == {}


def test_the_view_says_whom_the_table_waits_for():
    sitting = Sitting("supreme-99", seats=(2, 5)).bets(main=5_00)
    sitting.player(5).bets("Pair Fortunes", 20_00)

    def waits():
        waits_for = sitting.seen_by(PASSER_BY)["waits_for"]
        return waits_for["to"], waits_for["seats"]

    assert waits()[0] == "betting"
    sitting.deals({5: "8c 8d 8h 8s"})
    assert waits() == ("choose", [5, 2])
    sitting.all_set(2)
    assert waits() == ("choose", [2])
    sitting.all_set()
    assert waits() == ("showing", [])
    sitting.reveals()
    assert waits() == ("reconcile", [5])
    sitting.dealer.reconciles(5)
    assert waits() == ("acknowledge", [5])
    sitting.acknowledges()
    assert waits() == ("reconcile", [2])


# ---- nothing leaks -------------------------------------------------------------------------------


class Watched(Sitting):
    """After every step everybody looks, and the book is read for cards that lie face down."""

    def check(self):
        super().check()
        if self.table.terms is not None:
            check_that_views_leak_nothing(self.table, self.chance)
            face_up = self.open_cards()
            for event in self.last:
                written = CARD.findall(canonical(write(event)[0]))
                assert set(written) <= face_up, f"{event} tells {written}"

    def answer(self, actor, command):
        before = self.open_cards() if self.table.terms is not None else set()
        assert set(CARD.findall(canonical(write(command)[0]))) <= before, f"{command} tells cards"
        return super().answer(actor, command)

    def open_cards(self):
        """Those that lie face up, and those of seats that are reconciled."""
        rnd = self.table.round
        cards = sum((pile.cards[: self.face_up[place]] for place, pile in rnd.piles.items()), ())
        for seat in rnd.hands:
            if rnd.spots[seat].results:
                cards += rnd.cards_of(seat)
        return set(show(cards).split())


def test_the_reader_of_the_book_knows_a_card_when_it_sees_one():
    assert CARD.findall('{"cards":"As Td Jk","hands":"9c 8d | 2s"}') == ["As", "Td", "Jk", "9c", "8d", "2s"]
    assert CARD.findall('{"seal":"3c2d9c","wager":"Hat Trick","paytable":"A1"}') == []
    assert CARD.findall("8s and 2s, 8s full of 2s, four 8s, three 2s, pair of 8s") == []


@pytest.mark.parametrize("shuffler", ["machine", "manual"])
@pytest.mark.parametrize("slug", of_each_kind(GAMES))
@examples(1, 3)
@given(seed=st.integers(0, 10**6))
def test_views_and_book_leak_nothing_in_random_rounds(slug, shuffler, seed):
    game = GAMES[slug]
    sitting = Watched(slug, seats=range(1, game.seats + 1), shuffler=shuffler)
    sitting.chance.seed(seed)
    plays_a_round(sitting, sitting.chance)
    assert sitting.stage is Stage.BETTING


@pytest.mark.parametrize("stage", ["dealt", "set", "revealed"])
def test_the_check_sees_a_leak_where_there_is_one(stage, monkeypatch):
    """A view that tells how many aces lie in hidden packets, and no card at all, is found out."""
    sitting = dealt()
    if stage != "dealt":
        sitting.all_set()
    if stage == "revealed":
        sitting.dealer.reveals()
    check_that_views_leak_nothing(sitting.table, Random(1))

    def hints(table, actor):
        aces = sum(show(pile.cards).count("A") for pile in table.round.piles.values())
        return view(table, actor) | {"aces": aces}

    monkeypatch.setattr("tests.table.sitting.view", hints)
    with pytest.raises(AssertionError, match="can see"):
        check_that_views_leak_nothing(sitting.table, Random(1))
