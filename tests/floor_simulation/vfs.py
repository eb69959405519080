"""SQLite itself on the simulated disk: a VFS of its own, which this module gives to the library that Python's `sqlite3`
uses. All that SQLite does with a file goes through here, its write-ahead log and its shared memory too.

See https://www.sqlite.org/c3ref/vfs.html and https://www.sqlite.org/c3ref/io_methods.html.
"""

import _sqlite3
import atexit
import ctypes
import sqlite3
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_double, c_int, c_int64, c_void_p
from ctypes.util import find_library
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from tests.floor_simulation.disk import File, PowerLost, Process, SimulatedDisk

NAME: Final = SimulatedDisk.vfs
OK, BUSY, NOT_FOUND, FULL, CANT_OPEN, MISUSE = 0, 5, 12, 13, 14, 21
IO_ERROR, SHORT_READ, READ_ERROR, WRITE_ERROR, SYNC_ERROR = 10, 522, 266, 778, 1034
NO_LOCK, SHARED, RESERVED, PENDING, EXCLUSIVE = range(5)
OPEN_DELETE_ON_CLOSE, OPEN_CREATE, OPEN_READ_WRITE = 0x8, 0x4, 0x2
SHM_UNLOCK, SHM_LOCK, SHM_SHARED, SHM_EXCLUSIVE = 1, 2, 4, 8
SAFE_WRITES: Final = 0x1000  # what lies beside a write is not damaged by it, as on every disk that SQLite knows of
SECTOR_BYTES: Final = 4096
SHM_LOCKS: Final = 8

DISKS: dict[str, SimulatedDisk] = {}  # by the first part of a path: "/disk-1/book.db"


class Methods(Structure):
    _fields_ = (
        ("iVersion", c_int),
        *((name, c_void_p) for name in (
            "xClose", "xRead", "xWrite", "xTruncate", "xSync", "xFileSize", "xLock", "xUnlock", "xCheckReservedLock",
            "xFileControl", "xSectorSize", "xDeviceCharacteristics", "xShmMap", "xShmLock", "xShmBarrier", "xShmUnmap",
        )),
    )  # fmt: skip


class OpenedFile(Structure):
    _fields_ = (("pMethods", c_void_p), ("unused", c_int64))


class VFS(Structure):
    _fields_ = (
        ("iVersion", c_int), ("szOsFile", c_int), ("mxPathname", c_int), ("pNext", c_void_p), ("zName", c_char_p),
        ("pAppData", c_void_p),
        *((name, c_void_p) for name in (
            "xOpen", "xDelete", "xAccess", "xFullPathname", "xDlOpen", "xDlError", "xDlSym", "xDlClose",
            "xRandomness", "xSleep", "xCurrentTime", "xGetLastError",
        )),
    )  # fmt: skip


@dataclass(slots=True)
class SharedMemory:
    """The index of a write-ahead log, which processes share: it is gone with the last of them."""

    regions: list[Any] = field(default_factory=list)
    shared: list[set[int]] = field(default_factory=lambda: [set() for _ in range(SHM_LOCKS)])
    exclusive: list[int] = field(default_factory=lambda: [0] * SHM_LOCKS)
    users: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Opened:
    disk: SimulatedDisk
    name: str
    file: File
    owner: Process
    deletes: bool
    lock: int = NO_LOCK
    shm: SharedMemory | None = None


OPENED: dict[int, Opened] = {}  # by its address in memory
SHM: dict[tuple[int, str], SharedMemory] = {}
KEPT: list[Any] = []  # what the library points to
FAILURES: list[BaseException] = []  # what was raised within the library: the world looks here after each event
ENDED: list[bool] = []  # whether Python ends: what is still open is then closed without a word
atexit.register(ENDED.append, True)


