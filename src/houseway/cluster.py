"""The same batches of a solve on an existing Dask cluster (the extra `cluster`).

A batch is a pure function of values that can be pickled, so a batch that died with its worker is simply
run again elsewhere, and the sums are the same integers as on one machine.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from houseway.analysis.split.kernel import Longs

if TYPE_CHECKING:
    from houseway.analysis.split import Problem
    from houseway.solutions import Batch, Engine


def dask_engine(address: str, *, timeout_seconds: float = 10) -> "Engine":
    """An engine that sends batches to the scheduler at `address`; it serves one solve."""
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise ValueError("--cluster needs the extra 'cluster': pip install 'houseway[cluster]'") from None
    try:
        client = Client(address, timeout=timeout_seconds)
    except (OSError, ValueError) as error:
        raise ValueError(f"no Dask scheduler answers at {address!r}: {error}") from None

    def run_batches(problem: "Problem", batches: "Sequence[Batch]") -> "Iterator[tuple[Batch, Longs]]":
        with client:
            sent = client.scatter(problem, broadcast=True)
            futures = {client.submit(run_batch, sent, batch, pure=False): batch for batch in batches}
            for future in as_completed(list(futures)):
                yield futures.pop(future), future.result()

    return run_batches


def run_batch(problem: "Problem", batch: "Batch") -> Longs:
    """One batch, on a worker: one thread, for a cluster has as many workers as it has cores."""
    from houseway.analysis.split import run

    return run(problem, batch, threads=1)
