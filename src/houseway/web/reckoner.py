"""A process of its own that counts hands for the coach, or works out games for the pages of the mathematics, one after
the other, those first that somebody waits for at a table, and gives way to everything else.

Counting is work for a whole core, and before the first hand of some games there are seconds of preparation: in the
process that runs the tables it would make everybody wait. It is started when it is first asked, reads a question a
line and writes an answer a line, both JSON, and ends when nobody can ask any more, also if the service was killed.

A process that does without the compiler is there in a moment, also where none is installed. It says so of a question
that takes compiled code; and one that answers at once says so of a game that takes seconds to prepare.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable
from enum import IntEnum
from itertools import count
from queue import PriorityQueue
from threading import Lock, Thread
from typing import IO, Final

from houseway.deciding.command import Json
from houseway.web import reasons, report, theory, weighing, workings
from houseway.web.judging import answer, takes_time

REMEMBERED: Final = 2000  # answers
WAITING: Final = 64  # questions that may wait for their turn
MODESTY: Final = 10  # how far behind other processes it stands: they go first, and it is never starved
COMPILER: Final = ("numba", "llvmlite")
WITHOUT_COMPILER: Final = "--without-compiler"
AT_ONCE: Final = "--at-once"


class Urgency(IntEnum):
    """Who waits for an answer; the least goes first."""

    SEAT = 0  # a player at a table, for the hand that he has played
    TRAINER = 1  # somebody who learns, or reads
    AHEAD = 2  # nobody yet


class Busy(Exception):
    """So many questions wait already that this one is not taken."""


class Failed(Exception):
    """The process ended, or could not count this."""


class CompilerNeeded(Failed):
    """It takes compiled code, and the process does without."""


class TimeNeeded(Failed):
    """It takes seconds to prepare, and the process answers at once."""


NEEDED: Final = {"compiler": CompilerNeeded, "time": TimeNeeded}


class Reckoner:
    """Asked on the event loop; the process is spoken to on a thread."""

    def __init__(self, *, compiled: bool = True, at_once: bool = False, modesty: int = MODESTY) -> None:
        self._options = (*(() if compiled else (WITHOUT_COMPILER,)), *((AT_ONCE,) if at_once else ()), str(modesty))
        self._line: PriorityQueue[tuple[int, int, _Asked]] = PriorityQueue()
        self._numbers = count()
        self._thread: Thread | None = None
        self._process: subprocess.Popen[str] | None = None
        self._starting = Lock()
        self._closed = False
        self._asked: OrderedDict[str, asyncio.Future[Json]] = OrderedDict()  # by question; those answered stay a while
        self._urgency: dict[str, Urgency] = {}  # of what waits

    async def answer(self, question: Json, urgency: Urgency = Urgency.TRAINER) -> Json:
        """The same question is counted once, however many ask it. Raises `Busy` or `Failed`."""
        return await asyncio.shield(self.task(question, urgency))  # who asks may go away: the next one finds the answer

    def known(self, question: Json) -> Json | None:
        """The answer, if it is there; if not, it is seen to. Never waits. Raises `Busy`, or `Failed` for good."""
        task = self._asked.get(json.dumps(question)) or self.task(question)
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

    def close(self) -> None:
        """End the process, and give up whatever it is counting."""
        with self._starting:
            self._closed = True
            if self._process is not None:
                self._process.kill()
        self._line.put((-1, next(self._numbers), None))
        for task in self._asked.values():
            _settle(task, Failed("the house closes"))

    def task(self, question: Json, urgency: Urgency = Urgency.TRAINER) -> asyncio.Future[Json]:
        """The answer to come. What waits already is not asked again, but may become more urgent. Raises `Busy`."""
        line = json.dumps(question)
        task = self._asked.get(line)
        if task is not None and not (task.done() and (task.cancelled() or task.exception())):
            if not task.done() and urgency < self._urgency.get(line, urgency):
                self._put(line, task, urgency)
            return task
        if self.waiting >= WAITING:
            raise Busy
        task = asyncio.get_running_loop().create_future()
        # Nobody may be waiting for it any more: a fault is not reported as one that was never seen.
        task.add_done_callback(lambda task: task.cancelled() or task.exception())
        self._asked[line] = task
        self._put(line, task, urgency)
        while len(self._asked) > REMEMBERED and next(iter(self._asked.values())).done():
            self._asked.popitem(last=False)
        return task

    def _put(self, line: str, task: asyncio.Future[Json], urgency: Urgency) -> None:
        self._urgency[line] = urgency
        self._line.put((urgency, next(self._numbers), (line, task)))
        if self._thread is None:
            self._thread = Thread(target=self._work, name="houseway reckoner", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        """On a thread: the most urgent first, of equals the one that was asked first."""
        while (asked := self._line.get()[2]) is not None:
            line, task = asked
            if self._urgency.pop(line, None) is None:
                continue  # it was put before itself, and is answered
            try:
                outcome: Json | Exception = self._speak(line)
            except Exception as error:
                outcome = error
            try:
                task.get_loop().call_soon_threadsafe(_settle, task, outcome)
            except RuntimeError:  # the loop is closed: nobody waits
                return

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
        if needed := NEEDED.get(answer.get("takes", "")):
            raise needed(answer["fault"])
        if "fault" in answer:
            raise Failed(answer["fault"])
        return answer

    def _running(self) -> subprocess.Popen[str]:
        with self._starting:
            if self._closed:
                raise Failed("the house closes")
            if self._process is None or self._process.poll() is not None:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "houseway.web.reckoner", *self._options],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            return self._process


_Asked = tuple[str, asyncio.Future[Json]] | None  # None ends the thread


def _settle(task: asyncio.Future[Json], outcome: Json | Exception) -> None:
    if task.done():
        return
    if isinstance(outcome, Exception):
        task.set_exception(outcome)
    else:
        task.set_result(outcome)


# ---- the process


def main(questions: IO[str], answers: IO[str], *, at_once: bool = False) -> None:
    for line in questions:
        try:
            asked = json.loads(line)
            if at_once and takes_time(asked):
                written = {"fault": f"{asked['game']} takes seconds to prepare", "takes": "time"}
            else:
                written = _answerer(asked)(asked)
        except ModuleNotFoundError as error:
            written = {"fault": str(error)} | ({"takes": "compiler"} if error.name in COMPILER else {})
        except Exception as error:  # of a game of somebody's own: the next hand may be another's
            written = {"fault": f"{type(error).__name__}: {error}"}
        print(json.dumps(written), file=answers, flush=True)


def _answerer(asked: Json) -> Callable[[Json], Json]:
    """Who answers a question, by what it has."""
    if "workings" in asked:
        return workings.answer
    if "report" in asked:
        return report.answer
    if "theory" in asked:
        return theory.answer
    if "why" in asked:
        return reasons.answer
    return weighing.answer if "seen" in asked else answer


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the service, which then closes the pipe
    *options, modesty = sys.argv[1:] or [str(MODESTY)]
    if WITHOUT_COMPILER in options:
        for name in COMPILER:
            sys.modules[name] = None  # type: ignore[assignment]  # importing it fails
    os.nice(int(modesty))
    if sys.platform == "linux":  # all cores but one are left alone
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    out, sys.stdout = sys.stdout, sys.stderr  # what else is printed is no answer
    main(sys.stdin, out, at_once=AT_ONCE in options)
