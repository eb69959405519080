"""Instructions, and the program that they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from houseway.analysis.arrays import Bytes, Ints
from houseway.analysis.machine import kernel
from houseway.analysis.machine.sights import CARDS
from houseway.analysis.split.combinations import choose_table
from houseway.cards import Cards


@dataclass(frozen=True, slots=True)
class Source:
    """A card by its slot and what is told apart of it, or a column; and how much it counts in an index."""

    which: int
    stride: int
    sight: int | None = None


@dataclass(frozen=True, slots=True)
class Code:
    """An instruction: what it does, with what, and the table that it looks into."""

    kind: int
    column: int
    sources: tuple[Source, ...]
    table: Ints


def program(codes: Sequence[Code], cards: Cards, digits: Sequence[Bytes], slots: int) -> kernel.Program:
    """All instructions that something counted depends on."""
    needed: set[int] = set()
    used: list[Code] = []
    for code in reversed(codes):
        if code.kind == kernel.COUNT or code.column in needed:
            used.insert(0, code)
            needed |= {source.which for source in code.sources if source.sight is None}
    codes = _alike_together(used)
    starts: dict[int, int] = {}
    tables: list[Ints] = []
    end = 0
    for code in codes:
        if id(code.table) not in starts:
            starts[id(code.table)] = end
            tables.append(code.table)
            end += len(code.table)
    names = {number: place for place, number in enumerate(sorted(needed))}
    rows: list[tuple[int, ...]] = []
    sources: list[tuple[int, ...]] = []
    before: Code | None = None
    for code in codes:
        if code.kind == kernel.COUNT:
            [counted] = code.sources
            rows.append((code.kind, code.column, names[counted.which], 0, counted.stride, 0))
            before = None
            continue
        first = len(sources)
        sources += [
            (1, s.which, s.sight, s.stride) if s.sight is not None else (0, names[s.which], 0, s.stride)
            for s in code.sources
        ]
        same = before is not None and code.kind == before.kind == kernel.LOOKUP and code.sources == before.sources
        rows.append((code.kind, names[code.column], first, len(sources), starts[id(code.table)], int(same)))
        before = code
    most = max((len(code.sources) for code in codes if code.kind == kernel.SET), default=1)
    return kernel.Program(
        pack=np.array(cards, np.uint8),
        slots=slots,
        columns=len(names),
        digits=np.array(digits or [np.zeros(CARDS, np.uint8)], np.uint8),
        codes=np.array(rows, np.int64),
        sources=np.array(sources, np.int64).reshape(-1, 4),
        table=np.concatenate(tables) if tables else np.zeros(0, np.int32),
        choose=choose_table(CARDS, most),
    )


def _alike_together(codes: list[Code]) -> list[Code]:
    """The same instructions, those one after the other that look up the same index in different tables."""
    first: dict[tuple[Source, ...], list[Code]] = {}
    ordered: list[list[Code]] = []
    for code in codes:
        if code.kind == kernel.LOOKUP and code.sources in first:
            first[code.sources].append(code)
        else:
            ordered.append([code])
            if code.kind == kernel.LOOKUP:
                first[code.sources] = ordered[-1]
    return [code for alike in ordered for code in alike]
