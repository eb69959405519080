"""What a hand wins, and how it ends, beside cards that are gone and that it does not know: it is played as if they
could still come, and they do not.

The hands to which a hand can come are gone through as a tree of the cards that come to it, in rising order: one
multiplication a card. What is won at the end of each depends on the cards that are gone then, wherever they lie, and is
kept by them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from houseway.analysis.exact.ends import End
from houseway.analysis.exact.shoe_cards import Grades
from houseway.game import Choice, Over, Worth

if TYPE_CHECKING:
    from houseway.analysis.exact.shoe_table import HandTable, Node, Root, Stop

Spread = dict[tuple[int, int], Counter[int]]  # by ending and number of hands, how often with the cards of each key

BITS = 9  # of a key that each grade has: more than there are cards of one


@dataclass(frozen=True, slots=True)
class Leaf:
    """Where a hand comes to: a node of the tree, the orders of the cards that came, and the key of all its cards."""

    at: int
    orders: int
    key: int


class ReachedHands:
    """Every hand to which a hand comes from a node, by how it ends: settled, split, or at a look of the dealer's."""

    def __init__(self, table: HandTable, start: Node, stops: Iterable[Stop]) -> None:
        self._steps: list[tuple[int, int, int]] = []  # the node before, the grade, and how many of it came before
        self._nodes: dict[Grades, int] = {(): 0}
        self.settled: dict[int, list[Leaf]] = {}
        self.stopped: list[tuple[int, Stop]] = []  # at a split or a look
        before = table.known(start)
        for stop in stops:
            came = Counter(table.known(stop.node)) - Counter(before)
            at = self._node(tuple(sorted(came.elements())))
            if isinstance(table.step_at(stop.node), Choice | Over):
                self.stopped.append((at, stop))
            else:
                leaf = Leaf(at, stop.orders, key_of(table.known(stop.node)))
                self.settled.setdefault(table.beside.ending(stop.node), []).append(leaf)

    def _node(self, cards: Grades) -> int:
        if cards not in self._nodes:
            parent = self._node(cards[:-1])
            self._nodes[cards] = len(self._nodes)
            self._steps.append((parent, cards[-1], cards[:-1].count(cards[-1])))
        return self._nodes[cards]

    def ways(self, left: Grades) -> list[int]:
        """In how many ways the cards of each node come, in one order, from so many of each grade."""
        ways = [1]
        for parent, grade, before in self._steps:
            here = ways[parent]
            ways.append(here * (left[grade] - before) if here and left[grade] > before else 0)
        return ways


class UnknownBeside:
    """The hands of a table, each beside cards that it does not know."""

    def __init__(self, table: HandTable) -> None:
        self.table = table
        self._reached: dict[Node | tuple[Node, bool], ReachedHands] = {}
        self._numbers: dict[tuple[int, tuple[Worth, ...]], int] = {}
        self._endings: list[Node] = []  # a hand that ends so
        self._worths: list[dict[int, int]] = []  # by ending and key, what is won

    def ending(self, node: Node) -> int:
        """The number of how it ends: hands of one kind and worth end alike, but for the cards that are gone."""
        key = node.kind, self.table.cards.worths(node.cards)
        if key not in self._numbers:
            self._numbers[key] = len(self._endings)
            self._endings.append(node)
            self._worths.append({})
        return self._numbers[key]

    # ---- values ------------------------------------------------------------------------------------

    def won(self, node: Node, others: Grades) -> int:
        """What a hand wins from here on, in parts of a unit, of all ways to deal on."""
        reached, table = self._reached_from(node), self.table
        ways = reached.ways(table.left(node, others))
        total = self._settled(reached, ways, others)
        for at, stop in reached.stopped:
            if ways[at]:
                total += stop.orders * ways[at] * self._won_at(stop.node, others)
        return total

    def _won_at(self, node: Node, others: Grades) -> int:
        """By a split, or where a look ends the round."""
        step = self.table.step_at(node)
        if isinstance(step, Over):
            return self.table.won_by_look(node, step, others)
        return sum(times * self.won_by_root(root) for _, times, root in self.table.roots_beside(node, others))

    def won_by_root(self, root: Root) -> int:
        """What a hand of a split wins that has one card."""
        reached, left = self._reached_from_root(root), self.table.left(root.node, root.others)
        return self._settled(reached, reached.ways(left), root.others)

    def _settled(self, reached: ReachedHands, ways: list[int], others: Grades) -> int:
        total, gone = 0, key_of(others)
        for number, leaves in reached.settled.items():
            worths = self._worths[number]
            for leaf in leaves:
                if here := ways[leaf.at]:
                    worth = worths.get(leaf.key + gone)
                    if worth is None:
                        worth = worths[leaf.key + gone] = self._worth(number, leaf.key + gone)
                    total += leaf.orders * here * worth
        return total

    def _worth(self, number: int, key: int) -> int:
        return self.table.settled(self._endings[number], self._left(key))

    def _left(self, key: int) -> Grades:
        mask = (1 << BITS) - 1
        return tuple([here - (key >> BITS * grade & mask) for grade, here in enumerate(self.table.dealer.left)])

    # ---- ends --------------------------------------------------------------------------------------

    def spread(self, node: Node, others: Grades, times: int, spread: Spread) -> None:
        """Add how a hand ends that is played on from here, so many times."""
        reached, table = self._reached_from(node), self.table
        ways = reached.ways(table.left(node, others))
        self._spread(reached, ways, others, times, 1, spread)
        for at, stop in reached.stopped:
            if not (more := times * stop.orders * ways[at]):
                continue
            if isinstance(step := table.step_at(stop.node), Over):
                raise ValueError(f"step {step}: a look at the dealer's card after hands that were dealt are played")
            for hands, number, root in table.roots_beside(stop.node, others):
                its, left = self._reached_from_root(root), table.left(root.node, root.others)
                self._spread(its, its.ways(left), root.others, more * number, hands, spread)

    def _spread(
        self, reached: ReachedHands, ways: list[int], others: Grades, times: int, hands: int, spread: Spread
    ) -> None:
        gone = key_of(others)
        for number, leaves in reached.settled.items():
            found = spread.setdefault((number, hands), Counter())
            for leaf in leaves:
                if here := ways[leaf.at]:
                    found[leaf.key + gone] += times * leaf.orders * here

    def ends_of(self, spread: Spread, dealt: int) -> Iterator[tuple[End, int]]:
        """How hands end that were spread, each for all of so many that were dealt."""
        for (number, hands), found in spread.items():
            for key, times in found.items():
                for end, weight in self.table.ends_at(self._endings[number], self._left(key), hands * dealt):
                    yield end, times * weight // hands

    # ---- hands that are reached -----------------------------------------------------------------------

    def _reached_from(self, node: Node) -> ReachedHands:
        if node not in self._reached:
            self._reached[node] = ReachedHands(self.table, node, self.table.stops({node: 1}))
        return self._reached[node]

    def _reached_from_root(self, root: Root) -> ReachedHands:
        key = root.node, root.is_alike
        if key not in self._reached:
            self._reached[key] = ReachedHands(self.table, root.node, self.table.stops_of(root))
        return self._reached[key]


def key_of(cards: Grades) -> int:
    """How many cards there are of each grade, as one number: keys add up as cards do."""
    return sum(1 << BITS * grade for grade in cards)
