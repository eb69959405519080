"""Real browser, real service: whole stories. Without a browser they are skipped, and under `CI=true` that fails."""

import os
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.conftest import NO_BROWSER

HERE = Path(__file__).parent
BUILD = HERE.parents[1] / "build"
AXE = "4.10.3"


def pytest_collection_modifyitems(items):
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.timeout(300))


def missing(what: str):
    if os.environ.get("CI") == "true":
        pytest.fail(f"{NO_BROWSER}: {what}")
    pytest.skip(f"{NO_BROWSER}: {what}")


@pytest.fixture(scope="module")
def browser():
    """One a module, and gone with it: while it runs, no other test of this process could run an event loop."""
    try:
        from playwright.sync_api import expect, sync_playwright

        from tests.browser.room import ARGS, find_browser
    except ImportError:
        missing("playwright is not installed")
    expect.set_options(timeout=20_000)  # where other tests run beside it, a page takes its time
    found = find_browser()
    if found is None:
        missing("install chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=list(ARGS))
        yield started
        started.close()


@pytest.fixture(scope="module")
def card_room(browser, tmp_path_factory):
    """One a module: its tests leave their seats."""
    from tests.browser.room import CardRoom

    with CardRoom(tmp_path_factory.mktemp("room")) as room:
        yield room


@pytest.fixture(scope="session")
def axe():
    """axe-core, from the npm registry, into a folder outside git."""
    script = BUILD / f"axe-core-{AXE}" / "package" / "axe.min.js"
    if not script.exists():
        npm = shutil.which("npm")
        if npm is None:
            missing("npm, for axe-core")
        BUILD.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=BUILD) as folder:
            got = subprocess.run(
                [npm, "pack", "--silent", f"axe-core@{AXE}"], cwd=folder, capture_output=True, text=True, timeout=120
            )
            if got.returncode:
                missing("axe-core cannot be had from the npm registry")
            shutil.unpack_archive(Path(folder) / got.stdout.strip(), Path(folder) / "unpacked", "gztar")
            with suppress(OSError):  # another worker may have been here first
                os.replace(Path(folder) / "unpacked", script.parents[1])
    return script.read_text()


@pytest.fixture
def comes(browser, card_room):
    """Somebody comes in; when the test is over everybody has left, and no page had a fault."""
    guests = []

    def come(**kind):
        guests.append(card_room.comes(browser, **kind))
        return guests[-1]

    yield come
    seated = [guest for guest in guests if guest.game]
    for _ in range(20):  # nobody can leave before everybody has set his hand
        seated = [guest for guest in seated if not stands_up(guest)]
        if not seated:
            break
        time.sleep(0.25)
    assert not seated, "who comes next would wait for somebody who is not there"
    for guest in guests:
        guest.leaves()


def stands_up(guest) -> bool:
    """Whatever is on the felt is played out first. On a page made anew, which knows who sits here now."""
    guest.plays_on()
    gone: bool = guest.page.evaluate(
        """async () => {
          const { table, me } = JSON.parse(document.getElementById("told").textContent);
          const headers = { "Content-Type": "application/json", "X-CSRF-Token": me?.csrf ?? "" };
          const seat = me?.seat;
          const does = (is, more = {}) => fetch(`/tables/${table}/commands`, { method: "POST", headers,
            body: JSON.stringify({ key: crypto.randomUUID(), command: { is, seat, ...more } }) });
          if (!seat) return true;
          await does("AskHouseWay");
          await does("SetHand", { layout: "123", word: "HI" });
          const { view } = await (await fetch(`/tables/${table}`)).json();
          const wagers = Object.keys(view.current.spots[seat]?.wagers ?? {});
          for (const wager of wagers) await does("TakeBackWager", { wager });
          return (await does("LeaveSeat")).ok;
        }"""
    )
    return gone
