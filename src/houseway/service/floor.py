"""The floor: the tables this process runs, and the one thread that writes them.

Commands queue up. The writer takes all that wait, decides each on the state in memory, writes everything in one
transaction, and only then lets the world know: to whoever asked, the outcome; to whoever watches, the new state.
While the disk works the next batch gathers, so the busier the floor the more commands share a commit.

A command whose key is already in the book is answered as it was then. Keys of late are remembered; an older one is
found when its record would be written twice, which the book refuses, or before its command is refused.
"""

import heapq
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, Protocol

import orjson
import structlog

from houseway.service.audit import load
from houseway.service.entry import Entry, gaming_day, happen, record_of
from houseway.service.record import Head, Record
from houseway.service.sharing import Sharing
from houseway.service.shuffler import equipped
from houseway.service.store import BookRefuses, Store
from houseway.table.automatic import next_step
from houseway.table.commands import Command, OpenTable
from houseway.table.decide import decide
from houseway.table.notation import write
from houseway.table.refusal import Refusal
from houseway.table.role import AUTOMATIC_DEALER, Actor
from houseway.table.state import Table

log = structlog.get_logger()

BATCH: Final = 256  # commands that share a commit, at most
STEPS: Final = 64  # of the automatic dealer in a row
REMEMBERED: Final = 20_000  # keys that need not be looked up in the book
RETRY_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    record: Record
    again: bool = False  # the same command under the same key was accepted before


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    refusal: Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyReused:
    """The key belongs to another command."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """Another process has the table, at this address if it is known; or nobody has it yet."""

    address: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSuchTable:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Unavailable:
    """The book did not answer. Ask again under the same key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Faulted:
    """A mistake in the program: nothing was changed."""


Outcome = Accepted | Refused | KeyReused | Elsewhere | NoSuchTable | Unavailable | Faulted


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What became of a table in one commit."""

    table: Table
    head: Head
    records: tuple[Record, ...]


@dataclass(slots=True)
class Order:
    """A command on its way."""

    stream: str
    key: str
    actor: Actor
    command: Command
    reply: Callable[[Outcome], None]


@dataclass(slots=True)
class Running:
    """A table in memory, and where its chain stands."""

    table: Table
    head: Head
    written: list[Record] = field(default_factory=list)  # in the batch under way


class Watcher(Protocol):
    """Hears what was committed; called by the writer's thread."""

    def __call__(self, outcomes: list[tuple[Callable[[Outcome], None], Outcome]], changes: list[Change]) -> None: ...


