"""The house's book: the stream `the house`, written by whichever process holds it for one transaction."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection

from houseway.deciding.refusal import Refusal
from houseway.role import Actor
from houseway.service import house as its
from houseway.service.entry import GamingDay, RecordEntry, entry_by, record_of
from houseway.service.house import HouseCommand, HouseEvent, HouseState
from houseway.service.record import HOUSE, Head, Record, follow, genesis
from houseway.service.store import Store

OF_THE_HOUSE: Final = "house"  # what stands in the place of a table's game

LOSS_ACCEPTED: Final = "records after these heads may be lost, and this was accepted"

HouseEntry = RecordEntry[HouseCommand, HouseEvent]


class HouseBook(NamedTuple):
    """The house as its book tells it up to a record."""

    house: HouseState
    head: Head
    at: datetime


BEGINNING: Final = HouseBook(HouseState(), Head(0, genesis(HOUSE)), datetime.min.replace(tzinfo=UTC))


def read_house(store: Store, book: HouseBook = BEGINNING) -> HouseBook:
    """With all that its book tells now. Raises `ValueError` if it cannot be read."""
    for record in store.read(HOUSE, after=book.head.seq):
        book, _ = read_on(book, record)
    return book


def read_on(book: HouseBook, record: Record) -> tuple[HouseBook, HouseEntry]:
    """One record more of the house's book. Raises `ValueError` if it cannot be the next."""
    head = follow(book.head, record)
    entry: HouseEntry = entry_by(record, its.BY_NAME)
    house = book.house
    for event in entry.events:
        house = its.evolve(house, event)
    return HouseBook(house, head, entry.at), entry


def write_house(
    store: Store,
    by: Actor,
    command: HouseCommand,
    at: datetime,
    *,
    key: str = "",
    book: HouseBook = BEGINNING,
    also: Callable[[Connection], None] = lambda connection: None,
) -> HouseBook:
    """Decide a command of the house and write it, and `also` whatever else belongs to the same transaction. Raises
    `ValueError` if it is refused. Needs no claim, and works beside a running service."""
    with store.alone_with(HOUSE) as connection:
        book = read_house(store, book)
        record, book = house_record(book, by, command, at, key=key)
        store.append([record])
        also(connection)
    return book


def accept_loss(store: Store, by: Actor, note: str, at: datetime) -> None:
    """Go on with a book whose mark, or whose last records, are gone: the house's book says so, with every head as it
    is now, and this is marked as the last commit. Raises `ValueError` if a process runs the book."""
    if not store.claim(HOUSE):
        raise ValueError(f"{store} is in use by another process: stop it first")
    store.forget_mark()
    heads = its.noted({stream: store.head(stream) for stream in store.streams() if stream != HOUSE})
    write_house(store, by, its.NoteHeads(why=f"{LOSS_ACCEPTED}: {note}", heads=heads), at)


def house_record(
    book: HouseBook, by: Actor, command: HouseCommand, at: datetime, *, key: str = ""
) -> tuple[Record, HouseBook]:
    """The next record of the house's book, and the house after it. Raises `ValueError` if the command is refused."""
    events = its.decide(book.house, by, command)
    if isinstance(events, Refusal):
        raise ValueError(events.says)
    house, at = book.house, max(at, book.at)  # never back
    for event in events:
        house = its.evolve(house, event)
    entry: HouseEntry = RecordEntry(
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
    record = record_of(entry, HOUSE, book.head)
    return record, HouseBook(house, Head(record.seq, record.hash), at)
