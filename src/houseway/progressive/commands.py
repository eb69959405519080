"""What people and tables ask of the controller. Each command says who may give it and in which state of the meter."""

from enum import Enum
from typing import ClassVar, Final, get_args

from houseway.deciding.command import AnyCommand
from houseway.money import Cents, Micros
from houseway.progressive.adjustment import Grounds
from houseway.progressive.events import Link, StakesTaken
from houseway.progressive.meter import MeterSettings
from houseway.progressive.wins import APPENDIX_A, Win
from houseway.role import Role


class Status(Enum):
    """Whether a meter is open, takes stakes, or is no more."""

    UNOPENED = "not open yet"
    RUNNING = "running"
    SUSPENDED = "suspended"
    RETIRED = "retired"


ADMINS: Final = frozenset({Role.CONTROLLER_ADMIN})
KEY_HOLDERS: Final = frozenset({Role.CONTROLLER_ADMIN, Role.SUPERVISOR})
OPEN: Final = frozenset({Status.RUNNING, Status.SUSPENDED})


class ControllerCommand(AnyCommand, edge=("coined",)):
    during: ClassVar[frozenset[Status]]
    coined: tuple[StakesTaken, ...] = ()  # by the linked tables, since the controller last looked


# ---- the meter -------------------------------------------------------------------------------------


class OpenMeter(ControllerCommand, by=ADMINS, during={Status.UNOPENED}):
    """The meter begins with its seed, or with what is carried over to it."""

    settings: MeterSettings
    opening_cents: Cents


class Suspend(ControllerCommand, by=KEY_HOLDERS, during={Status.RUNNING}):
    """No COIN IN until the meter is resumed. What was won before is paid."""

    note: str


class Resume(ControllerCommand, by=KEY_HOLDERS, during={Status.SUSPENDED}):
    """The meter takes stakes again."""


class Retire(ControllerCommand, by=ADMINS, during={Status.SUSPENDED}):
    """The end of a meter that holds nothing and that no table plays for."""


class RecordDeposit(ControllerCommand, by=KEY_HOLDERS, during=OPEN):
    """What was brought to the separate account of the players' money; below nothing, what was taken from it to pay."""

    cents: Cents
    note: str


class ReportMalfunction(ControllerCommand, by=KEY_HOLDERS, during=OPEN):
    """The meter is suspended, and the commission is to be told within 72 hours. (WAC 230-06-054)"""

    note: str


class GiveNotice(ControllerCommand, by=KEY_HOLDERS, during=frozenset(Status) - {Status.UNOPENED}):
    """The commission was told of a malfunction."""

    malfunction: int
    note: str


# ---- what two people do ----------------------------------------------------------------------------


class ChangeSettings(ControllerCommand, by=ADMINS, during={Status.SUSPENDED}):
    """A proposal, until another person approves it."""

    settings: MeterSettings


class ProposeAdjustment(ControllerCommand, by=KEY_HOLDERS, during=OPEN):
    """A signed amount in millionths, until another person approves it."""

    micros: Micros
    reason: Grounds
    note: str
    win: str | None = None
    other: str | None = None


class Approve(ControllerCommand, by=KEY_HOLDERS, during=OPEN):
    """Another's proposal becomes true."""

    proposal: int


class Withdraw(ControllerCommand, by=KEY_HOLDERS, during=OPEN):
    """Take a proposal off the list: one's own, or another's that is not approved."""

    proposal: int


# ---- links -----------------------------------------------------------------------------------------


class LinkTable(Link, ControllerCommand, by={Role.SUPERVISOR}, during=OPEN):
    """A table that opens plays for the meter."""


class UnlinkTable(ControllerCommand, by={Role.SUPERVISOR}, during=OPEN):
    """The table has closed. What it put onto the meter stays there."""

    table: str


# ---- the play --------------------------------------------------------------------------------------


class CoinIn(ControllerCommand, by={Role.DEALER, Role.AUTOMATIC}, during={Status.RUNNING}):
    """Stakes of a table's seats go onto the meter: COIN IN. [SLP 6]"""

    stakes: int


class PayWins(ControllerCommand, by={Role.SUPERVISOR, Role.AUTOMATIC}, during=OPEN):
    """J-POT: all verified wins of one table's round, in the order of a named policy. [SLP 9f] [SLP 9g]"""

    game_round: str  # names the table and its round
    wins: tuple[Win, ...]
    seats: int = 6
    order: str = APPENDIX_A
    award: int = 1  # of the seat in this round: above 1 after a correction of its cards


ControlCommand = OpenMeter | Suspend | Resume | Retire | RecordDeposit | ReportMalfunction | GiveNotice
ProposalCommand = ChangeSettings | ProposeAdjustment | Approve | Withdraw
PlayCommand = LinkTable | UnlinkTable | CoinIn | PayWins
MeterCommand = ControlCommand | ProposalCommand | PlayCommand
COMMANDS: Final[tuple[type[MeterCommand], ...]] = get_args(MeterCommand)
