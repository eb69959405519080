"""The cards of a shoe as a game sees them: by grade, and how many there are of each."""

from __future__ import annotations

from functools import cached_property
from math import lcm, prod

from houseway.analysis.exact.question import Question
from houseway.cards import Card, Cards
from houseway.game import SEAT, Deal, Game, Hand, Settle, Wager, Worth

Grades = tuple[int, ...]  # cards by the number of their grade

PARTS = 840  # of what a line wins: halves, thirds, … of a unit
MOST_DEALT = 56  # cards, in a round to one seat and the dealer


class ShoeCards:
    """Grades of cards, the hands that look at them, and how values are counted."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.asked = [wager for wager in question.game.wagers if wager.name in question.wagers]
        self.on_first_cards = [wager for wager in self.asked if is_on_first_cards(question.game, wager)]
        settled = {name for step in question.game.round if isinstance(step, Settle) for name in step.wagers}
        self.settled_first = [wager for wager in self.on_first_cards if wager.name in settled]
        played = [wager for wager in self.asked if wager not in self.on_first_cards]
        self.played = frozenset(wager.name for wager in played)
        self.hands = tuple(dict.fromkeys(hand for wager in played for hand in wager.hands))
        sees = tuple(dict.fromkeys(hand.sees for hand in self.hands))
        alike: dict[Grades, list[Card]] = {}
        for each in sorted(question.cards):
            alike.setdefault(tuple(see(each) for see in sees if callable(see)), []).append(each)
        self.alike = tuple(alike.values())
        self.copies = tuple(map(len, self.alike))
        self._first = [group[0] for group in alike.values()]
        self._grade = {card: grade for grade, group in enumerate(alike.values()) for card in group}
        self._worths: dict[Grades, tuple[Worth, ...]] = {}
        self._room: dict[int, int] = {}

    @cached_property
    def his_place(self) -> str:
        deals = (step for step in self.question.game.round if isinstance(step, Deal))
        [name] = {name for step in deals for name in step.to.places} - {SEAT.place}
        return name

    @cached_property
    def my_hands(self) -> tuple[Hand, ...]:
        return tuple(hand for hand in self.hands if hand.of.place == SEAT.place)

    @cached_property
    def his_hands(self) -> tuple[Hand, ...]:
        return tuple(hand for hand in self.hands if hand.of.place == self.his_place)

    def shown(self, grades: Grades) -> Cards:
        """One card of each grade."""
        return tuple([self._first[grade] for grade in grades])

    def graded(self, cards: Cards, kept: int = 0) -> Grades:
        """Cards in the order of their grades, but for some that come first."""
        grades = [self._grade[card] for card in cards]
        return (*grades[:kept], *sorted(grades[kept:]))

    def worths(self, mine: Grades) -> tuple[Worth, ...]:
        """What a seat's hands are worth."""
        if mine not in self._worths:
            self._worths[mine] = worths_of(self.my_hands, self.shown(mine))
        return self._worths[mine]

    @cached_property
    def unit(self) -> int:
        """In how many parts a unit is counted, so that what every line wins is whole."""
        tables = [self.question.pays[wager.name] for wager in self.asked]
        nets = (table.net(line).denominator for table in tables for line in table.lines)
        return PARTS * lcm(*nets, *(times.denominator for times in self.question.beside.values()))

    def room(self, cards: int) -> int:
        """In how many ways cards are dealt from so many, until those are left that no round comes to."""
        if cards not in self._room:
            self._room[cards] = prod(range(max(len(self.question.cards) - MOST_DEALT, 0) + 1, cards + 1))
        return self._room[cards]


def first_cards(game: Game) -> int:
    """How many cards a seat is dealt before it plays."""
    return sum(step.cards for step in game.round if isinstance(step, Deal) and SEAT.place in step.to.places)


def is_on_first_cards(game: Game, wager: Wager) -> bool:
    """Whether a wager looks at nothing but the cards that a seat is dealt before it plays."""
    return {hand.of for hand in wager.hands} == {SEAT[: first_cards(game)]}


def is_on_next_card(game: Game, wager: Wager) -> bool:
    """Whether a wager looks at a seat's cards hand by hand, where no cards are set."""
    return not game.hands and {hand.of for hand in wager.hands} == {SEAT.set}


def worths_of(hands: tuple[Hand, ...], cards: Cards) -> tuple[Worth, ...]:
    """What hands are worth that look at one place, where these cards lie."""
    return tuple(hand.worth(hand.of.parts[0].of(cards)) for hand in hands)
