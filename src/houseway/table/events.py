"""What happened at a table. The state of a table is the fold of its events."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from houseway.cards import Cards
from houseway.table.terms import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    sealed: ClassVar[tuple[str, ...]] = ()  # fields that stay secret until the round is over


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How one wager of a seat ended, and why."""

    wager: str
    line: str
    pays: str
    stake_cents: int
    returned_cents: int
    won_cents: int
    held: bool  # waits for surveillance
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened(Event):
    terms: Terms
    paytable_hashes: Mapping[str, str]
    house_way: str
    software: str
    rules: int  # the number of the procedure's rules


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed(Event):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerChanged(Event):
    dealer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyEntered(Event):
    """An amount that a person typed: numbered, so that it can be reversed."""

    entry: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayFilled(MoneyEntered):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayCredited(MoneyEntered):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class BoughtIn(MoneyEntered):
    seat: int
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CashedOut(MoneyEntered):
    seat: int
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxCounted(Event):
    """The drop box was full: its cash, and the cash that was paid for chips, are settled with the bank. So the running
    totals of a table begin anew, however long it is played on."""

    drop_cents: int
    cashed_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryReversed(Event):
    entry: int
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken(Event):
    seat: int
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DuePaid(Event):
    """What was due to a player came to his chips; below nothing, what he owed went from them."""

    seat: int
    player: str  # under whose name it was due
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DueCashed(Event):
    """The same in cash, at a supervisor's hands: the player has no seat."""

    player: str
    cents: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft(Event):
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerPlaced(Event):
    seat: int
    wager: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerTakenBack(Event):
    seat: int
    wager: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidReady(Event):
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsCut(Event):
    """A seat has added a text of its own, which what is dealt depends on."""

    seat: int
    cut: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffled(Event):
    """The seal of this event is the commitment: a hash of the order, the rotation as a number or as three dice, the
    terms and a nonce. Where the dealer throws the dice by hand it holds no rotation."""

    sealed: ClassVar = ("order", "nonce", "number", "dice", "terms")
    order: Cards
    nonce: str
    number: int | None = None
    dice: tuple[int, ...] | None = None
    terms: str | None = None  # the digest of what the table is run on


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingClosed(Event):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberDrawn(Event):
    number: int
    dice: tuple[int, ...]
    how: str = ""  # sealed, by hand, or by the RNG of a table with physical cards


@dataclass(frozen=True, slots=True, kw_only=True)
class PacketsDealt(Event):
    places: tuple[int, ...]  # in the order dealt; 0 is the dealer
    picked_up: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PacketEntered(Event):
    sealed: ClassVar = ("cards", "nonce")
    place: int
    cards: Cards
    nonce: str
    layout: str = ""  # of a seat whose hand was set before: how it lies
    word: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseWayAsked(Event):
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeCalled(Event):
    by: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSet(Event):
    seat: int
    layout: str
    word: str
    adds: tuple[str, ...]
    how: str  # player, house way, or time


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerAdded(Event):
    """By the choice: a double."""

    seat: int
    wager: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerRevealed(Event):
    hands: str
    house_way: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinedIn(Event):
    wager: str
    seats: tuple[int, ...]
    stake_cents: int  # of each
    meter: str
    gained_micros: int  # by the meter, from all together
    reserve_micros: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SensorsReleased(Event):
    """COIN IN was pressed and the meter takes no stakes: they go back."""

    wager: str
    seats: tuple[int, ...]
    stake_cents: int  # of each
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinInReversed(Event):
    """The round is void: the stakes go back, at the house's cost. A meter does not go down for it. (WAC 230-15-695)"""

    wager: str
    seats: tuple[int, ...]
    stake_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPressed(Event):
    seat: int
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandReleased(Event):
    seat: int
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyTurned(Event):
    to: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotRecorded(Event):
    """The prize, locked until the seat is reconciled."""

    seat: int
    line: str
    pays: str
    cents: int
    meter_micros: int  # before it was taken off
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotBackedOut(Event):
    """The award is on the meter again, or a part of it, by the word of two people. [SLP 9i]"""

    seat: int
    win: str
    cents: int
    proposed_by: str
    approved_by: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReconciled(Event):
    seat: int
    hands: str
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSettledAnew(SeatReconciled):
    """A seat that was paid, and would now be paid otherwise: the difference moves."""

    acknowledged: tuple[str, ...]  # the wagers that do not wait for surveillance
    player: str  # whose due account takes part in it; nobody's, if the seat's chips do
    due_cents: int  # what went to that account, below nothing what he owes


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatVoided(Event):
    """A seat that was paid, in a round that is void: its wagers go back, and what they won returns."""

    seat: int
    player: str
    due_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutAcknowledged(Event):
    seat: int
    wager: str
    cents: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(Event):
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided(Event):
    round: int
    note: str
    by: str


# ---- what two people do ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed(Event):
    """What a supervisor asks for, until surveillance agrees."""

    proposal: int
    by: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsProposed(Proposed):
    sealed: ClassVar = ("packets", "nonce")
    packets: Mapping[str, str]  # by place
    nonce: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidProposed(Proposed):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyProposed(Proposed):
    round: int
    seat: int
    player: str
    wager: str
    cents: int
    of_meter: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalDropped(Event):
    proposal: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsCorrected(Event):
    """The packets are those of the proposal. Who holds a meter hand is found anew."""

    proposal: int
    by: str
    agreed_by: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyCorrected(Event):
    """Of a round that is over. What the seat's chips could not give, or nobody was there to take, is due."""

    proposal: int
    by: str
    agreed_by: str
    note: str
    round: int
    seat: int
    player: str
    wager: str
    cents: int
    of_meter: bool
    meter: str  # whose award it was, if any's
    due_cents: int


EVENTS: Final[tuple[type[Event], ...]] = (
    TableOpened,
    TableClosed,
    DealerChanged,
    TrayFilled,
    TrayCredited,
    BoughtIn,
    CashedOut,
    BoxCounted,
    EntryReversed,
    SeatTaken,
    SeatLeft,
    DuePaid,
    DueCashed,
    WagerPlaced,
    WagerTakenBack,
    SaidReady,
    CardsCut,
    Shuffled,
    BettingClosed,
    NumberDrawn,
    PacketsDealt,
    PacketEntered,
    HouseWayAsked,
    TimeCalled,
    HandSet,
    WagerAdded,
    DealerRevealed,
    CoinedIn,
    SensorsReleased,
    CoinInReversed,
    HandPressed,
    HandReleased,
    KeyTurned,
    JackpotRecorded,
    SeatReconciled,
    PayoutAcknowledged,
    GameEnded,
    RoundVoided,
    JackpotBackedOut,
    SeatSettledAnew,
    SeatVoided,
    CardsProposed,
    VoidProposed,
    MoneyProposed,
    ProposalDropped,
    CardsCorrected,
    MoneyCorrected,
)
