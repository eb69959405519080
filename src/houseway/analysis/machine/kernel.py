"""Deal rounds, look up what becomes of them, and count. No rule and no step stands here: they have become tables.

A program is a list of instructions, each of which is carried out for a block of rounds before the next. A *column* is
what an instruction has found for every round of the block; a *slot* is a card of the round, the same in every round,
whether it comes into play or not. So every instruction is one short loop, and the memory of many rounds is waited for
at once.

Random numbers are counted, not chained: number k of a batch is a mixing (splitmix64) of a counter that no other batch
of the run reaches. Half of one, as a share of 2**32, chooses among the n cards left: n times it, the whole part. The
few halves by which some card would be likelier than another are thrown away, so every card is exactly as likely.

Counts are 64-bit. A batch has at most 2**20 rounds of 2**3 seats, and a net of a round lies below 2**40.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.arrays import Bytes, Ints, Longs, Words
from houseway.analysis.split.kernel import kernel

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST_MIX, SECOND_MIX = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
HALF = np.uint64(0xFFFFFFFF)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
COUNTER_BITS = 40  # of the numbers of one batch

LOOKUP, SET, FLUSH, SUITS_APART, RUNS, MATCH, OPEN, BOARD, CLASS, BESIDE, COUNT = range(11)
BLOCK = 256  # rounds that are played together
SUITS, RANKS = 4, 14  # thirteen, and the joker, which is of every suit
JOKER = 52


class Program(NamedTuple):
    """All that a kernel needs to know of a game. An *end* is a place in the counts."""

    pack: Bytes
    slots: int  # cards of a round
    columns: int
    digits: Bytes  # sight, card
    codes: Longs  # a row each: what it does, its column, sources from and to, its table, whether it has the last index
    sources: Longs  # one row each: whether it is a card, which slot or column, its sight, its stride
    table: Ints
    choose: Longs  # for the index of a set of cards


class Money(NamedTuple):
    """What an end is worth, in parts of a dollar; and the ends that are told of one by one."""

    nets: Longs  # what a seat wins by an end
    actions: Longs  # what it staked
    envies: Longs  # what each other seat is paid for it
    keeps: Longs  # what the house keeps by it, before envy and what goes onto meters
    watched: NDArray[np.bool_]


@kernel
def play(
    program: Program,
    money: Money,
    rounds: int,
    state: np.uint64,
    session: int,
    shift: int,
    counts: Longs,
    sessions: Longs,
    shifts: Longs,
    awards: Ints,
) -> int:
    """Play so many rounds. Counts go by seat and end; sessions are the first seat's nets, shifts what the house kept
    and what was staked. Returns how many watched ends there were; those that `awards` has room for are in it. Less
    than nothing if a rule was met that could not be asked before the run."""
    deck = program.pack.copy()
    drawn = program.slots + program.slots % 2
    left, least = _shares(len(deck), drawn)
    cards = np.zeros((drawn, BLOCK), np.uint8)
    columns = np.zeros((program.columns, BLOCK), np.int32)
    index = np.zeros(BLOCK, np.int64)
    won, kept, staked = np.zeros(BLOCK, np.int64), np.zeros(BLOCK, np.int64), np.zeros(BLOCK, np.int64)
    house = money.keeps - np.int64(counts.shape[0] - 1) * money.envies
    watching = money.watched.any()
    found = 0
    counter = state
    in_session = in_shift = 0
    net = kept_so_far = staked_so_far = np.int64(0)
    for first in range(0, rounds, BLOCK):
        number = min(BLOCK, rounds - first)
        counter = _deal(deck, cards, number, drawn, left, least, counter)
        won[:number] = 0
        kept[:number] = 0
        staked[:number] = 0
        for code in range(len(program.codes)):
            if program.codes[code, 0] != COUNT:
                _carry_out(program, code, cards, columns, index, number)
                continue
            seat, column, start = program.codes[code, 1], program.codes[code, 2], program.codes[code, 4]
            counted, mine = counts[seat], money.nets if seat == 0 else money.envies
            for r in range(number):
                end = columns[column, r]
                if end < 0:
                    return -1
                end += start
                counted[end] += 1
                won[r] += mine[end]
                kept[r] += house[end]
                staked[r] += money.actions[end]
            if watching:
                for r in range(number):
                    end = columns[column, r] + start
                    if money.watched[end]:
                        if found < len(awards):
                            awards[found, 0], awards[found, 1], awards[found, 2] = first + r, seat, end
                        found += 1
        for r in range(number):
            net += won[r]
            in_session += 1
            if in_session == session:
                sessions[(first + r) // session] = net
                net, in_session = np.int64(0), 0
            kept_so_far += kept[r]
            staked_so_far += staked[r]
            in_shift += 1
            if in_shift == shift:
                shifts[(first + r) // shift, 0], shifts[(first + r) // shift, 1] = kept_so_far, staked_so_far
                kept_so_far, staked_so_far, in_shift = np.int64(0), np.int64(0), 0
    return found


@kernel
def settle(program: Program, cards: Bytes, ends: Ints) -> None:
    """The ends of rounds whose cards are given, one column a round: by seat and what is counted of it, in the
    program's order."""
    columns = np.zeros((program.columns, BLOCK), np.int32)
    index = np.zeros(BLOCK, np.int64)
    for first in range(0, cards.shape[1], BLOCK):
        number = min(BLOCK, cards.shape[1] - first)
        here = np.zeros((cards.shape[0], BLOCK), np.uint8)
        here[:, :number] = cards[:, first : first + number]
        counted = 0
        for code in range(len(program.codes)):
            if program.codes[code, 0] == COUNT:
                for r in range(number):
                    ends[counted, first + r] = columns[program.codes[code, 2], r]
                counted += 1
            else:
                _carry_out(program, code, here, columns, index, number)


