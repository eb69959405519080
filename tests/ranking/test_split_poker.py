"""San Lo hands of three, two and one card, over all 23,426 + 1,378 + 53 of them."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from houseway.cards import Pack, parse, show
from houseway.ranking.split_poker import KINDS, name, strength
from tests.oracle import san_lo

PACK = Pack(joker=True).cards()


def of(text):
    return strength(parse(text))


@pytest.fixture(scope="module")
def places():
    """Every hand of three, two and one card: our strength and the oracle's place, 0 the best."""
    return {size: [(strength(hand), san_lo.place(hand)) for hand in combinations(PACK, size)] for size in (1, 2, 3)}


@pytest.mark.parametrize(("size", "hands", "classes"), [(3, 23_426, 741), (2, 1_378, 91), (1, 53, 13)])
def test_all_hands_stand_in_the_order_of_the_oracle(places, size, hands, classes):
    assert len(places[size]) == hands
    distinct = sorted(set(places[size]), reverse=True)
    assert len(distinct) == len({ours for ours, _ in distinct}) == classes
    assert [theirs for _, theirs in distinct] == sorted(theirs for _, theirs in distinct)
    assert len({theirs for _, theirs in distinct}) == classes


def test_all_triples_count_by_kind():
    """Those of 52 cards, and with the joker: 25 of the 78 pairs of ranks make a run, 8 of the others have an ace."""
    counts = Counter(KINDS[strength(hand)[0]] for hand in combinations(PACK, 3))
    assert counts == {
        "straight flush": 48 + 25 * 4,
        "three of a kind": 52 + 6,
        "straight": 720 + 25 * 12,
        "flush": 1096 + 53 * 4,
        "pair": 3744 + 72 + 8 * 12,
        "high card": 16440 + 45 * 12,
    }
    assert counts.total() == 23_426


def test_all_mid_hands_count_by_kind():
    counts = Counter(KINDS[strength(hand)[0]] for hand in combinations(PACK, 2))
    assert counts == {"pair": 78 + 4, "high card": 1248 + 48}


def test_the_joker_alone_is_an_ace():
    assert of("Jk") == of("As")
    assert of("Jk Ks") == of("As Kd")
    assert of("Jk As") == of("As Ad")


# ---- the letter's order --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ordered",
    [
        ["As Ks Qs", "As 2s 3s", "Ks Qs Js", "Qs Js Ts", "4s 3s 2s", "Ac Ad Ah"],
        ["Ac Ad Ah", "Kc Kd Kh", "2c 2d 2h", "Ac Ks Qs"],
        ["Ac Ks Qs", "Ac 2s 3s", "Kc Qs Js", "Qc Js Ts", "4c 3s 2s", "As Ks Js"],
        ["As Ks Js", "As Ks Ts", "As Qs Js", "Ks Qs Ts", "5s 3s 2s", "As Ad Kc"],
        ["As Ad Kc", "As Ad Qc", "Ks Kd Ac", "2s 2d Ac", "2s 2d 3c", "As Kd Jc"],
        ["As Kd Jc", "As Kd Tc", "Ks Qd Tc", "5s 3d 2c"],
        ["As Ad", "Ks Kd", "2s 2d", "As Kd", "As Qd", "Ks Qd", "3s 2d"],
        ["As", "Ks", "3s", "2s"],
    ],
    ids=lambda ordered: ordered[0],
)
def test_each_hand_is_higher_than_the_next(ordered):
    strengths = [of(text) for text in ordered]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)


def test_sl_ranking_ace_two_three_is_the_second_highest_run():
    straights = sorted({strength(hand) for hand in combinations(PACK, 3) if strength(hand)[0] == 3}, reverse=True)
    assert straights[:3] == [of("As Kd Qc"), of("As 2d 3c"), of("Ks Qd Jc")]
    assert len(straights) == 12


def test_suits_break_no_ties():
    assert of("As Kd Jc") == of("Ah Ks Jd")
    assert of("9s 5s 2s") == of("9h 5h 2h")


