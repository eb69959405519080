"""What happened at a table. The state of a table is the fold of its events."""

from collections.abc import Mapping
from typing import Final, get_args

from houseway.cards import Cards
from houseway.deciding.command import AnyEvent, later, value
from houseway.money import Cents, Micros
from houseway.paytable import THE_METER
from houseway.role import Seat
from houseway.table.places import Place
from houseway.table.terms import Terms


class InRound(AnyEvent):
    """What changes nothing of a table but its round, and money."""


@value
class Result:
    """How one wager of a seat ended, and why."""

    wager: str
    line: str
    pays: str
    stake_cents: Cents
    returned_cents: Cents
    won_cents: Cents
    held: bool  # waits for surveillance
    reason: str
    hand: int = later(1)  # of the seat on which the wager lay: one that was split has several
    commission_cents: Cents = later(Cents(0))  # that the house keeps of the win; it is not in it
    is_marked: bool = later(False)  # the seat has it in chips, and owes it


class TableOpened(AnyEvent):
    terms: Terms
    paytable_hashes: Mapping[str, str]
    house_way: str
    software: str
    rules: int  # the number of the procedure's rules
    game_hash: str = ""  # of the file that the game is written in; an older book does not say


class TableClosed(AnyEvent):
    """The seats are cashed out, and nobody plays here until it is opened again."""


class DealerChanged(AnyEvent):
    dealer: str


class MoneyEntered(AnyEvent):
    """An amount that a person typed: numbered, so that it can be reversed."""

    entry: int
    cents: Cents


class TrayFilled(MoneyEntered):
    """Chips came from the bank."""

    chips: Mapping[str, int] = later({})  # by their values in cents, where that was told


class TrayCredited(MoneyEntered):
    """Chips went back to the bank."""

    chips: Mapping[str, int] = later({})


class BoughtIn(MoneyEntered):
    seat: Seat
    player: str


class CashedOut(MoneyEntered):
    seat: Seat
    player: str


class ColouredUp(AnyEvent):
    """A seat gave chips to the tray, and got larger ones of the same worth."""

    seat: Seat
    gives: Mapping[str, int]  # by their values in cents
    gets: Mapping[str, int]


class BoxCounted(AnyEvent):
    """The drop box was full: its cash, and the cash that was paid for chips, are settled with the bank. So the running
    totals of a table begin anew, however long it is played on."""

    drop_cents: Cents
    cashed_cents: Cents


class EntryReversed(AnyEvent):
    entry: int
    note: str


# ---- the papers of a table -------------------------------------------------------------------------


class SlipWritten(AnyEvent):
    """One person has counted, or asked for chips. It is no more than that until another confirms it."""

    slip: int
    what: str  # tray, drop, fill or credit
    by: str
    cents: Cents
    chips: Mapping[str, int]
    recorded_cents: Cents = later(Cents(0))  # for which chips had been sold when the drop box was taken away
    role: str = later("")  # of a fill or a credit: as dealer or as supervisor


class SlipDropped(AnyEvent):
    slip: int
    by: str
    note: str


class SlipConfirmed(AnyEvent):
    """A fill or a credit bears the signatures of the dealer, of a supervisor, and of who carried the chips between bank
    and table; they move by an entry of their own."""

    slip: int
    what: str
    by: str
    confirmed_by: str
    cents: Cents
    carried_by: str = later("")
    dealer: str = later("")  # which of the two signed as dealer; nobody, where the table deals by itself


class TrayCounted(AnyEvent):
    """By two people. From here on the book has what they counted: the rest is over or short."""

    slip: int
    by: str
    confirmed_by: str
    chips: Mapping[str, int]
    cents: Cents
    expected_cents: Cents


class DropCounted(AnyEvent):
    """By two people: the cash that was in the drop box, beside the chips that were sold for it since the last time."""

    slip: int
    by: str
    confirmed_by: str
    cents: Cents
    recorded_cents: Cents


class DealerSignedOn(AnyEvent):
    dealer: str
    relieves: str  # who was signed on; nobody, if the table stood


