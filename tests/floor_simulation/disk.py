"""A disk in memory that keeps what was synced, and may lose the rest.

A process that is killed leaves all that it wrote: the system still has it. A machine that loses its power keeps what
was synced; of every write since then, each sector is there or not as chance has it, whatever the order of the writes.
A name of a file is on the disk as soon as it is made: what a lost directory does is not simulated.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from errno import EIO
from random import Random
from typing import Any, Final

from houseway.service.disk import Disk

SECTOR: Final = 512
FOLDER: Final = "/simulated"
BOOK: Final = f"{FOLDER}/book.db"


class Fault(AssertionError):
    """A promise that did not hold."""


class PowerLost(BaseException):
    """Raised where the machine stops in the middle of what a process does; and so where one is killed."""


@dataclass(slots=True)
class Write:
    at: int
    data: bytes | None  # None: the file was cut off there


@dataclass(slots=True)
class File:
    now: bytearray = field(default_factory=bytearray)  # as every process reads it
    durable: bytearray = field(default_factory=bytearray)  # as it was synced last
    since: list[Write] = field(default_factory=list)  # what was written since then

    def write(self, at: int, data: bytes) -> None:
        put(self.now, Write(at, data))
        self.since.append(Write(at, data))

    def cut(self, size: int) -> None:
        put(self.now, Write(size, None))
        self.since.append(Write(size, None))

    def sync(self) -> None:
        for write in self.since:
            put(self.durable, write)
        self.since.clear()

    def loses(self, chance: Random) -> int:
        """The power is lost. Gives how many writes were not synced."""
        unsynced, whole = len(self.since), chance.random()
        for write in self.since:
            if write.data is None:
                if chance.random() < whole:
                    put(self.durable, write)
                continue
            for begin in range(0, len(write.data), SECTOR):
                if chance.random() < whole:
                    put(self.durable, Write(write.at + begin, write.data[begin : begin + SECTOR]))
        self.since.clear()
        self.now = bytearray(self.durable)
        return unsynced


def put(into: bytearray, write: Write) -> None:
    if write.data is None:
        del into[write.at :]
        return
    if len(into) < write.at:
        into.extend(bytes(write.at - len(into)))
    into[write.at : write.at + len(write.data)] = write.data


@dataclass(slots=True, eq=False)
class Process:
    """Who opens files and holds locks. What it does after its end has no effect."""

    name: str
    is_alive: bool = True
    is_auditor: bool = False  # it looks on, and nothing that goes wrong with the disk is in its way


@dataclass(slots=True, eq=False)
class Lock:
    """An exclusive lock on a name, which ends with its process."""

    disk: "SimulatedDisk"
    name: str
    owner: Process

    def close(self) -> None:
        if self.disk.locks.get(self.name) is self:
            del self.disk.locks[self.name]


class Identity:
    """The lock on the book's file itself, as `FileLock` has it."""

    def __init__(self, disk: "SimulatedDisk", path: str) -> None:
        self._disk, self._name = disk, f"{path} itself"
        self._lock: Lock | None = None

    def take(self) -> bool:
        self._lock = self._disk.takes(self._name)
        return self._lock is not None

    def free(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    leave = free


class SimulatedDisk(Disk):
    """One disk, and the processes that use it one after the other, as the simulation lets them run. `before` is called
    ahead of every write and sync, with what it is: it may raise `PowerLost`, or give what the system answers instead.
    """

    vfs = "simulated"

    def __init__(self, before: Callable[[str], str] = lambda what: "") -> None:
        self.files: dict[str, File] = {}
        self.locks: dict[str, Lock] = {}
        self.opened: dict[int, tuple[str, Process]] = {}  # what is open that is not SQLite's
        self.running = Process("nobody")
        self.before = before
        self.is_full = False
        self.is_away = False  # whatever is asked of it fails, until it is there again
        self.counts = {"writes": 0, "syncs": 0, "writes lost": 0}

    # ---- what happens to it

    def ends(self, process: Process) -> None:
        """The process is gone, and its locks with it."""
        process.is_alive = False
        self.locks = {name: lock for name, lock in self.locks.items() if lock.owner is not process}
        self.opened = {number: each for number, each in self.opened.items() if each[1] is not process}

    def loses_power(self, chance: Random) -> None:
        for name in sorted(self.files):
            self.counts["writes lost"] += self.files[name].loses(chance)

    def asks(self, what: str) -> str:
        """What the system answers to a write or a sync, if not that it is done."""
        if not self.running.is_alive:
            return "the process is gone"
        return "the disk does not answer" if self.is_away else self.before(what)

    def takes_room(self, file: File, upto: int) -> bool:
        return not (self.is_full and upto > len(file.now))

    # ---- as the program uses it beside SQLite

    def is_folder(self, path: str) -> bool:
        return False

    def exists(self, path: str) -> bool:
        return path in self.files

    def names(self, path: str) -> int:
        return 1

    def make(self, path: str) -> None:
        self.files.setdefault(path, File())

    def remove(self, path: str) -> None:
        self.files.pop(path, None)

    def identity(self, path: str) -> Any:
        return Identity(self, path)

    def lock(self, path: str) -> Any:
        return self.takes(path)

    def takes(self, name: str) -> Lock | None:
        if name in self.locks or not self.running.is_alive:
            return None
        lock = self.locks[name] = Lock(self, name, self.running)
        return lock

    def read(self, path: str, most: int) -> bytes:
        if path not in self.files:
            raise FileNotFoundError(path)
        if self.is_away:
            raise OSError(EIO, "the disk does not answer")
        return bytes(self.files[path].now[:most])

    def open(self, path: str) -> int:
        number = max(self.opened, default=0) + 1
        self.files.setdefault(path, File())
        self.opened[number] = path, self.running
        return number

    def write(self, file: int, data: bytes, at: int) -> None:
        path, owner = self.opened.get(file, ("", self.running))
        if not path or not owner.is_alive:
            raise OSError("the process is gone")
        found, answer = self.files[path], self.asks("write")
        if answer or not self.takes_room(found, at + len(data)):
            raise OSError(answer or "no space is left")
        self.counts["writes"] += 1
        found.write(at, data)

    def sync(self, file: int) -> None:
        path, owner = self.opened.get(file, ("", self.running))
        if not path or not owner.is_alive:
            raise OSError("the process is gone")
        if answer := self.asks("sync"):
            raise OSError(answer)
        self.counts["syncs"] += 1
        self.files[path].sync()

    def close(self, file: int) -> None:
        self.opened.pop(file, None)
