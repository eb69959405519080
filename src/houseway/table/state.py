"""The state of a table: the fold of its events. Chips are the balances of accounts, so that what a seat holds and
what the book says are the same number."""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from houseway.cards import Cards, parse, show
from houseway.game import Game, Setting
from houseway.games import game_named
from houseway.money import (
    BANK,
    BUY_IN,
    DUE,
    FUND,
    MICROS_PER_CENT,
    TRAY,
    Account,
    Transfer,
    seat_account,
)
from houseway.table.change import replace
from houseway.table.commands import Stage
from houseway.table.cut import CutPack, cut_pack
from houseway.table.events import (
    BettingClosed,
    BoughtIn,
    BoxCounted,
    CardsCorrected,
    CardsCut,
    CardsProposed,
    CashedOut,
    CoinedIn,
    CoinInReversed,
    DealerChanged,
    DealerRevealed,
    DueCashed,
    DuePaid,
    EntryReversed,
    Event,
    GameEnded,
    HandPressed,
    HandReleased,
    HandSet,
    HouseWayAsked,
    JackpotBackedOut,
    JackpotRecorded,
    KeyTurned,
    MoneyCorrected,
    MoneyEntered,
    MoneyProposed,
    NumberDrawn,
    PacketEntered,
    PacketsDealt,
    PayoutAcknowledged,
    ProposalDropped,
    Proposed,
    Result,
    RoundVoided,
    SaidReady,
    SeatLeft,
    SeatReconciled,
    SeatSettledAnew,
    SeatTaken,
    SeatVoided,
    SensorsReleased,
    Shuffled,
    TableClosed,
    TableOpened,
    TimeCalled,
    WagerAdded,
    WagerPlaced,
    WagerTakenBack,
)
from houseway.table.journal import is_from_meter, journal
from houseway.table.layout import lay
from houseway.table.positions import DEALER, reconcile_order
from houseway.table.remembered import ENVY, Memory, Paid, memory_corrected, most_cents, remembered
from houseway.table.terms import Terms, known, other_rules

BEGINNING: Final = datetime.min.replace(tzinfo=UTC)
KEPT_ENTRIES: Final = 100  # typed amounts that can still be reversed
MAY_OWE: Final = frozenset({BUY_IN, BANK, FUND})  # where money comes from


@dataclass(frozen=True, kw_only=True)
class Spot:
    """A seat's part in a round."""

    wagers: Mapping[str, int] = field(default_factory=dict)
    ready: bool = False
    asked: bool = False
    layout: str = ""
    word: str = ""
    adds: tuple[str, ...] = ()
    how: str = ""
    results: tuple[Result, ...] = ()
    acknowledged: frozenset[str] = frozenset()
    coined_in: str = ""  # the wager that left the table with COIN IN
    left: str = ""  # the player who was paid, and went before the round was over

    @property
    def is_set(self) -> bool:
        return bool(self.how)

    @property
    def waits(self) -> tuple[Result, ...]:
        """Payouts that surveillance has not acknowledged."""
        return tuple(r for r in self.results if r.held and r.wager not in self.acknowledged)


@dataclass(frozen=True, kw_only=True)
class Correction:
    """Packets that were corrected: by whom, why, and what was taken to lie there before."""

    was: Mapping[int, Cards]
    now: Mapping[int, Cards]
    by: str
    agreed_by: str
    note: str


