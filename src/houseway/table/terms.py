"""The terms a table is run on: game, paytables, limits and procedure. House settings can only tighten the law's."""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from houseway.cards import decks_in_words
from houseway.deciding.command import later
from houseway.game import AS_WRITTEN, Game, Wager, is_progressive
from houseway.games import GAMES, HASHES, game_named, game_of_book
from houseway.money import Cents, dollars
from houseway.paytable import THE_METER, Odds, Paytable
from houseway.progressive.envy import BETTORS_HANDS, EVERY_HAND, READINGS
from houseway.progressive.meter import MOST_STAKE_CENTS
from houseway.progressive.wins import APPENDIX_A, ORDERS
from houseway.role import Seat
from houseway.table.ceiling import Ceiling, ceiling_faults
from houseway.table.cut_card import CutCard, shoe_faults
from houseway.table.denominations import chips_fault, uneven, value_of, values_fault
from houseway.table.places import Place, number_of, positions_fault, spoken
from houseway.table.room_way import RoomWay, set_by, way_faults
from houseway.table.unseen import needs_to_know_hands

# The cap on one wager, by the date from which it holds. $400 was voted in 2023; its date is not confirmed here,
# so it is not listed. (WAC 230-15-140)
WAGER_CAPS: Final = {"washington": ((datetime.date(2009, 1, 1), Cents(300_00)),)}

