"""One sight of a seat that may give up cards for others, against a hidden hand of the dealer: counted by numpy, without
a compiler and with nothing to prepare.

The dealer's hands are gone through once. What a seat takes comes evenly from all that it has not seen: for each set of
cards that can come, the dealer's hands that hold one of them are left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from houseway.analysis.arrays import Longs
from houseway.analysis.exact.against import Worths, asking
from houseway.analysis.exact.ends import End, Ends
from houseway.analysis.exact.one_choice import Branch
from houseway.analysis.exact.one_sight import KEPT, OneSight
from houseway.analysis.exact.question import Question
from houseway.analysis.exact.tree import Tree
from houseway.cards import Cards
from houseway.game import SEAT, Option, Seen

MOST_COME: Final = 2_000  # sets of cards that can come by an option


class ExchangeSight(OneSight):
    """A game with one choice, at which one place holds hidden cards and nothing of it is seen."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self._beside: dict[Cards, tuple[Longs, list[Worths], Longs]] = {}

    def branches(self, seen: Seen) -> dict[Option, Ends]:
        """How a round ends after each option."""
        Tree(self.question).state(seen)  # is this what a seat sees at the choice?
        mine = tuple(sorted(seen[SEAT]))
        if mine not in self._beside:
            while len(self._beside) >= KEPT:
                del self._beside[next(iter(self._beside))]
            hands = self.hidden_hands(mine, ())
            self._beside[mine] = hands, *self.worths_of(hands)
        hands, order, which = self._beside[mine]
        return {
            branch.option: self._ends(branch, seen[SEAT], hands, order, which)
            for branch in self.once.branches(seen)
            if branch.option
        }

    def _ends(self, branch: Branch, mine: Cards, hands: Longs, order: list[Worths], which: Longs) -> Ends:
        """Of one option: over all cards that can come, and all hands of the dealer's beside them."""
        option = branch.option
        assert option is not None
        drops, takes = ((), 0) if branch.stakes.out else (option.drops, option.takes)
        kept = tuple(card for card in mine if card not in drops)
        free = [card for card in self.cards if card not in mine]
        assert may_come(len(free), takes)
        times: dict[Worths, Longs] = defaultdict(lambda: np.zeros(len(order), np.int64))
        for come in combinations(free, takes):
            beside = hands & sum(map(self.bit, come)) == 0
            worths = tuple(hand.worth((*kept, *come)) for hand in self.once.my_hands)
            times[worths] += np.bincount(which[beside], minlength=len(order))
        weights: Counter[End] = Counter()
        for worths, numbers in times.items():
            ask = asking(self.once, order, worths, branch)
            for place in np.flatnonzero(numbers).tolist():
                weights[ask(place)] += int(numbers[place])
        return Ends(weights)


def may_come(cards: int, takes: int) -> bool:
    """Whether so few cards are taken that all that can come is gone through one by one."""
    return comb(cards, takes) <= MOST_COME
