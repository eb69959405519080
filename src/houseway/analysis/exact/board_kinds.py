"""Common boards that count alike, and pairs of cards that count alike beside them.

Where suits count only in a flush, a board is known by its ranks; or, if two cards more can make a flush with it, by the
ranks in that suit and the ranks of its other cards. Beside it a card is known by its rank and whether it is of that
suit. So 2,598,960 boards of five are 6,188 + 36,608 kinds, and 1,326 pairs 91 or 351.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from math import comb

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.exact.worths import SUITS, Ranks, ranks_of, suits_alike
from houseway.cards import Cards, rank_of, suit_of

HOLE = 2  # cards in each hand
NO_SUIT = SUITS  # of a board that makes no flush


def pairs_of(number: int) -> int:
    """How many pairs there are of so many kinds of cards, two of a kind among them."""
    return number * (number + 1) // 2


class BoardKinds:
    """The kinds of boards of a size. With each of them lie as many *places* as there are kinds of pairs beside it: a
    table about boards and pairs is flat, and `offset` is where a board's places begin."""

    def __init__(self, cards: Cards, size: int, length: int) -> None:
        self.cards = cards
        self.size = size
        self.ranks: Ranks = ranks_of(cards, size + HOLE)
        self.fewest = length - HOLE  # of one suit on a board that a flush can be made with
        if length and 2 * self.fewest <= size:
            raise ValueError(f"two flushes of {length} can be made with a board of {size}")
        self.has_flushes = bool(length)
        self.suit_of = np.array([suit_of(card) for card in cards], np.int64)
        self.rank_place = np.array([self.ranks.ranks.index(rank_of(card)) for card in cards], np.int64)
        number = len(self.ranks.ranks)
        self.plain = comb(number + size - 1, size)  # kinds without a flush
        self.plain_pairs, self.flush_pairs = pairs_of(number), pairs_of(2 * number)

    @cached_property
    def same_suit(self) -> Longs:
        """For each suit the first that holds the same ranks: their boards count alike."""
        first = {suit: suits[0] for suits in suits_alike(self.cards) for suit in suits}
        return np.array([first[suit] for suit in range(SUITS)], np.int64)

    @cached_property
    def held(self) -> Longs:
        """By suit, the ranks that it holds, as bits."""
        held = np.zeros(SUITS, np.int64)
        for suit, place in zip(self.suit_of, self.rank_place, strict=True):
            held[suit] |= 1 << place
        return held

    @cached_property
    def _flushes(self) -> tuple[Longs, list[tuple[int, int, Ints]]]:
        """By suit and its ranks on the board the number of the first kind; and suit, ranks, and other ranks."""
        first = np.full((SUITS, 1 << len(self.ranks.ranks)), -1, np.int64)
        found = []
        kinds = self.plain
        for suit in sorted(set(self.same_suit.tolist())) if self.has_flushes else []:
            places = [place for place in range(len(self.ranks.ranks)) if self.held[suit] >> place & 1]
            for number in range(max(self.fewest, 0), self.size + 1):
                others = self.ranks.multisets[self.size - number]
                for suited in combinations(places, number):
                    mask = sum(1 << place for place in suited)
                    first[suit, mask] = kinds
                    kinds += len(others)
                    found.append((suit, mask, np.array([[*suited, *row] for row in others.tolist()], np.int32)))
        return first, found

    @property
    def first_flush(self) -> Longs:
        return self._flushes[0]

    @cached_property
    def rows(self) -> Bytes:
        """By kind, the ranks on the board."""
        return np.concatenate([self.ranks.multisets[self.size], *(rows for _, _, rows in self._flushes[1])]).astype(
            np.uint8
        )

    @cached_property
    def suits(self) -> Bytes:
        """By kind, the suit of the flush, or NO_SUIT."""
        found = [np.full(self.plain, NO_SUIT), *(np.full(len(rows), suit) for suit, _, rows in self._flushes[1])]
        return np.concatenate(found).astype(np.uint8)

    @cached_property
    def masks(self) -> Longs:
        """By kind, the ranks in that suit."""
        found = [np.zeros(self.plain, np.int64), *(np.full(len(rows), mask) for _, mask, rows in self._flushes[1])]
        return np.concatenate(found)

    @cached_property
    def numbers(self) -> Ints:
        """By kind, the number of the ranks on the board."""
        numbers = np.zeros(len(self.rows), np.int32)
        for column in self.rows.T:
            numbers = self.ranks.next[numbers, column]
        return numbers

    @cached_property
    def offsets(self) -> Longs:
        """By kind, where the board's places begin; and last, where all end."""
        pairs = np.full(len(self.rows), self.flush_pairs, np.int64)
        pairs[: self.plain] = self.plain_pairs
        return np.concatenate([np.zeros(1, np.int64), np.cumsum(pairs)])

    @property
    def places(self) -> int:
        return int(self.offsets[-1])

    @cached_property
    def pairs(self) -> Bytes:
        """All pairs of cards, by their places in the pack: i < j has the number j(j-1)/2 + i."""
        return np.array([(i, j) for j in range(len(self.cards)) for i in range(j)], np.uint8)

    @cached_property
    def pair_kinds(self) -> Ints:
        """By the suit of a board's flush, the kind of every pair beside it."""
        found = np.empty((SUITS + 1, len(self.pairs)), np.int32)
        for suit in range(SUITS + 1):
            kind = self.rank_place if suit == NO_SUIT else 2 * self.rank_place + (self.suit_of == suit)
            low, high = np.sort(kind[self.pairs], axis=1).T
            found[suit] = high * (high + 1) // 2 + low
        return found
