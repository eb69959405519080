"""Three Card Draw Poker, clause by clause."""

from fractions import Fraction

import pytest

from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.question import question
from houseway.analysis.exact.tree import Tree
from houseway.cards import parse, show
from houseway.game import DEALER, SEAT, Deal, Show
from houseway.games.three_card_draw import GAME
from tests.games.clauses import line, options, pays, seen_so


def test_tcd_1_the_ante_is_required_and_alone():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Ante",), ())


def test_tcd_2_three_cards_to_each_player_and_four_to_the_dealer():
    assert GAME.round[1:3] == (Deal(SEAT, 3), Deal(DEALER, 4))
    assert GAME.round[-1] == Show(DEALER)


def test_tcd_3_and_4_fold_or_raise_and_stand_or_give_one_card_up():
    fold, stand, *exchanges = options(GAME, 0, seat="Ks 5d 9c")
    assert (fold.word, fold.out) == ("fold", True)
    assert (stand.word, stand.stakes, stand.drops, stand.takes) == ("stand", (("Raise", 1),), (), 0)
    assert [(each.word, show(each.drops), each.takes, each.stakes) for each in exchanges] == [
        ("exchange the lowest", "5d", 1, (("Raise", 1),)),
        ("exchange the middle", "9c", 1, (("Raise", 1),)),
        ("exchange the highest", "Ks", 1, (("Raise", 1),)),
    ]


@pytest.mark.parametrize(("cards", "lowest"), [("Ks Kd 9s", "9s"), ("9d 9s Ks", "9d"), ("9s 9d Kd", "9s")])
def test_tcd_4_of_two_of_a_rank_the_one_whose_suit_is_rarer_is_the_lower(cards, lowest):
    assert show(options(GAME, 0, seat=cards)[2].drops) == lowest


@pytest.mark.parametrize(
    ("mine", "his", "ends"),
    [
        ("As Ad 2c", "Ks Kd 3c 9h", "win"),
        ("As Ad 2c", "As Ad 3c 2h", "lose"),
        ("As Kd Jc", "Ah Ks Jd 2c", "tie"),
        ("2s 5s 9s", "7d 8c 9h 2d", "lose"),
    ],
)
def test_tcd_5_the_dealer_plays_the_best_three_of_four_and_the_higher_hand_wins(mine, his, ends):
    assert [line(GAME, wager, "stand", seat=mine, dealer=his) for wager in ("Ante", "Raise")] == [ends] * 2
    assert pays(GAME, "Ante") == {"win": "1 to 1", "tie": "push"}


@pytest.mark.parametrize(
    ("mine", "ends", "pay"),
    [
        ("As Ks Qs", "mini royal", "20 to 1"),
        ("9s Ts Js", "straight flush", "10 to 1"),
        ("9s 9d 9c", "three of a kind", "5 to 1"),
        ("9s Td Jc", "straight", "1 to 1"),
        ("9s 2s Js", "flush", None),
    ],
)
def test_tcd_6_a_straight_or_better_earns_a_bonus_whatever_the_dealer_holds(mine, ends, pay):
    assert line(GAME, "In to Win", "stand", seat=mine, dealer="As Ad Ac Ah") == ends
    assert pays(GAME, "In to Win").get(ends) == pay
    assert (GAME.wager("In to Win").free, GAME.wager("In to Win").of) == (True, "Raise")


@pytest.mark.soak
def test_it_costs_what_its_method_says_and_options_win_what_the_judge_says():
    asked = question(GAME)
    method = method_for(asked)(asked)
    assert -method.ends.mean(asked.net) == Fraction(45735103, 4389805875)  # 1.0418 %
    few = question(GAME, cards=parse("As Ks Qs 2s Ad Kd Qd 2d Ah Kh Qh 2h Ac Kc"))
    seen = seen_so(GAME, seat="As Kd 2h")
    assert method_for(few)(few).options(seen) == Tree(few).options(seen)
