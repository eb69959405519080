"""What a dealer's mistakes cost: by hands one by one, and by the game whose dealer always makes them."""

from dataclasses import replace
from fractions import Fraction

import pytest

import houseway
from houseway.analysis.exact.grades import GradedRemoval
from houseway.analysis.exact.question import question
from houseway.analysis.misset import parts_of, without_part
from houseway.cards import parse
from houseway.game import Show
from houseway.games import GAMES
from tests.soak import more

SUPREME = GAMES["supreme-99"]


def forgetting(game, number):
    """The game whose dealer forgets a rule, and whose players may still ask for the right way."""
    way = replace(game.way, set=without_part(game.way.source, number).house_way().set)
    return replace(game, round=tuple(replace(s, way=way) if isinstance(s, Show) else s for s in game.round))


def test_a_rule_that_is_forgotten_costs_what_the_game_of_a_forgetful_dealer_does():
    """Pairs are set in the High hand; the players set as they would against a dealer who knows that."""
    right = GradedRemoval(question(SUPREME))

    def as_ever(number, seen, options):
        worths = right.options(seen)
        return max(options, key=lambda option: worths[option])

    forgets = question(forgetting(SUPREME, 1), policy=as_ever)
    lost = GradedRemoval(forgets).ends.mean(forgets.net) - right.ends.mean(right.question.net)
    assert houseway.misset("supreme-99").rules[1].costs == lost > 0


def test_a_rule_of_supreme_99_that_others_stand_for_costs_nothing():
    found = houseway.misset("supreme-99")
    assert found.is_exact and found.hands == 1_820 and found.player == "best play"
    assert [rule.costs for rule in found.rules][::2] == [0, 0]
    assert 0 < found.second_best < found.worst
    assert found.rules[1].frequency < Fraction(1, 8) < found.rules[1].per_error


def test_a_dealer_of_pai_gow_who_forgets_rules_is_sampled():
    found = houseway.misset("pai-gow-poker", hands=more(12, 300))
    assert not found.is_exact and found.player == "house way"
    assert [rule.number for rule in found.rules] == list(range(1, 20))
    assert all((rule.frequency == 0) == (rule.costs == 0) for rule in found.rules if rule.standard_error == 0)
    assert found.worst > found.second_best


def test_a_points_card_is_forgotten_bonus_by_bonus():
    way = GAMES["san-lo"].way.source
    assert parts_of(way) == [bonus.says for bonus in way.bonuses]
    assert len(way.rules) == 1


def test_a_forgetful_dealer_sets_as_the_next_rule_says():
    way = SUPREME.way.source
    assert way.choose(parse("9c 9d Ks Qh")) == (parse("9c 9d"), parse("Ks Qh"))
    assert without_part(way, 1).choose(parse("9c 9d Ks Qh")) != way.choose(parse("9c 9d Ks Qh"))


def test_games_whose_dealer_sets_nothing_by_rules_are_refused():
    for slug in ("match-em", "three-card-poker", "baccarat"):
        with pytest.raises(ValueError, match="sets no hands by rules"):
            houseway.misset(slug)


def test_a_pay_is_paid_as_the_line_beside_it():
    """Pair Plus of Three Card Poker: a flush at 3 to 1 that is paid as a pair, and as a straight at 6 to 1."""
    paid = {(each.line, each.paid_as): each for each in houseway.mispaid("three-card-poker", wager="Pair Plus")}
    short, long = paid["flush", "pair"], paid["flush", "straight"]
    assert short.frequency == long.frequency == Fraction(1096, 22100)
    assert short.costs == -short.frequency * abs(short.difference) < 0 < long.costs
    assert ("pair", "lose") in paid


def test_what_lines_paid_wrongly_cost_is_what_another_paytable_would():
    [figures] = houseway.analyze("supreme-99", wager="Pair Fortunes")
    for each in houseway.mispaid("supreme-99", wager="Pair Fortunes"):
        net = {line.name: line.net for line in figures.lines}
        other = sum(l.probability * (net[each.paid_as] if l.name == each.line else l.net) for l in figures.lines)  # noqa: E741
        assert each.costs == other + figures.house_edge
