"""The page that records a payout for accounting."""

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.reports.win_page import faults, pdf, plain
from tests.reports.looking import pages, squeezed, words
from tests.reports.papers import HASH, OTHER_HASH, ROYAL, TENTH


def test_the_win_page_shows_before_share_and_award_to_the_cent():
    text = words(pdf(TENTH))
    for said in (
        "Meter before, as shown $31,396.375931",
        "× Share of Straight Flush: 10% (1/10) $3,139.6375931",
        "= Award, down to the whole cent $3,139.63",
        "Part of a cent that stays on the meter $0.0075931",
        "= Meter after $28,256.745931",
    ):
        assert squeezed(said) in text
    assert "Reseed" not in text and "Envy" not in text


def test_the_award_of_the_whole_meter_shows_where_the_seed_came_from():
    text = words(pdf(ROYAL))
    for said in (
        "Meter less the award $0.005931",
        "+ Reseed from the reserve $1,200.00",
        "+ Reseed from the bank $3,799.994069",
        "= Meter after $5,000.00",
    ):
        assert squeezed(said) in text


def test_it_has_all_that_accounting_asks_for_on_one_page():
    made = pdf(ROYAL)
    text = words(made)
    assert pages(made) == 1
    for said in (
        *("Riverside Card Room", "San Lo progressive", "FSLPP-01", "Fortune San Lo Poker", "Round 7", "Seat 3"),
        *("Player Maria Ángeles", "Verified by Sue", "Gaming day March 7, 2026", "2026-03-07 21:14:05 PST"),
        *("San Lo 1 round 7 seat 3", "entry 412", HASH, "entry 10233", OTHER_HASH),
        *("Seat 1 $50.00", "Together $100.00", "Verified by"),
    ):
        assert squeezed(said) in text


def test_how_it_was_paid_and_to_whom_is_written_in_by_hand_and_four_people_sign():
    text = words(pdf(ROYAL))
    fields = ("Cash Check Chips Other", "Check number", "Identity document and number", "Taxpayer number", "Withheld $")
    signatures = ("Supervisor date, time", "Dealer date, time", "Surveillance date, time", "Player date, time")
    for said in (*fields, *signatures):
        assert squeezed(said) in text


def test_the_cards_are_faces_with_their_suits():
    assert "A♠K♠Q♠J♠10♦2♥JOKER" in words(pdf(ROYAL))


def test_a_card_that_is_none_is_refused():
    with pytest.raises(ValueError, match="'1x' is not a card"):
        pdf(replace(ROYAL, cards=("1x",)))


def test_an_award_that_was_backed_out_says_so():
    text = words(pdf(replace(TENTH, backed_out_cents=3_000_00)))
    assert squeezed("Backed out") in text and squeezed("$139.63 of it stands.") in text
    assert squeezed("Backed out") not in words(pdf(TENTH))


def test_what_lies_above_the_maximum_is_not_shared_and_is_not_lost():
    page = replace(TENTH, overflow_micros=100_000000, meter_after_micros=28_356_745931)
    assert faults(page) == ()
    assert squeezed("+ Above the maximum, held but not shown $100.00") in words(pdf(page))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"cents": 3_139_64}, "The award is $3,139.64; the share of the meter is $3,139.63."),
        ({"meter_after_micros": 28_256_745930}, "recorded as $28,256.745930; award and reseed make it $28,256.745931."),
        ({"backed_out_cents": 3_139_64}, "$3,139.64 was backed out of $3,139.63."),
    ],
)
def test_a_page_that_does_not_add_up_says_so(change, fault):
    page = replace(TENTH, **change)
    assert any(fault in line for line in faults(page)) and plain(page)["faults"] == list(faults(page))
    assert squeezed("The sums on this page do not add up") in words(pdf(page)) and squeezed(fault) in words(pdf(page))


def test_a_share_that_never_ends_in_decimals_is_printed_with_dots():
    page = replace(TENTH, share=Fraction(1, 7), cents=4_485_19, meter_after_micros=31_396_375931 - 4_485_190000)
    assert faults(page) == ()
    assert squeezed("14.285714286% (1/7) $4,485.196561571…") in words(pdf(page))
