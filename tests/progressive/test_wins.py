"""Several wins in one round, worked out by hand from a meter of $31,396.37. [SLP 9c] [SLP A]"""

from fractions import Fraction
from itertools import pairwise, permutations

import pytest

from houseway.progressive.wins import Win, from_the_dealers_right, largest_share_first, paid
from houseway.table.places import reconcile_order
from tests.progressive.meters import dollars, meter

START = dollars("31396.37")
ROYALS = [3_139_63, 2_825_67, 2_543_10, 2_288_79]  # of 31,396.37, 28,256.74, 25,431.07, 22,887.97
LEFT = ["28256.74", "25431.07", "22887.97", "20599.18"]


def royal(seat: int) -> Win:
    return Win(seat=seat, line="Royal Flush", share=Fraction(1, 10))


def aces(seat: int) -> Win:
    return Win(seat=seat, line="Five Aces", share=Fraction(1))


def cents_of(payments):
    return [(payment.win.seat, payment.cents) for payment in payments]


@pytest.mark.parametrize("winners", [2, 3, 4])
def test_SLP_A_royals_are_paid_from_the_dealers_right_each_of_what_is_then_left(winners):
    for seats in permutations(range(1, 7), winners):
        payments = paid(meter(START), [royal(seat) for seat in seats])
        assert cents_of(payments) == list(zip(sorted(seats, reverse=True), ROYALS, strict=False))
        assert [payment.after.gross_micros for payment in payments] == [dollars(left) for left in LEFT[:winners]]
        assert payments[0].before == meter(START)
        for one, following in pairwise(payments):
            assert following.before == one.after


def test_SLP_A_the_order_is_that_in_which_the_dealer_reconciles():
    for seats in permutations(range(1, 7)):
        ordered = from_the_dealers_right([royal(seat) for seat in seats], 6)
        assert tuple(win.seat for win in ordered) == reconcile_order(seats) == (6, 5, 4, 3, 2, 1)


def test_SLP_4_a_tenth_after_the_whole_is_a_tenth_of_the_seed():
    first, second = paid(meter(START), [royal(2), aces(5)])
    assert cents_of((first, second)) == [(5, 31_396_37), (2, 500_00)]
    assert first.is_reseeded and not second.is_reseeded
    assert (first.from_reserve_micros, first.from_bank_micros) == (0, dollars("5000"))
    assert (first.after.gross_micros, second.after.gross_micros) == (dollars("5000"), dollars("4500"))


def test_SLP_4_the_whole_after_a_tenth_is_what_the_tenth_left():
    first, second = paid(meter(START), [aces(2), royal(5)])
    assert cents_of((first, second)) == [(5, 3_139_63), (2, 28_256_74)]
    assert second.after.gross_micros == second.from_bank_micros == dollars("5000")


def test_two_whole_awards_take_the_meter_and_then_the_seed():
    first, second = paid(meter(START, reserve=dollars("7000")), [aces(1), aces(6)])
    assert cents_of((first, second)) == [(6, 31_396_37), (1, 5_000_00)]
    assert (first.from_reserve_micros, first.from_bank_micros) == (dollars("5000"), 0)
    assert (second.from_reserve_micros, second.from_bank_micros) == (dollars("2000"), dollars("3000"))
    assert (second.after.gross_micros, second.after.reserve_micros) == (dollars("5000"), 0)


def test_a_residue_stays_for_the_next_winner():
    payments = paid(meter(dollars("100.09")), [royal(1), royal(2)])
    assert cents_of(payments) == [(2, 10_00), (1, 9_00)]  # 10 % of 100.09, then of 90.09
    assert payments[-1].after.gross_micros == dollars("81.09")


def test_overflow_fills_the_meter_for_the_next_winner():
    payments = paid(meter(dollars("50123.45"), maximum=50_000_00), [royal(1), royal(2)])
    assert cents_of(payments) == [(2, 5_000_00), (1, 4_512_34)]


def test_internal_controls_may_pay_the_largest_share_first():
    payments = paid(meter(START), [royal(6), aces(1), royal(3)], largest_share_first)
    assert cents_of(payments) == [(1, 31_396_37), (6, 500_00), (3, 450_00)]


def test_no_wins_pay_nothing():
    assert paid(meter(START), []) == ()


@pytest.mark.parametrize(
    "policy",
    [lambda wins, seats: wins[:1], lambda wins, seats: [*wins, wins[0]], lambda wins, seats: [wins[0]] * 2],
    ids=["leaves one out", "adds one", "pays one twice"],
)
def test_no_policy_may_lose_or_double_a_win(policy):
    with pytest.raises(ValueError, match="every win of the round once"):
        paid(meter(START), [royal(1), royal(2)], policy)


@pytest.mark.parametrize(
    ("wins", "says"),
    [
        ([royal(0)], "seats 1 to 6"),
        ([royal(7)], "seats 1 to 6"),
        ([royal(2), aces(2)], "seat 2 wins twice"),
        ([Win(seat=1, line="Royal Flush", share=Fraction(2))], "at most 1"),
    ],
)
def test_wins_that_one_round_cannot_have_are_not_paid(wins, says):
    with pytest.raises(ValueError, match=says):
        paid(meter(START), wins)
