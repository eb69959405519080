"""The work of a simulation, cut into batches that any number of workers may play in any order.

Batch n has the same rounds whoever plays it: its random numbers are counted from a place of its own. A session and a
shift lie within one batch; what is left over at its end is in the counts but in no session.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from houseway.analysis.arrays import Longs
from houseway.analysis.machine import kernel

BATCH = 250_000
MOST_ROUNDS = 10**12
ROOM = 4096  # for awards; a batch that has more is played again with room for all


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


@dataclass(slots=True, eq=False)
class BatchTally:
    """What some batches came to. Tallies of different batches add up."""

    rounds: int
    counts: Longs  # seat, end
    sessions: Counter[int] = field(default_factory=Counter)  # the first seat's net -> how often
    shifts: Counter[tuple[int, int]] = field(default_factory=Counter)  # what the house kept, and what was staked
    awards: tuple[tuple[int, int, int], ...] = ()  # round, seat and end of each watched end, in order

    def add(self, other: BatchTally) -> None:
        """The other's rounds come after one's own."""
        self.awards += tuple((self.rounds + number, seat, end) for number, seat, end in other.awards)
        self.rounds += other.rounds
        self.counts += other.counts
        self.sessions.update(other.sessions)
        self.shifts.update(other.shifts)


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


def first_counter(seed: int, number: int) -> np.uint64:
    """Where the random numbers of a batch are counted from: no two batches of a run come near each other."""
    base = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])
    ahead = int(kernel.STEP) * (number << kernel.COUNTER_BITS)
    return np.uint64((base + ahead) % 2**64)


def _times(values: Longs) -> Counter[int]:
    different, times = np.unique(values, return_counts=True)
    return Counter(dict(zip(different.tolist(), times.tolist(), strict=True)))


def _pairs(values: Longs) -> Counter[tuple[int, int]]:
    different, times = np.unique(values, axis=0, return_counts=True)
    return Counter(dict(zip(map(tuple, different.tolist()), times.tolist(), strict=True)))
