"""A card room in a process of its own, and people who use it through a real browser.

with CardRoom(tmp_path) as room:
    ann = room.comes(browser)
    ann.practises("san-lo")
"""

import fcntl
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request
import uuid
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, expect

from houseway.game import Game
from houseway.table.betting import equal_to
from houseway.table.receipt import check
from houseway.web.card_room import in_order
from tests.soak import IS_SOAK

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGS = (
    "--no-sandbox",  # or it does not start as root, as it is run in a container
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
ROOT = Path(__file__).parents[2]
SCREENS = ROOT / "build" / "screens"
PICTURES = ROOT / "docs" / "screens"  # those that the pages of docs/ show; `make pictures` takes them anew
TABLES = {game.slug: str(number) for number, game in enumerate(in_order(), 1)}
TITLES = {game.slug: game.title for game in in_order()}
GAMES = tuple(TABLES)
LETTERS = GAMES[:3]  # which the agency's letters approve


def placed(game: Game) -> tuple[str, ...]:
    """The wagers that a player places himself; what must equal another is placed with it."""
    follow = {name for lead in game.placed for name in equal_to(game, lead)}
    return tuple(wager.name for wager in game.placed if wager.name not in follow)


WAGERS = {game.slug: placed(game) for game in in_order()}
MAIN = {slug: wagers[0] for slug, wagers in WAGERS.items()}
SIZES = {"desktop": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}
LEFT = {"Failed to load resource"}  # what a browser itself says of an answer that is not 200

# Every byte that the page is sent, streams too, is kept: a page can then be asked what it was told. And how many of its
# questions and commands wait for an answer.
LISTENING = """
window.heard = [];
window.asking = 0;
const fetched = window.fetch;
window.fetch = async (...asked) => {
  window.asking++;
  const response = await fetched(...asked).finally(() => window.asking--);
  if (!response.body || response.status === 204) return response; // which may have no body, and so cannot be made again
  const [one, other] = response.body.tee();
  (async () => {
    const reader = one.pipeThrough(new TextDecoderStream()).getReader();
    for (let part; !(part = await reader.read()).done; ) window.heard.push(part.value);
  })().catch(() => {});
  return new Response(other, { status: response.status, headers: response.headers });
};
"""

# Whoever has played before is led by the hand no more; a blank page keeps nothing.
HAS_PLAYED = """
try { localStorage.setItem("guided", "yes"); } catch {}
"""

# A finger that taps, or a key that is pressed, in the very moment when something to press comes: on a machine that does
# much else, no test is as quick.
IMPATIENT = """([act, key]) => {
  const watching = new MutationObserver(() => {
    const button = document.querySelector(`[data-act="${act}"]`);
    if (!button) return;
    watching.disconnect();
    const bubbles = true;
    if (key) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles, cancelable: true }));
    else button.dispatchEvent(new MouseEvent("click", { bubbles, detail: 1 })); // 0 is a key
  });
  watching.observe(document.body, { childList: true, subtree: true });
}"""

# When for a tenth of a second nothing was asked of the house and nothing moved.
RESTED = """() => new Promise((done) => {
  const moves = () => document.getAnimations().some((each) => each.playState === "running" && each.effect.getTiming().iterations < Infinity);
  let since = performance.now();
  const look = () => {
    if (window.asking || moves()) since = performance.now();
    if (performance.now() - since > 100) done();
    else requestAnimationFrame(look);
  };
  look();
})"""  # noqa: E501


def find_browser() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@cache
def just_opened() -> Path:
    """A folder with the book of a card room in which nobody has played yet: opened once for all workers."""
    folder = Path(tempfile.gettempdir()) / "card-room"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)
        if not (folder / "opened").exists():
            (folder / "opening").mkdir()
            with CardRoom(folder / "opening", opened=None):
                pass
            (folder / "opening").rename(folder / "opened")
    return folder / "opened"


# A host who waits a third as long for somebody who is not there: nobody watches a test wait.
SOONER = "from houseway.web import card_room; card_room.GONE_SECONDS = 4.0; from houseway.cli import main; main()"


