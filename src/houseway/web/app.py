"""The application: who may come in, what the house offers, and how it is doing."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from houseway import __version__
from houseway.game import Game
from houseway.games import GAMES
from houseway.service.entry import GamingDay
from houseway.service.floor import Floor
from houseway.service.identity import Identity, hash_of
from houseway.service.log import log
from houseway.service.meter_papers import HOUSE_NAME, Papers
from houseway.service.meter_past import MeterBooks
from houseway.service.patience import Wait
from houseway.service.pins import pin_fault
from houseway.service.rounds import Rounds
from houseway.service.store import Store, StoreFailed
from houseway.web import coach, display, felt, mathematics, meters, pages, posting, replay, staff, tables
from houseway.web.errors import (
    RETRY,
    Problem,
    json_response,
    on_fault,
    on_http_error,
    on_problem,
    on_validation_error,
    too_many,
)
from houseway.web.host import host
from houseway.web.hosts import Hosts
from houseway.web.house import House, house_of
from houseway.web.limits import STAFF_COOKIE, Gate, Settings, address_of, body_of, credential_of
from houseway.web.metrics import Metrics
from houseway.web.models import TABLE_NAME, Asked, Error, LoggedIn, Login, MeterAsked, SeatAsked
from houseway.web.past import Past
from houseway.web.streams import Places, Relay

router = APIRouter()

BODIES: Final = {
    "/login": Login,
    "/tables/{table}/seats": SeatAsked,
    "/tables/{table}/commands": Asked,
    "/meters/{meter}/commands": MeterAsked,
}  # read by the handlers themselves, at most so many bytes; here for the description of the API
DEVICE_SECONDS: Final = 180 * 24 * 3600  # that a browser is known by
COMMANDS_OF: Final = re.compile(rf"/tables/({TABLE_NAME.strip('^$')})/commands")
GUESTS_TOO: Final = ("/tables/{table}", "/tables/{table}/events", "/meters/{meter}")  # who send no token
TOKEN_NEEDED: Final = (
    "/logout",
    "/tables/{table}/commands",
    "/tables/{table}/hand",
    "/tables/{table}/coach",
    "/tables/{table}/rounds/{number}/coach",
    "/tables/{table}/records",
    "/tables/{table}/rounds/{number}/steps",
    "/tables/{table}/log",
    "/days",
    "/meters/{meter}/commands",
    "/meters/{meter}/records",
    *meters.PAPERS,
)


def create_app(
    floor: Floor,
    store: Store,
    settings: Settings | None = None,
    *,
    relay: Relay,
    metrics: Metrics,
    identity: Identity | None = None,
    gaming_day: GamingDay | None = None,
    house_name: str = HOUSE_NAME,
    hosts: Hosts | None = None,
    opens: Callable[[Floor], None] = lambda floor: None,
    on_ready: Callable[[], None] = lambda: None,
) -> FastAPI:
    """The floor is made with `watcher=relay` and `measure=metrics.commit`; the application starts and stops it.
    `opens` gives it commands before anybody else can: the house is ready when it has."""
    settings = settings or Settings()
    rounds, books = Rounds(store), MeterBooks(store)
    house = House(
        floor=floor,
        store=store,
        settings=settings,
        identity=identity or Identity(store),
        relay=relay,
        places=Places(settings),
        past=Past(store),
        metrics=metrics,
        rounds=rounds,
        meters=books,
        papers=Papers(store, books=books, rounds=rounds, house=house_name, gaming_day=gaming_day),
        name=house_name,
        opens=opens,
        on_ready=on_ready,
    )
    metrics.gauge(house)
    app = FastAPI(
        title="Houseway",
        version=__version__,
        summary="Tables of house-banked card games and their meters: commands, views, events, receipts and papers.",
        lifespan=_lifespan,
        docs_url=None,  # its page loads foreign code
        redoc_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # `metrics` are our own
        responses={"4XX": {"model": Error}, "5XX": {"model": Error}},
    )
    app.state.house = house
    app.include_router(tables.router)
    app.include_router(meters.router)
    app.include_router(felt.router)
    app.include_router(coach.router)
    for screens in (pages, display, posting, mathematics, replay, staff):
        app.include_router(screens.router)
    app.include_router(router)
    for kind, handler in (
        (Problem, on_problem),
        (HTTPException, on_http_error),
        (RequestValidationError, on_validation_error),
        (StoreFailed, on_store_failed),
        (Exception, on_fault),
    ):
        app.add_exception_handler(kind, handler)
    app.add_middleware(Express)
    app.add_middleware(Gate, identity=house.identity, settings=settings, hosts=hosts or Hosts(""))
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    return app


class Express:
    """The way of commands past the router, which takes longer to find a handler than the handler takes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = COMMANDS_OF.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if path is None:
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            response = await tables.give_command(path[1], request)
        except Problem as problem:
            response = problem.response()
        except StoreFailed as error:
            response = await on_store_failed(request, error)
        await response(scope, receive, send)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """While the book is read the server answers already, that it is not ready."""
    house: House = app.state.house
    house.relay.bind(house.identity)
    starting = asyncio.create_task(_start(house))
    yield
    await starting
    if house.hosting is not None:
        house.hosting.cancel()
    if not house.failed:
        await asyncio.to_thread(house.floor.stop)
    house.close()


