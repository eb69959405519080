"""The ways to set a packet: all of them, the legal ones, and those worth considering.

Settings are numbered by the places of the cards in the ascending packet: High's places in
lexicographic order, then Mid's among those left; Low takes the rest. A packet of six set as three, two and one has
20 x 3 = 60. Of the legal ones most are no better than another in any of the hands; what remains, about seven,
is the *front*, and contains a best setting whatever the opponent does and whatever wins pay.

Packets with the same front have one *look*. Suits count in flushes alone, so 6,972,147 classes of seven cards have few
looks, and what is asked of a look is asked once.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from os import cpu_count
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.split.combinations import choose_table
from houseway.analysis.split.hands import class_of, packet_classes, resuited
from houseway.analysis.split.kernel import inlined, kernel
from houseway.analysis.split.rankings import Rankings, rankings
from houseway.analysis.split.rules import SplitRules
from houseway.cards import Cards
from houseway.ways.house_way import Cut

T = TypeVar("T")
FOUL = -1
CHUNK = 1 << 15


class SettingRuns(NamedTuple):
    """Settings of many packets: those of look i are offsets[i] to offsets[i + 1]."""

    looks: Ints  # packet class -> look
    offsets: Longs
    numbers: Bytes
    cells: Ints

    def places(self) -> Longs:
        """Where the settings of each packet begin if those of all packets stand one after the other; then the end."""
        return np.concatenate(([0], np.cumsum(np.diff(self.offsets)[self.looks])))


@cache
def layouts(rules: SplitRules) -> Bytes:
    """One row a setting: the places of High's cards, then Mid's, then Low's."""
    return np.array(list(_layouts(rules)), np.uint8)


def _layouts(rules: SplitRules) -> Iterator[tuple[int, ...]]:
    high_size, mid_size, _ = rules.sizes
    for high in combinations(range(rules.size), high_size):
        left = [p for p in range(rules.size) if p not in high]
        for mid in combinations(left, mid_size):
            yield *high, *mid, *(p for p in left if p not in mid)


def set_cards(rules: SplitRules, cards: Cards, number: int) -> Cut:
    """The hands when these very cards are set by setting `number`."""
    packet = rules.cards(rules.positions(cards))
    placed = tuple(packet[p] for p in layouts(rules)[number])
    high, mid, _ = rules.sizes
    hands = placed[:high], placed[high : high + mid], placed[high + mid :]
    return tuple(hand for hand in hands if hand)


def set_like_class(rules: SplitRules, cards: Cards, number: int) -> Cut:
    """The same, when `number` was chosen for the class: its first hand's suits are exchanged for ours."""
    image = resuited(rules, cards)
    return tuple(tuple(image[c] for c in hand) for hand in set_cards(rules, tuple(image), number))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Policy:
    """How one side sets every packet it can be dealt: one legal setting for each packet class, by its number and as the
    cell it makes. So it is total, never fouls and treats the suits alike."""

    rules: SplitRules
    numbers: Bytes
    cells: Ints

    def settings(self) -> SettingRuns:
        """One setting for each packet: what is set alike has one look."""
        both, looks = np.unique(self.cells.astype(np.int64) << 8 | self.numbers, return_inverse=True)
        offsets = np.arange(len(both) + 1, dtype=np.int64)
        return SettingRuns(looks.astype(np.int32), offsets, both.astype(np.uint8), (both >> 8).astype(np.int32))

    def set(self, cards: Cards) -> Cut:
        """The hands of these very cards."""
        return set_like_class(self.rules, cards, int(self.numbers[class_of(self.rules, cards)]))


@cache
def fronts(rules: SplitRules) -> SettingRuns:
    """The front of every packet class, in the order of settings; of equal settings the first."""
    hands = packet_classes(rules).hands
    choose, tables = choose_table(len(rules.pack), rules.size), rankings(rules)
    parts = by_chunks(lambda part: _fronts(hands[part], layouts(rules), rules.sizes, tables, choose), len(hands))
    before = np.cumsum([0, *(len(lengths) for _, lengths, _, _ in parts)])
    looks = np.concatenate([part[0] + np.int32(first) for part, first in zip(parts, before, strict=False)])
    lengths, numbers, cells = (np.concatenate(arrays) for arrays in list(zip(*parts, strict=True))[1:])
    return SettingRuns(looks, np.concatenate(([0], np.cumsum(lengths))), numbers, cells)


@kernel
def written_out(looks: Ints, offsets: Longs, values: NDArray[Any], places: Longs, out: NDArray[Any]) -> None:
    """Write for each packet, from its place on, what stands in the run of its look."""
    for packet in range(looks.size):
        start, to = offsets[looks[packet]], places[packet]
        for i in range(places[packet + 1] - to):
            out[to + i] = values[start + i]


def by_chunks(work: Callable[[slice], T], number: int) -> list[T]:
    """Work on so many hands, part by part on all cores."""
    with ThreadPoolExecutor(cpu_count()) as pool:
        return list(pool.map(work, (slice(start, start + CHUNK) for start in range(0, number, CHUNK))))


