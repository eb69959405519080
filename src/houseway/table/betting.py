"""Seats, and the wagers they place until betting closes."""

from collections.abc import Mapping
from datetime import datetime

from houseway.deciding.refusal import Refusal
from houseway.game import Game, Wager
from houseway.money import Cents, dollars
from houseway.role import Seat
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.chips import (
    bad_amount,
    box_counted,
    collected,
    marked_at,
    not_in_chips,
    owed_by,
    seat_full,
    settled_with_chips,
    short_of_chips,
)
from houseway.table.dealing import not_shuffled
from houseway.table.events import Event
from houseway.table.names import bad_name, is_same
from houseway.table.refusal import Reason, TableDecision
from houseway.table.spot import Spot
from houseway.table.state import Table
from houseway.table.terms import most_on_one


def take_seat(table: Table, command: do.TakeSeat) -> TableDecision:
    if refused := bad_name(command.player):
        return refused
    for seat, player in table.players.items():
        if is_same(command.player, player):
            return Refusal(Reason.NAME_TAKEN, f"{player} sits at {table.spoken(seat)}; take another name")
    taken = was.SeatTaken(seat=command.seat, player=command.player)
    return taken, *settled_with_chips(table, command.seat, command.player, table.seat_chips(command.seat))


def leave_seat(table: Table, command: do.LeaveSeat) -> TableDecision:
    spot = table.round.spots.get(command.seat, Spot())
    if spot.waits:
        return Refusal(Reason.PAYOUT_WAITS, f"{table.spoken(command.seat)}'s payout waits for surveillance")
    if spot.wagers and not spot.results:
        return Refusal(Reason.WAGER_LIES, f"{table.spoken(command.seat)} has wagers on the felt")
    return (*box_counted(table), *seat_left(table, command.seat, table.next_entry))


def seat_left(table: Table, seat: Seat, entry: int) -> tuple[Event, ...]:
    """The seat is free, and the chips it held are cash: under this number, where there are any. What the player owes
    goes off them first, and the commission that is marked at his seat."""
    marked = collected(table, seat)
    left = table.seat_chips(seat) - sum(each.cents - each.due_cents for each in marked)
    settled = settled_with_chips(table, seat, table.players[seat], left)
    chips = Cents(left + sum(each.cents for each in settled))
    cashed = (was.CashedOut(entry=entry, cents=chips, seat=seat, player=table.players[seat]),) if chips else ()
    return (*marked, *settled, *cashed, was.SeatLeft(seat=seat))


def buy_in(table: Table, command: do.BuyIn) -> TableDecision:
    bought = was.BoughtIn(
        entry=table.next_entry, cents=command.cents, seat=command.seat, player=table.players[command.seat]
    )
    refused = bad_amount(command.cents) or not_in_chips(table, command.cents)
    refused = refused or seat_full(table, command.seat, command.cents) or _not_for_sale(table, command.cents)
    chips = table.seat_chips(command.seat) + command.cents
    return refused or (*box_counted(table), bought, *settled_with_chips(table, command.seat, bought.player, chips))


def _not_for_sale(table: Table, cents: Cents) -> Refusal | None:
    """Where a table has papers the chips that are sold come out of its tray."""
    if not table.open_terms.papers or cents <= table.chips_in_tray:
        return None
    return Refusal(Reason.TRAY_SHORT, f"{dollars(cents)}: {dollars(table.chips_in_tray)} in chips lie in the tray")


def cash_out(table: Table, command: do.CashOut) -> TableDecision:
    if refused := bad_amount(command.cents):
        return refused
    if command.cents > table.seat_chips(command.seat):
        return short_of_chips(table, command.seat, command.cents)
    player = table.players[command.seat]
    owed = Cents(owed_by(table, player) + marked_at(table, command.seat))
    if command.cents > table.seat_chips(command.seat) - owed:
        owes = f"{player} owes the house {dollars(owed)} of the chips at {table.spoken(command.seat)}"
        says = f"{dollars(command.cents)}: {owes}"
        return Refusal(Reason.NOT_ENOUGH_CHIPS, says)
    cashed = was.CashedOut(entry=table.next_entry, cents=command.cents, seat=command.seat, player=player)
    return (*box_counted(table), cashed)


def place_wager(table: Table, command: do.PlaceWager, at: datetime) -> TableDecision:
    """With a wager come those that must lie beside it and equal it."""
    wager = _coined_in(table) or _offered(table, command.wager)
    if isinstance(wager, Refusal):
        return wager
    spot = table.round.spots.get(command.seat, Spot())
    placed = [wager.name, *equal_to(table.game, wager)]
    wagers = {**spot.wagers, **dict.fromkeys(placed, command.cents)}
    refused = bad_amount(command.cents) or not_in_chips(table, command.cents)
    if refused := refused or _bad_spot(table, wagers, wager.name, at) or not_shuffled(table):
        return refused
    more = Cents(sum(wagers.values()) - sum(spot.wagers.values()))
    if more > table.seat_chips(command.seat):
        return short_of_chips(table, command.seat, more)
    return tuple(was.WagerPlaced(seat=command.seat, wager=name, cents=command.cents) for name in placed)


