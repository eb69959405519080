"""What people at screens wait for: a command on every screen that shows it, and a page with its cards from nothing."""

import asyncio
import itertools
import json
import random
import re
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parent.parent))

import httpx2

from floor import Together, rounds
from houseway.table import commands as do
from houseway.table.commands import Command
from houseway.table.notation import write
from houseway.table.terms import Terms
from measure import table
from service import server

SCREENS = 200
SECONDS = 15.0
SEATS = range(1, 7)
DEALER, SUPERVISOR = 0, -1  # where players have the number of their seat
MOST_MS, MOST_KB, MOST_SECONDS = 150, 250, 1.0
LOADS = 10
OWN_CARD = ".tray .card"
VIEW = re.compile(rb"event: view\nid: (\d+)\n")


class Screen(asyncio.Protocol):
    """A browser's worth of an event stream. Notes when the table of each record was there to be drawn."""

    def __init__(self, request: bytes) -> None:
        self.request, self.rest = request, b""
        self.seen: list[tuple[int, float]] = []  # up to which record, and when

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        *whole, self.rest = (self.rest + data).split(b"\n\n")
        for message in whole:
            found = VIEW.search(message)
            if found:
                self.seen.append((int(found[1]), now))


class Playing:
    """A table whose rounds are played over HTTP, with a pause after what is done at the same time."""

    def __init__(self, address: str, name: str, tokens: dict[int | None, str], pause_seconds: float) -> None:
        self.place, self.name, self.tokens, self.pause_seconds = urlsplit(address), name, tokens, pause_seconds
        self.screens: list[Screen] = []
        self.sent: list[tuple[float, int]] = []  # when each command went out, and the record it became
        self._keys = itertools.count()

    async def plays(self, end: float) -> None:
        rng = random.Random(self.name)
        script: Iterator[Together] = rounds()
        while time.perf_counter() < end:
            await asyncio.gather(*(self._does(actor.seat or 0, command) for actor, command in next(script)))
            await asyncio.sleep(rng.uniform(0, 2 * self.pause_seconds))

    async def _does(self, seat: int, command: Command) -> None:
        body = json.dumps(self.body(command)).encode()
        reader, writer = await asyncio.open_connection(self.place.hostname, self.place.port)
        began = time.perf_counter()
        writer.write(request("POST", f"/tables/{self.name}/commands", self.tokens[seat], len(body)) + body)
        head, _, told = (await reader.read()).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), told
        self.sent.append((began, json.loads(told)["seq"]))
        writer.close()

    def body(self, command: Command) -> dict[str, object]:
        written, _ = write(command)
        terms = {name: each for name, each in written.get("terms", {}).items() if each is not None}
        sent = {name: value for name, value in written.items() if name not in ("seal", *command.edge)}
        key = f"{self.name} {next(self._keys)}"
        return {"key": key, "command": sent | ({"terms": terms} if terms else {})}

    def waits(self) -> Iterator[float]:
        """For each command: until the last screen had it."""
        for began, seq in self.sent:
            yield max(next(at for upto, at in screen.seen if upto >= seq) for screen in self.screens) - began


def request(method: str, path: str, token: str, length: int = 0) -> bytes:
    who = f"Authorization: Bearer {token}\r\n" if token else ""
    closes = "Connection: close\r\n" if method == "POST" else ""
    kind = f"Content-Type: application/json\r\nContent-Length: {length}\r\n" if length else ""
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{who}{closes}{kind}\r\n".encode()


