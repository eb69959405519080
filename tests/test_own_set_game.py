"""A game of one's own whose cards are set has all that Supreme 99 has: rules to play by, ways that are checked, play by
them."""

import json
from collections.abc import Iterator
from math import comb
from pathlib import Path

import pytest

import houseway
from houseway.analysis.exact.figures import main_figures
from houseway.analysis.exact.house_way import AsHouseWay
from houseway.analysis.exact.question import question
from houseway.conformance import checked
from houseway.game import Game
from houseway.games import add, remove
from houseway.games.own import load_game
from tests.command_line import run

FILE = Path(__file__).parent / "own_games" / "two_and_one.py"


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    own = load_game(FILE)
    add(own, FILE)
    yield own
    remove(own)


def edge(game: Game, policy: object = None) -> object:
    return main_figures(question(game, policy=policy)).house_edge


def test_nothing_is_wrong_with_it() -> None:
    assert checked(FILE)[1] == []


def test_its_short_strategy_is_rules_before_the_house_way_and_worth_what_it_says(game: Game) -> None:
    short = houseway.strategy(game)
    assert short.best_edge == edge(game)
    assert short.house_edge == edge(game, short.policy)
    assert sum(row.hands for row in short.rows) == comb(52, 3)
    assert all(each.house_edge <= edge(game, AsHouseWay(game.way)) for each in short.curve)
    alone = houseway.strategy(game, alone=True)
    assert not alone.asks
    assert not any("house way" in row.choose for row in alone.rows)


def test_a_way_for_it_is_checked_and_priced(game: Game, tmp_path: Path) -> None:
    way = tmp_path / "back.toml"
    way.write_text('game = "two-and-one"\nname = "back"\nversion = "1"\n[[rule]]\nthen = ["Back", "Front"]\n')
    check, price = houseway.check_way(way)
    assert (check.is_sound, check.hands) == (True, comb(52, 3))
    assert price is not None
    assert price.best_play < price.copied
    way.write_text(
        'game = "two-and-one"\nname = "aces"\nversion = "1"\n[[rule]]\nBack = "9 points"\nthen = ["Front"]\n'
    )
    check, price = houseway.check_way(way)
    assert price is None
    assert check.undecided == comb(48, 3), "hands without a nine"


def test_seats_that_play_by_the_short_strategy_are_simulated(game: Game) -> None:
    simulated = houseway.simulate(game, rounds=20_000, player="strategy")
    [measured] = simulated.measured
    assert measured.exact.house_edge == houseway.strategy(game).house_edge
    assert abs(measured.z) < 4


def test_a_report_tells_what_other_plays_cost(game: Game) -> None:
    names = [each.name for each in houseway.mathematics(game).plays]
    assert names == ["best play", "the short strategy", "the house way"]


def test_show_says_how_its_cards_are_set(game: Game) -> None:
    said = run("show", game.slug, "--json")
    assert said.returncode == 0, said.stderr
    shape = json.loads(said.stdout)
    assert shape["house_way"] == {
        "name": "Two and One house way 1 (ours)",
        "approved": False,
        "rules": ["The best front, then the best back."],
    }
    assert shape["procedure"][1] == "Deal 3 to each seat and the dealer, face down."
