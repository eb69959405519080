"""What is due: the step at hand, whose act it is, and what he may do. The order of a round is read here and nowhere
else: by the automatic dealer, the live dealer's console, the clocks, the screens and the terminal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final, assert_never

from houseway.game import SEAT, Bets, Choice, Deal, Draw, Look, Option, Over, Settle, Show, Step
from houseway.role import Seat
from houseway.table.commands import Stage
from houseway.table.peeking import could_be_over
from houseway.table.places import Place, place_named
from houseway.table.seeing import options_of, seen_by_dealer, seen_by_rule, seen_by_seat
from houseway.table.state import Round, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

STAGES: Final[dict[type[Step], Stage]] = {
    Bets: Stage.BETTING,
    Deal: Stage.DEALING,
    Choice: Stage.CHOOSING,
    Draw: Stage.DRAWING,
    Show: Stage.SHOWING,
    Over: Stage.PEEKING,
    Settle: Stage.SETTLING,
}


@dataclass(frozen=True, kw_only=True)
class Due:
    """Who has to act before the round goes on: these seats, or the dealer, who deals to or turns over `places`."""

    stage: Stage
    seats: tuple[Seat, ...] = ()
    places: tuple[Place, ...] = ()


def due(table: Table) -> Due:
    """The step at hand."""
    rnd = table.round
    if table.other_rules:
        return Due(stage=rnd.stage)
    if rnd.stage is Stage.ENTERING:
        return Due(stage=rnd.stage, places=unentered_faces(rnd)[:1])
    if rnd.stage is Stage.CHOOSING:
        return Due(stage=rnd.stage, seats=choosing(table, rnd))
    if rnd.stage is Stage.DRAWING:
        return Due(stage=rnd.stage, places=tuple(place for place, _ in drawing(table, rnd)[:1]))
    if rnd.stage is Stage.SHOWING:
        step = table.game.round[rnd.step]
        assert isinstance(step, Show)
        return Due(stage=rnd.stage, places=(place_named(step.what.place),))
    if rnd.stage is Stage.SETTLING:
        return Due(stage=rnd.stage, seats=settling(table, rnd))
    return Due(stage=rnd.stage)


def choosing(table: Table, rnd: Round) -> tuple[Seat, ...]:
    """The seats that have something to choose: together, or one after the other from the dealer's left where they
    choose in turn. A seat plays its hands one after the other."""
    step = table.game.round[rnd.step]
    assert isinstance(step, Choice)
    options = {seat: having for seat in rnd.hands if (having := options_of(table, seat, rnd))}
    in_turn = any(_in_turn(step, having) for having in options.values())
    return tuple(sorted(options)[:1]) if in_turn else tuple(options)


def _in_turn(step: Choice, options: tuple[Option, ...]) -> bool:
    """Whether seats choose one after the other: where they choose on or cards come, so that no seat's card depends on
    who was faster."""
    return step.again or any(option.takes for option in options)


def is_next_turn(table: Table, rnd: Round) -> bool:
    """Whether seats choose in turn, and one of them has to."""
    step = table.game.round[rnd.step] if rnd.stage is Stage.CHOOSING else None
    if not isinstance(step, Choice):
        return False
    options = (options_of(table, seat, rnd) for seat in sorted(rnd.hands))
    return _in_turn(step, next(filter(None, options), ()))


def drawing(table: Table, rnd: Round) -> tuple[tuple[Place, int], ...]:
    """The places to which the rule gives one card more, and for which hand of a seat."""
    step = table.game.round[rnd.step]
    assert isinstance(step, Draw)
    if step.to != SEAT:
        return ((place_named(step.to.place), 1),) if step.more(seen_by_rule(table, rnd)) else ()
    hands = ((seat, nth, hand) for seat in sorted(rnd.hands) for nth, hand in enumerate(rnd.spots[seat].hands, 1))
    living = ((seat, nth) for seat, nth, hand in hands if not hand.is_out)
    return tuple((seat, nth) for seat, nth in living if step.more(seen_by_seat(table, seat, rnd, nth)))


def settling(table: Table, rnd: Round) -> tuple[Seat, ...]:
    """The seats with wagers that are settled at this step."""
    step = table.game.round[rnd.step]
    assert isinstance(step, Settle)
    return tuple(seat for seat in rnd.hands if rnd.spots[seat].lying.keys() & set(step.wagers))


def turned_over(rnd: Round, look: Look) -> int:
    """Up to which card of a place a look reaches that is still face down; 0, if none is."""
    [part] = look.parts
    pile = rnd.pile(place_named(part.place))
    reached = part.of(range(pile.size))
    return reached[-1] + 1 if reached and reached[-1] >= pile.up else 0


def unentered_faces(rnd: Round) -> tuple[Place, ...]:
    """The places where physical cards lie face up that are not entered, in the order in which they were dealt to."""
    return tuple(place for place in rnd.places if len(rnd.pile(place).cards) < rnd.pile(place).up)


def forward(table: Table, rnd: Round, at: datetime) -> Round:
    """The round at the next step, this one included, at which somebody has something to do. Once all seats are out and
    nothing lies there that outlives them, nobody has. Before anybody acts, the cards that lie face up are entered."""
    steps = table.game.round
    here = rnd.step
    deals_on = here < len(steps) and isinstance(steps[here], Deal)
    if table.is_by_hand and not deals_on and unentered_faces(rnd):
        return replace(rnd, stage=Stage.ENTERING, since=rnd.since if rnd.stage is Stage.ENTERING else at)
    while rnd.step < len(steps) and _passes(table, rnd, steps[rnd.step]):
        rnd = replace(rnd, step=rnd.step + 1)
    if rnd.step < len(steps) and is_decided(table, rnd):
        rnd = replace(rnd, step=len(steps))
    stage = STAGES[type(steps[rnd.step])] if rnd.step < len(steps) else Stage.RECONCILING
    if stage is Stage.DEALING and table.game.number_by and rnd.first is None:
        stage = Stage.NUMBERING
    moved = (rnd.step, stage) != (here, rnd.stage)
    return replace(rnd, stage=stage, since=at if moved else rnd.since)


def _passes(table: Table, rnd: Round, step: Step) -> bool:
    """Whether nobody has anything to do at a step."""
    match step:
        case Bets():
            return rnd.stage is not Stage.BETTING
        case Deal():
            return False
        case Choice():
            return not choosing(table, rnd)
        case Draw():
            return not drawing(table, rnd)
        case Show():
            return not turned_over(rnd, step.what)
        case Over():
            if table.is_by_hand:
                return not could_be_over(table, rnd, step)
            return not step.when(seen_by_dealer(table, rnd)) and not any(_hidden(rnd, step.looks))
        case Settle():
            return not settling(table, rnd)
        case _:
            assert_never(step)


def _hidden(rnd: Round, look: Look) -> Iterator[bool]:
    for name in look.places:
        pile = rnd.pile(place_named(name))
        yield pile.size > pile.up


def is_decided(table: Table, rnd: Round) -> bool:
    """Whether every seat is out, and has no wager that outlives it."""
    spots = [rnd.spots[seat] for seat in rnd.hands]
    if not spots or not all(spot.is_out for spot in spots):
        return False
    return not any(table.game.wager(wager).outlives for spot in spots for wager in spot.lying)
