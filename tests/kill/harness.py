"""Kills the service again and again while people play, and holds the book against what they were told.

One process on SQLite; two on one PostgreSQL, of which mostly one is killed, and sometimes both.
"""

import asyncio
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from houseway.service.database import PROCESS
from houseway.service.postgresql_server import _lock_number
from houseway.service.roster import rank
from houseway.service.store import open_store
from tests.kill.ledger import Fault, Inspector, Ledger
from tests.kill.load import Crowd, NoAnswer, Playing, tables
from tests.kill.metered import meter_equals_the_book, metered_tables, opens_the_meter
from tests.kill.service import OUT_OF_REACH, Service, complaints

LOAD_SECONDS = (0.03, 0.4)  # between the first command of a life and the next kill
AT_ONCE = 0.2  # so many kills do not wait for that command: on a busy machine nothing would ever be played
AT_START = 0.15  # so many of the kills fall into the start
BOTH = 0.1  # and so many of the others on both processes
CUT_EVERY = 8  # kills, and then the database drops the connection of a writer
SETTLED_EVERY = 10  # kills, and then it is looked how the tables are shared
SETTLE_SECONDS = 10.0
HURRIED = 0.2  # so many kills do not wait until the tables of the one before are taken over
TAKEOVER_SECONDS = 60.0  # on a machine that does much else


@dataclass(slots=True)
class Tally:
    """What happened on one or more books."""

    counts: Counter[str] = field(default_factory=Counter)
    moments: Counter[str] = field(default_factory=Counter)
    takeovers: list[float] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    cuts: list[float] = field(default_factory=list)  # seconds from a cut connection to the first command after it
    longest: int = 0  # records of one table
    seconds: float = 0.0

    def __iadd__(self, other: "Tally") -> "Tally":
        self.counts += other.counts
        self.moments += other.moments
        self.takeovers += other.takeovers
        self.starts += other.starts
        self.cuts += other.cuts
        self.longest = max(self.longest, other.longest)
        self.seconds += other.seconds
        return self


