"""Where an answer changes along a row of questions, without asking all of them where they are many."""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from typing import TypeVar

Answer = TypeVar("Answer")

FEW = 200  # so many questions are all asked
GRID = 64  # else so many, evenly spaced, and more wherever two neighbours differ


def runs(ask: Callable[[int], Answer], number: int, probes: Iterable[int] = ()) -> list[tuple[int, Answer]]:
    """Each run of equal answers to the questions 0 to before `number`, by its first question.

    Where they are too many, a run that is shorter than the grid is found only if a probe lies in it: whoever asks knows
    where an answer may change for a moment.
    """
    asked = cache(ask)
    if number <= FEW:
        places = list(range(number))
    else:
        grid = range(0, number, -(-number // GRID))
        places = sorted({*grid, number - 1, *(place for place in probes if 0 <= place < number)})
    found = [(0, asked(0))]

    def between(low: int, high: int) -> None:
        if asked(low) == asked(high):
            return
        if high == low + 1:
            found.append((high, asked(high)))
            return
        middle = (low + high) // 2
        between(low, middle)
        between(middle, high)

    for low, high in pairwise(places):
        between(low, high)
    return found


def answer_at(found: list[tuple[int, Answer]], place: int) -> Answer:
    """What a row of runs answers to one question."""
    return found[bisect_right(found, place, key=lambda run: run[0]) - 1][1]
