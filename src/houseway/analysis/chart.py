"""A chart to play by, where a seat draws: by what it glances at, a row of its own cards and the dealer's open one.

Best play minds every card of a hand. A chart has one word for all hands of a cell, the one that wins most over them as
often as best play comes to each; where a word cannot be said, as a double after a third card, the next is. What the
chart costs is exact: the round is counted again for a seat that plays by it, hands of a split too.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from houseway.analysis.exact.question import question
from houseway.analysis.exact.shoe import ShoeHands
from houseway.analysis.strategy import Length, Strategy, StrategyRow
from houseway.game import Choice, Game, Option, Seen

BASIS = "the chart: what your cards make, against the dealer's card"

LETTERS = {"split": "P", "surrender": "R"}  # of words whose first letter is another's

Cell: TypeAlias = tuple[str, int]  # the row, and the number in it


@dataclass(frozen=True, slots=True)
class WordWorth:
    """A word in a cell: what it wins by all hands of the cell at which it may be said, of a round's unit, and how much
    more than the word that may always be said."""

    word: str
    wins: Fraction
    gains: Fraction


class Chart:
    """The words of every cell, best first, down to one that may always be said."""

    def __init__(self, method: ShoeHands) -> None:
        self.method, self.question = method, method.question
        if not any(step.glance for step in self.question.game.choices):
            raise ValueError(f"{self.question.game.slug}: it does not say what its players glance at")
        self.cells = {cell: _ranked(hands) for cell, hands in self._hands().items()}

    def words(self, cell: Cell) -> tuple[str, ...]:
        return tuple(worth.word for worth in self.cells.get(cell, ()))

    def mark(self, cell: Cell) -> str:
        """A cell in letters: that of its best word, and beside one that may not always be said the next, Dh or Ds; a
        pair is split or it is none."""
        first, *others = self.words(cell) or ("-",)
        is_sure = first in self._always or first == "split"
        return letter_of(first) + ("" if is_sure or not others else letter_of(others[0]).lower())

    def _hands(self) -> dict[Cell, list[dict[str, Fraction]]]:
        """By cell, what each word wins with each hand that best play comes to."""
        cells: dict[Cell, list[dict[str, Fraction]]] = defaultdict(list)
        always: dict[int, set[str]] = {}  # what every hand may say that comes to a step
        room = self.method.cards.unit * self.method.cards.room(len(self.question.cards))
        for table, start, ways in self.method.starts():
            for node, times in table.met(start).items():
                at = table.kinds[node.kind].at
                step = self.question.game.round[at]
                if isinstance(step, Choice) and step.glance:
                    worths = {o.word: table.worth_of(node, o) for o in table.legal(node)}
                    wins = {word: Fraction(ways * times * worth, room) for word, worth in worths.items()}
                    cells[step.glance(table.seen(node))].append(wins)
                    always[at] = always.get(at, set(wins)) & set(wins)
        self._always = {word for words in always.values() for word in words}
        return cells

    def policy(self, number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        """What a seat says that plays by the chart; where it has no cell, or the choice no glance, the first option. No
        chart tells what two hands exchange: that is done as in best play."""
        step = self.question.game.choices[number]
        if step.together:
            return self.method.chosen_for_both(seen, options)
        words = self.words(step.glance(seen)) if step.glance else ()
        found = [option for word in words for option in options if option.word == word]
        return next(iter(found), options[0])

    @property
    def expectation(self) -> Fraction:
        """What a seat wins that plays by it."""
        return ShoeHands(replace(self.question, policy=self.policy)).expectation

    def rows(self) -> list[str]:
        return sorted({row for row, _ in self.cells}, key=lambda row: (row.split()[0], int(row.split()[-1])))

    def columns(self) -> list[int]:
        return sorted({number for _, number in self.cells})


def _ranked(hands: list[dict[str, Fraction]]) -> tuple[WordWorth, ...]:
    """The words of a cell that are better than the best of those that may always be said, and that one."""
    always = set.intersection(*(set(wins) for wins in hands))
    totals = {word: sum((wins[word] for wins in hands), Fraction(0)) for word in hands[0] if word in always}
    base = max(totals, key=lambda word: totals[word])
    worths = [WordWorth(base, totals[base], Fraction(0))]
    for word in {word: 0 for wins in hands for word in wins if word not in always}:
        where = [wins for wins in hands if word in wins]
        wins = sum((each[word] for each in where), Fraction(0))
        gains = wins - sum((each[base] for each in where), Fraction(0))
        if gains > 0:
            worths.append(WordWorth(word, wins, gains))
    best = sorted(worths, key=lambda worth: worth.gains, reverse=True)
    others = [WordWorth(w, totals[w], totals[w] - totals[base]) for w in totals if w != base]
    return (*best, *sorted(others, key=lambda worth: worth.gains, reverse=True))


def chart_of(game: Game, decks: int | None = None) -> Chart:
    return Chart(ShoeHands(question(game, decks=decks)))


def chart_strategy(method: ShoeHands) -> Strategy:
    """The chart as a card: a line is a row of it."""
    chart, asked = Chart(method), method.question
    edge, best = -chart.expectation, -chart.method.expectation
    rows = tuple(
        StrategyRow(row, " ".join(chart.mark((row, number)) for number in chart.columns()), 0) for row in chart.rows()
    )
    return Strategy(
        game=asked.game.slug,
        decks=asked.pack.decks,
        basis=f"{BASIS}; {legend(chart)}",
        rows=rows,
        house_edge=edge,
        best_edge=best,
        curve=(Length(len(rows), edge),),
        asks=False,
        columns=tuple(map(str, chart.columns())),
        policy=chart.policy,
    )


def legend(chart: Chart) -> str:
    """What the letters stand for."""
    words = {worth.word for worths in chart.cells.values() for worth in worths}
    return ", ".join(f"{letter_of(word)} {word}" for word in sorted(words)) + ", small what to do where that may not be"


def letter_of(word: str) -> str:
    return LETTERS.get(word, word[0].upper())
