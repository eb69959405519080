"""A process of its own that counts hands for the coach, or works out games for the pages of the mathematics, one after
the other, and gives way to everything else.

Counting is work for a whole core, and before the first hand of some games there are seconds of preparation: in the
process that runs the tables it would make everybody wait. It is started when it is first asked, reads a question a
line and writes an answer a line, both JSON, and ends when nobody can ask any more, also if the service was killed.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import IO, Final

from houseway.deciding.command import Json
from houseway.table.terms import Terms
from houseway.web import reasons, weighing, workings
from houseway.web.judging import answer, preparation

REMEMBERED: Final = 2000  # answers
WAITING: Final = 64  # questions that may wait for their turn
MODESTY: Final = 10  # how far behind other processes it stands: they go first, and it is never starved


class Busy(Exception):
    """So many questions wait already that this one is not taken."""


class Failed(Exception):
    """The process ended, or could not count this."""


class Reckoner:
    """Asked on the event loop; the process is spoken to on a thread."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "houseway reckoner")
        self._process: subprocess.Popen[str] | None = None
        self._starting = Lock()
        self._closed = False
        self._asked: OrderedDict[str, asyncio.Future[Json]] = OrderedDict()  # by question; those answered stay a while

    async def answer(self, question: Json) -> Json:
        """The same question is counted once, however many ask it. Raises `Busy` or `Failed`."""
        return await asyncio.shield(self._task(question))  # who asks may go away: the next one finds the answer

    def known(self, question: Json) -> Json | None:
        """The answer, if it is there; if not, it is seen to. Never waits. Raises `Busy`, or `Failed` for good."""
        task = self._asked.get(json.dumps(question)) or self._task(question)
        if not task.done():
            return None
        if fault := task.exception():
            raise Failed(str(fault))
        return task.result()

    @property
    def waiting(self) -> int:
        """How many questions wait for their answer."""
        return sum(not each.done() for each in self._asked.values())

    def is_asked(self, question: Json) -> bool:
        """Whether somebody has asked this, answered or not."""
        return json.dumps(question) in self._asked

    def is_prepared(self, terms: Terms) -> bool:
        """Whether the first hand on these terms would be counted at once; if not, it is seen to. Never waits."""
        task = self._task(preparation(terms))
        return task.done() and not task.exception()

    def close(self) -> None:
        """End the process, and give up whatever it is counting."""
        with self._starting:
            self._closed = True
            if self._process is not None:
                self._process.kill()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _task(self, question: Json) -> asyncio.Future[Json]:
        line = json.dumps(question)
        task = self._asked.get(line)
        if task is None or (task.done() and task.exception() is not None):
            if self.waiting >= WAITING:
                raise Busy
            task = asyncio.get_running_loop().run_in_executor(self._thread, self._speak, line)
            # Nobody may be waiting for it any more: a fault is not reported as one that was never seen.
            task.add_done_callback(lambda task: task.cancelled() or task.exception())
            self._asked[line] = task
            while len(self._asked) > REMEMBERED and next(iter(self._asked.values())).done():
                self._asked.popitem(last=False)
        return task

    def _speak(self, line: str) -> Json:
        process = self._running()
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            written = process.stdout.readline()
        except OSError:
            written = ""
        if not written:
            raise Failed("the process that counts has ended")
        answer: Json = json.loads(written)
        if "fault" in answer:
            raise Failed(answer["fault"])
        return answer

    def _running(self) -> subprocess.Popen[str]:
        with self._starting:
            if self._closed:
                raise Failed("the house closes")
            if self._process is None or self._process.poll() is not None:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "houseway.web.reckoner"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            return self._process


# ---- the process


def main(questions: IO[str], answers: IO[str]) -> None:
    for line in questions:
        try:
            asked = json.loads(line)
            written = _answerer(asked)(asked)
        except Exception as error:  # of a game of somebody's own: the next hand may be another's
            written = {"fault": f"{type(error).__name__}: {error}"}
        print(json.dumps(written), file=answers, flush=True)


def _answerer(asked: Json) -> Callable[[Json], Json]:
    """Who answers a question, by what it has."""
    if "workings" in asked:
        return workings.answer
    if "why" in asked:
        return reasons.answer
    return weighing.answer if "seen" in asked else answer


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the service, which then closes the pipe
    os.nice(MODESTY)
    if sys.platform == "linux":  # all cores but one are left alone
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    out, sys.stdout = sys.stdout, sys.stderr  # what else is printed is no answer
    main(sys.stdin, out)
