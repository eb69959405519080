"""A last choice with too much to be seen to keep a table of it: what each option wins is reckoned when it comes up.

Two cards of the other hand are hidden, and nothing else. They can be any two that the seat does not see: every pair is
looked up, and what each option wins against all of them is added up in whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from houseway.analysis.machine import kernel
from houseway.analysis.machine.codes import Source
from houseway.analysis.machine.columns import Column, Columns
from houseway.analysis.split.kernel import Ints

HIDDEN = 2


def reckoned(
    columns: Columns,
    course: Column,
    mine: Column,
    *,
    his: Ints,
    runs: tuple[Ints, Sequence[Any]],
    slots: tuple[Sequence[int], Sequence[int]],
    after: Callable[[Any], Sequence[Any]],
    won: Callable[[Any, Any], Fraction],
) -> Column:
    """The course after the best option; of equals the first. `his` is the table of the other hand's worths, `runs` what
    two worths come to, as a table and by number; `slots` are the cards that both see and those of the seat alone;
    `after` gives the courses that options lead to, the first alone where nothing is chosen; `won` what a course wins by
    what two worths come to."""
    run_table, things = runs
    numbers: dict[Any, int] = {}
    choices = [[(option, numbers.setdefault(option, len(numbers))) for option in after(each)] for each in course.things]
    chosen = [option for each in choices if len(each) > 1 for option, _ in each]
    amounts = [won(option, thing) for option in chosen for thing in things]
    unit = lcm(*(amount.denominator for amount in amounts))
    parts = np.array([int(amount * unit) for amount in amounts], np.int32)
    row = 0
    starts: list[int] = []
    body: list[int] = []
    for each in choices:
        starts.append(len(choices) + len(body))
        body.append(len(each))
        for _, number in each:
            body += [number, row if len(each) > 1 else 0]
            row += len(each) > 1
    pieces = [np.array([*starts, *body], np.int32), run_table, his, parts]
    places = np.cumsum([kernel.HEAD_OF_RECKON, *map(len, pieces[:-1])])
    head = np.array([*places, len(things)], np.int32)
    both, own = slots
    assert not course.is_constant, "there is one course only"
    sources = [Source(course.number, 1), Source(mine.number, 1)]
    sources += [Source(slot, 1, 0) for slot in both] + [Source(slot, 0, 0) for slot in own]
    return columns.special(kernel.RECKON, sources, np.concatenate([head, *pieces]), tuple(numbers))
