"""Hours of a table and what they come to: rounds, stakes and wins of an hour, a shift and a month, the chance to lose,
the hold, the time between top awards, the growth of a meter, the bank that it takes.

The rounds of a table are independent of each other, for the pack is whole at each; tables are of each other. The seats
of one are not: a shift is a sum of whole rounds of a table, whose distribution is exact where `risk` counts it. Where
it does not, shifts are dealt, and every figure that hangs on more than the mean has a standard error.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, expm1, log1p, sqrt
from typing import Final

from houseway.analysis.figures import Figures
from houseway.analysis.house_bank import house_bank
from houseway.analysis.progressive import Progressive
from houseway.analysis.risk import Risk
from houseway.analysis.sums import Bounds, RoundSums, sums

DAYS: Final = 30  # a month
CONFIDENCE: Final = Fraction(95, 100)
TENTHS: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How much is played: so many rounds an hour at each of so many tables, in shifts of so many hours, and so many
    hours a day."""

    rounds: Fraction = Fraction(40)
    tables: int = 1
    shift: Fraction = Fraction(8)
    day: Fraction = Fraction(24)

    def __post_init__(self) -> None:
        for what, amount, most in (
            ("rounds an hour", self.rounds, 1000),
            ("tables", self.tables, 1000),
            ("hours a shift", self.shift, 24),
            ("hours a day", self.day, 24),
        ):
            if not 0 < amount <= most:
                raise ValueError(f"{amount} {what}: above 0, and at most {most:,}")

    def rounds_in(self, hours: Fraction) -> int:
        """Of all tables together, to the nearest whole round; one at least."""
        return max(1, round(self.rounds * hours * self.tables))


@dataclass(frozen=True, slots=True)
class SampledShare:
    """A share of dealt shifts, and its standard error."""

    share: Fraction
    error: float


