"""Short strategies of any game that has one, from answers that are kept where the game is solved."""

from houseway.analysis import learning
from houseway.analysis.chart import chart_strategy
from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.open_sets import OpenSets
from houseway.analysis.exact.question import question
from houseway.analysis.exact.sets import Sets
from houseway.analysis.exact.shoe import ShoeHands
from houseway.analysis.short_strategy import strategy
from houseway.analysis.split_strategy import split_strategy
from houseway.analysis.strategy import Strategy
from houseway.game import Game
from houseway.work.ends import method_of, solution_of
from houseway.work.engine import Progress


def short_strategy(
    game: Game,
    decks: int | None = None,
    lines: int | None = None,
    *,
    alone: bool = False,
    at_once: bool = False,
    progress: Progress | None = None,
) -> Strategy:
    """By what a player glances at or, where cards are set, by rules. One that is wanted `at_once` is refused if it
    takes a minute to find."""
    if not (game.choices and game.main):
        raise ValueError(f"{game.slug}: nobody chooses anything")
    asked = question(game, decks=decks)
    if method_for(asked) is Sets:
        return split_strategy(solution_of(asked, game, progress=progress), lines, alone=alone)
    if method_for(asked) is OpenSets:
        raise ValueError(f"{game.slug}: the dealer's hands lie open, so whoever sees a setting that wins sets it")
    if method_for(asked) is ShoeHands:
        method = method_of(asked)
        assert isinstance(method, ShoeHands)
        return chart_strategy(method)
    if game.hands:
        return strategy(game, decks, lines, alone=alone)
    return learning.strategy(game, decks, lines, at_once=at_once)
