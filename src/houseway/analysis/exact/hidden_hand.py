"""One choice against one hidden hand of so many cards that its hands are not gone through one by one.

A method of this family counts, for each hand that a seat can hold and each that the dealer can show, the hidden hands
below a few bounds. It takes hands together that look the same to all that counts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import NamedTuple

import numpy as np

from houseway.analysis.arrays import Bytes, Longs
from houseway.analysis.exact.against import Against, Kind, Worths, after_each_option
from houseway.analysis.exact.ends import Ends
from houseway.analysis.exact.one_choice import OneChoice
from houseway.analysis.exact.question import Question
from houseway.analysis.exact.tree import Tree
from houseway.cards import Cards
from houseway.game import SEAT, Option, Seen

TRIED = 500  # hands with which it is tried whether options depend on worths alone
FEW = 200_000  # sights of which a policy is asked one by one; of more, by what they are worth


class HiddenCounts(NamedTuple):
    """How often the round ends how; and by what the dealer shows and by kind of one's own hand, how often it comes and
    what each option wins."""

    totals: Longs
    ways: Longs  # shown, kind
    wins: Longs  # shown, kind, option
    taken: list[Bytes]  # by what is shown, which option is taken, row by row as the method tells hands apart


class HiddenHand(ABC):
    """A game with one choice, at which one place holds hidden cards; every hand looks at that place or at the seat."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.once = OneChoice(question)
        self.cards = tuple(sorted(question.cards))

    # ---- what a method gives -----------------------------------------------------------------------

    @property
    @abstractmethod
    def order(self) -> list[Worths]:
        """All worths of the dealer's, lowest first."""

    @property
    @abstractmethod
    def kinds(self) -> list[Kind]:
        """All that the seat's hands can be worth, lowest first."""

    @property
    @abstractmethod
    def shown(self) -> list[tuple[Cards, int]]:
        """All that the dealer can show, up to the names of suits, and in how many ways."""

    @abstractmethod
    def number_shown(self, shown: Cards) -> int:
        """The number of what the dealer shows."""

    @abstractmethod
    def some_cards(self, kind: int) -> Cards:
        """A hand of a kind."""

    @abstractmethod
    def times(self, mine: Cards, shown: Cards) -> Longs:
        """How many hidden hands there are of each worth, beside these cards."""

    @cached_property
    @abstractmethod
    def counted(self) -> HiddenCounts:
        """What comes of all that a seat can see, played best or by the policy."""

    @abstractmethod
    def best(self, seen: Seen) -> int:
        """Which of the options is taken."""

    # ---- questions ---------------------------------------------------------------------------------

    @cached_property
    def ends(self) -> Ends:
        """How a round ends."""
        totals = self.counted.totals
        assert int(totals.sum()) == self.deals, f"{totals.sum()} deals of {self.deals}"
        return Ends({end: int(totals[number]) for end, number in self.against.ends.items() if totals[number]})

    def options(self, seen: Seen) -> dict[Option, Fraction]:
        """What each option wins on average."""
        return {option: ends.mean(self.question.net) for option, ends in self.branches(seen).items()}

    def branches(self, seen: Seen) -> dict[Option, Ends]:
        """How a round ends after each option."""
        Tree(self.question).state(seen)  # is this what a seat sees at the choice?
        times = self.times(seen[SEAT], seen.lying.get(self.once.his_place, ())).tolist()
        assert sum(times) == self.hidden_hands, f"{sum(times)} hidden hands of {self.hidden_hands}"
        return after_each_option(self.once, self.order, seen, times)

    def place_of(self, mine: Cards, shown: Cards) -> tuple[int, int]:
        """Which of all that the dealer can show, and of which kind one's own cards are."""
        worths = tuple(hand.worth(mine) for hand in self.once.my_hands)
        return self.number_shown(shown), self._kind_of_worths[worths]

    @cached_property
    def _kind_of_worths(self) -> dict[Worths, int]:
        return {kind.mine: number for number, kind in enumerate(self.kinds)}

    # ---- what is the same for all of them ----------------------------------------------------------

    @cached_property
    def against(self) -> Against:
        against = Against(self.once, self.order, self.kinds)
        most = int(np.abs(against.nets).max())
        assert max(1, most) * self.deals < 2**63, "deals must be countable in 64 bits"
        return against

    @property
    def hidden_hands(self) -> int:
        return comb(len(self.cards) - self.once.size - self.once.up, self.once.hidden)

    @property
    def deals(self) -> int:
        left = len(self.cards) - self.once.size
        return comb(len(self.cards), self.once.size) * comb(left, self.once.up) * self.hidden_hands

    def _kinds_of(self, worths: list[Worths], some: Callable[[int], Cards]) -> list[Kind]:
        """Kinds by what hands are worth: what a seat may do is asked with one hand of each."""
        others = self.cards if self.once.up else ()
        found = []
        for number, mine in enumerate(worths):
            cards = some(number)
            shown = tuple([c for c in others if c not in cards][: self.once.up])
            found.append(Kind(mine, self.once.branches(self.once.seen(cards, shown))))
        self._try(found)
        return found

    def _try(self, kinds: list[Kind]) -> None:
        """Options that depend on more than what a hand is worth are refused."""
        by_worth = {kind.mine: kind.branches for kind in kinds}
        for mine, shown in self.dealt(TRIED):
            worths = tuple(hand.worth(mine) for hand in self.once.my_hands)
            if self.once.branches(self.once.seen(mine, shown)) != by_worth[worths]:
                raise ValueError("what a seat may do depends on more than what its hand is worth")

    def dealt(self, number: int) -> Iterator[tuple[Cards, Cards]]:
        """Cards of the seat, and cards that the dealer shows."""
        chance, size = np.random.default_rng(1), self.once.size
        for _ in range(number):
            order = [self.cards[place] for place in chance.permutation(len(self.cards))[: size + self.once.up].tolist()]
            yield tuple(sorted(order[:size])), tuple(sorted(order[size:]))

    def _said(self, kind: int, mine: Cards, shown: Cards) -> int:
        """Which option the policy takes."""
        assert self.question.policy
        options = tuple(branch.option for branch in self.kinds[kind].branches if branch.option)
        if not options:
            return 0
        return options.index(self.question.policy(0, self.once.seen(mine, shown), options))
