"""The addresses of the service, each declared once: who may ask, what is sent, and what is answered.

A handler takes what it names: `house`, `session`, `body` and `request`, and the parts of its path and query, each with
its bounds. The same declaration routes a request, checks it (path and query first, then the token, the role and the
body), and is what the description of the API is written from.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from inspect import Parameter, getdoc, signature
from typing import Any, Final, NamedTuple, TypeVar, get_type_hints

from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from houseway import __version__
from houseway.deciding.command import Json
from houseway.role import Role
from houseway.service.identity import actor_of
from houseway.service.people import Session
from houseway.web.errors import Problem, json_response, too_large, unreadable
from houseway.web.house import House
from houseway.web.limits import STAFF_COOKIE
from houseway.web.models import Error

Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Any]])
GIVEN: Final = ("house", "session", "body", "request")  # parameters that are no part of an address
JSON: Final = "application/json"
OnProblem = Callable[[Problem, Request], Response]


# ---- who may ask


class Token(Enum):
    UNREAD = "unread"
    OPTIONAL = "optional"
    NEEDED = "needed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    token: Token
    roles: tuple[Role, ...] = tuple(Role)
    of_own_seat: bool = False
    refusal: str = ""

    def check(self, session: Session, table: str | None) -> None:
        """Raises `Problem` for a token that is good, and not for this."""
        if actor_of(session).role not in self.roles:
            raise Problem(403, "not-your-role", self.refusal)
        if self.of_own_seat and session.stream != table:  # staff have no table of their own
            raise Problem(403, "not-your-seat", self.refusal)


ANYBODY: Final = Who(token=Token.UNREAD)
GUESTS_TOO: Final = Who(token=Token.OPTIONAL)  # who send no token; one that is not valid is refused
HOLDERS: Final = Who(token=Token.NEEDED)


def only(roles: tuple[Role, ...], what: str) -> Who:
    able = ", ".join(role.value for role in roles)
    return Who(token=Token.NEEDED, roles=roles, refusal=f"{what} to {able}")


def own_seat(refusal: str) -> Who:
    """The player of a seat at the table that the path names."""
    return Who(token=Token.NEEDED, of_own_seat=True, refusal=refusal)


# ---- what is asked


class RequestPart(NamedTuple):
    """A part of the path or the query."""

    name: str
    place: str
    adapter: TypeAdapter[Any]
    default: Any

    def read(self, request: Request) -> Any:
        text = request.path_params[self.name] if self.place == "path" else request.query_params.get(self.name)
        if text is None:
            return self.default
        try:
            return self.adapter.validate_python(text)
        except ValidationError as error:
            raise unreadable(error, f"{self.place}.{self.name}") from None


class Endpoint:
    """One address, as an ASGI application."""

    def __init__(
        self,
        address: str,
        handler: Callable[..., Awaitable[Any]],
        *,
        who: Who = ANYBODY,
        answer: Any = dict[str, Any],
        status: int = 200,
        media: str = JSON,
        on_problem: OnProblem | None = None,
    ) -> None:
        self.method, self.path = address.split()
        self.handler, self.who, self.answer, self.status, self.media = handler, who, answer, status, media
        self._on_problem = on_problem
        hints, parameters = get_type_hints(handler, include_extras=True), signature(handler).parameters
        self.body: type[BaseModel] | None = hints.get("body")
        self._given = [name for name in GIVEN if name in parameters]
        assert "session" not in parameters or who.token is not Token.UNREAD, f"{address} reads no token"
        parts = [
            RequestPart(
                name, "path" if f"{{{name}}}" in self.path else "query", TypeAdapter(hints[name]), parameter.default
            )
            for name, parameter in parameters.items()
            if name not in GIVEN
        ]
        assert all(part.place == "path" or part.default is not Parameter.empty for part in parts), address
        self.parts = sorted(parts, key=lambda part: part.place)  # the path first

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            response = await self._respond(request)
        except Problem as problem:
            response = self._on_problem(problem, request) if self._on_problem else problem.response()
        await response(scope, receive, send)

    async def _respond(self, request: Request) -> Response:
        house: House = request.app.state.house.of(request.path_params.get("table"))
        asked = {part.name: part.read(request) for part in self.parts}
        match self.who.token:
            case Token.UNREAD:
                session = None
            case Token.OPTIONAL:
                session = await house.session_or_guest(request)
            case Token.NEEDED:
                session = await house.session_of(request, changes=self.method == "POST")
                self.who.check(session, request.path_params.get("table"))
        given: dict[str, Any] = {"house": house, "session": session, "request": request}
        if self.body is not None:
            given["body"] = await body_of(request, self.body, house.settings.body_bytes)
        answer = await self.handler(**{name: given[name] for name in self._given}, **asked)
        return answer if isinstance(answer, Response) else json_response(answer, self.status)


class Routes:
    """The addresses of a module, in the order in which they are tried."""

    def __init__(self, on_problem: OnProblem | None = None) -> None:
        self.endpoints: list[Endpoint] = []
        self._on_problem = on_problem

    def at(self, address: str, **declared: Any) -> Callable[[Handler], Handler]:
        """`@routes.at("GET /tables/{table}", who=GUESTS_TOO, answer=Seen)`; see `Endpoint`."""

        def keep(handler: Handler) -> Handler:
            self.endpoints.append(Endpoint(address, handler, **{"on_problem": self._on_problem, **declared}))
            return handler

        return keep


# ---- what is sent

Body = TypeVar("Body", bound=BaseModel)


async def body_of(request: Request, model: type[Body], most: int) -> Body:
    """The body of a request, of which no more than `most` bytes are read."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:  # a form on a foreign page can send anything but this
        raise Problem(415, "not-json", "a body is sent as application/json")
    body, more = b"", True
    while more and len(body) <= most:  # how long it may take is seen to by its connection
        message = await request.receive()
        if message["type"] != "http.request":
            raise Problem(400, "malformed-json", "the body broke off")
        body, more = body + message.get("body", b""), message.get("more_body", False)
    if len(body) > most:
        raise too_large(most)
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        raise unreadable(error) from None


