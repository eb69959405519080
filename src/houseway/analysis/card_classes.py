"""How a position's cards become a class: all that the rules tell apart of them, as one small integer.

Where a rule sees few grades of cards, the cards in the order dealt are the digits of an index, and one table turns the
index into the class. Where it tells all cards apart, a packet is a set of cards, and its suit class that of the solver.
Each class, or pair of classes, is judged once.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from houseway.analysis.arrays import Bytes, Ints
from houseway.cards import Card, Cards, Pack
from houseway.sight import Grades, Sight

CARDS = 53
MOST_INDICES = 1 << 24
A_SET = 0  # in place of a number of grades: the cards are looked at as a set


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Position:
    """The classes of the cards of a position; each is shown by real cards, part by part."""

    digits: Bytes  # of each card
    grades: int  # how many, or A_SET
    class_of: Ints  # index -> class; -1 where no pack deals it
    hands: Sequence[tuple[Cards, ...]]


JudgeAll = Callable[[Sight, Callable[[Any], str], Position, Position | None], tuple[Ints, list[str]]]


@cache
def by_grades(grade: Callable[[Card], int], pack: Pack, parts: tuple[int, ...]) -> Position:
    held = list(reversed(Grades("", grade).held(pack).values()))  # the lowest grade first
    digits, size = np.zeros(CARDS, np.uint8), sum(parts)
    for digit, cards in enumerate(held):
        digits[list(cards)] = digit
    base = len(held) ** np.arange(size)[::-1]
    dealt = np.arange(len(held) ** size)[:, None] // base % len(held)
    ends = np.cumsum(parts)
    for start, end in zip(ends - parts, ends, strict=True):
        dealt[:, start:end].sort(axis=1)
    codes, index = np.unique(dealt @ base, return_inverse=True)
    hands: list[tuple[Cards, ...]] = []
    numbers = np.full(len(codes), -1, np.int32)
    for place, seen in enumerate((codes[:, None] // base % len(held)).tolist()):
        if all(seen.count(digit) <= len(held[digit]) for digit in set(seen)):
            cards = [held[digit][seen[:at].count(digit)] for at, digit in enumerate(seen)]
            numbers[place] = len(hands)
            hands.append(tuple(tuple(cards[end - n : end]) for n, end in zip(parts, ends.tolist(), strict=True)))
    return Position(digits=digits, grades=len(held), class_of=numbers[index], hands=hands)


# ---- judged ----------------------------------------------------------------------------------------


def judge_classes(
    sight: Sight, judge: Callable[[Any], str], mine: Position, his: Position | None
) -> tuple[Ints, list[str]]:
    """The line of every class of a seat's cards or, where the dealer's are seen too, of every pair of classes."""
    cards = [sum(parts, ()) for parts in mine.hands]
    dealers = [sum(parts, ()) for parts in his.hands] if his else [()]
    if sight.adds_up and his:
        return _judged_sums(sight, judge, cards, his.digits[np.array(dealers)], his)
    lines: dict[str, int] = {}
    by_look: dict[Any, int] = {}

    def judged() -> Iterable[int]:
        see, known = sight.see, by_look.get
        for held in cards:
            for dealt in dealers:
                seen = see(held, dealt)
                line = known(seen)
                if line is None:
                    line = by_look[seen] = lines.setdefault(judge(seen), len(lines))
                yield line

    return np.fromiter(judged(), np.int32, len(cards) * len(dealers)), list(lines)


def _judged_sums(
    sight: Sight, judge: Callable[[Any], str], cards: Sequence[Cards], dealers: Bytes, his: Position
) -> tuple[Ints, list[str]]:
    """The same, where what is seen of the dealer's cards is the sum of what is seen of each; rows of digits."""
    of_grade = [Card(int(np.argmax(his.digits == digit))) for digit in range(his.grades)]
    each = np.array([[sight.see(held, (card,)) for card in of_grade] for held in cards])
    seen, place = np.unique(each[:, dealers].sum(axis=2), return_inverse=True)
    lines: dict[str, int] = {}
    of_seen = np.array([lines.setdefault(judge(value), len(lines)) for value in seen.tolist()], np.int32)
    return of_seen[place.ravel()], list(lines)
