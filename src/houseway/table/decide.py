"""The round: a command becomes events, or is refused with its reason. Pure: cards, numbers and times come in."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from houseway.deciding.refusal import Refusal
from houseway.money import MICROS_PER_CENT, MOST_METER_MICROS, MOST_MICROS, dollars
from houseway.role import Actor, Role
from houseway.table import betting, correcting, dealing, dues, entering, jackpots, opening, reconciling, setting
from houseway.table import commands as do
from houseway.table.commands import Command, SeatCommand, Stage
from houseway.table.events import Event
from houseway.table.refusal import Decision, Reason
from houseway.table.state import Table, evolve

FAR_FROM_BOUND: Final = MOST_MICROS - 2 * MOST_METER_MICROS  # no command moves more than a whole meter


def decide(table: Table, actor: Actor, command: Command, at: datetime) -> Decision:
    """What the command does to the table, or why it does nothing. `at` is the clock's time, in UTC."""
    decision = (
        _who(table, actor, command)
        or _wound_up(table, command)
        or _when(table, command)
        or _where(table, command)
        or RULES[type(command)](table, actor, command, at)
    )
    return decision if isinstance(decision, Refusal) else _beyond_bound(table, decision, at) or decision


def _who(table: Table, actor: Actor, command: Command) -> Refusal | None:
    name = type(command).__name__
    if actor.role not in command.by:
        able = " or ".join(sorted(role.value for role in command.by))
        return Refusal(Reason.NOT_YOUR_ROLE, f"{name} is for {able}, not for {actor.role.value}")
    if actor.role is Role.PLAYER and isinstance(command, SeatCommand) and actor.seat != command.seat:
        held = f"seat {actor.seat}" if actor.seat else "no seat"
        return Refusal(Reason.NOT_YOUR_SEAT, f"{name} for seat {command.seat}: {actor.name} has {held}")
    return _whose_table(table, actor, command) if table.terms else None


def _whose_table(table: Table, actor: Actor, command: Command) -> Refusal | None:
    """What a live dealer does an automatic one does not, and the other way round. What a supervisor or the dealer's
    hands do at a table with staff stays theirs, whoever deals: nobody gains by a change of dealer. [SLP 9e] [SLP 9f]"""
    assert table.terms is not None
    name, is_live = type(command).__name__, table.terms.dealer == "live"
    if isinstance(command, do.BuyIn) and table.has_staff:
        says = "at a table with staff the dealer takes the cash and gives the chips"
        return Refusal(Reason.CHIPS_FROM_THE_DEALER, says) if actor.role is Role.PLAYER else None
    if table.has_staff and actor.role is Role.AUTOMATIC and isinstance(command, do.SUPERVISED):
        return Refusal(Reason.NEEDS_A_SUPERVISOR, f"{name}: at a table with staff it waits for a supervisor")
    if isinstance(command, do.CallTime) and not is_live and actor.role is Role.SUPERVISOR:
        return Refusal(Reason.DEALER_IS_AUTOMATIC, f"{name}: the clock of the table calls time by itself")
    if not is_live and actor.role is Role.DEALER and not isinstance(command, do.ChangeDealer):
        return Refusal(Reason.DEALER_IS_AUTOMATIC, f"{name}: the table deals by itself; ChangeDealer to live first")
    if is_live and actor.role is Role.AUTOMATIC and not isinstance(command, do.HearBackOut):
        return Refusal(Reason.DEALER_IS_LIVE, f"{name}: a live dealer has the table")
    return None


WINDS_UP: Final = (do.VoidRound, do.AcknowledgePayout, do.CashOut, do.LeaveSeat, do.CloseTable)


def _wound_up(table: Table, command: Command) -> Refusal | None:
    if not table.other_rules or isinstance(command, WINDS_UP):
        return None
    return Refusal(Reason.RULES_CHANGED, f"the table was opened under {table.other_rules}: void, cash out and close it")


