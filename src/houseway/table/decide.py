"""The round: a command becomes events, or is refused with its reason. Pure: cards, numbers and times come in."""

from datetime import datetime
from typing import Final, assert_never

from houseway.deciding.command import either
from houseway.deciding.ledger import beyond_bound
from houseway.deciding.refusal import Refusal, not_your_role
from houseway.money import MICROS_PER_CENT, MOST_METER_MICROS, MOST_MICROS, dollars
from houseway.role import Actor, Role
from houseway.table import (
    betting,
    by_hand,
    chips,
    choosing,
    correcting,
    dealing,
    drawing,
    entering,
    guests,
    jackpots,
    opening,
    reconciling,
    slips,
    stopping,
    turning,
)
from houseway.table import commands as do
from houseway.table.commands import Command, SeatCommand, Stage
from houseway.table.events import Event
from houseway.table.evolve import evolve
from houseway.table.places import no_such_seat
from houseway.table.refusal import Reason, TableDecision
from houseway.table.state import Table

FAR_FROM_BOUND: Final = MOST_MICROS - 2 * MOST_METER_MICROS  # no command moves more than a whole meter


def decide(table: Table, actor: Actor, command: Command, at: datetime) -> TableDecision:
    """What the command does to the table, or why it does nothing. `at` is the clock's time, in UTC."""
    decision = (
        _who(table, actor, command)
        or _wound_up(table, command)
        or guests.not_a_guest(table, actor, command)
        or _when(table, command)
        or stopping.round_stopped(table, command)
        or slips.not_by_the_papers(table, actor, command)
        or _where(table, command)
        or _decided(table, actor, command, at)
    )
    return decision if isinstance(decision, Refusal) else _beyond_bound(table, decision, at) or decision


def _who(table: Table, actor: Actor, command: Command) -> Refusal | None:
    if refused := not_your_role(Reason.NOT_YOUR_ROLE, actor, command):
        return refused
    if actor.role is Role.PLAYER and isinstance(command, SeatCommand) and actor.seat != command.seat:
        has = table.spoken(actor.seat) if actor.seat else "no seat"
        says = f"{type(command).__name__} for {table.spoken(command.seat)}: {actor.name} has {has}"
        return Refusal(Reason.NOT_YOUR_SEAT, says)
    if actor.role is Role.PLAYER and isinstance(command, SeatCommand) and command.seat in table.guests:
        says = f"{table.spoken(command.seat)} is {table.players[command.seat]}'s, who has no device"
        return Refusal(Reason.NOT_YOUR_SEAT, says)
    return _whose_table(table, actor, command) if table.terms else None


def _whose_table(table: Table, actor: Actor, command: Command) -> Refusal | None:
    """What a live dealer does an automatic one does not, and the other way round. What a supervisor or the dealer's
    hands do at a table with staff stays theirs, whoever deals: nobody gains by a change of dealer. [SLP 9e] [SLP 9f]"""
    name, is_live = type(command).__name__, table.open_terms.dealer == "live"
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
    says = f"{type(command).__name__} belongs to {either(command.during, Stage)}; the table is {table.stage.value}"
    return Refusal(Reason.WRONG_STAGE, says)


def _where(table: Table, command: Command) -> Refusal | None:
    if not isinstance(command, SeatCommand):
        return None
    if not 1 <= command.seat <= table.seats:
        return Refusal(Reason.NO_SUCH_SEAT, no_such_seat(command.seat, table.seats, table.open_terms.positions))
    if isinstance(command, do.HearBackOut):
        return None  # of a player who is perhaps gone
    taken = command.seat in table.players
    if isinstance(command, do.TakeSeat | do.SeatGuest):
        return (
            Refusal(Reason.SEAT_TAKEN, f"{table.spoken(command.seat)} is {table.players[command.seat]}'s")
            if taken
            else None
        )
    return None if taken else Refusal(Reason.SEAT_EMPTY, f"nobody sits at {table.spoken(command.seat)}")


