"""Ten players, and beside them a slow, an endless and a greedy client: what the players notice. Written to
docs/hostile-clients.md; `make soak` writes it anew, in about two minutes. Give `slow`, `endless` or `greedy` for one.

The service is a process of its own, with the limits it is shipped with. The attackers are processes of their own too,
each on a loopback address of its own, and yield to the service: they stand for other machines.
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from houseway.client.room import Participant
from houseway.role import Actor, Role
from houseway.service.floor import Floor
from houseway.service.identity import Identity
from houseway.service.outcome import Accepted
from houseway.service.store import open_store
from houseway.table import commands as do
from houseway.table.terms import Terms

PAGE = Path(__file__).parent.parent / "docs" / "hostile-clients.md"
SERVER = """
import sys
from houseway.web.serve import make_server
server = make_server(sys.argv[1], port=0, on_ready=lambda: print(server.address, flush=True))
server.run()
"""
PIN = "482913"
QUIET_SECONDS, ATTACK_SECONDS, WARM_SECONDS = 10.0, 20.0, 2.0
PLAYERS, EVERY_SECONDS = 10, 0.1
RECORDS = 5_000  # of the table that is replayed
SEATS = 6
HEAD = b"GET /tables HTTP/1.1\r\nHost: localhost\r\n"
REPLAY = b"GET /tables/LONG/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: 0\r\n\r\n"


# ---- the room


def long_table(book: str) -> None:
    """A table that has seen much, and staff."""
    ann = Actor(Role.PLAYER, "Ann", 1)
    with open_store(book) as store:
        Identity(store).enrol("Sue", Role.SUPERVISOR, PIN)
        floor = Floor(store)
        floor.start()
        opens = do.OpenTable(terms=Terms(game="san-lo", betting_seconds=3600))
        first = [
            (Actor(Role.SUPERVISOR, "Sue"), opens),
            (ann, do.TakeSeat(seat=1, player="Ann")),
            (ann, do.BuyIn(seat=1, cents=1_000_00)),
        ]
        for n, (actor, command) in enumerate(first):
            assert isinstance(floor.execute("LONG", f"first {n}", actor, command), Accepted)
        done, last = threading.Semaphore(0), RECORDS - len(first)
        for n in range(last):
            bet = do.PlaceWager(seat=1, wager="Main Bet", cents=5_00 + n % 2 * 1_00)
            floor.submit("LONG", f"bet {n}", ann, bet, lambda outcome: done.release())
        for _ in range(last):
            done.acquire()
        floor.stop()


@contextmanager
def server(book: str) -> Iterator[tuple[str, int]]:
    process = subprocess.Popen([sys.executable, "-c", SERVER, book], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip(), process.pid
    finally:
        process.terminate()
        process.wait(20)


def seated(address: str) -> list[Participant]:
    people = []
    for n in range(PLAYERS):
        name, seat = f"T{n // SEATS}", n % SEATS + 1
        if seat == 1:
            with Participant(address, name).logs_in("Sue", PIN) as boss:
                boss.does(do.OpenTable(terms=Terms(game="san-lo", betting_seconds=3600)))
        player = Participant(address, name).sits_down(seat, f"Player {n}")
        player.does(do.BuyIn(seat=seat, cents=1_000_00))
        people.append(player)
    return people


# ---- the players


async def plays(player: Participant, place: tuple[str, int], until: float, run: str, waits: list[float]) -> None:
    """A bet that is changed ten times a second, each time by a person who waits for the answer."""
    token = player._http.headers["Authorization"]
    connection: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    n = 0
    await asyncio.sleep(Random(f"{run} {player.seat} {player._table}").random() * EVERY_SECONDS)
    while (began := time.perf_counter()) < until:
        n += 1
        command = {"is": "PlaceWager", "seat": player.seat, "wager": "Main Bet", "cents": 5_00 + n % 2 * 1_00}
        body = json.dumps({"key": f"{run} {player.seat} {n}", "command": command})
        head = f"POST /tables/{player._table}/commands HTTP/1.1\r\nHost: localhost\r\nAuthorization: {token}\r\n"
        kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        while True:
            try:
                connection = connection or await asyncio.open_connection(*place)
                connection[1].write((head + kind + body).encode())
                answer = await connection[0].readuntil(b"\r\n\r\n")
                length = int(answer.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
                told = await connection[0].readexactly(length)
            except (ConnectionError, asyncio.IncompleteReadError):
                connection = None  # sent again under the same key
                continue
            break
        assert answer.startswith(b"HTTP/1.1 200 "), told
        waits.append(time.perf_counter() - began)
        await asyncio.sleep(max(0.0, began + EVERY_SECONDS - time.perf_counter()))


def measured(people: list[Participant], address: str, seconds: float, run: str) -> list[float]:
    place = urlsplit(address)
    waits: list[float] = []

    async def all_play() -> None:
        until = time.perf_counter() + seconds
        at = place.hostname or "", place.port or 0
        await asyncio.gather(*(plays(player, at, until, run, waits) for player in people))

    asyncio.run(all_play())
    return waits


# ---- the attackers


async def drips(begins: bytes, drop: bytes, at: tuple[str, int], source: str) -> None:
    """Half a request, a byte a second."""
    reader, writer = await asyncio.open_connection(*at, local_addr=(source, 0))
    writer.write(begins)
    while not reader.at_eof():
        writer.write(drop)
        await writer.drain()
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await reader.read(65536)
    writer.close()


async def pours(begins: bytes, part: bytes, at: tuple[str, int], source: str) -> None:
    """As fast as it is taken."""
    _, writer = await asyncio.open_connection(*at, local_addr=(source, 0))
    writer.write(begins)
    while True:
        writer.write(part)
        await writer.drain()


async def replays(reads: bool, at: tuple[str, int], source: str) -> None:
    """All of a long table, again and again."""
    reader, writer = await asyncio.open_connection(*at, local_addr=(source, 0))
    writer.write(REPLAY)
    if not reads:
        await asyncio.sleep(30)
    while part := await reader.read(1 << 20):
        if b"event: view" in part or b'"error"' in part:
            break
    writer.close()


async def asks(request: bytes, at: tuple[str, int], source: str) -> None:
    """One question after the other, without a pause."""
    reader, writer = await asyncio.open_connection(*at, local_addr=(source, 0))
    while True:
        writer.write(request)
        if not await reader.read(65536):
            break


def _guess(n: int) -> bytes:
    body = json.dumps({"name": "Sue", "pin": f"{n:06d}"}).encode()
    return (
        b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"
        % (len(body), body)
    )


Attack = Callable[[tuple[str, int], str], Any]
POST = b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
ATTACKS: dict[str, list[Attack]] = {
    "slow": [
        *[lambda at, source: drips(HEAD, b"X", at, source)] * 200,
        *[lambda at, source: drips(POST + b"Content-Length: 1000\r\n\r\n", b"[", at, source)] * 200,
        *[lambda at, source: drips(b"", b"", at, source)] * 400,
    ],
    "endless": [
        *[lambda at, source: pours(HEAD + b"X: ", b"x" * 65536, at, source)] * 4,
        *[lambda at, source: pours(HEAD, b"X: y\r\n" * 10_000, at, source)] * 4,
        *[lambda at, source: pours(POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n[\r\n" * 10_000, at, source)]
        * 4,
    ],
    "greedy": [
        *[lambda at, source: replays(True, at, source)] * 32,
        *[lambda at, source: replays(False, at, source)] * 32,
        *[lambda at, source: asks(HEAD + b"\r\n", at, source)] * 8,
        *[lambda at, source, n=n: asks(_guess(n), at, source) for n in range(4)],
    ],
}


def attack(kind: str, address: str, seconds: float) -> None:
    os.nice(15)  # it is another machine
    place = urlsplit(address)
    source = f"127.0.0.{2 + list(ATTACKS).index(kind)}"

    async def again_and_again(one: Attack) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                await one((place.hostname or "", place.port or 0), source)
            await asyncio.sleep(0.05)

    async def all_at_once() -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(again_and_again(one) for one in ATTACKS[kind]))

    asyncio.run(all_at_once())


# ---- what is measured


class Watched(threading.Thread):
    """The most memory and descriptors that a process had."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid, self.megabytes, self.descriptors = pid, 0.0, 0
        self._over = threading.Event()

    def run(self) -> None:
        while not self._over.wait(0.2):
            self.megabytes = max(self.megabytes, megabytes(self.pid))
            self.descriptors = max(self.descriptors, len(os.listdir(f"/proc/{self.pid}/fd")))

    def ends(self) -> None:
        self._over.set()
        self.join()


