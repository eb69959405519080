"""The house's book: the stream `the house`, written by whichever process holds it for one transaction."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection

from houseway.deciding.refusal import Refusal
from houseway.role import Actor
from houseway.service import house as its
from houseway.service.entry import Entry, GamingDay, entry_by, record_of
from houseway.service.house import HouseCommand, HouseEvent, HouseState
from houseway.service.record import HOUSE, Head, Record, fault, genesis
from houseway.service.store import Store

OF_THE_HOUSE: Final = "house"  # what stands in the place of a table's game

LOSS_ACCEPTED: Final = "records after these heads may be lost, and this was accepted"

HouseEntry = Entry[HouseCommand, HouseEvent]


class Known(NamedTuple):
    """The house as its book tells it up to a record."""

    house: HouseState
    head: Head
    at: datetime


BEGINNING: Final = Known(HouseState(), Head(0, genesis(HOUSE)), datetime.min.replace(tzinfo=UTC))


def read_house(store: Store, known: Known = BEGINNING) -> Known:
    """With all that its book tells now. Raises `ValueError` if it cannot be read."""
    for record in store.read(HOUSE, after=known.head.seq):
        known = replayed(known, record)
    return known


def replayed(known: Known, record: Record) -> Known:
    """The house after a record of its book. Raises `ValueError` if it cannot be the next."""
    if wrong := fault(record, known.head):
        raise ValueError(wrong)
    entry, house = house_entry_of(record), known.house
    for event in entry.events:
        house = its.evolve(house, event)
    return Known(house, Head(record.seq, record.hash), entry.at)


def house_entry_of(record: Record) -> HouseEntry:
    return entry_by(record, its.BY_NAME)


def write_house(
    store: Store,
    by: Actor,
    command: HouseCommand,
    at: datetime,
    *,
    key: str = "",
    known: Known = BEGINNING,
    also: Callable[[Connection], None] = lambda connection: None,
) -> Known:
    """Decide a command of the house and write it, and `also` whatever else belongs to the same transaction. Raises
    `ValueError` if it is refused. Needs no claim, and works beside a running service."""
    with store.alone_with(HOUSE) as connection:
        known = read_house(store, known)
        record, known = house_record(known, by, command, at, key=key)
        store.append([record])
        also(connection)
    return known


def accept_loss(store: Store, by: Actor, note: str, at: datetime) -> None:
    """Go on with a book whose mark, or whose last records, are gone: the house's book says so, with every head as it
    is now, and this is marked as the last commit. Raises `ValueError` if a process runs the book."""
    if not store.claim(HOUSE):
        raise ValueError(f"{store} is in use by another process: stop it first")
    store.forget_mark()
    heads = its.noted({stream: store.head(stream) for stream in store.streams() if stream != HOUSE})
    write_house(store, by, its.NoteHeads(why=f"{LOSS_ACCEPTED}: {note}", heads=heads), at)


def house_record(
    known: Known, by: Actor, command: HouseCommand, at: datetime, *, key: str = ""
) -> tuple[Record, Known]:
    """The next record of the house's book, and the house after it. Raises `ValueError` if the command is refused."""
    events = its.decide(known.house, by, command)
    if isinstance(events, Refusal):
        raise ValueError(events.says)
    house, at = known.house, max(at, known.at)  # never back
    for event in events:
        house = its.evolve(house, event)
    entry: HouseEntry = Entry(
        key=key or f"{type(command).__name__} {secrets.token_hex(8)}",
        at=at,
        day=(house.gaming_day or GamingDay()).of(at),
        game=OF_THE_HOUSE,
        round=0,
        actor=by,
        command=command,
        events=events,
        transfers=(),
    )
    record = record_of(entry, HOUSE, known.head)
    return record, Known(house, Head(record.seq, record.hash), at)
