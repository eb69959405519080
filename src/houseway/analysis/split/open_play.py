"""Two hands set when those of the dealer lie open: in how many deals some setting wins both matchups, and in how many
some setting wins one or more.

What a packet can win depends on its front alone, so packets are taken by looks. A dealer's hands (h, l) are beaten in
both by some setting if they lie below one of the front's corners. The corners of a front descend like stairs: with
h1 > h2 > … and l1 < l2 < …, the number of corners above (h, l) less the number of inner corners (h2, l1), (h3, l2), …
above it is one where there is any, and else none. So a look is a list of *points* with weights, and counting deals is
adding up the weights of points above the dealer's hands. One matchup or more is won by whoever has a higher High at his
best, or a higher Low: three more points.

The player cannot hold a card of the dealer's: as in `subsets`, shared sets S are taken in and out, and for each all
packets that hold S play both parts. In all there are at most 154,143,080² deals for a shared set: sums fit 63 bits.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from math import comb
from os import cpu_count
from typing import NamedTuple

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs, Words
from houseway.analysis.split.barred import Flags
from houseway.analysis.split.combinations import choose_table, hands_with, list_others
from houseway.analysis.split.fronts import Policy, SettingRuns, fronts
from houseway.analysis.split.hands import SetClasses, packet_classes, suit_classes
from houseway.analysis.split.kernel import inlined, kernel, popcount
from houseway.analysis.split.rankings import Rankings, rankings
from houseway.analysis.split.responses import Totals
from houseway.analysis.split.rules import SplitRules
from houseway.analysis.split.solver import shards
from houseway.analysis.split.subsets import Shard
from houseway.analysis.split.tables import WORD

BLOCK = 8  # Lows whose weights are also added up together
NOWHERE = -1


class FrontPoints(NamedTuple):
    """Those of look i stand from offsets[i] to offsets[i + 1]."""

    offsets: Longs
    highs: Ints
    lows: Ints
    one: Longs  # what a point adds to the deals in which one matchup or more is won
    both: Longs  # and to those in which both are


class OpenHands(NamedTuple):
    """The different hands of a dealer, and which he has of each packet; NOWHERE if it is barred."""

    of_packet: Ints
    highs: Ints
    lows: Ints


@dataclass(frozen=True, kw_only=True, eq=False)
class OpenProblem:
    """A dealer who sets by a policy, and whose hands are seen by whoever plays against him."""

    dealer: Policy
    barred: Flags | None = None  # packets of his against which nothing is won or lost

    @property
    def rules(self) -> SplitRules:
        return self.dealer.rules

    @cached_property
    def points(self) -> FrontPoints:
        return points_of(fronts(self.rules), rankings(self.rules))

    @cached_property
    def hands(self) -> OpenHands:
        return hands_of(self.dealer, self.barred)

    def prepare(self) -> None:
        """Once, before threads ask for it all at the same time."""
        assert self.points and self.hands


def open_totals(problem: OpenProblem, *, threads: int | None = None) -> Totals:
    """Over all deals, by best play, worked out on this machine's cores."""
    work, workers = shards(problem.rules), threads or cpu_count() or 1
    problem.prepare()
    with ThreadPoolExecutor(workers) as pool:
        parts = pool.map(lambda first: run_open_batch(problem, work[first::workers]), range(workers))
        return totals_of(problem, np.add.reduce(list(parts)))


def totals_of(problem: OpenProblem, sums: Longs) -> Totals:
    """Read the sums of all shards."""
    rules, barred = problem.rules, problem.barred
    packets = 0 if barred is None else int(packet_classes(rules).weights[barred].sum(dtype=np.int64))
    return Totals(main=int(sums[0]), hat_trick=int(sums[1]), deals=rules.deals, barred=packets * rules.opponents)


def run_open_batch(problem: OpenProblem, batch: Sequence[Shard]) -> Longs:
    """What the shared sets of some shards come to: deals with one matchup or more won, and with both."""
    sums, rules = np.zeros(2, np.int64), problem.rules
    room = _room(problem.points, problem.hands, *_beyond(rankings(rules)))
    for size, first, last in batch:
        shared = suit_classes(rules, size)
        _add_shared(
            shared.hands[first:last],
            shared.weights[first:last],
            packet_classes(rules),
            choose_table(len(rules.pack), rules.size),
            np.empty(comb(len(rules.pack) - size, rules.size - size) if size else 0, np.int32),
            fronts(rules).looks,
            problem.points,
            problem.hands,
            room,
            sums,
        )
    return sums


