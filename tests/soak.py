"""How much a test does: little in `make test`, much in `make soak`, which sets HOUSEWAY_SOAK.

A test that does more there is `deeper`, whether it is marked so or not (see `conftest`); one that is run only there is
marked `soak`, and has a short sibling in `make test` that guards the same rule. Hypothesis marks its tests itself.
"""

import itertools
import os
from collections.abc import Collection, Iterable
from typing import Any, TypeVar

import pytest
from hypothesis import settings

IS_SOAK = bool(os.environ.get("HOUSEWAY_SOAK"))
T = TypeVar("T")


def more(little: T, much: T) -> T:
    return much if IS_SOAK else little


def telling(few: Collection[tuple[object, ...]], *columns: Iterable[object]) -> list[Any]:
    """Every combination of the columns, as parameters of a test: in `make test` only the few that tell most."""
    return marked((*each, each in few) for each in itertools.product(*columns))


def marked(rows: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Parameters of a test, each row with whether `make test` has it, as its last cell. What only `make soak` has is
    not even collected elsewhere: every worker would do it."""
    return [pytest.param(*each, marks=() if often else pytest.mark.soak) for *each, often in rows if often or IS_SOAK]


def examples(few: int, many: int, **others: object) -> settings:
    """Settings of Hypothesis with so many examples."""
    return settings(max_examples=more(few, many), **others)  # type: ignore[arg-type]
