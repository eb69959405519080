"""Targets: the figures that a paytable is asked to have.

A target is *met* when the exact figure rounds to it, as with a letter's figures; a fraction has to be met exactly.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.figures import Figures, percent
from houseway.letters.published import decimal_places

MOST_PAY = 1_000_000


@dataclass(frozen=True, slots=True)
class Target:
    """A figure asked for, with the unit of its last digit: nothing if it is meant exactly."""

    text: str
    value: Fraction
    unit: Fraction = Fraction(0)

    def miss(self, exact: Fraction) -> Fraction:
        """How far the exact figure is from rounding to the target."""
        return max(abs(exact - self.value) - self.unit / 2, Fraction(0))


def parse_target(
    text: str,
    what: str,
    *,
    most: Fraction | None = None,
    may_be_negative: bool = False,
    such: str = "4.5%, 0.045 or 9852/270725",
) -> Target:
    """`4.5%`, `0.045`, `3.41`, or a fraction such as `9852/270725`; an edge of the player's is `-1.1%`."""
    plain = re.fullmatch(r"(-?\d{1,9}(?:\.\d{1,12})?)\s*(%?)", text.strip())
    exact = re.fullmatch(r"(-?\d{1,40})/([1-9]\d{0,39})", text.strip())
    if not (plain or exact) or (text.strip().startswith("-") and not may_be_negative):
        raise ValueError(f"{text!r} is not {what}: such as {such}")
    if exact:
        target = Target(text, Fraction(int(exact[1]), int(exact[2])))
    else:
        assert plain is not None
        scale = 100 if plain[2] else 1
        target = Target(text, Fraction(plain[1]) / scale, Fraction(1, scale * 10 ** decimal_places(plain[1])))
    if most is not None and target.value > most:
        raise ValueError(f"{text!r} is not {what}: it is at most {percent(most, 0)}")
    return target


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The figures that a paytable is to have: its edge, and perhaps hit frequency, variance and top pay."""

    edge: Target
    hit: Target | None = None
    variance: Target | None = None
    top: int | None = None

    def __post_init__(self) -> None:
        if self.hit and not self.hit.value:
            raise ValueError(f"{self.hit.text!r} is not a hit frequency: a wager that never hits has no paytable")
        if self.variance and not self.variance.value:
            raise ValueError(f"{self.variance.text!r} is not a variance: it is above nothing")
        if self.top is not None and not 1 <= self.top <= MOST_PAY:
            raise ValueError(f"{self.top} is not a top pay: 1 to {MOST_PAY:,}")

    def misses(self, figures: Figures) -> dict[str, Fraction]:
        """How far each figure is from what was asked for."""
        asked = (
            ("hit frequency", self.hit, figures.hit_frequency),
            ("edge", self.edge, figures.house_edge),
            ("variance", self.variance, figures.variance),
        )
        return {name: target.miss(exact) for name, target, exact in asked if target}
