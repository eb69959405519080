"""Games in which nobody has hidden cards of his own: what a seat does not see comes to all, street by street.

The last cards are counted first: for all that can lie there at the last choice, how many of the cards that are still to
come lead to each outcome. What a course of words wins is linear in its stakes, so from these counts follow the values
of all its options, whatever was staked before; and from street to street the counts are added up.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from itertools import chain

import numpy as np

from houseway.analysis.arrays import Bytes, Longs
from houseway.analysis.exact.courses import Course, Courses
from houseway.analysis.exact.ends import End, Ends
from houseway.analysis.exact.outcomes import Outcomes
from houseway.analysis.exact.question import Question
from houseway.analysis.exact.tree import Tree
from houseway.cards import Card
from houseway.game import Option, Seen


class Streets:
    """A game of streets, for one seat."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.courses = Courses(question)
        self.outcomes = Outcomes(self.courses)
        if not self.courses.forks:
            raise ValueError("there is nothing to choose: the round is counted, not played")

    @cached_property
    def ends(self) -> Ends:
        """How a round ends."""
        return self._walk.ends(self.courses.start)

    def options(self, seen: Seen) -> dict[Option, Fraction]:
        """What each option of the choice at hand wins on average, with best play after it."""
        course, walk = self._from(seen)
        return {option: walk.mean(after) for option, after in self.courses.ways(course).items()}

    def branches(self, seen: Seen) -> dict[Option, Ends]:
        """How a round ends after each option of the choice at hand."""
        course, walk = self._from(seen)
        return {option: walk.ends(after) for option, after in self.courses.ways(course).items()}

    def _from(self, seen: Seen) -> tuple[Course, Walk]:
        """The course that has come to these cards, and all that can come after them."""
        state = Tree(self.question).state(seen)
        course = self.courses.after(state.said)
        groups = {name: iter(place.groups) for name, place in state.places}
        lying = [next(groups[coming.place]) for coming in self.courses.comings[: self.courses.seen(course)]]
        return course, Walk(self.outcomes, np.array([list(chain(*lying))], np.uint8), self.courses.seen(course))

    def chosen(self, said: tuple[str, ...]) -> tuple[Bytes, Bytes]:
        """All that can lie there when these words were said and something is to be chosen: the cards as they came, and
        which of the options is best."""
        course = self.courses.after(said)
        return self._walk.cards[self._walk.level(course)], self._walk.chosen(course)

    @cached_property
    def _walk(self) -> Walk:
        """From the first choice on."""
        return Walk(self.outcomes, np.empty((1, 0), np.uint8), 0)


