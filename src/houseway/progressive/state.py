"""The state of a controller: the fold of its events, and what they move in the ledger."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar, assert_never

from houseway.deciding.ledger import Balances, applied, moves
from houseway.money import (
    BANK,
    DEPOSIT,
    FUND,
    METER,
    MICROS_PER_CENT,
    RESERVE,
    Account,
    Cents,
    Micros,
    Transfer,
    meter_account,
    micros_of,
    reserve_account,
)
from houseway.progressive import events as was
from houseway.progressive.adjustment import Adjustment, Grounds, adjusted, moved
from houseway.progressive.commands import Status
from houseway.progressive.events import MeterEvent
from houseway.progressive.meter import Hit, Meter, MeterSettings, counted, grown, raised, taken_off, uncounted

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What one person has asked for, and another has not approved yet."""

    by: str
    what: MeterSettings | Adjustment


@dataclass(frozen=True, slots=True, kw_only=True)
class BackOut:
    """What two people took back of an award. [SLP 9i]"""

    cents: Cents
    proposed_by: str
    approved_by: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Controller:
    """A meter as it stands, with its links, wins and proposals: the fold of its events."""

    name: str
    status: Status = Status.UNOPENED
    opened: Meter | None = None
    links: Mapping[str, was.TableLinked] = field(default_factory=dict)  # by table
    read: Mapping[str, int] = field(default_factory=dict)  # the record up to which each table's book was read
    proposals: Mapping[int, Proposal] = field(default_factory=dict)
    next_proposal: int = 1
    wins: Mapping[str, Cents] = field(default_factory=dict)  # the cents of each award, less what was backed out
    lines: Mapping[str, str] = field(default_factory=dict)  # of each award
    back_outs: Mapping[str, tuple[BackOut, ...]] = field(default_factory=dict)  # by award
    reseeds: Mapping[str, was.MeterReseeded] = field(default_factory=dict)  # by the award that they followed
    malfunctions: Mapping[int, str] = field(default_factory=dict)  # of which no notice was given yet
    next_malfunction: int = 1
    deposited_cents: Cents = Cents(0)
    balances: Balances = field(default_factory=dict)  # of the meter's own book

    @property
    def meter(self) -> Meter:
        if self.opened is None:
            raise ValueError(f"meter {self.name!r} is not open yet")
        return self.opened


def evolve(state: Controller, event: MeterEvent) -> Controller:
    """The state after an event."""
    moves = journal(event, state.name)
    after = _evolved(state, event)
    return replace(after, balances=applied(state.balances, moves)) if moves else after


def held_micros(state: Controller) -> Balances:
    """What there is on every account: on the meter and in its reserve by all books together, else by its own."""
    if state.opened is None:
        return {}
    return {**state.balances, METER: state.meter.gross_micros, RESERVE: state.meter.reserve_micros}


def _evolved(state: Controller, event: MeterEvent) -> Controller:
    match event:
        case was.StakesTaken():
            read = {**state.read, event.table: event.upto} if event.upto else state.read
            return replace(state, opened=grown(state.meter, event.meter_micros, event.reserve_micros), read=read)
        case was.AwardPaid():
            hit = Hit(win=event.win, line=event.line, cents=event.cents)
            meter = counted(taken_off(state.meter, event.cents), hit)
            wins, lines = {**state.wins, event.win: event.cents}, {**state.lines, event.win: event.line}
            return replace(state, opened=meter, wins=wins, lines=lines)
        case was.MeterReseeded():
            meter = raised(state.meter, event.reserve_micros, event.bank_micros)
            return replace(state, opened=meter, reseeds={**state.reseeds, meter.last_hits[-1].win: event})
        case was.ReseedReturned():
            return replace(state, opened=raised(state.meter, Micros(-event.reserve_micros), Micros(-event.bank_micros)))
        case was.SettingsProposed():
            return _proposed(state, event.proposal, Proposal(by=event.by, what=event.settings))
        case was.AdjustmentProposed():
            return _proposed(state, event.proposal, Proposal(by=event.by, what=event.adjustment))
        case was.ProposalWithdrawn():
            return replace(state, proposals=_without(state.proposals, event.proposal))
        case was.SettingsChanged():
            meter = replace(state.meter, settings=event.settings)
            return replace(state, opened=meter, proposals=_without(state.proposals, event.proposal))
        case was.MeterAdjusted():
            after = _backed_out(state, event)
            meter = adjusted(after.meter, event.adjustment)
            return replace(after, opened=meter, proposals=_without(state.proposals, event.proposal))
        case was.MeterOpened():  # above its seed, which is the house's, it opens with money of players
            gross, owed = micros_of(event.opening_cents), micros_of(event.settings.seed_cents)
            meter = Meter(name=state.name, settings=event.settings, gross_micros=gross, seed_owed_micros=owed)
            return replace(state, status=Status.RUNNING, opened=meter)
        case was.MeterSuspended():
            return replace(state, status=Status.SUSPENDED)
        case was.MeterResumed():
            return replace(state, status=Status.RUNNING)
        case was.MeterRetired():
            return replace(state, status=Status.RETIRED, proposals={})
        case was.DepositRecorded():
            return replace(state, deposited_cents=Cents(state.deposited_cents + event.cents))
        case was.MalfunctionReported():
            reported = {**state.malfunctions, event.malfunction: event.note}
            return replace(state, malfunctions=reported, next_malfunction=event.malfunction + 1)
        case was.NoticeGiven():
            return replace(state, malfunctions=_without(state.malfunctions, event.malfunction))
        case was.TableLinked():
            return replace(state, links={**state.links, event.table: event})
        case was.TableUnlinked():
            return replace(state, links=_without(state.links, event.table))
        case _:
            assert_never(event)


