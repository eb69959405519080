"""The War and Poker bets of Triple Shot, clause by clause."""

from fractions import Fraction

import pytest

from houseway.analysis.exact.figures import figures_of
from houseway.game import DEALER, SEAT, Deal, Settle
from houseway.games.triple_shot import GAME
from tests.games.clauses import line, pays


def test_ts_1_both_bets_may_be_made_alone():
    assert (GAME.round[0].must, GAME.round[0].may) == ((), ("War", "Poker"))


def test_ts_2_one_card_each_face_up_and_then_five_more_to_the_player():
    assert GAME.round[1:] == (Deal(SEAT + DEALER, 1, up=1), Settle(("War",)), Deal(SEAT, 5))


@pytest.mark.parametrize(("mine", "his", "ends"), [("As", "Kd", "win"), ("2s", "2d", "tie"), ("9s", "Td", "lose")])
def test_ts_3_the_higher_first_card_wins_the_war_and_a_tie_loses_half(mine, his, ends):
    assert line(GAME, "War", seat=f"{mine} 3c 4c 5c 6c 8c", dealer=his) == ends
    assert [GAME.paytable("War").net(each) for each in ("win", "tie", "lose")] == [1, Fraction(-1, 2), -1]


@pytest.mark.parametrize(
    ("six", "ends"),
    [
        ("As Ks Qs Js Ts 9s", "royal flush"),
        ("9s 9d 9c 2h 2s 3d", "full house"),
        ("Qs Qd 9c 7h 2s 3d", "queens or better"),
        ("Js Jd 9c 7h 2s 3d", "lose"),
        ("As Kd 9c 7h 2s 3d", "high card"),
    ],
)
def test_ts_4_poker_pays_by_the_best_five_of_six(six, ends):
    assert line(GAME, "Poker", seat=six) == ends
    assert (ends in pays(GAME, "Poker")) is (ends not in ("lose", "high card"))


def test_the_war_costs_a_thirty_fourth():
    [war] = figures_of(GAME, GAME.wager("War"), GAME.paytable("War"))
    assert war.house_edge == Fraction(1, 34)
