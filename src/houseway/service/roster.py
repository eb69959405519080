"""The tables this process has, as they stand in the book, those whose books are still read, and, when several
processes share one book, which tables fall to which.

Every process makes itself known under its address, by a claim that ends when it does. A table falls to the live
process that ranks first for it by hash, so all agree without asking each other; when one dies its tables fall to the
rest, and when one joins it is given its part.
"""

import hashlib
import heapq
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from houseway.service.audit import load
from houseway.service.batch import Change, Order, Running
from houseway.service.computer import THE_COMPUTER, Computer
from houseway.service.database import BOOK_LEASE, PROCESS
from houseway.service.log import log
from houseway.service.outcome import Elsewhere, NoSuchTable, Outcome, OutOfService
from houseway.service.record import Head, is_table
from houseway.service.snapshot import SnapshotMaker
from houseway.service.store import BookRefuses, Store, StoreFailed
from houseway.table.automatic import next_step
from houseway.table.commands import OpenTable
from houseway.table.state import Table

LEASE_SECONDS: Final = 30.0  # a process that has not said for so long that it is at work has lost its tables


class InUse(ValueError):
    """Another process has what this one needs to begin."""


class Sharing:
    def __init__(
        self,
        store: Store,
        address: str | None,
        *,
        lease_seconds: float = LEASE_SECONDS,
        computer: Computer = THE_COMPUTER,
    ) -> None:
        self._store = store
        self._computer = computer
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
        now, found = self._computer.passed(), self._store.beats()
        mine = PROCESS + (self._address or "")
        before, self._heard = self._heard, {}
        for holder, beat in found.items():
            if holder != mine:
                known = before.get(holder)
                self._heard[holder] = known if known and known[0] == beat else (beat, now)
        return [holder for holder, (_, since) in self._heard.items() if now - since >= seconds]

    def _wait_for_a_silent_one(self) -> None:
        """Another process has what this one needs to begin. One that is at work is heard at once; one that hangs is
        waited for as long as its lease."""
        mine = {BOOK_LEASE, PROCESS + (self._address or "")}
        known = {holder: beat for holder, beat in self._store.beats().items() if holder in mine}
        deadline = self._computer.passed() + self._lease_seconds
        while known.items() <= self._store.beats().items():
            if not known or self._computer.passed() > deadline:
                for holder in known:
                    self._overtake(holder)
                return
            self._computer.sleep(0.1)

    def _overtake(self, holder: str) -> None:
        log.error("a process was not heard of for long: what it had is taken over", process=holder)
        self._store.take_over(holder)
        self._heard.pop(holder, None)

    def claim(self, stream: str) -> bool:
        return self._store.claim(stream, address=self._address)

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


class Agenda:
    """What the automatic dealers have to do, and when."""

    def __init__(self) -> None:
        self._due: list[tuple[datetime, str]] = []

    def add(self, at: datetime, stream: str) -> None:
        heapq.heappush(self._due, (at, stream))

    def due(self, now: datetime) -> list[str]:
        """The streams whose time has come, each once; they are then off the agenda."""
        streams: dict[str, None] = {}
        while self._due and self._due[0][0] <= now:
            streams[heapq.heappop(self._due)[1]] = None
        return list(streams)

    def idle_seconds(self, now: datetime) -> float:
        """Until something is due; a long time if nothing is."""
        return max(0.0, (self._due[0][0] - now).total_seconds()) if self._due else 3600.0


