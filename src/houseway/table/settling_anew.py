"""Seats that were paid, and would be paid otherwise now: a card was corrected, or an award backed out.

The new results are what `settle` gives, the same that pays a seat for the first time. What a seat's chips cannot give
back, or a player who went cannot be given, stands in his `due` account.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime

from houseway.deciding.refusal import Refusal
from houseway.money import Cents, dollars
from houseway.role import Seat
from houseway.table.events import Event, Result, SeatSettledAnew, SeatVoided
from houseway.table.evolve import evolve
from houseway.table.journal import Move, owed_anew, paid, returned
from houseway.table.places import show_hands
from houseway.table.refusal import Reason
from houseway.table.settlement import settle
from houseway.table.spot import Spot
from houseway.table.state import Table


def settled_anew(table: Table, at: datetime, *, is_agreed: bool = False) -> tuple[Event, ...] | Refusal:
    """Every seat that was reconciled, if its results are others now: who gives back first. Where surveillance agreed to
    the correction, nothing of it waits for surveillance again."""
    anew = []
    for seat in table.round.hands:
        spot = table.round.spots[seat]
        results = settle(table.game, table.open_terms, table.round, seat) if spot.results else ()
        if results != spot.results:
            seen = _acknowledged(spot, results, is_agreed=is_agreed)
            change, player, due = _due(table, seat, paid(seat, spot, results, seen))
            hands = show_hands(table.round.hands_of(seat))
            event = SeatSettledAnew(
                seat=seat, hands=hands, results=results, acknowledged=seen, player=player, due_cents=due
            )
            anew.append((change, event))
    return within_the_tray(table, [event for _, event in sorted(anew, key=lambda each: each[0])], at)


def seats_voided(table: Table) -> list[Event]:
    """Every seat that was paid, in a round that is void: who gives back first. At a table that is wound up a seat that
    was reconciled keeps what it has; but wagers that were settled early go back with the others."""
    voided = []
    for seat in table.round.hands:
        spot = table.round.spots[seat]
        if (spot.early and not spot.results) or (spot.results and not table.other_rules):
            change, player, due = _due(table, seat, returned(seat, spot))
            voided.append((change, SeatVoided(seat=seat, player=player, due_cents=due)))
    return [event for _, event in sorted(voided, key=lambda each: each[0])]


def within_the_tray(table: Table, events: Iterable[Event], at: datetime) -> tuple[Event, ...] | Refusal:
    """The events, if the tray can pay them one after the other."""
    happened: tuple[Event, ...] = ()
    for event in events:
        says = f"the correction takes more than the {dollars(table.chips_in_tray)} that the tray holds"
        try:
            table = evolve(table, event, at)
        except ArithmeticError:
            return Refusal(Reason.TRAY_SHORT, says)
        if table.chips_in_tray < 0:  # there is cash for it in the drop box, and no chips
            return Refusal(Reason.TRAY_SHORT, says)
        happened += (event,)
    return happened


def _acknowledged(spot: Spot, results: tuple[Result, ...], *, is_agreed: bool) -> tuple[str, ...]:
    """The wagers of which nothing waits for surveillance: what was paid before, and did not become more."""
    if is_agreed or spot.left:
        return tuple(dict.fromkeys(result.wager for result in results if result.held))
    waits = {result.wager for result in spot.waits}
    before, after = _won(spot.results), _won(results)
    held = dict.fromkeys(result.wager for result in results if result.held)
    return tuple(wager for wager in held if wager not in waits and after[wager] <= before.get(wager, -1))


def _won(results: tuple[Result, ...]) -> Counter[str]:
    """By wager, on all hands together."""
    won: Counter[str] = Counter()
    for result in results:
        won[result.wager] += result.won_cents
    return won


def _due(table: Table, seat: Seat, moves: list[Move]) -> tuple[Cents, str, Cents]:
    """By how much the seat's money changes; whose account that is, but for his chips; and how much of it is due."""
    spot = table.round.spots[seat]
    change = owed_anew(seat, spot, moves)
    if spot.left:
        return change, spot.left, change
    short = Cents(min(0, change + table.seat_chips(seat)))
    return change, table.players[seat] if short else "", short
