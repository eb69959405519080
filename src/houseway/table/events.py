"""What happened at a table. The state of a table is the fold of its events."""

from collections.abc import Mapping
from typing import Final, get_args

from houseway.cards import Cards
from houseway.deciding.command import AnyEvent, event, value
from houseway.money import Cents, Micros
from houseway.role import Seat
from houseway.table.terms import Terms


class InRound(AnyEvent):
    """What changes nothing of a table but its round, and money."""

    __slots__ = ()


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


@event
class TableOpened(AnyEvent):
    terms: Terms
    paytable_hashes: Mapping[str, str]
    house_way: str
    software: str
    rules: int  # the number of the procedure's rules


@event
class TableClosed(AnyEvent):
    """The seats are cashed out, and nobody plays here until it is opened again."""


@event
class DealerChanged(AnyEvent):
    dealer: str


@event
class MoneyEntered(AnyEvent):
    """An amount that a person typed: numbered, so that it can be reversed."""

    entry: int
    cents: Cents


@event
class TrayFilled(MoneyEntered):
    """Chips came from the bank."""


@event
class TrayCredited(MoneyEntered):
    """Chips went back to the bank."""


@event
class BoughtIn(MoneyEntered):
    seat: Seat
    player: str


@event
class CashedOut(MoneyEntered):
    seat: Seat
    player: str


@event
class BoxCounted(AnyEvent):
    """The drop box was full: its cash, and the cash that was paid for chips, are settled with the bank. So the running
    totals of a table begin anew, however long it is played on."""

    drop_cents: Cents
    cashed_cents: Cents


@event
class EntryReversed(AnyEvent):
    entry: int
    note: str


@event
class SeatTaken(AnyEvent):
    seat: Seat
    player: str


@event
class DuePaid(AnyEvent):
    """What was due to a player came to his chips; below nothing, what he owed went from them."""

    seat: Seat
    player: str  # under whose name it was due
    cents: Cents


@event
class DueCashed(AnyEvent):
    """The same in cash, at a supervisor's hands: the player has no seat."""

    player: str
    cents: Cents
    by: str


@event
class SeatLeft(AnyEvent):
    seat: Seat


@event
class WagerPlaced(InRound):
    seat: Seat
    wager: str
    cents: Cents


@event
class WagerTakenBack(InRound):
    seat: Seat
    wager: str
    cents: Cents


@event
class SaidReady(InRound):
    seat: Seat


@event
class CardsCut(InRound):
    """A seat has added a text of its own, which what is dealt depends on."""

    seat: Seat
    cut: str


@event(sealed=("order", "nonce", "number", "dice", "terms"))
class Shuffled(InRound):
    """The seal of this event is the commitment: a hash of the order, the rotation as a number or as three dice, the
    terms and a nonce. Where the dealer throws the dice by hand it holds no rotation."""

    order: Cards
    nonce: str
    number: int | None = None
    dice: tuple[int, ...] | None = None
    terms: str | None = None  # the digest of what the table is run on


@event
class BettingClosed(InRound):
    """No more bets."""


@event
class NumberDrawn(InRound):
    number: int
    dice: tuple[int, ...]
    how: str = ""  # sealed, by hand, or by the RNG of a table with physical cards


@event
class PacketsDealt(InRound):
    places: tuple[int, ...]  # in the order dealt; 0 is the dealer
    picked_up: tuple[int, ...]


@event(sealed=("cards", "nonce"))
class PacketEntered(InRound):
    place: int
    cards: Cards
    nonce: str
    layout: str = ""  # of a seat whose hand was set before: how it lies
    word: str = ""


@event
class HouseWayAsked(InRound):
    seat: Seat


@event
class TimeCalled(InRound):
    by: str
    note: str


@event
class HandSet(InRound):
    seat: Seat
    layout: str
    word: str
    adds: tuple[str, ...]
    how: str  # player, house way, or time


@event
class WagerAdded(InRound):
    """By the choice: a double."""

    seat: Seat
    wager: str
    cents: Cents


@event
class DealerRevealed(InRound):
    hands: str
    house_way: str


@event
class CoinedIn(InRound):
    wager: str
    seats: tuple[Seat, ...]
    stake_cents: Cents  # of each
    meter: str
    gained_micros: Micros  # by the meter, from all together
    reserve_micros: Micros


