"""Closed gaming days leave the live book for archives.

Of each table goes what stands before its last closing by the end of a day: nothing lies on it then, nobody sits there,
and no round is open. The records are audited as they are written into the file, the file is read again, and then one
transaction takes them out of the live book and leaves what it needs: the first record and the last one, the table as it
was found there, the day's sums, and a record of the house with the hash of the file.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import orjson
from sqlalchemy import Connection, delete, select

from houseway.role import Actor
from houseway.service import schema
from houseway.service.archive_file import ArchiveWriter, contents_of, records_in
from houseway.service.database import upsert
from houseway.service.house import ArchiveDay, HouseState
from houseway.service.house_audit import HouseAudit
from houseway.service.house_book import write_house
from houseway.service.meters import Meters
from houseway.service.record import HOUSE, BookBroken, Head, Record
from houseway.service.snapshot import archived_state, edition_of, table_in
from houseway.service.state_json import written
from houseway.service.store import Store
from houseway.service.table_audit import Checked, Start, TableAudit, beginning
from houseway.service.watch import Watch

GUARDS: Final = {
    "sqlite": ("record_no_delete", "transfer_no_delete", "sealed_no_delete"),
    "postgresql": ("record_append_only", "transfer_append_only", "sealed_append_only"),
}


def days_to_archive(store: Store, upto: str) -> list[str]:
    """The gaming days up to this one on which a table was closed that is not archived yet."""
    return sorted({day for stream in store.tables() for day in _closings(store, stream, upto)})


class Archiver:
    """Puts one day after the other into files of a folder."""

    def __init__(self, store: Store, folder: Path, by: Actor) -> None:
        self._store, self._folder, self._by = store, folder, by
        self._house, self._meters = HouseAudit(), Meters(store)

    def archive(self, day: str) -> Path:
        """The file in which the day is now. Raises `BookBroken` if the book is not as it must be: nothing is done."""
        for record in self._store.read(HOUSE, after=self._house.book.head.seq):
            self._house.reads(record)
        house = self._house.book.state
        path = self._folder / f"{day}-{len(house.archives) + 1}.archive"
        writer, states = ArchiveWriter(path, day, house.archives[-1].sha256 if house.archives else ""), {}
        for stream in self._store.tables():
            if closings := _closings(self._store, stream, day, house):
                states[stream] = self._written(stream, closings[max(closings)], writer)
        sha256 = writer.close()
        heads = self._read_again(path)
        command = ArchiveDay(
            day=day,
            file=path.name,
            sha256=sha256,
            heads=heads,
            states={stream: hashlib.sha256(state.encode()).hexdigest() for stream, state in states.items()},
        )

        def taken_out(connection: Connection) -> None:
            for table in (schema.archive, schema.archive_total):
                table.create(connection, checkfirst=True)
            with schema.unguarded(connection, *GUARDS[connection.dialect.name]):
                for stream, head in heads.items():
                    _take_out(connection, stream, head, states[stream])

        try:
            now = datetime.now(UTC)
            write_house(self._store, self._by, command, now, book=self._house.book, also=taken_out)
        except ValueError:
            path.unlink()
            raise
        return path

    def _written(self, stream: str, last: int, writer: ArchiveWriter) -> str:
        """The table's records up to one, audited on their way into the file; the table as it was found there."""
        start = beginning(stream)
        if began := archived_state(self._store, stream, self._house.book.state):
            table = table_in(began, by_another=True)
            if table is None:
                raise BookBroken(
                    f"stream {stream!r}: the state at the end of its archives is of another version's fields"
                )
            start = Start(Head(began.seq, began.hash), Checked(table=table))
        self._check_meters(stream, last)
        audit = TableAudit.after(start, Watch(stream=stream, house=self._house))

        def audited() -> Iterator[Record]:
            for record in self._store.read(stream, start.head.seq, last):
                audit.reads(record)
                yield record

        head = writer.add(stream, start.head, audited())
        if audit.table.terms is not None or head.seq != last:
            raise BookBroken(f"stream {stream!r}: the table is not closed at record {last}")
        state = orjson.dumps({"edition": edition_of(audit.table), "table": written(audit.table)}).decode()
        writer.ends(stream, state)
        return state

    def _check_meters(self, stream: str, last: int) -> None:
        for meter in self._store.meters():
            controller = self._meters.read(meter).state
            after = {stream: controller.read.get(stream, 0)}
            if stream in controller.links and self._store.coined(meter, after, upto=last):
                says = f"meter {meter!r} has not taken up yet what {stream!r} put onto it up to record {last}"
                raise ValueError(says)

    def _read_again(self, path: Path) -> dict[str, Head]:
        contents = contents_of(path)
        for stream, kept in contents.streams.items():
            live, archived = self._store.read(stream, kept.after.seq, kept.upto.seq), records_in(path, stream, kept)
            for mine, his in zip(live, archived, strict=True):
                if mine != his:
                    raise BookBroken(f"the archive {path} has record {his.seq} of {stream!r} otherwise")
        return {stream: kept.upto for stream, kept in contents.streams.items()}


def _closings(store: Store, stream: str, upto: str, house: HouseState | None = None) -> dict[str, int]:
    """The last record of each gaming day at which the table was closed, of those that are still in the live book."""
    began = archived_state(store, stream, house)
    tomorrow = (date.fromisoformat(upto) + timedelta(days=1)).isoformat()
    last = store.before_day(stream, tomorrow, store.head(stream).seq)
    found = {}
    for seq, body in store.read_telling(stream, ("TableClosed",), after=began.seq if began else 1, upto=last):
        if (day := orjson.loads(body)["day"]) <= upto:
            found[day] = seq
    return found


def _take_out(connection: Connection, stream: str, head: Head, state: str) -> None:
    between = {
        table: (table.c.stream == stream) & (table.c.seq > 1) & (table.c.seq < head.seq) for table in schema.BOOK
    }
    moved = schema.transfer.c
    sums: defaultdict[tuple[Any, ...], int] = defaultdict(int)
    rows = connection.execute(select(*moved).where(between[schema.transfer]))
    for _, _, _, day, game, source, target, micros in rows:
        sums[day, game, source, target] += micros
    for (day, game, source, target), micros in sums.items():
        _add(connection, stream, (day, game, source, target), micros)
    for table in reversed(schema.BOOK):
        connection.execute(delete(table).where(between[table]))
    upsert(connection, schema.archive, {"stream": stream, "seq": head.seq, "hash": head.hash, "state": state})


def _add(connection: Connection, stream: str, place: tuple[str, str, str, str], micros: int) -> None:
    day, game, source, target = place
    table = schema.archive_total
    values = {"stream": stream, "day": day, "game": game, "source": source, "target": target}
    before = connection.scalar(select(table.c.micros).where(*(table.c[name] == it for name, it in values.items())))
    upsert(connection, table, {**values, "micros": str(int(before or 0) + micros)})
