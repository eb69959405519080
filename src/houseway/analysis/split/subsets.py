"""Removing the player's own cards from the opponent's hands, by inclusion and exclusion.

The opponent cannot hold a card of the player's packet P. So of all hands that a setting beats, take away
those that contain one card of P, give back those that contain two, and so on:

    beaten(P, setting) = sum over sets S within P of (-1)^|S| * (hands containing S that the setting beats)

64 terms instead of 10,737,573 hands for six cards, 128 instead of 53,524,680 for seven. The sum is taken S by S, one S
for each suit class: the hands that contain S play both parts. As opponents they fill one table; as players they look
themselves up in it. A packet class that occurs c times among the hands containing S has c * weight(S) / weight(P)
subsets of the class of S, an integer.

A *shard* is a range of such S. Its partial sums are packed counts (see `tables`), one for each question;
partial sums add up to the answer, in any order, on any machine. All of them together, added without
sign, stay below 360 million in each of the two lanes of 32 bits: for seven cards 154,143,080 + 7 x 20,358,520
+ 21 x 2,349,060 + 35 x 230,300 + 35 x 18,424 + 21 x 1,128 + 7 x 47 + 1.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs, Words
from houseway.analysis.split.combinations import choose_table, hands_with, list_others
from houseway.analysis.split.fronts import SettingRuns
from houseway.analysis.split.hands import SetClasses, packet_classes, suit_classes
from houseway.analysis.split.kernel import fetch, kernel, popcount
from houseway.analysis.split.rankings import Rankings, rankings
from houseway.analysis.split.rules import SplitRules
from houseway.analysis.split.tables import (
    HAT_TRICK,
    WORD,
    Stack,
    beaten,
    beaten_in_word,
    fill_by_highs,
    fill_by_words,
    fill_one_word,
    stack_by_highs,
    stack_by_words,
)

# A stack by words is quicker than one by Highs if it has so many times fewer rows: it is sooner filled, but each of its
# look-ups counts bits.
FEWER_ROWS = 5
LINE = 8  # numbers that memory hands over at once
AHEAD = 12  # packets: for so many the machine is told before what will be read of them
PLACE, LOOK = 32, 8  # where they stand in what is known of a packet
LOOKS, WEIGHTS = (1 << PLACE - LOOK) - 1, (1 << LOOK) - 1


class Questions(NamedTuple):
    """The cells asked about: those of look i are offsets[i] to offsets[i + 1]. Packets are met in no order, and memory
    is slow: all that is known of one stands in one number, where its answers begin in the sums, its look, and how many
    hands it stands for."""

    packets: Longs  # packet class -> place << 32 | look << 8 | weight
    offsets: Longs
    cells: Ints
    number: int  # of answers


def questions_of(asked: SettingRuns, weights: Ints, beside: int) -> Questions:
    """About settings, with what is added to a cell before it is asked about."""
    places = asked.places()
    packets = places[:-1] << PLACE | asked.looks.astype(np.int64) << LOOK | weights
    return Questions(packets, asked.offsets, asked.cells + np.int32(beside), int(places[-1]))


class Shard(NamedTuple):
    """The shared sets of one size, from class `first` to before class `last`."""

    size: int
    first: int
    last: int


def add_shard(rules: SplitRules, shard: Shard, opponent: Ints, questions: Questions, sums: Longs) -> None:
    """Add the partial sums of one shard; `opponent` gives the cell that each packet class is set to."""
    packets = packet_classes(rules)
    if shard.size == 0:
        stack = stack_by_highs(rankings(rules))
        _add_nothing_shared(packets.weights, opponent, questions, stack, sums)
        return
    if shard.size == rules.size:
        _add_all_shared(shard.first, shard.last, (-1) ** rules.size, rankings(rules), opponent, questions, sums)
        return
    others = comb(len(rules.pack) - shard.size, rules.size - shard.size)
    tables = rankings(rules)
    by_words = others // WORD * FEWER_ROWS < tables.counts[0]
    stack = stack_by_words(tables, others) if by_words else stack_by_highs(tables)
    shared = suit_classes(rules, shard.size)
    choose = choose_table(len(rules.pack), rules.size)
    _add_shared(
        shared.hands[shard.first : shard.last],
        shared.weights[shard.first : shard.last],
        packets,
        choose,
        np.empty(others, np.int32),
        opponent,
        questions,
        stack,
        sums,
    )


@kernel
def _add_shared(
    shared: Bytes,
    shared_weights: Ints,
    packets: SetClasses,
    choose: Longs,
    room: Ints,
    opponent: Ints,
    questions: Questions,
    stack: Stack,
    sums: Longs,
) -> None:
    pack, size = len(choose) - 1, packets.hands.shape[1]
    sign = -1 if shared.shape[1] % 2 else 1
    few = stack.mids.size > 0
    in_word = few and room.size < WORD
    free = np.empty(pack - shared.shape[1], np.uint8)
    times = np.zeros(len(packets.hands), np.uint8)  # at most 24, the orders of suits
    seen = np.zeros(0 if few else len(packets.hands) // WORD + 1, np.uint64)
    most = min(room.size, len(packets.hands))
    packets_met = np.empty(most, np.int32)
    cells = np.empty(room.size if few else most, np.int32)
    counts = np.empty(0 if few else most, np.int32)
    beats = np.empty(questions.cells.size, np.int64)
    asked_for = np.full(questions.offsets.size, -1, np.int32)  # look -> the shared set that it was last asked for
    for s in range(len(shared)):
        list_others(shared[s], free)
        hands = hands_with(shared[s], free, size, choose, room)
        number = _list_packets(room[:hands], packets.of_index, times, packets_met)
        if few:
            _list_opponents(packets_met[:number], times, opponent, cells)
        else:
            # Ascending classes are neighbours in memory, which matters when there are many.
            _sort(packets_met[:number], seen)
            for i in range(number):
                cells[i] = opponent[packets_met[i]]
                counts[i] = times[packets_met[i]]
            fill_by_highs(stack, cells[:number], counts[:number])
        if in_word:
            fill_one_word(stack, cells)
        elif few:
            fill_by_words(stack, cells)
        for n in range(number):
            if n + 2 * AHEAD < number:
                fetch(questions.packets, packets_met[n + 2 * AHEAD])
                to = questions.packets[packets_met[n + AHEAD]] >> PLACE
                fetch(sums, to)
                fetch(sums, to + LINE)
            known = questions.packets[packets_met[n]]
            subsets = sign * (np.int64(times[packets_met[n]]) * shared_weights[s] // (known & WEIGHTS))
            times[packets_met[n]] = 0
            to, look = known >> PLACE, (known >> LOOK) & LOOKS
            start, end = questions.offsets[look], questions.offsets[look + 1]
            if asked_for[look] != s:
                asked_for[look] = s
                for q in range(start, end):
                    cell = questions.cells[q]
                    beats[q] = beaten_in_word(stack, cells, cell) if in_word else beaten(stack, cell)
            # Indices without a sign: for others compiled code asks whether they count from the end.
            into, of = np.uint64(to), np.uint64(start)
            for i in range(np.uint64(end - start)):
                sums[into + i] += subsets * beats[of + i]


@kernel
def _list_packets(hands: Ints, of_index: Ints, times: Bytes, packets: Ints) -> int:
    """Write down the packet classes of these hands, each once, and count how often they come."""
    number = 0
    for hand in hands:
        packet = of_index[hand]
        if times[packet] == 0:
            packets[number] = packet
            number += 1
        times[packet] += np.uint8(1)
    return number


@kernel
def _list_opponents(packets: Ints, times: Bytes, opponent: Ints, cells: Ints) -> None:
    """Write down the cell of every hand, those of a packet class side by side."""
    filled = 0
    for packet in packets:
        for _ in range(times[packet]):
            cells[filled] = opponent[packet]
            filled += 1


@kernel
def _sort(packets: Ints, seen: Words) -> None:
    """Sort distinct small integers by marking them in `seen`, which is left clear again."""
    for packet in packets:
        seen[packet // WORD] |= np.uint64(1) << np.uint64(packet % WORD)
    number = 0
    for w in range(seen.size):
        word = seen[w]
        seen[w] = 0
        while word:
            lowest = word & -word
            packets[number] = w * WORD + np.int64(popcount(lowest - np.uint64(1)))
            number += 1
            word ^= lowest


@kernel
def _add_nothing_shared(weights: Ints, opponent: Ints, questions: Questions, stack: Stack, sums: Longs) -> None:
    """The empty set: every packet, as often as it is dealt."""
    fill_by_highs(stack, opponent, weights)
    beats = np.empty(questions.cells.size, np.int64)
    for q in range(questions.cells.size):
        beats[q] = beaten(stack, questions.cells[q])
    for known in questions.packets:
        to, look = known >> PLACE, (known >> LOOK) & LOOKS
        start, end = questions.offsets[look], questions.offsets[look + 1]
        for i in range(end - start):
            sums[to + i] += beats[start + i]


@kernel
def _add_all_shared(
    first: int, last: int, sign: int, rankings: Rankings, opponent: Ints, questions: Questions, sums: Longs
) -> None:
    """The whole packet: the only opponent is the packet itself, as its owner's opponent would set it."""
    high_shift = rankings.high_shift
    low_mask = (1 << rankings.mid_shift) - 1
    mid_mask = (1 << high_shift) - 1 - low_mask
    without_mid = int(not rankings.has_mid)
    for packet in range(first, last):
        theirs, known = opponent[packet], questions.packets[packet]
        to, look = known >> PLACE, (known >> LOOK) & LOOKS
        start, end = questions.offsets[look], questions.offsets[look + 1]
        for i in range(end - start):
            ours = questions.cells[start + i]
            won = (
                int(ours >> high_shift > theirs >> high_shift)
                + int(ours & mid_mask > theirs & mid_mask)
                + int(ours & low_mask > theirs & low_mask)
                + without_mid
            )
            sums[to + i] += sign * (int(won >= 2) + HAT_TRICK * int(won == 3))
