"""Three cards. `line` gives the best line that a hand from one or more decks makes, or nothing; twins (one card twice)
are suited pairs there, and the lines stand from best to least. `strength` compares hands from one deck.
"""

from collections import Counter
from itertools import combinations

from houseway.cards import ACE, RANK_NAMES, Cards, rank_of, suit_of

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


HIGH_CARD, A_PAIR, A_FLUSH, A_STRAIGHT, THREE_ALIKE, A_STRAIGHT_FLUSH = range(6)
KINDS = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")


def strength(cards: Cards) -> tuple[int, ...]:
    """A kind of `KINDS`, then rank by rank; A-2-3 is the lowest straight."""
    high, middle, low = ranks = sorted(map(rank_of, cards), reverse=True)
    suited = len(set(map(suit_of, cards))) == 1
    if is_straight(ranks):
        return A_STRAIGHT_FLUSH if suited else A_STRAIGHT, 3 if middle == 3 and high == ACE else high
    if high == low:
        return THREE_ALIKE, high
    if middle in (high, low):
        return A_PAIR, middle, low if high == middle else high
    return A_FLUSH if suited else HIGH_CARD, *ranks


def best(cards: Cards) -> tuple[int, ...]:
    """The strength of the best three of the cards."""
    return max(map(strength, combinations(cards, 3)))


def kind(strength: tuple[int, ...]) -> str:
    """A mini royal, ace, king and queen of one suit, apart from other straight flushes."""
    return "mini royal" if strength == (A_STRAIGHT_FLUSH, ACE) else KINDS[strength[0]]


def tell(strength: tuple[int, ...], said: tuple[str, ...]) -> str:
    return name(strength)


def name(strength: tuple[int, ...]) -> str:
    """`pair of kings`, `9-high straight`, `three aces`."""
    kind, top, *_ = strength
    if kind in (A_FLUSH, A_STRAIGHT, A_STRAIGHT_FLUSH):
        return f"{RANK_NAMES[top]}-high {KINDS[kind]}"
    if kind == HIGH_CARD:
        return f"{RANK_NAMES[top]} high"
    return f"{'three' if kind == THREE_ALIKE else 'pair of'} {RANK_NAMES[top]}s"
