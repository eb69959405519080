"""What an event moves in the ledger."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from houseway.deciding.ledger import moves
from houseway.money import (
    BANK,
    BUY_IN,
    CASH_OUT,
    COMMISSION,
    CORRECTIONS,
    FELT,
    FUND,
    LOCKED,
    MICROS_PER_CENT,
    PENDING,
    TRAY,
    Account,
    Cents,
    Transfer,
    due_account,
    meter_account,
    owes_account,
    reserve_account,
    seat_account,
    transfer,
)
from houseway.paytable import is_share
from houseway.role import Seat
from houseway.table import events as was
from houseway.table.events import EntryEvent, Event, Result
from houseway.table.spot import Spot

# What moves no money. An event that is neither here nor has its case below is an error of the type checker.
Preparation = was.TableEvent | was.SaidReady | was.CardsCut | was.Shuffled | was.BettingClosed | was.NumberDrawn
Hand = was.CardsDealt | was.CardDrawn | was.PacketEntered | was.HouseWayAsked | was.TimeCalled | was.Chosen
Shown = was.TurnedOver | was.Peeked | was.ShoeBegun | was.CutCardShown | was.OldEvent | was.CardsCorrected
Button = was.HandPressed | was.HandReleased | was.KeyTurned
Floor = was.SlipEvent | was.StopEvent
NoMoney = Preparation | Hand | Shown | Button | was.GameEnded | was.OpenProposal | was.ProposalDropped | Floor

OVER_SHORT: Final = Account("over and short")  # what was counted beyond the book, below nothing what was missing
BOX: Final = Account("drop box")  # the cash for chips that was counted and taken away


def journal(spots: Mapping[Seat, Spot], event: Event, entries: Mapping[int, EntryEvent]) -> tuple[Transfer, ...]:
    """The transfers of an event, given what lay on the felt before it."""
    match event:
        case was.WagerPlaced():
            spot = spots.get(event.seat)
            more = event.cents - (spot.wagers.get(event.wager, 0) if spot else 0)
            return _either_way(seat_account(event.seat), FELT, more)
        case was.WagerTakenBack():
            return (transfer(FELT, seat_account(event.seat), event.cents),)
        case was.WagerAdded() | was.HandSplit():
            return _either_way(seat_account(event.seat), FELT, event.cents)
        case was.SeatSettledAnew() | was.SeatVoided() | was.MoneyCorrected() | was.JackpotBackedOut():
            return _corrected(spots, event)
        case was.SeatReconciled() | was.WagersSettled():
            spot = spots[event.seat]
            paid_before = {result.wager for result in spot.early}
            now = (result for result in event.results if result.wager not in paid_before)
            return tuple(move for result in now for move in _settled(event.seat, result, spot))
        case was.CoinedIn():
            stakes = event.stake_cents * len(event.seats) * MICROS_PER_CENT
            gains = (
                (FUND, account, micros)
                for each in event.by_meter
                for account, micros in (
                    (meter_account(each.meter), each.gained_micros),
                    (reserve_account(each.meter), each.reserve_micros),
                )
            )
            return moves((FELT, TRAY, stakes), *gains)
        case was.SensorsReleased():
            return tuple(transfer(FELT, seat_account(seat), event.stake_cents) for seat in event.seats)
        case was.CoinInReversed():
            return tuple(transfer(TRAY, _whose(spots[seat], seat), event.stake_cents) for seat in event.seats)
        case was.JackpotRecorded():
            return (transfer(FUND, LOCKED, event.cents),) if event.cents else ()
        case was.PayoutAcknowledged():
            return (transfer(PENDING, seat_account(event.seat), event.cents),)
        case was.RoundVoided():
            open_spots = {seat: spot for seat, spot in spots.items() if not (spot.results or spot.early)}
            lying = {seat: sum(spot.wagers.values()) for seat, spot in open_spots.items()}
            return tuple(transfer(FELT, seat_account(seat), cents) for seat, cents in lying.items() if cents)
        case was.TrayFilled() | was.TrayCredited() | was.BoughtIn() | was.CashedOut():
            source, target = _sides(event)
            return (transfer(source, target, event.cents),)
        case was.BoxCounted():
            drop, cashed = event.drop_cents * MICROS_PER_CENT, event.cashed_cents * MICROS_PER_CENT
            return moves((BANK, BUY_IN, drop), (CASH_OUT, BANK, cashed))
        case was.TrayCounted():
            return _either_way(OVER_SHORT, TRAY, event.cents - event.expected_cents)
        case was.DropCounted():
            over = _either_way(OVER_SHORT, TRAY, event.cents - event.recorded_cents)
            return *over, *_either_way(TRAY, BOX, event.cents)
        case was.CommissionCollected():
            seat, owes = seat_account(event.seat), owes_account(event.seat)
            paid_now = Cents(event.cents - event.due_cents)
            return netted([(seat, owes, paid_now), (due_account(event.player), owes, event.due_cents)])
        case was.DuePaid():
            return netted([(due_account(event.player), seat_account(event.seat), event.cents)])
        case was.DueCashed():
            due = due_account(event.player)
            return _either_way(due, CASH_OUT if event.cents > 0 else BUY_IN, event.cents)
        case was.EntryReversed():
            source, target = _sides(entries[event.entry])
            return (transfer(target, source, entries[event.entry].cents),)
        case _:
            return _nothing(event)


def _nothing(event: NoMoney) -> tuple[Transfer, ...]:
    return ()


# ---- corrections -----------------------------------------------------------------------------------


def _corrected(
    spots: Mapping[Seat, Spot], event: was.SeatSettledAnew | was.SeatVoided | was.MoneyCorrected | was.JackpotBackedOut
) -> tuple[Transfer, ...]:
    match event:
        case was.JackpotBackedOut():
            return (transfer(LOCKED, FUND, event.cents),)
        case was.MoneyCorrected():
            return _of_a_round_that_is_over(event)
        case was.SeatSettledAnew():
            spot = spots[event.seat]
            moves = [*_undone(event.seat, spot), *paid(event.seat, spot, event.results, event.acknowledged)]
        case was.SeatVoided():
            spot = spots[event.seat]
            moves = [*_undone(event.seat, spot), *returned(event.seat, spot)]
    if event.due_cents:
        moves.append((seat_account(event.seat), due_account(event.player), event.due_cents))
    return netted(moves)


def _of_a_round_that_is_over(event: was.MoneyCorrected) -> tuple[Transfer, ...]:
    """A correction passes through an account of its own, so that the day has it beside what was won."""
    source, seat = FUND if event.of_meter else TRAY, seat_account(event.seat)
    due = (seat, due_account(event.player), event.due_cents)
    return (*netted([(source, CORRECTIONS, event.cents)]), *netted([(CORRECTIONS, seat, event.cents), due]))


Move = tuple[Account, Account, Cents]  # from, to, cents: below nothing the other way


def owed_anew(seat: Seat, spot: Spot, moves: Iterable[Move]) -> Cents:
    """By how much a seat's chips change, in cents, if what it was paid is undone and these are done instead."""
    account = seat_account(seat)
    every = [*_undone(seat, spot), *moves]
    comes = sum(cents for _, target, cents in every if target == account)
    return Cents(comes - sum(cents for source, _, cents in every if source == account))


