"""Work that is cut into parts, and who does them: the cores of this machine, or a cluster.

A part is a pure function of what all parts share and of the part itself, so parts may be done anywhere, in any order,
and again after a break. Whoever began the work may be told of its progress and may ask it to stop.
"""

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from os import cpu_count
from typing import Any, Generic, Protocol, TypeVar

SECONDS_BETWEEN_SAVES = 5.0

Shared = TypeVar("Shared")
Part = TypeVar("Part")
Result = TypeVar("Result")
Progress = Callable[[int, int], None]  # how much is done, of how much
Stop = Callable[[], bool]  # whether the work shall end with what is done


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Generic[Shared, Part, Result]):
    """The parts that are left to do. All of it can be sent to another process."""

    run: Callable[[Shared, Part], Result]
    shared: Shared
    parts: Sequence[Part]


class Engine(Protocol):
    """Does the parts of a job, and gives each with its result as it is done."""

    def __call__(self, job: Job[Any, Part, Result], /) -> Iterator[tuple[Part, Result]]: ...


def on_cores(workers: int | None = None) -> Engine:
    """So many cores of this machine, or all. No more parts are begun than there are cores, and one: a result may be
    large."""
    number = workers or cpu_count() or 1

    def engine(job: Job[Any, Part, Result]) -> Iterator[tuple[Part, Result]]:
        left = iter(job.parts)
        pool = ThreadPoolExecutor(number)
        running: deque[tuple[Part, Future[Result]]] = deque()
        try:
            while True:
                while len(running) <= number and (part := next(left, None)) is not None:
                    running.append((part, pool.submit(job.run, job.shared, part)))
                if not running:
                    return
                part, future = running.popleft()
                yield part, future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    return engine


def do(
    job: Job[Any, Part, Result],
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
    before the first part and after each."""
    progress = progress or (lambda _done, _total: None)
    stop = stop or (lambda: False)
    saved, can_keep = time.monotonic(), keep is not None
    progress(done, total)
    stop()
    try:
        with closing(_begun(job, engine or on_cores())) as results:
            for part, result in results:
                done = add(part, result)
                progress(done, total)
                if stop():
                    return
                if keep and can_keep and time.monotonic() - saved > SECONDS_BETWEEN_SAVES:
                    can_keep, saved = keep(), time.monotonic()
    finally:
        if keep and can_keep and job.parts and done:
            keep()


def _begun(job: Job[Any, Part, Result], engine: Engine) -> Generator[tuple[Part, Result]]:
    yield from engine(job)
