"""Guests without a device: at a live table the dealer seats them, and bets, chooses and cashes out for them.

What he does for a guest is the guest's own command in his hands: the same rules refuse it, and the same events follow.
Several guests act by one command: each as he would by himself.
"""

from datetime import datetime
from typing import Final, assert_never

from houseway.deciding.refusal import Refusal
from houseway.money import Cents
from houseway.role import Actor, Role, Seat
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.betting import buy_in, place_wager, placed_before_the_deal, take_seat
from houseway.table.chips import dues
from houseway.table.choosing import ask_house_way, choose, set_house_way
from houseway.table.due import due
from houseway.table.events import Event
from houseway.table.evolve import evolve
from houseway.table.names import is_same
from houseway.table.refusal import Reason, TableDecision
from houseway.table.replacing import replace
from houseway.table.state import Table

GUEST: Final = "guest"  # and a number: how one is called who gives no name
OF_THE_SEAT: Final = (do.PlaceWager, do.TakeBackWager, do.Choose, do.AskHouseWay, do.CashOut, do.LeaveSeat)


def not_a_guest(table: Table, actor: Actor, command: do.Command) -> Refusal | None:
    """Whoever holds a device acts by it: the dealer acts for nobody else."""
    if actor.role is not Role.DEALER or not isinstance(command, OF_THE_SEAT):
        return None
    seat = command.seat
    if seat in table.guests or seat not in table.players:
        return None
    says = f"{type(command).__name__}: {table.players[seat]} at {table.spoken(seat)} has a device, and acts by it"
    return Refusal(Reason.NOT_A_GUEST, says)


def decided(table: Table, command: do.GuestCommand, at: datetime) -> TableDecision:
    match command:
        case do.SeatGuest():
            return _seat_guest(table, command, at)
        case do.RepeatBets():
            return _repeat_bets(table, command, at)
        case do.ChooseForGuests():
            return _choose_for_guests(table, command, at)
        case do.HouseWayForGuests():
            return _house_way_for_guests(table, at)
        case _:
            assert_never(command)


def _seat_guest(table: Table, command: do.SeatGuest, at: datetime) -> TableDecision:
    """He sits down, and buys chips."""
    number = _number(table)
    taken = take_seat(table, do.TakeSeat(seat=command.seat, player=command.player or f"{GUEST} {number}"))
    if isinstance(taken, Refusal):
        return taken
    sat, *paid = taken
    assert isinstance(sat, was.SeatTaken)
    events = (replace(sat, guest=number), *paid)
    if not command.cents:
        return events
    bought = buy_in(_after(table, events, at), do.BuyIn(seat=command.seat, cents=command.cents))
    return bought if isinstance(bought, Refusal) else (*events, *bought)


def _number(table: Table) -> int:
    """That no guest of the table had, and by which nobody else is known: what is due to one never comes to another."""
    known = {*table.players.values(), *dues(table)}
    known |= {wager.player for bets in table.memory.values() for wager in bets.values()}
    number = table.next_guest
    while is_same(f"{GUEST} {number}", *known):
        number += 1
    return number


# ---- all guests by one command ---------------------------------------------------------------------


def _repeat_bets(table: Table, command: do.RepeatBets, at: datetime) -> TableDecision:
    """Each guest for himself, all that he bet or nothing; who cannot is left out."""
    seats = bets_again(table) if command.seat is None else {command.seat: bets_before(table, command.seat)}
    events: tuple[Event, ...] = ()
    refused: Refusal | None = None
    for seat, wagers in seats.items():
        placed = placed_again(_after(table, events, at), seat, wagers, at) if wagers else ()
        if isinstance(placed, Refusal):
            refused = refused or placed
        else:
            events += placed
    before = f" in round {table.previous.number}" if table.previous else ""
    return (
        events
        or refused
        or Refusal(Reason.NO_BETS_BEFORE, f"no guest without a device bet{before} and has not bet now")
    )


def bets_again(table: Table) -> dict[Seat, dict[str, Cents]]:
    """What the guests who have not bet placed in the round before."""
    return {seat: wagers for seat in sorted(table.guests) if (wagers := bets_before(table, seat))}


def bets_before(table: Table, seat: Seat) -> dict[str, Cents]:
    """What a guest placed in the round before; nothing, if it was another's seat then, or he has bet now."""
    before = table.previous
    if before is None or seat not in before.spots or seat not in table.guests or seat in table.round.betting:
        return {}
    return placed_before_the_deal(table.game, before.spots[seat]) if table.first_rounds[seat] <= before.number else {}


def placed_again(table: Table, seat: Seat, wagers: dict[str, Cents], at: datetime) -> TableDecision:
    """Wager by wager, those that others need first; what must equal another comes with it."""
    game = table.game
    own = [wager.name for wager in game.placed if wager.name in wagers and wager.of not in game.required]
    events: tuple[Event, ...] = ()
    for name in sorted(own, key=lambda name: name not in game.required):
        command = do.PlaceWager(seat=seat, wager=name, cents=wagers[name])
        placed = place_wager(_after(table, events, at), command, at)
        if isinstance(placed, Refusal):
            return placed
        events += placed
    return events


def _choose_for_guests(table: Table, command: do.ChooseForGuests, at: datetime) -> TableDecision:
    """Those who choose now, each as he may; who cannot say the word is left out."""
    events: tuple[Event, ...] = ()
    refused: Refusal | None = None
    for seat in _choosing(table):
        said = choose(_after(table, events, at), do.Choose(seat=seat, word=command.word))
        if isinstance(said, Refusal):
            refused = refused or said
        else:
            events += said
    return events or refused or _none_chooses(table)


def _house_way_for_guests(table: Table, at: datetime) -> TableDecision:
    """All ask; then the display shows whatever may be shown. [SL 7]"""
    events: tuple[Event, ...] = ()
    waiting = _choosing(table)
    for seat in (seat for seat in waiting if not table.round.spots[seat].asked):
        asked = ask_house_way(_after(table, events, at), do.AskHouseWay(seat=seat))
        if isinstance(asked, Refusal):
            return asked
        events += asked
    refused: Refusal | None = None
    for seat in waiting:
        set_so = set_house_way(_after(table, events, at), do.SetHouseWay(seat=seat))
        if isinstance(set_so, Refusal):
            refused = refused or set_so
        else:
            events += set_so
    return events or refused or _none_chooses(table)


def _choosing(table: Table) -> list[Seat]:
    return [seat for seat in due(table).seats if seat in table.guests]


def _none_chooses(table: Table) -> Refusal:
    return Refusal(Reason.ALREADY_CHOSEN, "no guest without a device has anything to choose now")


def _after(table: Table, events: tuple[Event, ...], at: datetime) -> Table:
    for event in events:
        table = evolve(table, event, at)
    return table
