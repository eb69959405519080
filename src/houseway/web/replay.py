"""For those who watch the tables: the log of a table in words, and a past round step by step, with what happened, by
whom, and how the felt lay after it.

Only rounds that are over are replayed, and therefore with every card up; what the log says, everybody at the table saw.
"""

from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from houseway.role import Seat
from houseway.service.entry import TableEntry, entry_of, show_time
from houseway.service.identity import actor_of
from houseway.service.record import Record
from houseway.table.state import Table
from houseway.table.telling import say
from houseway.table.view import round_view
from houseway.web.errors import Problem, json_response
from houseway.web.house import House, house_of
from houseway.web.models import MOST
from houseway.web.streams import GUEST
from houseway.web.tables import READS_RECORDS, After, TableName

router = APIRouter()

LOGGED: Final = 100  # records at once


@router.get("/tables/{table}/rounds/{number}/steps", response_model=dict[str, Any])
async def show_steps(table: TableName, number: Annotated[int, Path(ge=1, le=MOST)], request: Request) -> Response:
    """A finished round, record by record, for supervisor, surveillance and auditor."""
    house = house_of(request)
    await _check_watcher(house, request, "past rounds are replayed")
    change = await house.change(table, request)
    steps = []
    if number <= change.table.round.number:
        steps = await house.read(lambda: [_step(*step) for step in house.rounds.steps(table, number)])
    if not steps:
        raise Problem(404, "no-such-round", f"round {number} of table {table} is not over")
    return json_response({"table": table, "round": number, "steps": steps})


@router.get("/tables/{table}/log", response_model=dict[str, Any])
async def show_log(table: TableName, request: Request, after: After = 0) -> Response:
    """What happened at the table after record `after`, the last hundred records at most, in a line each, for
    supervisor, surveillance and auditor."""
    house = house_of(request)
    await _check_watcher(house, request, "the log is shown")
    upto = (await house.change(table, request)).head.seq
    first = max(after, upto - LOGGED)
    records = await house.read(lambda: list(house.store.read(table, after=first, upto=upto)))
    lines = [_line(record, entry_of(record)) for record in records]
    return json_response({"table": table, "seq": upto, "log": lines})


async def _check_watcher(house: House, request: Request, what: str) -> None:
    if actor_of(await house.asker(request)).role not in READS_RECORDS:
        able = ", ".join(each.value for each in READS_RECORDS)
        raise Problem(403, "not-your-role", f"{what} to {able}")


def _line(record: Record, entry: TableEntry) -> dict[str, Any]:
    says = [say(event) for event in entry.events]
    return {"seq": record.seq, "at": show_time(entry.at), "by": str(entry.actor), "says": says}


def _step(record: Record, entry: TableEntry, table: Table) -> dict[str, Any]:
    rnd = table.previous or table.round  # after the last step a new round has begun
    over = replace(table, previous=rnd)
    return _line(record, entry) | {
        "seats": [{"seat": seat, "player": table.players.get(Seat(seat))} for seat in range(1, table.seats + 1)],
        "round": round_view(over, rnd, GUEST),
    }
