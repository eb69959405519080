"""Closed days are in files that the house's book names by their hash: the audit reads them, the live book need not."""

from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from houseway.cli import app
from houseway.role import SERVICE
from houseway.service.anchor import Anchor
from houseway.service.anchoring import behind
from houseway.service.archiving import Archiver, days_to_archive
from houseway.service.audit import verify
from houseway.service.backup import back_up, restore
from houseway.service.daybook import days
from houseway.service.floor import Floor
from houseway.service.library import Library
from houseway.service.record import BookBroken, Head
from houseway.service.store import open_store
from houseway.table import commands as do
from houseway.table.terms import Terms
from tests.service.playing import DEALER, SUPERVISOR, House, player
from tests.service.test_audit import behind_its_back
from tests.service.test_progressive_table import OFFERED, bets, opened

DAYS = ("2031-05-01", "2031-05-02", "2031-05-03")
COUNT = count(1)


def a_day(url: str, day: str, *, closes: bool = True) -> None:
    """Supreme 99 at T2; at T1 San Lo for the meter, with physical cards; both are opened, and closed."""
    now = datetime.fromisoformat(f"{day}T20:00:00+00:00")

    def clock() -> datetime:
        nonlocal now
        now += timedelta(milliseconds=50)
        return now

    with open_store(url) as store:
        floor = Floor(store, clock=clock)
        floor.start()
        house = House(floor)
        house.keys = COUNT
        house.opens("T2")
        house.plays("T2", rounds=2)
        if day == DAYS[0]:
            opened(house)
            bets(house, "T1")
            house.does("T1", DEALER, do.CoinIn())
            house.does("T1", SUPERVISOR, do.VoidRound(note="the end of the day"))
        if closes:
            house.does("T2", SUPERVISOR, do.CloseTable())
            if day == DAYS[0]:
                house.does("T1", SUPERVISOR, do.CloseTable())
        floor.stop()


@pytest.fixture
def book(book_url: str) -> str:
    for day in DAYS:
        a_day(book_url, day, closes=day != DAYS[2])
    return book_url


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "archives").mkdir()
    return tmp_path / "archives"


def archived(book: str, folder: Path) -> list[Path]:
    with open_store(book) as store:
        archiver = Archiver(store, folder, SERVICE)
        return [archiver.archive(day) for day in days_to_archive(store, DAYS[2])]


def run(*words: object) -> Result:
    return CliRunner().invoke(app, list(map(str, words)))


def rows(url: str) -> int:
    with open_store(url, read_only=True) as store, store.at_one_moment() as connection:
        return int(connection.scalar(text("SELECT count(*) FROM record WHERE stream IN ('T1', 'T2')")) or 0)


def test_closed_days_leave_the_live_book_and_are_audited_with_it(book: str, folder: Path) -> None:
    with open_store(book, read_only=True) as store:
        before, told, whole = verify(store), days(store), rows(book)
    assert [path.name[:10] for path in archived(book, folder)] == list(DAYS[:2]), "on the third no table was closed"
    assert rows(book) < whole
    with open_store(book, read_only=True) as store:
        live = verify(store)
        assert [each.before for each in live[:2]] == ["in archives, and not read"] * 2
        assert days(store) == told
        assert store.balances("T2") == Library.at(book, folder).balances("T2")
    with Library.at(book, folder) as library:
        after = verify(library)
        assert verify(library, cores=2)[:3] == after[:3]
        assert after[:3] == before[:3], "every record from the first is decided again"
        assert not after[0].before
    asked = ("audit", "verify", "--book", book)
    assert run(*asked).exit_code == 3
    done = run(*asked, "--archives", folder)
    assert done.exit_code == 0 and "the book is whole" in done.output, done.output


