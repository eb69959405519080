"""Reading the whole book again: the chain, every round from its shuffle to its pays, the ledger, the secrets.

`load` is what the service does before it opens a table; `verify` is what an auditor does. Both stop at the first
record that is not as it must be, and name it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from typing import Final

import orjson

from houseway.deciding.command import made_from
from houseway.deciding.refusal import Refusal
from houseway.money import Account
from houseway.paytable import THE_METER
from houseway.progressive.meter import Gains
from houseway.progressive.state import BackOut, Controller
from houseway.service.entry import TableEntry, entry_of, happen
from houseway.service.house_audit import HouseAudit
from houseway.service.meter_audit import MeterAudit, Place
from houseway.service.meters import begun
from houseway.service.record import HOUSE, BookBroken, Head, Record, Snapshot, broken, follow, genesis, meter_stream
from houseway.service.snapshot import edition_of, nearest, table_in
from houseway.service.staffing import on_the_list
from houseway.service.store import Store
from houseway.table.commands import CoinIn
from houseway.table.decide import decide
from houseway.table.events import Event, GameEnded, JackpotBackedOut, RoundVoided, TableClosed, TableOpened
from houseway.table.link import asks, meters_of
from houseway.table.notation import canonical
from houseway.table.released import unreleased
from houseway.table.state import Table
from houseway.table.terms import filled

KEPT_SINCE: Final = 2  # the rules of procedure of the first release that kept a book of the house


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamAudit:
    stream: str
    records: int
    rounds: int = 0
    voided: int = 0
    head: str
    not_decided: int = 0  # rounds that were not played again, because they are of an older release
    note: str = ""  # why


def load(store: Store, stream: str, known: tuple[Table, Head] | None = None) -> tuple[Table, Head]:
    """A table as its events tell it, or what came after a state that is known, or after its snapshot; chain and ledger
    are checked on the way."""
    start, began = known or nearest(store, stream) or (Table(name=stream), Head(0, genesis(stream)))
    table, head = start, began
    for record in _records(store, stream, after=head.seq):
        head = follow(head, record)
        table = _replayed(table, _read(record), record)
    moved = Counter({account: -micros for account, micros in start.balances.items()})
    moved.update(table.balances)
    _same_balances(store, stream, moved, head, after=began.seq)
    return table, head


def _records(store: Store, stream: str, after: int = 0) -> Iterator[Record]:
    try:
        yield from store.read(stream, after)
    except (TypeError, ValueError) as error:  # such as an amount that is no whole number
        raise BookBroken(f"stream {stream!r} cannot be read: {error}") from None


def verify(
    store: Store,
    *,
    heads: Mapping[str, Head] | None = None,
    progress: Callable[[str, int], None] = lambda stream, seq: None,
) -> list[StreamAudit]:
    """Every stream of the book, re-decided command by command. `heads` are hashes printed earlier: the chain must
    still pass through them, or its tail was cut. Raises `BookBroken` at the first fault."""
    heads = heads or {}
    across = Across()
    house, audit_of_house = _verified_house(store, heads.get(HOUSE), progress)

    def watch(stream: str) -> Watch:
        return Watch(stream=stream, house=house, printed=heads.get(stream), progress=progress)

    found = [_verified(store, stream, watch(stream), across) for stream in store.tables()]
    found += [_verified_meter(store, meter, watch(meter_stream(meter)), across) for meter in store.meters()]
    found += audit_of_house
    check_rows(store)
    if wrong := house.wrong_people(on_the_list(store)):
        raise BookBroken(wrong)
    across.check()
    known = {audit.stream for audit in found}
    for stream in sorted(heads.keys() - known):
        raise BookBroken(f"stream {stream!r} is gone: record {heads[stream].seq} was printed")
    for stream in sorted(house.noted.keys() - known):
        raise BookBroken(f"stream {stream!r} is gone: the house's book has its record {max(house.noted[stream])}")
    return found


@dataclass(slots=True)
class Across:
    """What the books of tables say of meters, and the other way round."""

    asked: set[tuple[Place, str]] = field(default_factory=set)  # records of tables, and the meters that answer each
    answered: set[tuple[Place, str]] = field(default_factory=set)
    gained: list[tuple[Place, str, Gains]] = field(default_factory=list)  # what a stake put onto which meter
    gains: dict[str, set[Gains]] = field(default_factory=dict)  # by meter, on all settings it ever had
    backed_out: list[tuple[Record, str, JackpotBackedOut]] = field(default_factory=list)
    controllers: dict[str, Controller] = field(default_factory=dict)

    def hears(self, record: Record, entry: TableEntry, before: Table) -> None:
        """A record of a table."""
        place, meters = (record.stream, record.seq), meters_of(before)
        for event in entry.events:
            self.asked |= {(place, meter) for meter in asks(before, event, lambda *_: ("", Fraction(0)))}
            if isinstance(event, JackpotBackedOut):
                self.backed_out.append((record, meters[event.meter], event))
        if isinstance(entry.command, CoinIn):
            told = {**entry.command.gains_by_name, THE_METER: entry.command.gains}
            self.gained += [(place, meters[name], gains) for name, gains in told.items() if gains]

    def check(self) -> None:
        for (stream, seq), meter, gains in sorted(self.gained, key=lambda it: it[:2]):
            if gains not in self.gains.get(meter, ()):
                raise BookBroken(f"record {seq} of {stream!r}: meter {meter!r} never gained so by a stake")
        for (stream, seq), meter in sorted(self.asked ^ self.answered):
            is_asked = ((stream, seq), meter) in self.asked
            says = "is not in the meter's book" if is_asked else "asked nothing of the meter that answers it"
            raise BookBroken(f"record {seq} of {stream!r}: it {says}")
        for record, meter, event in self.backed_out:
            controller = self.controllers.get(meter)  # which has it of two people [SLP 9i]
            if controller is None or made_from(BackOut, event) not in controller.back_outs.get(event.win, ()):
                raise broken(record, f"the meter's book does not back out {event.win!r} so")


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """What is known of a stream from elsewhere while it is read: a printed head, and what the house has noted."""

    stream: str
    house: HouseAudit
    printed: Head | None
    progress: Callable[[str, int], None]

    def passes(self, record: Record) -> None:
        """The chain leads through what was printed and noted."""
        if self.printed and self.printed.seq == record.seq and self.printed.hash != record.hash:
            raise broken(record, f"the printed head of record {self.printed.seq} is another")
        if self.house.noted.get(self.stream, {}).get(record.seq, record.hash) != record.hash:
            raise broken(record, "the house's book has another hash of it")
        day = self.house.day_of(self.stream, record.seq, datetime.fromisoformat(record.at))
        if day and record.day != day.isoformat():
            raise broken(record, f"{record.day} is not the gaming day of its time")
        self.progress(self.stream, record.seq)

    def is_told(self, record: Record, rules: int | None = None) -> None:
        """That a stream was opened or closed stands in the house's book, and under which rules of procedure."""
        if not self.house.keeps(self.stream, record.seq):
            if rules is not None and rules >= KEPT_SINCE:
                raise broken(
                    record, f"rules {rules} are from a release that keeps the house's book, and it is not there"
                )
            return
        known = self.house.rules.get((self.stream, record.seq))
        if known is None:
            raise broken(record, "the house's book does not tell of it")
        if rules is not None and rules != known:
            raise broken(record, f"opened under the rules of procedure {rules}, and the service's were {known}")

    def ends(self, head: Head) -> None:
        """Check that the book was not cut: it reaches as far as what was printed and noted of it."""
        if self.printed and self.printed.seq > head.seq:
            raise _cut(self.stream, head, self.printed.seq, "was printed")
        last = max(self.house.noted.get(self.stream, {0: ""}))
        if last > head.seq:
            raise _cut(self.stream, head, last, "is in the house's book")


