"""Books of earlier versions can still be read. A book for every number of the rules of procedure lies in `books`.

Fails if today's rules lead to other events than they did when the book was written: then raise
`houseway.table.terms.RULES`, and write the new number's book with UPDATE_BOOK=1.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner

from houseway.cli.app import app
from houseway.games import GAMES, HASHES
from houseway.games.released import released
from houseway.money import Account, Micros, Transfer
from houseway.service.audit import exported, verify
from houseway.service.floor import Floor
from houseway.service.record import HOUSE, Record, Sealed
from houseway.service.store import Store, open_store
from houseway.table import commands as do
from houseway.table.terms import RULES, Terms, filled
from tests.service.playing import DEALER, SUPERVISOR, House, live_round, player
from tests.table.sitting import main_of

FIRST_GAMES = {"match-em", "san-lo", "supreme-99"}  # of which there are older books
TELL_OTHERWISE = {"ez-baccarat"}  # games whose own words have changed since: a result says whose hand is which
BOOKS = Path(__file__).parent / "books"


@pytest.fixture(autouse=True)
def _of_the_books_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    if "UPDATE_BOOK" not in os.environ:
        of_the_books_edition(monkeypatch)


def of_the_books_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game files are of the edition that the book names: here the rules of procedure are held to what they led to,
    and a comment in a game's file is not one of them. A game that offers other wagers now, or tells its results in
    other words, is another edition."""
    for event in openings(BOOKS / f"rules-{RULES}.jsonl"):
        game, edition = event["terms"]["game"], event["game_hash"]
        if is_the_same_today(event):
            monkeypatch.setitem(HASHES, game, edition)
        else:
            known = released()[game]
            monkeypatch.setitem(released(), game, replace(known, editions=[*known.editions, edition]))


def openings(path: Path) -> Iterator[dict[str, Any]]:
    """How the tables of a book were opened."""
    for line in path.read_text("utf-8").splitlines():
        events = orjson.loads(json.loads(line)["body"]).get("events", ())
        yield from (event for event in events if event["is"] == "TableOpened")


def is_the_same_today(opened: dict[str, Any]) -> bool:
    game = opened["terms"]["game"]
    return game not in TELL_OTHERWISE and opened["terms"]["paytables"] == filled(Terms(game=game)).paytables


def written(path: Path) -> None:
    """Three rounds of every game, those of the first games with a cut, a void, a correction, and everybody leaves."""
    with open_store(str(path.with_suffix(".db"))) as store:
        floor = Floor(store)
        floor.start()
        house = House(floor)
        for game in GAMES:
            house.opens(game, game)
            for _ in range(2):
                house.plays_to_the_end(game)
            if game in FIRST_GAMES:
                for actor, command in live_round(game, (1, 4), cut="2718281828"):
                    house.does(game, actor, command)
            else:
                house.plays_to_the_end(game)
            house.does(game, SUPERVISOR, do.FillTray(cents=500_00))
            entry = floor.tables[game].next_entry - 1
            house.does(game, SUPERVISOR, do.Reverse(entry=entry, note="counted twice"))
            house.does(game, DEALER, do.Shuffle())
            house.does(game, player(4), do.CutCards(seat=4, cut="a cut"))
            house.does(game, player(1), do.PlaceWager(seat=1, wager=main_of(GAMES[game]), cents=10_00))
            house.does(game, SUPERVISOR, do.VoidRound(note="a spilled drink"))
            for seat in (1, 4):
                house.does(game, player(seat), do.LeaveSeat(seat=seat))
            house.does(game, SUPERVISOR, do.CloseTable())
        floor.stop()
        lines = [json.dumps(line, ensure_ascii=False) for stream in store.streams() for line in exported(store, stream)]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def read_in(store: Store, path: Path) -> None:
    for line in path.read_text("utf-8").splitlines():
        told = json.loads(line)
        body = orjson.loads(told["body"])
        store.claim(told["stream"])
        moves = tuple(Transfer(Account(s), Account(t), Micros(m)) for s, t, m in body["transfers"])
        secrets = tuple(Sealed(seal, secret) for seal, secret in told.get("secrets", {}).items())
        place = {name: body[name] for name in ("key", "at", "day", "game", "round")}
        record = Record(stream=told["stream"], seq=told["seq"], body=told["body"], hash=told["hash"], transfers=moves,
                        sealed=secrets, **place)  # fmt: skip
        store.append([record])


