"""Hands of two groups of grades, too many to ask about every pair: grades that count as one beside the first group are
taken together.

Which they are is found by trying one in the other's place, and what follows is tried on pairs drawn evenly from all; a
hand for which it does not hold is asked about every pair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from houseway.analysis.arrays import Ints, Longs
from houseway.analysis.machine.sights import DigitSight, Group, Groups
from houseway.cards import Cards
from houseway.game import Worth

BESIDE = 16  # hands in which one grade is tried in another's place
TRIED = 20_000  # pairs on which the table is tried


def alike_table(
    worth: Callable[[Cards], Worth], sight: DigitSight, first: Sequence[Groups], second: Sequence[Groups]
) -> tuple[Ints, Sequence[Any]]:
    """By both groups the place of what they are worth, and all that they can be worth."""
    of_digit = [cards[0] for cards in sight.held]
    numbers: dict[Any, int] = {}

    def ask(mine: Group, his: Sequence[int]) -> int:
        made = worth(tuple([of_digit[digit] for digit in (*mine, *his)]))
        return numbers.setdefault(made, len(numbers))

    his = np.array([group for (group,) in second])
    beside = his[np.linspace(0, len(his) - 1, BESIDE).astype(int), 1:].tolist()
    table = np.empty((len(first), len(second)), np.int32)
    for row, (mine,) in enumerate(first):
        tried: dict[tuple[int, ...], int] = {}
        to = [tried.setdefault(tuple(ask(mine, (d, *o)) for o in beside), d) for d in range(len(of_digit))]
        groups, which = _different(np.array(to)[his], len(of_digit))
        table[row] = np.array([ask(mine, group) for group in groups.tolist()], np.int32)[which]
    for pair in np.linspace(0, table.size - 1, TRIED).astype(int).tolist():
        row, column = divmod(pair, len(second))
        if table[row, column] != ask(*first[row], *second[column]):
            table = np.array([[ask(mine, group) for (group,) in second] for (mine,) in first], np.int32)
            break
    return table.ravel(), tuple(numbers)


def _different(groups: Longs, digits: int) -> tuple[Longs, Longs]:
    """Rows of digits in no order: the different ones, and which of these each is."""
    assert (groups.shape[1] + 1) ** digits < 2**62, "so many grades are not counted in one number"
    powers = (groups.shape[1] + 1) ** np.arange(digits)
    counts = powers[groups].sum(axis=1)
    _, first, which = np.unique(counts, return_index=True, return_inverse=True)
    return groups[first], which
