"""Mississippi Stud, clause by clause."""

import pytest

from houseway.game import BOARD, SEAT, Deal, Show
from houseway.games.mississippi_stud import GAME, STREETS
from tests.games.clauses import line, options, pays


def test_ms_1_the_ante_is_required_and_the_bonuses_are_optional():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Ante",), ("3 Card Bonus", "Progressive"))


def test_ms_2_two_cards_to_each_player_and_three_common_ones_face_down():
    assert GAME.round[1:3] == (Deal(SEAT, 2), Deal(BOARD, 3))


@pytest.mark.parametrize("number", range(3))
def test_ms_3_before_each_common_card_fold_or_bet_one_to_three_antes(number):
    street = STREETS[number]
    offered = options(GAME, number, seat="As Kd", board=" ".join(["2c", "3c"][:number]))
    assert [(each.word, each.stakes, each.out) for each in offered] == [
        ("bet 1x", ((street, 1),), False),
        ("bet 2x", ((street, 2),), False),
        ("bet 3x", ((street, 3),), False),
        ("fold", (), True),
    ]
    assert GAME.wager(street).of == "Ante"


def test_ms_3_common_cards_are_turned_over_one_by_one():
    assert [step.what for step in GAME.round if isinstance(step, Show)] == [BOARD[:1], BOARD[1:2], BOARD[2:]]


def test_ms_3_a_fold_loses_all_that_was_bet():
    assert not any(wager.outlives for wager in GAME.main)


@pytest.mark.parametrize(
    ("mine", "common", "ends"),
    [
        ("As Ks", "Qs Js Ts", "royal flush"),
        ("9s Ks", "Qs Js Ts", "straight flush"),
        ("9s 9d", "9c 9h 2s", "four of a kind"),
        ("9s 9d", "9c 2h 2s", "full house"),
        ("2s 4s", "9s Ks Ts", "flush"),
        ("As 2d", "3s 4s 5s", "straight"),
        ("9s 9d", "9c 3h 2s", "three of a kind"),
        ("9s 9d", "3c 3h 2s", "two pair"),
        ("Js 9d", "3c Jh 2s", "jacks or better"),
        ("Ts 9d", "3c Th 2s", "sixes to tens"),
        ("6s 9d", "3c 6h 2s", "sixes to tens"),
        ("5s 9d", "3c 5h 2s", "lose"),
        ("As 9d", "3c 5h 2s", "high card"),
    ],
)
def test_ms_4_all_bets_pay_by_the_same_five_card_hand(mine, common, ends):
    assert {line(GAME, wager.name, seat=mine, board=common) for wager in GAME.main} == {ends}
    assert (ends in pays(GAME, "Mississippi Stud")) is (ends not in ("lose", "high card"))


def test_ms_4_sixes_to_tens_push_and_all_bets_have_one_table():
    assert pays(GAME, "Mississippi Stud")["sixes to tens"] == "push"
    assert all(GAME.paytables_of(wager) == GAME.paytables_of(GAME.main[0]) for wager in GAME.main)
    assert pays(GAME, "Mississippi Stud, straight 5") == pays(GAME, "Mississippi Stud") | {"straight": "5 to 1"}


@pytest.mark.parametrize(
    ("common", "ends"),
    [
        ("As Ks Qs", "mini royal"),
        ("4s 3s 2s", "straight flush"),
        ("9s 9d 9c", "three of a kind"),
        ("As 2d 3s", "straight"),
        ("2s 7s 9s", "flush"),
        ("9s 9d 2c", "pair"),
        ("9s 7d 2c", "high card"),
    ],
)
def test_ms_5_the_bonus_pays_by_the_three_common_cards_though_the_player_folded(common, ends):
    assert line(GAME, "3 Card Bonus", "fold", seat="As Ad", board=common) == ends
    assert GAME.wager("3 Card Bonus").outlives
