"""The pages of the mathematics: every game, one game, one paytable, and the letters verified."""

from starlette.responses import Response

from houseway.game import Game
from houseway.games import GAMES
from houseway.reports.shapes import Json, shape
from houseway.web.house import House
from houseway.web.mathematics.contents import game_at, main_game, one_paytable, paytable_at, verified, wagers_of
from houseway.web.pages import page, sorry
from houseway.web.routes import Routes

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
    decks = room_decks(house, rules)
    return _figures_page("game_figures.html", rules, await house.read(lambda: main_game(rules, decks)))


@routes.at("GET /mathematics/{game}/{paytable}")
async def show_paytable(house: House, game: str, paytable: str) -> Response:
    """One wager on one paytable."""
    rules = game_at(game)
    table = paytable_at(rules, paytable)
    decks = room_decks(house, rules)
    return _figures_page("paytable.html", rules, await house.read(lambda: one_paytable(rules, table, decks)))


def room_decks(house: House, game: Game) -> int:
    """How many decks the room deals the game with: those of its first open table or, where it has none, those that a
    table would be opened with."""
    tables = sorted(house.floor.tables.items())
    dealt = (table.terms.decks for _, table in tables if table.terms and table.terms.game == game.slug)
    return next(filter(None, dealt), game.deal.whole_shoe)


def _figures_page(template: str, game: Game, contents: Json) -> Response:
    """With sliders where there is something to move; it comes again by itself while figures are worked out."""
    meter = contents["meter"]
    script = "sliders.js" if meter or len(game.deal.decks) > 1 else None
    headers = {"Refresh": "2"} if contents["waits"] else {}
    data = {"meter": shape(meter["exactly"]) if meter else None}
    return page(template, script, headers=headers, data=data, **contents)