def _beyond_bound(table: Table, events: tuple[Event, ...], at: datetime) -> Refusal | None:
    """What people enter has bounds of its own, and much lower ones: this one is met by what decades add up."""
    micros = table.balances.values()
    if not micros or (max(micros) <= FAR_FROM_BOUND and min(micros) >= -FAR_FROM_BOUND):
        return None
    after = table
    for event in events:
        after = evolve(after, event, at)
    account = beyond_bound(table.balances, after.balances)
    if account is None:
        return None
    most = dollars(MOST_MICROS // MICROS_PER_CENT)
    return Refusal(Reason.BEYOND_BOUND, f"the {account} account of the table would go beyond {most}")


def _decided(table: Table, actor: Actor, command: Command, at: datetime) -> TableDecision:
    """By the rule of the command; those of every round are looked for first."""
    if isinstance(command, do.PapersCommand):
        return slips.decided(table, actor, command)
    if isinstance(command, do.StopCommand):
        return stopping.decided(table, actor, command)
    if isinstance(command, do.GuestCommand):
        return guests.decided(table, command, at)
    return _single(table, actor, command, at)


def _single(table: Table, actor: Actor, command: do.SingleCommand, at: datetime) -> TableDecision:
    match command:
        case do.PlaceWager():
            return betting.place_wager(table, command, at)
        case do.SayReady():
            return betting.say_ready(table, command)
        case do.Choose():
            return choosing.choose(table, command)
        case do.ReconcileSeat():
            return reconciling.reconcile_seat(table, command)
        case do.Shuffle():
            return dealing.shuffle(table, command)
        case do.BeginShoe():
            return by_hand.begin_shoe(table, command)
        case do.ShowCutCard():
            return by_hand.show_cut_card(table)
        case do.CloseBetting():
            return dealing.close_betting(table)
        case do.DealCards():
            return dealing.deal_cards(table)
        case do.DrawCard():
            return drawing.draw_card(table)
        case do.TurnOver():
            return turning.turn_over(table)
        case do.Peek():
            return turning.peek(table, command)
        case do.SettleNow():
            return reconciling.settle_now(table)
        case do.EndGame():
            return reconciling.end_game(table)
        case do.DrawNumber():
            return dealing.draw_number(table, command)
        case do.CoinIn():
            return jackpots.coin_in(table, command)
        case do.SetHouseWay():
            return choosing.set_house_way(table, command)
        case do.CallTime():
            return choosing.call_time(table, actor, command)
        case do.AskHouseWay():
            return choosing.ask_house_way(table, command)
        case do.EnterPacket():
            return entering.enter_packet(table, command)
        case do.OpenTable():
            return opening.open_table(table, command, at)
        case do.CloseTable():
            return slips.not_counted_to_close(table) or opening.close_table(table)
        case do.ChangeDealer():
            return opening.change_dealer(table, actor, command)
        case do.FillTray():
            return opening.fill_tray(table, command)
        case do.CreditTray():
            return opening.credit_tray(table, command)
        case do.Reverse():
            return opening.reverse(table, command)
        case do.TakeSeat():
            return betting.take_seat(table, command)
        case do.LeaveSeat():
            return betting.leave_seat(table, command)
        case do.BuyIn():
            return betting.buy_in(table, command)
        case do.CashOut():
            return betting.cash_out(table, command)
        case do.ColourUp():
            return chips.colour_up(table, command)
        case do.TakeBackWager():
            return betting.take_back_wager(table, command, at)
        case do.CutCards():
            return dealing.cut_cards(table, command)
        case do.ReportMisdeal():
            return reconciling.report_misdeal(table, actor, command)
        case do.PressHand():
            return jackpots.press_hand(table, command)
        case do.TurnKey():
            return jackpots.turn_key(table, actor, command)
        case do.PressJackpot():
            return jackpots.press_jackpot(table, actor, command, at)
        case do.VoidRound():
            return reconciling.void_round(table, actor, command)
        case do.AcknowledgePayout():
            return reconciling.acknowledge_payout(table, actor, command)
        case do.ProposeCards() | do.ProposeMoney() | do.ProposeVoid():
            return correcting.propose(table, actor, command)
        case do.PayDue():
            return chips.pay_due(table, actor, command)
        case do.Agree():
            return correcting.agree(table, actor, command, at)
        case do.DropProposal():
            return correcting.drop_proposal(table, actor, command)
        case do.HearBackOut():
            return jackpots.hear_back_out(table, command, at)
        case _:
            assert_never(command)
