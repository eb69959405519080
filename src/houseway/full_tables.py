"""Whole tables counted case by case on all cores, and kept on disk: the work is done once and can be broken off.

The name of the file is the hash of what every hand wins against every hand of the dealer: a changed rule never meets an
old answer.
"""

import hashlib
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import numpy as np

from houseway.analysis.joint import Table
from houseway.solutions import cache_folder

Progress = Callable[[int, int], None]
Kept = dict[int, dict[int, int]]  # case → what the seats win together → deals

SECONDS_BETWEEN_SAVES = 5.0


def distribution(
    table: Table, *, folder: Path | None = None, workers: int | None = None, progress: Progress | None = None
) -> dict[int, int]:
    """How many deals give the seats each sum, least first; what was begun before is gone on with."""
    path = (cache_folder() if folder is None else folder) / f"table-{digest(table)[:32]}.json"
    kept = _load(path, table)
    left = [number for number in range(len(table.cases)) if number not in kept]
    if left:
        _count(table, left, kept, path, workers, progress)
    sums: Counter[int] = Counter()
    for counted in kept.values():
        sums.update(counted)
    return dict(sorted(sums.items()))


def _count(
    table: Table, left: list[int], kept: Kept, path: Path, workers: int | None, progress: Progress | None
) -> None:
    saved, can_keep = time.monotonic(), True
    pool = ThreadPoolExecutor(workers or os.cpu_count() or 1)
    try:
        running = {pool.submit(table.count, table.cases[number]): number for number in left}
        for future in as_completed(running):
            sums: Counter[int] = Counter()
            for (one, other), deals in future.result().items():
                sums[one + other] += deals
            kept[running[future]] = dict(sums)
            if progress:
                progress(len(kept), len(table.cases))
            if can_keep and time.monotonic() - saved > SECONDS_BETWEEN_SAVES:
                can_keep = _save(path, kept)
                saved = time.monotonic()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        if can_keep and kept:
            _save(path, kept)


def digest(table: Table) -> str:
    """The hash of the pack, of all results and of what they are worth."""
    layout = table.layout
    found = hashlib.sha256(repr((table.seats, table.worth, layout.full, table.size)).encode())
    for array in (layout.hands, layout.dealers, layout.result_of):
        found.update(np.ascontiguousarray(array, dtype=np.int64).tobytes())
    return found.hexdigest()


def _load(path: Path, table: Table) -> Kept:
    try:
        read = json.loads(path.read_text("ascii"))
        kept = {int(case): {int(sum_): int(deals) for sum_, deals in sums.items()} for case, sums in read.items()}
        if all(sum(sums.values()) == table.deals_of(table.cases[case]) for case, sums in kept.items()):
            return kept
    except (OSError, ValueError, AttributeError, IndexError):
        pass  # nothing kept, or nothing that can be used: begin anew
    return {}


def _save(path: Path, kept: Kept) -> bool:
    """Keep what is done; where nothing can be kept the answer is given all the same."""
    beside = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps(kept), "ascii")
        beside.replace(path)
        return True
    except OSError as error:
        print(f"houseway: what was counted is not kept: {error}; HOUSEWAY_CACHE names another folder", file=sys.stderr)
        return False
