"""What a simulation found, beside what is exact.

The hands of one round are not independent: they share a pack and a dealer. So a wager is measured at the first seat
alone, whose rounds are independent of each other, and its error follows from the wager's exact variance. The counts of
all seats are kept. Means and variances are fractions of counts; z, errors and quantiles are floats.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import sqrt
from statistics import NormalDist
from typing import ClassVar

from houseway.analysis.figures import Figures
from houseway.analysis.machine.meters import MeterRun
from houseway.paytable import Paytable

CONFIDENCE = Fraction(95, 100)
WITHIN = 3.0  # standard errors: as good as agreed
CAUGHT = 5.0  # beyond them chance is no excuse: less than once in a million
FEW_WINS = 10  # with fewer to be expected, z says nothing
QUANTILES = tuple(Fraction(n, 100) for n in (1, 5, 25, 50, 75, 95, 99))
BINS = 15  # of a histogram
MOST_SKEW = Fraction(6, 10)  # of a mean that is taken for normal


@dataclass(frozen=True, slots=True)
class Ended:
    """A line of a wager: what it wins of a unit staked, how often it came, how often it comes."""

    line: str
    net: Fraction
    count: int


@dataclass(frozen=True, kw_only=True)
class Measured:
    """A wager under a paytable at the first seat, against the exact figures of the paytable named in `exact`."""

    wager: str
    paytable: Paytable
    rounds: int
    ended: tuple[Ended, ...]
    exact: Figures
    confidence: ClassVar[Fraction] = CONFIDENCE

    @cached_property
    def house_edge(self) -> Fraction:
        return -sum((end.net * end.count for end in self.ended), Fraction(0)) / self.rounds

    @cached_property
    def variance(self) -> Fraction:
        """The variance of a wager of 1 as these rounds show it."""
        square = sum((end.net**2 * end.count for end in self.ended), Fraction(0)) / self.rounds
        return square - self.house_edge**2

    @property
    def standard_error(self) -> float:
        """The standard error of the edge, by the exact variance."""
        return sqrt(self.exact.variance / self.rounds)

    @property
    def interval(self) -> tuple[float, float]:
        reach = NormalDist().inv_cdf(float(1 + CONFIDENCE) / 2) * self.standard_error
        return float(self.house_edge) - reach, float(self.house_edge) + reach

    @property
    def z(self) -> float:
        off, error = float(self.house_edge - self.exact.house_edge), self.standard_error
        return off / error if error else 0.0 if off == 0 else float("inf")

    @property
    def hit_frequency(self) -> Fraction:
        return Fraction(sum(end.count for end in self.ended if end.net > 0), self.rounds)

    @cached_property
    def impossible(self) -> tuple[str, ...]:
        """Lines that came, though by the exact figures they never do."""
        never = {line.name for line in self.exact.lines if not line.combinations}
        return tuple(end.line for end in self.ended if end.count and end.line in never)

    @cached_property
    def is_too_few(self) -> bool:
        """Whether z says nothing yet: few wins were to be expected, or the mean is still as lopsided as a rare award
        makes it that was hardly to be expected once."""
        if self.impossible:
            return False
        if not self.exact.variance or self.exact.hit_frequency * self.rounds < FEW_WINS:
            return True
        return self.exact.third_central_moment**2 > MOST_SKEW**2 * self.exact.variance**3 * self.rounds

    @property
    def verdict(self) -> str:
        if self.impossible:
            return "DIFFERS"
        if self.is_too_few:
            return "too few"
        return "agrees" if abs(self.z) <= WITHIN else "far" if abs(self.z) <= CAUGHT else "DIFFERS"


@dataclass(frozen=True, slots=True)
class Bin:
    """The share of values from `low` to below `high`; an outermost bin has no bound on its outer side."""

    low: float | None
    high: float | None
    share: float

    @property
    def is_between(self) -> bool:
        return self.low is not None and self.high is not None


@dataclass(frozen=True, kw_only=True)
class Spread:
    """A distribution as simulated rounds had it: each value, and how often it came."""

    times: Mapping[Fraction, int]
    exact_mean: Fraction | None = None  # by the exact figures, where all wagers in play have them

    @cached_property
    def number(self) -> int:
        return sum(self.times.values())

    @cached_property
    def ordered(self) -> list[tuple[Fraction, int]]:
        return sorted(self.times.items())

    @cached_property
    def mean(self) -> Fraction:
        return sum((value * times for value, times in self.times.items()), Fraction(0)) / self.number

    @cached_property
    def deviation(self) -> float:
        square = sum((value**2 * times for value, times in self.times.items()), Fraction(0)) / self.number
        return sqrt(square - self.mean**2)

    def quantile(self, share: Fraction) -> Fraction:
        """The least value that so many stay within."""
        below = 0
        for value, times in self.ordered:
            below += times
            if below >= share * self.number:
                return value
        return self.ordered[-1][0]

    @property
    def quantiles(self) -> dict[Fraction, Fraction]:
        return {share: self.quantile(share) for share in QUANTILES}

    def histogram(self, bins: int = BINS) -> "list[Bin]":
        """Equal steps over all but the outermost per cent on either side, which have bins of their own."""
        low, high = (float(self.quantile(share)) for share in (QUANTILES[0], QUANTILES[-1]))
        step = (high - low) / bins or 1.0
        edges = [low + step * number for number in range(bins)] + [max(high, low + step * bins)]
        times = Counter[int]()
        for value, n in self.times.items():
            times[bisect_right(edges, float(value))] += n
        bounds = pairwise((None, *edges, None))
        all_bins = [Bin(*pair, times[number] / self.number) for number, pair in enumerate(bounds)]
        return [each for each in all_bins if each.is_between or each.share]

    def chance(self, low: Fraction | None, high: Fraction | None) -> Fraction:
        """How many lie from `low` to below `high`."""
        met = sum(n for v, n in self.times.items() if (low is None or v >= low) and (high is None or v < high))
        return Fraction(met, self.number)


@dataclass(frozen=True, kw_only=True)
class Simulation:
    """Rounds that were dealt at random: every wager beside its exact figures, sessions, shifts and meters."""

    game: str
    decks: int
    seats: int
    player: str
    house: str | None  # the way by which the dealer sets his cards
    player_hash: str | None
    house_hash: str | None
    seed: int
    asked_rounds: int
    rounds: int
    session_rounds: int
    shift_rounds: int
    stakes: Mapping[str, Fraction]  # dollars
    staked_on: Mapping[str, str]  # the paytable that sessions and shifts are paid by
    measured: tuple[Measured, ...]
    sessions: Spread | None  # dollars won by the first seat
    holds: Spread | None  # of what was staked, the share that the house kept
    shift_wins: Spread | None  # dollars won by the house
    meters: tuple[MeterRun, ...] = ()
    counts: Mapping[str, Mapping[str, tuple[int, ...]]]  # wager -> line -> how often, seat by seat

    @property
    def broken_off(self) -> bool:
        return self.rounds < self.asked_rounds

    @property
    def caught(self) -> bool:
        """Whether a figure is farther off than chance explains."""
        return any(each.verdict == "DIFFERS" for each in self.measured)


def spread(values: Counter[Fraction], exact_mean: Fraction | None) -> Spread | None:
    return Spread(times=values, exact_mean=exact_mean) if values else None
