"""The parts of any work on an existing Dask cluster (the extra `cluster`).

A part that died with its worker is simply run again elsewhere, and the sums are the same integers as on one machine.
"""

from collections.abc import Iterator
from typing import Any

from houseway.work.engine import Engine, Job, Part, Result

AT_HAND = 64  # parts that the scheduler knows of, for each worker


def on_cluster(address: str, *, timeout_seconds: float = 10) -> Engine:
    """An engine that sends the parts of one job to the scheduler at `address`."""
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise ValueError("--cluster needs the extra 'cluster': pip install 'houseway[cluster]'") from None
    try:
        client = Client(address, timeout=timeout_seconds)
    except (OSError, ValueError) as error:
        raise ValueError(f"no Dask scheduler answers at {address!r}: {error}") from None

    def engine(job: Job[Any, Part, Result]) -> Iterator[tuple[Part, Result]]:
        with client:
            shared = client.scatter(job.shared, broadcast=True)
            left = iter(job.parts)
            running = as_completed()
            part_of: dict[Any, Part] = {}
            while True:
                most = AT_HAND * max(1, len(client.nthreads()))
                while len(part_of) < most and (part := next(left, None)) is not None:
                    future = client.submit(job.run, shared, part, pure=False)
                    part_of[future] = part
                    running.add(future)
                if not part_of:
                    return
                future = next(running)
                yield part_of.pop(future), future.result()

    return engine
