"""The floor: the tables this process runs, and the one thread that writes them.

Commands queue up. The writer takes those that wait and decides each on the state in memory; the whole batch is written
in one transaction, and only then is the world told: whoever asked, the outcome; whoever watches, the new state. The
busier the floor, the more commands share a commit. A second thread for the disk was tried: between two threads of one
process Python's lock costs more than the disk's time is worth.

A command whose key is already in the book is answered as it was then. Keys of late are remembered; an older one is
found when its record would be written twice, which the book refuses, or before its command is refused.
"""

import gc
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from houseway.progressive.commands import ControllerCommand, MeterCommand
from houseway.role import AUTOMATIC_DEALER, Actor
from houseway.service.audit import check_late_rows
from houseway.service.batch import Batch, Change, Order, Queue, Running, Watcher, tell_at_once
from houseway.service.clock import SteadyClock
from houseway.service.computer import THE_COMPUTER, Computer
from houseway.service.entry import GamingDay
from houseway.service.house_book import NOTED, Housekeeper
from houseway.service.log import log, went_wrong
from houseway.service.meters import Meters
from houseway.service.outcome import Accepted, Faulted, Outcome, OutOfService, Refused, Unavailable, again
from houseway.service.own_rules import is_own, limited
from houseway.service.record import AUTOMATIC_KEY, HOUSE, Head, Record, meter_stream
from houseway.service.roster import LEASE_SECONDS, InUse, Roster
from houseway.service.snapshot import program_hash
from houseway.service.staffing import on_the_list
from houseway.service.step import Steps
from houseway.service.store import BookRefuses, MeterMoved, Overtaken, Store, StoreFailed
from houseway.service.watchdog import Watchdog
from houseway.shuffler import equipped
from houseway.table.automatic import next_step
from houseway.table.commands import AcknowledgePayout, Command
from houseway.table.link import meters_of, whole_meters
from houseway.table.state import Table

BATCH: Final = 64  # commands that share a commit, at most
GARBAGE: Final = (20_000, 50, 100)  # objects made before Python looks for lost ones: else it stops all, and often
STEPS: Final = 64  # of the automatic dealer in a row
REMEMBERED: Final = 20_000  # keys that need not be looked up in the book
RETRY_SECONDS: Final = 1.0
READING: Final = "the book is being read"
TAKEN: Final = "another process has taken the book"
OUT_OF_REACH: Final = "the book is out of reach"
HANGS: Final = "the writer hangs"
LOOK_AGAIN: Final = timedelta(seconds=2)  # whether somebody of the staff is still on duty


