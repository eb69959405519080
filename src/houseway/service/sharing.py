"""Which tables fall to which process, when several share one book.

Every process makes itself known under its address, by a claim that ends when it does. A table falls to the live
process that ranks first for it by hash, so all agree without asking each other; when one dies its tables fall to the
rest, and when one joins it is given its part.
"""

import hashlib
from collections.abc import Collection, Mapping
from typing import Final

from houseway.service.store import Store

PROCESS: Final = "process "  # before the address, the name under which a process is claimed


class Sharing:
    def __init__(self, store: Store, address: str | None) -> None:
        self._store = store
        self._address = address

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
        if not self.claim(PROCESS + self._address):
            raise ValueError(f"{self._store} is in use by another process")
        addresses = self._store.owners(PROCESS)
        return frozenset(addresses[name] for name in self._store.held(addresses))

    def _falls_here(self, stream: str, live: Collection[str]) -> bool:
        return not live or max(live, key=lambda address: rank(address, stream)) == self._address


def rank(address: str, stream: str) -> str:
    return hashlib.sha256(f"{address} {stream}".encode()).hexdigest()
