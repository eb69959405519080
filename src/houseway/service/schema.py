"""The tables of the book, and what the database itself refuses.

`record`, `transfer` and `sealed` are the book: they can be added to and never changed, whoever asks. The other
tables are the service's working memory.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import BigInteger, Column, Connection, Integer, Table, Text
from sqlalchemy.exc import SQLAlchemyError

VERSION: Final = "3"
BACKUP: Final = "backup"  # the row of meta by which a file says that it is one
READABLE: Final = ("1", "2", VERSION)  # an older book is made a new one when it is opened to be written

metadata = sa.MetaData()


def _texts(*names: str) -> list[Column[str]]:
    return [Column(name, Text, nullable=False) for name in names]


def _place() -> list[Column[Any]]:
    """Where a row belongs: the stream and the number of its record."""
    seq = Column("seq", BigInteger, primary_key=True, autoincrement=False)
    return [Column("stream", Text, primary_key=True), seq]


def _of_a_record() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["stream", "seq"], ["record.stream", "record.seq"])


record = Table(
    "record",
    metadata,
    *_place(),
    *_texts("key", "at", "day", "game"),
    Column("round", BigInteger, nullable=False),
    *_texts("body", "hash"),
    sa.UniqueConstraint("stream", "key"),
    sa.CheckConstraint("seq >= 1"),
)

# Every stream has exactly one record 1, so this index is as long as the list of streams, however long the book.
# `seq` leads it only because SQLite would otherwise rather scan the primary key.
_first = record.c.seq == 1
sa.Index("record_first", record.c.seq, record.c.stream, sqlite_where=_first, postgresql_where=_first)

sa.Index("record_round", record.c.stream, record.c.round)

# A row carries both its sides and a positive amount: what one account gives another takes, so no set of rows,
# a journal, a day or the whole book, can be out of balance.
transfer = Table(
    "transfer",
    metadata,
    *_place(),
    Column("n", Integer, primary_key=True, autoincrement=False),
    *_texts("day", "game"),  # the record's, repeated: reports by day and game read one index
    *_texts("source", "target"),
    Column("micros", BigInteger, nullable=False),
    sa.CheckConstraint("micros > 0"),
    sa.CheckConstraint("source <> target"),
    _of_a_record(),
    sqlite_with_rowid=False,
)

sa.Index("transfer_day", *(transfer.c[name] for name in ("day", "stream", "game", "source", "target", "micros")))

sealed = Table("sealed", metadata, *_place(), Column("seal", Text, primary_key=True), *_texts("body"), _of_a_record())

BOOK: Final = (record, transfer, sealed)

meta = Table("meta", metadata, Column("name", Text, primary_key=True), *_texts("value"))

staff = Table(
    "staff",
    metadata,
    Column("name", Text, primary_key=True),
    *_texts("role", "pin_hash"),
    Column("active", sa.Boolean, nullable=False),
    *_texts("since"),
)

session = Table(
    "session",
    metadata,
    Column("token_hash", Text, primary_key=True),
    *_texts("role", "name"),
    Column("stream", Text),
    Column("seat", Integer),
    *_texts("csrf"),
    Column("expires_at", BigInteger, nullable=False),
    sa.Index("session_expires_at", "expires_at"),
)

attempt = Table(
    "attempt",
    metadata,
    Column("what", Text, primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("last", sa.Float, nullable=False),  # seconds since 1970
)  # wrong PINs; books from before it are given it when one is first counted

# A cache: see `service.snapshot`. Books from before it are given it when the first one is kept.
snapshot = Table(
    "snapshot",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("seq", BigInteger, nullable=False),
    *_texts("hash", "edition", "body"),
)

# What is left of records that went into archives (see `service.archiving`); books from before them are given it then.
archive = Table(
    "archive",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("seq", BigInteger, nullable=False),
    *_texts("hash", "state"),
)
archive_total = Table(
    "archive_total",
    metadata,
    *(Column(name, Text, primary_key=True) for name in ("stream", "day", "game", "source", "target")),
    *_texts("micros"),  # a whole number of any length
    sa.Index("archive_total_day", "day"),
)

# What secrets are encrypted with, wrapped under a key that is not in the database (see `service.vault`).
data_key = Table(
    "data_key",
    metadata,
    Column("name", Text, primary_key=True),
    *_texts("since", "under", "wrapped"),
)

owner = Table("owner", metadata, Column("stream", Text, primary_key=True), *_texts("address"))

# Who writes, and that he still does: `epoch` is raised by whoever takes over, `beat` by whoever is at work.
lease = Table(
    "lease",
    metadata,
    Column("holder", Text, primary_key=True),
    Column("epoch", BigInteger, nullable=False),
    Column("beat", BigInteger),  # null of one who does not tell
)


Guards = dict[str, dict[str, str]]  # by dialect: name → as it is written
GUARDS: Final[Guards] = {"sqlite": {}, "postgresql": {}}
SINCE_2: Final[dict[str, list[str]]] = {"sqlite": [], "postgresql": []}  # what makes an older book a new one


def _guard(dialect: str, name: str, written: str, statement: str, *, since_2: bool) -> None:
    """Made with the book, and worded as the database words it when it is asked again (see `lost_guards`)."""
    GUARDS[dialect][name] = written
    ddl: sa.DDL = sa.DDL(statement)  # type: ignore[no-untyped-call]
    sa.event.listen(metadata, "after_create", ddl.execute_if(dialect=dialect))
    if since_2:
        SINCE_2[dialect].append(statement)


def _trigger(dialect: str, name: str, does: str, *, since_2: bool = False) -> None:
    statement = f"CREATE TRIGGER {name} {does}"
    _guard(dialect, name, statement, statement, since_2=since_2)


def _function(name: str, source: str, *, since_2: bool = False) -> None:
    statement = f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $${source}$$"
    _guard("postgresql", f"{name}()", source, statement, since_2=since_2)


# SQLite's INSERT OR REPLACE deletes without waking the delete trigger, by any unique columns or by the hidden rowid:
# an insert that meets a row already there is therefore refused before it can replace it. One EXISTS for each way of
# meeting, because an OR inside one would scan the stream.
for _table, _meetings in (
    (record, ("rowid = NEW.rowid", "(stream, seq) = (NEW.stream, NEW.seq)", "(stream, key) = (NEW.stream, NEW.key)")),
    (transfer, ("(stream, seq, n) = (NEW.stream, NEW.seq, NEW.n)",)),
    (sealed, ("rowid = NEW.rowid", "(stream, seq, seal) = (NEW.stream, NEW.seq, NEW.seal)")),
):
    _name = _table.name
    _refuse = f"BEGIN SELECT RAISE(ABORT, 'the book is append-only: {_name}'); END"
    _meets = " OR ".join(f"EXISTS (SELECT 1 FROM {_name} WHERE {_meeting})" for _meeting in _meetings)
    _trigger("sqlite", f"{_name}_no_update", f"BEFORE UPDATE ON {_name} {_refuse}")
    _trigger("sqlite", f"{_name}_no_delete", f"BEFORE DELETE ON {_name} {_refuse}")
    _trigger("sqlite", f"{_name}_no_replace", f"BEFORE INSERT ON {_name} WHEN {_meets} {_refuse}")

_trigger(
    "sqlite",
    "record_follows",
    "BEFORE INSERT ON record WHEN NEW.seq <> 1 AND NOT EXISTS "
    "(SELECT 1 FROM record WHERE stream = NEW.stream AND seq = NEW.seq - 1 AND at <= NEW.at) "
    "BEGIN SELECT RAISE(ABORT, 'a gap before the record, or a time before the last one'); END",
    since_2=True,
)

# A number that does not fit 64 bits is kept by SQLite as a floating one, and the book could not be read again.
for _name, _numbers, _says in (
    ("transfer", ("micros", "seq"), "an amount is a whole number of 64 bits"),
    ("record", ("seq", "round"), "a record is numbered in whole numbers of 64 bits"),
):
    _wrong = " OR ".join(f"typeof(NEW.{_number}) <> 'integer'" for _number in _numbers)
    _does = f"BEFORE INSERT ON {_name} WHEN {_wrong} BEGIN SELECT RAISE(ABORT, '{_says}'); END"
    _trigger("sqlite", f"{_name}_in_integers", _does, since_2=True)

_function(
    "append_only",
    """ BEGIN
    RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation',
        MESSAGE = 'the book is append-only: ' || TG_TABLE_NAME;
    END """,
)
for _name in (_table.name for _table in BOOK):
    _trigger(
        "postgresql",
        f"{_name}_append_only",
        f"BEFORE DELETE OR UPDATE OR TRUNCATE ON {_name} FOR EACH STATEMENT EXECUTE FUNCTION append_only()",
    )
_function(
    "follows",
    """ BEGIN
    IF NEW.seq <> 1 AND NOT EXISTS
        (SELECT FROM record WHERE stream = NEW.stream AND seq = NEW.seq - 1 AND at <= NEW.at COLLATE "C") THEN
        RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation',
            MESSAGE = 'a gap before the record, or a time before the last one';
    END IF;
    RETURN NEW;
    END """,
    since_2=True,
)
_trigger(
    "postgresql", "record_follows", "BEFORE INSERT ON record FOR EACH ROW EXECUTE FUNCTION follows()", since_2=True
)

# As it was in version 1: only that nothing is missing.
OLD_GUARDS: Final[Guards] = {
    "sqlite": {
        "record_no_gap": "CREATE TRIGGER record_no_gap BEFORE INSERT ON record "
        "WHEN NEW.seq <> 1 AND NOT EXISTS (SELECT 1 FROM record WHERE stream = NEW.stream AND seq = NEW.seq - 1) "
        "BEGIN SELECT RAISE(ABORT, 'a gap before the record'); END"
    },
    "postgresql": {
        "no_gap()": """ BEGIN
    IF NEW.seq <> 1 AND NOT EXISTS (SELECT FROM record WHERE stream = NEW.stream AND seq = NEW.seq - 1) THEN
        RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation', MESSAGE = 'a gap before the record';
    END IF;
    RETURN NEW;
    END """,
        "record_no_gap": "CREATE TRIGGER record_no_gap BEFORE INSERT ON record FOR EACH ROW EXECUTE FUNCTION no_gap()",
    },
}
RETIRED: Final = {
    "sqlite": ("DROP TRIGGER record_no_gap",),
    "postgresql": ("DROP TRIGGER record_no_gap ON record", "DROP FUNCTION no_gap()"),
}


STRAYS: Final = {
    "a transfer of no record": "SELECT t.seq FROM transfer t LEFT JOIN record r USING (stream, seq) "
    "WHERE t.stream = :stream AND t.seq > :after AND r.hash IS NULL LIMIT 1",
    "a secret of no record": "SELECT s.seq FROM sealed s LEFT JOIN record r USING (stream, seq) "
    "WHERE s.stream = :stream AND s.seq > :after AND r.hash IS NULL LIMIT 1",
    "a transfer of another day or game than its record": "SELECT t.seq FROM transfer t "
    "JOIN record r USING (stream, seq) "
    "WHERE t.stream = :stream AND t.seq > :after AND (t.day <> r.day OR t.game <> r.game) LIMIT 1",
    "a key that was used twice": "SELECT max(seq) FROM record WHERE stream = :stream AND seq > :after "
    "GROUP BY key HAVING count(*) > 1 LIMIT 1",
    "a stream without a beginning": "SELECT min(seq) FROM record r WHERE stream = :stream AND seq > :after "
    "AND NOT EXISTS (SELECT 1 FROM record WHERE stream = :stream AND seq = 1) HAVING min(seq) IS NOT NULL",
}  # what the database should never have taken, in a stream after a record

# The names of streams in a table of the book, each found in the index after the one before it.
STREAMS: Final = """WITH RECURSIVE found(stream) AS (
    SELECT min(stream) FROM {table}
    UNION ALL SELECT (SELECT min(stream) FROM {table} WHERE stream > found.stream) FROM found WHERE stream IS NOT NULL
) SELECT stream FROM found WHERE stream IS NOT NULL"""


THERE: Final = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname, pg_get_triggerdef(oid, true) FROM pg_trigger WHERE tgenabled IN ('O', 'A') "
    "UNION ALL SELECT proname || '()', prosrc FROM pg_proc WHERE pg_function_is_visible(oid) AND pronargs = 0",
}  # the guards that are there, and not switched off


def lost_guards(connection: Connection) -> list[str]:
    """The triggers that keep the book append-only, and their functions, that are not there as they were made."""
    dialect = connection.dialect.name
    wanted = _guards_of_1(dialect) if version(connection) == "1" else GUARDS[dialect]
    there = {name: written for name, written in connection.exec_driver_sql(THERE[dialect]) if name in wanted}
    return [
        f"{name} {'is not what it was' if name in there else 'is gone'}"
        for name, written in sorted(wanted.items())
        if there.get(name) != written
    ]


def _guards_of_1(dialect: str) -> dict[str, str]:
    new = " ".join(SINCE_2[dialect])
    kept = {name: written for name, written in GUARDS[dialect].items() if written not in new}
    return kept | OLD_GUARDS[dialect]


def create(connection: Connection, *, begin: str) -> None:
    """Lay out an empty database as a book, all of it or nothing; one that holds anything is left as it is. Safe when
    two processes start at once: the second waits, and finds the book laid out."""
    with alone(connection, begin, "houseway schema"):
        if is_empty(connection):
            metadata.create_all(connection, checkfirst=False)
            connection.execute(sa.insert(meta).values(name="schema version", value=VERSION))


def migrate(connection: Connection, *, begin: str) -> None:
    """Make an older book one of this version. No record is touched: version 2 has new guards and the table of leases,
    version 3 that of data keys."""
    with alone(connection, begin, "houseway schema"):
        dialect, before = connection.dialect.name, version(connection)
        if before == VERSION:
            return  # another process was first
        if before == "1":
            lease.create(connection)
            for statement in (*RETIRED[dialect], *SINCE_2[dialect]):
                connection.exec_driver_sql(statement)
        data_key.create(connection, checkfirst=True)
        connection.execute(sa.update(meta).where(meta.c.name == "schema version").values(value=VERSION))


@contextmanager
def alone(connection: Connection, begin: str, name: str) -> Iterator[None]:
    """A transaction that no other process makes under this name meanwhile. On a file whoever writes is alone."""
    with transaction(connection, begin):
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock(hashtextextended('{name}', 0))")
        yield


@contextmanager
def transaction(connection: Connection, begin: str) -> Iterator[None]:
    connection.exec_driver_sql(begin)
    try:
        yield
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        with suppress(SQLAlchemyError):  # what went wrong first is told
            connection.exec_driver_sql("ROLLBACK")
        raise


def is_empty(connection: Connection) -> bool:
    return not sa.inspect(connection).get_table_names()


def version(connection: Connection) -> str | None:
    """None if the database holds something that is no book."""
    if not sa.inspect(connection).has_table("meta"):
        return None
    found: str | None = connection.scalar(sa.select(meta.c.value).where(meta.c.name == "schema version"))
    return found


def keeps_mark(connection: Connection) -> bool:
    """Whether the book says that the last commit is marked beside it."""
    if not sa.inspect(connection).has_table("meta"):
        return False  # all of a young book may be in its log
    return connection.scalar(sa.select(meta.c.value).where(meta.c.name == "mark")) is not None


def say_mark_is_kept(connection: Connection) -> None:
    connection.exec_driver_sql("INSERT INTO meta (name, value) VALUES ('mark', 'kept') ON CONFLICT DO NOTHING")


def backup(connection: Connection) -> str | None:
    """What a backup says of itself; None of a book that is none."""
    found: str | None = connection.scalar(sa.select(meta.c.value).where(meta.c.name == BACKUP))
    return found


@contextmanager
def unguarded(connection: Connection, *names: str) -> Iterator[None]:
    """Without these guards, within a transaction: nobody else sees the book without them, and at its end they are as
    they were made."""
    is_file = connection.dialect.name == "sqlite"
    for name in names:
        table = name.partition("_")[0]
        connection.exec_driver_sql(f"DROP TRIGGER {name}" if is_file else f"ALTER TABLE {table} DISABLE TRIGGER {name}")
    yield
    for name in names:
        table = name.partition("_")[0]
        connection.exec_driver_sql(GUARDS["sqlite"][name] if is_file else f"ALTER TABLE {table} ENABLE TRIGGER {name}")
