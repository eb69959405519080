"""What the house itself does, as commands and events: who is on its staff, when its gaming day begins, and how far the
books of its tables and meters have come.

These stand in a chain of their own, the stream `the house`. The heads in it tie the other chains together: whoever
cuts the tail off a table's book, or takes a whole table away, has to rewrite the house's book as well.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import time
from enum import Enum
from typing import Any, Final, assert_never, get_args

from houseway.deciding.command import AnyCommand, AnyEvent, later, made_from, value
from houseway.deciding.refusal import Refusal, bad_text, not_your_role
from houseway.role import STAFF, Actor, Role
from houseway.service.entry import GamingDay
from houseway.service.record import Head

REMEMBERED: Final = 1000  # alerts that were acknowledged
Heads = Mapping[str, Head]  # of other streams, by their names


@value
class StaffMember:
    """A person of the staff, as the house's book has it."""

    name: str
    role: str
    active: bool
    pin: str  # SHA-256 of the hash that is kept of the PIN
    since: str = ""  # when the person first came; nothing in records from before this was told


# ---- commands --------------------------------------------------------------------------------------


class SetGamingDay(AnyCommand, by={Role.HOUSE}):
    """From here on a gaming day begins at this time of this zone. `heads` are all streams as they stand: what comes
    after them is dated by the new rule."""

    zone: str
    begins: str  # HH:MM
    heads: Heads


class StartService(AnyCommand, by={Role.HOUSE}):
    """A process begins to run tables: from here on they are opened under these rules of procedure. `program` is the
    hash of its sources; whoever tells it tells of the staff too, from the first person on."""

    software: str
    rules: int
    heads: Heads
    program: str = later("")


class SetHouseTerms(AnyCommand, by={Role.HOUSE}):
    """From here on tables are opened by these terms of the house: its ceiling, its own ways, what is posted."""

    terms: Mapping[str, str]


class ChangeStaff(StaffMember, AnyCommand, by={Role.HOUSE, Role.SUPERVISOR}):
    """A person comes, leaves, or gets another role or PIN."""


class NoteHeads(AnyCommand, by={Role.HOUSE}):
    """How far these streams have come."""

    why: str
    heads: Heads


class ArchiveDay(AnyCommand, by={Role.HOUSE}):
    """Records of closed tables, up to these heads, are in this file from here on. `states` are the hashes of the tables
    as they were found there."""

    day: str
    file: str
    sha256: str
    heads: Heads
    states: Mapping[str, str]


class AcknowledgeAlert(AnyCommand, by={Role.SUPERVISOR, Role.SURVEILLANCE}):
    """Somebody has seen an alert of the floor, and sees to it. `says` is what he saw."""

    alert: str
    table: str
    says: str


# ---- events ----------------------------------------------------------------------------------------


class GamingDaySet(AnyEvent):
    zone: str
    begins: str
    heads: Heads


class ServiceStarted(AnyEvent):
    software: str
    rules: int
    heads: Heads
    program: str = later("")


class HouseTermsSet(AnyEvent):
    terms: Mapping[str, str]


class StaffChanged(StaffMember, AnyEvent):
    """The person is so from now on."""


class HeadsNoted(AnyEvent):
    why: str
    heads: Heads


class DayArchived(AnyEvent):
    day: str
    file: str
    sha256: str
    heads: Heads
    states: Mapping[str, str]


class AlertAcknowledged(AnyEvent):
    alert: str
    table: str
    says: str
    by: str


HouseCommand = SetGamingDay | StartService | SetHouseTerms | ChangeStaff | NoteHeads | AcknowledgeAlert | ArchiveDay
HouseEvent = GamingDaySet | ServiceStarted | HouseTermsSet | StaffChanged | HeadsNoted | AlertAcknowledged | DayArchived
BY_NAME: Final[Mapping[str, type[Any]]] = {kind.__name__: kind for kind in get_args(HouseCommand | HouseEvent)}


# ---- state -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseState:
    """The house as its book tells it."""

    gaming_day: GamingDay | None = None
    rules: int = 0  # of procedure, by which the last process that started opens tables
    program: str = ""  # the hash of its sources
    terms: Mapping[str, str] | None = None  # by which it opens them; None in a book that does not tell
    staff: Mapping[str, StaffChanged] = field(default_factory=dict)
    heads: Heads = field(default_factory=dict)  # the last that was noted of each stream
    archives: tuple[DayArchived, ...] = ()
    alerts: Mapping[str, str] = field(default_factory=dict)  # that were acknowledged, the last of them, and by whom


def tells_of_staff(house: HouseState) -> bool:
    """Whether everybody on the staff list stands in the house's book; one from before may not tell of anybody."""
    return bool(house.staff or house.program)


