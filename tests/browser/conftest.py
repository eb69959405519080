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
    here = str(HERE)
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.timeout(600))


def missing(what: str):
    if os.environ.get("CI") == "true":
        pytest.fail(f"{NO_BROWSER}: {what}")
    pytest.skip(f"{NO_BROWSER}: {what}")


@pytest.fixture(scope="package")
def browser():
    """One for all tests of this folder that a worker runs in a row, and gone with the last of them: while it runs, no
    other test of this process could run an event loop."""
    try:
        from playwright.sync_api import expect, sync_playwright

        from tests.browser.room import ARGS, find_browser
    except ImportError:
        missing("playwright is not installed")
    expect.set_options(timeout=60_000)  # where other tests run beside it, a page takes its time
    found = find_browser()
    if found is None:
        missing("install chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=list(ARGS))
        yield started
        started.close()


@pytest.fixture(scope="package")
def card_room(browser, tmp_path_factory):
    """One for as many tests as the browser: they leave their seats."""
    from tests.browser.room import CardRoom

    with CardRoom(tmp_path_factory.mktemp("room")) as room:
        yield room


@pytest.fixture(scope="package")
def stacked_room(browser, tmp_path_factory):
    """Another one, at whose tables the cards come as a story needs them."""
    from tests.browser.stacked_room import StackedRoom

    with StackedRoom(tmp_path_factory.mktemp("stacked")) as room:
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
    return Axe(script.read_text())


class Axe:
    """What it finds wrong on a page, as the names of rules and the elements that break them."""

    def __init__(self, script: str) -> None:
        self.script = script

    def __call__(self, page, *, without: str = "", **options) -> list[tuple[str, list[str]]]:
        if not page.evaluate("'axe' in window"):
            page.evaluate(self.script)
        look = "async ([where, how]) => (await axe.run(where ?? document, how)).violations"
        where = {"exclude": [[without]]} if without else None
        found = page.evaluate(look, [where, {"resultTypes": ["violations"], **options}])
        return [(each["id"], [node["html"][:200] for node in each["nodes"][:5]]) for each in found]


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
        seated = [guest for guest in seated if not guest.stands_up()]
        if not seated:
            break
        time.sleep(0.25)
    assert not seated, "who comes next would wait for somebody who is not there"
    for guest in guests:
        guest.leaves()
