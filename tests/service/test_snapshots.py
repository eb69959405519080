"""A table begins with its snapshot and reads what came after it. A snapshot that does not fit is not believed, and an
audit holds it against the book."""

import dataclasses
from collections.abc import Callable, Iterator
from itertools import count

import orjson
import pytest
from sqlalchemy import Connection, text

from houseway.games import GAMES
from houseway.service import snapshot as snapshots
from houseway.service.audit import load, verify
from houseway.service.floor import Floor
from houseway.service.record import BookBroken, Head, Record, Snapshot
from houseway.service.roster import Roster
from houseway.service.snapshot import edition_of, nearest, snapshot_of, table_in
from houseway.service.state_json import restored, written
from houseway.service.store import Store, open_store
from houseway.table import commands as do
from houseway.table.state import Table
from tests.kinds import of_each_kind
from tests.service.playing import DEALER, House, at_work, player
from tests.service.test_audit import behind_its_back
from tests.service.test_store import by_hand
from tests.table.sitting import Sitting


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few rounds are worth a snapshot."""
    monkeypatch.setattr(snapshots, "AT_THE_END", 20)


@pytest.fixture
def book(book_url: str) -> str:
    """A table that was let go after three rounds, and has dealt a fourth since."""
    with at_work(book_url) as house:
        house.opens("T1")
        house.plays("T1", rounds=3)
    with at_work(book_url) as house:
        house.keys = count(1_000)
        house.does("T1", DEALER, do.Shuffle())
        house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=500))
    return book_url


def records_read(url: str) -> list[int]:
    """Which records of the table a start reads; the table that comes of it is what all its records tell."""
    read: list[int] = []

    class Watched(Store):
        def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Record]:
            for record in super().read(stream, after, upto):
                read.extend([record.seq] if stream == "T1" else [])
                yield record

    with open_store(url) as store:
        store.__class__ = Watched
        floor = Floor(store)
        floor.start()
        table, here = floor.tables["T1"], list(read)
        floor.stop()
        with pytest.MonkeyPatch.context() as without:
            without.setattr("houseway.service.audit.nearest", lambda *_: None)
            assert table == load(store, "T1")[0]
    return here


def last_of(url: str) -> int:
    with open_store(url, read_only=True) as store:
        return store.head("T1").seq


def changed(url: str, **values: object) -> None:
    """The snapshot of the table, as somebody with a database shell would have it."""
    with by_hand(url) as connection:
        for name, value in values.items():
            connection.execute(text(f"UPDATE snapshot SET {name} = :value WHERE stream = 'T1'"), {"value": value})
        connection.commit()


def kept(url: str) -> Snapshot:
    with open_store(url, read_only=True) as store:
        snapshot = store.snapshot("T1")
        assert snapshot is not None
        return snapshot


def forged(url: str) -> str:
    """The state in the snapshot, with a dollar more in a seat."""
    table = table_in(kept(url))
    assert table is not None
    richer = {**table.balances, "seat 1": table.balances["seat 1"] + 1_000_000}  # type: ignore[dict-item, index]
    body: str = orjson.dumps(written(dataclasses.replace(table, balances=richer))).decode()
    return body


# ---- a start


def test_a_start_reads_what_came_after_the_snapshot(book: str) -> None:
    ended = kept(book).seq
    assert records_read(book) == list(range(ended + 1, last_of(book) + 1))


@pytest.mark.parametrize(
    "values",
    [
        {"hash": "0" * 64},
        {"seq": 7},
        {"seq": 7_000},
        {"edition": "of another version"},
        {"body": "{}"},
        {"body": '{"name":"T1"}'},
        {"body": "not JSON"},
    ],
)
def test_a_snapshot_that_does_not_fit_is_not_believed(book: str, values: dict[str, object]) -> None:
    changed(book, **values)
    assert records_read(book) == list(range(1, last_of(book) + 1))


def test_the_snapshot_of_another_table_is_not_believed(book: str) -> None:
    other = orjson.dumps(written(Table(name="T2"))).decode()
    changed(book, body=other)
    assert records_read(book) == list(range(1, last_of(book) + 1))


def test_a_book_needs_no_snapshot_and_is_given_a_place_for_them(book: str) -> None:
    with by_hand(book) as connection:
        connection.execute(text("DROP TABLE snapshot"))
        connection.commit()
    assert records_read(book) == list(range(1, last_of(book) + 1))
    assert kept(book).seq == last_of(book)  # made when that service let the table go


def test_another_file_of_a_game_is_another_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Sitting("supreme-99").table
    before = edition_of(table)
    monkeypatch.setitem(snapshots.HASHES, "supreme-99", "of a changed file")
    assert edition_of(table) != before


def test_a_table_that_grows_is_kept_now_and_then(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 10)
    floor = Floor(store)
    roster: Roster = floor._roster
    floor.start()
    house = House(floor)
    house.opens("T1")
    house.opens("T2")
    house.plays("T2")
    roster.keep_up()  # which is done every second
    assert store.snapshot_ends() == {"T2": store.head("T2").seq}
    roster.keep_up()
    assert store.snapshot_ends().keys() == {"T2"}  # T1 has not grown enough
    house.plays("T1")
    roster.keep_up()
    assert store.snapshot_ends() == {name: store.head(name).seq for name in ("T1", "T2")}
    floor.stop()


def test_a_table_that_is_handed_over_is_kept_first(book_url: str) -> None:
    """Whoever takes it begins where it was let go."""
    if book_url.startswith("sqlite"):
        pytest.skip("a file is one process's")
    with open_store(book_url) as mine:
        floor = Floor(mine, address="http://one")
        floor.start()
        house = House(floor)
        house.opens("T1")
        house.plays("T1", rounds=2)
        assert mine.snapshot_ends() == {}
        floor._roster.sharing.to_give_up = list  # type: ignore[method-assign]
        floor._roster.share()
        assert mine.snapshot_ends() == {"T1": mine.head("T1").seq}
        floor.stop()


def test_what_a_snapshot_does_not_stand_for_is_looked_at_by_a_start(book: str) -> None:
    """Rows of no record after it stop a start; those before it are found by an audit."""
    for seq, by_start in ((3, False), (9_000, True)):
        with behind_its_back(book) as connection:
            _add_stray(connection, book, seq)
        with open_store(book, read_only=True) as store, pytest.raises(BookBroken, match=f"record {seq} of 'T1'"):
            verify(store)
        with open_store(book, accept_loss=True) as store:
            floor = Floor(store)
            if by_start:
                with pytest.raises(BookBroken, match="a transfer of no record: record 9000 of 'T1'"):
                    floor.start()
            else:
                floor.start()
                floor.stop()


def _add_stray(connection: Connection, url: str, seq: int) -> None:
    if url.startswith("sqlite"):
        connection.execute(text("PRAGMA foreign_keys = OFF"))
    if seq == 3:
        connection.execute(text("UPDATE transfer SET day = '1999-01-01' WHERE stream = 'T1' AND seq = 3"))
        return
    row = "INSERT INTO transfer (stream, seq, n, day, game, source, target, micros) VALUES "
    connection.execute(text(row + f"('T1', {seq}, 0, '2031-01-01', '', 'a', 'b', 1)"))


# ---- an audit


@pytest.mark.parametrize(
    ("forge", "says"),
    [
        (lambda url: changed(url, body=forged(url)), "the snapshot of it is not what the events tell"),
        (lambda url: changed(url, hash="0" * 64), "the snapshot of it has another hash"),
        (lambda url: changed(url, seq=7_000), "record 7000 has a snapshot: its tail was cut"),
        (lambda url: changed(url, body="{}"), "the snapshot of it is not what the events tell"),
    ],
)
def test_an_audit_reads_every_record_and_finds_a_swapped_snapshot(
    book: str, forge: Callable[[str], None], says: str
) -> None:
    with open_store(book, read_only=True) as store:
        before = verify(store)
        forge(book)
        with pytest.raises(BookBroken, match=says):
            verify(store)
        changed(book, edition="of another version", seq=1)
        changed(book, hash=next(store.read("T1")).hash)
        assert verify(store) == before  # never believed, and nothing is said of it


def test_a_forged_state_is_what_the_house_itself_wrote_or_the_ledger_says_otherwise(book: str) -> None:
    """A snapshot of one who has the key, its hash and edition is believed; what is paid later still has to add up."""
    before, body = kept(book), forged(book)
    changed(book, body=body)
    with open_store(book, read_only=True) as store:
        assert nearest(store, "T1") is None, "it was not encrypted by one who has the key"
    with open_store(book) as store:
        store.keep_snapshot(before._replace(body=body))
    with open_store(book, read_only=True) as store:
        table, _ = load(store, "T1")
        assert table.balances["seat 1"] != load(store, "T1", (Table(name="T1"), _first(store)))[0].balances["seat 1"]  # type: ignore[index]
        with pytest.raises(BookBroken, match="the snapshot of it"):
            verify(store)


def _first(store: Store) -> Head:
    from houseway.service.record import genesis

    return Head(0, genesis("T1"))


# ---- the state as JSON


@pytest.mark.parametrize("slug", of_each_kind(GAMES))
def test_a_table_of_every_kind_of_game_is_the_same_again_at_every_stage(slug: str) -> None:
    sitting = Sitting(slug, seats=(1, 2))
    for step in (lambda: None, sitting.bets, sitting.deals, sitting.ends):
        step()
        body = orjson.dumps(written(sitting.table))
        again = restored(Table, orjson.loads(body))
        assert again == sitting.table
        assert orjson.dumps(written(again)) == body


def test_what_cannot_be_read_is_told_without_what_it_holds() -> None:
    told = written(Sitting("supreme-99", seats=(1,)).bets().table)
    told["round"]["is"] = "A secret"
    with pytest.raises(ValueError, match=r"^this is no Table \(\w+Error\)$"):
        restored(Table, told)


def test_a_snapshot_is_read_by_the_program_that_wrote_it_alone() -> None:
    snapshot = snapshot_of(Sitting("supreme-99").table, Head(3, "h"))
    assert table_in(snapshot) is not None
    assert table_in(snapshot._replace(edition="another")) is None


def test_a_book_without_snapshots_has_none(store: Store) -> None:
    assert nearest(store, "T1") is None
