"""What people and tables ask of the controller. Each command says who may give it and in which state of the meter."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Final

from houseway.progressive.adjustment import Grounds
from houseway.progressive.meter import MeterSettings
from houseway.progressive.wins import APPENDIX_A, Win

CONTROLLER_ADMIN: Final = "controller admin"
SUPERVISOR: Final = "supervisor"
AUDITOR: Final = "auditor"  # looks only
TABLE: Final = "table"


class Status(Enum):
    UNOPENED = "not open yet"
    RUNNING = "running"
    SUSPENDED = "suspended"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True)
class Actor:
    role: str
    name: str


ADMINS: Final = frozenset({CONTROLLER_ADMIN})
KEY_HOLDERS: Final = frozenset({CONTROLLER_ADMIN, SUPERVISOR})
OPEN: Final = frozenset({Status.RUNNING, Status.SUSPENDED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    by: ClassVar[frozenset[str]]
    during: ClassVar[frozenset[Status]]


# ---- the meter -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenMeter(Command):
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
    by: ClassVar = KEY_HOLDERS
    during: ClassVar = frozenset({Status.SUSPENDED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Retire(Command):
    by: ClassVar = ADMINS
    during: ClassVar = frozenset({Status.SUSPENDED})


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
    by: ClassVar = KEY_HOLDERS
    during: ClassVar = OPEN
    proposal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw(Command):
    """Take a proposal off the list: one's own, or another's that is not approved."""

    by: ClassVar = KEY_HOLDERS
    during: ClassVar = OPEN
    proposal: int


# ---- the play --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinIn(Command):
    """COIN IN at a table. [SLP 6]"""

    by: ClassVar = frozenset({TABLE})
    during: ClassVar = frozenset({Status.RUNNING})
    stakes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PayWins(Command):
    """J-POT: all verified wins of one table's round, in the order of a named policy. [SLP 9f] [SLP 9g]"""

    by: ClassVar = frozenset({SUPERVISOR, TABLE})
    during: ClassVar = OPEN
    game_round: str  # names the table and its round
    wins: tuple[Win, ...]
    seats: int = 6
    order: str = APPENDIX_A
