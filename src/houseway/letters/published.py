"""Figures that somebody published of a paytable, as they were printed: how each is written, and what it is a measure
of.

The digits that are printed say how precise a figure is. A fraction and a count are exact.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.faults import Faults

# What may be published, and how it is written: a part of the whole as '4.70%', '0.0470' or '47/1000' too.
FIGURES = {
    "house edge": "4.70%",
    "house edge of all bets": "0.58%",
    "hit frequency": "21.62%",
    "push frequency": "42.61%",
    "fold frequency": "30.13%",
    "top payout": "478,281 to 1",
    "average top payout": "$31,396",
    "estimated hold": "21%",
    "element of risk": "2.01%",
    "average bet": "3.59",
    "standard deviation": "4.871",
    "return without the meter": "0.68",
    "return per $10,000 of the meter": "0.02924",
}
CUT_OFF, ROUNDED_UP = "cut off, not rounded", "rounded up"


@dataclass(frozen=True, slots=True)
class Published:
    """A figure as printed, with the unit of its last digit; of a count, what it is of; of '1 in 121,328', that it is
    the reciprocal of a chance."""

    text: str
    value: Fraction
    unit: Fraction
    of: int | None = None
    reciprocal: bool = False

    def measured(self, exact: Fraction) -> Fraction:
        """The exact figure in the measure in which this one is printed."""
        if self.reciprocal:
            return 1 / exact if exact else Fraction(0)
        return exact * self.of if self.of else exact

    def follows_from(self, measured: Fraction) -> bool:
        """Whether the exact figure, in the same measure, rounds to the printed one."""
        return abs(measured - self.value) * 2 <= self.unit

    def rounding(self, measured: Fraction) -> str | None:
        """How the exact figure, in the same measure, comes to the printed one, where it does not round to it."""
        beyond = measured - self.value
        if not abs(beyond) < self.unit:
            return None
        return CUT_OFF if beyond > 0 else ROUNDED_UP


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedFigures:
    """What one source publishes of a paytable: figures by name, and how often lines and words come; under best play, or
    by a strategy that it states. `wrong` says of a figure why the source errs, `differs` why the exact one is
    another."""

    figures: Mapping[str, Published] = field(default_factory=dict)
    shares: Mapping[str, Published] = field(default_factory=dict)  # by the names of lines or of words
    decks: int | None = None
    play: str | None = None  # the name of a strategy that is stated for the game
    source: str = ""
    wrong: Mapping[str, str] = field(default_factory=dict)
    differs: Mapping[str, str] = field(default_factory=dict)


def published_figures(table: dict[str, Any], faults: Faults, where: str, source: str) -> PublishedFigures:
    """A table of `[[figures]]`. It names its source, where that is not the letter's."""
    known = {"paytable", "decks", "play", "source", "published", "counts", "frequencies", "wrong", "differs"}
    faults.unknown(table, known, where)
    counts = faults.texts(table.get("counts", {}), f"{where} counts")
    of = faults.trying(f"{where} counts, of", _whole, counts.pop("of", "")) if counts else None
    shares = {line: faults.trying(f"{where}, {line!r}", _count, text, of or 1) for line, text in counts.items()}
    for line, text in faults.texts(table.get("frequencies", {}), f"{where} frequencies").items():
        if line in shares:
            faults.add(f"{where}: {line!r} stands among its counts and its frequencies")
        shares[line] = faults.trying(f"{where}, {line!r}", _frequency, text)
    figures = figures_in(table.get("published", {}), faults, where)
    remarks = {kind: faults.texts(table.get(kind, {}), f"{where} {kind}") for kind in ("wrong", "differs")}
    for name in (*remarks["wrong"], *remarks["differs"]):
        if name not in figures and name not in shares:
            faults.add(f"{where}: a remark on {name!r}, which is not among its figures")
    if "source" in table or not source:
        source = faults.text(table, "source", where)
    return PublishedFigures(
        figures=figures,
        shares={line: share for line, share in shares.items() if share},
        decks=decks_in(table, faults, where),
        play=faults.text(table, "play", where) if "play" in table else None,
        source=source,
        **remarks,
    )


def figures_in(table: Any, faults: Faults, where: str) -> dict[str, Published]:
    found: dict[str, Published] = {}
    for figure, text in faults.texts(table, f"{where} published").items():
        if figure not in FIGURES:
            faults.add(f"{where}: {figure!r} is not a figure: {', '.join(FIGURES)}")
            continue
        read = faults.trying(f"{where}, {figure}", parse_published, figure, text)
        if read:
            found[figure] = read
    return found


def decks_in(table: dict[str, Any], faults: Faults, where: str) -> int | None:
    decks = table.get("decks")
    if decks is None or (isinstance(decks, int) and not isinstance(decks, bool)):
        return decks
    faults.add(f"{where}: decks must be a whole number, not {decks!r}")
    return None


def parse_published(figure: str, text: str) -> Published:
    form, text = FIGURES[figure], text.strip()
    if form.endswith("%"):
        return _part(text)
    if form.startswith("$"):
        return Published(text, parse_dollars(text), last_digit(text))
    return Published(text, parse_dollars(text.removesuffix(" to 1")), last_digit(text))


def _part(text: str) -> Published:
    """A part of the whole: a percentage, a decimal or a fraction."""
    if re.fullmatch(r"-?\d{1,40}/[1-9]\d{0,39}", text):
        return Published(text, Fraction(text), Fraction(0))
    if re.fullmatch(r"-?\d?\.\d{1,12}", text):
        return Published(text, Fraction(text), last_digit(text))
    return Published(text, parse_percent(text), last_digit(text) / 100)


def _frequency(text: str) -> Published:
    match = re.fullmatch(r"1 in (\d[\d,.]*)", text.strip())
    if match:
        return Published(text.strip(), parse_dollars(match[1]), last_digit(match[1]), reciprocal=True)
    return _part(text.strip())


def _count(text: str, of: int) -> Published:
    return Published(text.strip(), Fraction(_whole(text)), Fraction(0), of=of)


def _whole(text: str) -> int:
    if not re.fullmatch(r"[1-9][\d,]{0,60}", text.strip()):
        raise ValueError(f"{text!r} is not a whole number such as '48,516'")
    return int(text.replace(",", ""))


def parse_dollars(text: str) -> Fraction:
    match = re.fullmatch(r"\$?(\d[\d,]{0,17}(?:\.\d{1,9})?)", text.strip())
    if not match:
        raise ValueError(f"{text!r} is not an amount of dollars such as '$5,000' or '12.50'")
    return Fraction(match[1].replace(",", ""))


def parse_percent(text: str) -> Fraction:
    match = re.fullmatch(r"(-?\d{1,9}(?:\.\d{1,12})?)\s*%", text.strip())
    if not match:
        raise ValueError(f"{text!r} is not a percentage such as '4.70%'")
    return Fraction(match[1]) / 100


def decimal_places(text: str) -> int:
    """How many digits a printed figure has after its point."""
    match = re.search(r"\.(\d+)", text)
    return len(match[1]) if match else 0


def last_digit(text: str) -> Fraction:
    """The unit of the last digit that is printed."""
    return Fraction(1, 10 ** decimal_places(text))