def megabytes(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def run(kinds: tuple[tuple[str, ...], ...]) -> str:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        book = f"{folder}/book.db"
        long_table(book)
        with server(book) as (address, pid):
            people = seated(address)
            measured(people, address, WARM_SECONDS, "warm")
            for number, names in enumerate(kinds):
                seconds = ATTACK_SECONDS if names else QUIET_SECONDS
                before, watch = megabytes(pid), Watched(pid)
                watch.start()
                ending = time.monotonic() + WARM_SECONDS + seconds + 1
                context = get_context("spawn")
                attackers = [
                    context.Process(target=attack, args=(name, address, ending - time.monotonic()), daemon=True)
                    for name in names
                ]
                for each in attackers:
                    each.start()
                if attackers:
                    time.sleep(WARM_SECONDS)
                waits = sorted(measured(people, address, seconds, f"run {number}"))
                for each in attackers:
                    each.join(30)
                watch.ends()
                cuts = statistics.quantiles(waits, n=100)
                times = " | ".join(f"{1000 * wait:.1f}" for wait in (cuts[49], cuts[98], waits[-1]))
                had = f"{before:.0f} | {watch.megabytes:.0f} | {watch.descriptors}"
                rows.append(f"| {', '.join(names) or 'nobody'} | {len(waits):,} | {times} | {had} |")
                print(rows[-1], file=sys.stderr, flush=True)
            for player in people:
                player.__exit__()
    return "\n".join(rows) + "\n"


TEXT = """# Hostile clients

<!-- Generated by bench/hostile.py; `make soak` writes it anew. -->

{players} players change a bet ten times a second each and wait for the answer, which comes when it is on disk. Beside
them, from addresses of their own, all for {seconds:.0f} seconds and again as soon as they are let go:

- a *slow* client: 800 connections with half a head or half a body, a byte a second, or with nothing at all;
- an *endless* client: 12 connections that send one header, headers, or chunks of a body without end, as fast as they
  are taken;
- a *greedy* client: 64 guests who replay a table of {records:,} records by `Last-Event-ID: 0`, half of them without
  reading it, 8 connections that ask for the tables without a pause, and 4 that guess PINs.

| beside them | commands | p50 ms | p99 ms | worst ms | MB before | MB at most | descriptors at most |
|---|--:|--:|--:|--:|--:|--:|--:|
{rows}
The service, the players, the attackers and whatever else ran on the machine (a load of {load:.0f}) share {cores} cores.
Without limits, as in 0.1.0, one endless client stops every command, and 64 replaying guests make them wait for seconds.
Measured on {day}.
"""

if __name__ == "__main__":
    each = tuple((name,) for name in ATTACKS)
    rows = run(((), *each, tuple(ATTACKS), ()) if len(sys.argv) < 2 else ((), tuple(sys.argv[1:])))
    seen = {"players": PLAYERS, "seconds": ATTACK_SECONDS, "records": RECORDS, "cores": os.cpu_count()}
    seen["load"] = os.getloadavg()[1]
    PAGE.write_text(TEXT.format(rows=rows, day=datetime.now(UTC).date(), **seen), "utf-8")
