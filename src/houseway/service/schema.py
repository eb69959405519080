"""The tables of the book, and what the database itself refuses.

`record`, `transfer` and `sealed` are the book: they can be added to and never changed, whoever asks. The other
tables are the service's working memory.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import (
    DDL,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Connection,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    event,
    insert,
    inspect,
    select,
    update,
)

VERSION: Final = "2"
READABLE: Final = ("1", VERSION)  # an older book is made a new one when it is opened to be written

metadata = MetaData()

record = Table(
    "record",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("key", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("day", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("round", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", Text, nullable=False),
    UniqueConstraint("stream", "key"),
    CheckConstraint("seq >= 1"),
)

# Every stream has exactly one record 1, so this index is as long as the list of streams, however long the book.
# `seq` leads it only because SQLite would otherwise rather scan the primary key.
Index("record_first", record.c.seq, record.c.stream, sqlite_where=record.c.seq == 1, postgresql_where=record.c.seq == 1)

Index("record_round", record.c.stream, record.c.round)

# A row carries both its sides and a positive amount: what one account gives another takes, so no set of rows,
# a journal, a day or the whole book, can be out of balance.
transfer = Table(
    "transfer",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("day", Text, nullable=False),  # the record's, repeated: reports by day and game read one index
    Column("game", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("micros", BigInteger, nullable=False),
    CheckConstraint("micros > 0"),
    CheckConstraint("source <> target"),
    ForeignKeyConstraint(["stream", "seq"], ["record.stream", "record.seq"]),
    sqlite_with_rowid=False,
)

Index("transfer_day", *(transfer.c[name] for name in ("day", "stream", "game", "source", "target", "micros")))

sealed = Table(
    "sealed",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("seal", Text, primary_key=True),
    Column("body", Text, nullable=False),
    ForeignKeyConstraint(["stream", "seq"], ["record.stream", "record.seq"]),
)

BOOK: Final = (record, transfer, sealed)

meta = Table("meta", metadata, Column("name", Text, primary_key=True), Column("value", Text, nullable=False))

staff = Table(
    "staff",
    metadata,
    Column("name", Text, primary_key=True),
    Column("role", Text, nullable=False),
    Column("pin_hash", Text, nullable=False),
    Column("active", Boolean, nullable=False),
    Column("since", Text, nullable=False),
)

session = Table(
    "session",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("role", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("stream", Text),
    Column("seat", Integer),
    Column("csrf", Text, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Index("session_expires_at", "expires_at"),
)

attempt = Table(
    "attempt",
    metadata,
    Column("what", Text, primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("last", Float, nullable=False),  # seconds since 1970
)  # wrong PINs; books from before it are given it when one is first counted

owner = Table("owner", metadata, Column("stream", Text, primary_key=True), Column("address", Text, nullable=False))

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


def _on_create(dialect: str, statement: str) -> None:
    ddl: DDL = DDL(statement)  # type: ignore[no-untyped-call]
    event.listen(metadata, "after_create", ddl.execute_if(dialect=dialect))


def _trigger(dialect: str, name: str, does: str, *, since_2: bool = False) -> None:
    """A trigger, worded as the database words it when it is asked again (see `lost_guards`)."""
    statement = f"CREATE TRIGGER {name} {does}"
    GUARDS[dialect][name] = statement
    _on_create(dialect, statement)
    if since_2:
        SINCE_2[dialect].append(statement)


def _function(name: str, source: str, *, since_2: bool = False) -> None:
    GUARDS["postgresql"][f"{name}()"] = source
    statement = f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $${source}$$"
    _on_create("postgresql", statement)
    if since_2:
        SINCE_2["postgresql"].append(statement)


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
_trigger(
    "sqlite",
    "transfer_in_integers",
    "BEFORE INSERT ON transfer WHEN typeof(NEW.micros) <> 'integer' OR typeof(NEW.seq) <> 'integer' "
    "BEGIN SELECT RAISE(ABORT, 'an amount is a whole number of 64 bits'); END",
    since_2=True,
)
_trigger(
    "sqlite",
    "record_in_integers",
    "BEFORE INSERT ON record WHEN typeof(NEW.seq) <> 'integer' OR typeof(NEW.round) <> 'integer' "
    "BEGIN SELECT RAISE(ABORT, 'a record is numbered in whole numbers of 64 bits'); END",
    since_2=True,
)

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
    "a transfer of no record": "SELECT t.stream, t.seq FROM transfer t LEFT JOIN record r USING (stream, seq) "
    "WHERE r.hash IS NULL LIMIT 1",
    "a secret of no record": "SELECT s.stream, s.seq FROM sealed s LEFT JOIN record r USING (stream, seq) "
    "WHERE r.hash IS NULL LIMIT 1",
    "a transfer of another day or game than its record": "SELECT t.stream, t.seq FROM transfer t "
    "JOIN record r USING (stream, seq) WHERE t.day <> r.day OR t.game <> r.game LIMIT 1",
    "a key that was used twice": "SELECT stream, max(seq) FROM record GROUP BY stream, key HAVING count(*) > 1 LIMIT 1",
    "a stream without a beginning": "SELECT stream, min(seq) FROM record GROUP BY stream HAVING min(seq) <> 1",
}  # what the database should never have taken


THERE: Final = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname, pg_get_triggerdef(oid, true) FROM pg_trigger WHERE tgenabled IN ('O', 'A') "
    "UNION ALL SELECT proname || '()', prosrc FROM pg_proc WHERE pg_function_is_visible(oid) AND pronargs = 0",
}  # the guards that are there, and not switched off


def lost_guards(connection: Connection) -> list[str]:
    """The triggers that keep the book append-only, and their functions, that are not there as they were made."""
    dialect = connection.dialect.name
    wanted = GUARDS[dialect] if version(connection) == VERSION else _guards_of_1(dialect)
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
            connection.execute(insert(meta).values(name="schema version", value=VERSION))


def migrate(connection: Connection, *, begin: str) -> None:
    """Make a book of version 1 one of this version: new guards and the table of leases. No record is touched."""
    with alone(connection, begin, "houseway schema"):
        if version(connection) != "1":
            return  # another process was first
        dialect = connection.dialect.name
        lease.create(connection)
        for statement in (*RETIRED[dialect], *SINCE_2[dialect]):
            connection.exec_driver_sql(statement)
        connection.execute(update(meta).where(meta.c.name == "schema version").values(value=VERSION))


@contextmanager
def alone(connection: Connection, begin: str, name: str) -> Iterator[None]:
    """A transaction that no other process makes under this name meanwhile. On a file whoever writes is alone."""
    connection.exec_driver_sql(begin)
    try:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock(hashtextextended('{name}', 0))")
        yield
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        connection.exec_driver_sql("ROLLBACK")
        raise


def is_empty(connection: Connection) -> bool:
    return not inspect(connection).get_table_names()


def version(connection: Connection) -> str | None:
    """None if the database holds something that is no book."""
    if not inspect(connection).has_table("meta"):
        return None
    found: str | None = connection.scalar(select(meta.c.value).where(meta.c.name == "schema version"))
    return found


def keeps_mark(connection: Connection) -> bool:
    """Whether the book says that the last commit is marked beside it."""
    if not inspect(connection).has_table("meta"):
        return False  # all of a young book may be in its log
    return connection.scalar(select(meta.c.value).where(meta.c.name == "mark")) is not None


def say_mark_is_kept(connection: Connection) -> None:
    connection.exec_driver_sql("INSERT INTO meta (name, value) VALUES ('mark', 'kept') ON CONFLICT DO NOTHING")