def evolve(house: HouseState, event: HouseEvent) -> HouseState:
    match event:
        case GamingDaySet():
            rule = GamingDay(event.zone, time.fromisoformat(event.begins))
            return replace(house, gaming_day=rule, heads={**house.heads, **event.heads})
        case ServiceStarted():
            heads, program = {**house.heads, **event.heads}, event.program or house.program
            return replace(house, rules=event.rules, program=program, heads=heads)
        case HouseTermsSet():
            return replace(house, terms=event.terms)
        case StaffChanged():
            return replace(house, staff={**house.staff, event.name: event})
        case HeadsNoted():
            return replace(house, heads={**house.heads, **event.heads})
        case AlertAcknowledged():
            known = list(house.alerts.items())[-REMEMBERED + 1 :]
            return replace(house, alerts=dict([*known, (event.alert, event.by)]))
        case DayArchived():
            return replace(house, archives=(*house.archives, event))
        case _:
            assert_never(event)


# ---- deciding --------------------------------------------------------------------------------------


class HouseReason(Enum):
    NOT_YOUR_ROLE = "this role does not do that"
    BAD_TEXT = "a name, or what an alert says, is one line of printable text"
    BAD_RULE = "this is not a time of the day in a zone that is known"
    NOT_STAFF = "this role is not staff"
    NOTHING_CHANGES = "it is so already"
    GOES_BACK = "a stream does not get shorter"


HouseDecision = tuple[HouseEvent, ...] | Refusal


def decide(house: HouseState, actor: Actor, command: HouseCommand) -> HouseDecision:
    """What the command does, or why it does nothing."""
    return not_your_role(HouseReason.NOT_YOUR_ROLE, actor, command) or _decided(house, actor, command)


def _decided(house: HouseState, actor: Actor, command: HouseCommand) -> HouseDecision:
    match command:
        case SetGamingDay():
            return _set_gaming_day(house, command)
        case StartService():
            return _gone_back(house, command.heads) or (made_from(ServiceStarted, command),)
        case SetHouseTerms():
            if house.terms == command.terms:
                return Refusal(HouseReason.NOTHING_CHANGES, "these are the terms of the house already")
            return (made_from(HouseTermsSet, command),)
        case ChangeStaff():
            return _change_staff(house, command)
        case NoteHeads():
            return _gone_back(house, command.heads) or (made_from(HeadsNoted, command),)
        case AcknowledgeAlert():
            return _acknowledge(house, actor, command)
        case ArchiveDay():
            return _archive(house, command)
        case _:
            assert_never(command)


def _set_gaming_day(house: HouseState, command: SetGamingDay) -> HouseDecision:
    try:
        rule = GamingDay(command.zone, time.fromisoformat(command.begins))
    except ValueError as error:
        return Refusal(HouseReason.BAD_RULE, str(error))
    if rule == house.gaming_day:
        says = f"the gaming day begins at {command.begins} in {command.zone} already"
        return Refusal(HouseReason.NOTHING_CHANGES, says)
    return _gone_back(house, command.heads) or (made_from(GamingDaySet, command),)


def _change_staff(house: HouseState, command: ChangeStaff) -> HouseDecision:
    if refused := bad_text(HouseReason.BAD_TEXT, "name", command.name, 40):
        return refused
    if command.role not in {role.value for role in STAFF}:
        return Refusal(HouseReason.NOT_STAFF, f"{command.role!r}: {', '.join(role.value for role in STAFF)}")
    changed = made_from(StaffChanged, command)
    if house.staff.get(command.name) == changed:
        return Refusal(HouseReason.NOTHING_CHANGES, f"{command.name} is {command.role} already")
    return (changed,)


def _acknowledge(house: HouseState, actor: Actor, command: AcknowledgeAlert) -> HouseDecision:
    for what, text in (("alert", command.alert), ("table", command.table), ("text of an alert", command.says)):
        if refused := bad_text(HouseReason.BAD_TEXT, what, text, 200):
            return refused
    if by := house.alerts.get(command.alert):
        return Refusal(HouseReason.NOTHING_CHANGES, f"{by} has acknowledged this alert already")
    return (made_from(AlertAcknowledged, command, by=actor.name),)


def _archive(house: HouseState, command: ArchiveDay) -> HouseDecision:
    """Each table's archives follow each other."""
    for before in house.archives:
        for stream, head in command.heads.items():
            if stream in before.heads and head.seq <= before.heads[stream].seq:
                return Refusal(HouseReason.NOTHING_CHANGES, f"{stream!r} is archived up to {before.heads[stream].seq}")
    return (made_from(DayArchived, command),)


def _gone_back(house: HouseState, heads: Heads) -> Refusal | None:
    for stream, head in heads.items():
        before = house.heads.get(stream)
        if before and (head.seq < before.seq or (head.seq == before.seq and head.hash != before.hash)):
            return Refusal(HouseReason.GOES_BACK, f"{stream!r} ended at record {before.seq}, and now at {head.seq}")
    return None
