"""Whole boards counted: his hands against each of mine on a board of each kind, what each wins, and how it ends.

No count exceeds the number of rounds that can be dealt, and no value that number times the greatest net: the caller
checks that this fits 64 bits.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.split.kernel import kernel

NO_SUIT = 4
Shorts = NDArray[np.int16]


# ---- one board -------------------------------------------------------------------------------------


class BoardHands(NamedTuple):
    """What the cards of a pack make."""

    held: Longs  # how many cards of each rank the pack has
    held_by_suit: Longs  # the ranks that it has in each suit, as bits
    after: Ints  # the number of some ranks with one more
    my_plain: Ints  # worths by the number of their ranks
    my_flush: Ints  # and by the ranks in one suit
    his_plain: Ints
    his_flush: Ints
    cuts: Ints  # by worth of mine, where his lines change


class Share(NamedTuple):
    """Some kinds of boards."""

    ranks: Bytes
    numbers: Ints  # of these ranks
    suits: Bytes  # the suit of a flush, or NO_SUIT
    masks: Longs  # the ranks in it, as bits
    offsets: Longs  # where the board's pairs begin


class Choices(NamedTuple):
    """What is chosen when the board is seen. A way on wins so many times what is written down before it, and so much
    for sure; it leads to a finished course or, below nothing, to one that has still to choose, from -1 on."""

    groups: int
    first_way: Longs  # by course
    times: Longs
    sure: Longs
    leads_to: Longs


@kernel
def cards_left(share: Share, board: int, hands: BoardHands, left: Longs) -> int:
    """How many cards of each kind a board leaves; returns the number of kinds, 0 where the pack has no such board."""
    ranks, suit, mask = share.ranks[board], share.suits[board], share.masks[board]
    held, held_by_suit = hands.held, hands.held_by_suit
    number = len(held)
    left[: 2 * number] = 0
    if suit == NO_SUIT:
        left[:number] = held
        for rank in ranks:
            left[rank] -= 1
            if left[rank] < 0:
                return 0
        return number
    for rank in range(number):
        in_suit = held_by_suit[suit] >> rank & 1
        on_board = mask >> rank & 1
        left[2 * rank + 1] = in_suit - on_board
        left[2 * rank] = held[rank] - in_suit + on_board
    for rank in ranks:
        left[2 * rank] -= 1
        if left[2 * rank] < 0:
            return 0
    return 2 * number


@kernel
def rank_pairs(
    kinds: int, share: Share, board: int, left: Longs, after: Ints, plain: Ints, flush: Ints, worths: Ints
) -> None:
    """What each pair makes with a board; less than nothing where it cannot be dealt."""
    number, suit, mask = share.numbers[board], share.suits[board], share.masks[board]
    place = 0
    for high in range(kinds):
        for low in range(high + 1):
            worths[place] = -1
            if left[low] and left[high] and (low != high or left[low] > 1):
                if suit == NO_SUIT:
                    worths[place] = plain[after[after[number, low], high]]
                else:
                    suited = mask
                    if low & 1:
                        suited |= 1 << (low >> 1)
                    if high & 1:
                        suited |= 1 << (high >> 1)
                    worth = plain[after[after[number, low >> 1], high >> 1]]
                    worths[place] = max(worth, flush[suited])
            place += 1


@kernel
def count_below(kinds: int, his: Ints, left: Longs, order: Longs, levels: Ints, below: Longs) -> int:
    """Sort his worths into `levels`; `below[n, kinds]` are his pairs at the first n of them, and `below[n, kind]` those
    of them with a given card of a kind. Returns how many levels there are."""
    number = 0
    place = 0
    for high in range(kinds):
        for low in range(high + 1):
            if his[place] >= 0:
                order[number] = (np.int64(his[place]) << 32) | (low << 16) | high
                number += 1
            place += 1
    order[:number].sort()
    level = 0
    below[0] = 0
    for place in range(number):
        worth = order[place] >> 32
        if place == 0 or worth != levels[level - 1]:
            levels[level] = worth
            level += 1
            below[level] = below[level - 1]
        low, high = (order[place] >> 16) & 0xFFFF, order[place] & 0xFFFF
        if low == high:
            below[level, kinds] += left[low] * (left[low] - 1) // 2
            below[level, low] += left[low] - 1
        else:
            below[level, kinds] += left[low] * left[high]
            below[level, low] += left[high]
            below[level, high] += left[low]
    return level


@kernel
def count_runs(
    kinds: int, low: int, high: int, his: int, level: int, cuts: Ints, levels: Ints, below: Longs, runs: Shorts
) -> None:
    """How many of his pairs lie on each stretch, when two cards of these kinds are mine; `his` is what they would make
    for him."""
    before, first = 0, 0
    for run in range(len(cuts)):
        last = level
        while first < last:  # for the number of levels below the cut
            middle = (first + last) // 2
            if levels[middle] < cuts[run]:
                first = middle + 1
            else:
                last = middle
        now = below[first, kinds] - below[first, low] - below[first, high] + (his < cuts[run])
        runs[run] = now - before
        before = now
    runs[len(cuts)] = below[level, kinds] - below[level, low] - below[level, high] + 1 - before


# ---- all kinds of boards ---------------------------------------------------------------------------


@kernel
def count_boards(share: Share, hands: BoardHands, worths: Ints, runs: Shorts) -> None:
    """For every pair beside every kind of board, what it is worth there, and how many of his pairs lie on each stretch
    of it. A pack has fewer than 1,327 pairs."""
    most = 2 * len(hands.held)
    pairs = most * (most + 1) // 2
    left = np.zeros(most, np.int64)
    his = np.empty(pairs, np.int32)
    order, levels = np.empty(pairs, np.int64), np.empty(pairs, np.int32)
    below = np.zeros((pairs + 1, most + 1), np.int64)
    for board in range(len(share.ranks)):
        kinds = cards_left(share, board, hands, left)
        start = share.offsets[board]
        mine = worths[start : start + kinds * (kinds + 1) // 2]
        rank_pairs(kinds, share, board, left, hands.after, hands.my_plain, hands.my_flush, mine)
        rank_pairs(kinds, share, board, left, hands.after, hands.his_plain, hands.his_flush, his)
        level = count_below(kinds, his, left, order, levels, below)
        place = 0
        for high in range(kinds):
            for low in range(high + 1):
                if mine[place] >= 0:
                    cuts = hands.cuts[mine[place]]
                    count_runs(kinds, low, high, his[place], level, cuts, levels, below, runs[start + place])
                place += 1


@kernel
def add_values(worths: Ints, runs: Shorts, nets: Longs, choices: Choices, values: Longs) -> None:
    """Fill in what every pair beside every kind of board wins against all of his pairs together: by group of bets, then
    by course that has still to choose."""
    for at in range(len(worths)):
        if worths[at] >= 0:
            for group in range(len(nets)):
                for run in range(runs.shape[1]):
                    values[at, group] += nets[group, worths[at], run] * runs[at, run]
            for course in range(len(choices.first_way) - 1):
                choose(course, choices, values[at])


@kernel
def choose(course: int, choices: Choices, value: Longs) -> int:
    """Write down what the best way on wins, of equals the first, and return it."""
    best = -1
    column = choices.groups + course
    for way in range(choices.first_way[course], choices.first_way[course + 1]):
        won = choices.sure[way]
        for other in range(column):
            won += choices.times[way, other] * value[other]
        if best < 0 or won > value[column]:
            best = way
            value[column] = won
    return best


@kernel
def add_ends(
    worths: Ints,
    runs: Shorts,
    of_run: Ints,
    choices: Choices,
    values: Longs,
    arrive: Longs,
    weights: Ints,
    ends: Longs,
) -> None:
    """Add up by finished course how often each showdown comes. `weights[n]` is how often each board and pair is reached
    by a course, which is `arrive[n]`: a finished one, or below nothing, one that has still to choose, from -1 on."""
    for number in range(len(arrive)):
        for at in range(len(worths)):
            if weights[number, at]:
                course = arrive[number]
                while course < 0:
                    course = choices.leads_to[choose(-1 - course, choices, values[at])]
                times = np.int64(weights[number, at])
                for run in range(runs.shape[1]):
                    ends[course, of_run[worths[at], run]] += times * runs[at, run]
