"""Opening and closing a table, its tray, and the correction of what was typed."""

from dataclasses import replace
from datetime import datetime

from houseway.deciding.refusal import Refusal
from houseway.games import HASHES
from houseway.money import Cents, dollars
from houseway.role import Actor, Role
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.betting import seat_left
from houseway.table.chips import bad_amount, bad_chips, seat_full, short_of_chips, tray_full
from houseway.table.commands import Stage
from houseway.table.denominations import in_order
from houseway.table.events import Event
from houseway.table.refusal import Reason, TableDecision, bad_text
from houseway.table.seal import waits_for_dice
from houseway.table.state import Table
from houseway.table.terms import faults, filled, way_label


def open_table(table: Table, command: do.OpenTable, at: datetime) -> TableDecision:
    try:
        terms = filled(replace(command.terms, ceiling=command.ceiling))
    except ValueError as error:
        return Refusal(Reason.BAD_TERMS, str(error))
    if wrong := faults(terms, at.date()):
        return Refusal(Reason.BAD_TERMS, "; ".join(wrong))
    if terms.way and terms.way.digest not in command.proved:
        says = f"the house way {terms.way.name!r} was not proved here: houseway way check, then houseway serve --way"
        return Refusal(Reason.WAY_NOT_PROVED, says)
    game = terms.played
    opened = was.TableOpened(
        terms=terms,
        paytable_hashes={name: game.paytable(name).digest for name in terms.paytables.values()},
        house_way=way_label(game),
        software=command.software,
        rules=command.rules,
        game_hash=HASHES.get(game.slug, ""),
    )
    short = Cents(terms.tray_cents - table.tray)
    chips = in_order(terms.tray_chips) if short == terms.tray_cents else {}
    filled_up = (was.TrayFilled(entry=table.next_entry, cents=short, chips=chips),) if short > 0 else ()
    return opened, *filled_up


def close_table(table: Table) -> TableDecision:
    """Between rounds. Who still has a seat, gone or not, is cashed out of it: a player who went home without leaving
    his seat does not keep the table open."""
    if table.round.betting:
        return Refusal(
            Reason.WAGER_LIES, f"wagers of {table.spoken(table.round.betting[0])} lie on the felt; void first"
        )
    happened: tuple[Event, ...] = ()
    entry = table.next_entry
    for seat in sorted(table.players):
        left = seat_left(table, seat, entry)
        happened += left
        entry += any(isinstance(event, was.CashedOut) for event in left)
    chips = table.rack if table.open_terms.papers else {}  # as they were counted
    returned = (was.TrayCredited(entry=entry, cents=table.tray, chips=chips),) if table.tray else ()
    return (*happened, *returned, was.TableClosed())


def change_dealer(table: Table, actor: Actor, command: do.ChangeDealer) -> TableDecision:
    if command.dealer not in ("automatic", "live"):
        return Refusal(Reason.BAD_TERMS, f"dealer {command.dealer!r}: automatic or live")
    if command.dealer == table.open_terms.dealer:
        return Refusal(Reason.BAD_TERMS, f"the dealer is {command.dealer} already")
    if table.open_terms.shuffler == "manual":
        return Refusal(Reason.BAD_TERMS, "physical cards need a live dealer")
    if table.guests:
        says = f"the guest at {table.spoken(min(table.guests))} has no device, and needs a live dealer"
        return Refusal(Reason.BAD_TERMS, says)
    refused = _not_handed_over(table, actor) if command.dealer == "automatic" else None
    return refused or (was.DealerChanged(dealer=command.dealer),)


def _not_handed_over(table: Table, actor: Actor) -> Refusal | None:
    """A table with staff goes to the automatic dealer by a supervisor's word, and between rounds: nobody has bet. Else
    a dealer, or anybody in the middle of a round, would choose who deals it."""
    if actor.role is not Role.SUPERVISOR:
        return Refusal(Reason.NEEDS_A_SUPERVISOR, "a supervisor hands the table to the automatic dealer")
    if table.stage is not Stage.BETTING:
        says = f"a table is handed over between rounds; this one is {table.stage.value}"
        return Refusal(Reason.WRONG_STAGE, says)
    if waits_for_dice(table):
        says = "the dealer throws the dice of this round: change after it, or before the shuffle"
        return Refusal(Reason.ALREADY_SHUFFLED, says)
    if table.round.betting:
        says = f"a table is handed over between rounds: {table.spoken(table.round.betting[0])} has bet"
        return Refusal(Reason.WAGER_LIES, says)
    return None


def fill_tray(table: Table, command: do.FillTray) -> TableDecision:
    refused = needs_a_slip(table) or bad_amount(command.cents) or bad_chips(table, command.chips, command.cents)
    if refused := refused or tray_full(table, command.cents):
        return refused
    return (was.TrayFilled(entry=table.next_entry, cents=command.cents, chips=in_order(command.chips)),)


def needs_a_slip(table: Table) -> Refusal | None:
    """Where a table has papers one person alone moves no chips between bank and tray."""
    if not table.open_terms.papers:
        return None
    return Refusal(Reason.NEEDS_A_SLIP, "one person asks for the chips, and another counts and confirms them")


def credit_tray(table: Table, command: do.CreditTray) -> TableDecision:
    refused = needs_a_slip(table) or bad_amount(command.cents) or bad_chips(table, command.chips, command.cents)
    if refused := refused or tray_too_small(table, command.cents):
        return refused
    return (was.TrayCredited(entry=table.next_entry, cents=command.cents, chips=in_order(command.chips)),)


def tray_too_small(table: Table, cents: Cents) -> Refusal | None:
    spare = spare_tray(table)
    if cents <= spare:
        return None
    return Refusal(Reason.TRAY_SHORT, f"{dollars(cents)}: the tray can spare {dollars(spare)}")


def spare_tray(table: Table) -> Cents:
    """What may leave the tray: not the progressive stakes of a round that can still be void."""
    coined = table.round.coin_in
    stays = coined.stake_cents * len(coined.seats) if coined and table.stage is not Stage.RECONCILING else 0
    return Cents(max(0, table.chips_in_tray - stays))


def reverse(table: Table, command: do.Reverse) -> TableDecision:
    if refused := bad_text("note", command.note):
        return refused
    entered = table.entries.get(command.entry)
    if entered is None:
        return Refusal(Reason.NO_SUCH_ENTRY, f"entry {command.entry}: the last {len(table.entries)} can be reversed")
    if command.entry in table.reversed_entries:
        return Refusal(Reason.ALREADY_REVERSED, f"entry {command.entry} has been reversed")
    match entered:
        case was.BoughtIn() if entered.cents > table.seat_chips(entered.seat):
            return short_of_chips(table, entered.seat, entered.cents)
        case was.TrayFilled() | was.TrayCredited() if table.open_terms.papers:
            refused = needs_a_slip(table)
        case was.TrayFilled():
            refused = tray_too_small(table, entered.cents)
        case was.CashedOut():
            refused = seat_full(table, entered.seat, entered.cents)
        case was.TrayCredited():
            refused = tray_full(table, entered.cents)
    return refused or (was.EntryReversed(entry=command.entry, note=command.note),)
