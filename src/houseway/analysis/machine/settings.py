"""How every packet of a split game is set, by the seats and by the dealer: a policy for games with too many packets to
be asked about one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from houseway.analysis.exact.sets import BySettings, Sets
from houseway.analysis.machine import kernel
from houseway.analysis.machine.codes import Source
from houseway.analysis.machine.columns import Columns, RoundColumn
from houseway.analysis.split.fronts import Policy
from houseway.analysis.split.hands import packet_classes
from houseway.analysis.split.kernel import Ints
from houseway.analysis.split.rankings import rankings
from houseway.analysis.split.rules import SplitRules


@dataclass(frozen=True)
class Settings(BySettings):
    """Strengths of the set hands in one number, by the class of the packet: the seats' and the dealer's."""

    dealer: Policy

    @classmethod
    def of(cls, method: Sets) -> Settings:
        """As the method says that both sides set. The numbers do not tell which packets are barred."""
        if method.bars:
            raise ValueError("a game in which hands of the dealer are barred cannot be simulated yet")
        return cls(method.player, method.answers.opponent)

    @property
    def rules(self) -> SplitRules:
        return self.settings.rules

    @property
    def fields(self) -> tuple[tuple[int, int], ...]:
        """Where each hand stands in the number: how far to the left, and how many bits."""
        ranked = rankings(self.rules)
        mid = [(ranked.mid_shift, ranked.high_shift)] if ranked.has_mid else []
        bounds = [(ranked.high_shift, 31), *mid, (0, ranked.mid_shift)]
        return tuple((low, (1 << high - low) - 1) for low, high in bounds)


def cells_of(policy: Policy, packets: RoundColumn) -> Ints:
    """What a policy makes of every packet of a column, in the column's own order of classes."""
    classes, table = packet_classes(policy.rules), packets.table
    assert table is not None and len(table) == len(classes.of_index), "packets are sets of the whole pack"
    theirs = np.zeros(len(packets.things), np.int32)
    theirs[table] = classes.of_index
    return policy.cells[theirs]


def matched(columns: Columns, end: Any, mine: RoundColumn, his: RoundColumn) -> RoundColumn:
    """Hand against hand: lower, equal or higher, and the game asked about every pattern of that."""
    hands = len(mine.fields)
    numbers: dict[Any, int] = {}
    patterns = []
    middle = tuple((3 * place + 1,) for place in reversed(range(hands)))
    for others in product((1, 0, -1), repeat=hands):
        worth = tuple((strength + more,) for (strength,), more in zip(middle, others, strict=True))
        patterns.append(numbers.setdefault(end(middle, worth), len(numbers)))
    fields = [number for field in mine.fields for number in field]
    table = np.array([hands, *fields, *patterns], np.int32)
    return columns.special(kernel.MATCH, (Source(mine.number, 1), Source(his.number, 1)), table, tuple(numbers))
