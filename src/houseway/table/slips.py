"""The papers of a table: what two people count, ask for and sign, and which dealer is at work.

One person writes a slip: the tray or the drop box as he counted it, or the chips of a fill or a credit. Another counts
as well and names what he counted; if it is the same, both names stand under it and it takes effect. Nobody confirms his
own. A fill or a credit is signed by the dealer and a supervisor, and by who carried the chips between bank and table.
"""

from typing import Final, assert_never

from houseway.deciding.command import made_from
from houseway.deciding.refusal import Refusal, not_your_role
from houseway.money import Cents
from houseway.role import Actor, Role
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.chips import MOST_CENTS, bad_amount, tray_full
from houseway.table.denominations import Chips, chips_fault, in_order, value_of
from houseway.table.names import MOST, is_same
from houseway.table.opening import tray_too_small
from houseway.table.refusal import Reason, TableDecision, bad_text
from houseway.table.state import Table

TRAY, DROP, FILL, CREDIT = "tray", "drop", "fill", "credit"
COUNTED_FIRST: Final = (do.BuyIn, do.SeatGuest, do.RepeatBets, do.Shuffle, do.BeginShoe, do.PlaceWager, do.CloseBetting)


def not_by_the_papers(table: Table, actor: Actor, command: do.Command) -> Refusal | None:
    """What a table with papers does not let one person do alone, or before the tray is counted."""
    name = type(command).__name__
    if not (table.terms and table.terms.papers):
        says = f"{name}: this table was opened without papers"
        return Refusal(Reason.NO_PAPERS, says) if isinstance(command, do.PapersCommand) else None
    is_dealer = actor.role is Role.DEALER and table.terms.dealer == "live"
    if is_dealer and table.papers.signed_on != actor.name and not isinstance(command, do.SignOn | do.ChangeDealer):
        on = table.papers.signed_on or "nobody"
        return Refusal(Reason.NOT_SIGNED_ON, f"{name}: {actor.name} is not signed on, {on} is")
    if table.papers.counted_cents is None and isinstance(command, COUNTED_FIRST):
        return Refusal(Reason.TRAY_NOT_COUNTED, f"{name}: two people count the tray before it is used")
    return None


def not_counted_to_close(table: Table) -> Refusal | None:
    """The closing count is of this very tray, nothing waits for a second person, and the box is empty."""
    papers = table.papers
    if not table.open_terms.papers or table.other_rules:  # which can only be wound up
        return None
    if papers.counted_in != table.round.number or papers.counted_cents != table.chips_in_tray:
        return Refusal(Reason.TRAY_NOT_COUNTED, "two people count the tray before the table is closed")
    if papers.slips:
        slip = papers.slips[min(papers.slips)]
        says = f"slip {slip.slip}, {slip.what}, of {slip.by} waits: confirm it, or drop it, before the table is closed"
        return Refusal(Reason.SLIP_WAITS, says)
    if papers.box_cents:
        return Refusal(Reason.DROP_NOT_COUNTED, "two people count the drop box before the table is closed")
    return None


def decided(table: Table, actor: Actor, command: do.PapersCommand) -> TableDecision:
    match command:
        case do.CountTray():
            return _count_tray(table, actor, command)
        case do.CountDrop():
            return _not_a_drop(table, command.cents) or _written(table, actor, DROP, {}, command.cents)
        case do.RequestFill():
            return _not_moved(table, FILL, command.chips) or _written(table, actor, FILL, command.chips)
        case do.RequestCredit():
            return _not_moved(table, CREDIT, command.chips) or _written(table, actor, CREDIT, command.chips)
        case do.ConfirmSlip():
            return _confirm_slip(table, actor, command)
        case do.DropSlip():
            return _drop_slip(table, actor, command)
        case do.SignOn():
            return _sign_on(table, actor)
        case do.SignOff():
            signed_off = was.DealerSignedOff(dealer=actor.name, note=command.note)
            return bad_text("note", command.note, most=80) or (signed_off,)
        case _:
            assert_never(command)


# ---- slips -----------------------------------------------------------------------------------------


def _count_tray(table: Table, actor: Actor, command: do.CountTray) -> TableDecision:
    if table.round.betting:
        return Refusal(
            Reason.WAGER_LIES, f"the tray is counted between rounds: {table.spoken(table.round.betting[0])} has bet"
        )
    if refused := _waits(table, TRAY):
        return refused
    if not 0 <= command.coin_cents <= MOST_CENTS:
        return Refusal(Reason.BAD_AMOUNT, f"{command.coin_cents} cents of coin: 0 to {MOST_CENTS}")
    if refused := _not_chips(table, command.chips):
        return refused
    return _written(table, actor, TRAY, command.chips, Cents(value_of(command.chips) + command.coin_cents))


def _written(table: Table, actor: Actor, what: str, chips: Chips, cents: Cents | None = None) -> TableDecision:
    amount = value_of(chips) if cents is None else cents
    slip = was.SlipWritten(
        slip=table.papers.next_slip,
        what=what,
        by=actor.name,
        cents=amount,
        chips=in_order(chips),
        recorded_cents=table.papers.box_cents if what == DROP else Cents(0),
        role=actor.role.value if what in (FILL, CREDIT) else "",
    )
    return (slip,)


def _waits(table: Table, what: str) -> Refusal | None:
    """One count at a time: the box is taken away once, and the tray counted by two people together."""
    for slip in table.papers.slips.values():
        if slip.what == what:
            return Refusal(Reason.SLIP_WAITS, f"slip {slip.slip} of {slip.by} waits: confirm it, or drop it")
    return None