def _cut(stream: str, head: Head, last: int, says: str) -> BookBroken:
    return BookBroken(f"stream {stream!r} ends at record {head.seq}, but record {last} {says}: its tail was cut")


def check_rows(store: Store, after: Mapping[str, int] | None = None) -> None:
    """What no walk along a chain would meet."""
    for stray in store.strays(after):
        raise BookBroken(stray)


def check_late_rows(store: Store) -> None:
    """The same after the snapshots that tables begin with, for a start that shall not grow with the book."""
    began = {stream: nearest(store, stream) for stream in store.snapshot_ends()}
    check_rows(store, {stream: known[1].seq for stream, known in began.items() if known})


def _verified_house(
    store: Store, printed: Head | None, progress: Callable[[str, int], None]
) -> tuple[HouseAudit, list[StreamAudit]]:
    house = HouseAudit()
    watch = Watch(stream=HOUSE, house=house, printed=printed, progress=progress)
    for record in _records(store, HOUSE):
        follow(house.book.head, record)
        _same_columns(record)
        house.reads(record)
        watch.passes(record)
    head = house.book.head
    watch.ends(head)
    return house, [StreamAudit(stream=HOUSE, records=head.seq, head=head.hash)] if head.seq else []


def _verified(store: Store, stream: str, watch: Watch, across: Across) -> StreamAudit:
    table, head, notes = Table(name=stream), Head(0, genesis(stream)), []
    rounds = voided = not_decided = 0
    snapshot = store.snapshot(stream)
    for record in _records(store, stream):
        head = follow(head, record)
        entry = _read(record)
        _same_columns(record)
        opened = next((event for event in entry.events if isinstance(event, TableOpened)), None)
        before, table = table, _replayed(table, entry, record)
        if entry.at < before.at:
            raise broken(record, "it is earlier than the record before it")
        if opened:
            never = unreleased(opened.terms, opened.paytable_hashes, opened.house_way, opened.rules, opened.game_hash)
            if never:
                raise broken(record, f"no release ever had {never}")
        if opened or any(isinstance(event, TableClosed) for event in entry.events):
            watch.is_told(record, opened.rules if opened else None)
        if opened and table.other_rules:
            notes.append(
                f"opened at record {record.seq} by version {opened.software} under {table.other_rules}, which this "
                "version has not: until it was closed only the chain and the ledger are checked"
            )
        elif not before.other_rules and not table.other_rules:
            _decided_again(before, entry, record)
        if record.transfers != entry.transfers:
            raise broken(record, "the ledger's rows are not its transfers")
        across.hears(record, entry, before)
        ended = any(isinstance(event, GameEnded) for event in entry.events)
        rounds += ended
        not_decided += ended and bool(before.other_rules)
        voided += any(isinstance(event, RoundVoided) for event in entry.events)
        watch.passes(record)
        if snapshot and snapshot.seq == record.seq:
            _same_as(snapshot, table, record)
    watch.ends(head)
    if snapshot and snapshot.seq > head.seq:
        raise _cut(stream, head, snapshot.seq, "has a snapshot")
    _same_balances(store, stream, table.balances, head)
    return StreamAudit(
        stream=stream,
        records=head.seq,
        rounds=rounds,
        voided=voided,
        head=head.hash,
        not_decided=not_decided,
        note="; ".join(notes),
    )


