"""Crazy 4 Poker, clause by clause."""

import pytest

from houseway.cards import parse
from houseway.game import DEALER, SEAT, Deal
from houseway.games.crazy_4 import GAME, MINE, glance, qualifies, spoken
from tests.games.clauses import line, pays, seen_so, words

PLAYS, PLAYS_NOT = "Kc 8d 6h 4s 2c", "Qc Td 8h 4s 2c"


def ends(mine, his):
    """The lines of ante, Super Bonus and play wager."""
    return tuple(line(GAME, wager, "play 1x", seat=mine, dealer=his) for wager in ("Ante", "Super Bonus", "Play"))


def test_c4_ranking_three_of_a_kind_beats_a_flush_and_four_of_a_kind_all():
    ranked = [
        "2s 2d 2c 2h As",
        "5s 4s 3s 2s Ad",
        "2s 2d 2c 9h 7d",
        "9s 7s 5s 3s Ad",
        "As 2d 3c 4h 9d",
        "3s 3d 2c 2h 9d",
    ]
    worths = [MINE.worth(parse(cards)) for cards in ranked]
    assert worths == sorted(worths, reverse=True) and len(set(worths)) == len(worths)


def test_c4_1_ante_and_super_bonus_are_required_and_equal():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Ante", "Super Bonus"), ("Queens Up",))
    assert GAME.wager("Super Bonus").of == "Ante"


def test_c4_2_five_cards_each_face_down():
    assert GAME.round[1] == Deal(SEAT + DEALER, 5)


@pytest.mark.parametrize(("mine", "most"), [("As Ad 9c 7d 2h", 3), ("Ks Kd 9c 7d 2h", 1), ("3s 3d 2c 2d 9h", 3)])
def test_c4_3_more_than_one_ante_is_played_with_aces_or_better_alone(mine, most):
    assert words(GAME, 0, seat=mine) == ["fold", *(f"play {times}x" for times in range(1, most + 1))]


@pytest.mark.parametrize(("his", "plays"), [(PLAYS, True), ("2c 2d 5h 4s 8c", True), (PLAYS_NOT, False)])
def test_c4_4_the_dealer_plays_with_king_high_and_else_the_ante_is_returned(his, plays):
    assert qualifies(MINE.worth(parse(his))) is plays
    assert (ends("As 9d 7c 5d 3h", his)[0] == "dealer does not play") is not plays
    assert ends("9s 8d 7c 5d 3h", PLAYS_NOT) == ("dealer does not play", "less than a straight", "win")


def test_c4_5_the_higher_hand_wins_both_and_a_tie_returns_them():
    assert ends("As 9d 7c 5d 3h", PLAYS) == ("win", "less than a straight", "win")
    assert ends("Ks 8h 6c 4d 3h", PLAYS) == ("tie", "less than a straight", "tie")
    assert ends("Ks 8h 6c 3d 2h", PLAYS) == ("lose", "lose", "lose")


@pytest.mark.parametrize(
    ("mine", "line"),
    [
        ("As Ad Ac Ah 2h", "four aces"),
        ("Ks Kd Kc Kh 2h", "four of a kind"),
        ("5s 4s 3s 2s Kh", "straight flush"),
        ("5s 4d 3s 2s Kh", "straight"),
    ],
)
def test_c4_6_the_super_bonus_pays_from_a_straight_whatever_the_dealer_holds(mine, line):
    assert {ends(mine, his)[1] for his in (PLAYS, PLAYS_NOT, "Qs Qd Qc Qh 3c")} == {line}
    assert line in pays(GAME, "Super Bonus")


@pytest.mark.parametrize(("mine", "ends_in"), [("Qs Qd 9c 7d 2h", "queens or better"), ("Js Jd 9c 7d 2h", "lose")])
def test_c4_7_queens_up_pays_from_a_pair_of_queens(mine, ends_in):
    assert line(GAME, "Queens Up", seat=mine) == ends_in
    assert GAME.wager("Queens Up").outlives


@pytest.mark.parametrize(
    ("mine", "name"),
    [
        ("Ks Qd 8c 4d 2h", "king-queen-8-4"),
        ("Ks Kd 8c 4d 2h", "a pair of kings"),
        ("3s 3d 2c 2d 9h", "a pair of aces or better"),
    ],
)
def test_at_a_glance_the_best_four_cards_are_seen(mine, name):
    assert spoken(glance(seen_so(GAME, seat=mine))[1]) == name
