"""A policy: how one side sets every packet it can be dealt.

It names one legal setting for each packet class, so it is total, never fouls and treats the suits alike.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import cpu_count

import numpy as np
from numpy.typing import ArrayLike, NDArray

from houseway.analysis.split.combinations import choose_table
from houseway.analysis.split.fronts import CHUNK, FOUL, cell_of, layouts, set_like_class
from houseway.analysis.split.hands import class_of, packet_classes
from houseway.analysis.split.kernel import Bytes, Ints, Longs, kernel
from houseway.analysis.split.rankings import Rankings, cells, rankings
from houseway.analysis.split.rules import SplitRules
from houseway.cards import Cards, show


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Policy:
    """The setting of each packet class, by number (see `fronts`) and as the cell it makes."""

    rules: SplitRules
    numbers: Bytes
    cells: Ints

    def set(self, cards: Cards) -> tuple[Cards, Cards, Cards]:
        """High, Mid and Low of these very cards."""
        return set_like_class(self.rules, cards, int(self.numbers[class_of(self.rules, cards)]))


def by_settings(rules: SplitRules, numbers: NDArray[np.integer]) -> Policy:
    """The policy that sets packet class i by setting numbers[i]."""
    hands = packet_classes(rules).hands
    if numbers.shape != (len(hands),) or numbers.min() < 0 or numbers.max() >= len(layouts(rules)):
        raise ValueError(f"a policy is one of {len(layouts(rules))} settings for each of {len(hands)} classes")
    chosen = np.ascontiguousarray(numbers, np.uint8)
    made = np.empty(len(hands), np.int32)
    _cells(hands, chosen, layouts(rules), rules.sizes, rankings(rules), _choose(rules), made)
    _refuse_first(rules, made == FOUL, "fouls")
    return Policy(rules=rules, numbers=chosen, cells=made)


def by_ordinals(rules: SplitRules, ordinals: NDArray[np.integer]) -> Policy:
    """The policy that makes these (high, mid, low) of each packet class, by the first setting that does."""
    hands = packet_classes(rules).hands
    if ordinals.shape != (len(hands), 3):
        raise ValueError(f"a policy is a High, Mid and Low for each of {len(hands)} classes")
    wanted = cells(rankings(rules), ordinals)
    numbers = np.empty(len(hands), np.uint8)
    _numbers(hands, wanted, layouts(rules), rules.sizes, rankings(rules), _choose(rules), numbers)
    _refuse_first(rules, numbers == len(layouts(rules)), "cannot legally be set as asked")
    return Policy(rules=rules, numbers=numbers, cells=wanted)


def by_points(rules: SplitRules, high: ArrayLike, mid: ArrayLike, low: ArrayLike) -> Policy:
    """The policy of a points card: the legal setting with the most points, the first of equals.

    The three lists give the points of each ordinal; the sums must stay within 64 bits.
    """
    hands = packet_classes(rules).hands
    points = (_whole(high), _whole(mid), _whole(low))
    if tuple(len(p) for p in points) != rankings(rules).counts:
        raise ValueError(f"a points card has {rankings(rules).counts} entries for High, Mid and Low")
    numbers, made = np.empty(len(hands), np.uint8), np.empty(len(hands), np.int32)

    def chunk(start: int) -> None:
        part = slice(start, start + CHUNK)
        _most_points(
            hands[part],
            points,
            layouts(rules),
            rules.sizes,
            rankings(rules),
            _choose(rules),
            numbers[part],
            made[part],
        )

    with ThreadPoolExecutor(cpu_count()) as pool:
        list(pool.map(chunk, range(0, len(hands), CHUNK)))
    _refuse_first(rules, made == FOUL, "has no legal setting")
    return Policy(rules=rules, numbers=numbers, cells=made)


def strongest_high_first(rules: SplitRules) -> Policy:
    """The strongest High, then the strongest Mid, then the strongest Low: simple, and poor."""
    highs, mids, lows = rankings(rules).counts
    return by_points(rules, np.arange(highs) * mids * lows, np.arange(mids) * lows, np.arange(lows))


def _whole(points: ArrayLike) -> Longs:
    if np.asarray(points).dtype.kind not in "iu":
        raise ValueError("points are whole numbers")
    return np.array(points, np.int64)


def _choose(rules: SplitRules) -> Longs:
    return choose_table(len(rules.pack), rules.size)


def _refuse_first(rules: SplitRules, refused: NDArray[np.bool_], why: str) -> None:
    if refused.any():
        hand = packet_classes(rules).hands[int(np.argmax(refused))]
        raise ValueError(f"{show(rules.cards(tuple(map(int, hand))))} {why}")


@kernel
def _cells(
    hands: Bytes,
    numbers: Bytes,
    layouts: Bytes,
    sizes: tuple[int, int, int],
    rankings: Rankings,
    choose: Longs,
    made: Ints,
) -> None:
    for h in range(len(hands)):
        made[h] = cell_of(hands[h], layouts[numbers[h]], sizes, rankings, choose)


@kernel
def _numbers(
    hands: Bytes,
    wanted: Ints,
    layouts: Bytes,
    sizes: tuple[int, int, int],
    rankings: Rankings,
    choose: Longs,
    numbers: Bytes,
) -> None:
    for h in range(len(hands)):
        number = 0
        while number < len(layouts) and (cell_of(hands[h], layouts[number], sizes, rankings, choose) != wanted[h]):
            number += 1
        numbers[h] = number


@kernel
def _most_points(
    hands: Bytes,
    points: tuple[Longs, Longs, Longs],
    layouts: Bytes,
    sizes: tuple[int, int, int],
    rankings: Rankings,
    choose: Longs,
    numbers: Bytes,
    made: Ints,
) -> None:
    low_mask = (1 << rankings.mid_shift) - 1
    mid_mask = (1 << (rankings.high_shift - rankings.mid_shift)) - 1
    for h in range(len(hands)):
        made[h] = FOUL
        most = np.int64(0)
        for number in range(len(layouts)):
            cell = cell_of(hands[h], layouts[number], sizes, rankings, choose)
            if cell == FOUL:
                continue
            score = (
                points[0][cell >> rankings.high_shift]
                + points[1][(cell >> rankings.mid_shift) & mid_mask]
                + points[2][cell & low_mask]
            )
            if made[h] == FOUL or score > most:
                numbers[h], made[h], most = number, cell, score
