"""The meters, as this process knows them.

What a table puts onto a meter stands in the table's own book, so tables do not wait for each other. Whatever needs the
meter as a whole is written into the meter's book, by whichever process holds the meter for that one transaction; the
book of the meter is therefore the order in which wins on several tables came.
"""

from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import NamedTuple

from houseway.money import Micros
from houseway.progressive.controller import taken_up
from houseway.progressive.events import StakesTaken
from houseway.progressive.state import Controller, evolve
from houseway.service.entry import MeterEntry, meter_entry_of, record_of
from houseway.service.record import Head, Record, fault, genesis, meter_stream
from houseway.service.store import Store
from houseway.table.link import Top
from houseway.table.state import BEGINNING
from houseway.table.terms import Terms


class Known(NamedTuple):
    """A controller as its book tells it."""

    controller: Controller
    head: Head
    at: datetime = BEGINNING  # of its last record


@dataclass(slots=True)
class Held:
    """A meter that this process has to itself, until it is written."""

    controller: Controller
    head: Head
    coined: tuple[StakesTaken, ...]  # by its tables, and not in its book yet
    at: datetime = BEGINNING
    written: list[Record] = field(default_factory=list)

    def happens(self, entry: MeterEntry) -> Record:
        """The meter after a command, which took up all that was coined."""
        for event in entry.events:
            self.controller = evolve(self.controller, event)
        self.coined = ()
        self.at = entry.at
        record = record_of(entry, meter_stream(self.controller.name), self.head)
        self.head = Head(record.seq, record.hash)
        self.written.append(record)
        return record


class Meters:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Known] = {}
        self._gained: dict[str, dict[str, StakesTaken]] = {}  # by meter and table, since the controller last looked

    def known(self, name: str) -> Known:
        """As it was when this process last looked."""
        return self._known.get(name) or self.read(name)

    def read(self, name: str) -> Known:
        """With all that its book tells now."""
        stream = meter_stream(name)
        known = self._known.get(name) or Known(Controller(name=name), Head(0, genesis(stream)))
        for record in self._store.read(stream, after=known.head.seq):
            known = replayed(known, record)
        self._known[name] = known
        return known

    def whole(self, name: str) -> Controller:
        """With all that its tables have coined in too: what the meter is worth at this moment."""
        controller = self.read(name).controller
        return taken_up(controller, self._coined(controller)) if controller.opened else controller

    def held(self, name: str) -> Held:
        """For a writer who has the meter to himself."""
        controller, head, at = self.read(name)
        return Held(controller, head, self._coined(controller), at)

    def keep(self, held: Held) -> None:
        """What was held is written."""
        self._known[held.controller.name] = Known(held.controller, held.head, held.at)

    def forget(self) -> None:
        """What is known may be behind the book."""
        self._known.clear()
        self._gained.clear()

    def _coined(self, controller: Controller) -> tuple[StakesTaken, ...]:
        """Each table's book is read on from where it was read last, by the controller or by this process."""
        before = {
            table: each
            for table, each in self._gained.get(controller.name, {}).items()
            if each.upto > controller.read.get(table, 0)
        }
        read = {**controller.read, **{table: each.upto for table, each in before.items()}}
        after = {table: read.get(table, 0) for table in controller.links}
        for more in self._store.coined(controller.name, after):
            known = before.get(more.table)
            before[more.table] = more if known is None else _sum(known, more)
        self._gained[controller.name] = before
        return tuple(before[table] for table in sorted(before))


def _sum(before: StakesTaken, more: StakesTaken) -> StakesTaken:
    return StakesTaken(
        table=more.table,
        upto=more.upto,
        meter_micros=Micros(before.meter_micros + more.meter_micros),
        reserve_micros=Micros(before.reserve_micros + more.reserve_micros),
    )


def replayed(known: Known, record: Record) -> Known:
    """The controller after a record of its book. Raises `ValueError` if it cannot be the next."""
    wrong = fault(record, known.head)
    if wrong:
        raise ValueError(wrong)
    controller, entry = known.controller, meter_entry_of(record)
    for event in entry.events:
        controller = evolve(controller, event)
    return Known(controller, Head(record.seq, record.hash), max(entry.at, known.at))


@cache
def top_of(game: str, paytable: str) -> Top:
    """The hand that takes the whole meter, and its exact chance, counted from the rules."""
    from houseway.analysis.progressive import progressive
    from houseway.game import Bonus, is_progressive
    from houseway.games import game_named

    played = game_named(game)
    wager = next(wager for wager in played.wagers if is_progressive(wager))
    assert isinstance(wager, Bonus)
    terms = progressive(played, wager, played.paytable(paytable))
    return terms.top, terms.probability(terms.top)


def top_award(terms: Terms) -> Top:
    assert terms.progressive is not None
    return top_of(terms.game, terms.progressive.name)
