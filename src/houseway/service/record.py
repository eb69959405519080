"""A record of the book, and the chain that holds the records of a stream together.

A stream is one table of the card room, or one meter, or the house itself. Each record's hash covers its body and the
hash before it, so whoever knows the last hash can tell whether any earlier body was changed, dropped or slipped in.
"""

import hashlib
from dataclasses import dataclass
from typing import Final, NamedTuple

from houseway.money import METER, Transfer
from houseway.table.notation import link, seal_of

HOUSE: Final = "the house"  # the stream of the house's own records (see `house`)
# How the keys begin under which the service itself gives commands. A client's key begins with none of them: else it
# could take one that is still to come, and what the service does under it would be answered and not done.
AUTOMATIC_KEY: Final = "automatic "  # before the number of the record that the automatic dealer writes
HOST_KEY: Final = "host "  # before the record at which the host found a seat left, and the seat
SEAT_KEY: Final = "seat "  # before the hash of the key by which a player sits down
TABLE_KEY: Final = "table "  # before the name and number of a table's record, the key of what a meter wrote with it
ROOM_KEY: Final = "card room"  # the tables and meters that the card room begins with
OWN_KEYS: Final = (AUTOMATIC_KEY, HOST_KEY, SEAT_KEY, TABLE_KEY, ROOM_KEY)


ENCRYPTED: Final = "encrypted:"  # how a text begins that cannot be read without its key (see `vault`)


class Sealed(NamedTuple):
    """A secret kept beside the chain: only its seal stands in the record's body, so the chain can be shown to
    anyone, and the secret, once opened, can be checked against it. Who has not the key has it as it is on the disk."""

    seal: str
    body: str

    @property
    def is_encrypted(self) -> bool:
        return self.body.startswith(ENCRYPTED)


class Record(NamedTuple):
    stream: str
    seq: int  # from 1, without gaps
    key: str  # the idempotency key: the same command sent twice is written once
    at: str  # ISO 8601, UTC
    day: str  # the gaming day, YYYY-MM-DD, which need not be the calendar day of `at`
    game: str  # what the table was playing
    round: int  # the round it belongs to, so that a past game is found at once
    body: str
    hash: str
    transfers: tuple[Transfer, ...] = ()
    sealed: tuple[Sealed, ...] = ()


class Snapshot(NamedTuple):
    """A stream as it stood after one of its records, kept beside the book (see `snapshot`)."""

    stream: str
    seq: int
    hash: str  # of that record
    edition: str  # of the program that folded it
    body: str  # the state, with its secrets


@dataclass(frozen=True, slots=True)
class Head:
    """Where a stream stands: its last record's number and hash."""

    seq: int
    hash: str


class BookBroken(ValueError):
    """The first thing in the book that is not as it must be."""


def broken(record: Record, says: str) -> BookBroken:
    return BookBroken(f"record {record.seq} of {record.stream!r}: {says}")


def follow(head: Head, record: Record) -> Head:
    """Where a stream stands after its next record. Raises `BookBroken` if this cannot be the next: whoever reads a
    book record by record goes this way."""
    wrong = fault(record, head)
    if wrong:
        raise BookBroken(wrong)
    return Head(record.seq, record.hash)


def fault(record: Record, head: Head) -> str | None:
    """Why `record` cannot be the next one after `head`, in words; None if it can."""
    if record.seq != head.seq + 1:
        return f"record {record.seq} of {record.stream!r} does not follow record {head.seq}"
    if record.hash != link(head.hash, record.body):
        return f"the hash of record {record.seq} of {record.stream!r} does not continue the chain"
    for sealed in record.sealed:
        if not sealed.is_encrypted and sealed.seal != seal_of(sealed.body):
            return f"seal {sealed.seal!r} in record {record.seq} of {record.stream!r} does not fit its secret"
    return None


def meter_stream(meter: str) -> str:
    """The stream of a meter. No table has such a name."""
    return f"{METER} {meter}"


def is_meter(stream: str) -> bool:
    return stream.startswith(f"{METER} ")


def is_table(stream: str) -> bool:
    return stream != HOUSE and not is_meter(stream)


def genesis(stream: str) -> str:
    """The hash before the first record; it carries the name, so that one stream cannot be passed off as another."""
    return hashlib.sha256(f"houseway {stream}".encode()).hexdigest()
