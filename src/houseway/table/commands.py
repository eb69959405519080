"""What people ask of a table. Each command says who may give it and at which stage of the round.

Cards, numbers and nonces arrive in commands too, and what the meter tells; but people do not send them: those fields
are named in `edge`, and the shell fills them, from the operating system's randomness and from the controller.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Final

from houseway.cards import Cards
from houseway.progressive.meter import Gains
from houseway.role import Role
from houseway.table.terms import RULES, Terms


class Stage(Enum):
    CLOSED = "closed"
    BETTING = "betting"
    NUMBERING = "numbering"  # bets are closed; the rotation number is next
    DEALING = "dealing"
    SETTING = "setting"
    RECONCILING = "reconciling"


OPEN: Final = frozenset(Stage) - {Stage.CLOSED}
BEFORE_RECONCILING: Final = OPEN - {Stage.RECONCILING}
DEALERS: Final = frozenset({Role.DEALER, Role.AUTOMATIC})
SUPERVISORS: Final = frozenset({Role.SUPERVISOR})
KEY_HOLDERS: Final = frozenset({Role.SUPERVISOR, Role.AUTOMATIC})  # the program only where there is no staff
PLAYERS: Final = frozenset({Role.PLAYER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    by: ClassVar[frozenset[Role]]
    during: ClassVar[frozenset[Stage]]
    sealed: ClassVar[tuple[str, ...]] = ()  # fields that stay secret until the round is over
    edge: ClassVar[tuple[str, ...]] = ()  # fields that people do not send: the shell fills them


# ---- the table -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable(Command):
    """Open the table. Terms that are left out are the game's usual ones."""

    by: ClassVar = SUPERVISORS
    during: ClassVar = frozenset({Stage.CLOSED})
    edge: ClassVar = ("software", "rules")
    terms: Terms
    software: str = ""
    rules: int = RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable(Command):
    by: ClassVar = SUPERVISORS
    during: ClassVar = frozenset({Stage.BETTING})


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeDealer(Command):
    """A live dealer takes the table over, at any time; or a supervisor hands it, between rounds, to the automatic
    dealer."""

    by: ClassVar = frozenset({Role.DEALER, Role.SUPERVISOR})
    during: ClassVar = OPEN
    dealer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FillTray(Command):
    by: ClassVar = KEY_HOLDERS
    during: ClassVar = OPEN
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CreditTray(Command):
    """Chips go back from the tray to the bank."""

    by: ClassVar = SUPERVISORS
    during: ClassVar = frozenset({Stage.BETTING})
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reverse(Command):
    """Take back a fill, credit, buy-in or cash-out that was entered wrongly: a new entry, never an erasure."""

    by: ClassVar = SUPERVISORS
    during: ClassVar = OPEN
    entry: int
    note: str


# ---- a seat ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatCommand(Command):
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat(SeatCommand):
    by: ClassVar = PLAYERS
    during: ClassVar = OPEN
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveSeat(SeatCommand):
    """Cash out what there is, and go."""

    by: ClassVar = frozenset({Role.PLAYER, Role.SUPERVISOR})
    during: ClassVar = OPEN


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyIn(SeatCommand):
    """Cash becomes chips: at a live table through the dealer's hands."""

    by: ClassVar = frozenset({Role.PLAYER, Role.DEALER})
    during: ClassVar = OPEN
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CashOut(SeatCommand):
    by: ClassVar = PLAYERS
    during: ClassVar = OPEN
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceWager(SeatCommand):
    """Place a wager, or change the one that lies there to this amount."""

    by: ClassVar = PLAYERS
    during: ClassVar = frozenset({Stage.BETTING})
    wager: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackWager(SeatCommand):
    by: ClassVar = PLAYERS
    during: ClassVar = frozenset({Stage.BETTING})
    wager: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SayReady(SeatCommand):
    """The seat has bet what it wants to; an automatic dealer need not wait for it."""

    by: ClassVar = PLAYERS
    during: ClassVar = frozenset({Stage.BETTING})


