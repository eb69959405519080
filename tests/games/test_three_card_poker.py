"""Three Card Poker, clause by clause."""

import pytest

from houseway.cards import parse
from houseway.game import DEALER, SEAT, Deal
from houseway.games.three_card_poker import GAME, MINE, qualifies
from tests.games.clauses import line, options, pays

PLAYS, PLAYS_NOT = "Qc 3d 2h", "Jc Td 8h"


def ends(mine, his):
    """The lines of the ante and the play wager."""
    return tuple(line(GAME, wager, "play", seat=mine, dealer=his) for wager in ("Ante", "Play"))


def test_tcp_ranking_a_straight_beats_a_flush_and_ace_two_three_is_the_lowest_straight():
    ranked = ["4s 3s 2s", "2s 2d 2c", "4s 3d 2s", "As 2d 3s", "As Ks 9s", "2s 2d 3s", "As Kd Js"]
    worths = [MINE.worth(parse(cards)) for cards in ranked]
    assert worths == sorted(set(worths), reverse=True)
    assert len(set(worths)) == len(worths)


def test_tcp_1_the_ante_is_required_and_pair_plus_and_the_6_card_bonus_are_optional():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Ante",), ("Pair Plus", "6 Card Bonus"))


def test_tcp_2_three_cards_each_face_down():
    assert GAME.round[1] == Deal(SEAT + DEALER, 3)


def test_tcp_3_fold_or_play_with_a_wager_equal_to_the_ante():
    fold, play = options(GAME, 0, seat="As Kd 2c")
    assert (fold.word, fold.out, fold.stakes) == ("fold", True, ())
    assert (play.word, play.out, play.stakes) == ("play", False, (("Play", 1),))
    assert GAME.wager("Play").of == "Ante"


@pytest.mark.parametrize(("his", "plays"), [("Qc 3d 2h", True), ("2c 2d 3h", True), ("Jc Td 8h", False)])
def test_tcp_4_the_dealer_plays_with_queen_high_or_better(his, plays):
    assert qualifies(MINE.worth(parse(his))) is plays


def test_tcp_4_if_he_does_not_play_the_ante_wins_and_the_play_wager_is_returned():
    assert ends("9s 8d 2c", PLAYS_NOT) == ends("As Ad 2c", PLAYS_NOT) == ("win", "dealer does not play")
    assert pays(GAME, "Play")["dealer does not play"] == "push"


def test_tcp_5_if_he_plays_the_higher_hand_wins_both_and_a_tie_returns_both():
    assert ends("Qs 4d 2c", PLAYS) == ("win", "win")
    assert ends("Qs 3c 2c", PLAYS) == ("tie", "tie")
    assert ends("Js Td 9h", "Qc Jd Th") == ("lose", "lose")
    for wager in ("Ante", "Play"):
        assert (pays(GAME, wager)["win"], pays(GAME, wager)["tie"]) == ("1 to 1", "push")


def test_tcp_6_a_straight_or_better_is_paid_a_bonus_whatever_the_dealer_holds():
    assert GAME.wager("Ante Bonus").free
    assert GAME.wager("Ante Bonus").of == "Ante"
    assert {line(GAME, "Ante Bonus", "play", seat="4s 3d 2s", dealer=his) for his in (PLAYS, "As Ks Qs")} == {
        "straight"
    }
    assert pays(GAME, "Ante Bonus 5-4-1") == {
        "straight flush": "5 to 1",
        "three of a kind": "4 to 1",
        "straight": "1 to 1",
    }


@pytest.mark.parametrize(
    ("mine", "ends"),
    [
        ("4s 3s 2s", "straight flush"),
        ("2s 2d 2c", "three of a kind"),
        ("4s 3d 2s", "straight"),
        ("As Ks 9s", "flush"),
        ("2s 2d 3s", "pair"),
    ],
)
def test_tcp_7_pair_plus_pays_for_a_pair_or_better(mine, ends):
    assert line(GAME, "Pair Plus", "fold", seat=mine, dealer=PLAYS) == ends
    assert ends in pays(GAME, "Pair Plus 40-30-6-4-1")


def test_tcp_7_pair_plus_is_settled_though_the_hand_was_folded_and_loses_with_less_than_a_pair():
    assert [wager.name for wager in GAME.wagers if wager.outlives] == ["Pair Plus", "6 Card Bonus"]
    assert GAME.paytable("Pair Plus 40-30-6-4-1").net(line(GAME, "Pair Plus", seat="As Kd Js")) == -1


@pytest.mark.parametrize(
    ("mine", "his", "ends"),
    [
        ("As Ks Qs", "Js Ts 2d", "royal flush"),
        ("9s 9d 4c", "9c 9h 2d", "four of a kind"),
        ("9s 9d 4c", "9c 4h 4d", "full house"),
        ("As 4d 3c", "2c 5h Kd", "straight"),
        ("9s 9d 4c", "9c Kh 2d", "three of a kind"),
    ],
)
def test_tcp_8_the_6_card_bonus_pays_for_the_best_five_of_both_hands(mine, his, ends):
    assert line(GAME, "6 Card Bonus", "fold", seat=mine, dealer=his) == ends
    assert ends in pays(GAME, "6 Card Bonus 1000-200-50-25-20-10-5")
    assert GAME.paytable("6 Card Bonus 1000-200-50-25-20-10-5").net("two pair") == -1
