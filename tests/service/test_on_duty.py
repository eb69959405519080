"""A payout over the alert amount at a table that deals by itself: who of the staff is on duty decides who sees it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from houseway.money import PENDING
from houseway.role import STAFF, Role
from houseway.service.audit import verify
from houseway.service.entry import entry_of
from houseway.service.floor import LOOK_AGAIN, Floor
from houseway.service.identity import Identity
from houseway.service.people import Session
from houseway.service.store import Store
from houseway.shuffler import equipped
from houseway.table import commands as do
from houseway.table import events as was
from tests.service.playing import SURVEILLANCE, House, player
from tests.table.sitting import stacked
from tests.web.room import CHEAP, PIN

GAME = "supreme-99"
LATER = int(datetime(2100, 1, 1, tzinfo=UTC).timestamp())


class Clock:
    def __init__(self) -> None:
        self.at = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at


def quads(command, table, actor):
    """Whatever is shuffled, seat 1 gets four of a kind."""
    command = equipped(command, table, actor)
    if isinstance(command, do.Shuffle):
        order = stacked(table.game, {1: "8c 8d 8h 8s"}, 1, (1,), table.terms.decks)
        return replace(command, order=order, number=1)
    return command


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(store: Store, clock: Clock):
    floor = Floor(store, equip=quads, clock=clock)
    floor.start()
    yield House(floor)
    floor.stop()


def logs_in(store: Store, role: Role, *, until: int = LATER) -> None:
    Identity(store, hasher=CHEAP).enrol("Iris", role, PIN)
    store.put_session(Session(token_hash="t", role=role.value, name="Iris", csrf="c", expires_at=until))


def wins_much(house: House) -> None:
    house.opens("T1", GAME, seats=(1,), dealer="automatic")
    house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=25_00))
    house.does("T1", player(1), do.PlaceWager(seat=1, wager="Pair Fortunes", cents=25_00))
    house.does("T1", player(1), do.SayReady(seat=1))
    house.does("T1", player(1), do.SetHand(seat=1, layout="12|34"))


def acknowledged(store: Store) -> list[was.PayoutAcknowledged]:
    events = [event for record in store.read("T1") for event in entry_of(record).events]
    return [event for event in events if isinstance(event, was.PayoutAcknowledged)]


def test_a_practice_table_goes_on_after_a_great_payout_and_the_book_says_who_was_not_there(house, store):
    wins_much(house)
    assert house.floor.tables["T1"].round.number == 2
    assert {event.by for event in acknowledged(store)} == {"the table itself, no surveillance being on duty,"}
    verify(store)


@pytest.mark.parametrize("role", [role for role in STAFF if role is not Role.SURVEILLANCE])
def test_it_waits_for_nobody_who_could_not_acknowledge(house, store, role):
    logs_in(store, role)
    wins_much(house)
    assert house.floor.tables["T1"].round.number == 2
    assert {event.by for event in acknowledged(store)} == {"the table itself, no surveillance being on duty,"}


def test_it_waits_while_surveillance_is_on_duty_and_surveillance_acknowledges(house, store):
    logs_in(store, Role.SURVEILLANCE)
    wins_much(house)
    table = house.floor.tables["T1"]
    assert table.round.number == 1 and table.chips(PENDING) > 3_000_00
    for result in table.round.spots[1].waits:
        house.does("T1", SURVEILLANCE, do.AcknowledgePayout(seat=1, wager=result.wager))
    assert house.floor.tables["T1"].round.number == 2
    assert {event.by for event in acknowledged(store)} == {"Eve"}
    verify(store)


def test_it_goes_on_by_itself_when_the_last_of_surveillance_has_gone(house, store, clock):
    logs_in(store, Role.SURVEILLANCE)
    wins_much(house)
    assert house.floor.tables["T1"].round.number == 1
    store.drop_sessions(token_hash="t")
    clock.at += LOOK_AGAIN + timedelta(seconds=1)
    house.does("T1", player(1), do.BuyIn(seat=1, cents=5_00))  # wakes the floor; else it looks by itself
    assert house.floor.tables["T1"].round.number == 2


@pytest.mark.parametrize("gone", ["expired", "dismissed", "a player"])
def test_who_is_not_there_is_not_on_duty(house, store, clock, gone):
    logs_in(store, Role.SURVEILLANCE, until=int(clock.at.timestamp()) - 1 if gone == "expired" else LATER)
    if gone == "dismissed":
        Identity(store, hasher=CHEAP).dismiss("Iris")
    if gone == "a player":
        store.drop_sessions(token_hash="t")
        at = {"role": Role.PLAYER.value, "name": "Iris", "stream": "T1", "seat": 1}
        store.put_session(Session(token_hash="s", csrf="c", expires_at=LATER, **at))
    wins_much(house)
    assert house.floor.tables["T1"].round.number == 2