def _same_as(snapshot: Snapshot, table: Table, record: Record) -> None:
    """One of another version is never believed, and not looked into."""
    if snapshot.hash != record.hash:
        raise broken(record, "the snapshot of it has another hash")
    if snapshot.edition == edition_of(table) and table_in(snapshot) != table:
        raise broken(record, "the snapshot of it is not what the events tell")


def _verified_meter(store: Store, meter: str, watch: Watch, across: Across) -> StreamAudit:
    stream, audit = meter_stream(meter), MeterAudit(store, begun(meter))
    for record in _records(store, stream):
        follow(audit.reading.head, record)
        _same_columns(record)
        audit.reads(record, timed=watch.house.keeps(stream, record.seq))
        if audit.opens_or_ends:
            watch.is_told(record)
        watch.passes(record)
    across.gains[meter] = audit.gains
    head = audit.reading.head
    watch.ends(head)
    _same_balances(store, stream, audit.reading.state.balances, head)
    across.answered |= {(place, meter) for place in audit.places}
    across.controllers[meter] = audit.reading.state
    return StreamAudit(stream=stream, records=head.seq, head=head.hash)


def _read(record: Record) -> TableEntry:
    try:
        return entry_of(record)
    except ValueError as error:
        raise broken(record, str(error)) from None


