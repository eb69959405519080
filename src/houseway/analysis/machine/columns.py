"""Rules become tables, and tables a program.

A column stands for something that the kernel finds in every round: a number, and for each number what it means. A new
column is a function of others; the function is asked once about every combination of what they can mean.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from houseway.analysis.arrays import Ints
from houseway.analysis.machine import kernel
from houseway.analysis.machine.codes import Code, Source, program
from houseway.analysis.machine.sights import CARDS, NONE, DigitSight, Groups, digit_groups, suit_classes
from houseway.analysis.split.combinations import choose_table
from houseway.cards import Cards

MOST_DIGITS = 1 << 18  # indices of cards in the order dealt; beyond that they are looked up as a set
MOST_COMPOSED = 1 << 20  # beyond that a table is looked up on the way, not written anew for every rule
MOST_ASKED = 3_000_000  # combinations that a rule is asked about


@dataclass(frozen=True, slots=True)
class Unanswered:
    """In place of a rule's answer about what never lies there together. A run that meets it is stopped."""

    why: str


@dataclass(frozen=True, eq=False)
class RoundColumn:
    """What stands in it, by number. A column with one meaning only is never looked at."""

    number: int
    things: Sequence[Any]
    sources: tuple[Source, ...] = ()
    table: Ints | None = None  # of a plain look-up
    fields: tuple[tuple[int, int], ...] = ()  # of a worth of several hands in one number: where each stands, its mask

    @property
    def is_constant(self) -> bool:
        return len(self.things) == 1


