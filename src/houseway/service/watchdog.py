"""Notices a writer that hangs, and says where: its process cannot say so itself."""

import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Final

from houseway.service.log import log

HANGS_AFTER: Final = 10.0  # seconds without a turn of the writer's loop, which turns once a second at least


class Watchdog:
    def __init__(self, watched: threading.Thread, on_hang: Callable[[], None], *, seconds: float = HANGS_AFTER) -> None:
        self._watched = watched
        self._on_hang = on_hang
        self._seconds = seconds
        self._turned_at = time.monotonic()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="houseway watchdog", daemon=True)

    def start(self) -> None:
        self.turned()
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()

    def turned(self) -> None:
        """Called by the watched thread at every turn of its loop."""
        self._turned_at = time.monotonic()

    def _watch(self) -> None:
        told = False
        while not self._stopping.wait(self._seconds / 10):
            since = time.monotonic() - self._turned_at
            if since < self._seconds:
                told = False
            elif not told:
                log.error("the writer hangs", seconds=round(since), at=self._places())
                self._on_hang()
                told = True

    def _places(self) -> list[str]:
        """Where it is, without a value of anything: what a table holds is nobody's to read in a log."""
        frame = sys._current_frames().get(self._watched.ident or 0)
        found = traceback.extract_stack(frame) if frame else []
        return [f"{place.filename.rpartition('/')[2]}:{place.lineno} {place.name}" for place in found][-8:]
