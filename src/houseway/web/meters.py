"""A meter over HTTP: what it shows, who may move it, and the papers that its book fills in."""

import time
from collections.abc import Callable
from typing import Annotated, Any, Final, TypeVar

import orjson
from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from houseway.progressive.commands import OpenMeter
from houseway.progressive.state import Controller
from houseway.progressive.view import READERS, public, view
from houseway.reports import malfunction, meter_day, win_page
from houseway.service.identity import actor_of
from houseway.service.meter_papers import NotThere
from houseway.service.outcome import Accepted
from houseway.service.people import Session
from houseway.service.record import Head, Record, meter_stream
from houseway.web.errors import Problem, json_response, problem_of
from houseway.web.house import House, house_of, path_of
from houseway.web.limits import body_of
from houseway.web.models import MOST, TABLE_NAME, Day, Done, MeterAsked, Shown, meter_command_of
from houseway.web.tables import After, outcome_name

router = APIRouter()

MeterName = Annotated[str, Path(pattern=TABLE_NAME)]
Number = Annotated[int, Path(ge=1, le=MOST)]
Limit = Annotated[int, Query(ge=1, le=500)]
Found = TypeVar("Found")

PAPERS: Final = (
    "/meters/{meter}/wins",
    "/meters/{meter}/wins/{seq}",
    "/meters/{meter}/wins/{seq}.pdf",
    "/meters/{meter}/days/{day}",
    "/meters/{meter}/days/{day}.pdf",
    "/meters/{meter}/malfunctions/{number}",
    "/meters/{meter}/malfunctions/{number}.pdf",
)
PDF: Final[dict[str, Any]] = {
    "response_class": Response,
    "responses": {200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}},
}


@router.get("/meters", response_model=dict[str, list[Shown]])
async def show_meters(request: Request) -> Response:
    """What every meter shows."""
    house = house_of(request)
    found = await house.read(lambda: [public(house.meters.whole(name)[0]) for name in house.meters.names()])
    return json_response({"meters": found})


@router.get("/meters/{meter}", response_model=Shown)
async def look(meter: MeterName, request: Request) -> Response:
    """The meter as whoever asks may see it: all that its controller shows for supervisor, controller admin,
    surveillance and auditor, and what is public for everybody."""
    house = house_of(request)
    session = await house.session_or_guest(request)
    controller, head = await _whole(house, meter)
    role = actor_of(session).role if session else None
    told = view(controller, role)
    if role in READERS:
        told |= {"seq": head.seq, "head": head.hash}
    return json_response(told)


async def _whole(house: House, meter: str) -> tuple[Controller, Head]:
    controller, head = await house.read(lambda: house.meters.whole(meter))
    if controller.opened is None:
        raise _no_such_meter()
    return controller, head


def _no_such_meter() -> Problem:
    return Problem(404, "no-such-meter", "no meter has this name")


@router.post("/meters/{meter}/commands", response_model=Done)
async def give_command(meter: MeterName, request: Request) -> Response:
    """Give a command to the meter. Answered when it is in the book. What a table asks of its meter, COIN IN, J-POT and
    the link, is not given here: the table does it."""
    house = house_of(request)
    actor = actor_of(await house.session_of(request))
    asked = await body_of(request, MeterAsked, house.settings)
    command = meter_command_of(asked)
    if actor.role not in command.by:  # before the meter is held for it
        able = " or ".join(sorted(role.value for role in command.by))
        raise Problem(403, "not-your-role", f"{type(command).__name__} is for {able}, not for {actor.role.value}")
    stream = meter_stream(meter)
    if not isinstance(command, OpenMeter) and not (await house.read(lambda: house.store.head(stream))).seq:
        raise _no_such_meter()
    outcome = await house.submit(stream, asked.key, actor, command)
    seconds = time.perf_counter() - request.scope["arrived"]
    house.metrics.command(type(command).__name__, outcome_name(outcome), seconds)
    if not isinstance(outcome, Accepted):
        raise problem_of(outcome, path_of(request))
    events = orjson.loads(outcome.record.body)["events"]
    return json_response({"seq": outcome.record.seq, "events": events, "again": outcome.again})


