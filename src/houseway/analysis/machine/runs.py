"""How wagers end where two hands are worth too many things to ask about every pair: as runs along the other's worths.

Against what a seat holds, the other hand's worths from lowest to highest end the wagers in a few runs of the same end.
The ends of the runs are found by halving; that nothing lies between is tried on pairs drawn evenly from all.

In a table a run is two numbers: the worth before which it ends, and what it comes to.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from houseway.analysis.machine import kernel
from houseway.analysis.machine.columns import Column, Columns, Source, Unanswered
from houseway.analysis.split.kernel import Ints

PROBES = 48  # worths that are asked about before halving
TRIED = 20_000  # pairs on which the runs are tried
LAST = int(np.iinfo(np.int32).max)


def runs(columns: Columns, ask: Callable[..., Any], course: Column, mine: Column, his: Column) -> Column:
    """The ends of every course and every pair of worths."""
    numbers: dict[Any, int] = {}

    def end(words: Any, my: Any, number: int) -> int:
        try:
            thing = ask(words, my, his.things[number])
        except Exception as error:
            thing = Unanswered(type(error).__name__)
        return numbers.setdefault(thing, len(numbers))

    table = run_table([partial(end, words) for words in course.things], mine.things, his.things)
    sources = (Source(his.number, 1), Source(course.number, len(mine.things)), Source(mine.number, 1))
    used = [source for source, column in zip(sources, (his, course, mine), strict=True) if not column.is_constant]
    return columns.special(kernel.RUNS, used, table, tuple(numbers))


def run_table(rules: Sequence[Callable[[Any, int], int]], mine: Sequence[Any], his: Sequence[Any]) -> Ints:
    """By rule and worth where the runs begin, and then the runs. A rule tells what a worth of mine and one of his, by
    its number, come to."""
    lists: dict[tuple[int, ...], int] = {}
    heads: list[int] = []
    body: list[int] = []
    where = {worth: number for number, worth in enumerate(his)}
    every = set(np.linspace(0, len(his) - 1, PROBES).astype(int).tolist())
    for rule in rules:
        for my in mine:
            at = where.get(my)
            near = set() if at is None else {n for n in (at - 1, at, at + 1) if 0 <= n < len(his)}
            bounds = tuple(_runs(partial(rule, my), sorted(every | near)))
            if bounds not in lists:
                lists[bounds] = len(rules) * len(mine) + len(body)
                body += bounds
            heads.append(lists[bounds])
    table = np.array([*heads, *body], np.int32)
    _try(table, rules, mine, len(his))
    return table


def _runs(come_to: Callable[[int], int], probes: list[int]) -> list[int]:
    ends = {probe: come_to(probe) for probe in probes}
    bounds: list[int] = []
    for low, high in pairwise(probes):
        bounds += _changes(come_to, low, high, ends[low], ends[high])
    return [*bounds, LAST, ends[probes[-1]]]


def _changes(come_to: Callable[[int], int], low: int, high: int, at_low: int, at_high: int) -> list[int]:
    """Where one run ends and what it came to, for all changes between two worths."""
    if at_low == at_high:
        return []
    if high - low == 1:
        return [high, at_low]
    middle = (low + high) // 2
    at_middle = come_to(middle)
    return _changes(come_to, low, middle, at_low, at_middle) + _changes(come_to, middle, high, at_middle, at_high)


def _try(table: Ints, rules: Sequence[Callable[[Any, int], int]], mine: Sequence[Any], worths: int) -> None:
    pairs = len(rules) * len(mine) * worths
    for pair in np.linspace(0, pairs - 1, TRIED).astype(np.int64).tolist():
        head, number = divmod(pair, worths)
        rule, my = divmod(head, len(mine))
        at = table[head]
        while number >= table[at]:
            at += 2
        if table[at + 1] != rules[rule](mine[my], number):
            raise ValueError("the ends of a wager are not runs along the other hand's worths")
