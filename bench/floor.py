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

from measure import claim, table

from houseway.service.floor import Accepted, Floor, Outcome
from houseway.service.store import open_store
from houseway.table import commands as do
from houseway.table.commands import Command
from houseway.table.role import Actor, Role
from houseway.table.terms import Terms
from tests.service.postgres import fresh_database, postgres_server

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
        yield player, do.BuyIn(seat=seat, cents=10**9)


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


def raw_sqlite(folder: str, seconds: float = SECONDS) -> float:
    """One small row, one fsynced commit, through the bare driver."""
    connection = sqlite3.connect(Path(folder) / "raw.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE raw (n INTEGER PRIMARY KEY, body TEXT)")
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO raw (body) VALUES (?)", ("x" * 400,))
        connection.execute("COMMIT")
        done += 1
    return done / seconds


def raw_postgres(url: str, seconds: float = SECONDS) -> float:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE raw (n BIGSERIAL PRIMARY KEY, body TEXT)")
        done, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            connection.execute("INSERT INTO raw (body) VALUES (%s)", ("x" * 400,))
            done += 1
        return done / seconds


def run() -> str:
    rows = []
    with tempfile.TemporaryDirectory() as folder, postgres_server() as base:
        for name in ("SQLite", "PostgreSQL"):
            raw = raw_sqlite(folder) if name == "SQLite" else raw_postgres(fresh_database(base))
            rows.append((name, "one row, one commit, bare driver", f"{raw:,.0f}", "", "", ""))
            for tables in FLOORS:
                url = f"{folder}/book{tables}.db" if name == "SQLite" else fresh_database(base)
                got, waits = rate(url, tables)
                cuts = statistics.quantiles(waits, n=100)
                ratio = claim(got / raw, 2) if tables == 64 else f"{got / raw:.1f}×"
                what = f"{tables} table" + ("s" if tables > 1 else "")
                rows.append((name, what, f"{got:,.0f}", ratio, f"{cuts[49] * 1000:.1f}", f"{cuts[98] * 1000:.1f}"))
    text = "Commands of real rounds, decided, chained, journalled and fsynced; group commit shares the fsync."
    head = ("book", "load", "commands/s", "against one commit", "p50 ms", "p99 ms")
    return table("The floor below HTTP", text, rows, head)


if __name__ == "__main__":
    print(run())
