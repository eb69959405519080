"""What is wrong with a game, and where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Fault:
    """Something that is wrong with a game, or remarked on: where it stands, and what it is."""

    where: str
    says: str

    def __str__(self) -> str:
        return f"{self.where}: {self.says}"


class TooLong(BaseException):
    """The time for a trial is over. No rule of a game catches it."""


def code_at(rule: Callable[..., Any], file: Path) -> str:
    """`red_dog.py:31, worth`: where a rule is written; its name alone, where that is in another file."""
    code = getattr(getattr(rule, "__func__", rule), "__code__", None)
    name = getattr(rule, "__name__", type(rule).__name__)
    if code is None or Path(code.co_filename).name != file.name:
        return str(name)
    named = "a lambda" if name == "<lambda>" else name
    return f"{file.name}:{code.co_firstlineno}, {named}"
