"""Timing and tables for the benchmarks."""

import os
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """The best of several runs."""
    return min(_once(work) for _ in range(times))


def _once(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def processor(work: Callable[[], T]) -> tuple[T, float]:
    """What work returns, and its seconds of processor, of this process and of those that it starts."""
    before = sum(os.times()[:4])
    done = work()
    return done, sum(os.times()[:4]) - before


def table(title: str, text: str, rows: Iterable[tuple[str, ...]], head: tuple[str, ...]) -> str:
    lines = [f"## {title}", "", text, "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def claim(ratio: float, floor: float, *, at_most: bool = False) -> str:
    held = ratio <= floor if at_most else ratio >= floor
    shown = f"{ratio:,.1f}" if ratio >= 1 else f"{ratio:.2f}"
    return f"{shown}× ({'at most' if at_most else 'at least'} {floor:,g}: {'holds' if held else 'FAILS'})"
