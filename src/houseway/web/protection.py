"""Game protection: questions that take long are asked of the process beside the service, as the designer's desk asks
its own (`web.workbench`), and answered by ticket there; and a page of each game has a form for each."""

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import Field
from starlette.responses import Response

from houseway.game import Game
from houseway.web.designer import BUSY
from houseway.web.felt import felt_of
from houseway.web.house import House
from houseway.web.known_workings import room_decks
from houseway.web.mathematics import game_at
from houseway.web.models import Strict
from houseway.web.pages import page, sorry
from houseway.web.reckoner import Busy
from houseway.web.routes import Routes

routes = Routes()
pages = Routes(on_problem=sorry)

CardsText = Annotated[str, Field(max_length=200)]
Name = Annotated[str, Field(min_length=1, max_length=60)]


class ProtectionAsked(Strict):
    """What a `hand` is worth beside cards that are known; what is won by so many cards that are `seen`, at a place or,
    without one, dead; by so many seats that share, `collusion`; what mistakes cost, `mispaid`, `misset` or all of them
    as `errors`; and what a wager is worth to one who counts, `count`, in so many shoes, or in none."""

    about: Literal["hand", "seen", "collusion", "mispaid", "misset", "errors", "count"]
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
    wager: Name | None = None
    hands: Annotated[int, Field(ge=1, le=100_000)] = 1_000
    seats: Annotated[int, Field(ge=1, le=10)] = 1
    rate: Annotated[int, Field(ge=1, le=1_000)] = 50
    stake: Annotated[str, Field(min_length=1, max_length=20)] = "100"
    shoes: Annotated[int, Field(ge=0, le=100_000)] = 100
    behind: Annotated[list[Annotated[int, Field(ge=1, le=416)]], Field(max_length=8, default_factory=list)]


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


# ---- the page -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskedField:
    """What may be said in a form: `kind` is how the page sends it, a number, text, words, numbers or cards by place;
    a field with `choices` offers them by value and word."""

    name: str
    label: str
    usual: str = ""
    kind: Literal["text", "number", "words", "numbers", "places"] = "text"
    unit: str = ""
    choices: tuple[tuple[str, str], ...] = ()


TITLES: Final = {
    "hand": "One hand beside cards that are known",
    "seen": "Cards that are seen, on average",
    "collusion": "Seats that share",
    "errors": "A dealer’s mistakes",
    "count": "Counting",
}


@pages.at("GET /protection/{game}")
async def show_protection(house: House, game: str) -> Response:
    """A form for each question, each with what is taken where nothing is said."""
    rules = game_at(game)
    forms = [
        {"about": about, "title": TITLES[about], "fields": [_as_list(field) for field in fields]}
        for about, fields in forms_of(rules, room_decks(house, rules)).items()
    ]
    data = {"game": rules.slug, "forms": forms}
    return page("protection.html", "protection.js", data=data, game=rules, felt=felt_of(rules.slug), forms=forms)


def forms_of(game: Game, decks: int) -> dict[str, tuple[AskedField, ...]]:
    """Those that the game can be asked; where nobody chooses anything, nothing is won by a card that is seen."""
    shoe = (AskedField("decks", "Decks", str(decks), "number"),) if len(game.decks) > 1 else ()
    sampled = AskedField("samples", "Samples", "", "number", "where it is not counted")
    wagers = tuple((wager.name, wager.name) for wager in game.wagers)
    hand = (
        AskedField("cards", "The player’s cards", unit="As Kd"),
        AskedField("shown", "The dealer’s face-up cards"),
        AskedField("board", "Common cards, face up"),
        AskedField("said", "What he said before", kind="words"),
        AskedField("seen", "Seen face down", kind="places", unit="dealer: Ks"),
        AskedField("dead", "Burnt, or in a neighbour’s hand"),
        *shoe,
    )
    seen = (
        AskedField("place", "Where", "dealer", choices=(("dealer", "the dealer’s"), ("", "out of play"))),
        AskedField("number", "Cards", "1", "number"),
        *shoe,
        sampled,
    )
    sharing = (AskedField("number", "Seats that share", str(game.seats), "number"), *shoe, sampled)
    errors = (
        AskedField("wager", "Wager", choices=(("", "all"), *wagers)),
        AskedField("seats", "Seats", "1", "number"),
        AskedField("stake", "On each wager", "100", unit="$"),
        AskedField("rate", "Rounds an hour", "50", "number"),
        AskedField("hands", "Hands, where they are sampled", "200", "number"),
        *shoe,
    )
    count = (
        AskedField("wager", "Wager", game.wagers[0].name, choices=wagers),
        *shoe,
        AskedField("behind", "Cards behind the cut card", kind="numbers", unit="14 52"),
        AskedField("shoes", "Shoes to deal", "100", "number"),
    )
    known = {"hand": hand, "seen": seen, "collusion": sharing} if game.choices and game.main else {}
    return {**known, "errors": errors, "count": count}


def _as_list(field: AskedField) -> list[Any]:
    return [field.name, field.label, field.usual, field.kind, field.unit, field.choices]
