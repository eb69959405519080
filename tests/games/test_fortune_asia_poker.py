"""Fortune Asia Poker, clause by clause."""

import random
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

import houseway
from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.question import question
from houseway.analysis.exact.sets import Sets
from houseway.analysis.exact.tree import Tree
from houseway.cards import JOKER, RANKS, Card, Pack, card, parse, show
from houseway.game import DEALER, SEAT, Deal, Show
from houseway.games.fortune_asia_poker import GAME, HOUSE_WAY, RANKING, SPLIT
from houseway.ways import own_way
from tests.games.clauses import line, pays, settings

FLUSH_PAIR_QUEEN = "9s 7s 5s 2s | Kd Kh | Qc"


def test_fa_ranking_of_the_high_hand():
    """Four of a kind above all; straights and flushes above three of a kind; A-2-3-4 next to A-K-Q-J."""
    hands = ["2s 2h 2d Jk", "2s 2h 2d 2c", "As Ks Qs Js", "9s 7s 5s 2s", "As Kd Qs Js", "As 2d 3s 4s", "Ks Qd Js Ts"]
    hands += ["5s 4d 3s 2s", "As Ah Ad Kc", "As Ah Kd Kc", "As Ah Kd Qc", "As Kd Qc 9c"]
    natural = hands[1:]
    strengths = [RANKING.strength(parse(hand)) for hand in natural]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(natural)
    assert RANKING.name(RANKING.strength(parse(hands[0]))) == "three 2s"  # the joker is an ace beside them


def test_fa_1_the_main_bet_is_required_and_two_more_are_optional():
    bets = GAME.round[0]
    assert (bets.must, bets.may) == (("Main Bet",), ("Fortune Bonus", "Insurance"))


def test_fa_2_seven_cards_each_from_a_pack_with_a_joker():
    assert GAME.round[1] == Deal(SEAT + DEALER, 7)
    assert len(GAME.pack()) == 53


def test_fa_3_seven_cards_can_be_set_in_105_ways():
    assert len(settings(GAME, parse("As Kd Qh 9c 7s 5d 3h"))) == 105


@pytest.mark.parametrize(
    ("seat", "is_legal"),
    [
        ("As 7s 5d 3h | Kd 9c | Qh", True),
        ("As 7s 5d 3h | Kd Qh | Kc", True),  # a king with a queen is above a king alone
        ("As 7s 5d 3h | Qh 9c | Kd", False),
        ("Kd 7s 5d 3h | As 9c | Qh", False),
        ("9s 9d 5d 3h | 9h 9c | Qh", True),  # a pair with other cards is above the pair alone
        ("8s 8d 5d 3h | 9h 9c | Qh", False),
    ],
)
def test_fa_4_a_hand_above_a_longer_one_fouls_and_loses(seat, is_legal):
    weakest = "7h 5c 4d 2c | 3s 2h | 2d"
    assert SPLIT.may_be_set(tuple(parse(hand) for hand in seat.split("|"))) == is_legal
    assert line(GAME, "Main Bet", seat=seat, dealer=weakest) == ("two or three matchups" if is_legal else "lose")


def test_fa_5_the_dealer_sets_by_our_house_way_when_all_hands_are_set():
    assert GAME.round[-1] == Show(DEALER, HOUSE_WAY)
    assert HOUSE_WAY.label == "houseway asia points 1 (ours)"


@pytest.mark.parametrize(
    ("cards", "hands"),
    [
        ("As Kd Qh 9c 7s 5d 3h", "As 7s 5d 3h | Kd 9c | Qh"),
        ("8s 7d 6h 5c As Ad Kh", "8s 7d 6h 5c | As Ad | Kh"),
        ("Jk Ad Ah 9c 9s 5d 3h", "Jk Ad 5d 3h | 9c 9s | Ah"),
        ("As Kd 9h 9c 7s 5d 3h", "9h 9c 5d 3h | As 7s | Kd"),
    ],
)
def test_fa_5_the_house_way_sets(cards, hands):
    wanted = SPLIT.strengths(*(parse(hand) for hand in hands.split("|")))
    assert SPLIT.strengths(*HOUSE_WAY.set(parse(cards))) == wanted


