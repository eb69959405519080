"""Where the cards of a round lie: for every place the slots of its cards, in the order in which they are seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from houseway.analysis.machine.columns import RoundColumn
from houseway.cards import JOKER, Card, Cards, rank_of, suit_of
from houseway.game import Part

Mark = tuple[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Arrival:
    """Cards that came together, by slot; where they come only in some rounds, a column says in which."""

    slots: tuple[int, ...]
    comes: RoundColumn | None = None


@dataclass(frozen=True, slots=True)
class LyingCards:
    """What lies in a place: cards that are seen, as they came, and slots of cards that are not. Where cards were set,
    a column has their hands; where some were given up, a column has their marks among all that came, and how many of
    the comings from `exchanged` on came for them."""

    comings: tuple[Arrival, ...] = ()
    hidden: tuple[int, ...] = ()
    cut: RoundColumn | None = field(default=None)
    gone: RoundColumn | None = field(default=None)
    exchanged: int = 0

    @property
    def seen(self) -> int:
        return sum(len(coming.slots) for coming in self.comings)

    def dealt(self, slots: tuple[int, ...], up: int) -> LyingCards:
        comings = (*self.comings, Arrival(slots[:up])) if up else self.comings
        return replace(self, comings=comings, hidden=self.hidden + slots[up:])

    def drawn(self, slot: int, comes: RoundColumn) -> LyingCards:
        return replace(self, comings=(*self.comings, Arrival((slot,), comes)))

    def shown(self, part: Part) -> LyingCards:
        turned = len(part.of(range(self.seen + len(self.hidden)))) - len(part.of(range(self.seen)))
        shown = Arrival(self.hidden[:turned])
        comings = (*self.comings, shown) if turned else self.comings
        return replace(self, comings=comings, hidden=self.hidden[turned:])

    @property
    def turned(self) -> LyingCards:
        """The same with all that lies face down turned over."""
        return replace(self, comings=(*self.comings, Arrival(self.hidden)), hidden=()) if self.hidden else self

    def looked_at(self, part: Part) -> tuple[Arrival, ...]:
        """Those of its cards that a part looks at."""
        every = [(number, slot) for number, coming in enumerate(self.comings) for slot in coming.slots]
        found = []
        for number, coming in enumerate(self.comings):
            slots = tuple(slot for at, slot in part.of(every) if at == number)
            if slots:
                found.append(replace(coming, slots=slots))
        return tuple(found)


# ---- cards that are given up -----------------------------------------------------------------------


def marks_of(cards: Cards, *, suits: bool) -> list[Mark]:
    """What tells each card from the others, whatever suits are called: the number of the first card of its rank, and
    of the ranks that lie there in its suit. Two cards with one mark can be exchanged by renaming two suits. Where suits
    are not seen, cards lie in the order of their grades, and numbers tell them apart."""
    if not suits:
        return [(number, ()) for number in range(len(cards))]
    first: dict[int, int] = {}
    for number, each in enumerate(cards):
        first.setdefault(rank_of(each), number)
    return [
        (first[rank_of(each)], tuple(first[rank_of(other)] for other in cards if _are_suited(each, other)))
        for each in cards
    ]


def marks(drops: Sequence[Card], cards: Cards, *, suits: bool) -> tuple[Mark, ...]:
    """Those of the cards that are given up."""
    every = dict(zip(cards, marks_of(cards, suits=suits), strict=True))
    given_up = [every[card] for card in drops]
    if len(drops) > 1 and any(given_up.count(mark) != [*every.values()].count(mark) for mark in given_up):
        raise LookupError("of several cards that are given up one could be another")
    return tuple(given_up)


def numbers(given_up: Sequence[Mark], cards: Cards, *, suits: bool) -> list[int]:
    """Which of the cards have these marks; of two that have the same the first."""
    every = marks_of(cards, suits=suits)
    found: list[int] = []
    for mark in given_up:
        found.append(next(number for number, each in enumerate(every) if each == mark and number not in found))
    return found


def _are_suited(one: Card, other: Card) -> bool:
    return one != other and JOKER not in (one, other) and suit_of(one) == suit_of(other)
