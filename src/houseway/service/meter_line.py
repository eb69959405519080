"""How a meter went through a time: after every COIN IN at its tables, and after every record of its own book.

As on the daily report, what tables coined in is read from their own books, and everything else from the meter's.
"""

from dataclasses import dataclass
from datetime import date, datetime

from houseway.service.entry import excerpts
from houseway.service.meter_history import Award, History, moved_by
from houseway.service.store import Store
from houseway.table.events import CoinedIn


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterLine:
    """What the meter was worth, its wins too; what lies above its maximum is in it."""

    meter: str
    points: tuple[tuple[datetime, int], ...]  # when, and millionths of a dollar from then on
    awards: tuple[Award, ...]


def meter_line(store: Store, history: History, meter: str, *, day: date, since: datetime, until: datetime) -> MeterLine:
    """From `since`, which lies on the gaming day, to `until`."""
    moved = [(moment.at, int(moment.moved.meter_micros)) for moment in history.moments]
    base = 0
    for table in sorted(history.takings):
        taking, later = history.around(table, day)
        base += taking.coined.meter_micros
        records = excerpts(store, table, (CoinedIn,), after=taking.upto, upto=later)
        moved += [(record.at, int(moved_by(record.transfers, meter).meter_micros)) for record in records]
    base += sum(micros for at, micros in moved if at <= since)
    points = [(since, base)]
    for at, micros in sorted(each for each in moved if since < each[0] <= until and each[1]):
        points.append((at, points[-1][1] + micros))
    awards = tuple(award for award in history.awards if since <= award.at <= until)
    return MeterLine(meter=meter, points=tuple(points), awards=awards)