@dataclass(frozen=True, slots=True, kw_only=True)
class SetHand(SeatCommand):
    """Set the hand by places in the packet, `146|23|5`; or say HI or LO, and what it adds. Physical cards are laid on
    the felt, and no places are sent."""

    by: ClassVar = PLAYERS
    during: ClassVar = frozenset({Stage.SETTING})
    layout: str
    word: str = ""
    adds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AskHouseWay(SeatCommand):
    """Hand the cards over to be set the house way; it cannot be taken back."""

    by: ClassVar = PLAYERS
    during: ClassVar = frozenset({Stage.SETTING})


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCards(SeatCommand):
    """Add a text of one's own to the sealed shuffle, once a round: what is dealt then depends on it."""

    by: ClassVar = PLAYERS
    during: ClassVar = frozenset({Stage.BETTING})
    cut: str


# ---- the dealer ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Command):
    """Shuffle, and publish the seal of the order and the rotation. Nobody bets before it."""

    by: ClassVar = DEALERS
    during: ClassVar = frozenset({Stage.BETTING})
    sealed: ClassVar = ("order", "nonce", "number", "dice", "terms")
    edge: ClassVar = sealed
    order: Cards = ()
    nonce: str = ""
    number: int | None = None
    dice: tuple[int, ...] | None = None
    terms: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseBetting(Command):
    by: ClassVar = DEALERS
    during: ClassVar = frozenset({Stage.BETTING})


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawNumber(Command):
    """The rotation: the sealed one is shown, or three dice are thrown by hand and entered. At a table with physical
    cards, which has no seal, the RNG draws it."""

    by: ClassVar = DEALERS
    during: ClassVar = frozenset({Stage.NUMBERING})
    edge: ClassVar = ("number",)
    number: int = 0
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPackets(Command):
    by: ClassVar = DEALERS
    during: ClassVar = frozenset({Stage.DEALING})


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterPacket(Command):
    """At a table with physical cards: the hand that is turned over, 0 for the dealer's; a seat's as it was laid, High
    first. Entering a hand that was given up sets it the house way; entering the dealer's reveals it."""

    by: ClassVar = frozenset({Role.DEALER})
    during: ClassVar = frozenset({Stage.SETTING, Stage.RECONCILING})
    sealed: ClassVar = ("cards", "nonce")
    edge: ClassVar = ("nonce",)
    place: int
    cards: Cards
    nonce: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetHouseWay(SeatCommand):
    """PLAYER HOUSE WAY, for a seat that asked."""

    by: ClassVar = DEALERS
    during: ClassVar = frozenset({Stage.SETTING})


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTime(Command):
    """The seats that have not acted are set the house way, all together: by the clock of an automatic table, or by a
    supervisor at a live one when players are gone."""

    by: ClassVar = frozenset({Role.AUTOMATIC, Role.SUPERVISOR})
    during: ClassVar = frozenset({Stage.SETTING})
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerHouseWay(Command):
    """Reveal the dealer's cards and set them."""

    by: ClassVar = DEALERS
    during: ClassVar = frozenset({Stage.SETTING})


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconcileSeat(SeatCommand):
    by: ClassVar = DEALERS
    during: ClassVar = frozenset({Stage.RECONCILING})


@dataclass(frozen=True, slots=True, kw_only=True)
class EndGame(Command):
    """GAME OVER."""

    by: ClassVar = DEALERS
    during: ClassVar = frozenset({Stage.RECONCILING})


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportMisdeal(Command):
    """The shuffler jammed, or a card was exposed: the round is void. Once players have seen their cards only a
    supervisor can void it."""

    by: ClassVar = DEALERS
    during: ClassVar = frozenset({Stage.BETTING, Stage.NUMBERING, Stage.DEALING})
    note: str


# ---- the progressive -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinIn(Command):
    """COIN IN: the sensors are locked, the progressive bets leave the table, and the meter rises."""

    by: ClassVar = DEALERS
    during: ClassVar = frozenset({Stage.BETTING})
    edge: ClassVar = ("gains",)
    gains: Gains | None = None  # by the meter; none while it takes no stakes


@dataclass(frozen=True, slots=True, kw_only=True)
class PressHand(SeatCommand):
    """A hand button, for a seat whose hand is paid from the meter; pressed again it is taken back."""

    by: ClassVar = DEALERS
    during: ClassVar = frozenset({Stage.RECONCILING})
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnKey(Command):
    """The supervisor's key, to JPH or back to RUN."""

    by: ClassVar = KEY_HOLDERS
    during: ClassVar = frozenset({Stage.RECONCILING})
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PressJackpot(Command):
    """J-POT: the next win is recorded, and its value locked."""

    by: ClassVar = KEY_HOLDERS
    during: ClassVar = frozenset({Stage.RECONCILING})
    edge: ClassVar = ("shown_micros",)
    shown_micros: int = 0  # by the meter


