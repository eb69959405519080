"""The different ways that some cards can look, each with real cards that look so and the number of deals that do.

`by_grades` where suits never matter, `by_flush` where only a flush looks at them, `by_suits` where they count, and
`by_names_of_suits` where they do and the cards are few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, product
from math import comb, prod
from typing import TYPE_CHECKING

import numpy as np

from houseway.cards import JOKER, RANK_NAMES, SUITS, Card, Cards, card, rank_of, suit_of

if TYPE_CHECKING:
    from houseway.analysis.arrays import Longs

Look = tuple[Cards, int]  # cards, and in how many ways some that look the same are dealt


def by_grades(groups: Sequence[Sequence[Card]], size: int) -> Iterator[Look]:
    """So many cards out of groups of cards that are all alike."""
    if not size:
        yield (), 1
        return
    if not groups:
        return
    first, *others = groups
    for taken in range(min(len(first), size) + 1):
        for rest, ways in by_grades(others, size - taken):
            yield (*first[:taken], *rest), ways * comb(len(first), taken)


def multisets(left: Sequence[int], size: int) -> Longs:
    """Every way to take so many cards of as many as are left of each grade: one row a hand, one column a grade."""
    grades = range(len(left))
    rows = [[hand.count(grade) for grade in grades] for hand in combinations_with_replacement(grades, size)]
    counts = np.array(rows, np.int64).reshape(len(rows), len(left))
    return np.asarray(counts[(counts <= np.array(left)).all(axis=1)])


def grouped(cards: Cards, grade: Callable[[Card], Hashable]) -> list[list[Card]]:
    """The cards of each grade, suits alternating."""
    groups: dict[Hashable, list[Card]] = {}
    for each in sorted(cards, key=lambda c: (suit_of(c), c)):
        groups.setdefault(grade(each), []).append(each)
    return list(groups.values())


def by_flush(cards: Cards, length: int, size: int) -> Iterator[Look]:
    """So many cards of which all ranks are seen, and those of a suit in which, with jokers, `length` cards lie. Every
    rank has the same suits, and two flushes cannot lie side by side."""
    suits = sorted({suit_of(c) for c in cards if c != JOKER})
    ranks = sorted({rank_of(c) for c in cards if c != JOKER})
    for jokers in range(cards.count(JOKER) + 1):
        shortest, naturals = length - jokers, size - jokers
        assert naturals < 2 * shortest and -(-naturals // len(suits)) < shortest
        any_suit, in_flush, beside = _ways(len(suits))
        for held in _multisets(ranks, naturals, len(suits)):
            times = list(Counter(held).items())
            plain = prod([any_suit[n] for _, n in times])
            for number in range(shortest, len(times) + 1):
                for flush in combinations(range(len(times)), number):
                    chances = [in_flush[n] if i in flush else beside[n] for i, (_, n) in enumerate(times)]
                    ways = len(suits) * prod(chances)
                    if ways:
                        plain -= ways
                        made = [card(r, suits[k]) for i, (r, n) in enumerate(times) for k in _suits(i in flush, n)]
                        yield (*made, *(JOKER,) * jokers), ways
            if plain:
                spread = [card(r, suits[k % len(suits)]) for k, r in enumerate(held)]
                yield (*spread, *(JOKER,) * jokers), plain


def _ways(suits: int) -> tuple[list[int], list[int], list[int]]:
    """The ways to hold a rank 0, 1, 2 … times: in any suits; with its card of the flush; beside the flush."""
    times = range(suits + 1)
    in_flush = [comb(suits - 1, n - 1) if n else 0 for n in times]
    return [comb(suits, n) for n in times], in_flush, [comb(suits - 1, n) for n in times]


def _multisets(ranks: list[int], size: int, most: int) -> Iterator[tuple[int, ...]]:
    """So many ranks, none more often than there are suits."""
    for held in combinations_with_replacement(ranks, size):
        if size <= most or all(held[i] != held[i + most] for i in range(size - most)):
            yield held


def _suits(in_flush: bool, times: int) -> range:
    """The suits of a rank: the first is the flush's."""
    return range(times) if in_flush else range(1, times + 1)


def by_suits(cards: Cards, sizes: Sequence[int]) -> Iterator[Look]:
    """Groups of so many cards, one after the other. Where no card is twice among them, the first group stands for all
    that are the same but for the names of suits."""
    if len(set(cards)) < len(cards):
        yield from _one_by_one(Counter(cards), sizes)
        return
    from houseway.analysis.exact.suit_classes import suit_classes  # compiled

    classes = suit_classes(cards, sizes[0])
    for first, ways in zip(classes.each(), classes.weights.tolist(), strict=True):
        for rest in _each_once([c for c in sorted(cards) if c not in first], sizes[1:]):
            yield first + rest, ways


def by_names_of_suits(decks: int, size: int) -> Iterator[Look]:
    """So many cards of whole decks, their suits named in the order in which they appear. How suits can lie depends on
    nothing but which ranks are the same: it is counted once for all ranks."""
    for ranks in combinations_with_replacement(sorted(RANK_NAMES, reverse=True), size):
        for suits, ways in _named_suits(tuple(Counter(ranks).values()), decks):
            yield tuple([card(rank, suit) for rank, suit in zip(ranks, suits, strict=True)]), ways


@cache
def _named_suits(times: tuple[int, ...], decks: int) -> list[tuple[tuple[int, ...], int]]:
    """The suits of ranks that stand so many times each, and in how many ways cards of so many decks lie in them."""
    found: Counter[tuple[int, ...]] = Counter()
    for held in product(*(combinations_with_replacement(range(len(SUITS)), number) for number in times)):
        names: dict[int, int] = {}
        named = tuple([names.setdefault(suit, len(names)) for suit in chain.from_iterable(held)])
        found[named] += prod(comb(decks, copies) for suits in held for copies in Counter(suits).values())
    return [(named, ways) for named, ways in found.items() if ways]


def _each_once(cards: Sequence[Card], sizes: Sequence[int]) -> Iterator[Cards]:
    """Groups of so many of these cards, which are all different."""
    if not sizes:
        yield ()
        return
    for held in combinations(cards, sizes[0]):
        for rest in _each_once([c for c in cards if c not in held] if sizes[1:] else (), sizes[1:]):
            yield held + rest


def _one_by_one(copies: Counter[Card], sizes: Sequence[int]) -> Iterator[Look]:
    if not sizes:
        yield (), 1
        return
    for held in combinations_with_replacement(sorted(copies), sizes[0]):
        times = Counter(held)
        ways = prod(comb(copies[c], n) for c, n in times.items())
        if ways:
            for rest, others in _one_by_one(copies - times, sizes[1:]):
                yield held + rest, ways * others
