"""Hypothesis runs the same examples every time, so that a failure here is a failure everywhere; solutions
are kept in a folder of the run's own, shared by its workers and gone with it."""

import gc
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.service.postgres import NoServer, postgres_server
from tests.soak import more

NO_BROWSER = "no browser"

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


def pytest_configure(config: pytest.Config) -> None:
    if not is_worker(config):
        os.environ["HOUSEWAY_CACHE"] = tempfile.mkdtemp(prefix="houseway-tests-")
        if config.getoption("numprocesses", None):
            config.stash[beforehand] = subprocess.Popen([sys.executable, "-c", BEFOREHAND])


def pytest_collection_finish() -> None:
    """What was collected is there to the end: the collector of garbage does not look through it again and again."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not is_worker(config):
        if beforehand in config.stash:
            config.stash[beforehand].kill()
            config.stash[beforehand].wait()
        shutil.rmtree(os.environ["HOUSEWAY_CACHE"], ignore_errors=True)
        _say_what_no_browser_saw(config)


def _say_what_no_browser_saw(config: pytest.Config) -> None:
    """As the last line: a green run in which no screen was looked at shall not pass for more."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    skipped = terminal.stats.get("skipped", []) if terminal else []
    unseen = [report for report in skipped if NO_BROWSER in str(report.longrepr)]
    if unseen:
        terminal.write_line(f"{NO_BROWSER}: {len(unseen)} tests of the screens were skipped")
