"""What hands are worth, and how wagers end: columns of both.

Hands decide the lines of wagers, each after the words that were said; lines and what a seat has staked decide the end.
So a rule is asked about worths once, not once for every course that a round can take.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from math import prod
from typing import Any

import numpy as np

from houseway.analysis.arrays import Ints
from houseway.analysis.exact.ends import End, SettledLine
from houseway.analysis.exact.groups import is_heap, is_rectangle
from houseway.analysis.exact.question import Question
from houseway.analysis.machine import kernel
from houseway.analysis.machine.alike import alike_table
from houseway.analysis.machine.codes import Source
from houseway.analysis.machine.columns import Columns, RoundColumn, Unanswered, asked, in_order
from houseway.analysis.machine.courses import SeatCourse, SettledBet, bets_of
from houseway.analysis.machine.flushes import flush_tables, is_walked, looks, suit_tables
from houseway.analysis.machine.lying import Arrival
from houseway.analysis.machine.piles import TABLE, Piles, together
from houseway.analysis.machine.runs import NotRuns, run_table
from houseway.analysis.machine.settings import Settings
from houseway.analysis.machine.sights import GroupRows, sight_of
from houseway.game import SEAT, Hand
from houseway.sight import FlushOf, SuitBySuit

MANY = 100_000  # pairs of worths, from which on they are asked about in runs

UNWORTHY = Unanswered("a hand without a worth")

Bets = tuple[SettledBet, ...]
Lines = tuple[str | Unanswered, ...]


class Settling:
    """Worths, lines and ends, for every seat."""

    def __init__(self, columns: Columns, question: Question, piles: Piles) -> None:
        self.columns, self.question, self.piles = columns, question, piles
        self.game = question.game
        self._walked: dict[tuple[Hand, tuple[int, ...]], RoundColumn] = {}
        self._wagers = {wager.name: wager for wager in question.game.wagers}
        self._known: dict[Any, tuple[Ints, tuple[Lines, ...]]] = {}
        self._settled: dict[tuple[int, str], RoundColumn] = {}

    # ---- ends --------------------------------------------------------------------------------------

    def settle(self, seat: int, names: tuple[str, ...], course: RoundColumn) -> RoundColumn:
        """These wagers are settled before the end: the course without them."""
        for name in names:
            if name in self.question.wagers:
                bets, lines = self._lines(seat, (name,), course)
                ask = partial(_lines, (name,), bets)
                self._settled[seat, name] = self.columns.join(ask, course, lines, key=("settle", name))
        return self.columns.join(lambda each: each.without(names), course, key=("settled", names))

    def ended(self, seat: int, names: tuple[str, ...], course: RoundColumn) -> RoundColumn:
        """How the round ended for these wagers of a seat."""
        before = [self._settled[seat, name] for name in names if (seat, name) in self._settled]
        course = self.columns.join(lambda each: each.only(names), course, key=("only", names))
        bets, lines = self._lines(seat, names, course)
        return self.columns.join(partial(_end, names, bets), course, lines, *before, key=("end", names))

    def _lines(self, seat: int, names: tuple[str, ...], course: RoundColumn) -> tuple[Bets, RoundColumn]:
        """All bets that these wagers can be, and the line of each by what the hands are worth."""
        bets = bets_of(names, course.things)
        hands, worths = self.worths(seat, names)
        ask = partial(self._line_of_each, bets, hands)
        if len(worths) == 2 and all(worth.fields for worth in worths):
            policy = self.question.policy
            assert isinstance(policy, Settings)
            return bets, policy.matched(self.columns, ask, *worths)
        if (
            len(worths) == 2
            and not any(_has_none(worth) for worth in worths)
            and prod(len(worth.things) for worth in worths) > MANY
        ):
            mine, his = worths
            with suppress(NotRuns):
                table, things = self._runs(bets, hands, mine, his)
                sources = Source(his.number, 1), Source(mine.number, 1)
                return bets, self.columns.special(kernel.RUNS, sources, table, things)
        return bets, self.columns.join(ask, *worths, key=("lines", names, bets))

    def _runs(
        self, bets: Bets, hands: tuple[Hand, ...], mine: RoundColumn, his: RoundColumn
    ) -> tuple[Ints, tuple[Lines, ...]]:
        """The lines of bets by two worths, where these are many: as a table of runs, and what stands in it."""
        key = bets, hands, id(mine.things), id(his.things)
        if key not in self._known:
            numbers: dict[Lines, int] = {}

            def come_to(my: int, other: int) -> int:
                lines = self._line_of_each(bets, hands, mine.things[my], his.things[other])
                return numbers.setdefault(lines, len(numbers))

            table = run_table(come_to, mine.things, his.things)
            self._known[key] = table, tuple(numbers)
        return self._known[key]

    def _line_of_each(self, bets: Bets, hands: tuple[Hand, ...], *worths: Any) -> Lines:
        made = dict(zip(hands, worths, strict=True))
        return tuple([self._line(bet, made) for bet in bets])

    def _line(self, bet: SettledBet, made: dict[Hand, Any]) -> str | Unanswered:
        """What never lies there together has no line."""
        wager = self._wagers[bet.wager]
        worths = tuple([made[hand] for hand in wager.hands])
        try:
            return UNWORTHY if Unanswered in map(type, worths) else wager.line(worths, bet.said)
        except Exception as error:
            return Unanswered(type(error).__name__)

    # ---- worths ------------------------------------------------------------------------------------

    def worths(self, seat: int, names: Sequence[str]) -> tuple[tuple[Hand, ...], list[RoundColumn]]:
        """The hands that these wagers look at, and what each is worth."""
        wagers = [self.game.wager(name) for name in names]
        hands = tuple(dict.fromkeys(hand for wager in wagers for hand in wager.hands))
        return hands, [self._worth(seat, hand) for hand in hands]

    def _worth(self, seat: int, hand: Hand) -> RoundColumn:  # noqa: PLR0911 - one return a kind of look
        if hand.of.is_set:
            cut = self.piles.place(hand.of.place, seat).cut
            if cut is None:
                return self.columns.constant(Unanswered("not set"))
            return cut if cut.fields else self._ordered(lambda hands: hand.worth(*hands), cut, hand)
        if seat != TABLE and self.piles.mine[seat].gone is not None and SEAT.place in hand.of.places:
            return self._by_kept(seat, hand)
        comings = self.piles.looked_at(seat, hand.of.parts)
        slots = tuple(slot for coming in comings for slot in coming.slots)
        if any(coming.comes for coming in comings):
            return self._by_pile(hand, comings)
        sizes = tuple(len(coming.slots) for coming in comings)
        if is_walked(hand, len(slots), self.question.cards) and is_heap(hand, sizes, self.question.cards):
            return self._by_walk(hand, slots, kernel.FLUSH, flush_tables)
        if isinstance(hand.sees, SuitBySuit) and is_rectangle(self.question.cards):
            return self._by_walk(hand, slots, kernel.SUITS_APART, suit_tables)
        return self._by_pile(hand, comings)

    def _by_walk(self, hand: Hand, slots: tuple[int, ...], by: int, tables: Callable[..., Any]) -> RoundColumn:
        """Card by card, from state to state."""
        if (hand, slots) not in self._walked:
            table, worths = tables(hand, len(slots), self.question.cards)
            sources = [Source(slot, 1, 0) for slot in slots]
            self._walked[hand, slots] = self.columns.special(by, sources, table, worths)
        return self._walked[hand, slots]

    def _by_kept(self, seat: int, hand: Hand) -> RoundColumn:
        """Of a seat that has given cards up. They are told apart as at its choice, which went by what it saw."""
        if hand.of != SEAT:
            raise ValueError(f"{self.game.slug}: a hand looks at some of the cards of a seat that may give cards up")
        sight = self.piles.sight
        if not (sight.suits or {hand.sees} <= {*sight.sees}):
            raise ValueError(f"{self.game.slug}: a hand tells more apart than the seat that gave some of its cards up")
        column = self.piles.held(self.piles.mine[seat], sight)
        return self._ordered(lambda found: hand.worth(together(sight, found)), column, hand)

    def _by_pile(self, hand: Hand, comings: Sequence[Arrival]) -> RoundColumn:
        sight = sight_of([hand], self.question.cards)
        if len(comings) == 2 and not sight.suits and not any(coming.comes for coming in comings):
            first, second = (self.columns.group(coming.slots, sight) for coming in comings)
            if len(first.things) * len(second.things) > MANY:
                fill = partial(alike_table, hand.worth, sight, first.things, second.things)
                return self.columns.tabled(fill, first, second, key=("alike", hand))
        return self._ordered(lambda found: hand.worth(together(sight, found)), self.piles.pile(comings, sight), hand)

    def _ordered(self, ask: Callable[..., Any], column: RoundColumn, hand: Hand) -> RoundColumn:
        """Worths in ascending order; asked once about cards that look the same."""

        def fill() -> tuple[Ints, Sequence[Any]]:
            rows, sees = column.things, hand.sees
            if not isinstance(rows, GroupRows) or not isinstance(sees, FlushOf):
                return in_order(*asked(ask, [column]))
            same = looks(rows.rows, sees.length) if is_heap(hand, rows.sizes, self.question.cards) else None
            if same is None:
                return in_order(*asked(ask, [column]))
            _, first, which = np.unique(same, return_index=True, return_inverse=True)
            table, things = asked(ask, [RoundColumn(0, GroupRows(rows.rows[first], rows.sizes))])
            return in_order(table[which], things)

        return self.columns.tabled(fill, column, key=("worth", hand))


def _has_none(worths: RoundColumn) -> bool:
    """Whether some cards are worth nothing that was told: then worths stand in no order."""
    return any(isinstance(worth, Unanswered) for worth in worths.things)


# ---- what columns are asked -----------------------------------------------------------------------


def _lines(names: tuple[str, ...], bets: Bets, course: SeatCourse, lines: Lines) -> tuple[SettledLine, ...]:
    return course.lines(names, dict(zip(bets, lines, strict=True)))


def _end(names: tuple[str, ...], bets: Bets, course: SeatCourse, lines: Lines, *before: tuple[SettledLine, ...]) -> End:
    return course.end(names, (*chain.from_iterable(before), *_lines(names, bets, course, lines)))
