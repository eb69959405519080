"""The best five of seven cards with the joker, frozen by all hands of seven of the 53 cards."""

from collections import Counter

import pytest

from houseway.analysis.exact.looks import by_flush
from houseway.cards import ACE, Pack, parse
from houseway.ranking import poker
from houseway.ranking.joker_poker import FIVE_ACES, name, strength


@pytest.mark.soak
def test_all_hands_of_seven_by_kind():
    kinds: Counter[int] = Counter()
    aces_full = 0
    for cards, ways in by_flush(Pack(joker=True).cards(), 5, 7):
        made = strength(cards)
        kinds[made[0]] += ways
        aces_full += ways if made[:2] == (poker.FULL_HOUSE, ACE) else 0
    assert kinds == {
        FIVE_ACES: 1_128,
        poker.ROYAL_FLUSH: 26_132,
        poker.STRAIGHT_FLUSH: 184_832,
        poker.QUADS: 307_472,
        poker.FULL_HOUSE: 4_188_528,
        poker.FLUSH: 6_172_088,
        poker.STRAIGHT: 11_236_028,
        poker.TRIPS: 7_470_676,
        poker.TWO_PAIR: 35_553_816,
        poker.PAIR: 64_221_960,
        poker.HIGH_CARD: 24_780_420,
    }
    assert aces_full == 677_616


@pytest.mark.parametrize(
    ("cards", "made"),
    [
        ("As Ad Ah Ac Jk 2s 3d", "five aces"),
        ("Ks Qs Js Ts Jk 2h 3d", "royal flush"),
        ("9s 8s 7s 5s Jk 2h 3d", "9-high straight flush"),
        ("As Ad Ah Jk 9c 2s 3d", "four aces"),
        ("As Ad Jk Ks Kd 2s 3d", "aces full of kings"),
        ("Ks 9s 5s 2s Jk Qh 3d", "ace-high flush"),
        ("9s 8d 7h 5c Jk 2s 2d", "9-high straight"),
        ("Ks Kd Jk 9h 7c 4s 2d", "pair of kings"),
        ("Ks Jd Jk 9h 7c 4s 2d", "ace high"),
    ],
)
def test_the_joker_is_an_ace_or_completes_a_straight_or_a_flush(cards, made):
    assert name(strength(parse(cards))) == made


def test_in_a_flush_the_joker_is_the_highest_rank_that_is_not_there():
    assert strength(parse("As 9s 5s 2s Jk Qh 3d")) == (poker.FLUSH, 14, 13, 9, 5, 2)


def test_without_the_joker_it_is_poker():
    cards = parse("As Kd 9h 9c 4s 3s 2s")
    assert strength(cards) == poker.strength(cards)
