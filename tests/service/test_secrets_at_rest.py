"""Whoever has a copy of the database, and not the key, knows no card that is not dealt and can try no PIN."""

import base64
import re
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from houseway.cards import Cards, show
from houseway.cli import app
from houseway.role import Role
from houseway.service import keyring, schema
from houseway.service.audit import load, verify
from houseway.service.audit_marks import AuditMarks
from houseway.service.backup import back_up, restore
from houseway.service.identity import Identity
from houseway.service.keyring import Keyring
from houseway.service.snapshot import snapshot_of
from houseway.service.store import Store, open_store
from houseway.service.vault import Vault
from houseway.table import commands as do
from tests.service.playing import DEALER, House, at_work, player
from tests.service.postgres import _programs
from tests.service.test_audit import behind_its_back
from tests.service.test_shoe import SHOE
from tests.service.test_store import by_hand
from tests.web.room import CHEAP, PIN

RUN = 7  # cards in a row that would give an order away


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "elsewhere" / "book.keys"
    monkeypatch.setenv("HOUSEWAY_BOOK_KEYS", str(path))
    return path


def run(*words: object) -> Result:
    return CliRunner().invoke(app, list(map(str, words)))


@contextmanager
def in_mid_round(url: str) -> Iterator[House]:
    """A table that bets on a pack, one in the middle of a shoe, and a supervisor with a PIN."""
    with at_work(url) as house:
        Identity(house.floor._store, hasher=CHEAP).enrol("Sue", Role.SUPERVISOR, PIN)
        house.opens("T1")
        house.plays("T1")
        house.does("T1", DEALER, do.Shuffle())
        house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=500))
        house.opens("T2", "ez-baccarat", shoe=SHOE)
        house.plays_to_the_end("T2")
        for name in ("T1", "T2"):
            table = house.floor.tables[name]
            house.floor._store.keep_snapshot(snapshot_of(table, house.floor._store.head(name)))
        yield house


def orders(house: House) -> Iterator[Cards]:
    """The cards that nobody may know."""
    pack = house.floor.tables["T1"].round.sealed
    assert pack is not None
    yield pack.order
    shoe = house.floor.tables["T2"].round.shoe
    assert shoe is not None
    yield shoe.order[house.floor.tables["T2"].round.top :]
    yield shoe.sealed.order


def notations(cards: Cards) -> set[bytes]:
    numbers, names = [int(card) for card in cards], [show((card,)) for card in cards]
    raw = bytes(numbers)
    texts = {show(cards), "".join(names)}
    for each in (numbers, names):
        texts |= {join.join(map(str, each)) for join in (" ", ",", ", ", '","', '", "', "\n", "-")}
    written = {each.encode() for each in texts} | {raw, raw.hex().encode()}
    # Of base64 a text may begin at any of three places: its middle is the same.
    for each in [*written]:
        written |= {base64.b64encode(bytes(n) + each)[4:-4] for n in range(3) if len(each) > 12}
    return written


