"""A table and the meters it plays for: what their controllers tell the table, and what the table asks of them.

A stake raises the meters in the table's own book, so tables do not wait for each other. Whatever needs meters as a
whole, a win or a link, is decided by table and controllers together.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Protocol

from houseway.deciding.command import made_from
from houseway.deciding.refusal import Refusal
from houseway.money import Micros
from houseway.paytable import THE_METER
from houseway.progressive import commands as ask
from houseway.progressive import controller as meters
from houseway.progressive.commands import MeterCommand, Status
from houseway.progressive.events import MeterEvent, StakesTaken
from houseway.progressive.meter import Gains, gains
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

Controllers = Mapping[str, Controller]  # by the names that a table's paytable gives to the meters
Top = tuple[str, Fraction]  # the hand that takes a whole meter, and its exact chance


def back_out_to_hear(table: Table, controllers: Controllers) -> do.HearBackOut | None:
    """What two people backed out of an award of this round, and the table does not know of yet. [SLP 9i]"""
    rnd = table.round
    awards: Counter[tuple[int, str]] = Counter()
    for jackpot in rnd.jackpots:
        awards[jackpot.seat, jackpot.meter] += 1
        number = awards[jackpot.seat, jackpot.meter]
        win = meters.win_id(f"{table.name} round {rnd.number}", jackpot.seat, number)
        count = sum((back.win, back.meter) == (win, jackpot.meter) for back in rnd.back_outs)  # of which it knows
        for back in controllers[jackpot.meter].back_outs.get(win, ())[count:]:
            return made_from(do.HearBackOut, back, seat=jackpot.seat, win=win, meter=jackpot.meter)
    return None


def meters_of(table: Table) -> Mapping[str, str]:
    """The meters that the table plays for, by the names that its paytable gives them; none if it plays for none."""
    return table.terms.plays_for if table.terms else {}


def whole_meters(table: Table, command: Command) -> tuple[str, ...]:
    """The meters that a command needs as a whole, with nobody else at them."""
    match command:
        case do.OpenTable(terms=terms):
            named = terms.plays_for
        case do.PressJackpot() | do.CloseTable():
            named = meters_of(table)
        case _:
            named = {}
    return tuple(sorted({meter for meter in named.values() if meter}))


def with_meters(command: Command, controllers: Controllers) -> Command:
    """The command with what the controllers tell the table."""
    match command:
        case do.CoinIn():
            told = {name: _gains(controller) for name, controller in controllers.items()}
            one = told.pop(THE_METER, None)
            return do.CoinIn(gains=one, gains_by_name=told)
        case do.PressJackpot():
            shown = {name: controller.meter.shown_micros for name, controller in controllers.items()}
            return do.PressJackpot(shown_micros=shown.pop(THE_METER, Micros(0)), shown_by_name=shown)
        case _:
            return command


def _gains(controller: Controller) -> Gains | None:
    return gains(controller.meter.settings) if controller.status is Status.RUNNING else None


class WholeMeter(Protocol):
    """A meter on which nobody else writes meanwhile."""

    @property
    def controller(self) -> Controller: ...
    @property
    def coined(self) -> tuple[StakesTaken, ...]: ...  # by its tables, and not in its book yet


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterRequest:
    """What a table asked of the controller of a meter, and what that did."""

    meter: str
    command: MeterCommand
    events: tuple[MeterEvent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """What a command does to a table and to its meters."""

    command: Command
    events: tuple[was.Event, ...]
    asked: tuple[MeterRequest, ...]


def decide_together(
    table: Table,
    held: Mapping[str, WholeMeter],
    actor: Actor,
    command: Command,
    at: datetime,
    *,
    top: Callable[[Terms, str], Top],
) -> Together | Refusal:
    """What the command does to the table and to the meters that it needs, or why it does nothing to any of them."""
    wholes = {name: held[meter] for name, meter in meters_of(table).items()}
    now = {name: meters.taken_up(whole.controller, whole.coined) for name, whole in wholes.items()}
    command = with_meters(command, now)
    events = decide(table, actor, command, at)
    if isinstance(events, Refusal):
        return events
    asked: list[MeterRequest] = []
    for meter, needs in ((meter, each) for event in events for meter, each in asks(table, event, top).items()):
        of_meter = replace(needs, coined=held[meter].coined)
        meter_events = meters.decide(held[meter].controller, actor, of_meter)
        if isinstance(meter_events, Refusal):
            return meter_events
        asked.append(MeterRequest(meter=meter, command=of_meter, events=meter_events))
    return Together(command=command, events=events, asked=tuple(asked))


def asks(table: Table, event: was.Event, top: Callable[[Terms, str], Top]) -> dict[str, MeterCommand]:
    """What an event at the table, as it was before, asks of the controllers, by the names of their meters."""
    match event:
        case was.TableOpened(terms=terms):
            opened = replace(table, terms=terms)
            return {meter: _link(opened, name, *top(terms, name)) for name, meter in terms.plays_for.items()}
        case was.TableClosed():
            return {meter: ask.UnlinkTable(table=table.name) for meter in meters_of(table).values()}
        case was.JackpotRecorded():
            assert table.terms is not None and table.terms.progressive is not None
            share = table.terms.progressive.lines[event.line].amount
            won = (event.seat, event.meter)
            pays = ask.PayWins(
                game_round=f"{table.name} round {table.round.number}",
                wins=(Win(seat=event.seat, line=event.line, share=share),),
                seats=table.seats,
                order=table.terms.win_order,
                award=1 + sum((before.seat, before.meter) == won for before in table.round.jackpots),
            )
            return {table.terms.plays_for[event.meter]: pays}
        case _:
            return {}


def _link(table: Table, name: str, line: str, chance: Fraction) -> ask.LinkTable:
    terms = table.open_terms
    assert terms.progressive is not None
    return ask.LinkTable(
        table=table.name,
        game=terms.game,
        paytable=terms.progressive.name,
        line=line,
        chance=chance,
        digest=terms.progressive.digest,
        stake_cents=terms.limits(wager_of(table))[0],
        meter=name,
        decks=terms.decks,
        reading=terms.readings.get(wager_of(table).name, ""),
    )
