"""All that a request may need: the floor, the book, who is asking, and who is listening."""

import asyncio
import hmac
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from argon2 import PasswordHasher
from starlette.requests import Request
from starlette.responses import Response

from houseway.progressive.commands import MeterCommand
from houseway.role import Actor, Role
from houseway.service.batch import Change
from houseway.service.entry import GamingDay
from houseway.service.floor import Floor
from houseway.service.house_terms import HouseTerms, terms_of_house
from houseway.service.identity import Identity, actor_of
from houseway.service.meter_papers import Papers
from houseway.service.meters import MeterBooks, count_chances
from houseway.service.outcome import Accepted, Elsewhere, NoSuchTable, Outcome, Refused, Unavailable
from houseway.service.people import Session
from houseway.service.rounds import Rounds
from houseway.service.store import Store
from houseway.shuffler import equipped
from houseway.table.commands import Command, OpenTable, TakeSeat
from houseway.table.names import is_same, of_the_house
from houseway.web.counting import Counting
from houseway.web.errors import RETRY, Problem, outcome_name, problem_of
from houseway.web.installation import MATHEMATICS, Installation
from houseway.web.limits import STAFF_COOKIE, WebSettings, credential_of
from houseway.web.metrics import Metrics
from houseway.web.reckoner import Reckoner
from houseway.web.streams import GUEST, Backlog, Places, Relay
from houseway.web.watch import FloorWatch
from houseway.web.workbench import Workbench

if TYPE_CHECKING:
    from houseway.service.anchoring import Anchoring, AnchorPlace

READERS_MODESTY: Final = 15  # of what counts for a page: further behind than what counts for a table
READERS: Final = 4  # threads that read the book for those who ask; tokens are looked up on others
Answer = TypeVar("Answer")
Opens = Callable[[Floor], Callable[[], None] | None]