class Columns:
    """Columns as they are made, one after the other."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.codes: list[Code] = []
        self._columns = 0
        self._sights: list[DigitSight] = []
        self._made: dict[Hashable, RoundColumn] = {}
        self._asked: dict[Hashable, tuple[Ints, Sequence[Any]]] = {}
        self._kept: list[Any] = []  # what keys name by identity

    # ---- making columns ----------------------------------------------------------------------------

    def constant(self, thing: Any) -> RoundColumn:
        return RoundColumn(NONE, (thing,))

    def group(self, slots: Sequence[int], sight: DigitSight) -> RoundColumn:
        """Cards that came together, as groups of one."""
        if sight.suits and len(set(self.cards)) == len(self.cards):
            return self.sets([slots], sight)
        key = "group", tuple(slots), sight
        if key not in self._made:
            number = len(sight.held)
            if number ** len(slots) > MOST_DIGITS * 8:
                raise ValueError(f"{len(slots)} cards of {number} grades are too many to tabulate")
            table, groups = digit_groups(sight, len(slots))
            things = self._things(("group", sight, len(slots)), lambda: tuple((group,) for group in groups))
            name = self._sight(sight)
            strides = [number**place for place in reversed(range(len(slots)))]
            sources = tuple(Source(slot, stride, name) for slot, stride in zip(slots, strides, strict=True))
            self._made[key] = self._lookup(sources, table, things)
        return self._made[key]

    def sets(self, groups: Sequence[Sequence[int]], sight: DigitSight) -> RoundColumn:
        """Groups of cards whose suits count, but never which is which: all together."""
        key = "sets", tuple(map(tuple, groups)), sight
        if key not in self._made:
            sizes = tuple(map(len, groups))
            table, things = suit_classes(tuple(sorted(self.cards)), sizes)
            sources = []
            stride = len(table)
            for slots in groups:
                stride //= int(choose_table(CARDS, len(slots))[CARDS, len(slots)])
                if len(slots) == 1:
                    sources.append(Source(slots[0], stride, self._sight(sight)))
                else:
                    number = self._new(kernel.SET, tuple(Source(slot, 1, 0) for slot in slots), np.zeros(0, np.int32))
                    sources.append(Source(number, stride))
            self._made[key] = self._lookup(tuple(sources), table, things)
        return self._made[key]

    def join(self, ask: Callable[..., Any], *columns: RoundColumn, key: Hashable) -> RoundColumn:
        """What a rule says of the things in these columns. Two joins with one key ask the same."""
        return self.tabled(partial(asked, ask, columns), *columns, key=key)

    def tabled(
        self, fill: Callable[[], tuple[Ints, Sequence[Any]]], *columns: RoundColumn, key: Hashable
    ) -> RoundColumn:
        """The same from a table, by all that the columns mean, the last of them changing first, and what stands in
        it."""
        varying = [column for column in columns if not column.is_constant]
        made = "join", key, tuple(column.number for column in columns), tuple(id(column.things) for column in columns)
        if made not in self._made:
            asks = "join", key, tuple(id(column.things) for column in columns)
            if asks not in self._asked:
                self._asked[asks] = fill()
                self._kept.append(columns)
            self._made[made] = self._joined(varying, *self._asked[asks])
        return self._made[made]

    def last(self, column: RoundColumn) -> RoundColumn:
        """The same, where a run that meets what was not answered is stopped."""
        if all(isinstance(thing, Unanswered) for thing in column.things):
            raise ValueError(f"no end of a wager could be told: {column.things}")
        missing = [number for number, thing in enumerate(column.things) if isinstance(thing, Unanswered)]
        if not missing or column.table is None:
            return column
        key = "last", id(column.table)
        if key not in self._asked:
            table = np.where(np.isin(column.table, missing), NONE, column.table).astype(np.int32)
            self._asked[key] = table, (column.table,)
        return self._lookup(column.sources, self._asked[key][0], column.things)

    def mapped(self, column: RoundColumn, table: Ints, fields: tuple[tuple[int, int], ...]) -> RoundColumn:
        """Worths of several hands in one number, that are known for everything in a column."""
        sources = (Source(column.number, 1),)
        made = self._lookup(sources, table, range(int(table.max()) + 1))
        return RoundColumn(made.number, made.things, made.sources, made.table, fields)

    def special(self, kind: int, sources: Sequence[Source], table: Ints, things: Sequence[Any]) -> RoundColumn:
        return RoundColumn(self._new(kind, tuple(sources), table), things)

    def count(self, seat: int, column: RoundColumn, start: int) -> None:
        """Count what stands in a column, from this place of the counts on."""
        if column.is_constant:
            column = RoundColumn(self._new(kernel.LOOKUP, (), np.zeros(1, np.int32)), column.things)
        self.codes.append(Code(kernel.COUNT, seat, (Source(column.number, start),), np.zeros(0, np.int32)))

    # ---- the program -------------------------------------------------------------------------------

    def program(self, slots: int) -> kernel.Program:
        """All instructions that something counted depends on."""
        return program(self.codes, self.cards, [sight.digits for sight in self._sights], slots)

    # ---- within ------------------------------------------------------------------------------------

    def _joined(self, varying: list[RoundColumn], table: Ints, things: Sequence[Any]) -> RoundColumn:
        if len(things) == 1:
            return RoundColumn(NONE, things)
        if len(varying) == 1 and varying[0].table is not None and len(varying[0].table) <= MOST_COMPOSED:
            before = varying[0]
            key = "composed", id(before.table), id(table)
            if key not in self._asked:
                assert before.table is not None
                composed = np.where(before.table >= 0, table[np.maximum(before.table, 0)], NONE).astype(np.int32)
                self._asked[key] = composed, (before.table, table)
            return self._lookup(before.sources, self._asked[key][0], things)
        strides = [1]
        for column in reversed(varying[1:]):
            strides.insert(0, strides[0] * len(column.things))
        sources = tuple(Source(column.number, stride) for column, stride in zip(varying, strides, strict=True))
        return self._lookup(sources, table, things)

    def _lookup(self, sources: tuple[Source, ...], table: Ints, things: Sequence[Any]) -> RoundColumn:
        return RoundColumn(self._new(kernel.LOOKUP, sources, table), things, sources, table)

    def _new(self, kind: int, sources: tuple[Source, ...], table: Ints) -> int:
        self._columns += 1
        self.codes.append(Code(kind, self._columns - 1, sources, table))
        return self._columns - 1

    def _sight(self, sight: DigitSight) -> int:
        if sight not in self._sights:
            self._sights.append(sight)
        return self._sights.index(sight)

    def _things(self, key: Hashable, make: Callable[[], tuple[Groups, ...]]) -> Sequence[Groups]:
        """The same value for the same key: joins tell things apart by identity."""
        if key not in self._asked:
            self._asked[key] = np.zeros(0, np.int32), make()
        return self._asked[key][1]


def asked(ask: Callable[..., Any], columns: Sequence[RoundColumn]) -> tuple[Ints, Sequence[Any]]:
    """What a rule says of every combination of what columns mean."""
    size = int(np.prod([len(column.things) for column in columns]))
    if size > MOST_ASKED:
        raise ValueError(f"a rule would be asked about {size:,} combinations")
    numbers: dict[Any, int] = {}

    def answer(things: tuple[Any, ...]) -> int:
        try:
            thing = ask(*things)
        except Exception as error:
            thing = Unanswered(type(error).__name__)
        return numbers.setdefault(thing, len(numbers))

    table = np.fromiter(map(answer, product(*(column.things for column in columns))), np.int32, size)
    return table, tuple(numbers)


def in_order(table: Ints, things: Sequence[Any]) -> tuple[Ints, Sequence[Any]]:
    """A table whose things are numbered from the lowest up, where they can be compared; else as it is."""
    try:
        order = sorted(range(len(things)), key=things.__getitem__)
    except TypeError:
        return table, things
    return np.argsort(order).astype(np.int32)[table], tuple(things[number] for number in order)
