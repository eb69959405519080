"""What was counted beside what is exact: the wagers of a unit together, at the first seat.

The seats of one round share a pack and a dealer, so only the first seat's rounds are independent of each other; its
error follows from the exact variance. Means and variances are fractions; errors and z are floats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

from houseway.analysis.exact.ends import End, Ends, Net
from houseway.analysis.exact.question import Question
from houseway.analysis.machine.columns import Unanswered
from houseway.analysis.machine.rounds import Machine, Unit
from houseway.analysis.simulation.batches import BatchTally


@dataclass(frozen=True, kw_only=True)
class Measured:
    """What the wagers of a unit won in so many rounds, and what they win."""

    unit: Unit
    rounds: int
    won: Mapping[Fraction, int]  # in units of the first wager → how often
    exact: Mapping[Fraction, Fraction]  # … → with what chance

    @cached_property
    def mean(self) -> Fraction:
        return sum((won * times for won, times in self.won.items()), Fraction(0)) / self.rounds

    @cached_property
    def exact_mean(self) -> Fraction:
        return sum((won * chance for won, chance in self.exact.items()), Fraction(0))

    @property
    def standard_error(self) -> float:
        square = sum((won**2 * chance for won, chance in self.exact.items()), Fraction(0))
        return sqrt((square - self.exact_mean**2) / self.rounds)

    @property
    def z(self) -> float:
        off = float(self.mean - self.exact_mean)
        return off / self.standard_error if off else 0.0


def counted(machine: Machine, unit: Unit, tally: BatchTally, seat: int = 0) -> Counter[End]:
    """How often each end of a unit came at a seat."""
    times = tally.counts[seat, unit.start : unit.start + len(unit.ends)].tolist()
    return Counter({end: n for end, n in zip(unit.ends, times, strict=True) if n and not isinstance(end, Unanswered)})


def measured(machine: Machine, unit: Unit, tally: BatchTally, question: Question, exact: Ends) -> Measured:
    """A unit's wagers under the paytables of a question, beside the exact ends of rounds with these wagers in them."""
    net = Net(question.game, question.pays, unit.wagers)
    won: Counter[Fraction] = Counter()
    for end, times in counted(machine, unit, tally).items():
        won[sum((net[line] for line in end.lines), Fraction(0))] += times
    chances: Counter[Fraction] = Counter()
    for end, weight in exact.weights.items():
        chances[sum((net[line] for line in end.lines), Fraction(0))] += weight
    return Measured(
        unit=unit,
        rounds=tally.rounds,
        won=won,
        exact={won: Fraction(weight, exact.total) for won, weight in chances.items()},
    )
