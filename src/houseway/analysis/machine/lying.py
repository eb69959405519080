"""Where the cards of a round lie: for every place the slots of its cards, in the order in which they are seen."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from houseway.analysis.machine.columns import Column
from houseway.game import Part


@dataclass(frozen=True, slots=True)
class Coming:
    """Cards that came together, by slot; where they come only in some rounds, a column says in which."""

    slots: tuple[int, ...]
    comes: Column | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """What lies in a place: cards that are seen, as they came, and slots of cards that are not. Where cards were set,
    a column has their hands; where some were given up, a column has their numbers among all that came, and how many of
    the comings from `exchanged` on came for them."""

    comings: tuple[Coming, ...] = ()
    hidden: tuple[int, ...] = ()
    cut: Column | None = field(default=None)
    gone: Column | None = field(default=None)
    exchanged: int = 0

    @property
    def seen(self) -> int:
        return sum(len(coming.slots) for coming in self.comings)

    def dealt(self, slots: tuple[int, ...], up: int) -> Place:
        comings = (*self.comings, Coming(slots[:up])) if up else self.comings
        return replace(self, comings=comings, hidden=self.hidden + slots[up:])

    def drawn(self, slot: int, comes: Column) -> Place:
        return replace(self, comings=(*self.comings, Coming((slot,), comes)))

    def shown(self, part: Part) -> Place:
        turned = len(part.of(range(self.seen + len(self.hidden)))) - len(part.of(range(self.seen)))
        shown = Coming(self.hidden[:turned])
        comings = (*self.comings, shown) if turned else self.comings
        return replace(self, comings=comings, hidden=self.hidden[turned:])

    @property
    def turned(self) -> Place:
        """The same with all that lies face down turned over."""
        return replace(self, comings=(*self.comings, Coming(self.hidden)), hidden=()) if self.hidden else self

    def looked_at(self, part: Part) -> tuple[Coming, ...]:
        """Those of its cards that a part looks at."""
        every = [(number, slot) for number, coming in enumerate(self.comings) for slot in coming.slots]
        found = []
        for number, coming in enumerate(self.comings):
            slots = tuple(slot for at, slot in part.of(every) if at == number)
            if slots:
                found.append(replace(coming, slots=slots))
        return tuple(found)
