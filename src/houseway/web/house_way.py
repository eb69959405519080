"""What the house way is worth to a seat that thinks of asking for it, before it gives the hand up: of that one setting
alone, and to its own player."""

import asyncio
from typing import Any, Final

from starlette.requests import Request

from houseway.cards import parse
from houseway.game import SEAT, Choice, Seen
from houseway.service.log import log
from houseway.service.people import Session
from houseway.table.choosing import option_set
from houseway.table.commands import Stage
from houseway.table.due import due
from houseway.table.seeing import seen_by_seat
from houseway.web.errors import RETRY, Problem
from houseway.web.house import House
from houseway.web.models import TableName
from houseway.web.reckoner import Busy, Failed, Urgency
from houseway.web.routes import Routes, own_seat
from houseway.web.weighing import question

routes = Routes()

PATIENCE_SECONDS: Final = 10.0
OWN_SEAT: Final = own_seat("the worth of a hand is told to the player who holds it")


@routes.at("GET /tables/{table}/hand/house-way", who=OWN_SEAT)
async def weigh_house_way(house: House, session: Session, request: Request, table: TableName) -> dict[str, Any]:
    """Of a hand that the seat could give up: what the house way makes of it, and what that is worth on average. Of no
    other setting: the coach speaks of them when the round is over."""
    seat = session.seat
    assert seat is not None
    change = await house.change(table, request)
    rnd = change.table.round
    step = change.table.game.round[rnd.step] if rnd.stage is Stage.CHOOSING else None
    is_due = seat in due(change.table).seats and rnd.pile(seat).is_known
    if not isinstance(step, Choice) or step.way is None or not is_due:
        raise Problem(404, "no-hand", f"seat {seat} has no hand that the house way could set")
    seen = seen_by_seat(change.table, seat)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            found = await house.counting.answer(question(change.table.open_terms, seen), Urgency.SEAT)
    except (TimeoutError, Busy):
        raise Problem(503, "counting", "its worth is still being counted; ask again", RETRY) from None
    except Failed as fault:
        log.error("a house way cannot be weighed", table=table, says=str(fault))
        raise Problem(500, "no-coach", "the worth of this hand cannot be counted") from None
    return {"round": rnd.number, "seat": seat, "of": found["of"]} | worth_of(step, seen, found["options"])


def worth_of(step: Choice, seen: Seen, options: list[dict[str, Any]]) -> dict[str, Any]:
    """Of all that were weighed the setting that the way takes."""
    assert step.way is not None
    taken = option_set([option for option in step.options(seen) if option.cut], step.way.set(seen[SEAT]))
    assert taken is not None, "a house way never sets what is refused"
    hands = [sorted(hand) for hand in taken.cut]
    return next(each for each in options if [sorted(parse(hand["cards"])) for hand in each["hands"]] == hands)
