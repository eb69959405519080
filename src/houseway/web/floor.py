"""The floor, for supervisor and surveillance: every table in a row, alerts first, live."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated, Any, Final

import orjson
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from houseway.role import Actor, Role
from houseway.service.alerts import WATCHERS
from houseway.service.identity import actor_of, person_of
from houseway.service.people import Session
from houseway.web.errors import Problem
from houseway.web.house import House
from houseway.web.limits import WebSettings, address_of
from houseway.web.models import Strict
from houseway.web.pages import me, page, sorry, visitor
from houseway.web.routes import Routes, only
from houseway.web.staff import log_in_page
from houseway.web.streams import Client, EventStream
from houseway.web.watch import FloorWatch

routes = Routes()
pages = Routes(on_problem=sorry)

WHO: Final = only(WATCHERS, "the floor is shown")
MOST_NAME: Final = 200


class AlertSeen(Strict):
    """An alert that somebody has seen, and sees to."""

    alert: Annotated[str, Field(min_length=1, max_length=MOST_NAME)]


@pages.at("GET /floor")
async def floor_page(house: House, request: Request) -> Response:
    """Every table of the house: who deals, what is in the tray, what was won against theory; alerts first."""
    house.check_ready()
    session, dead = await visitor(house, request)
    if session is None or Role(session.role) not in WATCHERS:
        return log_in_page(dead, request, session, "supervisor and of surveillance")
    await house.watch.looked()
    data = {"me": me(session, None), "floor": house.watch.news(0)}
    return page("floor.html", "floor.js", headers=dead, data=data, screen=session.role, person=session.name)


@routes.at("GET /floor/tables", who=WHO)
async def show_floor(house: House) -> dict[str, Any]:
    """Every table of the house in a row, whichever process runs it, and why there is none of a table whose book cannot
    be read; the alerts that stand, and what the meters show."""
    house.check_ready()
    await house.watch.looked()
    return house.watch.news(0)


@routes.at("GET /floor/events", who=WHO, media="text/event-stream", answer=None)
async def follow_floor(house: House, session: Session, request: Request) -> Response:
    """Server-sent events, `floor`: all rows and alerts at first, then those rows that changed, with all alerts."""
    if house.relay.closed:
        raise Problem(503, "too-many-streams", "no more streams can be opened now", {"Retry-After": "5"})
    viewer = house.viewer(request, "")
    stream = floor_messages(house.watch, house.settings, viewer, lambda: house.relay.closed)
    place = house.places.taken(address_of(request.scope), person_of(session))
    return EventStream(stream, place=place, send_seconds=house.settings.send_seconds)


async def floor_messages(
    watch: FloorWatch, settings: WebSettings, viewer: Callable[[], Awaitable[Actor | None]], is_over: Callable[[], bool]
) -> AsyncIterator[bytes]:
    yield b"retry: 1000\n\n"
    client, sent = Client(1), 0
    with watch.watching(client):
        while not is_over():
            looks = await viewer()
            if looks is None or looks.role not in WATCHERS:
                return
            if watch.version > sent:
                news = watch.news(sent)
                sent = news["version"]
                yield b"event: floor\ndata: %b\n\n" % orjson.dumps(news)
            else:
                yield b": ping\n\n"
            await client.news(settings.ping_seconds)


@routes.at("POST /floor/acknowledgements", who=WHO, status=201)
async def acknowledge(house: House, session: Session, body: AlertSeen) -> dict[str, Any]:
    """Say that one has seen an alert, and sees to it. It stands in the house's book by name and time; the alert itself
    is gone when its cause is."""
    house.check_ready()
    await house.watch.looked()
    alert = next((each for each in house.watch.alerts if each.name == body.alert), None)
    if alert is None:
        raise Problem(404, "no-such-alert", "this alert stands no more")
    try:
        await house.watch.acknowledge(alert, actor_of(session))
    except ValueError as error:
        raise Problem(409, "acknowledged", str(error)) from None
    return {"alert": alert.name, "seen": house.watch.acknowledged[alert.name]._asdict()}
