"""Rules that the house brought itself run in the writer's thread, among the tables of all: they get so much time, and
what they raise is theirs.

A loop in Python is broken off. What waits outside of Python, such as a sleep, is over when it comes back.
"""

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from houseway.games.released import released
from houseway.service.batch import Running
from houseway.table.state import Table

SECONDS: Final = 2.0  # for one decision; those of the project take a few milliseconds


class TakesTooLong(Exception):
    """Raised in the middle of rules that do not come to an end."""


def is_own(table: Table) -> bool:
    """Whether the table's game is not one of the project's."""
    return table.terms is not None and table.terms.game not in released()


@contextmanager
def limited(running: Running) -> Iterator[None]:
    """Whatever the rules of a game of the house's own do in here, it ends in time; what fails has changed nothing."""
    table, head, written = running.table, running.head, len(running.written)
    try:
        if is_own(table):
            with _broken_off():
                yield
        else:
            yield
    except Exception:
        running.table, running.head = table, head
        del running.written[written:]
        raise


@contextmanager
def _broken_off() -> Iterator[None]:
    thread, lock, over = ctypes.c_ulong(threading.get_ident()), threading.Lock(), threading.Event()

    def break_off() -> None:
        with lock:
            if not over.is_set():
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(TakesTooLong))

    timer = threading.Timer(SECONDS, break_off)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        with lock:
            over.set()
            ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, None)  # one that was not yet raised is not raised later
        timer.cancel()
