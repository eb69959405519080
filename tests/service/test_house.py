"""The house's own book: its staff, its gaming day, and the heads that tie the other books together."""

import json
from datetime import UTC, datetime, time, timedelta
from hashlib import sha256
from threading import Thread

import pytest
from sqlalchemy import Connection, insert, text

from houseway.deciding.refusal import Refusal
from houseway.role import SERVICE, Actor, Role
from houseway.service import schema
from houseway.service.audit import verify
from houseway.service.entry import GamingDay
from houseway.service.floor import Floor
from houseway.service.house import (
    ChangeStaff,
    HeadsNoted,
    HouseReason,
    HouseState,
    NoteHeads,
    SetGamingDay,
    StartService,
    decide,
    evolve,
)
from houseway.service.house_book import Housekeeper, read_house, write_house
from houseway.service.people import put_staff
from houseway.service.record import HOUSE, BookBroken, Head
from houseway.service.store import Store, open_store
from tests.service.playing import House
from tests.service.test_audit import behind_its_back, change_body, rechain

NOW = datetime(2031, 5, 1, 20, tzinfo=UTC)
DAY = SetGamingDay(zone="America/Los_Angeles", begins="06:00", heads={})
SUE = ChangeStaff(name="Sue", role="supervisor", active=True, pin=sha256(b"kept").hexdigest())


def listed(connection: Connection) -> None:
    """The row that belongs to `SUE`."""
    put_staff(connection, "Sue", "supervisor", "kept")


def test_what_the_house_does_is_chained_and_audited(store: Store) -> None:
    write_house(store, SERVICE, DAY, NOW)
    write_house(store, SERVICE, SUE, NOW + timedelta(hours=1), also=listed)
    known = read_house(store)
    assert known.state.staff["Sue"].role == "supervisor"
    assert known.state.gaming_day is not None
    [audit] = verify(store)
    assert (audit.stream, audit.records, audit.head) == (HOUSE, 2, known.head.hash)


def test_what_belongs_to_a_change_is_written_with_it_or_not_at_all(store: Store) -> None:
    row = {"name": "Sue", "role": "supervisor", "pin_hash": "x", "active": True, "since": "2031"}
    write_house(store, SERVICE, SUE, NOW, also=lambda connection: connection.execute(insert(schema.staff), row))
    assert [person.name for person in store.list_staff()] == ["Sue"]

    def fails(connection: object) -> None:
        raise KeyError("nothing")

    with pytest.raises(KeyError):
        write_house(store, SERVICE, ChangeStaff(name="Dan", role="dealer", active=True, pin=""), NOW, also=fails)
    assert read_house(store).head.seq == 1


def test_the_house_refuses_what_changes_nothing_and_who_is_not_entitled(store: Store) -> None:
    write_house(store, SERVICE, SUE, NOW)
    with pytest.raises(ValueError, match="already"):
        write_house(store, SERVICE, SUE, NOW)
    with pytest.raises(ValueError, match="not for dealer"):
        write_house(store, Actor(Role.DEALER, "Dan"), SUE, NOW)
    with pytest.raises(ValueError, match="'king'"):
        write_house(store, SERVICE, ChangeStaff(name="Sue", role="king", active=True, pin=""), NOW)
    assert read_house(store).head.seq == 1


@pytest.mark.parametrize(
    "head", [Head(4, "a"), Head(5, "b")], ids=["a shorter stream", "another record of that number"]
)
def test_a_stream_that_goes_back_is_not_noted(head: Head) -> None:
    house = evolve(HouseState(), HeadsNoted(why="day", heads={"T1": Head(5, "a")}))
    for command in (
        NoteHeads(why="day", heads={"T1": head}),
        StartService(software="1", rules=2, heads={"T1": head}),
        SetGamingDay(zone="America/Los_Angeles", begins="06:00", heads={"T1": head}),
    ):
        refused = decide(house, SERVICE, command)
        assert isinstance(refused, Refusal) and refused.reason is HouseReason.GOES_BACK
    later = NoteHeads(why="day", heads={"T1": Head(6, "c")})
    assert decide(house, SERVICE, later) == (HeadsNoted(why="day", heads=later.heads),)


