"""Which tables fall to which process, when several share one book.

Every process makes itself known under its address, by a claim that ends when it does. A table falls to the live
process that ranks first for it by hash, so all agree without asking each other; when one dies its tables fall to the
rest, and when one joins it is given its part.
"""

import hashlib
import time
from collections.abc import Collection, Mapping
from typing import Final

from houseway.service.database import BOOK_LEASE
from houseway.service.log import log
from houseway.service.store import Store

PROCESS: Final = "process "  # before the address, the name under which a process is claimed


LEASE_SECONDS: Final = 30.0  # a process that has not said for so long that it is at work has lost its tables


class InUse(ValueError):
    """Another process has what this one needs to begin."""


class Sharing:
    def __init__(self, store: Store, address: str | None, *, lease_seconds: float = LEASE_SECONDS) -> None:
        self._store = store
        self._address = address
        self._lease_seconds = lease_seconds
        self._heard: dict[str, tuple[int, float]] = {}  # of each process: its last beat, and since when it is the last

    def renew(self) -> None:
        """This process is at work. Whoever has stopped saying so is overtaken: by this clock, not by his."""
        self._store.beat(PROCESS + (self._address or ""))
        for holder in self.silent(self._lease_seconds):
            self._overtake(holder)

    def silent(self, seconds: float) -> list[str]:
        """The others that have not been heard of for so long."""
        now, found = time.monotonic(), self._store.beats()
        mine = PROCESS + (self._address or "")
        self._heard = {
            holder: self._heard[holder] if self._heard.get(holder, (-1, 0.0))[0] == beat else (beat, now)
            for holder, beat in found.items()
            if holder != mine
        }
        return [holder for holder, (_, since) in self._heard.items() if now - since >= seconds]

    def _wait_for_a_silent_one(self) -> None:
        """Another process has what this one needs to begin. One that is at work is heard at once; one that hangs is
        waited for as long as its lease."""
        mine = {BOOK_LEASE, PROCESS + (self._address or "")}
        known = {holder: beat for holder, beat in self._store.beats().items() if holder in mine}
        deadline = time.monotonic() + self._lease_seconds
        while known.items() <= self._store.beats().items():
            if not known or time.monotonic() > deadline:
                for holder in known:
                    self._overtake(holder)
                return
            time.sleep(0.1)

    def _overtake(self, holder: str) -> None:
        log.error("a process was not heard of for long: what it had is taken over", process=holder)
        self._store.take_over(holder)
        self._heard.pop(holder, None)

    def claim(self, stream: str) -> bool:
        return self._store.claim(stream, address=self._address)

    def release(self, stream: str) -> None:
        self._store.release(stream)

    def owner(self, stream: str) -> str | None:
        """The address of the process that has the stream now: a name on a claim that ended is nobody's."""
        owner = self._store.owner(stream) if self._store.held([stream]) else None
        return None if owner == self._address else owner  # its own, while it reads what the table has played

    @property
    def is_alone(self) -> bool:
        """Whether no other process is at work on this book."""
        return self._live() <= {self._address}

    def to_take(self, running: Mapping[str, object]) -> list[str]:
        """The tables that fall to this process and were not claimed by another until now: claimed by it."""
        live = self._live()
        wanted = [s for s in self._store.tables() if s not in running and self._falls_here(s, live)]
        return [stream for stream in wanted if self.claim(stream)]

    def to_give_up(self, running: Mapping[str, object]) -> list[str]:
        live = self._live()
        return [stream for stream in running if not self._falls_here(stream, live)]

    def _live(self) -> frozenset[str]:
        if self._address is None:
            return frozenset()
        mine = PROCESS + self._address
        if not self.claim(mine):
            self._wait_for_a_silent_one()
        if not self.claim(mine):
            raise InUse(f"{self._store} is in use by another process")
        addresses = self._store.owners(PROCESS)
        return frozenset(addresses[name] for name in self._store.held(addresses))

    def _falls_here(self, stream: str, live: Collection[str]) -> bool:
        return not live or max(live, key=lambda address: rank(address, stream)) == self._address


def rank(address: str, stream: str) -> str:
    return hashlib.sha256(f"{address} {stream}".encode()).hexdigest()
