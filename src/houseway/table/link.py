"""A table and the meter it plays for: what the controller tells the table, and what the table asks of the controller.

A stake raises the meter in the table's own book, so tables do not wait for each other. Whatever needs the meter as a
whole, a win or a link, is decided by both together.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from houseway.deciding.command import made_from
from houseway.deciding.refusal import Refusal
from houseway.progressive import commands as ask
from houseway.progressive import controller as meters
from houseway.progressive.commands import MeterCommand, Status
from houseway.progressive.events import MeterEvent, StakesTaken
from houseway.progressive.meter import gains
from houseway.progressive.state import Controller
from houseway.progressive.wins import Win
from houseway.role import Actor
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.commands import Command
from houseway.table.decide import decide
from houseway.table.jackpots import wager_of
from houseway.table.state import Table
from houseway.table.terms import Terms

Top = tuple[str, Fraction]  # the hand that takes the whole meter, and its exact chance


def back_out_to_hear(table: Table, controller: Controller) -> do.HearBackOut | None:
    """What two people backed out of an award of this round, and the table does not know of yet. [SLP 9i]"""
    awards: Counter[int] = Counter()
    for jackpot in table.round.jackpots:
        awards[jackpot.seat] += 1
        win = meters.win_id(f"{table.name} round {table.round.number}", jackpot.seat, awards[jackpot.seat])
        count = sum(back.win == win for back in table.round.back_outs)  # of which the table knows
        for back in controller.back_outs.get(win, ())[count:]:
            return made_from(do.HearBackOut, back, seat=jackpot.seat, win=win)
    return None


def meter_of(table: Table) -> str:
    """The name of the meter that the table plays for; none if it plays for none."""
    return table.terms.meter if table.terms else ""


def whole_meter(table: Table, command: Command) -> str:
    """The meter that a command needs as a whole, with nobody else at it."""
    match command:
        case do.OpenTable(terms=terms):
            return terms.meter
        case do.PressJackpot() | do.CloseTable():
            return meter_of(table)
        case _:
            return ""


def with_meter(command: Command, controller: Controller) -> Command:
    """The command with what the controller tells the table."""
    match command:
        case do.CoinIn():
            runs = controller.status is Status.RUNNING
            return do.CoinIn(gains=gains(controller.meter.settings) if runs else None)
        case do.PressJackpot():
            return do.PressJackpot(shown_micros=controller.meter.shown_micros)
        case _:
            return command


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """What a command does to a table and to its meter."""

    command: Command
    events: tuple[was.Event, ...]
    asked: MeterCommand | None  # of the controller
    meter_events: tuple[MeterEvent, ...]


def decide_together(
    table: Table,
    controller: Controller,
    actor: Actor,
    command: Command,
    at: datetime,
    *,
    coined: tuple[StakesTaken, ...],
    top: Callable[[Terms], Top],
) -> Together | Refusal:
    """What the command does to both, or why it does nothing to either."""
    command = with_meter(command, meters.taken_up(controller, coined))
    events = decide(table, actor, command, at)
    if isinstance(events, Refusal):
        return events
    asked: MeterCommand | None = next((each for event in events if (each := asks(table, event, top))), None)
    if asked is None:
        return Together(command=command, events=events, asked=None, meter_events=())
    asked = replace(asked, coined=coined)
    meter_events = meters.decide(controller, actor, asked)
    if isinstance(meter_events, Refusal):
        return meter_events
    return Together(command=command, events=events, asked=asked, meter_events=meter_events)


def asks(table: Table, event: was.Event, top: Callable[[Terms], Top]) -> MeterCommand | None:
    """What an event at the table, as it was before, asks of the controller."""
    match event:
        case was.TableOpened(terms=terms) if terms.progressive:
            line, chance = top(terms)
            return ask.LinkTable(
                table=table.name,
                game=terms.game,
                paytable=terms.progressive.name,
                line=line,
                chance=chance,
                digest=terms.progressive.digest,
                stake_cents=terms.limits(wager_of(replace(table, terms=terms)))[0],
            )
        case was.TableClosed() if meter_of(table):
            return ask.UnlinkTable(table=table.name)
        case was.JackpotRecorded():
            assert table.terms is not None and table.terms.progressive is not None
            share = table.terms.progressive.lines[event.line].amount
            return ask.PayWins(
                game_round=f"{table.name} round {table.round.number}",
                wins=(Win(seat=event.seat, line=event.line, share=share),),
                seats=table.seats,
                order=table.terms.win_order,
                award=1 + sum(before.seat == event.seat for before in table.round.jackpots),
            )
        case _:
            return None