@dataclass(frozen=True, kw_only=True)
class TopAward:
    """The time between top awards of a wager that every seat has. Wagers are taken one after another."""

    wager: str
    paytable: str
    line: str
    chance: Fraction  # of one wager
    wagers_an_hour: Fraction
    hours_a_day: Fraction

    @property
    def mean_wagers(self) -> Fraction:
        return 1 / self.chance

    @property
    def mean_hours(self) -> Fraction:
        return 1 / (self.chance * self.wagers_an_hour)

    @property
    def mean_days(self) -> Fraction:
        return self.mean_hours / self.hours_a_day

    @cached_property
    def median_wagers(self) -> int:
        """The least number of wagers in which one comes as likely as not, exactly: no rounding decides it."""
        about = max(1, ceil(-0.6931471805599453 / log1p(-float(self.chance)))) if self.chance < 1 else 1
        low, high = max(0, about - about // 10**6 - 2), about + about // 10**6 + 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._is_likely(middle) else (middle, high)
        return high

    def _is_likely(self, wagers: int) -> bool:
        """Whether (1 − p)**n is at most 1/2, between bounds that are narrowed until they tell."""
        digits = 64
        while True:
            low, high = _power_bounds(1 - self.chance, wagers, digits)
            if high <= Fraction(1, 2):
                return True
            if low > Fraction(1, 2):
                return False
            digits *= 2

    @property
    def median_hours(self) -> Fraction:
        return self.median_wagers / self.wagers_an_hour

    def within(self, hours: Fraction) -> float:
        """The chance of one or more in so many hours."""
        return -expm1(float(self.wagers_an_hour * hours) * log1p(-float(self.chance))) if self.chance < 1 else 1.0

    @property
    def within_a_day(self) -> float:
        return self.within(self.hours_a_day)

    @property
    def within_a_month(self) -> float:
        return self.within(DAYS * self.hours_a_day)


def _power_bounds(base: Fraction, times: int, bits: int) -> tuple[Fraction, Fraction]:
    """base**times, rounded down and up at every step."""
    one = 1 << bits
    low, high = base.numerator * one // base.denominator, -(-base.numerator * one // base.denominator)
    low_all = high_all = one
    while times:
        if times & 1:
            low_all, high_all = low_all * low >> bits, -(-high_all * high >> bits)
        low, high = low * low >> bits, -(-high * high >> bits)
        times >>= 1
    return Fraction(low_all, one), Fraction(high_all, one)


@dataclass(frozen=True, kw_only=True)
class MeterGrowth:
    """What a progressive meter gathers between its awards, in dollars, and what it and its seeds cost."""

    paytable: str
    meter: str
    seed: Fraction
    an_hour: Fraction
    a_day: Fraction
    mean_top: Fraction
    seeds_a_month: Fraction  # dollars that the house puts in again, on average


@dataclass(frozen=True, kw_only=True)
class Hours:
    """Of tables with all seats betting alike."""

    risk: Risk
    pace: Pace
    loss: Fraction  # of a shift that is asked about
    broken: Fraction  # the chance that the bank is ever broken by
    awards: tuple[TopAward, ...]
    meters: tuple[MeterGrowth, ...]
    shifts: Mapping[Fraction, int] | None = None  # what the house won → dealt shifts, where they are not summed

    # ---- exact for any table -------------------------------------------------------------------------

    @property
    def rounds_a_shift(self) -> int:
        return self.pace.rounds_in(self.pace.shift)

    @property
    def staked_a_round(self) -> Fraction:
        """Before anything is added by play."""
        return self.risk.seats * sum(self.risk.stakes.values(), Fraction(0))

    @property
    def staked_a_shift(self) -> Fraction:
        return self.rounds_a_shift * self.staked_a_round

    @property
    def win_an_hour(self) -> Fraction:
        return self._mean * self.pace.rounds * self.pace.tables

    @property
    def win_a_shift(self) -> Fraction:
        return self._mean * self.rounds_a_shift

    @property
    def win_a_month(self) -> Fraction:
        return self.win_an_hour * self.pace.day * DAYS

    @property
    def _mean(self) -> Fraction:
        assert self.risk.mean is not None
        return self.risk.mean

    @property
    def hold(self) -> Fraction:
        """Of what is staked at first, the share that the house keeps on average."""
        return self._mean / self.staked_a_round

    @property
    def variance_a_shift(self) -> Fraction | None:
        return None if self.risk.variance is None else self.rounds_a_shift * self.risk.variance

    # ---- the distribution ----------------------------------------------------------------------------

    @cached_property
    def sums(self) -> RoundSums | None:
        """What the house wins of a shift, where the rounds of a table are counted."""
        return None if self.risk.exact is None else sums(self.risk.exact, self.rounds_a_shift)

    @property
    def is_exact(self) -> bool:
        """Whether all chances are fractions; else they lie between bounds, or are of dealt shifts."""
        return self.sums is not None and self.sums.is_exact

    @property
    def dealt(self) -> int:
        return sum((self.shifts or {}).values())

    @property
    def chance_of_loss(self) -> Bounds | SampledShare | None:
        """Of losing anything in a shift."""
        return self.below(Fraction(0))

    @property
    def chance_of_more(self) -> Bounds | SampledShare | None:
        """Of losing more than the amount that is asked about."""
        return self.below(-self.loss)

    def below(self, amount: Fraction) -> Bounds | SampledShare | None:
        if self.sums is not None:
            return self.sums.below(amount)
        if not self.shifts:
            return None
        share = Fraction(sum(times for won, times in self.shifts.items() if won < amount), self.dealt)
        return SampledShare(share, sqrt(float(share * (1 - share)) / self.dealt))

    @cached_property
    def win_between(self) -> tuple[Fraction, Fraction] | None:
        """What 95 of a hundred shifts win: as many win less as win more."""
        rest = (1 - CONFIDENCE) / 2
        return None if (low := self.quantile(rest)) is None else (low, self.quantile(1 - rest) or low)

    @property
    def hold_between(self) -> tuple[Fraction, Fraction] | None:
        """The same, as a share of what is staked at first."""
        if self.win_between is None:
            return None
        low, high = self.win_between
        return low / self.staked_a_shift, high / self.staked_a_shift

    def quantile(self, chance: Fraction) -> Fraction | None:
        if self.sums is not None:
            return self.sums.quantile(chance)
        together = Fraction(0)
        for won, times in sorted((self.shifts or {}).items()):
            together += Fraction(times, self.dealt)
            if together >= chance:
                return won
        return None

    @cached_property
    def bank(self) -> Bounds | None:
        """The bank that is ever broken by no more than the chance, where the rounds of a table are counted."""
        return None if self.risk.exact is None else house_bank(self.risk.exact, self.broken)

    @property
    def steps(self) -> dict[Fraction, Fraction]:
        """Of a shift, the amounts that are won less than with one chance in ten, two, and so on."""
        each = ((Fraction(n, TENTHS), self.quantile(Fraction(n, TENTHS))) for n in range(1, TENTHS))
        return {chance: won for chance, won in each if won is not None}


def top_awards(figures: Sequence[Figures], seats: int, pace: Pace) -> tuple[TopAward, ...]:
    """Of each wager, the line that pays most and can come."""
    awards = []
    for of in figures:
        top = max((line for line in of.lines if line.combinations), key=lambda line: line.net)
        awards.append(
            TopAward(
                wager=of.wager,
                paytable=of.paytable,
                line=top.name,
                chance=top.probability,
                wagers_an_hour=seats * pace.rounds * pace.tables,
                hours_a_day=pace.day,
            )
        )
    return tuple(awards)


def growth_of(meter: Progressive, seats: int, pace: Pace) -> MeterGrowth:
    """With a wager of every seat."""
    wagers = seats * pace.rounds * pace.tables
    return MeterGrowth(
        paytable=meter.paytable.name,
        meter=meter.meter,
        seed=meter.seed,
        an_hour=wagers * meter.added,
        a_day=wagers * meter.added * pace.day,
        mean_top=meter.mean_top,
        seeds_a_month=wagers * pace.day * DAYS * meter.reseed_cost,
    )
