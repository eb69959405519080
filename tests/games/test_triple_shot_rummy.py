"""Triple Shot Rummy, clause by clause, and its exact figures."""

from fractions import Fraction

import pytest

import houseway
from houseway.cards import parse
from houseway.game import DEALER, SEAT, Deal
from houseway.games.triple_shot_rummy import GAME, MINE, qualifies
from tests.games.clauses import line, options, pays

PLAYS, PLAYS_NOT = "Tc 6d 4h", "Tc 7d 4h"


def ends(mine, his):
    """The lines of the ante and the play wager."""
    return tuple(line(GAME, wager, "play", seat=mine, dealer=his) for wager in ("Ante", "Play"))


def test_tsr_ranking_what_is_laid_down_counts_nothing():
    assert [MINE.worth(parse(cards)) for cards in ("As 2s 3s", "9s 9d 4c", "Ks Qs Ad", "Ks As Qd")] == [0, 4, 1, 21]


def test_tsr_1_the_ante_is_required_and_bonus_optional():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Ante",), ("Bonus",))


def test_tsr_2_three_cards_each_face_down():
    assert GAME.round[1] == Deal(SEAT + DEALER, 3)


def test_tsr_3_fold_or_play_with_a_wager_equal_to_the_ante():
    fold, play = options(GAME, 0, seat="As Kd 2c")
    assert (fold.out, play.word, play.stakes) == (True, "play", (("Play", 1),))


@pytest.mark.parametrize(("his", "plays"), [(PLAYS, True), (PLAYS_NOT, False)])
def test_tsr_4_the_dealer_plays_with_20_points_or_less(his, plays):
    assert qualifies(MINE.worth(parse(his))) is plays
    assert ends("Ts 9d 5h", his) == (("lose", "lose") if plays else ("win", "dealer does not play"))


def test_tsr_5_fewer_points_win_and_a_tie_returns_both():
    assert ends("Ts 5d 4c", PLAYS) == ("win", "6 points or more")
    assert ends("Ts 6h 4c", PLAYS) == ("tie", "tie")


@pytest.mark.parametrize(
    ("mine", "pay"), [("As 2s 3s", "4 to 1"), ("9s 9d 5c", "2 to 1"), ("9s 9d Ac", "2 to 1"), ("9s 9d 6c", "1 to 1")]
)
def test_tsr_6_the_play_wager_pays_more_the_fewer_the_points(mine, pay):
    assert pays(GAME, "Play")[ends(mine, PLAYS)[1]] == pay


@pytest.mark.parametrize(
    ("mine", "ends_in"),
    [
        ("As 2s 3s", "A-2-3 suited"),
        ("2s 3s 4s", "no points"),
        ("9s 9d 6c", "1 to 6 points"),
        ("9s 9d Tc", "7 to 10 points"),
        ("As Td 2c", "lose"),
        ("As 8d 2c", "11 or 12 points"),
    ],
)
def test_tsr_7_bonus_pays_for_12_points_or_less(mine, ends_in):
    assert line(GAME, "Bonus", "fold", seat=mine) == ends_in


def test_twenty_points_or_less_are_played_and_that_is_best():
    """As is published; the edge is not, and is near that of Three Card Poker."""
    found = houseway.strategy(GAME.slug)
    assert [(row.when, row.choose) for row in found.rows] == [
        ("21 points or worse", "fold"),
        ("20 points or better", "play"),
    ]
    assert found.cost == 0 and found.house_edge == Fraction(7745, 239512)