@dataclass(frozen=True, kw_only=True)
class Round:
    number: int
    stage: Stage = Stage.BETTING
    since: datetime | None = None  # when the stage, or the betting, began
    spots: Mapping[int, Spot] = field(default_factory=dict)
    sealed: Shuffled | None = None  # what the commitment is the hash of
    cuts: Mapping[int, str] = field(default_factory=dict)  # by seat, in the order in which they were made
    cut_pack: CutPack | None = None  # what is dealt: when betting is closed it follows from seal and cuts
    first: int | None = None  # the rotation number
    dice: tuple[int, ...] = ()
    number_how: str = ""  # sealed, by hand, or by the RNG
    places: tuple[int, ...] = ()
    picked_up: tuple[int, ...] = ()
    packets: Mapping[int, Cards] = field(default_factory=dict)
    later: Mapping[int, Cards] = field(default_factory=dict)
    dealer: Setting | None = None
    void: str = ""  # why, if it was
    void_by: str = ""
    coin_in: CoinedIn | None = None
    is_coined_in: bool = False  # COIN IN was pressed, whatever the meter answered: no wager moves any more [SLP 6]
    keyed: Mapping[int, str] = field(default_factory=dict)  # the lit hand buttons
    key: str = "RUN"  # or JPH
    jackpots: tuple[JackpotRecorded, ...] = ()
    is_recorded: bool = False  # since the key was turned to JPH
    recorded: frozenset[int] = frozenset()  # the seats whose J-POT stands
    back_outs: tuple[JackpotBackedOut, ...] = ()
    struck: frozenset[int] = frozenset()  # whose whole award was backed out: the hand does not count for the meter
    corrections: tuple[Correction, ...] = ()

    @property
    def order(self) -> Cards:
        """As the pack is dealt."""
        return self.cut_pack.order if self.cut_pack else ()

    @property
    def coined(self) -> tuple[int, ...]:
        """The seats that play for the meter in this round."""
        return self.coin_in.seats if self.coin_in else ()

    @property
    def betting(self) -> tuple[int, ...]:
        return tuple(sorted(seat for seat, spot in self.spots.items() if spot.wagers))

    def prize(self, seat: int) -> int:
        """What J-POT locked for a seat, less what was backed out, in cents."""
        won = sum(jackpot.cents for jackpot in self.jackpots if jackpot.seat == seat)
        return won - sum(back.cents for back in self.back_outs if back.seat == seat)

    @property
    def hands(self) -> tuple[int, ...]:
        """The seats in the round, in the order in which they are reconciled."""
        return reconcile_order([place for place in self.places if place != DEALER and place not in self.picked_up])

    def setting(self, seat: int) -> Setting:
        spot = self.spots[seat]
        return lay(self.packets[seat], spot.layout, spot.word, spot.adds).then(self.later.get(seat, ()))


@dataclass(frozen=True, kw_only=True)
class Table:
    name: str
    terms: Terms | None = None
    has_staff: bool = False  # a live dealer opened it or took it over: from then on, until it is closed
    players: Mapping[int, str] = field(default_factory=dict)
    first_rounds: Mapping[int, int] = field(default_factory=dict)  # that the player of a seat could bet in
    balances: Mapping[Account, int] = field(default_factory=dict)  # in micros
    round: Round = field(default_factory=lambda: Round(number=0, stage=Stage.CLOSED))
    previous: Round | None = None
    memory: Memory = field(default_factory=dict)  # of rounds that are over, for corrections of money
    entries: Mapping[int, MoneyEntered] = field(default_factory=dict)
    reversed_entries: frozenset[int] = frozenset()
    proposals: Mapping[int, Proposed] = field(default_factory=dict)  # to which surveillance has not agreed
    next_proposal: int = 1
    other_rules: str = ""  # what of the rules it was opened under this version has not
    next_entry: int = 1
    at: datetime = BEGINNING  # of the last event

    @property
    def game(self) -> Game:
        assert self.terms is not None, "a closed table has no game"
        return game_named(self.terms.game)

    @property
    def seats(self) -> int:
        assert self.terms is not None and self.terms.seats is not None, "a closed table has no seats"
        return self.terms.seats

    @property
    def stage(self) -> Stage:
        return self.round.stage

    def chips(self, account: Account) -> int:
        return self.balances.get(account, 0) // MICROS_PER_CENT

    def seat_chips(self, seat: int) -> int:
        return self.chips(seat_account(seat))

    @property
    def tray(self) -> int:
        return self.chips(TRAY)


NEEDS_RULES: Final = (BettingClosed, NumberDrawn, PacketsDealt, PacketEntered, DealerRevealed)


def replay(name: str, events: Iterable[tuple[Event, datetime]]) -> Table:
    table = Table(name=name)
    for event, at in events:
        table = evolve(table, event, at)
    return table


def evolve(table: Table, event: Event, at: datetime) -> Table:
    return moved(table, event, journal(table.round.spots, event, table.entries), at)


def moved(table: Table, event: Event, transfers: tuple[Transfer, ...], at: datetime) -> Table:
    """The table after an event whose transfers are known."""
    balances = applied(table.balances, transfers) if transfers else table.balances
    return replace(table, balances=balances, at=at, **_changed(table, event, at))


