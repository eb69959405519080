"""What counters win by how deep a shoe is dealt: rounds of whole shoes, and what each counter thinks of them.

One who counts bets one unit where he thinks that the edge is his, and nothing else. The rounds of one set of shoes are
asked for every depth and every counter, so that what differs is not chance. A shoe is one trial: its rounds depend on
each other, and the standard errors are those of shoes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Longs = NDArray[np.int64]
PERFECT = "perfect"


@dataclass(frozen=True, slots=True)
class CountedRounds:
    """Of each round, in which shoe it was, how many cards were left before it, what a unit wins in it, and what each
    counter takes that for before."""

    shoe: Longs
    left: Longs
    won: Floats
    thinks: Mapping[str, Floats]


@dataclass(frozen=True, kw_only=True)
class Counted:
    """Shoes that one has played who counts."""

    game: str
    wager: str
    paytable: str
    decks: int
    counter: str  # perfect, or the name of a linear count
    behind: int  # cards behind the cut card
    shoes: int
    rounds: int
    bets: int
    won: float  # by all bets of one unit together
    squares: float  # of what every shoe won
    edge_of_every_round: float  # the house edge that one meets who bets in all of them
    error_of_every_round: float  # its standard error

    @property
    def penetration(self) -> Fraction:
        """How much of a shoe of whole decks lies before the cut card."""
        return 1 - Fraction(self.behind, 52 * self.decks)

    @property
    def units_a_shoe(self) -> float:
        return self.won / self.shoes

    @property
    def standard_error(self) -> float:
        """Of the units that a shoe wins."""
        variance = (self.squares - self.won**2 / self.shoes) / (self.shoes - 1) if self.shoes > 1 else 0.0
        return sqrt(max(variance, 0.0) / self.shoes)

    @property
    def bet_frequency(self) -> Fraction:
        return Fraction(self.bets, self.rounds)

    @property
    def edge_on_bets(self) -> float | None:
        """What a unit that he bets wins on average."""
        return self.won / self.bets if self.bets else None


@dataclass(slots=True)
class _Sums:
    """What shoes came to at one depth."""

    shoes: int = 0
    rounds: int = 0
    won: float = 0.0  # by one who bets in all rounds
    squares: float = 0.0
    products: float = 0.0  # of what a shoe won and its rounds
    squared_rounds: int = 0
    bets: dict[str, tuple[int, float, float]] = field(default_factory=dict)  # and what they won, and its squares

    def add(self, rounds: CountedRounds, behind: int) -> None:
        dealt = rounds.left > behind
        shoe, won, shoes = rounds.shoe[dealt], rounds.won[dealt], int(rounds.shoe[-1]) + 1
        number, of_shoe = np.bincount(shoe, minlength=shoes), np.bincount(shoe, won, minlength=shoes)
        self.shoes += shoes
        self.rounds += len(shoe)
        self.won += float(of_shoe.sum())
        self.squares += float((of_shoe**2).sum())
        self.products += float((of_shoe * number).sum())
        self.squared_rounds += int((number**2).sum())
        for name, thinks in rounds.thinks.items():
            bets = thinks[dealt] > 0
            of_shoe = np.bincount(shoe[bets], won[bets], minlength=shoes)
            before = self.bets.get(name, (0, 0.0, 0.0))
            new = int(bets.sum()), float(of_shoe.sum()), float((of_shoe**2).sum())
            self.bets[name] = before[0] + new[0], before[1] + new[1], before[2] + new[2]

    def edge(self) -> tuple[float, float]:
        """The house edge of every round, and its standard error, by what shoes won and how many rounds they had."""
        mean = self.won / self.rounds
        spread = self.squares - 2 * mean * self.products + mean**2 * self.squared_rounds
        variance = max(spread, 0.0) / max(self.shoes - 1, 1)
        return -mean, sqrt(variance / self.shoes) / (self.rounds / self.shoes)


def counted(some: Iterable[CountedRounds], behind: Iterable[int], **names: str | int) -> Iterator[Counted]:
    """What each counter wins at each depth, the deepest first; shoes come in as many parts as they like."""
    sums = {cards: _Sums() for cards in sorted(set(behind))}
    for rounds in some:
        for cards, each in sums.items():
            each.add(rounds, cards)
    for cards, each in sums.items():
        edge, error = each.edge()
        every = {"edge_of_every_round": edge, "error_of_every_round": error, "shoes": each.shoes, "rounds": each.rounds}
        for name, (bets, won, squares) in each.bets.items():
            bet = {"counter": name, "behind": cards, "bets": bets, "won": won, "squares": squares}
            yield Counted(**names, **every, **bet)  # type: ignore[arg-type]
