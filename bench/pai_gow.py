"""Pai Gow Poker solved from nothing, against one compiled pass over all its hands."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np

from houseway.games.pai_gow_poker import GAME
from houseway.ranking import best_five
from measure import claim, processor, seconds, table
from solver import CORES, RUNS, _best
from solving import MOST_MEMORY, solved

PARTS = CORES * 8
TURNS = 3


def run() -> str:
    rank_all()
    passes, solves = [], []
    for _ in range(TURNS):
        passes.append(processor(lambda: seconds(rank_all)))
        solves.append(processor(lambda: solved(GAME)))
    ranking, ranked = min(took for took, _ in passes), min(spent for _, spent in passes)
    solve, worked = min(took for (took, _), _ in solves), min(spent for _, spent in solves)
    memory = max(peak for (_, peak), _ in solves)
    held = "holds" if memory <= MOST_MEMORY else "FAILS"
    rows = [
        ("best five of seven, every hand ranked one by one", f"{ranking:.2f} s", "1×"),
        ("full solve from nothing kept, every setting worth considering", f"{solve:.1f} s", ratio(solve / ranking)),
        ("– the pass by processor time", f"{ranked:.2f} s", "1×"),
        ("– the solve by processor time, its process from start to end", f"{worked:.1f} s", ratio(worked / ranked)),
        ("peak memory of a solve", f"{memory:.2f} GB", f"{held}: at most {MOST_MEMORY:g} GB"),
    ]
    text = f"All 154,143,080 hands of seven cards, on {CORES} cores with compiled code on disk. The pass ranks one "
    text += "hand after the other and counts them by line, and its counts are checked; the solve is a process of its "
    text += f"own, from the suit classes to best play. They take turns, {TURNS} each, and the best of each counts."
    return table("Solving Pai Gow Poker", text, rows, ("what", "time", "ratio"))


def ratio(times: float) -> str:
    return claim(times, 20, at_most=True)


def rank_all() -> None:
    with ThreadPoolExecutor(CORES) as pool:
        counts = np.sum(list(pool.map(_part, range(PARTS))), axis=0)
    ways = Counter[int]()
    for shape, hands in best_five.SIGHT.classes(GAME.pack(), 7):
        ways[best_five.best_five(shape)] += hands
    assert [int(n) for n in counts] == [ways[line] for line in range(len(counts))], counts


def _part(part: int) -> np.ndarray:
    counts = np.zeros(10, np.int64)
    _rank(part, PARTS, RUNS, counts)
    return counts


@numba.njit(cache=True, nogil=True)
def _rank(part, parts, runs, counts):
    """Rank every seven-card hand whose lowest two cards fall to this part, one by one."""
    hand = np.empty(7, np.int64)
    for a in range(47):
        for b in range(a + 1, 48):
            if (a * 53 + b) % parts != part:
                continue
            for c in range(b + 1, 49):
                for d in range(c + 1, 50):
                    for e in range(d + 1, 51):
                        for f in range(e + 1, 52):
                            for g in range(f + 1, 53):
                                hand[0], hand[1], hand[2], hand[3], hand[4] = a, b, c, d, e
                                hand[5], hand[6] = f, g
                                counts[_best(hand, runs)] += 1
