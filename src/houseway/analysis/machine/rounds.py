"""A game's steps become a program, for one or several seats.

Every step is read once, from top to bottom, and leaves columns behind: what lies in each place (`piles`), what each
seat has said and staked (`choosing`), and at the end how its wagers were settled (`settling`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from houseway.analysis.exact.at_random import SOME_ROUNDS, options_met
from houseway.analysis.exact.ends import End
from houseway.analysis.exact.question import Question
from houseway.analysis.machine import kernel
from houseway.analysis.machine.choosing import MOST_CARDS, Choosing
from houseway.analysis.machine.columns import Columns, RoundColumn, Unanswered
from houseway.analysis.machine.courses import SeatCourse
from houseway.analysis.machine.lying import LyingCards
from houseway.analysis.machine.piles import TABLE, Piles, Reader, together
from houseway.analysis.machine.settings import Settings, by_packet
from houseway.analysis.machine.settling import Settling
from houseway.analysis.machine.sights import Groups, sight_of
from houseway.game import SEAT, Bets, Choice, Deal, Draw, Over, Settle, Show, Step


@dataclass(frozen=True, slots=True)
class Unit:
    """Wagers that are settled together, and every way in which that can end: places in the counts from `start` on."""

    wagers: tuple[str, ...]
    ends: tuple[End | Unanswered, ...]
    start: int


@dataclass(frozen=True, slots=True, eq=False)
class Machine:
    """A program, what it counts for each seat, and which card of the round each slot is: `slots` by place, with the
    number of the seat where the place is a seat's."""

    program: kernel.Program
    units: tuple[Unit, ...]
    seats: int
    slots: Mapping[tuple[str, int], tuple[int, ...]]

    @property
    def ends(self) -> int:
        """How many things are counted."""
        return sum(len(unit.ends) for unit in self.units)


@lru_cache(maxsize=4)
def machine(question: Question, seats: int = 1) -> Machine:
    """The program of a game's rounds, in which every seat places all wagers asked about and follows the policy. For
    one and the same question it is made once."""
    if any(option.splits for _, options in options_met(question, SOME_ROUNDS) for option in options):
        raise ValueError(f"{question.game.slug}: hands that are split are dealt by `shoe_rounds`, to one seat")
    return _StepReading(question, seats).machine()


