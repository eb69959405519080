"""A table over HTTP: look, sit down, command, listen, and check what was played."""

import re
import time
from typing import Annotated, Any, Final

import orjson
from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from houseway.reports.shapes import shape
from houseway.role import Actor, Role, Seat
from houseway.service.daybook import days
from houseway.service.identity import actor_of, hash_of, person_of
from houseway.service.outcome import Accepted, Outcome, Refused
from houseway.service.people import Session
from houseway.service.record import SEAT_KEY, Record
from houseway.service.sharing import PROCESS
from houseway.service.store import Store
from houseway.table.commands import OpenTable, TakeSeat
from houseway.table.state import Table
from houseway.web.errors import Problem, json_response, problem_of
from houseway.web.house import house_of, path_of, seen_by
from houseway.web.limits import SEAT_COOKIE, Settings, address_of, body_of
from houseway.web.models import MOST, TABLE_NAME, Asked, Day, Done, SeatAsked, Seated, Seen, command_of
from houseway.web.streams import EventStream, messages

router = APIRouter()

TableName = Annotated[str, Path(pattern=TABLE_NAME)]
After = Annotated[int, Query(ge=0, le=MOST)]
READS_RECORDS: Final = (Role.SUPERVISOR, Role.SURVEILLANCE, Role.AUDITOR)


@router.post("/tables/{table}/commands", response_model=Done)
async def give_command(table: TableName, request: Request) -> Response:
    """Give a command to the table. Answered when it is in the book."""
    house = house_of(request)
    session = await house.session_of(request)
    asked = await body_of(request, Asked, house.settings)
    command, actor = command_of(asked), actor_of(session)
    _check_place(session, actor, table, command)
    outcome = await house.submit(table, asked.key, actor, command)
    seconds = time.perf_counter() - request.scope["arrived"]
    house.metrics.command(type(command).__name__, outcome_name(outcome), seconds)
    if not isinstance(outcome, Accepted):
        raise problem_of(outcome, path_of(request))
    events = orjson.loads(outcome.record.body)["events"]
    return json_response({"seq": outcome.record.seq, "events": events, "again": outcome.again})


def _check_place(session: Session, actor: Actor, table: str, command: object) -> None:
    if session.stream not in (None, table):
        raise Problem(403, "not-your-seat", f"this token is of a seat at table {session.stream}")
    if isinstance(command, OpenTable) and actor.role not in command.by:  # before the floor makes room for a table
        raise Problem(403, "not-your-role", f"OpenTable is for supervisor, not for {actor.role.value}")
    if isinstance(command, OpenTable) and command.terms.meter and not re.fullmatch(TABLE_NAME, command.terms.meter):
        raise Problem(404, "no-such-meter", f"no meter has the name {command.terms.meter[:40]!r}")


def outcome_name(outcome: Outcome) -> str:
    match outcome:
        case Accepted(again=True):
            return "again"
        case Refused(refusal=refusal):
            return refusal.reason.name.lower().replace("_", "-")
        case _:
            return type(outcome).__name__.lower()


@router.post("/tables/{table}/seats", status_code=201, response_model=Seated)
async def take_seat(table: TableName, request: Request) -> Response:
    """Sit down, and be given the token of the seat. Sent again under the same key: a fresh token, and the one before
    is dead. The key is what proves that it is the same player, so it is random and kept secret."""
    house = house_of(request)
    asked = await body_of(request, SeatAsked, house.settings)
    seat = Seat(asked.seat)
    actor = Actor(Role.PLAYER, asked.player, seat)
    command = TakeSeat(seat=seat, player=asked.player)
    key = f"{SEAT_KEY}{hash_of(asked.key)}"  # staff may read the book, and shall not find the key in it
    outcome = await house.submit(table, key, actor, command)
    house.metrics.command("TakeSeat", outcome_name(outcome), time.perf_counter() - request.scope["arrived"])
    if not isinstance(outcome, Accepted):
        raise problem_of(outcome, path_of(request))
    seq = outcome.record.seq
    left = Problem(409, "seat-left", f"seat {asked.seat} was left since it was taken under this key")
    if outcome.again:  # the key may be remembered here, and the table run elsewhere by now
        change = await house.change(table, request)
        if change.table.players.get(seat) != asked.player:
            raise left
    begun = await house.identity.sit(table, seat, asked.player, seq, again=outcome.again)
    if begun is None:
        raise left
    if outcome.again:
        house.relay.repeat(table)
    token, session = begun
    told = {"token": token, "csrf": session.csrf, "seat": asked.seat, "seq": seq}
    response = json_response(told, 201)
    set_cookie(response, SEAT_COOKIE, token, session, house.settings, path=f"/tables/{table}")
    return response


def set_cookie(
    response: Response, name: str, token: str, session: Session, settings: Settings, *, path: str = "/"
) -> None:
    age = session.expires_at - int(time.time())
    response.set_cookie(name, token, max_age=age, path=path, httponly=True, samesite="strict", secure=settings.https)


