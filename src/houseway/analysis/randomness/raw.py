"""The battery for raw bytes, as a generator puts them out."""

from collections.abc import Iterator
from math import sqrt

import numpy as np

from houseway.analysis.randomness import sequence
from houseway.analysis.randomness.linear import MOST_SQUARES, linear_complexity, matrix_rank
from houseway.analysis.randomness.outcome import ChanceTest
from houseway.analysis.randomness.sequence import Floats, Ints
from houseway.analysis.randomness.tuples import IN_WORDS, serial_tuples

WORD = 8
LEAST_BYTES = 1 << 14


def raw_outcomes(data: bytes) -> tuple[ChanceTest, ...]:
    if len(data) < LEAST_BYTES:
        raise ValueError(f"{len(data):,} bytes are too few: {LEAST_BYTES:,} or more say something")
    return tuple(_outcomes(data[: len(data) // WORD * WORD]))


def _outcomes(data: bytes) -> Iterator[ChanceTest]:
    numbers = np.frombuffer(data, np.uint8)
    digits = np.stack((numbers >> 4, numbers & 15), axis=1).reshape(-1).astype(np.int64)
    bits = np.unpackbits(numbers)
    words = np.frombuffer(data, ">u4").astype(np.int64)
    yield sequence.frequency(numbers.astype(np.int64), np.full(256, 1 / 256), "bytes")
    yield from bits_by_place(bits)
    yield sequence.runs(bits.astype(np.bool_), "bits")
    yield sequence.runs_up(words, "32-bit numbers")
    yield sequence.serial_correlation(numbers, "bytes")
    yield from bits_again(bits)
    yield sequence.coupon_collector(digits, 16, "hexadecimal digits")
    yield sequence.gap(numbers < 64, 64 / 256, "bytes below 64")
    yield sequence.poker(digits, 16, "hexadecimal digits")
    yield sequence.permutation(words, 5, "five 32-bit numbers")
    for of, width, units in (("bytes", 8, numbers.astype(np.int64)), ("32-bit numbers", 32, words)):
        for size in IN_WORDS:
            yield serial_tuples(units, width, size, of)
    for side in MOST_SQUARES:
        yield matrix_rank(data, side)
    yield linear_complexity(bits[7::32], "the last bit of every fourth byte")
    yield linear_complexity(bits[63::64], "the last bit of 64")
    yield sequence.repeats(np.frombuffer(data, ">u8"), 2**64, "64-bit numbers")


def bits_by_place(bits: np.ndarray) -> Iterator[ChanceTest]:
    """Whether each of the 64 bits of a word is set half the time."""
    table = bits.reshape(-1, 8 * WORD)
    yield from _halves("chi-square", "bits by place of 64", table.sum(axis=0, dtype=np.int64), len(table))


def bits_again(bits: np.ndarray) -> Iterator[ChanceTest]:
    """Whether a bit is the same in the next word half the time: low bits of weak generators are not."""
    table = bits.reshape(-1, 8 * WORD)
    same = (table[1:] == table[:-1]).sum(axis=0, dtype=np.int64)
    yield from _halves("serial correlation", "each bit, 64 bits on", same, len(table) - 1)


def _halves(test: str, of: str, counts: Ints, n: int) -> Iterator[ChanceTest]:
    """All places together, and the one that leans most."""
    scores: Floats = ((counts - n / 2) / sqrt(n / 4)).astype(np.float64)
    yield sequence.squares(test, of, n, float((scores**2).sum()), len(counts))
    yield sequence.greatest("per-bit maximum", of, n, scores)
