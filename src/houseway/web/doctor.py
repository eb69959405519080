"""Whether a machine is fit to run a card room: what `houseway doctor` looks at before an evening, and tells in a line
each. It changes nothing, and reads the book beside a running service.
"""

import importlib.util
import os
import resource
import secrets
import shutil
import socket
import ssl
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Final

import houseway
from houseway.role import Role
from houseway.service.entry import GamingDay
from houseway.service.house_audit import wrong_people
from houseway.service.house_book import read_house
from houseway.service.keyring import Keyring, usual_path
from houseway.service.record import ENCRYPTED
from houseway.service.staffing import on_the_list
from houseway.service.store import Store, open_store
from houseway.web.connections import RESERVED
from houseway.web.limits import LOCAL, WebSettings
from houseway.web.serve import Tls
from houseway.work.kept import cache_folder

GIB: Final = 1024**3
LEAST_FREE: Final = 2 * GIB  # where the book lies; a round of six guests writes about five kilobytes
LEAST_MEMORY: Final = 2 * GIB  # for the tables and the process that counts for the coach
LEAST_COMMITS: Final = 100  # a second, of one record each
TRIED: Final = 40  # commits
NETWORK_DISKS: Final = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "9p")
TWO_PEOPLE: Final = (Role.DEALER, Role.SUPERVISOR, Role.SURVEILLANCE)  # a room with staff needs one of each
A_WEEK: Final = timedelta(days=7)
FUTURE: Final = timedelta(minutes=1)  # by which a record may be ahead of this machine's clock


