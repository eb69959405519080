"""The state of a table. Chips are the balances of accounts: what a seat holds and what the book says is one number."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from houseway.cards import Cards
from houseway.deciding.ledger import Balances
from houseway.game import Game
from houseway.money import MICROS_PER_CENT, TRAY, Account, Cents, seat_account
from houseway.role import Seat
from houseway.table.commands import Stage
from houseway.table.cut import CutPack
from houseway.table.denominations import Chips
from houseway.table.events import (
    CoinedIn,
    EntryEvent,
    JackpotBackedOut,
    JackpotRecorded,
    OpenProposal,
    RoundStopped,
    Shuffled,
    SlipWritten,
)
from houseway.table.hand_shoe import HandShoe
from houseway.table.layout import lay
from houseway.table.memory import Memory
from houseway.table.places import Pile, Piles, Place, reconcile_order, spoken
from houseway.table.shoe import Shoe
from houseway.table.spot import Spot
from houseway.table.terms import Terms

NO_CARDS: Final = Pile()
BEFORE_THE_DEAL: Final = (Stage.CLOSED, Stage.BETTING, Stage.NUMBERING)
BEGINNING: Final = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class Correction:
    """Packets that were corrected: by whom, why, and what was taken to lie there before."""

    was: Mapping[Place, Cards]
    now: Mapping[Place, Cards]
    by: str
    agreed_by: str
    note: str


@dataclass(frozen=True, kw_only=True)
class Round:
    """A round as it stands, from its shuffle to GAME OVER: what was bet, dealt, set and settled."""

    number: int
    stage: Stage = Stage.BETTING
    step: int = 0  # of the game's round
    since: datetime | None = None  # when the stage, or the betting, began
    spots: Mapping[Seat, Spot] = field(default_factory=dict)
    sealed: Shuffled | None = None  # what the commitment is the hash of
    cuts: Mapping[Seat, str] = field(default_factory=dict)  # by seat, in the order in which they were made
    cut_pack: CutPack | None = None  # what is dealt: when betting is closed it follows from seal and cuts
    shoe: Shoe | None = None  # from which it is dealt, once it is cut
    hand_shoe: HandShoe | None = None  # from which it is dealt, where it was shuffled by hand
    road: tuple[str, ...] = ()  # the marks of the rounds of the shoe before this one
    began: int = 0  # how many cards of the shoe were gone when the betting was closed
    first: int | None = None  # the rotation number
    dice: tuple[int, ...] = ()
    number_how: str = ""  # sealed, by hand, or by the RNG
    places: tuple[Place, ...] = ()  # in the order in which cards first came to them
    picked_up: tuple[Place, ...] = ()
    top: int = 0  # how many cards have left the pack
    piles: Piles = field(default_factory=dict)
    void: str = ""  # why, if it was
    void_by: str = ""
    coin_in: CoinedIn | None = None
    is_coined_in: bool = False  # COIN IN was pressed, whatever the meter answered: no wager moves any more [SLP 6]
    keyed: Mapping[Seat, str] = field(default_factory=dict)  # the lit hand buttons
    key: str = "RUN"  # or JPH
    jackpots: tuple[JackpotRecorded, ...] = ()
    is_recorded: bool = False  # since the key was turned to JPH
    recorded: frozenset[Seat] = frozenset()  # the seats whose J-POT stands
    back_outs: tuple[JackpotBackedOut, ...] = ()
    peeks: Mapping[int, bool] = field(default_factory=dict)  # what the dealer said of physical cards, by the step
    struck: frozenset[Seat] = frozenset()  # whose whole award was backed out: the hand does not count for the meter
    corrections: tuple[Correction, ...] = ()
    stop: RoundStopped | None = None  # by surveillance, until it is released

    @property
    def order(self) -> Cards:
        """The cards in the order in which they are dealt, once the pack is cut."""
        return self.cut_pack.order if self.cut_pack else ()

    @property
    def coined(self) -> tuple[Seat, ...]:
        """The seats that play for the meter in this round."""
        return self.coin_in.seats if self.coin_in else ()

    @property
    def betting(self) -> tuple[Seat, ...]:
        return tuple(sorted(seat for seat, spot in self.spots.items() if spot.wagers))

    def prize(self, seat: Seat) -> Cents:
        """What J-POT locked for a seat, less what was backed out, in cents."""
        won = sum(jackpot.cents for jackpot in self.jackpots if jackpot.seat == seat)
        return Cents(won - sum(back.cents for back in self.back_outs if back.seat == seat))

    @property
    def hands(self) -> tuple[Seat, ...]:
        """The seats in the round, in the order in which they are reconciled."""
        return reconcile_order(self.betting) if self.stage not in BEFORE_THE_DEAL else ()

    def pile(self, place: Place) -> Pile:
        return self.piles.get(place, NO_CARDS)

    def cards_of(self, place: Place) -> Cards:
        return self.pile(place).cards

    def numbers_of(self, seat: Seat, hand: int = 1) -> tuple[int, ...]:
        """Which of a seat's cards a hand of it has, as they came, from 1; without those that it gave up for others."""
        spot = self.spots[seat]
        numbers = spot.hand(hand).cards or range(1, self.pile(seat).size + 1)
        return tuple(number for number in numbers if number not in spot.given_up)

    def held_by(self, seat: Seat, hand: int = 1) -> Cards:
        """The cards of a seat's hand; nearly always all that came to it."""
        cards, spot = self.cards_of(seat), self.spots[seat]
        if not (spot.is_split or spot.given_up):
            return cards
        numbers = self.numbers_of(seat, hand)
        return tuple(cards[number - 1] for number in numbers if number <= len(cards))  # some are perhaps not entered

    def hands_of(self, seat: Seat) -> tuple[Cards, ...]:
        """A seat's cards as they are set, or hand by hand."""
        spot = self.spots[seat]
        if spot.layout:
            return lay(self.held_by(seat), spot.layout)
        hands = (self.held_by(seat, number) for number in range(1, len(spot.hands) + 1))
        return tuple(hand for hand in hands if hand)


