"""Connections: how many there may be, and how long and for how many bytes a client may keep one waiting.

All of it is seen to before a request is understood, let alone answered: whoever sends a head without end, half a
request, or nothing at all is told so and let go. When there is no room, the newcomer takes the place of the connection
that has kept the server waiting longest; so nobody who sends whole requests is kept out by those who do not.
"""

import asyncio
import resource
import socket
import struct
from collections import OrderedDict, defaultdict
from dataclasses import replace
from enum import Enum
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from houseway.web.errors import RETRY, Problem, too_large
from houseway.web.limits import HEADERS, LOOPBACK, WebSettings

PIECE: Final = 4096  # bytes that are read at once between two looks at the count
LINES: Final = 100  # of a head
PIPELINED: Final = 8  # requests that may wait behind the one that is answered
LINGER_SECONDS: Final = 2.0  # that a refused client is listened to, or its own words would cut the answer off
LINGER_BYTES: Final = 256 * 1024
TAKEN_BYTES: Final = 16 * 1024  # that a reader takes in `send_seconds`, unless less is waiting for him
SOCKET_BYTES: Final = 128 * 1024  # that the kernel keeps for a client, each way
GONE_MS: Final = 30_000  # after which a client that does not even acknowledge is gone
CUT: Final = struct.pack("ii", 1, 0)  # a socket lingers, for no time
RESERVED: Final = 128  # descriptors that no client gets: the book, logs, the coach

BAD_REQUEST: Final = Problem(400, "malformed-request", "this is not HTTP/1.1 as it is spoken here")
TOO_SLOW: Final = Problem(408, "too-slow", "the request did not come in time")
NO_ROOM: Final = Problem(503, "too-many-connections", "no more connections can be taken now", RETRY)
MANY_WAITING: Final = Problem(400, "too-many-pipelined", f"at most {PIPELINED} requests wait for an answer")


class Phase(Enum):
    """What the client is sending."""

    NOTHING = "nothing"
    HEAD = "head"
    BODY = "body"
    REFUSED = "refused"  # whatever it sends, it is not looked at any more


class Doors:
    """The connections that are open, and those among them that keep the server waiting."""

    def __init__(self, settings: WebSettings, *, trust_proxy: bool = False) -> None:
        self.settings = settings
        self._trusted = LOOPBACK if trust_proxy else ()  # a proxy brings everybody's
        self._open: defaultdict[str, set[Connection]] = defaultdict(set)
        self._waiting: OrderedDict[Connection, None] = OrderedDict()  # who has waited longest first
        self._waiting_by: defaultdict[str, OrderedDict[Connection, None]] = defaultdict(OrderedDict)
        self.count = 0

    def admit(self, connection: "Connection") -> bool:
        """Whether there is room, if need be made by letting another go."""
        address, settings = connection.address, self.settings
        is_full = address not in self._trusted and len(self._open[address]) >= settings.connections_by_address
        if is_full and not self._drop(self._waiting_by[address]):
            return False
        if self.count >= settings.connections and not self._drop(self._waiting):
            return False
        self._open[address].add(connection)
        self.count += 1
        return True

    def _drop(self, waiting: "OrderedDict[Connection, None]") -> bool:
        longest = next(iter(waiting), None)
        if longest is not None:
            self.leave(longest)
            longest.cut()
        return longest is not None

    def waits(self, connection: "Connection") -> None:
        """From now on the server waits for its client, and may let it go for a newcomer."""
        for waiting in (self._waiting, self._waiting_by[connection.address]):
            waiting[connection] = None
            waiting.move_to_end(connection)

    def works(self, connection: "Connection") -> None:
        """The server works for its client again, and does not let it go."""
        self._waiting.pop(connection, None)
        self._waiting_by[connection.address].pop(connection, None)

    def leave(self, connection: "Connection") -> None:
        address = connection.address
        self.works(connection)
        if connection in self._open[address]:
            self._open[address].remove(connection)
            self.count -= 1
        if not self._open[address]:
            del self._open[address]
            self._waiting_by.pop(address, None)

    def look_round(self, now: float) -> None:
        """Let go of whoever is late. Called twice a second."""
        for connections in list(self._open.values()):
            for connection in list(connections):
                connection.check(now)


