"""The lines of all classes of a wager's cards, kept: a million hands are judged once, not once a run."""

from collections.abc import Callable
from typing import Any, BinaryIO

import numpy as np

from houseway.analysis.arrays import Ints
from houseway.analysis.card_classes import Position, judge_classes
from houseway.sight import Sight
from houseway.work.kept import KeptFile
from houseway.work.key import KeptKind, key

FEW = 100_000  # classes that are sooner judged than looked up


def judge_or_look_up(
    sight: Sight, judge: Callable[[Any], str], mine: Position, his: Position | None
) -> tuple[Ints, list[str]]:
    """`judge_classes`, from disk where it was done before."""
    number = len(mine.hands) * (len(his.hands) if his else 1)
    if number <= FEW or sight.adds_up:
        return judge_classes(sight, judge, mine, his)
    kept = KeptFile.of(f"{lines_key(sight, judge, mine, his)}.npz")

    def read(file: BinaryIO) -> tuple[Ints, list[str]] | None:
        with np.load(file) as arrays:
            places, names = arrays["places"], arrays["names"].tolist()
        is_whole = places.shape == (number,) and places.max(initial=0) < len(names)
        return (places.astype(np.int32), names) if is_whole else None

    def judged() -> tuple[Ints, list[str]]:
        places, names = judge_classes(sight, judge, mine, his)
        kept.write(lambda file: np.savez_compressed(file, places=places.astype(np.uint8), names=np.array(names)))
        return places, names

    return kept.once(read, judged)


def lines_key(sight: Sight, judge: Callable[[Any], str], mine: Position, his: Position | None) -> str:
    """Of how the wager sees and judges, and of the classes of cards that it sees."""
    classes = [(look.digits, look.grades, look.class_of) if look else None for look in (mine, his)]
    return key(KeptKind.LINES, sight, judge, classes)
