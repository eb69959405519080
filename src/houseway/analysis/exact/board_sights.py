"""What a seat sees in a game of boards: its pair before the board, beside some of it, and beside the whole board.

There are 1,326 pairs, a million of them with boards of three, and with whole boards ten. So a glance at a whole board
may see what one's own cards make with it and what the board makes alone, and no more: it is asked once for both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from fractions import Fraction
from functools import cached_property
from itertools import combinations

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.exact.board_kinds import NO_SUIT
from houseway.analysis.exact.board_levels import pack_of
from houseway.analysis.exact.board_sums import board_kind
from houseway.analysis.exact.boards import Boards
from houseway.analysis.exact.courses import Course
from houseway.analysis.exact.weighed import Glance, Played, Tables, Weighed, first_best
from houseway.analysis.exact.worths import SUITS
from houseway.cards import Card, Cards, card
from houseway.game import SEAT, Choice, Seen

FEW = 100_000  # whole boards and pairs that are glanced at one by one
SAMPLED = 500  # of more, those with which it is tried what a glance sees


class BoardSights:
    """The choices of a game of boards."""

    quick = False  # it takes a minute to glance at all boards, and seconds to weigh a choice anew

    def __init__(self, method: Boards) -> None:
        self.method, self.courses = TableBoards(method), method.courses
        game = method.question.game
        forks = {course.at: course for course in reversed(self.courses.forks)}
        self._course = [forks[at] for at in sorted(forks)]
        if len(forks) < len(self.courses.forks) or sum(map(self._is_last, self._course)) > 1:
            raise ValueError(f"{game.slug}: a choice after different words, no exact way to weigh a short strategy")
        self.steps = tuple(step for at in sorted(forks) if isinstance(step := game.round[at], Choice))
        self.numbers = tuple(sum(isinstance(step, Choice) for step in game.round[:at]) for at in sorted(forks))
        self.words = tuple(tuple(o.word for o in self.courses.ways(course)) for course in self._course)
        sizes = [self.method.board_cards(course) for course in self._course]
        self.labels = tuple(f"{method.board} of {size}" if size else "at first" for size in sizes)

    # ---- what is seen ------------------------------------------------------------------------------

    def seen(self, choice: int) -> Iterable[Seen]:
        """One of each; of whole boards one of each that can be told apart by what hands are worth."""
        course = self._course[choice]
        if self._is_last(course):
            return (self._seen(course, *self._at(place)) for place in self._groups[1].tolist())
        return (self._seen(course, board, pair) for _, board, pair in self._pairs(course))

    def glanced(self, choice: int, glance: Callable[[Seen], Glance]) -> tuple[list[Glance], Longs]:
        """All glances that there are, and which of them each sight is."""
        course, numbers = self._course[choice], dict[Glance, int]()
        if self._is_last(course):
            asked = [numbers.setdefault(glance(seen), len(numbers)) for seen in self.seen(choice)]
            of_sight = np.array(asked, np.int64)[self._groups[0]]
            self._check(course, glance, list(numbers), of_sight)
            return list(numbers), of_sight
        level = self.method.levels[self.method.level_of(course)]
        of_sight = np.zeros(level.first_pair.shape, np.int64)
        for (board_at, pair_at), board, pair in self._pairs(course):
            of_sight[board_at, pair_at] = numbers.setdefault(glance(self._seen(course, board, pair)), len(numbers))
        same = np.maximum(level.first_pair, 0).astype(np.int64)
        return list(numbers), np.take_along_axis(of_sight, same, 1).reshape(-1)

    def _seen(self, course: Course, board: Cards, pair: Cards) -> Seen:
        lying = {SEAT.place: pair, self.method.board: board}
        return Seen(pack=self.method.question.pack, lying=lying, said=course.said)

    def _is_last(self, course: Course) -> bool:
        return self.method.board_cards(course) == self.method.size

    def _pairs(self, course: Course) -> Iterator[tuple[tuple[int, int], Cards, Cards]]:
        """Every board and pair that differ in more than names of suits."""
        level, cards = self.method.levels[self.method.level_of(course)], self.method.cards
        pairs = [tuple(cards[place] for place in pair) for pair in self.method.kinds.pairs.tolist()]
        every = np.arange(len(pairs))
        for number, row in enumerate(level.boards.tolist()):
            board = tuple(cards[place] for place in row)
            for pair in np.flatnonzero(level.first_pair[number] == every).tolist():
                yield (number, pair), board, pairs[pair]

    # ---- whole boards ------------------------------------------------------------------------------

    @cached_property
    def _groups(self) -> tuple[Longs, Longs]:
        """Which group each place is of, and the first place of each group: by what the two hands are worth, or one by
        one where they are few."""
        worths = self.method.worths_at_last
        if len(worths) <= FEW:
            firsts = np.arange(len(worths))
            firsts = firsts[worths >= 0]
            groups = np.zeros(len(worths), np.int64)
            groups[firsts] = np.arange(len(firsts))
            return groups, firsts
        [hand] = {hand for hand in self.method.question.game.main[0].hands if SEAT.place in hand.of.places}
        offsets = self.method.kinds.offsets
        dealt = np.flatnonzero(np.maximum.reduceat(worths, offsets[:-1]) >= 0).tolist()
        alone = {kind: hand.worth(self._board(kind)) for kind in dealt}
        order = {worth: number for number, worth in enumerate(sorted(set(alone.values())))}
        by_kind = np.zeros(len(offsets) - 1, np.int64)
        by_kind[dealt] = [order[alone[kind]] for kind in dealt]
        each = np.repeat(by_kind, np.diff(offsets))
        keys = np.where(worths >= 0, each * (int(worths.max()) + 1) + worths, -1)
        found, firsts, groups = np.unique(keys, return_index=True, return_inverse=True)
        if found[0] == -1:  # places that cannot be dealt
            return np.maximum(groups - 1, 0), firsts[1:]
        return groups, firsts

    def _at(self, place: int) -> tuple[Cards, Cards]:
        """Some board and pair of a place."""
        kinds = self.method.kinds
        kind = int(np.searchsorted(kinds.offsets, place, "right")) - 1
        board, number = self._board(kind), place - int(kinds.offsets[kind])
        high = int((np.sqrt(8 * number + 1) - 1) // 2)
        suit = int(kinds.suits[kind])
        own: list[int] = []
        for each in (number - high * (high + 1) // 2, high):
            rank = kinds.ranks.ranks[each if suit == NO_SUIT else each >> 1]
            suited = [s for s in range(SUITS) if suit == NO_SUIT or (s == suit) == bool(each & 1)]
            free = (card(rank, s) for s in suited)
            own.append(next(c for c in free if c in self._held and c not in board and c not in own))
        return board, tuple(sorted(self._held[c] for c in own))

    @cached_property
    def _held(self) -> dict[int, Card]:
        return {int(each): each for each in self.method.cards}

    def _board(self, kind: int) -> Cards:
        """Some board of a kind."""
        kinds = self.method.kinds
        if kind in self._some_boards:
            return self._some_boards[kind]
        ranks = [kinds.ranks.ranks[place] for place in kinds.rows[kind].tolist()]
        suit = int(kinds.suits[kind])
        if suit == NO_SUIT:
            return tuple(sorted(card(rank, place % SUITS) for place, rank in enumerate(ranks)))
        suited = int(kinds.masks[kind]).bit_count()
        rest = (card(rank, (suit + 1 + place) % SUITS) for place, rank in enumerate(ranks[suited:]))
        return tuple(sorted((*(card(rank, suit) for rank in ranks[:suited]), *rest)))

    @cached_property
    def _some_boards(self) -> dict[int, Cards]:
        """Of a small pack, in which suits may be short, one of each kind that there is."""
        if len(self.method.worths_at_last) > FEW:
            return {}
        places = range(len(self.method.cards))
        found: dict[int, Cards] = {}
        for row in combinations(places, self.method.size):
            kind, suit = self.method.kind_of(np.array(row, np.uint8))
            if suit == self.method.kinds.suits[kind]:
                found.setdefault(kind, tuple(self.method.cards[place] for place in row))
        return found

    def _check(self, course: Course, glance: Callable[[Seen], Glance], keys: list[Glance], of_sight: Longs) -> None:
        """A glance that sees more than hands are worth is refused."""
        worths = self.method.worths_at_last
        places = np.random.default_rng(1).choice(np.flatnonzero(worths >= 0), SAMPLED)
        for place in places.tolist():
            if glance(self._seen(course, *self._at(place))) != keys[of_sight[place]]:
                name = self.method.question.game.slug
                raise ValueError(f"{name}: a glance at the whole board sees more than what it makes with the cards")

    # ---- what is won -------------------------------------------------------------------------------

    def play(self, tables: Tables) -> Played:
        """The best is said at choices for which there is no table; of equals the first."""
        followed = self._followed(tables)
        return Played(followed.expectation, tuple(followed.weighed(self._course)))

    def expectation(self, tables: Tables) -> Fraction:
        return self._followed(tables).expectation

    def _followed(self, tables: Tables) -> TableBoards:
        return TableBoards(self.method, {self._course[choice]: table for choice, table in tables.items()})


class TableBoards(Boards):
    """Boards with which tables say what is chosen."""

    def __init__(self, boards: Boards, tables: Mapping[Course, Bytes] | None = None) -> None:
        self.__dict__.update(copy(boards.__dict__))
        for name in ("_known", "_chosen"):
            self.__dict__.pop(name, None)
        self.played_best: Boards = boards.played_best if isinstance(boards, TableBoards) else boards
        self.added: dict[bytes, Longs] = boards.added if isinstance(boards, TableBoards) else {}
        self.tables = tables or {}
        self.wins: dict[Course, list[Longs]] = {}

    # ---- what is known of boards -------------------------------------------------------------------

    def board_cards(self, course: Course) -> int:
        return self._seen(course)

    def level_of(self, course: Course) -> int:
        return self._level(course)

    @property
    def worths_at_last(self) -> Ints:
        """Of one's own hand, by place; less than nothing where it cannot be dealt."""
        return self._counted[0]

    def kind_of(self, board: Bytes) -> tuple[int, int]:
        kind = np.empty(2, np.int64)
        board_kind(board, pack_of(self.kinds), kind)
        return int(kind[0]), int(kind[1])

    # ---- values ------------------------------------------------------------------------------------

    @property
    def expectation(self) -> Fraction:
        values = self._values(0)[0]
        column = self._choices.groups + self._waiting(0).index(self.courses.start)
        return Fraction(int(values[:, column].sum()), len(values) * self._paths(0) * self.showdown.unit)

    def at_last(self, course: Course) -> list[Longs]:
        """What each option wins at each place."""
        values = self._last_values
        return [self._win(after, (), self.all_his, values) for after in self.courses.ways(course).values()]

    def _values(self, level: int) -> Longs:
        if level in self._known:
            return self._known[level]
        here = self.levels[level]
        if level + 1 < len(self.levels):
            sums = here.sums(self.levels[level + 1], self._values(level + 1))
        else:
            columns = self._choices.groups + len(self._waiting_at_last)
            sums = self.played_best._values(level)[..., :columns]
            for number, course in enumerate(self._waiting_at_last):
                if course in self.tables:
                    sums = sums.copy()
                    sums[..., self._choices.groups + number] = self._added_up(level, course)
        self._known[level] = self._with_choices(level, sums)
        return self._known[level]

    def _added_up(self, level: int, course: Course) -> Longs:
        """What the table of the last choice wins, over all whole boards; kept, for other tables are tried with it."""
        table = self.tables[course]
        key = table.tobytes()
        if key not in self.added:
            won = np.zeros((len(table), 1), np.int64)
            for number, each in enumerate(self.at_last(course)):
                chosen = (table == number) & (self.worths_at_last >= 0)
                won[chosen, 0] = each[chosen]
            self.added[key] = self.levels[level].last_sums(won)[..., 0]
        return self.added[key]

    def _best(self, course: Course, level: int, sums: Longs) -> Longs:
        waiting = self._waiting(level)[: sums.shape[2] - self._choices.groups]
        wins = [self._win(after, waiting, self._paths(level), sums) for after in self.courses.ways(course).values()]
        self.wins[course] = wins
        every = np.stack([each.reshape(-1) for each in wins], axis=1)
        chosen = self.tables[course] if course in self.tables else first_best(every)
        self._chosen[course] = chosen.reshape(wins[0].shape)
        return every[np.arange(len(chosen)), chosen].reshape(wins[0].shape)

    # ---- how often it is come to -------------------------------------------------------------------

    def weighed(self, order: list[Course]) -> Iterator[Weighed]:
        self._values(0)
        reached = {self.courses.start: np.ones((1, len(self.kinds.pairs)), np.int32)}
        ways: dict[Course, Ints] = {}
        for number, here in enumerate(self.levels):
            ways |= {course: reached[course] for course in self._forks(here.size) if course in reached}
            reached = self._decided(number, reached)
            courses, spread = list(reached), np.array(list(reached.values()))
            if number + 1 < len(self.levels):
                reached = dict(zip(courses, here.spread(self.levels[number + 1], spread), strict=True))
            else:
                at_last = [course for course in courses if course in self._waiting_at_last]
                spread = here.last_spread(np.array([reached[course] for course in at_last]))
                ways |= dict(zip(at_last, spread, strict=True))
        for course in order:
            wins = self.wins[course] if course in self.wins else self.at_last(course)
            often = ways[course].reshape(-1).astype(np.int64)
            yield Weighed(often, np.stack([each.reshape(-1) * often for each in wins], axis=1))
