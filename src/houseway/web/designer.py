"""The designer's desk: a paytable is edited, and its figures move as one types.

The page comes with the paytables of a wager. A tally of how often each line comes is asked of the process beside the
service once, and the browser then reckons any pays by itself, in fractions. Whatever needs more, best play found anew,
a search, another rule, a meter's life or a file, is asked of that process too (`web.workbench`).
"""

from fractions import Fraction
from typing import Annotated, Any, Final, Literal

from pydantic import Field
from starlette.responses import Response

from houseway.game import FOLDED, LOSE, Game, is_progressive
from houseway.games import GAMES
from houseway.paytable import Paytable
from houseway.web.drafts import draft_shape, variants_of
from houseway.web.errors import RETRY, Problem
from houseway.web.felt import felt_of
from houseway.web.house import House
from houseway.web.known_workings import room_decks
from houseway.web.mathematics import address, game_at, path_of, paytable_at
from houseway.web.models import Strict
from houseway.web.pages import page, sorry
from houseway.web.reckoner import Busy
from houseway.web.routes import Routes
from houseway.web.workings import kept_for

pages = Routes(on_problem=sorry)
routes = Routes()

MOST_TABLES: Final = 50  # that a search shows
BUSY: Final = Problem(503, "busy", "too many questions wait at the desk; ask again in a moment", RETRY)
NO_TICKET: Final = Problem(404, "no-such-ticket", "nobody has this ticket, or nobody has asked by it for too long")


# ---- the pages


@pages.at("GET /design")
async def index(house: House) -> Response:
    """Every paytable that one can begin with, those of approved games first, with its edge where it came along."""
    games: list[dict[str, Any]] = [
        {
            "game": game,
            "felt": felt_of(game.slug),
            "tables": [(table, desk_path(game, table), edge_of(house, game, table)) for table in tables],
        }
        for game in GAMES.values()
        if (tables := sorted(game.paytables.values(), key=lambda table: not table.approved))
    ]
    games.sort(key=lambda each: not any(table.approved for table, *_ in each["tables"]))
    return page("design.html", "designer-index.js", data=None, games=games)


def edge_of(house: House, game: Game, table: Paytable) -> Fraction | None:
    """With the decks of this room; none where it would have to be counted."""
    kept = kept_for(game)
    figures = kept.edge(table, room_decks(house, game)) if kept else None
    return figures.house_edge if figures else None


@pages.at("GET /design/{game}/{paytable}")
async def show_desk(house: House, game: str, paytable: str) -> Response:
    """The desk, with one paytable on it."""
    rules = game_at(game)
    table = paytable_at(rules, paytable)
    desk = desk_of(rules, table, room_decks(house, rules))
    wager = rules.wager(table.wager)
    others = [(each, desk_path(rules, each)) for each in rules.own_paytables(wager) if each is not table]
    return page(
        "designer.html",
        "designer.js",
        data=desk,
        game=rules,
        table=table,
        felt=felt_of(rules.slug),
        figures=path_of(rules, table),
        others=others,
    )


def desk_path(game: Game, table: Paytable) -> str:
    return f"/design/{game.slug}/{address(table)}"


def desk_of(game: Game, table: Paytable, decks: int) -> dict[str, Any]:
    """What the desk's script begins with."""
    wager = game.wager(table.wager)
    tables = [table, *(each for each in game.own_paytables(wager) if each is not table)]
    return {
        "game": game.slug,
        "title": game.title,
        "wager": wager.name,
        "paytable": table.name,
        "decks": decks,
        "all_decks": list(game.decks),
        "seats": game.seats,
        "progressive": is_progressive(wager),
        "meters": {name: terms.stake_cents for name, terms in table.meters.items()},
        "tables": [draft_shape(each) | {"approved": each.approved} for each in tables],
        "never": [LOSE, FOLDED],  # lines that pay nothing
        "chooses": bool(game.choices),
        "variants": list(variants_of(game)),
    }


# ---- questions


Short = Annotated[str, Field(max_length=60)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
PayText = Annotated[str, Field(max_length=40)]


class MeterDraft(Strict):
    seed: PayText
    increment: PayText


class Draft(Strict):
    """A paytable as it was drafted: what each line pays, as a letter would say it, and `lose` where it does not."""

    name: Name
    pays: Annotated[dict[Name, PayText], Field(max_length=80)]
    envy: Annotated[dict[Name, PayText], Field(max_length=80, default_factory=dict)]
    meters: Annotated[dict[PayText, MeterDraft], Field(max_length=8, default_factory=dict)]


class Targets(Strict):
    """The figures that a search is for; an empty one is not asked for."""

    edge: Name
    tolerance: Short = ""
    hit: Short = ""
    variance: Short = ""
    top: Annotated[int, Field(ge=1, le=1_000_000)] | Short | None = None  # or a range, such as ..1000
    whole: bool = False
    strict: bool = False  # whether a line pays more than the next below
    most: Annotated[int, Field(ge=1, le=MOST_TABLES)] = 5  # tables that are shown: of some games each is solved
    changes: Annotated[int, Field(ge=1, le=80)] | None = None


class DeskAsked(Strict):
    """A question of the designer's desk about drafts of a game's paytable, or about hours and money of the game."""

    about: Literal["tally", "figures", "design", "whatif", "life", "file", "letter", "hours", "session", "promo"]
    game: Name
    paytable: Name
    decks: Annotated[int, Field(ge=1, le=20)] | None = None
    seats: Annotated[int, Field(ge=1, le=20)] | None = None
    drafts: Annotated[list[Draft], Field(max_length=6, default_factory=list)]
    wanted: Targets | None = None
    vary: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=4, default_factory=list)]
    kind: Literal["toml", "pdf"] | None = None
    text: Annotated[str, Field(max_length=50_000)] = ""
    amounts: Annotated[dict[Name, Short], Field(max_length=12, default_factory=dict)]  # of hours and sessions


@routes.at("POST /design/questions", status=202, answer=dict[str, str])
async def ask(house: House, body: DeskAsked) -> dict[str, Any]:
    """Ask the process beside the service. The ticket is what the answer is fetched by."""
    game = game_at(body.game)
    if body.paytable not in game.paytables:
        raise Problem(404, "no-such-paytable", f"{game.title} has no paytable of this name")
    needed = {"design": body.wanted, "whatif": body.vary, "file": body.kind, "letter": body.text}
    if not needed.get(body.about, True):
        raise Problem(422, "unreadable", f"a question about {body.about} says what is wanted")
    try:
        return {"ticket": house.workbench.ask(question_of(body))}
    except Busy:
        raise BUSY from None


def question_of(body: DeskAsked) -> dict[str, Any]:
    """As the process reads it."""
    asked = body.model_dump()
    return {"is": asked.pop("about"), **asked, "game": body.game.lower()}


@routes.at("GET /design/questions/{ticket}")
async def look(house: House, ticket: Name) -> dict[str, Any]:
    """How far the work is; and its answer, when there is one."""
    found = house.workbench.look(ticket)
    if found is None:
        raise NO_TICKET
    return found


@routes.at("POST /design/questions/{ticket}/withdraw", status=204, answer=None)
async def withdraw(house: House, ticket: Name) -> Response:
    """Nobody with this ticket wants the answer any more: work that nobody wants is given up."""
    house.workbench.withdraw(ticket)
    return Response(status_code=204)
