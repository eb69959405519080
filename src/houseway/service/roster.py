"""The tables this process has, as they stand in the book, and those whose books are still read."""

import heapq
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta

from houseway.service.audit import load
from houseway.service.batch import Change, Order, Running
from houseway.service.log import log
from houseway.service.outcome import Elsewhere, NoSuchTable, Outcome, OutOfService
from houseway.service.record import Head, is_table
from houseway.service.sharing import Sharing
from houseway.service.store import Store, StoreFailed
from houseway.table.automatic import next_step
from houseway.table.commands import OpenTable
from houseway.table.state import Table


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
        self, store: Store, address: str | None, clock: Callable[[], datetime], *, lease_seconds: float
    ) -> None:
        self._store = store
        self._clock = clock
        self.sharing = Sharing(store, address, lease_seconds=lease_seconds)
        self._loader = ThreadPoolExecutor(1, "houseway loader")
        self.loading: dict[str, Future[tuple[Table, Head]]] = {}
        self._kept: dict[str, Change] = {}  # as they were when the book went out of reach
        self._broken: set[str] = set()
        self.tables: dict[str, Change] = {}
        self.agenda = Agenda()

    def close(self) -> None:
        self._loader.shutdown(cancel_futures=True)

    # ---- which tables are ours

    def share(self) -> None:
        """Say that this process is at work; take the tables that fall to it, give up those that fall to another."""
        self.sharing.renew()
        for stream in self.sharing.to_give_up(self.tables):
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
        """At the start of the service."""
        while self.loading:
            wait(self.loading.values())
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
                self.sharing.release(stream)
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
        self.sharing.release(stream)

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
