"""The longest flush and the longest straight flush, frozen by all hands of seven cards."""

from collections import Counter

import pytest

from houseway.analysis.exact.suit_hands import ways_suit_by_suit
from houseway.cards import DECK, parse
from houseway.game import SEAT, Hand
from houseway.ranking.longest_flush import SEES, straight_flush, strength, tell

FLUSH, IN_A_ROW = Hand(SEAT, strength, SEES), Hand(SEAT, straight_flush, SEES)


@pytest.mark.soak
def test_all_hands_of_seven_by_the_length_of_their_flush():
    lengths: Counter[int] = Counter()
    for ((length, *_),), ways in ways_suit_by_suit([FLUSH], DECK, 7).items():
        lengths[length] += ways
    assert lengths == {
        2: 24_676_704,
        3: 78_881_088,
        4: 26_137_540,
        5: 3_814_668,
        6: 267_696,
        7: 6_864,
    }


def test_all_hands_of_seven_by_the_length_of_their_straight_flush():
    lengths: Counter[int] = Counter()
    for (length,), ways in ways_suit_by_suit([IN_A_ROW], DECK, 7).items():
        lengths[length] += ways
    assert (lengths[3], lengths[4], lengths[5], lengths[6], lengths[7]) == (8_642_932, 676_196, 39_960, 1_592, 32)


def test_more_cards_are_higher_and_then_higher_cards():
    ranked = ["4s 3s 2s 5s 9h 8d 7c", "As 4s 3s Kh Qh Jd Tc", "Ks Qs Js Ah 9h 8d 7c", "Ks Qs Ah 9h 8d 7c 6d"]
    strengths = [strength(parse(cards)) for cards in ranked]
    assert strengths == sorted(set(strengths), reverse=True)


@pytest.mark.parametrize(
    ("cards", "length"),
    [
        ("As 2s 3s 9h 9d 9c 8h", 3),
        ("Qs Ks As 2s 9d 9c 8h", 3),
        ("4h 5h 6h 7h As Ks Qs", 4),
        ("As Kd Qs Jd Ts 9d 8s", 1),
    ],
)
def test_the_ace_stands_above_the_king_or_below_the_deuce(cards, length):
    assert straight_flush(parse(cards)) == length


def test_a_flush_is_told_by_its_cards():
    assert tell(strength(parse("Ts 8s 6s 5h 4d 3d 2c")), ()) == "three-card flush, 10-8-6"
