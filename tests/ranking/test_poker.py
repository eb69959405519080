"""The strength of five to seven cards, against the counts that everybody knows and an evaluator written by others."""

import random
from collections import Counter
from itertools import combinations

import eval7
import pytest

from houseway.cards import DECK, Cards, parse
from houseway.ranking import poker


def test_the_kinds_of_all_five_card_hands_of_half_a_pack_are_those_of_another_evaluator() -> None:
    cards = DECK[26:]
    ours = Counter(poker.kind(poker.strength(hand)) for hand in combinations(cards, 5))
    theirs = Counter(
        "royal flush" if {str(c)[0] for c in hand} == set("AKQJT") and name == "Straight Flush" else _ours(name)
        for hand in combinations([eval7.Card(str(c)) for c in cards], 5)
        for name in [eval7.handtype(eval7.evaluate(hand))]
    )
    assert ours == theirs


def _ours(name: str) -> str:
    return {"trips": "three of a kind", "quads": "four of a kind"}.get(name.lower(), name.lower())


@pytest.mark.parametrize("size", [5, 6, 7])
def test_hands_compare_as_another_evaluator_compares_them(size: int) -> None:
    dealer = random.Random(size)
    theirs: dict[int, set[poker.Strength]] = {}
    for _ in range(8_000):
        hand: Cards = tuple(dealer.sample(DECK, size))
        theirs.setdefault(eval7.evaluate([eval7.Card(str(c)) for c in hand]), set()).add(poker.strength(hand))
    assert all(len(same) == 1 for same in theirs.values())
    ordered = [next(iter(theirs[value])) for value in sorted(theirs)]
    assert ordered == sorted(set(ordered))


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As Ks Qs Js Ts 2c 2d", "royal flush"),
        ("5s 4s 3s 2s As Kd", "5-high straight flush"),
        ("9s 9d 9c 9h 2c", "four 9s"),
        ("As Ad Ac 4d 4h Ks", "aces full of 4s"),
        ("Ks 9s 4s 3s 2s", "king-high flush"),
        ("9c 8d 7s 6s 5s 5d 5c", "9-high straight"),
        ("7c 7d 7s Ks 2s", "three 7s"),
        ("Qc Qd 5s 5h 3s 3d Ac", "queens and 5s"),
        ("Jc Jd 5s 4h 3s", "pair of jacks"),
        ("Ac Jd 5s 4h 3s", "ace high"),
    ],
)
def test_a_hand_is_named_as_a_dealer_calls_it(cards: str, name: str) -> None:
    assert poker.name(poker.strength(parse(cards))) == name
