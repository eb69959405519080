"""A game's steps become a program, for one or several seats.

Every step is read once, from top to bottom, and leaves columns behind: what lies in each place, what each seat has said
and staked, and at the end how its wagers were settled. A card that comes only in some rounds has a slot in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain, islice
from typing import Any

from houseway.analysis.exact.ends import End, Line
from houseway.analysis.exact.question import Question
from houseway.analysis.machine import kernel
from houseway.analysis.machine.board_tables import BoardTables
from houseway.analysis.machine.columns import MOST_ASKED, Column, Columns, Source, Unanswered
from houseway.analysis.machine.courses import Course
from houseway.analysis.machine.flushes import flush_tables, is_walked
from houseway.analysis.machine.lying import Coming, Place
from houseway.analysis.machine.reckoning import HIDDEN, reckoned
from houseway.analysis.machine.runs import runs
from houseway.analysis.machine.settings import Settings, cells_of, matched
from houseway.analysis.machine.sights import Groups, Sight, sight_of
from houseway.cards import Cards
from houseway.steps import SEAT, Bets, Choice, Deal, Draw, Hand, Option, Part, Seen, Settle, Show

MOST_CARDS = 12  # that come one by one to a place at a step

Lying = dict[str, Place]
Reader = Callable[..., Mapping[str, Cards]]  # what was found of cards → cards that look so


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
        return sum(len(unit.ends) for unit in self.units)


def machine(question: Question, seats: int = 1) -> Machine:
    """The program of a game's rounds, in which every seat places all wagers asked about and follows the policy."""
    return _Reading(question, seats).machine()


