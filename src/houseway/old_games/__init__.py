"""The registry: every module here that has a GAME, by the game's name on the command line."""

from importlib import import_module
from pkgutil import iter_modules

from houseway.old_game import Game

_modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
OLD_GAMES: dict[str, Game] = {module.GAME.slug: module.GAME for module in _modules}


def game_named(name: str) -> Game:
    game = OLD_GAMES.get(name.lower())
    if game is None:
        raise ValueError(f"{name!r} is not a game: {', '.join(OLD_GAMES)}")
    return game
