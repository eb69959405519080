"""What people ask of a table. Each command says who may give it and at which stage of the round.

Cards, numbers and nonces arrive in commands too, and what the meter tells; but people do not send them: those fields
are named in `edge`, and the shell fills them, from the operating system's randomness and from the controller.
"""

from collections.abc import Mapping
from enum import Enum
from typing import ClassVar, Final, get_args

from houseway.cards import Cards
from houseway.deciding.command import AnyCommand, later
from houseway.money import Cents, Micros
from houseway.paytable import THE_METER
from houseway.progressive.meter import Gains
from houseway.role import Role, Seat
from houseway.table.ceiling import Ceiling
from houseway.table.places import Place
from houseway.table.terms import RULES, Terms


class Stage(Enum):
    """The part of a round that a table is in."""

    CLOSED = "closed"
    BETTING = "betting"
    NUMBERING = "numbering"  # bets are closed; the rotation number is next
    DEALING = "dealing"
    ENTERING = "entering"  # physical cards lie face up, and the dealer enters them
    CHOOSING = "choosing"
    DRAWING = "drawing"
    SHOWING = "showing"
    PEEKING = "peeking"  # the dealer looks at cards that may end the round
    SETTLING = "settling"  # wagers that are settled before the end
    RECONCILING = "reconciling"


OPEN: Final = frozenset(Stage) - {Stage.CLOSED}
BEFORE_RECONCILING: Final = OPEN - {Stage.RECONCILING}
CARDS_LIE: Final = OPEN - {Stage.BETTING, Stage.NUMBERING}
DEALERS: Final = frozenset({Role.DEALER, Role.AUTOMATIC})
SUPERVISORS: Final = frozenset({Role.SUPERVISOR})
KEY_HOLDERS: Final = frozenset({Role.SUPERVISOR, Role.AUTOMATIC})  # the program only where there is no staff
TELLERS: Final = frozenset({Role.DEALER, Role.SUPERVISOR})  # who count chips, two of them
PLAYERS: Final = frozenset({Role.PLAYER})
SEATED: Final = frozenset({Role.PLAYER, Role.DEALER})  # the dealer for a guest without a device, and for nobody else
SHUFFLE: Final = ("order", "nonce", "number", "dice", "terms")  # what the seal of a shuffle holds


class TableCommand(AnyCommand):
    during: ClassVar[frozenset[Stage]]


# ---- the table -------------------------------------------------------------------------------------


class OpenTable(TableCommand, by=SUPERVISORS, during={Stage.CLOSED}, edge=("software", "rules", "proved", "ceiling")):
    """Open the table. Terms that are left out are the game's usual ones."""

    terms: Terms
    software: str = ""
    rules: int = RULES
    proved: tuple[str, ...] = later(())  # the hash of the house way that the terms name, if it was proved
    ceiling: Ceiling | None = later(None)  # the house's own: what the terms say of it does not count


class CloseTable(TableCommand, by=SUPERVISORS, during={Stage.BETTING}):
    pass


class ChangeDealer(TableCommand, by={Role.DEALER, Role.SUPERVISOR}, during=OPEN):
    """A live dealer takes the table over, at any time; or a supervisor hands it, between rounds, to the automatic
    dealer."""

    dealer: str


class FillTray(TableCommand, by=KEY_HOLDERS, during=OPEN):
    """Chips come from the bank to the tray; at a table of chips, by their values in cents: `{"500": 40}`."""

    cents: Cents
    chips: Mapping[str, int] = later({})


class CreditTray(TableCommand, by=SUPERVISORS, during={Stage.BETTING}):
    """Chips go back from the tray to the bank."""

    cents: Cents
    chips: Mapping[str, int] = later({})


class Reverse(TableCommand, by=SUPERVISORS, during=OPEN):
    """Take back a fill, credit, buy-in or cash-out that was entered wrongly: a new entry, never an erasure."""

    entry: int
    note: str


# ---- the papers of a table, where its terms have them -----------------------------------------------


