"""A book that is lost is made again of its backup, and a copy that is not whole is never called so."""

import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from houseway.cli import app
from houseway.role import SERVICE
from houseway.service.audit import verify
from houseway.service.backup import back_up, manifest_of, restore
from houseway.service.floor import Floor
from houseway.service.record import HOUSE, BookBroken, Head
from houseway.service.staffing import change_staff
from houseway.service.store import Store, open_store
from houseway.table import commands as do
from tests.service.playing import DEALER, House, at_work
from tests.service.postgres import emptied


def run(*words: object) -> Result:
    return CliRunner().invoke(app, list(map(str, words)))


def lost(url: str) -> str:
    """Nothing is left where the book was."""
    if url.startswith("postgresql"):
        return emptied(url)
    path = url.removeprefix("sqlite:///")
    for beside in ("", "-wal", "-shm", ".mark", ".lock"):
        Path(path + beside).unlink(missing_ok=True)
    return url


def heads(url: str) -> dict[str, Head]:
    with open_store(url, read_only=True) as store:
        return store.heads()


def played(url: str, rounds: int = 1) -> str:
    with at_work(url) as house:
        house.opens("T1")
        house.plays("T1", rounds=rounds)
    return url


def test_a_running_book_is_backed_up_lost_restored_and_played_on(book_url: str, store: Store, tmp_path: Path) -> None:
    change_staff(store, SERVICE, "Sue", "supervisor", "a hash")
    floor, file = Floor(store), tmp_path / "a.backup"
    floor.start()
    house = House(floor)
    house.opens("T1")
    stop, playing = threading.Event(), threading.Event()

    def play() -> None:
        while not stop.is_set():
            house.plays("T1")
            playing.set()

    thread = threading.Thread(target=play)
    thread.start()
    playing.wait(60)
    with open_store(book_url, read_only=True) as reader:
        manifest = back_up(reader, file)
    stop.set()
    thread.join()
    floor.stop()
    store.close()
    assert 0 < manifest.heads["T1"].seq < heads(book_url)["T1"].seq
    assert manifest_of(file) == manifest
    assert run("audit", "verify", "--book", file).exit_code == 0
    lost(book_url)
    done = run("book", "restore", file, "--book", book_url)
    assert done.exit_code == 0 and "the book is whole" in done.output, done.output
    assert heads(book_url) == manifest.heads
    with at_work(book_url) as again:
        again.keys = count(100_000)
        again.does("T1", DEALER, do.BuyIn(seat=1, cents=100))
    with open_store(book_url, read_only=True) as reader:
        assert verify(reader)[0].rounds >= 1
        assert [person.name for person in reader.list_staff()] == ["Sue"]
    assert run("book", "restore", file, "--book", book_url).exit_code != 0, "the place is not empty"


def test_a_book_as_it_stood_at_a_record(book_url: str, tmp_path: Path) -> None:
    played(book_url)
    with open_store(book_url) as store:
        change_staff(store, SERVICE, "Sue", "supervisor", "a hash")
        [first] = [each for each in store.read("T1") if '"is":"GameEnded"' in each.body]
    with at_work(book_url) as house:
        house.keys = count(1_000)
        house.plays("T1", rounds=2)
    with open_store(book_url) as store:
        change_staff(store, SERVICE, "Sue", "supervisor", "another hash")
        back_up(store, tmp_path / "a.backup")
    lost(book_url)
    with restore(tmp_path / "a.backup", book_url, SERVICE, upto=("T1", first.seq)) as store:
        table, _ = verify(store)
        assert (table.records, table.rounds) == (first.seq, 1)
        [told] = [each for each in store.read(HOUSE) if "restored to record" in each.body]
        assert f"restored to record {first.seq} of 'T1'" in told.body
        assert [store.pin_hash(person) for person in store.list_staff()] == ["another hash"]
    with pytest.raises(ValueError, match="the backup has no record 999 of 'T1'"):
        restore(tmp_path / "a.backup", str(tmp_path / "other.db"), SERVICE, upto=("T1", 999))


