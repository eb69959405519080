"""Whether what comes side by side is independent: tuples of numbers as points of a square, a cube and beyond.

The points of a congruential generator lie on few planes, which each number by itself does not show.
"""

from typing import Final

import numpy as np

from houseway.analysis.randomness import sequence
from houseway.analysis.randomness.outcome import ChanceTest
from houseway.analysis.randomness.sequence import LEAST_EXPECTED, Ints

IN_WORDS: Final = {2: "pairs", 3: "triples", 4: "fours"}
MOST_CELL_BITS: Final = 18


def serial_tuples(numbers: Ints, bits: int, size: int, of: str) -> ChanceTest:
    """How often each tuple of the upper bits of numbers comes, of as many bits as there are tuples enough for."""
    tuples = numbers[: len(numbers) // size * size].reshape(-1, size)
    upper = min(bits, cell_bits(len(tuples)) // size)
    cells = np.zeros(len(tuples), np.int64)
    for place in range(size):
        cells = cells << upper | tuples[:, place] >> (bits - upper)
    chances = np.full(1 << upper * size, 2.0 ** -(upper * size))
    return sequence.frequency(cells, chances, f"{IN_WORDS[size]} of {of}", test="serial tuples")


def cell_bits(tuples: int) -> int:
    return min(MOST_CELL_BITS, int(tuples / LEAST_EXPECTED).bit_length() - 1)
