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
HELD = ("best play", "best play for the main bet")  # a solved game's play, where it is held fixed


def solve(
    game: str | Game,
    *,
    way: str | Path | Way | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Solution:
    """A split game solved exactly against its house way, or another, such as one from a file; kept on disk."""
    from houseway.analysis.split import Problem
    from houseway.analysis.split.solution import Solution
    from houseway.analysis.way_check import split_policy
    from houseway.solutions import Engine, this_machine
    from houseway.solutions import solve as solve_problem

    game = as_game(game)
    if game.split is None or game.sight is not None:
        raise ValueError(f"{game.slug} needs no solver: houseway analyze {game.slug}")
    engine: Engine = this_machine
    if cluster is not None:
        from houseway.cluster import dask_engine

        engine = dask_engine(cluster)
    if isinstance(way, (str, Path)):
        way = way_for(game, way)
    house = split_policy(game, way or own_way(game))
    responses = solve_problem(Problem(opponent=house), engine=engine, progress=progress)
    return Solution(game, house, responses)


def held_figures(game: Game, *, way: Way | None = None, progress: Progress | None = None) -> list[Figures]:
    """A solved game's figures under the play that is held fixed while its pays are changed."""
    return [each for each in solve(game, way=way, progress=progress).figures() if each.play in HELD]
