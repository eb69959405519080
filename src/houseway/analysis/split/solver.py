"""Solve a split game exactly, against an opponent whose policy is known.

`responses` answers for every packet and every setting worth considering, `value` for one given policy.
Both are sums over independent shards:

    sums = merge(run_batch(problem, batch) for batch in batches of shards(problem.rules))
    answer(problem, sums)

`run_batch` is a pure function of values that can be pickled; its result is an array of integers, to be
added up in any order. So a run can be watched, kept and resumed, or spread over machines, and the
integers are the same.
"""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from math import comb
from operator import iadd
from os import cpu_count

import numpy as np

from houseway.analysis.arrays import Longs
from houseway.analysis.split.barred import Flags, faced_cells
from houseway.analysis.split.fronts import Policy, SettingRuns, fronts, written_out
from houseway.analysis.split.hands import packet_classes, suit_classes
from houseway.analysis.split.rankings import asked_beside, rankings
from houseway.analysis.split.responses import Responses, Totals, unpack
from houseway.analysis.split.rules import SplitRules
from houseway.analysis.split.subsets import Questions, Shard, add_shard, questions_of


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SplitProblem:
    """Which settings are tried against the opponent: the player's, or all that are worth considering.

    The player wins a matchup only if stronger. With `ties_win` also if equal: the house's side of the
    table, for pricing the house's settings against a player's policy.
    """

    opponent: Policy
    player: Policy | None = None
    ties_win: bool = False
    barred: Flags | None = None  # the opponent's packets against which nothing is won or lost

    def __post_init__(self) -> None:
        if self.player is not None and self.player.rules != self.opponent.rules:
            raise ValueError("the player's policy and the opponent's are for different rules")

    @property
    def rules(self) -> SplitRules:
        return self.opponent.rules

    def questions(self) -> Questions:
        beside = asked_beside(rankings(self.rules), ties_win=self.ties_win)
        return questions_of(self.asked(), packet_classes(self.rules).weights, beside)

    def asked(self) -> SettingRuns:
        return fronts(self.rules) if self.player is None else self.player.settings()


def responses(
    opponent: Policy, *, ties_win: bool = False, barred: Flags | None = None, threads: int | None = None
) -> Responses:
    """Every setting on every packet's front against the opponent."""
    problem = SplitProblem(opponent=opponent, ties_win=ties_win, barred=barred)
    return answer(problem, run(problem, threads=threads))


def value(
    player: Policy,
    opponent: Policy,
    *,
    ties_win: bool = False,
    barred: Flags | None = None,
    threads: int | None = None,
) -> Totals:
    """What a given policy, good or bad, wins against the opponent's."""
    problem = SplitProblem(opponent=opponent, player=player, ties_win=ties_win, barred=barred)
    answered = answer(problem, run(problem, threads=threads))
    return answered.totals(answered.offsets[:-1])


def shards(rules: SplitRules, pieces: int = 64) -> list[Shard]:
    """Cut the work into about so many shards of like size, the largest shared sets last."""
    cut = []
    for size in range(rules.size + 1):
        classes = len(suit_classes(rules, size).hands)
        # A packet is looked up once for each of its subsets: that is what a shard costs.
        parts = max(1, min(classes, round(pieces * comb(rules.size, size) / 2**rules.size)))
        bounds = [classes * i // parts for i in range(parts + 1)]
        cut += [Shard(size, first, last) for first, last in pairwise(bounds)]
    return cut


def run(problem: SplitProblem, *, threads: int | None = None) -> Longs:
    """The merged sums of all shards, worked out on this machine's cores."""
    workers = threads or cpu_count() or 1
    left = iter(shards(problem.rules))  # each worker takes the next as it is done with one
    problem.asked()  # once, before the threads ask for it all at the same time
    with ThreadPoolExecutor(workers) as pool:
        return merge(pool.map(lambda _: run_batch(problem, left), range(workers)))


def run_batch(problem: SplitProblem, batch: Iterable[Shard]) -> Longs:
    """The partial sums of some shards: packed counts, one for each setting asked about of each packet."""
    questions, faced = problem.questions(), faced_cells(problem.opponent, problem.barred)
    sums = np.zeros(questions.number, np.int64)
    for shard in batch:
        add_shard(problem.rules, shard, faced, questions, sums)
    return sums


def merge(partials: Iterable[Longs]) -> Longs:
    """Add up partial sums into the first of them."""
    return reduce(iadd, partials)


def answer(problem: SplitProblem, sums: Longs) -> Responses:
    """Read the merged sums of all shards."""
    asked = problem.asked()
    places = asked.places()
    main, hat_trick = unpack(sums)
    numbers, cells = np.empty(sums.shape, np.uint8), np.empty(sums.shape, np.int32)
    written_out(asked.looks, asked.offsets, asked.numbers, places, numbers)
    written_out(asked.looks, asked.offsets, asked.cells, places, cells)
    packets = packet_classes(problem.rules)
    return Responses(
        opponent=problem.opponent,
        hands=packets.hands,
        weights=packets.weights,
        offsets=places,
        numbers=numbers,
        cells=cells,
        main=main,
        hat_trick=hat_trick,
        barred=0 if problem.barred is None else int(packets.weights[problem.barred].sum(dtype=np.int64)),
    )