ALERT_CENTS: Final = 3_000_00  # a payout above this waits for surveillance (WAC 230-15-320)
# The number of the rules of procedure, in `decide` and `evolve`. Whoever changes what a command leads to raises it: a
# book written under another number is not replayed by this one, and `tests/service/books` reminds of it.
RULES: Final = 3
DEALERS: Final = ("automatic", "live")
SHUFFLERS: Final = ("machine", "manual")
BY_HAND, BY_MACHINE, CONTINUOUSLY = "by hand", "by machine", "continuously"
SHUFFLED: Final = {"machine": (BY_MACHINE, CONTINUOUSLY), "manual": (BY_HAND, BY_MACHINE, CONTINUOUSLY)}
AT_ONCE, MARKED = "at once", "at the end of the shoe"
MOST_IDLE_ROUNDS: Final = 10  # a table remembers more
MOST_TRAY: Final = 10_000_000_00
AGGREGATE_ODDS: Final = 50  # an aggregate limit covers the largest wager at these odds (WAC 230-15-490)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a table is run on: game, paytables, limits and procedure. What is left out is as the game has it."""

    game: str
    paytables: Mapping[str, str] = field(default_factory=dict)  # wager → paytable: the wagers the table offers
    decks: int | None = None
    seats: int | None = None  # how many of the layout's are open, from the dealer's left
    minimum_cents: Cents = Cents(5_00)
    maximum_cents: Cents = Cents(300_00)
    side_minimum_cents: Cents = Cents(1_00)
    side_maximum_cents: Cents = Cents(300_00)
    aggregate_cents: Mapping[str, Cents] = field(default_factory=dict)  # wager → most that a round pays on it
    number_by: str = "rng"  # or dice
    dealer: str = "automatic"  # or live
    shuffler: str = "machine"  # or manual: the dealer enters physical cards
    betting_seconds: int = 20
    setting_seconds: int = 60
    tray_cents: Cents = Cents(20_000_00)
    jurisdiction: str = "washington"
    win_order: str = APPENDIX_A  # of several wins from the meter in one round
    envy: str = ""  # whose hands are envied; an old book does not say, and paid for those of bettors alone
    meter: str = ""  # the name of the meter that the table plays for, where its paytable has one
    meters: Mapping[str, str] = later({})  # where it has several: the paytable's name → the meter's
    shoe: CutCard | None = later(None)  # where the pack is dealt on from round to round
    shuffled: str = later("")  # how: by hand, by machine, continuously; where it is not said, as the shuffler's name is
    commission: str = later(AT_ONCE)  # is kept of every win, or marked and collected when the shoe is over
    idle_rounds: int = later(0)  # without a bet: then a table that deals itself does not wait for a seat; 0: it does
    untimed: bool = later(False)  # no clock runs at a table that deals itself: whoever plays says when it goes on
    readings: Mapping[str, str] = later({})  # wager → the reading by which it is settled, where it is not as written
    way: RoomWay | None = later(None)  # the room's own, by which the dealer sets in the place of the game's
    ceiling: Ceiling | None = later(None)  # the house's own, in the place of the card rooms' cap
    chip_cents: tuple[Cents, ...] = later(())  # the values of its chips, the smallest first; none: any cents are bet
    papers: bool = later(False)  # two people count and fill the tray, and dealers sign on
    tray_chips: Mapping[str, int] = later({})  # with which the tray is opened: value in cents → how many
    positions: tuple[int, ...] = later(())  # as the room numbers them, seat by seat; none: as the book does, from 1

    @property
    def played(self) -> Game:
        """The game as the table plays it: by the readings and the house way that were chosen when it was opened. Where
        the game is another edition now, and has one of them no more, it is as written: such a table deals nothing."""
        game = game_of_book(self.game)
        return _played(game, tuple(sorted(self.readings.items())), self.way) if self.readings or self.way else game

    def spoken(self, place: Place) -> str:
        """How people call a place of the table: a seat by the number that the room has given it."""
        return spoken(place, self.positions)

    def number_of(self, seat: Seat) -> int:
        """The number by which the room knows a seat."""
        return number_of(seat, self.positions)

    @property
    def smallest_chip(self) -> Cents:
        """Of which every wager is a whole number."""
        return self.chip_cents[0] if self.chip_cents else Cents(1)

    @property
    def shuffled_how(self) -> str:
        """By hand, by a machine, or continuously: by one into which the cards of every round go back."""
        return self.shuffled or SHUFFLED[self.shuffler][0]

    @property
    def plays_for(self) -> Mapping[str, str]:
        """The meters of the card room that the table plays for, by the names that its paytable gives them."""
        return {THE_METER: self.meter} if self.meter else dict(sorted(self.meters.items()))  # as a book has them

    @property
    def progressive_wager(self) -> Wager | None:
        """The progressive wager that the table offers."""
        return next(iter(self.progressive_wagers), None)

    @property
    def progressive_wagers(self) -> list[Wager]:
        wagers = game_of_book(self.game).wagers
        return [wager for wager in wagers if is_progressive(wager) and wager.name in self.paytables]

    @property
    def progressive(self) -> Paytable | None:
        """The paytable of the progressive wager, if the table offers one."""
        wager = self.progressive_wager
        return self.paytable(wager) if wager else None

    def paytable(self, wager: Wager) -> Paytable | None:
        """That of the wager; one without a paytable of its own pays by that of the wager it is of."""
        game = game_of_book(self.game)
        name = self.paytables.get(wager.name)
        if name is None and wager.of and not game.own_paytables(wager):
            return self.paytable(game.wager(wager.of))
        return game.paytables.get(name) if name else None

    def reading(self, wager: Wager) -> str:
        """How the rule of a wager is read at the table."""
        return self.readings.get(wager.name, AS_WRITTEN)

    def limits(self, wager: Wager) -> tuple[Cents, Cents]:
        """The least and the most that may lie on a wager."""
        if not wager.side:
            return self.minimum_cents, self.maximum_cents
        if is_progressive(wager) and (paytable := self.paytable(wager)) and paytable.meters:
            stake = Cents(paytable.stake_cents)
            return stake, stake
        return self.side_minimum_cents, self.side_maximum_cents


@lru_cache(maxsize=64)
def _played(game: Game, readings: tuple[tuple[str, str], ...], way: RoomWay | None) -> Game:
    if any(_unknown_reading(game, *each) for each in readings) or (way and [*way_faults(game, way)]):
        return game
    game = game.read_as(dict(readings))
    return set_by(game, way) if way else game


