"""Where answers about a worth of mine change along all worths of his, in ascending order, without asking about all.

A rule is asked along all his worths for a few of mine. Where its answer changes there it may change for all of mine,
and where his become as good as mine, and better; on every stretch between such places it is asked at both ends and in
the middle. So a few calls settle each worth of mine.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

from houseway.game import Worth

Answer = TypeVar("Answer")

SCANNED = 4  # worths of mine for which all of his are asked about


class Stretch(NamedTuple, Generic[Answer]):
    """Where a stretch of his worths begins, and the answer on all of it."""

    start: int
    answer: Answer


def stretches(
    ask: Callable[[int, int], Answer], mine: Sequence[Worth], his: Sequence[Worth]
) -> list[list[Stretch[Answer]]]:
    """By worth of mine. The rule is asked by the places of the two worths."""
    return _Asked(ask, mine, his).stretches()


class _Asked(Generic[Answer]):
    def __init__(self, ask: Callable[[int, int], Answer], mine: Sequence[Worth], his: Sequence[Worth]) -> None:
        self.ask, self.mine, self.his = ask, mine, his

    def stretches(self) -> list[list[Stretch[Answer]]]:
        fixed = self._fixed_cuts()
        return [self._stretches(mine, fixed) for mine in range(len(self.mine))]

    def _fixed_cuts(self) -> set[int]:
        """Where answers change that do not depend on mine, as with a dealer who opens with a pair."""
        fixed: set[int] = set()
        last = len(self.mine) - 1
        for mine in {last * n // SCANNED for n in range(SCANNED + 1)}:
            rows = [self.ask(mine, his) for his in range(len(self.his))]
            fixed |= {his for his in range(1, len(rows)) if rows[his] != rows[his - 1]} - self._around(mine)
        return fixed

    def _around(self, mine: int) -> set[int]:
        """Where his become as good as mine, and better."""
        return {bisect_left(self.his, self.mine[mine]), bisect_right(self.his, self.mine[mine])}

    def _stretches(self, mine: int, fixed: set[int]) -> list[Stretch[Answer]]:
        edges = sorted({0, len(self.his), *fixed, *self._around(mine)})
        asked = set(edges[:-1])
        asked.update(end - 1 for end in edges[1:])
        asked.update((start + end) // 2 for start, end in pairwise(edges))
        found = [Stretch(0, self.ask(mine, 0))]
        before = 0
        for at in sorted(asked):
            answer = self.ask(mine, at)
            while answer != found[-1].answer:
                before = self._first_other(mine, before, at)
                found.append(Stretch(before, self.ask(mine, before)))
            before = at
        return found

    def _first_other(self, mine: int, low: int, high: int) -> int:
        """The first place above the low one with another answer than it has, where the high one has another."""
        answer = self.ask(mine, low)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.ask(mine, middle) == answer else (low, middle)
        return high
