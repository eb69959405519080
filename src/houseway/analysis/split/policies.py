"""A policy: how one side sets every packet it can be dealt.

It names one legal setting for each packet class, so it is total, never fouls and treats the suits alike.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from houseway.analysis.split.combinations import choose_table
from houseway.analysis.split.fronts import FOUL, by_chunks, cell_of, layouts, set_like_class
from houseway.analysis.split.hands import class_of, packet_classes
from houseway.analysis.split.kernel import Bytes, Ints, Longs, kernel
from houseway.analysis.split.rankings import Rankings, rankings
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


def by_points(rules: SplitRules, high: ArrayLike, mid: ArrayLike, low: ArrayLike) -> Policy:
    """The policy of a points card: the legal setting with the most points, the first of equals.

    The three lists give the points of each ordinal; the sums must stay within 64 bits.
    """
    hands = packet_classes(rules).hands
    points = (_whole(high), _whole(mid), _whole(low))
    if tuple(len(p) for p in points) != rankings(rules).counts:
        raise ValueError(f"a points card has {rankings(rules).counts} entries for High, Mid and Low")
    numbers, made = np.empty(len(hands), np.uint8), np.empty(len(hands), np.int32)

    tables, choose, places = rankings(rules), choose_table(len(rules.pack), rules.size), layouts(rules)

    def chunk(part: slice) -> None:
        _most_points(hands[part], points, places, rules.sizes, tables, choose, numbers[part], made[part])

    by_chunks(chunk, len(hands))
    if (made == FOUL).any():
        hand = hands[int(np.argmax(made == FOUL))]
        raise ValueError(f"{show(rules.cards(tuple(map(int, hand))))} has no legal setting")
    return Policy(rules=rules, numbers=numbers, cells=made)


def strongest_high_first(rules: SplitRules) -> Policy:
    """The strongest High, then the strongest Mid, then the strongest Low: simple, and poor."""
    highs, mids, lows = rankings(rules).counts
    return by_points(rules, np.arange(highs) * mids * lows, np.arange(mids) * lows, np.arange(lows))


def _whole(points: ArrayLike) -> Longs:
    if np.asarray(points).dtype.kind not in "iu":
        raise ValueError("points are whole numbers")
    return np.array(points, np.int64)


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
