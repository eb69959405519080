"""What happened at a table, in a line each, as somebody at the rail would say it. No face-down card is in it: the
events hold none."""

from typing import assert_never

from houseway.money import dollars
from houseway.progressive.meter import show_micros
from houseway.role import Seat
from houseway.table import events as was
from houseway.table.events import Event, InRound, Result, RoundEvent
from houseway.table.memory import ENVY
from houseway.table.packets import DEALER
from houseway.table.seal import BY_HAND, THROWN


def say(event: Event) -> str:
    if isinstance(event, InRound):
        return _of_the_round(event)
    match event:
        case was.TableOpened(terms=terms):
            return f"the table opens: {terms.game}, {dollars(terms.minimum_cents)} to {dollars(terms.maximum_cents)}"
        case was.TableClosed():
            return "the table closes"
        case was.DealerChanged():
            return f"the dealer is {event.dealer} from now on"
        case was.SeatTaken():
            return f"seat {event.seat}: {event.player} sits down"
        case was.SeatLeft():
            return f"seat {event.seat} is left"
        case was.TrayFilled():
            return f"the tray is filled with {dollars(event.cents)}"
        case was.TrayCredited():
            return f"{dollars(event.cents)} go back from the tray to the bank"
        case was.BoughtIn():
            return f"seat {event.seat} buys in for {dollars(event.cents)}"
        case was.CashedOut():
            return f"seat {event.seat} cashes out {dollars(event.cents)}"
        case was.BoxCounted():
            return f"the drop box is changed: {dollars(event.drop_cents)} in, {dollars(event.cashed_cents)} paid out"
        case was.EntryReversed():
            return f"entry {event.entry} is reversed: {event.note}"
        case was.DuePaid():
            if event.cents > 0:
                return f"{dollars(event.cents)} due to {event.player} come to the chips of seat {event.seat}"
            return f"{dollars(-event.cents)} owed by {event.player} go from the chips of seat {event.seat}"
        case was.DueCashed(cents=cents):
            moved = f"pays {dollars(cents)} due to" if cents > 0 else f"takes {dollars(-cents)} owed by"
            return f"{event.by} {moved} {event.player} in cash"
        case was.GameEnded():
            return f"GAME OVER, round {event.round}"
        case was.RoundVoided():
            return f"round {event.round} is void, every wager goes back: {event.note}"
        case was.CardsProposed():
            return f"{event.by} proposes to correct cards: {event.note}"
        case was.VoidProposed():
            return f"{event.by} proposes to void the round: {event.note}"
        case was.MoneyProposed():
            return f"{event.by} proposes {_amount(event)}: {event.note}"
        case was.ProposalDropped():
            return f"proposal {event.proposal} is dropped by {event.by}"
        case was.CardsCorrected():
            return f"cards are corrected by {event.by}, {event.agreed_by} agreeing: {event.note}"
        case was.MoneyCorrected():
            return f"{_amount(event)} by {event.by}, {event.agreed_by} agreeing: {event.note}"
        case _:
            assert_never(event)


def _of_the_round(event: RoundEvent) -> str:
    match event:
        case was.Shuffled():
            return "the pack is shuffled, and its order sealed" + (
                " with the rotation" if event.number or event.dice else ""
            )
        case was.CardsCut():
            return f"seat {event.seat} cuts the cards: {event.cut}"
        case was.WagerPlaced():
            return f"seat {event.seat} bets {dollars(event.cents)} on {event.wager}"
        case was.WagerTakenBack():
            return f"seat {event.seat} takes {dollars(event.cents)} back from {event.wager}"
        case was.SaidReady():
            return f"seat {event.seat} is ready"
        case was.BettingClosed():
            return "no more bets"
        case was.NumberDrawn():
            dice = f", dice {'-'.join(map(str, event.dice))}" if event.dice else ""
            return f"the number is {event.number}{dice}" + (f", {BY_HAND}" if event.how == THROWN else "")
        case was.PacketsDealt():
            return "dealt to " + ", ".join(map(_place, event.places))
        case was.PacketEntered():
            return f"the packet of {_place(event.place)} is entered"
        case was.TimeCalled():
            return f"time is called by {event.by}" + (f": {event.note}" if event.note else "")
        case was.HouseWayAsked():
            return f"seat {event.seat} asks for the house way"
        case was.HandSet():
            how = {"player": "sets", "house way": "is set the house way", "time": "is set, its time being over"}
            return f"seat {event.seat} {how[event.how]}" + (f": {event.word}" if event.word else "")
        case was.WagerAdded():
            return f"seat {event.seat} adds {dollars(event.cents)}: {event.wager}"
        case was.DealerRevealed():
            return f"the dealer shows {event.hands}"
        case was.SeatSettledAnew():
            return f"seat {event.seat} is settled anew: " + "; ".join(map(_result, event.results))
        case was.SeatVoided():
            return f"seat {event.seat} gets its wagers back, and gives back what they won"
        case was.SeatReconciled():
            return f"seat {event.seat}: " + "; ".join(map(_result, event.results))
        case was.PayoutAcknowledged():
            return f"{event.by} acknowledges {dollars(event.cents)} of seat {event.seat} on {event.wager}"
        case was.CoinedIn():
            return f"COIN IN for {_seats(event.seats)}; the meter gains {show_micros(event.gained_micros)}"
        case was.SensorsReleased():
            return f"COIN IN, and the stakes go back: {event.says}"
        case was.CoinInReversed():
            return "the progressive stakes go back, out of the tray"
        case was.HandPressed():
            return f"{event.line} is lit for seat {event.seat}"
        case was.HandReleased():
            return f"{event.line} is taken back for seat {event.seat}"
        case was.KeyTurned():
            return f"the key to {event.to}"
        case was.JackpotRecorded():
            of = f"{event.pays} of {show_micros(event.meter_micros)}"
            return f"J-POT: {event.line} of seat {event.seat}, {of}: {dollars(event.cents)} locked"
        case was.JackpotBackedOut():
            by = f"{event.proposed_by} and {event.approved_by}"
            return f"{dollars(event.cents)} of seat {event.seat}'s award are backed out by {by}: {event.note}"
        case _:
            assert_never(event)


def _amount(event: was.MoneyProposed | was.MoneyCorrected) -> str:
    moved = f"{dollars(event.cents)} to" if event.cents > 0 else f"{dollars(-event.cents)} from"
    return f"{moved} {event.player}, round {event.round}, seat {event.seat}, {event.wager}"


def _result(result: Result) -> str:
    if result.won_cents:
        return f"{result.wager} wins {dollars(result.won_cents)}"
    if result.wager == ENVY:
        return f"{ENVY} nothing"
    return f"{result.wager} {'pushes' if result.returned_cents else f'loses {dollars(result.stake_cents)}'}"


def _place(place: int) -> str:
    return "the dealer" if place == DEALER else f"seat {place}"


def _seats(seats: tuple[Seat, ...]) -> str:
    return f"seat {seats[0]}" if len(seats) == 1 else f"seats {', '.join(map(str, seats))}"
