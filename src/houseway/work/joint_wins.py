"""What all wagers of one seat win in the same rounds, dealt at random: for covariances that no exact method counts.

A machine counts how the wagers of a unit end, each unit by itself. Here an end is worth its number in its unit, at a
place of its own in one whole number: so from what a round comes to it is read how all units ended in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod, sqrt
from typing import TYPE_CHECKING

import numpy as np

from houseway.analysis.covariance import Covariance
from houseway.analysis.exact.ends import End
from houseway.analysis.exact.question import Question
from houseway.analysis.machine.batches import BATCH, Work
from houseway.analysis.machine.columns import Unanswered
from houseway.analysis.machine.kernel import Money
from houseway.analysis.machine.rounds import Machine, machine
from houseway.analysis.wager_nets import WagerColumn
from houseway.work.simulating import run

if TYPE_CHECKING:
    from houseway.work.engine import Progress

MOST = 2**62  # what a whole number of the kernel holds
Wins = Counter[tuple[End, ...]]  # how every unit ended → in how many rounds


def joint_wins(asked: Question, *, rounds: int, seed: int, progress: Progress | None = None) -> Wins:
    """How rounds of one seat ended. The question has the wagers in play, and the policy of the seat."""
    dealt = machine(asked, 1)
    sizes = [len(unit.ends) for unit in dealt.units]
    if prod(sizes) > MOST:
        raise ValueError(f"{asked.game.slug}: too many ends to tell apart together")
    work = Work(program=dealt.program, money=_codes(dealt), seats=1, rounds=rounds, seed=seed, session=1, shift=BATCH)
    tally = run(work, progress=progress)
    return Counter({tuple(_read(dealt, code)): times for code, times in tally.sessions.items()})


def _codes(dealt: Machine) -> Money:
    codes, worth = np.zeros(dealt.ends, np.int64), 1
    for unit in dealt.units:
        codes[unit.start : unit.start + len(unit.ends)] = np.arange(len(unit.ends)) * worth
        worth *= len(unit.ends)
    nothing = np.zeros(dealt.ends, np.int64)
    return Money(codes, nothing, nothing, nothing, np.zeros(dealt.ends, np.bool_))


def _read(dealt: Machine, code: int) -> Iterator[End]:
    for unit in dealt.units:
        code, place = divmod(code, len(unit.ends))
        end = unit.ends[place]
        assert not isinstance(end, Unanswered)
        yield end


def sampled_covariances(wins: Wins, pairs: Sequence[tuple[WagerColumn, WagerColumn]]) -> Iterator[Covariance]:
    """Around the means of these rounds, with the standard error of each."""
    rounds = sum(wins.values())
    everything = {column for pair in pairs for column in pair}
    won = {
        column: [(sum((column.won(end) for end in ends), Fraction(0)), times) for ends, times in wins.items()]
        for column in everything
    }
    means = {column: sum((net * times for net, times in rows), Fraction(0)) / rounds for column, rows in won.items()}
    spreads = {
        column: sum((net**2 * times for net, times in rows), Fraction(0)) / rounds - means[column] ** 2
        for column, rows in won.items()
    }
    for one, other in pairs:
        products = [
            ((a - means[one]) * (b - means[other]), times)
            for (a, times), (b, _) in zip(won[one], won[other], strict=True)
        ]
        value = sum((each * times for each, times in products), Fraction(0)) / rounds
        square = sum((each**2 * times for each, times in products), Fraction(0)) / rounds
        yield Covariance(
            one=one,
            other=other,
            value=value,
            variances=(spreads[one], spreads[other]),
            error=sqrt((square - value**2) / rounds),
            rounds=rounds,
        )
