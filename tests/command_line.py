"""The command line within the test's own process: the same `main`, arguments, streams and exit code that a shell sees,
without the second of processor that a new Python takes to load. What only a process of its own can show (a closed pipe,
a signal, a terminal, what is loaded at the start) is tested with `process`.
"""

import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from houseway.cli import main


@dataclass(frozen=True)
class Ended:
    """A command that has ended: its exit code and all that it wrote."""

    returncode: int
    output: bytes
    stderr: str

    @property
    def stdout(self) -> str:
        return self.output.decode("utf-8")


class Stream(io.TextIOWrapper):
    """What is written is kept in memory. Its descriptor leads nowhere, and may be closed or turned elsewhere."""

    def __init__(self, content: bytes = b"") -> None:
        super().__init__(io.BytesIO(content), "utf-8", write_through=True)
        self._nowhere = open(os.devnull, "wb")  # noqa: SIM115

    def fileno(self) -> int:
        return self._nowhere.fileno()

    def ends(self) -> bytes:
        self._nowhere.close()
        return self.buffer.getvalue()  # type: ignore[attr-defined,no-any-return]


def run(*arguments: str, said: str | bytes = "", **environment: str) -> Ended:
    """`houseway ARGUMENTS`, with what somebody `said` on its standard input."""
    stdin, stdout, stderr = Stream(said.encode() if isinstance(said, str) else said), Stream(), Stream()
    with (
        patch.object(sys, "argv", ["houseway", *arguments]),
        patch.object(sys, "stdin", stdin),
        patch.object(sys, "stdout", stdout),
        patch.object(sys, "stderr", stderr),
        patch.dict(os.environ, environment),
    ):
        try:
            main()
            code: Any = 0
        except SystemExit as ended:
            code = ended.code or 0
    stdin.ends()
    return Ended(int(code), stdout.ends(), stderr.ends().decode("utf-8"))


def run_json(*arguments: str, **environment: str) -> Any:
    ended = run(*arguments, "--json", **environment)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def is_refused(says: str, *arguments: str, **environment: str) -> None:
    """Bad input is answered by one line that names it, on standard error, and exit code 2."""
    ended = run(*arguments, **environment)
    assert ended.returncode == 2, ended.stdout + ended.stderr
    assert ended.stdout == ""
    [line] = ended.stderr.splitlines()
    assert line.startswith("houseway: ") and says in line, line


def process(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """`houseway ARGUMENTS` as a shell starts it."""
    command = [sys.executable, "-m", "houseway", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | environment)
