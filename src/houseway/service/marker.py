"""A mark beside the book of the last commit that was acknowledged.

The newest records of a SQLite book are in its write-ahead log, "-wal". If that file is lost or damaged, SQLite opens
the book as it was before, without a word, and every chain in it is whole. The mark names a record of the last commit:
where it is not in the book, acknowledged records are lost.

It is written after each commit, and to the disk about once a second: a process that is killed leaves it exact, and a
machine that loses its power leaves it at most a second behind, which accuses nobody. Two slots take turns, so that one
is whole whatever happens while the other is written.
"""

import hashlib
from contextlib import suppress
from typing import Final, NamedTuple

import orjson

from houseway.service.disk import THE_DISK, Disk

SLOT: Final = 1024  # bytes


class Mark(NamedTuple):
    number: int  # of the commit
    stream: str
    seq: int
    hash: str


class Marker:
    """The mark in the hands of the process that writes the book."""

    def __init__(self, path: str, disk: Disk = THE_DISK) -> None:
        before = read_mark(path, disk)
        self._number = before.number if before else 0
        self._disk = disk
        self._file = disk.open(path)
        self._is_synced = True

    def write(self, stream: str, seq: int, hash_: str) -> None:
        self._number += 1
        told = orjson.dumps([self._number, stream, seq, hash_])
        slot = hashlib.sha256(told).hexdigest().encode() + told
        if len(slot) <= SLOT:  # a stream's name is short
            self._disk.write(self._file, slot.ljust(SLOT), SLOT * (self._number % 2))
            self._is_synced = False

    def sync(self) -> None:
        if not self._is_synced:
            self._disk.sync(self._file)
            self._is_synced = True

    def close(self) -> None:
        with suppress(OSError):
            self.sync()
        self._disk.close(self._file)


def read_mark(path: str, disk: Disk = THE_DISK) -> Mark | None:
    """The last mark; None if there is none. Raises `ValueError` if it cannot be read."""
    try:
        written = disk.read(path, 2 * SLOT)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    marks = [mark for mark in (_mark(written[at : at + SLOT]) for at in (0, SLOT)) if mark]
    if written and not marks:
        raise ValueError(f"{path}: the mark of the last commit is damaged")
    return max(marks, default=None)


def _mark(slot: bytes) -> Mark | None:
    digest, told = slot[:64], slot[64:].rstrip()
    if not told or hashlib.sha256(told).hexdigest().encode() != digest:
        return None
    return Mark(*orjson.loads(told))
