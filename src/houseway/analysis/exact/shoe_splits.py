"""How many hands come of a split, and what each of them knows: as many times so many of the cards are gone.

Cards come one by one to hands that wait for their second card. One like the first splits its hand, as long as there are
fewer hands than the house allows; any other finishes it. A finished hand says that its card was not like the first, and
a hand that is played does not know it. What is expected of a hand while others have such a card is, by inclusion and
exclusion, a sum of what is expected while some of them have the first card: so a hand is asked for what it wins with so
many more of the first card gone, and nothing else.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from math import comb


@dataclass(frozen=True, slots=True)
class Weights:
    """How often a hand counts with so many more of the first card gone, by how many: one whose second card is another,
    and one whose second card is like the first and that may not be split. They are counts of hands, some negative."""

    another: Counter[int] = field(default_factory=Counter)
    alike: Counter[int] = field(default_factory=Counter)

    def add(self, gone: int, finished: int, times: int, *, any_card: bool) -> None:
        """A hand, beside so many finished ones."""
        for more in range(finished + 1):
            sign = times * (-1) ** more * comb(finished, more)
            self.another[gone + more] += sign
            if any_card:
                self.alike[gone + more] += sign


@dataclass(frozen=True, slots=True)
class SplitWeights:
    """A number of hands: what the hand counts on which the first wager stays, and what all the new ones count."""

    hands: int
    first: Weights
    new: Weights


@cache
def splits(most: int) -> tuple[SplitWeights, ...]:
    """Every number of hands, from two to the most."""
    return (*(_all_finished(hands) for hands in range(2, most)), _no_more(most))


def _all_finished(hands: int) -> SplitWeights:
    """Fewer than the most: each has a second card that is another."""
    split, gone = SplitWeights(hands, Weights(), Weights()), hands - 2
    times = _courses(gone, hands - 1)  # the last card finishes the last hand
    split.first.add(gone, hands - 1, times, any_card=False)
    split.new.add(gone, hands - 1, times * (hands - 1), any_card=False)
    return split


def _no_more(most: int) -> SplitWeights:
    """As many as may be: those that still wait then take any card."""
    split, gone = SplitWeights(most, Weights(), Weights()), most - 2
    for finished in range(gone + 1):
        times = _courses(gone - 1, finished) if gone else 1
        waiting = most - finished
        if finished:
            split.first.add(gone, finished - 1, times, any_card=False)
            split.new.add(gone, finished - 1, times * (finished - 1), any_card=False)
        else:
            split.first.add(gone, 0, times, any_card=True)
        split.new.add(gone, finished, times * (waiting if finished else waiting - 1), any_card=True)
    return split


@cache
def _courses(splits: int, finished: int) -> int:
    """In how many orders so many cards that split and so many that finish a hand come while some hand waits; two waited
    at first."""
    if splits < 0 or finished < 0 or 2 + splits - finished <= 0:
        return 0
    if not splits and not finished:
        return 1
    return _courses(splits - 1, finished) + _courses(splits, finished - 1)
