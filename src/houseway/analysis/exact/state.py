"""What is known of a round when a step begins."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from houseway.analysis.exact.stakes import NO_STAKES, Stakes
from houseway.cards import Card, Cards

Group = tuple[Card, ...]  # cards that came together, or one hand of cards that were set


@dataclass(frozen=True, slots=True)
class Place:
    """What lies in a place: groups of cards that are seen, and how many more lie face down behind them."""

    groups: tuple[Group, ...] = ()
    hidden: int = 0
    is_set: bool = False

    @property
    def cards(self) -> Cards:
        return tuple(chain.from_iterable(self.groups))


NOTHING = Place()


@dataclass(frozen=True, slots=True)
class State:
    """All that is known when a step begins. `ruled_out` are the steps at which somebody looked at hidden cards and the
    round went on. After a split the seat's place holds one of its hands; what `others` hold besides the seat's first
    cards is out of the pack, and the hand is played as if nobody knew it."""

    at: int = 0
    places: tuple[tuple[str, Place], ...] = ()
    said: tuple[str, ...] = ()
    stakes: Stakes = NO_STAKES
    gone: Group = ()  # cards that were given up
    ruled_out: tuple[int, ...] = ()
    hands: int = 1
    others: Group = ()

    def place(self, name: str) -> Place:
        return dict(self.places).get(name, NOTHING)

    def put(self, name: str, place: Place) -> State:
        places = tuple(sorted({**dict(self.places), name: place}.items()))
        return State(self.at, places, *self._more)

    def next(self) -> State:
        return State(self.at + 1, self.places, *self._more)

    @property
    def _more(self) -> tuple[tuple[str, ...], Stakes, Group, tuple[int, ...], int, Group]:
        return self.said, self.stakes, self.gone, self.ruled_out, self.hands, self.others
