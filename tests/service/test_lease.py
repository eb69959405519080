"""A process that hangs loses its tables to another, and when it wakes it can write no more."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from houseway.service.audit import verify
from houseway.service.floor import Floor
from houseway.service.outcome import Accepted
from houseway.service.roster import Sharing
from houseway.service.store import Store, open_store
from houseway.service.watchdog import Watchdog
from houseway.table import commands as do
from tests.service.playing import DEALER, House

LEASE = 2.0
PLAYS = """
import sys
from houseway.service.floor import Floor
from houseway.service.store import open_store
from tests.service.playing import DEALER, House
from houseway.table import commands as do
store = open_store(sys.argv[1])
floor = Floor(store, address="http://127.0.0.1:1", lease_seconds=2.0)
floor.start()
house = House(floor)
house.opens("T1")
print("open", flush=True)
for n, line in enumerate(sys.stdin):
    outcome = floor.execute("T1", f"child {n}", DEALER, do.BuyIn(seat=1, cents=100), timeout=float(line))
    print(type(outcome).__name__, flush=True)
"""


@pytest.fixture
def child(book_url: str) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYS, book_url],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=os.getcwd(),
    )  # fmt: skip
    yield process
    process.kill()
    process.wait()
    assert process.stdin is not None and process.stdout is not None
    process.stdout.close()
    process.stdin.close()


def asked(child: "subprocess.Popen[str]", seconds: float = 5) -> str:
    """What it answers, if it can within this time."""
    assert child.stdin is not None and child.stdout is not None
    child.stdin.write(f"{seconds}\n")
    child.stdin.flush()
    return child.stdout.readline().strip()


def test_a_stopped_process_loses_its_tables_and_is_fenced_when_it_wakes(
    child: "subprocess.Popen[str]", book_url: str
) -> None:
    assert child.stdout is not None and child.stdout.readline().strip() == "open"
    assert asked(child) == "Accepted"
    time.sleep(1.2)  # until it is between two turns, and its lease is told
    child.send_signal(signal.SIGSTOP)
    with open_store(book_url) as store:
        floor = Floor(store, address="http://127.0.0.1:2", lease_seconds=LEASE)
        began = time.monotonic()
        floor.start()
        house = House(floor)
        deadline = time.monotonic() + 20
        outcome = house.tries("T1", DEALER, do.BuyIn(seat=1, cents=500))
        while not isinstance(outcome, Accepted) and time.monotonic() < deadline:
            time.sleep(0.2)
            outcome = house.tries("T1", DEALER, do.BuyIn(seat=1, cents=500))
        assert isinstance(outcome, Accepted), outcome
        assert time.monotonic() - began > LEASE / 2
        child.send_signal(signal.SIGCONT)
        heard = [asked(child, 1) for _ in range(3)]
        assert "Accepted" not in heard, heard
        house.does("T1", DEALER, do.BuyIn(seat=1, cents=700))
        bought = [r.key for r in store.read("T1") if r.key.startswith("child")]
        assert bought == ["child 0"]
        child.kill()
        floor.stop()
        verify(store)


def test_a_process_that_is_at_work_is_not_overtaken(child: "subprocess.Popen[str]", book_url: str) -> None:
    assert child.stdout is not None and child.stdout.readline().strip() == "open"
    with open_store(book_url) as store:
        floor = Floor(store, lease_seconds=LEASE)
        floor.start()
        time.sleep(1.5 * LEASE)
        assert not isinstance(House(floor).tries("T1", DEALER, do.BuyIn(seat=1, cents=500)), Accepted)
        assert asked(child) == "Accepted"
        floor.stop()


def test_a_killed_process_is_followed_at_once_on_sqlite(child: "subprocess.Popen[str]", book_url: str) -> None:
    if book_url.startswith("postgresql"):
        pytest.skip("there the server frees its locks, as test_store shows")
    assert child.stdout is not None and child.stdout.readline().strip() == "open"
    child.kill()
    child.wait()
    with open_store(book_url) as store:
        began = time.monotonic()
        floor = Floor(store, address="http://127.0.0.1:2", lease_seconds=60.0)
        floor.start()
        House(floor).tries("T1", DEALER, do.BuyIn(seat=1, cents=500), key="after")
        assert time.monotonic() - began < 20
        floor.stop()


def test_whoever_took_over_and_has_no_locks_yet_is_heard_like_anybody(store: Store) -> None:
    with store._writing() as writer:
        writer.exec_driver_sql("INSERT INTO lease VALUES ('book', 1, -1)")  # he counts his beats down, from here
    sharing = Sharing(store, "http://127.0.0.1:3")
    assert sharing.silent(0.0) == ["book"]
    assert sharing.silent(60.0) == []


def test_a_writer_that_hangs_is_noticed_and_its_place_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    wake, hung = threading.Event(), threading.Event()

    def hangs_here() -> None:
        wake.wait(10)

    thread = threading.Thread(target=hangs_here)
    thread.start()
    dog = Watchdog(thread, hung.set, seconds=0.3)
    dog.start()
    assert hung.wait(5)
    wake.set()
    thread.join()
    dog.stop()
    assert "the writer hangs" in (told := capsys.readouterr().err) and "hangs_here" in told