@kernel
def _deal(
    deck: Bytes, cards: Bytes, number: int, drawn: int, left: Words, least: Words, counter: np.uint64
) -> np.uint64:
    """The cards of so many rounds, each from a whole pack."""
    for r in range(number):
        for i in range(0, drawn, 2):
            while True:
                counter += STEP
                x = (counter ^ (counter >> S30)) * FIRST_MIX
                x = (x ^ (x >> S27)) * SECOND_MIX
                x ^= x >> S31
                first, second = (x & HALF) * left[i], (x >> S32) * left[i + 1]
                if (first & HALF) >= least[i] and (second & HALF) >= least[i + 1]:
                    break
            j = i + np.int64(first >> S32)
            deck[i], deck[j] = deck[j], deck[i]
            cards[i, r] = deck[i]
            j = i + 1 + np.int64(second >> S32)
            deck[i + 1], deck[j] = deck[j], deck[i + 1]
            cards[i + 1, r] = deck[i + 1]
    return counter


@kernel
def _carry_out(  # noqa: PLR0912 - one branch an instruction
    program: Program, code: int, cards: Bytes, columns: Ints, index: Longs, number: int
) -> None:
    """One instruction, for so many rounds."""
    kind, to = program.codes[code, 0], program.codes[code, 1]
    first, end, start = program.codes[code, 2], program.codes[code, 3], program.codes[code, 4]
    if kind == LOOKUP:
        if not program.codes[code, 5]:
            _add_up(program, first, end, cards, columns, index, number)
        for r in range(number):
            columns[to, r] = program.table[start + index[r]]
    elif kind == SET:
        _number_sets(program, first, end, cards, columns[to], number)
    elif kind == FLUSH:
        _best_of_ranks_and_flush(program, first, end, start, cards, columns[to], number)
    elif kind == RUNS:
        his, mine = program.sources[first, 1], program.sources[first + 1, 1]
        for r in range(number):
            at = start + program.table[start + columns[mine, r]]
            while columns[his, r] >= program.table[at]:
                at += 2
            columns[to, r] = program.table[at + 1]
    elif kind == MATCH:
        _match(program, first, start, columns, to, number)
    elif kind == OPEN:
        _match_open(program, first, start, columns, to, number)
    elif kind == BOARD:
        _place_on_board(program, first, end, start, cards, columns[to], number)
    elif kind == SUITS_APART:
        _best_of_suits(program, first, end, start, cards, columns[to], number)
    elif kind == CLASS:
        _find_class(program, first, end, start, cards, columns[to], number)
    elif kind == BESIDE:
        _choose_beside(program, first, end, start, cards, columns[to], number)


@kernel
def _add_up(program: Program, first: int, end: int, cards: Bytes, columns: Ints, index: Longs, number: int) -> None:
    """The index of what the sources hold together."""
    index[:number] = 0
    for source in range(first, end):
        which, stride = program.sources[source, 1], program.sources[source, 3]
        if program.sources[source, 0]:
            digits = program.digits[program.sources[source, 2]]
            for r in range(number):
                index[r] += digits[cards[which, r]] * stride
        else:
            for r in range(number):
                index[r] += columns[which, r] * stride


@kernel
def _number_sets(program: Program, first: int, end: int, cards: Bytes, to: Ints, number: int) -> None:
    """The index of a set of cards: each counts by its place, which is how many others lie below it. No branches: a
    sort would guess wrong half the time."""
    size = end - first
    held = np.empty(size, np.int64)
    for r in range(number):
        for i in range(size):
            held[i] = cards[program.sources[first + i, 1], r]
        index = np.int64(0)
        for i in range(size):
            place = 1
            for j in range(size):
                place += held[j] < held[i]
            index += program.choose[held[i], place]
        to[r] = index