class Floor:
    def __init__(
        self,
        store: Store,
        *,
        address: str | None = None,
        watcher: Watcher = tell_at_once,
        clock: Callable[[], datetime] | None = None,
        equip: Callable[[Command, Table, Actor], Command] = equipped,
        measure: Callable[[int, float], None] = lambda commands, seconds: None,
        gaming_day: GamingDay | None = None,
        terms: Callable[[], Mapping[str, str]] | None = None,
        lease_seconds: float = LEASE_SECONDS,
        computer: Computer = THE_COMPUTER,
    ) -> None:
        self._store = store
        self._computer = computer
        self._watcher = watcher
        self._clock = clock = clock or SteadyClock()
        self._measure = measure
        self._meters = Meters(store)
        self._steps = Steps(self._meters, equip, gaming_day or GamingDay())
        self._housekeeper = Housekeeper(
            store,
            gaming_day or GamingDay(),
            clock,
            computer=computer,
            program=program_hash(),
            terms=terms,
            staff=lambda: on_the_list(store).values(),
        )
        self._roster = Roster(store, address, clock, lease_seconds=lease_seconds, computer=computer)
        self._queue = Queue(computer)
        self._shared_at = 0.0  # when it was last looked which tables are this process's
        self._now = datetime.min.replace(tzinfo=UTC)  # when the batch was taken up, in milliseconds
        self._recent: OrderedDict[tuple[str, str], Record] = OrderedDict()  # by stream and key, the oldest first
        self._thread = threading.Thread(target=self._write, name="houseway writer", daemon=True)
        self._watchdog = Watchdog(self._thread, self._hangs)
        self.ready = threading.Event()
        self.why_not = READING  # it is not ready

    # ---- from other threads

    def start(self) -> None:
        """Check the book, take the tables and begin. Raises `ValueError` if the book as a whole is broken; a table that
        is stays shut."""
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        self.begin()
        self._thread.start()
        self._watchdog.start()

    def begin(self) -> None:
        """All of a start but the writer's thread: from here on its turns can be taken."""
        check_late_rows(self._store)
        self._roster.share()
        self._roster.wait_until_loaded()
        self._housekeeper.start(alone=self._roster.sharing.is_alone)
        self._roster.sharing.renew()
        self.ready.set()
        self._shared_at = self._computer.passed()

    def stop(self) -> None:
        self._queue.close()
        self._thread.join()
        self._watchdog.stop()
        self.end()

    def end(self) -> None:
        """All of a stop but the writer's thread, which takes no turn any more."""
        with suppress(StoreFailed, ValueError):  # then the heads of the last hour are not noted
            self._housekeeper.note("the service stops", self._heads)
        self._roster.close()
        self.ready.clear()

    def submit(
        self, stream: str, key: str, actor: Actor, command: Command | MeterCommand, reply: Callable[[Outcome], None]
    ) -> None:
        self._queue.put(Order(stream, key, actor, command, reply))

    def execute(
        self, stream: str, key: str, actor: Actor, command: Command | MeterCommand, timeout: float = 30.0
    ) -> Outcome:
        """Submit, and wait for the outcome."""
        done = threading.Event()
        outcomes: list[Outcome] = []

        def reply(outcome: Outcome) -> None:
            outcomes.append(outcome)
            done.set()

        self.submit(stream, key, actor, command, reply)
        return outcomes[0] if done.wait(timeout) else Unavailable()

    @property
    def _heads(self) -> dict[str, Head]:
        return {stream: change.head for stream, change in self._roster.tables.items()}

    @property
    def tables(self) -> Mapping[str, Table]:
        """Every table of the book, as of the last commit."""
        return {stream: change.table for stream, change in list(self._roster.tables.items()) if change.head.seq}

    def change(self, stream: str) -> Change | None:
        """A table as of the last commit, without the records that led there."""
        change = self._roster.tables.get(stream)
        return change._replace(records=()) if change and change.head.seq else None

    # ---- the writer's thread

    def _hangs(self) -> None:
        self.why_not = HANGS
        self.ready.clear()

    def _write(self) -> None:
        while self.turn():
            pass

    def turn(self) -> bool:
        """The next batch, when a command waits or something is due; False once the queue is closed and empty."""
        self._watchdog.turned()
        if not self._queue.wait(self._roster.idle_seconds(RETRY_SECONDS)):
            return False
        batch = Batch()
        try:
            if self._computer.passed() - self._shared_at > RETRY_SECONDS:
                self._roster.share()
                self._roster.keep_up()
                self.why_not = READING
                self._housekeeper.note_regularly(self._heads)
                self._shared_at = self._computer.passed()
            self._roster.take_loaded()
            if not self._roster.loading:
                self.ready.set()
            now = self._clock()
            self._now = now.replace(microsecond=now.microsecond // 1000 * 1000)
            # only now is it known which tables are here, and so which commands need a meter
            batch.orders, streams = self._queue.take(BATCH, self._whole_streams)
            if streams:
                self._alone(batch, streams)
            else:
                self._together(batch)
        except Exception as error:
            if not self._decide_again(batch, error):
                self._shared_at = 0.0
        return True

    def idle_seconds(self) -> float:
        """How long the next turn may wait, if no command comes: nobody but its thread takes turns of a floor."""
        return 0.0 if self._queue.waits else self._roster.idle_seconds(RETRY_SECONDS)

    def _whole_streams(self, order: Order) -> tuple[str, ...]:
        meters = tuple(map(meter_stream, self._whole_meters(order)))
        is_noted = type(order.command) in NOTED and order.actor.role in order.command.by
        return (*meters, HOUSE) if is_noted else meters

    def _whole_meters(self, order: Order) -> tuple[str, ...]:
        if isinstance(order.command, ControllerCommand):
            return (order.stream.partition(" ")[2],)
        known = self._roster.tables.get(order.stream)
        return whole_meters(known.table if known else Table(name=order.stream), order.command)

    def _together(self, batch: Batch) -> None:
        """Decided, and written in one transaction."""
        self._decide_all(batch, self._roster.due(self._now))
        began = time.perf_counter()
        self._store.append(batch.written, batch.meters)
        if batch.orders:
            self._measure(len(batch.orders), time.perf_counter() - began)
        self._tell(batch)

    def _alone(self, batch: Batch, streams: tuple[str, ...]) -> None:
        """Decided and written in one transaction, in which nobody else writes on the meters or in the house's book."""
        [order] = batch.orders
        meters = self._whole_meters(order)
        with self._store.alone_with(*streams):
            batch.held = {meter: self._meters.held(meter) for meter in meters}
            self._decide_all(batch, [])
            opened = [record for record in batch.written if (record.stream, record.key) == (order.stream, order.key)]
            self._store.append(batch.written + self._housekeeper.beside(order.command, opened, self._now))
        for held in batch.held.values():
            self._meters.keep(held)
        self._tell(batch)

    def _decide_all(self, batch: Batch, due: list[str]) -> None:
        for order in batch.orders:
            batch.outcomes.append((order.reply, self._decide(order, batch)))
            if order.stream in batch.tables:  # at once: whoever bets next finds the new round sealed
                self._deal_on(order.stream, batch)
        for stream in dict.fromkeys([*due, *self._with_awards_of(batch.held)]):
            self._deal_on(stream, batch)

    def _with_awards_of(self, meters: Collection[str]) -> list[str]:
        """The tables here in whose round an award of these meters was recorded: it may have been backed out."""
        if not meters:
            return []
        tables = [(stream, known.table) for stream, known in self._roster.tables.items() if known.table.round.jackpots]
        return [stream for stream, table in tables if not set(meters_of(table).values()).isdisjoint(meters)]

    def _tell(self, batch: Batch) -> None:
        self._remember(batch.answered)
        changes = self._roster.written(batch.tables)
        for stream in batch.failed:
            self._roster.shut(stream, "its rules failed")
        if batch.outcomes or changes:
            self._watcher(batch.outcomes, changes)

    def _decide_again(self, batch: Batch, error: Exception) -> bool:
        """What was not written is decided anew, if the book refused it only because keys in it are old or its meter has
        moved. Whatever else it was, nobody knows what the book holds: it is read again before anything is written."""
        try:
            keys = [(order.stream, order.key) for order in batch.orders]
            old = self._store.seen(keys) if isinstance(error, BookRefuses) else {}
        except StoreFailed as failed:  # then nobody knows whether a key was old: no table is shut for it
            old, error = {}, failed
        if not old and isinstance(error, BookRefuses) and not isinstance(error, MeterMoved):
            return self._write_apart(batch, error)
        if not old and not isinstance(error, MeterMoved):
            self._lose(batch.orders, error)
            return False
        self._meters.forget()
        self._remember(old)
        for stream in batch.tables:
            self._roster.schedule(stream)
        self._queue.put_back(batch.orders)
        return True

    def _write_apart(self, batch: Batch, error: Exception) -> bool:
        """The book refused something of a batch: each table is decided and written by itself, and one that is refused
        again is shut. The others go on."""
        self._meters.forget()
        streams = [*batch.tables]
        if len(streams) <= 1 or batch.held:
            for stream in streams:
                self._roster.shut(stream, str(error))
            self._watcher([(order.reply, OutOfService()) for order in batch.orders], [])
            return True
        for stream in streams:
            part = Batch(orders=[order for order in batch.orders if order.stream == stream])
            try:
                self._decide_all(part, [stream])
                self._store.append(part.written, part.meters)
                self._tell(part)
            except Exception as again:
                if not self._decide_again(part, again):
                    orders = [order for order in batch.orders if order.stream in streams[streams.index(stream) + 1 :]]
                    self._watcher([(order.reply, Unavailable()) for order in orders], [])
                    return False
        return True

    def _decide(self, order: Order, batch: Batch) -> Outcome:
        place = order.stream, order.key
        before = batch.answered.get(place) or self._recent.get(place)
        if before is not None:
            return again(before, order.actor, order.command)
        running = None if isinstance(order.command, ControllerCommand) else self._taken(order, batch.tables)
        if running is not None and not isinstance(running, Running):
            return running
        try:
            if running is not None:
                self._steps.hears(running, batch, self._now)
                with limited(running):
                    record = self._steps.at_table(running, batch, order, self._now)
            else:
                [held] = batch.held.values()
                record = self._steps.on_meter(held, order, self._now)
        except Exception as error:  # a fault of the program stops this command, and no other
            log.error("a command failed", table=order.stream, command=type(order.command).__name__, **went_wrong(error))
            return OutOfService() if running and self._gives_up(running, batch) else Faulted()
        if not isinstance(record, Record):
            if running is not None and not running.head.seq:  # it was taken only to be opened, and was not
                del batch.tables[order.stream]
                self._roster.release(order.stream)
            before = self._store.seen([place]).get(place)
            return again(before, order.actor, order.command) if before else Refused(refusal=record)
        batch.answered[place] = record
        return Accepted(record=record)

    def _remember(self, records: Mapping[tuple[str, str], Record]) -> None:
        self._recent.update(records)
        while len(self._recent) > REMEMBERED:
            self._recent.popitem(last=False)

    def _taken(self, order: Order, fresh: dict[str, Running]) -> Running | Outcome:
        """The table of a command, if this process has it."""
        stream = order.stream
        if stream not in fresh:
            elsewhere = self._roster.take(order)
            if elsewhere is not None:
                return elsewhere
            known = self._roster.tables[stream]
            fresh[stream] = Running(known.table, known.head)
        return fresh[stream]

    # ---- the automatic dealer

    def _deal_on(self, stream: str, batch: Batch) -> None:
        """Whatever the automatic dealer can do now, in the same commit. What needs the meter as a whole has to wait its
        turn."""
        known = self._roster.tables.get(stream)
        if known is None:
            return
        running = batch.tables.setdefault(stream, Running(known.table, known.head))
        self._steps.hears(running, batch, self._now)
        try:
            for _ in range(STEPS):
                with limited(running):
                    if not self._dealt(running, batch, known.ahead):
                        return
        except StoreFailed:
            raise
        except Exception as error:  # the table waits for its next command; the others go on
            log.error("the automatic dealer failed", table=stream, **went_wrong(error))
            self._gives_up(running, batch)

    def _dealt(self, running: Running, batch: Batch, ahead: timedelta) -> bool:
        """Whether the automatic dealer had something to do now, and did it."""
        step = next_step(running.table)
        if running.written:
            ahead = self._roster.ahead(running.table)
        if step is None or (step[1] is not None and step[1] - ahead > self._now):
            return False
        command, stream = step[0], running.table.name
        if isinstance(command, AcknowledgePayout):
            command = replace(command, on_duty=self._store.surveillance_on_duty(int(self._now.timestamp())))
            if command.on_duty:  # they have to; unless they all go home
                self._roster.agenda.add(self._now + LOOK_AGAIN, stream)
                return False
        order = Order(stream, f"{AUTOMATIC_KEY}{running.head.seq + 1}", AUTOMATIC_DEALER, command, _nobody)
        if not batch.held.keys() >= set(whole_meters(running.table, command)):
            self._queue.put_first(order)
            return False
        done = self._steps.at_table(running, batch, order, self._now)
        if not isinstance(done, Record):
            log.error("the automatic dealer was refused", table=stream, says=done.says)
        return isinstance(done, Record)

    def _gives_up(self, running: Running, batch: Batch) -> bool:
        """A table whose game is the house's own and failed is out of service, with all that lies on it, until its file
        is mended and the service started again: the rules would fail every time."""
        if is_own(running.table):
            batch.failed.add(running.table.name)
        return is_own(running.table)

    # ---- when the book fails

    def _lose(self, orders: Iterable[Order], error: Exception) -> None:
        says = str(error) if isinstance(error, StoreFailed) else ""
        log.error("the book is out of reach", says=says, **went_wrong(error))
        self.why_not = TAKEN if isinstance(error, Overtaken | InUse) else OUT_OF_REACH
        self.ready.clear()
        self._roster.lose()
        self._meters.forget()
        self._recent.clear()
        self._watcher([(order.reply, Unavailable()) for order in orders], [])
        self._computer.sleep(RETRY_SECONDS / 4)


def _nobody(outcome: Outcome) -> None:
    """Who waits for what the automatic dealer did."""
