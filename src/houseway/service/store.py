"""The book on disk: records are appended by the one process that claimed their stream, and read by anybody.

SQLite serves one process; PostgreSQL a floor of several. Both are spoken to in the same SQL, and both refuse by
themselves what the book refuses (see `schema`).
"""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Self

from sqlalchemy import Connection, Engine, Table, delete, func, make_url, select
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, SQLAlchemyError

from houseway.service import schema
from houseway.service.book import Book, head_of, with_parts
from houseway.service.database import OVERTAKEN, PROCESS, Database, LeaseLost, MarkLost, upsert
from houseway.service.keyring import Keyring, usual_path
from houseway.service.people import People, Staff
from houseway.service.postgresql_server import PostgreSQLServer
from houseway.service.record import ENCRYPTED, Head, Record, Snapshot, fault
from houseway.service.sqlite_file import SQLiteFile
from houseway.service.vault import KeyMissing, Vault, pin_place, secret_place, snapshot_place


class NotTheWriter(Exception):
    """The stream is not claimed by this store, so it may not write it."""


class BookRefuses(ValueError):
    """The records do not belong where they were to be written; nothing of their batch was."""


class MeterMoved(BookRefuses):
    """What was to be written was decided on a meter that another process has changed since."""


class StoreFailed(Exception):
    """The database did not answer. Every claim is gone, and must be made again. Nothing was written, unless the
    connection broke after the commit was sent and before it was confirmed: ask `seen` after claiming again."""


class Overtaken(StoreFailed):
    """Another process has taken over what this one had claimed."""


def database_at(url: str, *, read_only: bool) -> Database:
    if "://" not in url:
        return SQLiteFile(url, read_only=read_only)
    scheme = url.partition("://")[0]
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise ValueError(f"{scheme}://…: this is not the URL of a database") from None
    match parsed.get_backend_name():
        case "sqlite" if parsed.database and parsed.database != ":memory:":
            return SQLiteFile(parsed.database, read_only=read_only)
        case "sqlite":
            raise ValueError(f"{url}: a book needs a file")
        case "postgresql" | "postgres":
            return PostgreSQLServer(parsed, read_only=read_only)
        case _:
            raise ValueError(f"{scheme}://…: a book is kept in sqlite:// or postgresql://")


def open_store(
    url: str,
    *,
    read_only: bool = False,
    make: bool = True,
    accept_loss: bool = False,
    keyring: Keyring | None = None,
) -> "Store":
    """The book at "sqlite:///path/book.db", a bare path, or "postgresql://…"; laid out first if there is none and
    `make` says so.

    `read_only` is for auditors: it needs no right to write, makes nothing, and works beside a running service. It also
    reads a copy without its mark, and says so in `unvouched`; to write such a book, `accept_loss` (see `accept_loss`).
    The keys to its secrets are in the usual file (see `keyring`), unless others are given: to write a book they must be
    there, and are made with a new one; who only reads does without, and cannot read the secrets.
    Raises `ValueError`, in one line and without the password, for anything that is not a book of this version.
    """
    database = database_at(url, read_only=read_only)
    return open_book(database, url=url, read_only=read_only, make=make, accept_loss=accept_loss, keyring=keyring)


def open_book(
    database: Database,
    *,
    url: str,
    read_only: bool = False,
    make: bool = True,
    accept_loss: bool = False,
    keyring: Keyring | None = None,
) -> "Store":
    """The book that this database keeps; `url` is where another process finds it."""
    make = make and not read_only
    database.find(make=make)
    is_new, unvouched = False, ""
    vault = Vault(keyring or (Keyring.of_a_reader if read_only else Keyring.at)(usual_path()))
    try:
        pool = database.pool()
        with pool.connect() as connection:
            try:
                if not accept_loss:
                    database.check(connection)
            except MarkLost as lost:
                if not read_only:
                    raise
                unvouched = str(lost)
            if make and schema.is_empty(connection):
                is_new = True
                database.prepare(connection)
                schema.create(connection, begin=database.begin)
            if not read_only:
                _make_ready(database, connection, vault, accept_loss=accept_loss)
            version = schema.version(connection)
            if read_only and version in schema.READABLE:
                vault.look_again(connection)
    except ImportError:
        raise ValueError(f"{database}: PostgreSQL needs its driver: pip install 'houseway[postgresql]'") from None
    except (SQLAlchemyError, ValueError) as error:
        pool.dispose()
        database.close()
        if isinstance(error, ValueError):
            raise
        raise ValueError(f"{database}: {_line(error)}") from None
    if version is None:
        raise ValueError(f"{database}: this is a database, but not a book")
    if version not in schema.READABLE:
        raise ValueError(f"{database}: a book of version {version}; this program reads version {schema.VERSION}")
    return Store(database, pool, url=url, read_only=read_only, vault=vault, is_new=is_new, unvouched=unvouched)