def equal_to(game: Game, wager: Wager) -> list[str]:
    """The wagers that must be placed with this one, and are equal to it. [UTH 1] [LIR 1]"""
    return [name for name in game.required if game.wager(name).of == wager.name]


def placed_before_the_deal(game: Game, spot: Spot) -> dict[str, Cents]:
    """The wagers that lay there when the betting was closed: not what choices added, but what they took back, and what
    went back with a void round."""
    placed = {wager.name for wager in game.placed}
    wagers: dict[str, Cents] = dict(spot.went_back)
    for hand in spot.hands:
        wagers = {name: cents for name, cents in hand.wagers.items() if name in placed} | wagers
    unit = next((wagers[name] for name in game.required if name in wagers), None)
    return wagers if unit is None else wagers | {name: wagers.get(name, unit) for name in game.required}


def take_back_wager(table: Table, command: do.TakeBackWager, at: datetime) -> TableDecision:
    if refused := _coined_in(table):
        return refused
    spot = table.round.spots.get(command.seat, Spot())
    if command.wager not in spot.wagers:
        lying = ", ".join(spot.wagers) or "nothing"
        return Refusal(Reason.NO_WAGER, f"{command.wager!r} does not lie at {table.spoken(command.seat)}: {lying} does")
    taken = [command.wager, *equal_to(table.game, table.game.wager(command.wager))]
    rest = {name: cents for name, cents in spot.wagers.items() if name not in taken}
    back = (was.WagerTakenBack(seat=command.seat, wager=name, cents=spot.wagers[name]) for name in taken)
    return _bad_spot(table, rest, "", at) or tuple(back)


def _coined_in(table: Table) -> Refusal | None:
    """COIN IN comes once all bets lie, so none moves after it, for the meter or not. [SLP 6]"""
    if not table.round.is_coined_in:
        return None
    return Refusal(Reason.ALREADY_COINED_IN, f"COIN IN has closed the betting of round {table.round.number}")


def _offered(table: Table, name: str) -> Wager | Refusal:
    wager = next((wager for wager in table.game.wagers if wager.name == name), None)
    if wager is None or table.open_terms.paytable(wager) is None:
        offered = ", ".join(w.name for w in table.game.wagers if w.name in table.open_terms.paytables)
        return Refusal(Reason.NOT_OFFERED, f"{name!r} is not offered here: {offered}")
    if wager not in table.game.placed:
        return Refusal(Reason.ADDED_WITH_A_CHOICE, f"{name} is added with a choice, after the deal")
    if wager.of in table.game.required:
        return Refusal(Reason.ADDED_WITH_A_CHOICE, f"{name} is placed with the {wager.of}, and equal to it")
    return wager


def _bad_spot(table: Table, wagers: Mapping[str, Cents], placed: str, at: datetime) -> Refusal | None:
    """What is wrong with these wagers of one seat; the law's cap may have come down since the others were placed.
    [S99 1] [SL 2] [SL 2a] [ME 1]"""
    cap = most_on_one(table.open_terms, at.date()) or Cents(0)
    missing = [name for name in table.game.required if name not in wagers]
    for name, cents in wagers.items():
        wager = table.game.wager(name)
        if missing:
            return Refusal(Reason.MAIN_BET_FIRST, f"{name} needs {missing[0]}")
        least, most = table.open_terms.limits(wager)
        most = min(most, cap) if name == placed else most
        if cents < least:
            return Refusal(Reason.BELOW_MINIMUM, f"{dollars(cents)} on {name}: at least {dollars(least)}")
        if cents > most:
            return Refusal(Reason.ABOVE_MAXIMUM, f"{dollars(cents)} on {name}: at most {dollars(most)}")
        if wager.at_most and cents > wager.most_beside(wagers[wager.at_most]):
            above = dollars(wager.most_beside(wagers[wager.at_most]))
            return Refusal(Reason.ABOVE_ITS_CAP, f"{dollars(cents)} on {name}: {wager.cap} is {above}")
    return None


def say_ready(table: Table, command: do.SayReady) -> TableDecision:
    if command.seat not in table.round.betting:
        return Refusal(Reason.NO_WAGER, f"{table.spoken(command.seat)} has not bet")
    return (was.SaidReady(seat=command.seat),)