class CountTray(TableCommand, by=TELLERS, during={Stage.BETTING}):
    """What one person counts in the tray, between rounds: by the values of the chips in cents, and the coin beside
    them. It is true once another person has counted the same."""

    chips: Mapping[str, int]
    coin_cents: Cents = Cents(0)


class CountDrop(TableCommand, by={Role.SUPERVISOR, Role.SURVEILLANCE}, during={Stage.BETTING}):
    """What one person counts in the drop box, between rounds; it is true once another has counted the same."""

    cents: Cents


class RequestFill(TableCommand, by=TELLERS, during=OPEN):
    """Ask the bank for these chips. They are in the tray once another person has counted them."""

    chips: Mapping[str, int]


class RequestCredit(TableCommand, by=TELLERS, during={Stage.BETTING}):
    """Send these chips back to the bank, once another person has counted them."""

    chips: Mapping[str, int]


class ConfirmSlip(TableCommand, by={Role.DEALER, Role.SUPERVISOR, Role.SURVEILLANCE}, during=OPEN):
    """Another person than the one who wrote a slip has counted as well, and tells what: the chips, and in cents the
    coin of a tray or what is in a drop box. If it is the same, the slip is signed by both and takes effect. A fill or a
    credit is signed by the dealer and a supervisor, and names who carried the chips, a third person."""

    slip: int
    chips: Mapping[str, int] = later({})
    cents: Cents = later(Cents(0))
    carried_by: str = later("")


class DropSlip(TableCommand, by={Role.DEALER, Role.SUPERVISOR, Role.SURVEILLANCE}, during=OPEN):
    """Take a slip that nobody has confirmed off the list."""

    slip: int
    note: str


class SignOn(TableCommand, by={Role.DEALER}, during=OPEN):
    """A dealer begins to deal at the table, and relieves the one who is signed on."""


class SignOff(TableCommand, by={Role.DEALER}, during=OPEN):
    """A dealer goes: for a break, or at the end of his turn. Nobody deals until another signs on."""

    note: str


# ---- a seat ----------------------------------------------------------------------------------------


class SeatCommand(TableCommand):
    seat: Seat


class TakeSeat(SeatCommand, by=PLAYERS, during=OPEN):
    """Sit down on a free seat, under a name that nobody at the table has."""

    player: str


class SeatGuest(SeatCommand, by={Role.DEALER}, during=OPEN):
    """A guest without a device sits down, and buys chips for so much, if it is above nothing. The dealer bets, chooses
    and cashes out for the seat. Without a name the guest is called by a number that no other guest of the table had."""

    player: str = ""
    cents: Cents = Cents(0)


class LeaveSeat(SeatCommand, by={*SEATED, Role.SUPERVISOR}, during=OPEN):
    """Cash out what there is, and go."""


class BuyIn(SeatCommand, by={Role.PLAYER, Role.DEALER}, during=OPEN):
    """Cash becomes chips: at a live table through the dealer's hands."""

    cents: Cents


class CashOut(SeatCommand, by=SEATED, during=OPEN):
    """Chips of a seat become cash."""

    cents: Cents


class ColourUp(SeatCommand, by={Role.DEALER}, during=OPEN):
    """Chips of a seat become as few and as large ones as they come to, out of the tray: by their values in cents."""

    chips: Mapping[str, int]


class PlaceWager(SeatCommand, by=SEATED, during={Stage.BETTING}):
    """Place a wager, or change the one that lies there to this amount."""

    wager: str
    cents: Cents


class TakeBackWager(SeatCommand, by=SEATED, during={Stage.BETTING}):
    """Take a wager off the felt, while bets are taken."""

    wager: str


class SayReady(SeatCommand, by=PLAYERS, during={Stage.BETTING}):
    """The seat has bet what it wants to; an automatic dealer need not wait for it."""


class Choose(SeatCommand, by=SEATED, during={Stage.CHOOSING}):
    """Say one of the words that the choice at hand gives; where cards are set, by their places: `146|23|5`. Physical
    cards are laid on the felt, and no places are sent."""

    word: str = ""
    layout: str = ""


