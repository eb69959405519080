"""One sight in a game of a common board and two cards each, counted by numpy, without a compiler.

Where cards of the board are seen, all whole boards that can come are gone through, a thousand or two, and beside each
all pairs of the dealer's. Before any is seen there are two million boards and two thousand million deals: what the two
cards are worth then is looked up in a table that came with the project (`first_sights`).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.board_kinds import HOLE
from houseway.analysis.exact.boards import Boards
from houseway.analysis.exact.courses import Course
from houseway.analysis.exact.ends import Ends
from houseway.analysis.exact.first_sights import first_worths
from houseway.analysis.exact.question import Question
from houseway.analysis.exact.tree import Tree
from houseway.analysis.exact.worths import NONE, SUITS, ranks_of
from houseway.cards import Cards, rank_of, suit_of
from houseway.game import SEAT, Option, Seen

MOST_BOARDS: Final = 3_000  # that are gone through beside a sight
TRIED: Final = 20  # rounds, to be prepared


class BoardSight(Boards):
    """A game of boards, asked about one sight after the other."""

    def __init__(self, question: Question) -> None:
        self._compare(question)

    def options(self, seen: Seen) -> dict[Option, Fraction]:
        """What each option of the choice at hand wins on average, with best play after it."""
        state = Tree(self.question).state(seen)
        course = self.courses.after(state.said)
        mine, board = state.place(SEAT.place).cards, state.place(self.board).cards
        if not board and (known := first_worths(self.question, mine)):
            return {option: known[option.word] for option in self.courses.ways(course)}
        if self._boards_beside(len(board)) > MOST_BOARDS:
            return self._compiled.options(seen)
        values, waiting, paths = self._beside(tuple(sorted(mine)), tuple(sorted(board)))
        return {
            option: Fraction(int(self._win(after, waiting, paths, values)), paths * self.showdown.unit)
            for option, after in self.courses.ways(course).items()
        }

    def prepare(self) -> None:
        """Have at hand what a board takes, and see whether the first cards are looked up."""
        for number, (seen, _) in enumerate(options_met(self.question, TRIED)):
            self.options(seen)
            if number >= len(self.courses.forks):
                return

    def branches(self, seen: Seen) -> dict[Option, Ends]:
        """How a round ends after each option: the whole of it is counted by what is compiled."""
        return self._compiled.branches(seen)

    @cached_property
    def _compiled(self) -> Boards:
        return Boards(self.question)

    def _boards_beside(self, size: int) -> int:
        """How many whole boards are gone through beside a board of so many cards, card by card as they come."""
        number, left = 1, len(self.cards) - HOLE - size
        for more in self._steps(size):
            number *= comb(left, more)
            left -= more
        return number

    def _steps(self, size: int) -> list[int]:
        """How many cards come from one choice to the next, and at last."""
        sizes = sorted({each for each in map(self._seen, self.courses.forks) if size < each < self.size})
        return [until - since for since, until in zip([size, *sizes], [*sizes, self.size], strict=True)]

    def _beside(self, mine: Cards, board: Cards) -> tuple[Longs, tuple[Course, ...], int]:
        """Beside a board: what each group of bets wins and each course that is waiting for a choice, all that can come
        added up; those courses, and in how many ways it can."""
        position = {each: place for place, each in enumerate(self.cards)}
        held = [position[each] for each in mine]
        boards, numbers = np.array([[position[each] for each in board]], np.uint8), []
        for more in self._steps(len(board)):
            boards, number = _with_more(boards, more, held, len(self.cards))
            numbers.append(number)
        values, paths, size = self._at_last_beside(boards, held), self.all_his, self.size
        waiting: tuple[Course, ...] = ()
        for more, number in zip([0, *reversed(self._steps(len(board)))], [1, *reversed(numbers)], strict=True):
            values, paths, size = values.reshape(-1, number, values.shape[1]).sum(1), paths * number, size - more
            if size > len(board):
                for course in self._forks(size):
                    options = self.courses.ways(course).values()
                    best = np.max([self._win(after, waiting, paths, values) for after in options], axis=0)
                    values, waiting = np.column_stack([values, best]), (*waiting, course)
        return values[0], waiting, paths

    # ---- whole boards ------------------------------------------------------------------------------

    def _at_last_beside(self, boards: Bytes, held: list[int]) -> Longs:
        """What each group of bets wins against all pairs of the dealer's, by whole board."""
        free = [place for place in range(len(self.cards)) if place not in held]
        pairs = np.array(list(combinations(free, HOLE)), np.uint8)
        number = self._numbers(boards)
        mine = self._worth(self.mine.plain, self.mine.flush, boards, number, np.array([held], np.uint8))[:, 0]
        his = self._worth(self.his.plain, self.his.flush, boards, number, pairs)
        on_board = np.zeros((len(boards), len(self.cards)), np.bool_)
        np.put_along_axis(on_board, boards.astype(np.int64), True, axis=1)
        his[on_board[:, pairs[:, 0]] | on_board[:, pairs[:, 1]]] = len(self.his.worths)
        cuts = self.showdown.cuts[mine]
        below = [np.zeros(len(boards), np.int64), *(np.count_nonzero(his < cut[:, None], axis=1) for cut in cuts.T)]
        runs = np.diff(np.stack([*below, np.full(len(boards), self.all_his)], axis=1), axis=1)
        return np.stack([(nets[mine] * runs).sum(1) for nets in self.showdown.groups[1]], axis=1)

    def _worth(self, plain: Ints, flush: Ints, boards: Bytes, numbers: Ints, pairs: Bytes) -> Ints:
        """By board and pair the place of what they are worth together."""
        low, high = self._rank_places[pairs].T
        worths = plain[self._next[self._next[numbers][:, low], high[None, :]]]
        for suit in range(SUITS):
            suited = self._suit_bits[suit]
            own = np.bitwise_or.reduce(suited[boards], axis=1)
            [rows] = np.nonzero(np.bitwise_count(own) + HOLE >= self.mine.length)
            if self.mine.length and len(rows):
                masks = own[rows][:, None] | np.bitwise_or.reduce(suited[pairs], axis=1)[None, :]
                worths[rows] = np.maximum(worths[rows], np.where(masks > 0, flush[masks], NONE))
        return np.asarray(worths, np.int32)

    def _numbers(self, boards: Bytes) -> Ints:
        """The number of each board's ranks."""
        numbers = np.zeros(len(boards), np.int32)
        for column in range(boards.shape[1]):
            numbers = self._next[numbers, self._rank_places[boards[:, column]]]
        return np.asarray(numbers, np.int32)

    @property
    def _next(self) -> Ints:
        return ranks_of(self.cards, self.size + HOLE).next

    @cached_property
    def _rank_places(self) -> Ints:
        """By card, the place of its rank."""
        ranks = ranks_of(self.cards, self.size + HOLE).ranks
        return np.array([ranks.index(rank_of(each)) for each in self.cards], np.int32)

    @cached_property
    def _suit_bits(self) -> Ints:
        """By suit and card, its rank as a bit; nothing of another suit."""
        bits = [
            [
                (suit_of(each) == suit) << place
                for each, place in zip(self.cards, self._rank_places.tolist(), strict=True)
            ]
            for suit in range(SUITS)
        ]
        return np.array(bits, np.int32)


def _with_more(boards: Bytes, more: int, held: list[int], cards: int) -> tuple[Bytes, int]:
    """Each board with every set of so many cards more, beside those that are held; and how many there are of one."""
    found = []
    for board in boards.tolist():
        free = [place for place in range(cards) if place not in held and place not in board]
        found.append([(*board, *come) for come in combinations(free, more)])
    return np.array(found, np.uint8).reshape(-1, boards.shape[1] + more), len(found[0])
