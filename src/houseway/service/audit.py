"""Reading the whole book again: the chain, every round from its shuffle to its pays, the ledger, the secrets.

`load` is what the service does before it opens a table; `verify` is what an auditor does. Both stop at the first
record that is not as it must be, and name it.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from houseway.service.entry import Entry, entry_of, happen, record_of
from houseway.service.record import Head, Record, fault, genesis
from houseway.service.store import Store
from houseway.table.decide import decide
from houseway.table.events import GameEnded, RoundVoided
from houseway.table.money import Account, Transfer
from houseway.table.refusal import Refusal
from houseway.table.state import Table


class BookBroken(ValueError):
    """The first thing in the book that is not as it must be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamAudit:
    stream: str
    records: int
    rounds: int
    voided: int
    head: str


def load(store: Store, stream: str) -> tuple[Table, Head]:
    """A table as its events tell it; the chain and the ledger are checked on the way."""
    table, head = Table(name=stream), Head(0, genesis(stream))
    for record in store.read(stream):
        entry = _read(record, head)
        table, _ = _replayed(table, entry, record)
        head = Head(record.seq, record.hash)
    _same_balances(store, table)
    return table, head


def verify(
    store: Store,
    *,
    heads: Mapping[str, Head] | None = None,
    progress: Callable[[str, int], None] = lambda stream, seq: None,
) -> list[StreamAudit]:
    """Every stream of the book, re-decided command by command. `heads` are hashes printed earlier: the chain must
    still pass through them, or its tail was cut. Raises `BookBroken` at the first fault."""
    heads = heads or {}
    found = [_verified(store, stream, heads.get(stream), progress) for stream in store.streams()]
    missing = heads.keys() - {audit.stream for audit in found}
    if missing:
        raise BookBroken(f"table {sorted(missing)[0]!r} is gone: record {heads[sorted(missing)[0]].seq} was printed")
    return found


def _verified(store: Store, stream: str, printed: Head | None, progress: Callable[[str, int], None]) -> StreamAudit:
    table, head = Table(name=stream), Head(0, genesis(stream))
    rounds = voided = 0
    for record in store.read(stream):
        entry = _read(record, head)
        _same_columns(record, entry)
        decision = decide(table, entry.actor, entry.command, entry.at)
        if isinstance(decision, Refusal):
            raise _broken(record, f"the table refuses this command: {decision.says}")
        if decision != entry.events:
            raise _broken(record, "the command does not lead to these events")
        table, transfers = _replayed(table, entry, record)
        if record.transfers != transfers:
            raise _broken(record, "the ledger's rows are not what the events move")
        rounds += any(isinstance(event, GameEnded) for event in entry.events)
        voided += any(isinstance(event, RoundVoided) for event in entry.events)
        head = Head(record.seq, record.hash)
        if printed and printed.seq == head.seq and printed.hash != head.hash:
            raise _broken(record, f"the printed head of record {printed.seq} is another")
        progress(stream, head.seq)
    if printed and printed.seq > head.seq:
        raise BookBroken(
            f"table {stream!r} ends at record {head.seq}, but record {printed.seq} was printed: its tail was cut"
        )
    _same_balances(store, table)
    return StreamAudit(stream=stream, records=head.seq, rounds=rounds, voided=voided, head=head.hash)


def _read(record: Record, head: Head) -> Entry:
    wrong = fault(record, head)
    if wrong:
        raise BookBroken(wrong)
    try:
        return entry_of(record)
    except ValueError as error:
        raise _broken(record, str(error)) from None


def _replayed(table: Table, entry: Entry, record: Record) -> tuple[Table, tuple[Transfer, ...]]:
    try:
        after, transfers = happen(table, entry.events, entry.at)
    except (ArithmeticError, AssertionError, LookupError) as error:
        raise _broken(record, f"its events cannot have happened: {error}") from None
    if transfers != entry.transfers:
        raise _broken(record, "its transfers are not what its events move")
    return after, transfers


def _same_columns(record: Record, entry: Entry) -> None:
    """The columns that queries go by say what the body says, and the body is in its one canonical form."""
    again = record_of(entry, record.stream, Head(record.seq - 1, ""))
    for what in ("key", "at", "day", "game", "round", "body"):
        if getattr(record, what) != getattr(again, what):
            raise _broken(record, f"its {what} is not what it must be")
    if {s.seal for s in record.sealed} != {s.seal for s in again.sealed}:
        raise _broken(record, "a secret is beside it that it does not seal")


def _same_balances(store: Store, table: Table) -> None:
    rows = {Account(name): micros for name, micros in store.balances(table.name).items() if micros}
    folded = {account: micros for account, micros in table.balances.items() if micros}
    if rows != folded:
        account = min(rows.keys() ^ folded.keys() or {a for a in rows if rows[a] != folded[a]})
        raise BookBroken(
            f"table {table.name!r}: the ledger has {rows.get(account, 0)} millionths on {account!r}, "
            f"the events {folded.get(account, 0)}"
        )


def _broken(record: Record, says: str) -> BookBroken:
    return BookBroken(f"record {record.seq} of {record.stream!r}: {says}")


def exported(store: Store, stream: str) -> Iterator[dict[str, object]]:
    """Every record with its hash, and with its secrets once their round is over."""
    over = 0
    for record in store.read(stream):
        if any(event["is"] in ("GameEnded", "RoundVoided") for event in json.loads(record.body)["events"]):
            over = record.seq
    for record in store.read(stream):
        told: dict[str, object] = {"stream": stream, "seq": record.seq, "hash": record.hash, "body": record.body}
        if record.seq <= over and record.sealed:
            told["secrets"] = {sealed.seal: sealed.body for sealed in record.sealed}
        yield told
