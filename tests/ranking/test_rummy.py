"""Rummy points of three cards, against counts of all hands and a rule that lists what is laid down."""

from collections import Counter
from itertools import combinations

import pytest

from houseway.cards import ACE, DECK, Cards, parse, rank_of, suit_of
from houseway.ranking import rummy

# points: hands
COUNTS = {
    0: 96, 1: 472, 2: 444, 3: 440, 4: 440, 5: 440, 6: 476, 7: 488, 8: 536, 9: 588, 10: 1980,
    11: 272, 12: 372, 13: 592, 14: 704, 15: 900, 16: 960, 17: 1104, 18: 1140, 19: 1232, 20: 1216,
    21: 1428, 22: 1184, 23: 1072, 24: 868, 25: 768, 26: 576, 27: 516, 28: 336, 29: 292, 30: 168,
}  # fmt: skip


def by_hand(cards: Cards) -> int:
    """Each card's rank with the ace as 1; a pair or two in a row of a suit leave the third card."""
    ranks = [1 if rank_of(card) == ACE else rank_of(card) for card in cards]
    counts = [min(rank, 10) for rank in ranks]
    if len(set(ranks)) == 1 or (
        len({suit_of(card) for card in cards}) == 1 and max(ranks) - min(ranks) == 2 and len(set(ranks)) == 3
    ):
        return 0
    left = [sum(counts)]
    for i, j, third in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
        in_a_row = suit_of(cards[i]) == suit_of(cards[j]) and abs(ranks[i] - ranks[j]) == 1
        if ranks[i] == ranks[j] or in_a_row:
            left.append(counts[third])
    return min(left)


def test_all_hands_count_what_is_left_of_them_and_the_counts_are_frozen():
    hands = {hand: rummy.points(hand) for hand in combinations(DECK, 3)}
    assert hands == {hand: by_hand(hand) for hand in hands}
    assert Counter(hands.values()) == COUNTS
    assert max(hands.values()) == rummy.MOST


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("As 2s 3s", 0),
        ("9s 9d 9c", 0),
        ("As 2s 9c", 9),
        ("As Ks Qd", 21),
        ("Ks Qs 5d", 5),
        ("9s 9d 8s", 8),
        ("9s 9d Ts", 9),
        ("As 5d Kc", 16),
    ],
)
def test_the_lowest_way_to_count_is_taken_and_the_ace_is_low(cards, points):
    assert rummy.points(parse(cards)) == points
