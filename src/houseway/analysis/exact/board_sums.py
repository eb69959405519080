"""Boards that become others: values added up over the cards that are still to come, and ways spread the same way.

No count exceeds the number of rounds that can be dealt, and no value that number times the greatest net: the caller
checks that this fits 64 bits.
"""

from typing import NamedTuple

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.exact.board_kernel import NO_SUIT, Shorts
from houseway.analysis.split.combinations import index_of, step
from houseway.analysis.split.kernel import kernel


class BoardPack(NamedTuple):
    """The cards, one by one, and what is needed to name the kind of a board of them."""

    ranks: Longs
    suits: Longs
    same_suit: Longs  # the first suit that holds the same ranks
    after: Ints
    fewest: int  # of one suit on a board that makes flushes
    first_flush: Longs  # the first kind by suit and its ranks
    first_of_size: Longs  # the first number of so many ranks
    offsets: Longs
    pairs: Bytes
    pair_kinds: Ints  # by pair, and by the suit of a flush or NO_SUIT


@kernel
def name_boards(size: int, renamed: Bytes, choose: Longs, same: Longs, by: Bytes) -> None:
    """For every set of so many cards the least of all that are the same up to the names of suits, and the renaming
    (`renamed[n]`, card by card) by which it is reached."""
    cards, image = np.empty(size, np.uint8), np.empty(size, np.uint8)
    for place in range(size):
        cards[place] = place
    for number in range(len(same)):
        same[number] = number
        by[number] = 0
        for names in range(len(renamed)):
            for place in range(size):
                image[place] = renamed[names, cards[place]]
            image.sort()
            other = index_of(image, choose)
            if other < same[number]:
                same[number] = other
                by[number] = names
        step(cards)


@kernel
def sets_at(numbers: Longs, size: int, choose: Longs) -> Bytes:
    """The sets of so many cards that have these numbers, in ascending order."""
    found = np.empty((len(numbers), size), np.uint8)
    cards = np.empty(size, np.uint8)
    for place in range(size):
        cards[place] = place
    number = 0
    for row in range(len(numbers)):
        while number < numbers[row]:
            step(cards)
            number += 1
        found[row] = cards
    return found


@kernel
def board_kind(cards: Bytes, pack: BoardPack, kind: Longs) -> None:
    """Write down the kind of a board, and the suit by which its pairs are told apart."""
    numbers = 0  # of cards in each suit, in lanes of eight bits
    for card in cards:
        numbers += 1 << 8 * pack.suits[card]
    kind[1], suited = NO_SUIT, 0
    for suit in range(NO_SUIT):
        if numbers >> 8 * suit & 255 >= pack.fewest:
            kind[1], suited = suit, numbers >> 8 * suit & 255
    mask, others = 0, 0
    for card in cards:
        if pack.suits[card] == kind[1]:
            mask |= 1 << pack.ranks[card]
        else:
            others = pack.after[others, pack.ranks[card]]
    if kind[1] == NO_SUIT:
        kind[0] = others - pack.first_of_size[len(cards)]
    else:
        first = pack.first_flush[pack.same_suit[kind[1]], mask]
        kind[0] = first + others - pack.first_of_size[len(cards) - suited]


class MoreCards(NamedTuple):
    """All ways in which some more cards come to a board, filled in board by board. What they lead to are a few kinds of
    boards, with a suit by which pairs beside them are told apart: a kind with its suit stands in a *slot*."""

    number: int  # cards that come
    slots: Ints  # by kind and suit
    kinds: Longs  # by slot
    starts: Longs  # where the kind's places begin
    suits: Longs
    ways: Longs  # in how many ways it is reached
    of_way: Ints  # the slot that each way leads to
    held: Longs  # the cards of each way, as bits
    with_card: Ints  # the ways in which each card comes
    card_slots: Ints  # the slots that it leads to
    card_ways: Ints  # and in how many ways
    last_card: Ints  # by slot, the card that was last looked at, and where
    last_place: Ints


@kernel
def find_ways(board: Bytes, pack: BoardPack, coming: MoreCards) -> int:
    """Fill in the ways of one board; returns how many slots they lead to."""
    free = np.empty(len(pack.ranks), np.uint8)
    others = 0
    on_board = as_bits(board)
    for card in range(len(pack.ranks)):
        if not on_board >> card & 1:
            free[others] = card
            others += 1
    whole = np.empty(len(board) + coming.number, np.uint8)
    whole[: len(board)] = board
    picked = np.empty(coming.number, np.uint8)
    for place in range(coming.number):
        picked[place] = place
    numbers = np.zeros(len(pack.ranks), np.int64)
    kind = np.empty(2, np.int64)
    found = 0
    for way in range(len(coming.of_way)):
        for place in range(coming.number):
            card = free[picked[place]]
            whole[len(board) + place] = card
            coming.with_card[card, numbers[card]] = way
            numbers[card] += 1
        coming.held[way] = as_bits(whole[len(board) :])
        board_kind(whole, pack, kind)
        slot = coming.slots[kind[0], kind[1]]
        if slot >= found or coming.kinds[slot] != kind[0] or coming.suits[slot] != kind[1]:
            slot = found
            coming.slots[kind[0], kind[1]] = slot
            coming.kinds[slot], coming.starts[slot] = kind[0], pack.offsets[kind[0]]
            coming.suits[slot], coming.ways[slot] = kind[1], 0
            found += 1
        coming.ways[slot] += 1
        coming.of_way[way] = slot
        step(picked)
    return found


