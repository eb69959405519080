"""A house way, read once into tables and followed for every packet class.

The readable `Way` says which strengths meet a goal and what they score; here that is asked once about
each ordinal. The kernel then only compares integers, and reports the packets that the way fouls or leaves
undecided.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.split.combinations import choose_table
from houseway.analysis.split.fronts import Policy, any_cell_of, by_chunks, is_foul, layouts
from houseway.analysis.split.hands import packet_classes
from houseway.analysis.split.kernel import kernel
from houseway.analysis.split.rankings import Rankings, rankings, strengths
from houseway.analysis.split.rules import SplitRules, Strength
from houseway.cards import Cards
from houseway.ways.way import POINTS, Bonus, Rule, Way

UNDECIDED = 255
Flags = NDArray[np.bool_]
BY_POINTS = 3  # a key of an order; 0, 1 and 2 are High, Mid and Low
NO_KEY = -1


class WayTables(NamedTuple):
    """A way's rules: which ordinals meet each goal, in which order keys are compared, what hands score."""

    meets: tuple[Flags, Flags, Flags]  # of High, Mid and Low: rule, ordinal
    keys: Ints  # rule, place in its order
    without_fouling: Flags
    points: tuple[Longs, Longs, Longs]
    bonus_meets: tuple[Flags, Flags, Flags]  # bonus, ordinal
    bonus_points: Longs


@dataclass(frozen=True, slots=True, eq=False)
class Followed:
    """What a way does with every packet class; `deciding` is the number of the rule that decided it."""

    rules: SplitRules
    numbers: Bytes
    cells: Ints
    deciding: Bytes
    fouls: NDArray[np.bool_]

    @property
    def undecided(self) -> NDArray[np.bool_]:
        return np.asarray(self.numbers == UNDECIDED)

    def first(self, where: NDArray[np.bool_]) -> Cards | None:
        """The first packet of which something is true."""
        if not where.any():
            return None
        return self.rules.cards(tuple(map(int, packet_classes(self.rules).hands[int(np.argmax(where))])))

    def hands(self, where: NDArray[np.bool_]) -> int:
        return int(packet_classes(self.rules).weights[where].sum(dtype=np.int64))

    def policy(self) -> Policy:
        assert not self.undecided.any() and not self.fouls.any()
        return Policy(rules=self.rules, numbers=self.numbers, cells=self.cells)


def follow(rules: SplitRules, way: Way) -> Followed:
    """Set every packet class as the way says."""
    with ThreadPoolExecutor(1) as pool:  # asking about all hands takes as long as numbering the packets
        pool.submit(rankings, rules)
        hands = packet_classes(rules).hands
    tables, choose, places = tabulate(rules, way), choose_table(len(rules.pack), rules.size), layouts(rules)
    numbers = np.full(len(hands), UNDECIDED, np.uint8)
    cells = np.zeros(len(hands), np.int32)
    deciding = np.zeros(len(hands), np.uint8)
    fouls = np.zeros(len(hands), np.bool_)

    def chunk(part: slice) -> None:
        out = numbers[part], cells[part], deciding[part], fouls[part]
        _follow(hands[part], tables, places, rules.sizes, rankings(rules), choose, *out)

    by_chunks(chunk, len(hands))
    return Followed(rules, numbers, cells, deciding, fouls)


