"""All seats of a table at once: how many deals give them which sum.

Take the seats in two halves. Of either half count the deals F(u) that use up all cards of a set u; then the deals of
both halves that have no card in common are the sum over u of (-1)^|u| F(u) F'(u). So six hands are never held against
each other: three are, with sets of at most twelve cards between them.

F(u) follows from F of the sets with one card more, and these in the end from A(t), the ways to share out a set t into
hands. A(t) is asked of a set once for all dealer's hands that give every seat's hand the same result: a *case*. Grades
that no hand tells apart in such a case are counted as one: ten, jack, queen and king, where they have the same points.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, combinations_with_replacement, pairwise
from math import comb, factorial, prod

import numpy as np

from houseway.analysis.arrays import Longs
from houseway.analysis.joint.kernel import HandTree, add_common, cover, share_out
from houseway.analysis.joint.layout import Layout
from houseway.analysis.joint.sets import JointSets, sets_of

MOST_WORK = 10**9  # sets times pairs of lanes: what a core does for one hand of the dealer in a second or two
Sums = dict[tuple[int, int], int]  # what both halves win → deals
Case = tuple[int, ...]  # the dealer's hands, by their place in the layout, that give every seat's hand the same result


class FullTable:
    """So many seats, and what each result of the layout is worth to one of them, as a whole number."""

    def __init__(self, layout: Layout, seats: int, worth: Sequence[int]) -> None:
        self.layout, self.seats, self.worth = layout, seats, tuple(worth)
        self.size = layout.size
        self.halves = (seats + 1) // 2, seats // 2
        self.most = self.halves[0] * self.size  # cards of the larger half
        self.lanes = [[0]]
        for _ in range(self.halves[0]):
            self.lanes.append(sorted({sum_ + each for sum_ in self.lanes[-1] for each in self.worth}))

    @cached_property
    def cases(self) -> list[Case]:
        """Those with the same grades alike stand together, for they share their sets."""
        dealers_of = defaultdict(list)
        for dealer, results in enumerate(self.layout.result_of.T):
            dealers_of[results.tobytes()].append(dealer)
        return sorted(map(tuple, dealers_of.values()), key=self._alike)

    @property
    def can_be_counted(self) -> bool:
        """Whether it takes minutes, and all numbers on the way fit: those of `cover` and `add_common`."""
        one, other = self.halves
        deals, fewer = (self._deals(half) // factorial(half) for half in self.halves)
        cards = sum(self.layout.full)
        fits = deals * max(cards, comb(self.most, self.most // 2)) < 2**63 and deals * 2**self.most * fewer < 2**126
        sets = _number_of_sets(self.layout.full, other * self.size)
        return fits and sets * len(self.lanes[one]) * len(self.lanes[other]) <= MOST_WORK

    def _deals(self, seats: int) -> int:
        left = sum(self.layout.full) - self.layout.dealers_size
        return prod(comb(left - seat * self.size, self.size) for seat in range(seats))

    def deals_of(self, case: Case) -> int:
        """All of them: the dealer's hand, and one to each seat."""
        ways = sum(prod(map(comb, self.layout.full, self.layout.dealers[d].tolist())) for d in case)
        return ways * self._deals(self.seats)

    def count(self, case: Case) -> Sums:
        """The deals of a case, by what the seats of either half win together."""
        alike = self._alike(case)
        order = sorted(range(len(alike)), key=lambda grade: (alike[grade], grade))
        full = tuple(self.layout.full[grade] for grade in order)
        marks = _runs([alike[grade] for grade in order])
        sets = sets_of(full, marks, self.most)
        shared = self._share_out(sets, self._tree(case, order))
        deals_of: Counter[tuple[int, int]] = Counter()
        for dealer, ways in self._dealers(case, order, marks).items():
            pack = np.subtract(full, dealer, dtype=np.int64)
            for sums, deals in self._against(pack, sets, full, marks, shared).items():
                deals_of[sums] += ways * deals
        orders = factorial(self.halves[0]) * factorial(self.halves[1])
        counted = {sums: orders * deals for sums, deals in deals_of.items() if deals}
        assert sum(counted.values()) == self.deals_of(case), "every deal is counted, and once"
        return counted

    # ---- a case ------------------------------------------------------------------------------------------

    def _alike(self, case: Case) -> tuple[int, ...]:
        """For each grade the first that no seat's hand tells from it."""
        results = self.layout.result_of[:, case[0]]
        marks: list[int] = []
        exchanges = _exchanges(self.layout)
        for grade in range(len(self.layout.full)):
            swaps = {g: exchanges[g, grade] for g in sorted(set(marks)) if (g, grade) in exchanges}
            like = (g for g, swapped in swaps.items() if (results[swapped] == results).all())
            marks.append(next(like, grade))
        return tuple(marks)

    def _tree(self, case: Case, order: Sequence[int]) -> HandTree:
        children, rows = _hand_tree(self.layout, tuple(order))
        results = self.layout.result_of[:, case[0]].astype(np.int64)
        return HandTree(children, np.where(rows < 0, -1, results[rows]), self.size)

    def _dealers(self, case: Case, order: Sequence[int], marks: Sequence[int]) -> Mapping[tuple[int, ...], int]:
        """The dealer's hands but for exchanges of grades that are alike, and how often each comes."""
        times: Counter[tuple[int, ...]] = Counter()
        for d in case:
            hand = self.layout.dealers[d].tolist()
            dealt = sorted((mark, -hand[grade]) for mark, grade in zip(marks, order, strict=True))
            times[tuple(-n for _, n in dealt)] += prod(map(comb, self.layout.full, hand))
        return times

    # ---- counting ----------------------------------------------------------------------------------------

    def _share_out(self, sets: JointSets, tree: HandTree) -> list[Longs]:
        """For each number of hands: the ways to share out every set of so many cards, by lane."""
        by_hands = [np.ones((1, 1), np.int64)]
        for hands in range(1, self.halves[0] + 1):
            level, below = sets.levels[hands * self.size], sets.levels[(hands - 1) * self.size]
            before, after = self.lanes[hands - 1], self.lanes[hands]
            lanes = np.array([[after.index(sum_ + each) for sum_ in before] for each in self.worth])
            ways = np.zeros((len(level), len(after)), np.int64)
            share_out(level.counts, level.codes, sets.places, tree, below.codes, below.slots, by_hands[-1], lanes, ways)
            by_hands.append(ways)
        return by_hands

    def _against(
        self, pack: Longs, sets: JointSets, full: tuple[int, ...], marks: tuple[int, ...], shared: list[Longs]
    ) -> Sums:
        """Deals out of what one hand of the dealer leaves: grades are alike only if as many are left of them."""
        fine = sets_of(full, _runs(list(zip(marks, pack.tolist(), strict=True))), self.most)
        one, other = self.halves
        covering = {half: self._covering(half, pack, sets, fine, shared[half]) for half in {one, other}}
        low = np.zeros((len(self.lanes[one]), len(self.lanes[other])), np.uint64)
        high = np.zeros(low.shape, np.int64)
        choose = np.array([[comb(n, k) for k in range(self.most + 1)] for n in range(max(full) + 1)])
        for cards in range(other * self.size + 1):
            level, signed = fine.levels[cards].counts, fine.fellows[cards] * (-1) ** cards
            add_common(
                level, signed, choose, pack, covering[one][cards], covering[other][cards], one == other, low, high
            )
        both: Counter[tuple[int, int]] = Counter()
        for i, j in np.argwhere((high != 0) | (low != 0)).tolist():
            sum_, others = self.lanes[one][i], self.lanes[other][j]
            deals = (int(high[i, j]) << 64) + int(low[i, j])
            both[sum_, others] += deals
            if one == other and i != j:
                both[others, sum_] += deals
        return both

    def _covering(self, hands: int, pack: Longs, sets: JointSets, fine: JointSets, shared: Longs) -> list[Longs]:
        """For sets of each size up to the smaller half's: the deals of so many hands that use them up."""
        top = hands * self.size
        covered = [shared if fine is sets else shared[fine.among(sets, top)]]
        for cards in reversed(range(top)):
            level = fine.levels[cards]
            fewer = np.zeros((len(level), shared.shape[1]), np.int64)
            cover(level.counts, fine.nexts[cards], fine.alike, pack, covered[-1], top - cards, fewer)
            if cards >= self.halves[1] * self.size:
                covered.pop()
            covered.append(fewer)
        return covered[::-1]


