"""Ultimate Texas Hold'em, clause by clause."""

import pytest

from houseway.game import BOARD, DEALER, SEAT, Deal, Show
from houseway.games.ultimate_texas_holdem import GAME
from tests.games.clauses import line, options, pays, words

BOARD_CARDS = "Ks 9d 7c 4h 2s"  # no pair, no straight, no flush


def ends(mine, his, common=BOARD_CARDS):
    """The lines of Ante, Blind and Play."""
    return [line(GAME, wager, "raise 4x", seat=mine, dealer=his, board=common) for wager in ("Ante", "Blind", "Play")]


def test_uth_1_ante_and_blind_are_required_and_equal_and_trips_is_optional():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Ante", "Blind"), ("Trips", "Two-Way Bad Beat"))
    assert GAME.wager("Blind").of == "Ante"


def test_uth_2_and_3_two_cards_each_and_five_common_ones_face_down():
    assert GAME.round[1:3] == (Deal(SEAT + DEALER, 2), Deal(BOARD, 5))


def test_uth_4_check_or_raise_three_or_four_antes_at_once():
    offered = [(each.word, each.stakes) for each in options(GAME, 0, seat="As Kd")]
    assert offered == [("check", ()), ("raise 4x", (("Play", 4),)), ("raise 3x", (("Play", 3),))]


def test_uth_5_after_the_flop_check_or_raise_two():
    offered = [(each.word, each.stakes) for each in options(GAME, 1, "check", seat="As Kd", board="2c 3c 4c")]
    assert offered == [("check", ()), ("raise 2x", (("Play", 2),))]


def test_uth_6_at_the_end_fold_or_raise_one():
    fold, raise_1 = options(GAME, 2, "check", "check", seat="As Kd", board=BOARD_CARDS)
    assert (fold.word, fold.out) == ("fold", True)
    assert (raise_1.word, raise_1.stakes) == ("raise 1x", (("Play", 1),))


@pytest.mark.parametrize("said", [("raise 4x",), ("raise 3x",), ("check", "raise 2x")])
def test_uth_4_who_has_raised_chooses_no_more(said):
    assert words(GAME, 2, *said, seat="As Kd", board=BOARD_CARDS) == []


def test_uth_5_and_6_three_common_cards_are_turned_over_and_then_two():
    assert [step.what for step in GAME.round if isinstance(step, Show)] == [BOARD[:3], BOARD[3:], DEALER]


def test_uth_7_the_dealer_opens_with_a_pair_and_else_the_ante_is_returned():
    assert ends("As 3d", "Qs Jd")[0] == ends("3s 5d", "Qs Jd")[0] == "dealer does not open"
    assert ends("Ah 3d", "Qs 2d")[0] == "lose"
    assert ends("Kh 3d", "Qs 2d")[0] == "win"
    assert pays(GAME, "Ante") == {"win": "1 to 1", "tie": "push", "dealer does not open": "push"}


def test_uth_8_the_better_five_of_seven_wins_the_play_wager_and_a_tie_returns_all():
    assert ends("Kh 3d", "Qs 2d")[2] == "win"
    assert ends("3s 5d", "Qs Jd")[2] == "lose"
    assert ends("3s 5d", "3c 5h", "Ks Kd Qc Qh As") == ["tie", "tie", "tie"]


@pytest.mark.parametrize(
    ("mine", "his", "common", "blind"),
    [
        ("As Js", "2c 2d", "Ks Qs Ts 2h 3d", "royal flush"),
        ("8s 9s", "2c 2d", "5s 6s 7s 2h 3d", "straight flush"),
        ("8s 8d", "2c 2d", "8c 8h 7s 2h 3d", "four of a kind"),
        ("8s 8d", "2c Ad", "8c 7h 7s 2h 3d", "full house"),
        ("8s 4s", "2c 2d", "Ks Qs 9s 7h 3d", "flush"),
        ("8s 9s", "2c 2d", "5s 6h 7s Kh 3d", "straight"),
        ("8s 8d", "2c 2d", "8c 6h 7s Kh 3d", "less than a straight"),
        ("8s 8d", "9c 9d", "2c 6h 7s Kh 3d", "lose"),
        ("8s 9s", "8c 9d", "5s 6h 7s Kh 3d", "tie"),
    ],
)
def test_uth_9_the_blind_pays_by_the_hand_that_wins(mine, his, common, blind):
    assert ends(mine, his, common)[1] == blind


def test_uth_9_less_than_a_straight_pushes():
    assert pays(GAME, "Blind")["less than a straight"] == "push"
    assert pays(GAME, "Blind")["straight"] == "1 to 1"


def test_uth_10_trips_pays_by_the_players_hand_whether_or_not_he_folded():
    assert GAME.wager("Trips").outlives
    for his in ("As Ad", "3c 5d"):
        made = line(GAME, "Trips", "check", "check", "fold", seat="Kd Kc", dealer=his, board=BOARD_CARDS)
        assert made == "three of a kind"
    assert GAME.paytable("Trips A").net(line(GAME, "Trips", seat="Kd 9c", board=BOARD_CARDS)) == -1


@pytest.mark.parametrize(
    ("mine", "his", "common", "beaten"),
    [
        ("8s 8d", "9c 9d", "8c 8h 9s 9h 3d", "four of a kind"),
        ("9c 9d", "8s 8d", "8c 8h 9s 9h 3d", "four of a kind"),
        ("8s 8d", "9c 9d", "2c 6h 7s Kh 3d", "pair"),
        ("8s 9s", "8c 9d", "5s 6h 7s Kh 3d", "tie"),
    ],
)
def test_uth_11_the_two_way_bad_beat_pays_by_the_hand_that_loses_whosever_it_is(mine, his, common, beaten):
    made = line(GAME, "Two-Way Bad Beat", "check", "check", "fold", seat=mine, dealer=his, board=common)
    assert made == beaten
    assert GAME.wager("Two-Way Bad Beat").outlives
    assert "tie" not in pays(GAME, "Two-Way Bad Beat")
