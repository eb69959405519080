"""Games written as lists of steps, by their name on the command line: every module here that has a GAME, those of
installed packages, and those of a folder of one's own.

A package brings a game by an entry point of the group `houseway.games`. A folder is named by whoever starts the
program, `houseway --games DIR …`; the processes that it starts find it in the environment.

A game is known by the hash of its file too: a table is bound to the one it was opened with.
"""

import hashlib
import os
import sys
from dataclasses import replace
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules

from houseway import old_game as game_shape
from houseway.game import Game
from houseway.games.own import load_game
from houseway.rotation import Rotation

FOLDER = "HOUSEWAY_GAMES"  # in the environment

GAMES: dict[str, Game] = {}
HASHES: dict[str, str] = {}  # of the files that the games are written in


def game_named(name: str) -> Game:
    game = GAMES.get(name.lower())
    if game is None:
        raise ValueError(f"{name!r} is not a game: {', '.join(GAMES)}")
    return game


def as_steps(game: game_shape.Game) -> Game:
    """The game of the shape before, as it is here, with its own paytables."""
    known = GAMES[game.slug]
    return known if known.paytables == game.paytables else replace(known, paytables=game.paytables)


def game_of_book(name: str) -> Game:
    """The game of a table in a book. One that is not here is a title without rules: its table is seen and wound up, and
    nothing is dealt there."""
    return GAMES.get(name.lower()) or Game(
        slug=name,
        title=name,
        summary="This game is not here: start with the folder that holds it, houseway --games DIR …",
        letters=(),
        seats=0,
        rotation=Rotation.FROM_DEALERS_LEFT,
        round=(),
        wagers=(),
    )


def add_folder(folder: str | Path) -> None:
    """Every game of a folder, for this process and those that it starts."""
    path = Path(folder)
    if not path.is_dir():
        raise ValueError(f"{folder}: not a folder of games")
    for file in sorted(path.glob("*.py")):
        add(load_game(file), file)
    os.environ[FOLDER] = str(path.resolve())


def add(game: Game, file: str | Path) -> None:
    if game.slug in GAMES:
        raise ValueError(f"{file}: {game.slug!r} is the name of another game")
    GAMES[game.slug] = game
    HASHES[game.slug] = hashlib.sha256(Path(file).read_bytes()).hexdigest()


def remove(game: Game) -> None:
    del GAMES[game.slug], HASHES[game.slug]


for _module in (import_module(f"{__name__}.{each.name}") for each in iter_modules(__path__) if not each.ispkg):
    if hasattr(_module, "GAME"):
        add(_module.GAME, str(_module.__file__))
for _entry in entry_points(group="houseway.games"):
    add(_entry.load(), str(sys.modules[_entry.module].__file__))
if os.environ.get(FOLDER):
    add_folder(os.environ[FOLDER])
