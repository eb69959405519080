"""What every end is worth to a seat and to the house, in whole *parts* of a dollar: as many as make every pay whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from houseway.analysis.exact.ends import End, SettledLine
from houseway.analysis.exact.question import Question
from houseway.analysis.machine.columns import Unanswered
from houseway.analysis.machine.kernel import Money
from houseway.game import Game, is_progressive


class EndAmounts(NamedTuple):
    """What a seat wins by an end, what it staked, what each other seat is paid for it, and what the house keeps by it.
    The house keeps what the seat loses, but an award of a meter is not the house's to pay."""

    net: Fraction
    action: Fraction
    envy: Fraction
    kept: Fraction


class EndWorths:
    """What ends are worth with so many dollars on each wager that is a multiple of no other. A session is paid awards
    of a meter from `met`, the mean meters of each progressive wager by their names, in dollars."""

    def __init__(
        self, question: Question, stakes: Mapping[str, Fraction], met: Mapping[str, Mapping[str, Fraction]]
    ) -> None:
        self.game, self.pays = question.game, question.pays
        self.stakes, self.met = stakes, met

    def money(self, ends: Iterable[End | Unanswered]) -> tuple[Money, int]:
        """By end, and how many parts a dollar has. Ends with an award of a meter are watched."""
        lines = [() if isinstance(end, Unanswered) else end.lines for end in ends]
        worths = [self.of_lines(each) for each in lines]
        parts = lcm(*(amount.denominator for each in worths for amount in each))
        nets, actions, envies, keeps = (
            np.array([int(each[n] * parts) for each in worths], np.int64) for n in range(len(EndAmounts._fields))
        )
        watched = [any(map(self.is_watched, each)) for each in lines]
        return Money(nets, actions, envies, keeps, np.array(watched, np.bool_)), parts

    def of_lines(self, lines: Iterable[SettledLine]) -> EndAmounts:
        amounts = [self._of_line(line) for line in lines]
        return EndAmounts(*(sum((each[n] for each in amounts), Fraction(0)) for n in range(len(EndAmounts._fields))))

    def is_watched(self, line: SettledLine) -> bool:
        """An award of a meter, by any paytable of the wager."""
        wager = self.game.wager(line.wager)
        tables = (*self.game.paytables_of(wager), self.pays[wager.name]) if is_progressive(wager) else ()
        return any(table.meter_of(line.line) is not None for table in tables)

    def _of_line(self, line: SettledLine) -> EndAmounts:
        wager, table = self.game.wager(line.wager), self.pays[line.wager]
        dollars = self.stakes[root(self.game, line.wager)]
        if wager.free and line.line not in table.lines:
            return EndAmounts(*(Fraction(0),) * len(EndAmounts._fields))
        meters = {name: shown / dollars for name, shown in self.met.get(line.wager, {}).items()}
        net = dollars * line.times * table.net(line.line, meters)
        action = Fraction(0) if wager.free else dollars * line.times
        envy = Fraction(table.lines[line.line].envy_cents, 100) if line.line in table.lines else Fraction(0)
        kept = -net
        if (meter := table.meter_of(line.line)) is not None:  # it costs the house the next seed, if it takes all
            is_whole = line.line == table.top(meter)
            kept = action - (Fraction(table.meters[meter].seed_cents, 100) if is_whole else 0)
        return EndAmounts(net, action, envy, kept)


def root(game: Game, name: str) -> str:
    """The wager that this one's stake is a multiple of, in the end."""
    of = game.wager(name).of
    return root(game, of) if of else name
