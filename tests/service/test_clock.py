"""A clock that is set wrongly, ahead or back, freezes no table and dates no record by more than it should."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from time import monotonic, sleep

import pytest

from houseway.service.audit import verify
from houseway.service.clock import BELIEVED_AFTER, TOLERANCE, SteadyClock
from houseway.service.floor import Floor
from houseway.service.store import Store, open_store
from houseway.table import commands as do
from houseway.table.commands import Stage
from houseway.table.terms import Terms
from tests.service.playing import SUPERVISOR, House, player

NOON = datetime(2031, 5, 1, 20, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Machine:
    """A machine whose clock can be set, and whose steady one cannot."""

    def __init__(self) -> None:
        self.passed = 1_000.0
        self.set_by = timedelta(0)

    def told(self) -> datetime:
        return NOON + timedelta(seconds=self.passed) + self.set_by

    @property
    def truth(self) -> datetime:
        return NOON + timedelta(seconds=self.passed)

    def clock(self) -> SteadyClock:
        return SteadyClock(self.told, lambda: self.passed)


@pytest.mark.parametrize("jump", [24 * HOUR, -24 * HOUR, HOUR / 2, timedelta(days=-3650)])
def test_a_jump_is_not_believed_and_goes_by_without_a_trace(
    jump: timedelta, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = Machine()
    clock = machine.clock()
    for step in range(100):
        machine.passed += 1
        machine.set_by = jump if 20 <= step < 80 else timedelta(0)
        assert clock() == machine.truth
    assert capsys.readouterr().err.count("the clock jumps") == 1


def test_small_corrections_are_followed_at_once() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.set_by = TOLERANCE / 2
    assert clock() == machine.told()
    machine.set_by = TOLERANCE
    assert clock() == machine.told()


@pytest.mark.parametrize("jump", [24 * HOUR, -24 * HOUR])
def test_a_time_that_has_been_told_for_long_is_believed(jump: timedelta) -> None:
    machine = Machine()
    clock = machine.clock()
    machine.set_by = jump
    assert clock() == machine.truth
    machine.passed += BELIEVED_AFTER.total_seconds() - 1
    assert clock() == machine.truth
    machine.passed += 1
    assert clock() == machine.told()


def test_a_clock_that_jumps_again_and_again_is_never_believed() -> None:
    machine = Machine()
    clock = machine.clock()
    for n in range(1, 50):
        machine.set_by = n * HOUR
        machine.passed += BELIEVED_AFTER.total_seconds() / 2
        assert clock() == machine.truth


def eventually(holds: Callable[[], bool], seconds: float = 10) -> None:
    deadline = monotonic() + seconds
    while not holds():
        assert monotonic() < deadline, "it did not happen in time"
        sleep(0.02)


def automatic(house: House, now: list[datetime]) -> None:
    house.does("T1", SUPERVISOR, do.OpenTable(terms=Terms(game="supreme-99", betting_seconds=20, setting_seconds=60)))
    house.does("T1", player(1), do.TakeSeat(seat=1, player="player 1"))
    house.does("T1", player(1), do.BuyIn(seat=1, cents=100_00))


def test_an_automatic_table_that_is_ahead_of_the_clock_deals_on_by_its_timers(store: Store) -> None:
    """Dated a day ahead by a clock that was believed; then the clock is set right. Betting still closes after its 20
    seconds, players still have their 60, and no record's time goes back."""
    now = [NOON + 24 * HOUR]
    floor = Floor(store, clock=lambda: now[0])
    floor.start()
    house = House(floor)
    automatic(house, now)
    now[0] = NOON
    house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=500))
    now[0] += timedelta(seconds=19)
    sleep(1.5)
    assert floor.tables["T1"].stage is Stage.BETTING
    now[0] += timedelta(seconds=2)
    eventually(lambda: floor.tables["T1"].stage is Stage.CHOOSING)
    now[0] += timedelta(seconds=45)
    sleep(1.5)
    assert floor.tables["T1"].stage is Stage.CHOOSING
    now[0] += timedelta(seconds=16)
    eventually(lambda: floor.tables["T1"].round.number == 2)
    floor.stop()
    times = [record.at for record in store.read("T1")]
    assert times == sorted(times) and times[-1] < "2031-05-02T20:02"
    verify(store)


def test_a_table_that_is_read_from_a_book_ahead_of_the_clock_deals_on(book_url: str) -> None:
    now = [NOON + 24 * HOUR]
    with open_store(book_url) as store:
        floor = Floor(store, clock=lambda: now[0])
        floor.start()
        house = House(floor)
        automatic(house, now)
        house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=500))
        floor.stop()
    now[0] = NOON
    with open_store(book_url) as store:
        floor = Floor(store, clock=lambda: now[0])
        floor.start()
        now[0] += timedelta(seconds=21)
        eventually(lambda: floor.tables["T1"].stage is Stage.CHOOSING)
        floor.stop()
        verify(store)
