"""The controller of a meter: a command becomes events, or is refused with its reason.

A supervisor has the wins and a controller admin the settings. What moves the meter by hand, or changes how it
moves, takes two people.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from houseway.money import BANK, FUND, METER, MICROS_PER_CENT, RESERVE, Account, Micros, Transfer, dollars, transfer
from houseway.progressive import commands as do
from houseway.progressive import events as was
from houseway.progressive.adjustment import MOVES_AWAY, Adjustment, Grounds, adjusted, moved, out_of_reach, unsound
from houseway.progressive.commands import Actor, Command, Status
from houseway.progressive.events import Event
from houseway.progressive.meter import (
    MOST_CENTS,
    Hit,
    Meter,
    MeterSettings,
    counted,
    faults,
    gained,
    grown,
    raised,
    show_micros,
    taken_off,
)
from houseway.progressive.refusal import Reason, Refusal, bad_text
from houseway.progressive.wins import ORDERS, Paid, Win, paid, wins_fault

MOST_STAKES: Final = 1_000  # of one COIN IN

Decision = tuple[Event, ...] | Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What one person has asked for, and another has not approved yet."""

    by: str
    what: MeterSettings | Adjustment


@dataclass(frozen=True, slots=True, kw_only=True)
class Controller:
    name: str
    status: Status = Status.UNOPENED
    opened: Meter | None = None
    proposals: Mapping[int, Proposal] = field(default_factory=dict)
    next_proposal: int = 1
    wins: Mapping[str, int] = field(default_factory=dict)  # the cents of each award, less what was backed out

    @property
    def meter(self) -> Meter:
        if self.opened is None:
            raise ValueError(f"meter {self.name!r} is not open yet")
        return self.opened


def decide(state: Controller, actor: Actor, command: Command) -> Decision:
    """What the command does, or why it does nothing."""
    return _who(actor, command) or _when(state, command) or RULES[type(command)](state, actor, command)


def _who(actor: Actor, command: Command) -> Refusal | None:
    if actor.role in command.by:
        return bad_text("name", actor.name)
    able = " or ".join(sorted(command.by))
    return Refusal(Reason.NOT_YOUR_ROLE, f"{type(command).__name__} is for {able}, not for {actor.role!r}")


def _when(state: Controller, command: Command) -> Refusal | None:
    return _not_while(state, type(command).__name__, command.during)


def _not_while(state: Controller, what: str, during: frozenset[Status]) -> Refusal | None:
    if state.status in during:
        return None
    accepted = " or ".join(status.value for status in Status if status in during)
    return Refusal(Reason.WRONG_STATUS, f"{what} is for a meter that is {accepted}; this one is {state.status.value}")


# ---- the meter -------------------------------------------------------------------------------------


def open_meter(state: Controller, actor: Actor, command: do.OpenMeter) -> Decision:
    wrong = faults(command.settings)
    if wrong:
        return Refusal(Reason.BAD_SETTINGS, "; ".join(wrong))
    cents, seed = command.opening_cents, command.settings.seed_cents
    if type(cents) is not int or cents > MOST_CENTS:
        return Refusal(Reason.BAD_AMOUNT, f"{cents!r} cents: {seed}, which is the seed, to {MOST_CENTS}")
    if cents < seed:
        return Refusal(Reason.BELOW_SEED, f"{dollars(cents)}: a meter opens with its seed, {dollars(seed)}, or more")
    return _below_the_meter(command.settings, cents * MICROS_PER_CENT) or (
        was.MeterOpened(settings=command.settings, opening_cents=cents),
    )


def suspend(state: Controller, actor: Actor, command: do.Suspend) -> Decision:
    return bad_text("note", command.note) or (was.MeterSuspended(note=command.note),)


def resume(state: Controller, actor: Actor, command: do.Resume) -> Decision:
    return (was.MeterResumed(),)


def retire(state: Controller, actor: Actor, command: do.Retire) -> Decision:
    meter = state.meter
    if not meter.gross_micros and not meter.reserve_micros:
        return (was.MeterRetired(),)
    held, reserve = show_micros(meter.gross_micros), show_micros(meter.reserve_micros)
    says = f"{held} on the meter and {reserve} in the reserve: move both to another meter first"
    return Refusal(Reason.MONEY_LEFT, says)


def _below_the_meter(settings: MeterSettings, shown_micros: int) -> Refusal | None:
    most = settings.maximum_cents
    if most is None or most * MICROS_PER_CENT >= shown_micros:
        return None
    says = f"maximum {dollars(most)}: none, or no less than the meter, which is {show_micros(shown_micros)}"
    return Refusal(Reason.MAXIMUM_BELOW_METER, says)


# ---- what two people do ----------------------------------------------------------------------------


def change_settings(state: Controller, actor: Actor, command: do.ChangeSettings) -> Decision:
    proposed = was.SettingsProposed(proposal=state.next_proposal, by=actor.name, settings=command.settings)
    return _bad_settings(state, command.settings) or (proposed,)


