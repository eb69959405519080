"""Game protection by the API: questions that take long are asked of the process beside the service, as the designer's
desk asks its own (`web.workbench`), and answered by ticket there."""

from typing import Annotated, Any, Literal

from pydantic import Field

from houseway.web.designer import BUSY
from houseway.web.house import House
from houseway.web.mathematics import game_at
from houseway.web.models import Strict
from houseway.web.reckoner import Busy
from houseway.web.routes import Routes

routes = Routes()

CardsText = Annotated[str, Field(max_length=200)]
Name = Annotated[str, Field(min_length=1, max_length=60)]


class ProtectionAsked(Strict):
    """What a `hand` is worth beside cards that are known; what is won by so many cards that are `seen`, at a place or,
    without one, dead; by so many seats that share, `collusion`; and what mistakes cost, `mispaid` and `misset`."""

    about: Literal["hand", "seen", "collusion", "mispaid", "misset"]
    game: Name
    decks: Annotated[int, Field(ge=1, le=8)] | None = None
    cards: CardsText = ""
    shown: CardsText = ""
    board: CardsText = ""
    said: Annotated[list[Name], Field(max_length=10, default_factory=list)]
    dead: CardsText = ""
    seen: Annotated[dict[Name, CardsText], Field(max_length=4, default_factory=dict)]
    place: Name | None = None
    number: Annotated[int, Field(ge=1, le=52)] | None = None
    samples: Annotated[int, Field(ge=50, le=100_000)] | None = None


@routes.at("POST /protection/questions", status=202, answer=dict[str, str])
async def ask(house: House, body: ProtectionAsked) -> dict[str, Any]:
    """Ask the process beside the service. The answer is fetched by the ticket at `/design/questions/{ticket}`."""
    game = game_at(body.game)
    asked = body.model_dump() | {"game": game.slug}
    if body.about == "seen" and body.number is None:
        asked["number"] = 1
    try:
        return {"ticket": house.workbench.ask({"is": asked.pop("about"), **asked})}
    except Busy:
        raise BUSY from None
