"""The incident log of a table: what was not an ordinary step of a round, with its time, from the table's book alone."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from houseway.service.entry import excerpts, show_time
from houseway.service.store import Store
from houseway.table import events as was
from houseway.table.telling import say

# Kinds that are incidents, and those that are if a count differs from the book. None of them is sealed.
ALWAYS: Final = (
    *(was.RoundStopped, was.RoundReleased, was.PayoutStopped, was.PayoutAcknowledged, was.RoundVoided, was.TimeCalled),
    *(was.VoidProposed, was.MoneyProposed, was.ProposalDropped, was.CardsCorrected, was.MoneyCorrected),
    *(was.SeatSettledAnew, was.EntryReversed, was.DueCashed, was.SlipDropped, was.JackpotBackedOut),
    *(was.SensorsReleased, was.CoinInReversed, was.DealerChanged),
)
COUNTS: Final = (was.TrayCounted, was.DropCounted)


class Incident(NamedTuple):
    seq: int  # of its record
    at: str
    day: str
    round: int
    by: str  # who gave the command
    says: str


def incidents(store: Store, table: str) -> list[Incident]:
    """All of a table, the last first."""
    found: list[Incident] = []
    positions: Sequence[int] = ()
    for record in excerpts(store, table, (was.TableOpened, *ALWAYS, *COUNTS)):
        at, day = show_time(record.at), record.day.isoformat()
        for event in record.events:
            if isinstance(event, was.TableOpened):
                positions = event.terms.positions
            elif not _is_as_it_should_be(event):
                says = say(event, positions)
                found.append(Incident(record.seq, at, day, record.round, str(record.by), says))
    return found[::-1]


def _is_as_it_should_be(event: was.Event) -> bool:
    match event:
        case was.TrayCounted():
            return event.cents == event.expected_cents
        case was.DropCounted():
            return event.cents == event.recorded_cents
        case _:
            return False
