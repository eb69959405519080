"""Sets of cards by how many they hold of each grade: level m has the sets of m cards.

Grades that are alike stand side by side and may be exchanged. Sets that differ by an exchange only are one here: the
one that holds most of the first. A set's code is a sum over its grades that no exchange changes, so a set is found
from the code of another and the cards that come or go, without looking at the rest.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import factorial

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.joint.kernel import find_all, find_nexts, number


class Level:
    """All sets of one size."""

    def __init__(self, counts: Bytes, places: Longs) -> None:
        self.counts = counts
        self.codes = _codes(counts, places)

    def __len__(self) -> int:
        return len(self.counts)

    @cached_property
    def slots(self) -> Ints:
        """Where the set of a code stands: a hash table that is at most half full."""
        slots = np.full(2 << len(self).bit_length(), -1, np.int32)
        number(self.codes, slots)
        return slots


class JointSets:
    def __init__(self, full: Sequence[int], alike: Sequence[int], most: int) -> None:
        """Sets of up to `most` cards out of `full`; grades with the same mark in `alike` may be exchanged."""
        self.alike: Longs = np.array(alike)
        self.caps: Longs = np.minimum(full, most)
        self.places = self._places()
        self.levels = [Level(counts, self.places) for counts in self._counts(most)]

    def _places(self) -> Longs:
        """What so many cards of a grade add to a code: alone, their number in its digit; among grades that are alike,
        one in a digit for grades with so many."""
        places = np.zeros((len(self.caps), int(self.caps.max(initial=0)) + 1), np.int64)
        worth, marks = 1, Counter(self.alike.tolist())
        for grade, (mark, cap) in enumerate(zip(self.alike.tolist(), self.caps.tolist(), strict=True)):
            if grade and mark == self.alike[grade - 1]:
                places[grade] = places[grade - 1]
                continue
            base = marks[mark] + 1
            for times in range(1, cap + 1):
                places[grade, times] = worth * (times if base == 2 else base ** (times - 1))
            worth *= cap + 1 if base == 2 else base**cap
        assert worth < 2**63, "a code is a 64-bit number"
        return places

    def _counts(self, most: int) -> list[Bytes]:
        """Level by level, each set from the one without a card of its last grade."""
        grades = len(self.caps)
        levels = [np.zeros((1, grades), np.uint8)]
        lasts = np.zeros(1, np.int64)
        for _ in range(most):
            below, grown, grown_lasts = levels[-1], [], []
            for grade in range(grades):
                can = (lasts <= grade) & (below[:, grade] < self.caps[grade])
                if grade and self.alike[grade] == self.alike[grade - 1]:
                    can &= below[:, grade] < below[:, grade - 1]
                more = below[can]
                more[:, grade] += 1
                grown.append(more)
                grown_lasts.append(np.full(len(more), grade))
            levels.append(np.concatenate(grown))
            lasts = np.concatenate(grown_lasts)
        return levels

    @cached_property
    def nexts(self) -> list[Ints]:
        """By level: the set with one card more of each grade, or -1 where it has no more or where a grade before it,
        alike and as often held, speaks for it."""
        nexts = []
        for low, high in zip(self.levels, self.levels[1:], strict=False):
            to = np.empty(low.counts.shape, np.int32)
            find_nexts(low.counts, low.codes, self.places, self.alike, self.caps, high.codes, high.slots, to)
            nexts.append(to)
        return nexts

    @cached_property
    def fellows(self) -> list[Longs]:
        """By level: how many sets each stands for."""
        fellows = []
        factorials = np.array([factorial(n) for n in range(21)])
        for level in self.levels:
            times = np.ones(len(level), np.int64)
            for mark, number_alike in Counter(self.alike.tolist()).items():
                alike = level.counts[:, self.alike == mark]
                same = np.ones(len(level), np.int64)
                for n in range(int(alike.max(initial=0)) + 1):
                    same *= factorials[(alike == n).sum(axis=1)]
                times *= factorials[number_alike] // same
            fellows.append(times)
        return fellows

    def among(self, coarser: "JointSets", cards: int) -> Ints:
        """Where the sets of so many cards stand among those for which more grades are alike."""
        level = coarser.levels[cards]
        rows = np.empty(len(self.levels[cards]), np.int32)
        find_all(_codes(self.levels[cards].counts, coarser.places), level.codes, level.slots, rows)
        return rows


def _codes(counts: Bytes, places: Longs) -> Longs:
    codes = np.zeros(len(counts), np.int64)
    for grade, numbers in enumerate(counts.T):
        codes += places[grade, numbers]
    return codes


@lru_cache(maxsize=6)  # the largest have three million sets
def sets_of(full: tuple[int, ...], alike: tuple[int, ...], most: int) -> JointSets:
    """`alike` counts on from 0: the same sets are found again."""
    return JointSets(full, alike, most)
