"""One choice against a hidden hand that is worth what the best of its suits is.

A hand is below a bound if each of its suits is. So the hands of the dealer that are, of cards that the seat does not
hold, are counted suit by suit: `below[b, S, k]` is how many sets of k ranks that avoid the seat's ranks S of a suit are
below bound b, and the four suits are multiplied as polynomials in k. The bounds move along the dealer's worths as the
seat's do, and each set of ranks is entered once as a bound passes it.

Counts are of hands, fewer than 2^31, and of deals, which `HiddenHand` sees to be fewer than 2^63.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.exact.against import Kind, Worths
from houseway.analysis.exact.groups import ranks_and_suits
from houseway.analysis.exact.hidden_hand import FEW, HiddenCounts, HiddenHand
from houseway.analysis.exact.suit_hands import MaskWorths, SuitHands, masks_of, suit_hands, worths_suit_by_suit
from houseway.analysis.split.kernel import kernel
from houseway.cards import Cards
from houseway.game import SEAT, Seen


class Suits(HiddenHand):
    """A game whose hands see suits one by one; the dealer shows nothing."""

    @cached_property
    def order(self) -> list[Worths]:
        return [(worth,) for worth in self._his.order]

    @property
    def shown(self) -> list[tuple[Cards, int]]:
        return [((), 1)]

    def number_shown(self, shown: Cards) -> int:
        return 0

    @cached_property
    def _his(self) -> MaskWorths:
        [hand] = self.once.his_hands
        return MaskWorths(hand.worth, self._ranks_and_suits[0], self.once.his_size)

    @cached_property
    def _ranks_and_suits(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return ranks_and_suits(self.cards)

    @property
    def _own(self) -> SuitHands:
        return suit_hands(self.cards, self.once.size)

    @property
    def classes(self) -> tuple[SuitHands, Ints]:
        """All that a seat can hold, and the kind of each."""
        return self._own, self._own_worths[1]

    @cached_property
    def _own_worths(self) -> tuple[list[Worths], Ints, Longs]:
        """All worths of the seat's, which of them each class has, and the first class of each."""
        return worths_suit_by_suit(self.once.my_hands, self._own)

    def some_cards(self, kind: int) -> Cards:
        return self._own.cards(int(self._own_worths[2][kind]))

    @cached_property
    def kinds(self) -> list[Kind]:
        return self._kinds_of(self._own_worths[0], self.some_cards)

    # ---- counting ----------------------------------------------------------------------------------

    @cached_property
    def counted(self) -> HiddenCounts:
        against, own = self.against, self._own
        order = np.argsort(self._own_worths[1], kind="stable")
        starts = np.searchsorted(self._own_worths[1][order], np.arange(len(self.kinds) + 1))
        masks, weights = own.masks[order], own.weights[order]
        kinds, options = len(self.kinds), int(against.options.max())
        totals = np.zeros(len(against.nets), np.int64)
        ways, wins = np.zeros(kinds, np.int64), np.zeros((kinds, options), np.int64)
        taken = self._policy(order)
        _look(
            masks,
            weights,
            starts,
            *_in_order(self._his.ordinals),
            self.once.his_size,
            self.hidden_hands,
            against.bounds,
            against.options,
            against.ends_of_runs,
            against.nets,
            bool(self.question.policy),
            taken,
            totals,
            ways,
            wins,
        )
        chosen = np.empty(len(taken), np.uint8)
        chosen[order] = taken
        return HiddenCounts(totals, ways[None], wins[None], [chosen])

    def _policy(self, order: Longs) -> Bytes:
        """What a policy takes with each class, in this order; without one, room for what is best."""
        which = self._own_worths[1]
        taken = np.zeros(len(order), np.uint8)
        if self.question.policy is None:
            return taken
        if len(order) <= FEW:
            return np.array(
                [self._said(int(which[each]), self._own.cards(each), ()) for each in order.tolist()], np.uint8
            )
        by_kind = np.array([self._said(kind, self.some_cards(kind), ()) for kind in range(len(self.kinds))], np.uint8)
        for each in np.random.default_rng(1).choice(len(order), 500).tolist():
            if self._said(int(which[each]), self._own.cards(each), ()) != by_kind[which[each]]:
                raise ValueError("a policy that looks at more than what a hand is worth: there are too many hands")
        return np.asarray(by_kind[which[order]])

    def best(self, seen: Seen) -> int:
        masks = masks_of(seen[SEAT], *self._ranks_and_suits)
        return int(self.counted.taken[0][self._own.classes(np.array([masks], np.int32))[0]])

    def times(self, mine: Cards, shown: Cards) -> Longs:
        """Without a compiler: of one sight it is asked as soon as a game is opened."""
        size, number = self.once.his_size, len(self.order)
        every = np.arange(1, len(self._his.ordinals))
        ordinals, lengths = self._his.ordinals[1:], np.bitwise_count(every.astype(np.uint64)).astype(np.int64)
        total = np.zeros((number + 1, size + 1), np.int64)
        total[:, 0] = 1
        for mask in masks_of(mine, *self._ranks_and_suits):
            entered = np.zeros((number + 1, size + 1), np.int64)
            free = (every & mask == 0) & (ordinals >= 0)
            np.add.at(entered, (ordinals[free] + 1, lengths[free]), 1)
            suit = np.cumsum(entered, axis=0)
            suit[:, 0] = 1
            total = np.stack([(total[:, : k + 1] * suit[:, k::-1]).sum(1) for k in range(size + 1)], axis=1)
        return np.diff(total[:, size])


