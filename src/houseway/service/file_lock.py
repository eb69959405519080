"""A lock on a file itself, whatever it is called: by another path, a link or a mount it is the same lock.

Only on Linux. A process that closes any descriptor of a file loses the locks that SQLite holds on it, so the descriptor
is shared by all who use the file in this process, and closed when the last has left.
"""

import os
import sys
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(slots=True)
class FileLock:
    KNOWN: ClassVar[dict[tuple[int, int], "FileLock"]] = {}  # by device and inode

    identity: tuple[int, int]
    path: str
    users: int = 0
    descriptor: int | None = field(default=None)
    is_held: bool = False

    @classmethod
    def of(cls, path: str) -> "FileLock":
        found = os.stat(path)
        identity = found.st_dev, found.st_ino
        lock = cls.KNOWN.setdefault(identity, cls(identity, path))
        lock.users += 1
        return lock

    def take(self) -> bool:
        """False if somebody else has it, in this process or another."""
        if self.is_held:
            return False
        if sys.platform == "linux":  # elsewhere it would be at odds with SQLite's own locks
            import fcntl

            if self.descriptor is None:
                self.descriptor = os.open(self.path, os.O_RDONLY)
            try:
                fcntl.flock(self.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
        self.is_held = True
        return True

    def free(self) -> None:
        self.is_held = False
        if self.descriptor is not None:
            import fcntl

            fcntl.flock(self.descriptor, fcntl.LOCK_UN)

    def leave(self) -> None:
        self.users -= 1
        if self.users:
            return
        self.KNOWN.pop(self.identity, None)
        if self.descriptor is not None:
            os.close(self.descriptor)
            self.descriptor = None