def _without(several: Mapping[K, V], name: K) -> Mapping[K, V]:
    return {other: it for other, it in several.items() if other != name}


def _proposed(state: Controller, number: int, proposal: Proposal) -> Controller:
    return replace(state, proposals={**state.proposals, number: proposal}, next_proposal=number + 1)


def _backed_out(state: Controller, event: was.MeterAdjusted) -> Controller:
    made, win = event.adjustment, event.adjustment.win
    if made.reason is not Grounds.BACK_OUT or win is None:
        return state
    cents = Cents(made.micros // MICROS_PER_CENT)
    proposed_by = state.proposals[event.proposal].by
    back = BackOut(cents=cents, proposed_by=proposed_by, approved_by=event.approved_by, note=made.note)
    rest = Cents(state.wins[win] - cents)
    return replace(
        state,
        opened=uncounted(state.meter, win, state.lines[win], cents, whole=not rest),
        wins={**state.wins, win: rest},
        back_outs={**state.back_outs, win: (*state.back_outs.get(win, ()), back)},
    )


# ---- the ledger ------------------------------------------------------------------------------------

# What moves no money in the meter's book. An event that is neither here nor has its case below is an error of the type
# checker.
Switch = was.MeterSuspended | was.MeterResumed | was.MeterRetired
NoMoney = Switch | was.MalfunctionEvent | was.LinkEvent | was.SettingsOrProposal | was.StakesTaken


def journal(event: MeterEvent, meter: str) -> tuple[Transfer, ...]:
    """What an event moves in the meter's own book. What a table puts onto the meter stands in the table's."""
    if isinstance(event, was.StakesTaken):  # most there are
        return ()
    named = {METER: meter_account(meter), RESERVE: reserve_account(meter)}
    return moves(*((named.get(source, source), named.get(target, target), it) for source, target, it in _moves(event)))


def _moves(event: MeterEvent) -> tuple[tuple[Account, Account, int], ...]:
    match event:
        case was.MeterOpened():
            return ((BANK, METER, event.opening_cents * MICROS_PER_CENT),)
        case was.AwardPaid():
            return ((METER, FUND, event.cents * MICROS_PER_CENT),)
        case was.MeterReseeded():
            return (RESERVE, METER, event.reserve_micros), (BANK, METER, event.bank_micros)
        case was.ReseedReturned():
            return (METER, RESERVE, event.reserve_micros), (METER, BANK, event.bank_micros)
        case was.MeterAdjusted():
            move = moved(event.adjustment)
            return ((move.source, move.target, move.micros),)
        case was.DepositRecorded() if event.cents > 0:
            return ((DEPOSIT, FUND, event.cents * MICROS_PER_CENT),)
        case was.DepositRecorded():
            return ((FUND, DEPOSIT, -event.cents * MICROS_PER_CENT),)
        case _:
            return _nothing(event)


def _nothing(event: NoMoney) -> tuple[tuple[Account, Account, int], ...]:
    return ()
