"""Targets: the figures that a paytable is asked to have.

A target is *met* when the exact figure rounds to it, as with a letter's figures; a fraction has to be met exactly, and
a range, `2.8%..3.2%`, by every figure from one end to the other. An end that is not given is nothing, or the most that
there is.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.figures import Figures, percent
from houseway.letters.published import decimal_places

MOST_PAY = 1_000_000
FARTHEST = Fraction(MOST_PAY**2)  # that a variance may be
RANGE = ".."
RANGES = "2.8%..3.2%, 21%.. or ..30%"


@dataclass(frozen=True, slots=True)
class Target:
    """A figure asked for, with the unit of its last digit: nothing if it is meant exactly. Of a range its middle, and
    how wide it is."""

    text: str
    value: Fraction
    unit: Fraction = Fraction(0)
    is_range: bool = False

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        return self.value - self.unit / 2, self.value + self.unit / 2

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
    """`4.5%`, `0.045`, `3.41`, or a fraction such as `9852/270725`; an edge of the player's is `-1.1%`. A range has two
    of them, or one: `2.8%..3.2%`, `21%..`, `..30%`."""
    if RANGE in text:
        return _range(text, what, most=most, may_be_negative=may_be_negative, such=such)
    plain = re.fullmatch(r"(-?\d{1,9}(?:\.\d{1,12})?)\s*(%?)", text.strip())
    exact = re.fullmatch(r"(-?\d{1,40})/([1-9]\d{0,39})", text.strip())
    if not (plain or exact) or (text.strip().startswith("-") and not may_be_negative):
        raise ValueError(f"{text!r} is not {what}: such as {such}, or a range such as {RANGES}")
    if exact:
        target = Target(text, Fraction(int(exact[1]), int(exact[2])))
    else:
        assert plain is not None
        scale = 100 if plain[2] else 1
        target = Target(text, Fraction(plain[1]) / scale, Fraction(1, scale * 10 ** decimal_places(plain[1])))
    if most is not None and target.value > most:
        raise ValueError(f"{text!r} is not {what}: it is at most {percent(most, 0)}")
    return target


def _range(text: str, what: str, *, most: Fraction | None, may_be_negative: bool, such: str) -> Target:
    low, _, high = (each.strip() for each in text.partition(RANGE))
    if not low and not high:
        raise ValueError(f"{text!r} is not {what}: a range has an end, such as {RANGES}")

    def end(given: str, without: Fraction) -> Fraction:
        if not given:
            return without
        return parse_target(given, what, most=most, may_be_negative=may_be_negative, such=such).value

    least, greatest = end(low, Fraction(0)), end(high, most or FARTHEST)
    if least > greatest:
        raise ValueError(f"{text!r} is not {what}: a range begins with its lower end, such as {RANGES}")
    return Target(text.strip(), (least + greatest) / 2, greatest - least, is_range=True)


@dataclass(frozen=True, slots=True)
class Top:
    """A range for what the highest line pays.

    >>> houseway.Top(500, 1000) == houseway.parse_top("500..1000")
    True
    """

    least: int
    most: int

    def __str__(self) -> str:
        return f"{self.least:,}{RANGE}{self.most:,}"


def parse_top(text: str) -> int | Top:
    """What the highest line is to pay: `1000`, or a range, `..1000`, `500..` or `500..1000`.

    >>> houseway.parse_top("..1000")
    Top(least=1, most=1000)
    """
    plain = re.fullmatch(r"(-?\d[\d,]*)?(?:(\.\.)(\d[\d,]*)?)?", text.strip())
    if not plain or not (plain[1] or plain[3]):
        raise ValueError(f"{text!r} is not a top pay: 1 to {MOST_PAY:,}, such as 1000, or a range such as 500..1000")
    low, high = (int((plain[n] or "").replace(",", "") or without) for n, without in ((1, 1), (3, MOST_PAY)))
    return Top(low, high) if plain[2] else low


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The figures that a paytable is to have: its edge, and perhaps hit frequency, variance and top pay. Each is a
    figure, or a range."""

    edge: Target
    hit: Target | None = None
    variance: Target | None = None
    top: int | Top | None = None

    def __post_init__(self) -> None:
        if self.hit and not self.hit.value:
            raise ValueError(f"{self.hit.text!r} is not a hit frequency: a wager that never hits has no paytable")
        if self.variance and not self.variance.value:
            raise ValueError(f"{self.variance.text!r} is not a variance: it is above nothing")
        least, most = (self.top.least, self.top.most) if isinstance(self.top, Top) else (self.top or 0, self.top or 0)
        if self.top is not None and not 1 <= least <= most <= MOST_PAY:
            raise ValueError(f"{self.top} is not a top pay: 1 to {MOST_PAY:,}, or a range such as 500..1000")

    @property
    def has_range(self) -> bool:
        targets = (self.edge, self.hit, self.variance)
        return isinstance(self.top, Top) or any(each.is_range for each in targets if each)

    def misses(self, figures: Figures) -> dict[str, Fraction]:
        """How far each figure is from what was asked for."""
        asked = (
            ("hit frequency", self.hit, figures.hit_frequency),
            ("edge", self.edge, figures.house_edge),
            ("variance", self.variance, figures.variance),
        )
        return {name: target.miss(exact) for name, target, exact in asked if target}
