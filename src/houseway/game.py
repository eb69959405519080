"""The words a game is written in: places where cards lie, the steps of a round, hands, and wagers.

A round is a list of steps, read from top to bottom. A hand is cards that are looked at together, and what they are
worth. A wager turns hands into the name of a line; a paytable turns the name into money. The table, the screens, the
simulation and the mathematics all read the same list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import Any, Final, TypeVar

from houseway.cards import Card, Cards, Pack, decks_in_words
from houseway.letters.reading import Reading
from houseway.paytable import Paytable, labelled
from houseway.rotation import NUMBERED_BY, Rotation
from houseway.sight import FlushOf, SuitBySuit
from houseway.ways.house_way import Cut, HouseWay

# What games are alike in, by what a seat may do.
FIRST_CARDS, NO_CHOICE, SET_HANDS = "first cards", "no choice", "hands that are set"
DRAWN_HANDS, AGAINST_DEALER, AGAINST_PAYTABLE = "hands that are drawn", "against the dealer", "against a paytable"
FAMILIES: Final = (AGAINST_DEALER, AGAINST_PAYTABLE, SET_HANDS, DRAWN_HANDS, FIRST_CARDS, NO_CHOICE)

LOSE: Final = "lose"
FOLDED: Final = "folded"  # the line of a wager that was lost because its seat was out
AS_WRITTEN: Final = "as written"  # how every rule is read unless another reading of it is chosen

Worth = Any  # whatever a game compares: numbers, tuples, names


# ---- places ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """Cards of one place, from the first to before the last; all of them where neither is said."""

    place: str
    first: int | None = None
    last: int | None = None

    def of(self, cards: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(cards[self.first : self.last])


@dataclass(frozen=True, slots=True)
class Look:
    """Cards that are looked at together: `SEAT`, `SEAT + BOARD`, the first two, `SEAT[:2]`; or, hand by hand, as they
    were set, `SEAT.set`."""

    parts: tuple[Part, ...]
    is_set: bool = False

    def __add__(self, other: Look) -> Look:
        return Look(self.parts + other.parts)

    def __getitem__(self, some: slice) -> Look:
        return Look((Part(self.place, some.start, some.stop),))

    @property
    def set(self) -> Look:
        return Look(self.parts, is_set=True)

    @property
    def place(self) -> str:
        """The one place that is looked at."""
        [part] = self.parts
        return part.place

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(part.place for part in self.parts))


def place(name: str) -> Look:
    return Look((Part(name),))


SEAT, DEALER, BOARD = place("seat"), place("dealer"), place("board")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a seat sees when it chooses, or a dealer when he draws: open cards and its own, and what has been said."""

    pack: Pack
    lying: Mapping[str, Cards]
    said: tuple[str, ...] = ()
    hands: int = 1  # that were made of the one that was dealt: each split makes one more

    def __getitem__(self, look: Look) -> Cards:
        return tuple(chain.from_iterable(part.of(self.lying.get(part.place, ())) for part in look.parts))


# ---- steps -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bets:
    """The time for wagers: these together, and beside them any of those. It is the first step of a round: a later time,
    only `when` the open cards say so, can be counted and not yet be dealt, and `check-game` refuses it."""

    must: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    when: Callable[[Seen], bool] | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """So many cards to a place, or to several in the order of the rotation; the first `up` of them face up. A seat
    always sees its own; one that plays several hands is dealt so many to each of them, one after the other."""

    to: Look
    cards: int
    up: int = 0

    def up_at(self, place: str) -> int:
        """How many of them a seat sees."""
        return self.cards if place == SEAT.place else self.up