def in_full(terms: Terms) -> Terms:
    """As they were written, with what an older book does not tell; a game that is no more is left as it is."""
    return filled(replace(terms, envy=terms.envy or BETTORS_HANDS)) if terms.game in GAMES else terms


def filled(terms: Terms) -> Terms:
    """With what was left out as the game has it: the whole shoe, every wager that needs no meter, on the first
    paytable the letters give it, and envy for every hand."""
    game = game_named(terms.game)
    usual = {w.name: own[0].name for w in game.wagers if not is_progressive(w) and (own := game.own_paytables(w))}
    return replace(
        terms,
        game=game.slug,
        paytables=dict(terms.paytables) or usual,
        decks=game.whole_shoe if terms.decks is None else terms.decks,
        seats=game.seats if terms.seats is None else terms.seats,
        envy=terms.envy or EVERY_HAND,
        readings={wager: name for wager, name in terms.readings.items() if name != AS_WRITTEN},
    )


def other_rules(
    terms: Terms, paytable_hashes: Mapping[str, str], house_way: str, rules: int, game_hash: str
) -> str | None:
    """What of the rules that a table was opened under is not as it is here: procedure, a paytable, the house way, the
    game itself."""
    if rules != RULES:
        return f"the rules of procedure {rules}"
    try:
        game = game_named(terms.game)
        for name, digest in paytable_hashes.items():
            if game.paytable(name).digest != digest:
                return f"another paytable {name}"
    except ValueError as error:
        return str(error)
    if wrong := next(own_faults(terms, game), None):
        return wrong
    if way_label(terms.played) != house_way:
        return f"the house way {house_way!r}"
    return f"another edition of {game.slug}" if game_hash not in ("", HASHES.get(game.slug)) else None


def way_label(game: Game) -> str:
    """The house way by its name and version; nothing where the dealer sets no cards."""
    return game.way.label if game.way else ""


def wager_cap(jurisdiction: str, on: datetime.date) -> Cents | None:
    caps = [cents for since, cents in WAGER_CAPS.get(jurisdiction, ()) if since <= on]
    return caps[-1] if caps else None


def most_on_one(terms: Terms, on: datetime.date) -> Cents | None:
    """The most that may lie on one wager that day: by the house's own approval once it holds, else by the law's."""
    if terms.ceiling and terms.ceiling.day <= on:
        return terms.ceiling.cents
    return wager_cap(terms.jurisdiction, on)


def faults(terms: Terms, on: datetime.date) -> list[str]:
    """All that is wrong with the terms on that day."""
    try:
        game = game_named(terms.game)
    except ValueError as error:
        return [str(error)]
    return [
        *_procedure_faults(terms, game),
        *_paytable_faults(terms, game),
        *own_faults(terms, game),
        *_limit_faults(terms, game, on),
        *_chip_faults(terms),
    ]


