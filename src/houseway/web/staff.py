"""The screens of the staff: dealer, supervisor and surveillance, each for its role alone, and the way in.

Like every screen at a table they have what their viewer may see, and follow the event stream from there. A supervisor
is offered what a table can be opened with, and nothing of it is written here: a choice is offered if the terms with it
have no fault.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from houseway.game import Game, Wager, is_progressive
from houseway.games import GAMES
from houseway.money import METER, RESERVE
from houseway.paytable import THE_METER, Paytable
from houseway.progressive.adjustment import ROUTES, Grounds
from houseway.proved_ways import ways_for
from houseway.reports import shift_report
from houseway.reports.paper import clock
from houseway.role import Role
from houseway.service.alerts import WATCHERS
from houseway.service.people import Session
from houseway.table.commands import OpenTable
from houseway.table.notation import plain
from houseway.table.terms import CONTINUOUSLY, DEALERS, SHUFFLERS, Terms, faults, filled, way_label
from houseway.web.book import show_incidents
from houseway.web.errors import Problem
from houseway.web.house import House
from houseway.web.known_workings import workings_now
from houseway.web.models import Number
from houseway.web.pages import me, named, page, sorry, table_page, visitor
from houseway.web.readings import WayToRead, has_envy, ways_to_envy, ways_to_read
from houseway.web.routes import Routes
from houseway.web.shifts import READERS, shifts_of
from houseway.web.tables import by_number, summaries
from houseway.web.workings import Workings

routes = Routes(on_problem=sorry)

SCREENS: Final = {
    "dealer": (Role.DEALER,),
    "supervisor": (Role.SUPERVISOR, Role.CONTROLLER_ADMIN),
    "surveillance": (Role.SURVEILLANCE, Role.AUDITOR),
}
A_METER: Final = "a meter"  # whichever it will be


@routes.at("GET /staff")
async def staff(house: House, request: Request) -> Response:
    """The tables, and for a supervisor what can be opened; name and PIN for whoever is not logged in."""
    session, dead = await visitor(house, request)
    screen = next((name for name, roles in SCREENS.items() if session and Role(session.role) in roles), None)
    if session is None or screen is None:
        return log_in_page(dead, request)
    opens = Role(session.role) in OpenTable.by
    offered = await openings(house) if opens else {}
    every = summaries(house)
    return page(
        "staff.html",
        "opening.js" if opens else "staff.js",
        headers=dead,
        data={"me": me(session, None), **offered},
        tables=[each for each in every if "game" in each],
        shut=[each["name"] for each in every if "game" not in each],
        reads=Role(session.role) in READERS,
        closed=list(offered.get("closed", ())),
        opens=opens,
        watches=Role(session.role) in WATCHERS,
        screen=screen,
        person=session.name,
    )


@routes.at("GET /tables/{table}/dealer")
async def dealer(house: House, request: Request, table: str) -> Response:
    """The console: keypad, rotation number, house-way display, card entry."""
    return await _screen(house, request, table, "dealer")


@routes.at("GET /tables/{table}/supervisor")
async def supervisor(house: House, request: Request, table: str) -> Response:
    """Key and J-POT, the win, the meter and the terms."""
    return await _screen(house, request, table, "supervisor", grounds=[_ground(each) for each in Grounds])


@routes.at("GET /tables/{table}/surveillance")
async def surveillance(house: House, request: Request, table: str) -> Response:
    """Everything to be seen, alerts to acknowledge, and past rounds."""
    return await _screen(house, request, table, "surveillance")


@routes.at("GET /tables/{table}/shift-report")
async def shift_page(house: House, request: Request, table: str, number: Number | None = None) -> Response:
    """The shifts of a table, and the report of one of them: of the last, if none is named."""
    session, dead = await visitor(house, request)
    if session is None or Role(session.role) not in READERS:
        return log_in_page(dead, request, session, "supervisor")
    found = await shifts_of(house, request, named("table", table))
    if number and number > len(found):
        raise Problem(404, "no-such-shift", f"table {table} has had {len(found)} shifts")
    reports = [shift_report.printed(shift) for shift in found]
    return page(
        "shift_report.html",
        None,
        headers=dead,
        data=None,
        table=table,
        screen=next(name for name, roles in SCREENS.items() if Role(session.role) in roles),
        shifts=reports,
        sums=[[str(each["number"]), each["day"], each["off"]] for each in reports],
        shown=(number or len(found)) - 1,
    )


@routes.at("GET /tables/{table}/incident-log")
async def incident_page(house: House, request: Request, table: str) -> Response:
    """What was not an ordinary step of a round, with its time."""
    session, dead = await visitor(house, request)
    if session is None or Role(session.role) not in READERS:
        return log_in_page(dead, request, session, "surveillance")
    told = await show_incidents(house, request, named("table", table))
    for incident in told["incidents"]:
        incident["at"] = clock(datetime.fromisoformat(incident["at"]), house.zone)
    screen = next(name for name, roles in SCREENS.items() if Role(session.role) in roles)
    return page("incident_log.html", None, headers=dead, data=None, screen=screen, **told)


async def _screen(house: House, request: Request, table: str, screen: str, **more: object) -> Response:
    session, dead = await visitor(house, request)
    if session is None or Role(session.role) not in SCREENS[screen]:
        return log_in_page(dead, request, session, screen)
    return await table_page(house, request, table, screen, **more)


def log_in_page(
    dead: Mapping[str, str], request: Request, session: Session | None = None, screen: str = ""
) -> Response:
    """Name and PIN; whoever is in comes to the page that was asked for, of the same day and shift."""
    then = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    says = ""
    if session is not None and session.role == Role.PLAYER.value:
        says = "This browser holds a seat at the table. Leave it, or use another browser."
    elif session is not None:
        says = f"{session.name} is logged in as {session.role}; this is the screen of the {screen}."
    return page("login.html", "login.js", status=401, headers=dead, data={"then": then}, says=says)


def _ground(reason: Grounds) -> dict[str, Any]:
    """Which way it moves meter or reserve, and what it has to name."""
    source, _ = ROUTES[reason]
    moved = (Grounds.MOVED, Grounds.RESERVE_MOVED, Grounds.MOVED_HERE, Grounds.RESERVE_MOVED_HERE)
    return {
        "reason": reason.value,
        "down": source in (METER, RESERVE),
        "names": "win" if reason is Grounds.BACK_OUT else "other" if reason in moved else None,
    }


# ---- what a table can be opened with


async def openings(house: House) -> dict[str, Any]:
    """The games, the meters that they can be played for, and the tables that are closed with their last terms."""
    today = datetime.now(UTC).date()
    return {
        "games": [_offer(house, game, today) for game in GAMES.values()],
        "meters": await house.read(house.meters.names),
        "closed": await house.read(lambda: _closed(house)),
        "ceiling": plain(house.settings.ceiling) if house.settings.ceiling else None,
    }


def _closed(house: House) -> dict[str, Any]:
    seqs, tables = house.table_seqs(), house.floor.tables
    names = [name for name in sorted(tables, key=by_number) if tables[name].terms is None and name in seqs]
    last = {name: house.rounds.terms(name, seqs[name]) for name in names}
    return {name: plain(terms) for name, terms in last.items() if terms.game in GAMES}


def _offer(house: House, game: Game, on: date) -> dict[str, Any]:
    """The usual terms of a game, and for each of them what may stand there instead; with what can be read in two ways,
    and what it holds then."""
    readable = bool(game.readings) or any(has_envy(paytable) for paytable in game.paytables.values())
    workings = workings_now(house, game) if readable else None
    usual = filled(Terms(game=game.slug, dealer="live"))
    several: dict[str, Iterable[object]] = {
        "dealer": reversed(DEALERS),
        "shuffler": SHUFFLERS,
        "shuffled": ("", CONTINUOUSLY),
        "number_by": game.number_by,
        "decks": game.decks,
        "seats": range(1, game.seats + 1),
    }
    return {
        "game": game.slug,
        "title": game.title,
        "terms": plain(usual),
        "choices": {
            name: [each for each in values if not faults(replace(usual, **{name: each}), on)]  # type: ignore[arg-type]
            for name, values in several.items()
        },
        "ways": [plain(way) | {"standing": way.standing} for way in ways_for(game.slug)],
        "way": way_label(game),
        "wagers": [_wager(game, wager, usual, on, workings) for wager in game.wagers if game.own_paytables(wager)],
    }


def _wager(game: Game, wager: Wager, usual: Terms, on: date, workings: Workings | None) -> dict[str, Any]:
    others = {name: paytable for name, paytable in usual.paytables.items() if name != wager.name}
    runs = [
        paytable
        for paytable in game.own_paytables(wager)
        if not faults(_playing_for_some(replace(usual, paytables={**others, wager.name: paytable.name}), paytable), on)
    ]
    return {
        "wager": wager.name,
        "is_side": wager.side,
        "of_meter": is_progressive(wager),
        "can_be_left_out": not faults(replace(usual, paytables=others), on),
        "paytables": [
            {
                "name": paytable.name,
                "label": paytable.label,
                "meters": list(paytable.meters),
                "readings": _told(ways_to_read(game, wager, paytable, workings, decks=usual.decks, seats=usual.seats)),
                "envy": _told(_envied(game, paytable, workings, usual)),
            }
            for paytable in runs
        ],
    }


def _envied(game: Game, paytable: Paytable, workings: Workings | None, usual: Terms) -> list[WayToRead]:
    if not has_envy(paytable):
        return []
    return ways_to_envy(game, paytable, workings, decks=usual.decks, seats=usual.seats)


def _told(ways: list[WayToRead]) -> list[dict[str, Any]]:
    return [{"name": way.name, "holds": way.holds, "told": way.told} for way in ways]


def _playing_for_some(terms: Terms, paytable: Paytable) -> Terms:
    """The terms with a meter for each that the paytable has."""
    several = {name: f"{A_METER} {name}" for name in paytable.meters if name}
    return replace(terms, meter=A_METER if THE_METER in paytable.meters else "", meters=several)
