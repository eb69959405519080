"""What a running service writes into the house's book: that it started, by which gaming day, which tables and meters
were opened and closed, and again and again how far their books have come."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from houseway import __version__
from houseway.progressive.commands import OpenMeter, Retire
from houseway.role import SERVICE
from houseway.service.clock import SteadyClock
from houseway.service.entry import GamingDay
from houseway.service.house import Heads, HouseCommand, NoteHeads, SetGamingDay, StartService, noted
from houseway.service.house_book import UNREAD, HouseReading, house_record, read_house, write_house
from houseway.service.record import HOUSE, Head, Record, meter_stream
from houseway.service.store import Store
from houseway.table import terms
from houseway.table.commands import CloseTable, OpenTable

EVERY: Final = timedelta(hours=1)  # heads are noted at least so often, while anything is played
NOTED: Final[Mapping[type, str]] = {  # commands of which the house's book tells, in its words
    OpenTable: "a table was opened",
    CloseTable: "a table was closed",
    OpenMeter: "a meter was opened",
    Retire: "a meter was retired",
}


class Housekeeper:
    def __init__(self, store: Store, gaming_day: GamingDay, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._rule = gaming_day
        self._clock = clock
        self._book: HouseReading = UNREAD
        self._looked_at = UNREAD.at

    def start(self, *, alone: bool) -> None:
        """Raises `ValueError` if the gaming day is another than that of processes which are at work, or if the house's
        book cannot be read."""
        self._book = read_house(self._store, self._book)
        heads = {stream: self._store.head(stream) for stream in self._store.streams()}
        rule = self._book.state.gaming_day
        if rule is not None and rule != self._rule and not alone:
            raise ValueError(f"a gaming day of this book begins at {rule}; other processes are at work by this rule")
        if rule != self._rule:
            begins = self._rule.begins.isoformat("minutes")
            self._write(SetGamingDay(zone=self._rule.zone, begins=begins, heads=noted(_of_others(heads))))
        self._write(StartService(software=__version__, rules=terms.RULES, heads=self._moved(heads)))
        self._looked_at = self._clock()

    def note(self, why: str, tables: Mapping[str, Head]) -> None:
        """How far the tables of this process, and the meters, have come, if anything has moved."""
        self._looked_at = self._clock()
        self._book = read_house(self._store, self._book)
        meters = {meter_stream(meter): self._store.head(meter_stream(meter)) for meter in self._store.meters()}
        if heads := self._moved({**tables, **meters}):
            self._write(NoteHeads(why=why, heads=heads))

    def note_regularly(self, tables: Mapping[str, Head]) -> None:
        now = self._clock()
        while isinstance(self._clock, SteadyClock) and self._clock.taken_over:
            jump = self._clock.taken_over.pop(0)
            self._write(NoteHeads(why=f"the clock was set by {jump.total_seconds():+.0f} seconds", heads={}))
        if self._rule.of(now) > self._rule.of(self._looked_at):
            self.note("a new gaming day", tables)
        elif now - self._looked_at > EVERY:
            self.note("an hour is over", tables)

    def beside(self, command: object, records: Iterable[Record], at: datetime) -> list[Record]:
        """What the house's book says of records by which a command opened or closed a stream, to be written with them
        by one who is alone with the house."""
        why = NOTED.get(type(command), "")
        if not why:
            return []
        book = read_house(self._store, self._book)
        written: list[Record] = []
        commands: list[HouseCommand] = [
            NoteHeads(why=why, heads=noted({record.stream: Head(record.seq, record.hash)})) for record in records
        ]
        if book.state.rules != terms.RULES:
            commands.insert(0, StartService(software=__version__, rules=terms.RULES, heads={}))
        for each in commands:
            book, record = house_record(book, SERVICE, each, at)
            written.append(record)
        return written

    def _moved(self, heads: Mapping[str, Head]) -> Heads:
        book = self._book.state.heads
        return {
            stream: head
            for stream, head in noted(_of_others(heads)).items()
            if stream not in book or head.seq > book[stream].seq
        }

    def _write(self, command: HouseCommand) -> None:
        self._book = write_house(self._store, SERVICE, command, self._clock(), book=self._book)


def _of_others(heads: Mapping[str, Head]) -> dict[str, Head]:
    return {stream: head for stream, head in heads.items() if head.seq and stream != HOUSE}
