"""Reading a table's book again: the chain, the columns, every round decided anew from its shuffle to its pays, and the
ledger."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

import orjson

from houseway.deciding.refusal import Refusal
from houseway.service.across import MeterTalk, OfMeters
from houseway.service.entry import TableEntry, entry_of, happen, header_of
from houseway.service.house_terms import not_of_the_house
from houseway.service.record import Head, Record, broken, follow, genesis
from houseway.service.watch import Watch
from houseway.table.commands import OpenTable
from houseway.table.decide import decide
from houseway.table.events import Event, GameEnded, RoundVoided, TableClosed, TableOpened
from houseway.table.notation import BY_NAME, canonical, write
from houseway.table.released import unreleased
from houseway.table.state import Table
from houseway.table.terms import filled

COLUMNS: Final = ("key", "at", "day", "game", "round")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A table as an audit found it after one of its records, all of them up to there in order."""

    table: Table
    rounds: int = 0
    voided: int = 0
    not_decided: int = 0  # rounds that were not played again, because they are of an older release
    notes: tuple[str, ...] = ()  # why
    of_meters: OfMeters = field(default_factory=OfMeters)


class Start(NamedTuple):
    """Where a reading begins."""

    head: Head
    checked: Checked


def beginning(stream: str) -> Start:
    return Start(Head(0, genesis(stream)), Checked(table=Table(name=stream)))


@dataclass(slots=True)
class TableAudit:
    """A table's book, read up to here."""

    watch: Watch
    head: Head
    table: Table
    rounds: int
    voided: int
    not_decided: int
    notes: list[str]
    talk: MeterTalk

    @classmethod
    def after(cls, start: Start, watch: Watch) -> "TableAudit":
        at = start.checked
        counts = at.rounds, at.voided, at.not_decided
        return cls(watch, start.head, at.table, *counts, list(at.notes), MeterTalk.after(at.of_meters))

    @property
    def checked(self) -> Checked:
        return Checked(
            table=self.table,
            rounds=self.rounds,
            voided=self.voided,
            not_decided=self.not_decided,
            notes=tuple(self.notes),
            of_meters=self.talk.told,
        )

    def reads(self, record: Record) -> None:
        """One record more. Raises `BookBroken` for the first thing that is not as it must be."""
        self.head = follow(self.head, record)
        before = self.table
        body = body_of(record)
        decided = None if before.other_rules else _decided_by_command(before, record, body)
        entry = decided or read_entry(record)
        same_columns(record, body)
        self.table = replayed(before, entry, record)
        if entry.at < before.at:
            raise broken(record, "it is earlier than the record before it")
        self._opens_or_closes(record, entry.events)
        if not (decided or before.other_rules or self.table.other_rules):
            _decided_again(before, entry, record)
        if record.transfers != entry.transfers:
            raise broken(record, "the ledger's rows are not its transfers")
        self.talk.hears(record, entry, before)
        for event in entry.events:
            if isinstance(event, GameEnded):
                self.rounds += 1
                self.not_decided += bool(before.other_rules)
            self.voided += isinstance(event, RoundVoided)
        self.watch.passes(record)

    def _opens_or_closes(self, record: Record, events: Iterable[Event]) -> None:
        opened = opened_rightly(self.watch, record, events)
        if opened and self.table.other_rules:
            self.notes.append(
                f"opened at record {record.seq} by version {opened.software} under {self.table.other_rules}, which "
                "this version has not: until it was closed only the chain and the ledger are checked"
            )


def opened_rightly(watch: Watch, record: Record, events: Iterable[Event]) -> TableOpened | None:
    """The opening of the table among the events, by a release that there was. That it was opened, or closed, stands in
    the house's book."""
    told = [event for event in events if isinstance(event, TableOpened | TableClosed)]
    if not told:
        return None
    opened = next((event for event in told if isinstance(event, TableOpened)), None)
    if opened:
        never = unreleased(opened.terms, opened.paytable_hashes, opened.house_way, opened.rules, opened.game_hash)
        if never:
            raise broken(record, f"no release ever had {never}")
    watch.is_told(record, opened.rules if opened else None)
    terms = watch.house.terms.get((record.stream, record.seq))
    if opened and terms is not None and (never := not_of_the_house(opened.terms, terms)):
        raise broken(record, never)
    return opened


def _decided_by_command(table: Table, record: Record, body: dict[str, Any]) -> TableEntry | None:
    """The record as its command alone makes it, where its events are written just so: of most, the events need not be
    read. None if they are not, or if it opens the table, and then it is looked at in full."""
    try:
        entry: TableEntry = header_of(record, body, BY_NAME)
        if isinstance(entry.command, OpenTable):
            return None
        decision = decide(table, entry.actor, entry.command, entry.at)
        if isinstance(decision, Refusal) or [write(event)[0] for event in decision] != body["events"]:
            return None
    except Exception:  # whatever it is, the reading in full says it in its order
        return None
    return entry._replace(events=decision)


def _decided_again(table: Table, entry: TableEntry, record: Record) -> None:
    decision = decide(table, entry.actor, entry.command, entry.at)
    if isinstance(decision, Refusal):
        raise broken(record, f"the table refuses this command: {decision.says}")
    if tuple(map(_in_full, decision)) != tuple(map(_in_full, entry.events)):
        raise broken(record, "the command does not lead to these events")


def _in_full(event: Event) -> Event:
    """A book may be older than some of the terms: what was not written then is what was usual."""
    return replace(event, terms=filled(event.terms)) if isinstance(event, TableOpened) else event


def body_of(record: Record) -> dict[str, Any]:
    try:
        body: dict[str, Any] = orjson.loads(record.body)
    except ValueError as error:
        raise broken(record, f"its body cannot be read: {error}") from None
    return body


def read_entry(record: Record) -> TableEntry:
    try:
        return entry_of(record)
    except ValueError as error:
        raise broken(record, str(error)) from None


def replayed(table: Table, entry: TableEntry, record: Record) -> Table:
    try:
        after, transfers = happen(table, entry.events, entry.at)
    except (ArithmeticError, AssertionError, LookupError, ValueError) as error:
        raise broken(record, f"its events cannot have happened: {error}") from None
    if transfers != entry.transfers:
        raise broken(record, "its transfers are not what its events move")
    return after


def same_columns(record: Record, body: dict[str, Any]) -> None:
    """The columns that queries go by say what the body says, and the body is in its one canonical form."""
    if canonical(body) != record.body:
        raise broken(record, "its body is not what it must be")
    for what in COLUMNS:
        if getattr(record, what) != body[what]:
            raise broken(record, f"its {what} is not what it must be")
    sealed = {written["seal"] for written in (body["command"], *body["events"]) if "seal" in written}
    if {secret.seal for secret in record.sealed} != sealed:
        raise broken(record, "a secret is beside it that it does not seal")
