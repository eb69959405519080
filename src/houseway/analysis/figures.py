"""What is known of a wager under a paytable: integers and fractions only.

Printing is the one place for decimals, and even there they are cut from exact fractions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from typing import Any

from houseway.game import LOSE, Game, Wager
from houseway.paytable import NO_METERS, Paytable, labelled

ALL_BUT = "all but "  # before the names of lines: how often any other comes


@dataclass(frozen=True, slots=True)
class Line:
    """One way a wager can end. `net` is what a stake of 1 wins, all added wagers counted."""

    name: str
    combinations: int
    pay: str
    net: Fraction
    total: int

    @property
    def probability(self) -> Fraction:
        return Fraction(self.combinations, self.total)

    @property
    def contribution(self) -> Fraction:
        return self.probability * self.net


@dataclass(frozen=True, kw_only=True)
class Figures:
    """A wager's lines and what follows from them. `action` is the average total staked per unit.

    A progressive has two things beside its lines. Envy hangs on the hands of others: it is a mean of its own, on no
    line, and its spread is in no variance. The meter moves: shares of it are paid at its mean, and what its own spread
    adds to the variance is `meter_spread`.
    """

    game: str
    wager: str
    paytable: str
    approved: bool
    digest: str
    lines: tuple[Line, ...]
    decks: int = 1
    play: str | None = None  # the policy, for a wager with choices
    action: Fraction = Fraction(1)
    hits: Fraction | None = None  # where hitting is not the same as winning
    envy: Fraction = Fraction(0)  # what a stake of 1 is paid on average for the hands of others
    envied: int = 0  # how many of them there are
    choices: Mapping[str, Fraction] = field(default_factory=dict)  # how often a seat says what
    folds: Fraction = Fraction(0)  # how often it is out
    meter_spread: Fraction = Fraction(0)

    @classmethod
    def of(
        cls,
        game: Game,
        wager: Wager,
        paytable: Paytable,
        lines: tuple[Line, ...],
        **more: Any,
    ) -> "Figures":
        return cls(
            game=game.slug,
            wager=wager.name,
            paytable=paytable.name,
            approved=paytable.approved,
            digest=paytable.digest,
            lines=lines,
            **more,
        )

    @property
    def label(self) -> str:
        """The name of the paytable, marked where it is not approved."""
        return labelled(self.paytable, approved=self.approved)

    @property
    def combinations(self) -> int:
        return sum(line.combinations for line in self.lines)

    @cached_property
    def house_edge(self) -> Fraction:
        return -self._own_mean - self.envy

    @cached_property
    def _own_mean(self) -> Fraction:
        """What the wager's own lines win of a stake of 1."""
        return sum((line.contribution for line in self.lines), Fraction(0))

    @cached_property
    def hit_frequency(self) -> Fraction:
        """How often the wager is paid more than its stake."""
        if self.hits is not None:
            return self.hits
        return sum((line.probability for line in self.lines if line.net > 0), Fraction(0))

    @property
    def push_frequency(self) -> Fraction:
        """How often nothing is won or lost."""
        return sum((line.probability for line in self.lines if not line.net), Fraction(0))

    def share(self, names: str) -> Fraction:
        """How often a line comes or a word is said, or one of several that stand between bars: `flush | straight`; or
        any other: `all but flush`. Where several wagers are settled together, the line of one of them is a name too."""
        if names.startswith(ALL_BUT):
            return 1 - self.share(names.removeprefix(ALL_BUT))
        words = names.split(" | ")
        parts = {name: {name, *name.split(" + ")} for name in (*(line.name for line in self.lines), *self.choices)}
        for word in words:
            if not any(word in of for of in parts.values()):
                raise ValueError(f"{word!r} is neither a line of {self.wager} nor said: {', '.join(parts)}")
        lines = sum((line.probability for line in self.lines if parts[line.name] & {*words}), Fraction(0))
        return lines or sum((often for said, often in self.choices.items() if said in words), Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        """Of what a stake of 1 wins by its own lines, the spread of a meter counted, that of envy not."""
        square = sum((line.probability * line.net**2 for line in self.lines), Fraction(0))
        return square - self._own_mean**2 + self.meter_spread

    @cached_property
    def third_central_moment(self) -> Fraction:
        """The mean of the third power of the distance from the mean, with a meter that stands at its mean."""
        return sum((line.probability * (line.net - self._own_mean) ** 3 for line in self.lines), Fraction(0))

    @property
    def skew(self) -> Decimal:
        """The skewness: the third central moment in standard deviations, with a meter that stands at its mean; 0 where
        nothing varies."""
        variance = self.variance - self.meter_spread
        if not variance:
            return Decimal(0)
        size = square_root(self.third_central_moment**2 / variance**3)
        return size if self.third_central_moment >= 0 else -size

    @property
    def envy_name(self) -> str:
        """What the row of envy is called in a table of lines."""
        return f"Envy for {self.envied} other hand{'s' if self.envied != 1 else ''}"

    @property
    def standard_deviation(self) -> Decimal:
        return square_root(self.variance)

    @property
    def element_of_risk(self) -> Fraction:
        return self.house_edge / self.action


def paytable_lines(
    paytable: Paytable, counts: dict[str, int], meters: Mapping[str, Fraction] = NO_METERS
) -> tuple[Line, ...]:
    """A paytable's lines, best first, then what loses, with their combinations."""
    total = sum(counts.values())
    paid = [
        Line(name, counts.get(name, 0), str(paytable.lines[name]), paytable.net(name, meters), total)
        for name in paytable.lines
    ]
    lost = sum(times for name, times in counts.items() if name not in paytable.lines)
    return (*paid, Line(LOSE, lost, "lose", Fraction(-1), total))


def decimal(value: Fraction, places: int) -> str:
    """The fraction to so many places, halves away from zero."""
    scaled = abs(value) * 10**places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    digits = f"{whole:0{places + 1}d}"
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if value < 0 and whole else text


def plain_decimal(value: Fraction) -> str:
    """A decimal with no more places than it has, and at most nine."""
    return decimal(value, 9).rstrip("0").rstrip(".")


def grouped(digits: str) -> str:
    """A decimal with its thousands apart: -12,345.67."""
    whole, point, rest = digits.partition(".")
    return f"{'-' if whole.startswith('-') else ''}{abs(int(whole)):,}{point}{rest}"


def money(value: Fraction) -> str:
    """Dollars and cents: -$1,234.50."""
    return f"{'-' if value < 0 else ''}${grouped(decimal(abs(value), 2))}"


def percent(value: Fraction, places: int = 4) -> str:
    return f"{decimal(value * 100, places)}%"


def short_percent(value: Fraction) -> str:
    """A percentage with no more places than it needs, but two."""
    places = next(n for n in range(2, 12) if (value * 100 * 10**n).denominator == 1 or n == 11)
    return percent(value, places)


def one_in(chance: Fraction) -> str:
    """A chance as people say it: 1 in 478,281. Rounded to the nearest, below a hundred to two places."""
    if not chance:
        return "never"
    return f"1 in {grouped(decimal(1 / chance, 0 if chance <= Fraction(1, 100) else 2))}"


def square_root(value: Fraction, digits: int = 30) -> Decimal:
    with localcontext() as context:
        context.prec = digits
        return (Decimal(value.numerator) / Decimal(value.denominator)).sqrt()
