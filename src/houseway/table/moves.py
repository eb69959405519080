"""What the dealer's hands do when wagers are settled: each is taken, paid or pushed, and which chips move.

The chips of a pay are the fewest that come to it; what is below the smallest is coin. Nobody tells the table by which
chips a wager lies, so those that are taken are the fewest too.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from houseway.money import Cents
from houseway.role import Seat
from houseway.table import commands as do
from houseway.table.commands import Command
from houseway.table.denominations import fewest, value_of
from houseway.table.entering import cards_missing, needed_to_settle
from houseway.table.events import Result
from houseway.table.jackpots import jackpot_open
from houseway.table.reconciling import early_results, is_settled_whatever_lies, settled
from houseway.table.state import Table

TAKE, PAY, PUSH = "take", "pay", "push"


def moves_of(table: Table, step: Command | None) -> list[dict[str, Any]]:
    """What a step would settle, wager by wager, once it can be known; nothing of any other step."""
    if isinstance(step, do.ReconcileSeat):
        is_known = not (cards_missing(table, needed_to_settle(table, step.seat)) or jackpot_open(table))
        return [*_moves(table, step.seat, settled(table, step.seat))] if is_known else []
    if isinstance(step, do.SettleNow) and is_settled_whatever_lies(table):
        return [move for seat, results in early_results(table).items() for move in _moves(table, seat, results)]
    return []


def _moves(table: Table, seat: Seat, results: Sequence[Result]) -> Iterator[dict[str, Any]]:
    """A stake that left the table before, by COIN IN or because it was settled early, is not taken again."""
    spot = table.round.spots[seat]
    paid_before = {result.wager for result in spot.early}
    for result in results:
        if result.wager in paid_before:
            continue
        taken = 0 if result.wager == spot.coined_in else result.stake_cents - result.returned_cents
        paid = result.won_cents + (result.commission_cents if result.is_marked else 0)
        if paid:
            yield _move(table, seat, result, PAY, Cents(paid))
        if taken:
            yield _move(table, seat, result, TAKE, Cents(taken))
        if result.returned_cents and not (paid or taken):
            yield _move(table, seat, result, PUSH, result.returned_cents)


def _move(table: Table, seat: Seat, result: Result, act: str, cents: Cents) -> dict[str, Any]:
    values = table.open_terms.chip_cents
    chips = fewest(cents, values)
    return {
        "seat": seat,
        "hand": result.hand,
        "wager": result.wager,
        "line": result.line,
        "act": act,
        "cents": cents,
        "chips": dict(chips),
        "coin_cents": cents - value_of(chips) if values else 0,
        "waits": result.held and act == PAY,
    }
