"""Tables that people have for themselves: to practise alone, at once and without a clock, or to play with friends who
are sent a link.

They are in a house of their own, whose book lies in a folder that goes with it: nothing of practice comes into the book
of the room, and nobody can fill the disk with it. A book is never cut, so it is thrown away as a whole. A table is gone
when nobody has been there for a while; a book whose tables are gone is thrown away, one that has had many takes no
more of them, and there are few books. Whoever knows the name of such a table may look at it and sit down: the name is
random, stands in no list, and is what a link to friends is made of.
"""

import asyncio
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from houseway.game import Game
from houseway.games import GAMES
from houseway.reports import qr
from houseway.role import Actor
from houseway.service.identity import Allowance
from houseway.service.keyring import Keyring
from houseway.service.log import log
from houseway.service.outcome import Accepted
from houseway.service.people import Session
from houseway.service.record import ROOM_KEY
from houseway.service.store import open_store
from houseway.table.commands import OpenTable
from houseway.table.terms import Terms
from houseway.web.card_room import LOOK_SECONDS, SUPERVISOR, host, open_meters, room_terms
from houseway.web.errors import Problem, problem_of, too_many
from houseway.web.house import House
from houseway.web.limits import STAFF_COOKIE, address_of, credential_of
from houseway.web.models import OwnTableAsked, OwnTableOpened, TableName
from houseway.web.pages import OWN
from houseway.web.routes import Routes
from houseway.web.streams import GUEST

routes = Routes()

MOST: Final = 200  # tables at once, where a card room has them
ABANDONED_SECONDS: Final = 600.0  # without anybody: then the table is gone
IDLE: Final = timedelta(hours=6)  # without a command: then it is gone though a page is open
AWAY_SECONDS: Final = 60.0  # after which a friend who is gone gives up the seat
TABLES_IN_A_BOOK: Final = 200  # then the next table begins another
FULL_BYTES: Final = 64 << 20  # of a book that takes no more tables
MOST_BYTES: Final = 256 << 20  # of one whose tables are over
BOOKS: Final = 3  # at once
FOLDER: Final = "houseway-own-"  # before the number of the process
FRIENDS_BETTING_SECONDS: Final = 20  # from the first bet
FRIENDS_SETTING_SECONDS: Final = 45
FRIENDS_IDLE_ROUNDS: Final = 2
NO_ROOM: Final = Problem(503, "no-room", "every practice table is in use; try again in a minute", {"Retry-After": "60"})


@routes.at("POST /own-tables", status=201, answer=OwnTableOpened)
async def open_own_table(house: House, body: OwnTableAsked, request: Request) -> dict[str, Any]:
    """A table of one's own: one seat and no clock, or shared with friends. It is gone when it is abandoned."""
    game = GAMES.get(body.game)
    if game is None:
        raise Problem(404, "no-such-game", "no game has this name")
    house.check_ready()
    own: OwnTables = request.app.state.own_tables
    return {"table": await own.open(game, shared=body.shared, address=address_of(request.scope))}


@routes.at("GET /tables/{table}/invitation", media="image/svg+xml", answer=None)
async def show_invitation(house: House, request: Request, table: TableName) -> Response:
    """The link by which friends sit down at the table, as a QR code."""
    await house.change(table, request)
    scheme = "https" if house.settings.https else "http"
    link = f"{scheme}://{request.headers['host']}/tables/{table}/play#join"
    return Response(qr.svg(link), media_type="image/svg+xml")


def practice_terms(game: Game) -> Terms:
    return replace(room_terms(game), seats=1, idle_rounds=0, untimed=True)


def friends_terms(game: Game) -> Terms:
    return replace(
        room_terms(game),
        betting_seconds=FRIENDS_BETTING_SECONDS,
        setting_seconds=FRIENDS_SETTING_SECONDS,
        idle_rounds=FRIENDS_IDLE_ROUNDS,
    )


class OwnHouse(House):
    """A house of tables that are somebody's own. It has no staff: they are guests there, as anybody is."""

    def __init__(self, of: House) -> None:
        self.folder = tempfile.mkdtemp(prefix=f"{FOLDER}{os.getpid()}-")
        super().__init__(
            open_store(os.path.join(self.folder, "book.db"), keyring=Keyring.of_this_process()),
            replace(of.settings, away_seconds=AWAY_SECONDS),
            address="own tables",
            name=of.name,
            gaming_day=None,
            hasher=None,
            opens=lambda floor: None,
            on_ready=lambda: None,
            installation=of.installation,
        )
        self.counting, self.workings, self.places = of.counting, of.workings, of.places
        self.opened = 0  # tables, in its life
        self._has_meters: set[str] = set()  # games
        self._hosting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self.relay.bind()
        await asyncio.to_thread(self.floor.start)
        self.is_open = True
        self._hosting = asyncio.create_task(host(self, AWAY_SECONDS))

    async def stop(self) -> None:
        if self._hosting is not None:
            self._hosting.cancel()
        self.relay.close()
        await asyncio.to_thread(self.floor.stop)
        for threads in (self.reading, self.printing):
            threads.shutdown(wait=False, cancel_futures=True)
        self.backlog.close()
        self.store.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    async def opens_table(self, name: str, game: Game, terms: Terms) -> None:
        if game.slug not in self._has_meters:
            await asyncio.to_thread(open_meters, self.floor, game)
            self._has_meters.add(game.slug)
        outcome = await self.submit(name, ROOM_KEY, SUPERVISOR, OpenTable(terms=terms))
        if not isinstance(outcome, Accepted):
            raise problem_of(outcome, "")
        self.opened += 1

    @property
    def bytes(self) -> int:
        return sum(file.stat().st_size for file in Path(self.folder).glob("*"))

    async def session_or_guest(self, request: Request) -> Session | None:
        credential = credential_of(request.scope)
        if credential is None or credential.cookie == STAFF_COOKIE:
            return None
        session = await self.identity.session(credential.token_hash)
        if session is None:
            raise self._not_logged_in(request)
        return session

    def viewer(self, request: Request, table: str) -> Callable[[], Awaitable[Actor | None]]:
        credential = credential_of(request.scope)
        if credential and credential.cookie == STAFF_COOKIE:

            async def as_guest() -> Actor | None:
                return GUEST

            return as_guest
        return super().viewer(request, table)


