"""A book whose write-ahead log was lost or damaged says so, and a book has one name and one writer."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from houseway.cli.app import app
from houseway.service.audit import verify
from houseway.service.database import MarkLost, RecordsLost
from houseway.service.floor import Floor
from houseway.service.marker import SLOT, Marker, read_mark
from houseway.service.record import HOUSE
from houseway.service.store import open_store
from houseway.table import commands as do
from tests.service.playing import DEALER, House
from tests.service.test_store import chain, line, python
from tests.soak import more

KILLED = """
import os, signal, sys
from houseway.service.floor import Floor
from houseway.service.store import open_store
from tests.service.playing import House
store = open_store(sys.argv[1])
floor = Floor(store)
floor.start()
house = House(floor)
house.opens("T1")
house.plays("T1", rounds=2)
print(store.head("T1").seq, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def killed(tmp_path: Path) -> tuple[Path, int]:
    """The book of a service that was killed, all of it in its log, and the last record that was acknowledged."""
    book = tmp_path / "book.db"
    done = subprocess.run([sys.executable, "-c", KILLED, str(book)], capture_output=True, text=True, timeout=60)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert (wal := Path(f"{book}-wal")).stat().st_size > 100_000, wal
    return book, int(done.stdout)


def delete(wal: Path) -> None:
    wal.unlink()


def empty(wal: Path) -> None:
    os.truncate(wal, 0)


def cut(wal: Path) -> None:
    os.truncate(wal, wal.stat().st_size - 5_000)


def corrupt(wal: Path) -> None:
    with wal.open("r+b") as file:
        file.seek(wal.stat().st_size // 2)
        file.write(b"damaged")


def test_a_killed_service_has_lost_nothing_and_is_opened(killed: tuple[Path, int]) -> None:
    book, seq = killed
    with open_store(str(book), read_only=True) as store:
        assert store.head("T1").seq == seq
        verify(store)
    with open_store(str(book)) as store:
        assert store.head("T1").seq == seq


@pytest.mark.parametrize("damage", [delete, empty, cut, corrupt])
def test_a_book_that_lost_its_log_is_neither_opened_nor_called_whole(
    killed: tuple[Path, int], damage: Callable[[Path], None]
) -> None:
    book, _ = killed
    damage(Path(f"{book}-wal"))
    answer = CliRunner().invoke(app, ["audit", "verify", "--book", str(book)])
    assert answer.exit_code == 1, answer.output
    assert "was acknowledged and is not in the book" in answer.output
    for read_only in (True, False):
        with pytest.raises(RecordsLost):
            open_store(str(book), read_only=read_only)


def test_an_older_copy_in_the_place_of_the_book_is_found(tmp_path: Path) -> None:
    book, copy = tmp_path / "book.db", tmp_path / "copy.db"
    for rounds in (1, 2):
        with open_store(str(book)) as store:
            floor = Floor(store)
            floor.start()
            house = House(floor)
            if rounds == 1:
                house.opens("T1")
            house.tries("T1", DEALER, do.BuyIn(seat=1, cents=100), key=f"round {rounds}")
            floor.stop()
        if rounds == 1:
            shutil.copy(book, copy)
    open_store(str(book)).close()
    shutil.copy(copy, book)
    with pytest.raises(RecordsLost):
        open_store(str(book))
    accepts(book)  # as is told to whoever has no other copy
    open_store(str(book)).close()


# ---- a book without its mark


def audits(book: Path, *more: str) -> Result:
    return CliRunner().invoke(app, ["audit", "verify", "--book", str(book), *more])


def accepts(book: Path) -> None:
    done = CliRunner().invoke(app, ["audit", "accept", "--book", str(book), "--note", "the disk failed"])
    assert done.exit_code == 0, done.output


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A book that was closed in order, with two rounds."""
    book = tmp_path / "played.db"
    with open_store(str(book)) as store:
        floor = Floor(store)
        floor.start()
        house = House(floor)
        house.opens("T1")
        house.plays("T1", rounds=2)
        floor.stop()
    assert audits(book).exit_code == 0
    return book


@pytest.mark.parametrize("is_young", [True, False])
def test_a_book_that_lost_its_log_and_its_mark_is_not_called_whole(
    killed: tuple[Path, int], played: Path, is_young: bool
) -> None:
    book, _ = killed
    if not is_young:  # killed at the beginning of another day
        book = played
        program = KILLED.replace("T1", "T2")
        done = subprocess.run([sys.executable, "-c", program, str(book)], capture_output=True, text=True, timeout=60)
        assert done.returncode == -signal.SIGKILL, done.stderr
    Path(f"{book}-wal").unlink()
    Path(f"{book}-shm").unlink(missing_ok=True)
    Path(f"{book}.mark").unlink()
    answer = audits(book)
    assert answer.exit_code == 3, answer.output
    assert "whole" not in answer.output
    assert f"{book.name}.mark is gone" in answer.output and "houseway audit accept" in answer.output
    with pytest.raises(MarkLost):
        open_store(str(book))
    assert audits(book).exit_code == 3, "whoever tried to open it has not hidden it"


def test_a_copy_without_its_mark_is_vouched_for_by_its_printed_heads_or_accepted(played: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    shutil.copy(played, copy)
    assert audits(copy).exit_code == 3
    printed = CliRunner().invoke(app, ["audit", "heads", "--book", str(copy)]).output.split("\n")[:-1]
    heads = [word for head in printed for word in ("--head", head)]
    assert audits(copy, *heads).exit_code == 0
    assert audits(copy, *heads[:-2]).exit_code == 3, "the end of one stream is not vouched for"
    assert CliRunner().invoke(app, ["days", "--book", str(copy)]).exit_code == 0
    accepts(copy)
    assert audits(copy).exit_code == 0
    with open_store(str(copy)) as store:
        [record] = [each for each in store.read(HOUSE) if "the disk failed" in each.body]
        assert record.seq == store.head(HOUSE).seq
    assert read_mark(f"{copy}.mark") is not None


def test_a_loss_is_not_accepted_while_the_book_is_in_use(played: Path) -> None:
    with open_store(str(played)) as store:
        store.claim("T1")
        program = (
            "from houseway.service.house_book import accept_loss; from houseway.role import SERVICE; import datetime\n"
            "store = open_store(sys.argv[1], accept_loss=True)\n"
            "try: accept_loss(store, SERVICE, 'x', datetime.datetime.now(datetime.UTC))\n"
            "except ValueError as error: print(error, flush=True)"
        )
        other = python(program, str(played))
        assert "in use by another process" in line(other)
        other.communicate()
    assert Path(f"{played}.mark").exists()


def test_a_fresh_book_and_one_from_before_marks_are_opened(played: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.db"
    open_store(str(fresh)).close()
    empty = audits(fresh)
    assert empty.exit_code == 3 and "nothing in this book" in empty.output and "whole" not in empty.output
    open_store(str(fresh)).close()
    Path(f"{played}.mark").unlink()
    with sqlite3.connect(played) as connection:
        connection.execute("DELETE FROM meta WHERE name = 'mark'")
    connection.close()
    assert audits(played).exit_code == 0
    open_store(str(played)).close()
    assert read_mark(f"{played}.mark") is not None, "and has one from then on"
    Path(f"{played}.mark").unlink()
    assert audits(played).exit_code == 3


def test_a_mark_is_whole_though_its_writing_is_broken_off(tmp_path: Path) -> None:
    path = str(tmp_path / "mark")
    marker = Marker(path)
    assert read_mark(path) is None
    for seq in range(1, 6):
        marker.write("T1", seq, "ab" * 32)
        found = read_mark(path)
        assert found is not None and found.seq == seq
    marker.close()
    with open(path, "r+b") as file:  # the slot of the fifth
        file.seek(SLOT)
        file.write(b"x" * 10)
    found = read_mark(path)
    assert found is not None and found.seq == 4
    with open(path, "r+b") as file:
        file.write(b"x" * 10)
    with pytest.raises(ValueError, match="damaged"):
        read_mark(path)


# ---- one file, one name, one writer


def test_a_book_of_two_names_is_not_opened(tmp_path: Path) -> None:
    book, other = tmp_path / "book.db", tmp_path / "other.db"
    with open_store(str(book)) as store:
        store.claim("T1")
        os.link(book, other)
        for read_only in (False, True):
            with pytest.raises(ValueError, match="2 names"):
                open_store(str(other), read_only=read_only)
    with pytest.raises(ValueError, match="2 names"):
        open_store(str(book))
    other.unlink()
    open_store(str(book)).close()


def names(tmp_path: Path, book: Path) -> dict[str, str]:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.db").symlink_to(book)
    (tmp_path / "folder" / "link").symlink_to(tmp_path)
    return {
        "a symlink": str(tmp_path / "link.db"),
        "a symlink of a folder": str(tmp_path / "folder" / "link" / "book.db"),
        "a relative path": os.path.relpath(book),
        "a roundabout path": str(tmp_path / "folder" / ".." / "book.db"),
        "a URL": f"sqlite:///{book}",
    }


@pytest.mark.deeper
def test_a_second_process_does_not_write_by_any_other_name(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    program = "store = open_store(sys.argv[1]); print(store.claim('T1'), flush=True); sys.stdin.readline()"
    first = python(program, str(book))
    assert line(first) == "True"
    every = names(tmp_path, book)
    for name in more(("a symlink", "a roundabout path", "a URL"), tuple(every)):
        other = python(program, every[name])
        assert line(other) == "False", name
        other.communicate("\n")
    first.communicate("\n")


def test_a_lock_file_that_is_taken_away_gives_no_second_writer(tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("the file itself is locked on Linux alone")
    book = tmp_path / "book.db"
    program = "store = open_store(sys.argv[1]); print(store.claim('T1'), flush=True); sys.stdin.readline()"
    first = python(program, str(book))
    assert line(first) == "True"
    Path(f"{book}.lock").unlink()
    second = python(program, str(book))
    assert line(second) == "False"
    first.communicate("\n")
    second.communicate("\n")


def test_a_store_that_is_opened_beside_another_does_not_free_its_locks(tmp_path: Path) -> None:
    """Closing any descriptor of a file frees what a process has locked on it."""
    book = str(tmp_path / "book.db")
    program = "store = open_store(sys.argv[1]); print(store.claim('T1'), flush=True); sys.stdin.readline()"
    with open_store(book) as store:
        store.claim("baccarat")
        open_store(book).close()
        open_store(book, read_only=True).close()
        store.append(chain(2))
        other = python(program, book)
        assert line(other) == "False"
        other.communicate("\n")
        assert store.head("baccarat").seq == 2
