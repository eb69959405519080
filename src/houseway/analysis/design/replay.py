"""The main game under pays that are still being sought: best play found anew for every table of pays.

Outcomes of all options are counted once; a table of pays then only weighs them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np

from houseway.analysis.contest import Lines, Pays, decisions, main_figures
from houseway.analysis.design.task import Task, Vector
from houseway.analysis.figures import Figures
from houseway.paytable import Paytable

End = tuple[tuple[str, ...], Lines]  # the wagers that an option added, and how they and the main one ended
MOST_NET = 2**24  # what one option may win or lose: pays and their common denominator


@dataclass(frozen=True, kw_only=True)
class Replay(Task):
    """A wager of the main game, whose play depends on what it pays."""

    @cached_property
    def _ends(self) -> tuple[list[End], np.ndarray, np.ndarray, list[int], int]:
        """The ways an option can end; how often each option ends so; where each decision's options start; in how many
        ways it comes; all deals."""
        all_decisions = decisions(self.game, self.decks, None)  # as `main_figures` asks, so that they are made once
        options = [option for decision in all_decisions for option in decision.options]
        place: dict[End, int] = {}
        for option in options:
            for lines in option.outcomes:
                place.setdefault((option.setting.adds, lines), len(place))
        counts = np.zeros((len(options), len(place)), dtype=np.int64)
        for row, option in enumerate(options):
            for lines, times in option.outcomes.items():
                counts[row, place[option.setting.adds, lines]] = times
        starts = np.cumsum([0, *(len(decision.options) for decision in all_decisions[:-1])])
        assert int(counts.sum(axis=1).max()) * MOST_NET < 2**62, "what an option wins must fit 64 bits"
        total = sum(d.ways * d.options[0].deals for d in all_decisions)
        return list(place), counts, starts, [d.ways for d in all_decisions], total

    def edge(self, lines: Sequence[str], pays: Vector) -> Fraction:
        ends, counts, starts, ways, total = self._ends
        weigh = Pays.of(self.game, [self.table(lines, pays)])
        nets = [weigh.net(adds, ended) for adds, ended in ends]
        scale = lcm(*(net.denominator for net in nets))
        whole = np.array([int(net * scale) for net in nets], dtype=np.int64)
        assert int(abs(whole).max()) < MOST_NET
        best = np.maximum.reduceat(counts @ whole, starts).tolist()
        return -Fraction(sum(times * worth for times, worth in zip(ways, best, strict=True)), total * scale)

    def figures(self, table: Paytable) -> Figures:
        return main_figures(self.game, self.decks, pays=Pays.of(self.game, [table]))
