"""What a seat says at a choice, as columns: asked of the policy for all that can be seen, or from its tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from houseway.analysis.arrays import Bytes, Ints
from houseway.analysis.exact.question import Question
from houseway.analysis.machine import kernel
from houseway.analysis.machine.codes import Source
from houseway.analysis.machine.columns import Columns, RoundColumn, Unanswered
from houseway.analysis.machine.courses import SeatCourse
from houseway.analysis.machine.hand_tables import HandTables
from houseway.analysis.machine.lying import marks
from houseway.analysis.machine.piles import Piles, Reader
from houseway.analysis.machine.settings import Settings, by_packet
from houseway.analysis.machine.sights import GroupRows, Groups
from houseway.analysis.machine.tables import BoardTables, Tables
from houseway.cards import Cards
from houseway.game import SEAT, Choice, Option, Seen

MOST_CARDS = 12  # that come one by one to a place at a step


class Choosing:
    """The choices of a round, seat by seat. Each gives the seat's course after it."""

    def __init__(self, columns: Columns, question: Question, piles: Piles) -> None:
        assert question.policy is not None, "a seat plays by a policy"
        self.columns, self.question, self.piles = columns, question, piles
        self.policy = question.policy

    def choose(self, at: int, step: Choice, seat: int, course: RoundColumn) -> RoundColumn:
        """At a step, by the policy."""
        number = sum(isinstance(each, Choice) for each in self.question.game.round[:at])
        if isinstance(self.policy, Settings):
            return self._set_by_table(at, step, seat, course)
        if isinstance(self.policy, BoardTables) and self.policy.is_last(
            self.piles.place(self.policy.method.board, seat).seen
        ):
            return self._on_board(at, step, seat, course)
        if isinstance(self.policy, HandTables):
            return self._before_hidden_hand(at, step, seat, course)
        if isinstance(self.policy, Tables):
            names, pile = self.piles.by_table(seat, in_order=not isinstance(self.policy, BoardTables))
            if pile and isinstance(pile.things, GroupRows):
                return self._from_tables(at, step, names, course, pile)
        return self._ask(at, number, step, seat, course)

    def seen_by(self, course: SeatCourse, lying: dict[str, Cards] | Any) -> Seen:
        return Seen(pack=self.question.pack, lying=lying, said=course.said)

    # ---- asked -------------------------------------------------------------------------------------

    def _ask(self, at: int, number: int, step: Choice, seat: int, course: RoundColumn) -> RoundColumn:
        for again in range(MOST_CARDS):
            columns, read = self.piles.seen(seat)

            def choose(course: SeatCourse, *found: Groups, read: Reader = read, again: int = again) -> Any:
                if (
                    course.out
                    or course.over
                    or (again and not (course.goes_on and self.piles.has_come(SEAT.place, seat, found)))
                ):
                    return replace(course, goes_on=False), None, ()
                seen = self.seen_by(course, read(*found))
                options = tuple(option for option in step.options(seen) if not option.foul)
                if not options:
                    return replace(course, goes_on=False), None, ()
                option = self.policy(number, seen, options)
                given_up = marks(option.drops, seen[SEAT], suits=self.piles.sight.suits)
                return course.after(step, option), option.cut or None, given_up

            chosen = self.columns.join(choose, course, *columns, key=("choose", at, again))
            course = self._chosen(seat, chosen)
            if not any(isinstance(each, SeatCourse) and each.goes_on for each in course.things):
                return course
        raise ValueError(f"{self.question.game.slug}: a choice goes on for more than {MOST_CARDS} times")

    def _chosen(self, seat: int, chosen: RoundColumn) -> RoundColumn:
        """What a choice leaves behind: words, stakes, set cards, cards that were given up, and cards that come."""
        course = self.columns.join(lambda each: each[0], chosen, key="course")
        mine = self.piles.mine
        if any(not isinstance(each, Unanswered) and each[2] for each in chosen.things):
            if mine[seat].gone:
                raise ValueError(f"{self.question.game.slug}: cards are given up more than once")
            gone = self.columns.join(lambda each: (each[2], each[0].takes), chosen, key="gone")
            mine[seat] = replace(mine[seat], gone=gone, exchanged=len(mine[seat].comings))
        if any(not isinstance(each, Unanswered) and each[1] for each in chosen.things):
            mine[seat] = replace(mine[seat], cut=self.columns.join(lambda each: each[1], chosen, key="cut"))
        most = max(each.takes for each in course.things if isinstance(each, SeatCourse))
        for nth in range(most):
            comes = self.columns.join(lambda each, nth=nth: each.takes > nth, course, key=("takes", nth))
            mine[seat] = mine[seat].drawn(self.piles.slot(SEAT.place, seat), comes)
        return self.columns.join(lambda each: replace(each, takes=0), course, key="taken")

    # ---- from tables -------------------------------------------------------------------------------

    def _from_tables(
        self, at: int, step: Choice, names: Sequence[str], course: RoundColumn, pile: RoundColumn
    ) -> RoundColumn:
        """All that can be seen at once, course by course; the groups of the pile lie in these places."""
        rows = pile.things
        assert isinstance(rows, GroupRows) and isinstance(self.policy, Tables)
        by_place: dict[str, list[Bytes]] = {}
        for name, group in zip(names, np.split(rows.rows, np.cumsum(rows.sizes)[:-1], axis=1), strict=True):
            by_place.setdefault(name, []).append(group)
        lying = {name: np.concatenate(groups, axis=1) for name, groups in by_place.items()}
        some = {name: tuple(cards[0].tolist()) for name, cards in lying.items()}
        policy = self.policy

        def fill() -> tuple[Ints, Sequence[SeatCourse]]:
            numbers: dict[SeatCourse, int] = {}
            parts = []
            for each in course.things:
                after = self._after(step, each, some)
                places = np.array([numbers.setdefault(one, len(numbers)) for one in after], np.int32)
                alone = len(after) == 1
                parts.append(np.full(len(rows), places[0]) if alone else places[policy.chosen(each.said, lying)])
            return np.concatenate(parts), tuple(numbers)

        return self.columns.tabled(fill, course, pile, key=("tables", at))

    def _after(self, step: Choice, course: SeatCourse, some: dict[str, Cards]) -> list[SeatCourse]:
        """The courses that options lead to, or the same where there are none; with these cards as with any others."""
        options = () if course.out or course.over else step.options(self.seen_by(course, some))
        return [course.after(step, option) for option in options if not option.foul] or [course]

    def _set_by_table(self, at: int, step: Choice, seat: int, course: RoundColumn) -> RoundColumn:
        """The one word that is said, and the strengths of the set hands."""
        assert isinstance(self.policy, Settings)
        mine = self.piles.mine
        some = {SEAT.place: self.question.cards[: self.policy.rules.size]}
        packet = self.piles.pile(mine[seat].comings, self.piles.sight)
        numbers = by_packet(self.policy.rules, self.policy.seat_numbers, packet)
        cells = self.columns.mapped(packet, numbers, self.policy.fields)
        mine[seat] = replace(mine[seat], cut=cells)
        return self.columns.join(lambda each: self._after(step, each, some)[0], course, key=("set", at))

    def _on_board(self, at: int, step: Choice, seat: int, course: RoundColumn) -> RoundColumn:
        """By the kinds of whole boards and pairs."""
        assert isinstance(self.policy, BoardTables)
        policy, method = self.policy, self.policy.method
        slots = {
            name: [slot for each, coming in self.piles.comings(seat) if each == name for slot in coming.slots]
            for name in (method.board, SEAT.place)
        }
        sources = [Source(slot, 1, 0) for slot in (*slots[method.board], *slots[SEAT.place])]
        place = self.columns.special(kernel.BOARD, sources, self._board, range(method.kinds.places))
        cards = iter(self.question.cards)
        some = {name: tuple(islice(cards, len(held))) for name, held in slots.items()}
        chooses = [each.said for each in course.things if len(self._after(step, each, some)) > 1]
        said = self.columns.join(
            lambda each: each.said if each.said in chooses else chooses[0], course, key=("said", at)
        )

        def fill() -> tuple[Ints, Sequence[int]]:
            table = np.concatenate([policy.method.chosen_at_last(words) for words in said.things]).astype(np.int32)
            return table, range(int(table.max()) + 1)

        option = self.columns.tabled(fill, said, place, key=("last", at))

        def after(course: SeatCourse, number: int) -> SeatCourse:
            ways = self._after(step, course, some)
            return ways[number if len(ways) > 1 else 0]

        return self.columns.join(after, course, option, key=("after", at))

    def _before_hidden_hand(self, at: int, step: Choice, seat: int, course: RoundColumn) -> RoundColumn:
        """By the cards that are seen."""
        assert isinstance(self.policy, HandTables)
        kind, table = self.policy.table
        slots = {
            name: [slot for each, coming in self.piles.comings(seat) if each == name for slot in coming.slots]
            for name in (SEAT.place, self.policy.method.once.his_place)
        }
        sources = [Source(slot, 1, 0) for some in slots.values() for slot in some]
        option = self.columns.special(kind, sources, table, self.policy.options)

        def after(course: SeatCourse, option: Option) -> SeatCourse:
            return course if course.out else course.after(step, option)

        return self.columns.join(after, course, option, key=("before", at))

    @cached_property
    def _board(self) -> Ints:
        assert isinstance(self.policy, BoardTables)
        return self.policy.last_table()