@cache
def registered() -> bool:
    """Whether the library was found and has the VFS."""
    library = _library()
    if library is None:
        return False
    vfs = VFS(
        iVersion=1,
        szOsFile=ctypes.sizeof(OpenedFile),
        mxPathname=512,
        zName=NAME.encode(),
        xOpen=_pointer(_open, c_int, c_void_p, c_char_p, c_void_p, c_int, POINTER(c_int)),
        xDelete=_pointer(_delete, c_int, c_void_p, c_char_p, c_int),
        xAccess=_pointer(_access, c_int, c_void_p, c_char_p, c_int, POINTER(c_int)),
        xFullPathname=_pointer(_full_path, c_int, c_void_p, c_char_p, c_int, c_void_p),
        xRandomness=_pointer(_randomness, c_int, c_void_p, c_int, c_void_p),
        xSleep=_pointer(_sleep, c_int, c_void_p, c_int),
        xCurrentTime=_pointer(_time, c_int, c_void_p, POINTER(c_double)),
        xGetLastError=_pointer(_last_error, c_int, c_void_p, c_int, c_void_p),
    )
    KEPT.append(vfs)
    if library.sqlite3_vfs_register(byref(vfs), 0) != OK:
        return False
    try:
        DISKS["/probe"] = SimulatedDisk()
        sqlite3.connect(f"file:/probe/book.db?vfs={NAME}", uri=True).close()
    except sqlite3.Error:
        return False  # another copy of the library than Python's own
    return True


def _library() -> Any:
    """The very library that Python's module uses."""
    maps = Path("/proc/self/maps")
    lines = maps.read_text().splitlines() if maps.exists() else []
    loaded = sorted({line.split()[-1] for line in lines if "sqlite3" in line})
    for path in (*loaded, getattr(_sqlite3, "__file__", None), find_library("sqlite3"), None):
        try:
            library = ctypes.CDLL(path)
            library.sqlite3_vfs_register.argtypes = (c_void_p, c_int)
            return library
        except (OSError, AttributeError):
            continue
    return None


def _pointer(function: Callable[..., int], *types: Any) -> int:
    """As the library calls it: the first type is of what it gives."""
    made = CFUNCTYPE(*types)(_guarded(function))
    KEPT.append(made)
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(made))  # to the very end
    return ctypes.cast(made, c_void_p).value or 0


def _guarded(function: Callable[..., int]) -> Callable[..., int]:
    """Nothing can be raised through the library: where the process ends, it is told of an error instead."""

    # names of its own: those of a module are gone before its last connection is closed
    lost, failures, ended = PowerLost, FAILURES, ENDED

    def called(*arguments: Any) -> int:
        if ended:
            return 10
        try:
            return function(*arguments)
        except lost:
            return 10
        except BaseException as error:
            failures.append(error)
            return 10

    return called


# ---- files


def _open(vfs: int, name: bytes | None, address: int, flags: int, out: Any) -> int:
    structure = OpenedFile.from_address(address)
    structure.pMethods = None
    path = name.decode() if name else f"temporary {address}"
    disk = DISKS["/" + path.split("/")[1]] if name else next(iter(DISKS.values()))
    if name and not disk.running.is_alive:
        return CANT_OPEN
    if path not in disk.files:
        if not flags & OPEN_CREATE:
            return CANT_OPEN
        disk.files[path] = File()
    deletes = bool(flags & OPEN_DELETE_ON_CLOSE)
    OPENED[address] = Opened(disk, path, disk.files[path], disk.running, deletes)
    structure.pMethods = ctypes.addressof(_methods())
    if out:
        out[0] = flags
    return OK


