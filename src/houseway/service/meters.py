"""The meters, as this process has read them.

What a table puts onto a meter stands in the table's own book, so tables do not wait for each other. Whatever needs the
meter as a whole is written into the meter's book, by whichever process holds the meter for that one transaction; the
book of the meter is therefore the order in which wins on several tables came.
"""

import threading
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

from houseway.game import AS_WRITTEN
from houseway.games import game_named
from houseway.money import Micros
from houseway.progressive.commands import MeterCommand
from houseway.progressive.controller import taken_up
from houseway.progressive.events import MeterEvent, StakesTaken
from houseway.progressive.state import Controller, evolve
from houseway.service.entry import BookReading, MeterEntry
from houseway.service.meter_history import History
from houseway.service.record import Head, Record, genesis, meter_stream
from houseway.service.store import Store
from houseway.table.link import Top
from houseway.table.notation import METER_BY_NAME
from houseway.table.terms import Terms, filled

if TYPE_CHECKING:
    from houseway.analysis.progressive import Progressive


MeterReading = BookReading[Controller, MeterCommand, MeterEvent]


@dataclass(slots=True)
class LockedMeter:
    """A meter that this process has to itself, until it is written."""

    reading: MeterReading
    coined: tuple[StakesTaken, ...]  # by its tables, and not in its book yet
    written: list[Record] = field(default_factory=list)

    @property
    def controller(self) -> Controller:
        return self.reading.state

    def happens(self, entry: MeterEntry) -> Record:
        """The meter after a command, which took up all that was coined."""
        self.reading, record = self.reading.write_on(entry)
        self.coined = ()
        self.written.append(record)
        return record


class Meters:
    def __init__(self, store: Store, *, with_history: bool = False) -> None:
        self._store = store
        self._with_history = with_history
        self._readings: dict[str, MeterReading] = {}
        self._histories: dict[str, History] = {}
        self._gained: dict[str, dict[str, StakesTaken]] = {}  # by meter and table, since the controller last looked

    def last_read(self, name: str) -> MeterReading:
        """The meter as it was when this process last looked."""
        return self._readings.get(name) or self.read(name)

    def read(self, name: str) -> MeterReading:
        """The meter with all that its book tells now. Raises `ValueError` if that cannot be."""
        reading = self._readings.pop(name, None) or begun(name)  # not kept, if the book cannot be read to its end
        history = self._histories.pop(name, None) or History()
        for record in self._store.read(meter_stream(name), after=reading.head.seq):
            reading, entry = reading.read_on(record)
            if self._with_history:
                history.add(record, entry, reading.state)
        if reading.head.seq:  # whoever asks for names that no meter has fills no memory
            self._readings[name], self._histories[name] = reading, history
        return reading

    def history(self, name: str) -> History:
        self.read(name)
        return self._histories.get(name, History()).copy()

    def whole(self, name: str) -> Controller:
        """The meter with all that its tables have coined in too: what it is worth at this moment."""
        controller = self.read(name).state
        return taken_up(controller, self._coined(controller)) if controller.opened else controller

    def held(self, name: str) -> LockedMeter:
        """The meter with what its tables have coined in, for a writer who has it to himself."""
        reading = self.read(name)
        return LockedMeter(reading, self._coined(reading.state))

    def keep(self, held: LockedMeter) -> None:
        """Remember what was held as what the book says, now that it is written."""
        self._readings[held.controller.name] = held.reading

    def forget(self) -> None:
        """What is known may be behind the book."""
        self._readings.clear()
        self._histories.clear()
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
            earlier = before.get(more.table)
            before[more.table] = more if earlier is None else _sum(earlier, more)
        self._gained[controller.name] = before
        return tuple(before[table] for table in sorted(before))


def _sum(before: StakesTaken, more: StakesTaken) -> StakesTaken:
    meter, reserve = before.meter_micros + more.meter_micros, before.reserve_micros + more.reserve_micros
    return replace(more, meter_micros=Micros(meter), reserve_micros=Micros(reserve))


def begun(name: str) -> MeterReading:
    """A meter of whose book nothing was read yet."""
    stream = meter_stream(name)
    head = Head(0, genesis(stream))
    return BookReading(state=Controller(name=name), evolve=evolve, names=METER_BY_NAME, stream=stream, head=head)


class MeterBooks:
    """The meters as they are now and as they were; called on any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._meters = Meters(store, with_history=True)
        self._reading = threading.Lock()

    def names(self) -> list[str]:
        return self._store.meters()

    def whole(self, name: str) -> tuple[Controller, Head]:
        """The meter with all that its tables have coined in, and where its book stands."""
        with self._reading:
            return self._meters.whole(name), self._meters.last_read(name).head

    def history(self, name: str) -> History:
        with self._reading:
            return self._meters.history(name)


@cache
def mathematics_of(game: str, paytable: str, meter: str, decks: int | None, reading: str) -> "Progressive":
    """The exact chances of a progressive wager on one of its meters, counted from the rules as they are read. Raises
    `ValueError` if there is none such."""
    from houseway.api.figures import meters

    rules = game_named(game)
    rules = rules.read_as({rules.paytable(paytable).wager: reading or AS_WRITTEN})
    [mathematics] = [each for each in meters(rules, paytable=paytable, decks=decks) if each.meter == meter]
    return mathematics


def count_chances(terms: Terms) -> None:
    """What the opening of a table asks, ahead of the writer, for which all tables wait: it may take seconds. What is
    wrong with the terms the table says."""
    with suppress(ValueError, LookupError, AssertionError, ImportError):
        whole = filled(terms)
        for meter in whole.plays_for:
            top_award(whole, meter)


def top_award(terms: Terms, meter: str) -> Top:
    """The hand that takes a whole meter, and its exact chance."""
    paytable = terms.progressive
    assert paytable is not None
    reading = terms.readings.get(paytable.wager, "")
    mathematics = mathematics_of(terms.game, paytable.name, meter, terms.decks, reading)
    return mathematics.top, mathematics.probability(mathematics.top)
