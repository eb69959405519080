"""By which terms the house opens its tables is a record; a table that was opened by others is found."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path

import orjson
import pytest
from sqlalchemy import text

from houseway.money import Cents
from houseway.service.audit import verify
from houseway.service.entry import entry_by
from houseway.service.floor import Floor
from houseway.service.house import BY_NAME, HouseTermsSet, ServiceStarted
from houseway.service.house_book import read_house
from houseway.service.house_terms import terms_of_house
from houseway.service.record import HOUSE, BookBroken
from houseway.service.snapshot import program_hash
from houseway.service.store import Store, open_store
from houseway.shuffler import equipped
from houseway.table.ceiling import Ceiling
from tests.service.playing import House
from tests.service.test_audit import behind_its_back, change_body, rechain
from tests.web.room import Room

COMPACT = Ceiling(cents=Cents(500_00), approved="the compact of 2025", since="2025-03-01")


@contextmanager
def at_work_by(book: str, ceiling: Ceiling | None) -> Iterator[House]:
    def told() -> dict[str, str]:
        return dict(terms_of_house(ceiling=ceiling, settings={"house": "Our room", "nothing": ""}, posted={}))

    with open_store(book) as store:
        floor = Floor(store, terms=told, equip=partial(equipped, ceiling=ceiling))
        floor.start()
        house = House(floor)
        house.keys = count(store.head(HOUSE).seq * 1000)
        yield house
        floor.stop()


def told_in(store: Store, kind: type) -> list[object]:
    entries = (entry_by(record, BY_NAME) for record in store.read(HOUSE))
    return [event for entry in entries for event in entry.events if isinstance(event, kind)]


@pytest.fixture
def book(tmp_path: Path) -> str:
    return str(tmp_path / "book.db")


def test_every_change_of_the_terms_is_a_record_and_a_start_without_one_is_none(book: str) -> None:
    for ceiling in (None, COMPACT, COMPACT, replace(COMPACT, approved="the compact of 2031"), None):
        with at_work_by(book, ceiling):
            pass
    with open_store(book) as store:
        told = [event.terms.get("ceiling", "") for event in told_in(store, HouseTermsSet)]  # type: ignore[attr-defined]
        assert [re.sub(".* ", "", each) for each in told] == ["", "2025", "2031", ""]
        assert read_house(store).state.terms == {"house": "Our room"}
        verify(store)


def test_each_start_tells_the_hash_of_the_program(book: str) -> None:
    with at_work_by(book, None):
        pass
    with open_store(book) as store:
        [started] = told_in(store, ServiceStarted)
        assert isinstance(started, ServiceStarted) and started.program == program_hash()


def test_a_table_opened_by_a_ceiling_that_the_house_never_had_is_found(book: str) -> None:
    """Every hash is made to fit, those in the house's book too; its terms were left."""
    with at_work_by(book, COMPACT) as house:
        house.opens("T1")
    with open_store(book) as store:
        verify(store)
        before = {record.hash: record.seq for record in store.read("T1")}
    with behind_its_back(book) as connection:
        change_body(connection, 1, lambda body: body.replace('"cents":50000', '"cents":90000'))
        rechain(connection)
        after = dict(connection.execute(text("SELECT seq, hash FROM record WHERE stream = 'T1'")).all())
        for old, seq in before.items():
            new = {"old": old, "new": after[seq]}
            connection.execute(
                text("UPDATE record SET body = replace(body, :old, :new) WHERE stream = 'the house'"), new
            )
        rechain(connection, HOUSE)
    says = "record 1 of 'T1': the house had no ceiling of 90000 cents"
    with open_store(book, read_only=True) as store, pytest.raises(BookBroken, match=says):
        verify(store)


def test_a_table_opened_by_terms_of_another_process_is_found(book: str) -> None:
    """A floor whose shell was told of another ceiling than the house's book."""
    with open_store(book) as store:
        floor = Floor(store, terms=lambda: {"house": "Our room"}, equip=partial(equipped, ceiling=COMPACT))
        floor.start()
        House(floor).opens("T1")
        floor.stop()
        with pytest.raises(BookBroken, match=r"record 1 of 'T1': the house had no ceiling of 50000 cents on one wager"):
            verify(store)


def test_two_processes_of_other_terms_each_tell_theirs_before_they_open_a_table(book: str) -> None:
    with at_work_by(book, COMPACT) as house:
        house.opens("T1")
    with at_work_by(book, None) as house:
        house.opens("T2")
    with open_store(book) as store:
        assert len(told_in(store, HouseTermsSet)) == 2
        verify(store)


def test_a_room_tells_its_own(tmp_path: Path) -> None:
    with Room(tmp_path / "book.db") as room:
        room.staff()
    with open_store(room.url, read_only=True) as store:
        terms = read_house(store).state.terms
        assert terms is not None and terms["alert of a tray below, percent"] == "25"
        assert orjson.dumps(dict(terms))
        verify(store)
