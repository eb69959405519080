"""Rounds in which hands are split, cut into batches that any number of workers may deal in any order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from houseway.analysis.arrays import Longs
from houseway.analysis.machine.batches import BATCH, first_counter
from houseway.analysis.machine.shoe_rounds import ShoeTables


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ShoeWork:
    """What is dealt, to one seat. Everything in it can be sent to another process."""

    tables: ShoeTables
    rounds: int
    seed: int
    session: int
    shift: int

    @property
    def batches(self) -> range:
        return range(-(-self.rounds // BATCH))


@dataclass(slots=True, eq=False)
class ShoeTally:
    """What some batches came to, in parts of a unit. Tallies of different batches add up."""

    rounds: int = 0
    nets: Counter[int] = field(default_factory=Counter)  # what a round won -> how often
    sessions: Counter[int] = field(default_factory=Counter)
    shifts: Counter[tuple[int, int]] = field(default_factory=Counter)  # what the house kept, and what was staked

    def add(self, other: ShoeTally) -> None:
        self.rounds += other.rounds
        self.nets.update(other.nets)
        self.sessions.update(other.sessions)
        self.shifts.update(other.shifts)


def deal_batch(work: ShoeWork, number: int) -> ShoeTally:
    """The rounds of one batch: the same integers wherever they are dealt."""
    rounds = min(BATCH, work.rounds - number * BATCH)
    nets, stakes = work.tables.deal(rounds, first_counter(work.seed, number))
    kept, staked = -_sums(nets, work.shift), _sums(stakes, work.shift)
    return ShoeTally(
        rounds,
        Counter(nets.tolist()),
        Counter(_sums(nets, work.session).tolist()),
        Counter(zip(kept.tolist(), staked.tolist(), strict=True)),
    )


def _sums(values: Longs, rounds: int) -> Longs:
    """Of so many rounds each; what is left over at the end is in none."""
    whole = len(values) // rounds * rounds
    sums: Longs = values[:whole].reshape(-1, rounds).sum(axis=1, dtype=np.int64)
    return sums