def propose_adjustment(state: Controller, actor: Actor, command: do.ProposeAdjustment) -> Decision:
    adjustment = Adjustment(
        micros=command.micros, reason=command.reason, note=command.note, win=command.win, other=command.other
    )
    proposed = was.AdjustmentProposed(proposal=state.next_proposal, by=actor.name, adjustment=adjustment)
    return _bad_adjustment(state, adjustment) or (proposed,)


def approve(state: Controller, actor: Actor, command: do.Approve) -> Decision:
    """The meter may have moved since the proposal was made: all is looked at again."""
    proposal = state.proposals.get(command.proposal)
    if proposal is None:
        return _no_such_proposal(state, command.proposal)
    if proposal.by == actor.name:
        return Refusal(Reason.OWN_PROPOSAL, f"proposal {command.proposal} is {actor.name}'s own: another approves it")
    number, what = command.proposal, proposal.what
    if isinstance(what, Adjustment):
        done = was.MeterAdjusted(proposal=number, approved_by=actor.name, adjustment=what)
        return _bad_adjustment(state, what) or (done,)
    changed = was.SettingsChanged(proposal=number, approved_by=actor.name, settings=what)
    return _bad_settings(state, what) or (changed,)


def withdraw(state: Controller, actor: Actor, command: do.Withdraw) -> Decision:
    if command.proposal not in state.proposals:
        return _no_such_proposal(state, command.proposal)
    return (was.ProposalWithdrawn(proposal=command.proposal, by=actor.name),)


def _no_such_proposal(state: Controller, number: int) -> Refusal:
    numbers = ", ".join(map(str, sorted(state.proposals))) or "none"
    return Refusal(Reason.NO_SUCH_PROPOSAL, f"proposal {number!r}: open are {numbers}")


def _bad_settings(state: Controller, settings: MeterSettings) -> Refusal | None:
    refused = _not_while(state, "a change of settings", do.ChangeSettings.during)
    wrong = faults(settings)
    if refused or wrong:
        return refused or Refusal(Reason.BAD_SETTINGS, "; ".join(wrong))
    return _below_the_meter(settings, state.meter.shown_micros)


def _bad_adjustment(state: Controller, adjustment: Adjustment) -> Refusal | None:
    """A meter is emptied only while no wager can be made on it."""
    if adjustment.reason in MOVES_AWAY:
        refused = _not_while(state, repr(adjustment.reason.value), frozenset({Status.SUSPENDED}))
        if refused:
            return refused
    return unsound(adjustment, state.name) or out_of_reach(adjustment, state.meter, state.wins)


# ---- the play --------------------------------------------------------------------------------------


def coin_in(state: Controller, actor: Actor, command: do.CoinIn) -> Decision:
    """The stakes' shares, wherever the meter stands. [SLP 6]"""
    stakes = command.stakes
    if type(stakes) is not int or not 0 < stakes <= MOST_STAKES:
        return Refusal(Reason.BAD_AMOUNT, f"{stakes!r} stakes: 1 to {MOST_STAKES}")
    meter, reserve = gained(state.meter.settings, stakes)
    return (was.StakesTaken(stakes=stakes, meter_micros=meter, reserve_micros=reserve),)


def pay_wins(state: Controller, actor: Actor, command: do.PayWins) -> Decision:
    """All wins of a round, each once. [SLP 9c] [SLP 9f]"""
    wrong = _bad_wins(command)
    if wrong:
        return wrong
    for win in command.wins:
        if win_id(command.game_round, win) in state.wins:
            return Refusal(
                Reason.ALREADY_PAID, f"{win_id(command.game_round, win)!r} has been paid; an award is paid once"
            )
    payments = paid(state.meter, command.wins, ORDERS[command.order], seats=command.seats)
    return tuple(event for payment in payments for event in _payment(command.game_round, payment))


def win_id(game_round: str, win: Win) -> str:
    """A seat has one hand in a round, and so one award."""
    return f"{game_round} seat {win.seat}"


def _bad_wins(command: do.PayWins) -> Refusal | None:
    if command.order not in ORDERS:
        return Refusal(Reason.BAD_WINS, f"order {command.order!r}: {' or '.join(ORDERS)}")
    wrong = wins_fault(command.wins, command.seats) if command.wins else "no wins: one or more"
    if wrong:
        return Refusal(Reason.BAD_WINS, wrong)
    texts = {"line": [win.line for win in command.wins], "round": [command.game_round]}
    refusals = (bad_text(what, text, most=100) for what, several in texts.items() for text in several)
    return next(filter(None, refusals), None)


def _payment(game_round: str, payment: Paid) -> Iterator[Event]:
    win = payment.win
    yield was.AwardPaid(
        win=win_id(game_round, win),
        seat=win.seat,
        line=win.line,
        cents=payment.cents,
        shown_micros=payment.before.shown_micros,
    )
    if payment.is_reseeded:
        taken = payment.from_reserve_micros, payment.from_bank_micros
        yield was.MeterReseeded(reserve_micros=taken[0], bank_micros=taken[1])