def told_in(data: bytes, house: House) -> list[bytes]:
    """What of the secrets stands in the bytes, in any notation, forwards or backwards."""
    found: list[bytes] = []
    for order in orders(house):
        for way in (order, order[::-1]):
            for at in range(0, len(way) - RUN, max(RUN, len(way) // 8)):
                found += [each for each in notations(way[at : at + RUN]) if each in data]
    nonces = [each.round.sealed.nonce for each in house.floor.tables.values() if each.round.sealed]
    return found + [each for each in (PIN.encode(), b"argon2", *map(str.encode, nonces)) if each in data]


def files_of(url: str, folder: Path) -> dict[str, bytes]:
    """All that there is of a book that is written on, as a thief would have it."""
    with open_store(url, read_only=True) as store:
        back_up(store, folder / "a.backup")
        verify(store, marks=AuditMarks(folder / "kept", store.vault))
    files = {each: (folder / each).read_bytes() for each in ("a.backup", "kept")}
    if url.startswith("sqlite"):
        path = url.removeprefix("sqlite:///")
        copies = {name: Path(path + name).read_bytes() for name in ("", "-wal", "-shm", ".mark")}
        assert copies["-wal"]
        with sqlite3.connect(path) as connection:  # what the log had is in the file then
            connection.execute("PRAGMA wal_checkpoint(FULL)")
        connection.close()
        return files | copies | {"checkpointed": Path(path).read_bytes()}
    programs = _programs()
    assert programs is not None
    dump = subprocess.run([programs / "pg_dump", url], capture_output=True, check=True).stdout
    assert b"COPY public.sealed" in dump
    return files | {"dump": dump}


def test_no_file_of_the_book_tells_a_card_that_is_not_dealt_or_the_hash_of_a_pin(
    book_url: str, tmp_path: Path, keys: Path
) -> None:
    with in_mid_round(book_url) as house:
        for name, data in files_of(book_url, tmp_path).items():
            assert told_in(data, house) == [], name
        secret = base64.b64decode(keys.read_text().split()[3])
        everything = b"".join(files_of_again(tmp_path))
        assert secret not in everything and base64.b64encode(secret) not in everything


def files_of_again(folder: Path) -> Iterator[bytes]:
    for each in folder.iterdir():
        if each.is_file():
            yield each.read_bytes()


def test_the_search_finds_what_is_there(book_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same files, where nothing is encrypted."""
    monkeypatch.setattr(Vault, "encrypted", lambda vault, text, place: text)
    monkeypatch.setattr(Vault, "is_in_use", False)
    with in_mid_round(book_url) as house:
        files = files_of(book_url, tmp_path)
        assert b"argon2" in told_in(files["a.backup"], house)
        for name in files.keys() - {"-shm", ".mark", ""}:
            assert len(told_in(files[name], house)) > 2, name


def test_a_missing_or_another_key_is_one_line_and_nothing_is_started(
    book_url: str, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_work(book_url) as house:
        house.opens("T1")
    with open_store(book_url, read_only=True) as store:
        heads, [name] = store.heads(), store.vault.needed
    for other in (keys.with_name("absent"), keys.with_name("other")):
        if other.name == "other":
            Keyring.at(other).with_one()
        monkeypatch.setenv("HOUSEWAY_BOOK_KEYS", str(other))
        with pytest.raises(ValueError, match=rf"^[^\n]*under the key {name}[^\n]*{other}[^\n]*nothing was started$"):
            open_store(book_url)
        assert other.exists() == (other.name == "other"), "none was made in its place"
        for words in (("serve", "--port", "0"), ("staff", "remove", "Sue"), ("keys", "rotate")):
            done = run(*words, "--book", book_url)
            assert isinstance(done.exception, ValueError) and name in str(done.exception), done.output
        assert run("keys", "show", "--book", book_url).exit_code == 1
        with open_store(book_url, read_only=True) as store:
            assert store.heads() == heads
    monkeypatch.undo()
    assert run("keys", "show", "--book", book_url, "--book-keys", keys).exit_code == 0


def test_a_file_that_is_none_of_keys_is_refused(keys: Path, tmp_path: Path) -> None:
    keys.parent.mkdir()
    for written in ("", "a shopping list\n", "houseway-book-key 0123456789abcdef 2031 AAAA\n"):
        keys.write_text(written)
        with pytest.raises(ValueError, match=r"^[^\n]*book.keys is not a file of a book's keys[^\n]*$"):
            open_store(str(tmp_path / "book.db"))


def test_the_file_is_its_owners_alone_and_never_written_over(keys: Path) -> None:
    assert run("keys", "make").exit_code == 0
    assert keys.stat().st_mode & 0o777 == 0o600
    before = keys.read_text()
    assert "is there already" in str(run("keys", "make").exception)
    assert keys.read_text() == before and [*keys.parent.iterdir()] == [keys]


def test_processes_that_start_at_once_have_one_key(keys: Path) -> None:
    for n in range(20):
        path = keys.with_name(f"{n}.keys")
        with ThreadPoolExecutor(2) as both:
            made = [both.submit(lambda: Keyring.at(path).with_one().newest) for _ in range(2)]  # noqa: B023
        assert {each.result() for each in made} == {Keyring.at(path).newest}


def test_keys_that_are_added_at_once_are_all_kept(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was lost would have taken the data keys along that it wraps."""
    first, write = Keyring.at(keys).with_one(), keyring._write

    def slowly(path: Path, written: str) -> None:
        time.sleep(0.02)
        write(path, written)

    monkeypatch.setattr(keyring, "_write", slowly)
    with ThreadPoolExecutor(4) as four:
        added = [each.result().newest for each in [four.submit(first.with_another) for _ in range(8)]]
    assert {*first.keys, *added} == {*Keyring.at(keys).keys}
    assert len(Keyring.at(keys).keys) == 9 and [*keys.parent.iterdir()] == [keys]


# ---- a new key


def test_after_a_new_key_all_is_read_and_the_old_one_is_needed_by_old_backups_alone(
    book_url: str, keys: Path, tmp_path: Path
) -> None:
    with in_mid_round(book_url) as house:
        old = keys.read_text()
        with open_store(book_url, read_only=True) as reader:
            back_up(reader, tmp_path / "a.backup")
        assert run("keys", "rotate", "--book", book_url).exit_code == 0
        house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=600))  # it goes on
    assert keys.read_text().startswith(old) and len(keys.read_text().splitlines()) == 2
    assert keys.stat().st_mode & 0o777 == 0o600
    with at_work(book_url) as house:
        house.keys = iter(range(1000, 2000))  # type: ignore[assignment]
        house.ends("T1")
        house.plays("T1")
    with by_hand(book_url) as connection:
        bodies = connection.execute(text("SELECT body FROM sealed")).scalars().all()
    assert len({body.split(":")[1] for body in bodies}) == 2, "a new data key for what came after it"
    keys.write_text(keys.read_text().removeprefix(old))
    with open_store(book_url) as store:
        verify(store)
        assert store.vault.why_not() == ""
        assert load(store, "T1")[0].round.number == 4
    with pytest.raises(ValueError, match="nothing was restored"):
        restore(tmp_path / "a.backup", str(tmp_path / "again.db"), DEALER)
    assert not (tmp_path / "again.db").exists()
    keys.write_text(old + keys.read_text())
    with restore(tmp_path / "a.backup", str(tmp_path / "again.db"), DEALER) as store:
        verify(store)


def test_a_process_reads_what_another_wrote_under_a_new_key(tmp_path: Path) -> None:
    book_url = str(tmp_path / "book.db")
    with at_work(book_url) as house:
        house.opens("T1")
        house.plays("T1")
    with open_store(book_url, read_only=True) as reader:
        run("keys", "rotate", "--book", book_url)
        with at_work(book_url) as house:
            house.keys = iter(range(1000, 2000))  # type: ignore[assignment]
            house.plays("T1")
        assert verify(reader)[0].not_decided == 0


# ---- an audit without the key


@pytest.fixture
def keyless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keys: Path) -> str:
    book_url = str(tmp_path / "book.db")
    with at_work(book_url) as house:
        house.opens("T1")
        house.plays("T1", rounds=2)
    monkeypatch.setenv("HOUSEWAY_BOOK_KEYS", str(keys.with_name("absent")))
    return book_url


