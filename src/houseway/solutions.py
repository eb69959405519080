"""Solved games kept on disk, so that the work is done once and can be broken off.

A solve is a sum over batches of shards. What is summed so far and which shards are in it stand in one
file, written beside and moved into place; the file's name is the hash of the rules and of both policies,
so that a changed rule or house way never meets an old answer.
"""

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from houseway.analysis.split import Policy, Problem, Responses, Shard, answer, rankings, run, shards
from houseway.analysis.split.kernel import Longs

Batch = tuple[Shard, ...]
Engine = Callable[[Problem, Sequence[Batch]], Iterator[tuple[Batch, Longs]]]
Progress = Callable[[int, int], None]

SECONDS_BETWEEN_SAVES = 5.0


def cache_folder() -> Path:
    """Where solutions are kept: $HOUSEWAY_CACHE, or `houseway` in the user's cache."""
    named = os.environ.get("HOUSEWAY_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "houseway"


def this_machine(problem: Problem, batches: Sequence[Batch]) -> Iterator[tuple[Batch, Longs]]:
    """Batch by batch, on all cores."""
    for batch in batches:
        yield batch, run(problem, batch)


def solve(
    problem: Problem,
    *,
    engine: Engine = this_machine,
    folder: Path | None = None,
    progress: Progress | None = None,
    shards_a_batch: int = 4,
) -> Responses:
    """The answer to a problem, from disk or worked out; what was begun before is gone on with."""
    work = shards(problem.rules)
    path = (cache_folder() if folder is None else folder) / f"solve-{digest(problem)[:32]}.npz"
    sums, done = _load(path, len(problem.asked().cells), len(work))
    left = [(i, shard) for i, shard in enumerate(work) if not done[i]]
    batches = [tuple(shard for _, shard in left[i : i + shards_a_batch]) for i in range(0, len(left), shards_a_batch)]
    number = {shard: i for i, shard in enumerate(work)}
    saved, can_keep = time.monotonic(), True
    if progress:
        progress(int(done.sum()), len(work))
    try:
        for batch, partial in engine(problem, batches):
            sums += partial
            done[[number[shard] for shard in batch]] = True
            if progress:
                progress(int(done.sum()), len(work))
            if can_keep and time.monotonic() - saved > SECONDS_BETWEEN_SAVES:
                can_keep = _save(path, sums, done)
                saved = time.monotonic()
    finally:
        if can_keep and left and done.any():
            _save(path, sums, done)
    return answer(problem, sums)


def digest(problem: Problem) -> str:
    """The hash of the rules (every hand's strength) and of how both sides set."""
    tables = rankings(problem.rules)
    parts = [repr((problem.rules.pack, problem.rules.sizes, problem.ties_win)).encode()]
    parts += [array.tobytes() for array in (*tables.ordinals, *tables.places)]
    parts += [_policy_bytes(problem.opponent), _policy_bytes(problem.player)]
    joined = hashlib.sha256()
    for part in parts:
        joined.update(hashlib.sha256(part).digest())
    return joined.hexdigest()


def _policy_bytes(policy: Policy | None) -> bytes:
    return b"" if policy is None else policy.cells.tobytes()


def _load(path: Path, questions: int, shards: int) -> tuple[Longs, np.ndarray]:
    try:
        with np.load(path) as kept:
            sums, done = kept["sums"], kept["done"]
        if sums.shape == (questions,) and done.shape == (shards,):
            return sums, done
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        pass  # nothing kept, or nothing that can be used: begin anew
    return np.zeros(questions, np.int64), np.zeros(shards, np.bool_)


def _save(path: Path, sums: Longs, done: np.ndarray) -> bool:
    """Keep what is done; where nothing can be kept the answer is given all the same."""
    beside = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            np.savez(file, sums=sums, done=done)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
        return True
    except OSError as error:
        print(f"houseway: the solution is not kept: {error}; HOUSEWAY_CACHE names another folder", file=sys.stderr)
        return False