def shortened(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def overwritten(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.seek(file.stat().st_size // 2)
        opened.write(b"torn" * 2_000)


def without_its_last_records(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for table in ("transfer", "sealed", "record"):
            connection.execute(f"DELETE FROM {table} WHERE stream = 'T1' AND seq > 20")
    connection.close()


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (shortened, "torn or damaged"),
        (overwritten, "torn or damaged"),
        (without_its_last_records, "its stream 'T1' ends at record 20, and ended at"),
    ],
)
def test_a_damaged_backup_is_not_restored(tmp_path: Path, damage: Callable[[Path], None], says: str) -> None:
    file, target = tmp_path / "a.backup", tmp_path / "again.db"
    with open_store(played(str(tmp_path / "book.db"), rounds=2), read_only=True) as store:
        back_up(store, file)
    damage(file)
    with pytest.raises(BookBroken, match=says):
        manifest_of(file)
    done = run("book", "restore", file, "--book", target)
    assert done.exit_code == 1 and says in done.output
    assert not target.exists()


def test_a_rewritten_past_is_found_against_a_backup(tmp_path: Path) -> None:
    from tests.service.test_audit import behind_its_back, change_body, rechain
    from tests.service.test_audit_from_inside import renote

    book, file = played(str(tmp_path / "book.db")), tmp_path / "a.backup"
    assert run("book", "backup", "--book", book, "--to", file).exit_code == 0
    with behind_its_back(book) as connection:
        change_body(connection, 3, lambda body: body.replace('"by":["dealer","Dan"', '"by":["dealer","Xan"'))
        rechain(connection)
        renote(connection)
    assert run("audit", "verify", "--book", book).exit_code == 0, "the book alone cannot tell"
    done = run("audit", "verify", "--book", book, "--against", file)
    assert done.exit_code == 1 and "the printed head of record" in done.output


def test_a_backup_is_restored_and_not_written_in(tmp_path: Path) -> None:
    book, file = played(str(tmp_path / "book.db")), tmp_path / "a.backup"
    assert run("book", "backup", "--book", book, "--to", file).exit_code == 0
    with pytest.raises(ValueError, match="is a backup"):
        open_store(str(file))
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == ["a.backup"]
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(ValueError, match="is no backup"):
        manifest_of(Path(book))


def test_of_a_folder_of_backups_the_newest_are_kept(tmp_path: Path) -> None:
    folder, book = tmp_path / "backups", played(str(tmp_path / "book.db"))
    folder.mkdir()
    for day in ("2001-01-01", "2001-01-02"):
        (folder / f"{day}T000000Z.backup").touch()
    assert run("book", "backup", "--book", book, "--to", folder).exit_code == 0
    assert len(list(folder.iterdir())) == 3
    newest = max(folder.iterdir())
    newest.rename(folder / "2001-01-03T000000Z.backup")
    done = run("book", "backup", "--book", book, "--to", folder, "--keep", 2)
    assert done.exit_code == 0 and done.output.count("removed") == 2
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("with_mark", [True, False])
def test_the_file_of_a_running_book_copied_alone_is_not_called_whole(tmp_path: Path, with_mark: bool) -> None:
    """Its newest records are in the log beside it."""
    book, copy = tmp_path / "book.db", tmp_path / "copy.db"
    with at_work(str(book)) as house:
        house.opens("T1")
        house.plays("T1")
        house.tries("T1", DEALER, do.Shuffle())
        shutil.copy(book, copy)
        if with_mark:
            shutil.copy(f"{book}.mark", f"{copy}.mark")
        whole = heads(str(book))
    done = run("audit", "verify", "--book", copy)
    assert done.exit_code == (1 if with_mark else 3) and "whole" not in done.output, done.output
    refused = run("book", "backup", "--book", copy, "--to", tmp_path / "a.backup")
    assert with_mark is (refused.exit_code != 0)
    assert heads(str(book)) != {} and whole


@pytest.mark.parametrize("damage", [shortened, overwritten])
def test_a_torn_copy_of_a_book_is_not_called_whole(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    book, copy = played(str(tmp_path / "book.db")), tmp_path / "copy.db"
    shutil.copy(book, copy)
    damage(copy)
    done = run("audit", "verify", "--book", copy)
    assert done.exit_code != 0 and "whole" not in done.output