@event
class SensorsReleased(InRound):
    """COIN IN was pressed and the meter takes no stakes: they go back."""

    wager: str
    seats: tuple[Seat, ...]
    stake_cents: Cents  # of each
    says: str


@event
class CoinInReversed(InRound):
    """The round is void: the stakes go back, at the house's cost. A meter does not go down for it. (WAC 230-15-695)"""

    wager: str
    seats: tuple[Seat, ...]
    stake_cents: Cents


@event
class HandPressed(InRound):
    seat: Seat
    line: str


@event
class HandReleased(InRound):
    seat: Seat
    line: str


@event
class KeyTurned(InRound):
    to: str
    by: str


@event
class JackpotRecorded(InRound):
    """The prize, locked until the seat is reconciled."""

    seat: Seat
    line: str
    pays: str
    cents: Cents
    meter_micros: Micros  # before it was taken off
    by: str


@event
class JackpotBackedOut(InRound):
    """The award is on the meter again, or a part of it, by the word of two people. [SLP 9i]"""

    seat: Seat
    win: str
    cents: Cents
    proposed_by: str
    approved_by: str
    note: str


@event
class SeatReconciled(InRound):
    seat: Seat
    hands: str
    results: tuple[Result, ...]


@event
class SeatSettledAnew(SeatReconciled):
    """A seat that was paid, and would now be paid otherwise: the difference moves."""

    acknowledged: tuple[str, ...]  # the wagers that do not wait for surveillance
    player: str  # whose due account takes part in it; nobody's, if the seat's chips do
    due_cents: Cents  # what went to that account, below nothing what he owes


@event
class SeatVoided(InRound):
    """A seat that was paid, in a round that is void: its wagers go back, and what they won returns."""

    seat: Seat
    player: str
    due_cents: Cents


@event
class PayoutAcknowledged(InRound):
    seat: Seat
    wager: str
    cents: Cents
    by: str


@event
class GameEnded(AnyEvent):
    round: int


@event
class RoundVoided(AnyEvent):
    round: int
    note: str
    by: str


# ---- what two people do ----------------------------------------------------------------------------


@event
class Proposed(AnyEvent):
    """What a supervisor asks for, until surveillance agrees."""

    proposal: int
    by: str
    note: str


@event(sealed=("packets", "nonce"))
class CardsProposed(Proposed):
    packets: Mapping[str, str]  # by place
    nonce: str


@event
class VoidProposed(Proposed):
    """A supervisor asks that the round be void."""


@event
class MoneyProposed(Proposed):
    round: int
    seat: Seat
    player: str
    wager: str
    cents: Cents
    of_meter: bool


@event
class ProposalDropped(AnyEvent):
    proposal: int
    by: str


@event
class CardsCorrected(AnyEvent):
    """The packets are those of the proposal. Who holds a meter hand is found anew."""

    proposal: int
    by: str
    agreed_by: str
    note: str


@event
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


TableEvent = TableOpened | TableClosed | DealerChanged | SeatTaken | SeatLeft
EntryEvent = TrayFilled | TrayCredited | BoughtIn | CashedOut
MoneyEvent = EntryEvent | EntryReversed | BoxCounted | DuePaid | DueCashed
BetEvent = WagerPlaced | WagerTakenBack | SaidReady | CardsCut | Shuffled | BettingClosed
HandEvent = NumberDrawn | PacketsDealt | PacketEntered | HouseWayAsked | TimeCalled | HandSet | WagerAdded
SettlingEvent = DealerRevealed | SeatReconciled | SeatSettledAnew | SeatVoided | PayoutAcknowledged
CoinInEvent = CoinedIn | SensorsReleased | CoinInReversed
JackpotEvent = HandPressed | HandReleased | KeyTurned | JackpotRecorded | JackpotBackedOut
RoundEvent = BetEvent | HandEvent | SettlingEvent | CoinInEvent | JackpotEvent
EndEvent = GameEnded | RoundVoided
OpenProposal = CardsProposed | VoidProposed | MoneyProposed
TwoPeopleEvent = OpenProposal | ProposalDropped | CardsCorrected | MoneyCorrected
Event = TableEvent | MoneyEvent | RoundEvent | EndEvent | TwoPeopleEvent
EVENTS: Final[tuple[type[Event], ...]] = get_args(Event)
