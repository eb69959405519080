"""Rounds dealt at random beside the exact figures, and what a round of a whole table can cost the house."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.api.figures import analyze, meters
from houseway.api.games import AnyGame, as_game, find_letter, house_way_for, table_for
from houseway.paytable import Paytable
from houseway.work.engine import Progress, Stop, engine_of

if TYPE_CHECKING:
    from houseway.analysis.machine.result import Simulation
    from houseway.analysis.risk import Risk


def simulate(
    game: AnyGame,
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
    solving: Progress | None = None,
    simulating: Progress | None = None,
    stop: Stop | None = None,
) -> Simulation:
    """Deal whole rounds at random and put what every wager comes to beside its exact figures.

    `player` is "optimal", "house-way", "strategy" or a file; `letter` brings paytables of its own. A game in which
    hands are split is dealt to one seat, with its main wagers. The exact figures are those of the same paytable, or of
    one named in `against`. One seed gives the same integers on any number of workers. `solving` hears how far the exact
    figures are, `simulating` how many rounds are dealt. `stop` is asked after every batch: when it says so, the result
    is that of the rounds that are done.

    >>> simulation = houseway.simulate("supreme-99", rounds=2_000, player="house-way", workers=1)
    >>> simulation.counts["Standard Bet"]["win both"]
    (503, 505, 521, 492, 531, 500)
    """
    from houseway.analysis.exact.question import Question
    from houseway.analysis.machine import asked
    from houseway.analysis.machine.plan import Plan
    from houseway.work.plays import play_of
    from houseway.work.shoe_simulating import simulate_shoe
    from houseway.work.simulating import simulate as dealt

    game = as_game(game)
    pack = game.pack(decks)
    splits = asked.splits_hands(game)
    seats = (1 if splits else game.seats) if seats is None else seats
    asked.checked_sizes(game, rounds=rounds, seats=seats, seed=seed, session=session, shift=shift)
    wagers = tuple(wagers)
    placed = asked.alone_in_play(game, wagers, seats) if splits else asked.in_play(game, wagers)
    own = {e.paytable.name: e.paytable for e in find_letter(letter).entries if e.game == game.slug} if letter else {}

    def table(named: str | Paytable) -> Paytable:
        return named if isinstance(named, Paytable) else own.get(named) or game.paytable(named)

    tables = asked.chosen_tables(game, placed, [*map(table, paytables)] or own.values())
    staked = asked.chosen_stakes(placed, tables, {game.wager(w).name: s for w, s in (stakes or {}).items()})
    held = asked.held_against(tables, [*map(table, against)])
    engine = engine_of(cluster, workers)
    names = frozenset(wager.name for wager in placed)
    question = Question(game=game, pack=pack, cards=pack.cards(), wagers=names, pays=tables)
    if splits:
        return simulate_shoe(
            question,
            player=str(player),
            stake=staked[game.main[0].name],
            rounds=rounds,
            seed=seed,
            session=session,
            shift=shift,
            against=held,
            engine=engine,
            solving=solving,
            progress=simulating,
            stop=stop,
        )
    play = play_of(
        question,
        player=str(player),
        house=Path(house) if house else None,
        read_way=house_way_for,
        progress=solving,
    )
    plan = Plan(question=play.question, seats=seats, stakes=staked)
    work = plan.work(rounds=rounds, seed=seed, session=session, shift=shift)
    return dealt(plan, play, work, against=held, engine=engine, progress=simulating, stop=stop)


ROUNDS = 100_000  # simulated where seats cannot be counted


def risk(
    game: AnyGame,
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
    costliest: bool = True,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Risk:
    """What a round of a full table can cost the house; `beside` are paytables of wagers that every seat has too.

    `play` is "best play" or "house way", of all seats alike. The distribution is counted where that takes minutes, and
    else of simulated rounds; with `rounds` it is of so many, and with none of them there is no distribution.
    Without `costliest` no deal is searched that costs the most, which is most of the work of a short answer.

    >>> risk = houseway.risk("supreme-99", seats=2, stake=Fraction(25), side=Fraction(5), rounds=0)
    >>> risk.mean
    Fraction(39784272, 58530745)
    """
    from houseway.analysis.joint import BEST, checked_play, is_joint
    from houseway.analysis.risk import first_wager
    from houseway.analysis.risk import risk as of_table
    from houseway.work.line_tables import judge_or_look_up

    game = as_game(game)
    checked_play(play)
    if rounds is not None and rounds < 0:
        raise ValueError(f"{rounds} rounds: none or more can be simulated")
    first, alone = first_wager(game), None
    if not is_joint(game, first):
        figures = analyze(game, wager=first.name, decks=decks, progress=progress)
        alone = next((each for each in figures if each.play in (play, None)), None)
    tables = [table_for(game, name) for name in beside]
    table_risk = of_table(
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
        costliest=costliest,
    )
    if rounds is None and table_risk.counted:
        return table_risk
    table_risk = replace(table_risk, counted=None)
    if rounds == 0:
        return table_risk
    if rounds is None and (counted := whole_table(table_risk, tables, progress)):
        return replace(table_risk, counted=counted)
    run = simulate(
        game,
        rounds=ROUNDS if rounds is None else rounds,
        wagers=list(table_risk.stakes),
        paytables=tables,
        decks=table_risk.decks,
        seats=table_risk.seats,
        player="optimal" if play == BEST else "house-way",
        stakes=table_risk.stakes,
        seed=seed,
        shift=1,
        solving=progress,
        stop=stop,
    )
    return replace(table_risk, simulated=run.shift_wins.times if run.shift_wins else None)


def whole_table(risk: Risk, tables: Sequence[Paytable], progress: Progress | None) -> dict[Fraction, int] | None:
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
