"""A book kept on a PostgreSQL server. Every process has the streams that it has locked, by its writer connection."""

import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import orjson
from sqlalchemy import URL, Connection, Engine, Table, create_engine, func, select
from sqlalchemy.pool import NullPool, QueuePool

from houseway.service.database import Database, Rows
from houseway.service.schema import sealed, snapshot, staff


class PostgreSQLServer(Database):
    begin = "BEGIN"

    # A network that goes silent must not keep a stream claimed for hours by a machine that is gone, nor the writer
    # waiting on one: both ends give up within half a minute.
    CLIENT_SETTINGS: Final = {
        "connect_timeout": "10",
        "keepalives_idle": "10",
        "keepalives_interval": "5",
        "keepalives_count": "3",
        "tcp_user_timeout": "25000",
    }
    WRITER_SETTINGS: Final = """
        SELECT set_config(name, wanted.value, false)
        FROM pg_settings JOIN (VALUES
            ('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '3'),
            ('idle_session_timeout', '0'), ('idle_in_transaction_session_timeout', '10000'),
            ('synchronous_commit', 'on')) AS wanted (name, value) USING (name)
        WHERE name <> 'synchronous_commit' OR setting = 'off'
    """

    def __init__(self, url: URL, *, read_only: bool) -> None:
        self._url = url.set(drivername="postgresql+psycopg")
        self._read_only = read_only

    def __str__(self) -> str:
        shown = self._url.set(drivername="postgresql").difference_update_query(["password"])
        return shown.render_as_string(hide_password=True)

    def pool(self) -> Engine:
        return self._engine(poolclass=QueuePool, pool_size=8, max_overflow=8, pool_pre_ping=True)

    def writer(self) -> Connection:
        connection = self._engine(poolclass=NullPool).connect()
        connection.exec_driver_sql(self.WRITER_SETTINGS)
        return connection

    def _engine(self, **options: Any) -> Engine:
        settings = {name: value for name, value in self.CLIENT_SETTINGS.items() if name not in self._url.query}
        if self._read_only:
            settings["options"] = "-c default_transaction_read_only=on"
        return create_engine(
            self._url, connect_args=settings, isolation_level="AUTOCOMMIT", hide_parameters=True, **options
        )

    def lock(self, writer: Connection, stream: str) -> bool:
        return bool(writer.scalar(select(func.pg_try_advisory_lock(_lock_number(stream)))))

    def unlock(self, writer: Connection, stream: str, *, last: bool) -> None:
        writer.execute(select(func.pg_advisory_unlock(_lock_number(stream))))

    def beat(self, writer: Connection, holder: str) -> None:
        writer.exec_driver_sql(
            "INSERT INTO lease VALUES (%s, 1, 1) ON CONFLICT (holder) DO UPDATE SET beat = lease.beat + 1", (holder,)
        )

    def take_over(self, writer: Connection, holder: str) -> None:
        """The connection by which a process that hangs holds its locks is ended by the server: whatever it writes when
        it wakes fails, and its tables are free."""
        number = _lock_number(holder) % (1 << 64)
        writer.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1 "
            "AND classid = %s AND objid = %s AND database = (SELECT oid FROM pg_database "
            "WHERE datname = current_database())",
            (number >> 32, number & 0xFFFFFFFF),
        )
        writer.exec_driver_sql("DELETE FROM lease WHERE holder = %s", (holder,))

    def held(self, reader: Connection, streams: frozenset[str]) -> frozenset[str]:
        here = "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        locks = (
            f"SELECT classid, objid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND {here}"
        )
        numbers = {(int(high) << 32) | int(low) for high, low in reader.exec_driver_sql(locks)}
        return frozenset(stream for stream in streams if _lock_number(stream) % (1 << 64) in numbers)

    def compact(self) -> None:
        engine = self._engine(poolclass=NullPool)
        with engine.connect() as connection:
            for table in (sealed, snapshot, staff):
                if connection.dialect.has_table(connection, table.name):
                    connection.exec_driver_sql(f"VACUUM FULL {table}")

    def hold(self, writer: Connection, meters: Sequence[str], *, alone: bool) -> None:
        """Until the transaction ends: many tables may add to a meter at once, and one takes from it alone. In the order
        of the names, so that two do not wait for each other."""
        lock = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
        locks = ", ".join(f"{lock}({_lock_number(meter)})" for meter in meters)
        writer.exec_driver_sql(f"SELECT {locks}")

    def append(self, writer: Connection, rows: Rows) -> None:
        """One statement, the rows as JSON: the server is asked once, and commits by itself."""
        writer.exec_driver_sql(_one_statement(tuple(rows)), tuple(_as_json(table, rows[table]) for table in rows))


def _as_json(table: Table, rows: list[tuple[object, ...]]) -> str:
    names = [f"{column.name}" for column in table.columns]  # plain text, which SQLAlchemy's names are not quite
    return orjson.dumps([dict(zip(names, row, strict=True)) for row in rows]).decode()


@cache
def _one_statement(tables: tuple[Table, ...]) -> str:
    inserts = []
    for table in tables:
        columns = ", ".join(f"{column.name} {column.type}" for column in table.columns)
        inserts.append(f"INSERT INTO {table} SELECT * FROM json_to_recordset(%s::json) AS rows ({columns})")
    *first, last = inserts
    return "WITH " + ", ".join(f"step_{n} AS ({each})" for n, each in enumerate(first)) + f" {last}"


def _lock_number(stream: str) -> int:
    return int.from_bytes(hashlib.sha256(f"houseway {stream}".encode()).digest()[:8], signed=True)
