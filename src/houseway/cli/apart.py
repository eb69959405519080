"""A game of somebody's own checked in a process of its own: what its file prints is kept apart, and it has a limit of
time."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

from houseway.conformance import checked, remarks_of
from houseway.trial.fault import Fault

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from houseway.game import Game

FOR_FIGURES = 20.0  # seconds
GRACE = 5.0  # seconds in which the process ends by itself

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Verdict:
    """What a check came to: the game, if there is one, what is wrong with it, and what the file printed."""

    game: str | None
    title: str
    faults: tuple[Fault, ...]
    remarks: tuple[Fault, ...] = ()
    printed: str = ""


def check_apart(file: str, seconds: float, progress: Progress | None) -> Verdict:
    if not hasattr(os, "fork"):
        return _verdict(file, seconds, progress)
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    with TemporaryFile() as output:
        child = context.Process(target=_child, args=(file, seconds, there, output.fileno()), daemon=True)
        child.start()
        there.close()
        told = _heard(here, seconds + FOR_FIGURES + GRACE, progress)
        if told is None and child.is_alive():
            child.kill()
            told = _failed(file, f"it had not come to an end after {seconds:g} seconds")
        child.join(GRACE)
        output.seek(0)
        printed = output.read().decode("utf-8", "replace")
    verdict = told or _failed(file, f"the file ended the program, with code {child.exitcode}")
    return Verdict(verdict.game, verdict.title, verdict.faults, verdict.remarks, printed)


def _heard(here: Connection, seconds: float, progress: Progress | None) -> Verdict | None:
    """The verdict of the process; none where it ended or was silent for too long."""
    try:
        while here.poll(seconds):
            told: Any = here.recv()
            if isinstance(told, Verdict):
                return told
            if progress:
                progress(*told)
    except EOFError:
        pass
    return None


def _child(file: str, seconds: float, there: Connection, output: int) -> None:
    sys.stdout = sys.stderr = open(os.dup(output), "w", encoding="utf-8", buffering=1)  # noqa: SIM115
    there.send(_verdict(file, seconds, lambda *told: there.send(told)))
    sys.stdout.flush()


def _verdict(file: str, seconds: float, progress: Progress | None) -> Verdict:
    game, faults = checked(file, seconds=seconds, progress=progress)
    remarks = remarks_of(game, seconds=FOR_FIGURES) if game and not faults else []
    return Verdict(game.slug if game else None, _title(game, file), tuple(faults), tuple(remarks))


def _failed(file: str, says: str) -> Verdict:
    return Verdict(None, Path(file).name, (Fault(Path(file).name, says),))


def _title(game: Game | None, file: str) -> str:
    return game.title if game else Path(file).name
