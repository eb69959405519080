"""Supreme 99: every way to lay four cards as two hands of two, tried one by one."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

from tests.oracle import rank

ACE = 14


def points(card: int) -> int:
    """A=1, 2-9 cards = face value, 10 and face cards = zero."""
    return {ACE: 1, 10: 0, 11: 0, 12: 0, 13: 0}.get(rank(card), rank(card))


def strength(hand: tuple[int, int]) -> int:
    """0 to 9 for points; a pair is a hundred and its rank."""
    one, other = hand
    if rank(one) == rank(other):
        return 100 + rank(one)
    return (points(one) + points(other)) % 10


def splits(cards: tuple[int, ...]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The six ways to lay High and Low."""
    a, b, c, d = cards
    halves = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
    return halves + [(low, high) for high, low in halves]


def legal_splits(cards: tuple[int, ...]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """High stronger than or equivalent to Low."""
    return [(high, low) for high, low in splits(cards) if strength(high) >= strength(low)]


def house_way(cards: tuple[int, ...]) -> tuple[int, int]:
    """The strengths of High and Low as the dealer's card of clause 6 sets them."""
    ranks = [rank(card) for card in cards]
    pairs = sorted({r for r in ranks if ranks.count(r) >= 2}, reverse=True)
    if len(pairs) == 2:  # Two Pair: set the higher pair in the High hand
        return 100 + pairs[0], 100 + pairs[1]
    if pairs and ranks.count(pairs[0]) == 4:  # two equal pairs
        return 100 + pairs[0], 100 + pairs[0]
    if pairs:  # One Pair: set the pair in the High hand
        in_the_pair = [card for card in cards if rank(card) == pairs[0]][:2]
        others = tuple(card for card in cards if card not in in_the_pair)
        return 100 + pairs[0], strength((others[0], others[1]))
    best_low = -1  # No Pair: maximize the Low hand without fouling
    best = (-1, -1)
    for high, low in legal_splits(cards):
        if strength(low) > best_low:
            best_low = strength(low)
            best = strength(high), strength(low)
    return best


def settle(mine: tuple[int, int], dealers: tuple[int, int]) -> int:
    """What a bet of 1 wins."""
    high_copies = mine[0] == dealers[0]
    low_copies = mine[1] == dealers[1]
    if high_copies and low_copies:
        return 4
    wins_high = mine[0] > dealers[0]
    wins_low = mine[1] > dealers[1]
    if wins_high and wins_low:
        return 1
    if wins_high or wins_low:
        return 0
    return -1


def pair_fortunes(cards: tuple[int, ...], *, a_pair_is_never_nine_nine: bool) -> str:
    ranks = [rank(card) for card in cards]
    if ranks.count(ranks[0]) == 4:
        return "Four of a Kind"
    if len({r for r in ranks if ranks.count(r) == 2}) == 2:
        return "Two Pair"
    has_a_pair = any(ranks.count(r) > 1 for r in ranks)
    nine_nine = any(
        (points(h[0]) + points(h[1])) % 10 == 9 and (points(w[0]) + points(w[1])) % 10 == 9 for h, w in splits(cards)
    )
    if nine_nine and not (has_a_pair and a_pair_is_never_nine_nine):
        return "9-9"
    return "Pair" if has_a_pair else "lose"


Settle = Callable[[tuple[int, int], tuple[int, int]], int]


def edges(pack: tuple[int, ...], settle: Settle = settle) -> tuple[Fraction, Fraction]:
    """The house edge with best play and with the house way: every deal of real cards from a small pack."""
    dealer_strengths = {cards: house_way(cards) for cards in combinations(pack, 4)}
    best_total = house_total = deals = 0
    for cards in combinations(pack, 4):
        dealers = Counter(dealer_strengths[d] for d in combinations([c for c in pack if c not in cards], 4))
        settings = {(strength(high), strength(low)) for high, low in legal_splits(cards)}
        worth = {mine: sum(settle(mine, his) * times for his, times in dealers.items()) for mine in settings}
        best_total += max(worth.values())
        house_total += worth[house_way(cards)]
        deals += dealers.total()
    return Fraction(-best_total, deals), Fraction(-house_total, deals)