@router.get("/meters/{meter}/records", response_model=dict[str, Any])
async def show_records(meter: MeterName, request: Request, after: After = 0, limit: Limit = 100) -> Response:
    """The meter's book, for supervisor, controller admin, surveillance and auditor."""
    house = house_of(request)
    _check_reader(await house.asker(request))
    stream = meter_stream(meter)

    def read() -> tuple[Head, list[Record]]:
        return house.store.head(stream), list(house.store.read(stream, after=after, upto=after + limit))

    head, records = await house.read(read)
    if not head.seq:
        raise _no_such_meter()
    told = [{"seq": each.seq, "hash": each.hash, "body": orjson.loads(each.body)} for each in records]
    return json_response({"seq": head.seq, "head": head.hash, "records": told})


def _check_reader(session: Session) -> None:
    if actor_of(session).role not in READERS:
        able = ", ".join(each.value for each in READERS)
        raise Problem(403, "not-your-role", f"the book of a meter is shown to {able}")


# ---- papers


@router.get("/meters/{meter}/wins", response_model=dict[str, Any])
async def show_wins(meter: MeterName, request: Request, after: After = 0, limit: Limit = 100) -> Response:
    """The awards that the meter paid, the oldest first, by the number of its record."""
    house = house_of(request)
    return json_response({"wins": await _found(request, lambda: house.papers.wins(meter, after=after, limit=limit))})


@router.get("/meters/{meter}/wins/{seq}.pdf", **PDF)
async def print_win(meter: MeterName, seq: Number, request: Request) -> Response:
    """The win page, on paper."""
    page = await _found(request, lambda: house_of(request).papers.win_page(meter, seq))
    return await _printed(request, lambda: win_page.pdf(page), f"{meter}-win-{seq}")


@router.get("/meters/{meter}/wins/{seq}", response_model=dict[str, Any])
async def show_win(meter: MeterName, seq: Number, request: Request) -> Response:
    """The win page: how an award came out of the meter, who verified it, and where in the logs it stands."""
    page = await _found(request, lambda: house_of(request).papers.win_page(meter, seq))
    return json_response(win_page.plain(page))


@router.get("/meters/{meter}/days/{day}.pdf", **PDF)
async def print_day(meter: MeterName, day: Day, request: Request) -> Response:
    """The daily report, on paper."""
    page = await _found(request, lambda: house_of(request).papers.day(meter, day))
    return await _printed(request, lambda: meter_day.pdf(page), f"{meter}-{day}")


@router.get("/meters/{meter}/days/{day}", response_model=dict[str, Any])
async def show_day(meter: MeterName, day: Day, request: Request) -> Response:
    """The daily report: the way of meter and reserve from the opening of a gaming day to its close."""
    page = await _found(request, lambda: house_of(request).papers.day(meter, day))
    return json_response(meter_day.plain(page))


@router.get("/meters/{meter}/malfunctions/{number}.pdf", **PDF)
async def print_malfunction(meter: MeterName, number: Number, request: Request) -> Response:
    """The notice of a malfunction, on paper."""
    page = await _found(request, lambda: house_of(request).papers.malfunction(meter, number))
    return await _printed(request, lambda: malfunction.pdf(page), f"{meter}-malfunction-{number}")


@router.get("/meters/{meter}/malfunctions/{number}", response_model=dict[str, Any])
async def show_malfunction(meter: MeterName, number: Number, request: Request) -> Response:
    """The notice of a malfunction, and how long there is to give it."""
    page = await _found(request, lambda: house_of(request).papers.malfunction(meter, number))
    return json_response(malfunction.plain(page))


async def _found(request: Request, ask: Callable[[], Found]) -> Found:
    """What the book answers to those who may read it."""
    house = house_of(request)
    _check_reader(await house.asker(request))
    try:
        return await house.read(ask)
    except NotThere as missing:
        raise Problem(404, f"no-such-{missing.what}", str(missing)) from None


async def _printed(request: Request, page: Callable[[], bytes], name: str) -> Response:
    content = await house_of(request).printed(page)
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return Response(content, headers=headers, media_type="application/pdf")
