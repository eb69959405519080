"""How soon the first card comes, and the coach after the first round: of every game in which something is chosen.

    python bench/coach.py [GAME …]               a room of this installation
    python bench/coach.py --new [GAME …]         a clone in an empty folder, installed as by `make run`
    python bench/coach.py --at ADDRESS [GAME …]  a room that is open
    python bench/run.py coach coach-new coach-processor    and what it takes of a processor, onto docs/benchmarks.md

A player sits down, bets, looks at his hand and takes the time of a person before he chooses; everything is asked of the
service as a page asks it. The coach is measured from the end of the round; after the first round comes a second one.
"""

import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from measure import table

ROOT = Path(__file__).parent.parent
THINKS_SECONDS = float(os.environ.get("THINKS", "8"))  # at a choice; a first round takes a person some twenty seconds
KNOWS_SECONDS = 1.0  # the same in the second round
MOST_SECONDS = 120.0
MOST_ROUNDS = 60  # until something can be chosen: in casino war every thirteenth
CHIPS_CENTS, BET_CENTS = 10_000_00, 25_00


class Player:
    """At the room's table of a game, on the first seat."""

    def __init__(self, address: str, game: str, wager: str) -> None:
        self.address, self.wager, self.token = address, wager, ""
        tables = self.asks("GET", "/tables")["tables"]
        self.table = next(each["name"] for each in tables if each.get("game") == game)
        seat = {"key": secrets.token_hex(8), "seat": 1, "player": "Ann"}
        self.token = self.asks("POST", f"/tables/{self.table}/seats", seat)["token"]
        self.does("BuyIn", cents=CHIPS_CENTS)

    def asks(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {self.token}"} if self.token else {}
        )
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())

    def sees(self) -> Any:
        return self.asks("GET", f"/tables/{self.table}")["view"]

    def does(self, command: str, **fields: Any) -> None:
        body = {"key": secrets.token_hex(8), "command": {"is": command, "seat": 1, **fields}}
        self.asks("POST", f"/tables/{self.table}/commands", body)

    def plays(self, thinks: float) -> tuple[float, float, str]:
        """Seconds to the cards, and from the end of the round to the coach; and what he said meanwhile."""
        view = f"/tables/{self.table}"
        number = self.sees()["round"]
        self.does("PlaceWager", wager=self.wager, cents=BET_CENTS)
        began, dealt = time.monotonic(), 0.0
        self.does("SayReady")
        while (seen := self.sees())["round"] == number:
            spot = seen["current"]["spots"].get("1", {})
            if not dealt and spot.get("cards"):
                dealt = time.monotonic() - began
            if spot.get("options"):
                hand = self.asks("GET", f"{view}/hand")
                time.sleep(thinks)
                layout = next((way["layout"] for way in hand["choices"] if way["standing"] == "legal"), "")
                self.does("Choose", word=spot["options"][0]["word"], layout=layout)
            time.sleep(0.02)
        over, says = time.monotonic(), ""
        while time.monotonic() - over < MOST_SECONDS:
            try:
                self.asks("GET", f"{view}/rounds/{number}/coach")
                return dealt, time.monotonic() - over, says
            except urllib.error.HTTPError as refused:
                error = json.loads(refused.read())["error"]
                says = error["code"]
                if refused.code != 503:
                    return dealt, -1.0, says  # nothing was chosen
            time.sleep(0.1)
        return dealt, MOST_SECONDS, says


def run(*, new: bool = False, games: tuple[str, ...] = (), address: str = "") -> str:
    rows, load = [], os.getloadavg()[0]
    with opened(new) if not address else nothing(address) as (at, seconds):
        for game, wager in chosen(games):
            cells = [game]
            try:
                player = Player(at, game, wager)
                for thinks in (THINKS_SECONDS, KNOWS_SECONDS):
                    dealt, coach, says = player.plays(thinks)
                    for _ in range(MOST_ROUNDS - 1):
                        if coach < 0:  # nothing was chosen: the dealer had a blackjack, or there was no tie
                            _, coach, says = player.plays(thinks)
                    cells += [f"{dealt:.2f} s", _coach(coach, says)]
                player.does("LeaveSeat")
            except (OSError, StopIteration) as fault:
                cells += [str(fault) or "no table is open"]
            rows.append((*cells, *[""] * (5 - len(cells))))
            print(rows[-1], file=sys.stderr, flush=True)
    title = f"First card and coach{', on a new installation' if new else ''}"
    said = f"The room was open after {seconds:.0f} s. " if new else ""
    text = (
        f"{said}A player who takes {THINKS_SECONDS:g} s for a choice, in the second round {KNOWS_SECONDS:g} s, "
        f"game after game, at a load of {load:.0f} to {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores. The coach is "
        "counted from the end of the first round with a choice; every figure that he gives is exact."
    )
    return table(title, text, rows, ("game", "first card", "coach", "next card", "coach"))


