"""What a perfect counter of a wager wins: he knows at every moment what is left in the shoe, bets one unit when the
wager's edge is his, and nothing when it is not. Shoes are dealt at random, and what they come to has an error; a bet
counts for what it wins on average when it is made, so that luck of the bets themselves is not in that error.

Beside him one bets in every round. If every shoe had as many rounds, he would meet the edge of a fresh one; a cut card
lets a shoe that spends few cards a round have more of them, and what that changes is seen of him."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.cards_left import CardsLeft, Counts
from houseway.cards import Card, Cards
from houseway.game import Bets, Deal, Draw, Game, Seen, Show, Wager
from houseway.paytable import Paytable

MOST_CARDS = 60  # that are looked at of what a round may take
Shuffled = Callable[[], Cards]  # a whole shoe in any order


@dataclass(frozen=True, kw_only=True)
class Counted:
    """Shoes that a perfect counter has played."""

    game: str
    wager: str
    paytable: str
    decks: int
    behind: int  # cards behind the cut card
    shoes: int
    rounds: int
    bets: int
    won: float  # on average, by all bets of one unit together
    squares: float  # of what every shoe won
    edge_of_every_round: float  # the house edge that one meets who bets in all of them
    error_of_every_round: float  # its standard error

    @property
    def units_a_shoe(self) -> float:
        return self.won / self.shoes

    @property
    def standard_error(self) -> float:
        """Of the units that a shoe wins."""
        variance = (self.squares - self.won**2 / self.shoes) / (self.shoes - 1) if self.shoes > 1 else 0.0
        return float(np.sqrt(max(variance, 0.0) / self.shoes))

    @property
    def bet_frequency(self) -> Fraction:
        return Fraction(self.bets, self.rounds)

    @property
    def edge_on_bets(self) -> float | None:
        """What a unit that he bets wins on average."""
        return self.won / self.bets if self.bets else None


class Counter:
    """A wager, quickly weighed for whatever is left: a tree of the ways to end, a grade a level."""

    def __init__(self, game: Game, wager: Wager, paytable: Paytable, decks: int | None = None) -> None:
        self.left = CardsLeft(game, wager, paytable)
        self.game, self.pack = game, game.pack(decks)
        self.longest = max(sum(held) for _, held in self.left.ways)

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

    def expectation(self, left: Counts) -> float:
        """What a unit wins on average when this is left: quickly, and to some thirteen digits."""
        cards = sum(left)
        taken = np.arange(self.longest + 1)
        values = np.ones(1)
        for number, (parents, held) in zip(left, self._levels, strict=True):
            falling = np.concatenate(([1.0], np.cumprod(np.maximum(number - taken[:-1], 0.0))))
            values = values[parents] * falling[held]
        nets, sizes = self._weights
        total = np.concatenate(([1.0], np.cumprod(cards - taken[:-1].astype(np.float64))))
        return float(np.sum(values * nets / total[sizes]))

    def play(self, shoes: int, behind: int, shuffled: Shuffled) -> Counted:
        """So many shoes, each dealt until no more cards are left than lie behind the cut card."""
        rounds = bets = 0
        won = squares = 0.0
        every: list[tuple[float, int]] = []
        for _ in range(shoes):
            order, top, of_shoe, of_all, before = shuffled(), 0, 0.0, 0.0, rounds
            left = list(self.left.counts(order))
            while len(order) - top > behind:
                expectation = self.expectation(tuple(left))
                used = self._used(order[top : top + MOST_CARDS])
                for card in order[top : top + used]:
                    left[self.left.number_of(card)] -= 1
                top += used
                rounds += 1
                of_all += expectation
                if expectation > 0:
                    bets += 1
                    of_shoe += expectation
            won += of_shoe
            squares += of_shoe**2
            every.append((of_all, rounds - before))
        edge, error = _mean_of_rounds(every)
        names = {"game": self.game.slug, "wager": self.left.wager.name, "paytable": self.left.paytable.name}
        counted = {"shoes": shoes, "rounds": rounds, "bets": bets, "won": won, "squares": squares}
        counted |= {"edge_of_every_round": -edge, "error_of_every_round": error}
        return Counted(**names, decks=self.pack.decks, behind=behind, **counted)  # type: ignore[arg-type]

    def _used(self, cards: Cards) -> int:
        """How many of the next cards a round takes."""
        coming: Iterator[Card] = iter(cards)
        lying: dict[str, Cards] = {}
        used = 0
        for step in self.game.round:
            match step:
                case Deal():
                    for name in step.to.places:
                        lying[name] = (*lying.get(name, ()), *(next(coming) for _ in range(step.cards)))
                        used += step.cards
                case Draw():
                    while step.more(Seen(pack=self.pack, lying=lying)):
                        lying[step.to.place] = (*lying.get(step.to.place, ()), next(coming))
                        used += 1
                case Bets() | Show():
                    pass
                case _:
                    raise ValueError(f"{self.game.slug}: a counter is simulated where nobody chooses")
        return used


def _mean_of_rounds(shoes: list[tuple[float, int]]) -> tuple[float, float]:
    """What a round wins on average, and its standard error, by what shoes won and how many rounds they had."""
    won, rounds = np.array(shoes, np.float64).T
    mean = won.sum() / rounds.sum()
    spread = np.sum((won - mean * rounds) ** 2) / max(len(shoes) - 1, 1)
    return float(mean), float(np.sqrt(spread / len(shoes)) / rounds.mean())
