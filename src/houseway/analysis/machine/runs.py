"""How wagers end where two hands are worth too many things to ask about every pair: as runs along the other's worths.

Against what a seat holds, the other hand's worths from lowest to highest end the wagers in a few runs of the same end.
The ends of the runs are found by halving; that nothing lies between is tried on pairs drawn evenly from all.
"""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from houseway.analysis.machine import kernel
from houseway.analysis.machine.columns import Column, Columns, Source, Unanswered

PROBES = 48  # worths that are asked about before halving
TRIED = 20_000  # pairs on which the runs are tried
LAST = np.iinfo(np.int32).max


def runs(columns: Columns, ask: Callable[..., Any], course: Column, mine: Column, his: Column) -> Column:
    """The ends of every course and every pair of worths."""
    numbers: dict[Any, int] = {}
    lists: dict[tuple[int, ...], int] = {}
    size = len(course.things) * len(mine.things)
    heads: list[int] = []
    body: list[int] = []
    where = {worth: number for number, worth in enumerate(his.things)}
    every = set(np.linspace(0, len(his.things) - 1, PROBES).astype(int).tolist())

    def end(words: Any, my: Any, number: int) -> int:
        try:
            thing = ask(words, my, his.things[number])
        except Exception as error:
            thing = Unanswered(type(error).__name__)
        return numbers.setdefault(thing, len(numbers))

    for words in course.things:
        for my in mine.things:
            at = where.get(my)
            near = set() if at is None else {at - 1, at, at + 1} & set(range(len(his.things)))
            probes = sorted(every | near)
            ends = {probe: end(words, my, probe) for probe in probes}
            bounds: list[int] = []
            for low, high in pairwise(probes):
                bounds += _changes(partial(end, words, my), low, high, ends[low], ends[high])
            bounds += [LAST, ends[probes[-1]]]
            key = tuple(bounds)
            if key not in lists:
                lists[key] = size + len(body)
                body += bounds
            heads.append(lists[key])
    table = np.array([*heads, *body], np.int32)
    _try(table, end, course, mine, his)
    sources = (Source(his.number, 1), Source(course.number, len(mine.things)), Source(mine.number, 1))
    used = [source for source, column in zip(sources, (his, course, mine), strict=True) if not column.is_constant]
    return columns.special(kernel.RUNS, used, table, tuple(numbers))


def _changes(end: Callable[[int], int], low: int, high: int, at_low: int, at_high: int) -> list[int]:
    """Where one run ends and what it ended in, for all changes between two worths."""
    if at_low == at_high:
        return []
    if high - low == 1:
        return [high, at_low]
    middle = (low + high) // 2
    at_middle = end(middle)
    return _changes(end, low, middle, at_low, at_middle) + _changes(end, middle, high, at_middle, at_high)


def _try(table: Any, end: Callable[[Any, Any, int], int], course: Column, mine: Column, his: Column) -> None:
    pairs = len(course.things) * len(mine.things) * len(his.things)
    for pair in np.linspace(0, pairs - 1, TRIED).astype(np.int64).tolist():
        head, number = divmod(pair, len(his.things))
        words, my = divmod(head, len(mine.things))
        at = table[head]
        while number >= table[at]:
            at += 2
        if table[at + 1] != end(course.things[words], mine.things[my], number):
            raise ValueError("the ends of a wager are not runs along the other hand's worths")