class House:
    def __init__(
        self,
        store: Store,
        settings: WebSettings,
        *,
        address: str,
        name: str,
        gaming_day: GamingDay | None,
        hasher: PasswordHasher | None,
        opens: Opens,
        on_ready: Callable[[], None],
        installation: Installation | None = None,
        anchors: "AnchorPlace | None" = None,
    ) -> None:
        """`opens` gives the floor commands before anybody else can: the house is ready when it has. What it returns is
        done on a thread when the house is open."""
        self.store, self.settings, self.name, self.opens, self.on_ready = store, settings, name, opens, on_ready
        self.identity, self.metrics = Identity(store, hasher=hasher), Metrics()
        self.relay = Relay(self.identity)
        measure = self.metrics.commit
        equip = partial(equipped, ceiling=settings.ceiling)
        self.floor = Floor(
            store,
            address=address,
            watcher=self.relay,
            measure=measure,
            gaming_day=gaming_day,
            equip=equip,
            terms=self._terms,
        )
        self.places, self.backlog = Places(settings), Backlog(store)
        self.installation = installation or Installation()
        self.counting = Counting(self.installation)  # of hands
        self.workings = Reckoner(modesty=READERS_MODESTY)  # of whole games, for pages that come again by themselves
        self.workbench = Workbench()  # of the designer's desk
        self.gaming_day = gaming_day or GamingDay()
        self.zone = self.gaming_day.zone  # of the clock on the wall
        self.rounds, self.meters = Rounds(store), MeterBooks(store)
        self.papers = Papers(store, books=self.meters, rounds=self.rounds, house=name, gaming_day=gaming_day)
        self.reading = ThreadPoolExecutor(READERS, "houseway readers")
        self.printing = ThreadPoolExecutor(1, "houseway printer")  # one page after the other: readers do not wait
        self.watch = FloorWatch(
            self.floor,
            store,
            self.meters,
            self.workings,
            gaming_day=self.gaming_day,
            levels=settings.alerts,
            can_reckon=partial(self.installation.has, MATHEMATICS),
        )
        self.relay.hears = self.watch.heard
        self.anchoring = anchoring_of(anchors, store) if anchors else None
        self.of_own: dict[str, House] = {}  # by the name of a table that somebody has for himself, the house it is in
        self.is_open = False  # whether the room's own tables are
        self.opening: asyncio.Task[None] | None = None  # of those that nobody waits for
        self.failed = ""  # why the floor could not start
        self.metrics.gauge(self.floor, self.table_seqs, lambda: self.places.open)

    def _terms(self) -> HouseTerms:
        """By which tables are opened here, as the house's book has them."""
        levels = self.settings.alerts
        settings: dict[str, object] = {
            "house": self.name,
            "alert of a tray below, percent": levels.tray_percent,
            "alert of a win off, deviations": levels.deviations,
            "alert of a dealer without relief, minutes": levels.relief_minutes,
        }
        posted = {"posted of disputes": self.settings.disputes, "posted of employees": self.settings.employees}
        return terms_of_house(ceiling=self.settings.ceiling, settings=settings, posted=posted)

    def of(self, table: str | None) -> "House":
        """The house that a table is in: this one, unless somebody has the table for himself."""
        return self.of_own.get(table or "", self)

    @property
    def today(self) -> date:
        """The gaming day."""
        return self.gaming_day.of(datetime.now(UTC))

    # ---- who

    def known(self, token_hash: str) -> Session | None:
        """Whose token it is, if it was seen lately, in any house."""
        houses = (self, *dict.fromkeys(self.of_own.values()))
        return next((session for house in houses if (session := house.identity.known(token_hash))), None)

    async def session_of(self, request: Request, *, changes: bool) -> Session:
        """401 without a session; if the request changes something, 403 where a foreign page may have sent it."""
        session = await self.session_or_guest(request)
        if session is None:
            raise self._not_logged_in(request)
        credential = credential_of(request.scope)
        csrf = request.headers.get("x-csrf-token", "").encode()
        if changes and credential and credential.cookie and not hmac.compare_digest(csrf, session.csrf.encode()):
            raise Problem(403, "no-csrf-token", "with a cookie, send the session's csrf as X-CSRF-Token")
        return session

    async def session_or_guest(self, request: Request) -> Session | None:
        """None for a guest: one who sends no token. One that is not valid is no guest's: 401."""
        credential = credential_of(request.scope)
        if credential is None:
            return None
        session: Session | None = request.scope.get("session")  # the gate may have looked it up already
        session = session or await self.identity.session(credential.token_hash)
        if session is None:
            raise self._not_logged_in(request)
        return session

    def viewer(self, request: Request, table: str) -> Callable[[], Awaitable[Actor | None]]:
        """Who looks at the table, None by a token that is not valid; asked again and again by a stream, whose token
        may die."""
        credential = credential_of(request.scope)

        async def now() -> Actor | None:
            if credential is None:
                return GUEST
            session = await self.identity.session(credential.token_hash)
            return seen_by(session, table) if session else None

        return now

    def _not_logged_in(self, request: Request) -> Problem:
        headers = {"WWW-Authenticate": "Bearer"}
        credential = credential_of(request.scope)
        if credential and credential.cookie:  # a dead one would be sent, and refused, until it expires by itself
            path = "/" if credential.cookie == STAFF_COOKIE else "/".join(request.url.path.split("/")[:3])
            dead = Response()
            dead.delete_cookie(credential.cookie, path=path, **self.settings.cookies)
            headers["Set-Cookie"] = dead.headers["set-cookie"]
        return Problem(401, "not-logged-in", "log in, or take a seat, and send the token", headers)

    # ---- what

    async def read(self, ask: Callable[[], Answer]) -> Answer:
        """What the book answers."""
        return await asyncio.get_running_loop().run_in_executor(self.reading, ask)

    async def printed(self, page: Callable[[], Answer]) -> Answer:
        """A page, made on the threads that print, so that nobody who reads waits for it."""
        return await asyncio.get_running_loop().run_in_executor(self.printing, page)

    def close(self) -> None:
        for threads in (self.reading, self.printing):
            threads.shutdown(wait=False, cancel_futures=True)
        self.watch.close()
        self.backlog.close()
        self.counting.close()
        self.workings.close()
        self.installation.close()
        self.workbench.close()

    @property
    def is_ready(self) -> bool:
        return self.is_open and self.floor.ready.is_set()

    def check_ready(self) -> None:
        if not self.is_ready:
            raise Problem(503, "not-ready", self.floor.why_not, RETRY)

    async def accepted(
        self, request: Request, stream: str, key: str, actor: Actor, command: Command | MeterCommand
    ) -> Accepted:
        """What the book says to a command, and how long it took to say so; raises `Problem` for what is refused."""
        outcome = await self.submit(stream, key, actor, command)
        seconds = time.perf_counter() - request.scope["arrived"]
        self.metrics.command(type(command).__name__, outcome_name(outcome), seconds)
        if not isinstance(outcome, Accepted):
            raise problem_of(outcome, path_of(request))
        return outcome

    async def submit(self, stream: str, key: str, actor: Actor, command: Command | MeterCommand) -> Outcome:
        if not self.is_ready:
            return Unavailable()
        if isinstance(command, TakeSeat) and await self._is_of_the_staff(stream, command):
            return Refused(refusal=of_the_house(command.player))
        loop = asyncio.get_running_loop()
        if isinstance(command, OpenTable) and actor.role is Role.SUPERVISOR:
            await loop.run_in_executor(self.printing, partial(count_chances, command.terms))
        done: asyncio.Future[Outcome] = loop.create_future()
        late = loop.call_later(self.settings.reply_seconds, _settle, done, Unavailable())
        self.floor.submit(stream, key, actor, command, partial(_settle, done))
        try:
            return await done
        finally:
            late.cancel()

    async def _is_of_the_staff(self, stream: str, command: TakeSeat) -> bool:
        """Whether a newcomer has a name of the staff: the list is the service's, and no table knows it."""
        change = self.floor.change(stream)
        if change and change.table.players.get(command.seat) == command.player:
            return False  # asked again, and he may have sat there before that person came
        staff = await self.read(self.store.list_staff)
        return is_same(command.player, *(person.name for person in staff if person.active))

    async def change(self, table: str, request: Request) -> Change:
        """The table as of the last commit, if this process runs it; if not, whoever does is pointed to."""
        change = self.floor.change(table)
        if change is not None and change.head.seq:
            return change
        if not self.is_ready:
            raise problem_of(Unavailable(), "")
        exists, owner = await self.read(partial(self._whereabouts, table))
        raise problem_of(Elsewhere(address=owner) if exists else NoSuchTable(), path_of(request))

    def _whereabouts(self, table: str) -> tuple[bool, str | None]:
        # Held by nobody, the name on the claim is that of a process that is gone; by this one, the table is being read.
        is_elsewhere = table not in self.store.claimed and bool(self.store.held([table]))
        return self.store.head(table).seq > 0, self.store.owner(table) if is_elsewhere else None

    def table_seqs(self) -> dict[str, int]:
        changes = {table: self.floor.change(table) for table in self.floor.tables}
        return {table: change.head.seq for table, change in changes.items() if change and change.head.seq}


def anchoring_of(place: "AnchorPlace", store: Store) -> "Anchoring":
    """Only a house that makes anchors loads what signs them."""
    from houseway.service.anchoring import Anchoring

    return Anchoring(place, store)


def seen_by(session: Session | None, table: str) -> Actor:
    """As whom the holder of a session looks at a table: a player, at any table but his own, as a guest."""
    return actor_of(session) if session and session.stream in (None, table) else GUEST


def path_of(request: Request) -> str:
    query = request.scope["query_string"].decode("latin-1")
    path = request.scope["raw_path"].decode("latin-1")
    return f"{path}?{query}" if query else path


def _settle(done: asyncio.Future[Outcome], outcome: Outcome) -> None:
    if not done.done():
        done.set_result(outcome)