@dataclass(slots=True, kw_only=True)
class OwnTable:
    house: OwnHouse
    address: str  # from which it was opened
    there_at: float  # when somebody was last there


class OwnTables:
    """Those of a card room. Called on its event loop."""

    def __init__(self, house: House) -> None:
        self._house, settings = house, house.settings
        self._allowance = Allowance(
            burst=settings.own_tables_burst, per_second=settings.own_tables_per_minute / 60, keys=20_000
        )
        self._houses: list[OwnHouse] = []
        self._tables: dict[str, OwnTable] = {}
        self._opening = asyncio.Lock()

    async def open(self, game: Game, *, shared: bool, address: str) -> str:
        """The name of the new table. Raises `Problem` where there is no room for it."""
        settings = self._house.settings
        if not settings.own_tables:
            raise Problem(404, "no-own-tables", "this service opens no tables for visitors")
        if wait := self._allowance.take(address):
            raise too_many(wait.seconds)
        async with self._opening:
            theirs = [name for name, table in self._tables.items() if table.address == address]
            if len(theirs) >= settings.own_tables_by_address and not self._lets_go(theirs):
                says = f"{len(theirs)} practice tables are open from your address; leave one of them first"
                raise Problem(429, "too-many-own-tables", says, {"Retry-After": "60"})
            if len(self._tables) >= settings.own_tables and not self._lets_go(list(self._tables)):
                raise NO_ROOM
            own = await self._with_room()
            name = f"{OWN}{secrets.token_hex(8)}"
            await own.opens_table(name, game, friends_terms(game) if shared else practice_terms(game))
            self._tables[name] = OwnTable(house=own, address=address, there_at=time.monotonic())
            self._house.of_own[name] = own
        return name

    def _lets_go(self, names: list[str]) -> bool:
        """Whether one of the tables is without anybody; the one that is so longest is gone then."""
        empty = [name for name in names if not self._is_attended(name)]
        if empty:
            self._is_gone(min(empty, key=lambda name: self._tables[name].there_at))
        return bool(empty)

    def _is_attended(self, name: str) -> bool:
        seats = range(1, self._tables[name].house.floor.tables[name].seats + 1)
        return any(self._house.places.has(name, seat) for seat in seats)

    def _is_gone(self, name: str) -> None:
        del self._tables[name], self._house.of_own[name]

    async def _with_room(self) -> OwnHouse:
        if self._houses and not _is_full(self._houses[-1]):
            return self._houses[-1]
        if len(self._houses) >= BOOKS:
            raise NO_ROOM
        sweep()
        made = OwnHouse(self._house)
        self._houses.append(made)
        await made.start()
        return made

    # ---- what is over

    async def look_round(self) -> None:
        """Every two seconds, until it is cancelled."""
        while self._house.settings.own_tables:
            try:
                async with self._opening:
                    await self._clear_up(time.monotonic(), datetime.now(UTC))
                    if self._house.is_ready and not self._houses:
                        await self._with_room()  # the first tap finds it open
                self._wake_the_coach()
            except Exception as error:  # what is over now is over in two seconds too
                log.error("tables of people's own could not be cleared up", says=str(error))
            await asyncio.sleep(LOOK_SECONDS)

    async def _clear_up(self, now: float, today: datetime) -> None:
        for name, table in list(self._tables.items()):
            if self._is_attended(name):
                table.there_at = now
            is_idle = today - table.house.floor.tables[name].at > IDLE
            if now - table.there_at > ABANDONED_SECONDS or is_idle or table.house.bytes > MOST_BYTES:
                self._is_gone(name)
        used = {id(table.house) for table in self._tables.values()}
        for own in [own for own in self._houses if own.opened and id(own) not in used]:
            self._houses.remove(own)
            await own.stop()

    def _wake_the_coach(self) -> None:
        """For all tables at which somebody sits: what could not be prepared before, as the compiler was not there, is
        prepared when it is."""
        tables = [table.house.floor.tables[name] for name, table in self._tables.items()]
        tables += self._house.floor.tables.values()
        seated = sorted((each for each in tables if each.players), key=lambda each: len(each.players), reverse=True)
        self._house.counting.prepare(each.terms for each in seated)

    async def close(self) -> None:
        self._tables.clear()
        self._house.of_own.clear()
        while self._houses:
            with suppress(Exception):
                await self._houses.pop().stop()


def sweep() -> None:
    """Away with the folders of processes that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER}*-*"):
        number = folder.name.removeprefix(FOLDER).partition("-")[0]
        if number.isdecimal() and not _is_running(int(number)):
            shutil.rmtree(folder, ignore_errors=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # somebody else's
        return True
    return True


def _is_full(own: OwnHouse) -> bool:
    return own.opened >= TABLES_IN_A_BOOK or own.bytes > FULL_BYTES
