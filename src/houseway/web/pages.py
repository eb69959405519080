"""The card room as people see it: HTML pages, and the files they are made of.

A page comes with all that its screen begins with: the felt's layout, who is looking, and the table as that person may
see it. From there on its modules follow the event stream. A page is never kept by a browser; the files lie under a
path that names their contents, and are kept for ever.
"""

import hashlib
import mimetypes
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

import orjson
from fastapi import APIRouter
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from houseway.money import dollars
from houseway.service.people import Session
from houseway.web.errors import Problem
from houseway.web.felt import felt_number, layout
from houseway.web.house import House, house_of, seen_by
from houseway.web.models import TABLE_NAME
from houseway.web.tables import summary

router = APIRouter(include_in_schema=False)

# No script or style but the project's own files, no other host, and in no frame.
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
FOR_EVER: Final = "public, max-age=31536000, immutable"
IMPORTS: Final = re.compile(r"""(?:from|import) "\./([a-z-]+\.js)";""")
TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
JSON_IN_HTML: Final = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


# ---- the pages


@router.get("/")
async def lobby(request: Request) -> Response:
    """The tables, their games, limits and seats, and the meters."""
    house = house_of(request)
    if not house.is_ready:
        return sorry(house.not_ready(), refresh=1)
    seqs = house.table_seqs()
    tables = [summary(table) for name, table in sorted(house.floor.tables.items()) if name in seqs]
    played = [each | {"felt": felt_number(each["game"])} for each in tables if "game" in each]
    return page("lobby.html", "lobby.js", tables=played, told={"tables": played})


@router.get("/tables/{table}/play")
async def player(table: str, request: Request) -> Response:
    """The felt, for whoever sits at it or would like to."""
    return await table_page(table, request, "player.html", "player.js")


async def table_page(
    table: str, request: Request, template: str, script: str, more: Mapping[str, object] | None = None
) -> Response:
    """A screen at a table. It is told what its viewer may see; a dead token is taken away, and a guest looks."""
    house = house_of(request)
    try:
        if not re.fullmatch(TABLE_NAME, table):
            raise Problem(404, "no-such-table", "no table has this name")
        change = await house.change(table, request)
    except Problem as problem:
        return sorry(problem, refresh=1 if problem.status == 503 else None)
    session, dead = await visitor(house, request)
    seen = orjson.loads(house.relay.told(change).view(seen_by(session, table)))
    told = {
        "table": table,
        "layout": layout(change.table) if change.table.terms else None,
        "me": me(session, table),
        "seen": seen,
        "now": datetime.now(UTC).isoformat(),
        **(more or {}),
    }
    title = change.table.game.title if change.table.terms else "Closed"
    return page(template, script, headers=dead, table=table, title=title, told=told)


async def visitor(house: House, request: Request) -> tuple[Session | None, Mapping[str, str]]:
    """Who is asking; and the header that takes a dead cookie away."""
    try:
        return await house.session_or_guest(request), {}
    except Problem as problem:
        return None, {name: text for name, text in problem.headers.items() if name == "Set-Cookie"}


def me(session: Session | None, table: str | None) -> dict[str, Any] | None:
    if session is None or session.stream not in (None, table):
        return None
    return {"role": session.role, "name": session.name, "seat": session.seat, "csrf": session.csrf}


def sorry(problem: Problem, refresh: int | None = None) -> Response:
    if problem.status == 307:
        return problem.response()  # another process has the table
    headers = {"Refresh": str(refresh)} if refresh else {}
    return page("sorry.html", None, status=problem.status, headers=headers, says=problem.says, told=None)


def page(
    template: str,
    script: str | None,
    *,
    told: object,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **values: object,
) -> Response:
    text = (
        templates()
        .get_template(template)
        .render(
            static=f"/static/{static().version}",
            script=script,
            modules=modules_of(script) if script else (),
            told=Markup(orjson.dumps(told).decode().translate(JSON_IN_HTML)),  # it cannot leave its element
            **values,
        )
    )
    return HTMLResponse(text, status, {"Content-Security-Policy": POLICY, **(headers or {})})


@cache
def templates() -> Environment:
    made = Environment(loader=PackageLoader("houseway.web"), autoescape=True, undefined=StrictUndefined)
    made.filters["dollars"] = dollars
    return made


# ---- the files


class File(NamedTuple):
    body: bytes
    kind: str
    etag: str


class Static(NamedTuple):
    files: Mapping[str, File]
    version: str  # of all of them together: modules import each other by name


@cache
def static() -> Static:
    found: dict[str, File] = {}
    for entry in sorted(files("houseway.web").joinpath("static").iterdir(), key=lambda entry: entry.name):
        body = entry.read_bytes()
        kind = TYPES.get(f".{entry.name.rpartition('.')[2]}") or mimetypes.guess_type(entry.name)[0] or ""
        found[entry.name] = File(body, kind, hashlib.sha256(body).hexdigest()[:16])
    whole = hashlib.sha256("\n".join(f"{name} {file.etag}" for name, file in found.items()).encode())
    return Static(found, whole.hexdigest()[:12])


@cache
def modules_of(script: str) -> tuple[str, ...]:
    """A module and all that it imports: the browser is told at once, and need not find out one by one."""
    found: list[str] = []
    waiting = [script]
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found.append(name)
            waiting += IMPORTS.findall(static().files[name].body.decode())
    return tuple(found)


@router.get("/static/{version}/{name}")
async def show_file(version: str, name: str, request: Request) -> Response:
    file = static().files.get(name) if version == static().version else None
    if file is None:
        raise Problem(404, "not-found", "there is nothing here")
    headers = {"Cache-Control": FOR_EVER, "ETag": f'"{file.etag}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(file.body, headers=headers, media_type=file.kind)