@kernel
def find_card_slots(board: Bytes, slots: int, part: int, parts: int, coming: MoreCards) -> None:
    """For each card that can come, the slots that it leads to; of all kinds, those of one part."""
    coming.last_card[:slots] = -1
    on_board = as_bits(board)
    for card in range(len(coming.with_card)):
        number = 0
        if not on_board >> card & 1:
            for way in coming.with_card[card]:
                slot = coming.of_way[way]
                if coming.kinds[slot] % parts != part:
                    continue
                if coming.last_card[slot] != card:
                    coming.last_card[slot], coming.last_place[slot] = card, number
                    coming.card_slots[card, number], coming.card_ways[card, number] = slot, 0
                    number += 1
                coming.card_ways[card, coming.last_place[slot]] += 1
        if number < coming.card_slots.shape[1]:
            coming.card_ways[card, number] = 0  # which ends the list


@kernel
def sum_last(boards: Bytes, first_pair: Shorts, pack: BoardPack, coming: MoreCards, values: Longs, sums: Longs) -> None:
    """For each board and pair, add up the values of all boards that it becomes by its last cards: of all slots at once,
    by the suit that tells pairs apart, less the ways that need a card of the pair. Pairs that differ only in the names
    of suits have the same."""
    columns = values.shape[1]
    every = values.reshape(-1)
    together = np.zeros((NO_SUIT + 1, (pack.pair_kinds.max() + 1) * columns), np.int64)
    for board in range(len(boards)):
        slots = find_ways(boards[board], pack, coming)
        find_card_slots(boards[board], slots, 0, 1, coming)
        together[:] = 0
        for slot in range(slots):
            start, end = columns * coming.starts[slot], columns * pack.offsets[coming.kinds[slot] + 1]
            row, ways = together[coming.suits[slot]], coming.ways[slot]
            for place in range(end - start):
                row[place] += ways * every[start + place]
        for pair in range(len(pack.pairs)):
            if first_pair[board, pair] == pair:
                total = sums[board, pair]
                for suit in range(NO_SUIT + 1):
                    for column in range(columns):
                        total[column] += together[suit, pack.pair_kinds[pair, suit] * columns + column]
                take_off(pair, pack, coming, values, total)
            elif first_pair[board, pair] >= 0:
                sums[board, pair] = sums[board, first_pair[board, pair]]


@kernel
def take_off(pair: int, pack: BoardPack, coming: MoreCards, values: Longs, total: Longs) -> None:
    """Take off the values of the ways that need one card of the pair or the other. The ways that need both are then
    taken off twice, and are put back once."""
    one, two = pack.pairs[pair]
    kinds = pack.pair_kinds[pair]
    for card in (one, two):
        for place in range(coming.card_slots.shape[1]):
            ways = coming.card_ways[card, place]
            if not ways:
                break
            slot = coming.card_slots[card, place]
            at = coming.starts[slot] + kinds[coming.suits[slot]]
            for column in range(len(total)):
                total[column] -= ways * values[at, column]
    for way in coming.with_card[one]:
        if coming.held[way] >> two & 1:
            slot = coming.of_way[way]
            at = coming.starts[slot] + kinds[coming.suits[slot]]
            for column in range(len(total)):
                total[column] += values[at, column]


@kernel
def spread_last(
    boards: Bytes,
    first_pair: Shorts,
    pack: BoardPack,
    coming: MoreCards,
    part: int,
    parts: int,
    reached: Ints,
    weights: Ints,
) -> None:
    """From how often each board and pair is reached by each course, how often the whole boards that they become are: as
    they are summed, the other way round. A part takes some kinds of boards, so that no two write to one place."""
    together = np.zeros((NO_SUIT + 1, pack.pair_kinds.max() + 1), np.int32)
    times = np.zeros(len(pack.pairs), np.int32)
    for board in range(len(boards)):
        slots = find_ways(boards[board], pack, coming)
        find_card_slots(boards[board], slots, part, parts, coming)
        for course in range(len(reached)):
            times[:], together[:] = 0, 0
            for pair in range(len(pack.pairs)):
                if reached[course, board, pair]:
                    times[first_pair[board, pair]] += reached[course, board, pair]
            if not times.any():
                continue
            for pair in range(len(pack.pairs)):
                if times[pair]:
                    for suit in range(NO_SUIT + 1):
                        together[suit, pack.pair_kinds[pair, suit]] += times[pair]
                    take_off_weights(pair, times[pair], part, parts, pack, coming, weights[course])
            for slot in range(slots):
                if coming.kinds[slot] % parts == part:
                    start, end = coming.starts[slot], pack.offsets[coming.kinds[slot] + 1]
                    row, ways, to = together[coming.suits[slot]], np.int32(coming.ways[slot]), weights[course]
                    for place in range(end - start):
                        to[start + place] += ways * row[place]


