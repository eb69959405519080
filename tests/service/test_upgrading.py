"""A book of an older version is upgraded on a copy first, then itself, and every record is as it was."""

from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from houseway.cards import show
from houseway.cli import app
from houseway.role import Role
from houseway.service import schema
from houseway.service.audit import verify
from houseway.service.backup import manifest_of
from houseway.service.identity import Identity
from houseway.service.record import HOUSE
from houseway.service.snapshot import snapshot_of
from houseway.service.store import open_store
from houseway.service.upgrading import OldParts, old_parts
from houseway.service.vault import Vault
from houseway.table import commands as do
from tests.service.playing import DEALER, at_work, player
from tests.service.test_audit import behind_its_back, change_body
from tests.service.test_old_books import BOOKS, of_the_books_edition, read_in
from tests.service.test_one_table_only import make_version_1
from tests.service.test_store import by_hand
from tests.web.room import CHEAP, PIN


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "elsewhere" / "book.keys"
    monkeypatch.setenv("HOUSEWAY_BOOK_KEYS", str(path))
    return path


def run(*words: object) -> Result:
    return CliRunner().invoke(app, list(map(str, words)))


@pytest.fixture(params=["1", "2"])
def old(request: pytest.FixtureRequest, book_url: str, keys: Path) -> tuple[str, list[bytes]]:
    """As the schema before laid it out and wrote it, in mid-round; and what stands in it in the clear."""
    with pytest.MonkeyPatch.context() as before:
        before.setattr(Vault, "encrypted", lambda vault, text, place: text)
        before.setattr(Vault, "is_in_use", False)
        with at_work(book_url) as house:
            store = house.floor._store
            Identity(store, hasher=CHEAP).enrol("Sue", Role.SUPERVISOR, PIN)
            house.opens("T1")
            house.plays("T1", rounds=2)
            house.does("T1", DEALER, do.Shuffle())
            house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=500))
            table = house.floor.tables["T1"]
            store.keep_snapshot(snapshot_of(table, store.head("T1")))
            assert table.round.sealed is not None
            secrets = [show(table.round.sealed.order[at : at + 9]).encode() for at in (0, 20, 40)]
        make_version_2(book_url)
        if request.param == "1":
            make_version_1(book_url)
    keys.unlink()
    return book_url, [*secrets, b"argon2"]


def make_version_2(url: str) -> None:
    with behind_its_back(url) as connection:
        connection.execute(text("DROP TABLE data_key"))
        connection.execute(text("UPDATE meta SET value = '2' WHERE name = 'schema version'"))


def read(url: str) -> OldParts:
    with open_store(url, read_only=True) as store:
        return old_parts(store)


def rows_of_file(url: str) -> bytes:
    path = Path(url.removeprefix("sqlite:///"))
    return b"".join(each.read_bytes() for each in path.parent.glob(f"{path.name}*"))


def test_a_rehearsal_audits_a_copy_and_changes_nothing(
    old: tuple[str, list[bytes]], tmp_path: Path, keys: Path
) -> None:
    url, _ = old
    with open_store(url, read_only=True) as store:
        before, heads = old_parts(store), store.heads()
    (tmp_path / "rehearsal").mkdir()
    done = run("book", "upgrade", "--book", url, "--rehearse", "--in", tmp_path / "rehearsal")
    assert done.exit_code == 0, done.output
    assert "would change" in done.output and f"from version {before.version} to {schema.VERSION}" in done.output
    assert "3 secrets in the clear are encrypted" in done.output and "the PINs of 1 people" in done.output
    assert "it holds" in done.output and "the upgrade itself takes about" in done.output
    with open_store(url, read_only=True) as store:
        assert (old_parts(store), store.heads()) == (before, heads)
    assert [*(tmp_path / "rehearsal").iterdir()] == [] and not keys.exists()


