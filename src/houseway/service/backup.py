"""A backup of a book, and a book of a backup.

A backup is one file of SQLite, whatever the book is kept in: all its records at one moment, whoever writes on
meanwhile, and a row that says which heads they must come to. So it says by itself if it was cut or torn. Sessions,
locks and leases are not in it. It is not written on: it is restored, into an empty place, and audited there.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson
from sqlalchemy import Connection, Table, create_engine, delete, func, insert, select
from sqlalchemy.exc import DatabaseError

from houseway import __version__
from houseway.deciding.command import made_from
from houseway.role import SERVICE, Actor
from houseway.service import schema
from houseway.service.book import head_of, streams_of, with_parts
from houseway.service.disk import OWNER_ONLY
from houseway.service.house import ChangeStaff, NoteHeads, tells_of_staff
from houseway.service.house_book import UNREAD, HouseReading, write_house
from houseway.service.keyring import Keyring, usual_path
from houseway.service.marker import Marker
from houseway.service.record import HOUSE, BookBroken, Head
from houseway.service.staffing import on_the_list
from houseway.service.store import Store, open_store
from houseway.service.vault import KeyMissing, Vault

CHUNK: Final = 5_000  # rows held at once
PASSING: Final = (schema.session, schema.attempt, schema.owner, schema.lease)  # of a process at work, not of the book
KEPT: Final = (schema.data_key, schema.staff, schema.snapshot, schema.archive, schema.archive_total)
OWN_META: Final = ("schema version", "mark", schema.BACKUP)
FILE: Final = "BEGIN IMMEDIATE"


class Manifest(NamedTuple):
    """What a backup says of itself."""

    at: str
    software: str
    heads: dict[str, Head]

    @property
    def records(self) -> int:
        return sum(head.seq for head in self.heads.values())


# ---- to make one


def back_up(store: Store, path: Path) -> Manifest:
    """The book as it stands now, in a file that is not there yet; whole or not at all."""
    if path.exists():
        raise ValueError(f"{path} is there already: a backup goes into a file of its own")
    part = path.with_name(f"{path.name}.part")
    _made_anew(part)
    if not store.copy_to(str(part)):
        with _file(part) as target, store.at_one_moment() as source:
            schema.create(target, begin=FILE)
            with schema.transaction(target, FILE):
                _copy(source, target, {stream: head_of(source, stream).seq for stream in streams_of(source)})
    with _file(part) as target:
        manifest = _marked(target)
    _synced(part)
    part.replace(path)
    return manifest


def _marked(target: Connection) -> Manifest:
    """The file as a backup, with what it must come to."""
    heads = {stream: head_of(target, stream) for stream in streams_of(target)}
    manifest = Manifest(datetime.now(UTC).isoformat(timespec="seconds"), __version__, heads)
    told = manifest._asdict() | {"heads": {stream: [head.seq, head.hash] for stream, head in heads.items()}}
    with schema.transaction(target, FILE):
        for table in PASSING:
            if target.dialect.has_table(target, table.name):
                target.execute(delete(table))
        target.execute(delete(schema.meta).where(schema.meta.c.name.in_(("mark", schema.BACKUP))))
        target.execute(insert(schema.meta).values(name=schema.BACKUP, value=orjson.dumps(told).decode()))
    return manifest


def working_copy(store: Store, path: Path) -> None:
    """The book as it stands now, as a book of SQLite, to try something out on. Of a file it is laid out as the file is;
    of a book on a server as this program lays one out."""
    _made_anew(path)
    if not store.copy_to(str(path)):
        path.unlink()
        back_up(store, path)
    with _file(path) as copy, schema.transaction(copy, FILE):
        for table in PASSING:
            if copy.dialect.has_table(copy, table.name):
                copy.execute(delete(table))
        copy.execute(delete(schema.meta).where(schema.meta.c.name.in_(("mark", schema.BACKUP))))


# ---- to look at one


def manifest_of(path: Path) -> Manifest:
    """Raises `BookBroken` if the file is torn, or has not all that it says, and `ValueError` if it is no backup."""
    try:
        with _file(path, read_only=True) as connection:
            wrong = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
            if wrong != "ok":
                raise BookBroken(f"{path}: the file is torn or damaged: {wrong}")
            told = schema.backup(connection) if schema.version(connection) else None
            if told is None:
                raise ValueError(f"{path} is no backup: `houseway book backup` makes one")
            manifest = _read(told)
            for stream, head in manifest.heads.items():
                last = head_of(connection, stream)
                if last != head:
                    says = f"its stream {stream!r} ends at record {last.seq}, and ended at {head.seq} when it was made"
                    raise BookBroken(f"{path}: {says}")
            return manifest
    except DatabaseError as error:
        raise BookBroken(f"{path}: the file is torn or damaged: {str(error.orig).splitlines()[0]}") from None


def backup_heads(store: Store) -> list[tuple[str, Head]]:
    """What a backup that is read as a book says of itself; nothing of a book."""
    with store.at_one_moment() as connection:
        told = schema.backup(connection)
    return list(_read(told).heads.items()) if told else []


def _read(told: str) -> Manifest:
    values = orjson.loads(told)
    heads = {stream: Head(seq, hash_) for stream, (seq, hash_) in values["heads"].items()}
    return Manifest(values["at"], values["software"], heads)


# ---- to make a book of one


def restore(path: Path, url: str, by: Actor, upto: tuple[str, int] | None = None) -> Store:
    """A book from a backup, where nothing is; `upto`: as it stood when this record was written. It is to be audited
    next. Raises `ValueError` if the place is not empty, or the backup has no such record."""
    manifest = manifest_of(path)
    is_file = "://" not in url or url.startswith("sqlite")
    file = Path(url.removeprefix("sqlite:///")) if is_file else None
    for beside in ("", ".mark", "-wal", ".restoring") if file else ():
        if (there := Path(f"{file}{beside}")).exists():
            raise ValueError(f"{there} is there: a book is restored into an empty place")
    with _file(path, read_only=True) as source:
        if why := Vault(Keyring.at(usual_path()), source).why_not():
            raise KeyMissing(f"{path}: {why}: nothing was restored")
        ends = _ends_at(source, *upto) if upto else {stream: head.seq for stream, head in manifest.heads.items()}
        if file:
            _into_file(source, file, ends)
        else:
            _into_server(source, url, ends)
    store = open_store(url, make=False)
    if upto:
        _tell(store, by, f"restored to record {upto[1]} of {upto[0]!r} from the backup of {manifest.at}")
    return store


def _into_file(source: Connection, file: Path, ends: Mapping[str, int]) -> None:
    part = Path(f"{file}.restoring")
    _made_anew(part)
    with _file(part) as target:
        schema.create(target, begin=FILE)
        with schema.transaction(target, FILE):
            _copy(source, target, ends)
            schema.say_mark_is_kept(target)
        head = head_of(target, HOUSE)
        stream, head = (HOUSE, head) if head.seq else next(((s, head_of(target, s)) for s in ends), (HOUSE, head))
    _synced(part)
    part.replace(file)
    marker = Marker(f"{file}.mark")  # without it the book would say that it is not there
    if head.seq:
        marker.write(stream, head.seq, head.hash)
    marker.close()


def _into_server(source: Connection, url: str, ends: Mapping[str, int]) -> None:
    with open_store(url) as store:
        if not store.is_new:
            raise ValueError(f"{store}: a book is there: a book is restored into an empty place")
        with store.alone_with(HOUSE) as target:
            _copy(source, target, ends)


def _ends_at(source: Connection, stream: str, seq: int) -> dict[str, int]:
    """How far each stream had come when a record was written: what has its time or an earlier one, and what the house
    had noted by then."""
    table = schema.record.c
    at = source.scalar(select(table.at).where(table.stream == stream, table.seq == seq))
    if at is None:
        raise ValueError(f"the backup has no record {seq} of {stream!r}")
    rows = source.execute(select(table.stream, func.max(table.seq)).where(table.at <= at).group_by(table.stream))
    ends = {name: int(last) for name, last in rows}
    for name, head in _house_at(source, ends.get(HOUSE, 0)).state.heads.items():
        ends[name] = max(ends.get(name, 0), head.seq)
    return ends


def _house_at(source: Connection, seq: int) -> HouseReading:
    rows = source.execute(select(schema.record).where(schema.record.c.stream == HOUSE, schema.record.c.seq <= seq))
    book = UNREAD
    for record in with_parts(source, sorted(rows, key=lambda row: row.seq), lambda part: part.c.stream == HOUSE):
        book, _ = book.read_on(record)
    return book


def _tell(store: Store, by: Actor, why: str) -> None:
    """The house's book goes on with what was done, and with the staff as they are on the list now."""
    now = datetime.now(UTC)
    heads = {stream: head for stream, head in store.heads().items() if stream != HOUSE}
    book = write_house(store, by, NoteHeads(why=why, heads=heads), now)
    for name, person in on_the_list(store).items():
        if tells_of_staff(book.state) and book.state.staff.get(name) != person:
            book = write_house(store, SERVICE, made_from(ChangeStaff, person), now, book=book)