@router.get("/tables/{table}/events", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def listen(
    table: TableName, request: Request, after: Annotated[int | None, Query(ge=0, le=MOST)] = None
) -> Response:
    """Server-sent events: each record as it is committed (`id` is its number), and after each commit, as `view`, the
    table as the listener may see it; once, as `token`, that the token is dead and a guest is shown the rest.
    `Last-Event-ID`, or `after`, resumes without gap or repeat."""
    house = house_of(request)
    session = await house.session_or_guest(request)
    change = await house.change(table, request)
    last = request.headers.get("last-event-id")
    if last is not None:
        if not (last.isascii() and last.isdigit() and len(last) <= 12):
            raise Problem(422, "bad-last-event-id", "Last-Event-ID is the number of a record")
        after = int(last)
    if after is not None and after > change.head.seq:
        raise Problem(409, "ahead-of-the-book", f"record {after}: the book ends at record {change.head.seq}")
    if house.relay.closed:
        raise Problem(503, "too-many-streams", "no more streams can be opened now", {"Retry-After": "5"})

    viewer = house.viewer(request, table)
    told = messages(house.floor, house.relay, house.past, house.settings, table, after, viewer=viewer)
    place = house.places.taken(address_of(request.scope), person_of(session) if session else None)
    return EventStream(told, place=place, send_seconds=house.settings.send_seconds)


@router.get("/tables/{table}/rounds/{number}", response_model=dict[str, Any])
async def show_round(table: TableName, number: Annotated[int, Path(ge=1, le=MOST)], request: Request) -> Response:
    """The receipt of a finished round: with it anyone can check the deal and the pays, by `houseway check-deal`."""
    return json_response(await finished_round(table, number, request))


async def finished_round(table: str, number: int, request: Request) -> dict[str, Any]:
    house = house_of(request)
    change = await house.change(table, request)
    found = None
    if number <= change.table.round.number:
        found = await house.read(lambda: house.rounds.receipt(table, number))
    if found is None:
        raise Problem(404, "no-such-round", f"round {number} of table {table} is not over")
    return found


@router.get("/tables/{table}/records", response_model=dict[str, Any])
async def show_records(
    table: TableName, request: Request, after: After = 0, limit: Annotated[int, Query(ge=1, le=500)] = 100
) -> Response:
    """The book, for supervisor, surveillance and auditor: bodies, hashes, and the secrets of rounds that are over."""
    house = house_of(request)
    _check_reader(await house.asker(request))
    change = await house.change(table, request)
    current = change.table.round.number
    records = await house.read(lambda: list(house.store.read(table, after=after, upto=after + limit)))
    told = {"seq": change.head.seq, "head": change.head.hash, "records": [_told(each, current) for each in records]}
    return json_response(told)


def _check_reader(session: Session) -> None:
    if actor_of(session).role not in READS_RECORDS:
        able = ", ".join(each.value for each in READS_RECORDS)
        raise Problem(403, "not-your-role", f"the book is shown to {able}")


def _told(record: Record, current_round: int) -> dict[str, Any]:
    told: dict[str, Any] = {"seq": record.seq, "hash": record.hash, "body": orjson.loads(record.body)}
    if record.sealed and record.round < current_round:
        told["secrets"] = {sealed.seal: sealed.body for sealed in record.sealed}
    return told


@router.get("/tables/{table}", response_model=Seen)
async def look(table: TableName, request: Request) -> Response:
    """The table as whoever asks may see it; without a token, what is public."""
    house = house_of(request)
    viewer = seen_by(await house.session_or_guest(request), table)
    told = house.relay.told(await house.change(table, request))
    return Response(told.view(viewer), media_type="application/json")


@router.get("/tables", response_model=dict[str, Any])
async def show_tables(request: Request) -> Response:
    """The tables of this process, and where those of other processes are."""
    house = house_of(request)
    seqs = house.table_seqs()
    here = [summary(table) for name, table in sorted(house.floor.tables.items()) if name in seqs]
    others = await house.read(lambda: _elsewhere(house.store))
    elsewhere = [place for place in others if place["name"] not in house.floor.tables]
    return json_response({"tables": here, "elsewhere": elsewhere})


def _elsewhere(store: Store) -> list[dict[str, str]]:
    owners = {name: address for name, address in store.owners("").items() if not name.startswith(PROCESS)}
    return [{"name": name, "address": owners[name]} for name in sorted(store.held(owners))]


@router.get("/days", response_model=dict[str, Any])
async def show_days(
    request: Request, first: Annotated[Day | None, Query()] = None, last: Annotated[Day | None, Query()] = None
) -> Response:
    """Drop, win and hold by table, game and gaming day, for supervisor, surveillance and auditor."""
    house = house_of(request)
    _check_reader(await house.asker(request))
    if first and last and first > last:
        raise Problem(409, "days-out-of-order", f"the first day, {first}, comes after the last, {last}")
    limits = {"first": first.isoformat() if first else None, "last": last.isoformat() if last else None}
    found = await house.read(lambda: days(house.store, **limits))
    return json_response({"days": shape(found)})


def summary(table: Table) -> dict[str, Any]:
    told: dict[str, Any] = {"name": table.name, "stage": table.stage.value, "round": table.round.number}
    if table.terms is None:
        return told
    return told | {
        "game": table.terms.game,
        "title": table.game.title,
        "summary": table.game.summary,
        "seats": table.seats,
        "seats_taken": sorted(table.players),
        "minimum_cents": table.terms.minimum_cents,
        "maximum_cents": table.terms.maximum_cents,
        "side_minimum_cents": table.terms.side_minimum_cents,
        "side_maximum_cents": table.terms.side_maximum_cents,
        "dealer": table.terms.dealer,
        "meter": table.terms.meter or None,
    }
