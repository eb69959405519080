"""All that a seat can see at each of its choices, in how many ways it comes to see it, and what each word wins there.

What is said at other choices is given, a word for each sight, or it is the best. So a table that is short enough to be
learned can be weighed: word by word, before it is known how the other choices are played, and then exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Protocol

import numpy as np

from houseway.analysis.arrays import Bytes, Longs
from houseway.analysis.exact.board_sights import BoardSights
from houseway.analysis.exact.boards import Boards
from houseway.analysis.exact.courses import Course
from houseway.analysis.exact.hidden_hand import HiddenHand
from houseway.analysis.exact.kind_sights import KindSights
from houseway.analysis.exact.question import Method, Question
from houseway.analysis.exact.removal import Removal
from houseway.analysis.exact.removal_sights import RemovalSights
from houseway.analysis.exact.streets import Streets, Walk
from houseway.analysis.exact.tree import Tree
from houseway.analysis.exact.weighed import Glance, Played, Tables, Weighed, first_best
from houseway.cards import Card
from houseway.game import SEAT, Choice, Deal, Option, Seen

MOST = 1_000_000  # sights that are looked at one by one
SAMPLED = 500  # hands with which it is tried what a glance sees


class Sights(Protocol):
    """The choices of a game, those first that come first."""

    steps: tuple[Choice, ...]
    numbers: tuple[int, ...]  # of the steps among all choices of the game
    labels: tuple[str, ...]  # how the choices are told apart: by what lies there
    words: tuple[tuple[str, ...], ...]
    quick: bool  # whether choices are quickly glanced at, and weighed anew for how others are played

    def seen(self, choice: int) -> Iterable[Seen]:
        """What a seat sees at a choice, one example of each sight."""
        ...

    def glanced(self, choice: int, glance: Callable[[Seen], Glance]) -> tuple[list[Glance], Longs]:
        """All glances that there are, and which of them each sight is."""
        ...

    def play(self, tables: Tables) -> Played:
        """The best is said at choices for which there is no table; of equals the first."""
        ...

    def expectation(self, tables: Tables) -> Fraction:
        """What the round wins so."""
        ...


def glanced_one_by_one(seen: Iterable[Seen], glance: Callable[[Seen], Glance]) -> tuple[list[Glance], Longs]:
    numbers: dict[Glance, int] = {}
    of_sight = [numbers.setdefault(glance(each), len(numbers)) for each in seen]
    return list(numbers), np.array(of_sight, np.int64)


def sights_of(method: Method) -> Sights:
    """Raises `ValueError` where they are too many, or choices depend on what was chosen before."""
    if isinstance(method, Streets):
        return StreetSights(method)
    if isinstance(method, Boards):
        return BoardSights(method)
    if isinstance(method, Removal):
        return RemovalSights(method)
    if isinstance(method, HiddenHand):
        return KindSights(method)
    if len(method.question.game.choices) == 1:
        return OneChoiceSights(method)
    raise ValueError(f"{method.question.game.slug}: no exact way to weigh a short strategy of so many choices")


# ---- one choice ------------------------------------------------------------------------------------


class OneChoiceSights:
    """The one choice of any game that has one: all that is seen at it, looked at one by one."""

    quick = True

    def __init__(self, method: Method) -> None:
        self.steps = method.question.game.choices
        self.numbers: tuple[int, ...] = (0,)
        self.labels: tuple[str, ...] = ("",)
        self._seen: list[Seen] = []
        ways: list[int] = []
        values: list[dict[str, Fraction]] = []
        for seen, number, worths in _met(method):
            self._seen.append(seen)
            ways.append(number)
            values.append({option.word: worth for option, worth in worths.items()})
        self.words: tuple[tuple[str, ...], ...] = (tuple(values[0]),)
        if any(set(each) != set(self.words[0]) for each in values):
            raise ValueError(f"{method.question.game.slug}: what may be said depends on the cards")
        rounds, rest = _passed_over(method)
        unit = lcm(rest.denominator, *(worth.denominator for each in values for worth in each.values()))
        self._ways = np.array(ways, object)
        self._values = np.array([[int(each[word] * unit) for word in self.words[0]] for each in values], object)
        self._rest, self._parts = int(rest * unit), (sum(ways) + rounds) * unit

    def seen(self, choice: int) -> Iterable[Seen]:
        return self._seen

    def glanced(self, choice: int, glance: Callable[[Seen], Glance]) -> tuple[list[Glance], Longs]:
        return glanced_one_by_one(self.seen(choice), glance)

    def expectation(self, tables: Tables) -> Fraction:
        return self.play(tables).expectation

    def play(self, tables: Tables) -> Played:
        chosen = tables.get(0, first_best(self._values))
        won = (self._ways * self._values[np.arange(len(chosen)), chosen]).sum()
        weighed = Weighed(self._ways, self._values * self._ways[:, None])
        return Played(Fraction(won + self._rest, self._parts), (weighed,))


def _met(method: Method) -> Iterable[tuple[Seen, int, Mapping[Option, Fraction]]]:
    found, _, _ = met(method.question)
    for seen, ways in found:
        yield seen, ways, method.options(seen)


def _passed_over(method: Method) -> tuple[int, Fraction]:
    """In how many ways nothing is chosen, and what these win together."""
    found, rounds, chosen = met(method.question)
    if rounds == chosen:
        return 0, Fraction(0)
    mean = method.ends.mean(method.question.net)
    best = sum((ways * max(method.options(seen).values()) for seen, ways in found), Fraction(0))
    return rounds - chosen, mean * rounds - best


def met(question: Question) -> tuple[list[tuple[Seen, int]], int, int]:
    """All that is seen at the one choice of a game, each with its number of ways; how many rounds there are in all, and
    in how many of them something is chosen.

    The judge plays the game with one word at the choice, by which the seat is out and which names what it sees."""
    seen_as: dict[tuple[tuple[str, tuple[Card, ...]], ...], Seen] = {}
    names: dict[str, Seen] = {}

    def marked(choice: Choice) -> Choice:
        def options(seen: Seen) -> tuple[Option, ...]:
            if not any(not option.foul for option in choice.options(seen)):
                return ()
            key = tuple(sorted(seen.lying.items()))
            seen_as.setdefault(key, seen)
            names[str(key)] = seen_as[key]
            return (Option(str(key), out=True),)

        return replace(choice, options=options)

    game = question.game
    steps = tuple(marked(step) if isinstance(step, Choice) else step for step in game.round)
    ends = Tree(replace(question, game=replace(game, round=steps), policy=None)).ends
    chosen: dict[str, int] = {}
    for end, weight in ends.weights.items():
        for name in end.said[:1]:
            chosen[name] = chosen.get(name, 0) + weight
    if len(chosen) > MOST:
        raise ValueError(f"{game.slug}: {len(chosen)} hands are too many to be glanced at one by one")
    scale = Fraction(_dealt(question), ends.total)
    times = scale.numerator if scale.denominator == 1 else 1
    found = [(names[name], weight * times) for name, weight in chosen.items()]
    return found, ends.total * times, sum(ways for _, ways in found)


def _dealt(question: Question) -> int:
    """In how many ways the cards come that are seen at the first choice."""
    left, ways = len(question.cards), 1
    for step in question.game.round:
        if isinstance(step, Choice):
            break
        if isinstance(step, Deal):
            for up in map(step.up_at, step.to.places):
                ways, left = ways * comb(left, up), left - up
    return ways


# ---- streets ---------------------------------------------------------------------------------------


class StreetSights:
    """A game in which cards come to all between choices."""

    quick = True

    def __init__(self, method: Streets) -> None:
        game, self.method = method.question.game, method
        if not all(_sees_cards_alone(method, course) for course in method.courses.forks):
            asked = replace(method.question, policy=lambda number, seen, options: options[0])
            self.method = Streets(asked)  # which tells apart with which others a card came
        self.courses = self.method.courses
        numbers = sorted({course.at for course in self.courses.forks})
        self.steps = tuple(step for at in numbers if isinstance(step := game.round[at], Choice))
        self.numbers = tuple(sum(isinstance(step, Choice) for step in game.round[:at]) for at in numbers)
        self.labels = tuple(map(self._label, numbers))
        self._at = numbers
        found = [{tuple(o.word for o in self.courses.ways(c)) for c in self._forks(n)} for n in range(len(numbers))]
        if any(len(words) > 1 for words in found):
            raise ValueError(f"{game.slug}: what may be said depends on what was said before")
        self.words = tuple(words.pop() for words in found)

    def _label(self, at: int) -> str:
        """`at first`, `board of 3`, or `with 6 cards` where only the seat has more."""
        lying: dict[str, int] = {}
        for coming in self.courses.comings:
            if coming.at < at:
                lying[coming.place] = lying.get(coming.place, 0) + coming.cards
        mine = lying.pop(SEAT.place, 0)
        if not lying:
            return "at first" if at == min(course.at for course in self.courses.forks) else f"with {mine} cards"
        return ", ".join(f"{place} of {number}" for place, number in lying.items())

    def _forks(self, choice: int) -> list[Course]:
        return [course for course in self.courses.forks if course.at == self._at[choice]]

    @cached_property
    def _walk(self) -> Walk:
        return Walk(self.method.outcomes, np.empty((1, 0), np.uint8), 0)

    def seen(self, choice: int) -> Iterable[Seen]:
        course = self._forks(choice)[0]
        level = self._walk.level(course)
        if len(self._walk.cards[level]) > MOST:
            raise ValueError(f"{len(self._walk.cards[level])} hands are too many to be glanced at one by one")
        for row in self._walk.cards[level].tolist():
            lying = self.courses.lying(map(Card, row), self._walk.levels[level])
            yield Seen(pack=self.method.question.pack, lying=lying, said=course.said)

    def glanced(self, choice: int, glance: Callable[[Seen], Glance]) -> tuple[list[Glance], Longs]:
        return glanced_one_by_one(self.seen(choice), glance)

    def expectation(self, tables: Tables) -> Fraction:
        walk = _TableWalk.of(self._walk, {self._at[choice]: table for choice, table in tables.items()})
        return self._mean(walk)

    def _mean(self, walk: _TableWalk) -> Fraction:
        [value] = walk.value(self.courses.start, 0)
        return Fraction(int(value), int(walk.counts[0].sum()) * walk.outcomes.unit)

    def play(self, tables: Tables) -> Played:
        walk = _TableWalk.of(self._walk, {self._at[choice]: table for choice, table in tables.items()})
        start = self.courses.start
        reached = {start: walk.spread(0, walk.level(start), np.ones(1, np.int64))}
        choices = [Weighed(np.zeros(0), np.zeros(0))] * len(self._at)
        for course in self.courses.forks:
            chosen = walk.chosen(course)
            ways, level = reached[course], walk.level(course)
            for number, after in enumerate(self.courses.ways(course).values()):
                if not self.courses.is_over(after):
                    part = walk.spread(level, walk.level(after), np.where(chosen == number, ways, 0))
                    reached[after] = reached[after] + part if after in reached else part
        for choice in range(len(self._at)):
            forks = self._forks(choice)
            ways = np.sum([reached[course] for course in forks], axis=0)
            wins = np.sum([reached[course][:, None] * walk.values[course].T for course in forks], axis=0)
            choices[choice] = Weighed(ways, wins)
        return Played(self._mean(walk), tuple(choices))


def _sees_cards_alone(method: Streets, course: Course) -> bool:
    """Whether a glance is the same whoever's the cards are, his own or those of all: tried with some."""
    step = method.question.game.round[course.at]
    assert isinstance(step, Choice)
    if step.glance is None:
        return False
    chance, seen = np.random.default_rng(1), method.courses.seen(course)
    number = sum(coming.cards for coming in method.courses.comings[:seen])
    for _ in range(SAMPLED):
        cards = chance.choice(method.question.cards, number, replace=False)
        glances = {
            step.glance(Seen(pack=method.question.pack, lying=method.courses.lying(map(Card, some.tolist()), seen)))
            for some in (cards, chance.permutation(cards), cards[::-1])
        }
        if len(glances) > 1:
            return False
    return True


