"""Two cards: pairs, and below them baccarat points. The whole population is 1,326 hands."""

from collections import Counter
from itertools import combinations

import pytest

from houseway.cards import Pack, parse, rank_of
from houseway.ranking import baccarat
from houseway.ranking.baccarat import PAIR, POINTS, two_card
from tests.oracle import supreme_99

EVERY_HAND = list(combinations(Pack().cards(), 2))


def strength(hand):
    return two_card(*map(rank_of, hand))


def test_all_1326_hands_count_as_78_pairs_and_ten_totals():
    counts = Counter(strength(hand) for hand in EVERY_HAND)
    assert [counts[PAIR, rank] for rank in range(2, 15)] == [6] * 13
    assert [counts[POINTS, total] for total in range(10)] == [160, 128, 112, 128, 112, 128, 112, 128, 112, 128]
    assert counts.total() == 1326


def test_all_hands_stand_in_the_order_of_the_oracle():
    ours = sorted({(strength(hand), supreme_99.strength(hand)) for hand in EVERY_HAND})
    assert len(ours) == len({ours for ours, _ in ours}) == 23
    assert [theirs for _, theirs in ours] == sorted({theirs for _, theirs in ours})


def test_aces_are_the_highest_pair_and_deuces_the_lowest_and_any_pair_beats_nine_points():
    aces, deuces, nine = (strength(parse(text)) for text in ("Ac Ad", "2c 2d", "9c Kd"))
    pairs = [strength(hand) for hand in EVERY_HAND if rank_of(hand[0]) == rank_of(hand[1])]
    assert max(pairs) == aces
    assert min(pairs) == deuces > nine
    assert nine == max(strength(hand) for hand in EVERY_HAND if rank_of(hand[0]) != rank_of(hand[1]))


@pytest.mark.parametrize(
    ("hand", "points"),
    [("Ac 8d", 9), ("9c Td", 9), ("9c 8d", 7), ("Kc Qd", 0), ("Tc 4d", 4), ("6c 4d", 0), ("Ac Kd", 1), ("9c Ad", 0)],
)
def test_an_ace_is_one_and_ten_and_faces_are_nothing(hand, points):
    assert strength(parse(hand)) == (POINTS, points)


def test_it_does_not_matter_which_card_comes_first():
    for first, second in EVERY_HAND:
        assert strength((first, second)) == strength((second, first))


def test_a_strength_has_a_name():
    assert baccarat.name(strength(parse("As Ad"))) == "pair of aces"
    assert baccarat.name(strength(parse("4s 4d"))) == "pair of 4s"
    assert baccarat.name(strength(parse("4s 3d"))) == "7 points"