def test_an_upgraded_book_has_the_records_it_had_and_nothing_in_the_clear(
    old: tuple[str, list[bytes]], tmp_path: Path
) -> None:
    url, secrets = old
    with open_store(url, read_only=True) as store:
        before, heads = old_parts(store), store.heads()
    if url.startswith("sqlite"):
        assert all(secret in rows_of_file(url) for secret in secrets)
    done = run("book", "upgrade", "--book", url, "--backup", tmp_path / "a.backup")
    assert done.exit_code == 0, done.output
    assert manifest_of(tmp_path / "a.backup").heads == heads
    assert read(str(tmp_path / "a.backup")).secrets == before.secrets == 3
    if url.startswith("sqlite"):
        assert not any(secret in rows_of_file(url) for secret in secrets)
    with open_store(url, read_only=True) as store:
        assert old_parts(store).changes == [] and store.strays() == []
        assert {name: head for name, head in store.heads().items() if name != HOUSE} == {"T1": heads["T1"]}
        assert store.hash_of(HOUSE, heads[HOUSE].seq) == heads[HOUSE].hash
        assert any("the book was upgraded: " in record.body for record in store.read(HOUSE))
        assert verify(store, heads=heads)[0].not_decided == 0
        assert Identity(store, hasher=CHEAP)._fits(store.staff("Sue"), PIN)
    with at_work(url) as house:
        house.keys = count(1_000)
        house.ends("T1")
        house.plays("T1")
    again = run("book", "upgrade", "--book", url, "--rehearse")
    assert again.exit_code == 0 and "nothing is to be upgraded" in again.output


def test_a_book_at_work_is_not_upgraded(book_url: str, tmp_path: Path) -> None:
    with at_work(book_url) as house:
        house.opens("T1")
        with by_hand(book_url) as connection:  # something is left to be upgraded
            connection.execute(text("INSERT INTO staff VALUES ('Ada', 'auditor', 'a hash', TRUE, '2031')"))
            connection.commit()
        done = run("book", "upgrade", "--book", book_url, "--backup", tmp_path / "a.backup")
        assert "in use by another process: stop it first" in str(done.exception), done.output
    assert not (tmp_path / "a.backup").exists()


def test_a_broken_book_is_found_by_the_rehearsal(old: tuple[str, list[bytes]]) -> None:
    url, _ = old
    with behind_its_back(url) as connection:
        change_body(connection, 9, lambda body: body.replace('"round":1', '"round":2'))
    done = run("book", "upgrade", "--book", url, "--rehearse")
    assert done.exit_code == 1 and "broken: " in done.output and "nothing was changed" in done.output, done.output


def test_a_book_of_a_newer_version_is_refused_in_one_line(book_url: str) -> None:
    open_store(book_url).close()
    with behind_its_back(book_url) as connection:
        connection.execute(text("UPDATE meta SET value = '4' WHERE name = 'schema version'"))
    for words in (("upgrade", "--rehearse"), ("upgrade", "--backup", "never.backup")):
        done = run("book", *words, "--book", book_url)
        assert isinstance(done.exception, ValueError)
        says = str(done.exception)
        assert f"a book of version 4; this program reads version {schema.VERSION}" in says and "\n" not in says


@pytest.mark.parametrize("path", sorted(BOOKS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_golden_book_of_every_rules_is_upgraded(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of_the_books_edition(monkeypatch)
    book = str(tmp_path / "book.db")
    with pytest.MonkeyPatch.context() as before:
        before.setattr(Vault, "encrypted", lambda vault, text, place: text)
        with open_store(book) as store:
            read_in(store, path)
        make_version_2(book)
    done = run("book", "upgrade", "--book", book, "--backup", tmp_path / "a.backup")
    assert done.exit_code == 0 and "it holds" in done.output, done.output
    assert read(book).changes == []


def test_an_upgrade_wants_a_rehearsal_or_a_backup(tmp_path: Path) -> None:
    done = run("book", "upgrade", "--book", tmp_path / "book.db")
    assert "either --rehearse, or --backup FILE" in str(done.exception)
