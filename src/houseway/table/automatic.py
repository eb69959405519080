"""The dealer that is a program: the next step of the procedure, and when it is due.

It gives the same commands that a live dealer gives, through the same refusals. At a table with staff it only deals: the
key, J-POT and the tray are a supervisor's, and it waits for him. A payout over the alert amount it acknowledges by
itself only where no staff is, and while no surveillance is on duty: that the floor knows, and tells in the command.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from houseway.money import Cents
from houseway.role import Seat
from houseway.table import commands as do
from houseway.table.commands import Command, Stage
from houseway.table.denominations import fewest
from houseway.table.drawing import no_card_left
from houseway.table.due import due
from houseway.table.entering import needed_to_settle
from houseway.table.jackpots import on_sensors, proposal_waits, step_to_jackpot
from houseway.table.reconciling import early_short, most_won, settled, tray_short, unreconciled
from houseway.table.state import Table


def next_step(table: Table) -> tuple[Command, datetime | None] | None:
    """What the automatic dealer does next, and not before when; None while it has to wait for people."""
    if table.terms is None or table.terms.dealer != "automatic":
        return None
    rnd, terms = table.round, table.terms
    assert rnd.since is not None
    if rnd.stop:
        return None  # for surveillance
    if terms.papers and table.papers.counted_cents is None:
        return None  # for two people, who count the tray
    match table.stage:
        case Stage.BETTING:
            if rnd.sealed is None:
                return do.Shuffle(), None
            if not rnd.betting:
                return None
            by_clock = rnd.since + timedelta(seconds=terms.betting_seconds)
            is_lit = on_sensors(table) and not rnd.coined
            is_closed = rnd.is_coined_in or _all_ready(table)
            if terms.untimed and not is_closed:
                return None
            return do.CoinIn() if is_lit else do.CloseBetting(), None if is_closed else by_clock
        case Stage.CHOOSING:
            return _while_choosing(table)
        case Stage.DRAWING if no_card_left(table):
            return None  # for a supervisor, who voids the round
        case Stage.SETTLING:
            fill = fill_to_settle(table)
            return None if fill and is_supervisors(table, fill) else (fill or do.SettleNow(), None)
        case Stage.RECONCILING:
            return _while_reconciling(table)
        case Stage.CLOSED:
            return None
        case stage:
            return DEALERS_ACTS[stage], None


DEALERS_ACTS: Final[Mapping[Stage, Command]] = {  # where the dealer has nothing to choose, and nobody to wait for
    Stage.NUMBERING: do.DrawNumber(),
    Stage.DEALING: do.DealCards(),
    Stage.DRAWING: do.DrawCard(),
    Stage.SHOWING: do.TurnOver(),
    Stage.PEEKING: do.Peek(),
}


def _all_ready(table: Table) -> bool:
    """Whether everybody who sits there, could bet and is waited for has bet, and waits for nothing more."""
    least = table.open_terms.minimum_cents
    able = [seat for seat in table.players if table.seat_chips(seat) >= least and not _is_idle(table, seat)]
    ready = {seat for seat in table.round.betting if table.round.spots[seat].ready}
    return ready >= {*able, *table.round.betting}


def _is_idle(table: Table, seat: Seat) -> bool:
    """Whether the seat bet in none of the last rounds, as many as the terms say, though it was there in all of them.
    Nobody waits for it to bet; once it has bet it is waited for again."""
    most, since = table.open_terms.idle_rounds, table.first_rounds.get(seat, 0)
    last = [{other for other, _ in bets} for number, bets in table.memory.items() if number >= since][-most:]
    return 0 < most <= len(last) and not any(seat in bettors for bettors in last)


def _while_choosing(table: Table) -> tuple[Command, datetime | None] | None:
    rnd, waiting = table.round, due(table).seats
    assert table.terms is not None and rnd.since is not None
    if all(rnd.spots[seat].asked for seat in waiting):
        return do.SetHouseWay(seat=waiting[0]), None
    if table.terms.untimed:
        return None
    return do.CallTime(), rnd.since + timedelta(seconds=table.terms.setting_seconds)


def fill_to_settle(table: Table) -> Command | None:
    """Before wagers can be settled early: what the tray lacks, if it does."""
    lacks = early_short(table)
    return _fill(table, lacks) if lacks else None


def _fill(table: Table, lacks: Cents) -> Command:
    """So much at least: at a table of chips whole ones, the fewest."""
    terms = table.open_terms
    cents = Cents(-(-lacks // terms.smallest_chip) * terms.smallest_chip)
    chips = fewest(cents, terms.chip_cents)
    return do.RequestFill(chips=chips) if terms.papers else do.FillTray(cents=cents, chips=chips)


def is_supervisors(table: Table, step: Command) -> bool:
    """Whether a step waits for a supervisor, because the table has staff. [SLP 9e] [SLP 9f]"""
    return table.has_staff and isinstance(step, do.SUPERVISED)


def fill_needed(table: Table) -> Command | None:
    """Before the next seat can be paid."""
    seat = unreconciled(table.round)[0]
    might = most_won(table, seat) > table.chips_in_tray  # seldom: then it is worth settling to see
    short = tray_short(table, seat, settled(table, seat)) if might else Cents(0)
    return _fill(table, short) if short else None


def open_to_staff(table: Table) -> tuple[Seat, ...]:
    """Where a table of staff deals by itself, the hands by which the next seat is paid: they lie open to the staff, who
    may have to fill the tray for it."""
    if table.terms is None or table.terms.dealer != "automatic" or not table.has_staff or table.other_rules:
        return ()
    waiting = unreconciled(table.round) if table.stage is Stage.RECONCILING and not step_to_jackpot(table) else []
    return needed_to_settle(table, waiting[0]) if waiting else ()


def _while_reconciling(table: Table) -> tuple[Command, datetime | None] | None:
    if step := step_to_jackpot(table):
        return None if is_supervisors(table, step) or isinstance(step, do.Agree) else (step, None)
    if waiting := unreconciled(table.round):
        fill = fill_needed(table)
        if fill and is_supervisors(table, fill):
            return None
        return fill or do.ReconcileSeat(seat=waiting[0]), None
    if proposal_waits(table):
        return None  # for two people
    for seat in table.round.hands:
        for result in table.round.spots[seat].waits:  # for surveillance, if anybody of the staff is there
            waits = table.has_staff or table.round.spots[seat].is_stopped
            return None if waits else (do.AcknowledgePayout(seat=seat, wager=result.wager), None)
    return do.EndGame(), None
