"""The risk of a table: what a round can cost the house."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.api.figures import analyze, meters
from houseway.api.games import as_game, table_for
from houseway.api.simulation import simulate
from houseway.api.solution import Progress, Stop
from houseway.game import Game
from houseway.paytable import Paytable

if TYPE_CHECKING:
    from houseway.analysis.risk import Risk

ROUNDS = 100_000  # simulated where seats cannot be counted


def risk(
    game: str | Game,
    *,
    seats: int | None = None,
    stake: Fraction,
    side: Fraction,
    beside: Sequence[str] = (),
    decks: int | None = None,
    play: str = "best play",
    rounds: int | None = None,
    seed: int = 1,
    aggregate_odds: int = 50,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Risk:
    """What a round of a full table can cost the house; `beside` are paytables of wagers that every seat has too.

    The distribution is counted where that takes minutes, and else of simulated rounds; with `rounds` it is of so many,
    and with none of them there is no distribution.
    """
    from houseway.analysis.joint import is_joint
    from houseway.analysis.risk import risk as of_table
    from houseway.work.line_tables import judge_or_look_up

    game = as_game(game)
    if rounds is not None and rounds < 0:
        raise ValueError(f"{rounds} rounds: none or more can be simulated")
    alone = None
    if not is_joint(game, game.main):
        figures = analyze(game, wager=game.main.name, decks=decks, progress=progress)
        alone = next((each for each in figures if each.play == play), None)
    tables = [table_for(game, name) for name in beside]
    found = of_table(
        game,
        seats=seats,
        stake=stake,
        side=side,
        beside=tables,
        decks=decks,
        play=play,
        aggregate_odds=aggregate_odds,
        meters=meters(game),
        alone=alone,
        judge_all=judge_or_look_up,
    )
    if rounds == 0:
        return found
    if rounds is None and (counted := _whole_table(found, tables, progress)):
        return replace(found, counted=counted)
    run = simulate(
        game,
        rounds=ROUNDS if rounds is None else rounds,
        wagers=list(found.stakes),
        paytables=tables,
        decks=found.decks,
        seats=found.seats,
        player="optimal" if play == "best play" else "house-way",
        stakes=found.stakes,
        seed=seed,
        shift=1,
        solving=progress,
        stop=stop,
    )
    return replace(found, simulated=run.shift_wins.times if run.shift_wins else None)


def _whole_table(risk: Risk, tables: Sequence[Paytable], progress: Progress | None) -> dict[Fraction, int] | None:
    """How many deals cost the house what, if all seats can be counted together."""
    from houseway.analysis.costliest import worth_of
    from houseway.analysis.joint import FullTable, layout_of
    from houseway.work.whole_tables import distribution

    if risk.pairs is None:
        return None
    layout = layout_of(risk.game, tables, risk.decks, risk.play)
    worth, unit = worth_of(layout, risk.stakes)
    table = FullTable(layout, risk.seats, worth)
    if not table.can_be_counted:
        return None
    return {-cost * unit: deals for cost, deals in distribution(table, progress=progress).items()}