class _Reading:
    """The steps as they are read. Seats are numbered from 0; places of the table belong to seat -1."""

    def __init__(self, question: Question, seats: int) -> None:
        assert question.policy is not None, "a seat plays by a policy"
        self.question, self.game, self.policy = question, question.game, question.policy
        self.columns = Columns(question.cards)
        self.common: Lying = {}
        self.mine: list[Place] = [Place()] * seats
        self.courses = [self.columns.constant(Course())] * seats
        self.settled: dict[tuple[int, tuple[str, ...]], list[Column]] = {}
        self.slots: dict[tuple[str, int], list[int]] = {}
        self.number = 0
        self.walked: dict[tuple[Hand, tuple[int, ...]], Column] = {}
        wagers = [wager for wager in self.game.wagers if wager.name in question.wagers]
        main = tuple(wager.name for wager in self.game.main if wager.name in question.wagers)
        self.units = [main] if main else []
        self.units += [(wager.name,) for wager in wagers if wager.name not in main]
        self.hands = tuple(dict.fromkeys(hand for wager in wagers for hand in wager.hands))
        best_for = {hand for wager in self.game.main for hand in wager.hands} or self.hands
        self.sight = sight_of([hand for hand in self.hands if hand in best_for], question.cards)

    def machine(self) -> Machine:
        for at, step in enumerate(self.game.round):
            self._step(at, step)
        units: list[Unit] = []
        for names in self.units:
            start = units[-1].start + len(units[-1].ends) if units else 0
            for seat in range(len(self.mine)):
                column = self.columns.last(self._ended(seat, names))
                self.columns.count(seat, column, start)
            units.append(Unit(names, tuple(column.things), start))
        slots = {where: tuple(held) for where, held in self.slots.items()}
        return Machine(self.columns.program(self.number), tuple(units), len(self.mine), slots)

    # ---- steps -------------------------------------------------------------------------------------

    def _step(self, at: int, step: Any) -> None:  # noqa: PLR0912 (one case a step)
        seats = range(len(self.mine))
        match step:
            case Bets():
                for seat in seats:
                    self._bets(at, step, seat)
            case Deal(to=to, cards=cards):
                for name in to.places:
                    for seat in seats if name == SEAT.place else (-1,):
                        slots = tuple(self._slot(name, seat) for _ in range(cards))
                        self._put(name, seat, self._place(name, seat).dealt(slots, step.up_at(name)))
            case Choice():
                for seat in seats:
                    self._choice(at, step, seat)
            case Draw(to=to):
                for seat in seats if to == SEAT else (-1,):
                    self._draw(at, step, seat)
            case Show(what=what):
                [part] = what.parts
                place = self.common.get(part.place, Place()).shown(part)
                if step.way:
                    place = replace(place, cut=self._set_by_way(at, step, part.place, place))
                self.common[part.place] = place
            case Settle(wagers=names):
                for seat in seats:
                    self._settle(seat, names)
            case _:
                raise ValueError(f"{self.game.slug}: {type(step).__name__} is not simulated")

    def _bets(self, at: int, step: Bets, seat: int) -> None:
        placed = tuple(name for name in (*step.must, *step.may) if name in self.question.wagers)
        columns, read = self._seen(seat)

        def bet(course: Course, *found: Groups) -> Course:
            if step.when and not step.when(self._seen_by(course, read(*found))):
                return course
            return course.placed(placed)

        seen = columns if step.when else ()
        self.courses[seat] = self.columns.join(bet, self.courses[seat], *seen, key=("bets", at))

    def _choice(self, at: int, step: Choice, seat: int) -> None:
        if isinstance(self.policy, Settings):
            self._set_by_table(at, step, seat)
            return
        number = sum(isinstance(each, Choice) for each in self.game.round[:at])
        if isinstance(self.policy, BoardTables) and self.policy.is_reckoned(number):
            self._reckon(step, seat)
            return
        for again in range(MOST_CARDS):
            columns, read = self._seen(seat)

            def choose(course: Course, *found: Groups, read: Reader = read, again: int = again) -> Any:
                if course.out or (again and not (course.goes_on and self._has_come(SEAT.place, seat, found))):
                    return replace(course, goes_on=False), None
                seen = self._seen_by(course, read(*found))
                options = tuple(option for option in step.options(seen) if not option.foul)
                if not options:
                    return replace(course, goes_on=False), None
                option: Option = self.policy(number, seen, options)
                return course.after(self.game, step, option), option.cut or None

            chosen = self.columns.join(choose, self.courses[seat], *columns, key=("choose", at, again))
            self._chosen(seat, chosen)
            if not any(isinstance(c, Course) and c.goes_on for c in self.courses[seat].things):
                return
        raise ValueError(f"{self.game.slug}: a choice goes on for more than {MOST_CARDS} times")

    def _set_by_table(self, at: int, step: Choice, seat: int) -> None:
        """The one word that is said, and the strengths of the set hands."""
        assert isinstance(self.policy, Settings)
        size = self.policy.rules.size
        some = Seen(pack=self.question.pack, lying={SEAT.place: self.question.cards[:size]})
        option = next(option for option in step.options(some) if not option.foul)
        self.courses[seat] = self.columns.join(
            lambda course: course.after(self.game, step, option), self.courses[seat], key=("set", at)
        )
        packet = self._pile(self.mine[seat].comings, self.sight)
        cells = self.columns.mapped(packet, cells_of(self.policy.seats, packet), self.policy.fields)
        self.mine[seat] = replace(self.mine[seat], cut=cells)

    def _reckon(self, step: Choice, seat: int) -> None:
        """The best option, reckoned from all that the other hand may be."""
        names = self.units[0]
        [mine, his], [my_worth, _] = self._worths(seat, names)
        both = [slot for part in his.of.parts for coming in self._looked_at(seat, part) for slot in coming.slots]
        hidden = [slot for part in his.of.parts for slot in self._place(part.place, seat).hidden]
        if len(hidden) != HIDDEN or not is_walked(his, len(both) + HIDDEN, self.question.cards):
            raise ValueError(f"{self.game.slug}: too much can be seen at a choice")
        own = [slot for coming in self.mine[seat].comings for slot in coming.slots]
        cards = iter(self.question.cards)
        places = {SEAT.place: self.mine[seat], **self.common}
        some = {name: tuple(islice(cards, place.seen)) for name, place in places.items() if place.seen}

        def after(course: Course) -> list[Course]:
            options = () if course.out else step.options(self._seen_by(course, some))
            return [course.after(self.game, step, option) for option in options if not option.foul] or [course]

        def won(course: Course, my: Any, dealers: Any) -> Fraction:
            end = course.end(names, course.lines(self.game, names, {mine: my, his: dealers}))
            return sum((self.question.net[line] for line in end.lines), Fraction(0))

        self.courses[seat] = reckoned(
            self.columns,
            self.courses[seat],
            my_worth,
            his=flush_tables(his, len(both) + HIDDEN, self.question.cards),
            slots=(both, own),
            after=after,
            won=won,
        )

    def _chosen(self, seat: int, chosen: Column) -> None:
        """What a choice leaves behind: words, stakes, set cards, and cards that come."""
        course = self.columns.join(lambda each: each[0], chosen, key="course")
        if any(not isinstance(each, Unanswered) and each[1] for each in chosen.things):
            cut = self.columns.join(lambda each: each[1], chosen, key="cut")
            self.mine[seat] = replace(self.mine[seat], cut=cut)
        most = max(each.takes for each in course.things if isinstance(each, Course))
        for nth in range(most):
            comes = self.columns.join(lambda each, nth=nth: each.takes > nth, course, key=("takes", nth))
            self.mine[seat] = self.mine[seat].drawn(self._slot(SEAT.place, seat), comes)
        self.courses[seat] = self.columns.join(lambda each: replace(each, takes=0), course, key="taken")

    def _draw(self, at: int, step: Draw, seat: int) -> None:
        name = step.to.place
        for nth in range(MOST_CARDS):
            columns, read = self._seen(seat)
            said = self.courses[seat] if seat >= 0 else self._anybody()

            def more(course: Course, *found: Groups, read: Reader = read, nth: int = nth) -> bool:
                if nth and not self._has_come(name, seat, found):
                    return False
                return bool(step.more(self._seen_by(course, read(*found))))

            comes = self.columns.join(more, said, *columns, key=("draw", at, nth))
            if not any(each is True for each in comes.things):
                return
            comes = self.columns.join(lambda each: each is True, comes, key="comes")
            self._put(name, seat, self._place(name, seat).drawn(self._slot(name, seat), comes))
        raise ValueError(f"{self.game.slug}: more than {MOST_CARDS} cards are drawn to {name}")

    def _has_come(self, name: str, seat: int, found: Sequence[Groups]) -> bool:
        """Whether the last card that may have come to a place has: without it no other comes."""
        places = [SEAT.place] * (seat >= 0) + [each for each, place in self.common.items() if place.comings]
        return len(found[places.index(name)]) == len(self._place(name, seat).comings)

    def _anybody(self) -> Column:
        """What any seat has said: a rule for a common place goes by that."""
        said = self.columns.join(_words, self.courses[0], key="words")
        for course in self.courses[1:]:
            said = self.columns.join(_all_words, said, course, key="all words")
        return said

    def _set_by_way(self, at: int, step: Show, name: str, place: Place) -> Column | None:
        """Cards as a house way sets them."""
        hands = [hand for hand in self.hands if hand.of.is_set and hand.of.place == name]
        if not hands:
            return None
        sight = sight_of(hands, self.question.cards)
        pile = self._pile(place.comings, sight)
        if isinstance(self.policy, Settings):
            return self.columns.mapped(pile, cells_of(self.policy.dealer, pile), self.policy.fields)
        way = step.way
        assert way is not None
        return self.columns.join(lambda found: way.set(_together(sight, found)), pile, key=("way", at))

    # ---- what is seen ------------------------------------------------------------------------------

    def _seen(self, seat: int) -> tuple[Sequence[Column], Reader]:
        """Columns of all cards that a seat sees, or a rule for a common place; and how to read them."""
        places = {SEAT.place: self.mine[seat]} if seat >= 0 else {}
        places |= {name: place for name, place in self.common.items() if place.comings}
        sight = self.sight
        if sight.suits and not any(coming.comes for place in places.values() for coming in place.comings):
            comings = [(name, coming) for name, place in places.items() for coming in place.comings]
            names = [name for name, _ in comings]
            if not comings:
                return (), lambda: {}
            pile = self._pile([coming for _, coming in comings], sight)
            return (pile,), partial(_read_together, sight, names)
        piles = tuple(self._pile(place.comings, sight) for place in places.values())
        return piles, partial(_read_apart, sight, tuple(places))

    def _seen_by(self, course: Course, lying: Mapping[str, Cards]) -> Seen:
        return Seen(pack=self.question.pack, lying=lying, said=course.said)

    def _pile(self, comings: Sequence[Coming], sight: Sight) -> Column:
        """Cards as they came, group by group."""
        always = [coming.slots for coming in comings if coming.comes is None]
        if sight.suits and len(always) == len(comings) and len(set(self.question.cards)) == len(self.question.cards):
            return self.columns.sets(always, sight)
        pile = self.columns.constant(())
        for coming in comings:
            group = self.columns.group(coming.slots, sight)
            if coming.comes is None:
                pile = self.columns.join(_both, pile, group, key="both") if pile.things != ((),) else group
            else:
                pile = self.columns.join(_perhaps, pile, coming.comes, group, key="perhaps")
        return pile

    # ---- settling ----------------------------------------------------------------------------------

    def _settle(self, seat: int, names: Sequence[str]) -> None:
        for unit in self.units:
            now = tuple(name for name in unit if name in names)
            if now:
                hands, worths = self._worths(seat, now)
                ask = partial(_lines, self.game, now, hands)
                lines = self.columns.join(ask, self.courses[seat], *worths, key=("settle", now))
                self.settled.setdefault((seat, unit), []).append(lines)
        gone = tuple(names)
        self.courses[seat] = self.columns.join(
            lambda course: course.without(gone), self.courses[seat], key=("settled", gone)
        )

    def _ended(self, seat: int, names: tuple[str, ...]) -> Column:
        """How the round ended for these wagers of a seat."""
        before = self.settled.get((seat, names), [])
        course = self.columns.join(partial(_only, names), self.courses[seat], key=("only", names))
        hands, worths = self._worths(seat, names)
        ask = partial(_end, self.game, names, len(before), hands)
        if len(worths) == 2 and all(column.fields for column in worths):
            return matched(self.columns, partial(ask, course.things[0]), *worths)
        columns = (course, *before, *worths)
        size = 1
        for column in columns:
            size *= len(column.things)
        if size > MOST_ASKED and not before and len(worths) == 2:
            return runs(self.columns, ask, course, *worths)
        return self.columns.join(ask, *columns, key=("end", names))

    def _worths(self, seat: int, names: Sequence[str]) -> tuple[tuple[Hand, ...], list[Column]]:
        """The hands that these wagers look at, and what each is worth."""
        wagers = [self.game.wager(name) for name in names]
        hands = tuple(dict.fromkeys(hand for wager in wagers for hand in wager.hands))
        return hands, [self._worth(seat, hand) for hand in hands]

    def _worth(self, seat: int, hand: Hand) -> Column:
        if hand.of.is_set:
            cut = self._place(hand.of.place, seat).cut
            if cut is not None and cut.fields:
                return cut
            if cut is None:
                return self.columns.constant(Unanswered("not set"))
            return self.columns.join(lambda hands: hand.worth(*hands), cut, key=("worth", hand))
        comings = list(chain.from_iterable(self._looked_at(seat, part) for part in hand.of.parts))
        slots = [slot for coming in comings for slot in coming.slots]
        if is_walked(hand, len(slots), self.question.cards) and not any(coming.comes for coming in comings):
            return self._walked(hand, tuple(slots))
        sight = sight_of([hand], self.question.cards)
        pile = self._pile(comings, sight)
        return self.columns.join(lambda found: hand.worth(_together(sight, found)), pile, key=("worth", hand))

    def _walked(self, hand: Hand, slots: tuple[int, ...]) -> Column:
        if (hand, slots) not in self.walked:
            table, worths = flush_tables(hand, len(slots), self.question.cards)
            sources = [Source(slot, 1, 0) for slot in slots]
            self.walked[hand, slots] = self.columns.special(kernel.FLUSH, sources, table, worths)
        return self.walked[hand, slots]

    def _looked_at(self, seat: int, part: Part) -> tuple[Coming, ...]:
        return self._place(part.place, seat).looked_at(part)

    # ---- places ------------------------------------------------------------------------------------

    def _place(self, name: str, seat: int) -> Place:
        return self.mine[seat] if name == SEAT.place else self.common.get(name, Place())

    def _put(self, name: str, seat: int, place: Place) -> None:
        if name == SEAT.place:
            self.mine[seat] = place
        else:
            self.common[name] = place

    def _slot(self, name: str, seat: int) -> int:
        """The slot of one more card."""
        self.slots.setdefault((name, seat), []).append(self.number)
        self.number += 1
        return self.number - 1


