"""Some or all of the dealer's cards face up before the one choice, where suits never matter.

For each class of a seat's cards all pairs of what the dealer shows and what he hides are weighed at once, option by
option, and the best option is taken for every shown part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb, lcm
from typing import TYPE_CHECKING

import numpy as np

from houseway.analysis.exact.ends import End, Ends
from houseway.analysis.exact.looks import by_grades, multisets
from houseway.cards import Cards

if TYPE_CHECKING:
    from houseway.analysis.exact.grades import GradedRemoval, Worths


def shown_ends(grades: GradedRemoval) -> Ends:
    """How a round ends under best play."""
    shown = _Shown(grades)
    totals: Counter[End] = Counter()
    for number, (mine, ways) in enumerate(by_grades(grades.groups, grades.once.size)):
        for end, times in shown.best(mine, number):
            totals[end] += ways * times
    return Ends(dict(totals))


class _Shown:
    """All pairs of what the dealer shows and what he hides, those with the same shown part together."""

    def __init__(self, grades: GradedRemoval) -> None:
        self.grades, self.once = grades, grades.once
        full, size = grades.full, self.once.his_size
        parts, rest = multisets(full, self.once.up), multisets(full, self.once.hidden)
        first, second = np.repeat(parts, len(rest), axis=0), np.tile(rest, (len(parts), 1))
        can_be = (first + second <= np.array(full)).all(axis=1)
        self.part = np.repeat(np.arange(len(parts)), len(rest))[can_be]
        self.starts = np.searchsorted(self.part, np.arange(len(parts)))
        self._columns = (first[can_be] * (size + 1) + second[can_be]).T.copy()
        self._ways = {
            n: np.array([comb(n, a) * comb(max(n - a, 0), b) for a in range(size + 1) for b in range(size + 1)])
            for n in range(max(full) + 1)
        }
        self.worths, self.worth = self._worths((first + second)[can_be])
        self._ended: dict[object, list[End]] = {}

    def best(self, mine: Cards, number: int) -> Iterator[tuple[End, int]]:
        """How often each end comes when the best option is taken for every shown part; the first of equals."""
        weights = self._weights(mine)
        branches = self.once.branches(self.once.seen(mine, self._some(mine, 0)))
        again = self.once.branches(self.once.seen(mine, self._some(mine, number)))
        assert branches == again, "what a seat may do depends on what the dealer shows"
        numbers: dict[End, int] = {}
        rows = []
        for branch in branches:
            worths = self.grades.worths_of(branch, mine)
            key = worths, branch.said, branch.stakes
            if key not in self._ended:
                self._ended[key] = self.grades.ends_against(branch, worths, self.worths)
            rows.append([numbers.setdefault(end, len(numbers)) for end in self._ended[key]])
        ended = np.array(rows)
        net = self.grades.question.net
        nets = [sum((net[line] for line in end.lines), Fraction(0)) for end in numbers]
        scale = lcm(*(each.denominator for each in nets))
        assert max(map(abs, nets)) * scale * int(weights.sum()) < 2**62, "sums must fit 64 bits"
        won = np.array([int(each * scale) for each in nets])[ended]
        values = np.array([np.add.reduceat(weights * row[self.worth], self.starts) for row in won])
        ends = ended[values.argmax(axis=0)[self.part], self.worth]
        for end, place in numbers.items():
            times = int(weights[ends == place].sum())
            if times:
                yield end, times

    def _weights(self, mine: Cards) -> np.ndarray:
        """In how many ways each pair comes out of what is left."""
        ways = np.ones(len(self.part), dtype=np.int64)
        for n, column in zip(self.grades.left_beside(mine), self._columns, strict=True):
            ways *= self._ways[n][column]
        return ways

    def _some(self, mine: Cards, number: int) -> Cards:
        """Cards that the dealer may show beside these."""
        left = list((Counter(self.grades.question.cards) - Counter(mine)).elements())
        start = number % (len(left) - self.once.up + 1)
        return tuple(left[start : start + self.once.up])

    def _worths(self, counts: np.ndarray) -> tuple[list[Worths], np.ndarray]:
        """The worths that the dealer's hands have, and which of them each pair is."""
        worth_of: dict[tuple[int, ...], int] = {}
        worths: dict[Worths, int] = {}
        numbers = []
        for row in counts.tolist():
            hand = tuple(row)
            if hand not in worth_of:
                worth_of[hand] = worths.setdefault(self.grades.dealers_worths(self.grades.cards_of(hand)), len(worths))
            numbers.append(worth_of[hand])
        return list(worths), np.array(numbers)
