"""What the solver answers: exact counts of beaten opponents, and the choices made from them."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houseway.analysis.split.fronts import Policy
from houseway.analysis.split.kernel import Bytes, Ints, Longs, kernel
from houseway.analysis.split.rules import SplitRules
from houseway.analysis.split.tables import HAT_TRICK
from houseway.cards import Cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Over all deals: how many win two or three matchups, and how many all three."""

    main: int
    hat_trick: int
    deals: int

    def main_edge(self) -> Fraction:
        """What the loser of the deal keeps of a unit that wins 1 to 1."""
        return 1 - Fraction(2 * self.main, self.deals)


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
    main: Ints  # beaten in at least two matchups
    hat_trick: Ints  # beaten in all three

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
        )

    def worst(self, choice: Longs, most: int) -> Iterator[tuple[int, int, Fraction]]:
        """Where a choice falls farthest behind the best for the main bet, all hands of the same ranks
        together: a class that shows it, how many hands there are, and what they lose of a bet on average."""
        lost = (self.main[self.best()].astype(np.int64) - self.main[choice]) * self.weights
        ranks = (self.hands // 4).astype(np.int64) @ (1 << 4 * np.arange(self.rules.size))
        starts = np.flatnonzero(np.diff(ranks, prepend=-1))  # classes of the same ranks stand together
        in_all, hands = np.add.reduceat(lost, starts), np.add.reduceat(self.weights, starts)
        ends = np.append(starts[1:], len(ranks))
        for group in np.argsort(-in_all, kind="stable")[:most].tolist():
            shown = starts[group] + int(np.argmax(lost[starts[group] : ends[group]]))
            yield shown, int(hands[group]), Fraction(2 * int(in_all[group]), int(hands[group]) * self.rules.opponents)

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
    """Read both counts from finished packed sums (see `tables`)."""
    return (sums % HAT_TRICK).astype(np.int32), (sums // HAT_TRICK).astype(np.int32)


@kernel
def _find(offsets: Longs, cells: Ints, wanted: Ints) -> Longs:
    choice = np.full(wanted.size, -1, np.int64)
    for i in range(wanted.size):
        for q in range(offsets[i], offsets[i + 1]):
            if cells[q] == wanted[i]:
                choice[i] = q
    return choice


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
