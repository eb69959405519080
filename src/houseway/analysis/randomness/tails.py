"""Tails of the distributions that the tests need.

The regularised incomplete gamma function is summed as a series below its middle and as a continued fraction above
it, so that a tail is never the small difference of two large numbers.
"""

from math import erfc, exp, lgamma, log, sqrt
from typing import Final

ENOUGH: Final = 1e-16
TINY: Final = 1e-300


def chi_square_tails(statistic: float, freedom: int) -> tuple[float, float]:
    """The chances of a chi-square as small, and as great, as this."""
    return gamma_tails(freedom / 2, statistic / 2)


def two_sided_chi_square(statistic: float, freedom: int) -> float:
    """Counts that are too even are as suspect as counts that are too uneven."""
    return min(1.0, 2 * min(chi_square_tails(statistic, freedom)))


def two_sided_normal(z: float) -> float:
    return erfc(abs(z) / sqrt(2))


def poisson_at_least(times: int, mean: float) -> float:
    """The chance of so many rare events or more."""
    return 1.0 if times <= 0 else gamma_tails(times, mean)[0]


def gamma_tails(shape: float, value: float) -> tuple[float, float]:
    """The regularised lower and upper incomplete gamma functions."""
    if value <= 0:
        return 0.0, 1.0
    front = exp(shape * log(value) - value - lgamma(shape))
    if value < shape + 1:
        low = min(1.0, front * _series(shape, value))
        return low, 1 - low
    high = min(1.0, front * _fraction(shape, value))
    return 1 - high, high


def _series(shape: float, value: float) -> float:
    term = total = 1 / shape
    place = shape
    while term > total * ENOUGH:
        place += 1
        term *= value / place
        total += term
    return total


def _fraction(shape: float, value: float) -> float:
    """Evaluated from the front, by Lentz's rule."""
    b = value + 1 - shape
    c, d = 1 / TINY, 1 / (b if abs(b) > TINY else TINY)
    fraction = d
    step, change = 0, 0.0
    while abs(change - 1) > ENOUGH * 4:
        step += 1
        a = -step * (step - shape)
        b += 2
        d = a * d + b
        d = 1 / (d if abs(d) > TINY else TINY)
        c = b + a / c
        c = c if abs(c) > TINY else TINY
        change = c * d
        fraction *= change
    return fraction
