"""The floor: the tables this process runs, and the one thread that writes them.

Commands queue up. The writer takes all that wait and decides each on the state in memory; the whole batch is written
in one transaction, and only then is the world told: whoever asked, the outcome; whoever watches, the new state. While
the disk works the next batch is decided, on tables as they will be, and waits its turn: if the first is not written,
neither is the second. The busier the floor, the more commands share a commit.

A command whose key is already in the book is answered as it was then. Keys of late are remembered; an older one is
found when its record would be written twice, which the book refuses, or before its command is refused.
"""

import gc
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import UTC, datetime
from typing import Final

from houseway.service.agenda import Agenda
from houseway.service.audit import BookBroken, check_rows, load
from houseway.service.batch import Batch, Change, Order, Running, Watcher, tell_at_once
from houseway.service.entry import GamingDay, recorded
from houseway.service.log import log, went_wrong
from houseway.service.outcome import (
    Accepted,
    Elsewhere,
    Faulted,
    NoSuchTable,
    Outcome,
    OutOfService,
    Refused,
    Unavailable,
    again,
)
from houseway.service.record import Head, Record, genesis
from houseway.service.sharing import Sharing
from houseway.service.shuffler import equipped
from houseway.service.store import BookRefuses, Store, StoreFailed
from houseway.table.automatic import next_step
from houseway.table.commands import Command, OpenTable
from houseway.table.decide import decide
from houseway.table.refusal import Refusal
from houseway.table.role import AUTOMATIC_DEALER, Actor
from houseway.table.state import Table

BATCH: Final = 40  # commands that share a commit, at most: the next so many are decided meanwhile
SWITCH_SECONDS: Final = 0.0003  # after which a thread lets another run: the disk shall not wait for a whole batch
GARBAGE: Final = (20_000, 50, 100)  # objects made before Python looks for lost ones: else it stops all, and often
STEPS: Final = 64  # of the automatic dealer in a row
REMEMBERED: Final = 20_000  # keys that need not be looked up in the book
RETRY_SECONDS: Final = 1.0


