"""Hypothesis runs the same examples every time, so that a failure here is a failure everywhere; what tests write lies
in a folder of the run's own, shared by its workers and gone with it."""

import ast
import gc
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from tests.service.postgres import NoServer, postgres_server
from tests.soak import IS_SOAK, more

NO_BROWSER = "no browser"
MEMORY = Path("/dev/shm")  # files that are no files of a disk
ENOUGH = 2 << 30  # bytes of it that are free: in some containers there is next to nothing

settings.register_profile("houseway", deadline=None, derandomize=True, max_examples=more(30, 200))
settings.load_profile("houseway")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """One server for all tests of a worker; each of them makes a database of its own on it."""
    try:
        with postgres_server() as base:
            yield base
    except NoServer as missing:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(missing))


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C is heard, here and in programs that the test starts: where the tests run in the background, a shell has
    it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


# What many tests ask for, worked out once while the workers collect theirs, and not by each of them at the same time.
BEFOREHAND = """
import houseway
houseway.analyze("san-lo", wager="main bet")
houseway.risk("san-lo", stake=1, side=1, rounds=0)
"""
beforehand = pytest.StashKey["subprocess.Popen[bytes]"]()
temporary = pytest.StashKey[Path]()


def in_memory() -> Path | None:
    """Where the books of `make test` lie, if it can be: thousands of commits wait for a disk, and on a slow one they
    take half of the time. `make soak` writes to the disk."""
    has_room = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH
    return MEMORY if has_room and not IS_SOAK else None


def pytest_configure(config: pytest.Config) -> None:
    if not is_worker(config):
        folder = Path(tempfile.mkdtemp(prefix="houseway-tests-", dir=in_memory()))
        folder.chmod(0o755)  # PostgreSQL runs as a user of its own
        tempfile.tempdir = os.environ["TMPDIR"] = str(folder)
        os.environ["HOUSEWAY_CACHE"] = str(folder / "kept")
        os.environ["HOUSEWAY_BOOK_KEYS"] = str(folder / "keys" / "book.keys")
        config.stash[temporary] = folder
        if config.getoption("numprocesses", None):
            config.stash[beforehand] = subprocess.Popen([sys.executable, "-c", BEFOREHAND])


@cache
def asking_for_more(path: Path) -> frozenset[str] | None:
    """The tests of a module that do more in `make soak`; None if something that others use does: then all of them."""
    tree = ast.parse(path.read_text("utf-8"))
    asking = set[str]()
    for node in tree.body:
        calls = [each for each in ast.walk(node) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)]
        if any(each.func.id in ("more", "examples") for each in calls):
            asking.add(node.name if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else "")
    return frozenset(asking) if all(name.startswith(("test_", "Test")) for name in asking) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that does more in `make soak` is one of it, also where nobody has marked it."""
    for item in items if IS_SOAK else ():
        asking = asking_for_more(item.path)
        if asking is None or item.name.partition("[")[0] in asking or (item.parent and item.parent.name in asking):
            item.add_marker(pytest.mark.deeper)


def pytest_collection_finish() -> None:
    """What was collected is there to the end: the collector of garbage does not look through it again and again, and
    looks seldom for the rest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not is_worker(config):
        if beforehand in config.stash:
            config.stash[beforehand].kill()
            config.stash[beforehand].wait()
        shutil.rmtree(config.stash[temporary], ignore_errors=True)
        _say_what_no_browser_saw(config)


def _say_what_no_browser_saw(config: pytest.Config) -> None:
    """As the last line: a green run in which no screen was looked at shall not pass for more."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    skipped = terminal.stats.get("skipped", []) if terminal else []
    unseen = [report for report in skipped if NO_BROWSER in str(report.longrepr)]
    if unseen:
        terminal.write_line(f"{NO_BROWSER}: {len(unseen)} tests of the screens were skipped")
