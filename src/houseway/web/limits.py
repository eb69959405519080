"""How much one client may ask for, for which hosts the service answers, and the gate in front of every request.

A page of somebody else can have its own name lead to this machine (DNS rebinding) and would then be, to a browser, of
the same origin as the service; but its requests name its own host. A request that changes something is taken from the
service's own pages, or from programs, which send no `Origin`.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import Final, Literal, TypedDict
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.service.alerts import AlertLevels
from houseway.service.identity import Allowance, hash_of, person_of
from houseway.service.people import Session
from houseway.table.ceiling import Ceiling
from houseway.web.errors import Problem, too_many

STAFF_COOKIE: Final = "houseway_staff"
SEAT_COOKIE: Final = "houseway_seat"  # sent only to its own table, and comes before the other there
MANY_PEOPLE: Final = 10  # how many times a stranger's requests all of an address may make
ALWAYS_ANSWERED: Final = ("/health", "/ready")
LOOPBACK: Final = ("127.0.0.1", "::1")
PENALTY_SECONDS: Final = 0.25  # that one who asks too much waits for being told so

# The API's answers are for programs: no browser shall show, keep, frame or guess anything of them.
HEADERS: Final = (
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class CookieBounds(TypedDict):
    httponly: bool
    samesite: Literal["strict"]
    secure: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSettings:
    head_bytes: int = 16 * 1024  # of a request, its headers and all
    head_seconds: float = 10.0  # to send it in, from the first byte or from the moment of connecting
    body_bytes: int = 64 * 1024
    body_seconds: float = 10.0  # to send a body in
    idle_seconds: float = 5.0  # between an answer and the next request
    connections: int = 4000  # at once
    connections_by_address: int = 256
    reply_seconds: float = 30.0  # that a command waits for the book
    session_burst: float = 200.0  # requests at once by one seat or member of staff
    session_per_second: float = 50.0
    address_burst: float = 1000.0  # requests at once by one address, without a token or with one not seen lately
    address_per_second: float = 200.0
    streams: int = 2000  # open at once; those of guests at most half
    streams_by_address: int = 64
    streams_by_person: int = 16  # one seat or member of staff
    ping_seconds: float = 15.0  # between signs of life on a stream
    stream_batches: int = 256  # that may wait for a slow reader of a stream
    send_seconds: float = 10.0  # that he may keep one message, or any answer, waiting
    own_tables: int = 0  # that people may have at once for themselves; 0: none
    own_tables_by_address: int = 8
    own_tables_burst: float = 8.0  # that one address may open at once
    own_tables_per_minute: float = 6.0
    away_seconds: float | None = None  # after which a host frees the seat of a player who is gone; none: never
    disputes: str = ""  # what is posted of how they are handled; none: `signs.DISPUTES`
    employees: str = ""  # what is posted of whether they may play; none: `signs.EMPLOYEES`
    ceiling: Ceiling | None = None  # the most on one wager by the house's own approval; none: the law's cap
    alerts: AlertLevels = field(default_factory=AlertLevels)  # from where on the staff is alerted
    https: bool = False  # whether a proxy in front speaks it: cookies are then sent over it alone

    @property
    def cookies(self) -> CookieBounds:
        """To whom a browser gives a cookie: no script, and no page of somebody else."""
        return {"httponly": True, "samesite": "strict", "secure": self.https}


@dataclass(frozen=True, slots=True)
class Credential:
    token: str
    token_hash: str
    cookie: str = ""  # the name of the cookie it came in, if it did


def credential_of(scope: Scope) -> Credential | None:
    """What the request says who it is: a header, as programs send it, before a cookie."""
    if "credential" not in scope:
        token, cookie = _token(scope) or (None, "")
        scope["credential"] = Credential(token, hash_of(token), cookie) if token is not None else None
    credential: Credential | None = scope["credential"]
    return credential


def _token(scope: Scope) -> tuple[str, str] | None:
    """The token, and the name of the cookie it came in."""
    head = dict(scope["headers"])
    if b"authorization" in head:
        scheme, _, token = head[b"authorization"].decode("latin-1").partition(" ")
        return (token.strip(), "") if scheme.lower() == "bearer" else None
    try:
        jar = SimpleCookie(head.get(b"cookie", b"").decode("latin-1"))
    except CookieError:
        return None
    cookie = jar.get(SEAT_COOKIE) or jar.get(STAFF_COOKIE)
    return (cookie.value, cookie.key) if cookie else None


LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})
ANY: Final = frozenset({"", "0.0.0.0", "::"})
LOOKS: Final = ("GET", "HEAD", "OPTIONS")
OWN: Final = ("same-origin", "none")  # what a browser calls a request of our page, or of nobody's


class Hosts:
    """The names and addresses that a request may be sent to."""

    def __init__(self, bound: str, names: Iterable[str] = ()) -> None:
        """`bound` is where it listens; `names` are what else it is called, by a proxy for instance."""
        self._names = frozenset(map(_plain, names))
        self._answers_to = LOCAL | self._names | ({_plain(bound)} - ANY)
        self._is_everywhere = bound in ANY

    def refused(self, scope: Scope) -> Problem | None:
        hosts = [text.decode("latin-1") for name, text in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or not self._is_ours(hosts[0], scope):
            named = ", ".join(hosts)[:60]
            return Problem(421, "wrong-host", f"{named!r} is not a host of this service; see --host-name")
        if scope["method"] not in LOOKS and not self._is_own_page(scope, hosts[0]):
            return Problem(403, "foreign-page", "a page of another origin may change nothing here")
        return None

    def _is_ours(self, host: str, scope: Scope) -> bool:
        name = _hostname(host)
        if name in self._answers_to:
            return True
        # Listening everywhere, it is called by the address at which it was reached: no foreign name leads to a number.
        server = scope.get("server")
        return self._is_everywhere and server is not None and _is_address(name) and name == _plain(server[0])

    def _is_own_page(self, scope: Scope, host: str) -> bool:
        head = {name: text.decode("latin-1") for name, text in scope["headers"]}
        if head.get(b"sec-fetch-site", OWN[0]) not in OWN:
            return False
        origin = head.get(b"origin")
        if origin is None:
            return True
        page = urlsplit(origin).netloc  # "null" has none
        return bool(page) and (page.lower() == host.lower() or _hostname(page) in self._names)


def _hostname(host: str) -> str:
    """Without the port; empty if it is not the name of one."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
        has_more = parts.path or parts.query or parts.fragment or "@" in host
    except ValueError:
        return ""
    return "" if has_more else _plain(parts.hostname or "")


