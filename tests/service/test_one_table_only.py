"""What is wrong with one table's book stops that table: the others open, and are played on."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from houseway.service import schema
from houseway.service.audit import verify
from houseway.service.batch import Order
from houseway.service.floor import Floor
from houseway.service.outcome import Accepted, Outcome, OutOfService
from houseway.service.record import BookBroken
from houseway.service.store import Store, open_store
from houseway.table import commands as do
from tests.service.playing import DEALER, House, at_work
from tests.service.test_audit import behind_its_back, change_body
from tests.service.test_store import by_hand


@pytest.fixture
def book(book_url: str) -> str:
    with at_work(book_url) as house:
        for table in ("T1", "T2"):
            house.opens(table)
            house.plays(table)
    return book_url


@contextmanager
def opened_again(book: str) -> Iterator[House]:
    with open_store(book) as store:
        floor = Floor(store)
        floor.start()
        house = House(floor)
        house.keys = itertools.count(1000)
        yield house
        floor.stop()


def test_a_table_that_cannot_be_read_stays_shut_and_the_others_open(
    book: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with behind_its_back(book) as connection:
        change_body(connection, 5, lambda body: body.replace("BuyIn", "BuyUp"))
    with opened_again(book) as house:
        assert house.tries("T1", DEALER, do.Shuffle()) == OutOfService()
        house.plays("T2")
    assert "record 5 of 'T1'" in capsys.readouterr().err


def test_an_amount_that_became_a_floating_number_stops_its_own_table(book: str) -> None:
    if "postgresql" in book:
        pytest.skip("PostgreSQL takes none")
    with behind_its_back(book) as connection:
        connection.execute(text("UPDATE transfer SET micros = 1e19 WHERE stream = 'T1' AND seq = 3"))
    with opened_again(book) as house:
        assert house.tries("T1", DEALER, do.Shuffle()) == OutOfService()
        house.plays("T2")
    with open_store(book, read_only=True) as store, pytest.raises(BookBroken, match="'T1'"):
        verify(store)


@pytest.mark.parametrize("micros", ["9223372036854775808", "1e19"])
def test_the_database_takes_no_amount_that_is_not_a_whole_number_of_64_bits(book: str, micros: str) -> None:
    values = f"'T1', 1, 9, '2030-01-01', 'g', 'felt', 'tray', {micros}"
    with by_hand(book) as connection, pytest.raises(DBAPIError):
        connection.execute(text(f"INSERT INTO transfer VALUES ({values})"))


def test_a_record_that_the_book_refuses_stops_its_own_table_only(book: str) -> None:
    """The database takes nothing more of T1, for whatever reason; commands for both tables share a commit."""
    with opened_again(book) as house:
        with by_hand(book) as connection:
            connection.execute(text(_refuse_t1(connection, house.floor._store.head("T1").seq)))
            connection.commit()
        outcomes: dict[str, Outcome] = {}
        orders = [_order(table, f"{table} {n}", outcomes) for n in range(4) for table in ("T1", "T2")]
        house.floor._queue.put(*orders)  # at once, so that the writer takes them up together
        house.does("T2", DEALER, do.BuyIn(seat=1, cents=100))
        assert {key: type(outcome) for key, outcome in outcomes.items() if key[:2] == "T2"} == {
            f"T2 {n}": Accepted for n in range(4)
        }
        assert {outcomes[f"T1 {n}"] for n in range(4)} == {OutOfService()}
        assert house.tries("T1", DEALER, do.BuyIn(seat=1, cents=100)) == OutOfService()
        house.plays("T2")


def _order(table: str, key: str, outcomes: dict[str, Outcome]) -> Order:

    return Order(table, key, DEALER, do.BuyIn(seat=1, cents=100), lambda outcome: outcomes.update({key: outcome}))


def _refuse_t1(connection: Connection, seq: int) -> str:
    if connection.dialect.name == "sqlite":
        when = f"NEW.stream = 'T1' AND NEW.seq > {seq}"
        return f"CREATE TRIGGER no_more BEFORE INSERT ON record WHEN {when} BEGIN SELECT RAISE(ABORT, 'no more'); END"
    return f"ALTER TABLE record ADD CONSTRAINT no_more CHECK (stream <> 'T1' OR seq <= {seq}) NOT VALID"


# ---- books of the first version


def make_version_1(url: str) -> None:
    """As the first release laid a book out."""
    with by_hand(url) as connection:
        dialect = connection.dialect.name
        new = ["record_follows", "transfer_in_integers", "record_in_integers"]
        for name in new if dialect == "sqlite" else new[:1]:
            connection.execute(text(f"DROP TRIGGER {name}" + ("" if dialect == "sqlite" else " ON record")))
        if dialect == "postgresql":
            connection.execute(text("DROP FUNCTION follows()"))
            source = schema.OLD_GUARDS[dialect]["no_gap()"]
            connection.exec_driver_sql(f"CREATE FUNCTION no_gap() RETURNS trigger LANGUAGE plpgsql AS $${source}$$")
        connection.exec_driver_sql(schema.OLD_GUARDS[dialect]["record_no_gap"])
        connection.execute(text("DROP TABLE lease"))
        connection.execute(text("UPDATE meta SET value = '1' WHERE name = 'schema version'"))
        connection.commit()


def test_a_book_of_the_first_version_is_read_as_it_is_and_made_new_when_it_is_written(book: str) -> None:
    make_version_1(book)
    with open_store(book, read_only=True) as store:
        assert store.strays() == []
        verify(store)
    with opened_again(book) as house:
        house.plays("T1")
    with open_store(book, read_only=True) as store:
        assert store.strays() == []
        verify(store)
        with store._pool.connect() as connection:
            assert schema.version(connection) == schema.VERSION


def test_a_book_of_a_version_to_come_is_not_opened(store: Store, book_url: str) -> None:
    with by_hand(book_url) as connection:
        connection.execute(text("UPDATE meta SET value = '99' WHERE name = 'schema version'"))
        connection.commit()
    with pytest.raises(ValueError, match="a book of version 99"):
        open_store(book_url)
