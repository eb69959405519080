"""The controller of a meter: a command becomes events, or is refused with its reason.

A supervisor has the wins and a controller admin the settings. What moves the meter by hand, or changes how it
moves, takes two people.
"""

from collections.abc import Iterator
from typing import Final, assert_never

from houseway.deciding.command import either, made_from
from houseway.deciding.ledger import beyond_bound
from houseway.deciding.refusal import Refusal, no_such_proposal, not_your_role, own_proposal
from houseway.money import (
    METER,
    MICROS_PER_CENT,
    MOST_METER_MICROS,
    MOST_MICROS,
    RESERVE,
    Account,
    Cents,
    Micros,
    dollars,
    micros_of,
)
from houseway.progressive import commands as do
from houseway.progressive import events as was
from houseway.progressive.adjustment import MOVES_AWAY, Adjustment, Grounds, out_of_reach, unsound
from houseway.progressive.commands import MeterCommand, Status
from houseway.progressive.events import MeterEvent
from houseway.progressive.meter import MOST_CENTS, MeterSettings, faults, gained, show_micros
from houseway.progressive.refusal import MeterReason, bad_text
from houseway.progressive.state import Controller, evolve, held_micros
from houseway.progressive.wins import ORDERS, Payment, paid, wins_fault
from houseway.role import Actor, Seat

MOST_STAKES: Final = 1_000  # of one COIN IN

MeterDecision = tuple[MeterEvent, ...] | Refusal


def decide(state: Controller, actor: Actor, command: MeterCommand) -> MeterDecision:
    """What the command does, or why it does nothing. First the controller takes up what its tables have coined in."""
    state = taken_up(state, command.coined)
    decision = (
        not_your_role(MeterReason.NOT_YOUR_ROLE, actor, command)
        or bad_text("name", actor.name)
        or _not_while(state, type(command).__name__, command.during)
        or _decided(state, actor, command)
    )
    if isinstance(decision, Refusal):
        return decision
    return _beyond_bound(state, decision) or (*command.coined, *decision)


def taken_up(state: Controller, coined: tuple[was.StakesTaken, ...]) -> Controller:
    """The controller that knows of what the tables have put onto the meter since it was last looked at."""
    for taken in coined:
        assert taken.upto > state.read.get(taken.table, 0), "a table's book is read once"
        state = evolve(state, taken)
    return state


def _decided(state: Controller, actor: Actor, command: MeterCommand) -> MeterDecision:
    match command:
        case do.OpenMeter():
            return _open_meter(command)
        case do.Suspend():
            return bad_text("note", command.note) or (was.MeterSuspended(note=command.note),)
        case do.Resume():
            return (was.MeterResumed(),)
        case do.Retire():
            return _retire(state)
        case do.RecordDeposit():
            return _record_deposit(state, command)
        case do.ReportMalfunction():
            return _report_malfunction(state, command)
        case do.GiveNotice():
            return _give_notice(state, command)
        case do.ChangeSettings(settings=settings):
            proposed = was.SettingsProposed(proposal=state.next_proposal, by=actor.name, settings=settings)
            return _bad_settings(state, settings) or (proposed,)
        case do.ProposeAdjustment():
            return _propose_adjustment(state, actor, command)
        case do.Approve() | do.Withdraw() if command.proposal not in state.proposals:
            return no_such_proposal(MeterReason.NO_SUCH_PROPOSAL, command.proposal, state.proposals)
        case do.Approve(proposal=number):
            return _approve(state, actor, number)
        case do.Withdraw(proposal=number):
            return (was.ProposalWithdrawn(proposal=number, by=actor.name),)
        case do.LinkTable():
            return _link_table(state, command)
        case do.UnlinkTable():
            return _unlink_table(state, command)
        case do.CoinIn():
            return _coin_in(state, actor, command)
        case do.PayWins():
            return _pay_wins(state, command)
        case _:
            assert_never(command)


