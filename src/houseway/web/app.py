"""The application: every address of the service behind its gate, how the house is doing, and what is played in it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from houseway.game import SEAT, Game
from houseway.games import GAMES
from houseway.service.log import log
from houseway.table.terms import way_label
from houseway.web import (
    anchors,
    book,
    coach,
    designer,
    felt,
    floor,
    floor_days,
    hands,
    history,
    hours,
    house_way,
    install,
    lesson,
    login,
    mathematics,
    mathematics_report,
    meters,
    own_tables,
    pages,
    protection,
    shifts,
    signs,
    staff,
    tables,
    training,
)
from houseway.web.card_room import host
from houseway.web.errors import HANDLERS
from houseway.web.house import House
from houseway.web.limits import Gate, Hosts
from houseway.web.own_tables import OwnTables
from houseway.web.routes import Endpoint, Routes, description

routes = Routes()


def create_app(house: House, hosts: Hosts) -> Starlette:
    """The application starts the floor of its house, and stops it."""
    gate = Middleware(Gate, known=house.known, settings=house.settings, hosts=hosts)
    described = Route("/openapi.json", show_description)
    addresses = [_route(endpoint) for endpoint in (*API, *SCREENS)]
    app = Starlette(routes=[*addresses, described], middleware=[gate], exception_handlers=HANDLERS, lifespan=_lifespan)
    app.router.redirect_slashes = False
    app.state.house = house
    app.state.own_tables = OwnTables(house)
    return app


def _route(endpoint: Endpoint) -> Route:
    route = Route(endpoint.path, endpoint, methods=[endpoint.method])
    route.methods = {endpoint.method}  # and no HEAD, which Starlette adds
    return route


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    """While the book is read the server answers already, that it is not ready."""
    house: House = app.state.house
    house.relay.bind()
    starting = asyncio.create_task(_start(house))
    own: OwnTables = app.state.own_tables
    clearing = asyncio.create_task(own.look_round())
    yield
    clearing.cancel()
    with suppress(asyncio.CancelledError):
        await clearing
    await own.close()
    hosting = await starting
    if hosting is not None:
        hosting.cancel()
    if not house.failed:
        await asyncio.to_thread(house.floor.stop)
        if house.anchoring:
            await asyncio.to_thread(house.anchoring.stop)
    house.close()


async def _start(house: House) -> asyncio.Task[None] | None:
    """Start the floor and open the room; the task is that of its host, if it has one."""
    try:
        if house.anchoring:
            await asyncio.to_thread(house.anchoring.check)
        await asyncio.to_thread(house.floor.start)
        later = await asyncio.to_thread(house.opens, house.floor)
        if house.anchoring:
            await asyncio.to_thread(house.anchoring.start)
    except Exception as error:  # the book is broken or in use: the server stops, and says why
        log.error("the floor cannot start", says=str(error))
        house.failed = str(error)
        return None
    house.is_open = True
    house.on_ready()
    house.installation.start()
    if later:
        house.opening = asyncio.create_task(asyncio.to_thread(later))
    away_seconds = house.settings.away_seconds
    return asyncio.create_task(host(house, away_seconds)) if away_seconds is not None else None


# ---- how it is doing


@routes.at("POST /ping", status=204, answer=None)
async def ping() -> Response:
    """Does nothing: the measure of the bare server."""
    return Response(status_code=204)


@routes.at("GET /health", answer=dict[str, str])
async def health() -> dict[str, str]:
    return {"health": "ok"}


@routes.at("GET /ready", answer=dict[str, str])
async def ready(house: House) -> dict[str, str]:
    """Whether the book is read and the room's tables are open; if not, why."""
    house.check_ready()
    return {"ready": "yes"}


@routes.at("GET /metrics", media="text/plain", answer=None)
async def metrics(house: House) -> Response:
    return Response(house.metrics.text(), media_type="text/plain; version=0.0.4")


# ---- what is played


@routes.at("GET /games")
async def show_games() -> dict[str, Any]:
    """Every game, its wagers and the paytables they can be played on."""
    return {"games": [_game(game) for game in GAMES.values()]}


def _game(game: Game) -> dict[str, Any]:
    return {
        "game": game.slug,
        "title": game.title,
        "summary": game.summary,
        "seats": game.seats,
        "packet": felt.dealt_to(game, SEAT.place),
        "places": {name: felt.dealt_to(game, name) for name in game.places},
        "decks": list(game.decks),
        "hands": list(game.hands),
        "house_way": way_label(game),
        "wagers": [
            {"wager": w.name, "of": w.of, "paytables": [p.name for p in game.paytables_of(w)]} for w in game.wagers
        ],
    }


# ---- all addresses, in the order in which they are tried: commands to a table first, for they are the most

PARTS: Final = (
    *(tables, meters, book, shifts, felt, hands, coach, house_way, lesson, training, login),
    *(own_tables, designer, protection, history, floor, floor_days, anchors),
)
API: Final = [*(endpoint for part in PARTS for endpoint in part.routes.endpoints), *routes.endpoints]
PAGES: Final = (
    *(pages.routes, install.routes, signs.routes, staff.routes, mathematics_report.routes, mathematics.routes),
    *(training.pages, designer.pages, hours.pages, protection.pages, history.pages, floor.pages, floor_days.pages),
)
SCREENS: Final = [endpoint for part in PAGES for endpoint in part.endpoints]


async def show_description(request: Request) -> Response:
    return JSONResponse(description(tuple(API)))
