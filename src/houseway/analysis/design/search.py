"""The search: every monotone table of allowed pays, leaving out whatever can no longer reach the edge."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from houseway.analysis.design.targets import Target
from houseway.analysis.design.task import FixedLines, Task, Vector

TOO_MANY = 20_000  # tables to rank


@dataclass(frozen=True, kw_only=True)
class Search:
    """Every table of allowed pays that never pays a higher line less than a lower one."""

    task: Task
    lines: tuple[str, ...]  # best first
    allowed: Vector
    top: int | None = None
    changes: int | None = None
    strict: bool = False  # whether every line pays more than the next below
    least_top: int = 1

    def nearest(self, edge: Target, enough: int) -> tuple[list[Vector], Fraction]:
        """All tables within some distance of the edge, and the distance: at first half the edge's unit; less, where
        that would be too many to weigh; more, until there are enough of them."""
        away = edge.unit / 2
        if not isinstance(self.task, FixedLines):
            return list(self.all()), away
        tables = list(islice(self.within(edge.value - away, edge.value + away), TOO_MANY))
        while len(tables) >= max(TOO_MANY, 4 * enough) and away:
            away /= 4
            tables = list(islice(self.within(edge.value - away, edge.value + away), TOO_MANY))
        while len(tables) < enough and away <= 2 * self.allowed[-1]:
            away = max(4 * away, Fraction(1, 1_000_000))
            tables = list(self.within(edge.value - away, edge.value + away))
        return tables, away

    def all(self) -> Iterator[Vector]:
        return self._choose([1] * len(self.lines), 0, 10**30)

    def within(self, low: Fraction, high: Fraction) -> Iterator[Vector]:
        """The tables whose edge is in this range. What they pay is a whole number of combinations."""
        task = self.task
        assert isinstance(task, FixedLines), "where play depends on the pays, the edge is not linear in them"
        counts = [task.count(line) for line in reversed(self.lines)]
        stakes = sum(task.count(line) * task.returned(line, 0) for line in self.lines)
        least, most = ((1 - task.fixed - edge) * task.total - stakes for edge in (high, low))
        return self._choose(counts, -(-least.numerator // least.denominator), most.numerator // most.denominator)

    def _choose(self, counts: list[int], least: int, most: int) -> Iterator[Vector]:
        """From the lowest line up: `paid` so far, and what the lines above can still pay at least and at most."""
        last = len(counts) - 1
        above = [sum(counts[i + 1 :]) for i in range(len(counts))]
        ceiling = self.top or self.allowed[-1]
        fixed = counts[-1] * self.top if self.top else 0
        own = [int(self.task.like.lines[line].amount) for line in reversed(self.lines)]
        allowed = self.allowed

        def go(i: int, lowest: int, paid: int, changes: int, pays: Vector) -> Iterator[Vector]:
            if self.top and lowest > self.top:
                return
            start = bisect_left(allowed, max(self.top or self.least_top, lowest) if i == last else lowest)
            if i == last:
                start = max(start, bisect_left(allowed, -(-(least - paid) // counts[i])))
                end = bisect_right(allowed, min(ceiling, (most - paid) // counts[i]))
                yield from ((*pays, pay) for pay in allowed[start:end] if changes or pay == own[i])
                return
            between = above[i] - (counts[-1] if self.top else 0)
            choices = allowed[start:] if changes else ((own[i],) if own[i] >= lowest else ())
            for pay in choices:
                now = paid + counts[i] * pay
                if pay > ceiling or now + between * pay + fixed > most:
                    return
                if now + between * ceiling + fixed >= least:
                    yield from go(i + 1, pay + self.strict, now, changes - (pay != own[i]), (*pays, pay))

        return go(0, 1, 0, len(counts) if self.changes is None else self.changes, ())