RULES: Final[Mapping[type[Command], Callable[[Controller, Actor, Any], Decision]]] = {
    do.OpenMeter: open_meter,
    do.Suspend: suspend,
    do.Resume: resume,
    do.Retire: retire,
    do.ChangeSettings: change_settings,
    do.ProposeAdjustment: propose_adjustment,
    do.Approve: approve,
    do.Withdraw: withdraw,
    do.CoinIn: coin_in,
    do.PayWins: pay_wins,
}


# ---- the state -------------------------------------------------------------------------------------


def evolve(state: Controller, event: Event) -> Controller:
    """The state after an event."""
    match event:
        case was.MeterOpened():
            return replace(state, status=Status.RUNNING, opened=_opened(state.name, event))
        case was.MeterSuspended():
            return replace(state, status=Status.SUSPENDED)
        case was.MeterResumed():
            return replace(state, status=Status.RUNNING)
        case was.MeterRetired():
            return replace(state, status=Status.RETIRED, proposals={})
        case was.StakesTaken() | was.AwardPaid() | was.MeterReseeded():
            return _played(state, event)
        case _:
            return _administered(state, event)


def _opened(name: str, event: was.MeterOpened) -> Meter:
    """Of a meter that opens above its seed, the seed is the house's and the rest the players'."""
    return Meter(
        name=name,
        settings=event.settings,
        gross_micros=event.opening_cents * MICROS_PER_CENT,
        seed_owed_micros=event.settings.seed_cents * MICROS_PER_CENT,
    )


def _played(state: Controller, event: was.StakesTaken | was.AwardPaid | was.MeterReseeded) -> Controller:
    match event:
        case was.StakesTaken():
            return replace(state, opened=grown(state.meter, event.meter_micros, event.reserve_micros))
        case was.MeterReseeded():
            return replace(state, opened=raised(state.meter, event.reserve_micros, event.bank_micros))
        case was.AwardPaid():
            hit = Hit(win=event.win, line=event.line, cents=event.cents)
            meter = counted(taken_off(state.meter, event.cents), hit)
            return replace(state, opened=meter, wins={**state.wins, event.win: event.cents})


def _administered(state: Controller, event: Event) -> Controller:
    match event:
        case was.SettingsProposed():
            return _proposed(state, event.proposal, Proposal(by=event.by, what=event.settings))
        case was.AdjustmentProposed():
            return _proposed(state, event.proposal, Proposal(by=event.by, what=event.adjustment))
        case was.ProposalWithdrawn():
            return _done(state, event.proposal)
        case was.SettingsChanged():
            meter = replace(state.meter, settings=event.settings)
            return replace(_done(state, event.proposal), opened=meter)
        case was.MeterAdjusted():
            meter = adjusted(state.meter, event.adjustment)
            return replace(_done(state, event.proposal), opened=meter, wins=_wins_after(state.wins, event.adjustment))
        case _:
            raise AssertionError(f"{type(event).__name__} is no event of a meter")


def _proposed(state: Controller, number: int, proposal: Proposal) -> Controller:
    return replace(state, proposals={**state.proposals, number: proposal}, next_proposal=number + 1)


def _done(state: Controller, number: int) -> Controller:
    return replace(state, proposals={other: what for other, what in state.proposals.items() if other != number})


def _wins_after(wins: Mapping[str, int], adjustment: Adjustment) -> Mapping[str, int]:
    if adjustment.reason is not Grounds.BACK_OUT or adjustment.win is None:
        return wins
    return {**wins, adjustment.win: wins[adjustment.win] - adjustment.micros // MICROS_PER_CENT}


# ---- the ledger ------------------------------------------------------------------------------------


def journal(event: Event) -> tuple[Transfer, ...]:
    """What an event moves between meter, reserve, fund and bank."""
    match event:
        case was.MeterOpened():
            return _moves((BANK, METER, event.opening_cents * MICROS_PER_CENT))
        case was.StakesTaken():
            return _moves((FUND, METER, event.meter_micros), (FUND, RESERVE, event.reserve_micros))
        case was.AwardPaid():
            return (transfer(METER, FUND, event.cents),) if event.cents else ()
        case was.MeterReseeded():
            return _moves((RESERVE, METER, event.reserve_micros), (BANK, METER, event.bank_micros))
        case was.MeterAdjusted():
            return (moved(event.adjustment),)
        case _:
            return ()


def _moves(*moves: tuple[Account, Account, int]) -> tuple[Transfer, ...]:
    return tuple(Transfer(source, target, Micros(micros)) for source, target, micros in moves if micros)


# ---- links -----------------------------------------------------------------------------------------


def link_fault(chances: Mapping[str, Fraction]) -> str | None:
    """Different games share a meter only if the top award of each comes with exactly the same chance."""
    games = list(chances.items())
    for game, chance in games[1:]:
        first, expected = games[0]
        if chance != expected:
            return f"{first} has the top award with chance {expected} and {game} with {chance}: a link needs them equal"
    return None
