"""What every end is worth to a seat and to the house, in whole *parts* of a dollar: as many as make every pay whole."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

import numpy as np

from houseway.analysis.exact.ends import Line, Net
from houseway.analysis.exact.question import Question
from houseway.analysis.machine.columns import Unanswered
from houseway.analysis.machine.kernel import Money
from houseway.analysis.machine.rounds import Machine
from houseway.paytable import Odds
from houseway.steps import FOLDED, Game

Amounts = tuple[Fraction, Fraction, Fraction]  # what a seat wins, what it staked, what each other seat is paid


def money_of(machine: Machine, question: Question, stakes: Mapping[str, Fraction]) -> tuple[Money, int]:
    """With so many dollars on each wager that is a multiple of no other, and how many parts a dollar has. An award of a
    meter is watched; the money is what the line pays beside it."""
    game = question.game
    net = Net(game, question.pays, (wager.name for wager in game.wagers))
    amounts: list[Amounts] = []
    watched: list[bool] = []
    for unit in machine.units:
        for end in unit.ends:
            lines = () if isinstance(end, Unanswered) else end.lines
            each = [_of_line(question, net, line, stakes) for line in lines]
            won, staked, envy = (sum(column, Fraction(0)) for column in zip(*each, strict=True)) if each else (0, 0, 0)
            amounts.append((Fraction(won), Fraction(staked), Fraction(envy)))
            watched.append(any(_takes_from_meter(question, line) for line in lines))
    parts = lcm(*(amount.denominator for each in amounts for amount in each))
    nets, actions, envies = (np.array([int(each[n] * parts) for each in amounts], np.int64) for n in range(3))
    return Money(nets, actions, envies, -nets, np.array(watched, np.bool_)), parts


def _of_line(question: Question, net: Net, line: Line, stakes: Mapping[str, Fraction]) -> Amounts:
    wager = question.game.wager(line.wager)
    dollars = stakes[_root(question.game, line.wager)]
    table = question.pays[line.wager]
    pays = line.line != FOLDED and line.line in table.lines
    envy = Fraction(table.lines[line.line].envy_cents, 100) if pays else Fraction(0)
    return dollars * net[line], Fraction(0) if wager.free else dollars * line.times, envy


def _root(game: Game, name: str) -> str:
    """The wager that this one's stake is a multiple of, in the end."""
    of = game.wager(name).of
    return _root(game, of) if of else name


def _takes_from_meter(question: Question, line: Line) -> bool:
    pay = question.pays[line.wager].lines.get(line.line)
    return pay is not None and pay.odds is Odds.OF_METER
