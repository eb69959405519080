"""The pages of the mathematics: every game, one game, one paytable, and the letters verified."""

from collections.abc import Callable
from typing import TypeVar

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from houseway.game import Game
from houseway.games import GAMES
from houseway.reports.shapes import Json
from houseway.web.errors import Problem
from houseway.web.house import House, house_of
from houseway.web.mathematics.addresses import game_at, paytable_at
from houseway.web.mathematics.contents import main_game, one_paytable, wagers_of
from houseway.web.mathematics.findings import verified
from houseway.web.pages import page, sorry

router = APIRouter(include_in_schema=False)

Found = TypeVar("Found")


@router.get("/mathematics")
async def index(request: Request) -> Response:
    """Every game, its wagers and paytables, each with its edge."""
    decks = {game.slug: room_decks(house_of(request), game) for game in GAMES.values()}
    games = await _worked(request, lambda: [wagers_of(game, decks[game.slug]) for game in GAMES.values()])
    return page("mathematics.html", None, told=None, games=games)


@router.get("/mathematics/verify")
async def show_verified(request: Request) -> Response:
    """Every figure of the letters: whether it follows, and under which reading."""
    return page("verified.html", None, told=None, letters=await _worked(request, verified))


@router.get("/mathematics/{game}")
async def show_game(game: str, request: Request) -> Response:
    """The main game: its figures and how to play it; and where its other wagers are."""
    try:
        found = game_at(game)
    except Problem as problem:
        return sorry(problem)
    decks = room_decks(house_of(request), found)
    return _figures_page("game_figures.html", found, await _worked(request, lambda: main_game(found, decks)))


@router.get("/mathematics/{game}/{paytable}")
async def show_paytable(game: str, paytable: str, request: Request) -> Response:
    """One wager on one paytable."""
    try:
        found = game_at(game)
        table = paytable_at(found, paytable)
    except Problem as problem:
        return sorry(problem)
    decks = room_decks(house_of(request), found)
    return _figures_page("paytable.html", found, await _worked(request, lambda: one_paytable(found, table, decks)))


def room_decks(house: House, game: Game) -> int:
    """How many decks the room deals the game with: those of its first open table or, where it has none, those that a
    table would be opened with."""
    tables = sorted(house.floor.tables.items())
    dealt = (table.terms.decks for _, table in tables if table.terms and table.terms.game == game.slug)
    return next(filter(None, dealt), game.deal.whole_shoe)


async def _worked(request: Request, work: Callable[[], Found]) -> Found:
    """On a thread: the first time it may take part of a second."""
    return await house_of(request).read(work)


def _figures_page(template: str, game: Game, contents: Json) -> Response:
    """With sliders where there is something to move; it comes again by itself while figures are worked out."""
    meter = contents["meter"]
    script = "sliders.js" if meter or len(game.deal.decks) > 1 else None
    headers = {"Refresh": "2"} if contents["waits"] else {}
    return page(template, script, headers=headers, told={"meter": meter["exactly"] if meter else None}, **contents)