# ---- the joker -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("with_joker", "the_same_as"),
    [
        ("Ks Kd Jk", "Ks Kd As"),  # a pair of kings with an ace: the joker completes no pair but aces
        ("As Ad Jk", "As Ad Ac"),
        ("As 9d Jk", "As Ad 9d"),
        ("Ks 9s Jk", "As Ks 9s"),  # a flush: the highest rank of the suit not already there
        ("As 9s Jk", "As Ks 9s"),
        ("As Ks Jk", "As Ks Qs"),
        ("Ks Qs Jk", "As Ks Qs"),
        ("As 2s Jk", "As 2s 3s"),
        ("3s 2s Jk", "As 2s 3s"),
        ("4s 2s Jk", "4s 3s 2s"),
        ("As Qd Jk", "As Kd Qc"),
        ("Qs Td Jk", "Qs Jd Tc"),
        ("9s 4d Jk", "As 9d 4c"),
        ("4s 3d Jk", "5s 4d 3c"),
        ("3s 2d Jk", "As 2d 3c"),
    ],
)
def test_the_joker_is_an_ace_or_completes_a_straight_flush_straight_or_flush(with_joker, the_same_as):
    assert of(with_joker) == of(the_same_as)


# ---- hands of different length -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2s 2d 3c", "As Kd"),  # by kind first
        ("As Kd 3c", "As Qd"),  # then rank by rank
        ("As Kd 2c", "As Kd"),  # the shorter runs out equal: the longer is higher
        ("As Ad 2c", "As Ac"),
        ("2s 2d", "As"),
        ("As 2d", "As"),
        ("3s 2d", "2s"),
    ],
)
def test_a_hand_may_be_higher_than_a_shorter_one(higher, lower):
    assert of(higher) > of(lower)


def test_hands_of_different_length_compare_as_the_oracle_compares_them():
    """Every Mid against every Low; and of the Highs and Mids one of each place."""
    one_of_each = {size: {san_lo.place(hand): hand for hand in combinations(PACK, size)} for size in (1, 2, 3)}
    for longer, shorter in ((3, 2), (2, 1)):
        for hand in one_of_each[longer].values():
            for other in one_of_each[shorter].values():
                assert (strength(hand) > strength(other)) == san_lo.is_higher(hand, other), show(hand + other)


# ---- a second oracle -----------------------------------------------------------------------------


def test_without_the_joker_three_cards_stand_as_in_pokerkit_but_for_ace_two_three():
    """Rhode Island hold'em ranks the same kinds; its A-2-3 is the lowest run and not the second-highest."""
    from pokerkit.lookups import RhodeIslandHoldemLookup  # a second, and in one worker only

    lookup = RhodeIslandHoldemLookup()
    ace_two_three = {of("As 2s 3s"), of("As 2s 3d")}
    found = set()
    for hand in combinations(range(52), 3):
        ours = strength(hand)
        if ours not in ace_two_three:
            found.add((ours, lookup.get_entry(show(hand).replace(" ", "")).index))
    ordered = sorted(found)
    assert len(ordered) == len({ours for ours, _ in ordered}) == 739
    assert [theirs for _, theirs in ordered] == sorted({theirs for _, theirs in ordered})


# ---- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("As Ks Qs", "A-K-Q straight flush"),
        ("As 2d 3c", "A-2-3 straight"),
        ("Ks Qd Jc", "king-high straight"),
        ("8s 8d 8c", "three 8s"),
        ("Ks Kd Jk", "pair of kings with ace"),
        ("Ks Kd", "pair of kings"),
        ("Ks 9s 4s", "king-9-4 flush"),
        ("Ks 9d 4s", "king-9-4 high"),
        ("Ks", "king"),
    ],
)
def test_a_hand_has_a_name(hand, called):
    assert name(of(hand)) == called


def test_hands_of_one_length_have_the_same_name_only_if_they_are_equal():
    for size in (1, 2, 3):
        strengths = {strength(hand) for hand in combinations(PACK, size)}
        assert len({name(s) for s in strengths}) == len(strengths)


def test_the_order_of_the_cards_in_a_hand_does_not_matter():
    dealt = Random(3)
    for hand in combinations(PACK, 3):
        assert strength(tuple(dealt.sample(hand, 3))) == strength(hand)