def hands_of(dealer: Policy, barred: Flags | None) -> OpenHands:
    tables = rankings(dealer.rules)
    cells, of_packet = np.unique(dealer.cells, return_inverse=True)
    if barred is not None:
        of_packet = np.where(barred, NOWHERE, of_packet)
    return OpenHands(of_packet.astype(np.int32), cells >> tables.high_shift, cells & ((1 << tables.mid_shift) - 1))


def points_of(asked: SettingRuns, tables: Rankings) -> FrontPoints:
    """Twice as many as there are corners, and two."""
    lengths = 2 * np.diff(asked.offsets) + 2
    offsets = np.concatenate(([0], np.cumsum(lengths)))
    highs, lows = np.empty(offsets[-1], np.int32), np.empty(offsets[-1], np.int32)
    one, both = np.zeros(offsets[-1], np.int64), np.zeros(offsets[-1], np.int64)
    points = FrontPoints(offsets, highs, lows, one, both)
    _write_points(asked.offsets, asked.cells, tables.mid_shift, tables.high_shift, *_beyond(tables), points)
    return points


def _beyond(tables: Rankings) -> tuple[int, int]:
    """A High and a Low above all."""
    return tables.counts[0], tables.counts[2]


@kernel
def _write_points(
    offsets: Longs, cells: Ints, mid_shift: int, high_shift: int, above_high: int, above_low: int, points: FrontPoints
) -> None:
    low_mask = (1 << mid_shift) - 1
    for look in range(offsets.size - 1):
        corners = np.sort(cells[offsets[look] : offsets[look + 1]])[::-1]  # the highest High first
        at = points.offsets[look]
        for i in range(corners.size):
            points.highs[at], points.lows[at], points.both[at] = corners[i] >> high_shift, corners[i] & low_mask, 1
            at += 1
            if i:
                points.highs[at] = corners[i] >> high_shift
                points.lows[at] = corners[i - 1] & low_mask
                points.both[at] = -1
                at += 1
        high, low = corners[0] >> high_shift, corners[-1] & low_mask
        points.highs[at], points.lows[at], points.one[at] = high, above_low, 1
        points.highs[at + 1], points.lows[at + 1], points.one[at + 1] = above_high, low, 1
        points.highs[at + 2], points.lows[at + 2], points.one[at + 2] = high, low, -1


class SweepRoom(NamedTuple):
    """What is counted for one shared set, and used again for the next: looks and dealer's hands that were met. By High,
    points and hands form chains: the last that was met, and of each the one before. Points are written down side by
    side, for there are few beside all that there are."""

    times_of_look: Longs
    looks_met: Ints
    times_of_hands: Longs
    hands_met: Ints
    last_point: Ints
    point_before: Ints
    point_low: Ints
    point_one: Longs  # what the point adds, as often as its look was met
    point_both: Longs
    last_hands: Ints
    hands_before: Ints
    highs_met: Words  # as bits
    one: Longs  # by Low, the weights of points above the High at hand
    both: Longs
    one_blocks: Longs
    both_blocks: Longs


