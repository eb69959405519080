"""Games written as lists of steps: every module here that has a GAME, by the game's name on the command line."""

from importlib import import_module
from pkgutil import iter_modules

from houseway.steps import Game

_modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__) if not module.ispkg)
ROUNDS: dict[str, Game] = {module.GAME.slug: module.GAME for module in _modules if hasattr(module, "GAME")}
