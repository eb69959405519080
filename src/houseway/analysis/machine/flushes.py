"""Hands in which only a flush looks at suits, as the tables of a walk over ranks and of the ranks in one suit.

A hand is worth what its ranks are or what its flush is, whichever is more; so `worth` is asked once for each set of
ranks and once for the ranks of each flush.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

import numpy as np

from houseway.analysis.machine.kernel import RANKS, SUITS
from houseway.analysis.split.kernel import Ints
from houseway.cards import JOKER, Cards, card
from houseway.sight import FlushOf
from houseway.steps import Hand, Worth

LEAST, MOST = 5, 7  # cards of a hand that is looked up so
HEAD = 4


def is_walked(hand: Hand, size: int, cards: Cards) -> bool:
    """Whether a hand of so many of these cards is looked up so; a smaller one is a set of cards."""
    return (
        isinstance(hand.sees, FlushOf)
        and LEAST <= size <= MOST
        and hand.sees.length <= size < 2 * hand.sees.length
        and len(set(cards)) == len(cards)
        and JOKER not in cards
    )


@lru_cache(maxsize=8)
def flush_tables(hand: Hand, size: int, cards: Cards) -> tuple[Ints, tuple[Worth, ...]]:
    """The kernel's part of a table for hands of so many of these cards, and the worths that it gives, lowest first."""
    assert isinstance(hand.sees, FlushOf)
    length = hand.sees.length
    dealt = Counter(each // SUITS for each in cards)
    numbers, walk = _walk(size)
    plain = {
        number: hand.worth(tuple(card(rank + 2, place % SUITS) for place, rank in enumerate(held)))
        for held, number in numbers.items()
        if len(held) == size and Counter(held) <= dealt
    }
    flush = {
        sum(1 << rank for rank in held): hand.worth(_in_one_suit(held, size))
        for many in range(length, size + 1)
        for held in combinations(sorted(dealt), many)
    }
    worths = _in_order({*plain.values(), *flush.values()}, needed=length < size)
    place = {worth: number for number, worth in enumerate(worths)}
    above = len(worths) if length == size else 0  # a flush of all cards is looked at alone
    by_ranks, by_flush = np.full(len(numbers), -1, np.int32), np.full(1 << RANKS, -1, np.int32)
    for number, worth in plain.items():
        by_ranks[number] = place[worth]
    for held_ranks, worth in flush.items():
        by_flush[held_ranks] = place[worth] + above
    head = np.array([length, HEAD, HEAD + walk.size, HEAD + walk.size + len(by_ranks)], np.int32)
    return np.concatenate([head, walk.ravel(), by_ranks, by_flush]), worths * (2 if above else 1)


@lru_cache(maxsize=4)
def _walk(size: int) -> tuple[dict[tuple[int, ...], int], Ints]:
    """A number for every multiset of up to so many ranks, and the number that each has with one rank more."""
    every = [held for many in range(size + 1) for held in combinations_with_replacement(range(RANKS), many)]
    numbers = {held: number for number, held in enumerate(every)}
    walk = np.zeros((len(every), RANKS), np.int32)
    for held, number in numbers.items():
        if len(held) < size:
            for rank in range(RANKS):
                walk[number, rank] = numbers[tuple(sorted((*held, rank)))]
    return numbers, walk


def _in_one_suit(ranks: tuple[int, ...], size: int) -> Cards:
    """Cards of these ranks in one suit, and others of the lowest of them, which make no more than pairs."""
    others = [card(rank + 2, 1) for rank in ranks[: size - len(ranks)]]
    return (*(card(rank + 2, 0) for rank in ranks), *others)


def _in_order(worths: set[Worth], *, needed: bool) -> tuple[Worth, ...]:
    try:
        return tuple(sorted(worths))
    except TypeError:
        if needed:
            raise ValueError("what hands are worth cannot be compared, so not which of two is more") from None
        return tuple(worths)
