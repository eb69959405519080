"""A few short lives of a simulated floor, and the bugs that are planted in it; bench/floor_simulation.py has the long
ones."""

from random import Random

import pytest

from tests.floor_simulation import vfs
from tests.floor_simulation.bugs import BUGS, Bug, amid
from tests.floor_simulation.disk import Fault, File
from tests.floor_simulation.world import Rates, World
from tests.soak import more

pytestmark = [
    pytest.mark.skipif(not vfs.registered(), reason="this Python keeps its copy of SQLite to itself"),
    pytest.mark.deeper,
]
STEPS = more(500, 5_000)
OFTEN = Rates(kill=40, power=40, stop=10, pause=10, disk_error=20, full_disk=10, away=10, clock=10, spoilt_snapshot=60)


@pytest.mark.parametrize("seed", range(1, more(3, 20)))
def test_a_floor_keeps_its_promises_whatever_goes_wrong(seed: int) -> None:
    world = World(seed, steps=STEPS, rates=OFTEN if seed % 2 else None)
    world.run()
    assert world.steps >= STEPS
    assert world.counts["rounds"] and world.counts["views searched"]
    assert world.counts["books audited"] == 1
    if seed % 2:
        assert world.counts["faults"] > 5
        assert world.disk.counts["writes lost"]


def test_a_seed_tells_the_same_story_every_time() -> None:
    one, same, another = (World(seed, steps=300, rates=OFTEN, audited=False).run() for seed in (5, 5, 6))
    assert one == same
    assert one != another


@pytest.mark.parametrize("bug", [pytest.param(bug, id=name) for name, bug in BUGS.items()])
def test_a_planted_bug_is_found(bug: Bug) -> None:
    with pytest.raises(Fault) as found, bug.planted():
        World(bug.seed, steps=3_000, rates=bug.rates, audited=False).run()
    assert bug.says in str(found.value)
    assert f"seed {bug.seed}, step " in str(found.value)
    World(bug.seed, steps=300, rates=bug.rates, audited=False).run()  # without it nothing is found


def test_where_nothing_goes_wrong_nobody_asks_twice() -> None:
    world = World(1, steps=500, rates=amid(lost_message=0.0, doubled_message=0.0), audited=False)
    world.run()
    assert not world.counts["faults"]
    assert not world.counts["sent again"]
    assert not world.disk.counts["writes lost"]


def test_what_was_not_synced_may_be_lost_in_any_part() -> None:
    found = set()
    for seed in range(200):
        file = File()
        file.write(0, b"a" * 1024)
        file.sync()
        file.write(0, b"b" * 512)
        file.write(512, b"c" * 512)
        file.loses(Random(seed))
        found.add(bytes(file.now[::512]))
    assert found == {b"aa", b"ba", b"ac", b"bc"}, "each sector is there or not, whichever was written first"
