"""What a seat has said and staked at a step of the round, and what its wagers come to."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from houseway.analysis.exact.ends import End, Line
from houseway.analysis.machine.columns import Unanswered
from houseway.steps import FOLDED, Choice, Game, Hand, Option


@dataclass(frozen=True, slots=True)
class Course:
    """Words and stakes. `goes_on` where the seat must choose again; `takes` are cards that have yet to come to it."""

    said: tuple[str, ...] = ()
    stakes: tuple[tuple[str, int], ...] = ()
    lost: tuple[Line, ...] = ()
    out: bool = False
    goes_on: bool = False
    takes: int = 0

    def placed(self, names: Collection[str]) -> Course:
        return replace(self, stakes=(*self.stakes, *((name, 1) for name in names)))

    def without(self, names: Collection[str]) -> Course:
        return replace(self, stakes=tuple(stake for stake in self.stakes if stake[0] not in names))

    def after(self, game: Game, choice: Choice, option: Option) -> Course:
        """When an option was taken. A seat that is out has lost all its wagers but those that outlive it."""
        if option.drops:
            raise ValueError("cards that are given up are not simulated")
        stakes = self.without(option.back).stakes + option.stakes
        course = replace(self, said=(*self.said, option.word), stakes=stakes, takes=option.takes, goes_on=False)
        if not option.out:
            return replace(course, goes_on=choice.again and not option.last)
        living = {name for name, _ in stakes if game.wager(name).outlives}
        lost = tuple(Line(*stake, FOLDED) for stake in stakes if stake[0] not in living)
        return replace(course.without({line.wager for line in lost}), lost=self.lost + lost, out=True)

    def lines(self, game: Game, names: Collection[str], worths: Mapping[Hand, Any]) -> tuple[Line, ...]:
        """How those of these wagers that lie there are settled."""
        stakes = dict(self.stakes)
        lines = []
        for wager in game.wagers:
            times = stakes.get(wager.of or "", 0) if wager.free else stakes.get(wager.name, 0)
            if times and wager.name in names:
                made = tuple(worths[hand] for hand in wager.hands)
                if any(isinstance(worth, Unanswered) for worth in made):
                    raise LookupError(f"{wager.name} lies there, and its hands are worth nothing that was told")
                lines.append(Line(wager.name, times, wager.line(made, self.said)))
        return tuple(lines)

    def end(self, names: Collection[str], lines: tuple[Line, ...]) -> End:
        """How the round ended for these wagers."""
        lost = tuple(line for line in self.lost if line.wager in names)
        return End(self.said, tuple(sorted((*lost, *lines))))