class Opening:
    """Opens tables for people who sit down and buy in."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx2.Client(base_url=address)
        self.staff = {}
        for number, name in ((DEALER, "Dan"), (SUPERVISOR, "Sue")):
            self.staff[number] = self._posts("/login", {"name": name, "pin": "12345678"})["token"]

    def opens(self, name: str, pause_seconds: float) -> Playing:
        playing = Playing(self.address, name, dict(self.staff), pause_seconds)
        self._does(playing, SUPERVISOR, do.OpenTable(terms=Terms(game="supreme-99", dealer="live", tray_cents=10**9)))
        for seat in SEATS:
            body = {"key": secrets.token_urlsafe(16), "seat": seat, "player": f"P{seat}"}
            playing.tokens[seat] = self._posts(f"/tables/{name}/seats", body)["token"]
            self._does(playing, DEALER, do.BuyIn(seat=seat, cents=10**8))
        return playing

    def _does(self, playing: Playing, who: int, command: Command) -> None:
        self._posts(f"/tables/{playing.name}/commands", playing.body(command), playing.tokens[who])

    def _posts(self, path: str, body: object, token: str = "") -> Any:
        answer = self.http.post(path, json=body, headers={"Authorization": f"Bearer {token}"} if token else {})
        assert answer.is_success, answer.text
        return answer.json()


def watched(tables: int, pause_seconds: float) -> tuple[float, list[float]]:
    """Commands a second, and how long each took to be on every screen of its table."""
    with tempfile.TemporaryDirectory() as folder, server(f"{folder}/book.db") as address:
        opening = Opening(address)
        playing = [opening.opens(f"T{n}", pause_seconds) for n in range(tables)]

        async def run() -> None:
            place, loop = urlsplit(address), asyncio.get_running_loop()
            viewers = itertools.cycle([*SEATS, DEALER, SUPERVISOR, None, None])  # the last two are guests
            for each, viewer in zip(itertools.cycle(playing), islice(_by(tables, viewers), SCREENS), strict=False):
                asked = request("GET", f"/tables/{each.name}/events", each.tokens.get(viewer, ""))
                _, screen = await loop.create_connection(lambda asked=asked: Screen(asked), place.hostname, place.port)
                each.screens.append(screen)
            while not all(screen.seen for each in playing for screen in each.screens):
                await asyncio.sleep(0.05)
            end = time.perf_counter() + SECONDS
            await asyncio.gather(*(each.plays(end) for each in playing))
            await asyncio.sleep(1)

        asyncio.run(run())
        waits = [wait for each in playing for wait in each.waits()]
        return len(waits) / SECONDS, waits


def _by(tables: int, viewers: Iterator[int | None]) -> Iterator[int | None]:
    """The same viewer at each table in turn."""
    for viewer in viewers:
        yield from itertools.repeat(viewer, tables)


def cold_loads() -> tuple[int, list[float]]:
    """The weight of the player's screen in bytes, and the seconds until its cards are there, each time in a browser
    that has seen nothing yet."""
    from playwright.sync_api import sync_playwright
    from tests.browser.room import ARGS, CardRoom, find_browser

    found = find_browser()
    assert found, "no browser: install chromium"
    with tempfile.TemporaryDirectory() as folder, CardRoom(Path(folder)) as room, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(ARGS))
        ann = room.comes(browser)
        ann.practises("san-lo")
        ann.bets("Main Bet")
        ann.deals()
        state = ann.page.context.storage_state()
        weights, took = [], []
        for _ in range(LOADS):
            context = browser.new_context(viewport={"width": 1280, "height": 800}, storage_state=state)
            page = context.new_page()
            sizes: list[int] = []
            page.on("requestfinished", lambda it, sizes=sizes: sizes.append(it.sizes()["responseBodySize"]))
            began = time.perf_counter()
            page.goto(f"{room.url}/tables/1/play", wait_until="commit")
            page.wait_for_selector(OWN_CARD, state="visible")
            took.append(time.perf_counter() - began)
            page.wait_for_load_state("load")
            weights.append(sum(sizes))
            context.close()
        browser.close()
    return max(weights), took


def _held(value: float, most: float, shown: str) -> str:
    return f"{shown} (at most {most:g}: {'holds' if value <= most else 'FAILS'})"


def run() -> str:
    rows = []
    for tables, pause_seconds in ((20, 0.3), (1, 0.15)):
        rate, waits = watched(tables, pause_seconds)
        cuts = [cut * 1000 for cut in statistics.quantiles(waits, n=100)]
        what = f"{SCREENS} screens, {tables} table{'s' if tables > 1 else ''}, {rate:,.0f} commands/s"
        rows.append((f"{what}: command to every screen, p50", "ms", f"{cuts[49]:.1f}"))
        rows.append((f"{what}: p99", "ms", _held(cuts[98], MOST_MS, f"{cuts[98]:.1f}")))
    weight, took = cold_loads()
    rows.append(("weight of the player's screen", "kB", _held(weight / 1000, MOST_KB, f"{weight / 1000:.0f}")))
    slowest = max(took)
    rows.append((f"cold load to the first card, median of {LOADS}", "s", f"{statistics.median(took):.2f}"))
    rows.append(("– the slowest", "s", _held(slowest, MOST_SECONDS, f"{slowest:.2f}")))
    text = (
        "One server process on SQLite, one load process with all the event streams; rounds of Supreme 99 are played "
        "over HTTP by six seats and a live dealer, and every command is on disk before anybody hears of it. A command "
        "counts from the moment it is sent to the moment the last screen of its table has been told. The page is "
        "loaded by Chromium on loopback in a context that has seen nothing yet, in mid-round."
    )
    return table("Screens", text, rows, ("what", "unit", "measured"))


if __name__ == "__main__":
    print(run())
