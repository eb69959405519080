"""Chips: the amounts that people type, how much of them an account takes, and what is due to whoever has left."""

from typing import Final

from houseway.deciding.refusal import Refusal
from houseway.money import BUY_IN, CASH_OUT, DUE, Cents, dollars, owes_account
from houseway.role import Actor, Seat
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.denominations import Chips, chips_fault, fewest, in_order, show_chips, value_of
from houseway.table.events import BoxCounted, CashedOut
from houseway.table.names import is_one
from houseway.table.refusal import Reason, TableDecision, bad_text
from houseway.table.state import Table

MOST_CENTS: Final = 10_000_000_00  # of one entry
MOST_SEAT_CENTS: Final = 100_000_000_00  # that a seat can buy; it may win more
MOST_TRAY_CENTS: Final = 1_000_000_000_00  # that a tray can be filled to
FULL_BOX_CENTS: Final = 1_000_000_000_00  # bought or cashed, and the box is changed


def bad_amount(cents: Cents) -> Refusal | None:
    if 0 < cents <= MOST_CENTS:
        return None
    return Refusal(Reason.BAD_AMOUNT, f"{cents} cents: 1 to {MOST_CENTS}")


def not_in_chips(table: Table, cents: Cents) -> Refusal | None:
    """Why an amount cannot lie on the felt, or be bought: no chips of the table make it."""
    chip = table.open_terms.smallest_chip
    if not cents % chip:
        return None
    return Refusal(Reason.NOT_IN_CHIPS, f"{dollars(cents)}: the smallest chip of this table is {dollars(chip)}")


def bad_chips(table: Table, chips: Chips, cents: Cents) -> Refusal | None:
    """Why these are not the chips of an amount that people move. Where the table has chips they are named."""
    values = table.open_terms.chip_cents
    if wrong := chips_fault(chips, values):
        return Refusal(Reason.NOT_IN_CHIPS, wrong)
    if value_of(chips) == cents or not (chips or values):
        return None
    return Refusal(Reason.NOT_IN_CHIPS, f"{dollars(cents)}: {show_chips(chips)} come to {dollars(value_of(chips))}")


def colour_up(table: Table, command: do.ColourUp) -> TableDecision:
    """Of chips that the seat holds: those on the felt stay as they lie."""
    values = table.open_terms.chip_cents
    wrong = "this table has no chips of several values" if len(values) < 2 else chips_fault(command.chips, values)
    if wrong:
        return Refusal(Reason.NOT_IN_CHIPS, wrong)
    cents = value_of(command.chips)
    gives, gets = in_order(command.chips), fewest(cents, values)
    if gives == gets:
        return Refusal(Reason.NOTHING_TO_CHANGE, f"{show_chips(gives)}: fewer chips do not make {dollars(cents)}")
    if cents > table.seat_chips(command.seat):
        return short_of_chips(table, command.seat, cents)
    return (was.ColouredUp(seat=command.seat, gives=gives, gets=gets),)


def short_of_chips(table: Table, seat: Seat, cents: Cents) -> Refusal:
    chips = dollars(table.seat_chips(seat))
    return Refusal(Reason.NOT_ENOUGH_CHIPS, f"{table.spoken(seat)} holds {chips}, and {dollars(cents)} is needed")


def seat_full(table: Table, seat: Seat, cents: Cents) -> Refusal | None:
    chips = table.seat_chips(seat)
    if chips + cents <= MOST_SEAT_CENTS:
        return None
    most = dollars(MOST_SEAT_CENTS)
    says = f"{dollars(cents)} more: {table.spoken(seat)} holds {dollars(chips)}, and at most {most}"
    return Refusal(Reason.BEYOND_BOUND, says)


def tray_full(table: Table, cents: Cents) -> Refusal | None:
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
    return (BoxCounted(drop_cents=Cents(max(0, drop)), cashed_cents=Cents(max(0, cashed - kept))),)


# ---- what is due -----------------------------------------------------------------------------------
# The house owes players who had no seat when money was corrected, or they owe it: it is paid with chips when they
# take a seat again, or in cash. Names are compared as they are for a seat.


def dues(table: Table) -> dict[str, Cents]:
    """By the name under which it stands; below nothing, what the player owes."""
    accounts = (account for account in table.balances if account.startswith(DUE))
    return {account.removeprefix(DUE): cents for account in accounts if (cents := table.chips(account))}


def dues_of(table: Table, player: str) -> dict[str, Cents]:
    return {name: cents for name, cents in dues(table).items() if is_one(name, player)}


def owed_by(table: Table, player: str) -> Cents:
    """What of a player's chips is the house's."""
    return Cents(max(0, -sum(dues_of(table, player).values())))


def marked_at(table: Table, seat: Seat) -> Cents:
    """The commission that a seat owes."""
    return Cents(-table.chips(owes_account(seat)))


def collected(table: Table, seat: Seat) -> tuple[was.CommissionCollected, ...]:
    """The commission that is marked at a seat, as far as its chips reach; the rest its player owes by name."""
    marked = marked_at(table, seat)
    due = Cents(max(0, marked - table.seat_chips(seat)))
    event = was.CommissionCollected(seat=seat, player=table.players[seat], cents=marked, due_cents=due)
    return (event,) if marked else ()


def settled_with_chips(table: Table, seat: Seat, player: str, chips: int) -> tuple[was.DuePaid, ...]:
    """What is due comes to his chips, and what he owes goes from them, as far as they reach."""
    happened = []
    for name, cents in sorted(dues_of(table, player).items(), key=lambda each: -each[1]):
        if moved := Cents(max(cents, -chips)):
            happened.append(was.DuePaid(seat=seat, player=name, cents=moved))
            chips += moved
    return tuple(happened)


def pay_due(table: Table, actor: Actor, command: do.PayDue) -> TableDecision:
    if refused := bad_text("player", command.player, most=40):
        return refused
    owed = dues_of(table, command.player)
    if not owed:
        names = ", ".join(sorted(dues(table))) or "nobody"
        return Refusal(Reason.NOTHING_DUE, f"{command.player}: something is due to, or owed by, {names}")
    paid = tuple(was.DueCashed(player=name, cents=cents, by=actor.name) for name, cents in sorted(owed.items()))
    return (*box_counted(table), *paid)