def applied(balances: Mapping[Account, int], transfers: Sequence[Transfer]) -> Mapping[Account, int]:
    """Balances after the transfers. An account that cannot owe and would is a fault of the program."""
    changed = dict(balances)
    for each in transfers:
        changed[each.source] = changed.get(each.source, 0) - each.micros
        changed[each.target] = changed.get(each.target, 0) + each.micros
    for each in transfers:
        if changed[each.source] < 0 and each.source not in MAY_OWE and not each.source.startswith(DUE):
            raise ArithmeticError(f"{each.source} would owe {-changed[each.source]} millionths of a dollar")
    return changed


def _changed(table: Table, event: Event, at: datetime) -> dict[str, Any]:
    """The fields of a table that an event changes, but for the money."""
    rnd = table.round
    match event:
        case TableOpened(terms=terms):
            opened = Round(number=rnd.number + 1, since=at)
            other = other_rules(terms, event.paytable_hashes, event.house_way, event.rules) or ""
            has_staff = terms.dealer == "live"
            return {
                "terms": known(terms),
                "has_staff": has_staff,
                "round": opened,
                "previous": None,
                "proposals": {},
                "other_rules": other,
            }
        case TableClosed():
            return {"terms": None, "round": replace(rnd, stage=Stage.CLOSED), "previous": None, "other_rules": ""}
        case DealerChanged(dealer=dealer):
            assert table.terms is not None
            return {
                "terms": dataclasses.replace(table.terms, dealer=dealer),
                "has_staff": table.has_staff or dealer == "live",
                "round": replace(rnd, since=at),
            }
        case MoneyEntered():
            kept = dict(list(table.entries.items())[-KEPT_ENTRIES + 1 :]) | {event.entry: event}
            return {"entries": kept, "next_entry": event.entry + 1}
        case BoxCounted() | DuePaid() | DueCashed():
            return {}
        case EntryReversed():
            return {"reversed_entries": (table.reversed_entries | {event.entry}) & frozenset(table.entries)}
        case SeatTaken():
            first = rnd.number if rnd.stage is Stage.BETTING else rnd.number + 1
            return {
                "players": {**table.players, event.seat: event.player},
                "first_rounds": {**table.first_rounds, event.seat: first},
            }
        case SeatLeft():
            spot = rnd.spots.get(event.seat, Spot())
            gone = (
                _with_spot(rnd, event.seat, replace(spot, left=spot.left or table.players[event.seat]))
                if spot.results
                else rnd
            )
            return {
                "round": gone,
                "players": {seat: name for seat, name in table.players.items() if seat != event.seat},
                "first_rounds": {seat: first for seat, first in table.first_rounds.items() if seat != event.seat},
                "entries": {n: it for n, it in table.entries.items() if getattr(it, "seat", None) != event.seat},
            }
        case GameEnded():
            return _next_round(table, at)
        case RoundVoided():
            return _next_round(table, at, void=event.note, by=event.by)
        case Proposed():
            proposals = {**table.proposals, event.proposal: event}
            return {"proposals": proposals, "next_proposal": event.proposal + 1}
        case ProposalDropped():
            return {"proposals": _without_proposal(table, event.proposal)}
        case MoneyCorrected():
            return {
                "proposals": _without_proposal(table, event.proposal),
                "memory": memory_corrected(table.memory, event),
            }
        case CardsCorrected():
            corrected = _corrected(rnd, event, table.proposals[event.proposal])
            return {"round": corrected, "proposals": _without_proposal(table, event.proposal)}
        case _ if table.other_rules and isinstance(event, NEEDS_RULES):
            return {"round": replace(rnd, stage=Stage.SETTING)}
        case _:
            return {"round": _in_round(table, rnd, event, at)}


def _next_round(table: Table, at: datetime, *, void: str = "", by: str = "") -> dict[str, Any]:
    spots = _unpaid(table.round.spots) if void else table.round.spots
    ended = replace(table.round, void=void, void_by=by, spots=spots)
    lasting = {number: asked for number, asked in table.proposals.items() if isinstance(asked, MoneyProposed)}
    is_kept = not void and not table.other_rules
    return {
        "previous": ended,
        "round": Round(number=ended.number + 1, since=at),
        "proposals": lasting,
        "memory": remembered(table.memory, ended.number, dict(_paid(table))) if is_kept else table.memory,
    }


