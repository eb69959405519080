"""The longest straight that may go round the ace, frozen by all hands of seven and of eight cards."""

from collections import Counter

import pytest

from houseway.cards import Pack, card, parse
from houseway.ranking.wrapped_straight import strength, tell
from houseway.sight import RANKS

COUNTS = {
    7: {1: 4_676_360, 2: 52_485_992, 3: 48_239_360, 4: 20_189_312, 5: 6_436_352, 6: 1_544_192, 7: 212_992},
    8: {
        1: 10_233_457,
        2: 208_397_033,
        3: 284_405_628,
        4: 157_036_880,
        5: 64_150_528,
        6: 21_818_368,
        7: 5_644_288,
        8: 851_968,
    },
}


@pytest.mark.parametrize("size", COUNTS)
def test_all_hands_by_the_length_of_their_straight(size):
    lengths: Counter[int] = Counter()
    for ranks, ways in RANKS.classes(Pack(), size):
        lengths[strength(tuple(card(rank, 0) for rank in ranks))[0]] += ways
    assert lengths == COUNTS[size]


@pytest.mark.parametrize(
    ("cards", "made"),
    [
        ("Js Qd Kh Ac 2s 3d 9h", (6, 3)),
        ("Qs Kd Ah 5c 6s 8d Ts", (3, 14)),
        ("Qs Kd Ah 2c 4s 6d 8s", (4, 2)),
        ("3s 4d 5h 7c 8s 9d Js", (3, 9)),
        ("As 3d 5h 7c 9s Jd 9h", (1, 14)),
    ],
)
def test_the_longest_counts_and_of_the_longest_the_one_that_ends_highest(cards, made):
    assert strength(parse(cards)) == made


def test_a_straight_is_told_from_its_first_card_to_its_last():
    assert tell((6, 3), ()) == "six-card straight, jack to 3"
    assert tell((1, 14), ()) == "no straight, ace high"
