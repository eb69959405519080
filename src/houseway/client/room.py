"""The card room over HTTP: one person in it, at one table."""

import secrets
import ssl
from contextlib import suppress
from functools import cache
from typing import Any, Self

import httpx2

from houseway.role import Seat
from houseway.table.commands import Command
from houseway.table.notation import write

REDIRECTS = 3


@cache
def authorities() -> ssl.SSLContext:
    """Whose certificates a process trusts: the usual ones, read once, which takes a fiftieth of a second."""
    return httpx2.create_ssl_context()


class RefusedByService(ValueError):
    """The service said no, in one line."""

    def __init__(self, code: str, says: str) -> None:
        super().__init__(says)
        self.code = code


class Participant:
    """A member of staff, a player with a seat's token, or a guest."""

    def __init__(self, url: str, table: str) -> None:
        self._http = httpx2.Client(base_url=url, timeout=30.0, verify=authorities())
        self._table = table
        self.seat: Seat | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def logs_in(self, name: str, pin: str) -> Self:
        self._uses(self._ask("POST", "/login", {"name": name, "pin": pin}))
        return self

    def logs_out(self) -> None:
        self._ask("POST", "/logout")

    def sits_down(self, seat: Seat, player: str) -> Self:
        body = {"key": secrets.token_urlsafe(24), "seat": seat, "player": player}
        self._uses(self._ask("POST", f"/tables/{self._table}/seats", body))
        self.seat = seat
        return self

    def does(self, command: Command) -> list[dict[str, Any]]:
        """The events the command led to. A broken connection is tried again, under the same key: it is done once."""
        written, _ = write(command)
        sent = {name: value for name, value in written.items() if name not in ("seal", *command.edge)}
        body = {"key": secrets.token_urlsafe(16), "command": sent}
        path = f"/tables/{self._table}/commands"
        for _ in range(2):
            with suppress(httpx2.TransportError):
                return list(self._ask("POST", path, body)["events"])
        return list(self._ask("POST", path, body)["events"])

    def sees(self) -> dict[str, Any]:
        view: dict[str, Any] = self._ask("GET", f"/tables/{self._table}")["view"]
        return view

    def receipt(self, number: int) -> dict[str, Any]:
        return self._ask("GET", f"/tables/{self._table}/rounds/{number}")

    def _uses(self, answer: dict[str, Any]) -> None:
        """Send the token that came with this answer from now on."""
        self._http.headers["Authorization"] = f"Bearer {answer['token']}"
        self._http.cookies.clear()

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Whichever process has the table. The token goes along, which no HTTP library would do by itself."""
        response = self._http.request(method, path, json=body)
        for _ in range(REDIRECTS):
            if response.status_code != 307:
                break
            response = self._http.request(method, response.headers["Location"], json=body)
        answer: dict[str, Any] = response.json() if response.content else {}
        if response.is_success:
            return answer
        error = answer.get("error", {})
        raise RefusedByService(error.get("code", str(response.status_code)), error.get("says", response.reason_phrase))
