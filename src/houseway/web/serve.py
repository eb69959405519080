"""The server: one process, its floor, and an orderly end."""

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import uvicorn
from argon2 import PasswordHasher
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from houseway.service.entry import GamingDay
from houseway.service.floor import Floor
from houseway.service.identity import Identity
from houseway.service.meter_papers import HOUSE_NAME
from houseway.service.store import Store, open_store
from houseway.web.app import create_app
from houseway.web.house import House
from houseway.web.limits import Settings
from houseway.web.metrics import Metrics
from houseway.web.streams import Relay

LOOPBACK: Final = ["127.0.0.1", "::1"]
GRACE_SECONDS: Final = 5  # for requests under way when the server is told to stop


class Protocol(HttpToolsProtocol):
    """Sends the head and the body of an answer together: uvicorn would send each by itself."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(Corked(transport, self.loop))  # type: ignore[arg-type]


class Corked:
    """A transport that writes once a turn of the event loop."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._parts: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not self._parts:
            self._loop.call_soon(self._flush)
        self._parts.append(data)

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        parts, self._parts = self._parts, []
        if parts:
            self._transport.write(b"".join(parts))


class Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, *, house: House, store: Store, listener: socket.socket) -> None:
        super().__init__(config)
        self._house = house
        self._store = store
        self._listener = listener
        host, port = listener.getsockname()[:2]
        self.address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Until it is told to stop. Raises `ValueError` if the floor cannot start on this book."""
        try:
            super().run(sockets or [self._listener])
        finally:
            self._listener.close()
            self._store.close()
        if self._house.failed:
            raise ValueError(self._house.failed)

    def stop(self) -> None:
        """From any thread."""
        self.should_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Told to stop, stop and return: uvicorn itself would raise the signal once more, before the book is closed."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or bool(self._house.failed)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._house.relay.close()  # an open stream would keep the server waiting for ever
        await super().shutdown(sockets)


def make_server(
    url_of_book: str,
    *,
    host: str = "127.0.0.1",
    port: int = 8017,
    address: str | None = None,
    settings: Settings | None = None,
    gaming_day: GamingDay | None = None,
    house_name: str = HOUSE_NAME,
    trust_proxy: bool = False,
    hasher: PasswordHasher | None = None,
    opens: Callable[[Floor], None] = lambda floor: None,
    on_ready: Callable[[], None] = lambda: None,
) -> Server:
    """Bound to its port, and not yet running. `address` is where other processes send whoever asks them for a table
    of this one; by default where it listens. With `trust_proxy` a proxy on this machine says who is asking. Raises
    `ValueError`, in one line, for a port or a book it cannot have."""
    try:
        listener = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise ValueError(f"{host}:{port}: {error.strerror or error}") from None
    try:
        store = open_store(url_of_book)
    except ValueError:
        listener.close()
        raise
    relay, metrics = Relay(), Metrics()
    bound = listener.getsockname()
    floor = Floor(
        store,
        address=address or f"http://{f'[{host}]' if ':' in host else host}:{bound[1]}",
        watcher=relay,
        measure=metrics.commit,
        gaming_day=gaming_day,
    )
    app = create_app(
        floor,
        store,
        settings,
        relay=relay,
        metrics=metrics,
        identity=Identity(store, hasher=hasher),
        gaming_day=gaming_day,
        house_name=house_name,
        opens=opens,
        on_ready=on_ready,
    )
    config = uvicorn.Config(
        app,
        http=Protocol,
        log_level="warning",
        access_log=False,
        proxy_headers=trust_proxy,  # from here alone, or anybody could choose the address he is counted under
        forwarded_allow_ips=LOOPBACK,
        server_header=False,
        ws="none",
        lifespan="on",
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    return Server(config, house=app.state.house, store=store, listener=listener)


def serve(
    url_of_book: str,
    host: str = "127.0.0.1",
    port: int = 8017,
    *,
    address: str | None = None,
    settings: Settings | None = None,
    gaming_day: GamingDay | None = None,
    house_name: str = HOUSE_NAME,
    trust_proxy: bool = False,
    opens: Callable[[Floor], None] = lambda floor: None,
    say: Callable[[str], None] = lambda line: print(line, flush=True),
) -> None:
    """Run until SIGINT or SIGTERM; says where it listens once it is ready. Raises `ValueError` for a bad book."""
    server = make_server(
        url_of_book,
        host=host,
        port=port,
        address=address,
        settings=settings,
        gaming_day=gaming_day,
        house_name=house_name,
        trust_proxy=trust_proxy,
        opens=opens,
        on_ready=lambda: say(server.address),
    )
    server.run()
