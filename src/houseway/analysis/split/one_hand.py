"""One packet, all its legal settings, by going through every hand the opponent can hold.

For a single packet the hands without its cards, 10,737,573 or 53,524,680, are quicker counted than all sums over shared
sets are prepared. It is also a second way to the same integers, which the tests compare.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb
from os import cpu_count

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.split.barred import Flags, faced_cells
from houseway.analysis.split.combinations import choose_table, hands_with, list_others
from houseway.analysis.split.fronts import FOUL, Policy, cell_of, layouts, set_cards
from houseway.analysis.split.hands import SetClasses, packet_classes
from houseway.analysis.split.kernel import kernel
from houseway.analysis.split.rankings import asked_beside, rankings
from houseway.analysis.split.tables import HAT_TRICK, beaten, fill_by_highs, stack_by_highs
from houseway.cards import Cards
from houseway.ways.house_way import Cut


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingCounts:
    """One setting, the opponents it beats in all matchups but one or more, and in all, and those that are barred."""

    number: int
    hands: Cut
    main: int
    hat_trick: int
    barred: int = 0


def one_hand(
    cards: Cards, opponent: Policy, *, ties_win: bool = False, barred: Flags | None = None
) -> tuple[SettingCounts, ...]:
    """Every legal setting of one packet, in the order of settings of these very cards."""
    rules = opponent.rules
    tables, choose = rankings(rules), choose_table(len(rules.pack), rules.size)
    hand = np.array(rules.positions(cards), np.uint8)
    stack = stack_by_highs(tables)
    times = _times_held(hand, packet_classes(rules), choose)
    fill_by_highs(stack, faced_cells(opponent, barred), times)
    pushes = 0 if barred is None else int(times[barred].sum(dtype=np.int64))
    beside = asked_beside(tables, ties_win=ties_win)
    counted = []
    for number, layout in enumerate(layouts(rules)):
        cell = cell_of(hand, layout, rules.sizes, tables, choose)
        if cell != FOUL:
            hat_trick, main = divmod(beaten(stack, cell + beside), HAT_TRICK)
            hands = set_cards(rules, cards, number)
            counted.append(SettingCounts(number=number, hands=hands, main=main, hat_trick=hat_trick, barred=pushes))
    return tuple(counted)


def _times_held(hand: Bytes, packets: SetClasses, choose: Longs) -> Ints:
    """How many of the opponent's possible hands are of each class."""
    free = np.empty(len(choose) - 1 - hand.size, np.uint8)
    list_others(hand, free)
    workers = cpu_count() or 1

    def count(worker: int) -> Ints:
        times = np.zeros(len(packets.hands), np.int32)
        room = np.empty(comb(free.size - 1, hand.size - 1), np.int32)
        _count(worker, workers, free, packets.of_index, hand.size, choose, room, times)
        return times

    with ThreadPoolExecutor(workers) as pool:
        return sum(pool.map(count, range(workers)), start=np.zeros(len(packets.hands), np.int32))


@kernel
def _count(
    worker: int, workers: int, free: Bytes, of_index: Ints, size: int, choose: Longs, room: Ints, times: Ints
) -> None:
    """Count the hands whose highest card is one of this worker's share of the free cards."""
    for highest in range(size - 1 + worker, free.size, workers):
        hands = hands_with(free[highest : highest + 1], free[:highest], size, choose, room)
        for i in range(hands):
            times[of_index[room[i]]] += 1
