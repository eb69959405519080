"""How every packet of a split game is set, by the seats and by the dealer: a policy for games with too many packets to
be asked about one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from houseway.analysis.arrays import Ints
from houseway.analysis.exact.open_sets import OpenSets
from houseway.analysis.exact.sets import BySettings, Sets, Strengths
from houseway.analysis.machine import kernel
from houseway.analysis.machine.codes import Source
from houseway.analysis.machine.columns import Columns, RoundColumn
from houseway.analysis.split.barred import Flags
from houseway.analysis.split.fronts import Policy, fronts
from houseway.analysis.split.hands import packet_classes
from houseway.analysis.split.rankings import rankings
from houseway.analysis.split.rules import SplitRules
from houseway.game import Option, Seen

BARRED = 30  # the bit of a number that says whether the dealer's packet is barred; hands stand below it


@dataclass(frozen=True)
class Settings(BySettings):
    """Strengths of the set hands in one number, by the class of the packet: the seats' and the dealer's. Of the
    dealer's, the number also says whether it is barred, if any packet is; `barred` are hands that are."""

    dealer: Policy
    dealer_barred: Flags | None = None
    barred: Strengths | None = None

    @classmethod
    def of(cls, method: Sets) -> Settings:
        """As the method says that both sides set."""
        return cls(method.player, method.house, method.barred, method.some_barred)

    @property
    def rules(self) -> SplitRules:
        return self.settings.rules

    @property
    def seat_numbers(self) -> Ints:
        """By the class of a seat's packet."""
        return self.settings.cells

    @property
    def dealer_numbers(self) -> Ints:
        """By the class of the dealer's packet."""
        if self.dealer_barred is None:
            return self.dealer.cells
        return self.dealer.cells | self.dealer_barred.astype(np.int32) << BARRED

    def matched(self, columns: Columns, end: Any, mine: RoundColumn, his: RoundColumn) -> RoundColumn:
        """How the set hands of both compare, and what the game says of it."""
        return matched(columns, end, mine, his, self.barred)

    @property
    def fields(self) -> tuple[tuple[int, int], ...]:
        """Where each hand stands in the number: how far to the left, and how many bits; then whether it is barred."""
        ranked = rankings(self.rules)
        mid = [(ranked.mid_shift, ranked.high_shift)] if ranked.has_mid else []
        bar = [(BARRED, BARRED + 1)] if self.barred else []
        bounds = [(ranked.high_shift, BARRED), *mid, (0, ranked.mid_shift), *bar]
        return tuple((low, (1 << high - low) - 1) for low, high in bounds)


@dataclass(frozen=True)
class OpenSettings(Settings):
    """A seat that sees how the dealer has set his cards, and sets its own for the best. In place of strengths its
    packets have looks; `settings` is how it would set them without a look at his."""

    method: OpenSets | None = None

    @classmethod
    def of(cls, method: Sets) -> OpenSettings:
        assert isinstance(method, OpenSets)
        return cls(method.house, method.house, method.barred, method.some_barred, method)

    def __call__(self, number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        assert self.method is not None
        values = self.method.options(seen)
        return max(options, key=lambda option: values[option])

    @property
    def seat_numbers(self) -> Ints:
        return fronts(self.rules).looks

    def matched(self, columns: Columns, end: Any, mine: RoundColumn, his: RoundColumn) -> RoundColumn:
        """The best of a look's settings against his hands, and the game asked about what can be won."""
        runs, ranked = fronts(self.rules), rankings(self.rules)
        worse, better = ((4,), (1,)), ((6,), (3,))
        ends = [end(worse, better), end(worse, ((3,), (2,))), end(better, worse)]
        ends.append(end(worse, self.barred) if self.barred else ends[0])
        numbers = {each: number for number, each in enumerate(dict.fromkeys(ends))}
        head = [(1 << ranked.mid_shift) - 1, ranked.high_shift, BARRED, *(numbers[each] for each in ends)]
        table = np.concatenate([head, runs.offsets + len(head) + len(runs.offsets), runs.cells]).astype(np.int32)
        return columns.special(kernel.OPEN, (Source(mine.number, 1), Source(his.number, 1)), table, tuple(numbers))


def by_packet(rules: SplitRules, numbers: Ints, packets: RoundColumn) -> Ints:
    """Numbers of packet classes, in the order in which a column has the classes."""
    classes, table = packet_classes(rules), packets.table
    assert table is not None and len(table) == len(classes.of_index), "packets are sets of the whole pack"
    theirs = np.zeros(len(packets.things), np.int32)
    theirs[table] = classes.of_index
    return numbers[theirs]


def matched(
    columns: Columns, end: Any, mine: RoundColumn, his: RoundColumn, barred: Strengths | None = None
) -> RoundColumn:
    """Hand against hand: lower, equal or higher, and the game asked about every pattern of that; where a packet of the
    dealer's may be `barred`, with those hands of his."""
    hands = len(mine.fields) - (barred is not None)
    numbers: dict[Any, int] = {}
    patterns = []
    middle = tuple((3 * place + 1,) for place in reversed(range(hands)))
    for others in product((1, 0, -1), repeat=len(mine.fields)):
        worth = tuple((strength + more,) for (strength,), more in zip(middle, others[:hands], strict=True))
        is_barred = barred is not None and others[-1] > 0  # no seat's number has the bit
        patterns.append(numbers.setdefault(end(middle, barred if is_barred else worth), len(numbers)))
    fields = [number for field in mine.fields for number in field]
    table = np.array([len(mine.fields), *fields, *patterns], np.int32)
    return columns.special(kernel.MATCH, (Source(mine.number, 1), Source(his.number, 1)), table, tuple(numbers))
