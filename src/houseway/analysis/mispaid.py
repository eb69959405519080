"""What it costs to pay a line as the line beside it: a pay too short, which costs the player, or too long, which costs
the house."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.figures import Figures, Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Mispaid:
    """A line that is paid as another one whenever it comes."""

    wager: str
    paytable: str
    play: str | None
    line: str
    paid_as: str
    frequency: Fraction
    difference: Fraction  # in units: below nothing where the player gets too little

    @property
    def costs(self) -> Fraction:
        """What the house pays too much in a round on average; below nothing what the player is short of."""
        return self.frequency * self.difference


def mispaid(figures: Figures) -> Iterator[Mispaid]:
    """Each line that wins, paid as the nearest that pays less, and as the nearest that pays more."""
    lines = sorted((line for line in figures.lines if line.combinations), key=lambda line: line.net)
    for line in reversed(lines):
        if line.net <= 0:
            return
        below = [other for other in lines if other.net < line.net]
        above = [other for other in lines if other.net > line.net]
        for other in (*below[-1:], *above[:1]):
            yield _paid_as(figures, line, other)


def _paid_as(figures: Figures, line: Line, other: Line) -> Mispaid:
    return Mispaid(
        wager=figures.wager,
        paytable=figures.paytable,
        play=figures.play,
        line=line.name,
        paid_as=other.name,
        frequency=line.probability,
        difference=other.net - line.net,
    )