@kernel
def _best_of_ranks_and_flush(
    program: Program, first: int, end: int, start: int, cards: Bytes, to: Ints, number: int
) -> None:
    """A walk over the ranks of the cards, and the ranks in a suit that holds enough of them. The part of the table
    begins with the length of a flush and where its three tables stand: of the walk, of its ends, of flushes."""
    table = program.table[start:]
    length, walk, plain, flush = table[0], table[1], table[2], table[3]
    for r in range(number):
        at = np.int64(0)
        held, many = np.uint64(0), np.int64(0x1111) * (8 - length)
        for source in range(first, end):
            card = np.int64(cards[program.sources[source, 1], r])
            rank, suit = card >> 2, card & 3
            at = table[walk + at * RANKS + rank]
            if card == JOKER:
                many += np.int64(0x1111)
                for each in range(SUITS):
                    held |= np.uint64(1) << np.uint64(RANKS * each + rank)
                continue
            held |= np.uint64(1) << np.uint64(RANKS * suit + rank)
            many += np.int64(1) << (4 * suit)
        best = table[plain + at]
        if many & 0x8888:
            suit = np.int64(0)
            while not (many >> (4 * suit)) & 8:
                suit += 1
            ranks = np.int64((held >> np.uint64(RANKS * suit)) & np.uint64(0x3FFF))
            best = max(best, table[flush + ranks])
        to[r] = best


@kernel
def _match(program: Program, first: int, start: int, columns: Ints, to: int, number: int) -> None:
    """Hand against hand: lower, equal or higher. The part of the table begins with the number of hands and where in a
    worth each stands."""
    mine, his = program.sources[first, 1], program.sources[first + 1, 1]
    table = program.table[start:]
    hands = table[0]
    for r in range(number):
        pattern = 0
        for h in range(hands):
            shift, mask = table[1 + 2 * h], table[2 + 2 * h]
            my, dealers = (columns[mine, r] >> shift) & mask, (columns[his, r] >> shift) & mask
            pattern = 3 * pattern + (1 if my == dealers else 2 if my > dealers else 0)
        columns[to, r] = table[1 + 2 * hands + pattern]


@kernel
def _match_open(program: Program, first: int, start: int, columns: Ints, to: int, number: int) -> None:
    """Two hands that are set when the dealer's lie open: whether some setting wins both, or one, or none does. The part
    of the table begins with the bits of a Low, the place of a High and the bit of a barred packet, and with what none,
    one and both lead to, and a barred packet; then where the settings of each look begin, and the settings."""
    mine, his = program.sources[first, 1], program.sources[first + 1, 1]
    table = program.table[start:]
    lows, high, barred = table[0], table[1], table[2]
    for r in range(number):
        look, dealers = columns[mine, r], columns[his, r]
        most = 0
        if (dealers >> barred) & 1:
            most = 3
        else:
            for at in range(table[7 + look], table[8 + look]):
                won = int(table[at] >> high > dealers >> high) + int(table[at] & lows > dealers & lows)
                most = max(most, won)
        columns[to, r] = table[3 + most]


@kernel
def _place_on_board(program: Program, first: int, end: int, start: int, cards: Bytes, to: Ints, number: int) -> None:
    """Where a board and the two cards beside it stand among all kinds of both (`exact.board_kinds`). The part of the
    table begins with how many cards a board has, how many of a suit make it one with a flush, how many kinds have none,
    the kinds of pairs beside the two, and where its tables stand: ranks of cards, the walk over ranks, the first number
    of each size, the first kind of a flush."""
    table = program.table[start:]
    size, fewest, plain, plain_pairs, flush_pairs = table[0], table[1], table[2], table[3], table[4]
    ranks, walk, firsts, flushes, row = table[5], table[6], table[7], table[8], table[9]
    for r in range(number):
        many = np.int64(0x1111) * (8 - fewest)
        for source in range(first, first + size):
            many += np.int64(1) << (4 * (np.int64(cards[program.sources[source, 1], r]) & 3))
        suit, suited = np.int64(SUITS), np.int64(0)
        if many & 0x8888:
            suit = np.int64(0)
            while not (many >> (4 * suit)) & 8:
                suit += 1
            suited = ((many >> (4 * suit)) & 15) - (8 - fewest)
        mask, others = np.int64(0), np.int64(0)
        for source in range(first, first + size):
            card = np.int64(cards[program.sources[source, 1], r])
            if card & 3 == suit:
                mask |= np.int64(1) << table[ranks + card]
            else:
                others = np.int64(table[walk + others * row + table[ranks + card]])
        one, two = np.int64(cards[program.sources[end - 2, 1], r]), np.int64(cards[program.sources[end - 1, 1], r])
        low, high = np.int64(table[ranks + one]), np.int64(table[ranks + two])
        if suit == SUITS:
            place = (others - table[firsts + size]) * plain_pairs
        else:
            kind = table[flushes + (suit << row) + mask] + others - table[firsts + size - suited]
            place = np.int64(plain) * plain_pairs + (kind - plain) * np.int64(flush_pairs)
            low, high = 2 * low + (one & 3 == suit), 2 * high + (two & 3 == suit)
        if low > high:
            low, high = high, low
        to[r] = place + high * (high + 1) // 2 + low


