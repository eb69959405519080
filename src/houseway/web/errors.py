"""What goes wrong, in one JSON shape: `{"error": {"code": "...", "says": "one line"}}`."""

import math
from collections.abc import Mapping
from typing import Any, Final

import orjson
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from houseway.progressive.refusal import MeterReason
from houseway.service import outcome as outcomes
from houseway.service.log import log
from houseway.service.outcome import Accepted, Elsewhere, Outcome, Refused
from houseway.service.store import StoreFailed
from houseway.table.refusal import Reason

NOT_ALLOWED: Final = (Reason.NOT_YOUR_ROLE, Reason.NOT_YOUR_SEAT, MeterReason.NOT_YOUR_ROLE, MeterReason.OWN_PROPOSAL)
RETRY: Final = {"Retry-After": "1"}
SAYS: Final[Mapping[type[Outcome], tuple[Any, ...]]] = {
    outcomes.KeyReused: (409, "key-reused", "another command was sent under this key"),
    Elsewhere: (503, "between-processes", "no process has this table at the moment; ask again", RETRY),
    outcomes.NoSuchTable: (404, "no-such-table", "no table has this name"),
    outcomes.Unavailable: (503, "unavailable", "the book does not answer; ask again under the same key", RETRY),
    outcomes.OutOfService: (
        503,
        "out-of-service",
        "this table is out of service until the house has looked at it; what lies on it is kept",
    ),
    outcomes.Faulted: (500, "fault", "a fault of the program; nothing was changed"),
}
CODES: Final = {404: ("not-found", "there is nothing here"), 405: ("wrong-method", "this address takes another method")}


class Problem(Exception):
    """A request that gets no answer but why."""

    def __init__(self, status: int, code: str, says: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(says)
        self.status = status
        self.code = code
        self.says = " ".join(says.split())[:500]
        self.headers = dict(headers or {})

    def response(self) -> Response:
        return json_response({"error": {"code": self.code, "says": self.says}}, self.status, self.headers)


def json_response(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(orjson.dumps(value), status, headers, media_type="application/json")


def problem_of(outcome: Outcome, path: str) -> Problem:
    """Why a command was not accepted. `path` is where it was sent, and is to be sent again at another address."""
    match outcome:
        case Refused(refusal=refusal):
            status = 403 if refusal.reason in NOT_ALLOWED else 409
            return Problem(status, outcome_name(outcome), refusal.says)
        case Elsewhere(address=str() as address):
            says = f"this table is run by the process at {address}"
            return Problem(307, "elsewhere", says, {"Location": f"{address}{path}"})
        case _:
            return Problem(*SAYS[type(outcome)])


def outcome_name(outcome: Outcome) -> str:
    """In one word: of a refusal its reason, which is its code too."""
    match outcome:
        case Accepted(again=True):
            return "again"
        case Refused(refusal=refusal):
            return refusal.reason.name.lower().replace("_", "-")
        case _:
            return type(outcome).__name__.lower()


def too_many(seconds: float) -> Problem:
    wait = max(1, math.ceil(seconds))
    return Problem(429, "too-many-requests", f"too many requests; ask again in {wait} s", {"Retry-After": str(wait)})


def too_large(most: int) -> Problem:
    return Problem(413, "too-large", f"a body has at most {most} bytes", {"Connection": "close"})


def unreadable(error: ValidationError, place: str = "") -> Problem:
    """The first thing that is wrong with a body, or with a part of the path or query, and where."""
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    says = ": ".join(filter(None, (place, where, fault["msg"].removeprefix("Value error, "))))
    return Problem(400, "malformed-json", says) if fault["type"] == "json_invalid" else Problem(422, "unreadable", says)


# ---- handlers: whatever else is raised, in the same shape


async def on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code, says = CODES.get(error.status_code, ("refused", str(error.detail)))
    return Problem(error.status_code, code, says, error.headers).response()


async def on_store_failed(request: Request, error: Exception) -> Response:
    log.error("the book does not answer", says=str(error))
    return Problem(503, "unavailable", "the book does not answer; ask again", RETRY).response()


async def on_fault(request: Request, error: Exception) -> Response:
    return Problem(500, "fault", "a fault of the program").response()


HANDLERS: Final[Mapping[type[Exception], Any]] = {
    HTTPException: on_http_error,
    StoreFailed: on_store_failed,
    Exception: on_fault,
}