def tabulate(rules: SplitRules, way: Way, orders: tuple[tuple[Strength, ...], ...] | None = None) -> WayTables:
    """By all strengths of High, Mid and Low in their order, which are worked out where they are not given."""
    names = hand_names(rules, way)
    ladders = dict(zip(names, orders or strengths(rules), strict=True))

    def meets(hand: str, of: Sequence[Rule | Bonus] = way.rules) -> NDArray[np.bool_]:
        met = [[hand not in each.goals or each.goals[hand].meets(s) for s in ladders[hand]] for each in of]
        return np.array(met, np.bool_).reshape(len(of), len(ladders[hand]))

    def points(hand: str) -> Longs:
        return np.array([way.points_of(hand, s) or 0 for s in ladders[hand]], np.int64)

    high, mid, low = names
    bonuses = way.bonuses
    longest = max(len(rule.order) for rule in way.rules)
    keys = np.full((len(way.rules), longest), NO_KEY, np.int32)
    for number, rule in enumerate(way.rules):
        for place, key in enumerate(rule.order):
            keys[number, place] = BY_POINTS if key == POINTS else names.index(key)
    return WayTables(
        meets=(meets(high), meets(mid), meets(low)),
        keys=keys,
        without_fouling=np.array([rule.without_fouling for rule in way.rules], np.bool_),
        points=(points(high), points(mid), points(low)),
        bonus_meets=(meets(high, bonuses), meets(mid, bonuses), meets(low, bonuses)),
        bonus_points=np.array([bonus.points for bonus in bonuses], np.int64),
    )


def hand_names(rules: SplitRules, way: Way) -> tuple[str, str, str]:
    """What the way calls High, Mid and Low; a Mid without cards has no name."""
    if rules.has_mid:
        high, mid, low = way.split.hands
        return high, mid, low
    high, low = way.split.hands
    return high, "", low


@kernel
def _follow(  # noqa: PLR0912 (one loop, for speed)
    hands: Bytes,
    tables: WayTables,
    layouts: Bytes,
    sizes: tuple[int, int, int],
    rankings: Rankings,
    choose: Longs,
    numbers: Bytes,
    cells: Ints,
    deciding: Bytes,
    fouls: NDArray[np.bool_],
) -> None:
    # One long loop: calls, even inlined ones, would count references to every table at each setting.
    low_mask = (1 << rankings.mid_shift) - 1
    mid_mask = (1 << (rankings.high_shift - rankings.mid_shift)) - 1
    (high_meets, mid_meets, low_meets), (high_points, mid_points, low_points) = tables.meets, tables.points
    bonus_high, bonus_mid, bonus_low = tables.bonus_meets
    made = np.empty(len(layouts), np.int32)
    scores, best = np.empty(4, np.int64), np.empty(4, np.int64)
    for h in range(len(hands)):
        is_another = h == 0  # than the hand before: most are set alike that differ in suits alone
        for number in range(len(layouts)):
            cell = any_cell_of(hands[h], layouts[number], sizes, rankings, choose)
            is_another = is_another or cell != made[number]
            made[number] = cell
        if not is_another:
            numbers[h], cells[h], deciding[h], fouls[h] = numbers[h - 1], cells[h - 1], deciding[h - 1], fouls[h - 1]
            continue
        for rule in range(len(tables.keys)):
            chosen, alone = -1, True
            for number in range(len(layouts)):
                cell = made[number]
                high, mid, low = cell >> rankings.high_shift, (cell >> rankings.mid_shift) & mid_mask, cell & low_mask
                if not (high_meets[rule, high] and mid_meets[rule, mid] and low_meets[rule, low]):
                    continue
                if tables.without_fouling[rule] and is_foul(cell, rankings):
                    continue
                scores[0], scores[1], scores[2] = high, mid, low
                scores[BY_POINTS] = high_points[high] + mid_points[mid] + low_points[low]
                for bonus in range(len(tables.bonus_points)):
                    if bonus_high[bonus, high] and bonus_mid[bonus, mid] and bonus_low[bonus, low]:
                        scores[BY_POINTS] += tables.bonus_points[bonus]
                compared = 0
                for place in range(tables.keys.shape[1]):
                    key = tables.keys[rule, place]
                    if key != NO_KEY and compared == 0 and chosen >= 0:
                        compared = np.sign(scores[key] - best[key])
                if chosen < 0 or compared > 0:
                    chosen, alone = number, True
                    best[:] = scores
                elif compared == 0 and cell != made[chosen]:
                    alone = False
            if chosen >= 0:
                deciding[h] = rule
                if alone:
                    numbers[h], cells[h] = chosen, made[chosen]
                    fouls[h] = is_foul(made[chosen], rankings)
                break
