"""How a round ends for each worth of the seat's hand, along the dealer's worths in their order.

What a wager's line is between two hands is asked of the game, for each worth of the seat's along runs of equal ends.
So a kernel needs to know no rule: only where the runs of a worth begin, and what a deal in each of them wins.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import lcm
from typing import NamedTuple

import numpy as np

from houseway.analysis.arrays import Ints, Longs
from houseway.analysis.exact.ends import End, Ends, SettledLine
from houseway.analysis.exact.one_choice import Branch, OneChoice
from houseway.analysis.exact.question import Question
from houseway.analysis.exact.runs import answer_at, runs
from houseway.game import SEAT, Option, Seen, Worth

Worths = tuple[Worth, ...]  # of all hands that look at one place

SAMPLED = 5_000  # so many pairs of hands are settled once more, to see that no run was overlooked


@dataclass(frozen=True, slots=True)
class Kind:
    """Hands of a seat that have the same worths and the same options."""

    mine: Worths
    branches: tuple[Branch, ...]


class Row(NamedTuple):
    """Of a kind: the first of the dealer's worths of all runs but the first, and the end in each run, option by
    option."""

    bounds: list[int]
    ends: list[End]


def asking(once: OneChoice, order: Sequence[Worths], mine: Worths, branch: Branch) -> Callable[[int], End]:
    """How the round ends with these worths of the seat's against each place in the order of the dealer's."""
    said = branch.said
    wagers = list(branch.stakes.unsettled(once.game, once.question.wagers))
    where = {hand: place for place, hand in enumerate((*once.my_hands, *once.his_hands))}
    looks = [(wager, tuple(where[hand] for hand in wager.hands)) for wager, _ in wagers]
    known: dict[tuple[str, ...], End] = {}

    def ask(ordinal: int) -> End:
        worths = mine + order[ordinal]
        lines = tuple([wager.line(tuple([worths[place] for place in look]), said) for wager, look in looks])
        if lines not in known:
            made = (SettledLine(wager.name, times, line) for (wager, times), line in zip(wagers, lines, strict=True))
            known[lines] = End(said, tuple(sorted((*branch.stakes.settled, *made))))
        return known[lines]

    return ask


def after_each_option(once: OneChoice, order: Sequence[Worths], seen: Seen, times: Sequence[int]) -> dict[Option, Ends]:
    """How a round ends after each option that a seat has where it sees this, against so many hidden hands of each of
    the dealer's worths."""
    mine = tuple(hand.worth(seen[SEAT]) for hand in once.my_hands)
    found: dict[Option, Ends] = {}
    for branch in once.branches(seen):
        assert branch.option is not None
        ask = asking(once, order, mine, branch)
        weights: Counter[End] = Counter()
        for ordinal, number in enumerate(times):
            if number:
                weights[ask(ordinal)] += number
        found[branch.option] = Ends(weights)
    return found


def is_against(once: OneChoice, branch: Branch) -> bool:
    """Whether the dealer's hand still matters to a wager."""
    wagers = branch.stakes.unsettled(once.game, once.question.wagers)
    return any(hand in once.his_hands for wager, _ in wagers for hand in wager.hands)


class Against:
    """Kinds of hands against all worths of the dealer's, in `order`."""

    def __init__(self, once: OneChoice, order: Sequence[Worths], kinds: Sequence[Kind]) -> None:
        self.once = once
        self.question: Question = once.question
        self.order = order
        self.kinds = kinds

    @cached_property
    def rows(self) -> list[Row]:
        """The runs of each kind."""
        order = self.order
        rows: list[Row] = []
        bounds: list[int] = []
        chance = np.random.default_rng(1)
        for kind in self.kinds:
            asks = [asking(self.once, order, kind.mine, branch) for branch in kind.branches]
            near = place_among(order, kind.mine)
            probes = {place + by for place in (near, *bounds) for by in (-1, 0, 1)}
            found = [
                runs(ask, len(order) if is_against(self.once, branch) else 1, probes)
                for ask, branch in zip(asks, kind.branches, strict=True)
            ]
            bounds = sorted({first for each in found for first, _ in each} - {0})
            rows.append(Row(bounds, [answer_at(each, first) for each in found for first in (0, *bounds)]))
            for ordinal in chance.integers(len(order), size=-(-SAMPLED // len(self.kinds))).tolist():
                for ask, each in zip(asks, found, strict=True):
                    assert answer_at(each, ordinal) == ask(ordinal), f"{kind.mine} against {order[ordinal]}"
        return rows

    # ---- as arrays ---------------------------------------------------------------------------------

    @cached_property
    def ends(self) -> dict[End, int]:
        """All ends that there are, numbered."""
        return {end: number for number, end in enumerate(dict.fromkeys(chain.from_iterable(r for _, r in self.rows)))}

    @cached_property
    def unit(self) -> int:
        """All nets are whole in this part of a unit of the first wager."""
        return lcm(*(value.denominator for value in self._won))

    @cached_property
    def nets(self) -> Longs:
        """What each end wins."""
        return np.array([int(value * self.unit) for value in self._won], np.int64)

    @cached_property
    def _won(self) -> list[Fraction]:
        return [sum((self.question.net[line] for line in end.lines), Fraction(0)) for end in self.ends]

    @cached_property
    def bounds(self) -> Ints:
        """By kind, where its runs begin, all but the first; filled up with the end of the dealer's worths."""
        most = max(len(row.bounds) for row in self.rows)
        bounds = np.full((len(self.rows), most), len(self.order), np.int32)
        for kind, row in enumerate(self.rows):
            bounds[kind, : len(row.bounds)] = row.bounds
        return bounds

    @cached_property
    def options(self) -> Ints:
        """How many options each kind has."""
        return np.array([len(kind.branches) for kind in self.kinds], np.int32)

    @cached_property
    def ends_of_runs(self) -> Ints:
        """By kind, option and run the number of the end; a run that is not there is empty."""
        found = np.zeros((len(self.rows), int(self.options.max()), self.bounds.shape[1] + 1), np.int32)
        for kind, (row, options) in enumerate(zip(self.rows, self.options.tolist(), strict=True)):
            numbers = np.array([self.ends[end] for end in row.ends], np.int32).reshape(options, len(row.bounds) + 1)
            found[kind, :options, : len(row.bounds) + 1] = numbers
        return found


def place_among(order: Sequence[Worths], worths: Worths) -> int:
    """Where these worths would stand, if they can be compared."""
    try:
        return bisect_left(order, worths)
    except TypeError:
        return 0
