"""Match 'Em Hi Lo: all ten three-card subsets of the dealer's five cards, tried one by one."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from tests.oracle import rank, suit

ACE = 14


def lo_points(card: int) -> int:
    if rank(card) == ACE:
        return 1
    return rank(card) if rank(card) <= 10 else 0


def hi_points(card: int) -> int:
    return 11 if rank(card) == ACE else lo_points(card)


def dealer_totals(cards: tuple[int, ...]) -> tuple[int, int]:
    """His HI and his LO total."""
    positions = range(5)
    low = min(combinations(positions, 3), key=lambda three: sum(lo_points(cards[i]) for i in three))
    aces = [i for i in low if rank(cards[i]) == ACE]
    shared = aces[0] if aces else max(low, key=lambda i: lo_points(cards[i]))
    high = [i for i in positions if i not in low] + [shared]
    return sum(hi_points(cards[i]) for i in high), sum(lo_points(cards[i]) for i in low)


def wins(mine: tuple[int, ...], word: str, dealers: tuple[int, int]) -> bool:
    dealers_hi, dealers_lo = dealers
    if word == "HI":
        return not sum(hi_points(c) for c in mine) < dealers_hi
    return not sum(lo_points(c) for c in mine) > dealers_lo


def matches(mine: tuple[int, ...], dealers: tuple[int, ...]) -> int:
    return len([d for d in dealers if any(rank(d) == rank(m) for m in mine)])


def poker_line(cards: tuple[int, ...]) -> str:
    """The lines of the Poker Bonus, asked from the top of the paytable down."""
    a, b, c = cards
    ranks = [rank(x) for x in cards]
    suits = {suit(x) for x in cards}
    ace_low = sorted(1 if r == ACE else r for r in ranks)
    runs = [list(range(n, n + 3)) for n in range(1, 13)]
    straight = sorted(ranks) in runs or ace_low in runs
    if len(set(ranks)) == 1 and len(suits) == 1:
        return "Suited 3 of a Kind"
    if straight and len(suits) == 1:
        return "Straight Flush"
    if len(set(ranks)) == 1:
        return "3 of a Kind"
    if straight:
        return "Straight"
    if len({a, b, c}) == 2:
        return "Suited Pair"
    if len(suits) == 1:
        return "Flush"
    return "One Pair" if len(set(ranks)) == 2 else "lose"


def dealer_hands(mine: tuple[int, ...]) -> np.ndarray:
    """All C(49, 5) five-card hands of one deck without the player's cards, a row each."""
    others = np.array([card for card in range(52) if card not in mine])
    number = comb(len(others), 5)
    flat = np.fromiter((i for hand in combinations(range(len(others)), 5) for i in hand), np.int8, 5 * number)
    return others[flat.reshape(number, 5)]


def all_dealer_totals(hands: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """`dealer_totals` of every row at once, still by trying all ten subsets."""
    lo = np.array([lo_points(card) for card in range(52)], dtype=np.int16)[hands]
    hi = np.array([hi_points(card) for card in range(52)], dtype=np.int16)[hands]
    best_lo = np.full(len(hands), 999, dtype=np.int16)
    best_hi = np.zeros(len(hands), dtype=np.int16)
    for three in combinations(range(5), 3):
        total = lo[:, three].sum(axis=1)
        two = [i for i in range(5) if i not in three]
        shared = np.where((hi[:, three] == 11).any(axis=1), 11, lo[:, three].max(axis=1))
        better = total < best_lo
        best_lo[better] = total[better]
        best_hi[better] = (hi[:, two].sum(axis=1) + shared)[better]
    return best_hi, best_lo


def edge(pack: tuple[int, ...], wins: Callable[..., bool] = wins) -> Fraction:
    """The house edge with best play: every deal of real cards from a small pack, twins and all."""
    total = deals = 0
    for mine in combinations(range(len(pack)), 3):
        cards = tuple(pack[i] for i in mine)
        others = [pack[i] for i in range(len(pack)) if i not in mine]
        dealers = [dealer_totals(five) for five in combinations(others, 5)]
        won = [2 * sum(wins(cards, word, his) for his in dealers) - len(dealers) for word in ("HI", "LO")]
        best = max(won)
        total += max(best, 2 * best)  # doubling doubles what is won or lost
        deals += len(dealers)
    return Fraction(-total, deals)
