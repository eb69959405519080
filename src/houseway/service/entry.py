"""A decision as a record of the book, and back: who commanded what, the events, and the money they moved."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache, reduce
from typing import Any, Final, Generic, NamedTuple, Self, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import orjson

from houseway.money import Account, Micros, Transfer
from houseway.progressive.commands import MeterCommand
from houseway.progressive.events import MeterEvent
from houseway.progressive.state import journal as meter_journal
from houseway.role import Actor, Role
from houseway.service.book import Book
from houseway.service.record import TABLE_KEY, Head, Record, Sealed, follow
from houseway.table.commands import Command
from houseway.table.events import Event
from houseway.table.evolve import moved
from houseway.table.journal import journal
from houseway.table.notation import BY_NAME, canonical, link, read, write
from houseway.table.state import BEGINNING, Table


@dataclass(frozen=True, slots=True)
class GamingDay:
    """When a day of the card room begins: long after midnight, by the clock on its wall."""

    zone: str = "America/Los_Angeles"
    begins: time = time(6)

    def __post_init__(self) -> None:
        try:
            ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError):
            raise ValueError(f"{self.zone!r} is not a time zone: a name such as America/Los_Angeles") from None

    def __str__(self) -> str:
        return f"{self.begins:%H:%M} in {self.zone}"

    def of(self, at: datetime) -> date:
        return _gaming_day(self.zone, self.begins, at)


C = TypeVar("C")
E = TypeVar("E")
S = TypeVar("S")


class RecordEntry(NamedTuple, Generic[C, E]):
    """What a record says."""

    key: str
    at: datetime
    day: date
    game: str
    round: int
    actor: Actor
    command: C
    events: tuple[E, ...]
    transfers: tuple[Transfer, ...]


TableEntry = RecordEntry[Command, Event]
MeterEntry = RecordEntry[MeterCommand, MeterEvent]
OF_METERS: Final = "progressive"  # what stands in the place of a table's game


@lru_cache(maxsize=64)  # commands of one batch have one time
def _gaming_day(zone: str, begins: time, at: datetime) -> date:
    here = at.astimezone(ZoneInfo(zone))
    return here.date() if here.time() >= begins else here.date() - timedelta(days=1)


@lru_cache(maxsize=64)
def show_time(at: datetime) -> str:
    """A time in UTC as the book writes it, to the millisecond."""
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def happen(table: Table, events: Iterable[Event], at: datetime) -> tuple[Table, tuple[Transfer, ...]]:
    """The table after the events, and all they moved."""
    all_moved: tuple[Transfer, ...] = ()
    for event in events:
        transfers = journal(table.round.spots, event, table.entries)
        all_moved += transfers
        table = moved(table, event, transfers, at)
    return table, all_moved


def record_of(entry: RecordEntry[Any, Any], stream: str, head: Head) -> Record:
    """The next record of a stream. Secrets stay beside it; the body has only their seals."""
    command, secrets = write(entry.command)
    events = []
    for event in entry.events:
        written, more = write(event)
        events.append(written)
        if more:
            secrets |= more
    at, day, actor = show_time(entry.at), entry.day.isoformat(), entry.actor
    body = canonical(
        {
            "at": at,
            "by": [actor.role.value, actor.name, actor.seat],
            "command": command,
            "day": day,
            "events": events,
            "game": entry.game,
            "key": entry.key,
            "round": entry.round,
            "transfers": [[t.source, t.target, t.micros] for t in entry.transfers],
        }
    )
    return Record(
        stream=stream,
        seq=head.seq + 1,
        key=entry.key,
        at=at,
        day=day,
        game=entry.game,
        round=entry.round,
        body=body,
        hash=link(head.hash, body),
        transfers=entry.transfers,
        sealed=tuple([Sealed(seal, secret) for seal, secret in secrets.items()]) if secrets else (),
    )


def meter_entry(
    meter: str, events: tuple[MeterEvent, ...], *, key: str, at: datetime, day: date, by: Actor, of: MeterCommand
) -> MeterEntry:
    """What a command did to a meter."""
    transfers = tuple(move for event in events for move in meter_journal(event, meter))
    return RecordEntry(
        key=key, at=at, day=day, game=OF_METERS, round=0, actor=by, command=of, events=events, transfers=transfers
    )


def entry_of(record: Record) -> TableEntry:
    """What a record of a table says. Raises `ValueError` if it cannot be read."""
    return entry_by(record, BY_NAME)


@dataclass(frozen=True, slots=True, kw_only=True)
class BookReading(Generic[S, C, E]):
    """A meter or the house as its book tells it up to a record: the only way from records to state."""

    state: S
    evolve: Callable[[S, E], S]
    names: Mapping[str, type[Any]]  # of its commands and events
    stream: str
    head: Head
    at: datetime = BEGINNING  # of its last record

    def read_on(self, record: Record) -> tuple[Self, RecordEntry[C, E]]:
        """One record more. Raises `ValueError` if it cannot be the next."""
        head, entry = follow(self.head, record), entry_by(record, self.names)
        return self._after(entry, head), entry

    def write_on(self, entry: RecordEntry[C, E]) -> tuple[Self, Record]:
        """The next record of the book."""
        record = record_of(entry, self.stream, self.head)
        return self._after(entry, Head(record.seq, record.hash)), record

    def _after(self, entry: RecordEntry[C, E], head: Head) -> Self:
        state = reduce(self.evolve, entry.events, self.state)
        return replace(self, state=state, head=head, at=max(entry.at, self.at))


def entry_by(record: Record, names: Mapping[str, type[Any]]) -> RecordEntry[Any, Any]:
    try:
        body: dict[str, Any] = orjson.loads(record.body)
        secrets = _secrets_of(record)
        entry = header_of(record, body, names)
        return entry._replace(events=tuple(read(event, secrets, names) for event in body["events"]))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"record {record.seq} of {record.stream!r} cannot be read: {error!r}") from None


def header_of(record: Record, body: dict[str, Any], names: Mapping[str, type[Any]]) -> RecordEntry[Any, Any]:
    """All that a record says but its events. Raises `ValueError` or `LookupError` if it cannot be read."""
    role, name, seat = body["by"]
    return RecordEntry(
        key=body["key"],
        at=datetime.fromisoformat(body["at"]),
        day=date.fromisoformat(body["day"]),
        game=body["game"],
        round=body["round"],
        actor=Actor(Role(role), name, seat),
        command=read(body["command"], _secrets_of(record), names),
        events=(),
        transfers=tuple(Transfer(Account(s), Account(t), Micros(m)) for s, t, m in body["transfers"]),
    )


def _secrets_of(record: Record) -> dict[str, str]:
    if any(sealed.is_encrypted for sealed in record.sealed):
        raise ValueError(
            f"the secrets of record {record.seq} of {record.stream!r} are encrypted, and the key is not here"
        )
    return {sealed.seal: sealed.body for sealed in record.sealed} if record.sealed else {}


def place_of(key: str) -> tuple[str, int]:
    """The table, and the number of its record, that a meter's record with this key was written with. Raises
    `ValueError` if it answers none."""
    table, _, seq = key.removeprefix(TABLE_KEY).rpartition(" ")
    if not key.startswith(TABLE_KEY) or not seq.isdigit():
        raise ValueError(f"the key {key!r} names no record of a table")
    return table, int(seq)


class Excerpt(NamedTuple):
    """Those events of a table's record that were asked for."""

    seq: int
    at: datetime
    day: date
    events: tuple[Any, ...]
    transfers: tuple[Transfer, ...]
    round: int
    by: Actor


def excerpts(
    book: Book, stream: str, kinds: Sequence[type[Event]], *, after: int = 0, upto: int | None = None
) -> Iterator[Excerpt]:
    """The events of these kinds in a table's book, none of them sealed. The records are picked out by the database
    itself: of a long book few are read."""
    names = {kind.__name__: kind for kind in kinds}
    for seq, text in book.read_telling(stream, names, after=after, upto=upto):
        body: dict[str, Any] = orjson.loads(text)
        yield Excerpt(
            seq=seq,
            at=datetime.fromisoformat(body["at"]),
            day=date.fromisoformat(body["day"]),
            events=tuple(read(event, {}, names) for event in body["events"] if event["is"] in names),
            transfers=tuple(Transfer(*move) for move in body["transfers"]),
            round=body["round"],
            by=Actor(Role(body["by"][0]), *body["by"][1:]),
        )
