"""Figures of games that are lists of steps: those of the letters as they were, and what is published of the others."""

from dataclasses import replace
from fractions import Fraction

import pytest

import houseway
from houseway.analysis.contest import Pays, house_way_policy
from houseway.analysis.contest import main_figures as todays_main_figures
from houseway.analysis.exact.count import Count
from houseway.analysis.exact.figures import main_figures, side_figures
from houseway.analysis.exact.question import question
from houseway.analysis.figures import Figures, bonus_counts, bonus_figures
from houseway.game import Option, Seen
from houseway.games import GAMES
from houseway.old_game import Bonus
from houseway.old_games import OLD_GAMES


def side(slug: str, wager: str, decks: int = 1) -> Figures:
    bet = GAMES[slug].wager(wager)
    return side_figures(GAMES[slug], bet, GAMES[slug].paytables_of(bet)[0], decks=decks)


def rows(figures: Figures) -> list[tuple[str, int, str, Fraction]]:
    return [(line.name, line.combinations, line.pay, line.net) for line in figures.lines if line.combinations]


@pytest.mark.parametrize(("slug", "decks"), [("supreme-99", 1), ("match-em", 1), ("match-em", 8)])
def test_the_main_game_of_a_letter_is_what_it_was(slug, decks):
    now, before = main_figures(question(GAMES[slug], decks=decks)), todays_main_figures(OLD_GAMES[slug], decks)
    assert sorted(rows(now)) == sorted(rows(before))
    assert (now.house_edge, now.action, now.variance) == (before.house_edge, before.action, before.variance)
    assert (now.approved, now.digest, now.play) == (before.approved, before.digest, before.play)


def test_the_house_way_is_a_policy_like_another():
    game = GAMES["supreme-99"]
    way = game.choices[0].way
    assert way is not None

    def copies(number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        hands = way.set(seen.lying["seat"])
        return next(option for option in options if option.cut == hands)

    now = main_figures(replace(question(game), policy=copies), play="house way")
    todays = OLD_GAMES["supreme-99"]
    policy = house_way_policy(todays.house_way)
    assert now.house_edge == todays_main_figures(todays, pays=Pays.of(todays), policy=policy).house_edge


@pytest.mark.parametrize(("slug", "decks"), [("supreme-99", 1), ("match-em", 1), ("match-em", 8), ("san-lo", 1)])
def test_wagers_on_the_cards_alone_are_what_they_were(slug, decks):
    for wager in OLD_GAMES[slug].wagers:
        if isinstance(wager, Bonus) and not wager.progressive:
            ends = Count(replace(question(GAMES[slug], decks=decks), wagers=frozenset({wager.name}))).ends
            counts = {end.lines[0].line: weight for end, weight in ends.weights.items()}
            before = bonus_counts(OLD_GAMES[slug], wager, decks)
            assert {line: Fraction(n, ends.total) for line, n in counts.items()} == {
                line: Fraction(n, sum(before.values())) for line, n in before.items() if n
            }


def test_figures_of_a_wager_on_the_cards_alone_are_what_they_were():
    game = OLD_GAMES["supreme-99"]
    wager = game.wager("Pair Fortunes")
    assert isinstance(wager, Bonus)
    for table in game.paytables_of(wager):
        now = side_figures(GAMES["supreme-99"], GAMES["supreme-99"].wager("Pair Fortunes"), table)
        assert now == bonus_figures(game, wager, table)


@pytest.mark.soak
def test_the_figures_of_a_solution_are_those_of_the_round():
    figures = [each for each in houseway.analyze("san-lo") if each.play]
    assert figures == houseway.solve("san-lo").figures()


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
