"""Who works here is in the house's book: by whom and when, without the secrets; and the audit holds the list to it."""

import re

import orjson
import pytest
from sqlalchemy import insert, text, update

from houseway.role import SERVICE, Actor, Role
from houseway.service import schema
from houseway.service.audit import verify
from houseway.service.entry import entry_by
from houseway.service.house import BY_NAME
from houseway.service.house_book import read_house
from houseway.service.identity import Identity
from houseway.service.people import put_staff
from houseway.service.record import HOUSE, BookBroken
from houseway.service.store import open_store
from tests.service.playing import at_work
from tests.web.room import CHEAP, PIN

BOSS = Actor(Role.SUPERVISOR, "Sue")


@pytest.fixture
def staffed(book_url):
    with open_store(book_url) as store:
        identity = Identity(store, hasher=CHEAP)
        identity.enrol("Sue", Role.SUPERVISOR, PIN)
        identity.enrol("Dan", Role.DEALER, PIN, by=BOSS)
        yield store


def test_every_change_of_staff_is_a_record_that_names_who_made_it(staffed):
    identity = Identity(staffed, hasher=CHEAP)
    identity.enrol("Dan", Role.DEALER, "482913", by=BOSS)  # another PIN
    identity.enrol("Dan", Role.SURVEILLANCE, "482913", by=BOSS)
    assert identity.dismiss("Dan", by=BOSS)
    assert identity.dismiss("Dan", by=BOSS)  # he is gone already
    assert not identity.dismiss("Nobody", by=BOSS)
    entries = [entry_by(record, BY_NAME) for record in staffed.read(HOUSE)]
    assert [(str(e.actor), e.command.name, e.command.role, e.command.active) for e in entries] == [
        ("house service", "Sue", "supervisor", True),
        ("supervisor Sue", "Dan", "dealer", True),
        ("supervisor Sue", "Dan", "dealer", True),
        ("supervisor Sue", "Dan", "surveillance", True),
        ("supervisor Sue", "Dan", "surveillance", False),
    ]
    assert len({entry.command.pin for entry in entries}) == 4  # dismissed with the PIN he had
    verify(staffed)


def test_no_secret_is_in_the_book(staffed):
    told = orjson.dumps([record.body for record in staffed.read(HOUSE)]).decode()
    for person in staffed.list_staff():
        assert person.pin_hash not in told
    assert PIN not in told
    assert "argon2" not in told


@pytest.mark.parametrize(
    ("does", "says"),
    [
        (
            insert(schema.staff).values(name="Eve", role="supervisor", pin_hash="x", active=True, since="2031"),
            "'Eve' is on the staff list, and not in the house's book",
        ),
        (
            update(schema.staff).where(schema.staff.c.name == "Dan").values(role="supervisor"),
            "'Dan' is supervisor on the staff list, and dealer in the house's book",
        ),
        (
            update(schema.staff).where(schema.staff.c.name == "Dan").values(pin_hash="another"),
            "the PIN of 'Dan' on the staff list is not the one that the house's book has",
        ),
        (
            text("UPDATE staff SET pin_hash = (SELECT pin_hash FROM staff WHERE name = 'Sue') WHERE name = 'Dan'"),
            "the PIN of 'Dan' on the staff list is not the one that the house's book has",
        ),
        (
            update(schema.staff).where(schema.staff.c.name == "Dan").values(active=False),
            "'Dan' is gone on the staff list, and at work in the house's book",
        ),
        (
            update(schema.staff).where(schema.staff.c.name == "Dan").values(since="2019-01-01T00:00:00+00:00"),
            "'Dan' came 2019-01-01T00:00:00+00:00 by the staff list, and ",
        ),
        (text("DELETE FROM staff WHERE name = 'Dan'"), "'Dan' is in the house's book, and not on the staff list"),
    ],
)
def test_a_list_that_was_changed_behind_the_books_back_is_found(staffed, does, says):
    verify(staffed)
    with staffed._pool.connect() as connection:
        connection.execute(does)
    with pytest.raises(BookBroken, match=f"^{re.escape(says)}"):
        verify(staffed)


def test_somebody_slipped_into_a_room_without_staff_is_found_and_not_taken_up_later(book_url):
    """The book of a service that tells of its staff from the first person on has nobody in it."""
    with at_work(book_url):
        pass
    with open_store(book_url) as store:
        verify(store)
        with store._pool.connect() as connection:
            put_staff(connection, "Eve", "supervisor", "kept")
        for _ in range(2):
            with pytest.raises(BookBroken, match=r"^'Eve' is on the staff list, and not in the house's book$"):
                verify(store)
            Identity(store, hasher=CHEAP).enrol("Sue", Role.SUPERVISOR, PIN, by=BOSS)
    with at_work(book_url):
        pass
    with open_store(book_url) as store, pytest.raises(BookBroken, match=r"^'Eve' is on the staff list"):
        verify(store)


def test_a_book_from_before_is_told_of_its_staff_when_a_service_starts(book_url):
    with open_store(book_url) as store:
        with store._pool.connect() as connection:
            put_staff(connection, "Ada", "auditor", "kept")
        verify(store)
    with at_work(book_url):
        pass
    with open_store(book_url) as store:
        assert {*read_house(store).state.staff} == {"Ada"}
        verify(store)


def test_a_book_from_before_is_told_of_everybody_on_the_list_and_audited_as_before_until_then(book_url):
    with open_store(book_url) as store:
        with store._pool.connect() as connection:
            put_staff(connection, "Ada", "auditor", "kept")
        verify(store)
        Identity(store, hasher=CHEAP).enrol("Sue", Role.SUPERVISOR, PIN, by=BOSS)
        assert {name: person.role for name, person in read_house(store).state.staff.items()} == {
            "Ada": "auditor",
            "Sue": "supervisor",
        }
        assert read_house(store).state.staff["Ada"].since == store.staff("Ada").since
        [found, _] = [entry_by(record, BY_NAME) for record in store.read(HOUSE)]
        assert found.actor == SERVICE
        verify(store)


def test_a_change_that_the_house_refuses_changes_nothing(staffed):
    before = staffed.list_staff()
    with pytest.raises(ValueError, match="not for dealer"):
        Identity(staffed, hasher=CHEAP).enrol("Eve", Role.SUPERVISOR, PIN, by=Actor(Role.DEALER, "Dan"))
    assert staffed.list_staff() == before
