"""Amounts and texts that people type."""

from typing import Final

from houseway.faults import text_fault
from houseway.money import dollars
from houseway.table.refusal import Reason, Refusal
from houseway.table.state import Table

MOST_CENTS: Final = 10_000_000_00  # of one entry


def bad_amount(cents: int) -> Refusal | None:
    if 0 < cents <= MOST_CENTS:
        return None
    return Refusal(Reason.BAD_AMOUNT, f"{cents} cents: 1 to {MOST_CENTS}")


def bad_text(what: str, text: str, most: int = 200) -> Refusal | None:
    wrong = text_fault(what, text, most)
    return Refusal(Reason.BAD_TEXT, wrong) if wrong else None


def short_of_chips(table: Table, seat: int, cents: int) -> Refusal:
    held = dollars(table.seat_chips(seat))
    return Refusal(Reason.NOT_ENOUGH_CHIPS, f"{dollars(cents)}: seat {seat} holds {held}")
