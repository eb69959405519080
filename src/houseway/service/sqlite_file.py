"""A book kept in a file by SQLite. One process has it as a whole, by locks on the file; one that hangs keeps its locks
and loses its lease, and nothing that it writes afterwards is taken."""

import os
import sqlite3
import time
from typing import IO, Any, Final
from urllib.parse import quote

import orjson
from sqlalchemy import Connection, Engine, Table, create_engine, inspect
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.pool import NullPool, QueuePool

from houseway.service.database import BOOK_LEASE, OVERTAKEN, Database, LeaseLost, MarkLost, RecordsLost, Rows
from houseway.service.disk import THE_DISK, Disk
from houseway.service.file_lock import FileLock
from houseway.service.marker import Marker, read_mark
from houseway.service.schema import BOOK, keeps_mark, say_mark_is_kept

BUSY_SECONDS: Final = 10.0  # how long a write may wait for another's to finish
WRITER_CACHE_KIB: Final = 32 * 1024  # so that the pages which a busy floor writes to are not read again every time
WRITER_LOG_PAGES: Final = 8_000  # of the write-ahead log before they go into the book: those written often go once


class SQLiteFile(Database):
    begin = "BEGIN IMMEDIATE"  # a plain BEGIN may read first and then find that it can no longer write

    def __init__(self, path: str, *, read_only: bool, disk: Disk = THE_DISK) -> None:
        self._shown = path
        self._disk = disk
        self._path = os.path.realpath(path)  # so that two names of one file meet at one lock
        self._read_only = read_only
        self._lock: IO[str] | None = None
        self._identity: FileLock | None = None
        self._marker: Marker | None = None
        self._epoch: int | None = None  # of this writer's lease
        self._overtakes = False  # the process that has the locks hangs

    def __str__(self) -> str:
        return self._shown

    def find(self, *, make: bool) -> None:
        """A book holds the cards of rounds that are still played: no other account may read it unless it is given the
        right. Its "-wal" and "-shm" are made by SQLite, with the rights of the book itself."""
        if self._disk.is_folder(self._path):
            raise ValueError(f"{self._shown} is a folder; a book is a file")
        if make and not self._disk.exists(self._path):  # closing a file that SQLite has open would free its locks
            self._disk.make(self._path)
        if not self._disk.exists(self._path):
            if make:
                return
            raise ValueError(f"there is no book at {self._shown}")
        names = self._disk.names(self._path)
        if names > 1:  # the newest records lie beside one of its names, and whoever opens another does not see them
            raise ValueError(f"{self._shown} is a file of {names} names (hard links): a book has one")
        self._identity = self._disk.identity(self._path)

    def close(self) -> None:
        if self._marker is not None:
            self._marker.close()
            self._marker = None
        if self._identity is not None:
            self._identity.leave()
            self._identity = None

    # ---- the mark of the last commit

    def check(self, reader: Connection) -> None:
        mark = read_mark(self._mark_path, self._disk)
        if mark is None:
            if keeps_mark(reader) and (not self._disk.exists(self._mark_path) or _last_record(reader)):
                raise MarkLost(
                    f"{self._shown}.mark is gone: acknowledged records may be missing at the end of the book, "
                    f"and nobody can tell. Look for it beside the book this was copied from; if there is none, "
                    f"`houseway audit accept --book {self._shown}` goes on with what is here, and writes it down"
                )
            return
        found = "SELECT hash FROM record WHERE stream = ? AND seq = ?"
        is_book = inspect(reader).has_table("record")  # all of a young book may be in its log
        if not is_book or reader.exec_driver_sql(found, (mark.stream, mark.seq)).scalar() != mark.hash:
            raise RecordsLost(
                f"{self._shown}: record {mark.seq} of {mark.stream!r} was acknowledged and is not in the book: its "
                f'"-wal" was lost or damaged, or an older copy stands in its place (see {self._shown}.mark). '
                f"`houseway audit accept --book {self._shown}` goes on without them, and writes it down"
            )

    def copy_to(self, path: str) -> bool:
        source, target = self._connect(), sqlite3.connect(path)
        try:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # one file, and nothing beside it
        finally:
            source.close()
            target.close()
        return True

    def keep_mark(self, writer: Connection) -> None:
        """From here on the book itself says that there is a mark beside it: in its file, and not in its log alone,
        which may be lost together with the mark."""
        if keeps_mark(writer):
            return
        last = _last_record(writer)
        if last and read_mark(self._mark_path, self._disk) is None:  # a book from before marks
            self.mark(*last)
        self._open_marker()
        say_mark_is_kept(writer)
        writer.exec_driver_sql("PRAGMA wal_checkpoint(FULL)")

    def forget_mark(self) -> None:
        self._disk.remove(self._mark_path)

    @property
    def _mark_path(self) -> str:
        return f"{self._path}.mark"

    def _open_marker(self) -> Marker:
        if self._marker is None:
            self._marker = Marker(self._mark_path, self._disk)
        return self._marker

    def mark(self, stream: str, seq: int, hash_: str) -> None:
        self._open_marker().write(stream, seq, hash_)

    def pool(self) -> Engine:
        if self._read_only:  # a connection for each question: see `_connect`
            return self._engine(poolclass=NullPool)
        return self._engine(poolclass=QueuePool, pool_size=8, max_overflow=32)

    def writer(self) -> Connection:
        """With a view of its own, "batch", which takes rows for the whole book and puts each into its table."""
        connection = self._engine(poolclass=NullPool).connect()
        if not self._read_only:
            cache, log = f"PRAGMA cache_size = -{WRITER_CACHE_KIB}", f"PRAGMA wal_autocheckpoint = {WRITER_LOG_PAGES}"
            for statement in (cache, log, *_batch_view(BOOK)):
                connection.exec_driver_sql(statement)
        return connection

    def _engine(self, **options: Any) -> Engine:
        return create_engine(
            "sqlite://", creator=self._connect, isolation_level="AUTOCOMMIT", hide_parameters=True, **options
        )

    def _connect(self) -> sqlite3.Connection:
        mode = "rwc"
        if self._read_only:
            # A book with no "-wal" file beside it is open nowhere. It is then read as a plain file: anything else
            # would leave files of the auditor's behind, which the service might not be allowed to open.
            mode = "ro" if self._disk.exists(f"{self._path}-wal") else "ro&immutable=1"
        by = f"&vfs={self._disk.vfs}" if self._disk.vfs else ""
        connection = sqlite3.connect(
            f"file:{quote(self._path)}?mode={mode}{by}",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,  # the pool hands a connection from thread to thread, one at a time
        )
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA query_only = {'ON' if self._read_only else 'OFF'}")
        return connection

    def prepare(self, connection: Connection) -> None:
        """Readers and the writer do not wait for each other once the file keeps a write-ahead log."""
        deadline = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                connection.exec_driver_sql("PRAGMA journal_mode = WAL")
                return
            except OperationalError:  # while a second process does the same SQLite does not wait by itself
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    def lock(self, writer: Connection, stream: str) -> bool:
        if self._epoch is not None:
            return True
        if not self._overtakes and (self._is_led_without_locks(writer) or not self._take_locks()):
            return False
        self._overtakes = False
        beat = None if self._lock else -1
        writer.exec_driver_sql(
            "INSERT INTO lease VALUES (?, 1, ?) "
            "ON CONFLICT (holder) DO UPDATE SET epoch = epoch + 1, beat = excluded.beat",
            (BOOK_LEASE, beat),
        )
        found = writer.exec_driver_sql("SELECT epoch FROM lease WHERE holder = ?", (BOOK_LEASE,)).scalar()
        assert isinstance(found, int)
        self._epoch = found
        return True

    def is_free(self) -> bool:
        import fcntl

        try:
            lock = os.open(f"{self._path}.lock", os.O_RDWR)
        except FileNotFoundError:
            return True
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        finally:
            os.close(lock)
        return True

    def compact(self) -> None:
        connection = self._connect()
        try:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            connection.close()

    def _take_locks(self) -> bool:
        """On the file itself, whatever it is called, and on "<path>.lock", which older versions know."""
        if self._lock is not None:
            return True
        if self._identity is not None and not self._identity.take():
            return False
        lock = self._disk.lock(f"{self._path}.lock")
        if lock is None:
            if self._identity is not None:
                self._identity.free()
            return False
        self._lock = lock
        return True

    # ---- the lease: a process that hangs keeps its locks, and must not write any more

    def _is_led_without_locks(self, writer: Connection) -> bool:
        """Whoever overtook a process that hangs has no locks until that one is gone, and counts his beats down."""
        beat = writer.exec_driver_sql("SELECT beat FROM lease WHERE holder = ?", (BOOK_LEASE,)).scalar()
        return isinstance(beat, int) and beat < 0

    def beat(self, writer: Connection, holder: str) -> None:
        if self._epoch is None:
            return
        has_locks = self._lock is not None or self._take_locks()  # of one that hung, was overtaken and is gone by now
        beat = "abs(coalesce(beat, 0)) + 1" if has_locks else "beat - 1"
        renewed = writer.exec_driver_sql(
            f"UPDATE lease SET beat = {beat} WHERE holder = ? AND epoch = ?", (BOOK_LEASE, self._epoch)
        )
        if not renewed.rowcount:
            raise LeaseLost
        if self._marker is not None:
            self._marker.sync()

    def beats(self, reader: Connection) -> dict[str, int]:
        """Of whoever has the book, if it is another."""
        return {} if self._epoch is not None else super().beats(reader)

    def take_over(self, writer: Connection, holder: str) -> None:
        """Take the locks of the file at once; the streams are taken over as they are next claimed."""
        self._take_locks()
        self._overtakes = True

    def unlock(self, writer: Connection, stream: str, *, last: bool) -> None:
        if last:
            self.unlock_all()

    def unlock_all(self) -> None:
        self._epoch = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None
            if self._identity is not None:
                self._identity.free()

    def append(self, writer: Connection, rows: Rows) -> None:
        """One statement, the rows as JSON, and so one transaction. Python's lock is let go once and taken again once:
        with a statement a row, or even a table, the writer would wait for it each time while the next batch is
        decided."""
        written = tuple(orjson.dumps(it).decode() for it in rows.values())
        try:
            writer.exec_driver_sql("INSERT INTO batch VALUES (?, ?, ?, ?)", (*written, self._epoch))
        except IntegrityError as error:
            if OVERTAKEN in str(error.orig):
                raise LeaseLost from error
            raise


def _last_record(reader: Connection) -> tuple[str, int, str] | None:
    """The newest record of the book, of whatever stream."""
    row = reader.exec_driver_sql("SELECT stream, seq, hash FROM record ORDER BY rowid DESC LIMIT 1").one_or_none()
    return None if row is None else (row.stream, row.seq, row.hash)


def _batch_view(tables: tuple[Table, ...]) -> tuple[str, str]:
    inserts = []
    for table in tables:
        columns = ", ".join(f"json_extract(value, '$[{n}]')" for n in range(len(table.columns)))
        inserts.append(f"INSERT INTO {table} SELECT {columns} FROM json_each(NEW.{table});")
    names = ", ".join(f"NULL AS {table}" for table in tables)
    fence = (
        f"SELECT RAISE(ABORT, '{OVERTAKEN}') WHERE NEW.epoch IS NOT NULL "
        f"AND NEW.epoch IS NOT (SELECT epoch FROM lease WHERE holder = '{BOOK_LEASE}');"
    )
    trigger = f"CREATE TEMP TRIGGER to_the_book INSTEAD OF INSERT ON batch BEGIN {fence} {' '.join(inserts)} END"
    return f"CREATE TEMP VIEW batch AS SELECT {names}, NULL AS epoch", trigger
