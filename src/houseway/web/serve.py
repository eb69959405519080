"""The server: one process, its floor, and an orderly end."""

import asyncio
import signal
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

import uvicorn
from argon2 import PasswordHasher

from houseway.service.entry import GamingDay
from houseway.service.keyring import Keyring
from houseway.service.meter_papers import HOUSE_NAME
from houseway.service.store import open_store
from houseway.web.app import create_app
from houseway.web.connections import Doors, connections_of, listener_at, within_descriptors
from houseway.web.house import House, Opens
from houseway.web.installation import Installation
from houseway.web.limits import LOOPBACK, Hosts, WebSettings

if TYPE_CHECKING:
    from houseway.service.anchoring import AnchorPlace

GRACE_SECONDS: Final = 5  # for requests under way when the server is told to stop
LOOK_TICKS: Final = 5  # of a tenth of a second, between two looks for clients that are late


class Tls(NamedTuple):
    """What a server that speaks HTTPS by itself shows and signs with: files in PEM."""

    certificate: str
    key: str

    def check(self) -> None:
        """Raises `ValueError`, in one line, for files that cannot be used."""
        try:
            ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(self.certificate, self.key)
        except ssl.SSLError as error:
            why = error.reason or error
            raise ValueError(f"{self.certificate} and {self.key} are no certificate and its key: {why}") from None
        except OSError as error:
            raise ValueError(f"{self.certificate}, {self.key}: {error.strerror}") from None


class Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, *, house: House, doors: Doors, listener: socket.socket) -> None:
        super().__init__(config)
        self._house, self._doors, self._listener = house, doors, listener
        self.address = _address(config.ssl_certfile is not None, *listener.getsockname()[:2])

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Until it is told to stop. Raises `ValueError` if the floor cannot start on this book."""
        try:
            super().run(sockets or [self._listener])
        finally:
            self._listener.close()
            self._house.store.close()
        if self._house.failed:
            raise ValueError(self._house.failed)

    def stop(self) -> None:
        """May be called from any thread."""
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
        if counter % LOOK_TICKS == 0:
            self._doors.look_round(asyncio.get_running_loop().time())
        return await super().on_tick(counter) or bool(self._house.failed)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for house in (self._house, *self._house.of_own.values()):
            house.relay.close()  # an open stream would keep the server waiting for ever
            house.watch.end()
        await super().shutdown(sockets)


def make_server(
    url_of_book: str,
    *,
    host: str = "127.0.0.1",
    port: int = 8017,
    address: str | None = None,
    host_names: Sequence[str] = (),
    settings: WebSettings | None = None,
    gaming_day: GamingDay | None = None,
    house_name: str = HOUSE_NAME,
    trust_proxy: bool = False,
    hasher: PasswordHasher | None = None,
    opens: Opens = lambda floor: None,
    on_ready: Callable[[], None] = lambda: None,
    installation: Installation | None = None,
    tls: Tls | None = None,
    anchors: "AnchorPlace | None" = None,
    keyring: Keyring | None = None,
) -> Server:
    """Bound to its port, and not yet running. `address` is where other processes send whoever asks them for a table
    of this one; by default where it listens. It answers to `host`, to `host_names` and on loopback. With `trust_proxy`
    a proxy on this machine says who is asking. Raises `ValueError`, in one line, for a port or a book it cannot get."""
    settings = within_descriptors(settings or WebSettings())
    if tls:
        tls.check()
    listener = listener_at(host, port)
    try:
        store = open_store(url_of_book, keyring=keyring)
    except ValueError:
        listener.close()
        raise
    house = House(
        store,
        settings,
        address=address or _address(tls is not None, host, listener.getsockname()[1]),
        name=house_name,
        gaming_day=gaming_day,
        hasher=hasher,
        opens=opens,
        on_ready=on_ready,
        installation=installation,
        anchors=anchors,
    )
    hosts = Hosts(host, [*host_names, *([urlsplit(address).hostname or ""] if address else [])])
    doors = Doors(settings, trust_proxy=trust_proxy)
    config = uvicorn.Config(
        create_app(house, hosts),
        http=connections_of(doors),
        log_level="error",  # whoever sends what is not HTTP shall not fill the log
        access_log=False,
        proxy_headers=trust_proxy,  # from here alone, or anybody could choose the address he is counted under
        forwarded_allow_ips=list(LOOPBACK),
        server_header=False,
        ws="none",
        lifespan="on",
        timeout_keep_alive=ceil(settings.idle_seconds) + 1,  # the doors are first
        timeout_graceful_shutdown=GRACE_SECONDS,
        ssl_certfile=tls.certificate if tls else None,
        ssl_keyfile=tls.key if tls else None,
    )
    return Server(config, house=house, doors=doors, listener=listener)


def _address(is_https: bool, host: str, port: int) -> str:
    scheme = "https" if is_https else "http"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"
