"""The best four cards of four, five and six, against counts of whole populations and a rule that tries every four."""

import random
from collections import Counter
from itertools import combinations
from math import comb

import pytest

from houseway.analysis.exact.looks import by_flush
from houseway.cards import ACE, DECK, Cards, parse, rank_of, suit_of
from houseway.ranking import four_card
from houseway.sight import FlushOf

COUNTS = {
    4: {
        "four of a kind": 13,
        "straight flush": 44,
        "three of a kind": 2_496,
        "flush": 2_816,
        "straight": 2_772,
        "two pair": 2_808,
        "pair": 82_368,
        "high card": 177_408,
    },
    5: {
        "four of a kind": 624,
        "straight flush": 2_072,
        "three of a kind": 58_656,
        "flush": 114_616,
        "straight": 101_808,
        "two pair": 123_552,
        "pair": 1_047_552,
        "high card": 1_150_080,
    },
    6: {
        "four of a kind": 14_664,
        "straight flush": 47_752,
        "three of a kind": 897_616,
        "flush": 2_245_352,
        "straight": 1_744_080,
        "two pair": 2_342_736,
        "pair": 8_194_320,
        "high card": 4_872_000,
    },
}


@pytest.mark.parametrize("size", COUNTS)
def test_the_counts_of_all_hands_are_frozen(size: int) -> None:
    counts: Counter[str] = Counter()
    for cards, ways in by_flush(DECK, 4, size):
        counts[four_card.kind(four_card.strength(cards))] += ways
    assert counts == COUNTS[size]
    assert counts.total() == comb(52, size)


def of_four(cards: Cards) -> tuple[int, ...]:
    """Four cards, judged one kind after the other."""
    ranks = sorted(map(rank_of, cards), reverse=True)
    by_number = sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))
    suited = len({suit_of(card) for card in cards}) == 1
    low = sorted(1 if rank == ACE else rank for rank in ranks)
    tops = [row[-1] for row in (sorted(ranks), low) if row == list(range(row[0], row[0] + 4))]
    alike = tuple(sorted(Counter(ranks).values(), reverse=True))
    if alike == (4,):
        return four_card.QUADS, ranks[0]
    if tops and suited:
        return four_card.STRAIGHT_FLUSH, tops[0]
    if alike == (3, 1):
        return four_card.TRIPS, by_number[0], by_number[3]
    if suited:
        return four_card.FLUSH, *ranks
    if tops:
        return four_card.STRAIGHT, tops[0]
    if alike == (2, 2):
        return four_card.TWO_PAIR, by_number[0], by_number[2]
    return (four_card.PAIR, *by_number[1:]) if alike == (2, 1, 1) else (four_card.HIGH_CARD, *ranks)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_the_best_four_of_a_hand_are_the_best_of_all_fours(size: int) -> None:
    dealer = random.Random(size)
    for _ in range(3_000):
        cards: Cards = tuple(dealer.sample(DECK[:: dealer.choice((1, 2))], size))
        assert four_card.strength(cards) == max(map(of_four, combinations(cards, 4)))


def test_only_a_flush_of_four_looks_at_suits() -> None:
    assert FlushOf(4) == four_card.SEES


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("9s 9d 9c 9h 2c", "four 9s"),
        ("4s 3s 2s As Kd", "4-high straight flush"),
        ("7c 7d 7s Ks 2s", "three 7s"),
        ("Ks 9s 4s 3s 2d", "king-high flush"),
        ("9c 8d 7s 6s 6d 6h", "three 6s"),
        ("9c 8d 7s 6s Ad Kh", "9-high straight"),
        ("Qc Qd 5s 5h 3s 3d", "queens and 5s"),
        ("Jc Jd 5s 4h 2s", "pair of jacks"),
        ("Ac Jd 5s 4h 2s", "ace high"),
    ],
)
def test_a_hand_is_named_as_a_dealer_calls_it(cards: str, name: str) -> None:
    assert four_card.name(four_card.strength(parse(cards))) == name
