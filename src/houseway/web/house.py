"""All that a request may need: the floor, the book, who is asking, and who is listening."""

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from starlette.requests import Request

from houseway.service.floor import Change, Floor
from houseway.service.identity import Identity, actor_of
from houseway.service.outcome import Elsewhere, NoSuchTable, Outcome, Unavailable
from houseway.service.store import Session, Store
from houseway.table.commands import Command, Stage
from houseway.table.role import Actor, Role
from houseway.web.errors import Problem, problem_of
from houseway.web.limits import Credential, Settings, credential_of
from houseway.web.metrics import Metrics
from houseway.web.rounds import Rounds
from houseway.web.streams import Relay

GUEST: Final = Actor(Role.PLAYER, "guest", None)


@dataclass(slots=True, kw_only=True)
class House:
    floor: Floor
    store: Store
    settings: Settings
    identity: Identity
    relay: Relay
    metrics: Metrics
    rounds: Rounds
    on_ready: Callable[[], None] = lambda: None
    failed: str = field(default="", init=False)  # why the floor could not start

    # ---- who

    async def session_of(self, request: Request) -> Session:
        """Of a request that changes something: 401 without a session, 403 if a foreign page may have sent it."""
        credential = credential_of(request.scope)
        session = await self._session(credential)
        if credential is None or session is None:
            header = {"WWW-Authenticate": "Bearer"}
            raise Problem(401, "not-logged-in", "log in, or take a seat, and send the token", header)
        told = request.headers.get("x-csrf-token", "")
        if credential.by_cookie and not hmac.compare_digest(told.encode(), session.csrf.encode()):
            raise Problem(403, "no-csrf-token", "with a cookie, send the session's csrf as X-CSRF-Token")
        return session

    async def _session(self, credential: Credential | None) -> Session | None:
        return await self.identity.session(credential.token_hash) if credential else None

    def viewer(self, request: Request, table: str) -> Callable[[], Awaitable[Actor]]:
        """Who looks at the table; asked again and again by a stream, whose token may die."""
        credential = credential_of(request.scope)

        async def now() -> Actor:
            session = await self._session(credential)
            return actor_of(session) if session and session.stream in (None, table) else GUEST

        return now

    # ---- what

    async def submit(self, table: str, key: str, actor: Actor, command: Command) -> Outcome:
        if not self.floor.ready.is_set():
            return Unavailable()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Outcome] = loop.create_future()
        late = loop.call_later(self.settings.reply_seconds, _settle, done, Unavailable())
        self.floor.submit(table, key, actor, command, partial(_settle, done))
        try:
            return await done
        finally:
            late.cancel()

    async def change(self, table: str, request: Request) -> Change:
        """The table as of the last commit, if this process runs it; if not, whoever does is pointed to."""
        change = self.floor.change(table)
        if change is not None and change.head.seq:
            return change
        if not self.floor.ready.is_set():
            raise problem_of(Unavailable(), "")
        exists, owner = await asyncio.to_thread(self._whereabouts, table)
        raise problem_of(Elsewhere(address=owner) if exists else NoSuchTable(), path_of(request))

    def _whereabouts(self, table: str) -> tuple[bool, str | None]:
        held = bool(self.store.held([table]))  # or the name on the claim is that of a process that is gone
        return self.store.head(table).seq > 0, self.store.owner(table) if held else None

    # ---- counted

    def table_seqs(self) -> dict[str, int]:
        changes = {table: self.floor.change(table) for table in self.floor.tables}
        return {table: change.head.seq for table, change in changes.items() if change and change.head.seq}

    def open_tables(self) -> int:
        return sum(table.stage is not Stage.CLOSED for table in self.floor.tables.values())

    def stream_clients(self) -> int:
        return self.relay.clients


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def path_of(request: Request) -> str:
    query = request.scope["query_string"].decode("latin-1")
    path = request.scope["raw_path"].decode("latin-1")
    return f"{path}?{query}" if query else path


def _settle(done: asyncio.Future[Outcome], outcome: Outcome) -> None:
    if not done.done():
        done.set_result(outcome)
