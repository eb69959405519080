"""The same batches of a solve or a simulation on an existing Dask cluster (the extra `cluster`).

A batch is a pure function of values that can be pickled, so a batch that died with its worker is simply
run again elsewhere, and the sums are the same integers as on one machine.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from houseway.analysis.split.kernel import Longs

if TYPE_CHECKING:
    from houseway.analysis.split import Problem
    from houseway.solutions import Batch, Engine

Work = TypeVar("Work")
Part = TypeVar("Part")
Result = TypeVar("Result")

AT_HAND = 64  # batches that the scheduler knows of, for each worker


def dask_engine(address: str, *, timeout_seconds: float = 10) -> "Engine":
    """An engine that sends the batches of a solve to the scheduler at `address`; it serves one solve."""
    return engine_on(address, run_batch, timeout_seconds=timeout_seconds)


def engine_on(
    address: str, play: Callable[[Work, Part], Result], *, timeout_seconds: float = 10
) -> Callable[[Work, Iterable[Part]], Iterator[tuple[Part, Result]]]:
    """An engine for any work that is a function of one thing shared and of a batch."""
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise ValueError("--cluster needs the extra 'cluster': pip install 'houseway[cluster]'") from None
    try:
        client = Client(address, timeout=timeout_seconds)
    except (OSError, ValueError) as error:
        raise ValueError(f"no Dask scheduler answers at {address!r}: {error}") from None

    def run_batches(work: Work, batches: Iterable[Part]) -> Iterator[tuple[Part, Result]]:
        with client:
            sent = client.scatter(work, broadcast=True)
            left = iter(batches)
            running = as_completed()
            sent_out: dict[Any, Part] = {}
            while True:
                most = AT_HAND * max(1, len(client.nthreads()))
                while len(sent_out) < most and (batch := next(left, None)) is not None:
                    future = client.submit(play, sent, batch, pure=False)
                    sent_out[future] = batch
                    running.add(future)
                if not sent_out:
                    return
                future = next(running)
                yield sent_out.pop(future), future.result()

    return run_batches


def run_batch(problem: "Problem", batch: "Batch") -> Longs:
    """One batch, on a worker: one thread, for a cluster has as many workers as it has cores."""
    from houseway.analysis.split import run

    return run(problem, batch, threads=1)