@kernel
def take_off_weights(
    pair: int, times: int, part: int, parts: int, pack: BoardPack, coming: MoreCards, to: Ints
) -> None:
    """As values are taken off, but from the places to which a pair was spread."""
    one, two = pack.pairs[pair]
    kinds = pack.pair_kinds[pair]
    for card in (one, two):
        for place in range(coming.card_slots.shape[1]):
            ways = coming.card_ways[card, place]
            if not ways:
                break
            slot = coming.card_slots[card, place]
            to[coming.starts[slot] + kinds[coming.suits[slot]]] -= ways * times
    for way in coming.with_card[one]:
        if coming.held[way] >> two & 1:
            slot = coming.of_way[way]
            if coming.kinds[slot] % parts == part:
                to[coming.starts[slot] + kinds[coming.suits[slot]]] += times


@kernel
def name_pairs(boards: Bytes, pairs: Bytes, renamed: Bytes, renamed_pairs: Ints, first_pair: Shorts) -> None:
    """For each board and pair the first of those pairs that differ from it only in names of suits which the board does
    not tell apart; below nothing where a card of the pair lies on the board."""
    for board in range(len(boards)):
        on_board = as_bits(boards[board])
        for pair in range(len(pairs)):
            first_pair[board, pair] = -1 if (on_board >> pairs[pair, 0] | on_board >> pairs[pair, 1]) & 1 else pair
        for names in range(len(renamed)):
            image = 0
            for card in boards[board]:
                image |= 1 << int(renamed[names, card])
            if image == on_board:
                for pair in range(len(pairs)):
                    if 0 <= renamed_pairs[names, pair] < first_pair[board, pair]:
                        first_pair[board, pair] = renamed_pairs[names, pair]


@kernel
def as_bits(cards: Bytes) -> int:
    bits = 0
    for card in cards:
        bits |= 1 << int(card)
    return bits


class Names(NamedTuple):
    """Boards of a size up to the names of suits."""

    choose: Longs
    same: Longs  # by set of cards, which board it is
    by: Bytes  # and by which renaming
    pairs: Ints  # by renaming, what each pair becomes


@kernel
def sum_next(boards: Bytes, number: int, pack: BoardPack, names: Names, values: Longs, sums: Longs) -> None:
    """For each board and pair, add up the values of all boards that it becomes by so many cards."""
    every = np.empty(boards.shape[1] + number, np.uint8)
    for board in range(len(boards)):
        on_board = as_bits(boards[board])
        picked = np.empty(number, np.uint8)
        for place in range(number):
            picked[place] = place
        while picked[number - 1] < len(pack.ranks):
            bits = as_bits(picked)
            if not bits & on_board:
                every[:number] = picked
                every[number:] = boards[board]
                every.sort()
                index = index_of(every, names.choose)
                renamed = names.pairs[names.by[index]]
                for pair in range(len(pack.pairs)):
                    one, two = pack.pairs[pair]
                    if not ((on_board | bits) >> one | (on_board | bits) >> two) & 1:
                        for column in range(sums.shape[2]):
                            sums[board, pair, column] += values[names.same[index], renamed[pair], column]
            step(picked)


@kernel
def spread_next(boards: Bytes, number: int, pack: BoardPack, names: Names, reached: Ints, then: Ints) -> None:
    """From how often each board and pair is reached by each course, how often the boards that they become are."""
    every = np.empty(boards.shape[1] + number, np.uint8)
    for board in range(len(boards)):
        on_board = as_bits(boards[board])
        picked = np.empty(number, np.uint8)
        for place in range(number):
            picked[place] = place
        while picked[number - 1] < len(pack.ranks):
            bits = as_bits(picked)
            if not bits & on_board:
                every[:number] = picked
                every[number:] = boards[board]
                every.sort()
                index = index_of(every, names.choose)
                renamed = names.pairs[names.by[index]]
                for pair in range(len(pack.pairs)):
                    one, two = pack.pairs[pair]
                    if not ((on_board | bits) >> one | (on_board | bits) >> two) & 1:
                        for course in range(len(reached)):
                            then[course, names.same[index], renamed[pair]] += reached[course, board, pair]
            step(picked)
