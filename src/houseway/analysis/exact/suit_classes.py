"""Hands that differ only in which suit is which, for any cards that are dealt from.

No hand of a game tells one suit from another, so 2,598,960 hands of five cards are 134,459 different ones. Cards are
their positions among the cards dealt from, in ascending order; a set of positions is one integer (see
`split.combinations`).
"""

from collections.abc import Iterator
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.split.combinations import choose_table, index_of, step
from houseway.analysis.split.hands import first_hands
from houseway.analysis.split.kernel import kernel
from houseway.cards import JOKER, Card, Cards, card, rank_of, suit_of


class SuitClasses(NamedTuple):
    """The classes of all sets of one size, each with its first hand and the number of hands that it stands for."""

    cards: Cards
    hands: Bytes  # one row a class, in positions
    weights: Longs
    of_index: Ints  # the class of a set, by the set's integer
    orders: Bytes  # for every renaming of suits, where each card goes

    def each(self) -> Iterator[Cards]:
        """The cards of each class's first hand."""
        for hand in self.hands.tolist():
            yield tuple(self.cards[position] for position in hand)


def suit_classes(cards: Cards, size: int) -> SuitClasses:
    """The classes of all sets of so many of these cards, no two of which are the same."""
    cards = tuple(sorted(cards))
    assert len(set(cards)) == len(cards), "every card is dealt from once"
    of_index = np.full(comb(len(cards), size), -1, np.int32)
    orders = _orders(cards)
    number = _number_classes(size, orders, choose_table(len(cards), size), of_index)
    hands = np.empty((number, size), np.uint8)
    first_hands(of_index, np.arange(size, dtype=np.uint8), hands)
    return SuitClasses(cards, hands, np.bincount(of_index, minlength=number).astype(np.int64), of_index, orders)


def _orders(cards: Cards) -> Bytes:
    """For every renaming of suits that leaves the cards the same as a whole, where each card goes."""
    position = {c: i for i, c in enumerate(cards)}

    def renamed(c: Card, names: tuple[int, ...]) -> Card:
        return c if c == JOKER else card(rank_of(c), names[suit_of(c)])

    rows = [[position.get(renamed(c, names), -1) for c in cards] for names in permutations(range(4))]
    return np.array([row for row in rows if -1 not in row], np.uint8)


@kernel
def _number_classes(size: int, orders: Bytes, choose: Longs, of_index: Ints) -> int:
    """Number the classes in the order of their first hands, and mark every hand with its class."""
    hand = np.arange(size).astype(np.uint8)
    image = np.empty(size, np.uint8)
    number = 0
    for index in range(of_index.size):
        if of_index[index] < 0:
            for order in orders:
                for i in range(size):
                    moved = order[hand[i]]
                    at = i
                    while at > 0 and image[at - 1] > moved:
                        image[at] = image[at - 1]
                        at -= 1
                    image[at] = moved
                of_index[index_of(image, choose)] = number
            number += 1
        step(hand)
    return number
