"""How a packet of cards is cut into hands."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from typing import Protocol

from houseway.cards import Card, Cards
from houseway.ways.house_way import Cut

Strength = tuple[int, ...]  # greater is better; it begins with the kind of hand
Places = tuple[tuple[int, ...], ...]  # of each hand's cards in a packet


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """How a packet is cut into hands, how they compare, and in which order they may be set. `parse` reads a strength,
    or the beginning of one, from text."""

    hands: tuple[str, ...]
    sizes: tuple[int, ...]
    strength: Callable[[Cards], Strength]
    in_order: Callable[[tuple[Strength, ...]], bool]  # whether hands of these strengths may be set so
    name: Callable[[Strength], str]
    parse: Callable[[str], Strength]
    sees: Callable[[Card], int] | None = None  # all that a strength depends on of a card, if it is less than the card

    def cuts(self, cards: Cards) -> list[Cut]:
        """Every way to cut the packet, the first hand's cards first."""
        return [cut_so(cards, places) for places in self.places(len(cards))]

    def places(self, size: int) -> tuple[Places, ...]:
        """The same, by the places of the cards in a packet of this size."""
        return _places(tuple(range(size)), self.sizes)

    def strengths(self, *hands: Cards) -> tuple[Strength, ...]:
        return tuple(map(self.strength, hands))

    def may_be_set(self, hands: Cut) -> bool:
        return self.in_order(self.strengths(*hands))

    def hand_name(self, hand: Cards) -> str:
        return self.name(self.strength(hand))

    def tell(self, strengths: tuple[Strength, ...], said: tuple[str, ...] = ()) -> str:
        """`High pair of nines, Low 7 points`."""
        return ", ".join(f"{hand} {self.name(made)}" for hand, made in zip(self.hands, strengths, strict=True))


class HandRanking(Protocol):
    """How hands of any length compare, and how they are written."""

    def strength(self, cards: Cards) -> Strength: ...
    def name(self, strength: Strength) -> str: ...
    def parse(self, text: str) -> Strength: ...


def descending(made: tuple[Strength, ...]) -> bool:
    """Whether each hand is higher than the next."""
    return all(high > low for high, low in pairwise(made))


def descending_split(ranking: HandRanking, hands: tuple[str, ...], sizes: tuple[int, ...]) -> Split:
    """A packet that is set as hands of which each must be higher than the next."""
    return Split(
        hands=hands,
        sizes=sizes,
        strength=ranking.strength,
        in_order=descending,
        name=ranking.name,
        parse=ranking.parse,
    )


def cut_so(cards: Cards, places: Places) -> Cut:
    """The hands of a packet whose cards lie at these places."""
    return tuple([tuple([cards[place] for place in hand]) for hand in places])


@cache
def _places(left: tuple[int, ...], sizes: tuple[int, ...]) -> tuple[Places, ...]:
    """Every way to cut the places of a packet."""
    if len(sizes) == 1:
        return ((left,),)
    return tuple(
        (taken, *others)
        for taken in combinations(left, sizes[0])
        for others in _places(tuple(place for place in left if place not in taken), sizes[1:])
    )
