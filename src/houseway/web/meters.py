"""A meter over HTTP: what it shows, who may move it, and the papers that its book fills in."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from houseway.progressive.commands import OpenMeter
from houseway.progressive.state import Controller
from houseway.progressive.view import READERS, public, view
from houseway.reports import malfunction, meter_day, win_page
from houseway.service.identity import actor_of
from houseway.service.meter_papers import NotThere
from houseway.service.people import Session
from houseway.service.record import Head, meter_stream
from houseway.web.book import record_shape
from houseway.web.errors import Problem
from houseway.web.house import House
from houseway.web.installation import TYPESETTER
from houseway.web.models import After, Day, Done, Limit, MeterAsked, MeterName, MeterSeen, Number, command_of
from houseway.web.routes import GUESTS_TOO, HOLDERS, Routes, only
from houseway.web.tables import done

routes = Routes()

Answer = TypeVar("Answer")
WHO_READS: Final = only(READERS, "the book of a meter is shown")
PDF: Final[dict[str, Any]] = {"who": WHO_READS, "media": "application/pdf", "answer": None}


@routes.at("GET /meters", answer=dict[str, list[MeterSeen]])
async def show_meters(house: House) -> dict[str, Any]:
    """What every meter shows."""
    books = house.meters
    return {"meters": await house.read(lambda: [public(books.whole(name)[0]) for name in books.names()])}


@routes.at("GET /meters/{meter}", who=GUESTS_TOO, answer=MeterSeen)
async def look(house: House, session: Session | None, meter: MeterName) -> dict[str, Any]:
    """The meter as whoever asks may see it: all that its controller shows for supervisor, controller admin,
    surveillance and auditor, and what is public for everybody."""
    controller, head = await whole(house, meter)
    role = actor_of(session).role if session else None
    more = {"seq": head.seq, "head": head.hash} if role in READERS else {}
    return view(controller, role) | more


async def whole(house: House, meter: str) -> tuple[Controller, Head]:
    controller, head = await house.read(lambda: house.meters.whole(meter))
    if controller.opened is None:
        raise _no_such_meter()
    return controller, head


def _no_such_meter() -> Problem:
    return Problem(404, "no-such-meter", "no meter has this name")


@routes.at("POST /meters/{meter}/commands", who=HOLDERS, answer=Done)
async def give_command(
    house: House, session: Session, body: MeterAsked, request: Request, meter: MeterName
) -> dict[str, Any]:
    """Give a command to the meter. Answered when it is in the book. What a table asks of its meter, COIN IN, J-POT and
    the link, is not given here: the table does it."""
    command, actor, stream = command_of(body), actor_of(session), meter_stream(meter)
    if actor.role not in command.by:  # before the meter is held for it
        able = " or ".join(sorted(role.value for role in command.by))
        raise Problem(403, "not-your-role", f"{type(command).__name__} is for {able}, not for {actor.role.value}")
    if not isinstance(command, OpenMeter) and not (await house.read(lambda: house.store.head(stream))).seq:
        raise _no_such_meter()
    return done(await house.accepted(request, stream, body.key, actor, command))


@routes.at("GET /meters/{meter}/records", who=WHO_READS)
async def show_records(house: House, meter: MeterName, after: After = 0, limit: Limit = 100) -> dict[str, Any]:
    """The meter's book, for supervisor, controller admin, surveillance and auditor."""
    stream = meter_stream(meter)
    head = await house.read(lambda: house.store.head(stream))
    if not head.seq:
        raise _no_such_meter()
    records = await house.read(lambda: list(house.store.read(stream, after=after, upto=after + limit)))
    return {"seq": head.seq, "head": head.hash, "records": list(map(record_shape, records))}


# ---- papers


@routes.at("GET /meters/{meter}/wins", who=WHO_READS)
async def show_wins(house: House, meter: MeterName, after: After = 0, limit: Limit = 100) -> dict[str, Any]:
    """The awards that the meter paid, the oldest first, by the number of its record."""
    return {"wins": await _paper(house, partial(house.papers.wins, meter, after=after, limit=limit))}


@routes.at("GET /meters/{meter}/wins/{seq}.pdf", **PDF)
async def print_win(house: House, meter: MeterName, seq: Number) -> Response:
    """The win page, on paper."""
    paper = partial(house.papers.win_page, meter, seq)
    return await _printed(house, paper, win_page.pdf, f"{meter}-win-{seq}")


@routes.at("GET /meters/{meter}/wins/{seq}", who=WHO_READS)
async def show_win(house: House, meter: MeterName, seq: Number) -> dict[str, Any]:
    """The win page: how an award came out of the meter, who verified it, and where in the logs it stands."""
    return win_page.plain(await _paper(house, partial(house.papers.win_page, meter, seq)))


@routes.at("GET /meters/{meter}/days/{day}.pdf", **PDF)
async def print_day(house: House, meter: MeterName, day: Day) -> Response:
    """The daily report, on paper."""
    return await _printed(house, partial(house.papers.day, meter, day), meter_day.pdf, f"{meter}-{day}")


@routes.at("GET /meters/{meter}/days/{day}", who=WHO_READS)
async def show_day(house: House, meter: MeterName, day: Day) -> dict[str, Any]:
    """The daily report: the way of meter and reserve from the opening of a gaming day to its close."""
    return meter_day.plain(await _paper(house, partial(house.papers.day, meter, day)))


@routes.at("GET /meters/{meter}/malfunctions/{number}.pdf", **PDF)
async def print_malfunction(house: House, meter: MeterName, number: Number) -> Response:
    """The notice of a malfunction, on paper."""
    paper = partial(house.papers.malfunction, meter, number)
    return await _printed(house, paper, malfunction.pdf, f"{meter}-malfunction-{number}")


@routes.at("GET /meters/{meter}/malfunctions/{number}", who=WHO_READS)
async def show_malfunction(house: House, meter: MeterName, number: Number) -> dict[str, Any]:
    """The notice of a malfunction, and how long there is to give it."""
    return malfunction.plain(await _paper(house, partial(house.papers.malfunction, meter, number)))


async def _paper(house: House, ask: Callable[[], Answer]) -> Answer:
    try:
        return await house.read(ask)
    except NotThere as missing:
        raise Problem(404, f"no-such-{missing.what}", str(missing)) from None


async def _printed(house: House, ask: Callable[[], Answer], pdf: Callable[[Answer], bytes], name: str) -> Response:
    house.installation.check(TYPESETTER)
    page = await _paper(house, ask)
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return Response(await house.printed(partial(pdf, page)), headers=headers, media_type="application/pdf")
