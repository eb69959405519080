"""A witness: a small service at a second host that keeps the anchors of a house, and signs each that goes on from the
one before. The house cannot take back what its witness has; and the witness sees heads and no card, name or amount.

`HttpWitness` is how the house asks it.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import httpx2
import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from houseway.service.anchor import Anchor, AnchorBroken, AnchorFile, SigningKey
from houseway.service.anchoring import NotWitnessed
from houseway.web.connections import listener_at
from houseway.web.errors import Problem, json_response

MOST_BYTES: Final = 4 * 1024 * 1024  # of anchors at once: a year of a large house, after its witness was away
AT_ONCE: Final = 200  # anchors that a house sends together
SECONDS: Final = 10.0  # that it waits for an answer
NO_ANCHORS: Final = 'these are no anchors: {"anchors": [LINE, …]}'


class Keeper:
    """What a witness has of one house, and what he signs."""

    def __init__(self, key: SigningKey, house: str, file: AnchorFile) -> None:
        self.key, self.house, self.file = key, house, file
        self.last = len(self.file.read(house))  # the file holds, or this raises

    def sign(self, anchors: Sequence[Anchor], at: datetime) -> list[Anchor]:
        """Each signed, and on disk, when this returns. One that he has already is answered as he signed it then.
        Raises `AnchorBroken`, and keeps none, if one of them does not go on from the one before."""
        with self.file.alone() as file:
            known = self.file.read(self.house)
            last, signed, new = known[-1] if known else None, list[Anchor](), list[Anchor]()
            for each in anchors:
                if each.number <= len(known):
                    had = known[each.number - 1]
                    if had.text != each.text:
                        raise AnchorBroken(f"anchor {each.number} is another than the one that was witnessed")
                    signed.append(had)
                    continue
                each.check(last, self.house)
                new.append(each.witnessed(self.key, at))
                last = each
            self.file.add(file, new)
        self.last = len(known) + len(new)
        return signed + new


def witness_app(keeper: Keeper, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Starlette:
    async def sign(request: Request) -> Response:
        try:
            told = orjson.loads(await _body(request))
            anchors = [Anchor.parse(line) for line in told["anchors"]]
            signed = await run_in_threadpool(keeper.sign, anchors, clock())
        except Problem as problem:
            return problem.response()
        except AnchorBroken as broken:
            return Problem(409, "anchor-broken", str(broken)).response()
        except (KeyError, TypeError, ValueError):
            return Problem(400, "unreadable", NO_ANCHORS).response()
        return json_response({"anchors": [each.line() for each in signed]})

    async def show(request: Request) -> Response:
        """All that he has, as a file of anchors: `houseway audit verify --against` reads it."""
        written = await run_in_threadpool(keeper.file.path.read_text) if keeper.file.path.exists() else ""
        return PlainTextResponse(written)

    async def health(request: Request) -> Response:
        return json_response({"health": "ok", "anchors": keeper.last, "key": keeper.key.public, "of": keeper.house})

    return Starlette(
        routes=[
            Route("/anchors", sign, methods=["POST"]),
            Route("/anchors", show, methods=["GET"]),
            Route("/health", health, methods=["GET"]),
        ]
    )


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > MOST_BYTES:
            raise Problem(413, "too-large", f"at most {MOST_BYTES} bytes")
    return bytes(body)


def run_witness(
    key: Path, house: str, kept: Path, *, host: str, port: int, on_ready: Callable[[str], None] = lambda address: None
) -> None:
    """Until it is told to stop."""
    keeper = Keeper(SigningKey.read(key), house, AnchorFile(kept))
    listener = listener_at(host, port)
    with listener:
        bound, at = listener.getsockname()[:2]
        on_ready(f"http://[{bound}]:{at}" if ":" in bound else f"http://{bound}:{at}")
        uvicorn.Server(uvicorn.Config(witness_app(keeper), log_level="error", server_header=False)).run([listener])


class HttpWitness:
    """The witness at an address, known by his public key."""

    def __init__(self, url: str, key: str) -> None:
        self.url, self.key = url.rstrip("/"), key

    def sign(self, anchors: Sequence[Anchor]) -> list[Anchor]:
        signed = []
        for begin in range(0, len(anchors), AT_ONCE):
            signed += self._sign(anchors[begin : begin + AT_ONCE])
        return signed

    def _sign(self, anchors: Sequence[Anchor]) -> list[Anchor]:
        try:
            with httpx2.Client(timeout=SECONDS, verify=httpx2.create_ssl_context()) as http:
                answer = http.post(f"{self.url}/anchors", json={"anchors": [each.line() for each in anchors]})
                told = answer.json()
            if answer.status_code != 200:
                raise NotWitnessed(f"{self.url}: {told['error']['says']}")
            signed = [Anchor.parse(line) for line in told["anchors"]]
        except (httpx2.HTTPError, KeyError, TypeError, ValueError) as error:
            raise NotWitnessed(f"{self.url} does not answer as a witness: {error or type(error).__name__}") from None
        as_sent = [each.text for each in signed] == [each.text for each in anchors]
        if not as_sent or not all(self.key in each.witnessed_by() for each in signed):
            raise NotWitnessed(f"{self.url}: the signature of the witness {self.key[:16]}… does not hold")
        return signed
