"""Where the cards of all seats lie, and columns of what is told apart of them.

Seats are numbered from 0; places of the table belong to seat -1. A card that comes only in some rounds has a slot in
all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from itertools import chain, count

from houseway.analysis.machine.columns import Columns, RoundColumn
from houseway.analysis.machine.lying import Arrival, LyingCards, Mark, numbers
from houseway.analysis.machine.sights import DigitSight, Groups
from houseway.cards import Cards
from houseway.game import SEAT, Part

TABLE = -1
Reader = Callable[..., Mapping[str, Cards]]  # what was found of cards → cards that look so


def replaced(piles: Piles, common: Mapping[str, LyingCards]) -> Piles:
    """The same piles, but for these places of the table."""
    other = copy(piles)
    other.common = {**piles.common, **common}
    return other


class Piles:
    """The places of a round, as its steps are read."""

    def __init__(self, columns: Columns, seats: int, sight: DigitSight) -> None:
        self.columns = columns
        self.sight = sight
        self.common: dict[str, LyingCards] = {}
        self.mine = [LyingCards()] * seats
        self.slots: dict[tuple[str, int], list[int]] = {}
        self.number = 0

    def place(self, name: str, seat: int) -> LyingCards:
        return self.mine[seat] if name == SEAT.place else self.common.get(name, LyingCards())

    def put(self, name: str, seat: int, place: LyingCards) -> None:
        if name == SEAT.place:
            self.mine[seat] = place
        else:
            self.common[name] = place

    def slot(self, name: str, seat: int) -> int:
        """The slot of one more card."""
        self.slots.setdefault((name, seat), []).append(self.number)
        self.number += 1
        return self.number - 1

    def looked_at(self, seat: int, parts: Sequence[Part]) -> list[Arrival]:
        return list(chain.from_iterable(self.place(part.place, seat).looked_at(part) for part in parts))

    # ---- columns -----------------------------------------------------------------------------------

    def comings(self, seat: int) -> list[tuple[str, Arrival]]:
        """All cards that a seat sees, or a rule for a common place, with the names of their places."""
        return [(name, coming) for name, place in self._seen(seat).items() for coming in place.comings]

    def seen(self, seat: int, turned: Sequence[str] = ()) -> tuple[Sequence[RoundColumn], Reader]:
        """Columns of all these cards, and how to read them; of the dealer, who looks at what lies face down in some
        places, those cards as well."""
        if turned:
            return replaced(self, {name: self.common[name].turned for name in turned}).seen(seat)
        comings = self.comings(seat)
        has_dropped = seat != TABLE and self.mine[seat].gone is not None
        if has_dropped and self.sight.suits:
            raise ValueError("a choice after cards were given up is not simulated where suits count")
        if self.sight.suits and not any(coming.comes for _, coming in comings):
            if not comings:
                return (), lambda: {}
            pile = self.pile([coming for _, coming in comings], self.sight)
            return (pile,), partial(_read_together, self.sight, [name for name, _ in comings])
        places = self._seen(seat)
        piles = tuple(self.held(place, self.sight) for place in places.values())
        return piles, partial(_read_apart, self.sight, tuple(places))

    def by_table(self, seat: int, in_order: bool) -> tuple[Sequence[str], RoundColumn | None]:
        """All that a seat sees in one column, and the places of its groups: cards that came to a place one after the
        other are one group of it unless their order counts. None where cards may have come or not, or where there are
        copies of a card."""
        comings = self.comings(seat)
        if any(coming.comes for _, coming in comings) or not comings:
            return (), None
        if in_order:
            return [name for name, _ in comings], self.pile([coming for _, coming in comings], self.sight)
        together: dict[str, tuple[int, ...]] = {}
        for name, coming in comings:
            together[name] = together.get(name, ()) + coming.slots
        return [*together], self.columns.sets([*together.values()], self.sight)

    def has_come(self, name: str, seat: int, found: Sequence[Groups]) -> bool:
        """Whether the last card that may have come to a place has: without it no other comes."""
        return len(found[list(self._seen(seat)).index(name)]) == len(self.place(name, seat).comings)

    def pile(self, comings: Sequence[Arrival], sight: DigitSight) -> RoundColumn:
        """Cards as they came, group by group."""
        always = [coming.slots for coming in comings if coming.comes is None]
        if sight.suits and len(always) == len(comings) and len(set(sight.cards)) == len(sight.cards):
            return self.columns.sets(always, sight)
        pile = self.columns.constant(())
        for coming in comings:
            group = self.columns.group(coming.slots, sight)
            if coming.comes is None:
                pile = self.columns.join(_both, pile, group, key="both") if pile.things != ((),) else group
            else:
                pile = self.columns.join(_perhaps, pile, coming.comes, group, key="perhaps")
        return pile

    def held(self, place: LyingCards, sight: DigitSight) -> RoundColumn:
        """Cards of a place as they came, without those that were given up."""
        if place.gone is None:
            return self.pile(place.comings, sight)
        came = self.pile([replace(coming, comes=None) for coming in place.comings], sight)
        kept = partial(_kept, sight, place.exchanged)
        return self.columns.join(kept, came, place.gone, key=("kept", sight, place.exchanged))

    def _seen(self, seat: int) -> dict[str, LyingCards]:
        places = {SEAT.place: self.mine[seat]} if seat != TABLE else {}
        return places | {name: place for name, place in self.common.items() if place.comings}


# ---- reading ---------------------------------------------------------------------------------------


def together(sight: DigitSight, groups: Groups) -> Cards:
    """Cards that look so, all in one."""
    return tuple(chain.from_iterable(_real(sight, groups)))


def _real(sight: DigitSight, groups: Groups) -> tuple[Cards, ...]:
    cards = sight.real(groups)
    if cards is None:
        raise LookupError("so many cards of a kind are not in the pack")
    return cards


def _read_together(sight: DigitSight, names: list[str], groups: Groups) -> dict[str, Cards]:
    lying: dict[str, Cards] = {}
    for name, cards in zip(names, _real(sight, groups), strict=True):
        lying[name] = lying.get(name, ()) + cards
    return lying


def _read_apart(sight: DigitSight, names: tuple[str, ...], *piles: Groups) -> dict[str, Cards]:
    cards: Iterator[Cards] = iter(_real(sight, tuple(chain.from_iterable(piles))))
    return {
        name: tuple(chain.from_iterable(next(cards) for _ in pile)) for name, pile in zip(names, piles, strict=True)
    }


def _both(groups: Groups, more: Groups) -> Groups:
    return groups + more


def _kept(sight: DigitSight, exchanged: int, groups: Groups, gone: tuple[tuple[Mark, ...], int]) -> Groups:
    """The groups that came, without the cards that were given up of the first of them."""
    marks, taken = gone
    given_up = numbers(marks, together(sight, groups[:exchanged]), suits=sight.suits)
    number = count()
    left = [tuple(digit for digit in group if next(number) not in given_up) for group in groups]
    return tuple(left[: exchanged + taken])


def _perhaps(groups: Groups, comes: bool, more: Groups) -> Groups:
    return groups + more if comes else groups