def _decided_again(table: Table, entry: TableEntry, record: Record) -> None:
    decision = decide(table, entry.actor, entry.command, entry.at)
    if isinstance(decision, Refusal):
        raise broken(record, f"the table refuses this command: {decision.says}")
    if tuple(map(_in_full, decision)) != tuple(map(_in_full, entry.events)):
        raise broken(record, "the command does not lead to these events")


def _in_full(event: Event) -> Event:
    """A book may be older than some of the terms: what was not written then is what was usual."""
    return replace(event, terms=filled(event.terms)) if isinstance(event, TableOpened) else event


def _replayed(table: Table, entry: TableEntry, record: Record) -> Table:
    try:
        after, transfers = happen(table, entry.events, entry.at)
    except (ArithmeticError, AssertionError, LookupError, ValueError) as error:
        raise broken(record, f"its events cannot have happened: {error}") from None
    if transfers != entry.transfers:
        raise broken(record, "its transfers are not what its events move")
    return after


def _same_columns(record: Record) -> None:
    """The columns that queries go by say what the body says, and the body is in its one canonical form."""
    body = orjson.loads(record.body)
    if canonical(body) != record.body:
        raise broken(record, "its body is not what it must be")
    for what in ("key", "at", "day", "game", "round"):
        if getattr(record, what) != body[what]:
            raise broken(record, f"its {what} is not what it must be")
    sealed = {written["seal"] for written in (body["command"], *body["events"]) if "seal" in written}
    if {secret.seal for secret in record.sealed} != sealed:
        raise broken(record, "a secret is beside it that it does not seal")


def _same_balances(store: Store, stream: str, balances: Mapping[Account, int], head: Head, *, after: int = 0) -> None:
    """`after`: what moved since a record."""
    moved = store.balances(stream, upto=head.seq, after=after)
    rows: Mapping[Account, int] = {Account(a): m for a, m in moved.items() if m}
    told: Mapping[Account, int] = {a: m for a, m in balances.items() if m}
    if rows != told:
        account = min(a for a in {*rows, *told} if rows.get(a) != told.get(a))
        raise BookBroken(
            f"stream {stream!r}: the ledger has {rows.get(account, 0)} millionths on {account!r}, "
            f"the events {told.get(account, 0)}"
        )


def exported(store: Store, stream: str) -> Iterator[dict[str, object]]:
    """Every record with its hash, and with its secrets once their round is over, or the shoe that was shuffled in it:
    another was, or the table was closed."""
    over = shoe = 0
    for record in store.read(stream):
        happened = {event["is"] for event in orjson.loads(record.body)["events"]}
        if happened & {"GameEnded", "RoundVoided"}:
            over = record.seq
        if happened & {"ShoeShuffled", "TableClosed"}:
            shoe = record.seq if "ShoeShuffled" in happened else 0
    for record in store.read(stream):
        told: dict[str, object] = {"stream": stream, "seq": record.seq, "hash": record.hash, "body": record.body}
        if record.seq <= over and record.seq != shoe and record.sealed:
            told["secrets"] = {sealed.seal: sealed.body for sealed in record.sealed}
        yield told
