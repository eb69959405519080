"""The service as anybody runs it: a process of its own, which ends when it is killed."""

import asyncio
import itertools
import json
import os
import re
import signal
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from tests.kill.ledger import Fault

START_SECONDS = 60.0
OUT_OF_REACH = "times the book was out of reach"
NUMBERS = itertools.count(1)  # every process that is started has its own


class Service:
    def __init__(self, book: str, log: Path, *, port: int = 0, package: str | None = None) -> None:
        self.number = next(NUMBERS)
        self.address = ""
        self._book, self._log, self._port = book, log, port
        self._environment = os.environ | ({"PYTHONPATH": package} if package else {})

    async def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "houseway", "serve", "--book", self._book, "--port", str(self._port),
                env=self._environment, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=log,
            )  # fmt: skip
        self.started_at = time.monotonic()
        self._said: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._listening = asyncio.create_task(self._listens())

    async def _listens(self) -> None:
        """Its log comes by the same way as its address."""
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            found = re.match(rb"houseway: (http://[\d.:]+)", line)
            if found and not self._said.done():
                self._said.set_result(found[1].decode())
            with self._log.open("ab") as log:
                log.write(line)
        if not self._said.done():
            self._said.set_result("")

    async def ready(self) -> float:
        """The seconds until it says its address."""
        with suppress(TimeoutError):
            self.address = await asyncio.wait_for(asyncio.shield(self._said), START_SECONDS)
        if not self.address:
            raise Fault("the service does not start")
        return time.monotonic() - self.started_at

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    async def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        status = await self._process.wait()
        await self._listening
        if status != -signal.SIGKILL:
            raise Fault(f"the service ended by itself, with {status}")


def complaints(log: Path) -> Counter[str]:
    """What the processes logged as errors, by kind. That the database was out of reach is no fault of the service's;
    anything else is, above all a record that the book refused: then two had written one table."""
    found: Counter[str] = Counter()
    for line in log.read_text().splitlines():
        with suppress(ValueError):
            told = json.loads(line)
            found["lines of the log"] += 1
            if told["level"] == "error":
                reach = told.get("error") == "StoreFailed" or told["event"] == "the book does not answer"
                found[OUT_OF_REACH if reach else "faults in the log"] += 1
    return found