class _StepReading:
    """The steps as they are read."""

    def __init__(self, question: Question, seats: int) -> None:
        self.question, self.game = question, question.game
        self.columns = Columns(question.cards)
        self.courses = [self.columns.constant(SeatCourse(question.game))] * seats
        wagers = [wager for wager in self.game.wagers if wager.name in question.wagers]
        self.main = tuple(wager.name for wager in self.game.main if wager.name in question.wagers)
        self.units = [self.main] if self.main else []
        self.units += [(wager.name,) for wager in wagers if wager.name not in self.main]
        self.hands = tuple(dict.fromkeys(hand for wager in wagers for hand in wager.hands))
        best_for = {hand for wager in self.game.main for hand in wager.hands} or self.hands
        sight = sight_of([hand for hand in self.hands if hand in best_for], question.cards)
        self.piles = Piles(self.columns, seats, sight)
        self.settling = Settling(self.columns, question, self.piles)
        self.choosing = Choosing(self.columns, question, self.piles)

    def machine(self) -> Machine:
        for at, step in enumerate(self.game.round):
            self._step(at, step)
        units: list[Unit] = []
        for names in self.units:
            start = units[-1].start + len(units[-1].ends) if units else 0
            for seat, course in enumerate(self.courses):
                column = self.columns.last(self.settling.ended(seat, names, course))
                self.columns.count(seat, column, start)
            units.append(Unit(names, tuple(column.things), start))
        slots = {where: tuple(held) for where, held in self.piles.slots.items()}
        return Machine(self.columns.program(self.piles.number), tuple(units), len(self.courses), slots)

    # ---- steps -------------------------------------------------------------------------------------

    def _step(self, at: int, step: Step) -> None:  # noqa: PLR0912 (one case a step)
        seats, piles = range(len(self.courses)), self.piles
        match step:
            case Bets():
                for seat in seats:
                    self._bets(at, step, seat)
            case Deal(to=to, cards=cards):
                for name in to.places:
                    for seat in seats if name == SEAT.place else (TABLE,):
                        slots = tuple(piles.slot(name, seat) for _ in range(cards))
                        piles.put(name, seat, piles.place(name, seat).dealt(slots, step.up_at(name)))
            case Choice():
                for seat in seats:
                    self.courses[seat] = self.choosing.choose(at, step, seat, self.courses[seat])
            case Draw(to=to):
                for seat in seats if to == SEAT else (TABLE,):
                    self._draw(at, step, seat)
            case Show(what=what):
                [part] = what.parts
                place = piles.place(part.place, TABLE).shown(part)
                if step.way:
                    place = replace(place, cut=self._set_by_way(at, step, part.place, place))
                piles.put(part.place, TABLE, place)
            case Settle(wagers=names):
                for seat in seats:
                    self.courses[seat] = self.settling.settle(seat, names, self.courses[seat])
            case Over():
                self._over(at, step)

    def _over(self, at: int, step: Over) -> None:
        """Where it is so, nobody chooses and nothing is drawn any more."""
        if any(isinstance(each, Deal) for each in self.game.round[at:]):
            raise ValueError(f"{self.game.slug}: a deal after the round may be over is not simulated")
        columns, read = self.piles.seen(TABLE, step.looks.places)

        def look(course: SeatCourse, *found: Groups) -> SeatCourse:
            is_so = course.over or step.when(self.choosing.seen_by(course, read(*found)))
            return replace(course, over=bool(is_so))

        for seat, course in enumerate(self.courses):
            self.courses[seat] = self.columns.join(look, course, *columns, key=("over", at))

    def _bets(self, at: int, step: Bets, seat: int) -> None:
        placed = tuple(name for name in (*step.must, *step.may) if name in self.question.wagers)
        columns, read = self.piles.seen(seat) if step.when else ((), dict)

        def bet(course: SeatCourse, *found: Groups) -> SeatCourse:
            if step.when and not step.when(self.choosing.seen_by(course, read(*found))):
                return course
            return course.placed(placed)

        self.courses[seat] = self.columns.join(bet, self.courses[seat], *columns, key=("bets", at))

    def _draw(self, at: int, step: Draw, seat: int) -> None:
        name, piles = step.to.place, self.piles
        for nth in range(MOST_CARDS):
            columns, read = piles.seen(seat)
            said = self.courses[seat] if seat != TABLE else self._anybody()

            def more(course: SeatCourse, *found: Groups, read: Reader = read, nth: int = nth) -> bool:
                if course.over or (nth and not piles.has_come(name, seat, found)):
                    return False
                return bool(step.more(self.choosing.seen_by(course, read(*found))))

            comes = self.columns.join(more, said, *columns, key=("draw", at, nth))
            if not any(each is True for each in comes.things):
                return
            comes = self.columns.join(lambda each: each is True, comes, key="comes")
            piles.put(name, seat, piles.place(name, seat).drawn(piles.slot(name, seat), comes))
        raise ValueError(f"{self.game.slug}: more than {MOST_CARDS} cards are drawn to {name}")

    def _anybody(self) -> RoundColumn:
        """What any seat has said: a rule for a common place goes by that."""
        said = self.columns.join(_words, self.courses[0], key="words")
        for course in self.courses[1:]:
            said = self.columns.join(_words, said, course, key="all words")
        return said

    def _set_by_way(self, at: int, step: Show, name: str, place: LyingCards) -> RoundColumn | None:
        """Cards as a house way sets them."""
        hands = [hand for hand in self.hands if hand.of.is_set and hand.of.place == name]
        if not hands:
            return None
        sight = sight_of(hands, self.question.cards)
        pile = self.piles.pile(place.comings, sight)
        policy, way = self.question.policy, step.way
        if isinstance(policy, Settings):
            return self.columns.mapped(pile, by_packet(policy.rules, policy.dealer_numbers, pile), policy.fields)
        assert way is not None
        return self.columns.join(lambda found: way.set(together(sight, found)), pile, key=("way", at))


def _words(*courses: SeatCourse) -> SeatCourse:
    said = {word for course in courses for word in course.said}
    return SeatCourse(courses[0].game, said=tuple(sorted(said)), over=courses[0].over)
