"""Durable commands per second of the floor, below HTTP, beside the rate of single fsynced commits on the same database.

Every table plays real rounds of Supreme 99 with a live dealer and six seats. The seats bet at the same time and ask
for the house way at the same time; whatever else happens waits until what came before it is on disk.
"""

import itertools
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from sqlalchemy import create_engine
from tests.service.postgres import fresh_database, postgres_server

from houseway.role import Actor, Role
from houseway.service.floor import Floor
from houseway.service.outcome import Accepted, Outcome
from houseway.service.record import Record
from houseway.service.sqlite_file import WRITER_CACHE_KIB, WRITER_LOG_PAGES
from houseway.service.store import open_store, rows_of
from houseway.table import commands as do
from houseway.table.commands import Command
from houseway.table.terms import Terms
from measure import claim, table

SECONDS = 4.0
REPEATS = 5
MEMORY = Path("/dev/shm")  # a folder in memory, where the system has one
SUPERVISOR, DEALER = Actor(Role.SUPERVISOR, "Sue"), Actor(Role.DEALER, "Dan")
PLAYERS = tuple(Actor(Role.PLAYER, f"P{seat}", seat) for seat in range(1, 7))
Together = list[tuple[Actor, Command]]  # sent at the same time


def opening() -> Iterator[Together]:
    terms = Terms(game="supreme-99", dealer="live", tray_cents=10**9)
    yield [(SUPERVISOR, do.OpenTable(terms=terms))]
    yield [(player, do.TakeSeat(seat=player.seat or 0, player=player.name)) for player in PLAYERS]
    for player in PLAYERS:
        yield [(DEALER, do.BuyIn(seat=player.seat or 0, cents=10**9))]


def rounds() -> Iterator[Together]:
    seats = [player.seat or 0 for player in PLAYERS]
    by_dealer: list[Command] = [do.CloseBetting(), do.DrawNumber(), do.DealCards()]
    reconciled = [do.ReconcileSeat(seat=seat) for seat in reversed(seats)]
    at_the_end: list[Command] = [do.TurnOver(), *reconciled, do.EndGame()]
    while True:
        yield [(DEALER, do.Shuffle())]
        yield [(it, do.PlaceWager(seat=it.seat or 0, wager="Standard Bet", cents=2500)) for it in PLAYERS]
        yield from ([(DEALER, command)] for command in by_dealer)
        yield [(it, do.AskHouseWay(seat=it.seat or 0)) for it in PLAYERS]
        yield from ([(DEALER, do.SetHouseWay(seat=seat))] for seat in seats)
        yield from ([(DEALER, command)] for command in at_the_end)


class Client:
    """Sends a table's next commands when those before them are acknowledged."""

    def __init__(
        self, floor: Floor, name: str, stop: threading.Event, script: Iterator[Together] | None = None
    ) -> None:
        self.floor, self.name, self.stop = floor, name, stop
        self.script = script or itertools.chain(opening(), rounds())
        self.keys = itertools.count()
        self.seconds: list[float] = []
        self.done = threading.Event()
        self.sent, self.open = 0.0, 0

    def send(self) -> None:
        if self.stop.is_set():
            self.done.set()
            return
        together = next(self.script)
        self.sent, self.open = time.perf_counter(), len(together)
        for actor, command in together:
            self.floor.submit(self.name, f"k{next(self.keys)}", actor, command, self.hear)

    def hear(self, outcome: Outcome) -> None:
        assert isinstance(outcome, Accepted), outcome
        self.seconds.append(time.perf_counter() - self.sent)
        self.open -= 1
        if not self.open:
            self.send()


def rate(url: str, tables: int, seconds: float = SECONDS) -> tuple[float, list[float]]:
    with open_store(url) as store:
        floor = Floor(store)
        floor.start()
        stop = threading.Event()
        clients = [Client(floor, f"T{n}", stop) for n in range(tables)]
        for client in clients:
            client.send()
        time.sleep(seconds / 8)  # until every table is open
        for client in clients:
            client.seconds = []
        began = time.perf_counter()
        time.sleep(seconds)
        stop.set()
        for client in clients:
            client.done.wait(30)
        took = time.perf_counter() - began
        floor.stop()
    waits = [wait for client in clients for wait in client.seconds]
    return len(waits) / took, waits


def alone(url: str, records: list[Record], seconds: float = SECONDS) -> float:
    """The same records, each in an fsynced commit of its own, through the bare driver: how many a second."""
    with open_store(url) as store:
        vault = store.vault
    is_file = "://" not in url
    done, began = 0, time.perf_counter()
    with _sqlite(url) if is_file else _postgres(url) as connection:
        for record in records:
            rows = [(into, row) for into, each in rows_of([record], vault).items() for row in each]
            if len(rows) > 1:
                connection.execute("BEGIN IMMEDIATE" if is_file else "BEGIN")
            for into, row in rows:
                places = ", ".join(["?" if is_file else "%s"] * len(row))
                connection.execute(f"INSERT INTO {into} VALUES ({places})", row)
            if len(rows) > 1:
                connection.execute("COMMIT")
            done += 1
            if time.perf_counter() - began > seconds:
                break
        return done / (time.perf_counter() - began)


@contextmanager
def _sqlite(path: str) -> Iterator[Any]:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA cache_size = -{WRITER_CACHE_KIB}")  # as the service's own writer has it
    connection.execute(f"PRAGMA wal_autocheckpoint = {WRITER_LOG_PAGES}")
    yield connection
    connection.close()


def _postgres(url: str) -> Any:
    import psycopg

    return psycopg.connect(url, autocommit=True)


def some_records(url: str) -> list[Record]:
    with open_store(url) as store:
        return [record for stream in store.streams()[:24] for record in store.read(stream)]


