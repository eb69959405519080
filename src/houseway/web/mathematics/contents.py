"""All that a page holds: of a game its wagers with their edges, of the main game or one paytable its figures, of a
letter its figures verified."""

from functools import cache

import houseway
from houseway.analysis.verify import Finding
from houseway.game import Game, is_progressive
from houseway.games import GAMES
from houseway.letters import letters
from houseway.paytable import Paytable
from houseway.reports.shapes import Json
from houseway.web.errors import Problem
from houseway.web.felt import felt_number
from houseway.web.mathematics.figures import figures_shown
from houseway.web.mathematics.shoes import meter_of, shoes_of
from houseway.web.mathematics.sliders import meter_sliders

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
        "meter": meter_sliders(meter_of(game.slug, table.name)) if has_meter else None,
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
