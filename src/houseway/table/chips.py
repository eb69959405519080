"""Amounts and texts that people type, and how much of what they type an account takes."""

from typing import Final

from houseway.deciding.refusal import Refusal
from houseway.money import BUY_IN, CASH_OUT, dollars
from houseway.table.events import BoxCounted, CashedOut
from houseway.table.refusal import Reason
from houseway.table.state import Table

MOST_CENTS: Final = 10_000_000_00  # of one entry
MOST_SEAT_CENTS: Final = 100_000_000_00  # that a seat can buy; it may win more
MOST_TRAY_CENTS: Final = 1_000_000_000_00  # that a tray can be filled to
FULL_BOX_CENTS: Final = 1_000_000_000_00  # bought or cashed, and the box is changed


def bad_amount(cents: int) -> Refusal | None:
    if 0 < cents <= MOST_CENTS:
        return None
    return Refusal(Reason.BAD_AMOUNT, f"{cents} cents: 1 to {MOST_CENTS}")


def short_of_chips(table: Table, seat: int, cents: int) -> Refusal:
    held = dollars(table.seat_chips(seat))
    return Refusal(Reason.NOT_ENOUGH_CHIPS, f"{dollars(cents)}: seat {seat} holds {held}")


def seat_full(table: Table, seat: int, cents: int) -> Refusal | None:
    held = table.seat_chips(seat)
    if held + cents <= MOST_SEAT_CENTS:
        return None
    most = dollars(MOST_SEAT_CENTS)
    return Refusal(Reason.BEYOND_BOUND, f"{dollars(cents)} more: seat {seat} holds {dollars(held)}, and at most {most}")


def tray_full(table: Table, cents: int) -> Refusal | None:
    if table.tray + cents <= MOST_TRAY_CENTS:
        return None
    most = dollars(MOST_TRAY_CENTS)
    return Refusal(
        Reason.BEYOND_BOUND, f"{dollars(cents)} more: the tray has {dollars(table.tray)}, and at most {most}"
    )


def box_counted(table: Table) -> tuple[BoxCounted, ...]:
    """Before cash is taken or paid, the drop box is changed, if it is full. What was cashed out and can still be
    reversed stays in the account that a reversal takes it from."""
    drop, cashed = -table.chips(BUY_IN), table.chips(CASH_OUT)
    if max(drop, cashed) < FULL_BOX_CENTS:
        return ()
    open_ = (it for number, it in table.entries.items() if number not in table.reversed_entries)
    kept = sum(it.cents for it in open_ if isinstance(it, CashedOut))
    return (BoxCounted(drop_cents=max(0, drop), cashed_cents=max(0, cashed - kept)),)