class Walk:
    """All that can lie there at each choice, from some cards on: what differs in nothing that counts is one *sight*.

    A level is a time at which something is chosen; `after[level]` are the sights of the next level that follow from
    each of this one, one for each way in which the cards between them can come."""

    def __init__(self, outcomes: Outcomes, cards: Bytes, seen: int) -> None:
        self.outcomes = outcomes
        self.courses = outcomes.courses
        self.levels = sorted({seen, *(n for n in map(self.courses.seen, self.courses.forks) if n > seen)})
        self.cards, self.after = [cards], []
        for before, after in zip(self.levels, self.levels[1:], strict=False):
            for coming in self.courses.comings[before:after]:
                cards = outcomes.more(cards, coming.cards)
            first, which = outcomes.alike(cards)
            self.after.append(which.reshape(len(self.cards[-1]), -1))
            cards = cards[first]
            self.cards.append(cards)
        self.counts = [outcomes.counts(cards, self.levels[-1])]
        for after_it in reversed(self.after):
            self.counts.insert(0, self.counts[0][after_it].sum(1))
        self._best: dict[Course, tuple[Longs, Bytes]] = {}
        self._wins: dict[tuple[int, bytes], Longs] = {}
        self._check_size()

    def ends(self, course: Course) -> Ends:
        """How a round ends that has come to these cards by this course."""
        weights: Counter[End] = Counter()
        self._go(course, 0, np.ones(1, np.int64), weights)
        return Ends(weights)

    def mean(self, course: Course) -> Fraction:
        """What it wins on average."""
        if self.courses.question.policy:
            return self.ends(course).mean(self.courses.question.net)
        [value] = self._value(course, 0)
        return Fraction(int(value), int(self.counts[0].sum()) * self.outcomes.unit)

    def chosen(self, course: Course) -> Bytes:
        """Which option is best for each of what can lie there; of equals the first."""
        return self._chosen(course)[1]

    def _go(self, course: Course, level: int, reached: Longs, weights: Counter[End]) -> None:
        """Follow a course to its ends, from the sights that are reached in so many ways."""
        if self.courses.is_over(course):
            names = [bet.wager for bet in self.courses.bets(course)]
            for outcome, weight in zip(self.outcomes.all, (reached @ self.counts[level]).tolist(), strict=True):
                if weight:
                    weights[self.courses.end(course, tuple(outcome[name] for name in names))] += weight
            return
        for here in range(level, self.level(course)):
            ways = np.zeros(len(self.cards[here + 1]), np.int64)
            np.add.at(ways, self.after[here], reached[:, None])
            reached, level = ways, here + 1
        if not reached.any():
            return
        chosen = self._by_policy(course, level, reached) if self.courses.question.policy else self._chosen(course)[1]
        for number, after in enumerate(self.courses.ways(course).values()):
            self._go(after, level, np.where(chosen == number, reached, 0), weights)

    def level(self, course: Course) -> int:
        return self.levels.index(self.courses.seen(course))

    def _by_policy(self, course: Course, level: int, reached: Longs) -> Bytes:
        ways_on = list(self.courses.ways(course).values())
        chosen = np.zeros(len(reached), np.uint8)
        for sight in np.nonzero(reached)[0].tolist():
            lying = self.courses.lying(map(Card, self.cards[level][sight].tolist()), self.levels[level])
            chosen[sight] = ways_on.index(self.courses.by_policy(course, lying))
        return chosen

    # ---- values ------------------------------------------------------------------------------------

    def _value(self, course: Course, level: int) -> Longs:
        """What all that can come after each of these wins together, by best play."""
        if not self.courses.is_over(course):
            value, _ = self._chosen(course)
            for after in reversed(self.after[level : self.level(course)]):
                value = value[after].sum(1)
            return value
        value = np.full(len(self.cards[level]), self._lost(course) * int(self.counts[level][0].sum()), np.int64)
        for bet in self.courses.bets(course):
            value += bet.times * self._won(level, bet.wager)
        return value

    def _chosen(self, course: Course) -> tuple[Longs, Bytes]:
        """The value of the best option for each of what can lie there, and which it is; of equals the first."""
        if course not in self._best:
            level = self.level(course)
            best, *others = (self._value(after, level) for after in self.courses.ways(course).values())
            chosen = np.zeros(len(best), np.uint8)
            for number, value in enumerate(others, 1):
                chosen[value > best] = number
                best = np.maximum(best, value)
            self._best[course] = best, chosen
        return self._best[course]

    def _won(self, level: int, wager: str) -> Longs:
        """What one unit on a wager wins together; wagers that pay alike are counted once."""
        net = self.outcomes.net(wager)
        key = level, net.tobytes()
        if key not in self._wins:
            self._wins[key] = self.counts[level] @ net
        return self._wins[key]

    def _lost(self, course: Course) -> int:
        return sum(int(self.courses.question.net[line] * self.outcomes.unit) for line in course.lost)

    def _check_size(self) -> None:
        """Values are sums of whole numbers of 64 bits."""
        most = max(
            sum(bet.times * int(abs(self.outcomes.net(bet.wager)).max()) for bet in self.courses.bets(course))
            + abs(self._lost(course))
            for course in self.courses.finished
        )
        if most * int(self.counts[0].sum(1).max()) >= 2**62:
            raise ValueError("the pays are too great for this method")
