"""Results on disk: a file is written beside its place and moved there, so it is whole or it is not there; and two
processes that ask the same question at the same time work it out once."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
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

    def once(self, parse: Callable[[BinaryIO], T | None], work: Callable[[], T]) -> T:
        """What is kept, or else the work, which keeps what it comes to. One process does it: another that asks
        meanwhile waits, and reads what is kept then, or goes on with it if the first was broken off."""
        found = self.read(parse)
        if found is None:
            with self._alone():
                found = self.read(parse)
                if found is None:
                    found = work()
        return found

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """A lock that ends with its process. Where there can be none, everybody works for himself."""
        lock = self.path.with_suffix(".lock")
        descriptor = None
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = _locked(lock)
        try:
            yield
        finally:
            if descriptor is not None:
                with suppress(OSError):
                    lock.unlink()
                os.close(descriptor)

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
            _say_once(f"houseway: the result is not kept: {error}; HOUSEWAY_CACHE names another folder")
            return False


@cache
def _say_once(text: str) -> None:
    print(text, file=sys.stderr)


def _locked(path: Path) -> int | None:
    """The descriptor of the file, locked. Whoever had it before has removed it, and it is made anew."""
    if sys.platform == "win32":
        return None
    import fcntl

    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            if os.path.samestat(os.fstat(descriptor), os.stat(path)):
                return descriptor
        except FileNotFoundError:
            pass
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
