"""Let It Ride, clause by clause."""

import pytest

from houseway.game import BOARD, SEAT, Choice, Deal, Show
from houseway.games.let_it_ride import GAME
from tests.games.clauses import line, options, pays


def test_lir_1_three_equal_bets_and_an_optional_bonus():
    bets = GAME.round[0]
    assert (bets.must, bets.may) == (("Bet 1", "Bet 2", "Bet 3"), ("3 Card Bonus",))
    assert [GAME.wager(bet).of for bet in bets.must] == [None, "Bet 1", "Bet 1"]


def test_lir_2_three_cards_to_each_player_and_two_common_ones_face_down():
    assert GAME.round[1:3] == (Deal(SEAT, 3), Deal(BOARD, 2))


@pytest.mark.parametrize(("number", "bet"), [(0, "Bet 1"), (1, "Bet 2")])
def test_lir_3_and_4_a_bet_is_taken_back_or_it_rides(number, bet):
    back, ride = options(GAME, number, seat="As Kd 7c", board="2c"[: 2 * number])
    assert (back.word, back.back, back.out) == ("take back", (bet,), False)
    assert (ride.word, ride.back) == ("let it ride", ())


def test_lir_3_and_4_a_common_card_is_turned_over_after_each_choice():
    assert [type(step) for step in GAME.round[3:]] == [Choice, Show, Choice, Show]
    assert [step.what for step in GAME.round if isinstance(step, Show)] == [BOARD[:1], BOARD[1:]]


@pytest.mark.parametrize(
    ("mine", "common", "ends"),
    [
        ("As Ks Qs", "Js Ts", "royal flush"),
        ("9s Ks Qs", "Js Ts", "straight flush"),
        ("9s 9d 9c", "9h 2s", "four of a kind"),
        ("9s 9d 9c", "2h 2s", "full house"),
        ("2s 4s 9s", "Ks Ts", "flush"),
        ("As 2d 3s", "4s 5s", "straight"),
        ("9s 9d 9c", "3h 2s", "three of a kind"),
        ("9s 9d 3c", "3h 2s", "two pair"),
        ("Ts 9d 3c", "Th 2s", "pair of tens or better"),
        ("9s 9d 3c", "Th 2s", "lose"),
        ("As Kd 3c", "Th 2s", "high card"),
    ],
)
def test_lir_5_every_bet_pays_by_the_five_card_hand(mine, common, ends):
    assert {line(GAME, f"Bet {n}", seat=mine, board=common) for n in (1, 2, 3)} == {ends}
    assert (ends in pays(GAME, "Let It Ride")) is (ends not in ("lose", "high card"))


def test_lir_5_bets_2_and_3_pay_by_the_table_of_the_first():
    assert GAME.paytables_of(GAME.wager("Bet 3")) == GAME.paytables_of(GAME.wager("Bet 1"))


@pytest.mark.parametrize(
    ("mine", "ends"),
    [("As Ks Qs", "mini royal"), ("Ks Qs Js", "straight flush"), ("As Kd Qs", "straight"), ("As Ad Qs", "pair")],
)
def test_lir_6_the_bonus_looks_at_the_players_own_cards_alone(mine, ends):
    assert {line(GAME, "3 Card Bonus", seat=mine, board=common) for common in ("2c 3d", "Js Ts")} == {ends}


def test_lir_6_a_high_card_pays_nothing():
    assert GAME.paytable("3 Card Bonus 50-40-30-6-3-1").net(line(GAME, "3 Card Bonus", seat="As Kd 2s")) == -1
