"""A finished round from the book: its own records, and the terms that were in force."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

import orjson

from houseway.service.entry import Entry, entry_of
from houseway.service.record import Record
from houseway.service.store import Store
from houseway.table import events as was
from houseway.table.money import FELT, PENDING, TRAY, seat_account
from houseway.table.notation import build
from houseway.table.receipt import receipt
from houseway.table.state import Round, Table, evolve
from houseway.table.terms import Terms

PLENTY: Final = 10**18  # the round is told without the money that was there before it
AROUND: Final = (
    was.TableOpened,
    was.TableClosed,
    was.DealerChanged,
    was.MoneyEntered,
    was.EntryReversed,
    was.SeatTaken,
    was.SeatLeft,
)  # what happens during a round and is no part of it


class Rounds:
    """Finds receipts; called on any thread. It remembers for each table over which rounds its last terms held, so
    that the book is walked back to the opening of a table once, and not for every round."""

    def __init__(self, store: Store, *, chunk: int = 512) -> None:
        self._store = store
        self._chunk = chunk  # records read at once on the way back
        self._held: dict[str, tuple[int, int, Terms]] = {}  # from round, through round

    def receipt(self, stream: str, number: int) -> dict[str, Any] | None:
        """None for a round that is not over, or that there never was."""
        records = list(self._store.read_round(stream, number))
        entries = [entry_of(record) for record in records]
        if not any(isinstance(event, was.GameEnded | was.RoundVoided) for entry in entries for event in entry.events):
            return None
        terms = self._terms(stream, number, records)
        table = _played(stream, number, terms, entries)
        assert table.previous is not None
        return receipt(table, table.previous)

    def _terms(self, stream: str, number: int, records: list[Record]) -> Terms:
        """As they were when the round ended: those of the last opening, and the last change of dealer since."""
        begins, through, terms = self._held.get(stream, (0, -1, None))
        dealer, since = "", None
        end = next(record.seq for record in records if _has(record, "GameEnded", "RoundVoided"))
        while end > 0:
            for record in reversed(list(self._store.read(stream, after=max(0, end - self._chunk), upto=end))):
                if terms is not None and begins < record.round <= through:
                    found = replace(terms, dealer=dealer or terms.dealer)
                    self._held[stream] = (begins if since is None else since, max(through, number), found)
                    return found
                for event in _told(record, "DealerChanged", "TableOpened"):
                    since = record.round if since is None else since
                    if event["is"] == "DealerChanged":
                        dealer = dealer or event["dealer"]
                    else:
                        opened: Terms = build(Terms, event["terms"])
                        found = replace(opened, dealer=dealer or opened.dealer)
                        self._held[stream] = (since, number, found)
                        return found
            end -= self._chunk
        raise ValueError(f"no opening of {stream!r} is in the book before round {number}")


def _has(record: Record, *names: str) -> bool:
    return any(f'"is":"{name}"' in record.body for name in names)


def _told(record: Record, *names: str) -> list[dict[str, Any]]:
    """The record's events of these names, the last one first."""
    if not _has(record, *names):
        return []
    return [event for event in reversed(orjson.loads(record.body)["events"]) if event["is"] in names]


def _played(stream: str, number: int, terms: Terms, entries: Iterable[Entry]) -> Table:
    table = Table(name=stream, terms=terms, round=Round(number=number))
    accounts = [TRAY, FELT, PENDING, *(seat_account(seat) for seat in range(1, table.game.deal.seats + 1))]
    table = replace(table, balances=dict.fromkeys(accounts, PLENTY))
    for entry in entries:
        for event in entry.events:
            if not isinstance(event, AROUND) and table.round.number == number:
                table = evolve(table, event, entry.at)
    return table
