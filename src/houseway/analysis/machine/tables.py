"""Best play from the tables of a method, for all that can be seen at a choice at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from itertools import chain

import numpy as np

from houseway.analysis.arrays import Bytes, Ints
from houseway.analysis.exact.boards import Boards
from houseway.analysis.exact.removal import Removal
from houseway.analysis.exact.streets import Streets
from houseway.analysis.machine.sights import CARDS
from houseway.game import SEAT, Option, Seen

Lying = Mapping[str, Bytes]  # by place, rows of its cards in the order in which they came


class Tables(ABC):
    """A policy that answers for many rows of cards at once; what may be said depends on what was said alone."""

    @abstractmethod
    def chosen(self, said: tuple[str, ...], lying: Lying) -> Bytes:
        """Which of the options is best for each row."""

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


class RemovalTables(Tables):
    """Best play against one hidden hand of which cards are seen, as its method keeps it."""

    def __init__(self, method: Removal) -> None:
        self.method = method

    def chosen(self, said: tuple[str, ...], lying: Lying) -> Bytes:
        mine = lying[SEAT.place]
        return self.method.chosen(mine, lying.get(self.method.once.his_place, np.zeros((len(mine), 0), np.uint8)))


class BoardTables(Tables):
    """Best play in a game of boards: by what is seen while cards of the board are hidden, and by kinds of whole boards
    and pairs when they are not."""

    def __init__(self, method: Boards) -> None:
        self.method = method

    def chosen(self, said: tuple[str, ...], lying: Lying) -> Bytes:
        own = lying[SEAT.place]
        return self.method.chosen(said, own, lying.get(self.method.board, np.zeros((len(own), 0), np.uint8)))

    def __call__(self, number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        if not self.is_last(len(seen.lying.get(self.method.board, ()))):
            return super().__call__(number, seen, options)
        values = self.method.options(seen)
        return max(options, key=lambda option: values[option])

    def is_last(self, seen: int) -> bool:
        """Whether all of the board is seen."""
        return seen == self.method.size

    def last_table(self) -> Ints:
        """The kernel's part of a table that tells boards and pairs apart."""
        kinds = self.method.kinds
        ranks = np.zeros(CARDS, np.int32)
        ranks[list(kinds.cards)] = kinds.rank_place
        fewest = kinds.fewest if kinds.has_flushes else kinds.size + 1
        flushes = np.maximum(kinds.first_flush[kinds.same_suit], 0)
        pieces = [ranks, np.maximum(kinds.ranks.next, 0).ravel(), kinds.ranks.first, flushes.ravel()]
        numbers = [kinds.size, fewest, kinds.plain, kinds.plain_pairs, kinds.flush_pairs]
        places = np.cumsum([len(numbers) + len(pieces) + 1, *map(len, pieces[:-1])])
        head = [*numbers, *places.tolist(), kinds.ranks.next.shape[1]]
        return np.concatenate([np.array(head), *pieces]).astype(np.int32)
