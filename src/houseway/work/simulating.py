"""Simulations run: batches on all cores or on a cluster, watched, and stopped without losing what is done.

Batches come back in any order and are added in their own. A run that is stopped keeps the batches up to the first
that is missing: it is, to the integer, the run that was asked for so many rounds in the first place.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from houseway.analysis.figures import Figures, bonus_figures
from houseway.analysis.machine import batches
from houseway.analysis.simulation.batches import BatchTally, Work, nothing, play_batch
from houseway.analysis.simulation.meters import run_meter
from houseway.analysis.simulation.plan import Plan, is_measured, progressive_figures
from houseway.analysis.simulation.result import Measured, Simulation, spread
from houseway.game import Bonus, Contest, Wager
from houseway.paytable import Paytable
from houseway.work.engine import Engine, Job, Progress, Stop, do
from houseway.work.plays import PricedPlay


def simulate(
    plan: Plan,
    priced: PricedPlay,
    work: Work,
    *,
    against: Mapping[str, Paytable],
    engine: Engine | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Simulation:
    """Play, and put what was counted beside the exact figures: of each paytable or, for
    the one in play, of another that it is held against."""
    game = plan.game
    tally = run(work, engine=engine, progress=progress, stop=stop)
    wagers = [game.wager(name) for name in plan.stakes if is_measured(game, game.wager(name))]
    tables = [(wager, table) for wager in wagers for table in _tables(plan, wager)]
    instead = {plan.tables[name].name: table for name, table in against.items()}
    nets, holds, wins = _spreads(plan, tally, work.shift)
    measured = tuple(
        plan.measured(tally, wager, table, _exact(plan, priced, wager, instead.get(table.name, table)))
        for wager, table in tables
    )
    won, action = _exact_round(plan, priced, measured)
    return Simulation(
        game=game.slug,
        decks=plan.decks,
        seats=plan.seats,
        player=priced.play.name,
        house=priced.play.house,
        player_hash=priced.player_hash,
        house_hash=priced.house_hash,
        seed=work.seed,
        asked_rounds=work.rounds,
        rounds=tally.rounds,
        session_rounds=work.session,
        shift_rounds=work.shift,
        stakes=plan.stakes,
        staked_on={name: plan.tables[name].name for name in plan.stakes},
        measured=measured,
        sessions=spread(nets, -won * work.session if won is not None else None),
        holds=spread(holds, won / action if won is not None else None),
        shift_wins=spread(wins, won * plan.seats * work.shift if won is not None else None),
        meters=tuple(
            run_meter(plan.meter(table), tally.rounds, plan.awards(tally, wager.name))
            for wager, table in tables
            if table.meter
        ),
        counts=plan.counts(tally),
    )


def _tables(plan: Plan, wager: Wager) -> list[Paytable]:
    """The paytable in play first, then all others of the wager: they are paid by the same hands."""
    chosen = plan.tables[wager.name]
    return [chosen, *(table for table in plan.game.paytables_of(wager) if table.name != chosen.name)]


def _exact(plan: Plan, priced: PricedPlay, wager: Wager, table: Paytable) -> Figures:
    if isinstance(wager, Contest):
        return priced.exact(wager, table)
    assert isinstance(wager, Bonus)
    if wager.progressive:
        return progressive_figures(plan.meter(table))
    return bonus_figures(plan.game, wager, table, plan.decks)


def _exact_round(plan: Plan, priced: PricedPlay, measured: Iterable[Measured]) -> tuple[Fraction | None, Fraction]:
    """What the house wins of one seat in a round on average, and what the seat stakes, in dollars. None where a wager
    in play has no exact figures."""
    won = action = Fraction(0)
    measured_exact = {(each.wager, each.exact.digest): each.exact for each in measured}
    for name, stake in plan.stakes.items():
        wager, table = plan.game.wager(name), plan.tables[name]
        if is_measured(plan.game, wager):
            exact = measured_exact.get((name, table.digest)) or _exact(plan, priced, wager, table)
            won, action = won + stake * exact.house_edge, action + stake * exact.action
        elif not wager.equals:
            return None, action
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
    """The tally of all batches or, where it was asked to stop, of those that are done: the first at least."""
    job = Job(run=play_batch, shared=work, parts=work.batches)
    return _added(job, nothing(work), work.rounds, engine=engine, progress=progress, stop=stop)


def run_steps(
    work: batches.Work, *, engine: Engine | None = None, progress: Progress | None = None, stop: Stop | None = None
) -> BatchTally:
    """The same of a game that is a list of steps."""
    job = Job(run=batches.play_batch, shared=work, parts=work.batches)
    return _added(job, batches.nothing(work), work.rounds, engine=engine, progress=progress, stop=stop)


def _added(
    job: Job[int, BatchTally],
    total: BatchTally,
    rounds: int,
    *,
    engine: Engine | None,
    progress: Progress | None,
    stop: Stop | None,
) -> BatchTally:
    """Batches come back in any order, and are added in their own."""
    waiting, following = dict[int, BatchTally](), 0

    def add(number: int, tally: BatchTally) -> int:
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
