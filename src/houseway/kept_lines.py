"""The lines of all classes of a wager's cards, kept on disk: a million hands are judged once, not once a run.

The name of the file is a hash of how the wager sees and judges: a changed rule never meets an old answer.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from houseway.analysis.simulation.looks import Look
from houseway.analysis.simulation.tables import judge_classes
from houseway.analysis.split.kernel import Ints
from houseway.sight import Sight
from houseway.solutions import cache_folder

FEW = 100_000  # classes that are sooner judged than looked up
ASKED = 5_000  # classes that are judged to know the rule by


def judge_or_look_up(sight: Sight, judge: Callable[[Any], str], mine: Look, his: Look | None) -> tuple[Ints, list[str]]:
    """`judge_classes`, from disk where it was done before."""
    number = len(mine.hands) * (len(his.hands) if his else 1)
    if number <= FEW or sight.adds_up:
        return judge_classes(sight, judge, mine, his)
    path = cache_folder() / f"lines-{_digest(sight, judge, mine, his)[:32]}.npz"
    try:
        with np.load(path) as kept:
            places, names = kept["places"], kept["names"]
        if places.shape == (number,) and places.max(initial=0) < len(names):
            return places.astype(np.int32), names.tolist()
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        pass  # nothing kept, or nothing that can be used
    judged, lines = judge_classes(sight, judge, mine, his)
    _keep(path, judged, lines)
    return judged, lines


def _digest(sight: Sight, judge: Callable[[Any], str], mine: Look, his: Look | None) -> str:
    """Of the classes, of the code that sees, and of what is seen and judged of hands from all over them."""
    known = hashlib.sha256(sight.name.encode())
    known.update(type(sight).see.__code__.co_code)
    for look in filter(None, (mine, his)):
        known.update(look.class_of.tobytes())
    dealers = his.hands if his else [((),)]
    number = len(mine.hands) * len(dealers)
    for place in range(0, number, max(1, number // ASKED)):
        held, dealt = mine.hands[place // len(dealers)], dealers[place % len(dealers)]
        seen = sight.see(sum(held, ()), sum(dealt, ()))
        known.update(f"{held}{dealt}{seen}{judge(seen)}".encode())
    return known.hexdigest()


def _keep(path: Path, judged: Ints, lines: list[str]) -> None:
    """Where nothing can be kept, the next run judges again."""
    beside = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            np.savez_compressed(file, places=judged.astype(np.uint8), names=np.array(lines))
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