def _when(table: Table, command: Command) -> Refusal | None:
    if table.stage in command.during or (table.other_rules and table.stage is not Stage.CLOSED):
        return None
    accepted = " or ".join(stage.value for stage in Stage if stage in command.during)
    says = f"{type(command).__name__} belongs to {accepted}; the table is {table.stage.value}"
    return Refusal(Reason.WRONG_STAGE, says)


def _where(table: Table, command: Command) -> Refusal | None:
    if not isinstance(command, SeatCommand):
        return None
    if not 1 <= command.seat <= table.seats:
        return Refusal(Reason.NO_SUCH_SEAT, f"seat {command.seat}: the table has seats 1 to {table.seats}")
    if isinstance(command, do.HearBackOut):
        return None  # of a player who is perhaps gone
    taken = command.seat in table.players
    if isinstance(command, do.TakeSeat):
        return Refusal(Reason.SEAT_TAKEN, f"seat {command.seat} is {table.players[command.seat]}'s") if taken else None
    return None if taken else Refusal(Reason.SEAT_EMPTY, f"nobody sits at seat {command.seat}")


def _beyond_bound(table: Table, events: tuple[Event, ...], at: datetime) -> Refusal | None:
    """What people enter has bounds of its own, and much lower ones: this one is met by what decades add up."""
    held = table.balances.values()
    if not held or (max(held) <= FAR_FROM_BOUND and min(held) >= -FAR_FROM_BOUND):
        return None
    for event in events:
        table = evolve(table, event, at)
    for account, micros in table.balances.items():
        if abs(micros) > MOST_MICROS:
            most = dollars(MOST_MICROS // MICROS_PER_CENT)
            return Refusal(Reason.BEYOND_BOUND, f"the {account} account of the table would go beyond {most}")
    return None


RULES: Final[Mapping[type[Command], Callable[[Table, Actor, Any, datetime], Decision]]] = {
    do.OpenTable: opening.open_table,
    do.CloseTable: opening.close_table,
    do.ChangeDealer: opening.change_dealer,
    do.FillTray: opening.fill_tray,
    do.CreditTray: opening.credit_tray,
    do.Reverse: opening.reverse,
    do.TakeSeat: betting.take_seat,
    do.LeaveSeat: betting.leave_seat,
    do.BuyIn: betting.buy_in,
    do.CashOut: betting.cash_out,
    do.PlaceWager: betting.place_wager,
    do.TakeBackWager: betting.take_back_wager,
    do.SayReady: betting.say_ready,
    do.SetHand: setting.set_hand,
    do.AskHouseWay: setting.ask_house_way,
    do.CutCards: dealing.cut_cards,
    do.Shuffle: dealing.shuffle,
    do.CloseBetting: dealing.close_betting,
    do.DrawNumber: dealing.draw_number,
    do.DealPackets: dealing.deal_packets,
    do.EnterPacket: entering.enter_packet,
    do.SetHouseWay: setting.set_house_way,
    do.CallTime: setting.call_time,
    do.DealerHouseWay: setting.dealer_house_way,
    do.ReconcileSeat: reconciling.reconcile_seat,
    do.EndGame: reconciling.end_game,
    do.ReportMisdeal: reconciling.report_misdeal,
    do.CoinIn: jackpots.coin_in,
    do.PressHand: jackpots.press_hand,
    do.TurnKey: jackpots.turn_key,
    do.PressJackpot: jackpots.press_jackpot,
    do.VoidRound: reconciling.void_round,
    do.AcknowledgePayout: reconciling.acknowledge_payout,
    do.ProposeCards: correcting.propose_cards,
    do.ProposeVoid: correcting.propose_void,
    do.ProposeMoney: correcting.propose_money,
    do.PayDue: dues.pay_due,
    do.Agree: correcting.agree,
    do.DropProposal: correcting.drop_proposal,
    do.HearBackOut: jackpots.hear_back_out,
}
