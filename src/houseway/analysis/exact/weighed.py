"""Choices weighed: in how many ways each sight is come to, and what each word wins there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.arrays import Bytes

Glance = tuple[str, int]  # a row and a number
Numbers = NDArray[Any]  # whole numbers of any size
Tables = Mapping[int, Bytes]  # by choice, which word is said at each sight


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """A choice: in how many ways each sight is come to, and what all of them together win by each word."""

    ways: Numbers
    wins: Numbers  # by sight and word, in whole parts of a unit that are the same at all choices
    may: NDArray[np.bool_] | None = None  # by sight and word, where not every word may always be said


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """What the round wins on average, of a unit of the first wager, and each choice of it."""

    expectation: Fraction
    choices: tuple[Weighed, ...]


def first_best(values: Numbers) -> Bytes:
    """Which word wins most at each sight; of equals the first."""
    best, chosen = values[:, 0].copy(), np.zeros(len(values), np.uint8)
    for word in range(1, values.shape[1]):
        better = values[:, word] > best
        chosen[better] = word
        best = np.where(better, values[:, word], best)
    return chosen
