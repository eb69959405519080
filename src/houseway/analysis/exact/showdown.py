"""Who wins what when two hands are shown: by each worth of mine, the stretches of his on which all lines are the same.

The game's own `settle` is asked for a few pairs of worths only (`stretches`), and a kernel counts his below cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

import numpy as np

from houseway.analysis.arrays import Ints, Longs
from houseway.analysis.exact.courses import Courses
from houseway.analysis.exact.ends import SettledLine
from houseway.analysis.exact.stretches import Stretch, stretches
from houseway.game import Bonus, Contest, Hand, Worth


class Item(NamedTuple):
    """A wager that is settled after these words."""

    wager: str
    said: tuple[str, ...]


class Showdown:
    """All that hands settle when a round ends, for all worths of two hands, in ascending order."""

    def __init__(self, courses: Courses, mine: tuple[Hand, Sequence[Worth]], his: tuple[Hand, Sequence[Worth]]) -> None:
        self.courses = courses
        (my_hand, self.mine), (his_hand, self.his) = mine, his
        bets = [bet for course in courses.finished for bet in courses.bets(course)]
        self.items = list(dict.fromkeys(Item(bet.wager, bet.said) for bet in bets))
        self._asks = [self._ask(item, my_hand, his_hand) for item in self.items]

    @cached_property
    def runs(self) -> list[list[Stretch[tuple[str, ...]]]]:
        """By worth of mine, the stretches of his and the line of each item there."""
        return stretches(self._lines, self.mine, self.his)

    @cached_property
    def cuts(self) -> Ints:
        """By worth of mine, where all stretches but the first begin; filled up with the end of his."""
        cuts = np.full((len(self.mine), max(map(len, self.runs)) - 1), len(self.his), np.int32)
        for mine, runs in enumerate(self.runs):
            cuts[mine, : len(runs) - 1] = [run.start for run in runs[1:]]
        return cuts

    @cached_property
    def lines(self) -> list[tuple[str, ...]]:
        """All that a showdown can be: the line of each item."""
        return list(dict.fromkeys(run.answer for runs in self.runs for run in runs))

    @cached_property
    def of_run(self) -> Ints:
        """By worth of mine and stretch, which of all that a showdown can be; a stretch that is not there is empty."""
        places = {lines: place for place, lines in enumerate(self.lines)}
        found = np.zeros((len(self.mine), self.cuts.shape[1] + 1), np.int32)
        for mine, runs in enumerate(self.runs):
            found[mine, : len(runs)] = [places[run.answer] for run in runs]
        return found

    @cached_property
    def unit(self) -> int:
        """All nets are whole in this part of a unit."""
        return lcm(*(net.denominator for nets in self._nets.values() for net in nets))

    @cached_property
    def _nets(self) -> dict[Item, list[Fraction]]:
        """What each item wins by all that a showdown can be."""
        net = self.courses.question.net
        return {
            item: [net[SettledLine(item.wager, 1, lines[place])] for lines in self.lines]
            for place, item in enumerate(self.items)
        }

    @cached_property
    def groups(self) -> tuple[Longs, Longs]:
        """Bets that win alike, or that always lie there together, are one group: how many times it lies there by
        finished course, and what it wins by worth of mine and stretch."""
        win_alike: dict[tuple[Fraction, ...], list[Item]] = {}
        for item, nets in self._nets.items():
            if any(nets):
                win_alike.setdefault(tuple(nets), []).append(item)
        together: dict[tuple[int, ...], Longs] = {}
        for wins, items in win_alike.items():
            times = tuple(
                sum(bet.times for bet in self.courses.bets(course) if (bet.wager, bet.said) in items)
                for course in self.courses.finished
            )
            won = np.array([int(net * self.unit) for net in wins], np.int64)[self.of_run]
            together[times] = together[times] + won if times in together else won
        lies = np.array(list(together), np.int64).reshape(len(together), len(self.courses.finished))
        return lies, np.array(list(together.values()), np.int64).reshape(len(together), *self.of_run.shape)

    # ---- what is asked -----------------------------------------------------------------------------

    def _lines(self, mine: int, his: int) -> tuple[str, ...]:
        my_worth, his_worth = self.mine[mine], self.his[his]
        return tuple([ask(my_worth, his_worth, said) for ask, said in self._asks])

    def _ask(
        self, item: Item, mine: Hand, his: Hand
    ) -> tuple[Callable[[Worth, Worth, tuple[str, ...]], str], tuple[str, ...]]:
        """The rule that settles an item."""
        match self.courses.game.wager(item.wager):
            case Contest(mine=one, his=other, settle=settle) if (one, other) == (mine, his):
                return settle, item.said
            case Bonus(hand=hand, judge=judge) if hand == mine:
                return lambda worth, _, said: judge(worth), item.said
            case Bonus(hand=hand, judge=judge) if hand == his:
                return lambda _, worth, said: judge(worth), item.said
        raise ValueError(f"{item.wager} looks at other hands than the two that are compared: ask for it apart")