class AskHouseWay(SeatCommand, by=SEATED, during={Stage.CHOOSING}):
    """Hand the cards over to be set the house way; it cannot be taken back."""


class RepeatBets(TableCommand, by={Role.DEALER}, during={Stage.BETTING}):
    """The same bets again: every guest without a device who has not bet, or the one at this seat, places what he placed
    in the round before. A guest whose chips do not reach for all of it places nothing."""

    seat: Seat | None = None


class ChooseForGuests(TableCommand, by={Role.DEALER}, during={Stage.CHOOSING}):
    """Every guest without a device who may say this word now says it. Without a word, their physical hands are laid on
    the felt, set as they lie."""

    word: str = ""


class HouseWayForGuests(TableCommand, by={Role.DEALER}, during={Stage.CHOOSING}):
    """Every guest without a device who has still to set asks for the house way, and is set by it as soon as it may be
    shown; physical cards are entered first."""


class CutCards(SeatCommand, by=PLAYERS, during={Stage.BETTING}):
    """Add a text of one's own to the sealed shuffle, once a round: what is dealt then depends on it."""

    cut: str


# ---- the dealer ------------------------------------------------------------------------------------


class Shuffle(TableCommand, by=DEALERS, during={Stage.BETTING}, sealed=SHUFFLE, edge=SHUFFLE):
    """Shuffle, and publish the seal of the order and the rotation. Nobody bets before it."""

    order: Cards = ()
    nonce: str = ""
    number: int | None = None
    dice: tuple[int, ...] | None = None
    terms: str | None = None


class BeginShoe(TableCommand, by={Role.DEALER}, during={Stage.BETTING}):
    """A shoe was shuffled by hand and cut: the first card, where it is turned over to be burnt. Nobody bets before
    it."""

    burn: str = ""


class ShowCutCard(TableCommand, by={Role.DEALER}, during=CARDS_LIE):
    """The cut card of a shoe that was shuffled by hand comes out: the round is the last of it."""


class CloseBetting(TableCommand, by=DEALERS, during={Stage.BETTING}):
    pass


class DrawNumber(TableCommand, by=DEALERS, during={Stage.NUMBERING}, edge=("number",)):
    """The rotation: the sealed one is shown, or three dice are thrown by hand and entered. At a table with physical
    cards, which has no seal, the RNG draws it."""

    number: int = 0
    dice: tuple[int, ...] = ()


class DealCards(TableCommand, by=DEALERS, during={Stage.DEALING}):
    """All the cards that come before somebody has to act."""


class DrawCard(TableCommand, by=DEALERS, during={Stage.DRAWING}):
    """The next card, to the place that the rule gives it to."""


class TurnOver(TableCommand, by=DEALERS, during={Stage.CHOOSING, Stage.SHOWING}):
    """Cards that lie face down are turned over, and the dealer's are set the house way: once all seats have chosen."""


class Peek(TableCommand, by=DEALERS, during={Stage.PEEKING}):
    """The dealer looks at his cards: perhaps the round is over. Of physical cards he says whether it is."""

    is_over: bool | None = later(None)


class SettleNow(TableCommand, by=DEALERS, during={Stage.SETTLING}):
    """Wagers that are settled before the end, at all seats."""


class EnterPacket(
    TableCommand,
    by={Role.DEALER},
    during={Stage.ENTERING, Stage.CHOOSING, Stage.DRAWING, Stage.SHOWING, Stage.RECONCILING},
    sealed=("cards", "nonce"),
    edge=("nonce",),
):
    """At a table with physical cards: those that lie face up now, are drawn, or are turned over, 0 for the dealer's; a
    seat's hand as it was laid, High first, and what it gave up for other cards before the rest. Entering a hand that
    was given up sets it the house way; entering the dealer's reveals it."""

    place: Place
    cards: Cards
    nonce: str = ""


class SetHouseWay(SeatCommand, by=DEALERS, during={Stage.CHOOSING}):
    """PLAYER HOUSE WAY, for a seat that asked."""


