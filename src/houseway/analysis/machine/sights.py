"""What is told apart of cards: their grades, or all but the names of suits.

Cards that come together are a *group*, in no order. To a rule that sees grades a group is its grades; to one that sees
suits it is a set of cards, and groups that lie there together differ only if no renaming of suits makes them the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice, permutations
from math import comb
from typing import Any

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.split.combinations import choose_table, step
from houseway.analysis.split.kernel import kernel
from houseway.cards import JOKER, Card, Cards, card, rank_of, suit_of
from houseway.game import Hand

CARDS = 53
SUITS = 4
NONE = -1

Group = tuple[int, ...]  # digits, ascending
Groups = tuple[Group, ...]


@dataclass(frozen=True)
class DigitSight:
    """What a rule tells apart of single cards: the grade is their *digit*. With `suits` the digit is the card."""

    cards: Cards  # dealt from
    sees: tuple[Callable[[Card], Hashable], ...] = ()

    @property
    def suits(self) -> bool:
        return not self.sees

    @cached_property
    def held(self) -> list[list[Card]]:
        """The cards of each digit, suits alternating."""
        if self.suits:
            copies = Counter(self.cards)
            return [[Card(c)] * copies[Card(c)] for c in range(CARDS)]
        grades: dict[Hashable, list[Card]] = {}
        for each in sorted(self.cards, key=lambda c: (rank_of(c), suit_of(c))):
            grades.setdefault(tuple(see(each) for see in self.sees), []).append(each)
        return [sorted(cards, key=lambda c: (suit_of(c), c)) for cards in grades.values()]

    @cached_property
    def digits(self) -> Bytes:
        digits = np.zeros(CARDS, np.uint8)
        for digit, cards in enumerate(self.held):
            digits[list(cards)] = digit
        return digits

    def real(self, groups: Groups) -> tuple[Cards, ...] | None:
        """Cards that look so and can lie there together; none if there are not so many."""
        used, held = [0] * len(self.held), self.held
        shown = []
        for group in groups:
            cards = []
            for digit in group:
                if used[digit] == len(held[digit]):
                    return None
                cards.append(held[digit][used[digit]])
                used[digit] += 1
            shown.append(tuple(cards))
        return tuple(shown)


def sight_of(hands: Sequence[Hand], cards: Cards) -> DigitSight:
    """All that any of these hands tells apart."""
    sees = tuple(dict.fromkeys(hand.sees for hand in hands))
    grades = tuple(each for each in sees if callable(each))
    return DigitSight(cards, grades if len(grades) == len(sees) else ())


@lru_cache(maxsize=32)
def digit_groups(sight: DigitSight, size: int) -> tuple[Ints, tuple[Group, ...]]:
    """For cards in the order dealt, as digits of an index: which group they are. NONE where no pack deals it."""
    number = len(sight.held)
    base = number ** np.arange(size)[::-1]
    dealt = np.sort(np.arange(number**size)[:, None] // base % number, axis=1)
    codes, which = np.unique(dealt @ base, return_inverse=True)
    room = np.array([len(cards) for cards in sight.held])
    rows = codes[:, None] // base % number
    fits = np.array([all(row.count(d) <= room[d] for d in set(row)) for row in rows.tolist()], np.bool_)
    numbers = np.where(fits, np.cumsum(fits) - 1, NONE).astype(np.int32)
    return numbers[which.ravel()], tuple(map(tuple, rows[fits].tolist()))


@dataclass(frozen=True, eq=False)
class GroupRows(Sequence[Groups]):
    """Groups of cards, one after the other in a row of an array: there may be a million of them."""

    rows: Bytes
    sizes: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, number: Any) -> Any:
        return self._cut(self.rows[number].tolist())

    def __iter__(self) -> Iterator[Groups]:
        return map(self._cut, self.rows.tolist())

    def _cut(self, row: list[int]) -> Groups:
        cards = iter(row)
        return tuple(tuple(islice(cards, size)) for size in self.sizes)


@lru_cache(maxsize=8)
def suit_classes(cards: Cards, sizes: tuple[int, ...]) -> tuple[Ints, GroupRows]:
    """For sets of so many of these cards, by their indices one after the other: which class they are when suits are
    renamed, and the groups of each class. NONE where the sets have a card in common or one that is not dealt from."""
    numbers = [comb(CARDS, size) for size in sizes]
    canon = np.full(int(np.prod(numbers)), NONE, np.int32)
    dealt = np.zeros(CARDS, np.uint8)
    dealt[list(cards)] = 1
    assert len(set(cards)) == len(cards), "every card is dealt from once"
    choose = choose_table(CARDS, max(sizes))
    found = _name_suits(np.array(sizes), np.array(numbers), dealt, _renamings(cards), choose, canon)
    rows = np.empty((found, sum(sizes)), np.uint8)
    _first_of_each(np.array(sizes), canon, rows)
    return canon, GroupRows(rows, sizes)


def _renamings(cards: Cards) -> Bytes:
    """For every renaming of suits that leaves the cards the same as a whole, where each card goes."""
    every = []
    for names in permutations(range(SUITS)):
        to = [card(rank_of(Card(c)), names[suit_of(Card(c))]) if c != JOKER else JOKER for c in range(CARDS)]
        if {to[c] for c in cards} == set(cards):
            every.append(to)
    return np.array(every, np.uint8)


@kernel
def _name_suits(sizes: Longs, numbers: Longs, dealt: Bytes, renamings: Bytes, choose: Longs, canon: Ints) -> int:
    """Number the classes in the order of their first sets, and mark every one of a class with its number."""
    size = sizes.sum()
    row, image = np.empty(size, np.uint8), np.empty(size, np.uint8)
    _start(row, sizes)
    found = 0
    for index in range(canon.size):
        if canon[index] < 0 and _can_lie(row, dealt):
            for to in renamings:
                at, first = np.int64(0), 0
                for k in range(len(sizes)):
                    at *= numbers[k]
                    for i in range(first, first + sizes[k]):
                        moved = to[row[i]]
                        place = i
                        while place > first and image[place - 1] > moved:
                            image[place] = image[place - 1]
                            place -= 1
                        image[place] = moved
                    for i in range(sizes[k]):
                        at += choose[image[first + i], i + 1]
                    first += sizes[k]
                canon[at] = found
            found += 1
        _next(row, sizes)
    return found


@kernel
def _first_of_each(sizes: Longs, canon: Ints, rows: Bytes) -> None:
    row = np.empty(sizes.sum(), np.uint8)
    _start(row, sizes)
    found = 0
    for index in range(canon.size):
        if canon[index] == found:
            rows[found] = row
            found += 1
        _next(row, sizes)


@kernel
def _start(row: Bytes, sizes: Longs) -> None:
    first = 0
    for size in sizes:
        for i in range(size):
            row[first + i] = i
        first += size


@kernel
def _next(row: Bytes, sizes: Longs) -> None:
    """The next index: the last set goes on, and at its end the one before."""
    end = len(row)
    for k in range(len(sizes) - 1, -1, -1):
        first = end - sizes[k]
        if row[first] < CARDS - sizes[k]:
            step(row[first:end])
            return
        for i in range(sizes[k]):
            row[first + i] = i
        end = first


@kernel
def _can_lie(row: Bytes, dealt: Bytes) -> bool:
    for i in range(len(row)):
        if not dealt[row[i]]:
            return False
        for j in range(i):
            if row[j] == row[i]:
                return False
    return True