def test_an_audit_without_the_key_says_what_it_could_not_check(keyless: str, tmp_path: Path) -> None:
    done = run("audit", "verify", "--book", keyless)
    assert done.exit_code == 3, done.output
    assert re.search(r"^T1: \d+ records, 2 rounds", done.output, re.M)
    assert "its secrets are encrypted, and the key is not here: only the chain and the ledger" in done.output
    assert "2 rounds were not decided again" in done.output
    assert re.search(
        r"^not checked without the key: the seals, the cards.* under the key [0-9a-f]{16}", done.output, re.M
    )
    backed = run("book", "backup", "--book", keyless, "--to", tmp_path / "a.backup")
    assert backed.exit_code == 0 and "not checked without the key" in backed.output
    with open_store(keyless, read_only=True) as store, pytest.raises(ValueError, match="the key is not here"):
        load(store, "T1")
    exported = run("audit", "export", "--book", keyless)
    assert exported.exit_code == 0 and "encrypted:" not in exported.output


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("UPDATE record SET body = body || ' ' WHERE seq = 9", "does not continue the chain"),
        ("UPDATE transfer SET micros = micros + 1 WHERE stream = 'T1' AND seq = 3", "ledger's rows are not"),
        ("UPDATE record SET day = '2001-01-01' WHERE stream = 'T1' AND seq = 5", "its day is not"),
        ("DELETE FROM sealed WHERE seq < 20", "a secret is beside it that it does not seal"),
        ("UPDATE sealed SET body = 'encrypted:0123456789abcdef:AAAA'", "does not fit its secret"),
        ("UPDATE sealed SET body = '{}'", "does not fit its secret"),
    ],
)
def test_what_can_be_found_without_the_key_is_found(keyless: str, does: str, says: str) -> None:
    with behind_its_back(keyless) as connection:
        connection.execute(text(does))
    done = run("audit", "verify", "--book", keyless)
    assert done.exit_code == 1 and says in done.output, done.output


