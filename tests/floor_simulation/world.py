"""A floor in one process: a clock, a disk, a network and chance of its own, and the program as it is on top of them.

A `World` is made from a seed. What happens next is the earliest of what was put off, so the same seed tells the same
story to the last byte. What a process does is one of its turns; the world lets other things happen only where the
program waits, and where it asks the disk for something. There a process may be killed or paused, and the power may go.
"""

import hashlib
import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Any, Final

from houseway import cards
from houseway.role import Actor
from houseway.service import floor as floor_module
from houseway.service import log as log_module
from houseway.service import snapshot, sqlite_file
from houseway.service.batch import Change
from houseway.service.clock import SteadyClock
from houseway.service.computer import Computer
from houseway.service.database import Rows
from houseway.service.floor import Floor
from houseway.service.keyring import Keyring
from houseway.service.outcome import Elsewhere, Outcome, Unavailable
from houseway.service.sqlite_file import SQLiteFile
from houseway.service.store import Store, StoreFailed, open_book
from houseway.shuffler import equipped
from houseway.table.commands import Command, Shuffle
from houseway.table.state import Table
from tests.floor_simulation import vfs
from tests.floor_simulation.crowd import crowds_of
from tests.floor_simulation.disk import BOOK, FOLDER, Fault, PowerLost, Process, SimulatedDisk
from tests.floor_simulation.inspector import Inspector
from tests.floor_simulation.sent import Sent
from tests.table.sitting import rich

BEGIN: Final = datetime(2030, 1, 1, 12, tzinfo=UTC)
LEASE: Final = 5.0  # seconds
DEEPEST: Final = 3  # waits within waits, in which other things happen
TRIES: Final = 400  # of a start, a second apart
IDLE: Final = 20_000  # events
FRUITLESS: Final = 100  # turns
PATIENCE: Final = 2.0  # seconds until somebody sends his command again


@dataclass(frozen=True, slots=True)
class Rates:
    """How often what goes wrong, in times a simulated minute; and how bad the network is."""

    kill: float = 8.0
    power: float = 8.0
    stop: float = 2.0  # in good order
    pause: float = 12.0
    disk_error: float = 4.0
    full_disk: float = 2.0
    away: float = 2.0  # the whole disk
    clock: float = 1.0
    spoilt_snapshot: float = 4.0
    lost_message: float = 0.02
    doubled_message: float = 0.02

    @classmethod
    def by(cls, chance: Random) -> "Rates":
        """Some of them often and some never: what always happens together hides what happens alone."""
        usual = cls()
        factors = (0.0, 0.3, 1.0, 3.0)
        minute = ("kill", "power", "stop", "pause", "disk_error", "full_disk", "away", "clock", "spoilt_snapshot")
        return cls(
            **{name: getattr(usual, name) * chance.choice(factors) for name in minute},
            lost_message=chance.choice((0.0, 0.01, 0.1)),
            doubled_message=chance.choice((0.0, 0.01, 0.1)),
        )


@dataclass(slots=True, eq=False)
class Node:
    """A process of the service."""

    process: Process
    floor: Floor
    store: Store
    is_up: bool = False
    is_busy: bool = False  # in a turn, or in a wait of one
    paused_until: float = 0.0
    turn_at: float = field(default=float("inf"))
    fruitless: int = 0  # turns in a row that told nobody anything, though commands wait


class WatchedFile(SQLiteFile):
    """The book's file, and who wrote what under which lease: the database itself does not keep that."""

    def __init__(self, world: "World") -> None:
        super().__init__(BOOK, read_only=False, disk=world.disk)
        self._world = world

    def lock(self, writer: Any, stream: str) -> bool:
        before = self._epoch
        done = super().lock(writer, stream)
        if done and self._epoch is not None and self._epoch != before:
            try:
                self._world.inspector.claimed(self._epoch)
            except Exception as error:
                vfs.FAILURES.append(error)
        return done

    def append(self, writer: Any, rows: Rows) -> None:
        self._world.inspector.tries(self._epoch or 0, rows)
        super().append(writer, rows)


