"""What a dealer comes to who draws by a rule: every hand of his, and in how many ways it comes from what is left.

His hands are told apart by their cards without order, each with the number of orders in which the rule deals it. How
often they come from a shoe is a product of what is left of each grade, so all hands are gone through as a tree of cards
in rising order, one multiplication a card. Longs have up to 127 bits: two words in the compiled code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np

from houseway.analysis.arrays import Longs, Words
from houseway.analysis.exact.question import Question
from houseway.analysis.exact.shoe_cards import Grades, ShoeCards, worths_of
from houseway.analysis.exact.shoe_kernel import ways
from houseway.analysis.split.kernel import HAS_COMPILER
from houseway.game import Deal, Draw, Over, Seen, Worth

Looked = tuple[int, ...]  # steps at which the dealer looked at his cards, and the round went on

# A room that was opened a moment ago has no compiler, nor has a process that does without.
compiled_ways: Callable[..., Words] | None = ways if HAS_COMPILER else None

WORD = 64
HALF, MASK = np.uint64(32), np.uint64(0xFFFFFFFF)  # of a word
MOST_BITS = 126


@dataclass(frozen=True, eq=False)
class Hands:
    """A dealer's hands as a tree: each node adds a card to its parent's, and leaves are hands with their outcome."""

    parents: Longs
    grades: Longs
    before: Longs  # how many cards of the same grade the parent has
    depths: Longs
    leaves: Longs  # nodes
    outcomes: Longs
    orders: Longs  # in how many orders the cards of the leaf come
    deepest: int
    kinds: int  # of outcomes

    @classmethod
    def of(cls, hands: Counter[tuple[tuple[int, ...], int]], kinds: int) -> Hands:
        """From the grades that are drawn, in rising order, with an outcome."""
        nodes: dict[tuple[int, ...], int] = {(): 0}
        parents, grades, before, depths = [0], [0], [0], [0]
        for cards in sorted({cards for cards, _ in hands}):
            for size in range(1, len(cards) + 1):
                if cards[:size] not in nodes:
                    nodes[cards[:size]] = len(nodes)
                    parents.append(nodes[cards[: size - 1]])
                    grades.append(cards[size - 1])
                    before.append(cards[: size - 1].count(cards[size - 1]))
                    depths.append(size)
        leaves = [(nodes[cards], outcome, orders) for (cards, outcome), orders in hands.items()]
        columns = np.array(leaves, np.int64).reshape(-1, 3).T.copy()
        tree = [np.array(each, np.int64) for each in (parents, grades, before, depths)]
        return cls(*tree, *columns, deepest=max(depths), kinds=kinds)  # type: ignore[arg-type, misc]

    def check_size(self, cards: int) -> None:
        if prod(max(cards - drawn, 1) for drawn in range(self.deepest)).bit_length() > MOST_BITS:
            raise ValueError(f"{self.deepest} cards out of {cards} come in more ways than can be counted")

    def ways(self, left: Sequence[int]) -> list[int]:
        """In how many ways each outcome comes from so many cards of each grade, of `all_ways`."""
        lying = np.array(left, np.int64)
        if compiled_ways is None:
            return self.ways_by_depth(lying)
        words = compiled_ways(
            lying,
            self.parents,
            self.grades,
            self.before,
            self.depths,
            self.leaves,
            self.outcomes,
            self.orders,
            self.deepest,
            self.kinds,
        )
        return [(high << WORD) | low for high, low in words.tolist()]

    def ways_by_depth(self, left: Longs) -> list[int]:
        """The same without a compiler."""
        times = np.maximum(left[self.grades] - self.before, 0).astype(np.uint64)
        high, low = np.zeros(len(times), np.uint64), np.ones(len(times), np.uint64)
        for nodes in self._by_depth:
            parents = self.parents[nodes]
            high[nodes], low[nodes] = _times(high[parents], low[parents], times[nodes])
        order, starts, sums = self._sums
        leaves = self.leaves[order]
        words = _times(high[leaves], low[leaves], self.orders[order].astype(np.uint64))
        halves = [half for word in words for half in (word >> HALF, word & MASK)]  # so that 2³² of them can be added
        added = zip(*(np.add.reduceat(half, starts).tolist() for half in halves), strict=True)
        drawn = [max(int(left.sum()) - number, 1) for number in range(self.deepest)]
        rest = [prod(drawn[depth:]) for depth in range(self.deepest + 1)]
        found = [0] * self.kinds
        for (outcome, depth), (a, b, c, d) in zip(sums, added, strict=True):
            found[outcome] += ((a << 96) + (b << 64) + (c << 32) + d) * rest[depth]
        return found

    @cached_property
    def _by_depth(self) -> list[Longs]:
        return [np.nonzero(self.depths == depth)[0] for depth in range(1, self.deepest + 1)]

    @cached_property
    def _sums(self) -> tuple[Longs, Longs, list[tuple[int, int]]]:
        """The leaves by outcome and depth: their order, where each of these begins, and which they are."""
        keys = self.outcomes * (self.deepest + 1) + self.depths[self.leaves]
        order = np.argsort(keys, kind="stable")
        sums, starts = np.unique(keys[order], return_index=True)
        return order, starts, [divmod(each, self.deepest + 1) for each in sums.tolist()]

    def all_ways(self, cards: int) -> int:
        return prod(max(cards - drawn, 1) for drawn in range(self.deepest))


class Dealer:
    """A dealer with these open cards: all that he can come to."""

    def __init__(self, cards: ShoeCards, question: Question, up: Grades) -> None:
        self.cards, self.question, self.up = cards, question, up
        self.place = cards.his_place
        self.open = cards.shown(up)
        self.left = tuple(number - up.count(grade) for grade, number in enumerate(cards.copies))
        self.hidden = sum(
            step.cards - step.up
            for step in question.game.round
            if isinstance(step, Deal) and self.place in step.to.places
        )
        if self.hidden > 1:
            raise ValueError("a shoe takes one hidden card of the dealer's")
        self._outcomes: list[tuple[Worth, ...]] = []
        self._hands: dict[Looked, Hands] = {}
        self._ways: dict[tuple[Looked, Grades], tuple[list[int], int]] = {}
        self._is_so: dict[Looked, tuple[bool, ...]] = {}

    @cached_property
    def shown_worths(self) -> tuple[Worth, ...]:
        """What his hands are worth as far as they are seen."""
        return worths_of(self.cards.his_hands, self.open)

    def outcomes(self, looked: Looked) -> list[tuple[Worth, ...]]:
        """What his hands can be worth. All hands are known before any outcome is."""
        self.hands(looked)
        return self._outcomes

    def ways(self, looked: Looked, left: Grades) -> tuple[list[int], int]:
        """In how many ways each outcome comes from these cards, and how many rooms each of them stands for."""
        if (looked, left) not in self._ways:
            hands, number = self.hands(looked), sum(left)
            self._ways[looked, left] = hands.ways(left), self.cards.room(number) // hands.all_ways(number)
        return self._ways[looked, left]

    def mass(self, looked: Looked, left: Grades) -> int:
        """In how many ways his hidden card can be what it was found to be, of all ways to deal on; in none where a look
        at open cards has ended the round."""
        if not looked:
            return self.cards.room(sum(left))
        if not self.hidden:
            return 0
        may_be = sum(n for n, over in zip(left, self._over_by(looked), strict=True) if not over)
        return may_be * self.cards.room(sum(left) - 1)

    def over(self, step: Over, left: Grades) -> Iterator[tuple[tuple[Worth, ...], int]]:
        """What his hands are worth where a look ends the round, and in how many ways of all."""
        if not self.hidden:
            if step.when(self._seen(())):
                yield self.shown_worths, self.cards.room(sum(left))
            return
        room = self.cards.room(sum(left) - 1)
        for grade, number in enumerate(left):
            if number and step.when(self._seen((grade,))):
                yield worths_of(self.cards.his_hands, self.cards.shown((*self.up, grade))), number * room

    def can_be(self, step: Over) -> bool:
        """Whether a look can end the round."""
        if not self.hidden:
            return step.when(self._seen(()))
        return any(step.when(self._seen((grade,))) for grade in range(len(self.left)))

    def _over_by(self, looked: Looked) -> tuple[bool, ...]:
        """By grade of the hidden card, whether one of these looks had ended the round."""
        if looked not in self._is_so:
            looks = [step for at in looked if isinstance(step := self.question.game.round[at], Over)]
            by_grade = (any(look.when(self._seen((g,))) for look in looks) for g in range(len(self.left)))
            self._is_so[looked] = tuple(by_grade)
        return self._is_so[looked]

    def hands(self, looked: Looked) -> Hands:
        """All that he can draw, but for hands by which the round would have been over."""
        if looked not in self._hands:
            drawn: Counter[tuple[Grades, int]] = Counter()
            if self.hidden or not looked:
                self._draw((), self._over_by(looked), drawn)
            self._hands[looked] = Hands.of(drawn, len(self._outcomes))
            self._hands[looked].check_size(len(self.question.cards))
        return self._hands[looked]

    def _draw(self, cards: Grades, over_by: tuple[bool, ...], drawn: Counter[tuple[Grades, int]]) -> None:
        if cards and self.hidden and over_by[cards[0]]:
            return
        if len(cards) >= self.hidden and not self.goes_on(cards):
            drawn[tuple(sorted(cards)), self.outcome(cards)] += 1
            return
        for grade, number in enumerate(self.left):
            if cards.count(grade) < number:
                self._draw((*cards, grade), over_by, drawn)

    def goes_on(self, cards: Grades) -> bool:
        """Whether he draws one more."""
        return any(rule.more(self._seen(cards)) for rule in self._rules)

    def outcome(self, cards: Grades) -> int:
        """The number of what his hands are worth when he has done."""
        worths = worths_of(self.cards.his_hands, self.cards.shown((*self.up, *cards)))
        if worths not in self._outcomes:
            self._outcomes.append(worths)
        return self._outcomes.index(worths)

    @cached_property
    def _rules(self) -> list[Draw]:
        return [step for step in self.question.game.round if isinstance(step, Draw)]

    def _seen(self, drawn: Grades) -> Seen:
        """What a rule sees that looks at his cards."""
        return Seen(pack=self.question.pack, lying={self.place: self.cards.shown((*self.up, *drawn))})


def _times(high: Words, low: Words, times: Words) -> tuple[Words, Words]:
    """Numbers of two words, each multiplied by less than 2³²."""
    first = (low & MASK) * times
    second = (low >> HALF) * times + (first >> HALF)
    return high * times + (second >> HALF), (second << HALF) | (first & MASK)