class Fitness(StrEnum):
    FINE = "fine"
    LOOK = "look"  # it will run, and somebody should know
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    what: str
    verdict: Fitness
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Where the service is to run, as `houseway serve` is told it."""

    book: str
    host: str = "127.0.0.1"
    port: int = 8017
    is_https: bool = False
    certificate: str | None = None
    private_key: str | None = None
    gaming_day: GamingDay | None = None


Found = Iterator[tuple[Fitness, str]]


def examine(place: Site) -> Iterator[Check]:
    """One after the other, so that a slow one does not keep the others waiting. A check that fails by itself is a
    finding, and not the end."""
    checks: dict[str, Callable[[Site], Found]] = {
        "program": _program,
        "equipment": _equipment,
        "randomness": _randomness,
        "memory": _memory,
        "clock": _clock,
        "disk": _disk,
        "commits": _commits,
        "cache": _cache,
        "book": _book,
        "keys": _keys,
        "staff": _staff,
        "address": _address,
        "certificate": _certificate,
        "connections": _connections,
    }
    for what, check in checks.items():
        try:
            for verdict, says in check(place):
                yield Check(what=what, verdict=verdict, says=says)
        except (OSError, ValueError) as error:
            yield Check(what=what, verdict=Fitness.WRONG, says=" ".join(str(error).split()))


# ---- the machine


def _program(place: Site) -> Found:
    yield Fitness.FINE, f"houseway {houseway.__version__}, Python {sys.version.split()[0]}"


def _equipment(place: Site) -> Found:
    """What the tables run without, and somebody will miss."""
    parts = {"the mathematics (numba)": "numba", "the typesetter (typst)": "typst"}
    missing = [what for what, package in parts.items() if importlib.util.find_spec(package) is None]
    if missing:
        yield Fitness.LOOK, f"not installed: {', '.join(missing)}; make setup does it"
    else:
        yield Fitness.FINE, f"{' and '.join(parts)} are installed"


def _randomness(place: Site) -> Found:
    drawn = {secrets.token_bytes(32) for _ in range(16)}
    if len(drawn) == 16:
        yield Fitness.FINE, "the operating system's generator answers"
    else:
        yield Fitness.WRONG, "the operating system's generator repeats itself: deal no cards on this machine"


def _memory(place: Site) -> Found:
    free = _available_memory()
    if free is None:
        yield Fitness.LOOK, "this system does not tell how much memory is free"
    elif free < LEAST_MEMORY:
        yield Fitness.LOOK, f"{_gib(free)} free: the coach of the largest games needs {_gib(LEAST_MEMORY)}"
    else:
        yield Fitness.FINE, f"{_gib(free)} free"


def _available_memory() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    told = dict(line.split(":") for line in lines)
    return int(told["MemAvailable"].split()[0]) * 1024 if "MemAvailable" in told else None


def _clock(place: Site) -> Found:
    day = place.gaming_day or GamingDay()
    now = datetime.now(UTC)
    if now.year < 2026:
        yield Fitness.WRONG, f"it is {now:%Y-%m-%d} by this machine's clock: the book's time never goes back"
        return
    yield Fitness.FINE, f"{now:%Y-%m-%d %H:%M:%S} UTC, gaming day {day.of(now)}"


# ---- where the book lies


def _folder(place: Site) -> Path | None:
    """Of a book that is a file."""
    if "://" not in place.book:
        return Path(place.book).absolute().parent
    scheme, _, path = place.book.partition(":///")
    return Path(path).absolute().parent if scheme == "sqlite" else None


def _disk(place: Site) -> Found:
    folder = _folder(place)
    if folder is None:
        yield Fitness.FINE, "the book is kept by a server: its disk is the server's matter"
        return
    if not folder.is_dir():
        yield Fitness.WRONG, f"there is no folder {folder}"
        return
    kind = _filesystem(folder)
    if kind in NETWORK_DISKS:
        yield Fitness.WRONG, f"{folder} is a network disk ({kind}): SQLite's locks do not hold there; use PostgreSQL"
    free = shutil.disk_usage(folder).free
    verdict = Fitness.LOOK if free < LEAST_FREE else Fitness.FINE
    wise = f", at least {_gib(LEAST_FREE)} is wise" if verdict is Fitness.LOOK else ""
    yield verdict, f"{_gib(free)} free at {folder}{wise}"


def _filesystem(folder: Path) -> str:
    """The kind of the mount that the folder is in; empty where the system does not tell."""
    try:
        mounts = [line.split()[1:3] for line in Path("/proc/mounts").read_text().splitlines()]
    except OSError:
        return ""
    inside = [(where, kind) for where, kind in mounts if folder.is_relative_to(where)]
    return max(inside, key=lambda mount: len(mount[0]), default=("", ""))[1]


def _commits(place: Site) -> Found:
    """How often a second a few bytes come to the disk: what every acknowledged command waits for."""
    folder = _folder(place)
    if folder is None or not folder.is_dir():
        return
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".houseway-doctor-") as file:
        began = time.perf_counter()
        for _ in range(TRIED):
            file.write(b"a record of a book")
            file.flush()
            os.fdatasync(file.fileno())
        rate = TRIED / (time.perf_counter() - began)
    slow = "" if rate >= LEAST_COMMITS else f": a slow disk, at least {LEAST_COMMITS} are wise"
    yield Fitness.LOOK if slow else Fitness.FINE, f"{rate:,.0f} a second come to the disk one by one{slow}"


def _cache(place: Site) -> Found:
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    if os.access(folder, os.W_OK):
        yield Fitness.FINE, f"results are kept in {folder}"
    else:
        yield Fitness.LOOK, f"{folder} cannot be written: every long result is worked out anew (see HOUSEWAY_CACHE)"


# ---- the book


def _opened(place: Site) -> Store | None:
    """None if there is no book yet: `houseway serve` makes one."""
    folder = _folder(place)
    is_file = folder is not None
    path = place.book.partition(":///")[2] or place.book
    return None if is_file and not Path(path).exists() else open_store(place.book, read_only=True)


def _book(place: Site) -> Found:
    store = _opened(place)
    if store is None:
        yield Fitness.FINE, "there is none yet: houseway serve makes it"
        return
    with store:
        heads = {stream: store.head(stream) for stream in store.streams()}
        yield Fitness.FINE, f"{len(heads)} streams, {sum(head.seq for head in heads.values()):,} records"
        if store.unvouched:
            yield Fitness.WRONG, store.unvouched
        latest = max((_written_at(store, stream, head.seq) for stream, head in heads.items() if head.seq), default=None)
        if latest and latest - datetime.now(UTC) > FUTURE:
            yield Fitness.WRONG, f"its last record is of {latest:%Y-%m-%d %H:%M} UTC: this machine's clock is behind"


def _keys(place: Site) -> Found:
    """To the book's secrets: there, for nobody else, and not where a copy of the book would take them along."""
    path, store = usual_path(), _opened(place)
    if store is None:
        keys = len(Keyring.at(path).keys)
        yield Fitness.FINE, f"{keys} in {path}" if keys else f"houseway serve makes them with the book, in {path}"
    else:
        with store:
            if not store.vault.is_in_use:
                yield (
                    Fitness.LOOK,
                    "the book is from before secrets were encrypted: from the next start on they are",
                )
            elif why := store.vault.why_not():
                yield Fitness.WRONG, why
            else:
                yield Fitness.FINE, f"the book's secrets are encrypted, and {path} has the keys"
                if clear := [each for each in store.list_staff() if not each.pin_hash.startswith(ENCRYPTED)]:
                    yield Fitness.LOOK, f"{len(clear)} PINs are from before that: houseway book upgrade encrypts them"
    if not path.exists():
        return
    if path.stat().st_mode & 0o077:
        yield Fitness.WRONG, f"{path} may be read by other accounts: chmod 600"
    if path.absolute().parent == _folder(place):
        yield Fitness.LOOK, f"{path} lies beside the book: whoever copies the folder has both"


