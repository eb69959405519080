"""A task: a wager's lines, and what any pays for them come to."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from houseway.analysis.design.pays import Vector, is_sought
from houseway.analysis.design.targets import Target
from houseway.analysis.figures import Figures
from houseway.game import Game, Wager
from houseway.paytable import Paytable


@dataclass(frozen=True, kw_only=True)
class Task:
    """A wager's lines and what any pays for them come to."""

    game: Game
    wager: Wager
    like: Paytable
    decks: int | None = None

    @property
    def sought(self) -> tuple[str, ...]:
        """The lines whose pays are sought, best first."""
        found = tuple(line for line, pay in self.like.lines.items() if is_sought(pay))
        if not found:
            raise ValueError(f"{self.like.name!r} has no line with a whole pay to design")
        return found

    def lines_for(self, hit: Target | None) -> tuple[str, ...]:
        return self.sought

    def table(self, lines: Sequence[str], pays: Vector) -> Paytable:
        """The table that it is to be like, with these pays; sought lines that are not among `lines` lose."""
        amounts = dict(zip(reversed(lines), pays, strict=True))
        rows = {
            line: replace(pay, amount=Fraction(amounts.get(line, pay.amount)))
            for line, pay in self.like.lines.items()
            if line in amounts or line not in self.sought
        }
        return replace(self.like, lines=rows, letter=None)

    def edge(self, lines: Sequence[str], pays: Vector) -> Fraction:
        raise NotImplementedError

    def variance(self, lines: Sequence[str], pays: Vector) -> Fraction:
        return self.figures(self.table(lines, pays)).variance

    def figures(self, table: Paytable) -> Figures:
        raise NotImplementedError
