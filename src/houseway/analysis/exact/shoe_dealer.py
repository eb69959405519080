"""What a dealer comes to who draws by a rule: every hand of his, and in how many ways it comes from what is left.

His hands are told apart by their cards without order, each with the number of orders in which the rule deals it. How
often they come from a shoe is a product of what is left of each grade, so all hands are gone through as a tree of cards
in rising order, one multiplication a card. Numbers have up to 127 bits: two words in the compiled code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.question import Question
from houseway.analysis.exact.shoe_cards import Grades, ShoeCards, worths_of
from houseway.analysis.split.kernel import kernel
from houseway.game import Deal, Draw, Over, Seen, Worth

Numbers = NDArray[np.int64]
Word = Any  # unsigned, of 64 bits
Words = NDArray[np.uint64]
Looked = tuple[int, ...]  # steps at which the dealer looked at his cards, and the round went on

WORD = 64
MOST_BITS = 126


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """A dealer's hands as a tree: each node adds a card to its parent's, and leaves are hands with their outcome."""

    parents: Numbers
    grades: Numbers
    before: Numbers  # how many cards of the same grade the parent has
    depths: Numbers
    leaves: Numbers  # nodes
    outcomes: Numbers
    orders: Numbers  # in how many orders the cards of the leaf come
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
        words = _ways(
            np.array(left, np.int64),
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
        """In how many ways his hidden card can be what it was found to be, of all ways to deal on."""
        if not looked or not self.hidden:
            return self.cards.room(sum(left))
        may_be = sum(n for n, over in zip(left, self._over_by(looked), strict=True) if not over)
        return may_be * self.cards.room(sum(left) - 1)

    def over(self, step: Over, left: Grades) -> Iterator[tuple[tuple[Worth, ...], int]]:
        """What his hands are worth where a look ends the round, and in how many ways of all."""
        if not self.hidden:
            raise ValueError("a shoe takes a look at a hidden card")
        room = self.cards.room(sum(left) - 1)
        for grade, number in enumerate(left):
            if number and step.when(self._seen((grade,))):
                yield worths_of(self.cards.his_hands, self.cards.shown((*self.up, grade))), number * room

    def can_be(self, step: Over) -> bool:
        """Whether a look can end the round."""
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


@kernel
def _ways(
    left: Numbers,
    parents: Numbers,
    grades: Numbers,
    before: Numbers,
    depths: Numbers,
    leaves: Numbers,
    outcomes: Numbers,
    orders: Numbers,
    deepest: int,
    kinds: int,
) -> Words:
    """By outcome, two words: high and low."""
    nodes = len(parents)
    high, low = np.zeros(nodes, np.uint64), np.zeros(nodes, np.uint64)
    low[0] = np.uint64(1)
    for node in range(1, nodes):
        parent = parents[node]
        times = np.uint64(max(left[grades[node]] - before[node], 0))
        high[node], low[node] = _times(high[parent], low[parent], times)
    sums = np.zeros((kinds, deepest + 1, 2), np.uint64)
    for number in range(len(leaves)):
        node, kind = leaves[number], outcomes[number]
        more_high, more_low = _times(high[node], low[node], np.uint64(orders[number]))
        at = sums[kind, depths[node]]
        at[0], at[1] = _plus(at[0], at[1], more_high, more_low)
    cards = left.sum()
    found = np.zeros((kinds, 2), np.uint64)
    for kind in range(kinds):
        for depth in range(deepest + 1):
            if depth:
                times = np.uint64(max(cards - (depth - 1), 1))
                found[kind, 0], found[kind, 1] = _times(found[kind, 0], found[kind, 1], times)
            at = sums[kind, depth]
            found[kind, 0], found[kind, 1] = _plus(found[kind, 0], found[kind, 1], at[0], at[1])
    return found


@kernel
def _times(high: Word, low: Word, times: Word) -> tuple[Word, Word]:
    """A number of two words, multiplied by less than 2³²."""
    half, mask = np.uint64(32), np.uint64(0xFFFFFFFF)
    first = (low & mask) * times
    second = (low >> half) * times + (first >> half)
    return high * times + (second >> half), (second << half) | (first & mask)


@kernel
def _plus(high: Word, low: Word, more_high: Word, more_low: Word) -> tuple[Word, Word]:
    total = low + more_low
    carry = np.uint64(1) if total < low else np.uint64(0)
    return high + more_high + carry, total
