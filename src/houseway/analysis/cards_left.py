"""The exact figures of a wager as a function of what is left in the shoe.

A round is a sequence of cards, and the chance of a sequence depends only on how many cards of each grade are in it. So
the rules are gone through once, grade by grade; every way to end is kept as how many cards of each grade it takes, and
in how many orders. Whatever is left, the figures are a sum over these ways. That is so where what a seat chooses
changes nothing. A bet that is added at the first choice, such as insurance, is weighed where it is offered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, combinations_with_replacement, product
from math import comb, factorial, perm, prod
from operator import add
from typing import Final

from houseway.analysis.exact.facts import depends
from houseway.analysis.exact.figures import is_added
from houseway.analysis.figures import Figures, Line
from houseway.cards import Card, Cards, Pack, rank_of
from houseway.game import LOSE, Bets, Bonus, Choice, Deal, Draw, Game, Hand, Seen, Show, Step, Wager, Worth
from houseway.paytable import Paytable

MOST_WAYS: Final = 500_000  # to deal the cards, that are gone through
Counts = tuple[int, ...]  # cards of each grade
Lying = Mapping[str, Cards]
_End = tuple[Counts, int, str]


class TooManyWays(ValueError):
    """A wager of which not every way to end is gone through."""


@dataclass(frozen=True)
class CardsLeft:
    """A wager, and all the ways in which it can end."""

    game: Game
    wager: Wager
    paytable: Paytable

    @cached_property
    def grades(self) -> dict[Hashable, Cards]:
        """What the wager can tell apart of a single card, and the cards that are so."""
        found: dict[Hashable, Cards] = {}
        for card in dict.fromkeys(self.game.pack().cards()):
            grade = tuple(_seen_of(hand, card) for hand in self.wager.hands)
            found[grade] = (*found.get(grade, ()), card)
        return found

    @cached_property
    def alike(self) -> dict[Hashable, Cards]:
        """Cards whose removal from a whole pack comes to the same: a hand that looks at suits never knows which suit is
        which, unless it says what it sees of a card."""
        found: dict[Hashable, Cards] = {}
        for card in dict.fromkeys(self._pack.cards()):
            alike = tuple(_seen_of(hand, card) if callable(hand.sees) else rank_of(card) for hand in self.wager.hands)
            found[alike] = (*found.get(alike, ()), card)
        return found

    @cached_property
    def is_gone_through(self) -> bool:
        try:
            self._refuse_many()
        except TooManyWays:
            return False
        return True

    @cached_property
    def _numbers(self) -> dict[Card, int]:
        return {card: number for number, cards in enumerate(self.grades.values()) for card in cards}

    def number_of(self, card: Card) -> int:
        """Which of the grades a card is of."""
        return self._numbers[card]

    def counts(self, cards: Sequence[Card]) -> Counts:
        """How many of these cards are of each grade."""
        held = Counter(map(self._numbers.__getitem__, cards))
        return tuple(held[number] for number in range(len(self.grades)))

    @cached_property
    def ways(self) -> dict[tuple[str, Counts], int]:
        """In how many orders cards of so many grades come to a line."""
        self._refuse_many()
        found: Counter[tuple[str, Counts]] = Counter()
        none = (0,) * len(self.grades)
        for dealt, orders, line in self._ends({}, none, 1, 0, not self._is_added):
            found[line, dealt] += orders
        if not found:
            raise ValueError(f"{self.wager.name} of {self.game.slug} is added when more than one choice was made")
        return dict(found)

    def _refuse_many(self) -> None:
        """Raises `ValueError` where there is too much to go through."""
        cards = [(step, name) for step in self.game.round[: self._over] for name in _places_of(step)]
        several = [(name, step.cards) for step, name in cards if isinstance(step, Deal)]
        kinds = len(self.grades)
        ways = prod(kinds**n if name in self._in_order else comb(kinds + n - 1, n) for name, n in several)
        if ways > MOST_WAYS and self.game.choices and not self._is_alone:
            raise ValueError(f"{self.game.slug}: what is left is weighed where nobody chooses")
        if ways > MOST_WAYS:
            raise TooManyWays(f"{self.wager.name} of {self.game.slug} can end in more ways than are gone through")

    def _ends(self, lying: Lying, dealt: Counts, orders: int, at: int, placed: bool) -> Iterator[_End]:
        """Every way to go on from here: the cards by grades, in how many orders they come so, and the line. A bet that
        is not offered where it could be added ends in none."""
        if placed and (self._is_known(lying) or at >= self._over):
            yield dealt, orders, self.line(lying)
            return
        step = self.game.round[at]
        match step:
            case Deal():
                for more, times in self._dealt(step.to.places, step.cards, lying):
                    new = tuple(card for name in step.to.places for card in more[name][len(lying.get(name, ())) :])
                    held = tuple(map(add, dealt, self.counts(new)))
                    yield from self._ends(more, held, orders * times, at + 1, placed)
            case Choice() if not placed:
                if self._offers(step, at, lying):
                    yield from self._ends(lying, dealt, orders, at + 1, True)
            case Choice() if self._is_alone:
                yield from self._ends(lying, dealt, orders, at + 1, placed)
            case Draw() if step.more(Seen(pack=self._pack, lying=lying)):
                here = lying.get(step.to.place, ())
                for grade, card in enumerate(self._one_of_each):
                    held = (*dealt[:grade], dealt[grade] + 1, *dealt[grade + 1 :])
                    yield from self._ends({**lying, step.to.place: (*here, card)}, held, orders, at, placed)
            case Bets() | Draw() | Show():
                yield from self._ends(lying, dealt, orders, at + 1, placed)
            case _:
                raise ValueError(f"{self.game.slug}: what is left is weighed where nobody chooses")

    def _dealt(self, places: Sequence[str], number: int, lying: Lying) -> Iterator[tuple[Lying, int]]:
        """Cards to one place after the other: those that come together have no order."""
        if not places:
            yield lying, 1
            return
        for cards, times in self._come_to(places[0], number):
            here = {**lying, places[0]: (*lying.get(places[0], ()), *cards)}
            for more, others in self._dealt(places[1:], number, here):
                yield more, times * others

    def _come_to(self, place: str, number: int) -> Iterator[tuple[Cards, int]]:
        """Cards that come together: in their order where it counts which came first."""
        if number > 1 and place in self._in_order:
            yield from ((cards, 1) for cards in product(self._one_of_each, repeat=number))
        else:
            for cards in combinations_with_replacement(self._one_of_each, number):
                yield cards, _orders(cards)

    @cached_property
    def _in_order(self) -> frozenset[str]:
        """Places where one card counts otherwise than another that came with it."""
        deals = [(step, name) for step in self.game.round if isinstance(step, Deal) for name in step.to.places]
        open_ones = {name for step, name in deals if 0 < step.up_at(name) < step.cards} if self._is_added else set()
        ends = {name: _ends_of_deals(step.cards for step, to in deals if to == name) for _, name in deals}
        parts = [part for hand in self.wager.hands for part in hand.of.parts]
        cut = {part.place for part in parts if not {part.first or 0, part.last} <= {*ends.get(part.place, ()), None}}
        return frozenset(open_ones | cut)

    def _offers(self, step: Choice, at: int, lying: Lying) -> bool:
        """Whether the bet can be added by somebody who sees what lies open."""
        shown: dict[str, Cards] = {}
        dealt: Counter[str] = Counter()
        for deal in self.game.round[:at]:
            if isinstance(deal, Deal):
                for name in deal.to.places:
                    first, dealt[name] = dealt[name], dealt[name] + deal.cards
                    shown[name] = (*shown.get(name, ()), *lying[name][first : first + deal.up_at(name)])
        options = step.options(Seen(pack=self._pack, lying=shown))
        return any(name == self.wager.name for option in options for name, _ in option.stakes)

    @cached_property
    def _is_added(self) -> bool:
        return isinstance(self.wager, Bonus) and is_added(self.game, self.wager)

    @cached_property
    def _is_alone(self) -> bool:
        """Whether nothing that a seat does changes how it ends."""
        return not self._is_added and not depends(self.game, self.wager.name)

    @cached_property
    def _pack(self) -> Pack:
        return self.game.pack()

    @cached_property
    def _one_of_each(self) -> Cards:
        return tuple(cards[0] for cards in self.grades.values())

    def _is_known(self, lying: Lying) -> bool:
        """Whether the cards that the wager looks at lie there, whatever comes after them."""
        return self._is_early and all(
            len(lying.get(part.place, ())) >= (part.last or 0) for hand in self.wager.hands for part in hand.of.parts
        )

    @cached_property
    def _is_early(self) -> bool:
        """Whether it looks at the first cards of places alone."""
        return all(part.last is not None for hand in self.wager.hands for part in hand.of.parts)

    @cached_property
    def _over(self) -> int:
        """The step from which on no card comes that the wager looks at."""
        places = {part.place for hand in self.wager.hands for part in hand.of.parts}
        comes = [at for at, step in enumerate(self.game.round, 1) if places & set(_places_of(step))]
        return max(comes, default=0) if self._is_alone else len(self.game.round)

    def line(self, lying: Lying) -> str:
        seen = Seen(pack=self._pack, lying=lying)
        return self.wager.line(tuple(self._worth(hand, seen[hand.of]) for hand in self.wager.hands), ())

    def _worth(self, hand: Hand, cards: Cards) -> Worth:
        known = self._worths.setdefault(hand, {})
        if cards not in known:
            known[cards] = hand.worth(cards)
        return known[cards]

    @cached_property
    def _worths(self) -> dict[Hand, dict[Cards, Worth]]:
        return {}

    def figures(self, left: Counts, decks: int) -> Figures:
        """The exact figures of the wager when so many cards of each grade are left."""
        cards, longest = sum(left), max(map(sum, (held for _, held in self.ways)))
        if cards < longest:
            raise ValueError(f"{cards} cards are left, and a round takes up to {longest}")
        falling = [[perm(number, taken) for taken in range(longest + 1)] for number in left]
        beyond = [perm(cards - size, longest - size) for size in range(longest + 1)]
        combinations: Counter[str] = Counter()
        for (line, held), orders in self.ways.items():
            ways = orders * beyond[sum(held)]
            for grade, taken in enumerate(held):
                if taken:
                    ways *= falling[grade][taken]
            combinations[line] += ways
        total = sum(combinations.values())
        assert self._is_added or total == perm(cards, longest)
        if not total:
            raise ValueError(f"{self.wager.name} is never offered when only {cards} such cards are left")
        lines = tuple(
            Line(name, combinations[name], str(pay), pay.net(), total) for name, pay in self.paytable.lines.items()
        )
        lost = sum(number for name, number in combinations.items() if name not in self.paytable.lines)
        every = (*lines, Line(LOSE, lost, LOSE, Fraction(-1), total))
        return Figures.of(self.game, self.wager, self.paytable, every, decks=decks)


def _seen_of(hand: Hand, card: Card) -> Hashable:
    """All that counts of a card: where suits count, the card itself."""
    see: Callable[[Card], int] | None = hand.sees if callable(hand.sees) else None
    return see(card) if see else int(card)


def _places_of(step: Step) -> tuple[str, ...]:
    """Where cards come by a step, but for what a seat takes."""
    match step:
        case Deal():
            return step.to.places
        case Draw():
            return (step.to.place,)
        case _:
            return ()


def _ends_of_deals(sizes: Iterable[int]) -> Iterator[int]:
    """How many cards lie at a place before its first deal and after each."""
    return accumulate(sizes, initial=0)


def _orders(cards: Cards) -> int:
    """In how many orders these can come."""
    return factorial(len(cards)) // prod(factorial(times) for times in Counter(cards).values())