class Connection(HttpToolsProtocol):
    """One client. Sends the head and the body of an answer together: uvicorn would send each by itself."""

    doors: Doors  # of its server: see `connections_of`

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._settings = self.doors.settings
        self._phase = Phase.NOTHING
        self._came = 0  # bytes of the phase
        self._fault: Problem | None = None
        self._out = Corked(transport, self.loop)
        self._looked: tuple[float, int] | None = None  # since when bytes wait to be taken, and how many were then
        super().connection_made(self._out)  # type: ignore[arg-type]
        self.address = self.client[0] if self.client else "nowhere"
        self._until: float | None = self.loop.time() + self._settings.head_seconds
        if not self.doors.admit(self):
            self._phase = Phase.REFUSED
            transport.write(in_full(NO_ROOM, self.server_state.default_headers))
            transport.close()
            return
        client = transport.get_extra_info("socket")
        if client is not None and client.family != socket.AF_UNIX and hasattr(socket, "TCP_USER_TIMEOUT"):
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)
        self.doors.waits(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.doors.leave(self)

    # ---- what comes

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            if self._phase is not Phase.REFUSED:
                super().data_received(data if len(data) <= PIECE else data[start : start + PIECE])
            self._came += min(PIECE, len(data) - start)
            if self._came > self._most_bytes():
                self._has_sent_too_much()
            if self.transport.is_closing():
                return

    def _most_bytes(self) -> int:
        match self._phase:
            case Phase.BODY:  # with the sizes between its chunks and the lines after it
                return self._settings.body_bytes + self._settings.head_bytes
            case Phase.REFUSED:
                return LINGER_BYTES
            case _:
                return self._settings.head_bytes

    def _has_sent_too_much(self) -> None:
        match self._phase:
            case Phase.HEAD:
                self.refuse(self._head_too_large())
            case Phase.BODY:
                self.refuse(too_large(self._settings.body_bytes))
            case _:
                self.cut()

    def _enters(self, phase: Phase, seconds: float | None) -> None:
        self._phase, self._came = phase, 0
        self._until = None if seconds is None else self.loop.time() + seconds

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._enters(Phase.HEAD, self._settings.head_seconds)
        self.doors.waits(self)

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= LINES:
            self._fails(self._head_too_large())
        if name.lower() == b"content-length" and (len(value) > 18 or int(value) > self._settings.body_bytes):
            self._fails(too_large(self._settings.body_bytes))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= PIPELINED:
            self._fails(MANY_WAITING)
        super().on_headers_complete()
        self._enters(Phase.BODY, self._settings.body_seconds)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        if self.cycle.response_complete:
            self._enters(Phase.NOTHING, self._settings.idle_seconds)
        else:
            self._enters(Phase.NOTHING, None)
            self.doors.works(self)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._phase is Phase.NOTHING and self.cycle.response_complete:
            self._enters(Phase.NOTHING, self._settings.idle_seconds)
            self.doors.waits(self)

    # ---- who is late

    def check(self, now: float) -> None:
        if self._until is not None and now > self._until:
            if self.flow.read_paused:  # it is not the client who keeps us waiting
                self._until = now + self._settings.body_seconds
            elif self._phase is Phase.REFUSED:
                self.cut()
            elif self._phase is Phase.NOTHING:
                self._until = None
                self.transport.close()
            else:
                self.refuse(TOO_SLOW)
        self._check_reader(now)

    def _check_reader(self, now: float) -> None:
        """Cut off a client that takes too little of its answer: it may be slow, and not stand still."""
        if not self._out.waiting:
            self._looked = None
        elif self._looked is None:
            self._looked = now, self._out.taken
        elif now - self._looked[0] > self._settings.send_seconds:
            if self._out.taken - self._looked[1] < TAKEN_BYTES:
                self.cut()
            self._looked = now, self._out.taken

    def cut(self) -> None:
        """Close at once; what was still to be sent is forgotten, by the kernel too."""
        client = self.transport.get_extra_info("socket")
        if client is not None:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, CUT)
        self.transport.abort()

    # ---- what is refused before it is understood

    def _head_too_large(self) -> Problem:
        most = self._settings.head_bytes
        return Problem(431, "head-too-large", f"the head of a request has at most {most} bytes and {LINES} lines")

    def _fails(self, problem: Problem) -> None:
        """Keep the problem, and stop the parser that met it, which is done by an exception."""
        self._fault = problem
        raise ValueError(problem.says)

    def send_400_response(self, msg: str) -> None:
        """uvicorn calls it when the parser has stopped."""
        self.refuse(self._fault or BAD_REQUEST)

    def refuse(self, problem: Problem) -> None:
        """Answer, listen a little longer, and close; if an answer is on its way, or sent, close alone."""
        cycle = self.cycle
        is_answering = cycle is not None and not cycle.response_complete
        own = self._phase is Phase.BODY  # the latest cycle is that of the request that is refused
        if self.pipeline or (is_answering and (not own or cycle.response_started)):
            self.cut()
            return
        if is_answering:
            cycle.disconnected = True
            cycle.message_event.set()
        if is_answering or not own:
            self._out.write(in_full(problem, self.server_state.default_headers))
        self._enters(Phase.REFUSED, LINGER_SECONDS)
        self._out.write_eof()
        self.flow.resume_reading()