class CallTime(TableCommand, by={Role.AUTOMATIC, Role.SUPERVISOR}, during={Stage.CHOOSING}):
    """The seats that have not acted take the option that costs nothing more, or are set the house way, all together:
    by the clock of an automatic table, or by a supervisor at a live one when players are gone. Or one seat alone, whose
    player is gone while others wait."""

    note: str = ""
    seat: Seat | None = later(None)  # the one that is gone; without it, all that have not acted


class ReconcileSeat(SeatCommand, by=DEALERS, during={Stage.RECONCILING}):
    pass


class EndGame(TableCommand, by=DEALERS, during={Stage.RECONCILING}):
    """GAME OVER."""


class ReportMisdeal(TableCommand, by=DEALERS, during={Stage.BETTING, Stage.NUMBERING, Stage.DEALING}):
    """The shuffler jammed, or a card was exposed: the round is void. Once players have seen their cards only a
    supervisor can void it."""

    note: str


# ---- the progressive -------------------------------------------------------------------------------


class CoinIn(TableCommand, by=DEALERS, during={Stage.BETTING}, edge=("gains", "gains_by_name")):
    """COIN IN: the sensors are locked, the progressive bets leave the table, and the meter rises."""

    gains: Gains | None = None  # by the meter; none while it takes no stakes
    gains_by_name: Mapping[str, Gains | None] = later({})  # by each of several meters


class PressHand(SeatCommand, by=DEALERS, during={Stage.RECONCILING}):
    """A hand button, for a seat whose hand is paid from the meter; pressed again it is taken back."""

    line: str


class TurnKey(TableCommand, by=KEY_HOLDERS, during={Stage.RECONCILING}):
    """The supervisor's key, to JPH or back to RUN."""

    to: str


class PressJackpot(TableCommand, by=KEY_HOLDERS, during={Stage.RECONCILING}, edge=("shown_micros", "shown_by_name")):
    """J-POT: the next win is recorded, and its value locked."""

    shown_micros: Micros = Micros(0)  # by the meter
    shown_by_name: Mapping[str, Micros] = later({})  # by each of several meters


# ---- supervisor and surveillance -------------------------------------------------------------------


class VoidRound(TableCommand, by=SUPERVISORS, during=BEFORE_RECONCILING):
    note: str


class AcknowledgePayout(
    SeatCommand, by={Role.SURVEILLANCE, Role.AUTOMATIC}, during={Stage.RECONCILING}, edge=("on_duty",)
):
    """A payout over the alert amount was seen. A table without staff acknowledges by itself while no surveillance is
    on duty."""

    wager: str
    on_duty: tuple[str, ...] = ()  # who of surveillance is logged in, when the table would acknowledge by itself


class StopRound(TableCommand, by={Role.SURVEILLANCE}, during=OPEN):
    """Nothing of the round goes on until surveillance releases it."""

    note: str


class ReleaseRound(TableCommand, by={Role.SURVEILLANCE}, during=OPEN):
    """The round that surveillance stopped goes on."""

    note: str


class StopPayout(SeatCommand, by={Role.SURVEILLANCE}, during=CARDS_LIE):
    """Whatever the seat wins in this round waits until surveillance acknowledges it, at any amount."""

    note: str


# ---- what two people do ----------------------------------------------------------------------------


class ProposeCards(
    TableCommand,
    by=SUPERVISORS,
    during=CARDS_LIE,
    sealed=("packets", "nonce"),
    edge=("nonce",),
):
    """Cards that were misread or mistyped: by place, 0 for the dealer, the whole packet as it should be, each card in
    its own place. A proposal, until surveillance agrees."""

    packets: Mapping[str, str]
    note: str
    nonce: str = ""


class ProposeVoid(TableCommand, by=SUPERVISORS, during={Stage.RECONCILING}):
    """Once the dealer is shown a round is void by two people: a proposal, until surveillance agrees."""

    note: str


class ProposeMoney(TableCommand, by=SUPERVISORS, during=OPEN):
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


class PayDue(TableCommand, by=SUPERVISORS, during=OPEN):
    """Pay in cash what a correction owes a player who does not come back to a seat, or take in cash what he owes."""

    player: str


