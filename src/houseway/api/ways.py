"""House ways from files of your own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from houseway.game import Game, HouseWay
from houseway.games import GAMES

if TYPE_CHECKING:
    from houseway.ways.way import Way


def read_way_file(path: str | Path) -> tuple[Game, Way]:
    """A house way from a file, and the game it is for."""
    from houseway.faults import load_toml
    from houseway.ways.way import read_way

    path = Path(path)
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{str(path)!r} cannot be read: {error}") from None
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
