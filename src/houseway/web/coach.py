"""The coach: for the player who wants one, after the round, what his choice was worth, what the best one is worth, and
what the difference costs. He says nothing of a round that is not over.
"""

import asyncio
from typing import Any, Final

from starlette.requests import Request

from houseway.service.log import log
from houseway.service.people import Session
from houseway.table.notation import build
from houseway.table.terms import Terms
from houseway.web.book import show_round
from houseway.web.errors import RETRY, Problem
from houseway.web.house import House
from houseway.web.judging import has_coach, question
from houseway.web.models import Number, TableName
from houseway.web.reckoner import Busy, Failed, Urgency
from houseway.web.routes import Routes, own_seat

routes = Routes()

PATIENCE_SECONDS: Final = 10.0  # that a request waits; the counting goes on
NO_COACH: Final = Problem(404, "no-coach", "Nobody chooses anything in this game: there is nothing to coach.")
OWN_SEAT: Final = own_seat("the coach speaks to the player of a seat, of its own hand")


@routes.at("GET /tables/{table}/coach", who=OWN_SEAT, answer=dict[str, bool])
async def wake(house: House, request: Request, table: TableName) -> dict[str, Any]:
    """For a player who wants the coach: whether he is ready. Asked for, he gets ready."""
    change = await house.change(table, request)
    if change.table.terms is None:
        raise Problem(409, "wrong-stage", "the table is closed")
    if not has_coach(change.table.terms):
        raise NO_COACH
    return {"ready": house.counting.is_prepared(change.table.terms)}


@routes.at("GET /tables/{table}/rounds/{number}/coach", who=OWN_SEAT)
async def coach(house: House, session: Session, request: Request, table: TableName, number: Number) -> dict[str, Any]:
    """Of a finished round, to the player of the seat alone: choice by choice the exact expectation of what was said and
    of the best, over everything that it could not see then."""
    seat = session.seat
    assert seat is not None
    change = await house.change(table, request)
    if number == change.table.round.number:
        raise Problem(409, "round-not-over", f"round {number} is being played; the coach speaks when it is over")
    if number < change.table.first_rounds.get(seat, 0):
        raise Problem(403, "not-your-seat", f"you did not sit at seat {seat} in round {number}")
    asked = _question(await show_round(house, request, table, number), seat)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            advice = await house.counting.answer(asked, Urgency.SEAT)
    except (TimeoutError, Busy):
        raise Problem(503, "counting", "the coach is still counting; ask again", RETRY) from None
    except Failed as fault:
        log.error("the coach cannot count", table=table, round=number, says=str(fault))
        raise Problem(500, "no-coach", "the coach cannot count this hand") from None
    return {"table": table, "round": number, "seat": seat} | advice


def _question(played: dict[str, Any], seat: int) -> dict[str, Any]:
    """What the coach is asked about a seat, from the receipt of the round."""
    terms: Terms = build(Terms, played["terms"])
    if not has_coach(terms):
        raise NO_COACH
    spot = played["spots"].get(str(seat))
    if spot is None or not spot["said"] or str(seat) not in played["packets"]:
        raise Problem(404, "no-hand", f"seat {seat} played no hand in round {played['round']}")
    return question(terms, spot, played["packets"], seat)