def _procedure_faults(terms: Terms, game: Game) -> Iterator[str]:
    if terms.decks not in game.decks:
        told = "no decks" if terms.decks is None else decks_in_words(terms.decks)
        yield f"{told}: {game.slug} takes {game.accepted_decks}"
    if terms.seats is None or not 1 <= terms.seats <= game.seats:
        yield f"{terms.seats} seats: {game.slug} has 1 to {game.seats}"
    for what, value, accepted in (
        ("number_by", terms.number_by, game.number_by or ("rng",)),
        ("dealer", terms.dealer, DEALERS),
        ("shuffler", terms.shuffler, SHUFFLERS),
        ("commission", terms.commission, (AT_ONCE, MARKED) if terms.shoe else (AT_ONCE,)),
        ("jurisdiction", terms.jurisdiction, tuple(WAGER_CAPS)),
        ("win_order", terms.win_order, tuple(ORDERS)),
        ("envy", terms.envy, tuple(READINGS)),
    ):
        if value not in accepted:
            yield f"{what} {value!r}: {game.slug} takes {' or '.join(accepted)}"
    yield from _meter_faults(terms)
    yield from _shuffle_faults(terms)
    if terms.shoe and terms.decks in game.decks:
        yield from shoe_faults(terms.shoe, game, len(game.pack(terms.decks)))
    if terms.shuffler == "manual" and terms.dealer != "live":
        yield "shuffler 'manual' needs a live dealer, who enters the cards"
    if terms.shuffler == "manual" and needs_to_know_hands(game):
        yield f"shuffler 'manual': {game.slug} goes on by cards that a seat alone sees"
    for what, seconds in (("betting_seconds", terms.betting_seconds), ("setting_seconds", terms.setting_seconds)):
        if not 0 <= seconds <= 3600:
            yield f"{what} {seconds}: 0 to 3600"
    if terms.seats and (wrong := positions_fault(terms.positions, terms.seats)):
        yield wrong
    if not 0 <= terms.idle_rounds <= MOST_IDLE_ROUNDS:
        yield f"idle_rounds {terms.idle_rounds}: 0 to {MOST_IDLE_ROUNDS}"
    if not 0 <= terms.tray_cents <= MOST_TRAY:
        yield f"tray_cents {terms.tray_cents}: 0 to {MOST_TRAY}"


def _shuffle_faults(terms: Terms) -> Iterator[str]:
    """A machine that shuffles continuously takes the cards of a round back: every round is dealt from a whole pack."""
    accepted = SHUFFLED.get(terms.shuffler, ())
    if terms.shuffled and terms.shuffled not in accepted:
        yield f"shuffled {terms.shuffled!r}: with shuffler {terms.shuffler!r}, {' or '.join(accepted)}"
    if terms.shuffled == CONTINUOUSLY and terms.shoe:
        yield "shoe: cards that are shuffled continuously have none"


def _meter_faults(terms: Terms) -> Iterator[str]:
    """One meter is named by `meter`; several are by `meters`, each once, under the names that the paytable has."""
    wagers, paytable = terms.progressive_wagers, terms.progressive
    if len(wagers) > 1:
        yield f"a table offers one progressive wager, here {' and '.join(wager.name for wager in wagers)}"
    named = sorted(name for name in paytable.meters if name) if paytable else []
    if bool(terms.meter or terms.meters) is not bool(paytable):
        yield f"meter {terms.meter!r}: the name of the meter, for a table that offers a progressive wager, and no other"
    elif (terms.meter and named) or sorted(terms.meters) != named:
        has = f"several, under `meters`: {', '.join(named)}" if named else "one, under `meter`"
        yield f"meters {', '.join(sorted(terms.meters)) or 'by name'}: the paytable has {has}"
    if len(set(filter(None, terms.meters.values()))) != len(terms.meters):
        yield f"meters {dict(terms.meters)}: each has the name of a meter of its own"


def _paytable_faults(terms: Terms, game: Game) -> Iterator[str]:
    for name, table in terms.paytables.items():
        try:
            wager, paytable = game.wager(name), game.paytable(table)
        except ValueError as error:
            yield str(error)
            continue
        if wager.name != name or paytable.name != table:
            yield f"paytables: write {wager.name!r} and {paytable.name!r}"
        elif paytable.wager != wager.name:
            yield f"{table!r} is a paytable of {paytable.wager}, not of {wager.name}"
        elif is_progressive(wager) and not (paytable.meters and paytable.stake_cents <= MOST_STAKE_CENTS):
            yield f"{wager.name} needs a paytable with a meter, and a stake of at most {dollars(MOST_STAKE_CENTS)}"
    for wager in game.main:
        if wager.name not in terms.paytables and game.own_paytables(wager):
            what = "the main wager" if wager is game.main[0] else "part of the game"
            yield f"{wager.name} is {what} and must have a paytable"
    if not game.main and not terms.paytables:
        yield f"no wager is offered: {', '.join(wager.name for wager in game.placed)}"


