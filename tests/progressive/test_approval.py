"""What of a meter's terms is not the letter's. [SLP 3]"""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.paytable import THE_METER
from houseway.progressive.approval import unapproved
from houseway.progressive.meter import MeterSettings, settings_of
from tests.progressive.meters import FSLPP_01, FSLPP_03, PAYTABLES

ONE, THREE = PAYTABLES.values()


def test_a_meter_that_is_run_as_the_letter_has_it_is_not_marked():
    assert unapproved(FSLPP_01, [(ONE, THE_METER)]) == unapproved(FSLPP_03, [(THREE, THE_METER)]) == ()
    assert unapproved(FSLPP_01, []) == unapproved(FSLPP_03, []) == ()


def test_a_meter_with_no_seed_and_no_increment_is_marked_with_both():
    nothing = MeterSettings(seed_cents=0, stake_cents=1_00, increment=Fraction(0))
    assert unapproved(nothing, [(THREE, THE_METER)]) == (
        "the seed is $0; the letter has $10,000 for FSLPP-03",
        "the increment is 0%; the average top award of FSLPP-03 needs 30.331%",
    )
    assert unapproved(nothing, []) == ("no letter has a meter with seed $0 and increment 0%",)


def test_the_terms_of_one_paytable_are_not_those_of_another():
    assert unapproved(FSLPP_01, [(THREE, THE_METER)]) == (
        "the seed is $5,000; the letter has $10,000 for FSLPP-03",
        "the increment is 21%; the average top award of FSLPP-03 needs 30.331%",
    )


def test_a_paytable_of_no_letter_is_marked_whatever_the_meter_is():
    assert unapproved(FSLPP_01, [(replace(ONE, letter=None), THE_METER)]) == ("paytable FSLPP-01 stands in no letter",)


HOUSES = [replace(FSLPP_01, maximum_cents=31_396_00), replace(FSLPP_01, hidden=Fraction(1, 100))]


@pytest.mark.parametrize("settings", HOUSES, ids=["a maximum", "a reserve"])
def test_what_the_letter_leaves_to_the_house_is_the_houses(settings):
    assert unapproved(settings, [(ONE, THE_METER)]) == ()


@pytest.mark.parametrize("most", [5_000_00, 9_000_00, 31_395_99])
def test_a_maximum_below_the_average_top_payout_of_the_letter_is_marked(most):
    low = replace(FSLPP_01, maximum_cents=most)
    [mark] = unapproved(low, [(ONE, THE_METER)])
    assert mark.startswith("its maximum is below the letter's average top payout: $")
    assert mark.endswith("; FSLPP-01 has $31,396")
    [unlinked] = unapproved(low, [])
    assert unlinked.startswith("no letter has a meter with seed $5,000 and increment 21% and can be held to $")


@given(
    st.sampled_from([ONE, THREE]),
    st.sampled_from([0, 5_000_00, 10_000_00, 4_999_99]),
    st.sampled_from([Fraction(0), Fraction(21, 100), Fraction(30331, 100000), Fraction(1, 2)]),
)
def test_a_meter_is_marked_if_and_only_if_seed_or_increment_differs(paytable, seed, increment):
    settings = MeterSettings(seed_cents=seed, stake_cents=1_00, increment=increment)
    usual = settings_of(paytable)
    marks = unapproved(settings, [(paytable, THE_METER)])
    assert len(marks) == (seed != usual.seed_cents) + (increment != usual.increment)
