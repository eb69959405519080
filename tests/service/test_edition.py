"""A table is bound to the file of the game it was opened with. With another edition of it nothing more is dealt there:
the round is void, the players get their chips, and the table is opened anew."""

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from houseway.games import GAMES, add_folder, remove
from houseway.money import Account
from houseway.service.audit import verify
from houseway.service.floor import Floor
from houseway.service.outcome import Refused
from houseway.service.store import open_store
from houseway.table import commands as do
from houseway.table.refusal import Reason
from houseway.table.released import unreleased
from houseway.table.terms import RULES, Terms
from tests.command_line import run
from tests.service.playing import DEALER, SUPERVISOR, House, at_work, player
from tests.web.room import Room

OWN = "red-dog"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with a game of the house's own, as `houseway new` writes it."""
    assert run("new", OWN, "--to", str(tmp_path / "own")).returncode == 0
    yield tmp_path / "own"
    if OWN in GAMES:
        remove(GAMES[OWN])


@pytest.fixture
def book(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The own game's table in the middle of a round: a wager lies on the felt."""
    monkeypatch.setenv("HOUSEWAY_GAMES", "")
    add_folder(folder)
    book = str(tmp_path / "book.db")
    with at_work(book) as house:
        house.opens("T", OWN)
        house.plays_to_the_end("T")
        house.does("T", DEALER, do.Shuffle())
        house.does("T", player(1), do.PlaceWager(seat=1, wager="Ante", cents=25_00))
    return book


def edited(folder: Path) -> None:
    """The same game in another edition."""
    [file] = folder.glob("*.py")
    file.write_text(file.read_text("utf-8") + "\n# a second thought\n", "utf-8")
    remove(GAMES[OWN])
    add_folder(folder)


def test_a_table_of_the_same_edition_is_played_on(book: str, folder: Path) -> None:
    remove(GAMES[OWN])
    add_folder(folder)
    with at_work(book) as house:
        house.keys = count(10_000)  # those of the book are used
        house.does("T", DEALER, do.CloseBetting())
        house.does("T", DEALER, do.DealCards())


def test_with_another_edition_a_table_is_wound_up_and_opened_anew(book: str, folder: Path) -> None:
    edited(folder)
    with open_store(book) as store:
        floor = Floor(store)
        floor.start()
        house = House(floor)
        house.keys = count(10_000)
        refused = house.tries("T", DEALER, do.CloseBetting())
        assert isinstance(refused, Refused)
        assert refused.refusal.reason is Reason.RULES_CHANGED
        assert f"another edition of {OWN}" in refused.refusal.says
        house.does("T", SUPERVISOR, do.VoidRound(note="another edition"))
        for seat in (1, 4):
            house.does("T", player(seat), do.LeaveSeat(seat=seat))
        house.does("T", SUPERVISOR, do.CloseTable())
        assert floor.tables["T"].chips(Account("felt")) == 0
        house.opens("T", OWN)
        house.plays_to_the_end("T")
        floor.stop()
        [audit] = [each for each in verify(store) if each.stream == "T"]
        assert f"another edition of {OWN}" in audit.note


def test_a_book_of_a_game_that_is_not_there_is_read_and_not_played(book: str) -> None:
    remove(GAMES[OWN])
    with at_work(book) as house:
        house.keys = count(10_000)
        refused = house.tries("T", DEALER, do.CloseBetting())
        assert isinstance(refused, Refused)
        assert f"{OWN!r} is not a game" in refused.refusal.says
        house.does("T", SUPERVISOR, do.VoidRound(note="its file is gone"))


def test_a_room_whose_book_has_a_game_that_is_not_there_shows_all_tables(book: str) -> None:
    """Pages and views are made of what the book says; the rules are not needed to see a table and wind it up."""
    remove(GAMES[OWN])
    with Room(book) as room:
        room.staff().opens("T2", game="casino-war")
        tables = {table["name"]: table for table in room.guest.gets("/tables").json()["tables"]}
        assert tables["T"]["title"] == OWN
        assert "start with the folder" in tables["T"]["summary"]
        assert tables["T2"]["title"] == "Casino War"
        for path in ("/", "/tables/T", "/tables/T2", "/tables/T/posting", "/play/T"):
            assert room.http.get(path).status_code < 500, path
        assert room.staff().sees("T")["game"] == OWN


@pytest.mark.parametrize("change", ["gone", "another pay"])
def test_the_audit_of_a_game_of_ones_own_checks_chain_and_ledger_where_the_rules_are_not_there(
    book: str, folder: Path, change: str
) -> None:
    remove(GAMES[OWN])
    if change == "another pay":
        [letter] = folder.glob("*.toml")
        letter.write_text(letter.read_text("utf-8").replace('"1 to 1"', '"2 to 1"', 1), "utf-8")
        add_folder(folder)
    with open_store(book) as store:
        [audit] = [each for each in verify(store) if each.stream == "T"]
    assert audit.not_decided == audit.rounds == 1
    assert (f"{OWN!r} is not a game" if change == "gone" else "another paytable") in audit.note


def test_a_paytable_of_ours_that_no_release_had_is_a_forgery_still() -> None:
    terms = Terms(game="casino-war", paytables={"Ante": "Ante"})
    assert unreleased(terms, {"Ante": "0" * 64}, "", RULES, "") == "this paytable Ante"


def failing(folder: Path, does: str) -> None:
    """Whoever settles by this game does so."""
    [file] = folder.glob("*.py")
    text = file.read_text("utf-8")
    assert text.count("settle=") >= 1
    wrong = f"def fails(mine: int, his: int, said: tuple[str, ...]) -> str:\n    {does}\n\n\nGAME = Game("
    file.write_text(re.sub(r"settle=\w+", "settle=fails", text).replace("GAME = Game(", wrong), "utf-8")


@pytest.mark.parametrize("does", ["while True: pass", 'raise KeyError("never")'])
def test_rules_of_ones_own_that_fail_close_their_table_and_no_other(tmp_path: Path, folder: Path, does: str) -> None:
    failing(folder, does)
    add_folder(folder)
    with at_work(str(tmp_path / "book.db")) as house:
        house.opens("T", OWN)
        house.opens("T2", "casino-war")
        with pytest.raises(AssertionError):
            house.plays_to_the_end("T")
        assert "T" not in house.floor.tables, "it is out of service"
        house.plays_to_the_end("T2")
