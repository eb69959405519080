"""What hands are worth, in tables that a game's own `worth` fills: it is asked once for each set of ranks, and once for
the ranks of each flush.

Where suits count only in a flush, a hand is worth what its ranks are or what its flush is, whichever is more. So seven
cards of one deck are looked up among 50,388 sets of ranks and 4,719 flushes, and none of the 133,784,560 hands is asked
about by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.cards import JOKER, Card, Cards, card, rank_of, suit_of
from houseway.game import Hand, Worth
from houseway.sight import FlushOf

SUITS, RANKS = 4, 13
NONE = -1  # in a table: no such hand
TRIED = 2_000  # hands with which it is tried whether ranks and a flush are all that counts


class Ranks:
    """The ranks of some cards, lowest first, and a number for every multiset of them up to a size. The joker is a rank
    of its own above all others, and of every suit.

    The multisets of a size are numbered together, from `first[size]` on; `next[number, rank]` is the number of the
    multiset with one rank more."""

    def __init__(self, cards: Cards, size: int) -> None:
        if len(set(cards)) < len(cards):
            raise ValueError("hands of several decks are not looked up by their ranks and a flush")
        held = Counter(map(rank_of, cards))
        self.ranks = tuple(sorted(held))
        self.held = np.array([held[rank] for rank in self.ranks], np.int32)
        self.size = size
        number = len(self.ranks)
        self.first = np.cumsum([0, *(comb(number + n - 1, n) for n in range(size + 1))])

    @cached_property
    def multisets(self) -> list[Ints]:
        """By size: each as places in `ranks`, ascending, in the order of the numbers."""
        found = []
        for size in range(self.size + 1):
            taken = list(combinations_with_replacement(range(len(self.ranks)), size))
            rows = np.array(taken, np.int32).reshape(len(taken), size)
            found.append(rows[np.argsort(self._number(rows))])
        return found

    @cached_property
    def next(self) -> Ints:
        found = np.full((self.first[self.size + 1], len(self.ranks)), NONE, np.int32)
        for size in range(self.size):
            rows = self.multisets[size]
            for rank in range(len(self.ranks)):
                more = np.sort(np.column_stack([rows, np.full(len(rows), rank, np.int32)]), axis=1)
                found[self.first[size] : self.first[size + 1], rank] = self.first[size + 1] + self._number(more)
        return found

    def number(self, places: tuple[int, ...]) -> int:
        """The number under which the set of these ranks is known."""
        number = 0
        for place in places:
            number = int(self.next[number, place])
        return number

    def _number(self, rows: Ints) -> Ints:
        """Among the multisets of its size: the i-th rank counts as a choice of i from all below it."""
        choose = np.array([[comb(n, k) for k in range(self.size + 1)] for n in range(len(self.ranks) + self.size)])
        number = np.zeros(len(rows), np.int32)
        for place in range(rows.shape[1]):
            number += choose[rows[:, place] + place, place + 1].astype(np.int32)
        return number


@dataclass(frozen=True, eq=False)
class Worths:
    """The worths of all hands of a size, lowest first if they are `in_order`; the tables hold places in them."""

    worths: tuple[Worth, ...]
    plain: Ints  # by the number of the hand's ranks; NONE where the pack has no such hand
    flush: Ints  # by the ranks in one suit, as bits; NONE where they are too few or too many
    length: int  # of a flush; 0 where suits never count
    in_order: bool  # names need not stand in the order of what they name: then those of flushes stand above all others


@lru_cache(maxsize=16)
def ranks_of(cards: Cards, size: int) -> Ranks:
    return Ranks(cards, size)


def worths_of(hand: Hand, size: int, cards: Cards, numbered: int) -> Worths:
    """The worths of a hand of so many of these cards, by the numbers of ranks up to the size `numbered`."""
    return _worths(hand.worth, _flush_length(hand, cards), size, cards, numbered)


@lru_cache(maxsize=64)
def is_best_of_both(hand: Hand, size: int, cards: Cards) -> bool:
    """Whether a hand is worth what its ranks are or what its flush is, whichever is more: tried with many."""
    try:
        ranks, tables = ranks_of(cards, size), worths_of(hand, size, cards, size)
    except ValueError:
        return False
    place = {rank: number for number, rank in enumerate(ranks.ranks)}
    chance = np.random.default_rng(1)
    for _ in range(TRIED):
        dealt = [cards[each] for each in chance.permutation(len(cards))[:size].tolist()]
        best = int(tables.plain[ranks.number(tuple(place[rank_of(c)] for c in dealt))])
        for suit in range(SUITS) if tables.length else ():
            suited = sum(1 << place[rank_of(c)] for c in dealt if c == JOKER or suit_of(c) == suit)
            best = max(best, int(tables.flush[suited]))
        if tables.worths[best] != hand.worth(tuple(dealt)):
            return False
    return True


@lru_cache(maxsize=16)
def _worths(worth_of: Callable[..., Worth], length: int, size: int, cards: Cards, numbered: int) -> Worths:
    ranks = ranks_of(cards, numbered)
    jokers = JOKER in cards
    if length and (size - jokers >= 2 * (length - jokers) or -(-(size - jokers) // SUITS) + jokers >= length):
        raise ValueError(f"two flushes of {length} can be in {size} cards")
    rows = ranks.multisets[size]
    times = (rows[:, :, None] == np.arange(len(ranks.ranks))).sum(1)
    [in_pack] = np.nonzero((times <= ranks.held).all(1))
    by_rank = [[card(rank, suit) for suit in range(SUITS)] for rank in ranks.ranks]
    if jokers:
        by_rank[-1] = [JOKER] * SUITS
    plain = {
        number: worth_of(tuple([by_rank[rank][place % SUITS] for place, rank in enumerate(row)]))
        for number, row in zip((in_pack + ranks.first[size]).tolist(), rows[in_pack].tolist(), strict=True)
    }
    flush = {
        suited: worth_of(_flush([ranks.ranks[place] for place in suited], size))
        for number in range(length, size + 1)
        if length
        for suited in combinations(range(len(ranks.ranks)), number)
    }
    worths, in_order = _in_order({*plain.values(), *flush.values()})
    below = {worth: place for place, worth in enumerate(worths)}
    above = below
    if length == size and not (in_order and all(below[flush[s]] >= below[plain[ranks.number(s)]] for s in flush)):
        above = {worth: place + len(worths) for worth, place in below.items()}
        worths, in_order = worths * 2, False
    if 0 < length < size and not in_order:
        raise ValueError("what hands are worth cannot be compared, so not whether their flush is more")
    by_ranks = np.full(ranks.first[-1], NONE, np.int32)
    by_ranks[list(plain)] = [below[worth] for worth in plain.values()]
    by_flush = np.full(1 << len(ranks.ranks), NONE, np.int32)
    for suited, worth in flush.items():
        by_flush[sum(1 << place for place in suited)] = above[worth]
    return Worths(worths, by_ranks, by_flush, length, in_order)


def _flush_length(hand: Hand, cards: Cards) -> int:
    """0 where no suit counts."""
    if isinstance(hand.sees, FlushOf):
        return hand.sees.length
    if not callable(hand.sees):
        raise ValueError("suits count in a hand beyond a flush: it is not looked up by its ranks")
    if len({(rank_of(each), hand.sees(each)) for each in cards}) > len({rank_of(each) for each in cards}):
        raise ValueError("a hand tells cards of one rank apart: it is not looked up by its ranks")
    return 0


def _flush(ranks: list[int], size: int) -> Cards:
    """Cards of these ranks in one suit, and others of the lowest of these ranks, which make no more than pairs."""
    others = [Card(card(rank, 1)) for rank in ranks[: size - len(ranks)]]
    return tuple(sorted((*(card(rank, 0) for rank in ranks), *others)))


def _in_order(worths: set[Worth]) -> tuple[tuple[Worth, ...], bool]:
    try:
        return tuple(sorted(worths)), True
    except TypeError:
        return tuple(worths), False


def suits_alike(cards: Cards) -> list[list[int]]:
    """The suits, put together where they hold the same ranks: these may be renamed."""
    together: dict[frozenset[int], list[int]] = {}
    for suit in range(SUITS):
        together.setdefault(frozenset(rank_of(c) for c in cards if suit_of(c) == suit), []).append(suit)
    return list(together.values())


def alike(rows: Bytes, kinds: list[list[int]], cards: Cards) -> tuple[Longs, Longs]:
    """Rows of some of the cards that differ only in the names of suits, or in the order of columns of one kind: the
    place of the first of each, and which of these every row is."""
    if len(kinds) * RANKS > 63:
        raise ValueError(f"cards of {len(kinds)} kinds are too many to be told apart")
    held = np.zeros((len(rows), SUITS), np.int64)  # by suit, the ranks of each kind
    for number, columns in enumerate(kinds):
        for column in columns:
            held[np.arange(len(rows)), rows[:, column] % SUITS] |= 1 << (
                rows[:, column].astype(np.int64) // 4 + RANKS * number
            )
    for suits in suits_alike(cards):
        held[:, suits] = np.sort(held[:, suits], axis=1)
    order = np.lexsort(held.T)
    new = np.ones(len(rows), bool)
    new[1:] = (held[order][1:] != held[order][:-1]).any(1)
    which = np.empty(len(rows), np.int64)
    which[order] = np.cumsum(new) - 1
    return order[new], which
