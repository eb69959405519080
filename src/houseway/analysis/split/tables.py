"""How many of a list of opponents a setting beats: one look-up, after one pass over the list.

Every table here answers for a cell (h, m, l) with one integer that carries two counts,

    beaten = (opponents it beats in at least two hands) + 2**32 * (in all three),

because sums of such integers are such integers, whatever happens between: the final counts lie between
0 and 10,737,573, so both can be read off at the end. With N counting opponents whose ordinals are below
those of the setting, all three = N(h,m,l), and two or more = N(h,m) + N(h,l) + N(m,l) - 2 N(h,m,l). Where no Mid is
played it counts as won: the two counts are then of opponents beaten in at least one hand, and in both.

A *stack* keeps one page of answers for all (m, l) in each row, where a row takes the opponents before it,
in the order of their Highs, as beaten in High and the others as not. With many opponents there is a row
for each High that occurs. With few there is a row for every 64th opponent, and the rest are counted in
the bits of one word: of those with a lower High, each that loses Mid or Low but not both now loses two. Of 64 or
fewer no table is made: all that is counted is bits.
"""

from typing import NamedTuple

import numpy as np

from houseway.analysis.arrays import Ints, Longs, Words
from houseway.analysis.split.kernel import kernel, popcount
from houseway.analysis.split.rankings import Rankings

HAT_TRICK = 1 << 32  # the weight of "beaten in all three" in a packed count
WORD = 64


class Stack(NamedTuple):
    """The table of one list of opponents; its room is used again for the next list."""

    pages: Longs  # row x mid x low -> packed counts
    row: Ints  # high -> row; in a stack by words, high -> number of opponents with a lower High
    mids: Words  # row x mid -> which of the row's 64 opponents have a lower Mid; empty in a stack by Highs
    lows: Words
    mid_shift: int
    high_shift: int
    beyond: int  # from how many ordinals above an opponent's Mid on he is beaten there; 0 where no Mid is played


def stack_by_highs(rankings: Rankings) -> Stack:
    return _stack(rankings, rows=rankings.counts[0] + 1, words=0)


def stack_by_words(rankings: Rankings, opponents: int) -> Stack:
    rows = opponents // WORD + 1
    return _stack(rankings, rows=rows, words=rows)


def _stack(rankings: Rankings, *, rows: int, words: int) -> Stack:
    high, mid, low = rankings.counts
    beyond = int(rankings.has_mid)
    return Stack(
        np.zeros((rows, mid + beyond, low + 1), np.int64),
        np.zeros(high + 1, np.int32),
        np.zeros((words, mid + beyond), np.uint64),
        np.zeros((words, low + 1), np.uint64),
        rankings.mid_shift,
        rankings.high_shift,
        beyond,
    )


@kernel
def fill_by_highs(stack: Stack, cells: Ints, times: Ints) -> None:
    """Make the table of opponents with these cells, each so many times (22,957,480 in all at most)."""
    row, pages = stack.row, stack.pages
    row[:] = 0
    for cell in cells:
        row[(cell >> stack.high_shift) + 1] = 1
    for high in range(1, row.size):
        row[high] += row[high - 1]
    rows = row[-1] + 1
    pages[:rows] = 0
    for i in range(cells.size):
        mid, low = mid_and_low(stack, cells[i])
        lose_two(pages[0], mid + stack.beyond, low + 1, times[i])
        lose_high(pages[row[cells[i] >> stack.high_shift] + 1], mid + stack.beyond, low + 1, times[i])
    add_up(pages[:rows])


@kernel
def fill_by_words(stack: Stack, cells: Ints) -> None:
    """Make the table of opponents with these cells, ordering them by High."""
    row, pages, mids, lows = stack.row, stack.pages, stack.mids, stack.lows
    row[:] = 0
    for cell in cells:
        row[(cell >> stack.high_shift) + 1] += 1
    for high in range(1, row.size):
        row[high] += row[high - 1]
    rows = cells.size // WORD + 1
    pages[:rows] = 0
    mids[:rows] = 0
    lows[:rows] = 0
    place = row.copy()
    for cell in cells:
        high = cell >> stack.high_shift
        mid, low = mid_and_low(stack, cell)
        word, bit = place[high] // WORD, np.uint64(1) << np.uint64(place[high] % WORD)
        place[high] += 1
        mids[word, mid + stack.beyond] |= bit
        lows[word, low + 1] |= bit
        lose_two(pages[0], mid + stack.beyond, low + 1, 1)
        if word + 1 < rows:
            lose_high(pages[word + 1], mid + stack.beyond, low + 1, 1)
    for word in range(rows):
        for mid in range(1, mids.shape[1]):
            mids[word, mid] |= mids[word, mid - 1]
        for low in range(1, lows.shape[1]):
            lows[word, low] |= lows[word, low - 1]
    add_up(pages[:rows])


