"""What happened to a meter. Its state is the fold of its events."""

from fractions import Fraction
from typing import Final, get_args

from houseway.deciding.command import AnyEvent, later, value
from houseway.money import Cents, Micros
from houseway.paytable import THE_METER
from houseway.progressive.adjustment import Adjustment
from houseway.progressive.meter import MeterSettings
from houseway.role import Seat


class MeterOpened(AnyEvent):
    settings: MeterSettings
    opening_cents: Cents


class MeterSuspended(AnyEvent):
    note: str


class MeterResumed(AnyEvent):
    """Stakes are taken again."""


class MeterRetired(AnyEvent):
    """Nothing is on the meter, and nobody plays for it any more."""


class DepositRecorded(AnyEvent):
    cents: Cents
    note: str


class MalfunctionReported(AnyEvent):
    malfunction: int
    note: str


class NoticeGiven(AnyEvent):
    malfunction: int
    note: str


@value
class Link:
    """A table that plays for a meter, and on what."""

    table: str
    game: str
    paytable: str
    line: str  # the hand that takes the whole meter
    chance: Fraction  # of that hand, exactly
    stake_cents: Cents
    digest: str = ""  # the hash of what the paytable pays; an old book does not tell it
    meter: str = later(THE_METER)  # by the name that the paytable gives it
    decks: int | None = later(None)  # that the chance is of; an old book has the usual pack
    reading: str = later("")  # by which the table settles the wager, where it is not as written


class TableLinked(Link, AnyEvent):
    """A table plays for the meter from now on, and this hand takes all of it there."""


class TableUnlinked(AnyEvent):
    table: str


class SettingsProposed(AnyEvent):
    proposal: int
    by: str
    settings: MeterSettings


class SettingsChanged(AnyEvent):
    proposal: int
    approved_by: str
    settings: MeterSettings


class AdjustmentProposed(AnyEvent):
    proposal: int
    by: str
    adjustment: Adjustment


class MeterAdjusted(AnyEvent):
    proposal: int
    approved_by: str
    adjustment: Adjustment


class ProposalWithdrawn(AnyEvent):
    proposal: int
    by: str


class StakesTaken(AnyEvent):
    """What a table put onto the meter and into its reserve, since the last time and up to a record of its book."""

    table: str
    upto: int
    meter_micros: Micros
    reserve_micros: Micros


class AwardPaid(AnyEvent):
    """A seat's hand has taken its share of the meter."""

    win: str
    seat: Seat
    line: str
    cents: Cents
    shown_micros: Micros  # what the meter showed when it was hit


class MeterReseeded(AnyEvent):
    reserve_micros: Micros
    bank_micros: Micros


class ReseedReturned(AnyEvent):
    """The award after which the meter was reseeded is backed out: the seed goes back where it came from."""

    win: str
    reserve_micros: Micros
    bank_micros: Micros


ControlEvent = MeterOpened | MeterSuspended | MeterResumed | MeterRetired | DepositRecorded
MalfunctionEvent = MalfunctionReported | NoticeGiven
LinkEvent = TableLinked | TableUnlinked
SettingsOrProposal = SettingsProposed | SettingsChanged | AdjustmentProposed | ProposalWithdrawn
PlayEvent = StakesTaken | AwardPaid | MeterReseeded | ReseedReturned
MeterEvent = ControlEvent | MalfunctionEvent | LinkEvent | SettingsOrProposal | MeterAdjusted | PlayEvent
EVENTS: Final[tuple[type[MeterEvent], ...]] = get_args(MeterEvent)
