"""The meter to the millionth of a dollar, worked out by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.games import GAMES
from houseway.progressive.meter import (
    AwardTotal,
    Hit,
    Meter,
    MeterSettings,
    counted,
    faults,
    gained,
    grown,
    raised,
    reseed,
    settings_of,
    show_micros,
    won,
)
from tests.progressive.meters import FSLPP_01, FSLPP_03, dollars, meter

TENTH, ALL = Fraction(1, 10), Fraction(1)


def test_SLP_3_the_settings_are_those_of_the_letter():
    assert MeterSettings(seed_cents=5_000_00, stake_cents=1_00, increment=Fraction(21, 100)) == FSLPP_01
    assert MeterSettings(seed_cents=10_000_00, stake_cents=1_00, increment=Fraction(30331, 100000)) == FSLPP_03
    assert not faults(FSLPP_01) and not faults(FSLPP_03)


def test_a_paytable_without_a_meter_has_no_settings():
    with pytest.raises(ValueError, match="'FSLP-01' has no meter"):
        settings_of(GAMES["san-lo"].paytable("FSLP-01"))


@pytest.mark.parametrize(
    ("settings", "stakes", "micros"),
    [
        (FSLPP_01, 0, 0),
        (FSLPP_01, 1, 210_000),
        (FSLPP_01, 6, 1_260_000),
        (FSLPP_01, 1_000_001, 210_000_210_000),
        (FSLPP_03, 1, 303_310),
        (FSLPP_03, 6, 1_819_860),
        (FSLPP_03, 1_000_001, 303_310_303_310),
    ],
)
def test_SLP_6_stakes_put_their_increment_onto_the_meter_exactly(settings, stakes, micros):
    assert gained(settings, stakes) == (micros, 0)


def test_a_hidden_share_goes_to_the_reserve():
    settings = replace(FSLPP_03, hidden=Fraction(1, 8))
    assert gained(settings, 3) == (909_930, 375_000)
    after = grown(meter(dollars("31396.37"), settings), *gained(settings, 3))
    assert (after.gross_micros, after.reserve_micros, after.in_micros) == (31_397_279_930, 375_000, 909_930)


def test_stakes_are_not_counted_backwards_nor_in_parts_of_a_millionth():
    with pytest.raises(ValueError, match="nothing or more"):
        gained(FSLPP_01, -1)
    with pytest.raises(ValueError, match="whole millionths"):
        gained(replace(FSLPP_01, increment=Fraction(1, 3)), 3)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"stake_cents": 0}, "stake 0: 1 to 500 cents"),
        ({"stake_cents": 501}, "stake 501: 1 to 500 cents"),
        ({"stake_cents": 1.0}, "stake 1.0: 1 to 500 cents"),
        ({"stake_cents": True}, "stake True: 1 to 500 cents"),
        ({"seed_cents": -1}, "seed -1: 0 to 1000000000 cents"),
        ({"increment": Fraction(-1, 100)}, "increment '-1/100': a share from 0 to 1"),
        ({"increment": Fraction(101, 100)}, "increment '101/100': a share from 0 to 1"),
        ({"increment": 0.21}, "increment '0.21': a share from 0 to 1"),
        ({"increment": "two\nlines"}, "increment 'two\\nlines': a share from 0 to 1"),
        ({"hidden": Fraction(-1, 100)}, "hidden '-1/100': a share from 0 to 1"),
        ({"hidden": Fraction(80, 100)}, "increment 21/100 and hidden 4/5: together at most 1"),
        ({"increment": Fraction(1, 3)}, "increment '1/3': of one stake it has to be whole millionths of a dollar"),
        ({"hidden": Fraction(1, 3)}, "hidden '1/3': of one stake it has to be whole millionths of a dollar"),
        ({"maximum_cents": 4_999_99}, "maximum 499999: none, or 500000 cents, which is the seed, to 1000000000"),
    ],
)
def test_settings_that_no_meter_can_be_run_on_say_why(changes, fault):
    assert fault in faults(replace(FSLPP_01, **changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"stake_cents": 1},
        {"stake_cents": 5_00},
        {"increment": Fraction(0)},
        {"increment": Fraction(1)},
        {"hidden": Fraction(79, 100)},
        {"maximum_cents": 5_000_00},
        {"increment": Fraction(1, 1_000_000)},
    ],
)
def test_settings_at_the_limits_are_sound(changes):
    assert faults(replace(FSLPP_01, **changes)) == ()


def test_all_faults_of_the_settings_are_said_at_once():
    wrong = replace(FSLPP_01, stake_cents=0, seed_cents=-1, increment=Fraction(2))
    assert len(faults(wrong)) == 4


@pytest.mark.parametrize(
    ("share", "cents", "left"),
    [
        (TENTH, 3_139_72, "28257.55993"),  # 3,139.727993
        (ALL, 31_397_27, "0.00993"),
        (Fraction(1, 3), 10_465_75, "20931.52993"),  # 10,465.75997...
    ],
)
def test_SLP_9a_an_award_is_paid_to_the_cent_below_and_the_residue_stays(share, cents, left):
    before = meter(dollars("31397.27993"), FSLPP_03)
    after, paid = won(before, share)
    assert (paid, after.gross_micros) == (cents, dollars(left))


def test_a_share_of_less_than_a_cent_pays_nothing_and_takes_nothing():
    assert won(meter(99_999), TENTH) == (meter(99_999), 0)


@pytest.mark.parametrize("share", [Fraction(0), Fraction(-1, 10), Fraction(11, 10)])
def test_no_award_is_nothing_or_more_than_the_meter(share):
    with pytest.raises(ValueError, match="cannot be won"):
        won(meter(1_000_000), share)


def test_a_meter_shows_no_more_than_its_maximum_and_the_rest_is_overflow():
    full = meter(dollars("50123.456789"), maximum=50_000_00)
    assert (full.shown_micros, full.shown_cents, full.overflow_micros) == (dollars("50000"), 50_000_00, 123_456_789)
    free = meter(dollars("50123.456789"))
    assert (free.shown_micros, free.shown_cents, free.overflow_micros) == (dollars("50123.456789"), 50_123_45, 0)


def test_an_award_is_a_share_of_what_is_shown_and_the_overflow_moves_up():
    after, cents = won(meter(dollars("50123.456789"), maximum=50_000_00), TENTH)
    assert (cents, after.gross_micros, after.overflow_micros) == (5_000_00, dollars("45123.456789"), 0)


def test_SLP_4_the_overflow_is_part_of_the_next_seed():
    after, cents = won(meter(dollars("50123.456789"), maximum=50_000_00), ALL)
    assert (cents, after.gross_micros) == (50_000_00, dollars("123.456789"))
    assert reseed(after) == (0, dollars("4876.543211"))
    assert raised(after, *reseed(after)).gross_micros == dollars("5000")


@pytest.mark.parametrize(
    ("reserve", "from_reserve", "from_bank", "reserve_left"),
    [
        ("0", "0", "4999.99007", "0"),
        ("1200.5", "1200.5", "3799.49007", "0"),
        ("4999.99007", "4999.99007", "0", "0"),
        ("6000", "4999.99007", "0", "1000.00993"),
    ],
)
def test_SLP_4_a_reseed_takes_the_reserve_first_and_the_bank_for_the_rest(
    reserve, from_reserve, from_bank, reserve_left
):
    won_whole = meter(9_930, reserve=dollars(reserve))
    assert reseed(won_whole) == (dollars(from_reserve), dollars(from_bank))
    seeded = raised(won_whole, *reseed(won_whole))
    assert seeded.gross_micros == dollars("5000")
    assert seeded.reserve_micros == dollars(reserve_left)
    assert seeded.seed_owed_micros == dollars(from_bank)


@pytest.mark.parametrize("micros", ["5000", "5000.000001", "6000"])
def test_a_reseed_never_lowers_the_meter(micros):
    before = meter(dollars(micros), reserve=1_000_000)
    assert reseed(before) == (0, 0)
    assert raised(before, 0, 0) == before


@pytest.mark.parametrize("field", ["gross_micros", "reserve_micros", "seed_owed_micros"])
def test_no_meter_holds_less_than_nothing(field):
    with pytest.raises(ValueError, match="less than nothing"):
        replace(meter(1), **{field: -1})


def test_the_counters_have_each_award_and_its_last_25_hits():
    counting: Meter = meter(1)
    for number in range(30):
        line = "Five Aces" if number == 3 else "Royal Flush"
        counting = counted(counting, Hit(win=f"win {number}", line=line, cents=number))
    royal, aces = AwardTotal(line="Royal Flush", hits=29, cents=432), AwardTotal(line="Five Aces", hits=1, cents=3)
    assert counting.tallies == {"Royal Flush": royal, "Five Aces": aces}
    assert [hit.win for hit in counting.last_hits] == ["win 3", *(f"win {number}" for number in range(5, 30))]


def test_millionths_are_shown_to_the_last_digit():
    assert show_micros(dollars("31396.37")) == "$31,396.37"
    assert show_micros(303_310) == "$0.303310"
    assert show_micros(-1_000_001) == "-$1.000001"