class SimulatedComputer(Computer):
    """On which other things happen where the program waits."""

    def __init__(self, world: "World", process: Process) -> None:
        self._world, self._process = world, process

    def passed(self) -> float:
        self._goes_on()
        return self._world.now

    def sleep(self, seconds: float) -> None:
        self._goes_on()
        self._world.waits(seconds)
        self._goes_on()

    def wait(self, changed: Any, seconds: float) -> None:
        """The world takes a turn only when there is something to do."""

    def until_done(self, work: Any) -> None:
        """Done as it was asked for."""

    def one_thread(self, name: str) -> Executor:
        return AtOnce()

    def token(self) -> str:
        return f"{self._world.cards.getrandbits(64):016x}"

    def _goes_on(self) -> None:
        if not self._process.is_alive:
            raise PowerLost


class AtOnce(Executor):
    """The loader's thread, which is done when it is asked."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


class World:
    def __init__(self, seed: int, *, rates: Rates | None = None, steps: int = 10_000, audited: bool = True) -> None:
        if not vfs.registered():
            raise Fault("SQLite cannot be given a disk here: Python's own copy of it was not found")
        self.seed, self.most, self.audited = seed, steps, audited
        of = {name: Random(f"{seed} {name}") for name in ("plan", "faults", "network", "cards", "people", "disk")}
        self.plan, self.faults, self.network, self.cards = of["plan"], of["faults"], of["network"], of["cards"]
        self.of_disk = of["disk"]
        self.rates = rates or Rates.by(self.plan)
        self.amiss = self.plan.choice((0.2, 0.5, 0.7))  # how often somebody also does what is not asked for
        self.now, self.offset = 0.0, timedelta(0)
        self.counts: Counter[str] = Counter()
        self.digest = hashlib.sha256()
        self.keyring = Keyring.of_this_process()  # encrypts by numbers of the system, which are in no record
        self.depth = 0
        self._idle = 0, 0  # the step, and events since
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._put = 0
        self.nodes: list[Node] = []
        self._named = 0
        self._starting = False
        self._failed_starts = 0
        self.fuse: tuple[int, str] | None = None  # after so many writes and syncs, and what then happens
        self.disk = vfs.DISKS[FOLDER] = SimulatedDisk(self.at_disk)
        self.known: dict[str, Table] = {}  # what the screens show
        self.inspector = Inspector(self)
        self.crowds = crowds_of(self, of["people"])

    # ---- time

    def later(self, seconds: float, does: Callable[[], None]) -> None:
        self._put += 1
        heapq.heappush(self._events, (self.now + seconds, self._put, does))

    def wall(self) -> datetime:
        return BEGIN + timedelta(seconds=self.now) + self.offset

    @property
    def steps(self) -> int:
        return self.counts["commands decided"] + self.counts["faults"]

    def waits(self, seconds: float) -> None:
        """Other things happen meanwhile."""
        until, running = self.now + seconds, self.disk.running
        if self.depth < DEEPEST:
            self.depth += 1
            try:
                while self._events and self._events[0][0] <= until:
                    self._next()
            finally:
                self.depth -= 1
                self.disk.running = running
        self.now = max(self.now, until)

    def _next(self) -> None:
        at, _, does = heapq.heappop(self._events)
        self.now = max(self.now, at)
        try:
            does()
        except Exception as error:
            vfs.FAILURES.append(error)
        if vfs.FAILURES:  # it stays there: what is raised in a wait of the program the program may catch
            raise vfs.FAILURES[0]
        steps, events = self._idle
        self._idle = (steps, events + 1) if steps == self.steps else (self.steps, 0)
        if events > IDLE:
            raise Fault(f"nothing is decided any more, {IDLE:,} events later")

    # ---- a run

    def run(self) -> str:
        """Until so many steps were taken, and then to a good end. Gives the hash of all that happened."""
        with changed_constants(self.plan), self._sqlite_sleeps(), silent_log():
            try:
                vfs.FAILURES.clear()
                self.start()
                for crowd in self.crowds.values():
                    self.later(0.1, crowd.acts)
                self._plan_faults()
                while self.steps < self.most:
                    self._next()
                self.ends()
            except Exception as error:
                says = str(error) if isinstance(error, Fault) else f"{type(error).__name__}: {error}"
                raise Fault(f"seed {self.seed}, step {self.steps:,}: {says}") from error
            finally:
                vfs.FAILURES.clear()
                self.closes()
        return self.digest.hexdigest()

    def ends(self) -> None:
        """Nothing goes wrong any more; the book is read by an auditor, and a last process finds it whole."""
        self._events.clear()
        self.fuse, self.disk.is_full, self.disk.is_away = None, False, False
        for node in list(self.nodes):
            self.kills(node)
        if self.rates.power:
            self.disk.loses_power(self.of_disk)
            vfs.forget(self.disk)
            self.inspector.leaves()
        self.start()
        deadline = self.now + 60
        while not any(node.is_up for node in self.nodes):
            if self.now > deadline:
                raise Fault("no process starts at the end")
            self._next()
        self.inspector.concludes()
        if self.audited:
            self.inspector.audits()
        for node in list(self.nodes):
            self.stops(node)
        self.notes("head", self.inspector.all_heads())

    def closes(self) -> None:
        for node in list(self.nodes):
            self.gone(node)
        self.inspector.leaves()
        vfs.forget(self.disk)
        vfs.DISKS.pop(FOLDER, None)

    def notes(self, what: str, said: object) -> None:
        """What happened, for the hash of the run."""
        self.digest.update(f"{self.now:.6f} {what} {said}\n".encode())

    @contextmanager
    def _sqlite_sleeps(self) -> Iterator[None]:
        vfs.SLEEPS.append(self.waits)
        try:
            yield
        finally:
            vfs.SLEEPS.remove(self.waits)

    # ---- processes

    @contextmanager
    def runs(self, process: Process) -> Iterator[None]:
        before, self.disk.running = self.disk.running, process
        try:
            yield
        finally:
            self.disk.running = before

    def start(self) -> None:
        if self._starting:
            return
        self._starting = True
        self._named += 1
        process = Process(f"{self._named}")
        node: Node | None = None
        try:
            with self.runs(process):
                computer = SimulatedComputer(self, process)
                store = open_book(WatchedFile(self), url=BOOK, keyring=self.keyring)
                clock = SteadyClock(self.wall, computer.passed, believed_after=timedelta(seconds=30))
                floor = Floor(
                    store,
                    address=f"http://{process.name}",
                    watcher=lambda outcomes, changes: self.told(node, outcomes, changes),
                    clock=clock,
                    equip=self.equips,
                    lease_seconds=LEASE,
                    computer=computer,
                )
                node = Node(process, floor, store, is_busy=True)
                self.nodes.append(node)
                floor.begin()
                node.is_busy, node.is_up = False, True
                self._failed_starts = 0
                self.counts["starts"] += 1
                self.inspector.started(node)
                self.later(0.0, lambda: self.turn(node))
        except PowerLost:
            self._start_failed(process, node)
        except (ValueError, StoreFailed) as error:
            self._failed_starts += 1
            self.counts["starts that had to wait"] += 1
            self.inspector.not_started(error)
            if self._failed_starts > TRIES:
                raise Fault(f"no process can start any more: {error}") from error
            self._start_failed(process, node)
        finally:
            self._starting = False
        self.notes("start", process.name)

    def _start_failed(self, process: Process, node: Node | None) -> None:
        self._ends_process(process)
        if node is not None:
            self.gone(node)
        self.later(1.0, self.start_if_none)

    def start_if_none(self) -> None:
        if not any(node.is_up for node in self.nodes):
            self.start()

    def kills(self, node: Node) -> None:
        """At once: what it does from here on has no effect."""
        self._ends_process(node.process)
        node.is_up = False
        if not node.is_busy:
            self.gone(node)
        self.later(self.faults.uniform(0.1, 2.0), self.start_if_none)

    def _ends_process(self, process: Process) -> None:
        self.disk.ends(process)
        vfs.ends(process)

    def gone(self, node: Node) -> None:
        """Nothing of it is on the stack any more."""
        self._ends_process(node.process)
        node.is_up = False
        if node in self.nodes:
            self.nodes.remove(node)
        with self.runs(node.process):
            node.store.close()

    def stops(self, node: Node) -> None:
        """In good order, as for another version."""
        if node.is_busy or not node.is_up:
            return
        node.is_up, node.is_busy = False, True
        with self.runs(node.process):
            try:
                node.floor.end()
                node.store.close()
            except (PowerLost, StoreFailed, ValueError):
                pass
        node.is_busy = False
        self.gone(node)
        self.later(self.faults.uniform(0.1, 1.0), self.start_if_none)

    def turn(self, node: Node) -> None:
        if not node.is_up:
            return
        if node.is_busy or node.paused_until > self.now:
            self.later(max(0.02, node.paused_until - self.now), lambda: self.turn(node))
            return
        node.is_busy, node.turn_at = True, float("inf")
        try:
            with self.runs(node.process):
                node.floor.turn()
                idle = node.floor.idle_seconds()
        except PowerLost:
            node.process.is_alive = False
        finally:
            node.is_busy = False
        if not node.process.is_alive:
            self.gone(node)
            return
        node.fruitless = node.fruitless + 1 if not idle else 0
        if node.fruitless > FRUITLESS:
            raise Fault(f"process {node.process.name} decides the same again and again")
        self._turns_at(node, self.now + max(idle, 0.001))

    def _turns_at(self, node: Node, when: float) -> None:
        if when < node.turn_at:
            node.turn_at = when
            self.later(when - self.now, lambda: self._turns_if_due(node, when))

    def _turns_if_due(self, node: Node, when: float) -> None:
        if node.turn_at == when:
            self.turn(node)

    def told(self, node: Node | None, outcomes: list[Any], changes: list[Change]) -> None:
        """What a floor tells the world, once it is on disk. A floor goes on after whatever its watcher raises; a world
        does not."""
        if node is None or not node.process.is_alive:
            return
        node.fruitless = 0
        try:
            self.inspector.committed(changes)
            for change in changes:
                self.known[change.table.name] = change.table
            for reply, outcome in outcomes:
                reply(outcome)
            for change in changes:
                self.crowds[change.table.name].wakes()
        except Exception as error:
            vfs.FAILURES.append(error)

    def equips(self, command: Command, table: Table, actor: Actor) -> Command:
        equips = equipped(command, table, actor, self._words())
        if isinstance(equips, Shuffle) and table.terms and table.terms.meter and self.cards.random() < 0.5:
            return replace(equips, order=tuple(rich(equips.order, self.cards)))  # hands that win from the meter
        return equips

    def _words(self) -> Iterator[int]:
        while True:
            yield self.cards.getrandbits(64)

    # ---- the network

    def sends(self, sent: Sent) -> None:
        self.inspector.sends(sent)
        self._goes_out(sent)
        self.later(PATIENCE, lambda: self._sends_again(sent))

    def _sends_again(self, sent: Sent) -> None:
        if not sent.is_answered:
            self.counts["sent again"] += 1
            self._goes_out(sent)
            self.later(PATIENCE, lambda: self._sends_again(sent))

    def _goes_out(self, sent: Sent) -> None:
        for _ in range(1 + (self.network.random() < self.rates.doubled_message)):
            if self.network.random() >= self.rates.lost_message:
                self.later(self.network.uniform(0.001, 0.010), lambda: self._arrives(sent))

    def _arrives(self, sent: Sent) -> None:
        up = [node for node in self.nodes if node.is_up]
        if not up:
            return
        node = up[-1] if len(up) == 1 or self.network.random() < 0.7 else self.network.choice(up)
        if not node.floor.ready.is_set():
            self._answers(node, sent, Unavailable())
            return
        node.floor.submit(
            sent.stream, sent.key, sent.actor, sent.command, lambda outcome: self._answers(node, sent, outcome)
        )
        self._turns_at(node, self.now + 0.001)

    def _answers(self, node: Node, sent: Sent, outcome: Outcome) -> None:
        if not node.process.is_alive:
            return
        if not isinstance(outcome, Unavailable | Elsewhere):
            self.counts["commands decided"] += 1
            self.counts[f"answered {type(outcome).__name__}"] += 1
        self.inspector.answers(sent, outcome)
        self.notes(sent.key, type(outcome).__name__)
        if self.network.random() >= self.rates.lost_message:
            self.later(self.network.uniform(0.001, 0.010), lambda: sent.heard(sent, outcome))

    # ---- what goes wrong

    def _plan_faults(self) -> None:
        does: Mapping[str, Callable[[], None]] = {
            "kill": lambda: self._at_some_write("kill") if self.faults.random() < 0.8 else self._kills_one(),
            "power": lambda: self._at_some_write("power") if self.faults.random() < 0.8 else self.power_fails(),
            "stop": self._stops_one,
            "pause": self._pauses,
            "disk_error": lambda: self._at_some_write("error"),
            "full_disk": self._fills_the_disk,
            "away": self._takes_the_disk_away,
            "clock": self._sets_the_clock,
            "spoilt_snapshot": self.inspector.spoils_a_snapshot,
        }
        for name, act in does.items():
            if getattr(self.rates, name):
                self._plan(name, act)

    def _plan(self, name: str, act: Callable[[], None]) -> None:
        def happens() -> None:
            act()
            self._plan(name, act)

        self.later(self.faults.expovariate(getattr(self.rates, name) / 60), happens)

    def went_wrong(self, what: str) -> None:
        self.counts["faults"] += 1
        self.counts[f"fault: {what}"] += 1
        self.notes("fault", what)

    def _at_some_write(self, what: str) -> None:
        if self.fuse is None:
            self.fuse = self.faults.randrange(1, 60), what

    def at_disk(self, what: str) -> str:
        """A write or a sync of the running process begins."""
        if what == "sync":
            self.now += self.of_disk.uniform(0.0002, 0.002)
        if self.fuse is None:
            return ""
        left, fault = self.fuse
        if left > 1:
            self.fuse = left - 1, fault
            return ""
        node = next((node for node in self.nodes if node.process is self.disk.running), None)
        if node is None:
            return ""
        self.fuse = None
        match fault:
            case "kill":
                self.went_wrong(f"killed at a {what}")
                self.kills(node)
                raise PowerLost
            case "power":
                self.power_fails(f"power lost at a {what}")
                raise PowerLost
            case "error":
                self.went_wrong(f"a {what} that failed")
                return "input/output error"
            case _:
                self._pauses_within(node, what)
                return ""

    def _up(self) -> Node | None:
        up = [node for node in self.nodes if node.is_up]
        return self.faults.choice(up) if up else None

    def _kills_one(self) -> None:
        if (node := self._up()) and not node.is_busy:
            self.went_wrong("killed between turns")
            if self.faults.random() < 0.5:
                self.inspector.leaves()  # then nobody has the log open, and it is read anew
            self.kills(node)

    def power_fails(self, what: str = "power lost between turns") -> None:
        self.went_wrong(what)
        for node in list(self.nodes):
            self._ends_process(node.process)
        self.inspector.leaves()
        self.disk.loses_power(self.of_disk)
        vfs.forget(self.disk)
        for node in list(self.nodes):
            node.is_up = False
            if not node.is_busy:
                self.gone(node)
        self.later(self.faults.uniform(0.5, 3.0), self.start_if_none)

    def _stops_one(self) -> None:
        if (node := self._up()) and not node.is_busy:
            self.went_wrong("stopped in good order")
            self.stops(node)

    def _pauses(self) -> None:
        """One at a time, and not while another process starts."""
        if len(self.nodes) == 1 and self.nodes[0].paused_until <= self.now:
            if self.faults.random() < 0.5:
                self._at_some_write("pause")
            else:
                self._pauses_one()

    def _pauses_one(self) -> None:
        if (node := self._up()) and not node.is_busy:
            self.went_wrong("paused between turns")
            node.paused_until = self.now + self._pause(node)

    def _pauses_within(self, node: Node, what: str) -> None:
        self.went_wrong(f"paused at a {what}")
        seconds = self._pause(node)
        node.paused_until = self.now + seconds
        self.waits(seconds)

    def _pause(self, node: Node) -> float:
        """A short one, or one that outlives the lease, and then somebody starts another process."""
        if self.faults.random() < 0.4:
            return self.faults.uniform(0.1, LEASE / 2)
        self.later(self.faults.uniform(0.1, 2.0), self.start)
        self.later(6 * LEASE, lambda: self._ends_the_older(node))
        return self.faults.uniform(LEASE, 5 * LEASE)

    def _ends_the_older(self, node: Node) -> None:
        """Of two processes, the one that was overtaken."""
        if node.is_up and not node.is_busy and len([each for each in self.nodes if each.is_up]) > 1:
            self.went_wrong("killed after it was overtaken")
            self.kills(node)

    def _fills_the_disk(self) -> None:
        if not self.disk.is_full:
            self.went_wrong("the disk was full")
            self.disk.is_full = True
            self.later(self.faults.uniform(0.1, 3.0), self._frees_the_disk)

    def _frees_the_disk(self) -> None:
        self.disk.is_full = False

    def _takes_the_disk_away(self) -> None:
        """Whatever is asked of it fails for a while, as where a database restarts or a cable is loose."""
        if not self.disk.is_away:
            self.went_wrong("the disk did not answer for a while")
            self.disk.is_away = True
            self.later(self.faults.uniform(0.05, 3.0), self._brings_the_disk_back)

    def _brings_the_disk_back(self) -> None:
        self.disk.is_away = False

    def _sets_the_clock(self) -> None:
        self.went_wrong("the clock was set")
        self.offset += timedelta(seconds=self.faults.choice((-3600, -60, -3, 3, 60, 3600)))


@contextmanager
def silent_log() -> Iterator[None]:
    said = log_module._Printed.msg

    def nothing(self: object, line: str) -> None:
        """The log is not simulated."""

    for name in ("msg", "info", "warning", "error"):
        setattr(log_module._Printed, name, nothing)
    try:
        yield
    finally:
        for name in ("msg", "info", "warning", "error"):
            setattr(log_module._Printed, name, said)


@contextmanager
def changed_constants(chance: Random) -> Iterator[None]:
    """What happens seldom in a short life happens often: checkpoints, snapshots, keys of which nobody thinks any more,
    and batches that are full."""
    values = {
        (sqlite_file, "WRITER_LOG_PAGES"): chance.choice((8_000, 400, 60)),
        (snapshot, "EVERY"): chance.choice((500, 50, 10)),
        (snapshot, "AT_THE_END"): chance.choice((100, 5)),
        (floor_module, "REMEMBERED"): chance.choice(
            (20_000, 64)
        ),  # at least a batch: else it would be decided anew for ever
        (floor_module, "BATCH"): chance.choice((64, 64, 3)),
        (cards, "parse_card"): cache(cards.parse_card),  # a shoe of six decks is read at every start
    }
    before = {place: getattr(*place) for place in values}
    for (module, name), value in values.items():
        setattr(module, name, value)
    try:
        yield
    finally:
        for (module, name), value in before.items():
            setattr(module, name, value)
