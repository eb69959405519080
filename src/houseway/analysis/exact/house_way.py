"""A house way in the mathematics: a seat that asks for it."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.game import SEAT, Game, Option, Seen, Show
from houseway.ways.house_way import Cut, HouseWay
from houseway.ways.way import Way

TABLED = (2, 3)  # so many hands of a packet, and what every setting wins can be tabulated


@dataclass(frozen=True)
class AsHouseWay:
    """A seat that asks for its cards to be set by the house way."""

    way: HouseWay

    def __call__(self, number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        return setting(options, self.way.set(seen[SEAT]))


def setting(options: tuple[Option, ...], cut: Cut) -> Option:
    """The option that sets the cards so."""
    wanted = _plain(cut)
    return next(option for option in options if _plain(option.cut) == wanted)


def way_for_seats(game: Game) -> HouseWay | None:
    """The way that a seat may ask for, in a game in which that is its one choice."""
    return game.choices[0].way if len(game.choices) == 1 else None


def way_of(game: Game) -> Way | None:
    """The way by which the dealer's cards are set, if it is written in rules that can be tabulated."""
    ways = [step.way for step in game.round if isinstance(step, Show) and step.way]
    source = ways[0].source if len(ways) == 1 else None
    return source if isinstance(source, Way) else None


def _plain(hands: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Within a hand the order of the cards does not matter."""
    return tuple(tuple(sorted(hand)) for hand in hands)
