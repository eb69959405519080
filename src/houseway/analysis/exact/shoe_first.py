"""Wagers on a seat's first cards, beside a hand that is played on.

They may look at suits, which the hand that is played does not. Which suits the cards of a hand have says nothing of the
cards that come: so what such a wager ends in is counted by itself, from the first cards alone, and is put beside all
that the round comes to. When a hand is split, each of its hands has other first cards, and such a wager must end alike
whatever they are.

A wager that is settled before the hand is played can open a choice: then a round begins with each of the things that it
can come to, and the first cards are told apart until the hand is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from houseway.analysis.exact.ends import SettledLine
from houseway.analysis.exact.shoe_cards import Grades, ShoeCards, first_cards
from houseway.analysis.exact.stakes import Stakes
from houseway.cards import Cards
from houseway.game import Wager, Worth

Lines = tuple[SettledLine, ...]
NO_LINES: Mapping[Lines, int] = {(): 1}


class FirstCards:
    """The wagers of a question that look at the first cards only."""

    def __init__(self, cards: ShoeCards) -> None:
        self.cards, self.question = cards, cards.question
        self.settled = frozenset(wager.name for wager in cards.settled_first)  # before the hand is played
        self.names = frozenset(wager.name for wager in cards.on_first_cards) - self.settled
        self._after_split: dict[tuple[str, tuple[str, ...]], str] = {}
        self._worths: dict[str, set[tuple[Worth, ...]]] = {}

    def lines(self, stakes: Stakes, mine: Grades) -> Mapping[Lines, int]:
        """How they end with first cards of these grades, and in how many of all ways to deal them in this order."""
        if not self.names:
            return NO_LINES
        found: Counter[Lines] = Counter()
        for cards, ways in self._dealt(mine):
            found[self.lines_of(stakes, cards)] += ways
        return found

    def lines_of(self, stakes: Stakes, cards: Cards, said: tuple[str, ...] = ()) -> Lines:
        """How they end with these first cards."""
        asked = stakes.unsettled(self.question.game, self.names)
        return tuple(SettledLine(wager.name, times, wager.line(_worths(wager, cards), said)) for wager, times in asked)

    def starts(self, mine: Grades) -> Mapping[Cards, int]:
        """First cards of these grades, one for all to which wagers that are settled early give the same worth, and in
        how many ways they come; none where there is no such wager."""
        if not self.settled:
            return {(): 1}
        alike: dict[tuple[tuple[Worth, ...], ...], Cards] = {}
        found: Counter[Cards] = Counter()
        for cards, ways in self._dealt(mine):
            worths = tuple(_worths(wager, cards) for wager in self.cards.settled_first)
            found[alike.setdefault(worths, cards)] += ways
        return found

    def settled_lines(self, stakes: Stakes, cards: Cards) -> Iterator[SettledLine]:
        """How wagers that are settled early end with these first cards."""
        for wager, times in stakes.unsettled(self.question.game, self.settled):
            yield SettledLine(wager.name, times, wager.line(_worths(wager, cards), ()))

    def mean(self, stakes: Stakes, mine: Grades) -> Fraction:
        """What they win with first cards of these grades."""
        found = self.lines(stakes, mine)
        won = sum((ways * self.won(lines) for lines, ways in found.items()), Fraction(0))
        return won / sum(found.values())

    def won(self, lines: Lines) -> Fraction:
        """What these lines win."""
        return sum((self.question.net[line] for line in lines), Fraction(0))

    def after_split(self, wager: Wager, said: tuple[str, ...]) -> str:
        """The line of a hand of a split, whatever its cards."""
        key = wager.name, said
        if key not in self._after_split:
            found = {wager.line(worths, said) for worths in self._all_worths(wager)}
            if len(found) > 1:
                raise ValueError(f"{wager.name}: on a hand of a split it ends as its cards are, by their suits")
            self._after_split[key] = found.pop()
        return self._after_split[key]

    def _all_worths(self, wager: Wager) -> set[tuple[Worth, ...]]:
        if wager.name not in self._worths:
            every = product(sorted(set(self.question.cards)), repeat=first_cards(self.question.game))
            self._worths[wager.name] = {_worths(wager, cards) for cards in every}
        return self._worths[wager.name]

    def _dealt(self, mine: Grades) -> Iterator[tuple[Cards, int]]:
        """Cards of these grades, and how often they come so."""
        kinds = [Counter(self.cards.alike[grade]) for grade in mine]
        for cards in product(*kinds):
            ways = 1
            for nth, (card, kind) in enumerate(zip(cards, kinds, strict=True)):
                ways *= kind[card] - cards[:nth].count(card)
            if ways:
                yield cards, ways


def _worths(wager: Wager, cards: Cards) -> tuple[Worth, ...]:
    return tuple(hand.worth(cards) for hand in wager.hands)
