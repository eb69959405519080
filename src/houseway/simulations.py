"""Simulations run: batches on all cores or on a cluster, watched, and broken off without losing what is done.

Batches come back in any order and are added in their own. A run that is broken off keeps the batches up to the first
that is missing: it is, to the integer, the run that was asked for so many rounds in the first place.
"""

import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from fractions import Fraction
from os import cpu_count

from houseway.analysis.bonus import bonus_figures
from houseway.analysis.figures import Figures
from houseway.analysis.simulation.batches import Tally, Work, nothing, play_batch
from houseway.analysis.simulation.meters import run_meter
from houseway.analysis.simulation.plan import Plan, is_measured, progressive_figures
from houseway.analysis.simulation.result import Measured, Simulation, spread
from houseway.game import Bonus, Contest, Wager
from houseway.paytable import Paytable
from houseway.policies import Played

Engine = Callable[[Work, Iterable[int]], Iterator[tuple[int, Tally]]]
Progress = Callable[[int, int], None]


def on_cores(workers: int | None = None) -> Engine:
    """Batches on so many cores of this machine, or on all."""
    number = workers or cpu_count() or 1

    def engine(work: Work, batches: Iterable[int]) -> Iterator[tuple[int, Tally]]:
        left = iter(batches)
        pool = ThreadPoolExecutor(number)
        running: deque[tuple[int, Future[Tally]]] = deque()
        try:
            while True:
                while len(running) < 2 * number and (batch := next(left, None)) is not None:
                    running.append((batch, pool.submit(play_batch, work, batch)))
                if not running:
                    return
                batch, future = running.popleft()
                yield batch, future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    return engine


def simulate(
    plan: Plan,
    played: Played,
    *,
    rounds: int,
    seed: int,
    session: int,
    shift: int,
    against: Mapping[str, Paytable],
    engine: Engine | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play, and put what was counted beside the exact figures: of each paytable or, for
    the one in play, of another that it is held against."""
    game = plan.game
    tally, _ = run(plan.work(rounds=rounds, seed=seed, session=session, shift=shift), engine=engine, progress=progress)
    if not tally.rounds:
        raise KeyboardInterrupt
    wagers = [game.wager(name) for name in plan.stakes if is_measured(game, game.wager(name))]
    tables = [(wager, table) for wager in wagers for table in _tables(plan, wager)]
    held = {plan.tables[name].name: table for name, table in against.items()}
    nets, holds, wins = _spreads(plan, tally, shift)
    measured = tuple(
        plan.measured(tally, wager, table, _exact(plan, played, wager, held.get(table.name, table)))
        for wager, table in tables
    )
    won, action = _exact_round(plan, played, measured)
    return Simulation(
        game=game.slug,
        decks=plan.decks,
        seats=plan.seats,
        player=played.play.name,
        house=played.play.house,
        player_hash=played.player_hash,
        house_hash=played.house_hash,
        seed=seed,
        asked_rounds=rounds,
        rounds=tally.rounds,
        session_rounds=session,
        shift_rounds=shift,
        stakes=plan.stakes,
        staked_on={name: plan.tables[name].name for name in plan.stakes},
        measured=measured,
        sessions=spread(nets, -won * session if won is not None else None),
        holds=spread(holds, won / action if won is not None else None),
        shift_wins=spread(wins, won * plan.seats * shift if won is not None else None),
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


def _exact(plan: Plan, played: Played, wager: Wager, table: Paytable) -> Figures:
    if isinstance(wager, Contest):
        return played.exact(wager, table)
    assert isinstance(wager, Bonus)
    if wager.progressive:
        return progressive_figures(plan.meter(table))
    return bonus_figures(plan.game, wager, table, plan.decks)


def _exact_round(plan: Plan, played: Played, measured: Iterable[Measured]) -> tuple[Fraction | None, Fraction]:
    """What the house wins of one seat in a round on average, and what the seat stakes, in dollars. None where a wager
    in play has no exact figures."""
    won = action = Fraction(0)
    known = {(each.wager, each.exact.digest): each.exact for each in measured}
    for name, stake in plan.stakes.items():
        wager, table = plan.game.wager(name), plan.tables[name]
        if is_measured(plan.game, wager):
            exact = known.get((name, table.digest)) or _exact(plan, played, wager, table)
            won, action = won + stake * exact.house_edge, action + stake * exact.action
        elif not wager.equals:
            return None, action
    return won, action


def _spreads(plan: Plan, tally: Tally, shift: int) -> tuple[Counter[Fraction], Counter[Fraction], Counter[Fraction]]:
    """Sessions and shifts in dollars; holds as shares. What went onto meters is not the house's."""
    to_meters = plan.to_meters * shift
    nets: Counter[Fraction] = Counter()
    for net, times in tally.sessions.items():
        nets[Fraction(net, plan.parts)] += times
    holds: Counter[Fraction] = Counter()
    wins: Counter[Fraction] = Counter()
    for (kept, action), times in tally.shifts.items():
        win = Fraction(kept, plan.parts) - to_meters
        holds[win * plan.parts / action] += times
        wins[win] += times
    return nets, holds, wins


def run(work: Work, *, engine: Engine | None = None, progress: Progress | None = None) -> tuple[Tally, bool]:
    """The tally of all batches, and whether it was broken off by Ctrl-C."""
    total, waiting, following = nothing(work), dict[int, Tally](), 0
    if progress:
        progress(0, work.rounds)
    with _interrupts() as interrupted, closing(_begun(work, engine or on_cores())) as batches:
        for number, tally in batches:
            waiting[number] = tally
            while following in waiting:
                total.add(waiting.pop(following))
                following += 1
            if progress:
                progress(total.rounds + sum(each.rounds for each in waiting.values()), work.rounds)
            if interrupted():
                break
    return total, total.rounds < work.rounds


def _begun(work: Work, engine: Engine) -> Generator[tuple[int, Tally]]:
    yield from engine(work, work.batches)


@contextmanager
def _interrupts() -> Iterator[Callable[[], bool]]:
    """Hear the first Ctrl-C and let the batches at hand be finished; a second one ends the program as ever."""
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    heard: list[int] = []
    before = signal.getsignal(signal.SIGINT)

    def hear(number: int, _: object) -> None:
        heard.append(number)
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, hear)
    try:
        yield lambda: bool(heard)
    finally:
        signal.signal(signal.SIGINT, before)
