"""Split games solved and kept: a solve is a sum over batches of shards, gone on with after a break.

A solve that is begun is kept as its sums so far; one that is finished as all that its figures are read from, so that
it is answered again without a look at the rules.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any, BinaryIO

import numpy as np

from houseway.analysis.arrays import Longs
from houseway.analysis.split.barred import Bars, barred_packets
from houseway.analysis.split.fronts import Policy
from houseway.analysis.split.open_play import OpenProblem, run_open_batch, totals_of
from houseway.analysis.split.responses import Responses, Totals
from houseway.analysis.split.rules import SplitRules
from houseway.analysis.split.solver import SplitProblem, answer, run_batch, shards
from houseway.analysis.split.subsets import Shard
from houseway.analysis.split.ways import follow
from houseway.ways.way import Way
from houseway.work.engine import Engine, Job, Progress, do
from houseway.work.kept import KeptFile
from houseway.work.key import KeptKind, key

SHARDS_A_BATCH = 4
MANY_QUESTIONS = 20_000_000  # of so many only settings are kept that may be best, and the house's own


def solve_split(
    rules: SplitRules,
    way: Way,
    bars: Bars | None = None,
    *,
    engine: Engine | None = None,
    progress: Progress | None = None,
) -> Responses:
    """Every setting worth considering against a house that sets by the way, whatever is paid; `bars` says which of the
    house's hands nothing is won or lost against."""

    def problem() -> SplitProblem:
        house = follow(rules, way).policy()
        return SplitProblem(opponent=house, barred=barred_packets(house, bars) if bars else None)

    return _solve(KeptFile.of(f"{solution_key(rules, way, bars)}.npz"), rules, problem, engine, progress)


def solution_key(rules: SplitRules, way: Way, bars: Bars | None = None) -> str:
    """Of the pack, of how hands compare, of what the way does and of what is barred."""
    return key(KeptKind.SOLUTION, rules, way.split, way.digest, bars)


def solve(problem: SplitProblem, *, engine: Engine | None = None, progress: Progress | None = None) -> Responses:
    """The same for any policies of both sides."""
    return _solve(KeptFile.of(f"{problem_key(problem)}.npz"), problem.rules, lambda: problem, engine, progress)


def problem_key(problem: SplitProblem) -> str:
    policies = [(each.numbers, each.cells) if each else None for each in (problem.opponent, problem.player)]
    return key(KeptKind.SOLUTION, problem.rules, policies, problem.ties_win, problem.barred)


def count_open(problem: OpenProblem, *, engine: Engine | None = None, progress: Progress | None = None) -> Totals:
    """What best play wins against hands that lie open, from where the count was broken off."""
    dealer, work = problem.dealer, shards(problem.rules)
    kept = KeptFile.of(f"{key(KeptKind.SOLUTION, 'open', problem.rules, dealer.cells, problem.barred)}.npz")
    begun = kept.read(lambda file: _begun(file, 2, len(work)))
    sums, is_done = begun or (np.zeros(2, np.int64), np.zeros(len(work), np.bool_))
    left = np.flatnonzero(~is_done).tolist()
    number = {shard: i for i, shard in enumerate(work)}

    def add(batch: tuple[Shard, ...], partial: Longs) -> int:
        np.add(sums, partial, out=sums)
        is_done[[number[shard] for shard in batch]] = True
        return int(is_done.sum())

    if left:
        problem.prepare()
    do(
        Job(run=run_open_batch, shared=problem, parts=[(work[i],) for i in left]),
        add,
        done=len(work) - len(left),
        total=len(work),
        engine=engine,
        progress=progress,
        keep=lambda: kept.write(lambda file: np.savez(file, sums=sums, done=is_done)),
    )
    return totals_of(problem, sums)


def _solve(
    kept: KeptFile,
    rules: SplitRules,
    pose: Callable[[], SplitProblem],
    engine: Engine | None,
    progress: Progress | None,
) -> Responses:
    def work() -> Responses:
        return _as_kept(_go_on(kept, rules, pose(), engine, progress))

    return kept.once(lambda file: _finished(file, rules), work)


def _go_on(
    kept: KeptFile, rules: SplitRules, problem: SplitProblem, engine: Engine | None, progress: Progress | None
) -> Responses:
    """From where a solve was broken off, or from the beginning."""
    work, questions = shards(rules), problem.questions().number
    begun = kept.read(lambda file: _begun(file, questions, len(work)))
    sums, is_done = begun or (np.zeros(questions, np.int64), np.zeros(len(work), np.bool_))

    def add(batch: tuple[Shard, ...], partial: Longs) -> int:
        np.add(sums, partial, out=sums)
        is_done[[number[shard] for shard in batch]] = True
        return int(is_done.sum())

    def keep() -> bool:
        begun = {"sums": sums, "done": is_done}
        arrays: dict[str, Any] = _arrays(_as_kept(finished())) if is_done.all() else begun
        return kept.write(lambda file: np.savez(file, **arrays))

    finished = cache(partial(answer, problem, sums))  # when all is done: to be kept, and for who asks
    number = {shard: i for i, shard in enumerate(work)}
    left = [shard for shard in work if not is_done[number[shard]]]
    batches = [tuple(left[i : i + SHARDS_A_BATCH]) for i in range(0, len(left), SHARDS_A_BATCH)]
    do(
        Job(run=run_batch, shared=problem, parts=batches, large=True),
        add,
        done=int(is_done.sum()),
        total=len(work),
        engine=engine,
        progress=progress,
        keep=keep,
    )
    return finished()


def _as_kept(answers: Responses) -> Responses:
    return answers if len(answers.cells) < MANY_QUESTIONS else answers.narrowed()


def _begun(file: BinaryIO, questions: int, number: int) -> tuple[Longs, np.ndarray] | None:
    with np.load(file) as arrays:
        sums, is_done = arrays["sums"], arrays["done"]
    return (sums, is_done) if sums.shape == (questions,) and is_done.shape == (number,) else None


def _finished(file: BinaryIO, rules: SplitRules) -> Responses:
    with np.load(file) as arrays:
        opponent = Policy(rules=rules, numbers=arrays["opponent_numbers"], cells=arrays["opponent_cells"])
        barred = int(arrays["barred"])
        return Responses(opponent=opponent, barred=barred, **{name: arrays[name] for name in _KEPT})


_KEPT = ("hands", "weights", "offsets", "numbers", "cells", "main", "hat_trick")


def _arrays(answers: Responses) -> dict[str, np.ndarray]:
    opponent = answers.opponent
    arrays = {name: getattr(answers, name) for name in _KEPT}
    house = {"opponent_numbers": opponent.numbers, "opponent_cells": opponent.cells}
    return arrays | house | {"barred": np.int64(answers.barred)}
