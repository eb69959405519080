"""Hands that one packet is set as: against a ranking written a second time, and by counts of whole populations."""

import random
from collections import Counter
from itertools import combinations, pairwise
from math import comb

import pytest

from houseway.cards import ACE, JOKER, Pack, card, parse, rank_of, suit_of
from houseway.ranking import joker_poker
from houseway.ranking.set_poker import FIVE_CARDS, FOUR_CARDS, SetPoker, wheel_lowest, wheel_second

FIVE = SetPoker(5, FIVE_CARDS, wheel_second(5))
LOW_WHEEL = SetPoker(5, FIVE_CARDS, wheel_lowest(5))
FOUR = SetPoker(4, FOUR_CARDS, wheel_second(4))
PACK = Pack(joker=True).cards()


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("As Ah Ad Ac Jk", "As Ks Qs Js Ts"),
        ("As Ks Qs Js Ts", "As 2s 3s 4s 5s"),
        ("As 2s 3s 4s 5s", "Ks Qs Js Ts 9s"),
        ("2s 3s 4d 5s Jk", "Ks Qd Js Ts 9s"),  # the joker is the ace of A-2-3-4-5
        ("Ks Kd 9c 8c 2h", "Ks Kd"),
        ("As Kd 9c 8c 2h", "As Kd"),
        ("Ks Kd Jk 3c 2h", "Ks Kd Qh Jc Th"),  # the joker is an ace beside a pair of kings
        ("Ks 9s 4s 2s Jk", "As Qs Js 9s 8s"),  # and the ace of a flush
        ("Jk 2c", "Kd Qc"),
        ("Jk Ac", "Kd Kc"),
    ],
)
def test_which_hand_is_higher(higher, lower):
    assert FIVE.strength(parse(higher)) > FIVE.strength(parse(lower))


def test_the_second_highest_straight_is_a_matter_of_the_game():
    wheel, king = parse("As 2d 3s 4s 5s"), parse("Ks Qd Js Ts 9s")
    assert FIVE.strength(wheel) > FIVE.strength(king)
    assert LOW_WHEEL.strength(wheel) < LOW_WHEEL.strength(king)


def test_four_of_a_kind_is_above_a_straight_flush_of_four_cards_and_a_straight_above_three_of_a_kind():
    hands = ["2s 2h 2d 2c", "As Ks Qs Js", "9s 8s 7s 2s", "9s 8s 7s 6d", "As Ah Ad 2c", "As Ah Kd Kc", "As Ah Kd Qc"]
    strengths = [FOUR.strength(parse(hand)) for hand in hands]
    assert strengths == sorted(strengths, reverse=True)


def test_hands_of_five_compare_as_the_best_of_seven_does_but_for_the_wheel():
    """Two rankings that share no line agree about any two hands of five cards."""
    chance = random.Random(5)
    hands = [tuple(chance.sample(PACK, 5)) for _ in range(4000)]
    ours = {hand: LOW_WHEEL.strength(hand) for hand in hands}
    theirs = {hand: joker_poker.strength(hand) for hand in hands}
    for one, other in pairwise(hands):
        assert (ours[one] > ours[other]) == (theirs[one] > theirs[other])
        assert (ours[one] == ours[other]) == (theirs[one] == theirs[other])


def test_kinds_of_five_cards_with_the_joker_are_counted():
    """All hands of one suit's names: 52 cards as everybody counts them, and those with the joker."""
    ranks = (ACE, 13, 12, 11, 10, 9)
    pack = (*(card(rank, suit) for rank in ranks for suit in range(4)), JOKER)
    kinds = Counter(FIVE_CARDS[FIVE.strength(hand)[0]] for hand in combinations(pack, 5))
    assert kinds.total() == comb(25, 5)
    naturals = sum(1 for hand in combinations(pack[:-1], 5) if len({suit_of(c) for c in hand}) == 1)
    straight_flushes = 2 * 4  # K-high and A-high, of each suit
    with_joker = sum(1 for four in combinations(pack[:-1], 4) if len({suit_of(c) for c in four}) == 1)
    flushes = kinds["flush"] + kinds["straight flush"]
    assert flushes == naturals + with_joker
    assert kinds["five aces"] == 1
    assert kinds["straight flush"] == straight_flushes + sum(
        1
        for four in combinations(pack[:-1], 4)
        if len({suit_of(c) for c in four}) == 1 and max(map(rank_of, four)) - min(map(rank_of, four)) <= 4
    )


@pytest.mark.parametrize("text", ["pair", "two pair K", "pair 9 A", "straight A-2", "straight flush A-K", "K", "A Q"])
def test_a_strength_is_read_from_text(text):
    begin = FIVE.parse(text)
    assert any(FIVE.strength(hand)[: len(begin)] == begin for hand in SHOWN)


SHOWN = [
    parse(hand)
    for hand in (
        "9s 9d Ac 8c 2h",
        "Ks Kd 9c 9d 2h",
        "As 2d 3s 4s 5s",
        "As Ks Qs Js Ts",
        "Ks",
        "As Qd",
    )
]


@pytest.mark.parametrize("text", ["straight A", "pear", "pair X", ""])
def test_what_is_no_hand_is_refused(text):
    with pytest.raises(ValueError, match="is not a hand"):
        FIVE.parse(text)


def test_hands_have_names():
    named = {FIVE.name(FIVE.strength(hand)) for hand in SHOWN}
    assert named == {
        "pair of 9s with ace-8-2",
        "kings and 9s",
        "A-2-3-4-5 straight",
        "royal flush",
        "king",
        "ace-queen high",
    }
