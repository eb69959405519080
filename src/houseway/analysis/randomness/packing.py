"""Shuffles and numbers as bytes that are exactly as random as they are, for tools that want bits.

An order of the pack is one number among all its orders, and a few draws are the digits of one; from a number below
`most` whole bytes are taken and the few values that would make some bytes likelier are passed over.

A pack without two cards alike is shuffled and numbered by compiled code, thousands at a time: the same shuffle of the
same words as `table.cut.permuted`, and the same number as `order_number`, which the tests hold against each other.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import factorial
from typing import Final

import numpy as np

from houseway.analysis.arrays import Bytes, Words
from houseway.analysis.randomness.orders import WORDS_OF_A_NUMBER, number_orders, permute
from houseway.analysis.split.kernel import HAS_COMPILER
from houseway.cards import Card, Pack

SPARE: Final = 8  # bits of a number that are not used: a value is passed over once in 2**8, or less often
AT_ONCE: Final = 4096  # shuffles
WORD_BITS: Final = 64


def packed_orders(orders: Iterable[Sequence[Card]], pack: Pack) -> Iterator[bytes]:
    most = orders_of(pack)
    return (taken for order in orders if (taken := whole_bytes(order_number(order, pack), most)))


def packed_draws(draws: Iterable[int], sides: int) -> Iterator[bytes]:
    """Draws from 0 to sides − 1, so many at a time that at least eight bytes come of them."""
    number, most = 0, 1
    for draw in draws:
        number, most = number * sides + draw, most * sides
        if most >> (64 + SPARE):
            if taken := whole_bytes(number, most):
                yield taken
            number, most = 0, 1


def whole_bytes(number: int, most: int) -> bytes:
    """As many bytes as a number below `most` is sure to hold, or none if it is one of the few passed over."""
    size = bytes_held(most)
    return (number % (1 << (8 * size))).to_bytes(size) if number < all_alike(most) else b""


def bytes_held(most: int) -> int:
    return (most.bit_length() - 1 - SPARE) // 8


def all_alike(most: int) -> int:
    """The numbers below this make every row of bytes equally often."""
    return most - most % (1 << (8 * bytes_held(most)))


@cache
def orders_of(pack: Pack) -> int:
    return factorial(len(pack)) // factorial(pack.decks) ** 52


def order_number(order: Sequence[Card], pack: Pack) -> int:
    """The place of an order among all orders of the pack, from 0, as in a dictionary."""
    left = sorted(pack.cards())
    number, ways = 0, orders_of(pack)
    for card in order:
        before, upto = bisect_left(left, card), bisect_right(left, card)
        number += ways * before // len(left)
        ways = ways * (upto - before) // len(left)
        del left[before]
    return number


# ---- many at a time ----------------------------------------------------------------------------------


def can_be_compiled(pack: Pack) -> bool:
    return pack.decks == 1 and HAS_COMPILER


def words_for(pack: Pack, shuffles: int) -> int:
    """How many 64-bit words so many shuffles take."""
    return shuffles * (len(pack) - 1)


def packed_by_words(words: Words, pack: Pack) -> bytes:
    """Shuffles of a pack by these words, one for each place but the first, packed one after another."""
    number = _Numbering(pack)
    orders, fair = shuffled_by(words, pack)
    out = np.empty((len(orders), WORDS_OF_A_NUMBER), np.uint64)
    kept = number_orders(orders, fair, number.ends, number.factors, number.limit, out)
    rows = out[:kept].byteswap().view(np.uint8)
    return rows[:, rows.shape[1] - bytes_held(orders_of(pack)) :].tobytes()


def shuffled_by(words: Words, pack: Pack) -> tuple[Bytes, Bytes]:
    """Each shuffle, and 1 if none of its words is one that the shuffler draws again. Any other is passed over as a
    whole: with fair words alone every order is equally likely."""
    rows = words.reshape(-1, len(pack) - 1)
    orders = np.empty((len(rows), len(pack)), np.uint8)
    fair = np.ones(len(rows), np.uint8)
    permute(rows, np.array(pack.cards(), np.uint8), _inverses(len(pack)), orders, fair)
    return orders, fair


@cache
def _inverses(size: int) -> Words:
    """2**64 divided by each number, so that a product takes the place of a division; 0 and 1 are never asked for."""
    return np.array([0, 0, *((1 << WORD_BITS) // n for n in range(2, size + 1))], np.uint64)


class _Numbering:
    """The number of an order, card by card, in stretches whose factors stay within one word."""

    def __init__(self, pack: Pack) -> None:
        ends, factors, factor = [], [], 1
        for place, left in enumerate(range(len(pack), 0, -1)):
            if factor * left >> WORD_BITS:
                ends.append(place)
                factors.append(factor)
                factor = 1
            factor *= left
        self.ends = np.array([*ends, len(pack)], np.int64)
        self.factors = np.array([*factors, factor], np.uint64)
        limit = all_alike(orders_of(pack))
        words = [limit >> (WORD_BITS * n) & ((1 << WORD_BITS) - 1) for n in reversed(range(WORDS_OF_A_NUMBER))]
        self.limit = np.array(words, np.uint64)