def paid(seat: Seat, spot: Spot, results: Iterable[Result], acknowledged: Iterable[str]) -> list[Move]:
    """What the results move, those that were acknowledged out of `pending` too."""
    settled = [move for result in results for move in _settled(seat, result, spot)]
    seen = [r for r in results if r.held and r.wager in acknowledged]
    return [
        *((move.source, move.target, Cents(move.micros // MICROS_PER_CENT)) for move in settled),
        *((PENDING, seat_account(seat), result.won_cents) for result in seen),
    ]


def returned(seat: Seat, spot: Spot) -> list[Move]:
    """Every wager of the seat, but one that left the table with COIN IN: that goes back by itself."""
    lying = sum(cents for wager, cents in spot.wagers.items() if wager != spot.coined_in)
    return [(FELT, seat_account(seat), Cents(lying))]


def _undone(seat: Seat, spot: Spot) -> list[Move]:
    done = paid(seat, spot, spot.results or spot.early, spot.acknowledged)
    return [(target, source, cents) for source, target, cents in done]


def netted(moves: Iterable[Move]) -> tuple[Transfer, ...]:
    """The same by as few transfers as it takes: what an account gives and takes again does not move."""
    change: Counter[Account] = Counter()
    for source, target, cents in moves:
        change[source] -= cents
        change[target] += cents
    gives = {account: -cents for account, cents in sorted(change.items()) if cents < 0}
    transfers: list[Transfer] = []
    for target in sorted(change):
        for source, has in gives.items():
            part = Cents(min(has, change[target]))
            if part > 0:
                transfers.append(transfer(source, target, part))
                gives[source] -= part
                change[target] -= part
    return tuple(transfers)


def _either_way(source: Account, target: Account, cents: int) -> tuple[Transfer, ...]:
    """Below nothing, back from the target."""
    if cents > 0:
        return (transfer(source, target, Cents(cents)),)
    return (transfer(target, source, Cents(-cents)),) if cents else ()


def _whose(spot: Spot, seat: Seat) -> Account:
    """The seat's chips; of a player who was paid and went, what is due to him."""
    return due_account(spot.left) if spot.left else seat_account(seat)


def _settled(seat: Seat, result: Result, spot: Spot) -> Iterator[Transfer]:
    """The stake goes back or to the tray, unless it left the table before; winnings come from the tray or the meter,
    perhaps by way of surveillance."""
    account = seat_account(seat)
    if result.returned_cents:
        yield transfer(FELT, account, result.returned_cents)
    if result.stake_cents > result.returned_cents and result.wager != spot.coined_in:
        yield transfer(FELT, TRAY, Cents(result.stake_cents - result.returned_cents))
    if result.won_cents:
        source = LOCKED if is_from_meter(result, spot) else TRAY
        yield transfer(source, PENDING if result.held else account, result.won_cents)
    if result.commission_cents:
        yield from _commission(seat, result)


def _commission(seat: Seat, result: Result) -> Iterator[Transfer]:
    """Kept by the house; or paid to the seat with its win, and marked there."""
    if result.is_marked:
        yield transfer(TRAY, seat_account(seat), result.commission_cents)
    source = owes_account(seat) if result.is_marked else TRAY
    yield transfer(source, COMMISSION, result.commission_cents)


def is_from_meter(result: Result, spot: Spot) -> bool:
    """A share of a meter, locked by J-POT. [SLP 9a]"""
    return result.wager == spot.coined_in and is_share(result.pays)


def _sides(entered: EntryEvent) -> tuple[Account, Account]:
    match entered:
        case was.BoughtIn():
            return BUY_IN, seat_account(entered.seat)
        case was.CashedOut():
            return seat_account(entered.seat), CASH_OUT
        case was.TrayFilled():
            return BANK, TRAY
        case was.TrayCredited():
            return TRAY, BANK
