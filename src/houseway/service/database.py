"""A database in which a book can be kept, and what differs between the two: how to connect, and how a stream is kept to
one process."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from sqlalchemy import Connection, Engine, Table
from sqlalchemy.dialects import postgresql, sqlite

Rows = Mapping[Table, list[tuple[object, ...]]]  # in the order of the table's columns

PROCESS: Final = "process "  # before the address, the name under which a process is claimed
BOOK_LEASE: Final = "book"  # of a SQLite book, which one process has as a whole
OVERTAKEN: Final = "another process has taken the book over"


class LeaseLost(Exception):
    """Another process has taken over: nothing of this one's may be written any more."""


class RecordsLost(ValueError):
    """What was acknowledged is not in the book."""


class MarkLost(ValueError):
    """The book kept a mark of its last commit, and it is not there: nobody can tell what else is not."""


class Database(ABC):
    begin: ClassVar[str]

    @abstractmethod
    def pool(self) -> Engine: ...
    @abstractmethod
    def writer(self) -> Connection: ...
    @abstractmethod
    def append(self, writer: Connection, rows: Rows) -> None: ...

    # ---- a stream is kept to one process

    @abstractmethod
    def lock(self, writer: Connection, stream: str) -> bool: ...
    @abstractmethod
    def unlock(self, writer: Connection, stream: str, *, last: bool) -> None: ...
    @abstractmethod
    def beat(self, writer: Connection, holder: str) -> None: ...
    @abstractmethod
    def take_over(self, writer: Connection, holder: str) -> None: ...

    def beats(self, reader: Connection) -> dict[str, int]:
        rows = reader.exec_driver_sql("SELECT holder, beat FROM lease WHERE beat IS NOT NULL")
        return {str(holder): int(beat) for holder, beat in rows}

    def unlock_all(self) -> None:
        """Where the locks are the writer connection's, they went with it."""

    def held(self, reader: Connection, streams: frozenset[str]) -> frozenset[str]:
        """Those that another process has; of a file, another would have the whole book."""
        return frozenset()

    def is_free(self) -> bool:
        """Of a file: that no process has it."""
        return True

    def compact(self) -> None:
        """Write anew what is kept, so that nothing is left of what it was before it was changed."""

    def hold(self, writer: Connection, meters: Sequence[str], *, alone: bool) -> None:
        """Until the transaction ends. Who has begun to write on a file has the whole book."""

    # ---- a file, and the mark beside it; a server looks after itself, and does not start without its own log

    def find(self, *, make: bool) -> None:
        """Make the file, if there is none and it is to be made."""

    def prepare(self, connection: Connection) -> None:
        """Before an empty one is laid out as a book."""

    def check(self, reader: Connection) -> None:
        """Raises `RecordsLost` if what was acknowledged is not in the book, and `MarkLost` if that cannot be told."""

    def keep_mark(self, writer: Connection) -> None:
        """From here on the book itself says that there is a mark beside it."""

    def forget_mark(self) -> None:
        """What was marked as the last commit is no longer asked for."""

    def mark(self, stream: str, seq: int, hash_: str) -> None:
        """The last commit, which is acknowledged next."""

    def copy_to(self, path: str) -> bool:
        """Copy the file as it stands now, with what is in its log, while it is written on. False of a server."""
        return False

    def close(self) -> None:
        """Let go of the file."""


def upsert(connection: Connection, table: Table, values: Mapping[str, object], *, keep: str | None = None) -> None:
    """A row put in or changed; the column `keep` stays as it was."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    keys = [column.name for column in table.primary_key]
    changes = {name: value for name, value in values.items() if name not in keys and name != keep}
    connection.execute(dialect.insert(table).values(**values).on_conflict_do_update(index_elements=keys, set_=changes))