@kernel
def beaten(stack: Stack, cell: int) -> int:
    """The packed counts of opponents that a setting with this cell beats."""
    place = stack.row[cell >> stack.high_shift]
    mid, low = mid_and_low(stack, cell)
    if stack.mids.size == 0:
        return int(stack.pages[place, mid, low])
    word = place // WORD
    lower_high = (np.uint64(1) << np.uint64(place % WORD)) - np.uint64(1)
    mids = stack.mids[word, mid] & lower_high
    lows = stack.lows[word, low] & lower_high
    one, both = np.int64(popcount(mids ^ lows)), np.int64(popcount(mids & lows))
    return int(stack.pages[word, mid, low] + one + HAT_TRICK * both)


@kernel
def fill_one_word(stack: Stack, cells: Ints) -> None:
    """The same for as many opponents as a word has bits: they are ordered by their cells, so by High."""
    mids, lows = stack.mids[0], stack.lows[0]
    mids[:] = 0
    lows[:] = 0
    for i in range(1, cells.size):
        cell, at = cells[i], i
        while at > 0 and cells[at - 1] > cell:
            cells[at] = cells[at - 1]
            at -= 1
        cells[at] = cell
    for i in range(cells.size):
        mid, low = mid_and_low(stack, cells[i])
        bit = np.uint64(1) << np.uint64(i)
        mids[mid + stack.beyond] |= bit
        lows[low + 1] |= bit
    for mid in range(1, mids.size):
        mids[mid] |= mids[mid - 1]
    for low in range(1, lows.size):
        lows[low] |= lows[low - 1]


@kernel
def beaten_in_word(stack: Stack, cells: Ints, cell: int) -> int:
    """The packed counts of those that a setting with this cell beats; `cells` are ordered."""
    weakest = np.int32(cell >> stack.high_shift << stack.high_shift)  # with the same High
    place = np.int32(0)
    for theirs in cells:
        place += np.int32(theirs < weakest)
    mid, low = mid_and_low(stack, cell)
    highs = (np.uint64(1) << np.uint64(place)) - np.uint64(1)
    mids, lows = stack.mids[0, mid], stack.lows[0, low]
    two, three = highs & (mids | lows) | mids & lows, highs & mids & lows
    return int(np.int64(popcount(two)) + HAT_TRICK * np.int64(popcount(three)))


@kernel
def mid_and_low(stack: Stack, cell: int) -> tuple[int, int]:
    mid = (cell >> stack.mid_shift) & ((1 << (stack.high_shift - stack.mid_shift)) - 1)
    return mid, cell & ((1 << stack.mid_shift) - 1)


@kernel
def lose_two(page: Longs, mid: int, low: int, times: int) -> None:
    """Enter opponents as beaten by this Mid or a greater one with this Low or a greater one."""
    page[mid, low] += times


@kernel
def lose_high(page: Longs, mid: int, low: int, times: int) -> None:
    """Enter what changes when the same opponents lose High as well.

    The Mid, or the Low, is now enough for two; with both, all three are won.
    """
    page[mid, 0] += times
    page[0, low] += times
    page[mid, low] += times * (HAT_TRICK - 2)


@kernel
def add_up(pages: Longs) -> None:
    """Let each entry hold for all greater Lows, all greater Mids and all later rows too."""
    rows, mids, lows = pages.shape
    for r in range(rows):
        page = pages[r]
        for mid in range(mids):
            entered = np.int64(0)
            for low in range(lows):
                entered += page[mid, low]
                page[mid, low] = entered
        for mid in range(1, mids):
            for low in range(lows):
                page[mid, low] += page[mid - 1, low]
        if r:
            before = pages[r - 1]
            for mid in range(mids):
                for low in range(lows):
                    page[mid, low] += before[mid, low]
