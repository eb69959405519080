"""The best poker hand of five, six or seven cards, one of them perhaps a joker that is an ace or completes a straight,
a flush or a straight flush. Five aces are above all.

A strength begins with the kind and goes on rank by rank. In a flush the joker is the highest rank that is not there.
"""

from functools import cache

from houseway.cards import ACE, JOKER, Cards, rank_of, suit_of
from houseway.ranking import poker
from houseway.ranking.poker import FLUSH, ROYAL_FLUSH, STRAIGHT, STRAIGHT_FLUSH
from houseway.sight import FlushOf

Strength = tuple[int, ...]

FIVE_ACES = ROYAL_FLUSH + 1
SEES = FlushOf(5)  # suits count only where five cards share one, the joker among them


def strength(cards: Cards) -> Strength:
    """The best five of the cards."""
    if JOKER not in cards:
        return poker.strength(cards)
    ordered = [c for c in sorted(cards, reverse=True) if c != JOKER]
    best = by_ranks(tuple(map(rank_of, ordered)))
    for suit in range(4):
        suited = tuple(rank_of(c) for c in ordered if suit_of(c) == suit)
        if len(suited) >= 4:
            return max(best, by_suit(suited))
    return best


@cache
def by_suit(ranks: tuple[int, ...]) -> Strength:
    """The best hand of ranks in one suit and the joker, highest first."""
    top = _run(ranks)
    if top:
        return (ROYAL_FLUSH,) if top == ACE else (STRAIGHT_FLUSH, top)
    joker = next(rank for rank in range(ACE, 1, -1) if rank not in ranks)
    return (FLUSH, *sorted((*ranks, joker), reverse=True)[:5])


@cache
def by_ranks(ranks: tuple[int, ...]) -> Strength:
    """The best hand of ranks alone and the joker, highest first."""
    if ranks.count(ACE) == 4:
        return (FIVE_ACES,)
    as_ace = poker.by_ranks((ACE, *ranks))
    top = _run(ranks)
    return max(as_ace, (STRAIGHT, top)) if top else as_ace


def _run(ranks: tuple[int, ...]) -> int:
    """The highest rank of a straight that the joker completes, or that needs no joker; or 0."""
    others = (rank for rank in range(ACE, 1, -1) if rank not in ranks)
    return max((poker.run((*ranks, other)) for other in others), default=0)


def name(made: Strength) -> str:
    return "five aces" if made[0] == FIVE_ACES else poker.name(made)


def tell(made: Strength, said: tuple[str, ...]) -> str:
    return name(made)
