"""Server-sent events: the records of a table as they are committed, and after each commit what the viewer sees.

The writer's thread hands a commit over to the event loop once, with all its replies and changes. What is sent to
clients is written once for all who may see the same.

Whoever resumes is told what he has missed in pieces, within a budget, and never before a command. A piece is read and
written out once, on a thread of its own, and kept for the next who asks. Whoever has missed more than a piece waits for
his turn, and between two turns there is a pause: all replays together take a small part of the process, however many
there are and however long the book is.
"""

import asyncio
import time
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import cached_property
from typing import Final, Protocol

import orjson
from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from houseway.role import STAFF, Actor, Role
from houseway.service.batch import Change
from houseway.service.floor import Floor
from houseway.service.identity import Identity
from houseway.service.log import log
from houseway.service.outcome import Outcome
from houseway.service.record import Record
from houseway.service.store import Store, StoreFailed
from houseway.table.automatic import next_step
from houseway.table.view import told_to_all, view
from houseway.web.errors import Problem
from houseway.web.limits import WebSettings

GUEST: Final = Actor(Role.PLAYER, "guest", None)
TOKEN_DIED: Final = b"event: token\ndata: %b\n\n" % orjson.dumps(
    {"code": "not-logged-in", "says": "the token is no longer valid: from here on a guest is shown the table"}
)


PIECE: Final = 32  # records: what is read at once keeps the other threads waiting for a millisecond or two
KEPT_BYTES: Final = 32_000_000
BYTES_PER_SECOND: Final = 8_000_000  # that all replays together are sent
REST: Final = 4  # times as long as a piece took to read, until the next is read
PUBLIC: Final = ("at", "by", "command", "events")
Piece = tuple[tuple[int, bytes], ...]  # records as listeners are told of them: (seq, message), in order


def size_of(piece: Piece) -> int:
    return sum(len(message) for _, message in piece)


class Backlog:
    """Called on one event loop; it reads on a thread of its own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._reading = ThreadPoolExecutor(1, "houseway backlog")
        self._kept: OrderedDict[tuple[str, int, int], Piece] = OrderedDict()
        self._kept_bytes = 0
        self._asked: dict[tuple[str, int, int], asyncio.Future[Piece]] = {}  # what is being read
        self._turn = asyncio.Lock()  # who asked first is first
        self._rests_until = 0.0

    def close(self) -> None:
        self._reading.shutdown(wait=False, cancel_futures=True)

    async def after(self, stream: str, seq: int, upto: int) -> Piece:
        """The next records after one, as many as are in its piece, and none after `upto`."""
        first = seq - seq % PIECE
        key = stream, first, min(first + PIECE, upto)
        if upto - seq <= PIECE:  # away for a moment
            piece = await self._piece(key)
        else:
            async with self._turn:
                await asyncio.sleep(self._rests_until - time.monotonic())
                began = time.monotonic()
                is_kept = key in self._kept
                piece = await self._piece(key)
                now = time.monotonic()
                read_for = 0.0 if is_kept else now - began
                self._rests_until = now + max(REST * read_for, size_of(piece) / BYTES_PER_SECOND)
        return tuple(each for each in piece if each[0] > seq)

    async def _piece(self, key: tuple[str, int, int]) -> Piece:
        if key not in self._kept:
            if key not in self._asked:
                asked = asyncio.get_running_loop().run_in_executor(self._reading, self._read, *key)
                asked.add_done_callback(lambda _: self._asked.pop(key))
                self._asked[key] = asked
            piece = await asyncio.shield(self._asked[key])  # whoever goes away takes it from nobody else
            if key not in self._kept:
                self._kept[key] = piece
                self._kept_bytes += size_of(piece)
        self._kept.move_to_end(key)
        piece = self._kept[key]
        while self._kept_bytes > KEPT_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._kept_bytes -= size_of(oldest)
        return piece

    def _read(self, stream: str, after: int, upto: int) -> Piece:
        records = self._store.read(stream, after=after, upto=upto)
        return tuple((record.seq, record_message(record)) for record in records)


def record_message(record: Record) -> bytes:
    """A record without its key, which is its sender's, without its secrets, which stay beside the body, and without
    what is not for all."""
    body = orjson.loads(record.body)
    body["command"], body["events"] = told_to_all(body["command"]), [told_to_all(event) for event in body["events"]]
    public = {"seq": record.seq, **{name: body[name] for name in PUBLIC}, "hash": record.hash}
    return b"id: %d\ndata: %b\n\n" % (record.seq, orjson.dumps(public))


class Announcement:
    """A commit as clients are told of it."""

    def __init__(self, change: Change) -> None:
        self._change = change
        self.seq = change.head.seq
        self._views: dict[tuple[Role, int | None, str], bytes] = {}

    @cached_property
    def records(self) -> tuple[tuple[int, bytes], ...]:
        return tuple((record.seq, record_message(record)) for record in self._change.records)

    @cached_property
    def _due_at(self) -> str | None:
        """When the automatic dealer goes on without those he waits for."""
        step = next_step(self._change.table)
        return step[1].isoformat() if step and step[1] else None

    def view(self, viewer: Actor) -> bytes:
        """The table as JSON. What is seen depends on role and seat, and on the name of a dealer alone: whether it is he
        who is signed on."""
        key = (viewer.role, viewer.seat, viewer.name if viewer.role is Role.DEALER else "")
        if key not in self._views:
            head, seen = self._change.head, view(self._change.table, viewer)
            shown = {"seq": head.seq, "head": head.hash, "due_at": self._due_at, "view": seen}
            self._views[key] = orjson.dumps(shown)
        return self._views[key]


class Client:
    """One reader of a stream."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: deque[Announcement] = deque()
        self._woken = asyncio.Event()
        self.ended = False

    def tell(self, announcement: Announcement) -> None:
        if len(self._waiting) >= self._most:
            self.end()  # too slow: he comes back and resumes from the book
        else:
            self._waiting.append(announcement)
            self._woken.set()

    def wake(self) -> None:
        """Something else than the table has changed."""
        self._woken.set()

    def end(self) -> None:
        self.ended = True
        self._waiting.clear()
        self._woken.set()

    async def news(self, seconds: float) -> list[Announcement]:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        self._woken.clear()
        news = list(self._waiting)
        self._waiting.clear()
        return news


