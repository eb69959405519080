"""Straight Edge Poker, as far as it is known, clause by clause."""

from houseway.analysis.exact.facts import ends_of
from houseway.analysis.exact.question import question
from houseway.cards import parse
from houseway.game import DEALER, SEAT, Deal
from houseway.games.straight_edge import GAME, MINE
from tests.games.clauses import line, options, pays

FOUR, FOUR_HIGHER = "3s 4d 5h 6c 9s Jd Kh", "5s 6d 7h 8c Ts Qd Ah"


def ends(mine, his):
    """The lines of the ante and the play wager."""
    return tuple(line(GAME, wager, "play", seat=mine, dealer=his) for wager in ("Ante", "Play"))


def test_se_ranking_the_longer_straight_and_then_the_higher_last_card():
    ranked = ["Js Qd Kh Ac 2s 3d 9h", FOUR_HIGHER, FOUR]
    worths = [MINE.worth(parse(cards)) for cards in ranked]
    assert worths == [(6, 3), (4, 8), (4, 6)]


def test_se_1_the_ante_is_required():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Ante",), ())


def test_se_2_seven_cards_to_each_player():
    assert GAME.round[1] == Deal(SEAT, 7)


def test_se_3_eight_cards_to_the_dealer_face_down():
    assert GAME.round[2] == Deal(DEALER, 8)


def test_se_4_fold_or_play_with_a_wager_equal_to_the_ante():
    fold, play = options(GAME, 0, seat=FOUR)
    assert (fold.word, fold.out, play.stakes) == ("fold", True, (("Play", 1),))


def test_se_5_the_higher_hand_wins_and_the_player_wins_copies():
    assert ends(FOUR_HIGHER, FOUR + " Kd") == ("win", "win")
    assert ends(FOUR, "3c 4h 5d 6s 9c Jc Kc Kd") == ("win", "win")
    assert ends(FOUR, FOUR_HIGHER + " Ad") == ("lose", "lose")
    assert pays(GAME, "Ante") == pays(GAME, "Play") == {"win": "1 to 1"}


def test_the_exact_edge():
    """Nobody publishes one."""
    asked = question(GAME)
    assert str(-ends_of(asked).mean(asked.net)) == "13657509813463/76695982312950"
