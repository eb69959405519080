"""A table and a meter at work, as users of the library run them."""

import os
import signal
import threading
from datetime import UTC, datetime

import pytest

import houseway
from houseway import CommandRefused, LiveMeter, LiveTable, Refusal, Role, shuffler
from houseway.games import GAMES
from houseway.money import COMMISSION, TRAY
from houseway.progressive.commands import Suspend
from houseway.progressive.refusal import MeterReason
from houseway.role import Actor
from houseway.table.refusal import Reason
from houseway.table.terms import Terms
from tests.table.sitting import main_of, size_of

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SUPERVISOR = Actor(Role.SUPERVISOR, "Sue")


def seated(game: str = "supreme-99", seed: int | None = 2) -> LiveTable:
    table = LiveTable.open(game, seed=seed, at=NOON)
    table.sit("Ann", seat=2, cents=1_000_00)
    return table


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_is_played_to_the_end_of_its_round_and_the_money_is_all_there(slug: str):
    table = seated(slug)
    for number in range(1, 11):
        main = main_of(table.state.game)
        table.bet(2, main, 10_00)
        [(seat, packet)] = table.deal().items()
        assert (seat, len(packet)) == (2, size_of(table.state.game, 1))
        assert table.play().endswith(f"GAME OVER, round {number}")
        assert table.state.previous is not None
        names = {main, *(wager.name for wager in table.state.game.wagers if wager.of == main)}  # of which some go back
        assert names & {result.wager for result in table.state.previous.spots[2].results}
        assert sum(table.state.balances.values()) == 0
    held = table.state.chips(TRAY) + table.state.chips(COMMISSION)
    assert table.state.seat_chips(2) + held == 1_000_00 + 20_000_00


def test_a_seed_deals_the_same_cards_again_and_none_deals_others():
    deals = []
    for seed in (7, 7, 8, None, None):
        table = seated(seed=seed)
        table.bet(2, "Standard Bet", 10_00)
        deals.append((table.deal()[2], table.state.round.order))
    assert deals[0] == deals[1]
    assert len({order for _, order in deals}) == 4


@pytest.mark.parametrize(("seed", "is_asked"), [(None, True), (2, False)])
def test_without_a_seed_the_cards_are_the_operating_systems(monkeypatch: pytest.MonkeyPatch, seed, is_asked):
    asked: list[int] = []
    monkeypatch.setattr(shuffler, "raw_bytes", lambda count: asked.append(count) or os.urandom(count))
    seated(seed=seed).bet(2, "Standard Bet", 10_00)
    assert bool(asked) is is_asked


def test_a_seat_is_set_as_it_chooses():
    table = seated()
    table.bet(2, "Standard Bet", 10_00)
    assert repr(table.deal()) == "{2: (Qd, 9h, 8c, 4s)}"
    table.choose(2, "9h Qd | 4s 8c")
    assert "seat 2 has Qd 9h | 8c 4s" in table.play()


def test_a_refusal_is_raised_with_its_reason_and_changes_nothing():
    table = seated()
    table.bet(2, "Standard Bet", 10_00)
    before = table.state
    with pytest.raises(CommandRefused, match=r"^nobody sits at seat 3$") as refused:
        table.bet(3, "Standard Bet", 10_00)
    assert refused.value.refusal.reason is Reason.SEAT_EMPTY
    answer = table.ask(table.player(2), houseway.PlaceWager(seat=2, wager="Standard Bet", cents=1_00))
    assert isinstance(answer, Refusal)
    assert answer.reason is Reason.BELOW_MINIMUM
    assert table.state is before


def test_a_dealer_waits_for_a_wager_and_a_table_of_a_meter_for_its_service():
    with pytest.raises(ValueError, match="nobody has bet"):
        seated().play()
    with pytest.raises(ValueError, match="run by the service"):
        LiveTable.open(Terms(game="san-lo", meter="m", paytables={"Main Bet": "SL-01", "Progressive": "FSLPP-01"}))


def test_a_meter_takes_stakes_pays_awards_and_begins_again_from_its_seed():
    meter = LiveMeter.open("FSLPP-01")
    meter.coin_in(stakes=600)
    before = meter.state.meter.shown_cents
    award, reseeded = meter.settle({1: "Five Aces", 2: "Flush"})
    assert (award.cents, meter.state.meter.shown_cents) == (before, 5_000_00)
    assert meter.pay({1: "Flush"}) == ()
    [next_award] = meter.pay({1: "Royal Flush", 3: "lose"})
    assert next_award.win != award.win
    [top_award] = meter.pay({2: "Five Aces"})  # the seed that follows is no award
    assert top_award.line == "Five Aces"
    assert reseeded.bank_micros + reseeded.reserve_micros > 0


def test_a_line_that_the_paytable_does_not_have_is_refused_and_pays_nobody():
    meter = LiveMeter.open("FSLPP-01")
    before = meter.state
    with pytest.raises(ValueError, match=r"^'Royal Flsh' is not a line of FSLPP-01: Five Aces, Royal Flush, "):
        meter.pay({1: "Royal Flush", 3: "Royal Flsh"})
    assert meter.state is before


def test_a_suspended_meter_takes_no_stakes():
    meter = LiveMeter.open("FSLPP-03")
    meter.do(SUPERVISOR, Suspend(note="the sign is dark"))
    with pytest.raises(CommandRefused) as refused:
        meter.coin_in(stakes=6)
    assert refused.value.refusal.reason is MeterReason.WRONG_STATUS


@pytest.mark.parametrize("in_a_thread", [False, True])
def test_a_question_leaves_the_signal_handlers_of_the_program_alone(in_a_thread: bool, monkeypatch: pytest.MonkeyPatch):
    set_up: list[int] = []
    monkeypatch.setattr(signal, "signal", lambda number, handler: set_up.append(number))
    monkeypatch.setattr(signal, "set_wakeup_fd", lambda *given, **named: set_up.append(-1) or -1)
    answers: list[object] = []

    def asks() -> None:
        answers.append(houseway.simulate("supreme-99", rounds=2_000, wagers=["Pair Fortunes"], workers=1).rounds)
        answers.append(houseway.solve("san-lo").figures()[0].wager)

    if in_a_thread:
        thread = threading.Thread(target=asks)
        thread.start()
        thread.join()
    else:
        asks()
    assert answers == [2_000, "Main Bet"]
    assert set_up == []
