"""A book's results against their mathematics: honest tables lie in their band, a rigged one does not."""

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.analysis.contest import house_way_policy, main_figures
from houseway.analysis.joint import pairs
from houseway.cards import rank_of
from houseway.games import GAMES
from houseway.service.daybook import days
from houseway.service.drift import ALL, drifts, rounds
from houseway.service.floor import Floor
from houseway.service.shuffler import equipped
from houseway.service.store import Store
from houseway.table import commands as do
from houseway.table.commands import Command
from tests.service.playing import DEALER, SUPERVISOR, House, player

SUPREME = GAMES["supreme-99"]
SEATS = (1, 2, 3)


def rigged(command: Command, table: object, actor: object) -> Command:
    """The dealer always gets king, queen, jack and ten: nothing, twice."""
    done = equipped(command, table, actor)
    if isinstance(done, do.Shuffle) and done.order:
        nothing = [next(card for card in done.order if rank_of(card) == rank) for rank in (13, 12, 11, 10)]
        return replace(done, order=(*nothing, *(card for card in done.order if card not in nothing)))
    if isinstance(done, do.DrawNumber):
        return replace(done, number=1)  # the dealer is 1, and the first packet is his
    return done


@pytest.fixture
def play(store: Store):
    floors = []

    def begin(equip=equipped) -> House:
        floors.append(Floor(store, equip=equip))
        floors[-1].start()
        return House(floors[-1])

    yield begin
    for floor in floors:
        floor.stop()


def test_an_honest_table_is_held_to_its_exact_edge_and_the_joint_variance_of_its_seats(store: Store, play) -> None:
    house = play()
    house.opens("T1", seats=SEATS)
    house.plays("T1", seats=SEATS, rounds=12)
    wager, total, day = drifts(store)
    copied = main_figures(SUPREME, policy=house_way_policy(SUPREME.house_way))
    together = pairs(SUPREME, play="house way").table_variance(3, {"Standard Bet": Fraction(25_00)})
    assert wager.stake_cents == 12 * 3 * 25_00
    assert wager.theory_cents == wager.stake_cents * copied.house_edge
    assert wager.variance == 12 * together
    assert not wager.is_bound
    assert (total.wager, total.day, day.day) == (ALL, None, day.day)
    [ledger] = days(store)
    assert total.actual_cents == day.actual_cents == ledger.win_cents
    assert total.drop_cents == ledger.drop_cents
    assert total.verdict == "within" or abs(total.deviations) < 4


def test_a_rigged_table_is_flagged_and_the_honest_one_beside_it_is_not_blamed(store: Store, play) -> None:
    house = play(rigged)
    house.opens("crooked", seats=SEATS)
    house.plays("crooked", seats=SEATS, rounds=25)
    rows = [row for row in drifts(store) if row.wager == ALL and row.day is None]
    assert [(row.table, row.verdict) for row in rows] == [("crooked", "far below")]
    assert rows[0].actual_cents < rows[0].band_cents[0]


def test_void_rounds_are_left_out_and_a_table_can_be_asked_for_alone(store: Store, play) -> None:
    house = play()
    house.opens("T1", seats=SEATS)
    house.opens("T2", seats=SEATS)
    house.plays("T1", seats=SEATS, rounds=2)
    house.does("T1", DEALER, do.Shuffle())
    house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=25_00))
    house.does("T1", SUPERVISOR, do.VoidRound(note="misdeal"))
    house.plays("T1", seats=SEATS, rounds=1)
    assert len(list(rounds(store, "T1"))) == 3
    assert {row.table for row in drifts(store)} == {"T1"}
    assert drifts(store, tables=["T2"]) == []
    assert drifts(store, last="2000-01-01") == []
    with pytest.raises(ValueError, match="'T9' is not a table of this book: T1, T2"):
        drifts(store, tables=["T9"])


def test_wagers_that_look_at_suits_have_a_band_that_is_a_bound(store: Store, play) -> None:
    house = play()
    house.opens("S1", "san-lo", seats=SEATS)
    house.plays("S1", "san-lo", seats=SEATS, rounds=3)
    [wager, *_] = drifts(store)
    assert (wager.wager, wager.is_bound) == ("Main Bet", True)
    from houseway.api import analyze

    copied = next(f for f in analyze("san-lo", wager="main bet") if f.play == "house way")
    assert wager.theory_cents == 9 * 25_00 * copied.house_edge
    bound = 3 * (3 * 25_00) ** 2 * copied.variance
    assert abs(wager.variance - bound) < bound / 10**20
