"""Durable commands per second of 32 tables that play for one meter, beside the same tables with a meter each.

Every table plays real rounds of San Lo with an automatic dealer and six seats, each of them on the sensor: a round is
one COIN IN. On PostgreSQL two processes have half of the tables each.
"""

import itertools
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.service.postgres import fresh_database, postgres_server

from floor import PLAYERS, SUPERVISOR, Client, Together
from houseway.games import game_named
from houseway.progressive import commands as ask
from houseway.progressive.meter import settings_of
from houseway.role import Actor, Role
from houseway.service.floor import Floor
from houseway.service.outcome import Accepted, Outcome
from houseway.service.store import open_store
from houseway.table import commands as do
from houseway.table.terms import Terms
from measure import claim, table

TABLES = 32
SECONDS = 4.0
REPEATS = 5
GAME = game_named("san-lo")
PAYTABLE = GAME.paytable("FSLPP-01")
ADMIN = Actor(Role.CONTROLLER_ADMIN, "Ada")


def script(meter: str) -> Iterator[Together]:
    paytables = {GAME.main[0].name: GAME.paytables_of(GAME.main[0])[0].name, "Progressive": PAYTABLE.name}
    slow = {"betting_seconds": 3600, "setting_seconds": 3600}
    terms = Terms(game="san-lo", paytables=paytables, meter=meter, tray_cents=10**9, **slow)
    yield [(SUPERVISOR, do.OpenTable(terms=terms))]
    yield [(player, do.TakeSeat(seat=player.seat or 0, player=player.name)) for player in PLAYERS]
    yield [(player, do.BuyIn(seat=player.seat or 0, cents=10**9)) for player in PLAYERS]
    while True:
        for wager, cents in ((GAME.main[0].name, 25_00), ("Progressive", 1_00)):
            yield [(it, do.PlaceWager(seat=it.seat or 0, wager=wager, cents=cents)) for it in PLAYERS]
        yield [(it, do.SayReady(seat=it.seat or 0)) for it in PLAYERS]
        yield [(it, do.AskHouseWay(seat=it.seat or 0)) for it in PLAYERS]


class MeterClient(Client):
    """A prize of more than $3,000 waits for surveillance, who is not here: such a table plays no more."""

    def hear(self, outcome: Outcome) -> None:
        if isinstance(outcome, Accepted):
            super().hear(outcome)
        else:
            self.done.set()


def open_meters(url: str, meters: list[str]) -> None:
    settings = settings_of(PAYTABLE)
    opening = ask.OpenMeter(settings=settings, opening_cents=settings.seed_cents)
    with open_store(url) as store:
        floor = Floor(store)
        floor.start()
        for meter in meters:
            assert isinstance(floor.execute(f"meter {meter}", "open", ADMIN, opening), Accepted)
        floor.stop()


def played(url: str, tables: list[tuple[str, str]], starts_at: float) -> int:
    """By one process: the commands that these tables, each with its meter, had in the book in so many seconds."""
    with open_store(url) as store:
        floor = Floor(store)
        floor.start()
        stop = threading.Event()
        clients = [MeterClient(floor, name, stop, script(meter)) for name, meter in tables]
        for client in clients:
            client.send()
        time.sleep(max(0.0, starts_at - time.time()))  # until every table of every process is open
        before = sum(len(client.seconds) for client in clients)
        time.sleep(SECONDS)
        done = sum(len(client.seconds) for client in clients) - before
        stop.set()
        for client in clients:
            client.done.wait(30)
        floor.stop()
    return done


def rate(url: str, processes: int, *, shared: bool) -> float:
    names = [f"T{n}" for n in range(TABLES)]
    meters = {name: "shared" if shared else name for name in names}
    open_meters(url, sorted(set(meters.values())))
    parts = [[(name, meters[name]) for name in names[part::processes]] for part in range(processes)]
    starts_at = time.time() + 4
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(played, url, part, starts_at) for part in parts]
        return sum(job.result() for job in jobs) / SECONDS


def run() -> str:
    rows = []
    with tempfile.TemporaryDirectory() as folder, postgres_server() as base:
        files = (f"{folder}/{n}.db" for n in itertools.count())
        for name, fresh, processes in (
            ("SQLite, one process", lambda: next(files), 1),
            ("PostgreSQL, two processes", partial(fresh_database, base), 2),
        ):
            pairs = [
                (rate(fresh(), processes, shared=False), rate(fresh(), processes, shared=True)) for _ in range(REPEATS)
            ]
            each, one = (statistics.median(side) for side in zip(*pairs, strict=True))
            ratio = statistics.median(one / each for each, one in pairs)
            rows.append((name, f"{each:,.0f}", f"{one:,.0f}", claim(ratio, 0.8)))
    text = (
        f"Commands a second of {TABLES} tables of San Lo, every seat on the sensor, with a meter each and all on one "
        f"meter. The median of {REPEATS} pairs, each measured one after the other."
    )
    return table("Many tables on one meter", text, rows, ("book", "a meter each", "one meter", "of it"))


if __name__ == "__main__":
    print(run())