def _in_order(ordinals: Ints) -> tuple[Ints, Ints]:
    """Sets of ranks in the order of what they are worth, and where each worth begins."""
    sets = np.flatnonzero(ordinals >= 0).astype(np.int32)
    sets = sets[np.argsort(ordinals[sets], kind="stable")]
    return sets, np.searchsorted(ordinals[sets], np.arange(int(ordinals.max()) + 2)).astype(np.int32)


@kernel
def _look(
    masks: Ints,
    weights: Longs,
    starts: Longs,
    sets: Ints,
    firsts: Ints,
    size: int,
    hidden: int,
    bounds: Ints,
    options: Ints,
    ends: Ints,
    nets: Longs,
    by_policy: bool,
    taken: Bytes,
    totals: Longs,
    ways: Longs,
    wins: Longs,
) -> None:
    """For all classes, kind by kind: count the hidden hands between bounds, take the option that wins most, or that of
    the policy, and add the deals to the totals of the ends that it leads to."""
    number, ranks = bounds.shape[1], 0
    for each in sets:
        ranks |= each
    below = np.zeros((number, ranks + 1, size + 1), np.int64)
    below[:, :, 0] = 1
    at = np.zeros(number, np.int64)
    deals = np.empty(number + 1, np.int64)
    one, other = np.empty(size + 1, np.int64), np.empty(size + 1, np.int64)
    for kind in range(len(bounds)):
        for b in range(number):
            _move(
                sets[firsts[min(at[b], bounds[kind, b])] : firsts[max(at[b], bounds[kind, b])]],
                1 if bounds[kind, b] >= at[b] else -1,
                ranks,
                below[b],
            )
            at[b] = bounds[kind, b]
        for row in range(starts[kind], starts[kind + 1]):
            before = 0
            for b in range(number):
                until = _ways(below[b], masks[row], one, other)
                deals[b] = until - before
                before = until
            deals[number] = hidden - before
            best, most = 0, 0
            ways[kind] += weights[row]
            for option in range(options[kind]):
                won = 0
                for run in range(number + 1):
                    won += nets[ends[kind, option, run]] * deals[run]
                wins[kind, option] += weights[row] * won
                if option == 0 or won > most:
                    best, most = option, won
            if by_policy:
                best = taken[row]
            taken[row] = best
            for run in range(number + 1):
                totals[ends[kind, best, run]] += weights[row] * deals[run]


@kernel
def _move(sets: Ints, sign: int, ranks: int, below: Longs) -> None:
    """Enter these sets of ranks below a bound, or take them out again, beside all that a seat can hold of the suit."""
    for each in sets:
        length = 0
        while each >> length:
            length += 1
        many = 0
        for bit in range(length):
            many += (each >> bit) & 1
        free = ranks & ~each
        held = free
        while True:
            below[held, many] += sign
            if held == 0:
                break
            held = (held - 1) & free


@kernel
def _ways(below: Longs, masks: Ints, one: Longs, other: Longs) -> int:
    """How many hands have all their suits below a bound."""
    size = one.size - 1
    one[:] = below[masks[0]]
    for suit in range(1, masks.size - 1):
        each = below[masks[suit]]
        for k in range(size + 1):
            total = 0
            for j in range(k + 1):
                total += one[j] * each[k - j]
            other[k] = total
        one[:] = other
    if masks.size == 1:
        return int(one[size])
    each, total = below[masks[-1]], 0
    for j in range(size + 1):
        total += one[j] * each[size - j]
    return int(total)
