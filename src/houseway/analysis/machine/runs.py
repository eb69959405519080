"""What two worths come to where there are too many pairs to ask about all: as runs along the other's worths.

Against what a seat holds, the other hand's worths from lowest to highest come to the same along a few runs
(`exact.stretches`); that none was overlooked is tried on pairs drawn evenly from all. In a table a run is two numbers:
the worth before which it ends, and what it comes to.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from houseway.analysis.arrays import Ints
from houseway.analysis.exact.stretches import stretches

TRIED = 20_000  # pairs on which the runs are tried
LAST = int(np.iinfo(np.int32).max)


class NotRuns(ValueError):
    """Two worths come to something else again and again."""


def run_table(come_to: Callable[[int, int], int], mine: Sequence[Any], his: Sequence[Any]) -> Ints:
    """By worth of mine where its runs begin, and then the runs. Worths ascend; a rule is asked by their places."""
    lists: dict[tuple[int, ...], int] = {}
    heads: list[int] = []
    body: list[int] = []
    for found in stretches(come_to, mine, his):
        ends = [stretch.start for stretch in found[1:]] + [LAST]
        bounds = tuple(number for end, each in zip(ends, found, strict=True) for number in (end, each.answer))
        if bounds not in lists:
            lists[bounds] = len(mine) + len(body)
            body += bounds
        heads.append(lists[bounds])
    table = np.array([*heads, *body], np.int32)
    for pair in np.linspace(0, len(mine) * len(his) - 1, TRIED).astype(np.int64).tolist():
        my, number = divmod(pair, len(his))
        at = heads[my]
        while number >= table[at]:
            at += 2
        if table[at + 1] != come_to(my, number):
            raise NotRuns("how two hands are settled is not a few runs along the other's worths")
    return table