# ---- rows


def _copy(source: Connection, target: Connection, ends: Mapping[str, int]) -> None:
    guards = ("record_follows",) if schema.version(target) == schema.VERSION else ()
    with schema.unguarded(target, *guards):  # where closed days are in archives the numbers have a gap
        for stream, end in ends.items():
            for table in schema.BOOK:
                for rows in _rows(source, table, stream, end):
                    target.execute(insert(table), rows)
    for table in KEPT:
        if source.dialect.has_table(source, table.name):
            rows = [dict(row._mapping) for row in source.execute(select(table))]
            rows = [row for row in rows if table is not schema.snapshot or row["seq"] <= ends.get(row["stream"], 0)]
            if rows:
                target.execute(insert(table), rows)
    meta = source.execute(select(schema.meta).where(schema.meta.c.name.not_in(OWN_META)))
    if rows := [dict(row._mapping) for row in meta]:
        target.execute(insert(schema.meta), rows)


def _rows(source: Connection, table: Table, stream: str, end: int) -> Iterator[list[dict[str, Any]]]:
    column, after = table.c, 0
    while True:
        query = select(column.seq).where(column.stream == stream, column.seq > after, column.seq <= end)
        seqs = source.scalars(query.order_by(column.seq).limit(CHUNK)).all()
        if not seqs:
            return
        between = (column.stream == stream) & column.seq.between(seqs[0], seqs[-1])
        yield [dict(row._mapping) for row in source.execute(select(table).where(between).order_by(column.seq))]
        after = seqs[-1]


# ---- files


@contextmanager
def _file(path: Path, *, read_only: bool = False) -> Iterator[Connection]:
    if read_only and not path.exists():
        raise ValueError(f"there is no backup at {path}")
    engine = create_engine(f"sqlite:///{path}", isolation_level="AUTOCOMMIT", hide_parameters=True)
    try:
        with engine.connect() as connection:
            if read_only:
                connection.exec_driver_sql("PRAGMA query_only = ON")
            yield connection
    finally:
        engine.dispose()


def _made_anew(part: Path) -> None:
    """Cards that are not dealt stand in it: it is its owner's alone."""
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY))


def _synced(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
