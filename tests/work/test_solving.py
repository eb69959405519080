"""Solutions kept on disk: broken off and gone on with, spread over a cluster, always the same integers."""

import os
import re
import signal
import time
from fractions import Fraction

import numpy as np
import pytest

from houseway.analysis.split.rules import SplitRules
from houseway.analysis.split.solver import SplitProblem, run
from houseway.analysis.way_check import split_policy
from houseway.cards import JOKER, card
from houseway.games.san_lo import GAME
from houseway.ranking import split_poker
from houseway.ways import own_way
from houseway.work.engine import on_cluster, on_cores
from houseway.work.solving import problem_key, solve
from tests.analysis.split import strongest_high_first

SMALL = SplitRules(
    pack=(*(card(rank, suit) for rank in (2, 3, 9, 12, 13, 14) for suit in range(4)), JOKER),
    sizes=(3, 2, 1),
    strength=split_poker.strength,
)


@pytest.fixture(scope="module")
def problem() -> SplitProblem:
    return SplitProblem(opponent=strongest_high_first(SMALL))


@pytest.fixture(scope="module")
def sums(problem):
    return run(problem)


@pytest.fixture(autouse=True)
def kept_here(tmp_path, monkeypatch):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))


def packed(responses):
    return responses.main + (np.int64(1) << 32) * responses.hat_trick.astype(np.int64)


def test_a_solve_is_kept_and_the_second_needs_no_work(problem, sums):
    assert (packed(solve(problem)) == sums).all()

    def no_engine(job):
        raise AssertionError("the work is done")

    assert (packed(solve(problem, engine=no_engine)) == sums).all()


def test_a_solve_that_was_broken_off_goes_on_where_it_was(problem, sums):
    asked = []

    def impatient(job):
        asked.append(len(job.parts))
        for done, part_and_result in enumerate(on_cores()(job)):
            if done == 3:
                raise KeyboardInterrupt
            yield part_and_result

    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            solve(problem, engine=impatient)
    assert asked[0] - asked[1] == asked[1] - asked[2] == 3
    heard = []
    finished = solve(problem, progress=lambda done, total: heard.append((done, total)))
    assert (packed(finished) == sums).all()
    assert heard[0][0] > 0
    assert heard[-1][0] == heard[-1][1]


def test_a_solution_that_cannot_be_kept_is_given_all_the_same(problem, sums, tmp_path, monkeypatch, capsys):
    folder = tmp_path / "file"
    folder.write_text("")
    monkeypatch.setenv("HOUSEWAY_CACHE", str(folder))
    assert (packed(solve(problem)) == sums).all()
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("houseway: the result is not kept")


def test_a_damaged_file_is_begun_anew(problem, sums, tmp_path):
    solve(problem)
    [kept] = tmp_path.iterdir()
    kept.write_bytes(kept.read_bytes()[:1000])
    assert (packed(solve(problem)) == sums).all()


def test_another_rule_or_another_policy_is_another_file(problem):
    other_rules = SplitRules(pack=SMALL.pack, sizes=(3, 2, 1), strength=_deuces_are_high)
    other = SplitProblem(opponent=strongest_high_first(other_rules))
    other_side = SplitProblem(opponent=problem.opponent, ties_win=True)
    one_player = SplitProblem(opponent=problem.opponent, player=problem.opponent)
    assert len({problem_key(p) for p in (problem, other, other_side, one_player)}) == 4


def _deuces_are_high(cards):
    strength = split_poker.strength(cards)
    return (9,) if cards and all(c < 4 for c in cards) else strength


# ---- more than one machine -------------------------------------------------------------------------


@pytest.fixture
def cluster():
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as local:
        yield local


@pytest.mark.soak
def test_a_cluster_of_two_workers_gives_the_same_integers(problem, sums, cluster):
    engine = on_cluster(cluster.scheduler_address)
    assert (packed(solve(problem, engine=engine)) == sums).all()


def solved_with_a_death(problem, cluster):
    """On two workers, of which one is killed when a third of the batches are in."""
    engine = on_cluster(cluster.scheduler_address)
    pids = [worker.pid for worker in cluster.workers.values()]
    killed = []

    def with_a_death(job):
        for done, part_and_result in enumerate(engine(job), 1):
            if done == len(job.parts) // 3:
                os.kill(pids[0], signal.SIGKILL)
                killed.append(done)
            yield part_and_result

    answers = solve(problem, engine=with_a_death)
    assert killed
    return answers


def test_a_worker_killed_half_way_changes_nothing(problem, sums, cluster):
    assert (packed(solved_with_a_death(problem, cluster)) == sums).all()


@pytest.mark.soak
def test_a_worker_killed_half_way_through_the_full_game_changes_nothing(cluster):
    problem = SplitProblem(opponent=split_policy(GAME, own_way(GAME)))
    answers = solved_with_a_death(problem, cluster)
    assert answers.totals(answers.best()).main_edge() == Fraction(1434976557436, 30813452174505)


def test_a_cluster_that_does_not_answer_is_refused_at_once_and_in_one_line():
    began = time.monotonic()
    with pytest.raises(ValueError, match=re.escape("'tcp://127.0.0.1:9'")):
        on_cluster("tcp://127.0.0.1:9", timeout_seconds=60)
    assert time.monotonic() - began < 30
