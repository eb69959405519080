"""Rounds of Supreme 99 with six seats: the kernel, the project's own functions in plain Python, and plain numpy."""

import random
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import numpy as np

from houseway.analysis.exact.house_way import AsHouseWay
from houseway.analysis.exact.question import question
from houseway.analysis.machine.batches import Work
from houseway.analysis.machine.plan import Plan
from houseway.cards import card
from houseway.games import game_named
from houseway.work.engine import Engine, on_cluster, on_cores
from houseway.work.simulating import run
from measure import claim, table

GAME = game_named("supreme-99")
WAY = GAME.way
SEATS, SIZE = GAME.seats, 4
KERNEL, PYTHON, NUMPY = 1_000_000, 3_000, 100_000  # rounds of one measurement
TIMES = 5


def run_bench() -> str:
    plan = kernel_plan()
    work = plan.work(rounds=KERNEL, seed=1, session=100, shift=400)
    by_numpy = NumpyTable()
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
    asked = question(GAME, wagers=[wager.name for wager in GAME.wagers], policy=AsHouseWay(WAY))
    return Plan(question=asked, seats=SEATS, stakes={wager.name: Fraction(1) for wager in GAME.wagers})


def rate(play: Callable[[], object], rounds: int, clock: Callable[[], float]) -> float:
    start = clock()
    play()
    return rounds / (clock() - start)


def whole(work: Work, engine: Engine) -> np.ndarray:
    return run(work, engine=engine).counts


def play_in_python(rounds: int, seed: int) -> Counter[tuple[str, str]]:
    """Shuffle, deal, set the house way, and settle by the game's own functions."""
    rng, deck, set_hand = random.Random(seed), list(GAME.pack().cards()), WAY.set
    found: Counter[tuple[str, str]] = Counter()
    main, bonus = GAME.wagers
    for _ in range(rounds):
        rng.shuffle(deck)
        packets = [tuple(deck[i : i + SIZE]) for i in range(0, SIZE * (SEATS + 1), SIZE)]
        dealer = main.his.worth(*set_hand(packets[0]))
        for packet in packets[1:]:
            seat = main.mine.worth(*set_hand(packet))
            found[main.name, main.line((seat, dealer), ("set",))] += 1
            found[bonus.name, bonus.line((bonus.hand.worth(packet),), ("set",))] += 1
    return found


class NumpyTable:
    """The same rounds as arrays: a random order of the pack for each, and lookups in tables by the ranks of a hand."""

    def __init__(self) -> None:
        self.rank = np.arange(52) // 4
        self.weights = 13 ** np.arange(SIZE)[::-1]
        main, bonus = GAME.wagers
        worths, ends, places, lines = {}, {}, np.zeros(13**SIZE, np.int32), np.zeros(13**SIZE, np.int32)
        known = {}
        for index, ranks in enumerate(product(range(13), repeat=SIZE)):
            held = tuple(sorted(ranks))
            if held not in known:
                cards = tuple(card(rank + 2, held[:place].count(rank)) for place, rank in enumerate(held))
                worth = main.mine.worth(*WAY.set(cards))
                end = bonus.name, bonus.line((bonus.hand.worth(cards),), ("set",))
                known[held] = worths.setdefault(worth, len(worths)), ends.setdefault(end, len(ends))
            places[index], lines[index] = known[held]
        self.places, self.lines, self.worths = places, lines, len(worths)
        contests = [(main.name, main.line((mine, his), ("set",))) for mine in worths for his in worths]
        self.contests = np.array([ends.setdefault(end, len(ends)) for end in contests], np.int32)
        self.ends = list(ends)

    def play(self, rounds: int, seed: int) -> Counter[tuple[str, str]]:
        rng, counts = np.random.default_rng(seed), np.zeros(len(self.ends), np.int64)
        drawn = SIZE * (SEATS + 1)
        for start in range(0, rounds, 10_000):  # as many as stay in the cache
            size = min(10_000, rounds - start)
            order = np.argsort(rng.random((size, 52), dtype=np.float32), axis=1)[:, :drawn]
            hands = self.rank[order].reshape(size, SEATS + 1, SIZE) @ self.weights
            dealer, seats = self.places[hands[:, :1]], self.places[hands[:, 1:]]
            counts += np.bincount(self.contests[seats * self.worths + dealer].ravel(), minlength=len(counts))
            counts += np.bincount(self.lines[hands[:, 1:]].ravel(), minlength=len(counts))
        return Counter(dict(zip(self.ends, counts.tolist(), strict=True)))


def check_counts(plan: Plan, work: Work, by_numpy: NumpyTable) -> None:
    """The three engines agree on how often each line comes, as far as chance allows."""
    counts = plan.counts(run(work, engine=on_cores()))
    kernel = {
        (name, line): sum(by) / (SEATS * work.rounds) for name, lines in counts.items() for line, by in lines.items()
    }
    for other, rounds in ((by_numpy.play(NUMPY, seed=2), NUMPY), (play_in_python(10_000, seed=2), 10_000)):
        for end, share in kernel.items():
            error = (share * (1 - share) / rounds) ** 0.5  # as if the six seats were one: never too small
            assert abs(other[end] / (SEATS * rounds) - share) <= 5 * error + 1e-9, f"the engines disagree on {end}"


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
