"""Figures that everybody knows, and those of a solution beside those of the round."""

import pytest

import houseway
from houseway.analysis.exact.figures import side_figures
from houseway.analysis.figures import Figures
from houseway.games import GAMES


def side(slug: str, wager: str, decks: int = 1) -> Figures:
    bet = GAMES[slug].wager(wager)
    return side_figures(GAMES[slug], bet, GAMES[slug].paytables_of(bet)[0], decks=decks)


@pytest.mark.soak
def test_the_figures_of_a_solution_are_those_of_the_round():
    figures = [each for each in houseway.analyze("san-lo") if each.play]
    assert figures == houseway.solve("san-lo").figures()


@pytest.mark.soak
def test_seven_cards_are_counted_as_everybody_counts_them():
    """133,784,560 hands."""
    found = side("ultimate-texas-holdem", "Trips")
    assert {line.name: line.combinations for line in found.lines} == {
        "royal flush": 4_324,
        "straight flush": 37_260,
        "four of a kind": 224_848,
        "full house": 3_473_184,
        "flush": 4_047_644,
        "straight": 6_180_020,
        "three of a kind": 6_461_620,
        "lose": 58_627_800 + 31_433_400 + 23_294_460,
    }


def test_a_wager_on_the_first_two_cards():
    assert f"{float(100 * side('casino-war', 'Tie', 6).house_edge):.4f}" == "18.6495"
