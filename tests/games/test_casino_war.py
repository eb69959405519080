"""Casino War, clause by clause."""

from fractions import Fraction

import pytest

from houseway.analysis.exact.figures import main_figures
from houseway.analysis.exact.question import question
from houseway.game import DEALER, SEAT, Settle
from houseway.games.casino_war import GAME, dealer_draws, seat_draws
from tests.games.clauses import line, options, pays, seen_so, words
from tests.oracle import casino_war as oracle


def test_cw_ranking_the_ace_is_high_and_suits_do_not_matter():
    assert line(GAME, "Ante", seat="2s", dealer="Ad") == "lose"
    assert words(GAME, 0, seat="As", dealer="Ac") == ["surrender", "war"]


def test_cw_1_one_to_eight_decks_and_six_by_default():
    assert (list(GAME.decks), GAME.default_decks) == ([1, 2, 3, 4, 5, 6, 7, 8], 6)


def test_cw_2_one_card_each_face_up_and_the_higher_wins_even_money():
    assert GAME.round[1].to == SEAT + DEALER
    assert (GAME.round[1].cards, GAME.round[1].up) == (1, 1)
    assert line(GAME, "Ante", seat="As", dealer="Kd") == "win"
    assert line(GAME, "Ante", seat="Qs", dealer="Kd") == "lose"
    assert pays(GAME, "Ante")["win"] == "1 to 1"


def test_cw_3_only_a_tie_leaves_a_choice_to_surrender_half_or_go_to_war():
    assert words(GAME, 0, seat="Ks", dealer="Qd") == []
    surrender, war = options(GAME, 0, seat="Ks", dealer="Kd")
    assert (surrender.stakes, war.stakes) == ((), (("War", 1),))
    assert line(GAME, "Ante", "surrender", seat="Ks", dealer="Kd") == "surrender"
    assert GAME.paytable("Ante").net("surrender") == Fraction(-1, 2)


def test_cw_4_at_war_each_side_gets_one_more_card_and_else_nobody():
    for draws in (seat_draws, dealer_draws):
        assert draws(seen_so(GAME, "war", seat="Ks", dealer="Kd"))
        assert not draws(seen_so(GAME, "war", seat="Ks 2c", dealer="Kd 3c"))
        assert not draws(seen_so(GAME, "surrender", seat="Ks", dealer="Kd"))


@pytest.mark.parametrize(
    ("mine", "his", "ante", "war"),
    [
        ("Ks 9c", "Kd 8h", "war won", "win"),
        ("Ks 9c", "Kd 9h", "war won", "second tie"),
        ("Ks 8c", "Kd 9h", "lose", "lose"),
    ],
)
def test_cw_5_war_is_won_by_a_card_as_high_or_higher(mine, his, ante, war):
    assert line(GAME, "Ante", "war", seat=mine, dealer=his) == ante
    assert line(GAME, "War", "war", seat=mine, dealer=his) == war


def test_cw_5_a_won_war_returns_the_ante_and_some_houses_pay_a_second_tie_better():
    assert pays(GAME, "Ante")["war won"] == "push"
    assert pays(GAME, "War") == {"second tie": "1 to 1", "win": "1 to 1"}
    assert pays(GAME, "War with a bonus")["second tie"] == "2 to 1"


def test_cw_6_the_tie_bet_wins_if_the_first_two_cards_tie_and_is_settled_at_once():
    assert line(GAME, "Tie", seat="Ks 9c", dealer="Kd 8h") == "tie"
    assert line(GAME, "Tie", seat="Ks 8c", dealer="Qd 8h") == "lose"
    assert GAME.round[2] == Settle(("Tie",))


@pytest.mark.parametrize("decks", range(1, 9))
def test_the_edge_of_one_to_eight_decks_is_the_oracles(decks):
    """With best play, which always goes to war."""
    assert main_figures(question(GAME, decks=decks)).house_edge == oracle.shoe_edge(decks)
