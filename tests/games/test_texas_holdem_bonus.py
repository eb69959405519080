"""Texas Hold'em Bonus, clause by clause; what it costs stands in `tests/analysis/exact/test_boards.py`."""

import pytest

from houseway.game import BOARD, DEALER, SEAT, Deal, Show
from houseway.games.texas_holdem_bonus import GAME
from tests.games.clauses import line, options, pays

BOARD_CARDS = "Ks 9d 7c 4h 2s"  # no pair, no straight, no flush


def ends(mine, his, common=BOARD_CARDS):
    """The lines of all main wagers."""
    return [line(GAME, wager.name, "bet 2x", seat=mine, dealer=his, board=common) for wager in GAME.main]


def test_thb_1_the_ante_is_required_and_the_bonus_is_optional():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Ante",), ("Bonus",))


def test_thb_2_two_cards_each_and_five_common_ones_face_down():
    assert GAME.round[1:3] == (Deal(SEAT + DEALER, 2), Deal(BOARD, 5))


def test_thb_3_fold_or_bet_two_antes_on_the_flop():
    fold, bet = options(GAME, 0, seat="As Kd")
    assert (fold.word, fold.out) == ("fold", True)
    assert (bet.word, bet.stakes) == ("bet 2x", (("Flop", 2),))


@pytest.mark.parametrize(("number", "wager", "board"), [(1, "Turn", "2c 3c 4c"), (2, "River", "2c 3c 4c 5d")])
def test_thb_4_and_5_then_check_or_bet_one_ante_whatever_was_done_before(number, wager, board):
    for said in (("bet 2x",), ("bet 2x", "check"), ("bet 2x", "bet 1x")):
        offered = options(GAME, number, *said, seat="As Kd", board=board)
        assert [(each.word, each.stakes) for each in offered] == [("check", ()), ("bet 1x", ((wager, 1),))]


def test_thb_3_to_5_common_cards_are_turned_over_three_one_and_one():
    assert [step.what for step in GAME.round if isinstance(step, Show)] == [BOARD[:3], BOARD[3:4], BOARD[4:], DEALER]


def test_thb_6_the_better_hand_wins_and_a_tie_returns_all():
    assert ends("Kh 3d", "Qs 2d")[1:] == ["win"] * 3
    assert ends("3s 5d", "Qs Jd") == ["lose"] * 4
    assert ends("3s 5d", "3c 5h", "Ks Kd Qc Qh As") == ["tie"] * 4
    for bet in ("Flop", "Turn", "River"):
        assert pays(GAME, bet) == {"win": "1 to 1", "tie": "push"}


def test_thb_7_the_ante_wins_with_a_straight_or_better_and_elsewhere_with_a_flush():
    assert ends("Kh 3d", "Qs 2d")[0] == "less than a straight"
    assert ends("8s 9s", "2c 2d", "5s 6h 7s Kh 3d")[0] == "straight"
    assert ends("8s 4s", "2c 2d", "Ks Qs 9s 7h 3d")[0] == "flush"
    assert pays(GAME, "Las Vegas")["straight"] == "1 to 1"
    assert pays(GAME, "Atlantic City")["straight"] == "push"
    assert {pays(GAME, name)["flush"] for name in ("Las Vegas", "Atlantic City")} == {"1 to 1"}
    assert {pays(GAME, name)["less than a straight"] for name in ("Las Vegas", "Atlantic City")} == {"push"}


@pytest.mark.parametrize(
    ("mine", "his", "ends"),
    [
        ("As Ad", "Ah Ac", "aces against aces"),
        ("As Ad", "Ah Kc", "aces"),
        ("As Ks", "2c 2d", "ace-king suited"),
        ("As Kd", "2c 2d", "ace-king unsuited"),
        ("As Qs", "2c 2d", "ace-queen or ace-jack suited"),
        ("As Jd", "2c 2d", "ace-queen or ace-jack unsuited"),
        ("Ks Kd", "Ah Ac", "kings to jacks"),
        ("Ts Td", "Ah Ac", "tens to twos"),
        ("As Ts", "Ah Ac", "lose"),
        ("Ks Qs", "Ah Ac", "lose"),
    ],
)
def test_thb_8_the_bonus_pays_by_two_cards_and_its_highest_line_needs_the_dealers(mine, his, ends):
    assert line(GAME, "Bonus", "fold", seat=mine, dealer=his) == ends
    assert GAME.wager("Bonus").outlives
