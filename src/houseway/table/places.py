"""The places of a table, the order in which they are dealt to, and what lies there.

A place is a seat's number, 0 for the dealer, or the name of another common place, `board`. Seats are numbered from the
dealer's left to his right. Where a number tells the first packet's position, positions are counted counter-clockwise
with the dealer as 1: so 2 is the last seat, at his right hand, and 7 is seat 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from houseway.cards import Cards, parse, show
from houseway.game import SEAT, Deal, Game
from houseway.role import Seat
from houseway.rotation import Rotation

Place = int | str
DEALER: Final = 0  # the dealer's place among the seats 1, 2, 3 …
DEALERS_NAME: Final = "dealer"
MOST_POSITION: Final = 99  # that a room numbers


def place_named(name: str) -> Place:
    """The common place that the game calls so."""
    return DEALER if name == DEALERS_NAME else name


def name_of(place: Place) -> str:
    """How the game calls a place."""
    if place == DEALER:
        return DEALERS_NAME
    return place if isinstance(place, str) else SEAT.place


def spoken(place: Place, positions: Sequence[int] = ()) -> str:
    """How people call a place: `the dealer`, `the board`, `seat 3`; a seat by the number that the room has given it,
    where the room numbers its positions in its own way."""
    is_seat = isinstance(place, int) and place != DEALER
    return f"seat {number_of(Seat(int(place)), positions)}" if is_seat else f"the {name_of(place)}"


def number_of(seat: Seat, positions: Sequence[int]) -> int:
    """The number by which the room knows a seat."""
    return positions[seat - 1] if 1 <= seat <= len(positions) else seat


def no_such_seat(seat: int, seats: int, positions: Sequence[int]) -> str:
    """A command names seats as the book counts them."""
    called = f", and calls them {_listed(positions)}" if positions else ""
    return f"seat {seat}: the table has seats 1 to {seats}{called}"


def positions_fault(positions: Sequence[int], seats: int) -> str:
    """Why a room cannot number its positions so; nothing, if it can."""
    if positions and len(positions) != seats:
        return f"positions {_listed(positions)}: a number for each of the {seats} seats, from the dealer's left"
    if len({*positions}) != len(positions) or not all(1 <= number <= MOST_POSITION for number in positions):
        return f"positions {_listed(positions)}: each from 1 to {MOST_POSITION}, and none twice"
    return ""


def _listed(positions: Sequence[int]) -> str:
    return ", ".join(map(str, positions))


@dataclass(frozen=True)
class Pile:
    """The cards of a place, the first `up` of them face up, and the hands they are set as. Physical cards that nobody
    has entered are counted, and not known."""

    cards: Cards = ()
    size: int = 0
    up: int = 0
    hands: tuple[Cards, ...] = ()

    @property
    def is_known(self) -> bool:
        return len(self.cards) == self.size

    @property
    def seen(self) -> Cards:
        return self.cards[: self.up]


Piles = Mapping[Place, Pile]


def dealt_to(game: Game, step: Deal, number: int | None, seats: Sequence[Seat]) -> tuple[Place, ...]:
    """The places in the order in which a step of the deal reaches them. [SL 3] [SL 4] [S99 4] [ME 2]"""
    names = step.to.places
    common = tuple(place_named(name) for name in names if name != SEAT.place)
    if SEAT.place not in names:
        return common
    if game.rotation is Rotation.NUMBERED and DEALER in common:
        assert number is not None
        circle = (DEALER, *range(game.seats, 0, -1))
        return (*circle[number - 1 :], *circle[: number - 1], *(place for place in common if place != DEALER))
    return (*sorted(seats), *common)


def hands_at(game: Game, place: Place) -> int:
    """How many hands are dealt to a place."""
    return game.dealt_hands if name_of(place) == SEAT.place else 1


def number_of_dice(dice: Sequence[int], seats: int) -> int:
    """The position that three dice count to, from the dealer as 1."""
    return (sum(dice) - 1) % (seats + 1) + 1


def reconcile_order(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Counter-clockwise, from the dealer's right to his left. [S99 7] [ME 6]"""
    return tuple(sorted(seats, reverse=True))


def packets_of(typed: Mapping[str, str]) -> dict[Place, Cards]:
    """Packets by place as people type them. Raises `ValueError` for what is no card."""
    return {int(place) if place.isdecimal() else place: parse(cards) for place, cards in typed.items()}


def show_hands(hands: Iterable[Cards]) -> str:
    return " | ".join(map(show, hands))
