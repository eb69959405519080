"""What a card room that was opened a moment ago still lacks: the mathematics, which counts for the coach, and the
typesetter, which prints papers. Serving tables and pages needs neither, so the room opens without them, and they are
installed beside it by the command that `houseway serve --finish-setup` is given.

Whoever needs what is not there yet is told how far it is, and asks again: nothing has to be started anew. The pages
import nothing of it, and what counts is a process of its own that begins when it is first asked.
"""

import importlib
import os
import shlex
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from threading import Thread
from typing import Final

from houseway.web.errors import RETRY, Problem

LOWEST_PRIORITY: Final = "19"
INSTALLING: Final = "houseway: installing"  # how a line of the command begins while packages are still coming


@dataclass(frozen=True, slots=True)
class Equipment:
    what: str  # as people call it
    packages: tuple[str, ...]


COACH: Final = Equipment("The coach", ("llvmlite", "numba"))
MATHEMATICS: Final = Equipment("The mathematics", COACH.packages)
TYPESETTER: Final = Equipment("The typesetter", ("typst",))


class Installation:
    def __init__(self, command: str = "", hear: Callable[[str], None] = lambda line: None) -> None:
        """`command` installs what is missing and says so line by line; `hear` is given every line."""
        self._command, self._hear = command, hear
        self._process: subprocess.Popen[str] | None = None
        self._line = ""
        self._there: set[Equipment] = set()

    def start(self) -> None:
        """Run the command, if there is one, behind everything else on this machine."""
        if self._command:
            self._line = INSTALLING
            self._process = subprocess.Popen(
                ("nice", "-n", LOWEST_PRIORITY, *shlex.split(self._command)),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,  # a Ctrl-C is meant for the room, which ends this
            )
            Thread(target=self._listen, args=(self._process,), name="houseway installation", daemon=True).start()

    def close(self) -> None:
        self._hear = lambda line: None  # what is broken off need not be told
        if self._process is not None and self._process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGTERM)

    def check(self, part: Equipment) -> None:
        """Raises `Problem` while it is not there."""
        if part in self._there:
            return
        if self._is_coming:
            raise Problem(503, "being-installed", f"{part.what} is being installed: a minute, once.", RETRY)
        importlib.invalidate_caches()
        if not all(map(find_spec, part.packages)):
            why = f" ({self._line.removeprefix('houseway: ')})" if self._line else ""
            raise Problem(503, "not-installed", f"{part.what} is not installed{why}: `make setup` does it.", RETRY)
        self._there.add(part)

    def has(self, part: Equipment) -> bool:
        try:
            self.check(part)
        except Problem:
            return False
        return True

    @property
    def _is_coming(self) -> bool:
        """Whether packages may be there in part."""
        return self._process is not None and self._process.poll() is None and self._line.startswith(INSTALLING)

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self._line = line.strip() or self._line
            self._hear(self._line)
