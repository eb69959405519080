"""Work that is cut into parts, and who does them: the cores of this machine, or a Dask cluster (the extra `cluster`).

A part is a pure function of what all parts share and of the part itself, so parts may be done anywhere, in any order,
and again after a break or when a worker died. Whoever began the work may be told of its progress and may ask it to
stop.
"""

import socket
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from os import cpu_count
from typing import Any, Generic, Protocol, TypeVar
from urllib.parse import urlsplit

SECONDS_BETWEEN_SAVES = 5.0
SAVING = 20  # times as long as a save took passes before the next, and those seconds
AT_HAND = 64  # parts that the scheduler of a cluster knows of, for each worker

Part = TypeVar("Part")
Result = TypeVar("Result")
Progress = Callable[[int, int], None]  # how much is done, of how much
Stop = Callable[[], bool]  # whether the work shall end with what is done


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Generic[Part, Result]):
    """The parts that are left to do. All of it can be sent to another process."""

    run: Callable[[Any, Part], Result]
    shared: Any
    parts: Sequence[Part]
    large: bool = False  # whether a result is so large that none is to wait for another


class Engine(Protocol):
    """Does the parts of a job, and gives each with its result as it is done."""

    def __call__(self, job: Job[Part, Result], /) -> Generator[tuple[Part, Result]]: ...


def engine_of(cluster: str | None, workers: int | None = None) -> Engine:
    """The cluster whose scheduler is at this address, or this machine."""
    return on_cores(workers) if cluster is None else on_cluster(cluster)


def on_cores(workers: int | None = None) -> Engine:
    """So many cores of this machine, or all. No more parts are begun than there are cores, and one where results are
    small: it waits, so that no core does."""
    number = workers or cpu_count() or 1

    def engine(job: Job[Part, Result]) -> Generator[tuple[Part, Result]]:
        left = iter(job.parts)
        pool = ThreadPoolExecutor(number)
        running: deque[tuple[Part, Future[Result]]] = deque()
        try:
            while True:
                while len(running) < number + (not job.large) and (part := next(left, None)) is not None:
                    running.append((part, pool.submit(job.run, job.shared, part)))
                if not running:
                    return
                part, future = running.popleft()
                yield part, future.result()
                del future  # and its result
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    return engine


def on_cluster(address: str, *, timeout_seconds: float = 10) -> Engine:
    """An engine that sends the parts of one job to the scheduler at `address`."""
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise ValueError("--cluster needs the extra 'cluster': pip install 'houseway[cluster]'") from None
    try:
        _knock(address, timeout_seconds)
        client = Client(address, timeout=timeout_seconds)
    except (OSError, ValueError) as error:
        raise ValueError(f"no Dask scheduler answers at {address!r}: {error}") from None

    def engine(job: Job[Part, Result]) -> Generator[tuple[Part, Result]]:
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


def _knock(address: str, timeout_seconds: float) -> None:
    """Where nobody listens the client would try again until its time is over: this is refused at once."""
    url = urlsplit(address)
    if url.scheme == "tcp" and url.hostname and url.port:
        socket.create_connection((url.hostname, url.port), timeout_seconds).close()


def do(
    job: Job[Part, Result],
    add: Callable[[Part, Result], int],
    *,
    done: int,
    total: int,
    engine: Engine | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
    keep: Callable[[], bool] | None = None,
) -> None:
    """Do all parts. `add` takes a result in and says how much is done then; `keep` saves what is done, every few
    seconds and in the end, also when the work is broken off by an exception, and says whether it could. `stop` is asked
    before the first part, so that whoever answers knows that it begins, and ends the work after any."""
    progress = progress or (lambda _done, _total: None)
    stop = stop or (lambda: False)
    next_save, can_keep = time.monotonic() + SECONDS_BETWEEN_SAVES, keep is not None
    progress(done, total)
    stop()
    try:
        with closing((engine or on_cores())(job)) as results:
            for part, result in results:
                done = add(part, result)
                progress(done, total)
                if stop():
                    return
                del result
                if keep and can_keep and time.monotonic() > next_save:
                    before = time.monotonic()
                    can_keep = keep()
                    after = time.monotonic()
                    next_save = after + SECONDS_BETWEEN_SAVES + SAVING * (after - before)
    finally:
        if keep and can_keep and job.parts and done:
            keep()