def _written_at(store: Store, stream: str, seq: int) -> datetime:
    [last] = store.read(stream, after=seq - 1, upto=seq)
    return datetime.fromisoformat(last.at)


def _staff(place: Site) -> Found:
    store = _opened(place)
    if store is None:
        return
    with store:
        at_work = [each for each in store.list_staff() if each.active]
        if wrong := wrong_people(read_house(store).state, on_the_list(store)):
            yield Fitness.WRONG, wrong
    roles = {Role(each.role) for each in at_work}
    if not at_work:
        yield Fitness.LOOK, "nobody is on the staff: tables deal by themselves (houseway staff add)"
    elif lacking := [role.value for role in TWO_PEOPLE if role not in roles]:
        yield Fitness.LOOK, f"{len(at_work)} on the staff, and none of them is {', '.join(lacking)}"
    else:
        yield Fitness.FINE, f"{len(at_work)} on the staff, every role of a table among them"


# ---- the way in


def _address(place: Site) -> Found:
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    with socket.socket(family) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((place.host, place.port))
        except OSError as error:
            yield Fitness.LOOK, f"{place.host}:{place.port}: {error.strerror}; does the service run already?"
            return
    if place.host in LOCAL or place.is_https:
        yield Fitness.FINE, f"{place.host}:{place.port} is free"
    else:
        yield Fitness.WRONG, f"{place.host} can be reached by others, and PINs would travel unencrypted: see --https"


def _certificate(place: Site) -> Found:
    if place.certificate is None:
        return
    Tls(place.certificate, place.private_key or place.certificate).check()
    until = datetime.fromtimestamp(ssl.cert_time_to_seconds(_not_after(place.certificate)), UTC)
    left = until - datetime.now(UTC)
    verdict = Fitness.WRONG if left <= timedelta(0) else Fitness.LOOK if left < A_WEEK else Fitness.FINE
    yield verdict, f"{place.certificate} is good until {until:%Y-%m-%d}"


def _not_after(path: str) -> str:
    """As the certificate words it. The standard library reads a file of certificates only as those to be trusted."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(path)
    return min((str(each["notAfter"]) for each in context.get_ca_certs()), key=ssl.cert_time_to_seconds)


def _connections(place: Site) -> Found:
    most, wanted = resource.getrlimit(resource.RLIMIT_NOFILE)[0], WebSettings().connections + RESERVED
    if most < wanted:
        yield Fitness.LOOK, f"{most:,} descriptors: so there is room for {most - RESERVED:,} connections (ulimit -n)"
    else:
        yield Fitness.FINE, f"{most:,} descriptors"


def _gib(size: int) -> str:
    return f"{size / GIB:.1f} GiB"