def _paid(table: Table) -> Iterator[tuple[tuple[int, str], Paid]]:
    """Every wager of the round that ends, as it was paid; and Envy of every seat that could have had it."""
    assert table.terms is not None
    rnd = table.round
    for seat, spot in rnd.spots.items():
        results = {result.wager: result for result in spot.results}
        wagers = {**spot.wagers, ENVY: 0} if seat in rnd.coined else spot.wagers
        for wager, stake in wagers.items() if results else ():
            result = results.get(wager)
            won, award = (result.won_cents, 0) if result else (0, 0)
            if result and is_from_meter(result, spot):
                won, award = 0, result.won_cents
            yield (
                (seat, wager),
                Paid(
                    player=spot.left or table.players.get(seat, ""),
                    wager=wager,
                    paid_cents=won + (result.returned_cents if result else 0),
                    most_cents=most_cents(table.game, table.terms, wager, stake, len(rnd.hands)),
                    meter_cents=award,
                    award_cents=award,
                ),
            )


def _unpaid(spots: Mapping[int, Spot]) -> Mapping[int, Spot]:
    """Of a round that is void: what was paid in it went back."""
    return {seat: replace(spot, results=(), acknowledged=frozenset[str]()) for seat, spot in spots.items()}


def _without_proposal(table: Table, proposal: int) -> Mapping[int, Proposed]:
    return {number: asked for number, asked in table.proposals.items() if number != proposal}


def _corrected(rnd: Round, event: CardsCorrected, asked: Proposed) -> Round:
    """An award that was backed out stays so, unless two people have looked at that very packet. [SLP 9i]"""
    assert isinstance(asked, CardsProposed)
    now = packets_of(asked.packets)
    was = {place: rnd.packets[place] for place in now}
    made = Correction(was=was, now=now, by=event.by, agreed_by=event.agreed_by, note=event.note)
    struck = rnd.struck - now.keys()
    return replace(rnd, packets={**rnd.packets, **now}, corrections=(*rnd.corrections, made), struck=struck)


def packets_of(told: Mapping[str, str]) -> dict[int, Cards]:
    """Packets by place as people type them. Raises `ValueError` for what is no place or no card."""
    return {int(place): parse(cards) for place, cards in told.items()}


def _in_round(table: Table, rnd: Round, event: Event, at: datetime) -> Round:
    match event:
        case WagerPlaced():
            spot = rnd.spots.get(event.seat, Spot())
            since = rnd.since if rnd.betting else at  # the clock starts with the first bet
            wagers = {**spot.wagers, event.wager: event.cents}
            return _with_spot(replace(rnd, since=since), event.seat, replace(spot, wagers=wagers, ready=False))
        case WagerTakenBack():
            spot = rnd.spots[event.seat]
            wagers = {name: cents for name, cents in spot.wagers.items() if name != event.wager}
            return _with_spot(rnd, event.seat, replace(spot, wagers=wagers, ready=False))
        case SaidReady():
            return _with_spot(rnd, event.seat, replace(rnd.spots[event.seat], ready=True))
        case Shuffled():
            return replace(rnd, sealed=event)
        case CardsCut():
            return replace(rnd, cuts={**rnd.cuts, event.seat: event.cut})
        case BettingClosed():
            deal = table.game.deal
            dealt_from = cut_pack(rnd.sealed, rnd.cuts, deal) if rnd.sealed else None
            stage = Stage.NUMBERING if deal.number_by else Stage.DEALING
            return replace(rnd, stage=stage, cut_pack=dealt_from, since=at)
        case NumberDrawn():
            drawn = replace(rnd, first=event.number, dice=event.dice, number_how=event.how)
            return replace(drawn, stage=Stage.DEALING, since=at)
        case PacketsDealt():
            packets = (
                dealt(table.game, rnd.order, event.places) if rnd.order else {}
            )  # physical cards are entered later
            kept = {place: cards for place, cards in packets.items() if place not in event.picked_up}
            return replace(
                rnd, places=event.places, picked_up=event.picked_up, packets=kept, stage=Stage.SETTING, since=at
            )
        case PacketEntered():
            entered = replace(rnd, packets={**rnd.packets, event.place: event.cards})
            if not event.layout:
                return entered
            lies = replace(rnd.spots[event.place], layout=event.layout, word=event.word)
            return _with_spot(entered, event.place, lies)
        case TimeCalled():
            return rnd
        case HouseWayAsked():
            return _with_spot(rnd, event.seat, replace(rnd.spots[event.seat], asked=True))
        case HandSet():
            spot = rnd.spots[event.seat]
            now_set = replace(spot, layout=event.layout, word=event.word, adds=event.adds, how=event.how)
            return _with_spot(rnd, event.seat, now_set)
        case WagerAdded():
            spot = rnd.spots[event.seat]
            return _with_spot(rnd, event.seat, replace(spot, wagers={**spot.wagers, event.wager: event.cents}))
        case DealerRevealed():
            later = dealt_later(table.game, rnd)
            dealers = table.game.house_way.set(rnd.packets[DEALER] + later.get(DEALER, ()))
            if shown(dealers) != event.hands:
                raise ValueError(f"the dealer showed {event.hands}, and the house way is {shown(dealers)}")
            return replace(rnd, later=later, dealer=dealers, stage=Stage.RECONCILING, since=at)
        case CoinedIn():
            lit = {seat: replace(rnd.spots[seat], coined_in=event.wager) for seat in event.seats}
            return replace(rnd, coin_in=event, is_coined_in=True, spots={**rnd.spots, **lit})
        case CoinInReversed() | SensorsReleased():
            off = {seat: _without(rnd.spots[seat], event.wager) for seat in event.seats}
            return replace(rnd, coin_in=None, is_coined_in=True, spots={**rnd.spots, **off})
        case HandPressed() | HandReleased() | KeyTurned() | JackpotRecorded():
            return _keyed(rnd, event)
        case JackpotBackedOut() | SeatSettledAnew() | SeatVoided():
            return _settled_anew(rnd, event)
        case SeatReconciled():
            return _with_spot(rnd, event.seat, replace(rnd.spots[event.seat], results=event.results))
        case PayoutAcknowledged():
            spot = rnd.spots[event.seat]
            return _with_spot(rnd, event.seat, replace(spot, acknowledged=spot.acknowledged | {event.wager}))
        case BoughtIn() | CashedOut() | _:
            raise AssertionError(f"{type(event).__name__} is not an event of a round")


