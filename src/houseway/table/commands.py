"""What people ask of a table. Each command says who may give it and at which stage of the round.

Cards, numbers and nonces arrive in commands too, and what the meter tells; but people do not send them: those fields
are named in `edge`, and the shell fills them, from the operating system's randomness and from the controller.
"""

from collections.abc import Mapping
from enum import Enum
from typing import ClassVar, Final, get_args

from houseway.cards import Cards
from houseway.deciding.command import AnyCommand, command, value
from houseway.money import Cents, Micros
from houseway.progressive.meter import Gains
from houseway.role import Role, Seat
from houseway.table.terms import RULES, Terms


class Stage(Enum):
    """The part of a round that a table is in."""

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


class TableCommand(AnyCommand):
    __slots__ = ()
    during: ClassVar[frozenset[Stage]]


# ---- the table -------------------------------------------------------------------------------------


@command(by=SUPERVISORS, during={Stage.CLOSED}, edge=("software", "rules"))
class OpenTable(TableCommand):
    """Open the table. Terms that are left out are the game's usual ones."""

    terms: Terms
    software: str = ""
    rules: int = RULES


@command(by=SUPERVISORS, during={Stage.BETTING})
class CloseTable(TableCommand):
    pass


@command(by={Role.DEALER, Role.SUPERVISOR}, during=OPEN)
class ChangeDealer(TableCommand):
    """A live dealer takes the table over, at any time; or a supervisor hands it, between rounds, to the automatic
    dealer."""

    dealer: str


@command(by=KEY_HOLDERS, during=OPEN)
class FillTray(TableCommand):
    cents: Cents


@command(by=SUPERVISORS, during={Stage.BETTING})
class CreditTray(TableCommand):
    """Chips go back from the tray to the bank."""

    cents: Cents


@command(by=SUPERVISORS, during=OPEN)
class Reverse(TableCommand):
    """Take back a fill, credit, buy-in or cash-out that was entered wrongly: a new entry, never an erasure."""

    entry: int
    note: str


# ---- a seat ----------------------------------------------------------------------------------------


@value
class SeatCommand(TableCommand):
    seat: Seat


@command(by=PLAYERS, during=OPEN)
class TakeSeat(SeatCommand):
    """Sit down on a free seat, under a name that nobody at the table has."""

    player: str


@command(by={Role.PLAYER, Role.SUPERVISOR}, during=OPEN)
class LeaveSeat(SeatCommand):
    """Cash out what there is, and go."""


@command(by={Role.PLAYER, Role.DEALER}, during=OPEN)
class BuyIn(SeatCommand):
    """Cash becomes chips: at a live table through the dealer's hands."""

    cents: Cents


@command(by=PLAYERS, during=OPEN)
class CashOut(SeatCommand):
    """Chips of a seat become cash."""

    cents: Cents


@command(by=PLAYERS, during={Stage.BETTING})
class PlaceWager(SeatCommand):
    """Place a wager, or change the one that lies there to this amount."""

    wager: str
    cents: Cents


@command(by=PLAYERS, during={Stage.BETTING})
class TakeBackWager(SeatCommand):
    """Take a wager off the felt, while bets are taken."""

    wager: str


@command(by=PLAYERS, during={Stage.BETTING})
class SayReady(SeatCommand):
    """The seat has bet what it wants to; an automatic dealer need not wait for it."""


@command(by=PLAYERS, during={Stage.SETTING})
class SetHand(SeatCommand):
    """Set the hand by places in the packet, `146|23|5`; or say HI or LO, and what it adds. Physical cards are laid on
    the felt, and no places are sent."""

    layout: str
    word: str = ""
    adds: tuple[str, ...] = ()


@command(by=PLAYERS, during={Stage.SETTING})
class AskHouseWay(SeatCommand):
    """Hand the cards over to be set the house way; it cannot be taken back."""