@cache
def _methods() -> Methods:
    f, i, p = c_void_p, c_int64, c_void_p
    return Methods(
        iVersion=2,
        xClose=_pointer(_close, c_int, f),
        xRead=_pointer(_read, c_int, f, p, c_int, i),
        xWrite=_pointer(_write, c_int, f, p, c_int, i),
        xTruncate=_pointer(_truncate, c_int, f, i),
        xSync=_pointer(_sync, c_int, f, c_int),
        xFileSize=_pointer(_size, c_int, f, POINTER(c_int64)),
        xLock=_pointer(_lock, c_int, f, c_int),
        xUnlock=_pointer(_unlock, c_int, f, c_int),
        xCheckReservedLock=_pointer(_is_reserved, c_int, f, POINTER(c_int)),
        xFileControl=_pointer(lambda file, what, argument: NOT_FOUND, c_int, f, c_int, p),
        xSectorSize=_pointer(lambda file: SECTOR_BYTES, c_int, f),
        xDeviceCharacteristics=_pointer(lambda file: SAFE_WRITES, c_int, f),
        xShmMap=_pointer(_shm_map, c_int, f, c_int, c_int, c_int, POINTER(c_void_p)),
        xShmLock=_pointer(_shm_lock, c_int, f, c_int, c_int, c_int),
        xShmBarrier=_pointer(lambda file: OK, c_int, f),
        xShmUnmap=_pointer(_shm_unmap, c_int, f, c_int),
    )


def _close(address: int) -> int:
    opened = OPENED.pop(address, None)
    if opened and opened.deletes and opened.owner.is_alive:
        opened.disk.files.pop(opened.name, None)
    return OK


def _read(address: int, into: int, amount: int, offset: int) -> int:
    opened = OPENED[address]
    if not opened.owner.is_alive or (opened.disk.is_away and not opened.owner.is_auditor):
        return READ_ERROR
    found = bytes(memoryview(opened.file.now)[offset : offset + amount])
    ctypes.memmove(into, found, len(found))
    if len(found) < amount:
        ctypes.memset(into + len(found), 0, amount - len(found))
        return SHORT_READ
    return OK


def _write(address: int, data: int, amount: int, offset: int) -> int:
    opened = OPENED[address]
    if not opened.owner.is_alive:
        return WRITE_ERROR
    if opened.deletes:  # of no book
        opened.file.write(offset, ctypes.string_at(data, amount))
        opened.file.since.clear()
        return OK
    if opened.disk.asks("write") or not opened.owner.is_alive:
        return WRITE_ERROR
    if not opened.disk.takes_room(opened.file, offset + amount):
        return FULL
    opened.disk.counts["writes"] += 1
    opened.file.write(offset, ctypes.string_at(data, amount))
    return OK


def _truncate(address: int, size: int) -> int:
    opened = OPENED[address]
    if not opened.owner.is_alive or opened.disk.asks("write") or not opened.owner.is_alive:
        return WRITE_ERROR
    opened.file.cut(size)
    return OK


def _sync(address: int, flags: int) -> int:
    opened = OPENED[address]
    if not opened.owner.is_alive or opened.disk.asks("sync") or not opened.owner.is_alive:
        return SYNC_ERROR
    opened.disk.counts["syncs"] += 1
    opened.file.sync()
    return OK


def _size(address: int, out: Any) -> int:
    out[0] = len(OPENED[address].file.now)
    return OK


# ---- locks on a file


def _others(address: int) -> list[Opened]:
    mine = OPENED[address]
    return [
        each
        for there, each in OPENED.items()
        if there != address and each.file is mine.file and each.owner.is_alive and each.lock
    ]


def _lock(address: int, wanted: int) -> int:
    mine, others = OPENED[address], _others(address)
    if mine.lock >= wanted:
        return OK
    highest = max((each.lock for each in others), default=NO_LOCK)
    if wanted == SHARED and highest >= PENDING:
        return BUSY
    if wanted == RESERVED and highest >= RESERVED:
        return BUSY
    if wanted == EXCLUSIVE and highest >= SHARED:
        if highest < RESERVED:
            mine.lock = max(mine.lock, PENDING)
        return BUSY
    mine.lock = wanted
    return OK


def _unlock(address: int, wanted: int) -> int:
    mine = OPENED[address]
    mine.lock = min(mine.lock, wanted)
    return OK


def _is_reserved(address: int, out: Any) -> int:
    out[0] = int(max((each.lock for each in (*_others(address), OPENED[address])), default=NO_LOCK) >= RESERVED)
    return OK


# ---- shared memory


