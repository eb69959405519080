"""Durable commands per second over HTTP, beside what the same server answers to an empty POST."""

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.service.postgres import fresh_database, postgres_server

from floor import rate
from houseway.client.room import Participant
from houseway.role import Role
from houseway.service.identity import Identity
from houseway.service.store import open_store
from houseway.table import commands as do
from houseway.table.terms import Terms
from measure import claim, table

SECONDS = 2.0
REPEATS = 5
SEATS = 4  # players at a table
SERVER = """
import sys
from houseway.web.limits import WebSettings
from houseway.web.serve import make_server
free = WebSettings(
    session_burst=1e9, session_per_second=1e9, address_burst=1e9, address_per_second=1e9,
    streams_by_address=1000, streams_by_person=1000,
)
server = make_server(sys.argv[1], port=0, settings=free, on_ready=lambda: print(server.address, flush=True))
server.run()
"""
Make = Callable[[int], bytes]


class Connection(asyncio.Protocol):
    """Keeps one connection busy: the next request goes out when the answer to the last is here."""

    def __init__(self, make: Make, end: float, waits: list[float]) -> None:
        self.make, self.end, self.waits = make, end, waits
        self.sent, self.began, self.answer = 0, 0.0, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.send()

    def send(self) -> None:
        self.began = time.perf_counter()
        self.transport.write(self.make(self.sent))
        self.sent += 1

    def data_received(self, data: bytes) -> None:
        self.answer += data
        head, found, body = self.answer.partition(b"\r\n\r\n")
        if not found:
            return
        assert head.startswith(b"HTTP/1.1 20"), self.answer
        length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        if len(body) < int(length or 0):
            return
        self.answer = b""
        now = time.perf_counter()
        self.waits.append(now - self.began)
        if now < self.end:
            self.send()
        else:
            self.transport.close()


def measured(address: str, makes: list[Make]) -> tuple[float, list[float]]:
    waits: list[float] = []

    async def run() -> None:
        place = urlsplit(address)
        end = time.perf_counter() + SECONDS
        loop = asyncio.get_running_loop()
        for make in makes:
            await loop.create_connection(lambda make=make: Connection(make, end, waits), place.hostname, place.port)
        await asyncio.sleep(SECONDS + 0.5)

    asyncio.run(run())
    return len(waits) / SECONDS, waits


def head(player: Participant, path: str, length: int) -> str:
    token = player._http.headers["Authorization"]
    return (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    )


def empty(player: Participant) -> Make:
    """An empty POST by the same player."""
    request = head(player, "/ping", 0).encode()
    return lambda n: request


def wagers(player: Participant, table_name: str, run: str) -> Make:
    """A bet that is changed again and again."""
    requests = []
    for cents in (500, 600):
        command = {"is": "PlaceWager", "seat": player.seat, "wager": "Main Bet", "cents": cents}
        body = json.dumps({"key": f"{run} {player.seat} NUMBER00", "command": command})
        requests.append((head(player, f"/tables/{table_name}/commands", len(body)) + body).encode())

    def make(n: int) -> bytes:  # in as little time as may be: the load runs beside the server
        return requests[n % 2].replace(b"NUMBER00", b"%08d" % n)

    return make


@contextmanager
def server(book: str) -> Iterator[str]:
    with open_store(book) as store:
        Identity(store).enrol("Sue", Role.SUPERVISOR, "593017")
        Identity(store).enrol("Dan", Role.DEALER, "593017")
    process = subprocess.Popen([sys.executable, "-c", SERVER, book], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait(20)


def seated(address: str, tables: int) -> list[tuple[Participant, str]]:
    people = []
    for n in range(tables):
        name = f"T{n}"
        supervisor = Participant(address, name).logs_in("Sue", "593017")
        dealer = Participant(address, name).logs_in("Dan", "593017")
        supervisor.does(do.OpenTable(terms=Terms(game="san-lo", dealer="live")))
        dealer.does(do.Shuffle())
        for seat in range(1, SEATS + 1):
            player = Participant(address, name).sits_down(seat, f"P{seat}")
            dealer.does(do.BuyIn(seat=seat, cents=1_000_00))
            people.append((player, name))
    return people


def run() -> str:
    rows = []
    with tempfile.TemporaryDirectory() as folder, postgres_server() as base:
        for name, book in (("SQLite", f"{folder}/book.db"), ("PostgreSQL", fresh_database(base))):
            is_file = name == "SQLite"
            with server(book) as address:
                people = seated(address, 16)
                for connections in (1, 8, 64):
                    asked = people[:connections]
                    pairs = []
                    for n in range(REPEATS):
                        bare, _ = measured(address, [empty(player) for player, _ in asked])
                        makes = [wagers(player, at, f"{connections} {n}") for player, at in asked]
                        pairs.append((bare, *measured(address, makes)))
                    bare, got = (statistics.median(pair[it] for pair in pairs) for it in (0, 1))
                    waits = [wait for pair in pairs for wait in pair[2]]
                    below, _ = rate(
                        f"{folder}/below{connections}.db" if is_file else fresh_database(base), connections, 3
                    )
                    cuts = statistics.quantiles(waits, n=100)
                    times = f"{cuts[49] * 1000:.1f}", f"{cuts[98] * 1000:.1f}"
                    ratio = got * (1 / bare + 1 / below)
                    told = claim(ratio, 0.8) if connections == 64 else f"{ratio:.2f}×"
                    rows.append((name, f"{connections}", f"{bare:,.0f}", f"{below:,.0f}", f"{got:,.0f}", told, *times))
    text = (
        "One server process, one load process, keep-alive connections, each waiting for its answer. An empty POST is "
        "`/ping`, an ordinary route of the same application, with the same player's token; a command is on disk when "
        "it is answered. What the floor does below HTTP, with as many tables, stands beside it. One process does both, "
        "so the limit is an empty POST and a command below HTTP, one after the other; a single connection waits for "
        f"the disk as well. The median of {REPEATS} pairs, each measured one after the other."
    )
    head = ("book", "connections", "empty POST/s", "below HTTP/s", "commands/s", "of the limit", "p50 ms", "p99 ms")
    return table("The service over HTTP", text, rows, head)


if __name__ == "__main__":
    print(run())
