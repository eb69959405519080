"""Rounds of Supreme 99 with six seats: the kernel, the project's own functions in plain Python, and plain numpy."""

import random
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from houseway.analysis.contest import house_way_policy
from houseway.analysis.simulation.batches import Work
from houseway.analysis.simulation.plan import Plan, in_play
from houseway.analysis.simulation.tables import Play
from houseway.cards import rank_of
from houseway.games.supreme_99 import GAME
from houseway.work.engine import Engine, on_cluster, on_cores
from houseway.work.simulating import run
from measure import claim, table

SEATS, SIZE = GAME.deal.seats, GAME.deal.packet
KERNEL, PYTHON, NUMPY = 1_000_000, 3_000, 100_000  # rounds of one measurement
TIMES = 5


def run_bench() -> str:
    plan = kernel_plan()
    work = plan.work(rounds=KERNEL, seed=1, session=100, shift=400)
    by_numpy = NumpyTable(work)
    one = on_cores(1)
    whole(work, one)  # compiled
    rates: dict[str, list[float]] = {"kernel": [], "python": [], "numpy": [], "one": [], "two": []}
    for _ in range(TIMES):  # by turns, so that whatever else the machine does meets them all
        rates["kernel"].append(rate(lambda: whole(work, one), KERNEL, time.process_time))
        rates["numpy"].append(rate(lambda: by_numpy.play(NUMPY, seed=1), NUMPY, time.process_time))
        rates["python"].append(rate(lambda: play_in_python(PYTHON, seed=1), PYTHON, time.process_time))
        rates["one"].append(rate(lambda: whole(work, one), KERNEL, time.perf_counter))
        rates["two"].append(rate(lambda: whole(work, on_cores(2)), KERNEL, time.perf_counter))
    best = {name: max(found) for name, found in rates.items()}
    same = "the same integers" if same_on_a_cluster(work) else "OTHER INTEGERS: FAILS"
    rows = [
        ("the kernel, one core", f"{best['kernel']:,.0f}", "1×"),
        (
            "the project's own functions in a plain Python loop",
            f"{best['python']:,.0f}",
            f"the kernel is {claim(best['kernel'] / best['python'], 50)}",
        ),
        (
            "a straightforward numpy simulation",
            f"{best['numpy']:,.0f}",
            f"the kernel is {claim(best['kernel'] / best['numpy'], 3)}",
        ),
        ("the kernel, one core, by the clock", f"{best['one']:,.0f}", "1×"),
        ("the kernel, two cores, by the clock", f"{best['two']:,.0f}", claim(best["two"] / best["one"], 1.7)),
        ("a cluster of two workers", "", same),
    ]
    text = (
        f"Rounds of Supreme 99 with six seats, both wagers of each settled, the house way on all seats; the best of "
        f"{TIMES} turns of each. The first three are by processor time, on one core. All three deal from one shuffled "
        "pack; their counts are checked against each other."
    )
    check_counts(plan, work, by_numpy)
    return table("Simulating", text, rows, ("what", "rounds a second", "ratio"))


def kernel_plan() -> Plan:
    wagers, way = in_play(GAME, ()), GAME.house_way
    return Plan(
        game=GAME,
        decks=1,
        seats=SEATS,
        play=Play(name="house-way", house=way.label, policy=house_way_policy(way), way=way),
        stakes={w.name: Fraction(1) for w in wagers},
        tables={w.name: GAME.paytables_of(w)[0] for w in wagers},
    )


def rate(play: Callable[[], object], rounds: int, clock: Callable[[], float]) -> float:
    start = clock()
    play()
    return rounds / (clock() - start)


def whole(work: Work, engine: Engine) -> np.ndarray:
    return run(work, engine=engine).counts


def play_in_python(rounds: int, seed: int) -> Counter[tuple[str, str]]:
    """Shuffle, deal, set the house way, and settle by the game's own functions."""
    rng, deck, set_hand = random.Random(seed), list(GAME.deal.pack().cards()), GAME.house_way.set
    found: Counter[tuple[str, str]] = Counter()
    for _ in range(rounds):
        rng.shuffle(deck)
        packets = [tuple(deck[i : i + SIZE]) for i in range(0, SIZE * (SEATS + 1), SIZE)]
        dealer = set_hand(packets[0])
        for packet in packets[1:]:
            seat = set_hand(packet)
            for wager in GAME.wagers:
                found[wager.name, wager.line(seat, dealer)] += 1
    return found


class NumpyTable:
    """The same rounds as arrays: a random order of the pack for each, and lookups in the same tables of ends."""

    def __init__(self, work: Work) -> None:
        self.tables = work.tables
        self.rank = np.array([rank_of(card) - 2 for card in range(52)])
        assert (self.rank == self.tables.seat.digits[0, :52]).all()
        self.weights = 13 ** np.arange(SIZE)[::-1]

    def play(self, rounds: int, seed: int) -> np.ndarray:
        tables, rng = self.tables, np.random.default_rng(seed)
        drawn = SIZE * (SEATS + 1)
        counts = np.zeros(len(tables.nets), np.int64)
        for start in range(0, rounds, 10_000):  # as many as stay in the cache
            size = min(10_000, rounds - start)
            order = np.argsort(rng.random((size, 52), dtype=np.float32), axis=1)[:, :drawn]
            ranks = self.rank[order].reshape(size, SEATS + 1, SIZE)
            classes = tables.seat.class_of[ranks @ self.weights]
            dealer, seats = tables.dealer_scores[classes[:, :1]], tables.seat_scores[classes[:, 1:]]
            counts += np.bincount(
                tables.contest_ends[seats * tables.dealer_columns + dealer].ravel(), minlength=len(counts)
            )
            counts += np.bincount(tables.bonus_ends[classes[:, 1:]].ravel(), minlength=len(counts))
        return counts


def check_counts(plan: Plan, work: Work, by_numpy: NumpyTable) -> None:
    """The three engines agree on how often each end comes, as far as chance allows."""
    kernel = whole(work, on_cores()).sum(axis=0) / (SEATS * work.rounds)
    python = play_in_python(10_000, seed=2)
    for other, rounds in (
        (by_numpy.play(NUMPY, seed=2), NUMPY),
        (np.array([python[end[0]] for end in plan.rulebook.ends]), 10_000),
    ):
        errors = np.sqrt(kernel * (1 - kernel) / rounds)  # as if the six seats were one: never too small
        assert (abs(other / (SEATS * rounds) - kernel) <= 5 * errors + 1e-9).all(), "the engines disagree"


def same_on_a_cluster(work: Work) -> bool:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as local:
        counts = run(work, engine=on_cluster(local.scheduler_address))
    here = run(work, engine=on_cores(1))
    return bool((counts.counts == here.counts).all()) and (counts.sessions, counts.shifts) == (
        here.sessions,
        here.shifts,
    )
