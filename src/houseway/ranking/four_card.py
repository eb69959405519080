"""The best four cards of four, five or six of one deck.

Four cards make fewer straights and flushes than three of a kind: the order of the kinds is their own. A strength begins
with the kind and goes on rank by rank, so that Python compares it as players do.
"""

from collections import Counter
from functools import cache

from houseway.cards import RANK_NAMES, Cards, rank_of, suit_of
from houseway.ranking.poker import run
from houseway.sight import FlushOf

Strength = tuple[int, ...]

HIGH_CARD, PAIR, TWO_PAIR, STRAIGHT, FLUSH, TRIPS, STRAIGHT_FLUSH, QUADS = range(8)
KINDS = (
    "high card",
    "pair",
    "two pair",
    "straight",
    "flush",
    "three of a kind",
    "straight flush",
    "four of a kind",
)
SEES = FlushOf(4)  # suits count only where four cards share one


def strength(cards: Cards) -> Strength:
    """The best four of the cards; A-2-3-4 is the lowest straight."""
    ordered = sorted(cards, reverse=True)
    best = by_ranks(tuple(map(rank_of, ordered)))
    for suit in range(4):
        suited = tuple(rank_of(c) for c in ordered if suit_of(c) == suit)
        if len(suited) >= 4:
            return max(best, by_suit(suited))
    return best


@cache
def by_suit(ranks: tuple[int, ...]) -> Strength:
    """The best hand of ranks in one suit, highest first."""
    top = run(ranks, 4)
    return (STRAIGHT_FLUSH, top) if top else (FLUSH, *ranks[:4])


@cache
def by_ranks(ranks: tuple[int, ...]) -> Strength:
    """The best hand of ranks alone, highest first."""
    held = sorted(Counter(ranks).items(), key=lambda held: (-held[1], -held[0]))
    (first, most), (second, next_most) = (*held, (0, 0))[:2]
    if most == 4:
        return QUADS, first
    if most == 3:
        return TRIPS, first, max(rank for rank in ranks if rank != first)
    top = run(ranks, 4)
    if top:
        return STRAIGHT, top
    if next_most == 2:
        return TWO_PAIR, first, second
    kickers = [rank for rank in ranks if rank != first]
    return (PAIR, first, *kickers[:2]) if most == 2 else (HIGH_CARD, *ranks[:4])


def kind(strength: Strength) -> str:
    return KINDS[strength[0]]


def tell(strength: Strength, said: tuple[str, ...]) -> str:
    return name(strength)


def name(strength: Strength) -> str:
    """`pair of kings`, `9-high straight`, `four 4s`."""
    made, *ranks = strength
    top, second, *_ = (*(RANK_NAMES[rank] for rank in ranks), "")
    if made in (STRAIGHT_FLUSH, STRAIGHT, FLUSH):
        return f"{top}-high {KINDS[made]}"
    return {
        QUADS: f"four {top}s",
        TRIPS: f"three {top}s",
        TWO_PAIR: f"{top}s and {second}s",
        PAIR: f"pair of {top}s",
        HIGH_CARD: f"{top} high",
    }[made]