def run(
    url: str,
    kills: int,
    *,
    processes: int,
    seed: int | None = None,
    copies: int = 2,
    metered: int = 0,
    pause_seconds: float = 0.01,
    package: str | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> Tally:
    """Raises `Fault` at the first promise that does not hold. `metered` tables all play for one meter, instead of the
    usual ones. `package` is where another houseway is imported from."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="houseway-kill-") as folder:
        killing = Killing(url, Path(folder) / "log", random.Random(seed), copies, metered, pause_seconds, package, say)
        try:
            tally = asyncio.run(killing.runs(kills, processes))
        except Fault as fault:
            fault.add_note(f"The service's log ends:\n{killing.log.read_text()[-6000:]}")
            raise
    tally.seconds = time.monotonic() - began
    return tally


class Killing:
    def __init__(
        self,
        url: str,
        log: Path,
        rng: random.Random,
        copies: int,
        metered: int,
        pause_seconds: float,
        package: str | None,
        say: Callable[[str], None],
    ) -> None:
        self.url, self.log, self.rng, self.package, self.say = url, log, rng, package, say
        self.ledger = Ledger()
        self.inspector = Inspector(url, self.ledger)
        players = random.Random(rng.random())  # theirs: when who is killed follows from the seed alone
        self.crowd = Crowd(self.ledger, players, pause_seconds=pause_seconds)
        self.metered = metered
        self.tables: list[Playing] = (
            metered_tables(self.crowd, tables=metered) if metered else tables(self.crowd, copies=copies)
        )
        self.tally = Tally()
        self.live: list[Service] = []
        self._players: list[asyncio.Task[None]] = []
        self._checking: asyncio.Task[None] | None = None
        self._cut_at = CUT_EVERY // 2

    async def runs(self, kills: int, processes: int) -> Tally:
        await asyncio.to_thread(self.crowd.enrols, self.url, [table.name for table in self.tables])
        if self.metered:
            await asyncio.to_thread(opens_the_meter, self.url)
        try:
            await asyncio.gather(*(self._starts() for _ in range(processes)))
            await self.crowd.logs_in()
            self._players = [asyncio.create_task(table.plays()) for table in self.tables]
            while self.tally.counts["kills"] < kills:
                await self._one_kill(kills)
                self._look_for_faults()
            await self._ends()
        finally:
            for task in self._players:
                task.cancel()
            for service in self.live:
                with suppress(ProcessLookupError, Fault):
                    await service.kill()
        return self._told()

    # ---- a kill

    async def _one_kill(self, kills: int) -> None:
        done = self.tally.counts["kills"]
        together = len(self.live) > 1
        if self.rng.random() > AT_ONCE:
            heard = len(self.ledger.acks)
            await self._until(lambda: len(self.ledger.acks) > heard)
        await asyncio.sleep(self.rng.uniform(*LOAD_SECONDS))
        if self.rng.random() < HURRIED:
            self.tally.counts["tables not yet taken over at the next kill"] += len(self.ledger.awaited)
        else:
            await self._until(lambda: not self.ledger.awaited, TAKEOVER_SECONDS)
        self.ledger.awaited.clear()
        if together and done % SETTLED_EVERY == SETTLED_EVERY - 1:
            await self._settles()
        if together and done >= self._cut_at:  # two may be killed at once, and the count then jumps
            self._cut_at += CUT_EVERY
            await self._cuts_a_connection()
        hit = list(self.live) if together and self.rng.random() < BOTH else [self.rng.choice(self.live)]
        self._note(hit)
        await asyncio.gather(*map(self._kill, hit))
        self.tally.counts["kills of both at once"] += len(hit) > 1
        await self._check()
        ports = [self.rng.choice([0, service.port]) for service in hit]  # at the same address, or at another
        if self.rng.random() < AT_START and self.tally.counts["kills"] < kills:
            await self._kill_at_start(ports[0])
        await asyncio.gather(*map(self._starts, ports))
        self.say(f"{self.tally.counts['kills']} kills, {len(self.ledger.acks):,} commands acknowledged")

    def _note(self, hit: list[Service]) -> None:
        """What everybody was at when it happened."""
        numbers = {service.number for service in hit}
        for table in self.tables:
            if len(hit) < len(self.live) and self.ledger.process_of.get(table.name) not in numbers:
                continue
            self.ledger.moments[table.moment] += 1
            if table.in_round:
                self.tally.counts["interruptions of a round"] += 1
                self.ledger.interrupted.add((table.name, table.number))
            if len(hit) < len(self.live):
                self.ledger.awaited[table.name] = time.monotonic(), max(each.number for each in self.live) + 1

    async def _kill(self, service: Service) -> None:
        self.live.remove(service)
        await service.kill()
        self.crowd.processes.pop(service.address, None)
        self.crowd.wire.forget(service.address)
        self.tally.counts["kills"] += 1

    async def _kill_at_start(self, port: int) -> None:
        service = Service(self.url, self.log, port=port, package=self.package)
        await service.start()
        usual = statistics.median(self.tally.starts)
        starting = asyncio.create_task(service.ready())
        await asyncio.wait([starting], timeout=self.rng.uniform(0.0, usual))
        self.tally.counts["kills at start-up"] += not starting.done()
        starting.cancel()
        await service.kill()
        self.tally.counts["kills"] += 1

    async def _starts(self, port: int = 0) -> None:
        service = Service(self.url, self.log, port=port, package=self.package)
        await service.start()
        self.live.append(service)
        self.tally.starts.append(await service.ready())
        self.crowd.processes[service.address] = service.number

    # ---- checks

    async def _check(self) -> None:
        """Of the book up to here, beside the start of the next process."""
        if self._checking is not None:
            await self._checking
        self._checking = asyncio.create_task(asyncio.to_thread(self.inspector.check, len(self.ledger.acks)))

    def _look_for_faults(self) -> None:
        for task in (*self._players, self._checking):
            if task is not None and task.done():
                task.result()

    async def _settles(self) -> None:
        """Every table is where it ranks first, and nowhere else."""
        names = {table.name for table in self.tables} & set(await asyncio.to_thread(self._opened))
        addresses = [service.address for service in self.live]
        wanted = {a: {n for n in names if max(addresses, key=lambda b: rank(b, n)) == a} for a in addresses}
        deadline = time.monotonic() + SETTLE_SECONDS
        while (found := {address: await self._has(address) for address in addresses}) != wanted:
            if time.monotonic() > deadline:
                raise Fault(f"the tables are shared as {found}, not as {wanted}")
            await asyncio.sleep(0.1)
        self.tally.counts["times shared as they should be"] += 1
        self.tally.counts["times each process had a table"] += all(found.values())

    def _opened(self) -> list[str]:
        with open_store(self.url, read_only=True) as store:
            return store.tables()

    async def _has(self, address: str) -> set[str]:
        try:
            told = await self.crowd.wire.get(address, "/tables")
        except NoAnswer:  # not just now: it is asked again
            return set()
        return {table["name"] for table in told["tables"]}

    async def _cuts_a_connection(self) -> None:
        """The database ends the connection of a writer, and with it every claim."""
        unheard = complaints(self.log)[OUT_OF_REACH]
        deadline = time.monotonic() + SETTLE_SECONDS
        while not await asyncio.to_thread(self._end_the_writer, self.rng.choice(self.live).address):
            if time.monotonic() > deadline:  # one that has just started claims its name a moment later
                raise Fault("no live process holds the claim to its name")
            await asyncio.sleep(0.1)
        began, before = time.monotonic(), self.ledger.acks_of.copy()
        # As many as sit at a table can have been answered just before: it goes on with the first answer after those.
        under_way = max(len(table.seats) for table in self.tables)
        await self._until(lambda: all(self.ledger.acks_of[t.name] > before[t.name] + under_way for t in self.tables))
        self.tally.cuts.append(time.monotonic() - began)
        deadline = time.monotonic() + 3 * SETTLE_SECONDS
        while complaints(self.log)[OUT_OF_REACH] == unheard:  # one without a table notices at its next look round
            if time.monotonic() > deadline:
                raise Fault("a process lost its connection and said nothing")
            await asyncio.sleep(0.2)

    def _end_the_writer(self, address: str) -> bool:
        """Of the process at the address: the connection that holds the claim to its name."""
        import psycopg

        number = _lock_number(PROCESS + address) % (1 << 64)
        with psycopg.connect(self.url, autocommit=True) as connection:
            ended = connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted "
                "AND classid::bigint = %s AND objid::bigint = %s "
                "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
                (number >> 32, number & 0xFFFFFFFF),
            ).fetchall()
        return ended == [(True,)]

    async def _until(self, holds: Callable[[], bool], seconds: float = 60.0) -> None:
        deadline = time.monotonic() + seconds
        while not holds():
            self._look_for_faults()
            if time.monotonic() > deadline:
                raise Fault("the tables did not go on in time")
            await asyncio.sleep(0.01)

    # ---- the end

    async def _ends(self) -> None:
        """Every round under way is played to its end by the last life, and the whole book is audited."""
        self.crowd.stopping = True
        await asyncio.gather(*self._players)
        if self._checking is not None:
            await self._checking
        for service in list(self.live):
            await self._kill(service)
            self.tally.counts["kills"] -= 1  # nobody was playing
        audits = await asyncio.to_thread(self.inspector.conclude)
        if self.metered:
            await asyncio.to_thread(self._meter)
        self.tally.counts["records"] += sum(audit.records for audit in audits)
        self.tally.counts["rounds"] += sum(audit.rounds for audit in audits)
        self.tally.longest = max(audit.records for audit in audits)
        self.tally.counts["books audited"] += 1

    def _meter(self) -> None:
        with open_store(self.url, read_only=True) as store:
            told = meter_equals_the_book(store, self.ledger.counts["wins from the meter"])
        self.tally.counts += Counter(told)

    def _told(self) -> Tally:
        counts = self.tally.counts
        errors = complaints(self.log)
        if errors["faults in the log"]:
            faults = "\n".join(line for line in self.log.read_text().splitlines() if '"level": "error"' in line)
            raise Fault(f"the service logged {dict(errors)}:\n{faults}")
        told = errors[OUT_OF_REACH] >= len(self.tally.cuts)
        if not errors["lines of the log"] or not told:
            raise Fault(f"the log is not understood, or does not tell of {len(self.tally.cuts)} cuts: {dict(errors)}")
        counts += self.ledger.counts + errors
        counts["found in the book"] += self.inspector.matched
        counts["records by people"] += self.inspector.by_people
        counts["acknowledged"] += len(self.ledger.acks)
        counts["rounds interrupted and resumed"] += len(self.ledger.interrupted)
        counts["takeovers"] += len(self.ledger.takeovers)
        counts["cuts"] += len(self.tally.cuts)
        counts["hand-overs"] += self.ledger.handovers()
        self.tally.moments += self.ledger.moments
        self.tally.takeovers += self.ledger.takeovers
        return self.tally
