"""Best play from the tables of a method, for all that can be seen at a choice at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from itertools import chain

import numpy as np

from houseway.analysis.exact.boards import Boards
from houseway.analysis.exact.streets import Streets
from houseway.analysis.split.kernel import Bytes
from houseway.steps import SEAT, Option, Seen

Lying = Mapping[str, Bytes]  # by place, rows of its cards in the order in which they came


class Tables(ABC):
    """A policy that answers for many rows of cards at once; what may be said depends on what was said alone."""

    @abstractmethod
    def chosen(self, said: tuple[str, ...], lying: Lying) -> Bytes:
        """Which of the options is best for each row."""

    def is_reckoned(self, number: int) -> bool:
        """Whether there is too much to be seen at a choice to keep it."""
        return False

    def __call__(self, number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        [chosen] = self.chosen(seen.said, {name: np.array([cards], np.uint8) for name, cards in seen.lying.items()})
        return options[int(chosen)]


class StreetTables(Tables):
    """Best play in a game of streets, street by street, as its method keeps it."""

    def __init__(self, method: Streets) -> None:
        self.method = method

    def chosen(self, said: tuple[str, ...], lying: Lying) -> Bytes:
        """What differs in nothing that counts to the method is one: its rows and these are compared all together."""
        rows, best = self.method.chosen(said)
        courses = self.method.courses
        left = {name: iter(cards.T) for name, cards in lying.items()}
        comings = courses.comings[: courses.seen(courses.after(said))]
        asked = np.array(list(chain.from_iterable([next(left[c.place]) for _ in range(c.cards)] for c in comings))).T
        _, which = self.method.outcomes.alike(np.concatenate([rows, asked.astype(np.uint8)]))
        of_each = np.zeros(int(which.max()) + 1, np.uint8)
        of_each[which[: len(rows)]] = best
        return of_each[which[len(rows) :]]


class BoardTables(Tables):
    """Best play in a game of boards: tables of its method while cards of the board are hidden, and reckoned when they
    are not."""

    def __init__(self, method: Boards) -> None:
        self.method = method

    def chosen(self, said: tuple[str, ...], lying: Lying) -> Bytes:
        own = lying[SEAT.place]
        return self.method.chosen(said, own, lying.get(self.method.board, np.zeros((len(own), 0), np.uint8)))

    def is_reckoned(self, number: int) -> bool:
        """A choice that is made when the whole board is seen."""
        return number == len(self.method.question.game.choices) - 1

    def __call__(self, number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        if not self.is_reckoned(number):
            return super().__call__(number, seen, options)
        values = self.method.options(seen)
        return max(options, key=lambda option: values[option])
