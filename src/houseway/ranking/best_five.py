"""The best five of any number of cards, with a joker that is an ace or completes a royal flush, a
straight flush, a straight or a flush.

A hand is judged twice, by its ranks with the suits forgotten and by the ranks in its longest suit;
the better line counts. Only lines that some paytable names are told apart: less than two pair is
`NOTHING`.
"""

from functools import cache

from houseway.cards import ACE
from houseway.sight import PokerShape, Ranks, Shape

NOTHING, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL, FIVE_ACES = range(10)

LINES = {
    FIVE_ACES: "Five Aces",
    ROYAL: "Royal Flush",
    STRAIGHT_FLUSH: "Straight Flush",
    QUADS: "Four of a Kind",
    FULL_HOUSE: "Full House",
    FLUSH: "Flush",
    STRAIGHT: "Straight",
    TRIPS: "Three of a Kind",
    TWO_PAIR: "Two Pair",
}

SIGHT = PokerShape(length=5)
ROYAL_RUN = frozenset(range(10, ACE + 1))


def best_five(shape: Shape) -> int:
    """The best five of the cards."""
    held, alike, flush, joker = shape
    by_ranks = best_by_ranks(held, alike, joker)
    return max(by_ranks, best_by_suit(flush, joker)) if flush else by_ranks


def best_five_joker_played(shape: Shape) -> int:
    """The best five of six when a joker, once dealt, must be one of the five.

    It changes one kind of hand: a full house of five naturals without an ace leaves the joker no place,
    and so is played as its three of a kind.
    """
    held, _, _, joker = shape
    best = best_five(shape)
    return TRIPS if best == FULL_HOUSE and joker and ACE not in held else best


@cache
def best_by_ranks(held: Ranks, alike: Ranks, joker: bool) -> int:
    """Five aces, four of a kind, full house, straight, three of a kind, two pair."""
    most, second, *_ = *alike, 0
    if most == 5:
        return FIVE_ACES
    if most == 4:
        return QUADS
    if most == 3 and second >= 2:
        return FULL_HOUSE
    if completes_a_run(held, joker):
        return STRAIGHT
    if most == 3:
        return TRIPS
    return TWO_PAIR if second == 2 else NOTHING


@cache
def best_by_suit(flush: Ranks, joker: bool) -> int:
    """Royal flush, straight flush, flush; `flush` is a suit's ranks, enough for a flush, or empty."""
    if not flush:
        return NOTHING
    if len(ROYAL_RUN.intersection(flush)) + joker >= 5:
        return ROYAL
    return STRAIGHT_FLUSH if completes_a_run(flush, joker) else FLUSH


def completes_a_run(held: Ranks, joker: bool) -> bool:
    """Five ranks in a row, the joker being one of them; the ace stands above the king or below the deuce."""
    needed = 5 - joker
    if len(held) < needed:
        return False
    line = (*held, 1) if held[0] == ACE else held
    return any(high - low < 5 for high, low in zip(line, line[needed - 1 :], strict=False))