def _not_chips(table: Table, chips: Chips) -> Refusal | None:
    wrong = chips_fault(chips, table.open_terms.chip_cents)
    return Refusal(Reason.NOT_IN_CHIPS, wrong) if wrong else None


def _not_a_drop(table: Table, cents: Cents) -> Refusal | None:
    if not 0 <= cents <= MOST_CENTS:
        return Refusal(Reason.BAD_AMOUNT, f"{cents} cents: 0 to {MOST_CENTS}")
    return _waits(table, DROP)


def _not_moved(table: Table, what: str, chips: Chips) -> Refusal | None:
    """Why these chips cannot come, or go, as things stand."""
    if refused := _not_chips(table, chips) or bad_amount(value_of(chips)):
        return refused
    cents = value_of(chips)
    return tray_full(table, cents) if what == FILL else tray_too_small(table, cents)


def _confirm_slip(table: Table, actor: Actor, command: do.ConfirmSlip) -> TableDecision:
    """What the second person counted is held against the slip. A count that differs says no more than that: two people
    count, each for himself."""
    slip = table.papers.slips.get(command.slip)
    if slip is None:
        return _no_such_slip(table, command.slip)
    if refused := not_your_role(Reason.NOT_YOUR_ROLE, actor, _written_by(slip)):
        return refused
    if slip.by == actor.name:
        return Refusal(Reason.OWN_SLIP, f"slip {slip.slip} is {actor.name}'s own: another person confirms it")
    if refused := _not_chips(table, command.chips):
        return refused
    cents = value_of(command.chips) + command.cents
    if (in_order(command.chips), cents) != (slip.chips, slip.cents):
        says = f"slip {slip.slip}, {slip.what}: {slip.by} has another count; count again, or drop the slip"
        return Refusal(Reason.SLIP_DIFFERS, says)
    return _not_signed(table, actor, slip, command) or _confirmed(table, actor, slip, command.carried_by)


def _not_signed(table: Table, actor: Actor, slip: was.SlipWritten, command: do.ConfirmSlip) -> Refusal | None:
    """Under a fill or a credit stand dealer, supervisor, and who carried the chips. [WAC 230-15-525, 230-15-530]"""
    if slip.what in (TRAY, DROP):
        return None
    roles = {slip.role, actor.role.value}
    if table.open_terms.dealer == "live" and roles != {Role.DEALER.value, Role.SUPERVISOR.value}:
        needed = Role.DEALER if actor.role is Role.SUPERVISOR else Role.SUPERVISOR
        says = f"slip {slip.slip}, {slip.what}: {slip.by} signs as {slip.role}; a {needed.value} signs beside"
        return Refusal(Reason.SIGNED_BY_BOTH, says)
    if refused := bad_text("carried_by", command.carried_by, most=MOST):
        return refused
    if is_same(command.carried_by, slip.by, actor.name):
        says = (
            f"slip {slip.slip}, {slip.what}: {command.carried_by} signs at the table; another person carries the chips"
        )
        return Refusal(Reason.CARRIED_BY_ANOTHER, says)
    return None


def _written_by(slip: was.SlipWritten) -> do.Command:
    """A command like the one that wrote the slip: whoever may give it may confirm it."""
    return do.CountDrop(cents=slip.cents) if slip.what == DROP else do.CountTray(chips=slip.chips)


def _confirmed(table: Table, actor: Actor, slip: was.SlipWritten, carried_by: str) -> TableDecision:
    match slip.what:
        case "tray" if table.round.betting:
            says = f"the tray is counted between rounds: {table.spoken(table.round.betting[0])} has bet"
            return Refusal(Reason.WAGER_LIES, says)
        case "tray":
            expected = table.chips_in_tray
            return (made_from(was.TrayCounted, slip, confirmed_by=actor.name, expected_cents=expected),)
        case "drop":
            return (made_from(was.DropCounted, slip, confirmed_by=actor.name),)
        case what:
            if refused := _not_moved(table, what, slip.chips):
                return refused
            kind = was.TrayFilled if what == FILL else was.TrayCredited
            moved = kind(entry=table.next_entry, cents=slip.cents, chips=slip.chips)
            dealer = slip.by if slip.role == Role.DEALER.value else actor.name if actor.role is Role.DEALER else ""
            signed = made_from(was.SlipConfirmed, slip, confirmed_by=actor.name, carried_by=carried_by, dealer=dealer)
            return signed, moved


def _drop_slip(table: Table, actor: Actor, command: do.DropSlip) -> TableDecision:
    if command.slip not in table.papers.slips:
        return _no_such_slip(table, command.slip)
    dropped = was.SlipDropped(slip=command.slip, by=actor.name, note=command.note)
    return bad_text("note", command.note) or (dropped,)


def _no_such_slip(table: Table, slip: int) -> Refusal:
    numbers = ", ".join(map(str, sorted(table.papers.slips))) or "none"
    return Refusal(Reason.NO_SUCH_SLIP, f"slip {slip}: open are {numbers}")


# ---- dealers ---------------------------------------------------------------------------------------


def _sign_on(table: Table, actor: Actor) -> TableDecision:
    """A relief, where somebody is signed on: at any time, and the book says from when."""
    on = table.papers.signed_on
    if on == actor.name:
        return Refusal(Reason.ALREADY_SIGNED_ON, f"{actor.name} is signed on")
    return (was.DealerSignedOn(dealer=actor.name, relieves=on),)
