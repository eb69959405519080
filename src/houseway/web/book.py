"""What the book tells of a table's past: to everybody the receipt of a round that is over; to those who watch the
tables the records, the log in words, a round step by step, and the days.

Only rounds that are over are replayed, and therefore with every card up; what the log says, everybody at the table saw.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Final

import orjson
from pydantic import Field
from starlette.requests import Request

from houseway.reports.shapes import shape
from houseway.role import Role, Seat
from houseway.service.daybook import days
from houseway.service.entry import TableEntry, entry_of, show_time
from houseway.service.incidents import incidents
from houseway.service.record import Record
from houseway.table.receipt import check, remarks
from houseway.table.seal import secret_in_use
from houseway.table.state import Table
from houseway.table.telling import say
from houseway.table.view import round_view
from houseway.web.errors import Problem
from houseway.web.house import House
from houseway.web.models import After, Day, Limit, Number, TableName
from houseway.web.routes import Routes, only
from houseway.web.streams import GUEST

routes = Routes()

WATCHERS: Final = (Role.SUPERVISOR, Role.SURVEILLANCE, Role.AUDITOR)
LOGGED: Final = 100  # records at once
COMMITMENT: Final = r"^[0-9a-f]{0,64}$"


# ---- for everybody


@routes.at("GET /tables/{table}/rounds/{number}")
async def show_round(house: House, request: Request, table: TableName, number: Number) -> dict[str, Any]:
    """The receipt of a finished round: with it anyone can check the deal and the pays, by `houseway check-deal`."""
    change = await house.change(table, request)
    is_dealt = number <= change.table.round.number
    receipt = await house.read(lambda: house.rounds.receipt(table, number)) if is_dealt else None
    if receipt is None:
        raise _not_over(table, number)
    return receipt | _anchored(house)


def _anchored(house: House) -> dict[str, Any]:
    """The last anchor of the house, if it makes any: with it a player can hold the whole book to what it was."""
    last = house.anchoring.last if house.anchoring else None
    return {"anchor": {"number": last.number, "at": last.at, "sha256": last.sha256, "key": last.key}} if last else {}


def _not_over(table: str, number: int) -> Problem:
    return Problem(404, "no-such-round", f"round {number} of table {table} is not over")


@routes.at("GET /tables/{table}/rounds/{number}/check")
async def show_check(
    house: House,
    request: Request,
    table: TableName,
    number: Number,
    published: Annotated[str, Field(pattern=COMMITMENT)] = "",
) -> dict[str, Any]:
    """What `houseway check-deal` says of the round's receipt. `published` is the commitment that was seen before."""
    receipt = await show_round(house, request, table, number)
    checked, wrong = check(receipt, published)
    return {"round": number, "checked": checked, "wrong": wrong, "remarks": remarks(receipt)}


# ---- for those who watch


@routes.at("GET /tables/{table}/records", who=only(WATCHERS, "the book is shown"))
async def show_records(
    house: House, request: Request, table: TableName, after: After = 0, limit: Limit = 100
) -> dict[str, Any]:
    """The book, for supervisor, surveillance and auditor: bodies, hashes, and the secrets of rounds that are over."""
    change = await house.change(table, request)
    current = change.table.round.number
    records = await house.read(lambda: list(house.store.read(table, after=after, upto=after + limit)))
    kept = secret_in_use(change.table)
    shown = [record_shape(each) | _secrets(each, current, kept) for each in records]
    return {"seq": change.head.seq, "head": change.head.hash, "records": shown}


def record_shape(record: Record) -> dict[str, Any]:
    return {"seq": record.seq, "hash": record.hash, "body": orjson.loads(record.body)}


def _secrets(record: Record, current_round: int, kept: str) -> dict[str, Any]:
    """Of a round that is over, but not of the shoe that is dealt on."""
    if not record.sealed or record.round >= current_round or kept in {sealed.seal for sealed in record.sealed}:
        return {}
    return {"secrets": {sealed.seal: sealed.body for sealed in record.sealed}}


@routes.at("GET /tables/{table}/rounds/{number}/steps", who=only(WATCHERS, "past rounds are replayed"))
async def show_steps(house: House, request: Request, table: TableName, number: Number) -> dict[str, Any]:
    """A finished round, record by record, for supervisor, surveillance and auditor."""
    change = await house.change(table, request)
    is_dealt = number <= change.table.round.number
    steps = await house.read(lambda: [_step(*each) for each in house.rounds.steps(table, number)]) if is_dealt else []
    if not steps:
        raise _not_over(table, number)
    return {"table": table, "round": number, "steps": steps}


@routes.at("GET /tables/{table}/log", who=only(WATCHERS, "the log is shown"))
async def show_log(house: House, request: Request, table: TableName, after: After = 0) -> dict[str, Any]:
    """What happened at the table after record `after`, the last hundred records at most, in a line each, for
    supervisor, surveillance and auditor."""
    change = await house.change(table, request)
    upto = change.head.seq
    first = max(after, upto - LOGGED)
    records = await house.read(lambda: list(house.store.read(table, after=first, upto=upto)))
    positions = change.table.terms.positions if change.table.terms else ()
    return {"table": table, "seq": upto, "log": [_line(record, entry_of(record), positions) for record in records]}


def _line(record: Record, entry: TableEntry, positions: Sequence[int]) -> dict[str, Any]:
    says = [say(event, positions) for event in entry.events]
    return {"seq": record.seq, "at": show_time(entry.at), "by": str(entry.actor), "says": says}


def _step(record: Record, entry: TableEntry, table: Table) -> dict[str, Any]:
    rnd = table.previous or table.round  # after the last step a new round has begun
    over = replace(table, previous=rnd)
    return _line(record, entry, table.terms.positions if table.terms else ()) | {
        "seats": [{"seat": seat, "player": table.players.get(Seat(seat))} for seat in range(1, table.seats + 1)],
        "round": round_view(over, rnd, GUEST),
    }


@routes.at("GET /tables/{table}/incidents", who=only(WATCHERS, "the incident log is shown"))
async def show_incidents(house: House, request: Request, table: TableName) -> dict[str, Any]:
    """What was stopped, held, void, corrected, reversed, or over and short at the table, the last first."""
    await house.change(table, request)
    found = await house.read(lambda: incidents(house.store, table))
    return {"table": table, "incidents": [incident._asdict() for incident in found]}


@routes.at("GET /days", who=only(WATCHERS, "the book is shown"))
async def show_days(house: House, first: Day | None = None, last: Day | None = None) -> dict[str, Any]:
    """Drop, win and hold by table, game and gaming day, for supervisor, surveillance and auditor."""
    if first and last and first > last:
        raise Problem(409, "days-out-of-order", f"the first day, {first}, comes after the last, {last}")
    limits = {"first": first.isoformat() if first else None, "last": last.isoformat() if last else None}
    played = await house.read(lambda: days(house.store, **limits))
    return {"days": shape(played)}