class Roster:
    def __init__(
        self,
        store: Store,
        address: str | None,
        clock: Callable[[], datetime],
        *,
        lease_seconds: float,
        computer: Computer = THE_COMPUTER,
    ) -> None:
        self._store = store
        self._clock = clock
        self._computer = computer
        self._snapshots = SnapshotMaker(store)
        self.sharing = Sharing(store, address, lease_seconds=lease_seconds, computer=computer)
        self._loader = computer.one_thread("houseway loader")
        self.loading: dict[str, Future[tuple[Table, Head]]] = {}
        self._kept: dict[str, Change] = {}  # as they were when the book went out of reach
        self._broken: set[str] = set()
        self.tables: dict[str, Change] = {}
        self.agenda = Agenda()

    def close(self) -> None:
        with suppress(StoreFailed, BookRefuses):  # then the next start reads more
            self._snapshots.make_last(self.tables.values())
        self._loader.shutdown(cancel_futures=True)

    def keep_up(self) -> None:
        """A snapshot now and then, so that a start does not grow with the book."""
        self._snapshots.make_one(self.tables)

    # ---- which tables are ours

    def share(self) -> None:
        """Say that this process is at work; take the tables that fall to it, give up those that fall to another."""
        self.sharing.renew()
        for stream in self.sharing.to_give_up(self.tables):
            self._snapshots.make_last([self.tables[stream]])
            self.release(stream)
        for stream in self.sharing.to_take({**self.tables, **self.loading, **dict.fromkeys(self._broken)}):
            kept = self._kept.pop(stream, None)
            if kept and self._store.head(stream) == kept.head:
                self._takes(stream, kept.table, kept.head)
            else:
                known = (kept.table, kept.head) if kept else None
                self.loading[stream] = self._loader.submit(load, self._store, stream, known)
        self._kept.clear()

    def wait_until_loaded(self) -> None:
        """Wait for all tables to be read: the service starts with them."""
        while self.loading:
            self._computer.until_done(self.loading.values())
            self.take_loaded()

    def take_loaded(self) -> None:
        """The tables whose books have been read, on another thread, while the rest were dealt on. A broken one stops
        itself, and no other."""
        for stream, loading in list(self.loading.items()):
            if not loading.done():
                continue
            del self.loading[stream]
            try:
                self._takes(stream, *loading.result())
            except StoreFailed:
                self._store.release(stream)
            except ValueError as error:  # which is also what a broken book raises
                self.shut(stream, str(error))

    def shut(self, stream: str, why: str) -> None:
        """The table is out of service until somebody has looked at its book; it stays claimed, or another process would
        meet the same."""
        log.error("a table is out of service", table=stream, says=why)
        self.tables.pop(stream, None)
        self._broken.add(stream)

    def _takes(self, stream: str, table: Table, head: Head) -> None:
        self.tables[stream] = Change(table, head, (), self.ahead(table))
        self.schedule(stream)
        log.info("table taken", table=stream, seq=head.seq)

    def take(self, order: Order) -> Outcome | None:
        """The table of a command is had when this returns, or where it is instead is told. A table that nobody has
        heard of can be opened."""
        stream = order.stream
        if stream in self.tables:
            return None
        if stream in self._broken:
            return OutOfService()
        owner = None if stream in self.loading else self.sharing.owner(stream)
        if owner is not None or self._store.head(stream).seq:
            return Elsewhere(address=owner)
        if not isinstance(order.command, OpenTable) or order.actor.role not in OpenTable.by or not is_table(stream):
            return NoSuchTable()
        if not self.sharing.claim(stream):
            return Elsewhere(address=self.sharing.owner(stream))
        self.tables[stream] = Change(Table(name=stream), self._store.head(stream), ())
        return None

    def release(self, stream: str) -> None:
        del self.tables[stream]
        self._store.release(stream)

    def lose(self) -> None:
        """The book is out of reach, and perhaps every claim: what is in memory may be behind it."""
        self._kept = {stream: change for stream, change in self.tables.items() if change.head.seq}
        self.tables.clear()
        self.loading.clear()
        self.agenda = Agenda()

    def written(self, tables: Mapping[str, Running]) -> list[Change]:
        """What became of the tables of a batch."""
        changes = []
        for stream, running in tables.items():
            if running.written:
                ahead = self.ahead(running.table)
                self.tables[stream] = change = Change(running.table, running.head, tuple(running.written), ahead)
                self.schedule(stream)
                changes.append(change)
        return changes

    # ---- the automatic dealer's time

    def schedule(self, stream: str) -> None:
        change = self.tables[stream]
        step = next_step(change.table)
        if step is not None:
            self.agenda.add(step[1] - change.ahead if step[1] else self._clock(), stream)

    def ahead(self, table: Table) -> timedelta:
        """By how much the table's time is ahead of the clock. It stands still until the clock has caught up, because
        no record goes back; but the timers of its dealer run on."""
        return max(timedelta(0), table.at - self._clock())

    def due(self, now: datetime) -> list[str]:
        return [stream for stream in self.agenda.due(now) if stream in self.tables]

    def idle_seconds(self, most: float) -> float:
        return 0.01 if self.loading else min(most, self.agenda.idle_seconds(self._clock()))
