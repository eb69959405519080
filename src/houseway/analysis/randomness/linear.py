"""Whether bits follow from earlier ones by exclusive or, as those of shift registers do and of many fast generators.

Such bits, written as the rows of a square, make no square of higher rank than the generator has bits of state; and the
shortest register that makes them is no longer than that. Both have exactly known chances where bits are fair.
"""

from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.analysis.arrays import Words
from houseway.analysis.randomness import sequence
from houseway.analysis.randomness.outcome import ChanceTest
from houseway.analysis.randomness.sequence import Floats

MOST_SQUARES: Final = {32: 20_000, 256: 1_024}  # by the length of a side; more would take long and say little more
MOST_BITS: Final = 50_000  # a register of up to half as many is met


def matrix_rank(data: bytes, side: int) -> ChanceTest:
    """The ranks of squares of bits, row after row as they come."""
    ranks = ranks_of(squares_of(data, side), side)
    return sequence.chi_square(
        "matrix rank", f"{side} × {side} bits", np.bincount(ranks, minlength=side + 1), rank_chances(side)
    )


def squares_of(data: bytes, side: int) -> Words:
    """Squares, rows, words: a row of fewer than 64 bits is the upper part of a word."""
    count = min(len(data) * 8 // side**2, MOST_SQUARES[side])
    rows = np.frombuffer(data, np.uint8)[: count * side * side // 8].reshape(count, side, side // 8)
    wide = np.zeros((count, side, -(-side // 64) * 8), np.uint8)
    wide[:, :, : side // 8] = rows
    return wide.view(">u8").astype(np.uint64)


def ranks_of(squares: Words, side: int) -> npt.NDArray[np.int64]:
    """By elimination, column by column, in all squares at once."""
    left = squares.copy()
    every = np.arange(len(left))
    ranks = np.zeros(len(left), np.int64)
    is_pivot = np.zeros(left.shape[:2], np.bool_)
    for column in range(side):
        word, bit = divmod(column, 64)
        has = (left[:, :, word] >> np.uint64(63 - bit) & np.uint64(1)).astype(np.bool_)
        free = has & ~is_pivot
        pivot = free.argmax(axis=1)
        found = free[every, pivot]
        ranks += found
        is_pivot[every[found], pivot[found]] = True
        has[every, pivot] = False
        rows = np.where(found[:, None], left[every, pivot, word:], np.uint64(0))
        left[:, :, word:] ^= np.where((has & ~is_pivot)[:, :, None], rows[:, None, :], np.uint64(0))
    return ranks


@cache
def rank_chances(side: int) -> Floats:
    """The chance of each rank of a square of fair bits: 2**-d² · Π (1 − 2**(i − side))² / (1 − 2**(i − rank)), where d
    is what the rank lacks and i runs from 0 to rank − 1."""
    chances = np.zeros(side + 1)
    for rank in range(max(0, side - 20), side + 1):  # lower ones have no chance that a float holds beside 1
        chance = 2.0 ** -((side - rank) ** 2)
        for i in range(rank):
            chance *= (1 - 2.0 ** (i - side)) ** 2 / (1 - 2.0 ** (i - rank))
        chances[rank] = chance
    return chances


def linear_complexity(bits: npt.NDArray[np.uint8], of: str) -> ChanceTest:
    """The length of the shortest register that makes these bits; half their number, give or take a few, if fair."""
    looked_at = bits[:MOST_BITS]
    length = shortest_register(looked_at)
    n = len(looked_at)
    p = min(1.0, 2 * min(shorter_or_equal(length, n), (1 << n) - shorter_or_equal(length - 1, n)) / (1 << n))
    return ChanceTest(test="linear complexity", of=of, count=n, statistic=float(length), freedom=None, p=p)


def shortest_register(bits: npt.NDArray[np.uint8]) -> int:
    """By Berlekamp and Massey. A register is the number whose bit i says whether the bit i steps back counts."""
    now, before, length, last = 1, 1, 0, -1
    seen = 0  # the bits so far, the latest the lowest
    for step, bit in enumerate(bits.tolist()):
        seen = seen << 1 | bit
        if (now & seen).bit_count() & 1:  # what the register foretells is not what came
            other = now ^ before << (step - last)
            if 2 * length <= step:
                before, length, last = now, step + 1 - length, step
            now = other
    return length


def shorter_or_equal(length: int, bits: int) -> int:
    """How many rows of so many bits need a register of this length or shorter: of n bits 2**min(2n − 2L, 2L − 1)
    rows need the length L, and one, without a bit set, needs none."""
    if length <= bits // 2:
        return 0 if length < 0 else 1 + 2 * ((1 << 2 * length) - 1) // 3
    return (1 << bits) - ((1 << 2 * (bits - length)) - 1) // 3