def run() -> str:
    rows = []
    with tempfile.TemporaryDirectory() as folder, postgres_server() as base:
        for name in ("SQLite", "PostgreSQL"):
            fresh = partial(_file, folder) if name == "SQLite" else partial(fresh_database, base)
            pairs, in_memory = [], []
            for _ in range(REPEATS):
                book = fresh()
                many = rate(book, 64)
                pairs.append((alone(fresh(), some_records(book)), many))
                if name == "SQLite" and MEMORY.exists():
                    with tempfile.TemporaryDirectory(dir=MEMORY) as memory:
                        in_memory.append(many[0] / rate(_file(memory), 64)[0])
            raw = statistics.median(pair[0] for pair in pairs)
            rows.append((name, "one record a commit, bare driver", f"{raw:,.0f}", "", "", ""))
            for tables in (1, 8):
                got, waits = rate(fresh(), tables)
                rows.append(_row(name, tables, got, waits, f"{got / raw:.1f}×"))
            ratio = statistics.median(many[0] / alone for alone, many in pairs)
            got = statistics.median(many[0] for _, many in pairs)
            of_memory = statistics.median(in_memory or [0])
            is_disk = ratio >= 2 or not in_memory
            told = claim(ratio, 2) if is_disk else f"{ratio:.1f}×, and of a book in memory {claim(of_memory, 0.8)}"
            rows.append(_row(name, 64, got, [wait for _, many in pairs for wait in many[1]], told))
    text = (
        "Commands of real rounds of six seats and a live dealer, decided, chained, journalled and fsynced. The measure "
        "is the rate at which the same database takes the very records that were written, each in an fsynced commit of "
        "its own; group commit goes beyond it. Where the disk is so fast that the processor is the limit, the measure "
        f"is the same floor on a book in memory. The median of {REPEATS} pairs, each measured one after the other."
    )
    head = ("book", "load", "commands/s", "against one commit", "p50 ms", "p99 ms")
    return table("The floor below HTTP", text, rows, head)


def _file(folder: str) -> str:
    return f"{folder}/{len(list(Path(folder).iterdir()))}.db"


def _row(name: str, tables: int, got: float, waits: list[float], ratio: str) -> tuple[str, ...]:
    cuts = statistics.quantiles(waits, n=100)
    what = f"{tables} table" + ("s" if tables > 1 else "")
    return name, what, f"{got:,.0f}", ratio, f"{cuts[49] * 1000:.1f}", f"{cuts[98] * 1000:.1f}"


# ---- a book that grows

GROWN = 1_000_000
SAMPLE = 1_000


def growth() -> str:
    rows = []
    with tempfile.TemporaryDirectory() as folder, postgres_server() as base:
        for name, url in (("SQLite", f"{folder}/book.db"), ("PostgreSQL", fresh_database(base))):
            small, large = grown(url)
            ratio = claim(large / small, 1.5, at_most=True)
            rows.append((name, f"{small * 1000:.2f} ms", f"{large * 1000:.2f} ms", ratio))
    text = f"The median time of {SAMPLE:,} commands, one after the other at one table, in a book of so many records."
    return table("A book that grows", text, rows, ("book", "a thousand", "a million", "slower by"))


def grown(url: str, records: int = GROWN) -> tuple[float, float]:
    """The time of a command in a young book and in an old one, at the same floor."""
    with open_store(url) as store:
        floor = Floor(store)
        floor.start()
        floor._roster.share = lambda: None  # type: ignore[method-assign]  # the records that fill the book are nobody's table
        clients = [Client(floor, f"T{n}", threading.Event()) for n in range(8)]
        _send(clients, 1_000)
        small = _alone(clients[0])
        _fill(url, records)
        large = _alone(clients[0])
        floor.stop()
    return small, large


def _fill(url: str, records: int) -> None:
    """As many records as make the book so long, in a stream of their own, with transfers."""
    numbers = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {records}) "
    numbers = numbers.format(records=records) + "SELECT {columns} FROM n"
    text = "'filler', n, 'k' || n, '2030-01-01T00:00:00.000Z', '2030-01-01', 'supreme-99', n, '" + "x" * 450 + "', ''"
    moves = "'filler', n, 0, '2030-01-01', 'supreme-99', 'felt', 'tray', 1000000"
    address = url.replace("postgresql://", "postgresql+psycopg://") if "://" in url else f"sqlite:///{url}"
    with create_engine(address).begin() as connection:
        connection.exec_driver_sql("INSERT INTO record " + _from(numbers, text))
        connection.exec_driver_sql("INSERT INTO transfer " + _from(numbers, moves))
    with create_engine(address, isolation_level="AUTOCOMMIT").connect() as connection:  # as if it had grown slowly
        for settle in ("VACUUM ANALYZE", "CHECKPOINT") if "://" in url else ("PRAGMA wal_checkpoint(TRUNCATE)",):
            connection.exec_driver_sql(settle)


def _from(numbers: str, columns: str) -> str:
    """Each database wants the recursion in another place; both take it in a subquery."""
    return "SELECT * FROM (" + numbers.replace("{columns}", columns) + ") AS rows"


def _send(clients: list["Client"], records: int) -> None:
    for client in clients:
        client.stop.clear()
        client.done.clear()
        client.send()
    while sum(len(client.seconds) for client in clients) < records:
        time.sleep(0.01)
    for client in clients:
        client.stop.set()
    for client in clients:
        client.done.wait(30)


def _alone(client: "Client") -> float:
    before = len(client.seconds)
    client.stop.clear()
    client.done.clear()
    client.send()
    while len(client.seconds) < before + SAMPLE:
        time.sleep(0.01)
    client.stop.set()
    client.done.wait(30)
    return statistics.median(client.seconds[before : before + SAMPLE])


if __name__ == "__main__":
    print(run())
