"""What the book tells: records, balances and sums, read by anybody on any thread."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Row,
    Select,
    Table,
    and_,
    func,
    inspect,
    literal_column,
    or_,
    select,
    text,
)

from houseway.money import FUND, Account, Micros, Transfer, meter_account, reserve_account
from houseway.progressive.events import StakesTaken
from houseway.service import schema
from houseway.service.record import ENCRYPTED, Head, Record, Sealed, Snapshot, genesis, is_meter, is_table
from houseway.service.vault import EXCHANGED, Vault, secret_place, snapshot_place

CHUNK: Final = 512  # records held at once by a reader


class DayTotal(NamedTuple):
    stream: str
    day: str
    game: str
    source: Account
    target: Account
    micros: Micros


class Book:
    vault: Vault

    def _reading(self) -> AbstractContextManager[Connection]:
        raise NotImplementedError

    @contextmanager
    def at_one_moment(self) -> Iterator[Connection]:
        """A connection that sees the book as it stands now, whatever is written meanwhile."""
        with self._reading() as reader:
            is_file = reader.dialect.name == "sqlite"
            begin = "BEGIN" if is_file else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
            with schema.transaction(reader, begin):
                yield reader

    def streams(self) -> list[str]:
        with self._reading() as reader:
            return streams_of(reader)

    def tables(self) -> list[str]:
        return [stream for stream in self.streams() if is_table(stream)]

    def meters(self) -> list[str]:
        """The names of all meters that have a stream."""
        return [stream.partition(" ")[2] for stream in self.streams() if is_meter(stream)]

    def coined(self, meter: str, after: Mapping[str, int], upto: int | None = None) -> list[StakesTaken]:
        """What each of these tables has put onto the meter since that record of its book, if anything."""
        if not after:
            return []
        table = schema.transfer.c
        later = or_(*(and_(table.stream == stream, table.seq > seq) for stream, seq in after.items()))
        sums = select(table.stream, table.target, func.max(table.seq), *_SUM)
        names = meter_account(meter), reserve_account(meter)
        found: defaultdict[str, dict[str, tuple[int, int]]] = defaultdict(dict)
        with self._reading() as reader:
            gains = sums.where(table.source == FUND, table.target.in_(names), later)
            gains = _within(gains, table.seq, last=upto).group_by(table.stream, table.target)
            for stream, target, seq, millions, rest in reader.execute(gains):
                found[stream][target] = seq, _whole(millions, rest)
        return [
            StakesTaken(
                table=stream,
                upto=max(seq for seq, _ in sides.values()),
                meter_micros=Micros(sides.get(names[0], (0, 0))[1]),
                reserve_micros=Micros(sides.get(names[1], (0, 0))[1]),
            )
            for stream, sides in sorted(found.items())
        ]

    def strays(self, after: Mapping[str, int] | None = None) -> list[str]:
        """What is in the book and does not belong there, a line each: rows without a record, rows that say another day
        or game than their record, streams without a beginning, and guards of the database that are gone. `after`: of
        some streams only what is after a record."""
        found, after = [], after or {}
        with self._reading() as reader:
            names = {name for table in schema.BOOK for name in reader.scalars(text(schema.STREAMS.format(table=table)))}
            for what, query in schema.STRAYS.items():
                for stream in sorted(names):
                    seqs = reader.scalars(text(query), {"stream": stream, "after": after.get(stream, 0)})
                    found += [f"{what}: record {seq} of {stream!r}" for seq in seqs]
            found += [f"the database no longer guards the book: {guard}" for guard in schema.lost_guards(reader)]
        return found

    def heads(self, streams: Iterable[str] | None = None) -> dict[str, Head]:
        """Of these streams, or of all, at one moment."""
        with self.at_one_moment() as reader:
            asked = streams_of(reader) if streams is None else streams
            return {stream: head_of(reader, stream) for stream in asked}

    def is_locked(self, stream: str) -> bool:
        """Whether some of its secrets cannot be decrypted, for want of a key."""
        secrets = schema.sealed.c
        beginnings = [secrets.body.startswith(begins, autoescape=True) for begins in self.vault.locked]
        if not beginnings:
            return False
        with self._reading() as reader:
            query = select(secrets.seq).where(secrets.stream == stream, or_(*beginnings)).limit(1)
            return reader.scalar(query) is not None

    def head(self, stream: str) -> Head:
        with self._reading() as reader:
            return head_of(reader, stream)

    def hash_of(self, stream: str, seq: int) -> str | None:
        """Of a record; None if there is none."""
        table = schema.record.c
        with self._reading() as reader:
            found: str | None = reader.scalar(select(table.hash).where(table.stream == stream, table.seq == seq))
            return found

    def snapshot(self, stream: str) -> Snapshot | None:
        with self._reading() as reader:
            if not inspect(reader).has_table(schema.snapshot.name):
                return None
            row = reader.execute(select(schema.snapshot).where(schema.snapshot.c.stream == stream)).one_or_none()
            if row is None:
                return None
            if not self.vault.knows(row.body):
                self.vault.look_again(reader)
        kept = Snapshot._make(row)
        if self.vault.is_in_use and not kept.body.startswith(ENCRYPTED):
            return kept._replace(body=EXCHANGED)  # anybody who has the database may have put it there
        body = self.vault.decrypted(kept.body, snapshot_place(kept))
        return None if body.startswith(ENCRYPTED) else kept._replace(body=body)

    def archived(self, stream: str) -> Snapshot | None:
        """What the book keeps of a table whose first records went into archives: the table at the last of them."""
        with self._reading() as reader:
            if not inspect(reader).has_table(schema.archive.name):
                return None
            row = reader.execute(select(schema.archive).where(schema.archive.c.stream == stream)).one_or_none()
            return Snapshot(row.stream, row.seq, row.hash, "", row.state) if row else None

    def archived_totals(
        self, stream: str | None = None, *, first: str | None = None, last: str | None = None
    ) -> list[DayTotal]:
        """What moved in records that went into archives, of one stream or of all."""
        with self._reading() as reader:
            if not inspect(reader).has_table(schema.archive_total.name):
                return []
            table = schema.archive_total.c
            query = select(table.stream, table.day, table.game, table.source, table.target, table.micros)
            query = _within(query, table.day, first=first, last=last)
            query = query if stream is None else query.where(table.stream == stream)
            return [DayTotal(*row[:5], Micros(int(row[5]))) for row in reader.execute(query)]

    def snapshot_ends(self) -> dict[str, int]:
        """At which record of each stream its snapshot is."""
        with self._reading() as reader:
            if not inspect(reader).has_table(schema.snapshot.name):
                return {}
            rows = reader.execute(select(schema.snapshot.c.stream, schema.snapshot.c.seq))
            return {row.stream: row.seq for row in rows}

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Record]:
        """In the order of writing. Between chunks no connection and no snapshot is held: records do not change."""
        while True:
            chunk = self._chunk(stream, after, upto)
            yield from chunk
            if len(chunk) < CHUNK:
                return
            after = chunk[-1].seq

    def read_round(self, stream: str, number: int) -> list[Record]:
        """The records of one round."""
        table = schema.record.c
        with self._reading() as reader:
            query = select(schema.record).where(table.stream == stream, table.round == number).order_by(table.seq)
            rows = reader.execute(query).all()
            seqs = [row.seq for row in rows]
            return with_parts(reader, rows, lambda part: (part.c.stream == stream) & part.c.seq.in_(seqs), self.vault)

    def read_telling(
        self, stream: str, events: Iterable[str], *, after: int = 0, upto: int | None = None
    ) -> list[tuple[int, str]]:
        """Number and body of the records with an event of one of these names, picked out by the database itself."""
        table = schema.record.c
        query = select(table.seq, table.body).where(table.stream == stream, table.seq > after)
        query = _within(query, table.seq, last=upto)
        with self._reading() as reader:
            find = func.instr if reader.dialect.name == "sqlite" else func.strpos
            told = or_(*(find(table.body, f'"is":"{name}"') > 0 for name in events))
            return [(row.seq, row.body) for row in reader.execute(query.where(told).order_by(table.seq))]

    def before_day(self, stream: str, day: str, upto: int) -> int:
        """The number of the last record before a gaming day, of those up to `upto`: they are in the order of time."""
        kept = self.archived(stream)
        table, first, last = schema.record.c, kept.seq if kept else 0, upto
        with self._reading() as reader:
            while first < last:
                middle = (first + last + 1) // 2
                found = reader.scalar(select(table.day).where(table.stream == stream, table.seq == middle))
                first, last = (middle, last) if found is not None and found < day else (first, middle - 1)
        return first

    def balances(self, stream: str, upto: int | None = None, after: int = 0) -> dict[str, int]:
        """Millionths by account, after record `upto` or now; they sum to zero. `after`: what moved since a record."""
        table = schema.transfer.c
        sums = _within(select(table.source, table.target, *_SUM).where(table.stream == stream), table.seq, last=upto)
        sums = sums.where(table.seq > after) if after else sums
        balances: defaultdict[str, int] = defaultdict(int)
        with self._reading() as reader:
            for source, target, millions, rest in reader.execute(sums.group_by(table.source, table.target)):
                micros = _whole(millions, rest)
                balances[source] -= micros
                balances[target] += micros
        for total in self.archived_totals(stream) if not after else ():
            balances[total.source] -= total.micros
            balances[total.target] += total.micros
        return dict(balances)

    def day_totals(self, *, first: str | None = None, last: str | None = None) -> list[DayTotal]:
        """What moved between each two accounts, by day, stream and game, from the gaming day `first` through `last`."""
        table = schema.transfer.c
        columns = (table.day, table.stream, table.game, table.source, table.target)
        sums = select(table.stream, table.day, table.game, table.source, table.target, *_SUM)
        sums = _within(sums, table.day, first=first, last=last)
        with self._reading() as reader:
            rows = reader.execute(sums.group_by(*columns).order_by(*columns)).all()
        live = [
            DayTotal(row.stream, row.day, row.game, row.source, row.target, Micros(_whole(*row[-2:]))) for row in rows
        ]
        return live + self.archived_totals(first=first, last=last)

    def _chunk(self, stream: str, after: int, upto: int | None) -> list[Record]:
        table = schema.record.c
        query = _within(select(schema.record).where(table.stream == stream, table.seq > after), table.seq, last=upto)
        with self._reading() as reader:
            rows = reader.execute(query.order_by(table.seq).limit(CHUNK)).all()
            return with_parts(
                reader,
                rows,
                lambda part: (part.c.stream == stream) & part.c.seq.between(rows[0].seq, rows[-1].seq),
                self.vault,
            )


Q = TypeVar("Q", bound=Select[Any])


def _within(query: Q, column: ColumnElement[Any], *, first: Any = None, last: Any = None) -> Q:
    """The query from the first through the last, where they are given."""
    query = query if first is None else query.where(column >= first)
    return query if last is None else query.where(column <= last)


def streams_of(connection: Connection) -> list[str]:
    first = schema.record.c.seq == literal_column("1")  # in the text, or the index of first records is not used
    return sorted(connection.scalars(select(schema.record.c.stream).where(first)))


def head_of(connection: Connection, stream: str) -> Head:
    table = schema.record.c
    query = select(table.seq, table.hash).where(table.stream == stream).order_by(table.seq.desc()).limit(1)
    row = connection.execute(query).one_or_none()
    return Head(0, genesis(stream)) if row is None else Head(row.seq, row.hash)


# A sum of 64-bit numbers may not fit 64 bits, and SQLite then refuses to give it: the halves do.
_MILLION: Final = literal_column("1000000", Integer)
_SUM: Final = (
    func.sum(schema.transfer.c.micros.op("/")(_MILLION)),
    func.sum(schema.transfer.c.micros.op("%")(_MILLION)),
)


def _whole(millions: Any, rest: Any) -> int:
    return int(millions) * 1_000_000 + int(rest)


def with_parts(
    connection: Connection,
    rows: Sequence[Row[Any]],
    of_these: Callable[[Table], ColumnElement[bool]],
    vault: Vault | None = None,
) -> list[Record]:
    """The records of `rows` with their transfers and secrets, read by one query each. Without the vault secrets are as
    they are on the disk."""
    if not rows:
        return []
    transfers: defaultdict[tuple[str, int], list[Transfer]] = defaultdict(list)
    moves = select(schema.transfer).where(of_these(schema.transfer)).order_by(schema.transfer.c.n)
    for stream, seq, _, _, _, source, target, micros in connection.execute(moves):
        transfers[stream, seq].append(Transfer(source, target, micros))
    secrets: defaultdict[tuple[str, int], list[Sealed]] = defaultdict(list)
    sealed = select(schema.sealed).where(of_these(schema.sealed)).order_by(schema.sealed.c.seal)
    for stream, seq, seal, body in connection.execute(sealed).all():
        if vault and not vault.knows(body):
            vault.look_again(connection)
        told = vault.decrypted(body, secret_place(stream, seal)) if vault else body
        secrets[stream, seq].append(Sealed(seal, told))
    places = [(row.stream, row.seq) for row in rows]
    return [
        Record._make((*row, tuple(transfers.get(it, ())), tuple(secrets.get(it, ()))))
        for row, it in zip(rows, places, strict=True)
    ]
