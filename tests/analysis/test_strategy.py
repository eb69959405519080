"""Short strategies: what they say, and what it costs to know no more."""

from fractions import Fraction
from math import comb

import pytest

import houseway
from houseway.analysis.contest import Pays, decisions, house_way_policy, main_figures
from houseway.analysis.strategy import strategy
from houseway.cards import parse
from houseway.games import GAMES

S99, MATCH_EM = GAMES["supreme-99"], GAMES["match-em"]


@pytest.fixture(scope="module")
def exceptions():
    return strategy(S99, rows=12)


# ---- a table by glance ---------------------------------------------------------------------------


def test_match_em_is_played_by_aces_and_total():
    found = strategy(MATCH_EM)
    assert found.basis == "total, aces as 1"
    assert [(row.when, row.choose) for row in found.rows] == [
        ("no ace, 0 to 6", "LO + Double Down"),
        ("no ace, 7 to 13", "LO"),
        ("no ace, 14 to 21", "HI"),
        ("no ace, 22 to 30", "HI + Double Down"),
        ("one ace, 1 to 6", "LO + Double Down"),
        ("one ace, 7 to 8", "LO"),
        ("one ace, 9 to 10", "HI"),
        ("one ace, 11 to 21", "HI + Double Down"),
        ("two aces, 2", "LO + Double Down"),
        ("two aces, 4 to 12", "HI + Double Down"),
        ("three aces, 3", "HI + Double Down"),
    ]


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_the_rows_are_all_hands_and_the_cost_is_exact(decks):
    found = strategy(MATCH_EM, decks)
    assert sum(row.hands for row in found.rows) == comb(52 * decks, 3)
    assert found.best_edge == main_figures(MATCH_EM, decks).house_edge
    assert 0 <= found.cost == found.house_edge - found.best_edge
    assert found.decks == decks


def test_a_player_who_reads_the_table_has_the_edge_it_promises():
    """The rows read back as a person reads them, and priced hand by hand."""
    found = strategy(MATCH_EM)
    pays = Pays.of(MATCH_EM)
    rows = {}
    for row in found.rows:
        who, numbers = row.when.split(", ")
        first, _, last = numbers.partition(" to ")
        rows |= {(who, n): row.choose for n in range(int(first), int(last or first) + 1)}
    total = Fraction(0)
    for decision in decisions(MATCH_EM):
        words = rows[MATCH_EM.glance(decision.cards, decision.shown)]
        [option] = [o for o in decision.options if str(o.setting) == words]
        total += pays.expectation(option) * decision.ways
    assert found.house_edge == -total / comb(52, 3)


def test_with_one_deck_the_table_costs_less_than_a_fiftieth_of_a_percent():
    assert 0 < strategy(MATCH_EM).cost < Fraction(2, 10_000)


# ---- the house way and its exceptions ------------------------------------------------------------


def test_supreme_99_is_the_house_way_with_the_exceptions_worth_most(exceptions):
    assert exceptions.basis == "the house way, with the 12 exceptions of 59 that are worth most"
    first = exceptions.rows[0]
    assert (first.when, first.choose, first.hands) == ("pair of 9s / 0 points", "9 points / 9 points", 576)
    worths = [row.worth for row in exceptions.rows]
    assert worths == sorted(worths, reverse=True)
    assert all(worth > 0 for worth in worths)


def test_the_exceptions_bring_the_house_way_nearer_to_best_play(exceptions):
    house_way = main_figures(S99, policy=house_way_policy(S99.house_way)).house_edge
    assert exceptions.best_edge < exceptions.house_edge < house_way
    assert exceptions.house_edge == house_way - sum(row.worth for row in exceptions.rows)


def test_without_exceptions_it_is_the_house_way():
    found = strategy(S99, rows=0)
    assert found.house_edge == Fraction(2872696, 105355341)
    assert found.rows == ()


def test_two_nines_and_two_zeros_are_better_laid_as_nine_and_nine():
    pays = Pays.of(S99)
    best = pays.best(houseway.decide("supreme-99", parse("9s 9d Kc Qh")))
    assert [S99.hand_name(hand) for hand in best.setting.hands] == ["9 points", "9 points"]
