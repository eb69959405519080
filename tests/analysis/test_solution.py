"""San Lo solved: exact figures, and that they hang together."""

from fractions import Fraction
from itertools import islice
from random import Random

import pytest
from bench.ceiling import brackets

import houseway
from houseway.analysis.split.fronts import Policy
from houseway.analysis.split.hands import class_of, packet_classes
from houseway.analysis.split.one_hand import one_hand
from houseway.analysis.split.rules import SplitRules
from houseway.analysis.split.solution import Solution
from houseway.analysis.split.solver import responses, value
from houseway.cards import JOKER, card, parse
from houseway.games.san_lo import SPLIT
from houseway.ranking import split_poker
from tests.analysis.split import strongest_high_first, weakest_high_first

DEALS = 246_507_617_396_040


@pytest.fixture(scope="module")
def solution() -> Solution:
    return houseway.solve("san-lo")


def test_the_edges_of_our_house_way_are_exact_fractions_over_all_deals(solution):
    edges = {(f.wager, f.play): f.house_edge for f in solution.figures()}
    assert edges["Main Bet", "best play"] == Fraction(1434976557436, 30813452174505)
    assert edges["Main Bet", "house way"] == Fraction(135909440299, 2801222924955)
    assert edges["Hat Trick", "best play for it alone"] == Fraction(818792729429, 10271150724835)
    assert all(f.combinations == DEALS for f in solution.figures())


def test_best_play_is_better_than_copying_the_house(solution):
    best, copied, for_hat_trick, with_main, _ = solution.figures()
    assert best.house_edge < copied.house_edge
    assert for_hat_trick.house_edge < with_main.house_edge


@pytest.mark.soak
def test_what_one_side_does_not_win_the_other_does(solution):
    house = solution.house
    player = solution.responses.policy(solution.best)
    won = value(player, house)
    lost = value(house, player, ties_win=True)
    assert won.main + lost.main == DEALS
    assert won.main == solution.responses.totals(solution.best).main


def test_a_main_bet_and_a_hat_trick_are_played_together_at_any_ratio(solution):
    best, _, alone, *_ = solution.figures()
    assert solution.both(Fraction(0)).house_edge == best.house_edge
    edges = []
    for ratio in (Fraction(1, 10), Fraction(1, 3), Fraction(1)):
        both = solution.both(ratio)
        assert both.combinations == DEALS
        assert both.action == 1 + ratio
        # Together no better than each at its best, no worse than playing for the main bet alone.
        assert best.house_edge + ratio * alone.house_edge <= both.house_edge
        assert both.house_edge <= best.house_edge + ratio * solution.figures()[3].house_edge
        edges.append(both.house_edge)
    assert edges == sorted(edges)


def test_the_hands_on_which_copying_costs_most_are_shown_with_their_cost(solution):
    found = list(solution.differences(solution.house, 5))
    assert len(found) == 5
    for each in found:
        counted = {SPLIT.strengths(*s.hands): s.main for s in one_hand(each.cards, solution.house)}
        lost = counted[SPLIT.strengths(*each.best)] - counted[SPLIT.strengths(*each.played)]
        assert lost > 0
        assert each.cost > 0
    everything = sum(each.cost * each.hands for each in solution.differences(solution.house, 10**6))
    best, copied, *_ = solution.figures()
    assert everything / 22_957_480 == copied.house_edge - best.house_edge


def test_one_hand_at_once_is_the_full_solves_answer(solution):
    cards = parse("As Ks Jk 9d 9c 2h")
    answers, rules = solution.responses, solution.house.rules
    place = range(*answers.offsets[class_of(rules, cards) :][:2])
    solved = {(int(answers.main[q]), int(answers.hat_trick[q])) for q in place}
    found = houseway.decide("san-lo", "As Ks Jk 9d 9c 2h")
    counted = set()
    for worth in found.options:
        outcomes = {lines: deals for lines, deals, _ in found.outcomes(worth)}
        counted.add(
            (outcomes.get(("two or three matchups",), 0), found.others(worth)["Hat Trick"]["all three matchups"])
        )
    assert solved <= counted
    best = found.options[0]
    outcomes = [(lines, deals) for lines, deals, _ in found.outcomes(best)]
    assert outcomes == [(("two or three matchups",), 10424732), (("lose",), 312841)]
    assert found.is_house_way(best.option)


def test_the_full_solve_equals_one_hand_on_hands_at_random(solution):
    answers, rules = solution.responses, solution.house.rules
    for index in Random(5).sample(range(len(packet_classes(rules).hands)), 12):
        first = rules.cards(tuple(map(int, packet_classes(rules).hands[index])))
        alone = {s.number: (s.main, s.hat_trick) for s in one_hand(first, solution.house)}
        for q in range(*answers.offsets[index : index + 2]):
            assert (answers.main[q], answers.hat_trick[q]) == alone[answers.numbers[q]]


def test_a_bracket_of_a_small_pack_holds_its_ceiling_between_exact_bounds():
    pack = (*(card(rank, suit) for rank in (2, 3, 13, 14) for suit in range(4)), JOKER)
    house = strongest_high_first(SplitRules(pack=pack, sizes=(3, 2, 1), strength=split_poker.strength))
    answers = responses(house)
    first, second, *_ = islice(brackets(house), 2)
    assert first.lower == answers.totals(answers.best()).main_edge()
    assert first.lower <= second.lower <= second.upper <= first.upper


@pytest.mark.soak
def test_a_bracket_holds_the_ceiling_between_exact_bounds(solution):
    """One step from our card: the lower bound is the card's own edge, and both bounds are sound."""
    first = next(brackets(solution.house))
    assert first.lower == solution.figures()[0].house_edge
    assert first.lower < Fraction(4784, 100_000) < first.upper


@pytest.mark.soak
def test_a_player_policy_that_is_foolish_is_priced_all_the_same(solution):
    """The weakest High that is legal: no setting on the front, so it is counted by a run of its own."""
    foolish = weakest_high_first(solution.house.rules)
    assert isinstance(foolish, Policy)
    assert solution.responses.choice_of(foolish) is None
    assert solution.value(foolish).main_edge() > Fraction(1, 2)
