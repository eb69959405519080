"""Hands in which only a flush looks at suits, as the tables of a walk over ranks and of the ranks in one suit.

What they are worth is looked up as the exact methods do (`exact.worths`); here it is laid out for the kernel.
"""

from collections.abc import Sequence

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.exact.suit_hands import MaskWorths
from houseway.analysis.exact.worths import is_best_of_both, ranks_of, worths_of
from houseway.analysis.machine.kernel import RANKS, SUITS
from houseway.cards import JOKER, Cards, rank_of
from houseway.game import Hand, Worth
from houseway.sight import FlushOf

LEAST, MOST = 5, 8  # cards of a hand that is looked up so
NEVER = 8  # so long a flush changes nothing where suits do not count
MANY = 1 << 21  # hands in the order dealt, from which on they are looked up so where suits do not count
HEAD = 4
BITS, FEW = 3, 8  # a rank is counted in so many bits, and so never so often


def is_walked(hand: Hand, size: int, cards: Cards) -> bool:
    """Whether a hand of so many of these cards is looked up so; a smaller one is a set of cards, or grades."""
    if not LEAST <= size <= MOST or len(set(cards)) < len(cards):
        return False
    if callable(hand.sees):
        grades = {(rank_of(c), hand.sees(c)) for c in cards}
        return len(grades) == len({rank for rank, _ in grades}) and len(grades) ** size > MANY and JOKER not in cards
    return isinstance(hand.sees, FlushOf) and hand.sees.length <= size and is_best_of_both(hand, size, cards)


def looks(rows: Bytes, length: int) -> Longs | None:
    """Rows of cards that look the same have the same number: the ranks, and apart those of a suit that makes a flush,
    with jokers. None where two suits can."""
    many, jokers = rows.shape[1], (rows == JOKER).sum(axis=1)
    if many >= min(FEW, 2 * (length - jokers.max(initial=0))):
        return None
    ranks = (1 << BITS * (rows.astype(np.int64) // SUITS)).sum(axis=1)
    flush = np.zeros(len(rows), np.int64)
    for suit in range(SUITS):
        of_suit = (rows % SUITS == suit) & (rows != JOKER)
        held = np.where(of_suit, 1 << rows.astype(np.int64) // SUITS, 0).sum(axis=1)
        flush += np.where(of_suit.sum(axis=1) + jokers >= length, held, 0)
    same: Longs = ranks << RANKS | flush
    return same


def suit_tables(hand: Hand, size: int, cards: Cards) -> tuple[Ints, tuple[Worth, ...]]:
    """The same for hands that are worth what the best of their suits is, by the ranks in one suit."""
    naturals = tuple(sorted({rank_of(c) for c in cards}))
    worths = MaskWorths(hand.worth, naturals, size)
    table = np.full(1 << RANKS, -1, np.int32)
    table[as_bits(np.arange(len(worths.ordinals)), naturals)] = worths.ordinals
    return table, tuple(worths.order)


def as_bits(masks: Ints | Longs, ranks: Sequence[int]) -> Longs:
    """Ranks as bits of the kernel: the deuce is the first."""
    bits = np.zeros(masks.shape, np.int64)
    for place, rank in enumerate(ranks):
        bits |= (masks.astype(np.int64) >> place & 1) << (rank - 2)
    return bits


def flush_tables(hand: Hand, size: int, cards: Cards) -> tuple[Ints, tuple[Worth, ...]]:
    """The kernel's part of a table for hands of so many of these cards, and the worths that it gives, lowest first."""
    ranks, worths = ranks_of(cards, size), worths_of(hand, size, cards, size)
    places = np.array(ranks.ranks) - 2
    walk = np.zeros((len(ranks.next), RANKS), np.int32)
    walk[:, places] = np.maximum(ranks.next, 0)
    flush = np.full(1 << RANKS, -1, np.int32)
    flush[as_bits(np.arange(len(worths.flush)), ranks.ranks)] = worths.flush
    head = np.array([worths.length or NEVER, HEAD, HEAD + walk.size, HEAD + walk.size + len(worths.plain)], np.int32)
    return np.concatenate([head, walk.ravel(), worths.plain, flush]), worths.worths
