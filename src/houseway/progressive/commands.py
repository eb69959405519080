"""What people and tables ask of the controller. Each command says who may give it and in which state of the meter."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import ClassVar, Final

from houseway.progressive.adjustment import Grounds
from houseway.progressive.meter import MeterSettings
from houseway.progressive.wins import APPENDIX_A, Win
from houseway.role import Role


class Status(Enum):
    UNOPENED = "not open yet"
    RUNNING = "running"
    SUSPENDED = "suspended"
    RETIRED = "retired"


ADMINS: Final = frozenset({Role.CONTROLLER_ADMIN})
KEY_HOLDERS: Final = frozenset({Role.CONTROLLER_ADMIN, Role.SUPERVISOR})
OPEN: Final = frozenset({Status.RUNNING, Status.SUSPENDED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Coined:
    """What a table has put onto the meter since the controller last looked, up to a record of the table's book."""

    table: str
    upto: int
    meter_micros: int
    reserve_micros: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    by: ClassVar[frozenset[Role]]
    during: ClassVar[frozenset[Status]]
    sealed: ClassVar[tuple[str, ...]] = ()
    edge: ClassVar[tuple[str, ...]] = ("coined",)  # fields that people do not send: the shell fills them
    coined: tuple[Coined, ...] = ()  # by the linked tables


# ---- the meter -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenMeter(Command):
    """The meter begins with its seed, or with what is carried over to it."""

    by: ClassVar = ADMINS
    during: ClassVar = frozenset({Status.UNOPENED})
    settings: MeterSettings
    opening_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspend(Command):
    """No COIN IN until the meter is resumed. What was won before is paid."""

    by: ClassVar = KEY_HOLDERS
    during: ClassVar = frozenset({Status.RUNNING})
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume(Command):
    """COIN IN again."""

    by: ClassVar = KEY_HOLDERS
    during: ClassVar = frozenset({Status.SUSPENDED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Retire(Command):
    """The end of a meter that holds nothing and that no table plays for."""

    by: ClassVar = ADMINS
    during: ClassVar = frozenset({Status.SUSPENDED})


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDeposit(Command):
    """What was brought to the separate account of the players' money; below nothing, what was taken from it to pay."""

    by: ClassVar = KEY_HOLDERS
    during: ClassVar = OPEN
    cents: int
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportMalfunction(Command):
    """The meter is suspended, and the commission is to be told within 72 hours. (WAC 230-06-054)"""

    by: ClassVar = KEY_HOLDERS
    during: ClassVar = OPEN
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveNotice(Command):
    """The commission was told of a malfunction."""

    by: ClassVar = KEY_HOLDERS
    during: ClassVar = frozenset(Status) - {Status.UNOPENED}
    malfunction: int
    note: str


# ---- what two people do ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSettings(Command):
    """A proposal, until another person approves it."""

    by: ClassVar = ADMINS
    during: ClassVar = frozenset({Status.SUSPENDED})
    settings: MeterSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeAdjustment(Command):
    """A signed amount in millionths, until another person approves it."""

    by: ClassVar = KEY_HOLDERS
    during: ClassVar = OPEN
    micros: int
    reason: Grounds
    note: str
    win: str | None = None
    other: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Approve(Command):
    """Another's proposal becomes true."""

    by: ClassVar = KEY_HOLDERS
    during: ClassVar = OPEN
    proposal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw(Command):
    """Take a proposal off the list: one's own, or another's that is not approved."""

    by: ClassVar = KEY_HOLDERS
    during: ClassVar = OPEN
    proposal: int


# ---- links -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkTable(Command):
    """A table that opens plays for the meter."""

    by: ClassVar = frozenset({Role.SUPERVISOR})
    during: ClassVar = OPEN
    table: str
    game: str
    paytable: str
    line: str  # the hand that takes the whole meter
    chance: Fraction  # of that hand, exactly
    stake_cents: int
    digest: str = ""  # the hash of what the paytable pays; an old book does not tell it


@dataclass(frozen=True, slots=True, kw_only=True)
class UnlinkTable(Command):
    """The table has closed. What it put onto the meter stays there."""

    by: ClassVar = frozenset({Role.SUPERVISOR})
    during: ClassVar = OPEN
    table: str


# ---- the play --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinIn(Command):
    """COIN IN at a table. [SLP 6]"""

    by: ClassVar = frozenset({Role.DEALER, Role.AUTOMATIC})
    during: ClassVar = frozenset({Status.RUNNING})
    stakes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PayWins(Command):
    """J-POT: all verified wins of one table's round, in the order of a named policy. [SLP 9f] [SLP 9g]"""

    by: ClassVar = frozenset({Role.SUPERVISOR, Role.AUTOMATIC})
    during: ClassVar = OPEN
    game_round: str  # names the table and its round
    wins: tuple[Win, ...]
    seats: int = 6
    order: str = APPENDIX_A
    award: int = 1  # of the seat in this round: above 1 after a correction of its cards


COMMANDS: Final[tuple[type[Command], ...]] = (
    OpenMeter,
    Suspend,
    Resume,
    Retire,
    RecordDeposit,
    ReportMalfunction,
    GiveNotice,
    ChangeSettings,
    ProposeAdjustment,
    Approve,
    Withdraw,
    LinkTable,
    UnlinkTable,
    CoinIn,
    PayWins,
)
