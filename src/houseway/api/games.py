"""Games, their letters, paytables and house ways, by name or from a file of your own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from houseway import steps
from houseway.analysis.verify import letter_faults
from houseway.faults import FileFaults, load_toml, read_text
from houseway.game import Game, HouseWay
from houseway.games import GAMES, game_named
from houseway.letters import letters
from houseway.letters.letter import Letter, parse_letter
from houseway.paytable import Paytable
from houseway.rounds import ROUNDS
from houseway.rounds import game_named as round_named

if TYPE_CHECKING:
    from houseway.ways.way import Way


def list_games() -> list[Game]:
    """Every game that is written down, in the order of its name.

    >>> [game.slug for game in houseway.list_games()]
    ['match-em', 'san-lo', 'supreme-99']
    """
    return list(GAMES.values())


def as_game(game: str | Game | steps.Game) -> Game:
    if isinstance(game, Game):
        return game
    game = game.slug if isinstance(game, steps.Game) else game
    if game.lower() in ROUNDS and game.lower() not in GAMES:
        raise ValueError(f"{game}: this is not answered for it yet; houseway show, analyze, set and verify are")
    return game_named(game)


def as_steps(game: str | Game | steps.Game) -> steps.Game:
    """The game as the list of its steps."""
    if isinstance(game, steps.Game):
        return game
    return round_named(game if isinstance(game, str) else game.slug)


def find_letter(name: str | Path) -> Letter:
    """A letter by its id, by the beginning of it, or from a file.

    >>> houseway.find_letter("supreme").id
    'supreme-99-2014-11-24'
    """
    text = str(name)
    if text in letters():
        return letters()[text]
    path = Path(name)
    if path.suffix == ".toml":
        letter, faults = parse_letter(path.stem, read_text(name), approved=False)
        faults += letter_faults(letter, GAMES)
        if faults:
            raise FileFaults(path.name, faults)
        return letter
    starting = [letter for letter in letters().values() if letter.id.startswith(text)]
    if len(starting) == 1:
        return starting[0]
    raise ValueError(f"{text!r} is not a letter: {', '.join(letters())}, or a .toml file of your own")


def table_for(game: Game, name: str) -> Paytable:
    """A paytable of the game by its name, or the one for it in a file."""
    if not name.endswith(".toml"):
        return game.paytable(name)
    tables = [entry.paytable for entry in find_letter(name).entries if entry.game == game.slug]
    if len(tables) != 1:
        raise ValueError(f"{name!r} has {len(tables)} paytables for {game.slug}: just one is wanted")
    return tables[0]


def read_way_file(path: str | Path) -> tuple[Game, Way]:
    """A house way from a file, and the game it is for."""
    from houseway.ways.way import read_way

    path = Path(path)
    text = read_text(path)
    name = load_toml(path.name, text).get("game")
    split = {game.slug: game for game in GAMES.values() if game.split}
    if not isinstance(name, str) or name not in split:
        raise ValueError(f"{path.name}: game must be one whose hands are set, {' or '.join(split)}, not {name!r}")
    game = split[name]
    assert game.split is not None
    return game, read_way(path.name, text, game.split)


def way_for(game: Game, path: str | Path) -> Way:
    """A house way from a file, which has to be for this game."""
    other, way = read_way_file(path)
    if other is not game:
        raise ValueError(f"{str(path)!r} is a house way for {other.slug}, not for {game.slug}")
    return way


def house_way_for(game: Game, path: str) -> HouseWay:
    """The same, to stand in the place of the game's own: it must be total and never foul."""
    from houseway.analysis.way_check import check_way as check
    from houseway.analysis.way_check import refuse_unsound

    way = way_for(game, path)
    refuse_unsound(check(game, way))
    return way.house_way(game.standing)
