"""The disk under a book, as far as the program uses it beside SQLite: whether files are there, their locks, and the few
bytes of the mark. A test has another, which loses what was not synced."""

import os
from contextlib import suppress
from typing import IO, Final

from houseway.service.file_lock import FileLock

OWNER_ONLY: Final = 0o600


class Disk:
    vfs = ""  # SQLite's name of it, where it is not the usual one

    def is_folder(self, path: str) -> bool:
        return os.path.isdir(path)

    def exists(self, path: str) -> bool:
        return os.path.exists(path)

    def names(self, path: str) -> int:
        """Of the same file."""
        return os.stat(path).st_nlink

    def make(self, path: str) -> None:
        """An empty file, if there is none and it can be made: SQLite itself will say why it cannot."""
        with suppress(OSError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY))

    def remove(self, path: str) -> None:
        with suppress(FileNotFoundError):
            os.unlink(path)

    # ---- locks, which end with the process

    def identity(self, path: str) -> FileLock:
        return FileLock.of(path)

    def lock(self, path: str) -> IO[str] | None:
        """A lock by a file beside the book; None if another process has it."""
        import fcntl  # not on Windows, where a book can be read but not claimed

        lock = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY), "a")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            return None
        return lock

    # ---- a small file

    def read(self, path: str, most: int) -> bytes:
        """Its first bytes. Raises `OSError`."""
        with open(path, "rb") as file:
            return file.read(most)

    def open(self, path: str) -> int:
        return os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY)

    def write(self, file: int, data: bytes, at: int) -> None:
        os.pwrite(file, data, at)

    def sync(self, file: int) -> None:
        os.fdatasync(file)

    def close(self, file: int) -> None:
        os.close(file)


THE_DISK: Final = Disk()