@kernel
def _suits(program: Program, first: int, end: int, cards: Bytes, r: int, masks: Longs) -> None:
    """The ranks of some cards in each suit, as bits; the joker is of each."""
    masks[:] = 0
    for source in range(first, end):
        card = np.int64(cards[program.sources[source, 1], r])
        if card == JOKER:
            masks |= np.int64(1) << (RANKS - 1)
        else:
            masks[card & 3] |= np.int64(1) << (card >> 2)


@kernel
def _best_of_suits(program: Program, first: int, end: int, start: int, cards: Bytes, to: Ints, number: int) -> None:
    """The greatest of what the suits are worth, by the ranks in each."""
    masks = np.zeros(SUITS, np.int64)
    for r in range(number):
        _suits(program, first, end, cards, r, masks)
        best = program.table[start + masks[0]]
        for suit in range(1, SUITS):
            best = max(best, program.table[start + masks[suit]])
        to[r] = best


@kernel
def _find_class(program: Program, first: int, end: int, start: int, cards: Bytes, to: Ints, number: int) -> None:
    """What stands for a hand up to the names of suits. The part of the table begins with how many classes there are;
    then come the two greater of the ranks in suits, the two lesser, and what stands for the class, in order."""
    table = program.table[start:]
    many = np.int64(table[0])
    masks = np.zeros(SUITS, np.int64)
    for r in range(number):
        _suits(program, first, end, cards, r, masks)
        for i in range(1, SUITS):
            for j in range(i, 0, -1):
                if masks[j] > masks[j - 1]:
                    masks[j], masks[j - 1] = masks[j - 1], masks[j]
        high, low = masks[0] << RANKS | masks[1], masks[2] << RANKS | masks[3]
        below, above = np.int64(0), many - 1
        while below < above:
            middle = (below + above) >> 1
            here = np.int64(table[1 + middle])
            if here < high or (here == high and table[1 + many + middle] < low):
                below = middle + 1
            else:
                above = middle
        to[r] = table[1 + 2 * many + below]


@kernel
def _choose_beside(program: Program, first: int, end: int, start: int, cards: Bytes, to: Ints, number: int) -> None:
    """Which of two options is taken beside what is shown, from bits: one for each hand that looks different. The part
    of the table begins with how many cards are shown, the length of a flush and what is done with one's own; and where
    its tables stand: of binomials, of what is shown, of the walk over ranks, of the place of ranks among those of as
    many cards, of the first bit by the ranks in the suit that counts. What is shown has that suit, and its first word
    of bits."""
    table = program.table[start:]
    up, length, flush = table[0], table[1], table[2]
    choose, shown, walk, places, firsts = table[3], table[4], table[5], table[6], table[7]
    masks = np.zeros(SUITS, np.int64)
    held = np.empty(max(up, 1), np.int64)
    for r in range(number):
        index = np.int64(0)
        for i in range(up):
            held[i] = cards[program.sources[end - up + i, 1], r]
        for i in range(up):
            place = 1
            for j in range(up):
                place += held[j] < held[i]
            index += table[choose + held[i] * (up + 1) + place]
        live, words = np.int64(table[shown + 2 * index]), np.int64(table[shown + 2 * index + 1])
        _suits(program, first, end - up, cards, r, masks)
        has_flush, suited, others = False, np.int64(0), np.int64(0)
        for suit in range(SUITS):
            many = np.int64(0)
            for rank in range(RANKS):
                if masks[suit] >> rank & 1:
                    many += 1
                    if suit != live:
                        others = np.int64(table[walk + others * RANKS + rank])
            has_flush |= suit != live and many >= length
            if suit == live:
                suited = masks[suit]
        if has_flush:
            to[r] = flush
            continue
        bit = table[firsts + suited] + table[places + 2 * others + (live >= 0)]
        to[r] = table[words + (bit >> 5)] >> (bit & 31) & 1


@kernel
def _shares(cards: int, drawn: int) -> tuple[Words, Words]:
    """At each card drawn: how many are left, and below what the lower half of a product is thrown away."""
    left, least = np.empty(drawn, np.uint64), np.empty(drawn, np.uint64)
    for i in range(drawn):
        left[i] = np.uint64(cards - i)
        least[i] = (HALF + np.uint64(1)) % left[i]
    return left, least