class _TableWalk(Walk):
    """A walk on which tables say what is chosen, by the step of the choice."""

    tables: Mapping[int, Bytes]
    values: dict[Course, Longs]  # of each option at each sight

    @classmethod
    def of(cls, walk: Walk, tables: Mapping[int, Bytes]) -> _TableWalk:
        made = copy(walk)
        made.__class__ = cls
        assert isinstance(made, _TableWalk)
        made._best, made.tables, made.values = {}, tables, {}
        return made

    def _chosen(self, course: Course) -> tuple[Longs, Bytes]:
        if course not in self._best:
            level = self.level(course)
            values = np.array([self._value(after, level) for after in self.courses.ways(course).values()])
            chosen = self.tables.get(course.at)
            chosen = first_best(values.T) if chosen is None else chosen
            self.values[course] = values
            self._best[course] = values[chosen, np.arange(len(chosen))], chosen
        return self._best[course]

    def value(self, course: Course, level: int) -> Longs:
        return self._value(course, level)

    def spread(self, level: int, until: int, reached: Longs) -> Longs:
        """How often the sights of a later level are come to."""
        for here in range(level, until):
            ways = np.zeros(len(self.cards[here + 1]), np.int64)
            np.add.at(ways, self.after[here], reached[:, None])
            reached = ways
        return reached