def _not_while(state: Controller, what: str, during: frozenset[Status]) -> Refusal | None:
    if state.status in during:
        return None
    says = f"{what} is for a meter that is {either(during, Status)}; this one is {state.status.value}"
    return Refusal(MeterReason.WRONG_STATUS, says)


def _beyond_bound(state: Controller, events: tuple[MeterEvent, ...]) -> Refusal | None:
    before = held_micros(state)
    for event in events:
        state = evolve(state, event)
    account = beyond_bound(before, held_micros(state), _most_micros)
    if account is None:
        return None
    says = f"{account}: it would go beyond {dollars(_most_micros(account) // MICROS_PER_CENT)}"
    return Refusal(MeterReason.BEYOND_BOUND, says)


def _most_micros(account: Account) -> int:
    return MOST_METER_MICROS if account in (METER, RESERVE) else MOST_MICROS


# ---- the meter -------------------------------------------------------------------------------------


def _open_meter(command: do.OpenMeter) -> MeterDecision:
    if wrong := faults(command.settings):
        return Refusal(MeterReason.BAD_SETTINGS, "; ".join(wrong))
    cents, seed = command.opening_cents, command.settings.seed_cents
    if type(cents) is not int or cents > MOST_CENTS:
        return Refusal(MeterReason.BAD_AMOUNT, f"{cents!r} cents: {seed}, which is the seed, to {MOST_CENTS}")
    if cents < seed:
        return Refusal(
            MeterReason.BELOW_SEED, f"{dollars(cents)}: a meter opens with its seed, {dollars(seed)}, or more"
        )
    return _below_the_meter(command.settings, micros_of(cents)) or (
        was.MeterOpened(settings=command.settings, opening_cents=cents),
    )


def _retire(state: Controller) -> MeterDecision:
    meter = state.meter
    if state.links:
        return Refusal(
            MeterReason.TABLES_LINKED, f"{', '.join(sorted(state.links))} play for this meter: close them first"
        )
    if not meter.gross_micros and not meter.reserve_micros:
        return (was.MeterRetired(),)
    gross, reserve = show_micros(meter.gross_micros), show_micros(meter.reserve_micros)
    says = f"{gross} on the meter and {reserve} in the reserve: move both to another meter first"
    return Refusal(MeterReason.MONEY_LEFT, says)


def _record_deposit(state: Controller, command: do.RecordDeposit) -> MeterDecision:
    cents, there = command.cents, state.deposited_cents
    if type(cents) is not int or not cents or not -there <= cents <= MOST_CENTS:
        says = f"{cents!r} cents: not 0, from -{there}, which is on deposit, to {MOST_CENTS}"
        return Refusal(MeterReason.BAD_AMOUNT, says)
    return bad_text("note", command.note) or (was.DepositRecorded(cents=cents, note=command.note),)


def _report_malfunction(state: Controller, command: do.ReportMalfunction) -> MeterDecision:
    if refused := bad_text("note", command.note):
        return refused
    reported = was.MalfunctionReported(malfunction=state.next_malfunction, note=command.note)
    is_running = state.status is Status.RUNNING
    return (reported, was.MeterSuspended(note=command.note)) if is_running else (reported,)


def _give_notice(state: Controller, command: do.GiveNotice) -> MeterDecision:
    if command.malfunction not in state.malfunctions:
        numbers = ", ".join(map(str, sorted(state.malfunctions))) or "none"
        return Refusal(
            MeterReason.NO_SUCH_MALFUNCTION, f"malfunction {command.malfunction!r}: without a notice are {numbers}"
        )
    return bad_text("note", command.note) or (was.NoticeGiven(malfunction=command.malfunction, note=command.note),)


def _below_the_meter(settings: MeterSettings, shown_micros: Micros) -> Refusal | None:
    most = settings.maximum_cents
    if most is None or most * MICROS_PER_CENT >= shown_micros:
        return None
    says = f"maximum {dollars(most)}: none, or no less than the meter, which is {show_micros(shown_micros)}"
    return Refusal(MeterReason.MAXIMUM_BELOW_METER, says)


# ---- what two people do ----------------------------------------------------------------------------


