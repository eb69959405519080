"""The best counts of a wager: least squares over all that may be left, and whole tags that correlate best."""

from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random

import numpy as np
import pytest

import houseway
from houseway.analysis.card_effects import Effect, figures_left
from houseway.analysis.linear_count import linear_counts, whole_tags
from houseway.cards import parse, rank_of
from houseway.games import GAMES

FEW = parse("As Ah 2s 2h 3s 3h 3d 4s 5s 5h")


def pairs_win(ranks):
    """What a bet of 11 to 1 on a pair of the next two cards wins, every two of them looked at."""
    pairs = sum(a == b for a, b in combinations(ranks, 2))
    return Fraction(12 * pairs, comb(len(ranks), 2)) - 1


@pytest.fixture(scope="module")
def effects():
    """Of the Player Pair, dealt from ten cards."""
    game = GAMES["baccarat"]
    asked = game, game.wager("Player Pair"), game.paytable("Player Pair")
    ranks = list(dict.fromkeys(map(rank_of, FEW)))
    alike = [tuple(card for card in FEW if rank_of(card) == rank) for rank in ranks]
    fresh = figures_left(*asked, FEW).house_edge
    assert fresh == -pairs_win([rank_of(card) for card in FEW])
    edges = [figures_left(*asked, tuple(card for card in FEW if card != gone[0])).house_edge for gone in alike]
    return [Effect(cards=c, house_edge=edge, effect=edge - fresh) for c, edge in zip(alike, edges, strict=True)]


@pytest.mark.parametrize("left", [3, 5, 8])
def test_exact_tags_are_the_least_squares_over_all_that_may_be_left(effects, left):
    """Of ten cards every choice of so many is enumerated, weighed by hand, and a line is laid through all of them."""
    exact, *_ = linear_counts(effects, len(FEW))
    kept = list(combinations(FEW, left))
    edges = np.array([float(pairs_win([rank_of(card) for card in some])) for some in kept])
    gone = np.array([[sum(card not in some for card in each.cards) for each in effects] for some in kept], float)
    tags, *_ = np.linalg.lstsq(np.column_stack([np.ones(len(kept)), gone]), edges, rcond=None)
    fitted = np.column_stack([np.ones(len(kept)), gone]) @ tags
    true_count = gone @ np.array([float(each.tag) for each in exact.tags]) * 52 / left
    estimated = (true_count - float(exact.trigger)) * float(exact.true_count_worth)
    assert np.allclose(estimated, fitted, atol=1e-12)
    assert np.ptp(estimated) > 0.1


def test_a_count_of_all_effects_is_balanced_and_correlates_wholly(effects):
    for count in linear_counts(effects, len(FEW)):
        assert sum(len(each.cards) * each.tag for each in count.tags) == 0
    exact, *whole = linear_counts(effects, len(FEW))
    assert exact.correlation_squared == 1 and exact.true_count_worth == Fraction(1, 100)
    assert 0 < whole[0].betting_correlation < 1


@pytest.mark.parametrize("most", [1, 2])
def test_whole_tags_are_the_best_of_all_that_are_tried_one_by_one(most):
    chance = Random(most)
    for numbers in ((4, 4, 4, 4, 16), (4, 4, 4, 8, 12), (1, 1, 2, 3, 1)):
        good = [chance.uniform(-1, 1) for _ in numbers]
        mean = sum(n * g for n, g in zip(numbers, good, strict=True)) / sum(numbers)
        good = [each - mean for each in good]

        def ratio(tags, numbers=numbers, good=good):
            squares = sum(n * t * t for n, t in zip(numbers, tags, strict=True))
            return sum(n * t * g for n, t, g in zip(numbers, tags, good, strict=True)) / squares**0.5

        every = [
            tags
            for tags in product(range(-most, most + 1), repeat=len(numbers))
            if any(tags) and not sum(n * t for n, t in zip(numbers, tags, strict=True))
        ]
        found = whole_tags(numbers, good, most)
        assert found in every and abs(ratio(found) - max(map(ratio, every))) < 1e-12


def test_the_best_count_of_dragon_7_with_tags_to_two_is_the_published_one():
    """discountgambling.net/2011/10/04/baccarat-dragon-7-tracking-sheet, by Eliot Jacobson: 4 to 7 take one, 8 and 9
    add two."""
    *_, twos, _ = houseway.linear_counts("ez-baccarat", "Dragon 7")
    tags = {rank_of(each.cards[0]): each.tag for each in twos.tags if each.tag}
    assert tags == {4: -1, 5: -1, 6: -1, 7: -1, 8: 2, 9: 2}
    assert 3 < twos.trigger < 4


def test_insurance_is_counted_by_tens():
    exact, ones, twos = houseway.linear_counts("blackjack", "Insurance")
    assert len({each.tag for each in exact.tags}) == 2
    assert [each.tag for each in twos.tags].count(1) == 8 and min(each.tag for each in twos.tags) == -2
    assert ones.betting_correlation < twos.betting_correlation < 1


def test_where_no_card_is_worth_more_than_another_there_is_no_count():
    assert houseway.linear_counts("baccarat", "Player Pair") == []
