"""A wager as the PAR sheet of a test laboratory has it: volatility index, hold intervals, and the hold of the drop.

Mean and variance are exact. What a normal curve makes of them is not: a sum of so many rounds is taken for normal, and
how lopsided it still is stands beside it. The hold of the drop is no mathematics of the game at all, for it hangs on
how often what was bought is staked: that is an assumption, and a parameter.
"""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from houseway.analysis.figures import Figures, square_root

# How many standard deviations around the mean of a normal curve hold such a share of it.
QUANTILES: Final = {
    Fraction(90, 100): Decimal("1.6448536269514722"),
    Fraction(95, 100): Decimal("1.9599639845400545"),
    Fraction(99, 100): Decimal("2.5758293035489004"),
}
ROUNDS: Final = (10**4, 10**5, 10**6, 10**7)
TURNOVER: Final = 5  # times that what was bought is staked: an assumption
MOST_TURNOVER: Final = 1000
LOPSIDED: Final = Decimal("0.1")  # skewness of a sum that a normal curve is still taken for


@dataclass(frozen=True, slots=True)
class HoldInterval:
    """Where the hold of so many rounds lies with such a confidence, as a share of the stakes of the first wager."""

    rounds: int
    confidence: Fraction
    low: Decimal
    high: Decimal


@dataclass(frozen=True, kw_only=True)
class ParSheet:
    figures: Figures
    turnover: int = TURNOVER

    def __post_init__(self) -> None:
        if not 1 <= self.turnover <= MOST_TURNOVER:
            raise ValueError(f"turnover {self.turnover}: what is bought is staked 1 to {MOST_TURNOVER} times")

    @property
    def hold(self) -> Fraction:
        """Of the first stakes: the house edge."""
        return self.figures.house_edge

    @property
    def hold_of_handle(self) -> Fraction:
        """Of all that is staked: the element of risk."""
        return self.figures.element_of_risk

    @property
    def hold_of_drop(self) -> Fraction:
        """Of what was bought, if all that is left of it is staked so many times."""
        return 1 - (1 - self.hold_of_handle) ** self.turnover

    def volatility_index(self, confidence: Fraction) -> Decimal:
        """The half-width of what one round wins, were it normal: of a million rounds a thousandth of it."""
        return QUANTILES[confidence] * self.figures.standard_deviation

    def interval(self, rounds: int, confidence: Fraction) -> HoldInterval:
        reach = QUANTILES[confidence] * self.standard_error(rounds)
        edge = _decimal(self.hold)
        return HoldInterval(rounds, confidence, edge - reach, edge + reach)

    def standard_error(self, rounds: int) -> Decimal:
        """The standard deviation of the hold of so many rounds."""
        return square_root(self.figures.variance / rounds)

    def skew(self, rounds: int) -> Decimal:
        """The skewness of the hold of so many rounds, which a normal curve has not."""
        return -self.figures.skew / square_root(Fraction(rounds))

    def is_normal(self, rounds: int) -> bool:
        return abs(self.skew(rounds)) <= LOPSIDED


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)