def _propose_adjustment(state: Controller, actor: Actor, command: do.ProposeAdjustment) -> MeterDecision:
    adjustment = made_from(Adjustment, command)
    proposed = was.AdjustmentProposed(proposal=state.next_proposal, by=actor.name, adjustment=adjustment)
    return _bad_adjustment(state, adjustment) or (proposed,)


def _approve(state: Controller, actor: Actor, number: int) -> MeterDecision:
    """The meter may have moved since the proposal was made: all is looked at again."""
    what, by = state.proposals[number].what, state.proposals[number].by
    if refused := own_proposal(MeterReason.OWN_PROPOSAL, number, by, actor, "approves"):
        return refused
    if isinstance(what, Adjustment):
        done = was.MeterAdjusted(proposal=number, approved_by=actor.name, adjustment=what)
        return _bad_adjustment(state, what) or (done, *_reseed_returned(evolve(state, done), what))
    changed = was.SettingsChanged(proposal=number, approved_by=actor.name, settings=what)
    return _bad_settings(state, what) or (changed,)


def _reseed_returned(state: Controller, made: Adjustment) -> tuple[MeterEvent, ...]:
    """Of a meter that was won whole and reseeded, once the whole award is backed out: as much of the seed as the house
    has not recovered, and as the meter still holds."""
    reseed = state.reseeds.get(made.win or "")
    if made.reason is not Grounds.BACK_OUT or reseed is None or made.win is None or state.wins[made.win]:
        return ()
    gross = state.meter.gross_micros
    bank = min(reseed.bank_micros, state.meter.seed_owed_micros, gross)
    reserve = min(reseed.reserve_micros, Micros(gross - bank))
    if not bank and not reserve:
        return ()
    return (was.ReseedReturned(win=made.win, reserve_micros=reserve, bank_micros=bank),)


def _bad_settings(state: Controller, settings: MeterSettings) -> Refusal | None:
    refused = _not_while(state, "a change of settings", do.ChangeSettings.during)
    wrong = faults(settings)
    if refused or wrong:
        return refused or Refusal(MeterReason.BAD_SETTINGS, "; ".join(wrong))
    for table, link in state.links.items():
        if link.stake_cents != settings.stake_cents:
            return _other_stake(table, link.stake_cents, settings.stake_cents)
    return _below_the_meter(settings, state.meter.shown_micros)


def _bad_adjustment(state: Controller, adjustment: Adjustment) -> Refusal | None:
    """A meter is emptied only while no wager can be made on it."""
    is_away, reason = adjustment.reason in MOVES_AWAY, repr(adjustment.reason.value)
    refused = _not_while(state, reason, frozenset({Status.SUSPENDED})) if is_away else None
    return refused or unsound(adjustment, state.name) or out_of_reach(adjustment, state.meter, state.wins)


# ---- links -----------------------------------------------------------------------------------------


def _link_table(state: Controller, command: do.LinkTable) -> MeterDecision:
    """Tables share a meter only on one paytable, for the letter gives each a seed of its own; and only if the same hand
    takes it in each, with exactly the same chance. [SLP 3]"""
    if wrong := bad_text("table", command.table):
        return wrong
    for table, link in state.links.items():
        if (link.line, link.chance) != (command.line, command.chance):
            says = (
                f"{command.game} on {command.paytable} takes the meter with {command.line}, chance {command.chance}; "
                f"{table} plays {link.game} on {link.paytable} with {link.line}, chance {link.chance}"
            )
            return Refusal(MeterReason.LINK_UNEQUAL, f"{says}: a link needs them equal")
        if _pays_otherwise(link, command):
            says = f"{table} plays {link.game} on {link.paytable}, and this is {command.game} on {command.paytable}"
            return Refusal(MeterReason.LINK_UNEQUAL, f"{says}: tables share a meter on one paytable")
    stake = state.meter.settings.stake_cents
    if command.stake_cents != stake:
        return _other_stake(command.table, command.stake_cents, stake)
    return (made_from(was.TableLinked, command),)


