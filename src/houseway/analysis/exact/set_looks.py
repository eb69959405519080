"""Hands that are set as two or three, as far as a house way can tell them apart: by their ranks, and by the ranks of
each suit in which a flush can be made. So 154,143,080 hands of seven cards are 292,253 looks.

A look is the ranks in up to two suits that make flushes, with the joker's help, and the ranks of the other cards. In
how many ways it comes beside a seat's cards is counted by inclusion and exclusion: of all hands with some ranks those
are taken off in which a suit makes a flush, and of these those in which another one does too. All by numpy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import Final, NamedTuple

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.exact.pattern_hands import Numbers
from houseway.analysis.split.rules import SplitRules, Strength
from houseway.cards import JOKER, Card, Cards, card, rank_of, suit_of

SUITS: Final = 4
TRIED: Final = 500  # hands with which it is tried whether ranks and a flush are all that counts
NO_SUIT, WILD = 0, 3  # of a card in a look; 1 and 2 are its suits that make flushes


@dataclass(frozen=True, eq=False)
class SizeWorths:
    """What hands of so many cards are worth, lowest first; and by the number of their ranks the place among these,
    where they are not of one suit and where they are."""

    order: tuple[Strength, ...]
    plain: Ints
    suited: Ints

    @property
    def see_suits(self) -> bool:
        return bool((self.plain != self.suited)[self.suited >= 0].any())


class Looks(NamedTuple):
    """Rows of hands: the ranks of each, as places, and the suits of its cards as far as they count."""

    ranks: Bytes
    suits: Bytes


class SetLooks:
    """Of all hands that are set by some rules. Raises `ValueError` where more than ranks and flushes counts."""

    def __init__(self, rules: SplitRules) -> None:
        self.rules = rules
        self.numbers = Numbers(rules.pack, rules.size)
        self.worths = {size: self._worths(size) for size in {*rules.sizes}}
        seeing = [size for size, worths in self.worths.items() if worths.see_suits]
        self.length = min(seeing, default=rules.size + 1)
        jokers = JOKER in rules.pack
        if 3 * (self.length - jokers) <= rules.size - jokers:
            raise ValueError("three suits can make a flush")
        self._try()

    # ---- what hands are worth ----------------------------------------------------------------------

    def _worths(self, size: int) -> SizeWorths:
        numbers, held = self.numbers, self.numbers.held(self.rules.pack)
        plain, suited = {}, {}
        if size:
            for number in numbers.multisets(size, held).tolist():
                ranks = [numbers.ranks.ranks[place] for place in numbers.ranking.rows[number].tolist()[:size]]
                plain[number] = self.rules.strength(_dealt(ranks, SUITS))
                if len(set(ranks)) == size:
                    suited[number] = self.rules.strength(_dealt(ranks, 1))
        order = tuple(sorted({*plain.values(), *suited.values()})) if size else ((),)
        place = {strength: number for number, strength in enumerate(order)}
        tables = np.full((2, int(numbers.ranks.first[-1])), -1, np.int32)
        for table, found in zip(tables, (plain, suited), strict=True):
            table[list(found)] = [place[strength] for strength in found.values()]
        if not size:
            tables[:, 0] = 0
        return SizeWorths(order, tables[0], tables[1])

    def _try(self) -> None:
        """Hands of which suits or cards count otherwise are refused."""
        chance, pack = np.random.default_rng(1), self.rules.pack
        for size, worths in self.worths.items():
            for _ in range(TRIED if size else 0):
                dealt = tuple(Card(pack[place]) for place in chance.permutation(len(pack))[:size].tolist())
                one_suit = len({suit_of(each) for each in dealt if each != JOKER}) == 1
                table = worths.suited if one_suit and len({*map(rank_of, dealt)}) == size else worths.plain
                if worths.order[table[self.numbers.number(dealt)]] != self.rules.strength(dealt):
                    raise ValueError("more than ranks and a flush counts in what hands are worth")

    # ---- the looks ---------------------------------------------------------------------------------

    @cached_property
    def _plain(self) -> Ints:
        """The numbers of the ranks of all hands."""
        return self.numbers.multisets(self.rules.size, self.numbers.held(self.rules.pack))

    @cached_property
    def _one(self) -> tuple[Ints, Ints]:
        """The ranks in a suit that makes a flush, and the number of those of the others."""
        return self._flushes(1)

    @cached_property
    def _two(self) -> tuple[Ints, Ints, Ints]:
        """The same where two suits do: the greater as bits first."""
        masks, others = self._flushes(2)
        return masks >> RANKS, masks & ALL_RANKS, others

    def _flushes(self, suits: int) -> tuple[Ints, Ints]:
        size, numbers = self.rules.size, self.numbers
        held = numbers.held(self.rules.pack)
        found: list[tuple[Ints, Ints]] = [(np.empty(0, np.int32), np.empty(0, np.int32))]
        for jokers in range(1 + (JOKER in self.rules.pack)):
            need = self.length - jokers
            copies = held - np.array([suits * (rank != rank_of(JOKER)) for rank in numbers.ranks.ranks])
            for sizes in self._sizes(need, suits, size - jokers):
                masks = _masks(len(numbers.naturals), sizes)
                others = numbers.multisets(size - sum(sizes), copies)
                if JOKER in self.rules.pack:
                    others = others[numbers.times[-1][others] == jokers]
                found.append((np.repeat(masks, len(others)), np.tile(others, len(masks))))
        masks, others = (np.concatenate(each) for each in zip(*found, strict=True))
        return masks, others

    def _sizes(self, need: int, suits: int, most: int) -> Iterator[tuple[int, ...]]:
        """How many cards can be in each of the suits."""
        if suits == 1:
            yield from ((many,) for many in range(need, most + 1))
        else:
            for many in range(need, most + 1):
                yield from ((many, other) for other in range(need, most - many + 1))

    def parts(self, rows: int) -> Iterator[Looks]:
        """All looks, so many at a time: those by ranks alone, then those with one flush, then with two."""
        none = np.zeros(len(self._plain), np.int32)
        one, others = self._one
        two = self._two
        for first, second, rest in ((none, none, self._plain), (one, np.zeros_like(one), others), two):
            for start in range(0, len(rest), rows):
                part = slice(start, start + rows)
                yield self._looks(first[part], second[part], rest[part])

    def _looks(self, first: Ints, second: Ints, others: Ints) -> Looks:
        size = self.rules.size
        ranks, suits = np.empty((len(others), size), np.uint8), np.zeros((len(others), size), np.uint8)
        at = np.zeros(len(others), np.int64)
        for suit, masks in ((1, first), (2, second)):
            for place in range(len(self.numbers.naturals)):
                [held] = np.nonzero(masks >> place & 1)
                ranks[held, at[held]], suits[held, at[held]] = place, suit
                at[held] += 1
        rows = self.numbers.ranking.rows[others]
        for column in range(size):
            [held] = np.nonzero(rows[:, column] >= 0)
            places = rows[held, column]
            ranks[held, at[held]] = places
            if JOKER in self.rules.pack:
                suits[held, at[held]] = np.where(places == self.numbers.places - 1, WILD, NO_SUIT)
            at[held] += 1
        assert (at == size).all()
        return Looks(ranks, suits)

    # ---- in how many ways --------------------------------------------------------------------------

    def ways(self, mine: Cards) -> Longs:
        """By look, how many hands hold none of a seat's cards."""
        numbers, free = self.numbers, [each for each in self.rules.pack if each not in mine]
        left = {
            suit: numbers.held(tuple(c for c in free if c != JOKER and suit_of(c) == suit)) for suit in range(SUITS)
        }
        whole, taken = numbers.held(tuple(free)), numbers.masks(mine)
        plain = numbers.ways(whole)[self._plain]
        masks, others = self._one
        one = np.zeros(len(masks), np.int64)
        for suit in range(SUITS):
            one += np.where(masks & taken[suit] & ALL_RANKS, 0, numbers.ways(whole - left[suit])[others])
        greater, less, rest = self._two
        two = np.zeros(len(greater), np.int64)
        for suit, other in permutations(range(SUITS), 2):
            is_free = (greater & taken[suit] | less & taken[other]) & ALL_RANKS == 0
            is_counted = is_free & ((greater != less) | (suit < other))
            two += np.where(is_counted, numbers.ways(whole - left[suit] - left[other])[rest], 0)
        for places in self._with_one:
            np.subtract.at(one, places, two)
        np.subtract.at(plain, self._with_none[0], one)
        np.subtract.at(plain, self._with_none[1], two)
        return np.concatenate([plain, one, two])

    @cached_property
    def _with_one(self) -> tuple[Longs, Longs]:
        """Of looks with two flushes, where those stand that count only one of them, and only the other."""
        greater, less, others = self._two
        masks, rest = self._one
        length = int(self.numbers.ranks.first[-1])
        keys = masks.astype(np.int64) * length + rest
        order = np.argsort(keys)

        def place(mask: Ints, more: Ints) -> Longs:
            key = mask.astype(np.int64) * length + self._more(others, more)
            return np.asarray(order[np.searchsorted(keys[order], key)])

        return place(greater, less), place(less, greater)

    @cached_property
    def _with_none(self) -> tuple[Longs, Longs]:
        """Of looks with one flush, and with two, where those stand that have the same ranks."""
        masks, others = self._one
        greater, less, rest = self._two
        return (
            np.searchsorted(self._plain, self._more(others, masks)),
            np.searchsorted(self._plain, self._more(self._more(rest, less), greater)),
        )

    def _more(self, numbers: Ints, masks: Ints) -> Ints:
        """The numbers of ranks with one card more of each rank of a set, row by row."""
        for place in range(len(self.numbers.naturals)):
            numbers = np.where(masks >> place & 1, self.numbers.ranks.next[numbers, place], numbers)
        return np.asarray(numbers, np.int32)


RANKS: Final = 13
ALL_RANKS: Final = (1 << RANKS) - 1


def _masks(ranks: int, sizes: tuple[int, ...]) -> Ints:
    """Sets of so many ranks, as bits; of two sizes every two of which the first is not the less, side by side."""
    sets = [np.array([sum(1 << place for place in some) for some in combinations(range(ranks), n)]) for n in sizes]
    if len(sets) == 1:
        return sets[0].astype(np.int32)
    greater, less = np.repeat(sets[0], len(sets[1])), np.tile(sets[1], len(sets[0]))
    kept = greater >= less
    return np.asarray(greater[kept] << RANKS | less[kept], np.int32)


def _dealt(ranks: list[int], suits: int) -> Cards:
    """Cards of these ranks, of one suit or of so many that they make no flush."""
    return tuple(JOKER if rank == rank_of(JOKER) else card(rank, place % suits) for place, rank in enumerate(ranks))