def _runs(marks: Sequence[object]) -> tuple[int, ...]:
    """0 for the first and all that are the same, 1 for the next …"""
    return tuple(accumulate((one != other for one, other in pairwise(marks)), initial=0))


@lru_cache(maxsize=4)
def _exchanges(layout: Layout) -> dict[tuple[int, int], Longs]:
    """For two grades of which the pack has as many: every hand's place → that of the hand with the two exchanged."""
    hands = layout.hands.tolist()
    places = {tuple(hand): place for place, hand in enumerate(hands)}
    swaps = {}
    for one, other in combinations_with_replacement(range(len(layout.full)), 2):
        if one != other and layout.full[one] == layout.full[other]:
            swapped = layout.hands.copy()
            swapped[:, [one, other]] = swapped[:, [other, one]]
            swaps[one, other] = np.array([places[tuple(hand)] for hand in swapped.tolist()])
    return swaps


@lru_cache(maxsize=64)
def _hand_tree(layout: Layout, order: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Hands card by card, grades in this order: a node's children, and a whole hand's place in the layout."""
    grades, size = len(order), layout.size
    places = {tuple(hand): place for place, hand in enumerate(layout.hands.tolist())}
    nodes: dict[tuple[int, ...], int] = {(): 0}
    children, rows = [[-1] * grades], [-1]
    for cards in range(1, size + 1):
        for hand in combinations_with_replacement(range(grades), cards):
            nodes[hand] = children[nodes[hand[:-1]]][hand[-1]] = len(children)
            children.append([-1] * grades)
            counts = [0] * grades
            for grade in hand:
                counts[order[grade]] += 1
            rows.append(places.get(tuple(counts), -1) if cards == size else -1)
    return np.array(children, np.int32), np.array(rows)


def _number_of_sets(full: Sequence[int], most: int) -> int:
    """How many sets there are of up to so many cards."""
    sizes = [1] + [0] * most
    for cap in full:
        sizes = [sum(sizes[size - number] for number in range(min(cap, size) + 1)) for size in range(most + 1)]
    return sum(sizes)
