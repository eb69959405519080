"""The house's book: the stream `the house`, written by whichever process holds it for one transaction."""

import secrets
from collections.abc import Callable
from datetime import datetime
from functools import reduce
from typing import Final

from sqlalchemy import Connection

from houseway.deciding.refusal import Refusal
from houseway.role import Actor
from houseway.service import house as its
from houseway.service.entry import GamingDay, Reading, RecordEntry
from houseway.service.house import HouseCommand, HouseEvent, HouseState
from houseway.service.record import HOUSE, Head, Record, genesis
from houseway.service.store import Store

OF_THE_HOUSE: Final = "house"  # what stands in the place of a table's game

LOSS_ACCEPTED: Final = "records after these heads may be lost, and this was accepted"

HouseReading = Reading[HouseState, HouseCommand, HouseEvent]
UNREAD: Final[HouseReading] = Reading(
    state=HouseState(), evolve=its.evolve, names=its.BY_NAME, stream=HOUSE, head=Head(0, genesis(HOUSE))
)


def read_house(store: Store, book: HouseReading = UNREAD) -> HouseReading:
    """With all that its book tells now. Raises `ValueError` if it cannot be read."""
    for record in store.read(HOUSE, after=book.head.seq):
        book, _ = book.read_on(record)
    return book


def write_house(
    store: Store,
    by: Actor,
    command: HouseCommand,
    at: datetime,
    *,
    key: str = "",
    book: HouseReading = UNREAD,
    also: Callable[[Connection], None] = lambda connection: None,
) -> HouseReading:
    """Decide a command of the house and write it, and `also` whatever else belongs to the same transaction. Raises
    `ValueError` if it is refused. Needs no claim, and works beside a running service."""
    with store.alone_with(HOUSE) as connection:
        book = read_house(store, book)
        book, record = house_record(book, by, command, at, key=key)
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
    book: HouseReading, by: Actor, command: HouseCommand, at: datetime, *, key: str = ""
) -> tuple[HouseReading, Record]:
    """The house after a command, and its record. Raises `ValueError` if the command is refused."""
    events = its.decide(book.state, by, command)
    if isinstance(events, Refusal):
        raise ValueError(events.says)
    house, at = reduce(its.evolve, events, book.state), max(at, book.at)  # never back
    entry: RecordEntry[HouseCommand, HouseEvent] = RecordEntry(
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
    return book.write_on(entry)