def _keyed(rnd: Round, event: HandPressed | HandReleased | KeyTurned | JackpotRecorded) -> Round:
    match event:
        case HandPressed():
            return replace(rnd, keyed={**rnd.keyed, event.seat: event.line})
        case HandReleased():
            return replace(rnd, keyed={seat: line for seat, line in rnd.keyed.items() if seat != event.seat})
        case KeyTurned():
            return replace(rnd, key=event.to, is_recorded=False)
        case JackpotRecorded():
            recorded = rnd.recorded | {event.seat}
            return replace(rnd, jackpots=(*rnd.jackpots, event), is_recorded=True, recorded=recorded)


def _settled_anew(rnd: Round, event: JackpotBackedOut | SeatSettledAnew | SeatVoided) -> Round:
    match event:
        case JackpotBackedOut():
            return _backed_out(replace(rnd, back_outs=(*rnd.back_outs, event)), event.seat)
        case SeatSettledAnew():
            paid = replace(rnd.spots[event.seat], results=event.results, acknowledged=frozenset(event.acknowledged))
            return _with_spot(rnd, event.seat, paid)
        case SeatVoided():
            return rnd  # with the round


def _backed_out(rnd: Round, seat: int) -> Round:
    """Wholly: the button goes out, and the hand does not count. In part: less is paid."""
    if rnd.prize(seat):
        return rnd
    keyed = {other: line for other, line in rnd.keyed.items() if other != seat}
    return replace(rnd, keyed=keyed, recorded=rnd.recorded - {seat}, struck=rnd.struck | {seat})


def _without(spot: Spot, wager: str) -> Spot:
    wagers = {name: cents for name, cents in spot.wagers.items() if name != wager}
    return replace(spot, wagers=wagers, coined_in="")


def _with_spot(rnd: Round, seat: int, spot: Spot) -> Round:
    return replace(rnd, spots={**rnd.spots, seat: spot})


def shown(setting: Setting) -> str:
    return " | ".join(map(show, setting.hands))


def dealt(game: Game, order: Cards, places: Iterable[int]) -> dict[int, Cards]:
    """Packets off the top of the shuffled order."""
    packets, top = {}, 0
    for place in places:
        size = game.deal.dealer_packet if place == DEALER else game.deal.packet
        packets[place] = order[top : top + size]
        top += size
    return packets


def dealt_later(game: Game, rnd: Round) -> dict[int, Cards]:
    """What comes after the choice, from where the packets ended, in the same order."""
    later: dict[int, Cards] = {}
    top = sum(game.deal.dealer_packet if place == DEALER else game.deal.packet for place in rnd.places)
    for place in rnd.places:
        size = game.deal.dealer_later if place == DEALER else game.deal.later
        if size and place in rnd.packets:
            later[place] = rnd.order[top : top + size]
            top += size
    return later
