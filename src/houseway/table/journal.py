"""What an event moves in the ledger."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from houseway.money import (
    BANK,
    BUY_IN,
    CASH_OUT,
    FELT,
    PENDING,
    TRAY,
    Account,
    Transfer,
    seat_account,
    transfer,
)
from houseway.table.events import (
    BoughtIn,
    CashedOut,
    EntryReversed,
    Event,
    MoneyEntered,
    PayoutAcknowledged,
    Result,
    RoundVoided,
    SeatReconciled,
    TrayCredited,
    TrayFilled,
    WagerAdded,
    WagerPlaced,
    WagerTakenBack,
)

if TYPE_CHECKING:
    from houseway.table.state import Spot


def journal(spots: Mapping[int, "Spot"], event: Event, entries: Mapping[int, MoneyEntered]) -> tuple[Transfer, ...]:
    """The transfers of an event, given what lay on the felt before it."""
    match event:
        case WagerPlaced():
            spot = spots.get(event.seat)
            more = event.cents - (spot.wagers.get(event.wager, 0) if spot else 0)
            seat = seat_account(event.seat)
            return (transfer(seat, FELT, more) if more > 0 else transfer(FELT, seat, -more),) if more else ()
        case WagerTakenBack():
            return (transfer(FELT, seat_account(event.seat), event.cents),)
        case WagerAdded():
            return (transfer(seat_account(event.seat), FELT, event.cents),)
        case SeatReconciled():
            return tuple(move for result in event.results for move in _settled(seat_account(event.seat), result))
        case PayoutAcknowledged():
            return (transfer(PENDING, seat_account(event.seat), event.cents),)
        case RoundVoided():
            lying = {seat: sum(spot.wagers.values()) for seat, spot in spots.items() if not spot.results}
            return tuple(transfer(FELT, seat_account(seat), cents) for seat, cents in lying.items() if cents)
        case MoneyEntered():
            source, target = _sides(event)
            return (transfer(source, target, event.cents),)
        case EntryReversed():
            source, target = _sides(entries[event.entry])
            return (transfer(target, source, entries[event.entry].cents),)
        case _:
            return ()


def _settled(seat: Account, result: Result) -> Iterator[Transfer]:
    """The stake goes back or to the tray; winnings come from the tray, perhaps by way of surveillance."""
    if result.returned_cents:
        yield transfer(FELT, seat, result.returned_cents)
    if result.stake_cents > result.returned_cents:
        yield transfer(FELT, TRAY, result.stake_cents - result.returned_cents)
    if result.won_cents:
        yield transfer(TRAY, PENDING if result.held else seat, result.won_cents)


def _sides(entered: MoneyEntered) -> tuple[Account, Account]:
    match entered:
        case BoughtIn():
            return BUY_IN, seat_account(entered.seat)
        case CashedOut():
            return seat_account(entered.seat), CASH_OUT
        case TrayFilled():
            return BANK, TRAY
        case TrayCredited():
            return TRAY, BANK
        case _:
            raise AssertionError(f"{type(entered).__name__} moves no money")
