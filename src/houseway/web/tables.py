"""A table over HTTP: command it, sit down, listen, and look."""

import re
from typing import Annotated, Any

import orjson
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from houseway.role import Actor, Role, Seat
from houseway.service.database import PROCESS
from houseway.service.identity import actor_of, hash_of, person_of
from houseway.service.outcome import Accepted
from houseway.service.people import Session
from houseway.service.record import SEAT_KEY
from houseway.service.store import Store
from houseway.table.commands import OpenTable, TakeSeat
from houseway.table.state import Table
from houseway.table.view import meters_shown
from houseway.web.errors import Problem, json_response
from houseway.web.house import House, seen_by
from houseway.web.limits import SEAT_COOKIE, address_of
from houseway.web.login import set_cookie
from houseway.web.models import MOST, TABLE_NAME, Asked, Done, SeatAsked, Seated, TableName, TableSeen, command_of
from houseway.web.routes import GUESTS_TOO, HOLDERS, Routes
from houseway.web.streams import EventStream, messages

routes = Routes()


@routes.at("POST /tables/{table}/commands", who=HOLDERS, answer=Done)
async def give_command(
    house: House, session: Session, body: Asked, request: Request, table: TableName
) -> dict[str, Any]:
    """Give a command to the table. Answered when it is in the book."""
    command, actor = command_of(body), actor_of(session)
    if session.stream not in (None, table):
        raise Problem(403, "not-your-seat", f"this token is of a seat at table {session.stream}")
    if isinstance(command, OpenTable):  # before the floor makes room for a table
        if actor.role not in command.by:
            raise Problem(403, "not-your-role", f"OpenTable is for supervisor, not for {actor.role.value}")
        for meter in command.terms.plays_for.values():
            if meter and not re.fullmatch(TABLE_NAME, meter):
                raise Problem(404, "no-such-meter", f"no meter has the name {meter[:40]!r}")
    return done(await house.accepted(request, table, body.key, actor, command))


def done(accepted: Accepted) -> dict[str, Any]:
    events = orjson.loads(accepted.record.body)["events"]
    return {"seq": accepted.record.seq, "events": events, "again": accepted.again}


@routes.at("POST /tables/{table}/seats", status=201, answer=Seated)
async def take_seat(house: House, body: SeatAsked, request: Request, table: TableName) -> Response:
    """Sit down, and be given the token of the seat. Sent again under the same key: a fresh token, and the one before
    is dead. The key is what proves that it is the same player, so it is random and kept secret."""
    seat = Seat(body.seat)
    actor, command = Actor(Role.PLAYER, body.player, seat), TakeSeat(seat=seat, player=body.player)
    key = f"{SEAT_KEY}{hash_of(body.key)}"  # staff may read the book, and shall not find the key in it
    accepted = await house.accepted(request, table, key, actor, command)
    seq = accepted.record.seq
    left = Problem(409, "seat-left", f"seat {body.seat} was left since it was taken under this key")
    if accepted.again:  # the key may be remembered here, and the table run elsewhere by now
        change = await house.change(table, request)
        if change.table.players.get(seat) != body.player:
            raise left
    begun = await house.identity.sit(table, seat, body.player, seq, again=accepted.again)
    if begun is None:
        raise left
    if accepted.again:
        house.relay.repeat(table)
    house.counting.prepare([(await house.change(table, request)).table.terms])  # before he is asked anything
    token, session = begun
    response = json_response({"token": token, "csrf": session.csrf, "seat": body.seat, "seq": seq}, 201)
    set_cookie(response, SEAT_COOKIE, token, session, house.settings, path=f"/tables/{table}")
    return response


@routes.at("GET /tables/{table}/events", who=GUESTS_TOO, media="text/event-stream", answer=None)
async def listen(
    house: House,
    session: Session | None,
    request: Request,
    table: TableName,
    after: Annotated[int | None, Field(ge=0, le=MOST)] = None,
) -> Response:
    """Server-sent events: each record as it is committed (`id` is its number), and after each commit, as `view`, the
    table as the listener may see it; once, as `token`, that the token is dead and a guest is shown the rest; to the
    staff, as `alerts`, what they have to see to, whenever it changes.
    `Last-Event-ID`, or `after`, resumes without gap or repeat."""
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
    stream = messages(
        house.floor, house.relay, house.backlog, house.settings, table, after, viewer=viewer, alerts=house.watch
    )
    place = house.places.taken(address_of(request.scope), person_of(session) if session else None)
    return EventStream(stream, place=place, send_seconds=house.settings.send_seconds)


@routes.at("GET /tables/{table}", who=GUESTS_TOO, answer=TableSeen)
async def look(house: House, session: Session | None, request: Request, table: TableName) -> Response:
    """The table as whoever asks may see it; without a token, what is public."""
    latest = house.relay.latest(await house.change(table, request))
    return Response(latest.view(seen_by(session, table)), media_type="application/json")


@routes.at("GET /tables")
async def show_tables(house: House) -> dict[str, Any]:
    """The tables of this process, and where those of other processes are."""
    others = await house.read(lambda: _elsewhere(house.store))
    elsewhere = [place for place in others if place["name"] not in house.floor.tables]
    return {"tables": summaries(house), "elsewhere": elsewhere}


def _elsewhere(store: Store) -> list[dict[str, str]]:
    owners = {name: address for name, address in store.owners("").items() if not name.startswith(PROCESS)}
    return [{"name": name, "address": owners[name]} for name in sorted(store.held(owners), key=by_number)]


def summaries(house: House) -> list[dict[str, Any]]:
    """The tables of this process, in the order of their numbers."""
    seqs, tables = house.table_seqs(), house.floor.tables
    return [_summary(tables[name]) for name in sorted(tables, key=by_number) if name in seqs]


def by_number(name: str) -> list[tuple[int, str]]:
    """By this a list of tables is sorted as people read it: 2 before 10, and T2 before T10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name) if part]


def _summary(table: Table) -> dict[str, Any]:
    summary: dict[str, Any] = {"name": table.name, "stage": table.stage.value, "round": table.round.number}
    if table.terms is None:
        return summary
    return summary | {
        "game": table.terms.game,
        "title": table.game.title,
        "summary": table.game.summary,
        "seats": table.seats,
        "seats_taken": sorted(table.players),
        "positions": list(table.terms.positions),
        "minimum_cents": table.terms.minimum_cents,
        "maximum_cents": table.terms.maximum_cents,
        "side_minimum_cents": table.terms.side_minimum_cents,
        "side_maximum_cents": table.terms.side_maximum_cents,
        "dealer": table.terms.dealer,
        "meter": table.terms.meter or None,
        "meters": meters_shown(table.terms),
    }
