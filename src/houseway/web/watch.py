"""What supervisor and surveillance have of the whole floor: a row for every table of the house, whichever process runs
it, and the alerts that stand.

Nothing of it is done while nobody watches. While somebody does, every table's day is read on by the records that were
committed, on a thread of its own and at most ten times a second, whatever the floor does; only the rows that changed
are made and sent again. Whoever comes first after a while waits until the books are read on.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Final, NamedTuple

import orjson

from houseway.deciding.command import Json
from houseway.progressive.view import public
from houseway.reports.winnings import Drift
from houseway.role import Actor, Role
from houseway.service.alerts import OF_THE_DEALER, WATCHERS, Alert, AlertLevels, alerts
from houseway.service.batch import Change
from houseway.service.drift import FinishedRound, Seats
from houseway.service.elsewhere import LOOK_SECONDS, TablesElsewhere
from houseway.service.entry import GamingDay
from houseway.service.floor import Floor
from houseway.service.floor_view import row
from houseway.service.house import AcknowledgeAlert
from houseway.service.house_book import write_house
from houseway.service.log import log
from houseway.service.meters import MeterBooks
from houseway.service.record import HOUSE, Record
from houseway.service.store import Store, StoreFailed
from houseway.service.table_day import DayOfTable, read_on, table_day
from houseway.table.state import Table
from houseway.web import theory
from houseway.web.floor_figures import Known
from houseway.web.reckoner import Busy, Failed, Reckoner
from houseway.web.streams import Client
from houseway.web.theory import InTheory, Key, Sum, place_of

REST_SECONDS: Final = 0.1  # between two looks
TICK_SECONDS: Final = 1.0  # after which time alone may have made an alert
ALL_SECONDS: Final = 60.0  # after which every row is made anew: rounds an hour go down by themselves
METER_SECONDS: Final = 2.0  # between two looks at what meters show
KNOWN: Final = 50_000  # rounds of which theory is remembered


class SeenAlert(NamedTuple):
    """By whom an alert was acknowledged, and when."""

    by: str
    at: str


class FloorWatch:
    """Used on the event loop; the books are read on a thread."""

    def __init__(
        self,
        floor: Floor,
        store: Store,
        meters: MeterBooks,
        reckoner: Reckoner,
        *,
        gaming_day: GamingDay,
        levels: AlertLevels,
        can_reckon: Callable[[], bool],
    ) -> None:
        self._floor, self._store, self._meters, self._reckoner = floor, store, meters, reckoner
        self._gaming_day, self._levels, self._can_reckon = gaming_day, levels, can_reckon
        self._thread = ThreadPoolExecutor(1, "houseway watch")
        self._clients: set[Client] = set()
        self._heard: dict[str, list[Record]] = {}
        self._woken = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None
        self.version = 0  # of what follows
        self.rows: dict[str, tuple[int, Json]] = {}  # by table, since which version
        self.unread: dict[str, str] = {}  # tables of which there is no row, and why
        self.alerts: tuple[Alert, ...] = ()
        self.acknowledged: dict[str, SeenAlert] = {}
        self.shown_micros: dict[str, int] = {}  # by meter
        self._told: dict[tuple[int, bool, str], bytes] = {}
        # of the thread alone
        self._elsewhere = TablesElsewhere(store)
        self._others = False  # whether another process has tables
        self._days: dict[str, DayOfTable] = {}
        self._sums: dict[str, tuple[str, Sum]] = {}
        self._drifts: dict[
            str, tuple[DayOfTable | None, Drift | None]
        ] = {}  # of each table, on which day as it was read
        self._known: dict[tuple[Key, Seats], InTheory | None] = {}
        self._house_seq = 0
        self._all_at = self._meters_at = float("-inf")

    def end(self) -> None:
        """Whoever follows the floor looks whether the service stops."""
        for client in self._clients:
            client.wake()

    def close(self) -> None:
        for task in (self._running, self._asking):
            if task:
                task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    # ---- on the event loop

    def heard(self, changes: Sequence[Change]) -> None:
        """Of a commit."""
        if self._clients:
            for change in changes:
                self._heard.setdefault(change.table.name, []).extend(change.records)
            self._woken.set()

    @contextmanager
    def watching(self, client: Client) -> Iterator[None]:
        """From here on the client is woken when anything changes."""
        self._clients.add(client)
        self._woken.set()
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run())
        try:
            yield
        finally:
            self._clients.discard(client)

    async def _run(self) -> None:
        loop, is_first = asyncio.get_running_loop(), True
        while self._clients:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS if self._others else TICK_SECONDS):
                    await self._woken.wait()
            self._woken.clear()
            heard, self._heard = self._heard, {}
            try:
                changed = await loop.run_in_executor(self._thread, self._look, heard, is_first)
            except (StoreFailed, ValueError) as error:
                log.warning("the floor cannot be looked at", says=str(error))
                is_first = True
                await asyncio.sleep(TICK_SECONDS)
                continue
            is_first = False
            if changed:
                self._told.clear()
                for client in self._clients:
                    client.wake()
            if self._asking is None or self._asking.done():
                self._asking = asyncio.create_task(self._ask())
            await asyncio.sleep(REST_SECONDS)

    def told(self, viewer: Actor | None, table: str) -> bytes:
        """The alerts as this viewer at a table is told of them; nothing, if he is told of none."""
        if viewer is None or viewer.role not in (*WATCHERS, Role.DEALER) or not self.version:
            return b""
        watches = viewer.role in WATCHERS
        key = self.version, watches, "" if watches else table
        if key not in self._told:
            shown = {"alerts": self.shown_alerts(None if watches else table)}
            self._told[key] = b"event: alerts\ndata: %b\n\n" % orjson.dumps(shown)
        return self._told[key]

    def shown_alerts(self, of_the_dealer_at: str | None = None) -> list[Json]:
        """All, or those that the dealer of a table is shown."""
        at = of_the_dealer_at
        found = [each for each in self.alerts if at is None or (each.table == at and each.kind in OF_THE_DEALER)]
        return [each.shape | {"seen": self._seen(each)} for each in found]

    def _seen(self, alert: Alert) -> Json | None:
        seen = self.acknowledged.get(alert.name)
        return seen and seen._asdict()

    def news(self, since: int) -> Json:
        """What has changed after a version; all of it after version 0."""
        return {
            "version": self.version,
            "rows": [shown for version, shown in self.rows.values() if version > since],
            "tables": [*self.rows],
            "unread": self.unread,
            "alerts": self.shown_alerts(),
            "meters": self.shown_micros,
        }

    async def looked(self) -> None:
        """The floor as it is now, also if nobody watches."""
        if not self._clients or not self.version:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._look, {}, True)

    async def acknowledge(self, alert: Alert, by: Actor) -> None:
        """Raises `ValueError` if the house refuses it."""
        command = AcknowledgeAlert(alert=alert.name, table=alert.table, says=alert.says)

        def written() -> None:
            write_house(self._store, by, command, datetime.now(UTC))

        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, written)
        if await loop.run_in_executor(self._thread, self._look, {}, False):
            self._told.clear()
            for client in self._clients:
                client.wake()

    async def theory_of(self, rounds: Sequence[FinishedRound], seconds: float = 20.0) -> Known:
        """What is known of the mathematics of rounds once the process that counts has been asked about the others, for
        so long at most. Of those that cannot be worked out None is known."""
        with suppress(TimeoutError, Busy):
            async with asyncio.timeout(seconds):
                await self._asked_about(rounds)
        return self._known

    async def _ask(self) -> None:
        with suppress(Busy):
            await self._asked_about([each for day in list(self._days.values()) for each in day.rounds])

    async def _asked_about(self, rounds: Sequence[FinishedRound]) -> None:
        """One question at a time."""
        while self._can_reckon():
            asked = theory.questions(each for each in rounds if place_of(each) not in self._known)
            for question, key, seats in asked:
                found: Sequence[InTheory | None]
                try:
                    found = theory.read(await self._reckoner.answer(question))
                except Failed as fault:
                    log.error("a round's mathematics could not be worked out", game=key[0], says=str(fault))
                    found = [None] * len(seats)
                self._known |= zip([(key, each) for each in seats], found, strict=True)
                self._woken.set()
            if not asked:
                break
        while len(self._known) > KNOWN:
            del self._known[next(iter(self._known))]

    # ---- on the thread

    def _look(self, heard: Mapping[str, Sequence[Record]], is_first: bool) -> bool:
        """Read on, and see what has changed."""
        now, version, here = datetime.now(UTC), self.version + 1, self._floor.tables
        moved = self._elsewhere.look(here)
        self._others = bool(self._elsewhere.tables)
        tables = {**self._elsewhere.tables, **here}
        is_all = is_first or time.monotonic() - self._all_at > ALL_SECONDS
        self._all_at = time.monotonic() if is_all else self._all_at
        found: list[Alert] = []
        rows = {name: shown for name, shown in self.rows.items() if name in tables}
        is_changed = self._read_house() | self._read_meters(tables) | (len(rows) < len(self.rows))
        is_changed |= self.unread != self._elsewhere.unread
        for name, table in sorted(tables.items()):
            if name not in self._days or is_all or name in heard or name in moved:
                self._days[name] = self._read(table, heard.get(name, ()), now)
            day, (of_day, before) = self._days[name], self._drifts.get(name, (None, None))
            drift = before if of_day is day and before else self._drift(name)
            self._drifts[name] = day, drift
            found += alerts(table, day, drift, self._levels, now)
            if is_all or of_day is not day or drift is not before:
                shown = row(table, day, drift, now)
                if name not in rows or rows[name][1] != shown:
                    rows[name] = version, shown
                    is_changed = True
        told = tuple(sorted(found, key=lambda alert: alert.place))
        if told == self.alerts and not is_changed and self.version:
            return False
        self.rows, self.alerts, self.version = rows, told, version
        self.unread = dict(self._elsewhere.unread)
        return True

    def _read(self, table: Table, records: Sequence[Record], now: datetime) -> DayOfTable:
        """A table's day with all that the table itself has; the book is asked for what nobody heard of."""
        change = self._floor.change(table.name)
        upto = change.head.seq if change else self._elsewhere.end(table.name)
        today = self._gaming_day.of(now).isoformat()
        day = self._days.get(table.name)
        if day is None:
            return table_day(self._store, table.name, today, terms=table.terms, upto=upto)
        for record in records:
            day = day.reads(record) if record.seq == day.upto + 1 else day
        day = read_on(self._store, day, upto) if upto > day.upto else day
        return day.on(today) if day.day < today else day

    def _drift(self, name: str) -> Drift | None:
        """None while the mathematics of a round of today is not known, or if it cannot be."""
        day = self._days[name]
        of_day, total = self._sums.get(name, ("", Sum()))
        total = total if of_day == day.day else Sum()
        for played in day.rounds[total.rounds :]:
            known = self._known.get(place_of(played))
            if known is None:
                return None
            total = total.plus(played, known)
            self._sums[name] = day.day, total
        game = day.reading.terms.game if day.reading.terms else ""
        return total.drift(name, game, day.day, day.drop_cents)

    def _read_house(self) -> bool:
        """Whether more alerts are acknowledged."""
        told = self._store.read_telling(HOUSE, ("AlertAcknowledged",), after=self._house_seq)
        for seq, text in told:
            body = orjson.loads(text)
            for event in body["events"]:
                self.acknowledged[event["alert"]] = SeenAlert(event["by"], body["at"])
            self._house_seq = seq
        return bool(told)

    def _read_meters(self, tables: Mapping[str, Table]) -> bool:
        """Whether a meter shows something else."""
        if time.monotonic() - self._meters_at < METER_SECONDS:
            return False
        self._meters_at = time.monotonic()
        names = {name for table in tables.values() if table.terms for name in table.terms.plays_for.values()}
        shown = {name: int(public(self._meters.whole(name)[0])["shown_micros"]) for name in sorted(names)}
        is_changed, self.shown_micros = shown != self.shown_micros, shown
        return is_changed
