"""A game with a solver of its own, solved exactly; what is found is kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.api.games import as_game
from houseway.api.ways import way_for
from houseway.game import Game
from houseway.ways import own_way

if TYPE_CHECKING:
    from houseway.analysis.figures import Figures
    from houseway.analysis.split.solution import Solution
    from houseway.ways.way import Way

Progress = Callable[[int, int], None]  # how many are done, of how many
Stop = Callable[[], bool]  # whether the work shall end with what is done
HELD = ("best play", "best play for the main bet")  # a solved game's play, where it is held fixed


def solve(
    game: str | Game,
    *,
    way: str | Path | Way | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Solution:
    """A split game solved exactly against its house way, or another, such as one from a file; kept on disk."""
    from houseway.analysis.split.solution import Solution
    from houseway.work.engine import Engine, on_cores
    from houseway.work.solving import solve_game

    game = as_game(game)
    if game.split is None or game.sight is not None:
        raise ValueError(f"{game.slug} needs no solver: houseway analyze {game.slug}")
    engine: Engine = on_cores()
    if cluster is not None:
        from houseway.work.cluster import on_cluster

        engine = on_cluster(cluster)
    if isinstance(way, (str, Path)):
        way = way_for(game, way)
    return Solution(game, solve_game(game, way or own_way(game), engine=engine, progress=progress))


def held_figures(game: Game, *, way: Way | None = None, progress: Progress | None = None) -> list[Figures]:
    """A solved game's figures under the play that is held fixed while its pays are changed."""
    return [each for each in solve(game, way=way, progress=progress).figures() if each.play in HELD]
