"""In how many ways a dealer's hands come, in compiled code: what `shoe_dealer` counts with numpy too, faster."""

from typing import Any

import numpy as np

from houseway.analysis.arrays import Longs, Words
from houseway.analysis.split.kernel import kernel

Word = Any  # unsigned, of 64 bits


@kernel
def ways(
    left: Longs,
    parents: Longs,
    grades: Longs,
    before: Longs,
    depths: Longs,
    leaves: Longs,
    outcomes: Longs,
    orders: Longs,
    deepest: int,
    kinds: int,
) -> Words:
    """By outcome, two words: high and low."""
    nodes = len(parents)
    high, low = np.zeros(nodes, np.uint64), np.zeros(nodes, np.uint64)
    low[0] = np.uint64(1)
    for node in range(1, nodes):
        parent = parents[node]
        times = np.uint64(max(left[grades[node]] - before[node], 0))
        high[node], low[node] = _times(high[parent], low[parent], times)
    sums = np.zeros((kinds, deepest + 1, 2), np.uint64)
    for number in range(len(leaves)):
        node, kind = leaves[number], outcomes[number]
        more_high, more_low = _times(high[node], low[node], np.uint64(orders[number]))
        at = sums[kind, depths[node]]
        at[0], at[1] = _plus(at[0], at[1], more_high, more_low)
    cards = left.sum()
    found = np.zeros((kinds, 2), np.uint64)
    for kind in range(kinds):
        for depth in range(deepest + 1):
            if depth:
                times = np.uint64(max(cards - (depth - 1), 1))
                found[kind, 0], found[kind, 1] = _times(found[kind, 0], found[kind, 1], times)
            at = sums[kind, depth]
            found[kind, 0], found[kind, 1] = _plus(found[kind, 0], found[kind, 1], at[0], at[1])
    return found


@kernel
def _times(high: Word, low: Word, times: Word) -> tuple[Word, Word]:
    """A number of two words, multiplied by less than 2³²."""
    half, mask = np.uint64(32), np.uint64(0xFFFFFFFF)
    first = (low & mask) * times
    second = (low >> half) * times + (first >> half)
    return high * times + (second >> half), (second << half) | (first & mask)


@kernel
def _plus(high: Word, low: Word, more_high: Word, more_low: Word) -> tuple[Word, Word]:
    total = low + more_low
    carry = np.uint64(1) if total < low else np.uint64(0)
    return high + more_high + carry, total