class Agree(TableCommand, by={Role.SURVEILLANCE}, during=OPEN):
    """Surveillance agrees to a supervisor's proposal, and it becomes true."""

    proposal: int


class DropProposal(TableCommand, by={Role.SUPERVISOR, Role.SURVEILLANCE}, during=OPEN):
    """Take a proposal off the list: the supervisor's own, or one to which surveillance does not agree."""

    proposal: int


class HearBackOut(
    SeatCommand,
    by={Role.AUTOMATIC},
    during={Stage.RECONCILING},
    edge=("seat", "win", "cents", "proposed_by", "approved_by", "note", "meter"),
):
    """The controller has backed out an award of this round: two people did it there, and the table follows. [SLP 9i]"""

    win: str
    cents: Cents
    proposed_by: str
    approved_by: str
    note: str
    meter: str = later(THE_METER)  # in whose book the award stands, by the paytable's name for it


# What the automatic dealer does only where no staff is: at any other table it is a supervisor's. [SLP 9e] [SLP 9f]
SUPERVISED: Final = (FillTray, RequestFill, TurnKey, PressJackpot)

TrayCommand = OpenTable | CloseTable | ChangeDealer | FillTray | CreditTray | Reverse
PapersCommand = CountTray | CountDrop | RequestFill | RequestCredit | ConfirmSlip | DropSlip | SignOn | SignOff
GuestCommand = SeatGuest | RepeatBets | ChooseForGuests | HouseWayForGuests
SeatMoneyCommand = TakeSeat | LeaveSeat | BuyIn | CashOut | ColourUp
PlayerCommand = SeatMoneyCommand | PlaceWager | TakeBackWager | SayReady | Choose | AskHouseWay
DealCommand = (
    CutCards
    | Shuffle
    | BeginShoe
    | ShowCutCard
    | CloseBetting
    | DrawNumber
    | DealCards
    | EnterPacket
    | SetHouseWay
    | CallTime
)
StepCommand = DrawCard | TurnOver | Peek | SettleNow
EndCommand = ReconcileSeat | EndGame | ReportMisdeal
JackpotCommand = CoinIn | PressHand | TurnKey | PressJackpot
StaffCommand = VoidRound | AcknowledgePayout
StopCommand = StopRound | ReleaseRound | StopPayout
TwoPeopleCommand = ProposeCards | ProposeVoid | ProposeMoney | PayDue | Agree | DropProposal | HearBackOut
RoundCommand = PlayerCommand | GuestCommand | DealCommand | StepCommand | EndCommand
Command = TrayCommand | PapersCommand | RoundCommand | JackpotCommand | StaffCommand | StopCommand | TwoPeopleCommand
SingleCommand = (  # which has a rule of its own; the others go by families
    TrayCommand
    | PlayerCommand
    | DealCommand
    | StepCommand
    | EndCommand
    | JackpotCommand
    | StaffCommand
    | TwoPeopleCommand
)
COMMANDS: Final[tuple[type[Command], ...]] = get_args(Command)

# What waits while surveillance has stopped the round: everything by which it would go on, or end.
WaitsWhileStopped = (
    PlaceWager
    | TakeBackWager
    | SayReady
    | Choose
    | AskHouseWay
    | RepeatBets
    | ChooseForGuests
    | HouseWayForGuests
    | DealCommand
    | StepCommand
    | EndCommand
    | JackpotCommand
    | VoidRound
    | CloseTable
)


# ---- of the rules of procedure 1 and 2 -------------------------------------------------------------
# Books of those rules are read; nobody can give these commands any more.


class SetHand(SeatCommand, by=PLAYERS, during=()):
    layout: str
    word: str = ""
    adds: tuple[str, ...] = ()


class DealPackets(TableCommand, by=DEALERS, during=()):
    pass


class DealerHouseWay(TableCommand, by=DEALERS, during=()):
    pass


OldCommand = SetHand | DealPackets | DealerHouseWay
OLD_COMMANDS: Final[tuple[type[OldCommand], ...]] = get_args(OldCommand)
