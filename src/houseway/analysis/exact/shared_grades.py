"""What a player wins who knows cards of others, where suits never matter: exactly.

With which cards he knows, his own among them, it counts only how many there are of each grade, not who holds which. So
all that he can know is gone through as such counts, and for each of them every hand that he may hold in them: what the
dealer can come to is weighed once for all those hands. All sums are whole numbers, and none leaves what its type holds
exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, lcm, prod

import numpy as np

from houseway.analysis.arrays import Longs
from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.looks import by_grades
from houseway.analysis.exact.one_choice import Branch

ROWS = 2_000  # that are weighed at once
GRADES_OF_A_PART = 3  # a part of the work is named by how many are known of each of these
WHOLE_FLOATS = 2**53

Part = tuple[int, ...]


class SharedGrades:
    """A game whose hands see grades, for a player who knows so many cards that are dead."""

    def __init__(self, grades: GradedRemoval, dead: int) -> None:
        assert not grades.once.up, "the dealer's cards are all hidden"
        self.grades, self.once = grades, grades.once
        self.size, self.dead = grades.once.size, dead
        self.full = grades.full
        left = sum(self.full) - self.size - dead
        if left < self.once.hidden:
            raise ValueError(f"{left} cards are left, and the dealer takes {self.once.hidden}")
        self.hidden_hands = comb(left, self.once.hidden)

    # ---- how much there is to do -------------------------------------------------------------------

    @property
    def known(self) -> int:
        """How many cards the player knows, his own among them."""
        return self.size + self.dead

    @cached_property
    def steps(self) -> int:
        """How many products of what he can know and what the dealer can hide there are."""
        ways = [1] + [0] * self.known
        for number in self.full:
            ways = [sum(ways[n - k] for k in range(min(n, number) + 1)) for n in range(self.known + 1)]
        return ways[self.known] * len(self._hidden)

    def parts(self) -> list[Part]:
        """The work in parts: how many of the first grades are known."""
        first, rest = self.full[:GRADES_OF_A_PART], sum(self.full[GRADES_OF_A_PART:])
        ranges = (range(number + 1) for number in first)
        return [part for part in product(*ranges) if 0 <= self.known - sum(part) <= rest]

    # ---- counting ----------------------------------------------------------------------------------

    def won(self, part: Part) -> int:
        """What the best options win in all deals of a part, in whole parts of a unit."""
        total = 0
        for rows in _rows(part, self.full[len(part) :], self.known):
            total += self._won_by(rows)
        return total

    def mean(self, won: int) -> Fraction:
        """What a round wins on average, when all parts have won so much."""
        cards = sum(self.full)
        deals = comb(cards, self.size) * comb(cards - self.size, self.dead) * self.hidden_hands
        return Fraction(won, deals * self.unit)

    def _won_by(self, rows: Longs) -> int:
        left = np.array(self.full) - rows
        ways = np.ones((len(rows), len(self._hidden)), np.float64)
        for grade, binomials in enumerate(self._binomials):
            ways *= binomials[left[:, grade]][:, self._hidden[:, grade]]
        tally = np.add.reduceat(ways, self._starts, axis=1)
        assert (tally.sum(axis=1) == self.hidden_hands).all()
        values = np.maximum.reduceat(tally @ self._columns, self._first_columns, axis=1).astype(np.int64)
        held = np.ones((len(rows), len(self._mine)), np.int64)
        for grade in range(len(self.full)):
            held *= self._chosen[rows[:, grade]][:, self._mine[:, grade]]
        by_kind = np.add.reduceat(held, self._first_of_kind, axis=1)
        won = (by_kind * values).sum(axis=1).tolist()
        return sum(w * prod(map(comb, self.full, row)) for w, row in zip(won, rows.tolist(), strict=True) if w)

    # ---- tables ------------------------------------------------------------------------------------

    @cached_property
    def _dealers(self) -> tuple[Longs, Longs, list[tuple[object, ...]]]:
        return self.grades.dealers_in_order()

    @cached_property
    def _hidden(self) -> Longs:
        """The dealer's hands by grades, those of the same worths together."""
        return self._dealers[0]

    @property
    def _starts(self) -> Longs:
        return self._dealers[1]

    @cached_property
    def _binomials(self) -> list[np.ndarray]:
        """By grade, in how many ways so many come of so many."""
        taken = range(self.once.hidden + 1)
        return [np.array([[comb(n, k) for k in taken] for n in range(number + 1)], np.float64) for number in self.full]

    @cached_property
    def _chosen(self) -> Longs:
        known, taken = range(self.known + 1), range(self.size + 1)
        return np.array([[comb(n, k) for k in taken] for n in known], np.int64)

    @cached_property
    def _kinds(self) -> list[tuple[list[tuple[Fraction | int, ...]], list[tuple[int, ...]]]]:
        """The hands of a seat by what their options win against each of the dealer's worths."""
        worths = self._dealers[2]
        known: dict[object, tuple[Fraction | int, ...]] = {}
        kinds: dict[object, tuple[list[tuple[Fraction | int, ...]], list[tuple[int, ...]]]] = {}

        def wins(branch: Branch, mine: object) -> tuple[Fraction | int, ...]:
            key = branch.said, branch.stakes, mine
            if key not in known:
                ends = self.grades.ends_against(branch, mine, worths)  # type: ignore[arg-type]
                known[key] = tuple(self.grades.won_by(end) for end in ends)
            return known[key]

        for mine, _ in by_grades(self.grades.groups, self.size):
            branches = self.once.branches(self.once.seen(mine, ()))
            options = [wins(branch, self.grades.worths_of(branch, mine)) for branch in branches]
            options = list(dict.fromkeys(options))
            left = self.grades.left_beside(mine)
            counts = tuple(full - n for full, n in zip(self.full, left, strict=True))
            kinds.setdefault(frozenset(options), (options, []))[1].append(counts)
        return list(kinds.values())

    @cached_property
    def unit(self) -> int:
        """All that is won is whole in this part of a unit."""
        return lcm(*(Fraction(won).denominator for options, _ in self._kinds for each in options for won in each))

    @cached_property
    def _columns(self) -> np.ndarray:
        """What each option of each kind wins against each of the dealer's worths."""
        columns = np.array([[won * self.unit for won in each] for options, _ in self._kinds for each in options])
        most = int(np.abs(columns).max()) * self.hidden_hands
        assert most < WHOLE_FLOATS and most * comb(self.known, self.size) < 2**62, "sums must be whole"
        return columns.astype(np.float64).T.copy()

    @cached_property
    def _first_columns(self) -> Longs:
        return _firsts([len(options) for options, _ in self._kinds])

    @cached_property
    def _mine(self) -> Longs:
        """The hands of a seat by grades, kind by kind."""
        return np.array([counts for _, hands in self._kinds for counts in hands], np.int64)

    @cached_property
    def _first_of_kind(self) -> Longs:
        return _firsts([len(hands) for _, hands in self._kinds])


def _firsts(sizes: Sequence[int]) -> Longs:
    return np.cumsum([0, *sizes[:-1]])


def _rows(part: Part, rest: Sequence[int], known: int) -> Iterator[Longs]:
    """All counts by grades of so many cards that begin so, some at a time."""
    rows = np.array([part], np.int64)
    for place, number in enumerate(rest):
        more = np.arange(number + 1)
        rows = np.column_stack([np.repeat(rows, number + 1, axis=0), np.tile(more, len(rows))])
        needed, room = known - rows.sum(axis=1), sum(rest[place + 1 :])
        rows = rows[(needed >= 0) & (needed <= room)]
    for start in range(0, len(rows), ROWS):
        yield rows[start : start + ROWS]