class DealerSignedOff(AnyEvent):
    dealer: str
    note: str


# ---- a seat ----------------------------------------------------------------------------------------


class SeatTaken(AnyEvent):
    seat: Seat
    player: str
    guest: int = later(0)  # the number of a guest without a device, for whom the dealer acts


class DuePaid(AnyEvent):
    """What was due to a player came to his chips; below nothing, what he owed went from them."""

    seat: Seat
    player: str  # under whose name it was due
    cents: Cents


class DueCashed(AnyEvent):
    """The same in cash, at a supervisor's hands: the player has no seat."""

    player: str
    cents: Cents
    by: str


class CommissionCollected(AnyEvent):
    """What was marked at a seat goes from its chips; what they do not reach for, the player owes."""

    seat: Seat
    player: str
    cents: Cents
    due_cents: Cents


class SeatLeft(AnyEvent):
    seat: Seat


class WagerPlaced(InRound):
    seat: Seat
    wager: str
    cents: Cents


class WagerTakenBack(InRound):
    seat: Seat
    wager: str
    cents: Cents


class SaidReady(InRound):
    seat: Seat


class CardsCut(InRound):
    """A seat has added a text of its own, which what is dealt depends on."""

    seat: Seat
    cut: str


class Shuffled(InRound, sealed=("order", "nonce", "number", "dice", "terms")):
    """The seal of this event is the commitment: a hash of the order, the rotation as a number or as three dice, the
    terms and a nonce. Where the dealer throws the dice by hand it holds no rotation."""

    order: Cards
    nonce: str
    number: int | None = None
    dice: tuple[int, ...] | None = None
    terms: str | None = None  # the digest of what the table is run on


class ShoeShuffled(Shuffled):
    """A shoe is shuffled, from which several rounds will be dealt. Its commitment can be opened card by card."""

    commitment: str


class ShoeBegun(InRound):
    """A shoe that was shuffled by hand, from which several rounds will be dealt. There is no seal of it."""

    burn: str  # the card that was turned over to be burnt, if one was
    burnt: int  # how many went off the top


class CutCardShown(InRound):
    """The cut card came out of a shoe that was shuffled by hand: the round is the last of it."""

    gone: int  # how many cards had left the shoe


class BettingClosed(InRound):
    """No more bets."""

    began: int = later(0)  # how many cards of a shoe are gone


class NumberDrawn(InRound):
    number: int
    dice: tuple[int, ...]
    how: str = ""  # sealed, by hand, or by the RNG of a table with physical cards


class CardsDealt(InRound):
    """One step of the deal."""

    step: int  # of the game's round
    places: tuple[Place, ...]  # in the order dealt; 0 is the dealer
    picked_up: tuple[Place, ...]


class CardDrawn(InRound):
    """One card more, face up."""

    place: Place
    hand: int = later(1)  # of a seat that has several


class PacketEntered(InRound, sealed=("cards", "nonce")):
    """Physical cards are known from now on: those that follow the ones of the place that were entered before."""

    place: Place
    cards: Cards
    nonce: str
    layout: str = ""  # of a seat whose hand was set before: how it lies
    word: str = ""  # what counts in place of its last word: it said none, or its cards do not allow it
    is_foul: bool = False
    gives_up: tuple[int, ...] = later(())  # which of its cards it had given up, as they were entered, from 1


class HouseWayAsked(InRound):
    seat: Seat


class TimeCalled(InRound):
    by: str
    note: str


class Chosen(InRound):
    """What a seat said, and how its cards lie."""

    seat: Seat
    step: int  # of the game's round
    word: str
    layout: str
    how: str  # player, house way, or time
    is_foul: bool = False  # it has set its cards so that they lose
    is_out: bool = False  # it has given up
    is_done: bool = True  # it says no more at this step
    gives_up: tuple[int, ...] = ()  # which of its cards, as they came, from 1
    hand: int = later(1)  # for which of its hands, where it has several
    is_split: bool = later(False)  # and for the new one that follows it
    swaps: bool = later(False)  # the last cards of its two hands change places
    for_all: bool = later(False)  # it was said for all its hands together


