"""How a round can end for a seat, and in how many ways: every exact method gives this, and every figure follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import NamedTuple

from houseway.game import Game
from houseway.paytable import Paytable

Times = int | Fraction  # of a unit


class SettledLine(NamedTuple):
    """A wager that was settled: how many times the unit it is, and the line."""

    wager: str
    times: Times
    line: str


class End(NamedTuple):
    """What a seat said, and how its wagers were settled."""

    said: tuple[str, ...]
    lines: tuple[SettledLine, ...]


@dataclass(frozen=True)
class Ends:
    """Ways to end a round, each with its weight; the weights are whole numbers and add up to `total`."""

    weights: Mapping[End, int]

    @cached_property
    def total(self) -> int:
        return sum(self.weights.values())

    @cached_property
    def chances(self) -> dict[End, Fraction]:
        return {end: Fraction(weight, self.total) for end, weight in self.weights.items()}

    def mean(self, net: Net) -> Fraction:
        """What the wagers win on average, by what each line wins."""
        won = sum((net[line] * weight for end, weight in self.weights.items() for line in end.lines), Fraction(0))
        return won / self.total


def mixed(branches: Iterable[tuple[int, Ends]]) -> Ends:
    """One of these with so many chances each, brought to one denominator."""
    parts = [(ways, ends) for ways, ends in branches if ways]
    whole = lcm(*(ends.total for _, ends in parts))
    weights: Counter[End] = Counter()
    for ways, ends in parts:
        times = ways * (whole // ends.total)
        for end, weight in ends.weights.items():
            weights[end] += times * weight
    common = gcd(*weights.values())
    return Ends({end: weight // common for end, weight in weights.items()})


def by_hands(hands: Sequence[Ends]) -> Ends:
    """The hands of a split: each by itself stands for all of them, with as many times its wagers as there are hands. So
    whatever is added up over hands has its exact mean. How the hands end together is not told."""
    number = len(hands)

    def for_all(ends: Ends) -> Ends:
        times = (
            (end, [SettledLine(each.wager, number * each.times, each.line) for each in end.lines])
            for end in ends.weights
        )
        return Ends({End(end.said, tuple(lines)): ends.weights[end] for end, lines in times})

    return mixed((1, for_all(ends)) for ends in hands)


class Net:
    """What each line wins in units of the first wager, looked up in the paytables once: of wagers that are counted, and
    of others whose unit is so many times that of the first."""

    def __init__(
        self,
        game: Game,
        pays: Mapping[str, Paytable],
        counted: Iterable[str],
        beside: Mapping[str, Fraction] | None = None,
    ) -> None:
        self._free = {wager.name for wager in game.wagers if wager.free}
        self._pays = pays
        self._units = dict.fromkeys(counted, Fraction(1)) | dict(beside or {})
        self._known: dict[SettledLine, Fraction] = {}

    def __getitem__(self, line: SettledLine) -> Fraction:
        if line not in self._known:
            self._known[line] = self._net(line)
        return self._known[line]

    def _net(self, line: SettledLine) -> Fraction:
        if line.wager not in self._units:
            return Fraction(0)
        table = self._pays[line.wager]
        if line.wager in self._free and line.line not in table.lines:
            return Fraction(0)
        return self._units[line.wager] * line.times * table.net(line.line)
