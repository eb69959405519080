"""Whole tables counted case by case, and kept: the work is done once and can be broken off."""

import json
from collections import Counter
from typing import BinaryIO

from houseway.analysis.joint import FullTable
from houseway.work.engine import Job, Progress, do
from houseway.work.kept import KeptFile
from houseway.work.key import KeptKind, key

Counts = dict[int, dict[int, int]]  # case → what the seats win together → deals


def distribution(table: FullTable, *, progress: Progress | None = None) -> dict[int, int]:
    """How many deals give the seats each sum, least first; what was begun before is gone on with."""
    kept = KeptFile.of(f"{table_key(table)}.json")

    def whole(file: BinaryIO) -> Counts | None:
        counts = _read(file, table)
        return counts if counts is not None and len(counts) == len(table.cases) else None

    together: Counter[int] = Counter()
    for sums in kept.once(whole, lambda: _go_on(kept, table, progress)).values():
        together.update(sums)
    return dict(sorted(together.items()))


def _go_on(kept: KeptFile, table: FullTable, progress: Progress | None) -> Counts:
    """From where the work was broken off, or from the beginning."""
    counts = kept.read(lambda file: _read(file, table)) or {}

    def add(number: int, sums: dict[int, int]) -> int:
        counts[number] = sums
        return len(counts)

    do(
        Job(run=count_case, shared=table, parts=[n for n in range(len(table.cases)) if n not in counts]),
        add,
        done=len(counts),
        total=len(table.cases),
        progress=progress,
        keep=lambda: kept.write(lambda file: file.write(json.dumps(counts).encode())),
    )
    return counts


def count_case(table: FullTable, number: int) -> dict[int, int]:
    sums: Counter[int] = Counter()
    for (one, other), deals in table.count(table.cases[number]).items():
        sums[one + other] += deals
    return dict(sums)


def table_key(table: FullTable) -> str:
    """Of the pack, of every result of every hand against every dealer's, and of what results are worth."""
    layout = table.layout
    results = layout.hands, layout.dealers, layout.result_of
    return key(KeptKind.WHOLE_TABLE, table.seats, table.worth, layout.full, table.size, results)


def _read(file: BinaryIO, table: FullTable) -> Counts | None:
    counts = {
        int(case): {int(sum_): int(deals) for sum_, deals in sums.items()} for case, sums in json.load(file).items()
    }
    is_whole = all(sum(sums.values()) == table.deals_of(table.cases[case]) for case, sums in counts.items())
    return counts if is_whole else None
