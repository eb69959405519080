"""Refusals: one line each, whatever was typed, and looked for in the order of the list."""

import pytest

from houseway.table import commands as do
from houseway.table.refusal import Reason
from tests.table.sitting import Sitting

ODD = ["two\nlines", "carriage\rreturn", "para\u2029graph", "next\x85line", "a\x0bb"]


@pytest.mark.parametrize("text", ODD, ids=ascii)
def test_what_was_typed_does_not_break_the_line(text):
    """The sitting checks that every refusal is one line."""
    sitting = Sitting("match-em", seats=(4,)).bets()
    sitting.player(4).refused(Reason.NOT_OFFERED).bets(text, 5_00)
    sitting.player(4).refused(Reason.NO_WAGER).takes_back(text)
    sitting.supervisor.refused(Reason.BAD_TERMS).changes_dealer(text)
    sitting.deals()
    sitting.player(4).refused(Reason.NOT_A_SETTING).says(text)
    sitting.player(4).refused(Reason.NOT_A_SETTING).says("HI", text)
    sitting.player(4).refused(Reason.NOT_A_SETTING).sets(text, "HI")


@pytest.mark.parametrize("text", [*ODD, "", " ", "x" * 41, "\x00"], ids=ascii)
def test_a_name_is_one_line_of_printable_text(text):
    sitting = Sitting("match-em")
    sitting.player(4).refused(Reason.BAD_TEXT).gives(do.TakeSeat(seat=4, player=text))
    sitting.player(4).sits(name="x" * 40)


@pytest.mark.parametrize("text", [*ODD, "\x00"], ids=ascii)
def test_a_note_is_one_line_of_printable_text(text):
    sitting = Sitting("match-em", seats=(4,)).bets()
    sitting.supervisor.refused(Reason.BAD_TEXT).voids(text)
    sitting.dealer.refused(Reason.BAD_TEXT).reports_misdeal(text)
    sitting.supervisor.refused(Reason.BAD_TEXT).reverses(1, text)


def test_every_reason_is_one_short_sentence():
    for reason in Reason:
        assert reason.value[0].islower()
        assert len(reason.value) < 100
        assert "\n" not in reason.value
    assert len({reason.value for reason in Reason}) == len(Reason)


def test_reasons_come_in_their_order():
    """A player at another's seat, at the wrong time, on an empty seat with a bad amount: who, when, where, what."""
    sitting = Sitting("san-lo", seats=(4,)).bets()
    sitting.dealer.refused(Reason.NOT_YOUR_ROLE).bets("Hat Trick", -1, seat=9)
    sitting.player(4).refused(Reason.NOT_YOUR_SEAT).bets("Hat Trick", -1, seat=9)
    sitting.player(4).refused(Reason.NOT_OFFERED).bets("hat trick", -1)
    sitting.player(4).refused(Reason.BAD_AMOUNT).bets("Hat Trick", -1)
    sitting.deals()
    sitting.player(5).refused(Reason.WRONG_STAGE).bets("Hat Trick", -1)
