"""The log: one JSON line an occurrence, on standard error. It never tells what a table holds.

The values in a traceback, and the rows a database quotes, may be face-down cards: an error is logged by its kind and
the places it went through, and by its text only where that is our own.
"""

import sys
import traceback
from typing import Any

import structlog


class _Printed:
    """Wherever standard error is at that moment."""

    def msg(self, line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    info = warning = error = msg


log: Any = structlog.wrap_logger(
    _Printed(),
    processors=[
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.JSONRenderer(ensure_ascii=False),
    ],
)


def went_wrong(error: BaseException) -> dict[str, Any]:
    """What a log says of an error: its kind and where it happened, not its message, which may hold secrets."""
    frames = traceback.extract_tb(error.__traceback__)
    return {
        "error": type(error).__name__,
        "at": [f"{f.filename.rpartition('/')[2]}:{f.lineno} {f.name}" for f in frames],
    }
