"""The daily report of a meter: its proof, and what it says when the proof fails."""

from dataclasses import replace
from datetime import date

import pytest

from houseway.progressive.adjustment import ROUTES
from houseway.reports.meter_day import faults, pdf, plain
from tests.reports.looking import squeezed, words
from tests.reports.papers import ABOVE_MAXIMUM, HASH, MALFUNCTION_DOWN, SATURDAY


def test_the_proof_leads_from_the_opening_to_the_closing_to_the_millionth():
    assert faults(SATURDAY) == ()
    text = words(pdf(SATURDAY))
    for said in (
        "Opening $31,249.165931 $1,200.000001",
        "Increments from stakes +$147.21 +$8.653845",
        "Awards −$31,396.37 $0.00",
        "Reseeds from the reserve +$1,200.00 −$1,200.00",
        "Reseeds from the bank +$3,799.994069 $0.00",
        "Adjustments +$36.654322 −$1.000001",
        "Closing, computed $5,036.654322 $7.653845",
        "Closing, recorded $5,036.654322 $7.653845",
        "Difference $0.00 $0.00",
    ):
        assert squeezed(said) in text
    assert squeezed("does not add up") not in text


def test_it_says_that_meter_and_reserve_are_no_revenue():
    assert squeezed("liabilities of the house, never revenue (WAC 230-15-671)") in words(pdf(SATURDAY))


def test_it_has_all_that_the_day_did():
    text = words(pdf(SATURDAY))
    for said in (
        *("Seed $5,000.00", "Stake $1.00", "Increment 21% (21/100)", "Maximum none", "Status running"),
        *("San Lo 2 Fortune San Lo Poker 1 $1.00 $0.21 $0.012345", "Together 701 $701.00 $147.21 $8.653845"),
        *("100% $31,396.375931 $31,396.37", "Paid in all $31,396.37"),
        *("In the mean $949.67, more exactly 1234567/13 cents", "2026-03-07 21:14:05 PST $1,200.00 $3,799.994069"),
        *("The display froze.", "−$12.345678 proposed Ada approved Alan", "Win: San Lo 2 round 90 seat 1"),
        *("Royal Flush 2 $62,396.37", "Straight Flush San Lo 2 round 90 seat 1 $3,139.63"),
        *("Due $147.21", "By March 9, 2026", "Deposited up to March 2, 2026", "Standing not yet due"),
        *("entry 10240", HASH),
    ):
        assert squeezed(said) in text, said


def test_a_quiet_day_says_none():
    quiet = replace(
        SATURDAY, tables=(), awards=(), reseeds=(), adjustments=(), hits=(), last_hits=(), expected_cents=None,
        closing_micros=SATURDAY.opening_micros, closing_reserve_micros=SATURDAY.opening_reserve_micros,
    )  # fmt: skip
    assert faults(quiet) == ()
    assert words(pdf(quiet)).count("None.") == 6


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (
            {"closing_micros": 5_036_654323},
            "The meter closes at $5,036.654323; the day's entries make it $5,036.654322: +$0.000001.",
        ),
        (
            {"closing_reserve_micros": 7_653844},
            "The reserve closes at $7.653844; the day's entries make it $7.653845: −$0.000001.",
        ),
        ({"overflow_micros": 1}, "The overflow is given as $0.000001; $0.00 lies above the maximum."),
        ({"maximum_cents": 5_000_00}, "The overflow is given as $0.00; $36.654322 lies above the maximum."),
        (
            {"awards": (replace(SATURDAY.awards[0], before_micros=31_396_379999 + 1),)},
            "San Lo 1 round 7 seat 3: $31,396.37 was paid; 100% of $31,396.38 is $31,396.38.",
        ),
        (
            {"adjustments": (*SATURDAY.adjustments, replace(MALFUNCTION_DOWN, account="petty cash"))},
            "An adjustment is on the account 'petty cash', which no meter has: The display froze.",
        ),
    ],
)
def test_a_report_that_does_not_add_up_says_so_on_top(change, fault):
    page = replace(SATURDAY, **change)
    assert faults(page) == (fault,) and plain(page)["faults"] == [fault]
    text = words(pdf(page))
    assert text.index(squeezed("This report does not add up")) < text.index(squeezed(fault)) < text.index("Proof")


def test_an_adjustment_left_out_shows_as_a_fault_of_both_accounts():
    kept = tuple(one for one in SATURDAY.adjustments if one != ABOVE_MAXIMUM)
    assert len(faults(replace(SATURDAY, adjustments=kept))) == 2


@pytest.mark.parametrize("grounds", ROUTES, ids=lambda grounds: grounds.value)
def test_an_account_may_be_named_by_its_route(grounds):
    source, target = ROUTES[grounds]
    moved = replace(MALFUNCTION_DOWN, reason=grounds.value, account=f"{source} to {target}", micros=-1_000000)
    step = replace(SATURDAY, adjustments=(moved,)).proof[-1]
    assert step.meter_micros == 1_000000 * ((target == "meter") - (source == "meter"))
    assert step.reserve_micros == 1_000000 * ((target == "reserve") - (source == "reserve"))


@pytest.mark.parametrize(
    ("change", "standing"),
    [
        ({}, "not yet due"),
        ({"deposit_by": date(2026, 3, 7)}, "not yet due"),
        ({"deposit_by": date(2026, 3, 6)}, "overdue"),
        ({"deposit_by": date(2026, 3, 6), "deposit_due_micros": 0}, "nothing is due"),
    ],
)
def test_a_deposit_is_overdue_once_its_day_has_passed(change, standing):
    assert squeezed(f"Standing {standing}") in words(pdf(replace(SATURDAY, **change)))


def test_the_json_names_what_tuples_hold():
    shape = plain(SATURDAY)
    assert shape["last_hits"][1] == {"line": "Royal Flush", "win": "San Lo 1 round 7 seat 3", "cents": 3139637}
    assert shape["head"] == {"seq": 10240, "hash": HASH}
    assert shape["increment"] == "21/100" and shape["expected_cents"] == "1234567/13"
    assert shape["proof"][0] == {"says": "Opening", "meter_micros": 31249165931, "reserve_micros": 1200000001}
