"""What can be said in a round, whatever the cards are: the courses that it can take, and what lies there after each.

A fast method takes a game whose choices depend on what was said, not on the cards: then the words make a small tree,
and the cards are counted apart from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice

from houseway.analysis.exact.ends import End, SettledLine
from houseway.analysis.exact.question import Question
from houseway.cards import Card, Cards
from houseway.game import FOLDED, Bets, Choice, Deal, Look, Option, Seen, Settle, Show, Wager

TRIALS = 24  # deals on which a choice is asked whether its options depend on the cards


@dataclass(frozen=True, slots=True)
class Coming:
    """Cards that the seat comes to see together, at a step."""

    at: int
    place: str
    cards: int


@dataclass(frozen=True, slots=True)
class Bet:
    """A wager that its hands settle, after these words."""

    wager: str
    times: int
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """What a seat has said until a step, what it has staked by then, and which of it is settled or lost."""

    at: int = 0
    said: tuple[str, ...] = ()
    stakes: tuple[tuple[str, int], ...] = ()
    settled: tuple[Bet, ...] = ()
    lost: tuple[SettledLine, ...] = ()
    out: bool = False


class Courses:
    """The courses of a round. A course stands at a choice that gives it options, or at the end."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.game = question.game
        self.comings = tuple(self._comings())
        self._ways: dict[Course, dict[Option, Course]] = {}

    @cached_property
    def start(self) -> Course:
        return self._until_choice(Course())

    @cached_property
    def forks(self) -> tuple[Course, ...]:
        """All that stand at a choice, earlier words first."""
        found = [self.start] if not self.is_over(self.start) else []
        for course in found:
            found += [after for after in self.ways(course).values() if not self.is_over(after)]
        return tuple(found)

    @cached_property
    def finished(self) -> tuple[Course, ...]:
        """All that stand at the end."""
        if not self.forks:
            return (self.start,)
        after = chain.from_iterable(self.ways(course).values() for course in self.forks)
        return tuple(course for course in after if self.is_over(course))

    def is_over(self, course: Course) -> bool:
        return course.at == len(self.game.round)

    def seen(self, course: Course) -> int:
        """How many comings the seat has seen."""
        return sum(coming.at < course.at for coming in self.comings)

    def ways(self, course: Course) -> dict[Option, Course]:
        """Every option of the choice at hand, and where it leads: fouls left out."""
        if course not in self._ways:
            options = self._options(course)
            self._ways[course] = {option: self._until_choice(self._acted(course, option)) for option in options}
        return self._ways[course]

    def by_policy(self, course: Course, lying: dict[str, Cards]) -> Course:
        """Where the policy leads with these cards."""
        assert self.question.policy
        number = sum(isinstance(step, Choice) for step in self.game.round[: course.at])
        seen = Seen(pack=self.question.pack, lying=lying, said=course.said)
        ways = self.ways(course)
        return ways[self.question.policy(number, seen, tuple(ways))]

    def lying(self, cards: Iterable[Card], seen: int) -> dict[str, Cards]:
        """How cards lie that have come in this order."""
        coming_cards = iter(cards)
        lying: dict[str, Cards] = {}
        for coming in self.comings[:seen]:
            group = sorted(islice(coming_cards, coming.cards))
            lying[coming.place] = (*lying.get(coming.place, ()), *group)
        return lying

    def after(self, said: tuple[str, ...]) -> Course:
        """The course that these words lead to."""
        return next(course for course in self.forks if course.said == said)

    def bets(self, course: Course) -> tuple[Bet, ...]:
        """All that hands settle, when the round has ended so."""
        return course.settled + tuple(self._bets(course, {wager.name for wager in self.game.wagers}))

    def end(self, course: Course, lines: tuple[str, ...]) -> End:
        """The end of a course on these lines of its bets."""
        settled = (SettledLine(bet.wager, bet.times, line) for bet, line in zip(self.bets(course), lines, strict=True))
        return End(course.said, tuple(sorted((*course.lost, *settled))))

    def places(self, look: Look, seen: int | None = None) -> tuple[int, ...]:
        """Which of the comings are looked at: all cards of one or none of them."""
        found: set[int] = set()
        for part in look.parts:
            lying = [n for n, coming in enumerate(self.comings[:seen]) if coming.place == part.place]
            cards = list(chain.from_iterable([n] * self.comings[n].cards for n in lying))
            looked_at = part.of(cards)
            if any(looked_at.count(n) not in (0, self.comings[n].cards) for n in lying) or found & set(looked_at):
                raise ValueError("a hand looks at some of the cards that came together")
            found |= set(looked_at)
        return tuple(sorted(found))

    # ---- steps -------------------------------------------------------------------------------------

    def _comings(self) -> Iterator[Coming]:
        hidden: dict[str, int] = {}
        seen: dict[str, int] = {}
        for at, step in enumerate(self.game.round):
            match step:
                case Deal(to=to, cards=cards):
                    for place in to.places:
                        up = step.up_at(place)
                        hidden[place] = hidden.get(place, 0) + cards - up
                        if up:
                            seen[place] = seen.get(place, 0) + up
                            yield Coming(at, place, up)
                case Show(what=what, way=None):
                    [part] = what.parts
                    cards = seen.get(part.place, 0)
                    turned = len(part.of(range(cards + hidden.get(part.place, 0)))) - len(part.of(range(cards)))
                    hidden[part.place] = hidden.get(part.place, 0) - turned
                    seen[part.place] = cards + turned
                    if turned:
                        yield Coming(at, part.place, turned)
                case Bets(when=None) | Choice(again=False) | Settle():
                    pass
                case _:
                    raise ValueError(f"a step of the round depends on the cards or sets them: {type(step).__name__}")

    def _until_choice(self, course: Course) -> Course:
        """The course when it next has to choose."""
        while course.at < len(self.game.round):
            step = self.game.round[course.at]
            if isinstance(step, Choice) and not course.out and self._options(course):
                return course
            course = replace(self._passed(course), at=course.at + 1)
        return course

    def _passed(self, course: Course) -> Course:
        match self.game.round[course.at]:
            case Bets(must=must, may=may):
                placed = tuple((name, 1) for name in (*must, *may) if name in self.question.wagers)
                return replace(course, stakes=course.stakes + placed)
            case Settle(wagers=wagers):
                now = tuple(self._bets(course, set(wagers)))
                for wager in (self.game.wager(bet.wager) for bet in now):
                    self._check_all_seen(wager, course)
                names = {bet.wager for bet in now}
                stakes = tuple((name, times) for name, times in course.stakes if name not in names)
                return replace(course, stakes=stakes, settled=course.settled + now)
        return course

    def _bets(self, course: Course, names: set[str]) -> Iterator[Bet]:
        stakes = dict(course.stakes)
        for wager in self.game.wagers:
            times = stakes.get(wager.of or "", 0) if wager.free else stakes.get(wager.name, 0)
            if times and wager.name in self.question.wagers & names:
                yield Bet(wager.name, times, course.said)

    def _check_all_seen(self, wager: Wager, course: Course) -> None:
        if any(self.places(hand.of) != self.places(hand.of, self.seen(course)) for hand in wager.hands):
            raise ValueError(f"{wager.name} is settled before all its cards are seen")

    def _acted(self, course: Course, option: Option) -> Course:
        if option.cut or option.drops or option.takes:
            raise ValueError(f"{option.word!r} moves cards")
        stakes = tuple((name, times) for name, times in course.stakes if name not in option.back) + option.whole_stakes
        course = replace(course, at=course.at + 1, said=(*course.said, option.word), stakes=stakes)
        if not option.out:
            return course
        living = tuple(stake for stake in stakes if self.game.wager(stake[0]).outlives)
        lost = tuple(SettledLine(name, times, FOLDED) for name, times in stakes if (name, times) not in living)
        at = course.at if living else len(self.game.round)
        return replace(course, at=at, stakes=living, lost=course.lost + lost, out=True)

    def _options(self, course: Course) -> tuple[Option, ...]:
        """What may be said, whatever the cards are."""
        step = self.game.round[course.at]
        assert isinstance(step, Choice)
        answers = {step.options(seen) for seen in self._trials(course)}
        if len(answers) > 1:
            raise ValueError("what may be said depends on the cards")
        return tuple(option for option in answers.pop() if not option.foul)

    def _trials(self, course: Course) -> Iterator[Seen]:
        """Different cards that a seat might see here."""
        for trial in range(TRIALS):
            cards = sorted(self.question.cards, key=lambda card: (card + 1) * (7919 * trial + 1) % 1009)
            yield Seen(pack=self.question.pack, lying=self.lying(cards, self.seen(course)), said=course.said)