# ---- what columns are asked -----------------------------------------------------------------------


def _both(groups: Groups, more: Groups) -> Groups:
    return groups + more


def _perhaps(groups: Groups, comes: bool, more: Groups) -> Groups:
    return groups + more if comes else groups


def _words(course: Course) -> Course:
    return Course(said=tuple(sorted(set(course.said))))


def _all_words(said: Course, course: Course) -> Course:
    return Course(said=tuple(sorted({*said.said, *course.said})))


def _only(names: tuple[str, ...], course: Course) -> Course:
    """As much of a course as settles these wagers."""
    lost = tuple(line for line in course.lost if line.wager in names)
    stakes = tuple(stake for stake in course.stakes if stake[0] in names)
    return replace(course, lost=lost, stakes=stakes)


def _lines(
    game: Any, names: tuple[str, ...], hands: tuple[Hand, ...], course: Course, *worths: Any
) -> tuple[Line, ...]:
    return course.lines(game, names, dict(zip(hands, worths, strict=True)))


def _end(game: Any, names: tuple[str, ...], settled: int, hands: tuple[Hand, ...], course: Course, *found: Any) -> End:
    before: tuple[Line, ...] = tuple(chain.from_iterable(found[:settled]))
    lines = course.lines(game, names, dict(zip(hands, found[settled:], strict=True)))
    return course.end(names, before + lines)


def _real(sight: Sight, groups: Groups) -> tuple[Cards, ...]:
    cards = sight.real(groups)
    if cards is None:
        raise LookupError("so many cards of a kind are not in the pack")
    return cards


def _together(sight: Sight, groups: Groups) -> Cards:
    return tuple(chain.from_iterable(_real(sight, groups)))


def _read_together(sight: Sight, names: list[str], groups: Groups) -> dict[str, Cards]:
    lying: dict[str, Cards] = {}
    for name, cards in zip(names, _real(sight, groups), strict=True):
        lying[name] = lying.get(name, ()) + cards
    return lying


def _read_apart(sight: Sight, names: tuple[str, ...], *piles: Groups) -> dict[str, Cards]:
    cards: Iterator[Cards] = iter(_real(sight, tuple(chain.from_iterable(piles))))
    return {
        name: tuple(chain.from_iterable(next(cards) for _ in pile)) for name, pile in zip(names, piles, strict=True)
    }
