"""What a wager wins that is the cards' alone, for whatever is left: quickly, and to some thirteen digits.

The ways to end are a tree, a grade of cards a level, so that what many ways have in common is multiplied once.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.cards_left import CardsLeft, Counts
from houseway.cards import Card


class WaysLeft:
    def __init__(self, left: CardsLeft) -> None:
        self.left = left
        self.longest = max(sum(held) for _, held in left.ways)

    def number_of(self, card: Card) -> int:
        """Which of the grades a card is of."""
        return self.left.number_of(card)

    def counts(self, cards: Sequence[Card]) -> Counts:
        """How many of these cards are of each grade."""
        return self.left.counts(cards)

    def expectation(self, left: Counts) -> float:
        """What a unit wins on average when this is left."""
        cards = sum(left)
        taken = np.arange(self.longest + 1)
        values = np.ones(1)
        for number, (parents, held) in zip(left, self._levels, strict=True):
            falling = np.concatenate(([1.0], np.cumprod(np.maximum(number - taken[:-1], 0.0))))
            values = values[parents] * falling[held]
        nets, sizes = self._weights
        total = np.concatenate(([1.0], np.cumprod(cards - taken[:-1].astype(np.float64))))
        return float(np.sum(values * nets / total[sizes]))

    @cached_property
    def _levels(self) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """For every level which node of the level above a node hangs on, and how many cards of the grade it takes."""
        levels = []
        above: dict[Counts, int] = {(): 0}
        for grade in range(len(self.left.grades)):
            nodes = {held[: grade + 1]: 0 for held in self._nets}
            numbered = {node: number for number, node in enumerate(nodes)}
            parents = np.array([above[node[:-1]] for node in numbered])
            levels.append((parents, np.array([node[-1] for node in numbered])))
            above = numbered
        return levels

    @cached_property
    def _nets(self) -> dict[Counts, Fraction]:
        """What a unit wins by all the orders of these cards together."""
        nets: dict[Counts, Fraction] = {}
        for (line, held), orders in self.left.ways.items():
            nets[held] = nets.get(held, Fraction(0)) + orders * self.left.paytable.net(line)
        return nets

    @cached_property
    def _weights(self) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        return np.array([float(net) for net in self._nets.values()]), np.array([sum(held) for held in self._nets])
