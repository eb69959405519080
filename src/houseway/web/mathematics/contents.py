"""The pages and what they hold: of every game its wagers with their edges, of the main game or one paytable its
figures, of a letter its figures verified."""

from collections.abc import Callable
from functools import cache, partial

from starlette.responses import Response

import houseway
from houseway.analysis.verify import Finding
from houseway.game import Game, is_progressive
from houseway.games import GAMES
from houseway.letters import letters
from houseway.paytable import Paytable
from houseway.reports.shapes import Json, shape
from houseway.web.errors import Problem
from houseway.web.felt import felt_number
from houseway.web.house import House
from houseway.web.mathematics.figures import figures_shown
from houseway.web.mathematics.sliders import meter_sliders
from houseway.web.pages import page, sorry
from houseway.web.routes import Routes
from houseway.web.workings import meter_of, shoes_of

routes = Routes(on_problem=sorry)


@routes.at("GET /mathematics")
async def index(house: House) -> Response:
    """Every game, its wagers and paytables, each with its edge."""
    decks = {game.slug: room_decks(house, game) for game in GAMES.values()}
    games = await house.read(lambda: [wagers_of(game, decks[game.slug]) for game in GAMES.values()])
    return page("mathematics.html", None, data=None, games=games)


@routes.at("GET /mathematics/verify")
async def show_verified(house: House) -> Response:
    """Every figure of the letters: whether it follows, and under which reading."""
    return page("verified.html", None, data=None, letters=await house.read(verified))


@routes.at("GET /mathematics/{game}")
async def show_game(house: House, game: str) -> Response:
    """The main game: its figures and how to play it; and where its other wagers are."""
    rules = game_at(game)
    return await _figures_page(house, "game_figures.html", rules, partial(main_game, rules))


@routes.at("GET /mathematics/{game}/{paytable}")
async def show_paytable(house: House, game: str, paytable: str) -> Response:
    """One wager on one paytable."""
    rules = game_at(game)
    table = paytable_at(rules, paytable)
    return await _figures_page(house, "paytable.html", rules, partial(one_paytable, rules, table))


async def _figures_page(house: House, template: str, game: Game, contents_for: Callable[[int], Json]) -> Response:
    """With sliders where there is something to move; it comes again by itself while figures are worked out."""
    decks = room_decks(house, game)
    contents = await house.read(lambda: contents_for(decks))
    meter = contents["meter"]
    script = "sliders.js" if meter or len(game.deal.decks) > 1 else None
    headers = {"Refresh": "2"} if contents["waits"] else {}
    data = {"meter": shape(meter["exactly"]) if meter else None}
    return page(template, script, headers=headers, data=data, **contents)


def room_decks(house: House, game: Game) -> int:
    """How many decks the room deals the game with: those of its first open table or, where it has none, those that a
    table would be opened with."""
    tables = sorted(house.floor.tables.items())
    dealt = (table.terms.decks for _, table in tables if table.terms and table.terms.game == game.slug)
    return next(filter(None, dealt), game.deal.whole_shoe)


# ---- where the pages are


def address(table: Paytable) -> str:
    """The paytable's name as the last part of a path."""
    return "-".join(table.name.lower().split())


def path_of(game: Game, table: Paytable) -> str:
    return f"/mathematics/{game.slug}/{address(table)}"


def game_at(name: str) -> Game:
    game = GAMES.get(name.lower())
    if game is None:
        titles = ", ".join(game.title for game in GAMES.values())
        raise Problem(404, "no-such-game", f"No game has this name. There are {titles}.")
    return game


def paytable_at(game: Game, name: str) -> Paytable:
    for table in game.paytables.values():
        if address(table) == name.lower():
            return table
    names = ", ".join(game.paytables)
    raise Problem(404, "no-such-paytable", f"{game.title} has no paytable of this name. It has {names}.")


# ---- what they hold


def wagers_of(game: Game, decks: int) -> Json:
    """A game, and where its wagers are, with their edges in a shoe of so many decks."""
    return {
        "game": game,
        "decks": decks if len(game.deal.decks) > 1 else None,
        "felt": felt_number(game.slug),
        "wagers": [
            {"name": wager.name, "paytables": [_entry(game, table, decks) for table in game.paytables_of(wager)]}
            for wager in game.wagers
        ],
    }


def _entry(game: Game, table: Paytable, decks: int) -> Json:
    figures = shoes_of(game, table).shown_first(decks)
    edge = figures.house_edge if figures else None
    return {"label": table.label, "address": path_of(game, table), "edge": edge}


def main_game(game: Game, decks: int) -> Json:
    """The main game's figures, and how to play it."""
    shoes = shoes_of(game, game.paytables_of(game.main)[0])
    return {
        **wagers_of(game, decks),
        **figures_shown(shoes, decks),
        "meter": None,
        "strategies": {shoe.decks: shoe.strategies for shoe in shoes.shoes if shoe.strategies},
        "readings": game.readings,
    }


def one_paytable(game: Game, table: Paytable, decks: int) -> Json:
    """One wager on one paytable; a progressive one has its meter to move."""
    wager = game.wager(table.wager)
    has_meter = is_progressive(wager) and table.meter
    return {
        **wagers_of(game, decks),
        **figures_shown(shoes_of(game, table), decks),
        "meter": meter_sliders(meter_of(game, table.name)) if has_meter else None,
        "wager": wager,
        "table": table,
        "letter": letters()[table.letter] if table.letter else None,
        "findings": [each for each in _findings() if (each[1].game, each[1].paytable) == (game.slug, table.name)],
    }


def verified() -> list[Json]:
    """Letter by letter, the published figures; one that publishes none is left out."""
    named = {finding.letter for _, finding in _findings()}
    return [
        {"letter": letter, "findings": [each for each in _findings() if each[1].letter == name]}
        for name, letter in letters().items()
        if name in named
    ]


@cache
def _findings() -> tuple[tuple[str, Finding], ...]:
    """Every published figure, and where its paytable is."""
    games = ((GAMES[finding.game], finding) for finding in houseway.verify())
    return tuple((path_of(game, game.paytables[finding.paytable]), finding) for game, finding in games)
