"""The shifts of a table, as JSON and on paper, for those who watch the tables."""

from functools import partial
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from houseway.reports import shift_report
from houseway.reports.shift_report import Shift
from houseway.role import Role
from houseway.service.shifts import shifts
from houseway.web.errors import Problem
from houseway.web.house import House
from houseway.web.installation import TYPESETTER
from houseway.web.models import Number, TableName
from houseway.web.routes import Routes, only

routes = Routes()

READERS: Final = (Role.SUPERVISOR, Role.SURVEILLANCE, Role.AUDITOR)
WHO: Final = only(READERS, "the papers of a table are shown")


async def shifts_of(house: House, request: Request, table: str) -> list[Shift]:
    await house.change(table, request)
    return await house.read(partial(shifts, house.store, table, house=house.name, zone=house.zone))


@routes.at("GET /tables/{table}/shifts", who=WHO)
async def show_shifts(house: House, request: Request, table: TableName) -> dict[str, Any]:
    """Every shift of the table with its counts, slips, dealers, and what is over or short."""
    found = await shifts_of(house, request, table)
    return {"table": table, "shifts": [shift_report.plain(shift) for shift in found]}


@routes.at("GET /tables/{table}/shifts/{number}.pdf", who=WHO, media="application/pdf", answer=None)
async def print_shift(house: House, request: Request, table: TableName, number: Number) -> Response:
    """The shift report on paper."""
    house.installation.check(TYPESETTER)
    shift = await _shift(house, request, table, number)
    headers = {"Content-Disposition": f'inline; filename="{table}-shift-{number}.pdf"'}
    printed = await house.printed(partial(shift_report.pdf, shift))
    return Response(printed, headers=headers, media_type="application/pdf")


@routes.at("GET /tables/{table}/shifts/{number}", who=WHO)
async def show_shift(house: House, request: Request, table: TableName, number: Number) -> dict[str, Any]:
    """One shift of the table."""
    return shift_report.plain(await _shift(house, request, table, number))


async def _shift(house: House, request: Request, table: str, number: int) -> Shift:
    found = await shifts_of(house, request, table)
    if number > len(found):
        raise Problem(404, "no-such-shift", f"table {table} has had {len(found)} shifts")
    return found[number - 1]
