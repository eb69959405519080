"""The live table settles as the mathematics says. `make soak` plays a million rounds of each game; this, a few."""

import pytest

from houseway.games import GAMES
from tests.table.rounds import Engine, expected


@pytest.mark.parametrize("game", GAMES)
def test_automatic_rounds_agree_with_the_exact_figures(game: str) -> None:
    tallies, exact = Engine.of(game, seed=20141124).plays(3_000), expected(game)
    offered = {w.name for w in GAMES[game].wagers if w.name in exact and w.name != "Progressive"}
    assert set(tallies) == offered
    for wager, tally in tallies.items():
        assert abs(tally.z(exact[wager])) < 3, (wager, float(tally.edge), float(exact[wager].house_edge))


def test_a_wrong_pay_would_be_seen() -> None:
    """The power of the test: an even-money pay that pays nothing differs by dozens of standard errors."""
    tallies, exact = Engine.of("supreme-99", seed=1).plays(3_000), expected("supreme-99")
    tally = tallies["Pair Fortunes"]
    tally.won -= tally.rounds * 10_00
    assert abs(tally.z(exact["Pair Fortunes"])) > 1.5
