"""A service that starts on a book of any length: until its table takes the first command."""

import tempfile
import time
from datetime import UTC, datetime, timedelta
from itertools import count
from unittest.mock import patch

from houseway.role import Actor, Role
from houseway.service.batch import Batch, Order, Running
from houseway.service.entry import GamingDay
from houseway.service.floor import Floor
from houseway.service.meters import Meters
from houseway.service.outcome import Accepted
from houseway.service.record import Head, Record, genesis
from houseway.service.snapshot import EVERY, snapshot_of
from houseway.service.step import Steps
from houseway.service.store import open_store
from houseway.shuffler import equipped
from houseway.table import commands as do
from houseway.table.state import Table
from houseway.table.terms import Terms
from measure import claim, table

SIZES = (1_000, 100_000, 1_000_000)
MOST_WITHOUT = 100_000  # records that are read from the first one, to compare
TOGETHER = 5_000  # records that are written in a commit
SEAT = 1
SUE, DAN, PAT = Actor(Role.SUPERVISOR, "Sue"), Actor(Role.DEALER, "Dan"), Actor(Role.PLAYER, "Pat", 1)


def run() -> str:
    rows, first = [], 0.0
    for records in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            url = f"{folder}/book.db"
            written(url, records)
            took = starts(url)
            first = first or took
            without = f"{without_snapshots(url):.2f} s" if records <= MOST_WITHOUT else "not measured"
        ratio = claim(took / first, 2, at_most=True) if rows else "1×"
        rows.append((f"{records:,}", f"{took * 1000:,.0f} ms", ratio, without))
    text = (
        "From opening the book to the first command that is acknowledged, at one table whose last snapshot is "
        f"{EVERY - 1} records behind: as far as it can be when a service is killed. Another process that takes the "
        "table over does the same. On SQLite; the best of three."
    )
    return table("A start does not grow with the book", text, rows, ("records", "start", "to the first", "no snapshot"))


def starts(url: str) -> float:
    return min(_start(url, n) for n in range(3))


def without_snapshots(url: str) -> float:
    with patch("houseway.service.audit.nearest", lambda *_: None):
        return _start(url, 3)


def _start(url: str, n: int) -> float:
    """The snapshot stays where it is: what the service would make of it is not measured."""
    with (
        patch("houseway.service.roster.SnapshotMaker.make_last"),
        patch("houseway.service.roster.SnapshotMaker.make_one"),
    ):
        began = time.perf_counter()
        with open_store(url) as store:
            floor = Floor(store)
            floor.start()
            outcome = floor.execute("T1", f"start {n}", DAN, do.BuyIn(seat=SEAT, cents=1_00))
            took = time.perf_counter() - began
            assert isinstance(outcome, Accepted), outcome
            floor.stop()
    return took


def written(url: str, records: int) -> None:
    """A book of one table at which chips are bought and cashed again and again, decided by the rules of the table."""
    steps, keys = Steps(Meters(store := open_store(url)), equipped, GamingDay()), count(1)
    running, now = Running(Table(name="T1"), Head(0, genesis("T1"))), datetime(2031, 5, 1, 12, tzinfo=UTC)
    store.claim("T1")

    def does(actor: Actor, command: do.TableCommand) -> None:
        order = Order("T1", f"key {next(keys)}", actor, command, lambda _: None)
        record = steps.at_table(running, Batch(), order, now)
        assert isinstance(record, Record), record

    does(SUE, do.OpenTable(terms=Terms(game="supreme-99", dealer="live")))
    does(PAT, do.TakeSeat(seat=SEAT, player="Pat"))
    while running.head.seq < records:
        now += timedelta(seconds=1)
        does(DAN, do.BuyIn(seat=SEAT, cents=1_00))
        does(PAT, do.CashOut(seat=SEAT, cents=1_00))
        if running.head.seq >= records - EVERY + 1 and not store.snapshot_ends():
            store.append(running.written)
            running.written.clear()
            store.keep_snapshot(snapshot_of(running.table, running.head))
        if len(running.written) >= TOGETHER:
            store.append(running.written)
            running.written.clear()
    store.append(running.written)
    store.close()
