"""The exact figures of a wager as a function of what is left in the shoe.

A round is a sequence of cards, and the chance of a sequence depends only on how many cards of each grade are in it. So
the rules are gone through once, grade by grade; every way to end is kept as how many cards of each grade it takes, and
in how many orders. Whatever is left, the figures are a sum over these ways. That is so where nobody chooses. Where a
seat draws as it likes, how to play depends on what is left too: the main wagers are solved anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial, perm, prod
from operator import add
from typing import Final

from houseway.analysis.exact.facts import ends_of, method_for
from houseway.analysis.exact.figures import Solve, main_figures
from houseway.analysis.exact.question import question
from houseway.analysis.figures import Figures, Line
from houseway.cards import Card, Cards, Pack
from houseway.game import LOSE, Bets, Deal, Draw, Game, Hand, Seen, Show, Wager, Worth
from houseway.paytable import Paytable

MOST_WAYS: Final = 2_000_000  # to go through
Counts = tuple[int, ...]  # cards of each grade
Lying = Mapping[str, Cards]


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
        found: Counter[tuple[str, Counts]] = Counter()
        none = (0,) * len(self.grades)
        for dealt, orders, line in self._ends({}, none, 1, 0):
            found[line, dealt] += orders
            if len(found) > MOST_WAYS:
                raise ValueError(f"{self.wager.name} of {self.game.slug} can end in more ways than are gone through")
        return dict(found)

    def _ends(self, lying: Lying, dealt: Counts, orders: int, at: int) -> Iterator[tuple[Counts, int, str]]:
        """Every way to go on from here: the cards by grades, in how many orders they come so, and the line."""
        if self._is_known(lying) or at == len(self.game.round):
            yield dealt, orders, self.line(lying)
            return
        step = self.game.round[at]
        match step:
            case Deal():
                for more, times in self._dealt(step.to.places, step.cards, lying):
                    new = tuple(card for name in step.to.places for card in more[name][len(lying.get(name, ())) :])
                    held = tuple(map(add, dealt, self.counts(new)))
                    yield from self._ends(more, held, orders * times, at + 1)
            case Draw() if step.more(Seen(pack=self._pack, lying=lying)):
                here = lying.get(step.to.place, ())
                for grade, card in enumerate(self._one_of_each):
                    held = (*dealt[:grade], dealt[grade] + 1, *dealt[grade + 1 :])
                    yield from self._ends({**lying, step.to.place: (*here, card)}, held, orders, at)
            case Bets() | Draw() | Show():
                yield from self._ends(lying, dealt, orders, at + 1)
            case _:
                raise ValueError(f"{self.game.slug}: what is left is weighed where nobody chooses")

    def _dealt(self, places: Sequence[str], number: int, lying: Lying) -> Iterator[tuple[Lying, int]]:
        """Cards to one place after the other: those that come together have no order."""
        if not places:
            yield lying, 1
            return
        for cards in combinations_with_replacement(self._one_of_each, number):
            times = _orders(cards)
            here = {**lying, places[0]: (*lying.get(places[0], ()), *cards)}
            for more, others in self._dealt(places[1:], number, here):
                yield more, times * others

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
        total = perm(cards, longest)
        assert sum(combinations.values()) == total
        lines = tuple(
            Line(name, combinations[name], str(pay), pay.net(), total) for name, pay in self.paytable.lines.items()
        )
        lost = sum(number for name, number in combinations.items() if name not in self.paytable.lines)
        every = (*lines, Line(LOSE, lost, LOSE, Fraction(-1), total))
        return Figures.of(self.game, self.wager, self.paytable, every, decks=decks)


def figures_without(
    game: Game, wager: Wager, paytable: Paytable, removed: Cards, decks: int | None = None, solve: Solve = ends_of
) -> Figures:
    """The exact figures of a wager when these cards are gone."""
    pack = game.pack(decks)
    left = _without(pack, removed)
    if is_drawn(game, wager):
        return main_figures(question(game, decks=decks, paytables=(paytable,), cards=left), solve=solve)
    weighed = CardsLeft(game, wager, paytable)
    return weighed.figures(weighed.counts(left), pack.decks)


def is_drawn(game: Game, wager: Wager) -> bool:
    """Whether it is a main wager of a game in which a seat takes cards from a shoe as it likes."""
    from houseway.analysis.exact.shoe import ShoeHands  # with its kernels, which nothing else here needs

    return wager in game.main and bool(game.choices) and method_for(question(game)) is ShoeHands


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What it does to the edge of a wager that one card of a grade is gone; below nothing it is good for the player."""

    cards: Cards  # of the grade, of one deck
    house_edge: Fraction  # without one of them
    effect: Fraction


def effects_of(
    game: Game, wager: Wager, paytable: Paytable, decks: int | None = None, solve: Solve = ends_of
) -> list[Effect]:
    """The effect of removing a card, for each that the wager tells apart."""
    pack, weighed = game.pack(decks), CardsLeft(game, wager, paytable)
    solves = is_drawn(game, wager)

    def edge(gone: Cards) -> Fraction:
        if solves:
            return figures_without(game, wager, paytable, gone, decks, solve).house_edge
        return weighed.figures(weighed.counts(_without(pack, gone)), pack.decks).house_edge

    before = edge(())
    edges = {cards: edge(cards[:1]) for cards in weighed.grades.values()}
    return [Effect(cards=cards, house_edge=after, effect=after - before) for cards, after in edges.items()]


def _seen_of(hand: Hand, card: Card) -> Hashable:
    """All that counts of a card: where suits count, the card itself."""
    see: Callable[[Card], int] | None = hand.sees if callable(hand.sees) else None
    return see(card) if see else int(card)


def _orders(cards: Cards) -> int:
    """In how many orders these can come."""
    return factorial(len(cards)) // prod(factorial(times) for times in Counter(cards).values())


def _without(pack: Pack, removed: Cards) -> Cards:
    left = Counter(pack.cards())
    left.subtract(removed)
    short = [card for card, number in left.items() if number < 0]
    if short:
        raise ValueError(f"{short[0]} is removed more often than {pack} has it")
    return tuple(left.elements())
