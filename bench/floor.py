"""Durable commands per second of the floor, below HTTP, beside the rate of single fsynced commits on the same database.

Every table plays real rounds of Supreme 99 with a live dealer and two seats, each command sent when the one before it
is on disk.
"""

import itertools
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from sqlalchemy import create_engine
from tests.service.postgres import fresh_database, postgres_server

from houseway.service.floor import Floor
from houseway.service.outcome import Accepted, Outcome
from houseway.service.store import open_store
from houseway.table import commands as do
from houseway.table.commands import Command
from houseway.table.role import Actor, Role
from houseway.table.terms import Terms
from measure import claim, table

SECONDS = 5.0
FLOORS = (1, 8, 64)
SUPERVISOR, DEALER = Actor(Role.SUPERVISOR, "Sue"), Actor(Role.DEALER, "Dan")
SEATS = (1, 4)


def opening() -> Iterator[tuple[Actor, Command]]:
    terms = Terms(game="supreme-99", dealer="live", tray_cents=10**9)
    yield SUPERVISOR, do.OpenTable(terms=terms)
    for seat in SEATS:
        player = Actor(Role.PLAYER, f"P{seat}", seat)
        yield player, do.TakeSeat(seat=seat, player=f"P{seat}")
        yield DEALER, do.BuyIn(seat=seat, cents=10**9)


def rounds() -> Iterator[tuple[Actor, Command]]:
    players = [Actor(Role.PLAYER, f"P{seat}", seat) for seat in SEATS]
    while True:
        yield DEALER, do.Shuffle()
        for player in players:
            yield player, do.PlaceWager(seat=player.seat or 0, wager="Standard Bet", cents=2500)
        yield DEALER, do.CloseBetting()
        yield DEALER, do.DrawNumber()
        yield DEALER, do.DealPackets()
        for player in players:
            yield player, do.AskHouseWay(seat=player.seat or 0)
        for seat in SEATS:
            yield DEALER, do.SetHouseWay(seat=seat)
        yield DEALER, do.DealerHouseWay()
        for seat in sorted(SEATS, reverse=True):
            yield DEALER, do.ReconcileSeat(seat=seat)
        yield DEALER, do.EndGame()


class Client:
    """Sends a table's next command when the one before it is acknowledged."""

    def __init__(self, floor: Floor, name: str, stop: threading.Event) -> None:
        self.floor, self.name, self.stop = floor, name, stop
        self.script = itertools.chain(opening(), rounds())
        self.keys = itertools.count()
        self.seconds: list[float] = []
        self.done = threading.Event()
        self.sent = 0.0

    def send(self) -> None:
        if self.stop.is_set():
            self.done.set()
            return
        actor, command = next(self.script)
        self.sent = time.perf_counter()
        self.floor.submit(self.name, f"k{next(self.keys)}", actor, command, self.hear)

    def hear(self, outcome: Outcome) -> None:
        assert isinstance(outcome, Accepted), outcome
        self.seconds.append(time.perf_counter() - self.sent)
        self.send()


def rate(url: str, tables: int, seconds: float = SECONDS) -> tuple[float, list[float]]:
    with open_store(url) as store:
        floor = Floor(store)
        floor.start()
        stop = threading.Event()
        clients = [Client(floor, f"T{n}", stop) for n in range(tables)]
        began = time.perf_counter()
        for client in clients:
            client.send()
        time.sleep(seconds)
        stop.set()
        for client in clients:
            client.done.wait(30)
        took = time.perf_counter() - began
        floor.stop()
    waits = [wait for client in clients for wait in client.seconds]
    return len(waits) / took, waits


RECORD = ("T", 1, "k", "2030-01-01T00:00:00.000Z", "2030-01-01", "supreme-99", 1, "x" * 450, "h" * 64)


def raw_sqlite(path: str, seconds: float = SECONDS) -> float:
    """One record of the book, one fsynced commit, through the bare driver."""
    open_store(path).close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = FULL")
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        done += 1
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"INSERT INTO record VALUES ({', '.join('?' * 9)})", ("T", done, f"k{done}", *RECORD[3:]))
        connection.execute("COMMIT")
    connection.close()
    return done / seconds


def raw_postgres(url: str, seconds: float = SECONDS) -> float:
    import psycopg

    open_store(url).close()
    with psycopg.connect(url, autocommit=True) as connection:
        done, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            done += 1
            places = ", ".join(["%s"] * 9)
            connection.execute(f"INSERT INTO record VALUES ({places})", ("T", done, f"k{done}", *RECORD[3:]))
        return done / seconds


def run() -> str:
    rows = []
    with tempfile.TemporaryDirectory() as folder, postgres_server() as base:
        for name in ("SQLite", "PostgreSQL"):
            is_file = name == "SQLite"
            raw = raw_sqlite(f"{folder}/raw.db") if is_file else raw_postgres(fresh_database(base))
            rows.append((name, "one record, one commit, bare driver", f"{raw:,.0f}", "", "", ""))
            for tables in FLOORS:
                url = f"{folder}/book{tables}.db" if is_file else fresh_database(base)
                got, waits = rate(url, tables)
                cuts = statistics.quantiles(waits, n=100)
                ratio = claim(got / raw, 2) if tables == 64 else f"{got / raw:.1f}×"
                what = f"{tables} table" + ("s" if tables > 1 else "")
                rows.append((name, what, f"{got:,.0f}", ratio, f"{cuts[49] * 1000:.1f}", f"{cuts[98] * 1000:.1f}"))
    text = (
        "Commands of real rounds, decided, chained, journalled and fsynced. The measure is the rate at which the same "
        "database takes one record of the book in one fsynced commit; group commit goes beyond it."
    )
    head = ("book", "load", "commands/s", "against one commit", "p50 ms", "p99 ms")
    return table("The floor below HTTP", text, rows, head)


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
        floor._share = lambda: None  # type: ignore[method-assign]  # the records that fill the book are nobody's table
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
