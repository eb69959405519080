"""What the harness was told, beside what is in the book. The harness is never killed, so its ledger is the measure."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from houseway.service.audit import StreamAudit, verify
from houseway.service.daybook import days
from houseway.service.record import Head, fault, genesis, is_table
from houseway.service.rounds import Rounds
from houseway.service.store import Store, open_store
from houseway.table.commands import COMMANDS
from houseway.table.receipt import check

HIDDEN = {kind.__name__: {"seal", *kind.edge} for kind in COMMANDS}  # of a command, what the shell adds


class Fault(AssertionError):
    """A promise of the service that did not hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ack:
    """A command that the service said is in the book."""

    table: str
    key: str
    process: int  # which told it
    seq: int | None  # None for a player who was told only that his token is dead: he has left
    events: list[dict[str, Any]] | None
    again: bool


@dataclass(slots=True)
class Ledger:
    """What was sent and what was acknowledged, in the order of the acknowledgements."""

    sent: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    acks: list[Ack] = field(default_factory=list)
    acks_of: Counter[str] = field(default_factory=Counter)  # by table
    counts: Counter[str] = field(default_factory=Counter)
    moments: Counter[str] = field(default_factory=Counter)  # what a table was at when it was hit
    finished: Counter[str] = field(default_factory=Counter)  # rounds, by table
    interrupted: set[tuple[str, int]] = field(default_factory=set)  # rounds, by table and number
    awaited: dict[str, tuple[float, int]] = field(default_factory=dict)  # table → when its process died, and the next
    takeovers: list[float] = field(default_factory=list)
    process_of: dict[str, int] = field(default_factory=dict)  # table → the process that last acknowledged anything

    def sends(self, table: str, key: str, command: dict[str, Any]) -> None:
        if (table, key) in self.sent:
            raise Fault(f"the harness used key {key!r} twice")
        self.sent[table, key] = command

    def hears(self, ack: Ack) -> None:
        self.acks.append(ack)
        self.acks_of[ack.table] += 1
        self.process_of[ack.table] = ack.process
        died = self.awaited.pop(ack.table, None)
        if died and ack.process < died[1]:  # a process that was there when the other died
            self.takeovers.append(time.monotonic() - died[0])

    def handovers(self) -> int:
        """How often a table's records went on under another process."""
        last: dict[str, int] = {}
        times = 0
        for ack in sorted((a for a in self.acks if a.seq and not a.again), key=lambda a: (a.table, a.seq)):
            times += last.get(ack.table, ack.process) != ack.process
            last[ack.table] = ack.process
        return times


@dataclass(frozen=True, slots=True)
class Written:
    seq: int
    command: dict[str, Any]
    events: list[dict[str, Any]]


