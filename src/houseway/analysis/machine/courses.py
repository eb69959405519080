"""What a seat has said and staked at a step of the round, and what its wagers come to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from houseway.analysis.exact.ends import End, SettledLine
from houseway.analysis.machine.columns import Unanswered
from houseway.game import FOLDED, Bonus, Choice, Game, Option


class SettledBet(NamedTuple):
    """A wager that is settled after these words; of one that words do not change, after any."""

    wager: str
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatCourse:
    """Words and stakes. `goes_on` where the seat must choose again; `takes` are cards that have yet to come to it. A
    round may be `over` before its last step."""

    game: Game
    said: tuple[str, ...] = ()
    stakes: tuple[tuple[str, int], ...] = ()
    lost: tuple[SettledLine, ...] = ()
    out: bool = False
    goes_on: bool = False
    takes: int = 0
    over: bool = False

    def placed(self, names: Collection[str]) -> SeatCourse:
        return replace(self, stakes=(*self.stakes, *((name, 1) for name in names)))

    def without(self, names: Collection[str]) -> SeatCourse:
        return replace(self, stakes=tuple(stake for stake in self.stakes if stake[0] not in names))

    def only(self, names: Collection[str]) -> SeatCourse:
        """As much of it as settles these wagers."""
        lost = tuple(line for line in self.lost if line.wager in names)
        return replace(self, lost=lost, stakes=tuple(stake for stake in self.stakes if self._settles(stake[0], names)))

    def _settles(self, name: str, names: Collection[str]) -> bool:
        return name in names or any(self.game.wager(each).of == name for each in names)

    def after(self, choice: Choice, option: Option) -> SeatCourse:
        """When an option was taken. A seat that is out has lost all its wagers but those that outlive it."""
        stakes = self.without(option.back).stakes + option.whole_stakes
        course = replace(self, said=(*self.said, option.word), stakes=stakes, takes=option.takes, goes_on=False)
        if not option.out:
            return replace(course, goes_on=choice.again and not option.last)
        living = {name for name, _ in stakes if self.game.wager(name).outlives}
        lost = tuple(SettledLine(*stake, FOLDED) for stake in stakes if stake[0] not in living)
        return replace(course.without({line.wager for line in lost}), lost=self.lost + lost, out=True)

    def bets(self, names: Collection[str]) -> Iterator[tuple[SettledBet, int]]:
        """Those of these wagers that lie there, and how many times."""
        stakes = dict(self.stakes)
        for wager in self.game.wagers:
            times = stakes.get(wager.of or "", 0) if wager.free else stakes.get(wager.name, 0)
            if times and wager.name in names:
                yield SettledBet(wager.name, () if isinstance(wager, Bonus) else self.said), times

    def lines(self, names: Collection[str], lines: Mapping[SettledBet, str | Unanswered]) -> tuple[SettledLine, ...]:
        """How those of these wagers that lie there are settled."""
        made = []
        for bet, times in self.bets(names):
            line = lines[bet]
            if isinstance(line, Unanswered):
                raise LookupError(f"{bet.wager} lies there, and its hands are worth nothing that was told")
            made.append(SettledLine(bet.wager, times, line))
        return tuple(made)

    def end(self, names: Collection[str], lines: tuple[SettledLine, ...]) -> End:
        """How the round ended for these wagers."""
        lost = tuple(line for line in self.lost if line.wager in names)
        return End(self.said, tuple(sorted((*lost, *lines))))


def bets_of(names: Collection[str], courses: Iterable[Any]) -> tuple[SettledBet, ...]:
    """All bets that these wagers can be."""
    found = (bet for course in courses if isinstance(course, SeatCourse) for bet, _ in course.bets(names))
    return tuple(dict.fromkeys(found))
