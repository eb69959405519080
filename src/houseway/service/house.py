"""What the house itself does, as commands and events: who is on its staff, when its gaming day begins, and how far the
books of its tables and meters have come.

These stand in a chain of their own, the stream `the house`. The heads in it tie the other chains together: whoever
cuts the tail off a table's book, or takes a whole table away, has to rewrite the house's book as well.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import time
from enum import Enum
from typing import Any, ClassVar, Final

from houseway.faults import text_fault
from houseway.role import STAFF, Actor, Role
from houseway.service.entry import GamingDay
from houseway.service.record import Head


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A head of another stream, as the house has noted it."""

    seq: int
    hash: str


Heads = Mapping[str, Noted]  # by stream


# ---- commands --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    by: ClassVar[frozenset[Role]] = frozenset({Role.HOUSE})
    sealed: ClassVar[tuple[str, ...]] = ()
    edge: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SetGamingDay(Command):
    """From here on a gaming day begins at this time of this zone. `heads` are all streams as they stand: what comes
    after them is dated by the new rule."""

    zone: str
    begins: str  # HH:MM
    heads: Heads


@dataclass(frozen=True, slots=True, kw_only=True)
class StartService(Command):
    """A process begins to run tables: from here on they are opened under these rules of procedure."""

    software: str
    rules: int
    heads: Heads


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeStaff(Command):
    """A person comes, leaves, or gets another role or PIN."""

    by: ClassVar = frozenset({Role.HOUSE, Role.SUPERVISOR})
    name: str
    role: str
    active: bool
    pin: str  # SHA-256 of the hash that is kept of the PIN
    since: str = ""  # when the person first came; nothing in records from before this was told


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteHeads(Command):
    """How far these streams have come."""

    why: str
    heads: Heads


# ---- events ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    sealed: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GamingDaySet(Event):
    zone: str
    begins: str
    heads: Heads


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceStarted(Event):
    software: str
    rules: int
    heads: Heads


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffChanged(Event):
    name: str
    role: str
    active: bool
    pin: str
    since: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadsNoted(Event):
    why: str
    heads: Heads


COMMANDS: Final = (SetGamingDay, StartService, ChangeStaff, NoteHeads)
EVENTS: Final = (GamingDaySet, ServiceStarted, StaffChanged, HeadsNoted)
BY_NAME: Final[Mapping[str, type[Any]]] = {kind.__name__: kind for kind in (*COMMANDS, *EVENTS)}


# ---- state -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    role: str
    active: bool
    pin: str
    since: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The house as its book tells it."""

    gaming_day: GamingDay | None = None
    rules: int = 0  # of procedure, by which the last process that started opens tables
    staff: Mapping[str, Person] = field(default_factory=dict)
    heads: Heads = field(default_factory=dict)  # the last that was noted of each stream


def evolve(house: House, event: Event) -> House:
    match event:
        case GamingDaySet():
            rule = GamingDay(event.zone, time.fromisoformat(event.begins))
            return replace(house, gaming_day=rule, heads={**house.heads, **event.heads})
        case ServiceStarted():
            return replace(house, rules=event.rules, heads={**house.heads, **event.heads})
        case StaffChanged():
            person = Person(role=event.role, active=event.active, pin=event.pin, since=event.since)
            return replace(house, staff={**house.staff, event.name: person})
        case HeadsNoted():
            return replace(house, heads={**house.heads, **event.heads})
        case _:
            raise AssertionError(f"{type(event).__name__} is no event of the house")


# ---- deciding --------------------------------------------------------------------------------------


class Reason(Enum):
    NOT_YOUR_ROLE = "this role does not do that"
    BAD_TEXT = "a name is one line of printable text"
    BAD_RULE = "this is not a time of the day in a zone that is known"
    NOT_STAFF = "this role is not staff"
    NOTHING_CHANGES = "it is so already"
    GOES_BACK = "a stream does not get shorter"


@dataclass(frozen=True, slots=True)
class Refusal:
    reason: Reason
    says: str


def decide(house: House, actor: Actor, command: Command) -> tuple[Event, ...] | Refusal:
    """What the command does, or why it does nothing."""
    if actor.role not in command.by:
        able = " or ".join(sorted(role.value for role in command.by))
        return Refusal(Reason.NOT_YOUR_ROLE, f"{type(command).__name__} is for {able}, not for {actor.role.value}")
    match command:
        case SetGamingDay():
            return _set_gaming_day(house, command)
        case StartService():
            started = ServiceStarted(software=command.software, rules=command.rules, heads=command.heads)
            return _gone_back(house, command.heads) or (started,)
        case ChangeStaff():
            return _change_staff(house, command)
        case NoteHeads():
            return _gone_back(house, command.heads) or (HeadsNoted(why=command.why, heads=command.heads),)
        case _:
            raise AssertionError(f"{type(command).__name__} is no command of the house")


def _set_gaming_day(house: House, command: SetGamingDay) -> tuple[Event, ...] | Refusal:
    try:
        rule = GamingDay(command.zone, time.fromisoformat(command.begins))
    except ValueError as error:
        return Refusal(Reason.BAD_RULE, str(error))
    if rule == house.gaming_day:
        return Refusal(Reason.NOTHING_CHANGES, f"the gaming day begins at {command.begins} in {command.zone} already")
    told = GamingDaySet(zone=command.zone, begins=command.begins, heads=command.heads)
    return _gone_back(house, command.heads) or (told,)


def _change_staff(house: House, command: ChangeStaff) -> tuple[Event, ...] | Refusal:
    wrong = text_fault("name", command.name, 40)
    if wrong:
        return Refusal(Reason.BAD_TEXT, wrong)
    if command.role not in {role.value for role in STAFF}:
        return Refusal(Reason.NOT_STAFF, f"{command.role!r}: {', '.join(role.value for role in STAFF)}")
    person = Person(role=command.role, active=command.active, pin=command.pin, since=command.since)
    if house.staff.get(command.name) == person:
        return Refusal(Reason.NOTHING_CHANGES, f"{command.name} is {command.role} already")
    told = StaffChanged(
        name=command.name, role=command.role, active=command.active, pin=command.pin, since=command.since
    )
    return (told,)


def _gone_back(house: House, heads: Heads) -> Refusal | None:
    for stream, head in heads.items():
        known = house.heads.get(stream)
        if known and (head.seq < known.seq or (head.seq == known.seq and head.hash != known.hash)):
            return Refusal(Reason.GOES_BACK, f"{stream!r} ended at record {known.seq}, and now at {head.seq}")
    return None


def noted(heads: Mapping[str, Head]) -> Heads:
    return {stream: Noted(seq=head.seq, hash=head.hash) for stream, head in sorted(heads.items())}
