"""For which hosts the service answers, and to whose pages.

A page of somebody else can have its own name lead to this machine (DNS rebinding) and would then be, to a browser, of
the same origin as the service; but its requests name its own host. A request that changes something is taken from the
service's own pages, or from programs, which send no `Origin`.
"""

from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.types import Scope

from houseway.web.errors import Problem

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
