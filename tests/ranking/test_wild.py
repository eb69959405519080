"""Deuces and the joker wild: counts of the whole population, and a rule that tries every card in a wild one's place."""

import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest

from houseway.analysis.exact.suit_classes import suit_classes
from houseway.cards import DECK, Cards, Pack, parse, rank_of, suit_of
from houseway.ranking import poker, wild

PACK = Pack(joker=True).cards()
COUNTS = {
    "five wild cards": 1,
    "royal flush": 1_004,
    "five of a kind": 1_400,
    "straight flush": 3_648,
    "four of a kind": 51_688,
    "full house": 15_048,
    "flush": 18_956,
    "straight": 84_000,
    "three of a kind": 458_040,
    "two pair": 95_040,
    "pair": 1_341_180,
    "high card": 799_680,
}


def test_the_counts_of_all_hands_are_frozen() -> None:
    counts: Counter[str] = Counter()
    classes = suit_classes(PACK, 5)
    for cards, ways in zip(classes.each(), classes.weights.tolist(), strict=True):
        counts[wild.kind(wild.strength(cards))] += ways
    assert counts == COUNTS
    assert counts.total() == 2_869_685


def by_trying(cards: Cards) -> wild.Strength:
    """The best of all hands that wild cards can make; a card twice is only good for five of a kind, or for ranks."""
    natural = [card for card in cards if not wild.is_wild(card)]
    best: wild.Strength = (-1,)
    for some in combinations_with_replacement(DECK, 5 - len(natural)):
        hand = (*natural, *some)
        ranks = [*map(rank_of, hand)]
        if len(set(ranks)) == 1:
            best = max(best, (wild.QUINTS, ranks[0]))
        elif len(set(hand)) == 5:
            best = max(best, as_wild(poker.strength(hand)))
    return best


def as_wild(made: poker.Strength) -> wild.Strength:
    """The same hand in the order of kinds that five of a kind belongs to."""
    return wild.KINDS.index(poker.kind(made)), *made[1:]


@pytest.mark.parametrize("wilds", ["", "2c", "Jk", "2c Jk", "2d 2h"])
def test_a_wild_card_is_whatever_is_best(wilds: str) -> None:
    dealer = random.Random(wilds)
    held = parse(wilds) if wilds else ()
    for _ in range(300 if len(held) < 2 else 12):
        suits = dealer.choice((1, 2, 4))
        pool = [card for card in DECK if rank_of(card) > 2 and suit_of(card) < suits]
        cards = (*held, *dealer.sample(pool, 5 - len(held)))
        assert wild.strength(cards) == by_trying(cards)


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("2s 2d 2c 2h Jk", "five wild cards"),
        ("As 2d 2c 2h Jk", "royal flush"),
        ("9s 2d 2c 2h Jk", "five 9s"),
        ("9s 7s 2c 2h Jk", "jack-high straight flush"),
        ("9s 7d 2c 2h Jk", "four 9s"),
        ("As 3d 4c 5h Jk", "5-high straight"),
        ("9s 9d 4c 4h Jk", "9s full of 4s"),
        ("As 9s 4s 3s Jk", "ace-high flush"),
        ("As 9s 4s 3d 2d", "pair of aces"),
        ("As 9s 4s 3d 7d", "ace high"),
    ],
)
def test_a_hand_is_named_as_a_dealer_calls_it(cards: str, name: str) -> None:
    assert wild.name(wild.strength(parse(cards))) == name


def test_the_wild_cards_are_the_deuces_and_the_joker() -> None:
    assert [card for card in PACK if wild.is_wild(card)] == [*parse("2c 2d 2h 2s Jk")]


def test_a_wild_card_in_a_flush_is_the_highest_that_is_not_held() -> None:
    ace, king = (wild.strength(parse(f"{top} 9s 7s 3s Jk")) for top in ("As", "Ks"))
    assert ace == (wild.FLUSH, 14, 13, 9, 7, 3) and king == (wild.FLUSH, 14, 13, 9, 7, 3)
