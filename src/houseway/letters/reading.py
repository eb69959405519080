"""Rules of a letter that can be read in two ways."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Another way to read a rule, by which a published figure may follow: a wager judged differently."""

    name: str
    says: str
    wagers: Mapping[str, Callable[[Any], str]]