def run_new() -> str:
    return run(new=True)


OF_ONE_GAME = """
import json, sys, time
sys.modules["numba"] = sys.modules["llvmlite"] = None  # importing them fails
from itertools import islice
from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.options import added_by_choice, prepare, solved
from houseway.games import GAMES
game = GAMES[sys.argv[1]]
prepare(game)
prepared = time.process_time()
method = solved(game, beside=added_by_choice(game), one_sight=True)
sights = [seen for seen, _ in islice(options_met(method.question, 1000), 12)]
took = []
for seen in sights:
    began = time.process_time()
    try:
        method.options(seen)
    except ValueError:  # cards that were given up are known to a coach, and not to what is met at random
        continue
    took.append(time.process_time() - began)
print(json.dumps([type(method).__name__, prepared, max(took), sorted(took)[len(took) // 2]]))
"""


def run_processor() -> str:
    """What the coach takes of a processor: that does not depend on what else the machine does."""
    rows = []
    for game, _ in chosen(()):
        done = subprocess.run([sys.executable, "-c", OF_ONE_GAME, game], capture_output=True, text=True, check=True)
        method, prepared, slowest, middle = json.loads(done.stdout)
        rows.append((game, f"`{method}`", f"{prepared:.1f} s", f"{middle:.3f} s", f"{slowest:.3f} s"))
        print(rows[-1], file=sys.stderr, flush=True)
    text = (
        "Seconds of processor, of a process without the compiler and with nothing kept: from its start until it is "
        "prepared, which begins when a seat is taken; then of twelve sights at random the middle one and the slowest. "
        "A hand is counted while its player looks at it."
    )
    return table("Coach without the compiler", text, rows, ("game", "method", "prepared", "a sight", "the slowest"))


def _coach(seconds: float, says: str) -> str:
    if seconds < 0:
        return f"({says})"
    return f"{seconds:.2f} s" if seconds < MOST_SECONDS else f"not in {MOST_SECONDS:.0f} s ({says})"


def chosen(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Games in which something is chosen, and the wager that a player must place."""
    from houseway.games import GAMES

    games = [game for slug, game in GAMES.items() if game.choices and game.main and (not names or slug in names)]
    return [(game.slug, game.required[0] if game.required else game.placed[0].name) for game in games]


@contextmanager
def nothing(address: str) -> Iterator[tuple[str, float]]:
    yield address, 0.0


@contextmanager
def opened(new: bool) -> Iterator[tuple[str, float]]:
    """A room, its address and how long it took to open: here, or in a clone where nothing is installed."""
    with tempfile.TemporaryDirectory() as folder:
        root, python, port = ROOT, sys.executable, 8100 + secrets.randbelow(800)
        environment = os.environ | {"HOUSEWAY_CACHE": f"{folder}/cache", "PYTHONPATH": "src"}
        more: list[str] = []
        began = time.monotonic()
        if new:
            root, python = Path(folder) / "houseway", ".venv/bin/python"
            subprocess.run(["git", "clone", "--quiet", str(ROOT), str(root)], check=True)
            environment |= {"UV_CACHE_DIR": f"{folder}/uv", "PIP_CACHE_DIR": f"{folder}/pip"}
            began = time.monotonic()
            subprocess.run(["make", ".venv/.room"], cwd=root, env=environment, check=True)
            more = ["--finish-setup", "make --silent .venv/.kernels"]
        room = subprocess.Popen(
            [
                python,
                "-m",
                "houseway",
                "serve",
                "--card-room",
                "--port",
                str(port),
                "--book",
                f"{folder}/book.db",
                *more,
            ],
            cwd=root,
            env=environment,
        )
        address = f"http://127.0.0.1:{port}"
        try:
            while not _is_ready(address):
                time.sleep(0.05)
            yield address, time.monotonic() - began
        finally:
            room.terminate()
            room.wait(60)


def _is_ready(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/ready", timeout=10):
            return True
    except OSError:
        return False


if __name__ == "__main__":
    arguments = sys.argv[1:]
    where = arguments.pop(arguments.index("--at") + 1) if "--at" in arguments else ""
    names = tuple(name for name in arguments if not name.startswith("--"))
    print(run(new="--new" in arguments, games=names, address=where))