class Floor:
    def __init__(
        self,
        store: Store,
        *,
        address: str | None = None,
        watcher: Watcher = tell_at_once,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        equip: Callable[[Command, Table, Actor], Command] = equipped,
        measure: Callable[[int, float], None] = lambda commands, seconds: None,
        gaming_day: GamingDay | None = None,
        switch_seconds: float = SWITCH_SECONDS,
    ) -> None:
        self._store = store
        self._watcher = watcher
        self._clock = clock
        self._equip = equip
        self._measure = measure
        self._gaming_day = gaming_day or GamingDay()
        self._switch_seconds = switch_seconds
        self._loader = ThreadPoolExecutor(1, "houseway loader")
        self._loading: dict[str, Future[tuple[Table, Head]]] = {}
        self._kept: dict[str, Running] = {}  # as they were when the book went out of reach
        self._broken: set[str] = set()
        self._sharing = Sharing(store, address)
        self._running: dict[str, Running] = {}  # as they will be when everything decided is written
        self._shown: dict[str, Change] = {}  # as they stand in the book
        self._disk = ThreadPoolExecutor(1, "houseway disk")
        self._under_way: tuple[Batch, Future[None]] | None = None
        self._waiting: list[Order] = []
        self._wake = threading.Condition()
        self._stopping = False
        self._agenda = Agenda()
        self._now = datetime.min.replace(tzinfo=UTC)  # when the batch was taken up, in milliseconds
        self._recent: OrderedDict[tuple[str, str], Record] = OrderedDict()  # by stream and key, the oldest first
        self._thread = threading.Thread(target=self._write, name="houseway writer", daemon=True)
        self.ready = threading.Event()

    # ---- from other threads

    def start(self) -> None:
        """Check the book, take the tables and begin. Raises `ValueError` if the book is broken."""
        sys.setswitchinterval(self._switch_seconds)
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        check_rows(self._store)
        self._share()
        while self._loading:
            wait(self._loading.values())
            self._take_loaded(starting=True)
        self.ready.set()
        self._thread.start()

    def stop(self) -> None:
        with self._wake:
            self._stopping = True
            self._wake.notify()
        self._thread.join()
        self._loader.shutdown(cancel_futures=True)
        self._disk.shutdown()
        self.ready.clear()

    def submit(self, stream: str, key: str, actor: Actor, command: Command, reply: Callable[[Outcome], None]) -> None:
        with self._wake:
            self._waiting.append(Order(stream, key, actor, command, reply))
            self._wake.notify()

    def execute(self, stream: str, key: str, actor: Actor, command: Command, timeout: float = 30.0) -> Outcome:
        """Submit, and wait for the outcome."""
        done = threading.Event()
        outcomes: list[Outcome] = []

        def reply(outcome: Outcome) -> None:
            outcomes.append(outcome)
            done.set()

        self.submit(stream, key, actor, command, reply)
        return outcomes[0] if done.wait(timeout) else Unavailable()

    @property
    def tables(self) -> Mapping[str, Table]:
        """As of the last commit."""
        return {stream: change.table for stream, change in list(self._shown.items())}

    def change(self, stream: str) -> Change | None:
        """As of the last commit, without what led there."""
        shown = self._shown.get(stream)
        return shown._replace(records=()) if shown else None

    # ---- the writer's thread

    def _write(self) -> None:
        shared_at = time.monotonic()
        while True:
            with self._wake:
                if not self._waiting and not self._stopping:
                    self._wake.wait(self._idle_seconds())
                orders, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
                is_last = self._stopping and not orders
            batch = Batch(orders)
            try:
                if is_last or time.monotonic() - shared_at > RETRY_SECONDS:
                    self._settle()
                if is_last:
                    return
                if time.monotonic() - shared_at > RETRY_SECONDS:
                    self._share()
                    shared_at = time.monotonic()
                self._take_loaded()
                if not self._loading:
                    self.ready.set()
                self._decide_all(batch)
                self._settle()
                self._hand_over(batch)
            except Exception as error:
                if not self._decide_again(batch, error):
                    shared_at = 0.0

    def _decide_all(self, batch: Batch) -> None:
        now = self._clock()
        self._now = now.replace(microsecond=now.microsecond // 1000 * 1000)
        due = [stream for stream in self._agenda.due(self._now) if stream in self._running]
        for order in batch.orders:
            batch.outcomes.append((order.reply, self._decide(order, batch)))
        for stream in [*batch.tables, *due]:
            self._deal_on(stream, batch.tables)
        for stream, running in batch.tables.items():
            if running.written:
                self._running[stream] = Running(running.table, running.head)
                self._schedule(stream)
        self._remember(batch.answered)

    def _hand_over(self, batch: Batch) -> None:
        """To the disk; with nothing else to decide meanwhile, here and now."""
        if not batch.outcomes and not batch.tables:
            return
        if not self._waiting:
            self._put_down(batch)
            return
        done = self._disk.submit(self._put_down, batch)
        self._under_way = batch, done
        done.add_done_callback(self._has_ended)

    def _has_ended(self, _: object) -> None:
        with self._wake:
            self._wake.notify()

    def _settle(self) -> None:
        """Wait until the batch under way is in the book."""
        if self._under_way is not None:
            self._under_way[1].result()
            self._under_way = None

    def _decide_again(self, batch: Batch, error: Exception) -> bool:
        """What was not written is decided anew, if the book refused it only because keys in it are old. Whatever else
        it was, nobody knows what the book holds: it is read again before anything is written."""
        ahead, self._under_way = self._under_way, None
        lost = [ahead[0], batch] if ahead is not None and ahead[1].exception() is not None else [batch]
        orders = [order for each in lost for order in each.orders]
        try:
            old = self._store.seen([(it.stream, it.key) for it in orders]) if isinstance(error, BookRefuses) else {}
        except StoreFailed:
            old = {}
        if not old:
            self._lose(orders, error)
            return False
        for each in lost:
            for place in each.answered:
                self._recent.pop(place, None)
            for stream in each.tables:
                shown = self._shown.get(stream)
                unopened = Running(Table(name=stream), Head(0, genesis(stream)))
                self._running[stream] = Running(shown.table, shown.head) if shown else unopened
                self._schedule(stream)
        self._remember(old)
        with self._wake:
            self._waiting[:0] = orders
        return True

    def _put_down(self, batch: Batch) -> None:
        """Write, and tell."""
        began = time.perf_counter()
        self._store.append([record for running in batch.tables.values() for record in running.written])
        changes = []
        for stream, running in batch.tables.items():
            if running.written:
                self._shown[stream] = change = Change(running.table, running.head, tuple(running.written))
                changes.append(change)
        self._watcher(batch.outcomes, changes)
        if batch.orders:
            self._measure(len(batch.orders), time.perf_counter() - began)

    def _decide(self, order: Order, batch: Batch) -> Outcome:
        place = order.stream, order.key
        before = batch.answered.get(place) or self._recent.get(place)
        if before is not None:
            return again(before, order.actor, order.command)
        running = self._taken(order, batch.tables)
        if not isinstance(running, Running):
            return running
        try:
            record = self._step(running, order.key, order.actor, order.command)
        except Exception as error:  # a fault of the program stops this command, and no other
            log.error("a command failed", table=order.stream, command=type(order.command).__name__, **went_wrong(error))
            return Faulted()
        if isinstance(record, Refusal):
            self._forget_unopened(order.stream, batch.tables)
            before = self._store.seen([place]).get(place)
            return again(before, order.actor, order.command) if before else Refused(refusal=record)
        batch.answered[place] = record
        return Accepted(record=record)

    def _forget_unopened(self, stream: str, fresh: dict[str, Running]) -> None:
        """A table that was taken only to be opened, and was not."""
        if not fresh[stream].head.seq:
            del fresh[stream], self._running[stream]
            self._sharing.release(stream)

    def _remember(self, records: Mapping[tuple[str, str], Record]) -> None:
        self._recent.update(records)
        while len(self._recent) > REMEMBERED:
            self._recent.popitem(last=False)

    def _taken(self, order: Order, fresh: dict[str, Running]) -> Running | Outcome:
        """The table of a command, if this process has it; a table that nobody has heard of can be opened."""
        stream = order.stream
        if stream in fresh:
            return fresh[stream]
        if stream not in self._running:
            elsewhere = self._not_here(order)
            if elsewhere is not None:
                return elsewhere
            self._running[stream] = Running(Table(name=stream), self._store.head(stream))
        known = self._running[stream]
        fresh[stream] = Running(known.table, known.head)
        return fresh[stream]

    def _not_here(self, order: Order) -> Outcome | None:
        """Where the table is instead; None for a new one, which this process has then claimed."""
        stream = order.stream
        if stream in self._broken:
            return OutOfService()
        owner = None if stream in self._loading else self._sharing.owner(stream)
        if owner is not None or self._store.head(stream).seq:
            return Elsewhere(address=owner)
        if not isinstance(order.command, OpenTable) or order.actor.role not in OpenTable.by:
            return NoSuchTable()
        return None if self._sharing.claim(stream) else Elsewhere(address=self._sharing.owner(stream))

    def _step(self, running: Running, key: str, actor: Actor, command: Command) -> Record | Refusal:
        table = running.table
        at = max(self._now, table.at)  # never back
        command = self._equip(command, table, actor)
        decision = decide(table, actor, command, at)
        if isinstance(decision, Refusal):
            return decision
        day = self._gaming_day.of(at)
        running.table, record = recorded(table, running.head, decision, key=key, at=at, day=day, by=actor, of=command)
        running.head = Head(record.seq, record.hash)
        running.written.append(record)
        return record

    # ---- the automatic dealer

    def _deal_on(self, stream: str, fresh: dict[str, Running]) -> None:
        """Whatever the automatic dealer can do now, in the same commit."""
        known = self._running.get(stream)
        if known is None:
            return
        running = fresh.setdefault(stream, Running(known.table, known.head))
        for _ in range(STEPS):
            step = next_step(running.table)
            if step is None or (step[1] is not None and step[1] > self._now):
                return
            try:
                refused = self._step(running, f"automatic {running.head.seq + 1}", AUTOMATIC_DEALER, step[0])
            except Exception as error:  # the table waits for its next command; the others go on
                log.error("the automatic dealer failed", table=stream, **went_wrong(error))
                return
            if isinstance(refused, Refusal):
                log.error("the automatic dealer was refused", table=stream, says=refused.says)
                return

    def _schedule(self, stream: str) -> None:
        step = next_step(self._running[stream].table)
        if step is not None:
            self._agenda.add(step[1] or self._clock(), stream)

    def _idle_seconds(self) -> float:
        return 0.01 if self._loading else min(RETRY_SECONDS, self._agenda.idle_seconds(self._clock()))

    # ---- which tables are ours

    def _share(self) -> None:
        """Take the tables that fall to this process, give up those that fall to another."""
        for stream in self._sharing.to_give_up(self._running):
            del self._running[stream]
            self._shown.pop(stream, None)
            self._sharing.release(stream)
        for stream in self._sharing.to_take({**self._running, **self._loading}):
            kept = self._kept.pop(stream, None)
            if kept and self._store.head(stream) == kept.head:
                self._takes(stream, kept.table, kept.head)
            else:
                known = (kept.table, kept.head) if kept else None
                self._loading[stream] = self._loader.submit(load, self._store, stream, known)
        self._kept.clear()

    def _take_loaded(self, *, starting: bool = False) -> None:
        """The tables whose books have been read, on another thread, while the rest were dealt on. A broken one stops
        the start of the service; later, only itself."""
        for stream, loading in list(self._loading.items()):
            if not loading.done():
                continue
            del self._loading[stream]
            try:
                self._takes(stream, *loading.result())
            except BookBroken as error:
                if starting:
                    raise
                log.error("a table is out of service", table=stream, says=str(error))
                self._broken.add(stream)
            except StoreFailed:
                self._sharing.release(stream)

    def _takes(self, stream: str, table: Table, head: Head) -> None:
        self._running[stream] = Running(table, head)
        self._shown[stream] = Change(table=table, head=head, records=())
        self._schedule(stream)
        log.info("table taken", table=stream, seq=head.seq)

    def _lose(self, orders: Iterable[Order], error: Exception) -> None:
        """The book is out of reach, and perhaps every claim: what is in memory may be behind it."""
        says = str(error) if isinstance(error, StoreFailed) else ""
        log.error("the book is out of reach", says=says, **went_wrong(error))
        self.ready.clear()
        self._kept = {stream: Running(it.table, it.head) for stream, it in self._shown.items()}
        self._running.clear()
        self._shown.clear()
        self._loading.clear()
        self._agenda = Agenda()
        self._recent.clear()
        self._watcher([(order.reply, Unavailable()) for order in orders], [])
        time.sleep(RETRY_SECONDS / 4)
