"""Simulations of games in which a seat splits its hands: dealt to one seat, and put beside the exact figures.

The exact figures count each hand of a split by itself, as if its others came to the same: their mean is exact, and
their variance is not less than that of the rounds, so z is, if anything, too small.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from houseway.analysis.exact.figures import main_figures
from houseway.analysis.exact.question import Question
from houseway.analysis.exact.shoe import ShoeHands
from houseway.analysis.machine.result import Ended, Measured, Simulation, spread
from houseway.analysis.machine.shoe_batches import ShoeTally, ShoeWork, deal_batch
from houseway.analysis.machine.shoe_rounds import ShoeRounds
from houseway.paytable import Paytable
from houseway.work.ends import ends_of
from houseway.work.engine import Engine, Job, Progress, Stop
from houseway.work.simulating import tallied
from houseway.work.strategies import short_strategy

OPTIMAL, STRATEGY = "optimal", "strategy"


def simulate_shoe(
    asked: Question,
    *,
    player: str,
    stake: Fraction,
    rounds: int,
    seed: int,
    session: int,
    shift: int,
    against: Mapping[str, Paytable],
    engine: Engine | None = None,
    solving: Progress | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Simulation:
    """The main wagers, played best or by the chart, for a stake in dollars."""
    if player not in (OPTIMAL, STRATEGY):
        raise ValueError(f"{asked.game.slug}: hands that are split are played by {OPTIMAL} or {STRATEGY}")
    if player == STRATEGY:
        asked = replace(asked, policy=short_strategy(asked.game, asked.pack.decks, progress=solving).policy)
    method = ShoeHands(asked)
    work = ShoeWork(tables=ShoeRounds(method).tables, rounds=rounds, seed=seed, session=session, shift=shift)
    job = Job(run=deal_batch, shared=work, parts=work.batches)
    tally = tallied(job, ShoeTally(), rounds, engine=engine, progress=progress, stop=stop)
    ends = ends_of(asked, method)
    exact = main_figures(replace(asked, pays={**asked.pays, **against}), play=player, solve=lambda _: ends)
    first, part = asked.game.main[0], Fraction(1, work.tables.unit)
    nets = sorted(((net * part, times) for net, times in tally.nets.items()), reverse=True)
    ended = tuple(Ended(str(net), net, times) for net, times in nets)
    table = asked.pays[first.name]
    won = exact.house_edge * stake
    return Simulation(
        game=asked.game.slug,
        decks=asked.pack.decks,
        seats=1,
        player=player,
        house=None,
        player_hash=None,
        house_hash=None,
        seed=seed,
        asked_rounds=rounds,
        rounds=tally.rounds,
        session_rounds=session,
        shift_rounds=shift,
        stakes={first.name: stake},
        staked_on={first.name: table.name},
        measured=(Measured(wager=first.name, paytable=table, rounds=tally.rounds, ended=ended, exact=exact),),
        sessions=spread(_summed((net * part * stake, n) for net, n in tally.sessions.items()), -won * session),
        holds=spread(
            _summed((Fraction(*each), n) for each, n in tally.shifts.items()), exact.house_edge / exact.action
        ),
        shift_wins=spread(_summed((kept * part * stake, n) for (kept, _), n in tally.shifts.items()), won * shift),
        counts={first.name: {end.line: (end.count,) for end in ended}},
    )


def _summed(values: Iterable[tuple[Fraction, int]]) -> Counter[Fraction]:
    times: Counter[Fraction] = Counter()
    for value, number in values:
        times[value] += number
    return times