class ChosenAnew(Chosen):
    """The same choice for cards that were corrected."""


class WagerAdded(InRound):
    """By the choice: a raise, a double."""

    seat: Seat
    wager: str
    cents: Cents
    hand: int = later(1)  # on which of its hands it lies


class HandSplit(InRound):
    """By the choice: a hand becomes two. Its second card begins the new one, which follows it, and this wager lies
    there."""

    seat: Seat
    wager: str
    cents: Cents  # nothing, if the wager is free
    hand: int = later(1)  # that was split


class TurnedOver(InRound):
    """Cards of a place are face up from now on; where they are set, as these hands."""

    step: int
    place: Place
    hands: str
    house_way: str = ""


class TurnedAnew(TurnedOver):
    """The same for cards that were corrected."""


class Peeked(InRound):
    """The dealer has looked, and the round is over or goes on."""

    step: int
    is_over: bool


class WagersSettled(InRound):
    """Wagers of a seat that are settled before the end."""

    seat: Seat
    results: tuple[Result, ...]


@value
class MeterGain:
    """What a meter, and its reserve, gained by the stakes of a COIN IN."""

    name: str  # that the paytable gives the meter
    meter: str
    gained_micros: Micros
    reserve_micros: Micros


class CoinedIn(InRound):
    wager: str
    seats: tuple[Seat, ...]
    stake_cents: Cents  # of each
    meter: str  # where there is one
    gained_micros: Micros  # by the meter, or by all of them, from all seats together
    reserve_micros: Micros
    gains: tuple[MeterGain, ...] = later(())  # of each meter, where there are several

    @property
    def by_meter(self) -> tuple[MeterGain, ...]:
        """What every meter gained, be it one or several."""
        if self.gains:
            return self.gains
        gained, reserve = self.gained_micros, self.reserve_micros
        return (MeterGain(name=THE_METER, meter=self.meter, gained_micros=gained, reserve_micros=reserve),)


class SensorsReleased(InRound):
    """COIN IN was pressed and the meter takes no stakes: they go back."""

    wager: str
    seats: tuple[Seat, ...]
    stake_cents: Cents  # of each
    says: str


class CoinInReversed(InRound):
    """The round is void: the stakes go back, at the house's cost. A meter does not go down for it. (WAC 230-15-695)"""

    wager: str
    seats: tuple[Seat, ...]
    stake_cents: Cents


class HandPressed(InRound):
    seat: Seat
    line: str


class HandReleased(InRound):
    seat: Seat
    line: str


class KeyTurned(InRound):
    to: str
    by: str


class JackpotRecorded(InRound):
    """The prize, locked until the seat is reconciled."""

    seat: Seat
    line: str
    pays: str
    cents: Cents
    meter_micros: Micros  # before it was taken off
    by: str
    meter: str = later(THE_METER)  # by the paytable's name for it


class JackpotBackedOut(InRound):
    """The award is on the meter again, or a part of it, by the word of two people. [SLP 9i]"""

    seat: Seat
    win: str
    cents: Cents
    proposed_by: str
    approved_by: str
    note: str
    meter: str = later(THE_METER)  # by the paytable's name for it


class SeatReconciled(InRound):
    seat: Seat
    hands: str
    results: tuple[Result, ...]


class SeatSettledAnew(SeatReconciled):
    """A seat that was paid, and would now be paid otherwise: the difference moves."""

    acknowledged: tuple[str, ...]  # the wagers that do not wait for surveillance
    player: str  # whose due account takes part in it; nobody's, if the seat's chips do
    due_cents: Cents  # what went to that account, below nothing what he owes


class SeatVoided(InRound):
    """A seat that was paid, in a round that is void: its wagers go back, and what they won returns."""

    seat: Seat
    player: str
    due_cents: Cents


class PayoutAcknowledged(InRound):
    seat: Seat
    wager: str
    cents: Cents
    by: str


class RoundStopped(InRound):
    """By surveillance: nothing of the round goes on."""

    by: str
    note: str


class RoundReleased(InRound):
    by: str
    note: str