def _pays_otherwise(link: was.TableLinked, command: do.LinkTable) -> bool:
    """By what the paytables pay; beside a link of an old book, by their names. An old command does not tell."""
    if not command.digest:
        return False
    if not link.digest:
        return (link.game, link.paytable) != (command.game, command.paytable)
    return link.digest != command.digest


def _unlink_table(state: Controller, command: do.UnlinkTable) -> MeterDecision:
    if command.table not in state.links:
        linked = ", ".join(sorted(state.links)) or "none"
        return Refusal(MeterReason.NOT_LINKED, f"{command.table[:40]!r} does not play for this meter: {linked}")
    return (was.TableUnlinked(table=command.table),)


def _other_stake(table: str, its_cents: Cents, cents: Cents) -> Refusal:
    says = f"{table} bets {dollars(its_cents)} and the meter takes {dollars(cents)}: a link needs them equal"
    return Refusal(MeterReason.LINK_UNEQUAL, says)


# ---- the play --------------------------------------------------------------------------------------


def _coin_in(state: Controller, actor: Actor, command: do.CoinIn) -> MeterDecision:
    """The stakes' shares, wherever the meter stands. [SLP 6]"""
    stakes = command.stakes
    if type(stakes) is not int or not 0 < stakes <= MOST_STAKES:
        return Refusal(MeterReason.BAD_AMOUNT, f"{stakes!r} stakes: 1 to {MOST_STAKES}")
    meter, reserve = gained(state.meter.settings, stakes)
    return (was.StakesTaken(table=actor.name, upto=0, meter_micros=meter, reserve_micros=reserve),)


def _pay_wins(state: Controller, command: do.PayWins) -> MeterDecision:
    """All wins of a round, each once. [SLP 9c] [SLP 9f]"""
    if wrong := _bad_wins(command):
        return wrong
    for win in command.wins:
        name = win_id(command.game_round, win.seat, command.award)
        if name in state.wins:
            return Refusal(MeterReason.ALREADY_PAID, f"{name!r} has been paid; an award is paid once")
        before = win_id(command.game_round, win.seat, command.award - 1)
        if command.award > 1 and (not state.back_outs.get(before) or state.wins[before]):
            return Refusal(MeterReason.ALREADY_PAID, f"{before!r} was not wholly backed out; a seat has one award")
    payments = paid(state.meter, command.wins, ORDERS[command.order], seats=command.seats)
    named = [(win_id(command.game_round, payment.win.seat, command.award), payment) for payment in payments]
    return tuple(event for name, payment in named for event in _payment(name, payment))


def win_id(game_round: str, seat: Seat, award: int = 1) -> str:
    """A seat has one hand in a round, and so one award; after one that was wholly backed out it may have another."""
    return f"{game_round} seat {seat}" + (f", award {award}" if award > 1 else "")


def _bad_wins(command: do.PayWins) -> Refusal | None:
    if type(command.award) is not int or command.award < 1:
        return Refusal(MeterReason.BAD_WINS, f"award {command.award!r}: 1 or more")
    if command.order not in ORDERS:
        return Refusal(MeterReason.BAD_WINS, f"order {command.order!r}: {' or '.join(ORDERS)}")
    wrong = wins_fault(command.wins, command.seats) if command.wins else "no wins: one or more"
    if wrong:
        return Refusal(MeterReason.BAD_WINS, wrong)
    texts = {"line": [win.line for win in command.wins], "round": [command.game_round]}
    refusals = (bad_text(what, text, most=100) for what, several in texts.items() for text in several)
    return next(filter(None, refusals), None)


def _payment(name: str, payment: Payment) -> Iterator[MeterEvent]:
    win, shown = payment.win, payment.before.shown_micros
    yield was.AwardPaid(win=name, seat=win.seat, line=win.line, cents=payment.cents, shown_micros=shown)
    if payment.is_reseeded:
        reserve, bank = payment.from_reserve_micros, payment.from_bank_micros
        yield was.MeterReseeded(reserve_micros=reserve, bank_micros=bank)
