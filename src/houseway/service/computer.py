"""The computer that a floor runs on, as far as it is not its disk: its steady time, waiting, a second thread, and what
is drawn so that nobody can guess it. A test has another, with a time and a chance of its own."""

import secrets
import threading
import time
from collections.abc import Collection
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from typing import Any, Final


class Computer:
    def passed(self) -> float:
        """Seconds, by a clock that nobody sets."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def wait(self, changed: threading.Condition, seconds: float) -> None:
        """Until something is notified, at most so long."""
        changed.wait(seconds)

    def until_done(self, work: Collection[Future[Any]]) -> None:
        wait(work)

    def one_thread(self, name: str) -> Executor:
        return ThreadPoolExecutor(1, name)

    def token(self) -> str:
        return secrets.token_hex(8)


THE_COMPUTER: Final = Computer()
