"""The bank that a house needs so that it is ever broken by no more than a chance: for a game that wins on average.

Let θ be the number above nothing for which e^(−θ·win) is 1 on average. Then e^(−θ·bank), round by round, is a fair
game: the bank is ever broken with a chance of at most e^(−θ·bank), and of at least e^(−θ·(bank + L)), where L is the
most that a round costs (Lundberg). The bank is told between the two.
"""

from fractions import Fraction
from math import expm1, log
from typing import Final

from houseway.analysis.sums import Bounds, Chances

SURE: Final = 1e-12  # of its terms together: no sum of a thousand 64-bit numbers is farther off
CENT: Final = Fraction(1, 100)


def house_bank(wins: Chances, risk: Fraction) -> Bounds | None:
    """Of what the house wins of a round; None where it does not win on average, for then it is broken for certain. What
    never loses needs none."""
    if not 0 < risk < 1:
        raise ValueError(f"{risk} is not a risk: above 0 and below 1")
    if sum(amount * chance for amount, chance in wins.items()) <= 0:
        return None
    most_lost = -min(amount for amount, chance in wins.items() if chance)
    if most_lost <= 0:
        return Bounds.at(Fraction(0))
    low, high = exponents({float(amount): float(chance) for amount, chance in wins.items()}, float(most_lost))
    enough = _cents(log(1 / float(risk)) / low, up=True)
    too_little = _cents(log(1 / float(risk)) / high, up=False) - most_lost
    return Bounds(max(Fraction(0), too_little), enough)


def exponents(wins: dict[float, float], scale: float) -> tuple[float, float]:
    """Two numbers, close together, between which θ lies for certain."""

    def over(theta: float) -> float:
        """How far e^(−θ·win) is above 1 on average: below at first, above in the end."""
        return sum(chance * expm1(-theta * win / scale) for win, chance in wins.items())

    def error(theta: float) -> float:
        """More than all roundings of that sum together."""
        return SURE * sum(chance * abs(expm1(-theta * win / scale)) for win, chance in wins.items())

    low = high = 1e-9
    while over(high) <= 0:
        low, high = high, high * 2
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (middle, high) if over(middle) < 0 else (low, middle)
    while over(low) > -error(low):
        low -= low * 1e-9
    while over(high) < error(high):
        high += high * 1e-9
    return low / scale, high / scale


def _cents(dollars: float, *, up: bool) -> Fraction:
    """To the cent, away from what is certain; a 64-bit number of dollars is nearer than that."""
    cents = int(dollars * 100)
    return Fraction(cents + 1 if up else cents, 100)