def test_there_is_a_book_of_todays_rules(tmp_path: Path) -> None:
    path = BOOKS / f"rules-{RULES}.jsonl"
    if "UPDATE_BOOK" in os.environ:
        BOOKS.mkdir(exist_ok=True)
        written(tmp_path / path.name)
        path.write_text((tmp_path / path.name).read_text("utf-8"), "utf-8")
    assert path.exists()


@pytest.mark.parametrize("path", sorted(BOOKS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_book_of_any_version_verifies(path: Path, tmp_path: Path) -> None:
    with open_store(str(tmp_path / "book.db")) as store:
        read_in(store, path)
        found = verify(store)
    of_tables = {audit.stream: audit for audit in found if audit.stream != HOUSE}
    opened = list(openings(path))
    replayed = {each["terms"]["game"] for each in opened if path.stem == f"rules-{RULES}" and is_the_same_today(each)}
    assert of_tables.keys() == {each["terms"]["game"] for each in opened} >= FIRST_GAMES
    assert {game for game, audit in of_tables.items() if audit.note == ""} == replayed
    assert replayed >= FIRST_GAMES or path.stem != f"rules-{RULES}"


@pytest.mark.parametrize("path", sorted(BOOKS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_book_of_any_version_is_audited_from_the_command_line(path: Path, tmp_path: Path) -> None:
    """Exit code 3 says that it holds, and was not decided again."""
    with open_store(str(tmp_path / "book.db")) as store:
        read_in(store, path)
    ran = CliRunner().invoke(app, ["audit", "verify", "--book", str(tmp_path / "book.db")])
    is_todays = path.stem == f"rules-{RULES}" and all(map(is_the_same_today, openings(path)))
    assert ran.exit_code == (0 if is_todays else 3), ran.output
    assert ("not decided again" in ran.output) == (ran.exit_code == 3)


def test_a_table_of_an_older_book_is_wound_up_and_opened_again(tmp_path: Path) -> None:
    """Its book ends in the middle of a round: wagers lie, cards are dealt, and players have chips. A book of the first
    rules can be cut off so: later ones are vouched for by the book of the house."""
    path, cut = BOOKS / "rules-1.jsonl", tmp_path / "rules-1.jsonl"
    of_one = [line for line in path.read_text("utf-8").splitlines() if json.loads(line)["stream"] == "san-lo"]
    dealt = next(n for n, line in enumerate(of_one) if "PacketsDealt" in line)
    cut.write_text("\n".join(of_one[: dealt + 1]) + "\n", "utf-8")
    with open_store(str(tmp_path / "book.db")) as store:
        read_in(store, cut)
        floor = Floor(store)
        floor.start()
        house = House(floor)
        assert floor.tables["san-lo"].chips(Account("felt")) == 2 * 25_00
        house.does("san-lo", SUPERVISOR, do.VoidRound(note="the rules have changed"))
        for seat in (1, 4):
            house.does("san-lo", player(seat), do.LeaveSeat(seat=seat))
        house.does("san-lo", SUPERVISOR, do.CloseTable())
        assert floor.tables["san-lo"].chips(Account("cash-out")) == 2 * 1_000_000_00
        house.opens("san-lo", "san-lo")
        house.plays("san-lo", "san-lo")
        floor.stop()
        assert verify(store)


@pytest.mark.parametrize("path", sorted(BOOKS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_book_of_any_version_is_read_and_played_on(path: Path, tmp_path: Path) -> None:
    with open_store(str(tmp_path / "book.db")) as store:
        read_in(store, path)
        floor = Floor(store)
        floor.start()
        house = House(floor)
        house.keys = count(10_000)  # those of the book are used
        for game in sorted(FIRST_GAMES):
            house.opens(game, game)
            house.plays(game, game)
        floor.stop()
        assert verify(store)
