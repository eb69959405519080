"""A last choice with too much to be seen to keep a table of it: what each option wins is reckoned when it comes up.

Two cards of the other hand are hidden, and nothing else. They can be any two that the seat does not see: every pair is
looked up, and what each option wins against all of them is added up in whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any

import numpy as np

from houseway.analysis.machine import kernel
from houseway.analysis.machine.columns import Column, Columns, Source
from houseway.analysis.machine.runs import run_table
from houseway.analysis.split.kernel import Ints

HIDDEN = 2


def reckoned(
    columns: Columns,
    course: Column,
    mine: Column,
    *,
    his: tuple[Ints, Sequence[Any]],
    slots: tuple[Sequence[int], Sequence[int]],
    after: Callable[[Any], Sequence[Any]],
    won: Callable[[Any, Any, Any], Fraction],
) -> Column:
    """The course after the best option; of equals the first. `his` are the table and the worths of the other hand;
    `slots` are the cards that both see and those of the seat alone; `after` gives the courses that options lead to, the
    first alone where nothing is chosen; `won` what a course wins with these two worths."""
    table, worths = his
    numbers: dict[Any, int] = {}
    amounts: dict[Fraction, int] = {}
    choices = [[(option, numbers.setdefault(option, len(numbers))) for option in after(each)] for each in course.things]

    def amount(option: Any, my: Any, number: int) -> int:
        return amounts.setdefault(won(option, my, worths[number]), len(amounts))

    chosen = [option for each in choices if len(each) > 1 for option, _ in each]
    found = run_table([partial(amount, option) for option in chosen], mine.things, worths)
    unit = lcm(*(each.denominator for each in amounts))
    parts = np.array([int(each * unit) for each in amounts], np.int32)
    heads = len(chosen) * len(mine.things)
    found[heads + 1 :: 2] = parts[found[heads + 1 :: 2]]
    first = 0
    starts: list[int] = []
    body: list[int] = []
    for each in choices:
        starts.append(len(choices) + len(body))
        body.append(len(each))
        for _, number in each:
            body += [number, first if len(each) > 1 else 0]
            first += len(each) > 1
    plan = [*starts, *body]
    head = np.array([4, 4 + len(plan), 4 + len(plan) + len(found), len(mine.things)], np.int32)
    whole = np.concatenate([head, np.array(plan, np.int32), found, table])
    both, own = slots
    assert not course.is_constant, "there is one course only"
    sources = [Source(course.number, 1), Source(mine.number, 1)]
    sources += [Source(slot, 1, 0) for slot in both] + [Source(slot, 0, 0) for slot in own]
    return columns.special(kernel.RECKON, sources, whole, tuple(numbers))
