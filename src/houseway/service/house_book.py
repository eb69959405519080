"""The house's book: the stream `the house`, written by whichever process holds it for one transaction. A running
service writes into it that it started, by which gaming day, which tables and meters were opened and closed, and again
and again how far their books have come."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from functools import reduce
from typing import Final

from sqlalchemy import Connection

from houseway import __version__
from houseway.deciding.command import made_from
from houseway.deciding.refusal import Refusal
from houseway.progressive.commands import OpenMeter, Retire
from houseway.role import SERVICE, Actor
from houseway.service import house as its
from houseway.service.book import Book
from houseway.service.clock import SteadyClock
from houseway.service.computer import THE_COMPUTER, Computer
from houseway.service.entry import BookReading, GamingDay, RecordEntry
from houseway.service.record import HOUSE, Head, Record, genesis, meter_stream
from houseway.service.store import Store
from houseway.table import terms
from houseway.table.commands import CloseTable, OpenTable

OF_THE_HOUSE: Final = "house"  # what stands in the place of a table's game

LOSS_ACCEPTED: Final = "records after these heads may be lost, and this was accepted"

HouseReading = BookReading[its.HouseState, its.HouseCommand, its.HouseEvent]
UNREAD: Final[HouseReading] = BookReading(
    state=its.HouseState(), evolve=its.evolve, names=its.BY_NAME, stream=HOUSE, head=Head(0, genesis(HOUSE))
)


def read_house(store: Book, book: HouseReading = UNREAD) -> HouseReading:
    """With all that its book tells now. Raises `ValueError` if it cannot be read."""
    for record in store.read(HOUSE, after=book.head.seq):
        book, _ = book.read_on(record)
    return book


def write_house(
    store: Store,
    by: Actor,
    command: its.HouseCommand,
    at: datetime,
    *,
    key: str = "",
    book: HouseReading = UNREAD,
    also: Callable[[Connection], None] = lambda connection: None,
) -> HouseReading:
    """Decide a command of the house and write it, and `also` whatever else belongs to the same transaction. Raises
    `ValueError` if it is refused. Needs no claim, and works beside a running service."""
    with store.alone_with(HOUSE) as connection:
        book = read_house(store, book)
        book, record = house_record(book, by, command, at, key=key)
        store.append([record])
        also(connection)
    return book


def accept_loss(store: Store, by: Actor, note: str, at: datetime) -> None:
    """Go on with a book whose mark, or whose last records, are gone: the house's book says so, with every head as it
    is now, and this is marked as the last commit. Raises `ValueError` if a process runs the book."""
    if not store.claim(HOUSE):
        raise ValueError(f"{store} is in use by another process: stop it first")
    store.forget_mark()
    heads = {stream: store.head(stream) for stream in store.streams() if stream != HOUSE}
    write_house(store, by, its.NoteHeads(why=f"{LOSS_ACCEPTED}: {note}", heads=heads), at)


def house_record(
    book: HouseReading, by: Actor, command: its.HouseCommand, at: datetime, *, key: str = ""
) -> tuple[HouseReading, Record]:
    """The house after a command, and its record. Raises `ValueError` if the command is refused."""
    events = its.decide(book.state, by, command)
    if isinstance(events, Refusal):
        raise ValueError(events.says)
    house, at = reduce(its.evolve, events, book.state), max(at, book.at)  # never back
    entry: RecordEntry[its.HouseCommand, its.HouseEvent] = RecordEntry(
        key=key or key_of(command),
        at=at,
        day=(house.gaming_day or GamingDay()).of(at),
        game=OF_THE_HOUSE,
        round=0,
        actor=by,
        command=command,
        events=events,
        transfers=(),
    )
    return book.write_on(entry)


def key_of(command: its.HouseCommand, computer: Computer = THE_COMPUTER) -> str:
    """For a command that nobody sends twice."""
    return f"{type(command).__name__} {computer.token()}"


# ---- what a running service writes into it ---------------------------------------------------------


EVERY: Final = timedelta(hours=1)  # heads are noted at least so often, while anything is played
NOTED: Final[Mapping[type, str]] = {  # commands of which the house's book tells, in its words
    OpenTable: "a table was opened",
    CloseTable: "a table was closed",
    OpenMeter: "a meter was opened",
    Retire: "a meter was retired",
}


class Housekeeper:
    def __init__(
        self,
        store: Store,
        gaming_day: GamingDay,
        clock: Callable[[], datetime],
        *,
        computer: Computer = THE_COMPUTER,
        program: str = "",
        terms: Callable[[], Mapping[str, str]] | None = None,
        staff: Callable[[], Iterable[its.StaffChanged]] = tuple,
    ) -> None:
        """`program` is the hash of its sources; `terms` those of the house, as they are when they are asked for;
        `staff` everybody on the list, of whom a book from before is told."""
        self._store = store
        self._computer = computer
        self._rule = gaming_day
        self._clock = clock
        self._program, self._terms, self._staff = program, terms, staff
        self._book: HouseReading = UNREAD
        self._looked_at = UNREAD.at

    def start(self, *, alone: bool) -> None:
        """Raises `ValueError` if the gaming day is another than that of processes which are at work, or if the house's
        book cannot be read."""

        def started(house: its.HouseState) -> list[its.HouseCommand]:
            rule = house.gaming_day
            if rule is not None and rule != self._rule and not alone:
                raise ValueError(
                    f"a gaming day of this book begins at {rule}; other processes are at work by this rule"
                )
            heads = {stream: self._store.head(stream) for stream in self._store.streams()}
            commands: list[its.HouseCommand] = []
            if not its.tells_of_staff(house) and self._program:
                commands += [made_from(its.ChangeStaff, each) for each in self._staff()]
            if rule != self._rule:
                begins = self._rule.begins.isoformat("minutes")
                commands.append(its.SetGamingDay(zone=self._rule.zone, begins=begins, heads=_of_others(heads)))
            return [*commands, self._start(_moved(house, heads)), *self._new_terms(house)]

        self._write(started)
        self._looked_at = self._clock()

    def note(self, why: str, tables: Mapping[str, Head]) -> None:
        """How far the tables of this process, and the meters, have come, if anything has moved."""

        def moved(house: its.HouseState) -> list[its.HouseCommand]:
            meters = {meter_stream(meter): self._store.head(meter_stream(meter)) for meter in self._store.meters()}
            heads = _moved(house, {**tables, **meters})
            return [its.NoteHeads(why=why, heads=heads)] if heads else []

        self._looked_at = self._clock()
        self._write(moved)

    def note_regularly(self, tables: Mapping[str, Head]) -> None:
        now = self._clock()
        while isinstance(self._clock, SteadyClock) and self._clock.taken_over:
            jump = self._clock.taken_over.pop(0)
            note = its.NoteHeads(why=f"the clock was set by {jump.total_seconds():+.0f} seconds", heads={})
            key = key_of(note, self._computer)
            self._book = write_house(self._store, SERVICE, note, now, key=key, book=self._book)
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
        commands: list[its.HouseCommand] = [
            its.NoteHeads(why=why, heads={record.stream: Head(record.seq, record.hash)}) for record in records
        ]
        if (book.state.rules, book.state.program) != (terms.RULES, self._program or book.state.program):
            commands.insert(0, self._start({}))
        commands[:0] = self._new_terms(book.state)
        for each in commands:
            book, record = house_record(book, SERVICE, each, at, key=key_of(each, self._computer))
            written.append(record)
        return written

    def _start(self, heads: its.Heads) -> its.StartService:
        return its.StartService(software=__version__, rules=terms.RULES, heads=heads, program=self._program)

    def _new_terms(self, house: its.HouseState) -> list[its.HouseCommand]:
        """What the house's book has otherwise: another process has other settings, or a way was proved since."""
        now = self._terms() if self._terms else house.terms
        return [its.SetHouseTerms(terms=now)] if now is not None and now != house.terms else []

    def _write(self, commands: Callable[[its.HouseState], list[its.HouseCommand]]) -> None:
        """The commands are made from the house as it is while nobody else writes in its book: another process may have
        started, or noted later heads, since this one last read it."""
        with self._store.alone_with(HOUSE):
            book, records = read_house(self._store, self._book), []
            for command in commands(book.state):
                key = key_of(command, self._computer)
                book, record = house_record(book, SERVICE, command, self._clock(), key=key)
                records.append(record)
            self._store.append(records)
        self._book = book


def _moved(house: its.HouseState, heads: Mapping[str, Head]) -> its.Heads:
    return {
        stream: head
        for stream, head in _of_others(heads).items()
        if stream not in house.heads or head.seq > house.heads[stream].seq
    }


def _of_others(heads: Mapping[str, Head]) -> dict[str, Head]:
    return {stream: head for stream, head in heads.items() if head.seq and stream != HOUSE}
