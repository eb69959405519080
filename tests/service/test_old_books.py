"""Books of earlier versions can still be read. A book for every number of the rules of procedure lies in `books`.

Fails if today's rules lead to other events than they did when the book was written: then raise
`houseway.table.terms.RULES`, and write the new number's book with UPDATE_BOOK=1.
"""

import json
import os
from pathlib import Path

import orjson
import pytest

from houseway.games import GAMES
from houseway.money import Account, Micros, Transfer
from houseway.service.audit import exported, verify
from houseway.service.floor import Floor
from houseway.service.record import HOUSE, Record, Sealed
from houseway.service.store import Store, open_store
from houseway.table import commands as do
from houseway.table.terms import RULES
from tests.service.playing import DEALER, SUPERVISOR, House, live_round, player

BOOKS = Path(__file__).parent / "books"


def written(path: Path) -> None:
    """Three rounds of every game, the third with a cut, a void, a correction, and everybody leaves."""
    with open_store(str(path.with_suffix(".db"))) as store:
        floor = Floor(store)
        floor.start()
        house = House(floor)
        for game in GAMES:
            house.opens(game, game)
            house.plays(game, game, rounds=2)
            for actor, command in live_round(game, (1, 4), cut="2718281828"):
                house.does(game, actor, command)
            house.does(game, SUPERVISOR, do.FillTray(cents=500_00))
            entry = floor.tables[game].next_entry - 1
            house.does(game, SUPERVISOR, do.Reverse(entry=entry, note="counted twice"))
            house.does(game, DEALER, do.Shuffle())
            house.does(game, player(4), do.CutCards(seat=4, cut="a cut"))
            house.does(game, player(1), do.PlaceWager(seat=1, wager=GAMES[game].main.name, cents=10_00))
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
    of_tables = [audit for audit in found if audit.stream != HOUSE]
    assert {audit.stream for audit in of_tables} == set(GAMES)
    replayed = path.stem == f"rules-{RULES}"
    assert all((audit.note == "") == replayed for audit in of_tables)