class Inspector:
    """Reads the book as it grows, each record once, and holds it against the ledger."""

    def __init__(self, url: str, ledger: Ledger) -> None:
        self._url = url
        self._ledger = ledger
        self._store: Store | None = None
        self._heads: dict[str, Head] = {}
        self._written: dict[tuple[str, str], Written] = {}
        self.matched = 0  # acknowledgements, found in the book as they were told
        self.by_people = 0  # records, each under a key of its own
        self.records = 0

    def check(self, acks: int) -> None:
        """That the first `acks` acknowledgements are all in the book, and the book is one whole chain a table."""
        if self._store is None:
            self._store = open_store(self._url, read_only=True)
        for stream in self._store.streams():
            self._read_on(self._store, stream)
        for ack in self._ledger.acks[self.matched : acks]:
            self._match(ack)
            self.matched += 1

    def _read_on(self, store: Store, stream: str) -> None:
        head = self._heads.get(stream) or Head(0, genesis(stream))
        for record in store.read(stream, after=head.seq):
            wrong = fault(record, head)
            if wrong:
                raise Fault(f"the chain is broken: {wrong}")
            head = Head(record.seq, record.hash)
            self.records += 1
            body = orjson.loads(record.body)
            if body["key"] != record.key or (stream, record.key) in self._written:
                raise Fault(f"applied twice: record {record.seq} of {stream} has key {record.key!r} again")
            self._written[stream, record.key] = Written(record.seq, body["command"], body["events"])
            if not record.key.startswith("automatic ") and is_table(stream):
                self._was_sent(stream, record.key, record.seq, body["command"])
                self.by_people += 1
        self._heads[stream] = head

    def _was_sent(self, stream: str, key: str, seq: int, command: dict[str, Any]) -> None:
        sent = self._ledger.sent.get((stream, key))
        told = {name: value for name, value in command.items() if name not in HIDDEN[command["is"]]}
        if sent is None or any(told.get(name) != value for name, value in sent.items() if name != "terms"):
            raise Fault(f"record {seq} of {stream} under key {key!r} is {told}, and {sent} was sent")

    def _match(self, ack: Ack) -> None:
        found = self._written.get((ack.table, ack.key))
        if found is None:
            raise Fault(f"LOST: {ack.table} acknowledged key {ack.key!r} as record {ack.seq}: it is not in the book")
        if ack.seq is not None and found.seq != ack.seq:
            raise Fault(f"{ack.table} acknowledged key {ack.key!r} as record {ack.seq}: the book has it at {found.seq}")
        if ack.events is not None and ack.events != found.events:
            raise Fault(f"{ack.table} told other events of key {ack.key!r} than record {found.seq} has")

    # ---- at the end, when nobody sends any more

    def conclude(self) -> list[StreamAudit]:
        """The whole book, re-decided from its first record, and its money."""
        self.check(len(self._ledger.acks))
        assert self._store is not None
        audits = verify(self._store, heads=self._heads)
        self._each_key_once()
        self._money(self._store)
        self._rounds(self._store, {audit.stream: audit for audit in audits})
        self._store.close()
        return audits

    def _each_key_once(self) -> None:
        by_people = {
            (stream, key)
            for stream, key in self._written
            if not key.startswith("automatic ") and is_table(stream)  # a meter writes only with a table
        }
        told = Counter((ack.table, ack.key) for ack in self._ledger.acks)
        if by_people != told.keys() or set(told.values()) != {1}:
            raise Fault(f"{len(by_people)} commands in the book, {len(told)} acknowledged")

    def _money(self, store: Store) -> None:
        """By table: what was sent and acknowledged is the drop, to the cent; and so what was cashed out."""
        for what, kind, event in (("drop_cents", "BuyIn", "BoughtIn"), ("cashed_out_cents", "CashOut", "CashedOut")):
            wanted: Counter[str] = Counter()
            for ack in self._ledger.acks:
                command = self._ledger.sent[ack.table, ack.key]
                if command["is"] == kind:
                    wanted[ack.table] += command["cents"]
                elif command["is"] == "LeaveSeat" and event == "CashedOut":
                    events = self._written[ack.table, ack.key].events
                    wanted[ack.table] += sum(each["cents"] for each in events if each["is"] == event)
            found: Counter[str] = Counter()
            for day in days(store):
                found[day.table] += getattr(day, what)
            if +found != +wanted:
                raise Fault(f"{what}: the ledger has {dict(found)}, acknowledged were {dict(wanted)}")
            self._ledger.counts[what] += sum(wanted.values())

    def _rounds(self, store: Store, audits: Mapping[str, StreamAudit]) -> None:
        for table, rounds in self._ledger.finished.items():
            audit = audits[table]
            if (audit.rounds, audit.voided) != (rounds, 0):
                raise Fault(f"{table} finished {rounds} rounds; the book has {audit.rounds}, {audit.voided} voided")
        receipts = Rounds(store)
        for table, number in self._ledger.interrupted:
            receipt = receipts.receipt(table, number)
            if receipt is None:
                raise Fault(f"round {number} of {table} was interrupted and never finished")
            _, wrong = check(receipt)
            if wrong:
                raise Fault(f"round {number} of {table}, which was interrupted: {wrong[0]}")
