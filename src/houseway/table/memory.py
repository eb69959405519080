"""What a table remembers of the rounds that are over, so that money of them can be corrected: who held a seat and a
wager, what it was paid, and the most that it could have been paid."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from houseway.game import Game
from houseway.money import Cents
from houseway.paytable import Odds, Pay
from houseway.role import Seat
from houseway.table.events import MoneyCorrected
from houseway.table.terms import Terms

KEPT_ROUNDS: Final = 20
ENVY: Final = "Envy"  # the wager under which a seat is paid for the hands of others


@dataclass(frozen=True, kw_only=True)
class PastWager:
    """A wager of a seat, in a round that is over. Every correction of it moves what was paid."""

    player: str
    wager: str
    paid_cents: Cents  # with the stake, if that went back; not what the meter paid
    most_cents: Cents  # at the top odds, with the stake
    meter_cents: Cents  # of the award that was recorded, less what was taken back
    award_cents: Cents  # that was recorded
    meter: str = ""  # that paid it


Memory = Mapping[int, Mapping[tuple[Seat, str], PastWager]]  # by round, then by seat and wager


def remembered(memory: Memory, number: int, paid: Mapping[tuple[Seat, str], PastWager]) -> Memory:
    """The memory with one round more; the oldest is forgotten."""
    return {**dict(list(memory.items())[-KEPT_ROUNDS + 1 :]), number: paid}


def memory_corrected(memory: Memory, event: MoneyCorrected) -> Memory:
    """The memory after a correction. One of a round that the table never had is of a book of an earlier program."""
    wagers = memory.get(event.round, {})
    past = wagers.get((event.seat, event.wager))
    if past is None:
        return memory
    if event.of_meter:
        after = replace(past, meter_cents=Cents(past.meter_cents + event.cents))
    else:
        after = replace(past, paid_cents=Cents(past.paid_cents + event.cents))
    return {**memory, event.round: {**wagers, (event.seat, event.wager): after}}


def most_cents(game: Game, terms: Terms, wager: str, stake_cents: Cents, hands: int) -> Cents:
    """The most that the tray could have paid for the wager: the stake at the top odds, and the stake; under Envy, the
    best hand in every other seat."""
    if wager == ENVY:
        lines = terms.progressive.lines.values() if terms.progressive else ()
        return Cents((hands - 1) * max((pay.envy_cents for pay in lines), default=0))
    paytable = terms.paytable(game.wager(wager))
    assert paytable is not None, f"{wager} lay on a table that did not offer it"
    return max(_brought(pay, stake_cents) for pay in paytable.lines.values())


def _brought(pay: Pay, stake_cents: Cents) -> Cents:
    if pay.odds is Odds.OF_METER:
        return Cents(0)
    won = stake_cents * pay.amount.numerator // pay.amount.denominator
    return Cents(won + (stake_cents if pay.odds is Odds.TO_ONE else 0))
