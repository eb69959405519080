"""The last cards of a round, tried one after the other on all that can lie there."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.split.kernel import Bytes, Ints, Longs, kernel

Marks = NDArray[np.bool_]

LANES = 0x80808080  # cards are counted by suit in lanes of eight bits: a flush reaches the highest


class Table(NamedTuple):
    """What hands are worth, hand by hand."""

    after: Ints  # the number of some ranks with one more
    plain: Ints  # worths by the number of a hand's ranks
    flush: Ints  # and by the ranks in one suit
    lengths: Longs  # of a flush; 0 where no suit counts
    of_worth: Ints  # what a hand can be, by worth
    steps: Longs  # by which it counts among what all hands can be together


@kernel
def add_outcomes(
    cards: Bytes, deck: Bytes, rank_places: Ints, looks: Marks, taken: Ints, table: Table, counts: Longs
) -> None:
    """Add to `counts` the outcome of every way to take more cards of the deck, for each row of cards.

    `looks` tells for each hand which columns it looks at, and last, whether at the cards that are taken. No count
    exceeds the number of ways to take them."""
    hands = len(looks)
    last = cards.shape[1]
    left = np.empty(len(deck), np.uint8)
    sets, numbers = np.empty(hands, np.int64), np.empty(hands, np.int64)
    suits = np.zeros((hands, 4), np.int64)
    for node in range(len(cards)):
        list_left(deck, cards[node], left)
        for hand in range(hands):
            sets[hand], suits[hand] = 0, 0
            numbers[hand] = (128 - table.lengths[hand]) * 0x01010101 if table.lengths[hand] else 0
            for column in range(last):
                if looks[hand, column]:
                    each = cards[node, column]
                    sets[hand] = table.after[sets[hand], rank_places[each]]
                    numbers[hand] += 1 << 8 * (each & 3)
                    suits[hand, each & 3] |= 1 << rank_places[each]
        for way in range(len(taken)):
            outcome = 0
            for hand in range(hands):
                ranks, number = sets[hand], numbers[hand]
                more = taken[way] if looks[hand, last] else taken[way, :0]
                for place in more:
                    each = left[place]
                    ranks = table.after[ranks, rank_places[each]]
                    number += 1 << 8 * (each & 3)
                worth = table.plain[hand, ranks]
                if table.lengths[hand] and number & LANES:
                    worth = with_flush(worth, number, suits[hand], left, more, rank_places, table.flush[hand])
                outcome += table.of_worth[hand, worth] * table.steps[hand]
            counts[node, outcome] += 1


@kernel
def list_left(deck: Bytes, cards: Bytes, left: Bytes) -> None:
    number = 0
    for each in deck:
        held = False
        for card in cards:
            held |= card == each
        if not held:
            left[number] = each
            number += 1


@kernel
def with_flush(worth: int, number: int, suits: Longs, left: Bytes, more: Ints, rank_places: Ints, flush: Ints) -> int:
    """What a hand is worth that has a flush."""
    for suit in range(4):
        if number >> 8 * suit & 128:
            ranks = suits[suit]
            for place in more:
                if left[place] & 3 == suit:
                    ranks |= 1 << rank_places[left[place]]
            worth = max(worth, flush[ranks])
    return worth