# ---- supervisor and surveillance -------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidRound(Command):
    by: ClassVar = SUPERVISORS
    during: ClassVar = BEFORE_RECONCILING
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AcknowledgePayout(SeatCommand):
    """A payout over the alert amount was seen. A table without staff acknowledges by itself while no surveillance is
    on duty."""

    by: ClassVar = frozenset({Role.SURVEILLANCE, Role.AUTOMATIC})
    during: ClassVar = frozenset({Stage.RECONCILING})
    edge: ClassVar = ("on_duty",)
    wager: str
    on_duty: tuple[str, ...] = ()  # who of surveillance is logged in, when the table would acknowledge by itself


# ---- what two people do ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeCards(Command):
    """Cards that were misread or mistyped: by place, 0 for the dealer, the whole packet as it should be, each card in
    its own place. A proposal, until surveillance agrees."""

    by: ClassVar = SUPERVISORS
    during: ClassVar = frozenset({Stage.SETTING, Stage.RECONCILING})
    sealed: ClassVar = ("packets", "nonce")
    edge: ClassVar = ("nonce",)
    packets: Mapping[str, str]
    note: str
    nonce: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeVoid(Command):
    """Once the dealer is shown a round is void by two people: a proposal, until surveillance agrees."""

    by: ClassVar = SUPERVISORS
    during: ClassVar = frozenset({Stage.RECONCILING})
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeMoney(Command):
    """After GAME OVER: pay a player what a wager of that round should have paid him, or take it back, below nothing; of
    the last 20 rounds, and never beyond what the wager could pay. A proposal, until surveillance agrees. What the meter
    had paid goes back to the progressive fund."""

    by: ClassVar = SUPERVISORS
    during: ClassVar = OPEN
    round: int
    seat: int
    player: str
    wager: str
    cents: int
    note: str
    of_meter: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PayDue(Command):
    """Pay in cash what a correction owes a player who does not come back to a seat, or take in cash what he owes."""

    by: ClassVar = SUPERVISORS
    during: ClassVar = OPEN
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Agree(Command):
    """Surveillance agrees to a supervisor's proposal, and it becomes true."""

    by: ClassVar = frozenset({Role.SURVEILLANCE})
    during: ClassVar = OPEN
    proposal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DropProposal(Command):
    """Take a proposal off the list: the supervisor's own, or one to which surveillance does not agree."""

    by: ClassVar = frozenset({Role.SUPERVISOR, Role.SURVEILLANCE})
    during: ClassVar = OPEN
    proposal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HearBackOut(SeatCommand):
    """The controller has backed out an award of this round: two people did it there, and the table follows. [SLP 9i]"""

    by: ClassVar = frozenset({Role.AUTOMATIC})
    during: ClassVar = frozenset({Stage.RECONCILING})
    edge: ClassVar = ("seat", "win", "cents", "proposed_by", "approved_by", "note")
    win: str
    cents: int
    proposed_by: str
    approved_by: str
    note: str


# What the automatic dealer does only where no staff is: at any other table it is a supervisor's. [SLP 9e] [SLP 9f]
SUPERVISED: Final = (FillTray, TurnKey, PressJackpot)

COMMANDS: Final[tuple[type[Command], ...]] = (
    OpenTable,
    CloseTable,
    ChangeDealer,
    FillTray,
    CreditTray,
    Reverse,
    TakeSeat,
    LeaveSeat,
    BuyIn,
    CashOut,
    PlaceWager,
    TakeBackWager,
    SayReady,
    SetHand,
    AskHouseWay,
    CutCards,
    Shuffle,
    CloseBetting,
    DrawNumber,
    DealPackets,
    EnterPacket,
    SetHouseWay,
    CallTime,
    DealerHouseWay,
    ReconcileSeat,
    EndGame,
    ReportMisdeal,
    CoinIn,
    PressHand,
    TurnKey,
    PressJackpot,
    VoidRound,
    AcknowledgePayout,
    ProposeCards,
    ProposeVoid,
    ProposeMoney,
    PayDue,
    Agree,
    DropProposal,
    HearBackOut,
)
