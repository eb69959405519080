"""The best poker hand of five, six or seven cards without a joker.

A strength begins with the kind and goes on rank by rank, so that Python compares it as players do.
"""

from collections import Counter
from functools import cache

from houseway.cards import ACE, RANK_NAMES, Cards, rank_of, suit_of
from houseway.sight import FlushOf

Strength = tuple[int, ...]

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL_FLUSH = range(10)
KINDS = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
SEES = FlushOf(5)  # suits count only where five cards share one


def strength(cards: Cards) -> Strength:
    """The best five of the cards."""
    ordered = sorted(cards, reverse=True)
    best = by_ranks(tuple(map(rank_of, ordered)))
    for suit in range(4):
        suited = tuple(rank_of(c) for c in ordered if suit_of(c) == suit)
        if len(suited) >= 5:
            return max(best, by_suit(suited))
    return best


@cache
def by_suit(ranks: tuple[int, ...]) -> Strength:
    """The best hand of ranks in one suit, highest first."""
    top = run(ranks)
    if top:
        return (ROYAL_FLUSH,) if top == ACE else (STRAIGHT_FLUSH, top)
    return (FLUSH, *ranks[:5])


@cache
def by_ranks(ranks: tuple[int, ...]) -> Strength:
    """The best hand of ranks alone, highest first."""
    held = sorted(Counter(ranks).items(), key=lambda held: (-held[1], -held[0]))
    (first, most), (second, next_most) = held[0], held[1]
    if most == 4:
        return QUADS, first, max(r for r in ranks if r != first)
    if most == 3 and next_most >= 2:
        return FULL_HOUSE, first, second
    top = run(ranks)
    if top:
        return STRAIGHT, top
    kind = {(3, 1): TRIPS, (2, 2): TWO_PAIR, (2, 1): PAIR, (1, 1): HIGH_CARD}[most, next_most]
    made = [rank for rank, times in held if times > 1][:2]
    kickers = [rank for rank in ranks if rank not in made]
    return (kind, *made, *kickers[: 5 - sum(map(ranks.count, made))])


def run(ranks: tuple[int, ...], length: int = 5) -> int:
    """The highest rank of a straight among them, or 0; the ace stands above the king or below the deuce."""
    held = set(ranks) | ({1} if ACE in ranks else set())
    return next((top for top in range(ACE, length - 1, -1) if held.issuperset(range(top - length + 1, top + 1))), 0)


def kind(strength: Strength) -> str:
    return KINDS[strength[0]]


def tell(strength: Strength, said: tuple[str, ...]) -> str:
    return name(strength)


def name(strength: Strength) -> str:
    """`pair of kings`, `9-high straight`, `aces full of 4s`."""
    made, *ranks = strength
    top, second, *_ = (*(RANK_NAMES[rank] for rank in ranks), "", "")
    if made == ROYAL_FLUSH:
        return KINDS[made]
    if made in (STRAIGHT_FLUSH, STRAIGHT, FLUSH):
        return f"{top}-high {KINDS[made]}"
    return {
        QUADS: f"four {top}s",
        FULL_HOUSE: f"{top}s full of {second}s",
        TRIPS: f"three {top}s",
        TWO_PAIR: f"{top}s and {second}s",
        PAIR: f"pair of {top}s",
        HIGH_CARD: f"{top} high",
    }[made]
