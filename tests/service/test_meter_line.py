"""A meter over a time ends where the meter stands, and its wins are where it falls."""

from datetime import timedelta

from houseway.service.meter_line import meter_line
from houseway.service.meters import MeterBooks
from houseway.service.store import Store
from tests.service.test_meter_papers import FIRST, FRIDAY, SECOND, clock, house, plays  # noqa: F401
from tests.service.test_progressive_table import ROYAL, opened


def test_a_meter_rises_by_every_coin_in_falls_by_a_win_and_ends_where_it_stands(house, store: Store, clock) -> None:  # noqa: F811
    opened(house)
    for hand, line in (("", ""), (ROYAL, "Royal Flush"), ("", "")):
        clock.passes(minutes=10)
        plays(house, *((hand, "T1", line) if hand else ()))
    clock.passes(days=1)
    plays(house)
    books = MeterBooks(store)
    history, whole = books.history("m"), books.whole("m")[0].meter
    every = meter_line(store, history, "m", day=FIRST, since=FRIDAY, until=clock.now)
    assert every.points[-1][1] == whole.gross_micros
    [award] = every.awards
    assert award.line == "Royal Flush"
    moves = [(at, after - before) for (_, before), (at, after) in zip(every.points, every.points[1:], strict=False)]
    falls = [(at, micros) for at, micros in moves if micros < 0]
    assert [at for at, _ in falls] == [award.at]
    assert sum(micros > 0 for _, micros in moves) >= 4, "one for every round, and what brings it back to its seed"

    first_day = meter_line(store, history, "m", day=FIRST, since=FRIDAY, until=FRIDAY + timedelta(hours=1))
    second = meter_line(store, history, "m", day=SECOND, since=FRIDAY + timedelta(hours=1), until=clock.now)
    assert second.points[0][1] == first_day.points[-1][1], "a day begins where the one before ended"
    assert second.points[-1] == every.points[-1] and second.awards == ()
