"""What the solver answers: exact counts of beaten opponents, and the choices made from them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from sys import byteorder

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.split.fronts import Policy
from houseway.analysis.split.kernel import kernel
from houseway.analysis.split.rules import SplitRules
from houseway.cards import Cards

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Over all deals: how many win all matchups but one or more, how many all of them, and how many are against a
    barred packet and so neither won nor lost."""

    main: int
    hat_trick: int
    deals: int
    barred: int = 0

    def main_edge(self) -> Fraction:
        """Of three matchups, what the loser of the deal keeps of a unit that wins 1 to 1."""
        return 1 - Fraction(2 * self.main, self.deals)

    @property
    def ways(self) -> tuple[int, int, int, int]:
        """How many deals win fewer than all matchups but one, all but one, and all; and how many are barred."""
        return self.deals - self.barred - self.main, self.main - self.hat_trick, self.hat_trick, self.barred


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Responses:
    """For each setting asked about, the opponents it beats out of `rules.opponents`.

    Those of packet class i stand from offsets[i] to before offsets[i + 1], in the order of settings. A
    *choice* is an array of such places, one for each class. The classes come with it: what is read from kept answers
    needs no look at the rules.
    """

    opponent: Policy
    hands: Bytes  # one row a packet class: its first hand, as positions in the pack
    weights: Ints  # how many real hands a class stands for
    offsets: Longs
    numbers: Bytes
    cells: Ints
    main: Ints  # beaten in all matchups but one, or in all
    hat_trick: Ints  # beaten in all
    barred: int = 0  # of all hands that the opponent can hold

    @property
    def rules(self) -> SplitRules:
        return self.opponent.rules

    def best(self, hat_trick_weight: Fraction | int = 0) -> Longs:
        """The choice with the greatest main + weight * hat_trick.

        Of equals the one with more Hat Tricks, then the first in the order of settings.
        """
        weight = Fraction(hat_trick_weight)
        return self._choose(weight.denominator, weight.numerator)

    def best_for_hat_trick(self) -> Longs:
        """The choice with the most Hat Tricks; of equals the one that wins the main bet more often."""
        # One Hat Trick more outweighs any number of main bets won.
        return self._choose(1, self.rules.opponents + 1)

    def best_for_both(self, ratio: Fraction | int, *, pays: Fraction | int) -> Longs:
        """The choice for one unit on the main bet and `ratio` units on Hat Trick at `pays` to 1."""
        # A win is worth 2 units more than a loss on the main bet, (1 + pays) * ratio on Hat Trick.
        return self.best(Fraction(1 + pays) / 2 * ratio)

    def _choose(self, main_weight: int, hat_trick_weight: int) -> Longs:
        if min(main_weight, hat_trick_weight) < 0 or (
            (main_weight + hat_trick_weight) * self.rules.opponents >= 1 << 63
        ):
            raise ValueError(f"weights {main_weight} and {hat_trick_weight} do not fit 64-bit scores")
        return _choose(self.offsets, self.main, self.hat_trick, main_weight, hat_trick_weight)

    def totals(self, choice: Longs) -> Totals:
        """The sums over all deals: below 2**63, for a deal adds at most one."""
        weights = self.weights.astype(np.int64)
        return Totals(
            main=int(weights @ self.main[choice]),
            hat_trick=int(weights @ self.hat_trick[choice]),
            deals=self.rules.deals,
            barred=self.barred * self.rules.opponents,
        )

    def worst(
        self, choice: Longs, most: int, steps: tuple[Fraction | int, Fraction | int] = (2, 0)
    ) -> Iterator[tuple[int, int, Fraction]]:
        """Where a choice falls farthest behind the best, all hands of the same ranks together: a class that shows it,
        how many hands there are, and what they lose of a bet on average. `steps` is what a bet wins more with all
        matchups but one than with fewer, and with all than with all but one."""
        few, all_ = map(Fraction, steps)
        unit = lcm(few.denominator, all_.denominator)
        first, second = int(few * unit), int(all_ * unit)
        best = self._choose(first, second)
        won = first * self.main.astype(np.int64) + second * self.hat_trick.astype(np.int64)
        lost = (won[best] - won[choice]) * self.weights
        ranks = (self.hands // 4).astype(np.int64) @ (1 << 4 * np.arange(self.rules.size))
        starts = np.flatnonzero(np.diff(ranks, prepend=-1))  # classes of the same ranks stand together
        in_all, hands = np.add.reduceat(lost, starts), np.add.reduceat(self.weights, starts)
        ends = np.append(starts[1:], len(ranks))
        for group in np.argsort(-in_all, kind="stable")[:most].tolist():
            shown = starts[group] + int(np.argmax(lost[starts[group] : ends[group]]))
            deals = unit * int(hands[group]) * self.rules.opponents
            yield shown, int(hands[group]), Fraction(int(in_all[group]), deals)

    def narrowed(self) -> "Responses":
        """The same without settings that are best for no weight of Hat Tricks; the opponent's own settings stay."""
        keeps = np.zeros(len(self.cells), np.bool_)
        _mark_best(self.offsets, self.main, self.hat_trick, keeps)
        own = _find(self.offsets, self.cells, self.opponent.cells)
        keeps[own[own >= 0]] = True
        lengths = np.add.reduceat(keeps, self.offsets[:-1], dtype=np.int64)
        return replace(
            self,
            offsets=np.concatenate(([0], np.cumsum(lengths))),
            numbers=self.numbers[keeps],
            cells=self.cells[keeps],
            main=self.main[keeps],
            hat_trick=self.hat_trick[keeps],
        )

    def choice_of(self, policy: Policy) -> Longs | None:
        """The choice that sets as a policy does, or None if it makes a setting that was not asked about."""
        choice = _find(self.offsets, self.cells, policy.cells)
        return None if (choice < 0).any() else choice

    def cards(self, number: int) -> Cards:
        """The first hand of a packet class."""
        return self.rules.cards(tuple(map(int, self.hands[number])))

    def policy(self, choice: Longs) -> Policy:
        return Policy(rules=self.rules, numbers=self.numbers[choice], cells=self.cells[choice])


def unpack(sums: Longs) -> tuple[Ints, Ints]:
    """Both counts of finished packed sums (see `tables`): the lower and the upper half of each, where they lie. There
    may be many, and nothing is held twice."""
    lower, upper = sums.view(np.int32).reshape(-1, 2).T[:: 1 if byteorder == "little" else -1]
    return lower, upper


@kernel
def _find(offsets: Longs, cells: Ints, wanted: Ints) -> Longs:
    choice = np.full(wanted.size, -1, np.int64)
    for i in range(wanted.size):
        for q in range(offsets[i], offsets[i + 1]):
            if cells[q] == wanted[i]:
                choice[i] = q
    return choice


@kernel
def _mark_best(offsets: Longs, main: Ints, hat_trick: Ints, keeps: Flags) -> None:
    """Mark each packet's best setting for no weight of Hat Tricks, and those that become best as the weight grows: from
    one to the next the fewest main bets are lost for each Hat Trick. Products fit 63 bits, for counts fit 31."""
    for i in range(offsets.size - 1):
        best = offsets[i]
        for q in range(best + 1, offsets[i + 1]):
            if main[q] > main[best] or (main[q] == main[best] and hat_trick[q] > hat_trick[best]):
                best = q
        while best >= 0:
            keeps[best] = True
            following, lost, won = -1, np.int64(1), np.int64(0)
            for q in range(offsets[i], offsets[i + 1]):
                loses = np.int64(main[best]) - main[q]
                wins = np.int64(hat_trick[q]) - hat_trick[best]
                if wins > 0 and (
                    following < 0 or loses * won < lost * wins or (loses * won == lost * wins and wins > won)
                ):
                    following, lost, won = q, loses, wins
            best = following


@kernel
def _choose(offsets: Longs, main: Ints, hat_trick: Ints, main_weight: int, hat_trick_weight: int) -> Longs:
    choice = offsets[:-1].copy()
    for i in range(choice.size):
        best = choice[i]
        most = main_weight * np.int64(main[best]) + hat_trick_weight * np.int64(hat_trick[best])
        for q in range(best + 1, offsets[i + 1]):
            score = main_weight * np.int64(main[q]) + hat_trick_weight * np.int64(hat_trick[q])
            if score > most or (score == most and hat_trick[q] > hat_trick[best]):
                best, most = q, score
        choice[i] = best
    return choice