def _make_ready(database: Database, connection: Connection, vault: Vault, *, accept_loss: bool) -> None:
    """An older book is made one of this version; one of this version is given what it lacks to be written."""
    version = schema.version(connection)
    if version is not None and schema.backup(connection) is not None:
        raise ValueError(f"{database} is a backup: `houseway book restore` makes a book of it")
    if version in schema.READABLE:
        schema.migrate(connection, begin=database.begin)
        try:
            vault.make_sure(connection, database.begin)
        except KeyMissing as missing:
            raise KeyMissing(f"{database}: {missing}") from None
        if not accept_loss:
            database.keep_mark(connection)


class Store(Book, People):
    """One writer connection, meant for one thread, and a pool for readers on any thread.

    At most one process in the world writes a stream: it must `claim` it first. On PostgreSQL a claim is a
    session-level advisory lock held by the writer connection itself, so lock and ability to write are lost together,
    and the server frees the streams of a killed process at once. (Connect directly or through a pooler in session
    mode: in transaction mode the connection is not one's own.) On SQLite the first claim takes the whole book for
    this process, by a lock on "<path>.lock" that the operating system frees when the process ends.
    """

    def __init__(
        self,
        database: Database,
        pool: Engine,
        *,
        url: str,
        read_only: bool,
        vault: Vault,
        is_new: bool = False,
        unvouched: str = "",
    ) -> None:
        self.is_new = is_new  # laid out just now
        self.unvouched = unvouched  # why nobody can tell that nothing is missing at its end
        self.vault = vault
        self._database = database
        self._url = url
        self._read_only = read_only
        self._pool = pool
        self._writer: Connection | None = None
        self._writing_lock = threading.RLock()  # a call from a second thread waits instead of joining a transaction
        self._heads: dict[str, Head] = {}  # of the claimed streams
        self._is_alone = False  # in a transaction of several steps
        self._keeps_snapshots = is_new
        self._uncommitted: Record | None = None  # the last that was written in it

    def __str__(self) -> str:
        return str(self._database)

    def reopened(self) -> "Store":
        """The same book, for another process that reads it."""
        return open_store(self._url, read_only=True, keyring=self.vault.keyring)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with suppress(StoreFailed):
            for stream in self.claimed:
                self.release(stream)
        with self._writing_lock:
            self._lose_writer()
        self._pool.dispose()
        self._database.close()

    def copy_to(self, path: str) -> bool:
        """Copy the book's file, though it is written on. False of a book on a server."""
        return self._database.copy_to(path)

    # Writing

    @property
    def claimed(self) -> frozenset[str]:
        return frozenset(self._heads)

    def claim(self, stream: str, *, address: str | None = None) -> bool:
        """False if another store holds the stream. `address` tells other processes where its commands are to go."""
        if self._read_only:
            raise NotTheWriter(f"{self._database} is open for reading only")
        with self._writing() as writer:
            if stream not in self._heads:
                if not self._database.lock(writer, stream):
                    return False
                self._heads[stream] = head_of(writer, stream)
            if address is None:  # whatever stands there is the address of a process that is gone
                writer.execute(delete(schema.owner).where(schema.owner.c.stream == stream))
            else:
                upsert(writer, schema.owner, {"stream": stream, "address": address})
            return True

    def release(self, stream: str) -> None:
        if stream not in self._heads:
            return
        with self._writing() as writer:
            writer.execute(delete(schema.owner).where(schema.owner.c.stream == stream))
            del self._heads[stream]
            self._database.unlock(writer, stream, last=not self._heads)

    def append(self, records: Sequence[Record], meters: Mapping[str, int] | None = None) -> None:
        """Write all of `records`, of any number of claimed streams, or none: they are on disk when this returns. What
        was decided on `meters` is written only if each still ends at this record: their streams are not claimed, and
        many processes may write on them at once."""
        if not records:
            return
        with self._writing_lock:
            heads = self._heads_after(records)
            with self._writing() as writer:
                if meters:
                    self._append_on(writer, records, meters)
                else:
                    self._database.append(writer, rows_of(records, self.vault))
                self._acknowledge(records[-1])
            self._heads |= heads

    def _acknowledge(self, record: Record) -> None:
        """What is committed is marked beside the book, before anybody is told of it."""
        self._uncommitted = record
        if not self._is_alone:
            self._database.mark(record.stream, record.seq, record.hash)

    def forget_mark(self) -> None:
        """What was marked as the last commit is no longer asked for; the next commit is marked. Only for whoever has
        claimed the book: another's marks would be lost."""
        if not self._heads:
            raise NotTheWriter("the book is not claimed")
        self._database.forget_mark()

    def _append_on(self, writer: Connection, records: Sequence[Record], meters: Mapping[str, int]) -> None:
        with schema.transaction(writer, self._database.begin):
            self._database.hold(writer, sorted(meters), alone=False)
            table = schema.record.c
            ends = select(table.stream, func.max(table.seq)).where(table.stream.in_(meters)).group_by(table.stream)
            moved = meters.items() ^ {(stream, seq) for stream, seq in writer.execute(ends)}
            if moved:
                raise MeterMoved(f"{min(moved)[0]!r} no longer ends at record {meters[min(moved)[0]]}")
            self._database.append(writer, rows_of(records, self.vault))

    @contextmanager
    def alone_with(self, *streams: str) -> Iterator[Connection]:
        """One transaction in which nobody else writes on these streams, meters or the house, which nobody claims: what
        is appended within is written at its end, and so is what else is done with the connection."""
        with self._writing_lock:
            with self._writing() as writer:
                writer.exec_driver_sql(self._database.begin)
                self._database.hold(writer, sorted(streams), alone=True)
                before = dict(self._heads)
                self._heads |= {stream: head_of(writer, stream) for stream in streams}
            self._is_alone, self._uncommitted = True, None
            try:
                yield writer
                with self._writing() as writer:
                    writer.exec_driver_sql("COMMIT")
                    self._is_alone = False
                    if self._uncommitted is not None:
                        self._acknowledge(self._uncommitted)
            except BaseException:
                if self._writer is not None:
                    self._heads = before
                    with suppress(SQLAlchemyError):
                        self._writer.exec_driver_sql("ROLLBACK")
                raise
            finally:
                self._is_alone = False
                for stream in streams:
                    self._heads.pop(stream, None)

    def seen(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Record]:
        """The records already written under these pairs of stream and key."""
        if not keys:
            return {}
        asked = frozenset(keys)
        # Streams and keys apart, and the pairs picked out here: given pairs, SQLite scans the whole table.
        table = schema.record.c
        query = select(schema.record).where(
            table.stream.in_({it[0] for it in asked}), table.key.in_({it[1] for it in asked})
        )
        with self._writing() as writer:
            rows = [row for row in writer.execute(query) if (row.stream, row.key) in asked]
            streams, seqs = {row.stream for row in rows}, {row.seq for row in rows}
            records = with_parts(
                writer, rows, lambda part: part.c.stream.in_(streams) & part.c.seq.in_(seqs), self.vault
            )
            return {(record.stream, record.key): record for record in records}

    def _heads_after(self, records: Sequence[Record]) -> dict[str, Head]:
        heads: dict[str, Head] = {}
        for record in records:
            head = heads.get(record.stream) or self._heads.get(record.stream)
            if head is None:
                raise NotTheWriter(f"stream {record.stream!r} is not claimed")
            if (reason := fault(record, head)) is not None:
                raise BookRefuses(reason)
            heads[record.stream] = Head(record.seq, record.hash)
        return heads

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._writing_lock:
            try:
                if self._writer is None:
                    self._writer = self._database.writer()
                yield self._writer
            except BookRefuses:
                raise
            except LeaseLost:
                self._lose_writer()
                raise Overtaken(f"{self._database}: {OVERTAKEN}") from None
            except (IntegrityError, DataError) as error:
                raise BookRefuses(_line(error)) from error
            except (ValueError, TypeError, OverflowError) as error:  # text that is no Unicode, numbers beyond 64 bits
                raise BookRefuses(str(error)) from error
            except (SQLAlchemyError, OSError) as error:
                self._lose_writer()
                raise StoreFailed(f"{self._database}: {_line(error)}") from error
            except BaseException:  # an interruption: what the database took of it is not known
                self._lose_writer()
                raise

    def _lose_writer(self) -> None:
        self._heads.clear()
        writer, self._writer = self._writer, None
        if writer is not None:
            with suppress(SQLAlchemyError):
                writer.invalidate()
                writer.close()
        self._database.unlock_all()

    def keep_snapshot(self, snapshot: Snapshot) -> None:
        """In the place of the stream's last one. It is no part of the book, and its commit is not marked."""
        with self._writing() as writer:
            if not self._keeps_snapshots:
                with schema.alone(writer, self._database.begin, "houseway schema"):
                    schema.snapshot.create(writer, checkfirst=True)
                self._keeps_snapshots = True
            body = self.vault.encrypted(snapshot.body, snapshot_place(snapshot))
            upsert(writer, schema.snapshot, snapshot._replace(body=body)._asdict())

    def is_at_work(self) -> bool:
        """Whether some process, this one or another, has this book or a table of it."""
        return bool(self.held([*self.streams(), *self.owners(PROCESS)])) or not self._database.is_free()

    def compact(self) -> None:
        """Nothing is left on the disk of what was changed. Only while nobody is at work."""
        with self._writing_lock:
            self._lose_writer()
            self._database.compact()

    def hidden_pin_hash(self, name: str, pin_hash: str) -> str:
        """As the list of the staff has it: encrypted, for a PIN is short, and its hash can be tried out."""
        return pin_hash if pin_hash.startswith(ENCRYPTED) else self.vault.encrypted(pin_hash, pin_place(name))

    def pin_hash(self, person: Staff) -> str:
        """The hash that a PIN is held against; none fits where this one cannot be decrypted."""
        if not self.vault.knows(person.pin_hash):
            with self._reading() as reader:
                self.vault.look_again(reader)
        return self.vault.decrypted(person.pin_hash, pin_place(person.name))

    def rotate_keys(self) -> str:
        """The name of a new key, under which this book's secrets are from now on (see `Vault.rotate`)."""
        with self._writing() as writer:
            return self.vault.rotate(writer, self._database.begin)

    # The lease: who has claimed streams says again and again that he is at work

    def beat(self, holder: str) -> None:
        """Raises `StoreFailed` if another process has taken over."""
        with self._writing() as writer:
            self._database.beat(writer, holder)

    def beats(self) -> dict[str, int]:
        """How often each process that has streams has said so; one that does not tell is not there."""
        with self._reading() as reader:
            return self._database.beats(reader)

    def take_over(self, holder: str) -> None:
        """From a process that hangs: what it claimed can be claimed, and nothing that it writes later is taken."""
        with self._writing() as writer:
            self._database.take_over(writer, holder)

    # Reading the book

    def owner(self, stream: str) -> str | None:
        return self.owners(stream).get(stream)

    def owners(self, beginning: str) -> dict[str, str]:
        """The addresses of the claimed streams whose names begin so; some of the claims may have ended."""
        with self._reading() as reader:
            rows = reader.execute(
                select(schema.owner).where(schema.owner.c.stream.startswith(beginning, autoescape=True))
            )
            return {row.stream: row.address for row in rows}

    def held(self, streams: Iterable[str]) -> frozenset[str]:
        """Those of the streams that some process, this one or another, has claimed at this moment."""
        with self._reading() as reader:
            return self._database.held(reader, frozenset(streams)) | (self.claimed & frozenset(streams))

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._pool.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StoreFailed(f"{self._database}: {_line(error)}") from error


def rows_of(records: Sequence[Record], vault: Vault) -> dict[Table, list[tuple[object, ...]]]:
    """The rows of the records, each in the order of its table's columns; the secrets encrypted."""
    entries: list[tuple[object, ...]] = []
    transfers: list[tuple[object, ...]] = []
    secrets: list[tuple[object, ...]] = []
    for it in records:
        entries.append((it.stream, it.seq, it.key, it.at, it.day, it.game, it.round, it.body, it.hash))
        for n, move in enumerate(it.transfers):
            transfers.append((it.stream, it.seq, n, it.day, it.game, move.source, move.target, move.micros))
        for seal, body in it.sealed:
            secrets.append((it.stream, it.seq, seal, vault.encrypted(body, secret_place(it.stream, seal))))
    return {schema.record: entries, schema.transfer: transfers, schema.sealed: secrets}


def _line(error: BaseException) -> str:
    """What the database said, without SQLAlchemy's statement and parameters, which may be secret."""
    said = str(error.orig if isinstance(error, DBAPIError) else error).strip()
    return said.splitlines()[0] if said else type(error).__name__
