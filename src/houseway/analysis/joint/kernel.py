"""Counting of seats together, compiled. No rule stands here: results are numbers, hands a tree of cards.

A *lane* is one sum that hands can win together. Counts are 64-bit: `table.FullTable` makes sure that they fit. Sums of
products are 128-bit, a low and a high word.
"""

from typing import NamedTuple

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs, Words
from houseway.analysis.split.kernel import high_word, inlined, kernel

MIX, SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(20)


# ---- finding a set by its code -------------------------------------------------------------------------


@inlined
def _slot(code: int, slots: Ints) -> int:
    return int((np.uint64(code) * MIX) >> SHIFT) & (len(slots) - 1)


@kernel
def number(codes: Longs, slots: Ints) -> None:
    for i in range(len(codes)):
        at = _slot(codes[i], slots)
        while slots[at] >= 0:
            at = (at + 1) & (len(slots) - 1)
        slots[at] = i


@inlined
def _find(code: int, codes: Longs, slots: Ints) -> int:
    """Where it stands among `codes`: it must be there."""
    at = _slot(code, slots)
    while codes[slots[at]] != code:
        at = (at + 1) & (len(slots) - 1)
    return int(slots[at])


@kernel
def find_nexts(
    counts: Bytes, codes: Longs, places: Longs, alike: Longs, caps: Longs, above: Longs, slots: Ints, nexts: Ints
) -> None:
    for u in range(len(counts)):
        for g in range(counts.shape[1]):
            held = counts[u, g]
            spoken_for = g > 0 and alike[g] == alike[g - 1] and counts[u, g - 1] == held
            if held == caps[g] or spoken_for:
                nexts[u, g] = -1
            else:
                nexts[u, g] = _find(codes[u] + places[g, held + 1] - places[g, held], above, slots)


@kernel
def find_all(wanted: Longs, codes: Longs, slots: Ints, rows: Ints) -> None:
    for i in range(len(wanted)):
        rows[i] = _find(wanted[i], codes, slots)


# ---- sharing a set out ---------------------------------------------------------------------------------


class HandTree(NamedTuple):
    """Hands card by card, grades in order: a node's children, and what a whole hand wins."""

    children: Ints  # node, grade
    results: Longs  # node
    cards: int  # of a hand


@kernel
def share_out(
    counts: Bytes,
    codes: Longs,
    places: Longs,
    tree: HandTree,
    below: Longs,
    slots: Ints,
    fewer: Longs,
    lanes: Longs,
    shared: Longs,
) -> None:
    """Ways to share each set out into hands, by lane, from those with one hand fewer. The hand that gets the first card
    goes first, so that no order of hands is counted.

    `lanes` has the lane that a result leads to from each lane before it. Sets of up to 12 cards: under 10**5 ways.
    """
    size, grades = tree.cards, counts.shape[1]
    taken = np.zeros(grades, np.int64)
    chosen, nexts, node = np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64)
    ways, code = np.zeros(size + 1, np.int64), np.zeros(size + 1, np.int64)
    for t in range(len(counts)):
        held = counts[t]
        first = 0
        while held[first] == 0:
            first += 1
        taken[:] = 0
        taken[first] = 1
        ways[1], node[1], nexts[1] = 1, tree.children[0, first], first
        code[1] = codes[t] + places[first, held[first] - 1] - places[first, held[first]]
        cards = 1
        while cards > 0:
            g = grades
            if cards == size:
                row, result = _find(code[cards], below, slots), tree.results[node[cards]]
                for lane in range(fewer.shape[1]):
                    shared[t, lanes[result, lane]] += ways[cards] * fewer[row, lane]
            else:
                g = nexts[cards]
                while g < grades and held[g] == taken[g]:
                    g += 1
            if g == grades:  # a whole hand, or no card left to try: the last one goes back
                cards -= 1
                if cards > 0:
                    taken[chosen[cards]] -= 1
                    nexts[cards] = chosen[cards] + 1
                continue
            left = held[g] - taken[g]
            times = taken[g] if g == first else taken[g] + 1  # which card of this grade it is, but for the first
            taken[g] += 1
            chosen[cards] = g
            nexts[cards + 1], node[cards + 1] = g, tree.children[node[cards], g]
            ways[cards + 1] = ways[cards] * left // times
            code[cards + 1] = code[cards] + places[g, left - 1] - places[g, left]
            cards += 1


# ---- hands that cover a set, and what is common to two halves of a table -------------------------------


@kernel
def cover(counts: Bytes, nexts: Ints, alike: Longs, pack: Longs, above: Longs, missing: int, covered: Longs) -> None:
    """Deals of some hands out of `pack` that use up a set, from those that use up one card more.

    A deal that leaves `missing` cards over besides the set was come to by each of them.
    """
    grades, lanes = counts.shape[1], above.shape[1]
    for u in range(len(counts)):
        g = 0
        while g < grades:
            end = g + 1
            while end < grades and alike[end] == alike[g] and counts[u, end] == counts[u, g]:
                end += 1
            cards = (end - g) * (pack[g] - counts[u, g])
            if cards > 0:
                row = nexts[u, g]
                for lane in range(lanes):
                    covered[u, lane] += cards * above[row, lane]
            g = end
        for lane in range(lanes):
            covered[u, lane] //= missing


@kernel
def add_common(
    counts: Bytes,
    fellows: Longs,
    choose: Longs,
    pack: Longs,
    one: Longs,
    other: Longs,
    is_same: bool,
    low: Words,
    high: Longs,
) -> None:
    """Add, for every set, the deals of one half that use it up times those of the other, by lanes of both; of halves
    that are the same, each pair of lanes once. `fellows` has the sign."""
    for u in range(len(counts)):
        sets = fellows[u]
        for g in range(counts.shape[1]):
            sets *= choose[pack[g], counts[u, g]]
        for i in range(one.shape[1]):
            deals = sets * one[u, i]
            if deals == 0:
                continue
            for j in range(i if is_same else 0, other.shape[1]):
                before = low[i, j]
                low[i, j] = before + np.uint64(deals * other[u, j])
                high[i, j] += high_word(deals, other[u, j]) + np.int64(low[i, j] < before)