def tell_at_once(outcomes: list[tuple[Callable[[Outcome], None], Outcome]], changes: list[Change]) -> None:
    for reply, outcome in outcomes:
        reply(outcome)


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
    ) -> None:
        self._store = store
        self._watcher = watcher
        self._clock = clock
        self._equip = equip
        self._measure = measure
        self._sharing = Sharing(store, address)
        self._running: dict[str, Running] = {}
        self._waiting: list[Order] = []
        self._wake = threading.Condition()
        self._stopping = False
        self._due: list[tuple[datetime, str]] = []
        self._recent: dict[tuple[str, str], Record] = {}  # by stream and key, the oldest first
        self._thread = threading.Thread(target=self._write, name="houseway writer", daemon=True)
        self.ready = threading.Event()

    # ---- from other threads

    def start(self) -> None:
        """Check the book, take the tables and begin. Raises `ValueError` if the book is broken."""
        self._share()
        self.ready.set()
        self._thread.start()

    def stop(self) -> None:
        with self._wake:
            self._stopping = True
            self._wake.notify()
        self._thread.join()
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
        return {stream: running.table for stream, running in list(self._running.items())}

    def change(self, stream: str) -> Change | None:
        running = self._running.get(stream)
        return Change(table=running.table, head=running.head, records=()) if running else None

    # ---- the writer's thread

    def _write(self) -> None:
        shared_at = time.monotonic()
        while True:
            with self._wake:
                if not self._waiting and not self._stopping:
                    self._wake.wait(self._idle_seconds())
                batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
                if self._stopping and not batch:
                    return
            try:
                if time.monotonic() - shared_at > RETRY_SECONDS:
                    self._share()
                    shared_at = time.monotonic()
                began = time.perf_counter()
                self._commit(batch, self._due_now())
                if batch:
                    self._measure(len(batch), time.perf_counter() - began)
            except Exception as error:  # whatever it was, the book is read again before anything else is written
                self._lose(batch, error)
                shared_at = 0.0

    def _commit(self, batch: list[Order], due: list[str]) -> None:
        try:
            self._write_together(batch, due)
        except BookRefuses:
            old = self._store.seen([(order.stream, order.key) for order in batch])
            if not old:
                raise
            self._remember(old)
            self._write_together(batch, due)

    def _write_together(self, batch: list[Order], due: list[str]) -> None:
        """Decide, write, tell: in this order."""
        fresh: dict[str, Running] = {}  # tables as they will be
        answered: dict[tuple[str, str], Record] = {}  # in this batch
        outcomes = [(order.reply, self._decide(order, answered, fresh)) for order in batch]
        for stream in [*fresh, *due]:
            self._deal_on(stream, fresh)
        self._store.append([record for running in fresh.values() for record in running.written])
        self._remember(answered)
        changes = []
        for stream, running in fresh.items():
            if running.written:
                self._running[stream] = Running(running.table, running.head)
                self._schedule(stream)
                changes.append(Change(table=running.table, head=running.head, records=tuple(running.written)))
        self._watcher(outcomes, changes)

    def _decide(self, order: Order, answered: dict[tuple[str, str], Record], fresh: dict[str, Running]) -> Outcome:
        place = order.stream, order.key
        before = answered.get(place) or self._recent.get(place)
        if before is not None:
            return _again(before, order)
        running = self._taken(order, fresh)
        if not isinstance(running, Running):
            return running
        try:
            record = self._step(running, order.key, order.actor, order.command)
        except Exception:  # a fault of the program stops this command, and no other
            log.exception("a command failed", table=order.stream, command=type(order.command).__name__)
            return Faulted()
        if isinstance(record, Refusal):
            self._forget_unopened(order.stream, fresh)
            before = self._store.seen([place]).get(place)
            return _again(before, order) if before else Refused(refusal=record)
        answered[place] = record
        return _accepted(record)

    def _forget_unopened(self, stream: str, fresh: dict[str, Running]) -> None:
        """A table that was taken only to be opened, and was not."""
        if not fresh[stream].head.seq:
            del fresh[stream], self._running[stream]
            self._sharing.release(stream)

    def _remember(self, records: Mapping[tuple[str, str], Record]) -> None:
        self._recent |= records
        while len(self._recent) > REMEMBERED:
            del self._recent[next(iter(self._recent))]

    def _taken(self, order: Order, fresh: dict[str, Running]) -> Running | Outcome:
        """The table of a command, if this process has it; a table that nobody has heard of can be opened."""
        stream = order.stream
        if stream in fresh:
            return fresh[stream]
        if stream not in self._running:
            owner = self._store.owner(stream)
            if owner is not None or self._store.head(stream).seq:
                return Elsewhere(address=owner)
            if not isinstance(order.command, OpenTable) or order.actor.role not in OpenTable.by:
                return NoSuchTable()
            if not self._sharing.claim(stream):
                return Elsewhere(address=self._store.owner(stream))
            self._running[stream] = Running(Table(name=stream), self._store.head(stream))
        known = self._running[stream]
        fresh[stream] = Running(known.table, known.head)
        return fresh[stream]

    def _step(self, running: Running, key: str, actor: Actor, command: Command) -> Record | Refusal:
        at, table = self._clock(), running.table
        at = at.replace(microsecond=at.microsecond // 1000 * 1000)  # the book keeps milliseconds
        command = self._equip(command, table, actor)
        decision = decide(table, actor, command, at)
        if isinstance(decision, Refusal):
            return decision
        after, transfers = happen(table, decision, at)
        entry = Entry(
            key=key,
            at=at,
            day=gaming_day(at),
            game=_game_of(table, after),
            round=table.round.number or after.round.number,
            actor=actor,
            command=command,
            events=decision,
            transfers=transfers,
        )
        record = record_of(entry, table.name, running.head)
        running.table, running.head = after, Head(record.seq, record.hash)
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
            if step is None or (step[1] is not None and step[1] > self._clock()):
                return
            refused = self._step(running, f"automatic {running.head.seq + 1}", AUTOMATIC_DEALER, step[0])
            if isinstance(refused, Refusal):
                log.error("the automatic dealer was refused", table=stream, says=refused.says)
                return

    def _schedule(self, stream: str) -> None:
        step = next_step(self._running[stream].table)
        if step is not None:
            heapq.heappush(self._due, (step[1] or self._clock(), stream))

    def _due_now(self) -> list[str]:
        due = []
        now = self._clock()
        while self._due and self._due[0][0] <= now:
            due.append(heapq.heappop(self._due)[1])
        return list(dict.fromkeys(stream for stream in due if stream in self._running))

    def _idle_seconds(self) -> float:
        if not self._due:
            return RETRY_SECONDS
        return min(RETRY_SECONDS, max(0.0, (self._due[0][0] - self._clock()).total_seconds()))

    # ---- which tables are ours

    def _share(self) -> None:
        """Take the tables that fall to this process, give up those that fall to another."""
        for stream in self._sharing.to_give_up(self._running):
            del self._running[stream]
            self._sharing.release(stream)
        for stream in self._sharing.to_take(self._running):
            table, head = load(self._store, stream)
            self._running[stream] = Running(table, head)
            self._schedule(stream)
            log.info("table taken", table=stream, seq=head.seq)
        self.ready.set()

    def _lose(self, batch: Iterable[Order], error: Exception) -> None:
        """The book is out of reach, and perhaps every claim: what is in memory may be behind it."""
        log.error("the book is out of reach", says=str(error), exc_info=error)
        self.ready.clear()
        self._running.clear()
        self._due.clear()
        self._recent.clear()
        self._watcher([(order.reply, Unavailable()) for order in batch], [])
        time.sleep(RETRY_SECONDS / 4)


def _game_of(before: Table, after: Table) -> str:
    terms = after.terms or before.terms
    assert terms is not None, "a closed table decides nothing but to open"
    return terms.game


def _accepted(record: Record, *, again: bool = False) -> Accepted:
    return Accepted(record=record, again=again)


def _again(record: Record, order: Order) -> Outcome:
    """The key is in the book: the same outcome for the same command, and nothing else."""
    body = orjson.loads(record.body)
    asked, _ = write(order.command)
    hidden = {"seal", *order.command.edge}
    same = {k: v for k, v in asked.items() if k not in hidden} == {
        k: v for k, v in body["command"].items() if k not in hidden
    }
    by_same = body["by"] == [order.actor.role.value, order.actor.name, order.actor.seat]
    return _accepted(record, again=True) if same and by_same else KeyReused()
