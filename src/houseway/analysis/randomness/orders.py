"""Shuffling and numbering orders, compiled: both are whole-number arithmetic on 64-bit words, which wraps around where
it is meant to. A number among the orders of 52 or 53 cards is below 2**232 and takes four words.
"""

from typing import Any, Final

import numpy as np

from houseway.analysis.arrays import Bytes, Longs, Words
from houseway.analysis.split.kernel import high_word, inlined, kernel, popcount

WORDS_OF_A_NUMBER: Final = 4
AT_A_TIME: Final = 8  # shuffles side by side: the machine need not wait for one swap to begin the next

WORD = np.uint64
ZERO, ONE, TOP = WORD(0), WORD(1), WORD(63)


@inlined
def upper_half(one: np.uint64, other: np.uint64) -> Any:
    """Of the product of two words without sign; `high_word` takes them as signed."""
    signed = WORD(high_word(np.int64(one), np.int64(other)))
    return signed + (one & (ZERO - (other >> TOP))) + (other & (ZERO - (one >> TOP)))


@kernel
def permute(words: Words, cards: Bytes, inverses: Words, orders: Bytes, fair: Bytes) -> None:
    """`table.cut.permuted` for many packs: a row of words each. `fair` is set to 0 where a word favours low numbers."""
    for first in range(0, len(words), AT_A_TIME):
        end = min(first + AT_A_TIME, len(words))
        for shuffle in range(first, end):
            for place in range(len(cards)):
                orders[shuffle, place] = cards[place]
        for place in range(len(cards) - 1):
            last = len(cards) - 1 - place
            number = WORD(last + 1)
            inverse = inverses[last + 1]
            unfair = ZERO - (ZERO - number) % number  # from here on; 0 if all words are fair
            for shuffle in range(first, end):
                word = words[shuffle, place]
                other = word - upper_half(word, inverse) * number  # the remainder, or one number above it
                if other >= number:
                    other -= number
                if unfair != ZERO and word >= unfair:
                    fair[shuffle] = 0
                kept = orders[shuffle, last]
                orders[shuffle, last] = orders[shuffle, other]
                orders[shuffle, other] = kept


@kernel
def number_orders(orders: Bytes, fair: Bytes, ends: Longs, factors: Words, limit: Words, out: Words) -> int:
    """`order_number` of each order, its upper word first; how many are fair and below the limit. Those come first."""
    kept = 0
    cards = orders.shape[1]
    for shuffle in range(len(orders)):
        left = (ONE << WORD(cards)) - ONE
        a, b, c, d = ZERO, ZERO, ZERO, ZERO
        place = 0
        for stretch in range(len(ends)):
            digits = ZERO
            while place < ends[stretch]:
                card = ONE << WORD(orders[shuffle, place])
                digits = digits * WORD(cards - place) + WORD(popcount(left & (card - ONE)))
                left ^= card
                place += 1
            factor = factors[stretch]  # the number so far times the factor, and the digits
            d_up, c_up, b_up = upper_half(d, factor), upper_half(c, factor), upper_half(b, factor)
            d = d * factor + digits
            carry = WORD(d < digits)
            c = c * factor + carry
            carry = WORD(c < carry)
            c += d_up
            carry += WORD(c < d_up)
            b = b * factor + carry
            carry = WORD(b < carry)
            b += c_up
            carry += WORD(b < c_up)
            a = a * factor + carry + b_up
        out[kept, 0], out[kept, 1], out[kept, 2], out[kept, 3] = a, b, c, d
        below = a < limit[0]
        if a == limit[0]:
            below = b < limit[1] or (b == limit[1] and (c < limit[2] or (c == limit[2] and d < limit[3])))
        kept += below and fair[shuffle] == 1
    return kept