class CardRoom:
    def __init__(self, folder: Path, opened: Callable[[], Path] | None = just_opened) -> None:
        self.book = folder / "book.db"
        if opened is not None:
            shutil.copytree(opened(), folder, dirs_exist_ok=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> "CardRoom":
        self.opens()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(20)
            self._process = None

    def opens(self) -> None:
        program = ("-m", "houseway") if IS_SOAK else ("-c", SOONER)
        command = (sys.executable, *program, "serve", "--card-room", "--book", str(self.book))
        self._process = subprocess.Popen((*command, "--port", str(self.port)), stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert self.url in self._process.stdout.readline()

    def is_killed(self) -> None:
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait(20)
        self._process = None

    def tells(self, path: str):
        with urllib.request.urlopen(f"{self.url}{path}", timeout=60) as answer:
            return json.load(answer)

    def receipt(self, game: str, number: int):
        """Checked as by `houseway check-deal`."""
        found = self.tells(f"/tables/{TABLES[game]}/rounds/{number}")
        checked, wrong = check(found)
        assert checked and not wrong
        return found

    def comes(
        self, browser: Browser, *, size: str = "desktop", scheme: str = "light", calm: bool = True, first: bool = False
    ) -> "Guest":
        """Somebody who has played before and is led by the hand no more, unless it is his first time."""
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,  # type: ignore[arg-type]
            reduced_motion="reduce" if calm else "no-preference",
            has_touch=size != "desktop",
            service_workers="block",  # they would hide what is asked of the house; test_feel.py lets one work
        )
        context.add_init_script(LISTENING if first else LISTENING + HAS_PLAYED)
        return Guest(self, context.new_page(), f"{size}-{scheme}")


class Guest:
    """Somebody with a browser."""

    def __init__(self, room: CardRoom, page: Page, kind: str) -> None:
        self.room, self.page, self.kind = room, page, kind
        self.game = ""
        self.faults: list[str] = []
        page.set_default_timeout(90_000)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._console)

    def _console(self, message) -> None:
        if message.type == "error" and not any(message.text.startswith(each) for each in LEFT):
            self.faults.append(message.text)

    def leaves(self) -> None:
        self.page.context.close()
        assert not self.faults, self.faults

    def stands_up(self) -> bool:
        """Whatever is on the felt is played out first. By HTTP: no page has to be drawn for it."""
        table, request = f"{self.room.url}/tables/{TABLES[self.game]}", self.page.request
        told = re.search('id="told">(.*?)</script>', request.get(f"{table}/play").text(), re.DOTALL)
        me = told and json.loads(told.group(1)).get("me")
        if not me or not me.get("seat"):
            return True

        def does(command: str, **more: str) -> bool:
            sent = {"key": str(uuid.uuid4()), "command": {"is": command, "seat": me["seat"], **more}}
            return request.post(f"{table}/commands", data=sent, headers={"X-CSRF-Token": me["csrf"]}).ok

        def spot():
            return request.get(table).json()["view"]["current"]["spots"].get(str(me["seat"]), {})

        does("AskHouseWay")
        while options := [option for option in spot().get("options", ()) if not option["sets"]]:
            does("Choose", word=options[0]["word"])
        for wager in spot().get("wagers", {}):
            does("TakeBackWager", wager=wager)
        return does("LeaveSeat")

    # ---- what he does

    def holds_back(self, files: str) -> list[Route]:
        """Which of them the page has asked for: they come when they are continued."""
        asked: list[Route] = []

        def hold(route: Route) -> None:
            asked.append(route)

        self.page.route(files, hold)
        return asked

    def practises(self, game: str) -> None:
        """At the room's own table of the game, where others may sit too: on the free seat next to the middle."""
        self.game = game
        self.page.goto(f"{self.room.url}/tables/{TABLES[game]}/play")
        free = self.page.locator("#arc .sit")
        free.nth(free.count() // 2).click()
        self.waits_for("betting")

    def opens_panel(self) -> None:
        """With what a phone folds."""
        self.page.click("#open-panel")
        self.page.wait_for_selector("#panel .fair, #panel details, #panel section")
        self.page.evaluate("document.querySelectorAll('#panel details.folded').forEach((each) => (each.open = true))")

    def bets(self, *wagers: str) -> None:
        for wager in wagers:
            spot = self.page.locator(f'.spot[data-wager="{wager}"]')
            spot.click()
            expect(spot).to_have_class(re.compile("lit"))

    def presses(self, act: str) -> None:
        """The house way is shown first, and then taken."""
        self.page.click(f'[data-act="{act}"]')
        if act == "houseWay":
            self.page.click('#warning button[value="way"]')

    def deals(self) -> None:
        """And has the cards; in a game in which he may have nothing to choose, or has it only sometimes, the round may
        be over by then."""
        self.presses("deal")
        self.page.wait_for_selector('body:is([data-phase="choosing"], [data-phase="result"])')
        if self.is_choosing():
            self.page.wait_for_selector(".setting, .options [data-act]")

    def is_impatient(self, act: str, key: str = "") -> None:
        """He taps as soon as it comes, or presses a key."""
        self.page.evaluate(IMPATIENT, [act, key])

    def phase(self) -> str:
        return self.page.evaluate("document.body.dataset.phase")

    def is_choosing(self) -> bool:
        return self.phase() == "choosing"

    def spot(self):
        """His own, of the round that is played."""
        return self.view()["current"]["spots"].get(str(self.seat()), {})

    def chooses(self, words: Sequence[str] = (), at: Callable[[str], None] = lambda phase: None) -> list[str]:
        """Until the round is over: the words given, then each time the dearest that he can; cards are set in a legal
        way. `at` is told before each choice. What he said."""
        said: list[str] = []
        while True:
            self.page.wait_for_selector('body:is([data-phase="choosing"], [data-phase="result"])')
            if not self.is_choosing():
                return said
            spot = self.spot()
            if len(spot.get("said", ())) != len(said) or not spot.get("options"):
                self.page.wait_for_timeout(50)  # the page is a view behind
                continue
            at(f"choice {len(said) + 1}")
            options = {option["word"]: option for option in spot["options"]}
            given = words[len(said)] if len(said) < len(words) else ""
            word = given or max(options, key=lambda word: options[word]["cents"])
            if options[word]["sets"]:
                self.sets(self.choice("legal"))
            self.presses(word)
            said.append(word)

    def sets(self, layout: str) -> None:
        """Card by card, in the order of the hands: the last ones go by themselves."""
        for place in layout.replace("|", ""):
            card = self.page.locator(f'.tray [data-place="{place}"]')
            if card.count():
                card.click()

    def waits_for(self, phase: str) -> None:
        self.page.wait_for_selector(f'body[data-phase="{phase}"]')

    def rests(self) -> None:
        """Until what he did is done."""
        self.page.evaluate(RESTED)

    # ---- what he sees

    def asks(self, path: str):
        return self.page.evaluate("async (path) => (await fetch(path)).json()", f"/tables/{TABLES[self.game]}{path}")

    def choice(self, standing: str) -> str:
        """A layout of his cards that the rules call so."""
        choices = self.asks("/hand")["choices"]
        return next(each["layout"] for each in choices if each["standing"] == standing)

    def view(self):
        return self.asks("")["view"]

    def seat(self) -> int:
        return next(seat["seat"] for seat in self.view()["seats"] if seat.get("yours"))

    def cards(self) -> list[str]:
        """In his hand, as the page shows them."""
        return self.page.eval_on_selector_all("#mine [data-card]", "all => all.map(each => each.dataset.card)")

    def balance(self) -> int:
        return cents(self.page.inner_text("#purse .digits"))

    def results(self) -> dict[str, tuple[str, int]]:
        """For each wager what the page says became of it, and the amount."""
        self.waits_for("result")
        rows = self.page.locator(".results li")
        told = {}
        for at in range(rows.count()):
            row = rows.nth(at)
            wager = row.get_attribute("data-wager") or ""
            said = row.locator(".wager").inner_text().removeprefix(wager).strip()
            told[wager] = said, cents(row.locator(".amount").inner_text())
        return told

    def everything(self) -> str:
        """All that the page holds, was sent and has stored."""
        return self.page.evaluate(
            """() => [document.documentElement.outerHTML, ...window.heard, JSON.stringify(localStorage),
                      JSON.stringify(sessionStorage), document.cookie].join("\\n")"""
        )

    def shoots(self, name: str) -> None:
        """A picture for people to look at: no test does."""
        if not (IS_SOAK or os.environ.get("PICTURES")):
            return
        SCREENS.mkdir(parents=True, exist_ok=True)
        picture = f"{name}-{self.kind}.png"
        self.page.screenshot(path=SCREENS / picture)
        if (PICTURES / picture).exists() and os.environ.get("PICTURES"):
            shutil.copy(SCREENS / picture, PICTURES)


def cents(text: str) -> int:
    """`−$1,234.50` → -123450; what comes back of a push counts as nothing won."""
    found = re.search(r"([+−-]?)\$([\d,]+)(?:\.(\d\d))?", text)
    assert found, text
    sign, whole, rest = found.groups()
    amount = int(whole.replace(",", "")) * 100 + int(rest or 0)
    return -amount if sign in ("−", "-") else amount