@inlined
def cell_of(hand: Bytes, layout: Bytes, sizes: tuple[int, int, int], rankings: Rankings, choose: Longs) -> int:
    """The cell of one setting of one hand, or FOUL."""
    cell = any_cell_of(hand, layout, sizes, rankings, choose)
    return FOUL if is_foul(cell, rankings) else int(cell)


@inlined
def any_cell_of(hand: Bytes, layout: Bytes, sizes: tuple[int, int, int], rankings: Rankings, choose: Longs) -> int:
    """The cell of one setting of one hand, legal or not."""
    high = mid = low = 0
    for i in range(sizes[0]):
        high += choose[hand[layout[i]], i + 1]
    for i in range(sizes[1]):
        mid += choose[hand[layout[sizes[0] + i]], i + 1]
    for i in range(sizes[2]):
        low += choose[hand[layout[sizes[0] + sizes[1] + i]], i + 1]
    high, mid, low = rankings.ordinals[0][high], rankings.ordinals[1][mid], rankings.ordinals[2][low]
    return int(high << rankings.high_shift | mid << rankings.mid_shift | low)


@inlined
def is_foul(cell: int, rankings: Rankings) -> bool:
    """Whether the hands of a cell are out of order."""
    low = cell & ((1 << rankings.mid_shift) - 1)
    mid = (cell >> rankings.mid_shift) & ((1 << (rankings.high_shift - rankings.mid_shift)) - 1)
    places = rankings.places
    above = places[0][cell >> rankings.high_shift]
    if rankings.has_mid:
        return not above > places[1][mid] > places[2][low]
    return not above > places[2][low]


@kernel
def no_better(cell: int, other: int, mid_shift: int, high_shift: int) -> bool:
    """Whether `other` is as strong as `cell` in each of the three hands."""
    low_mask = (1 << mid_shift) - 1
    mid_mask = (1 << high_shift) - 1 - low_mask
    return (
        cell >> high_shift <= other >> high_shift
        and cell & mid_mask <= other & mid_mask
        and cell & low_mask <= other & low_mask
    )


@kernel
def _fronts(
    hands: Bytes, layouts: Bytes, sizes: tuple[int, int, int], rankings: Rankings, choose: Longs
) -> tuple[Ints, Longs, Bytes, Ints]:
    """The look of each hand; of each look the length of its run, and the runs. Hands of the same ranks stand together,
    and only they are compared."""
    mid_shift, high_shift = rankings.mid_shift, rankings.high_shift
    made = np.empty(len(layouts), np.int32)
    looks = np.zeros(len(hands), np.int32)
    lengths = np.zeros(len(hands), np.int64)
    numbers = np.empty(len(hands) * len(layouts), np.uint8)
    cells = np.empty(len(hands) * len(layouts), np.int32)
    number_of_looks = first = first_start = end = 0
    for h in range(len(hands)):
        if not _same_ranks(hands, h):
            first, first_start = number_of_looks, end
        is_another = first == number_of_looks  # than the hand before: most are set alike that differ in suits alone
        for number in range(len(layouts)):
            cell = any_cell_of(hands[h], layouts[number], sizes, rankings, choose)
            is_another = is_another or cell != made[number]
            made[number] = cell
        if not is_another:
            looks[h] = looks[h - 1]
            continue
        start = end
        for number in range(len(layouts)):
            cell = made[number]
            if not is_foul(cell, rankings):
                end = _entered(cells, numbers, start, end, cell, number, mid_shift, high_shift)
        look, at = first, first_start
        while look < number_of_looks and not _same_run(cells, numbers, at, lengths[look], start, end):
            at += lengths[look]
            look += 1
        looks[h] = look
        if look < number_of_looks:
            end = start
        else:
            lengths[look] = end - start
            number_of_looks += 1
    return looks, lengths[:number_of_looks].copy(), numbers[:end].copy(), cells[:end].copy()


@kernel
def _entered(
    cells: Ints, numbers: Bytes, start: int, end: int, cell: int, number: int, mid_shift: int, high_shift: int
) -> int:
    """Enter a setting at the end of a run unless one there is as strong; those that are no stronger leave it. Returns
    where the run ends then."""
    for i in range(start, end):
        if no_better(cell, cells[i], mid_shift, high_shift):
            return end
    kept = start
    for i in range(start, end):
        if not no_better(cells[i], cell, mid_shift, high_shift):
            cells[kept], numbers[kept] = cells[i], numbers[i]
            kept += 1
    cells[kept], numbers[kept] = cell, number
    return kept + 1


@kernel
def _same_ranks(hands: Bytes, h: int) -> bool:
    """Whether a hand has the ranks of the one before."""
    same = h > 0
    for i in range(hands.shape[1]):
        same = same and hands[h, i] // 4 == hands[h - 1, i] // 4
    return same


@kernel
def _same_run(cells: Ints, numbers: Bytes, at: int, length: int, start: int, end: int) -> bool:
    same = end - start == length
    for i in range(length):
        same = same and cells[at + i] == cells[start + i] and numbers[at + i] == numbers[start + i]
    return same
