"""Long questions of the designer's desk: each is worked on in a process beside the service, one after the other, with
its progress told, and given up when nobody wants the answer any more.

Whoever asks is given a ticket, and asks again by it. The same question is worked on once, however many ask it. A ticket
that is withdrawn, or that nobody has asked by for a while, since its page was closed, wants nothing; work that no
ticket wants is left out, and if it is under way its process is ended. One that has an answer ready in a moment is let
finish: the next question then finds a process that is warm.
"""

import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Lock, Thread
from typing import IO, Final

from houseway.deciding.command import Json
from houseway.web import drafts, knowing
from houseway.web.reckoner import MODESTY, Busy, Failed

REMEMBERED: Final = 200  # answers
WAITING: Final = 32  # questions that may wait for their turn
TICKETS: Final = 500
SILENCE_SECONDS: Final = 20.0  # after which a ticket that nobody asks by wants nothing
GRACE_SECONDS: Final = 1.5  # in which work that nobody wants any more may still finish
MOST_SECONDS: Final = 1_800.0  # that one question may take
LOOK_SECONDS: Final = 0.5


@dataclass(eq=False, slots=True)
class DeskWork:
    """A question, how far it is, and what came of it."""

    line: str
    begun: float = 0.0  # when its process was asked
    done: int = 0
    of: int = 0
    answer: Json | None = None
    fault: str = ""
    unwanted: float = 0.0  # since when nobody wants it
    tickets: dict[str, float] = field(default_factory=dict)  # when each was last asked by

    @property
    def is_over(self) -> bool:
        return self.answer is not None or bool(self.fault)

    @property
    def state(self) -> str:
        if self.is_over:
            return "failed" if self.fault else "done"
        return "working" if self.begun else "waiting"

    def shown(self) -> Json:
        seconds = round(time.monotonic() - self.begun, 1) if self.begun and not self.is_over else 0
        told = {"state": self.state, "done": self.done, "of": self.of, "seconds": seconds}
        return told | ({"answer": self.answer} if self.answer is not None else {"fault": self.fault})


class Workbench:
    """Asked on the event loop; the process is spoken to on a thread."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "houseway workbench")
        self._process: subprocess.Popen[str] | None = None
        self._starting = Lock()
        self._closed = False
        self._works: OrderedDict[str, DeskWork] = OrderedDict()  # by question
        self._tickets: dict[str, DeskWork] = {}
        self._turns: asyncio.Task[None] | None = None

    def ask(self, question: Json) -> str:
        """A ticket for the answer. Raises `Busy`."""
        self._forget()
        line = json.dumps(question)
        work = self._works.get(line)
        if len(self._tickets) >= TICKETS:
            raise Busy
        if work is None or work.fault:
            if sum(not each.is_over for each in self._works.values()) >= WAITING:
                raise Busy
            work = self._works[line] = DeskWork(line)
        ticket = secrets.token_urlsafe(12)
        work.tickets[ticket] = time.monotonic()
        work.unwanted = 0.0
        self._tickets[ticket] = work
        if self._turns is None or self._turns.done():
            self._turns = asyncio.create_task(self._take_turns())
        return ticket

    def look(self, ticket: str) -> Json | None:
        """How far the work is, with its answer if it has one; none, if nobody has such a ticket."""
        work = self._tickets.get(ticket)
        if work is None:
            return None
        work.tickets[ticket] = time.monotonic()
        return work.shown()

    def withdraw(self, ticket: str) -> None:
        """Whoever has the ticket does not want the answer any more."""
        work = self._tickets.pop(ticket, None)
        if work is not None:
            work.tickets.pop(ticket, None)

    def close(self) -> None:
        with self._starting:
            self._closed = True
            self._end_process()
        self._thread.shutdown(wait=False, cancel_futures=True)

    # ---- taking turns

    async def _take_turns(self) -> None:
        """One work after the other, for as long as there is any."""
        while (work := next((each for each in self._works.values() if not each.is_over), None)) is not None:
            work.begun = time.monotonic()
            speaking = asyncio.get_running_loop().run_in_executor(self._thread, self._speak, work)
            while not (await asyncio.wait({speaking}, timeout=LOOK_SECONDS))[0]:
                self._give_up(work)
            if fault := speaking.exception():
                work.fault = str(fault) or type(fault).__name__
            self._forget()

    def _give_up(self, work: DeskWork) -> None:
        """End the process where nobody wants its answer any more, or it takes too long."""
        now = time.monotonic()
        self._forget()
        work.unwanted = 0.0 if work.tickets else work.unwanted or now
        if (work.unwanted and now - work.unwanted > GRACE_SECONDS) or now - work.begun > MOST_SECONDS:
            with self._starting:
                self._end_process()

    def _forget(self) -> None:
        """Tickets that are silent, work that waits and is not wanted, and the oldest answers."""
        now = time.monotonic()
        for ticket, work in list(self._tickets.items()):
            if now - work.tickets[ticket] > SILENCE_SECONDS:
                self.withdraw(ticket)
        for line, work in list(self._works.items()):
            is_old = len(self._works) > REMEMBERED and work.is_over
            if not work.tickets and (work.fault or is_old or not (work.begun or work.is_over)):
                del self._works[line]

    # ---- the process

    def _speak(self, work: DeskWork) -> None:
        process = self._running()
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(f"{work.line}\n")
            process.stdin.flush()
            for written in process.stdout:
                told: Json = json.loads(written)
                if "fault" in told:
                    raise Failed(told["fault"])
                if "answer" in told:
                    work.answer = told["answer"]
                    return
                work.done, work.of = told["done"], told["of"]
        except (OSError, ValueError):
            pass
        raise Failed("the work was given up")

    def _running(self) -> subprocess.Popen[str]:
        with self._starting:
            if self._closed:
                raise Failed("the house closes")
            if self._process is None or self._process.poll() is not None:
                command = [sys.executable, "-m", "houseway.web.workbench"]
                pipe = subprocess.PIPE
                self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
            return self._process

    def _end_process(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


# ---- in the process


def main(questions: IO[str], answers: IO[str]) -> None:
    """Answer until nobody can ask any more: that is noticed at once, also in the middle of a long work."""
    asked: SimpleQueue[str] = SimpleQueue()

    def listen() -> None:
        for line in questions:
            asked.put(line)
        os._exit(0)

    Thread(target=listen, daemon=True).start()
    while True:
        try:
            question = json.loads(asked.get())
            answer = knowing.answer if question["is"] in knowing.QUESTIONS else drafts.answer
            told: Json = {"answer": answer(question, _telling(answers))}
        except ValueError as error:  # what was asked cannot be: the reason is for whoever asked
            told = {"fault": str(error)}
        except Exception as error:  # of a game of somebody's own
            told = {"fault": f"{type(error).__name__}: {error}"}
        print(json.dumps(told), file=answers, flush=True)


def _telling(answers: IO[str]) -> Callable[[int, int], None]:
    def tell(done: int, of: int) -> None:
        print(json.dumps({"done": int(done), "of": int(of)}), file=answers, flush=True)

    return tell


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the service, which then closes the pipe
    os.nice(MODESTY)
    if sys.platform == "linux":  # all cores but one are left alone
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    out, sys.stdout = sys.stdout, sys.stderr  # what else is printed is no answer
    main(sys.stdin, out)
