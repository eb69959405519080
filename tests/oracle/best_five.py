"""The best five of six with the joker: all six subsets, and every card that the joker could be."""

from collections import Counter
from functools import cache
from itertools import combinations

from tests.oracle import JOKER, rank, suit

ORDER = (
    "lose",
    "Two Pair",
    "Three of a Kind",
    "Straight",
    "Flush",
    "Full House",
    "Four of a Kind",
    "Straight Flush",
    "Royal Flush",
    "Five Aces",
)
COMPLETED = ("Straight", "Flush", "Straight Flush", "Royal Flush")
RUNS = [{14, 2, 3, 4, 5}, *({n, n + 1, n + 2, n + 3, n + 4} for n in range(2, 11))]


def five_cards(ranks: tuple[int, ...], suits: tuple[int | None, ...]) -> str:
    """A five-card hand without a joker; an ace of no suit has None for its suit."""
    return _of_ranks(tuple(sorted(ranks)), len(set(suits)) == 1)


@cache
def _of_ranks(ranks: tuple[int, ...], flush: bool) -> str:
    alike = sorted(Counter(ranks).values(), reverse=True)
    run = set(ranks) in RUNS
    if alike == [5] and ranks[0] == 14:
        return "Five Aces"
    if run and flush:
        return "Royal Flush" if ranks[0] == 10 else "Straight Flush"
    if alike[0] == 4:
        return "Four of a Kind"
    if alike == [3, 2]:
        return "Full House"
    if flush:
        return "Flush"
    if run:
        return "Straight"
    if alike[0] == 3:
        return "Three of a Kind"
    return "Two Pair" if alike == [2, 2, 1] else "lose"


def five_with_joker(cards: tuple[int, ...]) -> str:
    """The joker is an ace, or completes a royal flush, straight flush, straight or flush."""
    if JOKER not in cards:
        return five_cards(tuple(map(rank, cards)), tuple(map(suit, cards)))
    four = tuple(card for card in cards if card != JOKER)
    ranks, suits = tuple(map(rank, four)), tuple(map(suit, four))
    lines = [five_cards((*ranks, 14), (*suits, None))]
    for stands_for in range(52):
        if stands_for not in four:
            line = five_cards((*ranks, rank(stands_for)), (*suits, suit(stands_for)))
            if line in COMPLETED:
                lines.append(line)
    return max(lines, key=ORDER.index)


def best_five(cards: tuple[int, ...], *, joker_must_play: bool = False) -> str:
    fives = [five for five in combinations(cards, 5) if JOKER in five or not (joker_must_play and JOKER in cards)]
    return max(map(five_with_joker, fives), key=ORDER.index)
