"""Work that is shared out among the cores: kernels release the interpreter lock, so plain threads do."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

SHARES = 8  # of the work for each core, so that none waits long for another


def cores() -> int:
    return os.cpu_count() or 1


def in_threads(work: Callable[[slice], object], number: int) -> None:
    """Do so many things, a slice of them at a time."""
    size = max(1, -(-number // (SHARES * cores())))
    with ThreadPoolExecutor(cores()) as pool:
        list(pool.map(work, (slice(start, min(start + size, number)) for start in range(0, number, size))))
