"""A simulation: whole rounds dealt at random, beside the exact figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.api.games import as_game, find_letter
from houseway.api.solution import Progress, Stop
from houseway.api.ways import way_for
from houseway.game import Game
from houseway.paytable import Paytable

if TYPE_CHECKING:
    from houseway.analysis.simulation.result import Simulation


def simulate(
    game: str | Game,
    *,
    rounds: int = 1_000_000,
    wagers: Iterable[str] = (),
    paytables: Iterable[str | Paytable] = (),
    letter: str | Path | None = None,
    against: Iterable[str | Paytable] = (),
    decks: int | None = None,
    seats: int | None = None,
    player: str | Path = "optimal",
    house: str | Path | None = None,
    stakes: Mapping[str, Fraction] | None = None,
    seed: int = 1,
    session: int = 100,
    shift: int = 400,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
    solving: Progress | None = None,
    stop: Stop | None = None,
) -> Simulation:
    """Deal whole rounds at random and put what every wager comes to beside its exact figures.

    `player` is "optimal", "house-way", "strategy" or a file; `letter` brings paytables of its own. The exact figures
    are those of the same paytable, or of one named in `against`. One seed gives the same integers on any number of
    workers. `stop` is asked after every batch: when it says so, the result is that of the rounds that are done.
    """
    from houseway.analysis.contest import Pays
    from houseway.analysis.simulation import asked
    from houseway.analysis.simulation.plan import Plan, in_play
    from houseway.work import simulating
    from houseway.work.engine import Engine, on_cores
    from houseway.work.line_tables import judge_or_look_up
    from houseway.work.plays import priced_play

    game = as_game(game)
    pack = game.deal.pack(decks)
    seats = game.deal.seats if seats is None else seats
    asked.checked_sizes(game, rounds=rounds, seats=seats, seed=seed, session=session, shift=shift)
    placed = in_play(game, wagers)
    own = {e.paytable.name: e.paytable for e in find_letter(letter).entries if e.game == game.slug} if letter else {}

    def table(named: str | Paytable) -> Paytable:
        return named if isinstance(named, Paytable) else own.get(named) or game.paytable(named)

    tables = asked.chosen_tables(game, placed, [*map(table, paytables)] or own.values())
    staked = asked.chosen_stakes(placed, tables, {game.wager(w).name: s for w, s in (stakes or {}).items()})
    engine: Engine = on_cores(workers)
    if cluster is not None:
        from houseway.work.cluster import on_cluster

        engine = on_cluster(cluster)
    priced = priced_play(
        game,
        pack.decks,
        player=str(player),
        house=Path(house) if house else None,
        pays=Pays.of(game, [t for t in tables.values() if t.wager in _main_names(game)]),
        read_way=way_for,
        progress=solving,
    )
    plan = Plan(
        game=game,
        decks=pack.decks,
        seats=seats,
        play=priced.play,
        stakes=staked,
        tables=tables,
        judge_all=judge_or_look_up,
    )
    held = asked.held_against(tables, [*map(table, against)])
    return simulating.simulate(
        plan,
        priced,
        rounds=rounds,
        seed=seed,
        session=session,
        shift=shift,
        against=held,
        engine=engine,
        progress=progress,
        stop=stop,
    )


def _main_names(game: Game) -> set[str]:
    return {w.name for w in (game.main, *game.added)}
