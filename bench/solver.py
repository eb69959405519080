"""The full San Lo solve, against going through every deal and against ranking every hand once."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np

import houseway
from houseway.analysis.exact.figures import bonus_counts
from houseway.analysis.split.combinations import choose_table
from houseway.analysis.split.fronts import fronts
from houseway.analysis.split.hands import packet_classes
from houseway.analysis.split.one_hand import one_hand
from houseway.analysis.split.solver import SplitProblem, run
from houseway.analysis.way_check import split_policy
from houseway.games.san_lo import GAME
from houseway.ranking import best_five
from houseway.ways import own_way
from measure import claim, seconds, table

CORES = 2


def run_bench() -> str:
    house = split_policy(GAME, own_way(GAME))
    rules = house.rules
    fronts(rules)
    run(SplitProblem(opponent=house), threads=CORES)  # compiled code warm
    solve = seconds(lambda: run(SplitProblem(opponent=house), threads=CORES), 2)

    classes = packet_classes(rules)
    by_index = house.cells[classes.of_index]
    sampled = np.random.default_rng(25).choice(len(classes.hands), 25, replace=False)
    answers = houseway.solve(GAME).responses

    def direct(i: int) -> None:
        start, end = answers.offsets[i], answers.offsets[i + 1]
        main = np.zeros(end - start, np.int64)
        _every_dealer(classes.hands[i], answers.cells[start:end], by_index, choose_table(53, 6), _shifts(), main)
        assert (main == answers.main[start:end]).all(), "the direct way counts otherwise"

    def all_sampled() -> None:
        with ThreadPoolExecutor(CORES) as pool:
            list(pool.map(direct, sampled.tolist()))

    direct(int(sampled[0]))
    projected = seconds(all_sampled) / len(sampled) * len(classes.hands)

    def rank_all() -> None:
        with ThreadPoolExecutor(CORES) as pool:
            parts = list(pool.map(_rank_part, range(CORES * 4)))
        counts = np.sum(parts, axis=0)
        ours = bonus_counts(GAME, GAME.wager("Fortune Bonus"))
        assert all(counts[rank] == ours[line] for rank, line in best_five.LINES.items()), counts

    rank_all()
    ranking = seconds(rank_all, 3)
    hand = rules.cards(tuple(map(int, classes.hands[777_777])))
    one_hand(hand, house)
    one = seconds(lambda: one_hand(hand, house), 10)
    peak = _peak_memory()
    rows = [
        ("full solve, Pareto settings, main bet and Hat Trick", f"{solve:.2f} s", "1×"),
        (
            "every class against every dealer hand, projected from 25",
            f"{projected:,.0f} s",
            claim(projected / solve, 2000),
        ),
        (
            "best five of six, every hand ranked one by one",
            f"{ranking:.2f} s",
            f"solve is {claim(solve / ranking, 20, at_most=True)}",
        ),
        (
            "one hand, all its settings, warm",
            f"{one * 1000:.0f} ms",
            f"{'holds' if one < 0.1 else 'FAILS'}: under 100 ms",
        ),
        ("peak memory of a solve", f"{peak:.2f} GB", f"{'holds' if peak <= 1.5 else 'FAILS'}: at most 1.5 GB"),
    ]
    text = f"All {len(classes.hands):,} suit classes against the house's points card, everything on {CORES} cores, "
    text += "compiled code warm. "
    text += (
        "The direct way looks every dealer hand up in one table of settings; its counts for the 25 hands are checked."
    )
    return table("Solving Fortune San Lo Poker", text, rows, ("what", "time", "ratio"))


def _shifts() -> tuple[int, int]:
    from houseway.analysis.exact.sets import split_rules
    from houseway.analysis.split.rankings import rankings
    from houseway.games.san_lo import GAME

    tables = rankings(split_rules(GAME))
    return tables.mid_shift, tables.high_shift


@numba.njit(cache=True, nogil=True)
def _every_dealer(hand, cells, by_index, choose, shifts, main):
    """Loop over all C(47, 6) hands without the player's cards and compare each setting with the dealer's."""
    mid_shift, high_shift = shifts
    mid_mask, low_mask = (1 << (high_shift - mid_shift)) - 1, (1 << mid_shift) - 1
    free = np.empty(47, np.int64)
    n = 0
    for card in range(53):
        held = False
        for mine in hand:
            held = held or mine == card
        if not held:
            free[n] = card
            n += 1
    for f in range(5, 47):
        i6 = choose[free[f], 6]
        for e in range(4, f):
            i5 = i6 + choose[free[e], 5]
            for d in range(3, e):
                i4 = i5 + choose[free[d], 4]
                for c in range(2, d):
                    i3 = i4 + choose[free[c], 3]
                    for b in range(1, c):
                        i2 = i3 + choose[free[b], 2]
                        for a in range(b):
                            his = by_index[i2 + free[a]]
                            high, mid, low = his >> high_shift, (his >> mid_shift) & mid_mask, his & low_mask
                            for s in range(len(cells)):
                                mine = cells[s]
                                won = (mine >> high_shift) > high
                                won += ((mine >> mid_shift) & mid_mask) > mid
                                won += (mine & low_mask) > low
                                main[s] += won >= 2


RUNS = np.array(
    [[best_five.completes_a_run(tuple(r for r in range(14, 1, -1) if mask >> r - 2 & 1), joker) for mask in range(8192)]
     for joker in (False, True)]
)  # fmt: skip


def _rank_part(part: int) -> np.ndarray:
    counts = np.zeros(10, np.int64)
    _rank(part, CORES * 4, RUNS, counts)
    return counts


@numba.njit(cache=True, nogil=True)
def _rank(part, parts, runs, counts):
    """Rank every six-card hand whose lowest two cards fall to this part, one by one."""
    hand = np.empty(6, np.int64)
    for a in range(48):
        for b in range(a + 1, 49):
            if (a * 53 + b) % parts != part:
                continue
            for c in range(b + 1, 50):
                for d in range(c + 1, 51):
                    for e in range(d + 1, 52):
                        for f in range(e + 1, 53):
                            hand[0], hand[1], hand[2], hand[3], hand[4], hand[5] = a, b, c, d, e, f
                            counts[_best(hand, runs)] += 1


@numba.njit(cache=True, nogil=True)
def _best(hand, runs):
    times = np.int64(0)  # four bits a rank
    suits = np.int64(0)  # thirteen bits a suit
    ranks = 0
    joker = 0
    for card in hand:
        if card == 52:
            joker = 1
            times += np.int64(1) << 48
        else:
            times += np.int64(1) << (card >> 2) * 4
            suits |= np.int64(1) << ((card & 3) * 13 + (card >> 2))
            ranks |= 1 << (card >> 2)
    best = 0
    for s in range(4):
        suit = (suits >> 13 * s) & 8191
        mask = suit
        held = 0
        while mask:
            mask &= mask - 1
            held += 1
        if held + joker >= 5:
            royal = suit >> 8
            tens = 0
            while royal:
                royal &= royal - 1
                tens += 1
            best = 8 if tens + joker >= 5 else 7 if runs[joker, suit] else 4
    most = second = 0
    while times:
        n = times & 15
        times >>= 4
        if n > most:
            most, second = n, most
        elif n > second:
            second = n
    if most == 5:
        return 9
    if best >= 7:
        return best
    if most == 4:
        return 6
    if most == 3 and second >= 2:
        return 5
    if best == 4:
        return 4
    if runs[joker, ranks]:
        return 3
    if most == 3:
        return 2
    return 1 if second == 2 else 0


def _peak_memory() -> float:
    """Of a process of its own that solves from nothing."""
    code = (
        "import resource, tempfile, os; os.environ['HOUSEWAY_CACHE'] = tempfile.mkdtemp(); import houseway;"
        "houseway.solve('san-lo'); print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(done.stdout) * 1024 / 1e9
