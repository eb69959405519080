"""Flush Rush, clause by clause, and the strategy that is published for it."""

from fractions import Fraction

import numpy as np
import pytest

from houseway.analysis.exact.question import question
from houseway.analysis.exact.sights import sights_of
from houseway.analysis.exact.streets import Streets
from houseway.game import SEAT, Choice, Deal
from houseway.games.flush_rush import GAME
from tests.games.clauses import line, options, pays


def test_fr_1_the_ante_is_required_and_alone():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Ante",), ())


def test_fr_2_to_4_cards_come_four_two_and_one_with_a_choice_between():
    assert [step for step in GAME.round if isinstance(step, Deal)] == [Deal(SEAT, 4), Deal(SEAT, 2), Deal(SEAT, 1)]
    assert [type(step) for step in GAME.round[1:]] == [Deal, Choice, Deal, Choice, Deal]


@pytest.mark.parametrize(("number", "cards"), [(0, "As Ks 2d 3c"), (1, "As Ks 2d 3c 4c 5c")])
def test_fr_3_and_4_fold_or_bet_an_ante(number, cards):
    fold, play = options(GAME, number, seat=cards)
    assert (fold.word, fold.out) == ("fold", True)
    assert (play.word, play.stakes) == ("play", ((f"Play {number + 1}", 1),))


@pytest.mark.parametrize(
    ("seven", "ends"),
    [
        ("2s 3s 4s 5s 6s 7s 8s", "7-card straight flush"),
        ("As 2s 3s 4s 5s 6s 8d", "6-card straight flush"),
        ("As Ks Qs Js Ts 8s 6s", "7-card flush"),
        ("As Ks Qs Js Ts 8s 6d", "5-card straight flush"),
        ("As Ks Qs Js 9s 8s 6d", "6-card flush"),
        ("As Ks Qs Js 9s 8d 6d", "4-card straight flush"),
        ("As Ks Qs Ts 9s 8d 6d", "5-card flush"),
        ("As Ks Qs Ts 9d 8d 6d", "4-card flush"),
        ("As Ks Qs Td 9d 8d 6c", "lose"),
    ],
)
def test_fr_5_and_6_the_longest_flush_or_straight_flush_pays_and_four_of_a_suit_win_the_bets(seven, ends):
    assert line(GAME, "Ante", seat=seven) == ends
    assert {line(GAME, play, seat=seven) for play in ("Play 1", "Play 2")} == {"lose" if ends == "lose" else "win"}


def test_fr_5_the_lines_stand_by_what_they_pay():
    amounts = [pay.amount for pay in GAME.paytable("Ante").lines.values()]
    assert amounts == sorted(amounts, reverse=True)
    assert len(pays(GAME, "Ante")) == 8


@pytest.mark.soak
def test_the_published_strategy_is_the_best():
    """After four cards all but one of each suit play, after six those with three of a suit."""
    sights = sights_of(Streets(question(GAME)))
    tables = {}
    for choice, least in ((0, 2), (1, 3)):
        keys, of_sight = sights.glanced(choice, GAME.choices[choice].glance)
        tables[choice] = np.array([number >= least for _, number in keys], np.uint8)[of_sight]
    assert -sights.expectation(tables) == -sights.expectation({}) == Fraction(3134981, 83615350)
