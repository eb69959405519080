"""Three cards from one or more decks, where twins (one card twice) are suited pairs.

`line` gives the best line a hand makes, or nothing. The lines stand here from best to least.
"""

from collections import Counter

from houseway.cards import ACE, Cards, rank_of, suit_of

SUITED_TRIPS = "Suited 3 of a Kind"
STRAIGHT_FLUSH = "Straight Flush"
TRIPS = "3 of a Kind"
STRAIGHT = "Straight"
SUITED_PAIR = "Suited Pair"
FLUSH = "Flush"
PAIR = "One Pair"
LINES = (SUITED_TRIPS, STRAIGHT_FLUSH, TRIPS, STRAIGHT, SUITED_PAIR, FLUSH, PAIR)


def is_straight(ranks: list[int]) -> bool:
    """Three ranks in a row, descending; the ace stands above the king or below the deuce."""
    high, middle, low = ranks
    return (high, middle, low) == (ACE, 3, 2) or high - 1 == middle == low + 1


def line(cards: Cards) -> str | None:
    ranks = sorted(map(rank_of, cards), reverse=True)
    alike = max(Counter(ranks).values())
    twins = max(Counter(cards).values())
    flush = len(set(map(suit_of, cards))) == 1
    straight = is_straight(ranks)
    made = {
        SUITED_TRIPS: alike == 3 and flush,
        STRAIGHT_FLUSH: straight and flush,
        TRIPS: alike == 3,
        STRAIGHT: straight,
        SUITED_PAIR: twins == 2,
        FLUSH: flush,
        PAIR: alike == 2,
    }
    return next((line for line in LINES if made[line]), None)
