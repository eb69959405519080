"""The best five of six cards with the joker: 22,957,480 hands."""

from collections import Counter
from itertools import combinations, permutations
from math import comb
from random import Random

import pytest

from houseway.analysis.exact.figures import bonus_counts
from houseway.cards import JOKER, Pack, card, parse, show
from houseway.games.san_lo import GAME
from houseway.ranking.best_five import LINES, SIGHT
from tests.oracle import best_five as oracle
from tests.soak import more

PACK = Pack(joker=True)
by_best_five = GAME.wager("Fortune Bonus").judge
by_best_five_joker_played = GAME.readings[0].wagers["Fortune Bonus"]
COUNTS = {
    "Five Aces": 48,
    "Royal Flush": 1_132,
    "Straight Flush": 8_248,
    "Four of a Kind": 19_752,
    "Full House": 196_896,
    "Flush": 314_944,
    "Straight": 696_228,
    "Three of a Kind": 853_264,
    "Two Pair": 2_873_952,
    "lose": 17_993_016,
}


def line(cards):
    return by_best_five(SIGHT.see(tuple(cards)))


def line_if_the_joker_must_play(cards):
    return by_best_five_joker_played(SIGHT.see(tuple(cards)))


def agrees_with_the_oracle(cards):
    must_play = oracle.best_five(cards, joker_must_play=True)
    return line(cards) == oracle.best_five(cards) and line_if_the_joker_must_play(cards) == must_play


def test_all_22957480_hands_count_by_line():
    assert bonus_counts(GAME, GAME.wager("Fortune Bonus")) == COUNTS
    assert sum(COUNTS.values()) == comb(53, 6)


def test_if_the_joker_must_play_3168_full_houses_are_three_of_a_kind():
    moved = COUNTS | {"Full House": 196_896 - 3_168, "Three of a Kind": 853_264 + 3_168}
    assert bonus_counts(GAME, GAME.wager("Fortune Bonus"), judge=by_best_five_joker_played) == moved


def test_the_3168_hands_are_a_joker_and_a_natural_full_house_without_aces():
    hands = [
        (*three, *two, JOKER)
        for trips in range(2, 14)
        for pair in range(2, 14)
        if pair != trips
        for three in combinations([card(trips, suit) for suit in range(4)], 3)
        for two in combinations([card(pair, suit) for suit in range(4)], 2)
    ]
    assert len(hands) == 3_168
    for hand in hands:
        assert (line(hand), line_if_the_joker_must_play(hand)) == ("Full House", "Three of a Kind")
    for hand in hands[::97]:
        assert agrees_with_the_oracle(hand), show(hand)


@pytest.mark.deeper
def test_a_random_sample_of_six_card_hands_agrees_with_the_oracle():
    dealt = Random(2012)
    for _ in range(more(5_000, 15_000)):
        hand = tuple(dealt.sample(PACK.cards(), 6))
        assert agrees_with_the_oracle(hand), show(hand)


def test_a_random_sample_of_hands_with_the_joker_agrees_with_the_oracle():
    dealt = Random(314)
    for _ in range(2_000):
        hand = (*dealt.sample(range(52), 5), JOKER)
        assert agrees_with_the_oracle(hand), show(hand)


@pytest.mark.parametrize("ranks", ["A2345", "AKQJT", "A4567"])
def test_every_hand_of_five_ranks_and_the_joker_agrees_with_the_oracle(ranks):
    """All 54,264, one of each kind that differs only by the names of suits."""
    cards = [c for rank in ranks for c in parse(f"{rank}c {rank}d {rank}h {rank}s")]
    judged = hands = 0
    for hand, alike in suit_classes((*cards, JOKER), 6):
        assert agrees_with_the_oracle(hand), show(hand)
        judged += 1
        hands += alike
    assert hands == comb(21, 6)
    assert judged < 4_000


def suit_classes(cards, size):
    """One hand of each class, and how many hands are like it when suits are renamed."""
    found = Counter()
    renamings = [[4 * (c // 4) + suits[c % 4] for c in range(52)] + [JOKER] for suits in permutations(range(4))]
    seen = {}
    for hand in combinations(sorted(cards), size):
        if hand not in seen:
            for renaming in renamings:
                seen[tuple(sorted([renaming[c] for c in hand]))] = hand
        found[seen[hand]] += 1
    return found.items()


@pytest.mark.parametrize(
    ("cards", "made"),
    [
        ("As Ad Ac Ah Jk 2d", "Five Aces"),
        ("As Ad Ac Ah 3d 2d", "Four of a Kind"),
        ("As Ad Ac Jk 3d 2d", "Four of a Kind"),
        ("Ks Kd Kc Kh Jk 2d", "Four of a Kind"),
        ("Ks Kd Kc Jk 5d 2d", "Three of a Kind"),  # the joker is no king
        ("Ks Qs Js Ts Jk 2d", "Royal Flush"),
        ("As Ks Js Ts Jk 2d", "Royal Flush"),
        ("9s Ks Qs Js Ts 2d", "Straight Flush"),
        ("9s Ks Qs Js Ts Jk", "Royal Flush"),
        ("As 2s 3s 4s 5s Kd", "Straight Flush"),
        ("As 2s 3s 5s Jk Kd", "Straight Flush"),
        ("As 2s 3d 5s Jk 9d", "Straight"),
        ("Ks 2s 7s 9s Jk 9d", "Flush"),
        ("Ks Kd 7s 7d 7c 9d", "Full House"),
        ("Ks Kd As Ad Jk 9d", "Full House"),
        ("Ks Kd 7s 7d Jk 9d", "Two Pair"),
        ("Ks Kd 7s 6d Jk 9d", "lose"),
        ("As Kd 7s 7d Jk 9d", "Two Pair"),
        ("Ac Ad 7s 6d Jk 9d", "Three of a Kind"),
        ("Ac Kd Qs Jh 2d 2c", "lose"),
        ("Ks Kd 7s 7d 9c 9d", "Two Pair"),
        ("Qs Ad Kc 2h 3c 4d", "lose"),  # no run goes round the corner
    ],
)
def test_six_cards_make_their_best_line(cards, made):
    assert line(parse(cards)) == made
    assert oracle.best_five(parse(cards)) == made


def test_the_lines_stand_as_the_letter_has_them():
    assert list(LINES.values()) == [name for name in COUNTS if name != "lose"]
    assert sorted(LINES, reverse=True) == list(LINES)