def own_faults(terms: Terms, game: Game) -> Iterator[str]:
    """Of what the table plays otherwise than the game is written: a reading is one that the game has of a wager, and
    the table offers that wager; a way is one for the game."""
    for name, reading in terms.readings.items():
        if name not in terms.paytables:
            yield f"readings: {name!r} is not a wager of this table"
        elif wrong := _unknown_reading(game, name, reading):
            yield wrong
    if terms.way:
        yield from way_faults(game, terms.way)


def _unknown_reading(game: Game, name: str, reading: str) -> str:
    wager = next((wager for wager in game.wagers if wager.name == name), None)
    known = (AS_WRITTEN, *(each.name for each in game.readings_of(wager))) if wager else ()
    return "" if reading in known else f"readings: {reading!r} is not a reading of {name}: {', '.join(known)}"


def _limit_faults(terms: Terms, game: Game, on: datetime.date) -> Iterator[str]:
    if terms.ceiling and (wrong := [*ceiling_faults(terms.ceiling)]):
        yield from wrong
        return
    cap = most_on_one(terms, on)
    if cap is None:
        yield f"no wager cap is known for {terms.jurisdiction!r} on {on}"
        return
    for what, least, most in (
        ("", terms.minimum_cents, terms.maximum_cents),
        ("side_", terms.side_minimum_cents, terms.side_maximum_cents),
    ):
        if not 1 <= least <= most:
            yield f"{what}minimum_cents {least} and {what}maximum_cents {most}: at least 1, and in this order"
        if most > cap:
            by = "the house's approval" if terms.ceiling and terms.ceiling.day <= on else terms.jurisdiction
            yield f"{what}maximum_cents {most}: {by} allows {dollars(cap)} a wager on {on}"
    for name, limit in terms.aggregate_cents.items():
        wager = next((w for w in game.wagers if w.name == name), None)
        paytable = terms.paytable(wager) if wager else None
        if wager is None or paytable is None:
            yield f"aggregate_cents: {name!r} is not a wager of this table"
            continue
        top = top_odds(paytable)
        floor = terms.limits(wager)[1] * AGGREGATE_ODDS
        if top < AGGREGATE_ODDS:
            yield f"aggregate_cents: {name} pays at most {top} to 1; a limit needs top odds of {AGGREGATE_ODDS} to 1"
        elif limit < floor:
            yield f"aggregate_cents: {dollars(limit)} on {name} is below {dollars(floor)}, the largest wager at 50 to 1"


def _chip_faults(terms: Terms) -> Iterator[str]:
    """Limits that no chips make would leave wagers that nobody can place."""
    if wrong := values_fault(terms.chip_cents) or chips_fault(terms.tray_chips, terms.chip_cents):
        yield wrong
        return
    if terms.papers and not (terms.chip_cents and terms.dealer == "live"):
        yield "papers: for a table with a live dealer and chips of certain values"
    if terms.tray_chips and value_of(terms.tray_chips) != terms.tray_cents:
        yield f"tray_chips come to {dollars(value_of(terms.tray_chips))}: tray_cents is {dollars(terms.tray_cents)}"
    amounts = {
        "minimum_cents": terms.minimum_cents,
        "maximum_cents": terms.maximum_cents,
        "side_minimum_cents": terms.side_minimum_cents,
        "side_maximum_cents": terms.side_maximum_cents,
        "tray_cents": terms.tray_cents,
    }
    stakes = {f"the stake of {w.name}": terms.limits(w)[0] for w in terms.progressive_wagers if terms.paytable(w)}
    yield from uneven(amounts | stakes, terms.smallest_chip)


def top_odds(paytable: Paytable) -> Fraction:
    return max((pay.amount for pay in paytable.lines.values() if pay.odds is not Odds.OF_METER), default=Fraction(0))
