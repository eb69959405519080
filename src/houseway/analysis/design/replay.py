"""The main game under pays that are still being sought: best play found anew for every table of pays.

Outcomes of all options are counted once; a table of pays then only weighs them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np

from houseway.analysis.design.task import Task, Vector
from houseway.analysis.exact.ends import End
from houseway.analysis.exact.figures import main_figures
from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.question import question
from houseway.analysis.figures import Figures
from houseway.paytable import Paytable

MOST_NET = 2**24  # what one option may win or lose: pays and their common denominator


@dataclass(frozen=True, kw_only=True)
class MainWagerTask(Task):
    """A main wager of a game with one choice, whose play depends on what it pays."""

    @cached_property
    def _ends(self) -> tuple[list[End], np.ndarray, np.ndarray, list[int], int]:
        """The ways an option can end; how often each option ends so; where each choice's options start; in how many
        ways it comes; all deals."""
        method = GradedRemoval(question(self.game, decks=self.decks))
        choices = [(list(method.branches_of(seen).values()), ways) for seen, ways in method.sights()]
        options = [ends for branches, _ in choices for ends in branches]
        place: dict[End, int] = {}
        for ends in options:
            for end in ends:
                place.setdefault(end, len(place))
        counts = np.zeros((len(options), len(place)), dtype=np.int64)
        for row, ends in enumerate(options):
            for end, times in ends.items():
                counts[row, place[end]] = times
        starts = np.cumsum([0, *(len(branches) for branches, _ in choices[:-1])])
        assert int(counts.sum(axis=1).max()) * MOST_NET < 2**62, "what an option wins must fit 64 bits"
        total = sum(ways * sum(branches[0].values()) for branches, ways in choices)
        return list(place), counts, starts, [ways for _, ways in choices], total

    def edge(self, lines: Sequence[str], pays: Vector) -> Fraction:
        ends, counts, starts, ways, total = self._ends
        net = question(self.game, decks=self.decks, paytables=(self.table(lines, pays),)).net
        nets = [sum((net[line] for line in end.lines), Fraction(0)) for end in ends]
        scale = lcm(*(net.denominator for net in nets))
        whole = np.array([int(net * scale) for net in nets], dtype=np.int64)
        assert int(abs(whole).max()) < MOST_NET
        best = np.maximum.reduceat(counts @ whole, starts).tolist()
        return -Fraction(sum(times * worth for times, worth in zip(ways, best, strict=True)), total * scale)

    def figures(self, table: Paytable) -> Figures:
        return main_figures(question(self.game, decks=self.decks, paytables=(table,)))
