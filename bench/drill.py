"""A restore drill: days of play, archived; the disk lost; the book restored from its backup, audited with its archives
from the first record on, and played on. What each step took.

python bench/drill.py [DAYS [TABLES [ROUNDS]]]   rounds a day at each table
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from houseway.role import SERVICE
from houseway.service.archiving import Archiver, days_to_archive
from houseway.service.audit import verify
from houseway.service.backup import back_up, restore
from houseway.service.floor import Floor
from houseway.service.library import Library
from houseway.service.outcome import Accepted
from houseway.service.store import open_store
from houseway.table import commands as do
from houseway.table.terms import Terms
from measure import table
from years import SUE, Years

DAYS, TABLES, ROUNDS = 30, 4, 20
LEFT = 2  # days that stay in the live book
OFF = ("", "-wal", "-shm", ".mark", ".lock")


def run(days: int = DAYS, tables: int = TABLES, rounds: int = ROUNDS) -> str:
    rows: list[tuple[str, ...]] = []

    def step(what: str, work: Callable[[], str]) -> None:
        began, used = time.perf_counter(), sum(os.times()[:4])
        told = work()
        took, used = time.perf_counter() - began, sum(os.times()[:4]) - used
        rows.append((what, told, f"{took:,.1f} s", f"{used:,.1f} s"))
        print(*rows[-1], sep=" | ", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as folder:
        book, archives, kept = f"{folder}/book.db", Path(folder, "archives"), Path(folder, "a.backup")
        archives.mkdir()
        step("played", lambda: _played(book, days, tables, rounds))
        step("archived", lambda: _archived(book, archives))
        step("backed up", lambda: _backed_up(book, kept))
        for beside in OFF:
            Path(book + beside).unlink(missing_ok=True)
        step("disk lost, restored", lambda: _restored(kept, book))
        step("audited from the first record on", lambda: _audited(book, archives))
        step("playing again", lambda: _plays_again(book))
    text = (
        f"{days} gaming days of {tables} tables, {rounds} rounds a day at each with three seats: half of them Supreme "
        f"99, half San Lo for one meter. All but the last {LEFT} days are archived; the disk of the book is lost, its "
        "backup and the archives are elsewhere. On SQLite."
    )
    return table("A restore drill", text, rows, ("step", "what", "time", "processor"))


def _played(book: str, days: int, tables: int, rounds: int) -> str:
    with open_store(book) as store:
        years = Years(store, tables)
        years.plays(days, rounds)
        years.ends()
        records = sum(head.seq for head in store.heads().values())
    played = days * tables * rounds
    size = os.path.getsize(book)
    return f"{records:,} records of {played:,} rounds, {size / 1e6:,.1f} MB, {size / played:,.0f} bytes a round"


def _archived(book: str, archives: Path) -> str:
    with open_store(book) as store:
        days, archiver = days_to_archive(store, "9998-01-01")[:-LEFT], Archiver(store, archives, SERVICE)
        for day in days:
            archiver.archive(day)
    size = sum(path.stat().st_size for path in archives.iterdir())
    return f"{len(days)} days, {size / 1e6:,.1f} MB"


def _backed_up(book: str, kept: Path) -> str:
    with open_store(book, read_only=True) as store:
        back_up(store, kept)
    return f"{kept.stat().st_size / 1e6:,.1f} MB"


def _restored(kept: Path, book: str) -> str:
    assert not Path(book).exists()
    restore(kept, book, SERVICE).close()
    return f"{os.path.getsize(book) / 1e6:,.1f} MB"


def _audited(book: str, archives: Path) -> str:
    with Library.at(book, archives) as library:
        found = verify(library, cores=os.cpu_count() or 1)
    assert all(each.first == 1 for each in found)
    return f"{sum(each.records for each in found):,} records, {sum(each.rounds for each in found):,} rounds: whole"


def _plays_again(book: str) -> str:
    with open_store(book) as store:
        floor = Floor(store)
        floor.start()
        opening = do.OpenTable(terms=Terms(game="supreme-99", dealer="live", tray_cents=10**9))
        outcome = floor.execute("T1", "after the drill", SUE, opening)
        assert isinstance(outcome, Accepted), outcome
        floor.stop()
    return f"record {outcome.record.seq} of T1"


if __name__ == "__main__":
    print(run(*map(int, sys.argv[1:])))
