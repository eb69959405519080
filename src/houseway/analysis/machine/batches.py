"""The work of a simulation, cut into batches that any number of workers may play in any order.

Batch n has the same rounds whoever plays it, as in `simulation.batches`, whose tallies these are.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from houseway.analysis.machine import kernel
from houseway.analysis.simulation.batches import BATCH, ROOM, BatchTally, first_counter
from houseway.analysis.split.kernel import Longs


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Work:
    """What is played. Everything in it can be sent to another process."""

    program: kernel.Program
    money: kernel.Money
    seats: int
    rounds: int
    seed: int = 1
    session: int = 100
    shift: int = 400
    batch: int = BATCH

    @property
    def batches(self) -> range:
        return range(-(-self.rounds // self.batch))

    def rounds_of(self, number: int) -> int:
        return min(self.batch, self.rounds - number * self.batch)


def no_money(ends: int) -> kernel.Money:
    """Where only the ends are counted."""
    nothing = np.zeros(ends, np.int64)
    return kernel.Money(nothing, nothing, nothing, nothing, np.zeros(ends, np.bool_))


def nothing(work: Work) -> BatchTally:
    return BatchTally(0, np.zeros((work.seats, len(work.money.nets)), np.int64))


def play_batch(work: Work, number: int) -> BatchTally:
    """The rounds of one batch: the same integers wherever they are played."""
    rounds = work.rounds_of(number)
    room = ROOM
    while True:
        counts = np.zeros((work.seats, len(work.money.nets)), np.int64)
        nets, holds = np.zeros(rounds // work.session, np.int64), np.zeros((rounds // work.shift, 2), np.int64)
        awards = np.zeros((room, 3), np.int32)
        watched = kernel.play(
            work.program,
            work.money,
            rounds,
            first_counter(work.seed, number),
            work.session,
            work.shift,
            counts,
            nets,
            holds,
            awards,
        )
        if watched < 0:
            raise ValueError("a round was dealt that a rule could not be asked about before the run")
        if watched <= room:
            ordered = sorted((int(n), int(seat), int(end)) for n, seat, end in awards[:watched])
            return BatchTally(rounds, counts, _times(nets), _pairs(holds), tuple(ordered))
        room = watched


def _times(values: Longs) -> Counter[int]:
    different, times = np.unique(values, return_counts=True)
    return Counter(dict(zip(different.tolist(), times.tolist(), strict=True)))


def _pairs(values: Longs) -> Counter[tuple[int, int]]:
    different, times = np.unique(values, axis=0, return_counts=True)
    return Counter(dict(zip(map(tuple, different.tolist()), times.tolist(), strict=True)))
