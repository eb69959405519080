"""Who works here is in the house's book: by whom and when, without the secrets; and the audit holds the list to it."""

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
    "does",
    [
        insert(schema.staff).values(name="Eve", role="supervisor", pin_hash="x", active=True, since="2031"),
        update(schema.staff).where(schema.staff.c.name == "Dan").values(role="supervisor"),
        update(schema.staff).where(schema.staff.c.name == "Dan").values(pin_hash="another"),
        update(schema.staff).where(schema.staff.c.name == "Dan").values(active=False),
        update(schema.staff).where(schema.staff.c.name == "Dan").values(since="2019-01-01T00:00:00+00:00"),
        text("DELETE FROM staff WHERE name = 'Dan'"),
    ],
)
def test_a_list_that_was_changed_behind_the_books_back_is_found(staffed, does):
    verify(staffed)
    with staffed._pool.connect() as connection:
        connection.execute(does)
    with pytest.raises(BookBroken, match="is not on the staff list as the house's book has it"):
        verify(staffed)


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
