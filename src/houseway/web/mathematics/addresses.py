"""Where the pages are: the address of a paytable, and the game or paytable that an address names."""

from houseway.game import Game
from houseway.games import GAMES
from houseway.paytable import Paytable
from houseway.web.errors import Problem


def address(table: Paytable) -> str:
    """Its name as the last part of a path."""
    return "-".join(table.name.lower().split())


def path_of(game: Game, table: Paytable) -> str:
    return f"/mathematics/{game.slug}/{address(table)}"


def game_at(name: str) -> Game:
    game = GAMES.get(name.lower())
    if game is None:
        known = ", ".join(game.title for game in GAMES.values())
        raise Problem(404, "no-such-game", f"No game has this name. There are {known}.")
    return game


def paytable_at(game: Game, name: str) -> Paytable:
    for table in game.paytables.values():
        if address(table) == name.lower():
            return table
    known = ", ".join(game.paytables)
    raise Problem(404, "no-such-paytable", f"{game.title} has no paytable of this name. It has {known}.")
