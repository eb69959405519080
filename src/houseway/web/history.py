"""What a player's browser needs to keep the history of his hands: what the wagers of a table cost on average, and the
page on which he looks back. The hands themselves are kept by his browser and sent to nobody.
"""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from houseway.analysis.figures import Figures
from houseway.deciding.command import Json
from houseway.game import Game
from houseway.reports.shapes import fraction
from houseway.table.terms import Terms
from houseway.web.errors import Problem
from houseway.web.house import House
from houseway.web.known_workings import workings_now
from houseway.web.languages import language_of
from houseway.web.models import TableName
from houseway.web.pages import page, sorry
from houseway.web.routes import Routes
from houseway.web.workings import Workings

pages = Routes(on_problem=sorry)
routes = Routes()

FOR_MAIN = "best play for the main bet"  # of a wager beside the main ones, for a seat that plays for these


@pages.at("GET /history")
async def show_history(request: Request) -> Response:
    """The player's own hands: his browser has them."""
    return page("history.html", "history.js", language=language_of(request), data=None)


@routes.at("GET /tables/{table}/expectations")
async def show_expectations(house: House, request: Request, table: TableName) -> dict[str, Any]:
    """What each wager costs on average, of what is first staked on it, with best play for the main ones. All main
    wagers are in the edge of the first, also those that choices add. Nothing is said of what is not worked out yet."""
    change = await house.change(table, request)
    terms = change.table.terms
    if terms is None or change.table.other_rules:
        raise Problem(409, "wrong-stage", "nothing is played at this table that is known here")
    workings = workings_now(house, change.table.game, terms.way)
    return {"table": table, "edges": edges_of(change.table.game, terms, workings) if workings else {}}


def edges_of(game: Game, terms: Terms, workings: Workings) -> Json:
    """By the name of a wager that a seat places; `with` names the main wagers whose cost is in it."""
    decks = terms.decks or game.whole_shoe
    edges: Json = {}
    main = [wager.name for wager in game.main]
    for wager in game.placed:
        table = terms.paytable(wager)
        if table is None or wager.name in main[1:]:
            continue
        if wager.name in main and not _is_usual(game, terms):
            continue  # the main wagers were worked out together with the first paytable of each
        figures = _of_seat(workings.figures(table, decks, terms.reading(wager)))
        if figures is not None:
            edges[wager.name] = {
                "edge": fraction(figures.house_edge),
                "deviation": str(figures.standard_deviation),
                "with": main[1:] if wager.name in main else [],
            }
    return edges


def _is_usual(game: Game, terms: Terms) -> bool:
    others = [(game.own_paytables(wager), terms.paytable(wager)) for wager in game.main[1:]]
    return all(not own or table is None or table.name == own[0].name for own, table in others)


def _of_seat(found: tuple[Figures, ...]) -> Figures | None:
    """The figures of a seat that plays the main wagers best: of a wager beside them those, else the first."""
    return next((each for each in found if each.play == FOR_MAIN), next(iter(found), None))
