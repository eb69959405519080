"""What a seat does before a hidden hand, from all that its method has counted: as a part of the kernel's table."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from math import comb

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.exact.hidden_hand import HiddenHand
from houseway.analysis.exact.pattern_hands import NO_SUIT
from houseway.analysis.exact.pattern_sights import OneSuit
from houseway.analysis.exact.patterns import Patterns
from houseway.analysis.exact.suits import Suits
from houseway.analysis.machine import kernel
from houseway.analysis.machine.flushes import as_bits
from houseway.analysis.machine.kernel import RANKS
from houseway.analysis.machine.sights import CARDS
from houseway.analysis.split.combinations import choose_table
from houseway.cards import JOKER, rank_of
from houseway.game import Option, Seen

HEAD = 8


class HandTables:
    """A policy: the best, or the one that the method was asked about."""

    def __init__(self, method: HiddenHand) -> None:
        self.method = method
        self.options: tuple[Option, ...] = tuple(dict.fromkeys(o for options in self._options for o in options))

    def __call__(self, number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        return options[self.method.best(seen)]

    @cached_property
    def _options(self) -> list[list[Option]]:
        """The options that each kind of hand has."""
        return [[branch.option for branch in kind.branches if branch.option] for kind in self.method.kinds]

    @cached_property
    def table(self) -> tuple[int, Ints]:
        """What the kernel does, and its part of the table. What it finds is the number of an option."""
        method = self.method
        assert isinstance(method, Suits | Patterns)
        if isinstance(method, Patterns) and any(isinstance(each, OneSuit) for each in method.holdings.values()):
            return kernel.BESIDE, _beside(method)
        hands, kinds = method.classes
        joker = JOKER in method.cards
        ranks = (*hands.ranks, rank_of(JOKER)) if joker else hands.ranks
        masks = np.zeros((len(hands.masks), kernel.SUITS), np.int64)
        masks[:, : hands.masks.shape[1]] = as_bits(hands.masks, ranks)
        if joker:  # is of suits too that are not in a small pack
            masks |= masks[:, :1] & (1 << (RANKS - 1))
        masks = np.sort(masks, axis=1)[:, ::-1]
        high, low = masks[:, 0] << RANKS | masks[:, 1], masks[:, 2] << RANKS | masks[:, 3]
        order = np.lexsort((low, high))
        numbers = self._numbers[kinds, method.counted.taken[0]]
        parts = [np.array([len(order)]), high[order], low[order], numbers[order]]
        return kernel.CLASS, np.concatenate(parts).astype(np.int32)

    @cached_property
    def _numbers(self) -> Longs:
        """By kind and its option, which of all options it is."""
        most = max(map(len, self._options))
        rows = [[self.options.index(o) for o in each] + [0] * (most - len(each)) for each in self._options]
        return np.array(rows, np.int64)


def _beside(method: Patterns) -> Ints:
    """Bits by what is shown and by hand (`kernel._choose_beside`)."""
    numbers, up = method.numbers, method.once.up
    flush = method.with_flush
    if len(flush) > 1 or {*map(len, (kind.branches for kind in method.kinds))} - {2}:
        raise ValueError(f"{method.question.game.slug}: hands with a flush of their own are not all played the same")
    walk = np.zeros((len(numbers.ranks.next), RANKS), np.int64)
    walk[:, np.array(numbers.ranks.ranks) - 2] = np.maximum(numbers.ranks.next, 0)
    places, firsts = np.zeros((len(walk), 2), np.int64), np.zeros(1 << RANKS, np.int64)
    for live, holdings in method.holdings.items():
        assert isinstance(holdings, OneSuit)
        for each in holdings.places:
            places[list(each), live] = list(each.values())
        firsts[as_bits(np.array(list(holdings.first), np.int64), numbers.ranks.ranks)] = list(holdings.first.values())
    words = [_words(taken if up else np.packbits(taken, bitorder="little")) for taken in method.counted.taken]
    shown = np.zeros((comb(CARDS, up), 2), np.int64)
    pieces = [choose_table(CARDS, up).ravel(), shown.ravel(), walk.ravel(), places.ravel(), firsts]
    starts = HEAD + np.cumsum([0, *map(len, pieces)])
    first_words = starts[-1] + np.cumsum([0, *map(len, words)])
    for cards in combinations(method.cards, up):
        row = sum(comb(c, place) for place, c in enumerate(cards, 1))
        shown[row] = next(iter(method.hands.live(cards)), NO_SUIT), first_words[method.number_shown(cards)]
    pieces[1] = shown.ravel()
    head = [up, method.own_length or CARDS, next(iter(flush), 0), *starts[:-1].tolist()]
    return np.concatenate([np.array(head), *pieces, *words]).astype(np.int32)


def _words(bits: Bytes) -> Ints:
    return np.concatenate([bits, np.zeros(-len(bits) % 4, np.uint8)]).view(np.int32)
