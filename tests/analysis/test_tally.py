"""A tally has all that any pays come to: its figures are those of the analysis, also of tables that no letter has."""

from dataclasses import replace
from fractions import Fraction

import pytest

import houseway
from houseway.analysis.design.tally import tally_of
from houseway.api.figures import figures_with
from houseway.game import is_progressive
from houseway.games import GAMES
from houseway.paytable import parse_pay
from houseway.work.ends import ends_of

SHORT = [("supreme-99", "Pair Fortunes"), ("match-em", "A1"), ("casino-war", "Tie")]
KEPT = [
    (game.slug, tables[0].name)
    for game in GAMES.values()
    for wager in game.wagers
    if (tables := game.own_paytables(wager)) and not is_progressive(wager)
]


def tally_for(slug, name):
    game = GAMES[slug]
    table = game.paytables[name]
    return tally_of(game, game.wager(table.wager), table, solve=ends_of), table


def matches(tally, table, figures):
    return (
        -tally.mean(table) == figures.house_edge
        and tally.hit_frequency(table) == figures.hit_frequency
        and tally.variance(table) == figures.variance
        and tally.action == figures.action
    )


@pytest.mark.parametrize(("slug", "name"), [*SHORT, *(pytest.param(*each, marks=pytest.mark.soak) for each in KEPT)])
def test_a_tally_comes_to_the_figures_of_the_analysis(slug, name):
    tally, table = tally_for(slug, name)
    every = figures_with(GAMES[slug], GAMES[slug].wager(table.wager), table)
    assert any(matches(tally, table, figures) for figures in every)


def test_other_pays_need_no_other_tally():
    tally, table = tally_for("supreme-99", "Pair Fortunes")
    other = replace(table, lines={**table.lines, "Two Pair": parse_pay("7 to 3")}, letter=None)
    [figures] = figures_with(GAMES["supreme-99"], GAMES["supreme-99"].wager("Pair Fortunes"), other)
    assert matches(tally, other, figures)
    without = replace(table, lines={line: pay for line, pay in table.lines.items() if line != "Two Pair"})
    assert tally.mean(without) < tally.mean(table)


def test_play_that_is_held_costs_something_and_is_said_to_be_held():
    """With copies that only lose, Supreme 99 is played otherwise."""
    tally, table = tally_for("supreme-99", "S99")
    other = replace(table, lines={line: pay for line, pay in table.lines.items() if line != "copy both"})
    row, *_ = houseway.whatif("supreme-99", ["copy both=lose,4 to 1"])
    assert tally.held
    assert -tally.mean(other) > row.figures[0].house_edge == Fraction(45088222, 627115125)
