"""Results on disk: a file is written beside its place and moved there, so it is whole or it is not there."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeVar
from zipfile import BadZipFile

T = TypeVar("T")


def cache_folder() -> Path:
    """Where results are kept: $HOUSEWAY_CACHE, or `houseway` in the user's cache."""
    named = os.environ.get("HOUSEWAY_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "houseway"


@dataclass(frozen=True, slots=True)
class KeptFile:
    """The place of one result, named by its key."""

    path: Path

    @classmethod
    def of(cls, key: str) -> "KeptFile":
        return cls(cache_folder() / key)

    def read(self, parse: Callable[[BinaryIO], T | None]) -> T | None:
        """None where nothing is kept, or nothing that can be used: the work is then begun anew."""
        try:
            with self.path.open("rb") as file:
                return parse(file)
        except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, EOFError, BadZipFile):
            return None

    def write(self, write: Callable[[BinaryIO], object]) -> bool:
        """Keep a result; where that cannot be done it is said once, and the answer is given all the same."""
        beside = self.path.with_suffix(f".{os.getpid()}.tmp")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with beside.open("wb") as file:
                write(file)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self.path)
            return True
        except OSError as error:
            with suppress(OSError):
                beside.unlink()
            print(f"houseway: the result is not kept: {error}; HOUSEWAY_CACHE names another folder", file=sys.stderr)
            return False
