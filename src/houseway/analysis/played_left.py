"""What a wager wins that a seat plays, best for whatever is left: quickly, and to some thirteen digits.

For one choice against one hidden hand where suits never matter. All that a seat can hold and all that the dealer can,
and what each word wins against each of his worths, is settled once for a whole pack; what is left then weighs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.looks import multisets
from houseway.analysis.exact.one_choice import Branch
from houseway.analysis.exact.question import question
from houseway.cards import Card, Cards
from houseway.game import SEAT, Game, Wager
from houseway.paytable import Paytable

Floats = NDArray[np.float64]
Counts = tuple[int, ...]  # cards of each grade


class PlayedLeft:
    """The main wagers of a game, weighed for whatever is left of its pack."""

    def __init__(self, game: Game, wager: Wager, paytable: Paytable, decks: int | None = None) -> None:
        asked = question(game, decks=decks, paytables=(paytable,))
        if wager not in game.main or not game.choices or method_for(asked) is not GradedRemoval:
            raise ValueError(f"{game.slug}: {wager.name} is not weighed round by round: ask for effects")
        self.wager, self.paytable = wager, paytable
        self.method = GradedRemoval(asked)
        if self.method.once.up:
            raise ValueError(
                f"{game.slug}: a counter of {wager.name} is not simulated where cards lie open: ask for effects"
            )
        self._numbers = {card: n for n, group in enumerate(self.method.groups) for card in group}
        self.longest = self.method.once.size + self.method.once.hidden

    def number_of(self, card: Card) -> int:
        """Which of the grades a card is of."""
        return self._numbers[card]

    def counts(self, cards: Sequence[Card]) -> Counts:
        """How many of these cards are of each grade."""
        held = np.bincount([self._numbers[card] for card in cards], minlength=len(self.method.groups))
        return tuple(held.tolist())

    def expectation(self, left: Counts) -> float:
        """What a unit wins on average when this is left."""
        whole = np.array(left)
        mine, nets = self._sights
        dealt = np.prod(self._ways[whole[None, :], mine], axis=1)  # in how many ways a seat gets each
        won = 0.0
        for row in np.flatnonzero(dealt):
            columns = zip(whole - mine[row], self._hidden.T, strict=True)
            weights = np.ones(len(self._hidden))
            for number, taken in columns:
                weights *= self._ways[number, taken]
            times = np.bincount(self._worths, weights, minlength=nets[row].shape[1])
            won += dealt[row] * float(np.max(nets[row] @ times))
        once, cards = self.method.once, sum(left)
        return won / (comb(cards, once.size) * comb(cards - once.size, once.hidden))

    @cached_property
    def _hidden(self) -> NDArray[np.int64]:
        """All that the dealer can hold, a row each, by how many cards of each grade."""
        return multisets(self.method.full, self.method.once.hidden)

    @cached_property
    def _dealers(self) -> tuple[list[tuple[object, ...]], NDArray[np.intp]]:
        """What the dealer's cards can be worth, and which of it each of his hands is."""
        places: dict[tuple[object, ...], int] = {}
        made = (self.method.dealers_worths(self.method.cards_of(counts)) for counts in self._hidden.tolist())
        which = [places.setdefault(worths, len(places)) for worths in made]
        return list(places), np.array(which, np.intp)

    @property
    def _worths(self) -> NDArray[np.intp]:
        return self._dealers[1]

    @cached_property
    def _sights(self) -> tuple[NDArray[np.int64], list[Floats]]:
        """All that a seat can hold, by how many cards of each grade; and for each a row for every word: what it wins
        against each of the dealer's worths."""
        mine, nets = [], []
        for seen, _ in self.method.sights():
            mine.append(self.counts(seen[SEAT]))
            nets.append(np.array([self._won(branch, seen[SEAT]) for branch in self.method.once.branches(seen)]))
        return np.array(mine, np.int64), nets

    def _won(self, branch: Branch, mine: Cards) -> list[float]:
        net = self.method.question.net
        ends = self.method.ends_against(branch, self.method.worths_of(branch, mine), self._dealers[0])
        return [float(sum(net[line] for line in end.lines)) for end in ends]

    @cached_property
    def _ways(self) -> Floats:
        """In how many ways so many cards of a grade come of so many."""
        once = self.method.once
        rows = range(max(self.method.full) + 1)
        return np.array([[comb(n, k) for k in range(max(once.size, once.hidden) + 1)] for n in rows], np.float64)