async def _start(house: House) -> None:
    try:
        await asyncio.to_thread(house.floor.start)
        await asyncio.to_thread(house.opens, house.floor)
        house.is_open = True
        if house.settings.away_seconds is not None:
            house.hosting = asyncio.create_task(host(house, house.settings.away_seconds))
    except Exception as error:  # the book is broken or in use: the server stops, and says why
        log.error("the floor cannot start", says=str(error))
        house.failed = str(error)
    else:
        house.on_ready()


async def on_store_failed(request: Request, error: Exception) -> Response:
    log.error("the book does not answer", says=str(error))
    return Problem(503, "unavailable", "the book does not answer; ask again", RETRY).response()


# ---- how it is doing


@router.post("/ping", status_code=204)
async def ping() -> Response:
    """Does nothing: the measure of the bare server."""
    return Response(status_code=204)


@router.get("/health")
async def health() -> dict[str, str]:
    return {"health": "ok"}


@router.get("/ready")
async def ready(request: Request) -> dict[str, str]:
    """Whether the book is read and the room's tables are open; if not, why."""
    if not house_of(request).is_ready:
        raise house_of(request).not_ready()
    return {"ready": "yes"}


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(request: Request) -> Response:
    return Response(house_of(request).metrics.text(), media_type="text/plain; version=0.0.4")


# ---- who


@router.post("/login", response_model=LoggedIn)
async def log_in(request: Request) -> Response:
    """For staff. Programs send the token as `Authorization: Bearer`; browsers have it in a cookie, and send `csrf`
    as `X-CSRF-Token` with every POST."""
    house = house_of(request)
    asked = await body_of(request, Login, house.settings)
    device = request.cookies.get(device_cookie(asked.name), "")
    begun = await house.identity.log_in(asked.name, asked.pin, address_of(request.scope), device)
    if isinstance(begun, Wait):
        raise too_many(begun.seconds)
    if begun is None:
        raise Problem(401, "wrong-name-or-pin", "name and PIN do not fit", {"WWW-Authenticate": "Bearer"})
    token, session = begun
    told = {"token": token, "csrf": session.csrf, "role": session.role, "name": session.name}
    fault = pin_fault(asked.pin, asked.name)
    asks = f"Have your PIN changed, by houseway staff add: {fault}." if fault else ""
    response = json_response(told | {"expires_at": session.expires_at, "change_pin": asks})
    tables.set_cookie(response, STAFF_COOKIE, token, session, house.settings)
    kind = {"path": "/login", "httponly": True, "samesite": "strict", "secure": house.settings.https}
    known = await house.identity.device(asked.name)
    response.set_cookie(device_cookie(asked.name), known, max_age=DEVICE_SECONDS, **kind)  # type: ignore[arg-type]
    return response


def device_cookie(name: str) -> str:
    """Several people may work at one screen."""
    return f"houseway_device_{hash_of(name)[:12]}"


@router.post("/logout", status_code=204)
async def log_out(request: Request) -> Response:
    house = house_of(request)
    await house.session_of(request)
    credential = credential_of(request.scope)
    assert credential is not None
    await house.identity.log_out(credential.token)
    response = Response(status_code=204)
    response.delete_cookie(STAFF_COOKIE, httponly=True, samesite="strict", secure=house.settings.https)
    return response


# ---- what is played


@router.get("/games")
async def show_games() -> dict[str, Any]:
    """Every game, its wagers and the paytables they can be played on."""
    return {"games": [_game(game) for game in GAMES.values()]}


def _game(game: Game) -> dict[str, Any]:
    return {
        "game": game.slug,
        "title": game.title,
        "summary": game.summary,
        "seats": game.deal.seats,
        "packet": game.deal.packet,
        "decks": list(game.deal.decks),
        "hands": list(game.hands),
        "house_way": game.house_way.label,
        "wagers": [
            {"wager": w.name, "requires": w.requires, "paytables": [p.name for p in game.paytables_of(w)]}
            for w in game.wagers
        ],
    }


# ---- the description of the API


def _described(app: FastAPI) -> dict[str, Any]:
    """What FastAPI finds out by itself, and the bodies and tokens, which handlers read by themselves."""
    if app.openapi_schema is None:
        described = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        modes = [(model, "validation") for model in BODIES.values()]
        _, schemas = models_json_schema(modes, ref_template="#/components/schemas/{model}")  # type: ignore[arg-type]
        parts = described["components"]
        parts["schemas"] |= schemas["$defs"]
        parts["securitySchemes"] = {
            "token": {"type": "http", "scheme": "bearer"},
            "cookie": {"type": "apiKey", "in": "cookie", "name": STAFF_COOKIE},
        }
        for path, operations in described["paths"].items():
            if path in (*GUESTS_TOO, *TOKEN_NEEDED):
                needed: list[dict[str, Any]] = [{"token": []}, {"cookie": []}]
                for operation in operations.values():
                    operation["security"] = [{}, *needed] if path in GUESTS_TOO else needed
            if path in BODIES:
                schema = {"$ref": f"#/components/schemas/{BODIES[path].__name__}"}
                operations["post"]["requestBody"] = {
                    "required": True,
                    "content": {"application/json": {"schema": schema}},
                }
        app.openapi_schema = described
    return app.openapi_schema
