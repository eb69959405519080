"""A record of the book, and the chain that holds the records of a stream together.

A stream is one table of the card room, or one meter, or the house itself. Each record's hash covers its body and the
hash before it, so whoever knows the last hash can tell whether any earlier body was changed, dropped or slipped in.
"""

import hashlib
from typing import Final, NamedTuple

from houseway.money import METER, Transfer
from houseway.table.notation import seal_of

HOUSE: Final = "the house"  # the stream of the house's own records (see `house`)
TABLE_KEY: Final = "table "  # before the name and number of a table's record, the key of what a meter wrote with it


class Sealed(NamedTuple):
    """A secret kept beside the chain: only its seal stands in the record's body, so the chain can be shown to
    anyone, and the secret, once opened, can be checked against it."""

    seal: str
    body: str


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


class Head(NamedTuple):
    """Where a stream stands: its last record's number and hash."""

    seq: int
    hash: str


def fault(record: Record, head: Head) -> str | None:
    """Why `record` cannot be the next one after `head`, in words; None if it can."""
    if record.seq != head.seq + 1:
        return f"record {record.seq} of {record.stream!r} does not follow record {head.seq}"
    if record.hash != link(head.hash, record.body):
        return f"the hash of record {record.seq} of {record.stream!r} does not continue the chain"
    for sealed in record.sealed:
        if sealed.seal != seal_of(sealed.body):
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


def link(previous_hash: str, body: str) -> str:
    return hashlib.sha256(f"{previous_hash}\n{body}".encode()).hexdigest()
