"""Seats, and the wagers they place until betting closes."""

from collections.abc import Mapping
from datetime import datetime

from houseway.game import Wager, is_progressive
from houseway.money import dollars
from houseway.role import Actor
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.chips import bad_amount, bad_text, short_of_chips
from houseway.table.refusal import Decision, Reason, Refusal
from houseway.table.state import Spot, Table
from houseway.table.terms import wager_cap


def take_seat(table: Table, actor: Actor, command: do.TakeSeat, at: datetime) -> Decision:
    taken = was.SeatTaken(seat=command.seat, player=command.player)
    return bad_text("player", command.player, most=40) or (taken,)


def leave_seat(table: Table, actor: Actor, command: do.LeaveSeat, at: datetime) -> Decision:
    spot = table.round.spots.get(command.seat, Spot())
    if spot.waits:
        return Refusal(Reason.PAYOUT_WAITS, f"seat {command.seat}'s payout waits for surveillance")
    if spot.wagers and not spot.results:
        return Refusal(Reason.WAGER_LIES, f"seat {command.seat} has wagers on the felt")
    chips = table.seat_chips(command.seat)
    cashed = (_cashed_out(table, command.seat, chips),) if chips else ()
    return (*cashed, was.SeatLeft(seat=command.seat))


def buy_in(table: Table, actor: Actor, command: do.BuyIn, at: datetime) -> Decision:
    bought = was.BoughtIn(
        entry=table.next_entry, cents=command.cents, seat=command.seat, player=table.players[command.seat]
    )
    return bad_amount(command.cents) or (bought,)


def cash_out(table: Table, actor: Actor, command: do.CashOut, at: datetime) -> Decision:
    refused = bad_amount(command.cents)
    if refused:
        return refused
    if command.cents > table.seat_chips(command.seat):
        return short_of_chips(table, command.seat, command.cents)
    return (_cashed_out(table, command.seat, command.cents),)


def _cashed_out(table: Table, seat: int, cents: int) -> was.CashedOut:
    return was.CashedOut(entry=table.next_entry, cents=cents, seat=seat, player=table.players[seat])


def place_wager(table: Table, actor: Actor, command: do.PlaceWager, at: datetime) -> Decision:
    wager = _offered(table, command.wager)
    if isinstance(wager, Refusal):
        return wager
    if is_progressive(wager) and table.round.coined:
        return Refusal(Reason.ALREADY_COINED_IN, f"{wager.name}: the sensors are locked until the next round")
    spot = table.round.spots.get(command.seat, Spot())
    refused = bad_amount(command.cents) or _bad_spot(table, {**spot.wagers, wager.name: command.cents}, wager.name, at)
    if refused:
        return refused
    more = command.cents - spot.wagers.get(wager.name, 0)
    if more > table.seat_chips(command.seat):
        return short_of_chips(table, command.seat, more)
    return (was.WagerPlaced(seat=command.seat, wager=wager.name, cents=command.cents),)


def take_back_wager(table: Table, actor: Actor, command: do.TakeBackWager, at: datetime) -> Decision:
    spot = table.round.spots.get(command.seat, Spot())
    if command.wager not in spot.wagers:
        lying = ", ".join(spot.wagers) or "nothing"
        return Refusal(Reason.NO_WAGER, f"{command.wager!r} does not lie at seat {command.seat}: {lying} does")
    if command.wager == spot.coined_in:
        return Refusal(Reason.ALREADY_COINED_IN, f"{command.wager}: the bet has left the table with COIN IN")
    rest = {name: cents for name, cents in spot.wagers.items() if name != command.wager}
    taken = was.WagerTakenBack(seat=command.seat, wager=command.wager, cents=spot.wagers[command.wager])
    return _bad_spot(table, rest, "", at) or (taken,)


def _offered(table: Table, name: str) -> Wager | Refusal:
    assert table.terms is not None
    if name not in table.terms.paytables:
        offered = ", ".join(w.name for w in table.game.wagers if w.name in table.terms.paytables)
        return Refusal(Reason.NOT_OFFERED, f"{name!r} is not offered here: {offered}")
    wager = table.game.wager(name)
    if wager.equals:
        return Refusal(Reason.ADDED_WITH_A_CHOICE, f"{name} is added with the choice, after the deal")
    return wager


def _bad_spot(table: Table, wagers: Mapping[str, int], placed: str, at: datetime) -> Refusal | None:
    """What is wrong with these wagers of one seat; the law's cap may have come down since the others were placed.
    [S99 1] [SL 2] [SL 2a] [ME 1]"""
    assert table.terms is not None
    cap = wager_cap(table.terms.jurisdiction, at.date()) or 0
    for name, cents in wagers.items():
        wager = table.game.wager(name)
        if wager.requires and wager.requires not in wagers:
            return Refusal(Reason.MAIN_BET_FIRST, f"{name} needs {wager.requires}")
        least, most = table.terms.limits(wager)
        most = min(most, cap) if name == placed else most
        if cents < least:
            return Refusal(Reason.BELOW_MINIMUM, f"{dollars(cents)} on {name}: at least {dollars(least)}")
        if cents > most:
            return Refusal(Reason.ABOVE_MAXIMUM, f"{dollars(cents)} on {name}: at most {dollars(most)}")
        if wager.at_most and cents > wagers[wager.at_most]:
            above = dollars(wagers[wager.at_most])
            return Refusal(Reason.ABOVE_ITS_CAP, f"{dollars(cents)} on {name}: the {wager.at_most} is {above}")
    return None


def say_ready(table: Table, actor: Actor, command: do.SayReady, at: datetime) -> Decision:
    if command.seat not in table.round.betting:
        return Refusal(Reason.NO_WAGER, f"seat {command.seat} has not bet")
    return (was.SaidReady(seat=command.seat),)
