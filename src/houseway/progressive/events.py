"""What happened to a meter. Its state is the fold of its events."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final

from houseway.progressive.adjustment import Adjustment
from houseway.progressive.meter import MeterSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    sealed: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterOpened(Event):
    settings: MeterSettings
    opening_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterSuspended(Event):
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterResumed(Event):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterRetired(Event):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class DepositRecorded(Event):
    cents: int
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MalfunctionReported(Event):
    malfunction: int
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeGiven(Event):
    malfunction: int
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLinked(Event):
    table: str
    game: str
    paytable: str
    line: str
    chance: Fraction
    stake_cents: int
    digest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableUnlinked(Event):
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsProposed(Event):
    proposal: int
    by: str
    settings: MeterSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChanged(Event):
    proposal: int
    approved_by: str
    settings: MeterSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustmentProposed(Event):
    proposal: int
    by: str
    adjustment: Adjustment


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterAdjusted(Event):
    proposal: int
    approved_by: str
    adjustment: Adjustment


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalWithdrawn(Event):
    proposal: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StakesTaken(Event):
    """What a table put onto the meter and into its reserve, since the last time and up to a record of its book."""

    table: str
    upto: int
    meter_micros: int
    reserve_micros: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardPaid(Event):
    win: str
    seat: int
    line: str
    cents: int
    shown_micros: int  # what the meter showed when it was hit


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterReseeded(Event):
    reserve_micros: int
    bank_micros: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReseedReturned(Event):
    """The award after which the meter was reseeded is backed out: the seed goes back where it came from."""

    win: str
    reserve_micros: int
    bank_micros: int


EVENTS: Final[tuple[type[Event], ...]] = (
    MeterOpened,
    MeterSuspended,
    MeterResumed,
    MeterRetired,
    DepositRecorded,
    MalfunctionReported,
    NoticeGiven,
    TableLinked,
    TableUnlinked,
    SettingsProposed,
    SettingsChanged,
    AdjustmentProposed,
    MeterAdjusted,
    ProposalWithdrawn,
    StakesTaken,
    AwardPaid,
    MeterReseeded,
    ReseedReturned,
)