class PayoutStopped(InRound):
    """Whatever the seat wins in this round waits for surveillance."""

    seat: Seat
    by: str
    note: str


class GameEnded(AnyEvent):
    round: int


class RoundVoided(AnyEvent):
    round: int
    note: str
    by: str


# ---- what two people do ----------------------------------------------------------------------------


class Proposed(AnyEvent):
    """What a supervisor asks for, until surveillance agrees."""

    proposal: int
    by: str
    note: str


class CardsProposed(Proposed, sealed=("packets", "nonce")):
    packets: Mapping[str, str]  # by place
    nonce: str


class VoidProposed(Proposed):
    """A supervisor asks that the round be void."""


class MoneyProposed(Proposed):
    round: int
    seat: Seat
    player: str
    wager: str
    cents: Cents
    of_meter: bool


class ProposalDropped(AnyEvent):
    proposal: int
    by: str


class CardsCorrected(AnyEvent):
    """The packets are those of the proposal. Who holds a meter hand is found anew."""

    proposal: int
    by: str
    agreed_by: str
    note: str


class MoneyCorrected(AnyEvent):
    """Of a round that is over. What the seat's chips could not give, or nobody was there to take, is due."""

    proposal: int
    by: str
    agreed_by: str
    note: str
    round: int
    seat: Seat
    player: str
    wager: str
    cents: Cents
    of_meter: bool
    meter: str  # whose award it was, if any's
    due_cents: Cents


# ---- of the rules of procedure 1 and 2 -------------------------------------------------------------
# Books of those rules are read and wound up; no command leads to these any more.


class PacketsDealt(InRound):
    places: tuple[int, ...]
    picked_up: tuple[int, ...]


class HandSet(InRound):
    seat: Seat
    layout: str
    word: str
    adds: tuple[str, ...]
    how: str


class DealerRevealed(InRound):
    hands: str
    house_way: str


OldEvent = PacketsDealt | HandSet | DealerRevealed
OLD_EVENTS: Final[tuple[type[OldEvent], ...]] = get_args(OldEvent)

TableEvent = TableOpened | TableClosed | DealerChanged | SeatTaken | SeatLeft | ColouredUp
SlipEvent = SlipWritten | SlipDropped | SlipConfirmed | DealerSignedOn | DealerSignedOff
CountEvent = TrayCounted | DropCounted
EntryEvent = TrayFilled | TrayCredited | BoughtIn | CashedOut
MoneyEvent = EntryEvent | EntryReversed | BoxCounted | DuePaid | DueCashed | CommissionCollected
BetEvent = WagerPlaced | WagerTakenBack | SaidReady | CardsCut | Shuffled | ShoeShuffled | BettingClosed | ShoeBegun
HandEvent = (
    NumberDrawn
    | CutCardShown
    | CardsDealt
    | CardDrawn
    | PacketEntered
    | HouseWayAsked
    | TimeCalled
    | Chosen
    | ChosenAnew
)
StepEvent = WagerAdded | HandSplit | TurnedOver | TurnedAnew | Peeked | WagersSettled
SettlingEvent = SeatReconciled | SeatSettledAnew | SeatVoided | PayoutAcknowledged
CoinInEvent = CoinedIn | SensorsReleased | CoinInReversed
StopEvent = RoundStopped | RoundReleased | PayoutStopped
JackpotEvent = HandPressed | HandReleased | KeyTurned | JackpotRecorded | JackpotBackedOut
RoundEvent = BetEvent | HandEvent | OldEvent | StepEvent | SettlingEvent | CoinInEvent | JackpotEvent | StopEvent
EndEvent = GameEnded | RoundVoided
OpenProposal = CardsProposed | VoidProposed | MoneyProposed
TwoPeopleEvent = OpenProposal | ProposalDropped | CardsCorrected | MoneyCorrected
Event = TableEvent | SlipEvent | CountEvent | MoneyEvent | RoundEvent | EndEvent | TwoPeopleEvent
EVENTS: Final[tuple[type[Event], ...]] = get_args(Event)