def _shm_of(address: int) -> SharedMemory:
    opened = OPENED[address]
    if opened.shm is None:
        place = id(opened.disk), opened.name
        known = SHM.get(place)
        if known is not None:
            _forget_the_dead(known)
        if known is None or not known.users:  # the first that comes begins anew, and so reads the log again
            known = SHM[place] = SharedMemory()
        known.users.add(address)
        opened.shm = known
    return opened.shm


def _forget_the_dead(known: SharedMemory) -> None:
    gone = {each for each in known.users if each not in OPENED or not OPENED[each].owner.is_alive}
    if not gone:
        return
    known.users -= gone
    for shared in known.shared:
        shared.difference_update(gone)
    known.exclusive = [0 if each in gone else each for each in known.exclusive]


def ends(process: Process) -> None:
    """Its locks in shared memory are gone with it."""
    for known in SHM.values():
        _forget_the_dead(known)


def forget(disk: SimulatedDisk) -> None:
    """The machine has stopped: what processes shared is gone."""
    for place in [place for place in SHM if place[0] == id(disk)]:
        del SHM[place]


def _shm_map(address: int, region: int, size: int, extends: int, out: Any) -> int:
    opened = OPENED[address]
    if not opened.owner.is_alive and opened.shm is None:
        out[0] = None
        return IO_ERROR
    shm = _shm_of(address)
    while extends and len(shm.regions) <= region:
        shm.regions.append(ctypes.create_string_buffer(size))
    out[0] = ctypes.addressof(shm.regions[region]) if region < len(shm.regions) else None
    return OK


def _shm_lock(address: int, offset: int, count: int, flags: int) -> int:
    opened = OPENED[address]
    if not opened.owner.is_alive:
        return OK if flags & SHM_UNLOCK else IO_ERROR
    shm = _shm_of(address)
    places = range(offset, offset + count)
    if flags & SHM_UNLOCK:
        for place in places:
            shm.shared[place].discard(address)
            if shm.exclusive[place] == address:
                shm.exclusive[place] = 0
        return OK
    if flags & SHM_SHARED:
        if any(shm.exclusive[place] not in (0, address) for place in places):
            return BUSY
        for place in places:
            shm.shared[place].add(address)
        return OK
    if any(shm.exclusive[place] not in (0, address) or shm.shared[place] - {address} for place in places):
        return BUSY
    for place in places:
        shm.exclusive[place] = address
    return OK


def _shm_unmap(address: int, deletes: int) -> int:
    opened = OPENED[address]
    if opened.shm is not None:
        opened.shm.users.discard(address)
        for shared in opened.shm.shared:
            shared.discard(address)
        opened.shm.exclusive = [0 if each == address else each for each in opened.shm.exclusive]
        opened.shm = None
    return OK


# ---- names and time


def _delete(vfs: int, name: bytes, is_synced: int) -> int:
    path = name.decode()
    disk = DISKS["/" + path.split("/")[1]]
    if not disk.running.is_alive:
        return IO_ERROR
    disk.files.pop(path, None)
    return OK


def _access(vfs: int, name: bytes, flags: int, out: Any) -> int:
    path = name.decode()
    out[0] = int(path in DISKS["/" + path.split("/")[1]].files)
    return OK


def _full_path(vfs: int, name: bytes, size: int, out: int) -> int:
    ctypes.memmove(out, name + b"\0", len(name) + 1)
    return OK


def _randomness(vfs: int, size: int, out: int) -> int:
    ctypes.memset(out, 7, size)
    return size


SLEEPS: list[Callable[[float], None]] = []  # who is told that SQLite waits for a lock


def _sleep(vfs: int, micros: int) -> int:
    for sleep in SLEEPS:
        sleep(micros / 1e6)
    return micros


def _time(vfs: int, out: Any) -> int:
    out[0] = 2_461_000.5  # a day in Julian days: SQLite's own functions of time are not used
    return OK


def _last_error(vfs: int, size: int, out: int) -> int:
    return OK