def _plain(name: str) -> str:
    name = name.strip().strip("[]").rstrip(".").lower()
    return ip_address(name).compressed if _is_address(name) else name


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Gate:
    """Refuses what is sent to another host or by another's page, counts requests, and puts the headers on every
    answer."""

    def __init__(
        self, app: ASGIApp, *, known: Callable[[str], Session | None], settings: WebSettings, hosts: Hosts
    ) -> None:
        """`known` is the session of the hash of a token, if it was seen lately."""
        self._app, self._hosts, self._known = app, hosts, known
        burst, per_second = settings.address_burst, settings.address_per_second
        self._people = Allowance(burst=settings.session_burst, per_second=settings.session_per_second)
        self._strangers = Allowance(burst=burst, per_second=per_second)
        self._addresses = Allowance(burst=burst * MANY_PEOPLE, per_second=per_second * MANY_PEOPLE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope["arrived"] = time.perf_counter()

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(each for each in HEADERS if each[0] not in given)]
            await send(message)

        refused = None if scope["path"] in ALWAYS_ANSWERED else self._hosts.refused(scope) or self._too_many(scope)
        if refused is not None:
            await asyncio.sleep(PENALTY_SECONDS)  # or his next requests would keep the others waiting all the same
        await (refused.response() if refused else self._app)(scope, receive, send_on)

    def _too_many(self, scope: Scope) -> Problem | None:
        credential, address = credential_of(scope), address_of(scope)
        session = scope["session"] = self._known(credential.token_hash) if credential else None
        wait = self._addresses.take(address)
        if wait is None:
            wait = self._people.take(person_of(session)) if session else self._strangers.take(address)
        return too_many(wait.seconds) if wait else None


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else "nowhere"
