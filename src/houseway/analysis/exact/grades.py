"""One choice against one hidden hand where suits never matter: cards set, words said, or both.

What a seat sees is taken by grades. The dealer's hidden cards are weighed by what is left in the pack, all hands at
once: the ways to deal a hand are a product of binomials, one a grade.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any, NamedTuple

import numpy as np

from houseway.analysis.contest import multisets
from houseway.analysis.exact.ends import End, Ends, Line
from houseway.analysis.exact.looks import by_grades, grouped
from houseway.analysis.exact.one_choice import Branch, OneChoice
from houseway.analysis.exact.question import Question
from houseway.analysis.exact.tree import Tree
from houseway.analysis.split.kernel import Longs
from houseway.cards import Card, Cards
from houseway.steps import SEAT, Hand, Option, Seen, Show, Worth

Worths = tuple[Worth, ...]


class Dealers(NamedTuple):
    """The dealer's worths beside what he shows, his hidden hands sorted by them, and where each begins."""

    worths: list[Worths]
    order: Longs
    starts: Longs


class Grades:
    """A game with one choice, at which one place holds hidden cards, and whose hands see grades."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.once = OneChoice(question)
        self.way = next((step.way for step in question.game.round if isinstance(step, Show) and step.way), None)
        self.groups = sorted(grouped(question.cards, self._grade), key=lambda each: self._grade(each[0]), reverse=True)
        self.full = tuple(map(len, self.groups))
        assert comb(len(question.cards), self.once.hidden) < 2**62, "hidden hands must be countable in 64 bits"
        self._hidden = multisets(self.full, self.once.hidden)
        self._binomials = np.array(
            [[comb(n, k) for k in range(self.once.hidden + 1)] for n in range(max(self.full) + 1)], np.int64
        )
        self._dealers: dict[Cards, Dealers] = {}
        self._grouped: dict[Any, dict[End, Longs]] = {}

    # ---- questions ---------------------------------------------------------------------------------

    @cached_property
    def ends(self) -> Ends:
        """How a round ends."""
        totals: Counter[End] = Counter()
        for mine, shown, ways in self._sights():
            seen = self.once.seen(mine, shown)
            branches = self._branches(seen)
            for end, deals in self._chosen(seen, branches).items():
                totals[end] += ways * deals
        return Ends(dict(totals))

    def options(self, seen: Seen) -> dict[Option, Fraction]:
        """What each option wins on average against all that is hidden."""
        return {option: ends.mean(self.question.net) for option, ends in self.branches(seen).items()}

    def branches(self, seen: Seen) -> dict[Option, Ends]:
        """How a round ends after each option."""
        Tree(self.question).state(seen)  # is this what a seat sees at the choice?
        return {branch.option: Ends(ends) for branch, ends in self._branches(seen).items() if branch.option}

    # ---- what a seat sees --------------------------------------------------------------------------

    def _sights(self) -> Iterator[tuple[Cards, Cards, int]]:
        """The seat's cards and those the dealer shows, with the number of ways."""
        for mine, ways in by_grades(self.groups, self.once.size):
            left = [list((Counter(group) - Counter(mine)).elements()) for group in self.groups]
            for shown, others in by_grades(left, self.once.up):
                yield mine, shown, ways * others

    def _grade(self, card: Card) -> tuple[int, ...]:
        """All that any hand sees of a card."""
        hands = (*self.once.my_hands, *self.once.his_hands)
        return tuple(hand.sees(card) for hand in hands if callable(hand.sees))

    def _chosen(self, seen: Seen, branches: Mapping[Branch, dict[End, int]]) -> dict[End, int]:
        by_option = {branch.option: ends for branch, ends in branches.items()}
        options = tuple(option for option in by_option if option)
        if self.question.policy and options:
            return by_option[self.question.policy(0, seen, options)]
        return max(by_option.values(), key=self._won)

    def _won(self, ends: Mapping[End, int]) -> Fraction:
        return sum((self.question.net[line] * deals for end, deals in ends.items() for line in end.lines), Fraction(0))

    # ---- settling ----------------------------------------------------------------------------------

    def _branches(self, seen: Seen) -> dict[Branch, dict[End, int]]:
        """In how many of the hidden deals each option ends how."""
        mine, shown = seen[SEAT], seen.lying.get(self.once.his_place, ())
        gone = Counter(map(self._grade, mine + shown))
        left = [len(group) - gone[self._grade(group[0])] for group in self.groups]
        weights = np.ones(len(self._hidden), np.int64)
        for column, number in enumerate(left):
            weights *= self._binomials[number, self._hidden[:, column]]
        dealers = self._dealers_beside(shown)
        tally = np.add.reduceat(weights[dealers.order], dealers.starts)
        found = {}
        for branch in self.once.branches(seen):
            cut = branch.option.cut if branch.option and branch.option.cut else (mine,)
            worths = _worths(self.once.my_hands, cut)
            where = self._ends(branch, worths, shown)
            deals = ((end, int(tally[places].sum())) for end, places in where.items())
            found[branch] = {end: number for end, number in deals if number}
        return found

    def _ends(self, branch: Branch, mine: Worths, shown: Cards) -> dict[End, Longs]:
        """The ends that are possible with these worths, and against which of the dealer's."""
        key = mine, shown, branch.said, branch.stakes
        if key not in self._grouped:
            where = {hand: n for n, hand in enumerate((*self.once.my_hands, *self.once.his_hands))}
            grouped: dict[End, list[int]] = {}
            for place, his in enumerate(self._dealers_beside(shown).worths):
                worths = mine + his
                lines = [
                    Line(wager.name, times, wager.line(tuple(worths[where[hand]] for hand in wager.hands), branch.said))
                    for wager, times in branch.stakes.unsettled(self.once.game, self.question.wagers)
                ]
                end = End(branch.said, tuple(sorted((*branch.stakes.settled, *lines))))
                grouped.setdefault(end, []).append(place)
            self._grouped[key] = {end: np.array(places, np.int64) for end, places in grouped.items()}
        return self._grouped[key]

    def _dealers_beside(self, shown: Cards) -> Dealers:
        shown = tuple(sorted(shown, key=self._grade))
        if shown not in self._dealers:
            places: dict[Worths, int] = {}
            numbers = []
            for counts in self._hidden.tolist():
                hidden = tuple(c for group, n in zip(self.groups, counts, strict=True) for c in group[:n])
                cards = shown + hidden
                hands = self.way.set(cards) if self.way else (cards,)
                numbers.append(places.setdefault(_worths(self.once.his_hands, hands), len(places)))
            order = np.argsort(numbers, kind="stable")
            starts = np.searchsorted(np.array(numbers)[order], np.arange(len(places)))
            self._dealers[shown] = Dealers(list(places), order, starts)
        return self._dealers[shown]


def _worths(hands: tuple[Hand, ...], cut: tuple[Cards, ...]) -> Worths:
    """What cards are worth to each hand, as they were set or all together."""
    together = tuple(card for part in cut for card in part)
    return tuple(hand.worth(*cut) if hand.of.is_set else hand.worth(together) for hand in hands)
