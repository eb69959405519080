"""Tables by what a player glances at: the best one of each length.

A glance is a row and a number, such as *one ace* and a total. A table gives each row, or some rows that stand side by
side, a few ranges of numbers with one choice for each. Of all tables of so many lines the best is found, by the best
ranges within a group of rows and then the best groups.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, combinations


@dataclass(frozen=True, slots=True)
class Glance:
    """How many hands look like this, and what each choice that all of them have is worth to them together, in units of
    a bet."""

    hands: int
    worths: dict[str, int]


Glances = dict[tuple[str, int], Glance]


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

    def named(self, name: Callable[[int], str] | None, glances: Sequence[tuple[str, int]]) -> str:
        """The range among all that can be seen, by the names of numbers that are better the greater they are."""
        if name is None:
            return str(self)
        numbers = [number for row, number in glances if row in self.rows]
        is_least, is_most = self.first <= min(numbers), self.last >= max(numbers)
        if is_least and is_most:
            said = ""
        elif self.first == self.last:
            said = name(self.first)
        elif is_most:
            said = f"{name(self.first)} or better"
        else:
            said = f"{name(self.last)} or worse" if is_least else f"{name(self.first)} to {name(self.last)}"
        rows = () if {*self.rows} >= {row for row, _ in glances} else self.rows
        return ", ".join(filter(None, (" or ".join(filter(None, rows)), said))) or "always"


@dataclass(frozen=True, slots=True)
class RangeTable:
    worth: int
    ranges: tuple[Range, ...] = ()

    def __add__(self, other: "RangeTable") -> "RangeTable":
        return RangeTable(self.worth + other.worth, self.ranges + other.ranges)


def range_tables(glances: Glances, most: int, asked: Sequence[str] = ()) -> tuple[RangeTable, ...]:
    """The best table of each number of lines; neighbours with one choice are then one line. Its lines stand in the
    order in which rows are `asked`, so that a reader from the top down needs no other."""
    rows = [row for row in asked if any(row == seen for seen, _ in glances)] or _rows(glances)
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
    return tuple(replace(table, ranges=_joined(table.ranges)) for table in best[-1].values())


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
    choices = list(dict.fromkeys(words for at in seen for glance in at for words in glance.worths))
    worths = [
        {words: sum(each.worths[words] for each in at) for words in choices if all(words in each.worths for each in at)}
        for at in seen
    ]
    if not any(all(words in worth for worth in worths) for words in choices):
        raise ValueError("no choice may always be made")
    firsts = _where_orders_change(worths)
    starts = [*firsts, len(numbers)]
    sums = {words: [0, *accumulate(worth.get(words, 0) for worth in worths)] for words in choices}
    barred = {words: [0, *accumulate(words not in worth for worth in worths)] for words in choices}

    def one(first: int, end: int) -> RangeTable:
        begin, until = starts[first], starts[end]
        may = [words for words in choices if barred[words][until] == barred[words][begin]]
        words = max(may, key=lambda words: sums[words][until] - sums[words][begin])
        whole = Range(tuple(rows), numbers[begin], numbers[until - 1], words)
        return RangeTable(sums[words][until] - sums[words][begin], (whole,))

    runs = len(firsts)
    ones = {(first, end): one(first, end) for end in range(1, runs + 1) for first in range(end)}
    best = [{end: ones[0, end] for end in range(1, runs + 1)}]
    while len(best) < min(most, runs):
        shorter = best[-1]
        longer = {
            end: max((shorter[cut] + ones[cut, end] for cut in shorter if cut < end), key=lambda table: table.worth)
            for end in range(len(best) + 1, runs + 1)
        }
        best.append(longer)
    return [tables[runs] for tables in best]


def _where_orders_change(worths: Sequence[dict[str, int]]) -> list[int]:
    """Where choices stand in another order than at the number before: no better table has a cut elsewhere."""
    orders = [(list(worth), [(a > b) - (a < b) for a, b in combinations(worth.values(), 2)]) for worth in worths]
    return [place for place, order in enumerate(orders) if place == 0 or order != orders[place - 1]]


def _joined(ranges: Sequence[Range]) -> tuple[Range, ...]:
    """Neighbours with one choice are one line."""
    joined: list[Range] = []
    for each in ranges:
        if joined and (joined[-1].rows, joined[-1].choose) == (each.rows, each.choose):
            joined[-1] = replace(joined[-1], last=each.last)
        else:
            joined.append(each)
    return tuple(joined)
