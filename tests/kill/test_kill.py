"""A few kills on each database, and more in `make soak`; bench/kill.py does a hundred."""

import pytest

from tests.kill.harness import run
from tests.service.postgres import fresh_database
from tests.soak import more

pytestmark = pytest.mark.deeper
KILLS = more(2, 6)
METERED = more(2, 8)  # tables that play for one meter
PAUSE = more(0.05, 0.01)  # seconds between the commands of a table
SURVIVED = 68  # a seed by which one process is killed at a time, and what was its is waited for
HAPPENS = more(0, 1)  # at least, where chance must have its time: a kill within a round, a cut connection


def test_killed_under_load_a_service_on_sqlite_loses_and_doubles_nothing(tmp_path):
    told = run(f"sqlite:///{tmp_path}/book.db", KILLS, processes=1, seed=1, pause_seconds=PAUSE)
    assert told.counts["kills"] >= KILLS
    assert told.counts["rounds interrupted and resumed"] >= HAPPENS
    assert told.counts["retried"] >= HAPPENS


def test_of_two_processes_on_postgresql_the_one_that_lives_takes_over(postgres):
    told = run(fresh_database(postgres), KILLS, processes=2, seed=SURVIVED, pause_seconds=4 * PAUSE)
    assert told.counts["kills"] >= KILLS
    assert told.counts["rounds interrupted and resumed"] >= HAPPENS
    assert told.takeovers
    assert len(told.cuts) >= HAPPENS


@pytest.mark.soak
def test_killed_under_load_the_meter_of_several_tables_equals_the_book(postgres):
    told = run(fresh_database(postgres), KILLS, processes=2, seed=3, metered=METERED, pause_seconds=2 * PAUSE)
    assert told.counts["kills"] >= KILLS
    assert told.counts["rounds interrupted and resumed"] >= HAPPENS
    assert told.counts["wins from the meter"] >= HAPPENS