@command(by=PLAYERS, during={Stage.BETTING})
class CutCards(SeatCommand):
    """Add a text of one's own to the sealed shuffle, once a round: what is dealt then depends on it."""

    cut: str


# ---- the dealer ------------------------------------------------------------------------------------


@command(
    by=DEALERS,
    during={Stage.BETTING},
    sealed=("order", "nonce", "number", "dice", "terms"),
    edge=("order", "nonce", "number", "dice", "terms"),
)
class Shuffle(TableCommand):
    """Shuffle, and publish the seal of the order and the rotation. Nobody bets before it."""

    order: Cards = ()
    nonce: str = ""
    number: int | None = None
    dice: tuple[int, ...] | None = None
    terms: str | None = None


@command(by=DEALERS, during={Stage.BETTING})
class CloseBetting(TableCommand):
    pass


@command(by=DEALERS, during={Stage.NUMBERING}, edge=("number",))
class DrawNumber(TableCommand):
    """The rotation: the sealed one is shown, or three dice are thrown by hand and entered. At a table with physical
    cards, which has no seal, the RNG draws it."""

    number: int = 0
    dice: tuple[int, ...] = ()


@command(by=DEALERS, during={Stage.DEALING})
class DealPackets(TableCommand):
    pass


@command(by={Role.DEALER}, during={Stage.SETTING, Stage.RECONCILING}, sealed=("cards", "nonce"), edge=("nonce",))
class EnterPacket(TableCommand):
    """At a table with physical cards: the hand that is turned over, 0 for the dealer's; a seat's as it was laid, High
    first. Entering a hand that was given up sets it the house way; entering the dealer's reveals it."""

    place: int
    cards: Cards
    nonce: str = ""


@command(by=DEALERS, during={Stage.SETTING})
class SetHouseWay(SeatCommand):
    """PLAYER HOUSE WAY, for a seat that asked."""


@command(by={Role.AUTOMATIC, Role.SUPERVISOR}, during={Stage.SETTING})
class CallTime(TableCommand):
    """The seats that have not acted are set the house way, all together: by the clock of an automatic table, or by a
    supervisor at a live one when players are gone."""

    note: str = ""


@command(by=DEALERS, during={Stage.SETTING})
class DealerHouseWay(TableCommand):
    """Reveal the dealer's cards and set them."""


@command(by=DEALERS, during={Stage.RECONCILING})
class ReconcileSeat(SeatCommand):
    pass


@command(by=DEALERS, during={Stage.RECONCILING})
class EndGame(TableCommand):
    """GAME OVER."""


@command(by=DEALERS, during={Stage.BETTING, Stage.NUMBERING, Stage.DEALING})
class ReportMisdeal(TableCommand):
    """The shuffler jammed, or a card was exposed: the round is void. Once players have seen their cards only a
    supervisor can void it."""

    note: str


# ---- the progressive -------------------------------------------------------------------------------


@command(by=DEALERS, during={Stage.BETTING}, edge=("gains",))
class CoinIn(TableCommand):
    """COIN IN: the sensors are locked, the progressive bets leave the table, and the meter rises."""

    gains: Gains | None = None  # by the meter; none while it takes no stakes


@command(by=DEALERS, during={Stage.RECONCILING})
class PressHand(SeatCommand):
    """A hand button, for a seat whose hand is paid from the meter; pressed again it is taken back."""

    line: str


@command(by=KEY_HOLDERS, during={Stage.RECONCILING})
class TurnKey(TableCommand):
    """The supervisor's key, to JPH or back to RUN."""

    to: str


@command(by=KEY_HOLDERS, during={Stage.RECONCILING}, edge=("shown_micros",))
class PressJackpot(TableCommand):
    """J-POT: the next win is recorded, and its value locked."""

    shown_micros: Micros = Micros(0)  # by the meter


# ---- supervisor and surveillance -------------------------------------------------------------------


