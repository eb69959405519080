"""Surveillance stops a round, or the payout of a seat, at any amount and with a note; and releases it again."""

from typing import assert_never

from houseway.deciding.refusal import Refusal
from houseway.role import Actor
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.refusal import Reason, TableDecision, bad_text
from houseway.table.state import Table


def round_stopped(table: Table, command: do.Command) -> Refusal | None:
    """Players are told no more than that; by whom and why, the staff see."""
    if table.round.stop is None or not isinstance(command, do.WaitsWhileStopped):
        return None
    return Refusal(Reason.ROUND_STOPPED, f"{type(command).__name__} waits: surveillance has stopped the round")


def decided(table: Table, actor: Actor, command: do.StopCommand) -> TableDecision:
    if refused := bad_text("note", command.note):
        return refused
    match command:
        case do.StopRound():
            return _stop_round(table, actor, command)
        case do.ReleaseRound():
            return _release_round(table, actor, command)
        case do.StopPayout():
            return _stop_payout(table, actor, command)
        case _:
            assert_never(command)


def _stop_round(table: Table, actor: Actor, command: do.StopRound) -> TableDecision:
    if stop := table.round.stop:
        return Refusal(Reason.ALREADY_STOPPED, f"{stop.by} has stopped round {table.round.number}")
    return (was.RoundStopped(by=actor.name, note=command.note),)


def _release_round(table: Table, actor: Actor, command: do.ReleaseRound) -> TableDecision:
    """By anybody of surveillance: whoever stopped it may be gone."""
    if table.round.stop is None:
        return Refusal(Reason.NOT_STOPPED, f"round {table.round.number} is not stopped")
    return (was.RoundReleased(by=actor.name, note=command.note),)


def _stop_payout(table: Table, actor: Actor, command: do.StopPayout) -> TableDecision:
    """Before the seat is paid. What was paid is corrected by two people: stop the round for it."""
    rnd, seat = table.round, command.seat
    if seat not in rnd.hands:
        return Refusal(Reason.NO_HAND, f"{table.spoken(seat)} has no hand in round {rnd.number}")
    spot = rnd.spots[seat]
    if spot.results:
        return Refusal(
            Reason.ALREADY_RECONCILED, f"{table.spoken(seat)} is paid: stop the round, and let two people correct it"
        )
    if spot.is_stopped:
        return Refusal(Reason.ALREADY_STOPPED, f"the payout of {table.spoken(seat)} waits for surveillance already")
    return (was.PayoutStopped(seat=seat, by=actor.name, note=command.note),)