# ---- PINs


def test_a_pin_hash_that_was_put_under_another_name_lets_nobody_in(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "book.db")) as store:
        identity = Identity(store, hasher=CHEAP)
        identity.enrol("Sue", Role.SUPERVISOR, PIN)
        identity.enrol("Dan", Role.DEALER, "482913")
        assert identity._fits(store.staff("Sue"), PIN) and identity._fits(store.staff("Dan"), "482913")
        with store._pool.connect() as connection:
            dans = "(SELECT pin_hash FROM staff WHERE name = 'Dan')"
            connection.execute(text(f"UPDATE staff SET pin_hash = {dans} WHERE name = 'Sue'"))
        assert not identity._fits(store.staff("Sue"), "482913") and not identity._fits(store.staff("Sue"), PIN)


# ---- books from before


def in_the_clear(url: str) -> None:
    """As version 2 laid a book out, and wrote it."""
    with open_store(url) as store:
        secrets = [
            (secret, record) for name in store.tables() for record in store.read(name) for secret in record.sealed
        ]
    with behind_its_back(url) as connection:
        for secret, record in secrets:
            place = {"body": secret.body, "stream": record.stream, "seal": secret.seal}
            connection.execute(text("UPDATE sealed SET body = :body WHERE stream = :stream AND seal = :seal"), place)
        connection.execute(text("DELETE FROM snapshot"))
        connection.execute(text("DROP TABLE data_key"))
        connection.execute(text("UPDATE meta SET value = '2' WHERE name = 'schema version'"))


def test_a_book_from_before_is_read_as_it_is_and_encrypted_from_when_it_is_written(book_url: str, keys: Path) -> None:
    with at_work(book_url) as house:
        house.opens("T1")
        house.plays("T1")
    in_the_clear(book_url)
    keys.unlink()
    with open_store(book_url, read_only=True) as store:
        assert verify(store)[0].not_decided == 0 and not store.vault.is_in_use
    assert not keys.exists()
    with at_work(book_url) as house:
        house.keys = iter(range(1000, 2000))  # type: ignore[assignment]
        house.plays("T1")
    with by_hand(book_url) as connection:
        assert schema.version(connection) == schema.VERSION
        bodies = connection.execute(text("SELECT body FROM sealed ORDER BY seq")).scalars().all()
    assert [body.startswith("encrypted:") for body in bodies] == [False, True]
    with open_store(book_url, read_only=True) as store:
        assert verify(store)[0].not_decided == 0


def test_a_book_of_this_process_alone_needs_no_file(tmp_path: Path, keys: Path) -> None:
    with open_store(str(tmp_path / "book.db"), keyring=Keyring.of_this_process()) as store:
        assert store.vault.is_in_use and isinstance(store, Store)
    assert not keys.exists()