def test_a_table_is_dealt_on_while_its_days_are_archived_and_another_opened_after(book: str, folder: Path) -> None:
    with open_store(book) as store:
        floor = Floor(store, clock=lambda: datetime(2031, 5, 3, 22, tzinfo=UTC))
        floor.start()
        house = House(floor)
        house.keys = COUNT
        house.does("T2", DEALER, do.Shuffle())
        assert len(archived(book, folder)) == 2
        house.does("T2", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=25_00))
        house.does("T2", DEALER, do.CloseBetting())
        house.ends("T2")
        cards = Terms(game="san-lo", dealer="live", shuffler="manual", paytables=OFFERED, meter="m")
        house.does("T1", SUPERVISOR, do.OpenTable(terms=cards))
        assert floor.tables["T1"].round.number > 1
        floor.stop()
    a_day_later = run("book", "archive", "--book", book, "--to", folder, "--upto", "2031-05-09")
    assert "0 days archived" in a_day_later.output
    with Library.at(book, folder) as library:
        verify(library)


def test_a_day_with_an_open_table_stays(book_url: str, folder: Path) -> None:
    a_day(book_url, DAYS[0], closes=False)
    whole = rows(book_url)
    assert archived(book_url, folder) == []
    assert (rows(book_url), list(folder.iterdir())) == (whole, [])


def test_an_archive_that_was_swapped_changed_or_lost_is_found(book: str, folder: Path) -> None:
    first, second = archived(book, folder)
    kept = first.read_bytes()
    for forged in (second.read_bytes(), kept[:-1] + b"x", kept[: len(kept) // 2]):
        first.write_bytes(forged)
        with Library.at(book, folder) as library, pytest.raises(BookBroken, match="is not the one that the house's"):
            verify(library)
    first.unlink()
    with Library.at(book, folder) as library, pytest.raises(BookBroken, match=f"{first.name} of {DAYS[0]} is not in"):
        verify(library)
    done = run("audit", "verify", "--book", book, "--archives", folder)
    assert done.exit_code == 1 and "is not in" in done.output


@pytest.mark.parametrize(
    ("tampering", "live", "with_archives"),
    [
        (
            "UPDATE archive SET state = replace(state, 'T2', 'T3') WHERE stream = 'T2'",
            "keeps of its archives",
            "keeps of",
        ),
        (
            "UPDATE archive_total SET micros = '1' WHERE stream = 'T2' AND source = 'felt'",
            "the ledger has",
            "ledger has",
        ),
        ("DELETE FROM archive WHERE stream = 'T2'", "does not follow", "does not say where its archives end"),
    ],
)
def test_what_the_book_keeps_of_its_archives_is_held_against_the_houses_book(
    book: str, folder: Path, tampering: str, live: str, with_archives: str
) -> None:
    archived(book, folder)
    with behind_its_back(book) as connection:
        connection.execute(text(tampering))
    with open_store(book, read_only=True) as store, pytest.raises(BookBroken, match=live):
        verify(store)
    with Library.at(book, folder) as library, pytest.raises(BookBroken, match=with_archives):
        verify(library)


def test_a_book_with_archives_is_backed_up_and_restored(book: str, folder: Path, tmp_path: Path) -> None:
    archived(book, folder)
    with open_store(book, read_only=True) as store:
        back_up(store, tmp_path / "a.backup")
    again = str(tmp_path / "again.db")
    restore(tmp_path / "a.backup", again, SERVICE).close()
    with Library.at(again, folder) as library:
        assert verify(library)[0].first == 1


def test_anchors_and_printed_heads_of_archived_records_accuse_nobody(book: str, folder: Path) -> None:
    """They are in the archive, and found there."""
    with open_store(book, read_only=True) as store:
        head = Head(20, store.hash_of("T2", 20) or "")
    archived(book, folder)
    with open_store(book, read_only=True) as store:
        assert verify(store, printed=[("T2", head)])
        assert behind(store, [anchor_of({"T2": head})]) == ""
        assert "is not in it" in behind(store, [anchor_of({"T2": Head(999, "ab" * 32)})])
    with Library.at(book, folder) as library:
        assert verify(library, printed=[("T2", head)])
        with pytest.raises(BookBroken, match="the printed head of record 20 is another"):
            verify(library, printed=[("T2", Head(20, "ab" * 32))])


def anchor_of(heads: dict[str, Head]) -> Anchor:
    return SimpleNamespace(heads=heads, number=1, at="2031-05-01")  # type: ignore[return-value]
