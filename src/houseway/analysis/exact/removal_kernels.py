"""How many hidden hands are below a bound, for every hand that a seat can hold: inclusion and exclusion.

`tables[A, b]` holds how many of the dealer's hands contain all cards of A and are below bound b. Those that contain his
face-up cards U and none of the seat's cards S are the sum of (-1)^|T| tables[T + U, b] over all T within S. The bounds
move upwards from hand to hand of the seat, and each hand of the dealer is entered once as a bound passes it.

Counts of hands fit 32 bits, since no more than 2^31 hands can be numbered; counts of deals are added in 64 bits, and
`Removal` sees to it that there are not more.
"""

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.split.combinations import index_of, list_others, step
from houseway.analysis.split.kernel import kernel


@kernel
def all_hands(hands: Bytes) -> None:
    """Fill the rows with every set of cards, in the order of their integers."""
    hand = np.arange(hands.shape[1]).astype(np.uint8)
    for index in range(len(hands)):
        hands[index] = hand
        step(hand)


@kernel
def move(hands: Bytes, sign: int, bound: int, fewest: int, starts: Longs, choose: Longs, tables: Ints) -> None:
    """Enter these hands of the dealer below a bound, or take them out again, for all sets of `fewest` or more cards."""
    size = hands.shape[1]
    numbers = np.zeros(1 << size, np.int64)
    lengths = np.zeros(1 << size, np.int64)
    for hand in hands:
        if not fewest:
            tables[starts[0], bound] += sign
        top = 0
        for chosen in range(1, 1 << size):
            if chosen == 2 << top:
                top += 1
            others = chosen ^ (1 << top)
            lengths[chosen] = lengths[others] + 1
            numbers[chosen] = numbers[others] + choose[hand[top], lengths[chosen]]
            if lengths[chosen] >= fewest:
                tables[starts[lengths[chosen]] + numbers[chosen], bound] += sign


@kernel
def in_order(hand: Bytes, shown: Bytes, both: Bytes) -> int:
    """Put the seat's cards and the dealer's face-up ones in order; the bits of the answer say which are the latter."""
    must, i, j = 0, 0, 0
    while i < hand.size or j < shown.size:
        if j == shown.size or (i < hand.size and hand[i] < shown[j]):
            both[i + j] = hand[i]
            i += 1
        else:
            both[i + j] = shown[j]
            must |= 1 << (i + j)
            j += 1
    return must


@kernel
def count_below(
    both: Bytes,
    must: int,
    up: int,
    starts: Longs,
    choose: Longs,
    tables: Ints,
    numbers: Longs,
    lengths: Longs,
    below: Longs,
) -> None:
    """How many hands of the dealer are below each bound that hold the cards he shows and none of the seat's."""
    bounds = tables.shape[1]
    for b in range(bounds):
        below[b] = 0 if up else tables[starts[0], b]
    top = 0
    for some in range(1, 1 << both.size):
        if some == 2 << top:
            top += 1
        others = some ^ (1 << top)
        lengths[some] = lengths[others] + 1
        if lengths[some] < starts.size:
            numbers[some] = numbers[others] + choose[both[top], lengths[some]]
            if some & must == must:
                row = starts[lengths[some]] + numbers[some]
                sign = 1 - 2 * ((lengths[some] - up) % 2)
                for b in range(bounds):
                    below[b] += sign * tables[row, b]


@kernel
def look(
    hands: Bytes,
    weights: Longs,
    up: int,
    cards: int,
    hidden: int,
    starts: Longs,
    choose: Longs,
    tables: Ints,
    nets: Longs,
    ends: Longs,
    chosen: Longs,
    taken: Bytes,
    wins: Longs,
    totals: Longs,
) -> None:
    """For these hands of the seat and all face-up cards of the dealer: count the hidden hands between bounds, take the
    option that wins most, or the `chosen` one, and add the deals to the totals of the ends that it leads to. `taken`
    is told which option it was, and `wins`, if it has room, what each one wins against all hidden hands together.

    `nets[option, run]` is what a deal in a run wins, `ends[option, run]` how it ends; `hidden` is how many hidden hands
    there are in all."""
    held, runs = hands.shape[1], nets.shape[1]
    free = np.empty(cards - held, np.uint8)
    both = np.empty(held + up, np.uint8)
    numbers, lengths = np.zeros(1 << (held + up), np.int64), np.zeros(1 << (held + up), np.int64)
    below = np.empty(tables.shape[1], np.int64)
    deals = np.empty(runs, np.int64)
    for h in range(len(hands)):
        list_others(hands[h], free)
        shown = np.arange(up).astype(np.uint8)
        for place in range(choose[cards - held, up]):
            must = in_order(hands[h], free[shown], both)
            count_below(both, must, up, starts, choose, tables, numbers, lengths, below)
            before = 0
            for run in range(runs):
                until = below[run] if run + 1 < runs else hidden
                deals[run] = until - before
                before = until
            option = chosen[h, place] if chosen.size else most_won(nets, deals)
            taken[h, place] = option
            for run in range(runs):
                totals[ends[option, run]] += weights[h] * deals[run]
            if wins.size:
                for each in range(len(nets)):
                    for run in range(runs):
                        wins[h, place, each] += nets[each, run] * deals[run]
            step(shown)


@kernel
def most_won(nets: Longs, deals: Longs) -> int:
    """The option that wins most; of equals the first."""
    best, most = 0, 0
    for option in range(len(nets)):
        won = 0
        for run in range(deals.size):
            won += nets[option, run] * deals[run]
        if option == 0 or won > most:
            best, most = option, won
    return best


@kernel
def find(hands: Bytes, shown: Bytes, first: Bytes, of_index: Ints, orders: Bytes, choose: Longs, at: Longs) -> None:
    """Where rows of the seat's cards and the dealer's face-up ones stand: the class of the seat's, and the place of the
    others among all sets of cards that are left beside the class's first hand, whose suits they are given."""
    held, up = hands.shape[1], shown.shape[1]
    hand, image, beside = np.empty(held, np.uint8), np.empty(held, np.uint8), np.empty(up, np.uint8)
    for row in range(len(hands)):
        renamed(hands[row], orders[0], hand)
        number = of_index[index_of(hand, choose)]
        for order in orders:
            renamed(hands[row], order, image)
            if (image == first[number]).all():
                renamed(shown[row], order, beside)
                break
        place = 0
        for i in range(up):
            below = 0
            while below < held and first[number][below] < beside[i]:
                below += 1
            place += choose[beside[i] - below, i + 1]
        at[row, 0], at[row, 1] = number, place


@kernel
def renamed(cards: Bytes, order: Bytes, image: Bytes) -> None:
    """Where cards go, in ascending order."""
    for i in range(cards.size):
        moved = order[cards[i]]
        at = i
        while at > 0 and image[at - 1] > moved:
            image[at] = image[at - 1]
            at -= 1
        image[at] = moved