@dataclass(frozen=True, slots=True)
class Choice:
    """Every seat that is not out takes one of the options that what it sees gives it; given none, it is passed over.

    With `again` it goes on, seat by seat, until an option is its last; seat by seat too where an option takes cards. A
    seat that plays several hands chooses for each of them, or `together`: then it sees all its cards as they came. A
    seat may ask for its cards to be set by the house `way`. A short strategy goes by `glance`, a row and a number in
    it: what the number is stands in `glance_at`, and if greater is better it may have names, the last one with `or
    better` if it stands for more than itself. Where cards can meet several rows, `glance_rows` says when each is met,
    in the order in which they are asked. A seat that does not act takes its first option that costs nothing."""

    options: Callable[[Seen], tuple[Option, ...]]
    again: bool = False
    together: bool = False
    way: HouseWay | None = None
    glance: Callable[[Seen], tuple[str, int]] | None = None
    glance_at: str = ""
    glance_name: Callable[[int], str] | None = None
    glance_rows: tuple[tuple[str, Callable[[Seen], bool]], ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """One card at a time, face up, as long as the rule says so. The rule for a common place sees no seat's cards, and
    what any seat has said."""

    to: Look
    more: Callable[[Seen], bool]


@dataclass(frozen=True, slots=True)
class Show:
    """Face-down cards are turned over and, where there is a way, set by it."""

    what: Look
    way: HouseWay | None = None


@dataclass(frozen=True, slots=True)
class Over:
    """The dealer looks at cards, face down or not: if it is so, they are shown and the round is over."""

    when: Callable[[Seen], bool]
    looks: Look


@dataclass(frozen=True, slots=True)
class Settle:
    """These wagers are settled here, before the end."""

    wagers: tuple[str, ...]


Step = Bets | Deal | Choice | Draw | Show | Over | Settle


@dataclass(frozen=True, slots=True)
class Option:
    """A word that a seat may say, and what it does."""

    word: str
    stakes: tuple[tuple[str, int | Fraction], ...] = ()  # wagers that are added, and how many times what they are of
    back: tuple[str, ...] = ()  # wagers that are taken back
    cut: Cut = ()  # how the seat's cards are set
    drops: Cards = ()  # cards that the seat gives up
    takes: int = 0  # cards that come to the seat, face up where all its cards are; to both hands that a split makes
    splits: str = ""  # the wager on the new hand that the seat's second card begins, as much as lies on the first
    swaps: bool = False  # the last cards of the two hands that a seat plays change places
    out: bool = False  # the seat's wagers are lost, but those that outlive it
    last: bool = True  # of a choice that goes on
    foul: bool = False  # it may be done, and loses: mathematics leaves it out

    @property
    def whole_stakes(self) -> tuple[tuple[str, int], ...]:
        """The wagers that are added, for a method that counts in units of the first wager."""
        if any(Fraction(times).denominator > 1 for _, times in self.stakes):
            raise ValueError(f"{self.word!r} adds a part of a wager")
        return tuple((name, int(times)) for name, times in self.stakes)

    @property
    def costs(self) -> bool:
        """Whether the seat stakes more by it than it has staked, counting wagers that are free as stakes."""
        return bool(self.stakes or self.splits)


def say(word: str, *stakes: tuple[str, int | Fraction], takes: int = 0, last: bool = True) -> Option:
    """An option by which wagers are added: `say("raise 4x", ("Play", 4))`."""
    return Option(word, stakes, takes=takes, last=last)


FOLD, CHECK = Option("fold", out=True), Option("check")
HIT, STAND = Option("hit", takes=1, last=False), Option("stand")


# ---- hands and wagers ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards looked at together, and what they are worth. `sees` is all that counts of a single card, or the length of
    a flush where only a flush looks at suits, or that suits are looked at one by one; without it suits count too, but
    never which suit is which. The order of cards that came together never counts."""

    of: Look
    worth: Callable[..., Worth]
    sees: Callable[[Card], int] | FlushOf | SuitBySuit | None = None
    tell: Callable[[Worth, tuple[str, ...]], str] | None = None  # the worth in words, after what was said


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """A bet: what it is a multiple of, what it needs, its cap, and whether a seat that is out still has it."""

    name: str
    clause: str
    of: str | None = None  # its stake is so many times this wager's
    side: bool = False  # it has the limits of a side bet
    at_most: str | None = None  # the wager that it may not exceed
    at_most_times: int | Fraction = 1  # how many times that wager it may be
    free: bool = False  # nothing is staked: it pays by the stake of the wager it is of
    by_choice: bool = False  # a free one that lies only where a choice has added it
    outlives: bool = False  # is settled though its seat is out
    lies_on: int = 1  # which of a seat's hands: on another than the first it lies as the wager it is of does there

    @property
    def hands(self) -> tuple[Hand, ...]:
        raise NotImplementedError

    @property
    def cap(self) -> str:
        """In words: `the Main Bet`, `1/2 of the Main Bet`, `2 times the Main Bet`; nothing, if it has none."""
        if self.at_most is None or self.at_most_times == 1:
            return f"the {self.at_most}" if self.at_most else ""
        return f"{self.at_most_times} {'times' if self.at_most_times > 1 else 'of'} the {self.at_most}"

    def most_beside(self, cents: int) -> int:
        """The most that may lie on it beside so much on the wager that caps it, rounded down to the cent."""
        return int(cents * Fraction(self.at_most_times))

    def line(self, worths: tuple[Worth, ...], said: tuple[str, ...]) -> str:
        """The line that hands of these worths make, after these words."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest(Wager):
    """A wager on two hands."""

    mine: Hand
    his: Hand
    settle: Callable[[Worth, Worth, tuple[str, ...]], str]

    @property
    def hands(self) -> tuple[Hand, ...]:
        return self.mine, self.his

    def line(self, worths: tuple[Worth, ...], said: tuple[str, ...]) -> str:
        mine, his = worths
        return self.settle(mine, his, said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus(Wager):
    """A wager on one hand, whatever was said."""

    hand: Hand
    judge: Callable[[Worth], str]
    progressive: bool = False

    @property
    def hands(self) -> tuple[Hand, ...]:
        return (self.hand,)

    def line(self, worths: tuple[Worth, ...], said: tuple[str, ...]) -> str:
        return self.judge(*worths)


def is_progressive(wager: Wager) -> bool:
    return isinstance(wager, Bonus) and wager.progressive


# ---- the game --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """What a variant departs from, and in what; the hash of that game's file, which it rests on."""

    game: str
    says: str
    edition: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game:
    """A game: its pack, its round, its wagers and their paytables."""

    slug: str
    title: str
    summary: str
    letters: tuple[str, ...]
    seats: int
    rotation: Rotation
    number_by: tuple[str, ...] = ()  # what may give the number, where one is given
    decks: Sequence[int] = (1,)
    default_decks: int = 1
    joker: bool = False
    shoe: bool = False  # whether a table may deal it on from round to round, until a cut card comes out
    road: Contest | None = None  # what is written down of every round of a shoe: its lines are the marks
    hands: tuple[str, ...] = ()  # what the hands of a seat's set cards are called
    dealer_hands: tuple[str, ...] = ()  # and of the dealer's, if not as a seat's
    hand_name: Callable[[Cards], str] | None = None  # what a single one of the set hands is worth, in words
    felt: int = 160  # the hue of its cloth in degrees; screens give it a lightness on which words can be read
    round: tuple[Step, ...]
    wagers: tuple[Wager, ...]
    paytables: Mapping[str, Paytable] = field(default_factory=dict)
    readings: tuple[Reading, ...] = ()
    player_cards: tuple[object, ...] = ()  # short strategies that come with the game, read from a file
    origin: Origin | None = None  # of a variant of another game

    def pack(self, decks: int | None = None) -> Pack:
        wanted = self.default_decks if decks is None else decks
        if wanted not in self.decks:
            raise ValueError(f"{decks_in_words(wanted)}: this game takes {self.accepted_decks}")
        return Pack(wanted, self.joker)

    def wager(self, name: str) -> Wager:
        return named(name, {wager.name: wager for wager in self.wagers}, f"a wager of {self.slug}")

    @property
    def main(self) -> tuple[Wager, ...]:
        """The wagers that best play is about: those that every seat must place, and all that are of them but for side
        bets."""
        names = set(self.required)
        while more := {w.name for w in self.wagers if w.of in names and not w.side} - names:
            names |= more
        return tuple(wager for wager in self.wagers if wager.name in names)

    @property
    def places(self) -> tuple[str, ...]:
        """The common places, in the order in which cards come to them."""
        to = chain.from_iterable(step.to.places for step in self.round if isinstance(step, Deal | Draw))
        return tuple(name for name in dict.fromkeys(to) if name != SEAT.place)

    @property
    def way(self) -> HouseWay | None:
        """How the dealer sets his cards."""
        return next((step.way for step in self.round if isinstance(step, Show) and step.way), None)

    @property
    def required(self) -> tuple[str, ...]:
        """The wagers that a seat must place to be in the round."""
        return tuple(chain.from_iterable(step.must for step in self.round if isinstance(step, Bets)))

    @property
    def dealt_hands(self) -> int:
        """How many hands a seat plays from the deal on: as many as its wagers lie on."""
        return max((wager.lies_on for wager in self.wagers), default=1)

    @property
    def placed(self) -> tuple[Wager, ...]:
        """The wagers that a seat places; others come with a choice, or are free."""
        names = set(chain.from_iterable((*step.must, *step.may) for step in self.round if isinstance(step, Bets)))
        return tuple(wager for wager in self.wagers if wager.name in names)

    @property
    def whole_shoe(self) -> int:
        """The most decks that the game takes: what a room deals unless its terms say otherwise."""
        return max(self.decks)

    @property
    def accepted_decks(self) -> str:
        first, last = self.decks[0], self.decks[-1]
        if len(self.decks) == last - first + 1:
            return f"{first} to {last}" if last > first else f"{first}"
        return f"{', '.join(map(str, self.decks[:-1]))} or {last}"

    def order_by(self, number_by: Sequence[str]) -> str:
        """The rotation in words, where one of these gives the number."""
        return self.rotation.value.format(by=" or ".join(NUMBERED_BY[each] for each in number_by))

    @property
    def order(self) -> str:
        """Who gets the first cards, and which way the deal goes round."""
        return self.order_by(self.number_by)

    @property
    def label(self) -> str:
        """The title, marked where no letter approves the game."""
        return labelled(self.title, approved=any(table.approved for table in self.paytables.values()))

    @property
    def family(self) -> str:
        """One of `FAMILIES`, read off the steps and the wagers."""
        compared = any(isinstance(wager, Contest) for wager in (self.main or self.wagers))
        if not self.choices:
            return NO_CHOICE if compared else FIRST_CARDS
        if self.hands:
            return SET_HANDS
        if any(step.again for step in self.choices):
            return DRAWN_HANDS
        return AGAINST_DEALER if compared else AGAINST_PAYTABLE

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(step for step in self.round if isinstance(step, Choice))

    def paytable(self, name: str) -> Paytable:
        return named(name, self.paytables, f"a paytable of {self.slug}")

    def paytables_of(self, wager: Wager) -> tuple[Paytable, ...]:
        """A wager without a paytable of its own pays by that of the wager it is of."""
        return self.own_paytables(wager) or (self.paytables_of(self.wager(wager.of)) if wager.of else ())

    def own_paytables(self, wager: Wager) -> tuple[Paytable, ...]:
        return tuple(table for table in self.paytables.values() if table.wager == wager.name)

    def set_by(self, way: HouseWay) -> Game:
        """The game whose dealer sets by another way, for a seat that asks for it too."""
        steps = (
            replace(step, way=way) if isinstance(step, Show | Choice) and step.way else step for step in self.round
        )
        return replace(self, round=tuple(steps))

    def readings_of(self, wager: Wager) -> tuple[Reading, ...]:
        """The other ways in which the rule of a wager can be read."""
        return tuple(reading for reading in self.readings if wager.name in reading.wagers)

    def read_as(self, readings: Mapping[str, str]) -> Game:
        """The game with these wagers judged by these readings, each by its name; any other wager as written. It is what
        a table settles and what the mathematics enumerates."""
        others = tuple(sorted((wager, name) for wager, name in readings.items() if name != AS_WRITTEN))
        return _read_as(self, others) if others else self


@lru_cache(maxsize=64)
def _read_as(game: Game, readings: tuple[tuple[str, str], ...]) -> Game:
    """The same object for the same readings, so that what is kept of a game is found again."""
    judged = dict(_judged_so(game, *each) for each in readings)
    return replace(game, wagers=tuple(judged.get(wager.name, wager) for wager in game.wagers))


def _judged_so(game: Game, name: str, reading: str) -> tuple[str, Wager]:
    wager = game.wager(name)
    for each in game.readings_of(wager):
        if each.name == reading and isinstance(wager, Bonus):
            return wager.name, replace(wager, judge=each.wagers[wager.name])
    names = (AS_WRITTEN, *(each.name for each in game.readings_of(wager)))
    raise ValueError(f"{reading!r} is not a reading of {wager.name}: {', '.join(names)}")


T = TypeVar("T")


def named(name: str, known: Mapping[str, T], what: str) -> T:
    for key, value in known.items():
        if key.lower() == name.lower():
            return value
    raise ValueError(f"{name!r} is not {what}: {', '.join(known)}")
