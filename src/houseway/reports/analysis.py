"""All that `analyze --json` says of a game: figures, meters, and for a main game every decision."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.analysis.figures import Figures
from houseway.analysis.progressive import Progressive
from houseway.game import Game
from houseway.reports.shapes import decision_shape, figures_shape, fraction, meter_shape, strategy_shape


def analysis_shape(
    game: Game,
    all_figures: list[Figures],
    meters: Mapping[str, Progressive],
    meter: Fraction | None,
    decks: int | None,
) -> list[dict[str, Any]]:
    shapes = []
    for figures in all_figures:
        shape = figures_shape(figures)
        if figures.paytable in meters:
            progressive = meters[figures.paytable]
            shape["meter"] = fraction(progressive.mean_top if meter is None else meter)
            shape["progressive"] = meter_shape(progressive)
        if figures.play == "best play" and game.sight:
            from houseway.analysis.contest import Pays, decisions
            from houseway.analysis.strategy import strategy

            pays = Pays.of(game)
            shape["strategy"] = strategy_shape(strategy(game, decks))
            shape["decisions"] = [decision_shape(game, d, pays) for d in decisions(game, decks)]
        shapes.append(shape)
    return shapes
