"""Games of a common board and two cards each: one's own, which one sees, and the dealer's, which are shown at last.

On every kind of whole board all pairs are ranked once, and his that are below a cut are counted for each of mine. The
values that follow are added up over the cards that are still to come, from choice to choice. Then the choices are
known, and how often each board and pair is reached by each course is spread the other way, to the ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np

from houseway.analysis.arrays import Bytes, Ints, Longs
from houseway.analysis.exact import board_kernel as kernels
from houseway.analysis.exact.board_kinds import HOLE, BoardKinds
from houseway.analysis.exact.board_levels import BoardLevel, pack_of
from houseway.analysis.exact.board_sums import board_kind
from houseway.analysis.exact.courses import Course, Courses
from houseway.analysis.exact.ends import End, Ends
from houseway.analysis.exact.question import Question
from houseway.analysis.exact.showdown import Item, Showdown
from houseway.analysis.exact.state import State
from houseway.analysis.exact.threads import in_threads
from houseway.analysis.exact.tree import Tree
from houseway.analysis.exact.worths import NONE, worths_of
from houseway.game import SEAT, Contest, Hand, Option, Seen


class Boards:
    """A game of boards, for one seat."""

    def __init__(self, question: Question) -> None:
        self._compare(question)
        self.kinds = BoardKinds(self.cards, self.size, self.mine.length)
        sizes = {0, *map(self._seen, self.courses.forks)} - ({self.size} if question.policy is None else set())
        self.levels = [BoardLevel(self.kinds, size) for size in sorted(sizes)]
        self._check_size()

    def _compare(self, question: Question) -> None:
        """Read the shape of the round, and ask what hands are worth and who wins what between two."""
        self.question = question
        self.courses = Courses(question)
        self.cards = tuple(sorted(question.cards))
        mine, his = self._hands()
        self.size = sum(coming.cards for coming in self.courses.comings if coming.place == self.board)
        cards = self.size + HOLE
        self.mine, self.his = worths_of(mine, cards, self.cards, cards), worths_of(his, cards, self.cards, cards)
        if self.mine.length != self.his.length:
            raise ValueError("the two hands see flushes of different lengths")
        if not (self.mine.in_order and self.his.in_order):
            raise ValueError("what hands are worth does not stand in order: not a game of boards")
        self.showdown = Showdown(self.courses, (mine, self.mine.worths), (his, self.his.worths))
        self.all_his = comb(len(self.cards) - self.size - HOLE, HOLE)

    @cached_property
    def ends(self) -> Ends:
        """How a round ends."""
        return self._ends(0, {self.courses.start: np.ones((1, len(self.kinds.pairs)), np.int32)})

    def options(self, seen: Seen) -> dict[Option, Fraction]:
        """What each option of the choice at hand wins on average, with best play after it."""
        if self.question.policy:
            return {option: ends.mean(self.question.net) for option, ends in self.branches(seen).items()}
        state = Tree(self.question).state(seen)
        course = self.courses.after(state.said)
        board, pair = self._place(state)
        if self._seen(course) == self.size:
            values, paths, waiting = self._at_last(board, pair), self.all_his, self._waiting_at_last
        else:
            level = self._level(course)
            [values] = self._values(level)[self.levels[level].find(board[None], np.array([pair]))]
            paths, waiting = self._paths(level), self._waiting(level)
        return {
            option: Fraction(int(self._win(after, waiting, paths, values)), paths * self.showdown.unit)
            for option, after in self.courses.ways(course).items()
        }

    def branches(self, seen: Seen) -> dict[Option, Ends]:
        """How a round ends after each option of the choice at hand."""
        state = Tree(self.question).state(seen)
        course = self.courses.after(state.said)
        board, pair = self._place(state)
        ways = self.courses.ways(course)
        if self._seen(course) == self.size and not self.question.policy:
            weights = np.zeros((1, self.kinds.places), np.int32)
            weights[0, self._place_at_last(board, pair)] = 1
            return {
                option: self._shown(np.array([self._arrival(after)], np.int64), weights)
                for option, after in ways.items()
            }
        level = self._level(course)
        reached = np.zeros((len(self.levels[level].boards), len(self.kinds.pairs)), np.int32)
        reached[self.levels[level].find(board[None], np.array([pair]))] = 1
        return {option: self._ends(level, {after: reached}) for option, after in ways.items()}

    def chosen(self, said: tuple[str, ...], own: Bytes, boards: Bytes) -> Bytes:
        """Which option is best, of equals the first, for rows of one's own cards and of cards of the board, where the
        whole board is not yet seen."""
        course = self.courses.after(said)
        places = np.zeros(max(self.cards) + 1, np.int64)
        places[list(self.cards)] = np.arange(len(self.cards))
        low, high = np.sort(places[own], axis=1).T
        level = self._level(course)
        return self._choice(course, level)[self.levels[level].find(places[boards], high * (high - 1) // 2 + low)]

    def chosen_at_last(self, said: tuple[str, ...]) -> Bytes:
        """The same by kind of whole board and pair (`BoardKinds`), where all of the board is seen."""
        course, waiting = self.courses.after(said), self._waiting_at_last
        return _first_best(
            self._win(after, waiting, self.all_his, self._last_values) for after in self.courses.ways(course).values()
        )[1]

    # ---- the shape of the round --------------------------------------------------------------------

    def _hands(self) -> tuple[Hand, Hand]:
        """The two that are compared: cards of the seat's and the dealer's own, and the whole board with each."""
        wagers = [wager for wager in self.question.game.wagers if wager.name in self.question.wagers]
        contest = next((wager for wager in wagers if isinstance(wager, Contest)), None)
        if contest is None or not self.courses.forks:
            raise ValueError("no hands are compared after a choice: not a game of boards")
        comings = self.courses.comings
        mine, his = ({comings[n].place for n in self.courses.places(hand.of)} for hand in contest.hands)
        if len(mine) != 2 or len(his) != 2 or len(mine & his) != 1 or SEAT.place not in mine - his:
            raise ValueError("the two hands do not share a board: not a game of boards")
        [self.board], [dealer] = mine & his, his - mine
        for hand, place in zip(contest.hands, (SEAT.place, dealer), strict=True):
            own = [coming.cards for coming in comings if coming.place == place]
            whole = [n for n, coming in enumerate(comings) if coming.place in (place, self.board)]
            if own != [HOLE] or list(self.courses.places(hand.of)) != whole:
                raise ValueError(f"the {place}'s are not two cards that are looked at with the whole board")
        last = max(self.courses.seen(course) for course in self.courses.forks)
        if any(coming.place == dealer for coming in comings[:last]) or comings[0].place != SEAT.place:
            raise ValueError("a choice is made before one's own cards are seen, or after the dealer's are")
        mine_is, his_is = contest.hands
        return mine_is, his_is

    def _seen(self, course: Course) -> int:
        """How many cards of the board a seat has seen that has to choose."""
        return sum(c.cards for c in self.courses.comings[: self.courses.seen(course)] if c.place == self.board)

    def _level(self, course: Course) -> int:
        return next(n for n, level in enumerate(self.levels) if level.size == self._seen(course))

    def _place(self, state: State) -> tuple[Bytes, int]:
        """The places of a board's cards in the pack, and the number of a pair."""
        low, high = sorted(self.cards.index(each) for each in state.place(SEAT.place).cards)
        board = sorted(self.cards.index(each) for each in state.place(self.board).cards)
        return np.array(board, np.uint8), high * (high - 1) // 2 + low

    # ---- values ------------------------------------------------------------------------------------
    # A row of values is what each group of bets wins, and then what each course wins that is waiting for a choice.

    @cached_property
    def _waiting_at_last(self) -> tuple[Course, ...]:
        """Courses that choose when the whole board is seen, those first that others lead to."""
        return () if self.question.policy else self._forks(self.size)

    def _waiting(self, level: int) -> tuple[Course, ...]:
        """Courses that choose at this level or later."""
        later = self._waiting(level + 1) if level + 1 < len(self.levels) else self._waiting_at_last
        return later + self._forks(self.levels[level].size)

    def _forks(self, size: int) -> tuple[Course, ...]:
        return tuple(course for course in reversed(self.courses.forks) if self._seen(course) == size)

    def _paths(self, level: int) -> int:
        """In how many ways the cards that are still to come can come, the dealer's among them."""
        sizes = [each.size for each in self.levels[level + 1 :]] + [self.size]
        ways = self.all_his
        for each, size in zip(self.levels[level:], sizes, strict=True):
            ways *= each.ways_to(size)
        return ways

    def _times(self, after: Course, waiting: tuple[Course, ...]) -> tuple[list[int], int]:
        """What a course wins is so many times what stands in a row of values, and so much for each path."""
        lies, _ = self.showdown.groups
        if not self.courses.is_over(after):
            return [0] * len(lies) + [int(course == after) for course in waiting], 0
        lost = sum(int(self.question.net[line] * self.showdown.unit) for line in after.lost)
        return lies[:, self.courses.finished.index(after)].tolist() + [0] * len(waiting), lost

    def _win(self, after: Course, waiting: tuple[Course, ...], paths: int, values: Longs) -> Longs:
        times, lost = self._times(after, waiting)
        won = np.full(values.shape[:-1], lost * paths, np.int64)
        for column, each in enumerate(times):
            if each:
                won += each * values[..., column]
        return won

    @cached_property
    def _choices(self) -> kernels.Choices:
        """What is chosen when the whole board is seen."""
        ways = [list(self.courses.ways(course).values()) for course in self._waiting_at_last]
        rows = [self._times(after, self._waiting_at_last) for afters in ways for after in afters]
        groups = len(self.showdown.groups[0])
        return kernels.Choices(
            groups,
            np.cumsum([0, *map(len, ways)]),
            np.array([times for times, _ in rows], np.int64).reshape(len(rows), groups + len(ways)),
            np.array([lost * self.all_his for _, lost in rows], np.int64),
            np.array([self._arrival(after) for afters in ways for after in afters], np.int64),
        )

    def _arrival(self, course: Course) -> int:
        """A finished course by its number, or one that is waiting at last, from -1 down."""
        if self.courses.is_over(course):
            return self.courses.finished.index(course)
        return -1 - self._waiting_at_last.index(course)

    @cached_property
    def _last_values(self) -> Longs:
        """By kind of whole board and pair."""
        values = np.zeros((self.kinds.places, self._choices.groups + len(self._waiting_at_last)), np.int64)
        worths, runs = self._counted
        nets = self.showdown.groups[1]
        in_threads(
            lambda part: kernels.add_values(worths[part], runs[part], nets, self._choices, values[part]), len(worths)
        )
        return values

    def _at_last(self, board: Bytes, pair: int) -> Longs:
        values: Longs = self._last_values[self._place_at_last(board, pair)]
        return values

    def _place_at_last(self, board: Bytes, pair: int) -> int:
        """Where a whole board and a pair stand."""
        kind = np.empty(2, np.int64)
        board_kind(board, pack_of(self.kinds), kind)
        return int(self.kinds.offsets[kind[0]] + self.kinds.pair_kinds[kind[1], pair])

    def _values(self, level: int) -> Longs:
        """By board and pair of a level."""
        if level not in self._known:
            here = self.levels[level]
            if level + 1 < len(self.levels):
                sums = here.sums(self.levels[level + 1], self._values(level + 1))
            else:
                sums = here.last_sums(self._last_values)
            self._known[level] = self._with_choices(level, sums)
        return self._known[level]

    def _with_choices(self, level: int, sums: Longs) -> Longs:
        """The same with a column for each course that chooses at this level."""
        forks, before = self._forks(self.levels[level].size), sums.shape[2]
        values = np.empty((*sums.shape[:2], before + len(forks)), np.int64)
        values[..., :before] = sums
        for column, course in enumerate(forks, before):
            values[..., column] = self._best(course, level, values[..., :column])
        return values

    def _best(self, course: Course, level: int, sums: Longs) -> Longs:
        """What the best option wins, of equals the first; which it is is kept."""
        waiting = self._waiting(level)[: sums.shape[2] - self._choices.groups]
        paths = self._paths(level)
        best, self._chosen[course] = _first_best(
            self._win(after, waiting, paths, sums) for after in self.courses.ways(course).values()
        )
        return best

    @cached_property
    def _known(self) -> dict[int, Longs]:
        return {}

    @cached_property
    def _chosen(self) -> dict[Course, Bytes]:
        return {}

    def _check_size(self) -> None:
        """Values are sums of whole numbers of 64 bits."""
        lies, nets = self.showdown.groups
        most = int((lies.max(1, initial=0) * np.abs(nets).max((1, 2), initial=0)).sum()) + max(
            abs(self._times(course, ())[1]) for course in self.courses.finished
        )
        if most * self._paths(0) >= 2**62:
            raise ValueError("the pays are too great for this method")

    # ---- ends --------------------------------------------------------------------------------------

    def _ends(self, level: int, reached: dict[Course, Ints]) -> Ends:
        """How a round ends that has come to a level: each course with the number of ways, by board and pair."""
        for number in range(level, len(self.levels)):
            reached = self._decided(number, reached)
            here, courses, ways = self.levels[number], list(reached), np.array(list(reached.values()))
            reached = {}  # so that its arrays are let go
            if number + 1 < len(self.levels):
                reached = dict(zip(courses, here.spread(self.levels[number + 1], ways), strict=True))
            else:
                weights = here.last_spread(ways)
        return self._shown(np.array([self._arrival(course) for course in courses], np.int64), weights)

    def _decided(self, level: int, reached: dict[Course, Ints]) -> dict[Course, Ints]:
        """Where those courses lead that choose at a level."""
        waiting = list(reached.items())
        decided: dict[Course, Ints] = {}
        for course, ways in waiting:
            if course not in self._forks(self.levels[level].size):
                decided[course] = decided[course] + ways if course in decided else ways
                continue
            chosen = self._by_policy(course, level, ways) if self.question.policy else self._choice(course, level)
            parts = [np.where(chosen == number, ways, 0) for number in range(len(self.courses.ways(course)))]
            on = zip(self.courses.ways(course).values(), parts, strict=True)
            waiting += [(after, part) for after, part in on if part.any()]
        return decided

    def _choice(self, course: Course, level: int) -> Bytes:
        self._values(level)
        return self._chosen[course]

    def _by_policy(self, course: Course, level: int, ways: Ints) -> Bytes:
        """A policy sees which cards lie on the board, but not in which order they came."""
        afters = list(self.courses.ways(course).values())
        chosen = np.zeros(ways.shape, np.uint8)
        for board, pair in np.argwhere(ways).tolist():
            own, common = self.kinds.pairs[pair], self.levels[level].boards[board]
            lying = {
                SEAT.place: tuple(self.cards[place] for place in own),
                self.board: tuple(self.cards[place] for place in common),
            }
            chosen[board, pair] = afters.index(self.courses.by_policy(course, lying))
        return chosen

    def _shown(self, arrive: Longs, weights: Ints) -> Ends:
        """The showdowns that these whole boards lead to."""
        values = np.zeros((self.kinds.places, 0), np.int64) if self.question.policy else self._last_values
        shape = len(self.courses.finished), len(self.showdown.lines)
        parts: list[Longs] = []

        worths, runs = self._counted

        def add(part: slice) -> None:
            ends = np.zeros(shape, np.int64)
            reached = np.ascontiguousarray(weights[:, part])
            kernels.add_ends(
                worths[part], runs[part], self.showdown.of_run, self._choices, values[part], arrive, reached, ends
            )
            parts.append(ends)

        in_threads(add, len(worths))
        found: Counter[End] = Counter()
        for course, row in zip(self.courses.finished, np.sum(parts, axis=0).tolist(), strict=True):
            places = [self.showdown.items.index(Item(bet.wager, bet.said)) for bet in self.courses.bets(course)]
            for lines, weight in zip(self.showdown.lines, row, strict=True):
                if weight:
                    found[self.courses.end(course, tuple(lines[place] for place in places))] += weight
        return Ends(found)

    # ---- tables ------------------------------------------------------------------------------------

    @cached_property
    def _counted(self) -> tuple[Ints, kernels.Shorts]:
        """For every pair beside every kind of whole board its worth, and how many of his lie on each stretch."""
        kinds, cuts = self.kinds, self.showdown.cuts
        worths = np.full(kinds.places, NONE, np.int32)
        runs = np.zeros((kinds.places, cuts.shape[1] + 1), np.int16)
        hands = kernels.BoardHands(
            kinds.ranks.held.astype(np.int64),
            kinds.held,
            kinds.ranks.next,
            self.mine.plain,
            self.mine.flush,
            self.his.plain,
            self.his.flush,
            cuts,
        )

        def count(part: slice) -> None:
            share = kernels.Share(
                kinds.rows[part], kinds.numbers[part], kinds.suits[part], kinds.masks[part], kinds.offsets[part]
            )
            kernels.count_boards(share, hands, worths, runs)

        in_threads(count, len(kinds.rows))
        return worths, runs


def _first_best(wins: Iterable[Longs]) -> tuple[Longs, Bytes]:
    """What wins most, place by place, and which it is; of equals the first."""
    best, *others = wins
    chosen = np.zeros(best.shape, np.uint8)
    for number, won in enumerate(others, 1):
        chosen[won > best] = number
        best = np.maximum(best, won)
    return best, chosen