# ---- the description of the API (OpenAPI 3.1), written from the declarations -----------------------


SECURITY: Final[dict[Token, list[Json]]] = {
    Token.OPTIONAL: [{}, {"token": []}, {"cookie": []}],
    Token.NEEDED: [{"token": []}, {"cookie": []}],
}
SCHEMES: Final = {
    "token": {"type": "http", "scheme": "bearer"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": STAFF_COOKIE},
}
PDF: Final = {"schema": {"type": "string", "format": "binary"}}
ERROR: Final = {JSON: {"schema": {"$ref": "#/components/schemas/Error"}}}


@cache
def description(endpoints: tuple[Endpoint, ...]) -> Json:
    types: list[Any] = [("error", "serialization", TypeAdapter(Error))]
    for endpoint in endpoints:
        name = operation_id(endpoint)
        types += [(f"{name} {part.name}", "validation", part.adapter) for part in endpoint.parts]
        types += [(name, "validation", TypeAdapter(endpoint.body))] if endpoint.body else []
        types += [(name, "serialization", TypeAdapter(endpoint.answer))] if endpoint.answer else []
    schemas, definitions = TypeAdapter.json_schemas(types, ref_template="#/components/schemas/{model}")
    paths: dict[str, Json] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Houseway",
            "summary": "Tables of house-banked card games and their meters: commands, views, events, receipts and "
            "papers.",
            "version": __version__,
        },
        "paths": paths,
        "components": {"schemas": definitions["$defs"], "securitySchemes": SCHEMES},
    }


def operation_id(endpoint: Endpoint) -> str:
    return re.sub(r"\W", "_", f"{endpoint.handler.__name__}{endpoint.path}") + f"_{endpoint.method.lower()}"


def _operation(endpoint: Endpoint, schemas: Any) -> Json:
    name = operation_id(endpoint)
    operation: Json = {
        "summary": endpoint.handler.__name__.replace("_", " ").title(),
        "operationId": name,
        "responses": {
            str(endpoint.status): _answer(endpoint, schemas.get((name, "serialization"))),
            "4XX": {"description": "Client Error", "content": ERROR},
            "5XX": {"description": "Server Error", "content": ERROR},
        },
    }
    if endpoint.handler.__doc__:
        operation["description"] = getdoc(endpoint.handler)
    if endpoint.parts:
        operation["parameters"] = [
            {
                "name": part.name,
                "in": part.place,
                "required": part.place == "path",
                "schema": schemas[f"{name} {part.name}", "validation"]
                | {"title": part.name.title()}
                | ({"default": part.default} if part.place == "query" and part.default is not None else {}),
            }
            for part in endpoint.parts
        ]
    if endpoint.body:
        content = {JSON: {"schema": schemas[name, "validation"]}}
        operation["requestBody"] = {"required": True, "content": content}
    if endpoint.who.token in SECURITY:
        operation["security"] = SECURITY[endpoint.who.token]
    if endpoint.who.of_own_seat or endpoint.who.roles != tuple(Role):
        roles = (Role.PLAYER,) if endpoint.who.of_own_seat else endpoint.who.roles
        operation["x-roles"] = [role.value for role in roles]
    return operation


def _answer(endpoint: Endpoint, schema: Json | None) -> Json:
    answer: Json = {"description": "Successful Response"}
    if endpoint.media != JSON:
        answer["content"] = {endpoint.media: PDF if endpoint.media == "application/pdf" else {}}
    elif schema is not None:
        answer["content"] = {JSON: {"schema": schema}}
    return answer