@pytest.mark.parametrize(
    ("dealer", "ends"),
    [
        ("9d 7d 5d 3d | Qd Qh | Js", "two or three matchups"),
        ("8d 7d 5d 3d | Qd Qh | As", "two or three matchups"),
        ("9d 7d 5d 3d | Ad Ah | Ks", "lose"),
        ("8d 7d 5d 3d | Ad Ah | Ks", "lose"),
    ],
)
def test_fa_6_two_matchups_win_and_nothing_pushes(dealer, ends):
    assert line(GAME, "Main Bet", seat=FLUSH_PAIR_QUEEN, dealer=dealer) == ends
    assert pays(GAME, "Fortune Asia Poker") == {"two or three matchups": "1 to 1"}


@pytest.mark.parametrize(
    ("dealer", "ends"),
    [
        ("9d 7d 5d 2d | Ks Kc | Qh", "lose"),
        ("9d 7d 5d 2d | Ks Kc | Jh", "lose"),
        ("8d 7d 5d 2d | Ks Kc | Jh", "two or three matchups"),
    ],
)
def test_fa_7_the_dealer_wins_copies(dealer, ends):
    assert line(GAME, "Main Bet", seat=FLUSH_PAIR_QUEEN, dealer=dealer) == ends


@pytest.mark.parametrize("cards", ["9s 9d 9h 5s | 7h 8c | 6d", "5s 6d 7h 8c | 9s 9d | 9h"])
def test_fa_8_the_fortune_bonus_looks_at_all_seven_cards_however_they_are_set(cards):
    assert line(GAME, "Fortune Bonus", seat=cards) == "Three of a Kind"


def test_fa_9_seven_cards_of_which_no_five_make_anything():
    assert line(GAME, "Insurance", seat="Qs Js Ts 9s | 7c 4h | 2d") == "queen high"  # four in a row, and four of a suit
    assert line(GAME, "Insurance", seat="Jk Jd 9h 7c | 5s 3d | 2h") == "ace high"
    assert line(GAME, "Insurance", seat="Qs Js 9s 7c | 5c 3h | 3d") == "lose"


def test_fa_9_nine_high_would_not_exist_if_four_cards_made_a_straight():
    for ranks in combinations(range(2, 10), 7):
        assert any(set(range(low, low + 4)) <= set(ranks) for low in range(2, 7))


def test_the_points_of_our_way_never_fall_with_the_strength_of_a_hand():
    """So it never sets hands that are all weaker than others that it could set, or as weak."""
    way, chance = own_way(GAME), random.Random(28)
    for hand, size in zip(SPLIT.hands, SPLIT.sizes, strict=True):
        packets = (tuple(chance.sample(Pack(joker=True).cards(), size)) for _ in range(3000))
        points = [way.points_of(hand, strength) for strength in sorted(set(map(SPLIT.strength, packets)))]
        assert None not in points
        assert points == sorted(points)


def test_the_split_solver_agrees_with_the_judge_about_every_setting_of_a_small_pack():
    pack = (*(card(RANKS.index(rank) + 2, suit) for rank in "23QA" for suit in range(4)), JOKER)
    asked = question(GAME, cards=tuple(sorted(map(Card, pack))))
    sets, judge = Sets(asked), Tree(asked)
    tried = [seen for seen, _ in options_met(asked, rounds=3)]
    assert len(tried) == 3
    for seen in tried:
        assert sets.options(seen) == judge.options(seen), show(seen[SEAT])


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_our_way_is_sound_and_its_price_lies_about_the_published_4_82_percent():
    check, price = houseway.check_way(Path(houseway.__path__[0]) / "ways" / "fortune-asia.toml")
    assert check.is_sound and check.hands == 154_143_080
    assert price is not None
    assert price.best_play == Fraction(9428089324343, 206261475780360)
    assert price.copied == Fraction(52778137245049, 1031307378901800)
    assert price.best_play < Fraction("0.0482") < price.copied
