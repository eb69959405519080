"""Candidates: paytables with their exact figures, and which of two is the better."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.analysis.design.pays import Vector, roughness
from houseway.analysis.design.targets import Wanted
from houseway.analysis.design.task import Task
from houseway.analysis.figures import Figures
from houseway.paytable import Paytable


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A paytable, its exact figures, and how far they are from the targets."""

    paytable: Paytable
    figures: Figures
    misses: Mapping[str, Fraction]
    changed: int  # lines that pay other than the table it was compared with

    @classmethod
    def of(cls, task: Task, table: Paytable, wanted: Wanted) -> "Candidate":
        figures = task.figures(table)
        changed = changed_lines(task.like, table)
        return cls(paytable=table, figures=figures, misses=wanted.misses(figures), changed=changed)

    @property
    def is_met(self) -> bool:
        return not any(self.misses.values())


def rank(task: Task, lines: Sequence[str], wanted: Wanted, *, compared: bool) -> Callable[[Vector], tuple[Any, ...]]:
    """What is missed, then how much is changed, where a table to be near was named, then how plain the pays are."""
    own = tuple(int(task.like.lines[line].amount) for line in reversed(lines))

    def key(pays: Vector) -> tuple[Any, ...]:
        edge = task.edge(lines, pays)
        miss = wanted.edge.miss(edge)
        near = (sum(a != b for a, b in zip(own, pays, strict=True)),) if compared else ()
        return (
            miss,
            wanted.variance.miss(task.variance(lines, pays)) if wanted.variance and not miss else 0,
            *near,
            sum(map(roughness, pays)),
            abs(edge - wanted.edge.value),
            pays,
        )

    return key


def changed_lines(like: Paytable, table: Paytable) -> int:
    return sum(like.lines.get(line) != table.lines.get(line) for line in {*like.lines, *table.lines})
