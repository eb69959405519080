"""Simulations run: batches on all cores or on a cluster, watched, and stopped without losing what is done.

Batches come back in any order and are added in their own. A run that is stopped keeps the batches up to the first
that is missing: it is, to the integer, the run that was asked for so many rounds in the first place.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from houseway.analysis.exact.figures import bonus_figures, is_on_cards_alone, main_figures, wager_figures
from houseway.analysis.figures import Figures
from houseway.analysis.machine.batches import BatchTally, Work, nothing, play_batch
from houseway.analysis.machine.meters import run_meter
from houseway.analysis.machine.plan import Plan, progressive_figures
from houseway.analysis.machine.result import Simulation, spread
from houseway.analysis.machine.shoe_batches import ShoeTally
from houseway.game import Bonus, Wager, is_progressive
from houseway.paytable import Paytable
from houseway.work.engine import Engine, Job, Progress, Stop, do
from houseway.work.plays import Play

Exact = Callable[[Wager, Paytable], Figures]


def simulate(
    plan: Plan,
    play: Play,
    work: Work,
    *,
    against: Mapping[str, Paytable],
    engine: Engine | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Simulation:
    """Play, and put what was counted beside the exact figures: of each paytable or, for
    the one in play, of another that it is held against."""
    tally = run(work, engine=engine, progress=progress, stop=stop)
    asked = plan.question
    tables = list(_tables(plan))
    instead = {asked.pays[name].name: table for name, table in against.items()}
    exact = _exact_figures(plan, play)
    measured = tuple(
        plan.measured(tally, wager, table, exact(wager, instead.get(table.name, table))) for wager, table in tables
    )
    won, action = _exact_round(plan, exact)
    nets, holds, wins = _spreads(plan, tally, work.shift)
    return Simulation(
        game=asked.game.slug,
        decks=asked.pack.decks,
        seats=plan.seats,
        player=play.name,
        house=play.house,
        player_hash=play.player_hash,
        house_hash=play.house_hash,
        seed=work.seed,
        asked_rounds=work.rounds,
        rounds=tally.rounds,
        session_rounds=work.session,
        shift_rounds=work.shift,
        stakes=plan.stakes,
        staked_on={name: table.name for name, table in asked.pays.items() if name in asked.wagers},
        measured=measured,
        sessions=spread(nets, -won * work.session),
        holds=spread(holds, won / action),
        shift_wins=spread(wins, won * plan.seats * work.shift),
        meters=tuple(
            run_meter(meter, tally.rounds, plan.awards(tally, wager.name))
            for wager, table in tables
            if table.meters
            for meter in plan.meters(table)
        ),
        counts=plan.counts(tally),
    )


# ---- what is measured --------------------------------------------------------------------------------


def _tables(plan: Plan) -> Iterator[tuple[Wager, Paytable]]:
    """Every wager that is measured, and its paytables: that in play first, then all others, for they are paid by the
    same hands. The main wagers are measured together, each other paytable of one of them too."""
    asked = plan.question
    main = asked.game.main
    for wager in asked.game.wagers:
        if wager.name not in asked.wagers:
            continue
        chosen = asked.pays[wager.name]
        if wager not in main[1:]:
            yield wager, chosen
        yield from ((wager, table) for table in asked.game.own_paytables(wager) if table.name != chosen.name)


def _exact_figures(plan: Plan, play: Play) -> Exact:
    """The exact figures of a wager under a paytable, played as it is."""
    asked = plan.question
    main = frozenset(wager.name for wager in asked.game.main)

    def exact(wager: Wager, table: Paytable) -> Figures:
        if is_progressive(wager):
            return progressive_figures(plan.meter(table))
        if isinstance(wager, Bonus) and wager.name not in main and is_on_cards_alone(asked.game, wager, plan.decks):
            return bonus_figures(asked.game, wager, table, plan.decks)
        assert play.ends is not None
        about, ends = replace(asked, pays=plan.pays_with(table)), play.ends
        if wager.name in main:
            figures = main_figures(replace(about, wagers=main), play=play.name, solve=lambda _: ends)
            return replace(figures, paytable=table.name, digest=table.digest)
        return wager_figures(about, ends, wager)

    return exact


def _exact_round(plan: Plan, exact: Exact) -> tuple[Fraction, Fraction]:
    """What the house wins of one seat in a round on average, and what the seat stakes, in dollars."""
    won = action = Fraction(0)
    asked = plan.question
    for wager in asked.game.wagers:
        if wager.name in asked.wagers and wager not in asked.game.main[1:]:
            figures, stake = exact(wager, asked.pays[wager.name]), plan.stakes[wager.name]
            won, action = won + stake * figures.house_edge, action + stake * figures.action
    return won, action


Times = Counter[Fraction]  # a value → how often it came


def _spreads(plan: Plan, tally: BatchTally, shift: int) -> tuple[Times, Times, Times]:
    """Sessions and shifts in dollars; holds as shares. What went onto meters is not the house's."""
    to_meters = plan.to_meters * shift
    nets: Times = Counter({Fraction(net, plan.parts): times for net, times in tally.sessions.items()})
    holds: Times = Counter()
    wins: Times = Counter()
    for (kept, action), times in tally.shifts.items():
        win = Fraction(kept, plan.parts) - to_meters
        holds[win * plan.parts / action] += times
        wins[win] += times
    return nets, holds, wins


def run(
    work: Work, *, engine: Engine | None = None, progress: Progress | None = None, stop: Stop | None = None
) -> BatchTally:
    job = Job(run=play_batch, shared=work, parts=work.batches)
    return tallied(job, nothing(work), work.rounds, engine=engine, progress=progress, stop=stop)


Tally = TypeVar("Tally", BatchTally, ShoeTally)


def tallied(
    job: Job[int, Tally],
    total: Tally,
    rounds: int,
    *,
    engine: Engine | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Tally:
    """The tally of all batches or, where it was asked to stop, of those that are done: the first at least."""
    waiting, following = dict[int, Tally](), 0

    def add(number: int, tally: Tally) -> int:
        nonlocal following
        waiting[number] = tally
        while following in waiting:
            total.add(waiting.pop(following))
            following += 1
        return total.rounds + sum(each.rounds for each in waiting.values())

    do(
        job,
        add,
        done=0,
        total=rounds,
        engine=engine,
        progress=progress,
        stop=lambda: bool(stop and stop() and total.rounds),
    )
    return total