def test_time_does_not_go_back_in_the_houses_book(store: Store) -> None:
    write_house(store, SERVICE, DAY, NOW)
    write_house(store, SERVICE, SUE, NOW - timedelta(days=1), also=listed)
    assert read_house(store).at == NOW
    verify(store)


@pytest.fixture
def with_heads(book_url: str) -> str:
    """A table of which the house has noted all."""
    with open_store(book_url) as store:
        floor = Floor(store)
        floor.start()
        House(floor).opens("T1")
        House(floor).floor.stop()
        write_house(store, SERVICE, NoteHeads(why="day", heads={"T1": store.head("T1")}), datetime.now(UTC))
    return book_url


def audit(url: str) -> None:
    with open_store(url, read_only=True) as store:
        verify(store)


def test_a_cut_tail_is_found_by_what_the_house_has_noted(with_heads: str) -> None:
    audit(with_heads)
    with behind_its_back(with_heads) as connection:
        for table in ("transfer", "sealed", "record"):
            connection.execute(text(f"DELETE FROM {table} WHERE stream = 'T1' AND seq > 3"))
    with pytest.raises(BookBroken, match=r"'T1' ends at record 3, but record \d+ is in the house's book"):
        audit(with_heads)


def test_a_table_that_is_gone_is_found_by_what_the_house_has_noted(with_heads: str) -> None:
    with behind_its_back(with_heads) as connection:
        for table in ("transfer", "sealed", "record"):
            connection.execute(text(f"DELETE FROM {table} WHERE stream = 'T1'"))
    with pytest.raises(BookBroken, match="'T1' is gone"):
        audit(with_heads)


def test_a_table_rewritten_with_fitting_hashes_is_found_by_what_the_house_has_noted(with_heads: str) -> None:
    """A buy-in that the rules would accept as well."""
    with behind_its_back(with_heads) as connection:
        change_body(
            connection, 3, lambda body: body.replace("100000000", "200000000").replace("10" + "0" * 11, "20" + "0" * 11)
        )
        connection.execute(text("UPDATE transfer SET micros = 2 * micros WHERE stream = 'T1' AND seq = 3"))
        rechain(connection)
    with pytest.raises(BookBroken, match="the house's book has another hash"):
        audit(with_heads)


def test_a_process_joins_others_only_by_their_gaming_day(store: Store) -> None:
    """Alone, it may bring another: then the house's book says so."""
    early = GamingDay(begins=time(5))
    Housekeeper(store, GamingDay(), lambda: NOW).start(alone=True)
    with pytest.raises(ValueError, match="begins at 06:00 in America/Los_Angeles; other processes are at work"):
        Housekeeper(store, early, lambda: NOW).start(alone=False)
    assert read_house(store).state.gaming_day == GamingDay()
    Housekeeper(store, early, lambda: NOW).start(alone=True)
    assert read_house(store).state.gaming_day == early


def test_two_processes_that_start_at_once_set_the_gaming_day_once(
    store: Store, book_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one tries to start while this one looks at the streams, between what it has read and what it writes."""
    with open_store(book_url) as others:
        other = Thread(target=lambda: Housekeeper(others, GamingDay(), lambda: NOW).start(alone=True))
        streams = store.streams

        def meanwhile() -> list[str]:
            other.start()
            other.join(timeout=0.5)
            return streams()

        monkeypatch.setattr(store, "streams", meanwhile)
        Housekeeper(store, GamingDay(), lambda: NOW).start(alone=True)
        other.join()
    written = [json.loads(record.body)["command"]["is"] for record in store.read(HOUSE)]
    assert written == ["SetGamingDay", "StartService", "StartService"]