def _room(points: FrontPoints, dealer: OpenHands, high_count: int, low_count: int) -> SweepRoom:
    looks, hands, blocks = len(points.offsets) - 1, len(dealer.highs), low_count // BLOCK + 1
    return SweepRoom(
        times_of_look=np.zeros(looks, np.int64),
        looks_met=np.empty(looks, np.int32),
        times_of_hands=np.zeros(hands, np.int64),
        hands_met=np.empty(hands, np.int32),
        last_point=np.full(high_count + 1, NOWHERE, np.int32),
        point_before=np.empty(len(points.highs), np.int32),
        point_low=np.empty(len(points.highs), np.int32),
        point_one=np.empty(len(points.highs), np.int64),
        point_both=np.empty(len(points.highs), np.int64),
        last_hands=np.full(high_count + 1, NOWHERE, np.int32),
        hands_before=np.empty(hands, np.int32),
        highs_met=np.zeros(high_count // WORD + 1, np.uint64),
        one=np.zeros(low_count + 1, np.int64),
        both=np.zeros(low_count + 1, np.int64),
        one_blocks=np.zeros(blocks, np.int64),
        both_blocks=np.zeros(blocks, np.int64),
    )


@kernel
def _add_shared(
    shared: Bytes,
    shared_weights: Ints,
    packets: SetClasses,
    choose: Longs,
    indices: Ints,
    looks: Ints,
    points: FrontPoints,
    dealer: OpenHands,
    room: SweepRoom,
    sums: Longs,
) -> None:
    size = packets.hands.shape[1]
    sign = -1 if shared.shape[1] % 2 else 1
    free = np.empty(len(choose) - 1 - shared.shape[1], np.uint8)
    for s in range(len(shared)):
        number_of_looks = number_of_hands = 0
        if shared.shape[1]:
            list_others(shared[s], free)
            for i in range(hands_with(shared[s], free, size, choose, indices)):
                packet = packets.of_index[indices[i]]
                met = _meet(looks[packet], dealer.of_packet[packet], 1, number_of_looks, number_of_hands, room)
                number_of_looks, number_of_hands = met
        else:  # every packet, as often as it is dealt
            for packet in range(len(packets.hands)):
                times = packets.weights[packet]
                met = _meet(looks[packet], dealer.of_packet[packet], times, number_of_looks, number_of_hands, room)
                number_of_looks, number_of_hands = met
        _chain(number_of_looks, number_of_hands, points, dealer, room)
        with_one, with_both = _sweep(dealer, room)
        sums[0] += sign * shared_weights[s] * with_one
        sums[1] += sign * shared_weights[s] * with_both
        room.one[:], room.both[:], room.one_blocks[:], room.both_blocks[:] = 0, 0, 0, 0
        for i in range(number_of_looks):
            room.times_of_look[room.looks_met[i]] = 0
        for i in range(number_of_hands):
            room.times_of_hands[room.hands_met[i]] = 0


@inlined
def _meet(look: int, his: int, times: int, looks: int, hands: int, room: SweepRoom) -> tuple[int, int]:
    """Count a packet for both parts. Gives how many looks and hands of the dealer's were met."""
    if room.times_of_look[look] == 0:
        room.looks_met[looks] = look
        looks += 1
    room.times_of_look[look] += times
    if his != NOWHERE:
        if room.times_of_hands[his] == 0:
            room.hands_met[hands] = his
            hands += 1
        room.times_of_hands[his] += times
    return looks, hands


@kernel
def _chain(looks: int, hands: int, points: FrontPoints, dealer: OpenHands, room: SweepRoom) -> None:
    """Sort points and hands by High."""
    to = 0
    for i in range(looks):
        look = room.looks_met[i]
        times = room.times_of_look[look]
        for p in range(points.offsets[look], points.offsets[look + 1]):
            high = points.highs[p]
            room.point_low[to] = points.lows[p]
            room.point_one[to], room.point_both[to] = times * points.one[p], times * points.both[p]
            room.point_before[to], room.last_point[high] = room.last_point[high], to
            room.highs_met[high // WORD] |= np.uint64(1) << np.uint64(high % WORD)
            to += 1
    for i in range(hands):
        his = room.hands_met[i]
        high = dealer.highs[his]
        room.hands_before[his], room.last_hands[high] = room.last_hands[high], his
        room.highs_met[high // WORD] |= np.uint64(1) << np.uint64(high % WORD)


@kernel
def _sweep(dealer: OpenHands, room: SweepRoom) -> tuple[int, int]:
    """From the highest High down: what lies above each of the dealer's hands, as often as he has them; then the points
    of that High are taken in, for a High must be above his."""
    with_one = with_both = np.int64(0)
    for w in range(room.highs_met.size - 1, -1, -1):
        while room.highs_met[w]:
            high = w * WORD + _highest(room.highs_met[w])
            room.highs_met[w] ^= np.uint64(1) << np.uint64(high % WORD)
            his, room.last_hands[high] = room.last_hands[high], NOWHERE
            while his != NOWHERE:
                above_one, above_both = _above(dealer.lows[his], room)
                with_one += room.times_of_hands[his] * above_one
                with_both += room.times_of_hands[his] * above_both
                his = room.hands_before[his]
            p, room.last_point[high] = room.last_point[high], NOWHERE
            while p != NOWHERE:
                low = room.point_low[p]
                room.one[low] += room.point_one[p]
                room.both[low] += room.point_both[p]
                room.one_blocks[low // BLOCK] += room.point_one[p]
                room.both_blocks[low // BLOCK] += room.point_both[p]
                p = room.point_before[p]
    return int(with_one), int(with_both)


@inlined
def _above(low: int, room: SweepRoom) -> tuple[int, int]:
    """The weights of all greater Lows: one by one to the next block, then by blocks."""
    above_one = above_both = np.int64(0)
    at = low + 1
    while at % BLOCK and at < room.one.size:
        above_one += room.one[at]
        above_both += room.both[at]
        at += 1
    for block in range((at + BLOCK - 1) // BLOCK, room.one_blocks.size):
        above_one += room.one_blocks[block]
        above_both += room.both_blocks[block]
    return int(above_one), int(above_both)


@kernel
def _highest(word: int) -> int:
    """The place of the highest bit: all below it are set and counted."""
    spread = np.uint64(word)
    for shift in (1, 2, 4, 8, 16, 32):
        spread |= spread >> np.uint64(shift)
    return int(popcount(spread)) - 1
