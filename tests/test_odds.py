"""Odds in parts: read however they are written, printed in whole numbers, and settled to the cent."""

from fractions import Fraction

import pytest

from houseway.analysis.changed_paytable import changed_paytable
from houseway.games import GAMES
from houseway.odds import as_printed
from houseway.paytable import parse_pay
from houseway.reports.design import pay_text
from houseway.table.settlement import winnings

WRITTEN = {
    "19 to 20": (Fraction(19, 20), "19 to 20"),
    "3 to 2": (Fraction(3, 2), "3 to 2"),
    "1.5 to 1": (Fraction(3, 2), "3 to 2"),
    "6 to 5": (Fraction(6, 5), "6 to 5"),
    "7 to 3": (Fraction(7, 3), "7 to 3"),
    "0.95 to 1": (Fraction(19, 20), "19 to 20"),
    "5 for 2": (Fraction(5, 2), "5 for 2"),
    "1,000.5 to 1": (Fraction(2001, 2), "2,001 to 2"),
    "300 to 1": (Fraction(300), "300 to 1"),
    "3 to 2 less 5%": (Fraction(3, 2), "3 to 2 less 5%"),
}


@pytest.mark.parametrize("text", WRITTEN)
def test_odds_are_read_and_printed_in_whole_numbers(text):
    amount, printed = WRITTEN[text]
    pay = parse_pay(text)
    assert (pay.amount, as_printed(str(pay))) == (amount, printed)
    assert parse_pay(printed) == pay == parse_pay(pay_text(pay)), "what is printed is read back"


def test_what_is_beside_odds_stays_as_it_is():
    assert as_printed("1.50 to 1 + 1 to 1") == "3 to 2 + 1 to 1"
    assert [as_printed(text) for text in ("push", "lose", "10% of major")] == ["push", "lose", "10% of major"]


@pytest.mark.parametrize(
    ("odds", "stake", "won"),
    [("19 to 20", 500, 475), ("19 to 20", 505, 479), ("3 to 2", 501, 751), ("6 to 5", 1, 1), ("7 to 3", 100, 233)],
)
def test_what_is_won_is_rounded_down_to_the_cent(odds, stake, won):
    assert winnings(parse_pay(odds), stake) == won


@pytest.mark.parametrize("odds", ["0 to 1", "1 to 0", "-3 to 2", "3/2 to 1", "3 to 2 to 1", "1e3 to 1", "nan to 1"])
def test_what_is_no_odds_is_refused_with_what_is(odds):
    with pytest.raises(ValueError, match="is not a pay: '5 to 1', '3 to 2'"):
        parse_pay(odds)


def test_a_line_is_varied_to_odds_in_parts():
    game = GAMES["blackjack"]
    table = changed_paytable(game.own_paytables(game.wager("Bet")), "blackjack", "6 to 5")
    assert table.lines["blackjack"].amount == Fraction(6, 5) and not table.approved