class Alerting(Protocol):
    """The alerts of the floor."""

    def watching(self, client: Client) -> AbstractContextManager[None]:
        """The client is woken when they change."""

    def told(self, viewer: Actor | None, table: str) -> bytes:
        """The message for a viewer at a table; empty for one who is told of none."""


class Relay:
    """The floor's watcher: brings its commits to the event loop, and there to whoever waits for them."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity
        self._loop: asyncio.AbstractEventLoop | None = None
        self._clients: defaultdict[str, set[Client]] = defaultdict(set)
        self._latest: dict[str, Announcement] = {}
        self.hears: Callable[[Sequence[Change]], None] = lambda changes: None  # whoever watches the whole floor
        self.closed = False

    def __call__(self, outcomes: list[tuple[Callable[[Outcome], None], Outcome]], changes: list[Change]) -> None:
        assert self._loop is not None, "the relay is bound to a loop before the floor starts"
        with suppress(RuntimeError):  # the loop is gone, and with it everybody who waited
            self._loop.call_soon_threadsafe(self._deliver, outcomes, changes)

    # ---- on the event loop

    def bind(self) -> None:
        self._loop = asyncio.get_running_loop()

    def _deliver(self, outcomes: list[tuple[Callable[[Outcome], None], Outcome]], changes: Sequence[Change]) -> None:
        for change in changes:  # first, so that a token is dead when its holder hears that he left
            self._identity.heard(change.table.name, change.records)
            self._latest[change.table.name] = Announcement(change)
            self.repeat(change.table.name)
        for reply, outcome in outcomes:
            reply(outcome)
        self.hears(changes)

    def latest(self, change: Change) -> Announcement:
        """A table as of now."""
        stream = change.table.name
        if stream not in self._latest or self._latest[stream].seq != change.head.seq:
            self._latest[stream] = Announcement(change)
        return self._latest[stream]

    def repeat(self, stream: str) -> None:
        """Tell everybody at a table how it is; once more if a token has died, whose holder shall hear of it now."""
        for client in list(self._clients.get(stream, ())) if stream in self._latest else ():
            client.tell(self._latest[stream])

    @contextmanager
    def listening(self, stream: str, most: int) -> Iterator[Client]:
        client = Client(most)
        self._clients[stream].add(client)
        if self.closed:
            client.end()
        try:
            yield client
        finally:
            self._clients[stream].discard(client)
            if not self._clients[stream]:
                del self._clients[stream]

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        self.closed = True
        for clients in list(self._clients.values()):
            for client in list(clients):
                client.end()


class Places:
    """How many streams are open: in all, of guests, from one address, of one person. A stream counts from its first
    moment, also while its reader is still told of the past."""

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings
        self._open: Counter[str] = Counter()

    @property
    def open(self) -> int:
        return self._open["all"]

    def has(self, table: str, seat: int) -> bool:
        """Whether the player of a seat is there."""
        return self._open[f"person seat {seat} of {table}"] > 0

    @contextmanager
    def taken(self, address: str, person: str | None) -> Iterator[None]:
        """Raises `Problem` if there is none. `person` is None for a guest."""
        most_of = self._settings
        whose = {f"person {person}": most_of.streams_by_person} if person else {"guests": most_of.streams // 2}
        limits = {f"address {address}": most_of.streams_by_address, **whose, "all": most_of.streams}
        for what, most in limits.items():
            if self._open[what] >= most:
                own = what not in ("all", "guests")
                says = f"{most} of your streams are open" if own else "no more streams can be opened now"
                raise Problem(429 if own else 503, "too-many-streams", says, {"Retry-After": "5"})
        self._open.update(limits.keys())
        try:
            yield
        finally:
            for what in limits:
                self._open[what] -= 1
                if not self._open[what]:
                    del self._open[what]


class EventStream(StreamingResponse):
    """It takes its place when it begins and leaves it when it ends. A reader that keeps a message waiting too long is
    let go."""

    def __init__(
        self, messages: AsyncIterator[bytes], *, place: AbstractContextManager[None], send_seconds: float
    ) -> None:
        super().__init__(messages, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})
        self._place = place
        self._send_seconds = send_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with self._place:
                await super().__call__(scope, receive, send)
        except Problem as problem:  # there was no place, and nothing is sent yet
            await problem.response()(scope, receive, send)

    async def stream_response(self, send: Send) -> None:
        async def send_in_time(message: Message) -> None:
            async with asyncio.timeout(self._send_seconds):
                await send(message)

        try:
            await super().stream_response(send_in_time)
        except TimeoutError:
            log.info("a stream's reader was too slow")
        except StoreFailed as error:  # he comes back, and resumes from the book
            log.warning("a stream broke off", says=str(error))


async def messages(
    floor: Floor,
    relay: Relay,
    backlog: Backlog,
    settings: WebSettings,
    stream: str,
    after: int | None,
    *,
    viewer: Callable[[], Awaitable[Actor | None]],
    alerts: Alerting,
) -> AsyncIterator[bytes]:
    """All that one reader is sent. `after` is the last record he has; without it he begins with the table as it is.
    `viewer` is who looks, None once his token is dead. Of `alerts` a reader of the staff is sent those that stand."""
    yield b"retry: 1000\n\n"
    sent, has_token = after, True
    while sent is not None and (change := floor.change(stream)) is not None and sent < change.head.seq:
        piece = await backlog.after(stream, sent, change.head.seq)
        yield b"".join(message for _, message in piece)
        sent = piece[-1][0]
    with relay.listening(stream, settings.stream_batches) as client, ExitStack() as watching:
        first, alerted = await viewer(), b""
        is_staff = first is not None and first.role in STAFF
        if is_staff:
            watching.enter_context(alerts.watching(client))
        news = [relay.latest(now)] if (now := floor.change(stream)) else []
        while not client.ended and floor.change(stream) is not None:  # a table may fall to another process
            parts = [] if news else [b": ping\n\n"]
            for each in news:
                sent = each.seq if sent is None else sent
                for seq, message in (*each.records, (each.seq + 1, b"")):
                    while seq > sent + 1:  # told of by nobody: committed before a fault, or while nobody listened
                        piece = await backlog.after(stream, sent, seq - 1)
                        parts += [missed for _, missed in piece]
                        sent = piece[-1][0]
                    if seq == sent + 1 and message:
                        parts.append(message)
                        sent = seq
            newest = news[-1] if news and news[-1].seq == sent else None
            looks = await viewer() if newest or is_staff else GUEST
            if looks is None and has_token:
                has_token = False
                parts.append(TOKEN_DIED)
            if newest:
                parts.append(b"event: view\nid: %d\ndata: %b\n\n" % (newest.seq, newest.view(looks or GUEST)))
            if is_staff and (told := alerts.told(looks, stream)) != alerted:
                alerted = told
                parts.append(told)
            if parts:
                yield b"".join(parts)  # at once: what a message costs is mostly the sending
            news = await client.news(settings.ping_seconds)
