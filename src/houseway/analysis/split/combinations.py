"""Sets of cards as consecutive integers, and all hands that contain a given set.

Cards are positions in the pack. A set c1 < c2 < … has the index C(c1,1) + C(c2,2) + …: every set of one
size gets its own integer from 0 without a gap, so a fact about all hands is one flat array.
"""

from math import comb

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.split.kernel import kernel


def choose_table(cards: int, size: int) -> Longs:
    """`table[n, k]` = C(n, k) for every position and every place in a hand."""
    return np.array([[comb(n, k) for k in range(size + 1)] for n in range(cards + 1)], np.int64)


@kernel
def index_of(cards: Bytes, choose: Longs) -> int:
    """The index of a set of ascending cards."""
    index = 0
    for place in range(cards.size):
        index += choose[cards[place], place + 1]
    return index


@kernel
def step(cards: Bytes) -> None:
    """Change a set into the one with the next index."""
    place = 0
    while place + 1 < cards.size and cards[place] + 1 == cards[place + 1]:
        cards[place] = place
        place += 1
    if place < cards.size:
        cards[place] += 1


@kernel
def list_others(held: Bytes, others: Bytes) -> None:
    """Fill `others` with the cards of the pack that are not among the ascending `held`."""
    below = 0
    for i in range(others.size):
        while below < held.size and held[below] == i + below:
            below += 1
        others[i] = i + below


@kernel
def hands_with(held: Bytes, free: Bytes, size: int, choose: Longs, out: Ints) -> int:
    """Write the index of every hand of `size` cards made of all `held` and some `free` cards.

    The index of such a hand is a constant plus one term for each free card in it: with t free cards up
    to and including card c, c itself stands at place t + (held cards below c), and each held card above
    c moves up by one place. So the loop adds one number a hand. Returns how many were written,
    C(free, size - held).
    """
    taken = size - held.size
    constant = index_of(held, choose)
    if taken == 0:
        out[0] = constant
        return 1
    terms = np.empty((taken, free.size), np.int64)
    for f in range(free.size):
        below = 0
        while below < held.size and held[below] < free[f]:
            below += 1
        for t in range(taken):
            term = choose[free[f], t + 1 + below]
            for above in range(below, held.size):
                term += choose[held[above], above + t + 2] - choose[held[above], above + t + 1]
            terms[t, f] = term

    # chosen[0] runs through its whole range in the inner loop; chosen[1:] step like an odometer.
    chosen = np.arange(taken + 1)
    chosen[taken] = free.size
    sums = np.full(taken + 1, constant)
    written, moved = 0, taken - 1
    while True:
        for t in range(moved, 0, -1):
            sums[t] = sums[t + 1] + terms[t, chosen[t]]
        base = sums[1]
        for f in range(chosen[1]):
            out[written + f] = base + terms[0, f]
        written += chosen[1]
        moved = 1
        while moved < taken and chosen[moved] + 1 == chosen[moved + 1]:
            chosen[moved] = moved
            moved += 1
        if moved >= taken:
            return int(written)
        chosen[moved] += 1
