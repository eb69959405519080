"""Tables by what a player glances at: the best one of each length.

A glance is a row and a number, such as *one ace* and a total. A table gives each row, or some rows that stand side by
side, a few ranges of numbers with one choice for each. Of all tables of so many lines the best is found, by the best
ranges within a group of rows and then the best groups.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from math import lcm

from houseway.analysis.contest import Decision, Option, Pays, decisions
from houseway.analysis.strategy import StrategyCard, StrategyRow
from houseway.game import Game


@dataclass(frozen=True, slots=True)
class Glance:
    """How many hands look like this, and what each choice is worth to all of them together, in units of a bet."""

    hands: int
    worths: dict[str, int]


Glances = dict[tuple[str, int], Glance]


@dataclass(frozen=True, slots=True)
class Forced:
    """What the hands without a choice are worth, in units of a bet; and how many hands there are in all."""

    worth: int
    unit: int
    total: int


@dataclass(frozen=True, slots=True)
class Range:
    """Some rows, the first and the last number, and the choice for them."""

    rows: tuple[str, ...]
    first: int
    last: int
    choose: str

    def holds(self, row: str, number: int) -> bool:
        return row in self.rows and self.first <= number <= self.last

    def __str__(self) -> str:
        numbers = f"{self.first}" if self.first == self.last else f"{self.first} to {self.last}"
        return f"{' or '.join(self.rows)}, {numbers}"


@dataclass(frozen=True, slots=True)
class RangeTable:
    worth: int
    ranges: tuple[Range, ...] = ()

    def __add__(self, other: "RangeTable") -> "RangeTable":
        return RangeTable(self.worth + other.worth, self.ranges + other.ranges)


def glance_tables(game: Game, decks: int | None, most: int) -> tuple[StrategyCard, ...]:
    glances, forced = _glances(game, decks)
    rows = _rows(glances)
    best: list[dict[int, RangeTable]] = [{0: RangeTable(0)}]  # up to each row, by the number of lines
    for end in range(1, len(rows) + 1):
        tables: dict[int, RangeTable] = {}
        for start in range(end):
            for lines, table in enumerate(_best_ranges(glances, rows[start:end], most), 1):
                for before, others in best[start].items():
                    longer, length = others + table, before + lines
                    if length <= most and (length not in tables or longer.worth > tables[length].worth):
                        tables[length] = longer
        best.append(tables)
    return tuple(_card(game, glances, forced, table) for table in best[-1].values())


def _glances(game: Game, decks: int | None) -> tuple[Glances, Forced]:
    """What can be seen where there is something to choose, and what the other hands are worth."""
    assert game.glance is not None
    pays = Pays.of(game)
    forced, total = Fraction(0), 0
    hands: Counter[tuple[str, int]] = Counter()
    worths: dict[tuple[str, int], dict[str, Fraction]] = {}
    for decision in decisions(game, decks):
        total += decision.ways
        if len(decision.options) == 1:
            forced += decision.ways * pays.expectation(decision.options[0])
            continue
        seen = game.glance(decision.cards, decision.shown)
        hands[seen] += decision.ways
        sums = worths.setdefault(seen, {})
        for option in decision.options:
            words = str(option.setting)
            sums[words] = sums.get(words, Fraction(0)) + decision.ways * pays.expectation(option)
    unit = lcm(forced.denominator, *(worth.denominator for sums in worths.values() for worth in sums.values()))
    whole = {seen: {words: int(worth * unit) for words, worth in sums.items()} for seen, sums in worths.items()}
    return {seen: Glance(hands[seen], whole[seen]) for seen in hands}, Forced(int(forced * unit), unit, total)


def _rows(glances: Glances) -> list[str]:
    """The commonest first."""
    hands: Counter[str] = Counter()
    for (row, _), glance in glances.items():
        hands[row] += glance.hands
    return [row for row, _ in hands.most_common()]


def _best_ranges(glances: Glances, rows: Sequence[str], most: int) -> list[RangeTable]:
    """For one range, two, three …: the best cut of the numbers of these rows, which are told apart no further."""
    numbers = sorted({number for row, number in glances if row in rows})
    seen = [[glances[row, number] for row in rows if (row, number) in glances] for number in numbers]
    choices = [words for words in seen[0][0].worths if all(words in glance.worths for at in seen for glance in at)]
    sums = {
        words: list(accumulate((sum(glance.worths[words] for glance in at) for at in seen), initial=0))
        for words in choices
    }

    def one(first: int, end: int) -> RangeTable:
        words = max(sums, key=lambda words: sums[words][end] - sums[words][first])
        whole = Range(tuple(rows), numbers[first], numbers[end - 1], words)
        return RangeTable(sums[words][end] - sums[words][first], (whole,))

    ones = {(first, end): one(first, end) for end in range(1, len(numbers) + 1) for first in range(end)}
    best = [{end: ones[0, end] for end in range(1, len(numbers) + 1)}]
    while len(best) < min(most, len(numbers)):
        shorter = best[-1]
        longer = {
            end: max((shorter[cut] + ones[cut, end] for cut in shorter if cut < end), key=lambda table: table.worth)
            for end in range(len(best) + 1, len(numbers) + 1)
        }
        best.append(longer)
    return [tables[len(numbers)] for tables in best]


def _card(game: Game, glances: Glances, forced: Forced, table: RangeTable) -> StrategyCard:
    assert game.glance is not None
    look, ranges = game.glance, _joined(table.ranges)

    def follow(decision: Decision) -> Option:
        if len(decision.options) == 1:
            return decision.options[0]
        seen = look(decision.cards, decision.shown)
        words = next(each.choose for each in ranges if each.holds(*seen))
        return next(option for option in decision.options if str(option.setting) == words)

    def rows() -> tuple[StrategyRow, ...]:
        hands_in = {each: sum(g.hands for seen, g in glances.items() if each.holds(*seen)) for each in ranges}
        return tuple(StrategyRow(str(each), each.choose, hands) for each, hands in hands_in.items())

    return StrategyCard(
        length=len(ranges),
        house_edge=-Fraction(table.worth + forced.worth, forced.unit * forced.total),
        basis=game.glance_at,
        rows=rows,
        follow=follow,
    )


def _joined(ranges: Sequence[Range]) -> list[Range]:
    """Neighbours with one choice are one line."""
    joined: list[Range] = []
    for each in ranges:
        if joined and (joined[-1].rows, joined[-1].choose) == (each.rows, each.choose):
            joined[-1] = replace(joined[-1], last=each.last)
        else:
            joined.append(each)
    return joined
