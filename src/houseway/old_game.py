"""The shape that a game had before its round was a list of steps: what is dealt, one choice, the dealer's setting, and
wagers. The three games of the letters still have it, built on their rules in `games/`, for the mathematics that has
not moved to the steps yet.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from houseway import game as steps
from houseway.cards import Cards, Pack, show
from houseway.letters.reading import Reading
from houseway.paytable import Paytable
from houseway.rotation import NUMBERED_BY, Rotation
from houseway.sight import Grades, Sight
from houseway.ways import house_way
from houseway.ways.split import Split

__all__ = ["Reading", "Rotation", "Split"]

LOSE = steps.LOSE

# ---- cards on the table ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Setting:
    """What a position did with its cards: how they lie, the word it said, the wagers it added."""

    hands: tuple[Cards, ...]
    word: str = ""
    adds: tuple[str, ...] = ()

    @property
    def cards(self) -> Cards:
        return sum(self.hands, ())

    @property
    def essence(self) -> tuple[object, ...]:
        """What tells settings apart: within a hand the order of the cards does not matter."""
        return tuple(tuple(sorted(hand)) for hand in self.hands), self.word, self.adds

    def then(self, later: Cards) -> "Setting":
        """The same setting when more cards have come."""
        return Setting((*self.hands, later), self.word, self.adds) if later else self

    def __str__(self) -> str:
        words = " ".join(filter(None, (self.word, *(f"+ {wager}" for wager in self.adds))))
        return words or " | ".join(map(show, self.hands))


class Standing(Enum):
    """What the rules say of a setting."""

    LEGAL = "legal"
    FOUL = "foul"  # accepted, and loses
    REFUSED = "refused"  # cannot be made


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """Packets, and what is seen of them before a seat chooses."""

    seats: int
    packet: int
    dealer_packet: int
    dealer_shows: int = 0  # of his packet, face up before the choice
    later: int = 0  # to a seat, after its choice
    dealer_later: int = 0
    rotation: Rotation
    number_by: tuple[str, ...] = ()  # what may give the number, where one is given
    decks: Sequence[int] = (1,)
    default_decks: int = 1
    joker: bool = False

    @property
    def whole_shoe(self) -> int:
        """The most decks that the game takes: what a room deals unless its terms say otherwise, and what the letters'
        figures need."""
        return max(self.decks)

    @property
    def accepted_decks(self) -> str:
        return f"{self.decks[0]} to {self.decks[-1]}" if len(self.decks) > 1 else f"{self.decks[0]}"

    @property
    def order(self) -> str:
        return self.order_by(self.number_by)

    def order_by(self, number_by: Sequence[str]) -> str:
        """The rotation in words, where one of these gives the number."""
        return self.rotation.value.format(by=" or ".join(NUMBERED_BY[each] for each in number_by))

    @property
    def seat_cards(self) -> int:
        return self.packet + self.later

    @property
    def dealer_cards(self) -> int:
        return self.dealer_packet + self.dealer_later

    def pack(self, decks: int | None = None) -> Pack:
        wanted = self.default_decks if decks is None else decks
        if wanted not in self.decks:
            raise ValueError(f"{wanted} decks: this game takes {self.accepted_decks}")
        return Pack(wanted, self.joker)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HouseWay:
    """How the dealer sets his hand: total, and never a foul. Ours are named and versioned as ours."""

    name: str
    version: str
    rules: Sequence[str]
    set: Callable[[Cards], Setting]
    letter: str | None = None
    for_players: bool = True  # whether a seat may ask for it
    source: object = None  # the file it was read from, if it was

    @property
    def label(self) -> str:
        return f"{self.name} {self.version}" + ("" if self.letter else " (ours)")

    @classmethod
    def of(cls, way: house_way.HouseWay) -> "HouseWay":
        return cls(
            name=way.name,
            version=way.version,
            rules=way.rules,
            set=lambda cards: Setting(way.set(cards)),
            letter=way.letter,
            for_players=way.for_players,
            source=way.source,
        )


def only_choice(cards: Cards, shown: Cards) -> tuple[Setting, ...]:
    """For games without a choice."""
    return (Setting((cards,)),)


def always_legal(setting: Setting) -> Standing:
    return Standing.LEGAL


# ---- wagers ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """A bet: what it needs, its cap, and `line`, which settles it."""

    name: str
    clause: str
    requires: str | None = None  # the wager that must be there too
    at_most: str | None = None  # the wager it may not exceed
    equals: str | None = None  # the wager it must equal; added with a choice

    def line(self, seat: Setting, dealer: Setting) -> str:
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest(Wager):
    """A wager against the dealer. `score` and `dealer_score` are all that `settle` looks at."""

    score: Callable[[Setting], Any]
    dealer_score: Callable[[Setting], Any]
    settle: Callable[[Any, Any], str]
    matchups: int | None = None  # where hands are matched one by one: how many must be won

    def line(self, seat: Setting, dealer: Setting) -> str:
        return self.settle(self.score(seat), self.dealer_score(dealer))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus(Wager):
    """A wager on the cards alone, however they are set. `judge` receives what `sight` sees."""

    sight: Sight
    judge: Callable[[Any], str]
    progressive: bool = False

    def line(self, seat: Setting, dealer: Setting) -> str:
        return self.judge(self.sight.see(seat.cards, dealer.cards))


def is_progressive(wager: Wager) -> bool:
    return isinstance(wager, Bonus) and wager.progressive


# ---- the game --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game:
    """A game: what is dealt, what a seat may choose, how the dealer sets his hand, its wagers and paytables."""

    slug: str
    title: str
    summary: str
    letters: tuple[str, ...]
    deal: Deal
    wagers: tuple[Wager, ...]  # the main wager first
    house_way: HouseWay
    sight: Grades | None = None  # what the main wager can tell apart; None where only its own solver can
    choices: Callable[[Cards, Cards], tuple[Setting, ...]] = only_choice
    standing: Callable[[Setting], Standing] = always_legal
    split: Split | None = None
    dealer_hands: tuple[str, ...] = ()  # what the parts of the dealer's setting are called, if not as a seat's
    glance: Callable[[Cards, Cards], tuple[str, int]] | None = None  # what a short strategy goes by, and its name
    glance_at: str = ""
    silent: Callable[[Cards, int], Setting] | None = None  # for a seat that does not act in time, by cards and decks
    tell: Callable[[Setting], str] | None = None  # a setting in words, where its hands' names do not say it
    paytables: Mapping[str, Paytable] = field(default_factory=dict)
    readings: tuple[Reading, ...] = ()
    player_cards: tuple[object, ...] = ()  # short strategies that come with the game, read from a file

    @property
    def main(self) -> Wager:
        return self.wagers[0]

    @property
    def way(self) -> HouseWay:
        return self.house_way

    @property
    def hands(self) -> tuple[str, ...]:
        """What the parts of a setting are called."""
        return self.split.hands if self.split else ()

    def hand_name(self, hand: Cards) -> str:
        return self.split.name(self.split.strength(hand)) if self.split else show(hand)

    @property
    def added(self) -> tuple[Wager, ...]:
        """The wagers that only a choice can add."""
        return tuple(w for w in self.wagers if w.equals)

    def wager(self, name: str) -> Wager:
        for wager in self.wagers:
            if wager.name == name:
                return wager
        return steps.named(name, {w.name: w for w in self.wagers}, f"a wager of {self.slug}")

    def paytable(self, name: str) -> Paytable:
        return steps.named(name, self.paytables, f"a paytable of {self.slug}")

    def paytables_of(self, wager: Wager) -> tuple[Paytable, ...]:
        return tuple(p for p in self.paytables.values() if p.wager == wager.name)

    def options(self, cards: Cards, shown: Cards = ()) -> tuple[Setting, ...]:
        """The legal choices."""
        return tuple(s for s in self.choices(cards, shown) if self.standing(s) is Standing.LEGAL)