class Corked:
    """A transport that writes once a turn of the event loop, and knows how much its client has taken."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._parts: list[bytes] = []
        self._written = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    @property
    def waiting(self) -> int:
        """Bytes that the kernel has no room for, because the client does not read."""
        return self._transport.get_write_buffer_size()

    @property
    def taken(self) -> int:
        return self._written - self.waiting

    def write(self, data: bytes) -> None:
        if not self._parts:
            self._loop.call_soon(self._flush)
        self._parts.append(data)

    def write_eof(self) -> None:
        self._flush()
        self._transport.write_eof()

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        parts, self._parts = self._parts, []
        if parts:
            data = b"".join(parts)
            self._written += len(data)
            self._transport.write(data)


def connections_of(doors: Doors) -> type[Connection]:
    """The kind of connection that goes through these doors."""
    return type("Connection", (Connection,), {"doors": doors})


def in_full(problem: Problem, headers: list[tuple[bytes, bytes]]) -> bytes:
    """A problem as the bytes of a whole answer, where there is no application to give it."""
    response = problem.response()
    head = {**dict(headers), **dict(HEADERS), **dict(response.raw_headers), b"connection": b"close"}
    lines = [b"%b: %b\r\n" % line for line in head.items()]
    return b"".join((STATUS_LINE[problem.status], *lines, b"\r\n", response.body))


def within_descriptors(settings: WebSettings) -> WebSettings:
    """As many connections as this process may have descriptors for, less those it needs itself; streams are at most
    half of them, so that there is always room for a command."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.connections + RESERVED
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    most = settings.connections if soft == resource.RLIM_INFINITY else min(settings.connections, soft - RESERVED)
    return replace(settings, connections=most, streams=min(settings.streams, most // 2))


def listener_at(host: str, port: int) -> socket.socket:
    """Raises `ValueError` for a port that cannot be had. What the kernel keeps for one client is bounded."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        raise ValueError(f"{host}:{port}: {error.strerror or error}") from None
    for way in (socket.SO_SNDBUF, socket.SO_RCVBUF):
        listener.setsockopt(socket.SOL_SOCKET, way, SOCKET_BYTES)
    return listener
