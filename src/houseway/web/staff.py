"""The screens of the staff: dealer, supervisor and surveillance, each for its role alone, and the way in.

Like every screen at a table they are told what their viewer may see, and follow the event stream from there.
"""

from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from houseway.money import METER, RESERVE
from houseway.progressive.adjustment import ROUTES, Grounds
from houseway.role import Role
from houseway.service.people import Session
from houseway.table.commands import OpenTable
from houseway.web.house import house_of
from houseway.web.opening import openings
from houseway.web.pages import me, page, table_page, visitor
from houseway.web.tables import summary

router = APIRouter(include_in_schema=False)

SCREENS: Final = {
    "dealer": (Role.DEALER,),
    "supervisor": (Role.SUPERVISOR, Role.CONTROLLER_ADMIN),
    "surveillance": (Role.SURVEILLANCE, Role.AUDITOR),
}


@router.get("/staff")
async def staff(request: Request) -> Response:
    """The tables, and for a supervisor what can be opened; name and PIN for whoever is not logged in."""
    session, dead = await visitor(house_of(request), request)
    screen = screen_of(session)
    if session is None or screen is None:
        return _login(dead, "/staff")
    house = house_of(request)
    seqs = house.table_seqs()
    tables = [summary(table) for name, table in sorted(house.floor.tables.items()) if name in seqs]
    shown = [each for each in tables if "game" in each]
    told: dict[str, Any] = {"me": me(session, None)}
    opens = Role(session.role) in OpenTable.by
    if opens:
        told |= await openings(house)
    return page(
        "staff.html",
        "opening.js" if opens else "staff.js",
        headers=dead,
        told=told,
        tables=shown,
        closed=list(told["closed"]) if opens else [],
        opens=opens,
        screen=screen,
        person=session.name,
    )


def screen_of(session: Session | None) -> str | None:
    return next((name for name, roles in SCREENS.items() if session and Role(session.role) in roles), None)


@router.get("/tables/{table}/dealer")
async def dealer(table: str, request: Request) -> Response:
    """The console: keypad, rotation number, house-way display, card entry."""
    return await _screen("dealer", table, request)


@router.get("/tables/{table}/supervisor")
async def supervisor(table: str, request: Request) -> Response:
    """Key and J-POT, the win, the meter and the terms."""
    return await _screen("supervisor", table, request, grounds=[_ground(each) for each in Grounds])


@router.get("/tables/{table}/surveillance")
async def surveillance(table: str, request: Request) -> Response:
    """Everything to be seen, alerts to acknowledge, and past rounds."""
    return await _screen("surveillance", table, request)


async def _screen(screen: str, table: str, request: Request, **more: object) -> Response:
    session, dead = await visitor(house_of(request), request)
    if session is None or Role(session.role) not in SCREENS[screen]:
        return _login(dead, request.url.path, session, screen)
    return await table_page(table, request, f"{screen}.html", f"{screen}.js", more)


def _login(dead: Any, then: str, session: Session | None = None, screen: str = "") -> Response:
    says = ""
    if session is not None and session.role == Role.PLAYER.value:
        says = "This browser holds a seat at the table. Leave it, or use another browser."
    elif session is not None:
        says = f"{session.name} is logged in as {session.role}; this is the screen of the {screen}."
    return page("login.html", "login.js", status=401, headers=dead, told={"then": then}, says=says)


def _ground(reason: Grounds) -> dict[str, Any]:
    """Which way it moves meter or reserve, and what it has to name."""
    source, _ = ROUTES[reason]
    moved = (Grounds.MOVED, Grounds.RESERVE_MOVED, Grounds.MOVED_HERE, Grounds.RESERVE_MOVED_HERE)
    return {
        "reason": reason.value,
        "down": source in (METER, RESERVE),
        "names": "win" if reason is Grounds.BACK_OUT else "other" if reason in moved else None,
    }
