"""A past round, step by step, for those who watch the tables: what happened, by whom, and how the felt lay after it.

Only of rounds that are over, and therefore with every card up.
"""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from houseway.service.entry import TableEntry, show_time
from houseway.service.identity import actor_of
from houseway.service.record import Record
from houseway.table.state import Table
from houseway.table.telling import told
from houseway.table.view import round_view
from houseway.web.errors import Problem, json_response
from houseway.web.house import house_of
from houseway.web.models import MOST
from houseway.web.streams import GUEST
from houseway.web.tables import READS_RECORDS, TableName

router = APIRouter()


@router.get("/tables/{table}/rounds/{number}/steps", response_model=dict[str, Any])
async def show_steps(table: TableName, number: Annotated[int, Path(ge=1, le=MOST)], request: Request) -> Response:
    """A finished round, record by record, for supervisor, surveillance and auditor."""
    house = house_of(request)
    if actor_of(await house.asker(request)).role not in READS_RECORDS:
        able = ", ".join(each.value for each in READS_RECORDS)
        raise Problem(403, "not-your-role", f"past rounds are replayed for {able}")
    change = await house.change(table, request)
    steps = []
    if number <= change.table.round.number:
        steps = await house.read(lambda: [_step(*step) for step in house.rounds.steps(table, number)])
    if not steps:
        raise Problem(404, "no-such-round", f"round {number} of table {table} is not over")
    return json_response({"table": table, "round": number, "steps": steps})


def _step(record: Record, entry: TableEntry, table: Table) -> dict[str, Any]:
    rnd = table.previous or table.round  # after the last step a new round has begun
    over = replace(table, previous=rnd)
    return {
        "seq": record.seq,
        "at": show_time(entry.at),
        "by": str(entry.actor),
        "says": [told(event) for event in entry.events],
        "round": round_view(over, rnd, GUEST),
    }
