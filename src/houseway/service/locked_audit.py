"""A table's book read by somebody who has not the key to its secrets: the chain, the columns, the ledger, and what the
house's book says of it. What the commands lead to cannot be seen without the cards."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from houseway.money import Account
from houseway.service.record import Head, Record, broken, follow
from houseway.service.table_audit import body_of, opened_rightly, same_columns
from houseway.service.watch import Watch
from houseway.table.events import EVENTS, Event
from houseway.table.notation import read

NOT_DECIDED: Final = "its secrets are encrypted, and the key is not here: only the chain and the ledger are checked"
READ: Final = {kind.__name__: kind for kind in EVENTS if kind.__name__ in ("TableOpened", "TableClosed")}


class LockedTable(NamedTuple):
    """What was found of it."""

    head: Head
    rounds: int
    voided: int
    balances: Mapping[Account, int]  # what its transfers moved


@dataclass(slots=True)
class LockedAudit:
    """A table's book, read up to here."""

    watch: Watch
    head: Head
    rounds: int = 0
    voided: int = 0
    at: str = ""
    moved: Counter[Account] = field(default_factory=Counter)

    def reads(self, record: Record) -> None:
        """One record more. Raises `BookBroken` for the first thing that is not as it must be."""
        self.head = follow(self.head, record)
        body = body_of(record)
        same_columns(record, body)
        if record.at < self.at:
            raise broken(record, "it is earlier than the record before it")
        self.at = record.at
        if [[move.source, move.target, move.micros] for move in record.transfers] != body["transfers"]:
            raise broken(record, "the ledger's rows are not its transfers")
        for move in record.transfers:
            self.moved[move.source] -= move.micros
            self.moved[move.target] += move.micros
        names = [event["is"] for event in body["events"]]
        self.rounds += names.count("GameEnded")
        self.voided += names.count("RoundVoided")
        opened_rightly(self.watch, record, _events_of(record, body))
        self.watch.passes(record)

    @property
    def found(self) -> LockedTable:
        return LockedTable(self.head, self.rounds, self.voided, dict(self.moved))


def _events_of(record: Record, body: Mapping[str, Any]) -> list[Event]:
    try:
        return [read(event, {}, READ) for event in body["events"] if event["is"] in READ]
    except ValueError as error:
        raise broken(record, str(error)) from None