@command(by=SUPERVISORS, during=BEFORE_RECONCILING)
class VoidRound(TableCommand):
    note: str


@command(by={Role.SURVEILLANCE, Role.AUTOMATIC}, during={Stage.RECONCILING}, edge=("on_duty",))
class AcknowledgePayout(SeatCommand):
    """A payout over the alert amount was seen. A table without staff acknowledges by itself while no surveillance is
    on duty."""

    wager: str
    on_duty: tuple[str, ...] = ()  # who of surveillance is logged in, when the table would acknowledge by itself


# ---- what two people do ----------------------------------------------------------------------------


@command(by=SUPERVISORS, during={Stage.SETTING, Stage.RECONCILING}, sealed=("packets", "nonce"), edge=("nonce",))
class ProposeCards(TableCommand):
    """Cards that were misread or mistyped: by place, 0 for the dealer, the whole packet as it should be, each card in
    its own place. A proposal, until surveillance agrees."""

    packets: Mapping[str, str]
    note: str
    nonce: str = ""


@command(by=SUPERVISORS, during={Stage.RECONCILING})
class ProposeVoid(TableCommand):
    """Once the dealer is shown a round is void by two people: a proposal, until surveillance agrees."""

    note: str


@command(by=SUPERVISORS, during=OPEN)
class ProposeMoney(TableCommand):
    """After GAME OVER: pay a player what a wager of that round should have paid him, or take it back, below nothing; of
    the last 20 rounds, and never beyond what the wager could pay. A proposal, until surveillance agrees. What the meter
    had paid goes back to the progressive fund."""

    round: int
    seat: Seat
    player: str
    wager: str
    cents: Cents
    note: str
    of_meter: bool = False


@command(by=SUPERVISORS, during=OPEN)
class PayDue(TableCommand):
    """Pay in cash what a correction owes a player who does not come back to a seat, or take in cash what he owes."""

    player: str


@command(by={Role.SURVEILLANCE}, during=OPEN)
class Agree(TableCommand):
    """Surveillance agrees to a supervisor's proposal, and it becomes true."""

    proposal: int


@command(by={Role.SUPERVISOR, Role.SURVEILLANCE}, during=OPEN)
class DropProposal(TableCommand):
    """Take a proposal off the list: the supervisor's own, or one to which surveillance does not agree."""

    proposal: int


@command(
    by={Role.AUTOMATIC}, during={Stage.RECONCILING}, edge=("seat", "win", "cents", "proposed_by", "approved_by", "note")
)
class HearBackOut(SeatCommand):
    """The controller has backed out an award of this round: two people did it there, and the table follows. [SLP 9i]"""

    win: str
    cents: Cents
    proposed_by: str
    approved_by: str
    note: str


# What the automatic dealer does only where no staff is: at any other table it is a supervisor's. [SLP 9e] [SLP 9f]
SUPERVISED: Final = (FillTray, TurnKey, PressJackpot)

TrayCommand = OpenTable | CloseTable | ChangeDealer | FillTray | CreditTray | Reverse
PlayerCommand = TakeSeat | LeaveSeat | BuyIn | CashOut | PlaceWager | TakeBackWager | SayReady | SetHand | AskHouseWay
DealCommand = CutCards | Shuffle | CloseBetting | DrawNumber | DealPackets | EnterPacket | SetHouseWay | CallTime
EndCommand = DealerHouseWay | ReconcileSeat | EndGame | ReportMisdeal
JackpotCommand = CoinIn | PressHand | TurnKey | PressJackpot
StaffCommand = VoidRound | AcknowledgePayout
TwoPeopleCommand = ProposeCards | ProposeVoid | ProposeMoney | PayDue | Agree | DropProposal | HearBackOut
Command = TrayCommand | PlayerCommand | DealCommand | EndCommand | JackpotCommand | StaffCommand | TwoPeopleCommand
COMMANDS: Final[tuple[type[Command], ...]] = get_args(Command)
