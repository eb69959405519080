"""Split games solved and kept: a solve is a sum over batches of shards, gone on with after a break.

A solve that is begun is kept as its sums so far; one that is finished as all that its figures are read from, so that
it is answered again without a look at the rules.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any, BinaryIO

import numpy as np

from houseway.analysis.split.fronts import Policy
from houseway.analysis.split.kernel import Longs
from houseway.analysis.split.responses import Responses
from houseway.analysis.split.rules import SplitRules
from houseway.analysis.split.solver import SplitProblem, answer, run_batch, shards
from houseway.analysis.split.subsets import Shard
from houseway.analysis.split.ways import follow
from houseway.ways.way import Way
from houseway.work.engine import Engine, Job, Progress, do
from houseway.work.kept import KeptFile
from houseway.work.key import KeptKind, key

SHARDS_A_BATCH = 4


def solve_split(
    rules: SplitRules, way: Way, *, engine: Engine | None = None, progress: Progress | None = None
) -> Responses:
    """Every setting worth considering against a house that sets by the way, whatever is paid."""
    return _solve(
        KeptFile.of(f"{solution_key(rules, way)}.npz"),
        rules,
        lambda: SplitProblem(opponent=follow(rules, way).policy()),
        engine,
        progress,
    )


def solution_key(rules: SplitRules, way: Way) -> str:
    """Of the pack, of how hands compare, and of what the way does."""
    return key(KeptKind.SOLUTION, rules, way.split, way.digest)


def solve(problem: SplitProblem, *, engine: Engine | None = None, progress: Progress | None = None) -> Responses:
    """The same for any policies of both sides."""
    return _solve(KeptFile.of(f"{problem_key(problem)}.npz"), problem.rules, lambda: problem, engine, progress)


def problem_key(problem: SplitProblem) -> str:
    policies = [(each.numbers, each.cells) if each else None for each in (problem.opponent, problem.player)]
    return key(KeptKind.SOLUTION, problem.rules, policies, problem.ties_win)


def _solve(
    kept: KeptFile,
    rules: SplitRules,
    pose: Callable[[], SplitProblem],
    engine: Engine | None,
    progress: Progress | None,
) -> Responses:
    return kept.once(lambda file: _finished(file, rules), lambda: _go_on(kept, rules, pose(), engine, progress))


def _go_on(
    kept: KeptFile, rules: SplitRules, problem: SplitProblem, engine: Engine | None, progress: Progress | None
) -> Responses:
    """From where a solve was broken off, or from the beginning."""
    work, questions = shards(rules), len(problem.questions().cells)
    begun = kept.read(lambda file: _begun(file, questions, len(work)))
    sums, is_done = begun or (np.zeros(questions, np.int64), np.zeros(len(work), np.bool_))

    def add(batch: tuple[Shard, ...], partial: Longs) -> int:
        np.add(sums, partial, out=sums)
        is_done[[number[shard] for shard in batch]] = True
        return int(is_done.sum())

    def keep() -> bool:
        begun = {"sums": sums, "done": is_done}
        arrays: dict[str, Any] = _arrays(finished()) if is_done.all() else begun
        return kept.write(lambda file: np.savez(file, **arrays))

    finished = cache(partial(answer, problem, sums))  # when all is done: to be kept, and for who asks
    number = {shard: i for i, shard in enumerate(work)}
    left = [shard for shard in work if not is_done[number[shard]]]
    batches = [tuple(left[i : i + SHARDS_A_BATCH]) for i in range(0, len(left), SHARDS_A_BATCH)]
    do(
        Job(run=run_batch, shared=problem, parts=batches),
        add,
        done=int(is_done.sum()),
        total=len(work),
        engine=engine,
        progress=progress,
        keep=keep,
    )
    return finished()


def _begun(file: BinaryIO, questions: int, number: int) -> tuple[Longs, np.ndarray] | None:
    with np.load(file) as arrays:
        sums, is_done = arrays["sums"], arrays["done"]
    return (sums, is_done) if sums.shape == (questions,) and is_done.shape == (number,) else None


def _finished(file: BinaryIO, rules: SplitRules) -> Responses:
    with np.load(file) as arrays:
        opponent = Policy(rules=rules, numbers=arrays["opponent_numbers"], cells=arrays["opponent_cells"])
        return Responses(opponent=opponent, **{name: arrays[name] for name in _KEPT})


_KEPT = ("hands", "weights", "offsets", "numbers", "cells", "main", "hat_trick")


def _arrays(answers: Responses) -> dict[str, np.ndarray]:
    opponent = answers.opponent
    arrays = {name: getattr(answers, name) for name in _KEPT}
    return arrays | {"opponent_numbers": opponent.numbers, "opponent_cells": opponent.cells}