@dataclass(frozen=True, kw_only=True)
class TablePapers:
    """The papers of a table, where its terms have them, since it was opened."""

    slips: Mapping[int, SlipWritten] = field(default_factory=dict)  # that nobody has confirmed
    next_slip: int = 1
    signed_on: str = ""  # the dealer
    box_cents: Cents = Cents(0)  # the cash that was taken for chips since the drop box was counted
    counted_cents: Cents | None = None  # in the tray, by two people; None before the first time
    counted_in: int = 0  # in which round


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table as it stands: its terms, players, accounts and round. It is the fold of the table's events."""

    name: str
    terms: Terms | None = None
    has_staff: bool = False  # a live dealer opened it or took it over: from then on, until it is closed
    players: Mapping[Seat, str] = field(default_factory=dict)
    guests: Mapping[Seat, int] = field(
        default_factory=dict
    )  # without a device, by their numbers: the dealer acts for them
    next_guest: int = 1
    first_rounds: Mapping[Seat, int] = field(default_factory=dict)  # that the player of a seat could bet in
    balances: Balances = field(default_factory=dict)
    round: Round = field(default_factory=lambda: Round(number=0, stage=Stage.CLOSED))
    previous: Round | None = None
    memory: Memory = field(default_factory=dict)  # of rounds that are over, for corrections of money
    entries: Mapping[int, EntryEvent] = field(default_factory=dict)
    reversed_entries: frozenset[int] = frozenset()
    proposals: Mapping[int, OpenProposal] = field(default_factory=dict)  # to which surveillance has not agreed
    next_proposal: int = 1
    other_rules: str = ""  # what of the rules it was opened under this version has not
    next_entry: int = 1
    papers: TablePapers = field(default_factory=TablePapers)
    rack: Chips = field(default_factory=dict)  # of the tray, as brought and changed; what play moved is not in it
    at: datetime = BEGINNING  # of the last event

    @property
    def open_terms(self) -> Terms:
        assert self.terms is not None, "a closed table has no terms"
        return self.terms

    @property
    def is_by_hand(self) -> bool:
        """Physical cards: they are not known here until they lie face up and are entered."""
        return self.terms is not None and self.terms.shuffler == "manual"

    @property
    def game(self) -> Game:
        assert self.terms is not None, "a closed table has no game"
        return self.terms.played

    @property
    def seats(self) -> int:
        assert self.open_terms.seats is not None, "terms that a table is opened on are filled"
        return self.open_terms.seats

    def spoken(self, place: Place) -> str:
        """How people call a place here: a seat by the number that the room has given it."""
        return self.terms.spoken(place) if self.terms else spoken(place)

    @property
    def stage(self) -> Stage:
        return self.round.stage

    def chips(self, account: Account) -> Cents:
        return Cents(self.balances.get(account, 0) // MICROS_PER_CENT)

    def seat_chips(self, seat: Seat) -> Cents:
        return self.chips(seat_account(seat))

    @property
    def tray(self) -> Cents:
        """What the house has at the table: chips, and where it has papers the cash in the drop box as well."""
        return self.chips(TRAY)

    @property
    def chips_in_tray(self) -> Cents:
        """What lies in the tray: chips that were sold are gone from it, and their cash is in the drop box."""
        return Cents(self.tray - self.papers.box_cents)
