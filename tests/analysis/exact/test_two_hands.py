"""Cards set as two hands: the split solver counts what the judge counts, with commission, copies and a barred hand."""

import random

import pytest

from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.house_way import AsHouseWay
from houseway.analysis.exact.question import question
from houseway.analysis.exact.sets import Sets
from houseway.analysis.exact.tree import Tree
from houseway.analysis.split.responses import Responses
from tests.analysis.exact import like_pai_gow

FOUR_CARDS = [name for name in like_pai_gow.GAMES if name != "two cards low"]


@pytest.mark.parametrize("name", FOUR_CARDS)
def test_best_play_ends_as_the_judge_says(name):
    asked = question(like_pai_gow.GAMES[name], cards=like_pai_gow.PACK)
    assert method_for(asked) is Sets
    assert Sets(asked).ends.chances == Tree(asked).ends.chances


@pytest.mark.parametrize("name", FOUR_CARDS)
def test_the_house_way_on_both_sides_ends_as_the_judge_says(name):
    game = like_pai_gow.GAMES[name]
    asked = question(game, cards=like_pai_gow.PACK, policy=AsHouseWay(game.way))
    assert Sets(asked).ends.chances == Tree(asked).ends.chances


@pytest.mark.parametrize("name", like_pai_gow.GAMES)
def test_every_setting_is_worth_what_the_judge_says(name):
    asked = question(like_pai_gow.GAMES[name], cards=like_pai_gow.PACK)
    sets, judge = Sets(asked), Tree(asked)
    for seen, _ in options_met(asked, rounds=6):
        assert sets.options(seen) == judge.options(seen)


def test_a_barred_hand_changes_what_is_won():
    plain, barred = (
        question(like_pai_gow.GAMES[name], cards=like_pai_gow.PACK) for name in ("without commission", "barred")
    )
    assert Sets(barred).bars and not Sets(plain).bars
    assert Sets(barred).ends.mean(barred.net) != Sets(plain).ends.mean(plain.net)


def narrowed_is_best(answers: Responses, weight: int) -> bool:
    best, narrow = answers, answers.narrowed()
    return best.totals(best.best(weight)) == narrow.totals(narrow.best(weight))


def test_settings_that_are_best_for_no_weight_can_be_left_out():
    answers = Sets(question(like_pai_gow.GAMES["two cards low"], cards=like_pai_gow.PACK)).answers
    chance = random.Random(1)
    assert len(answers.narrowed().cells) < len(answers.cells)
    assert all(narrowed_is_best(answers, chance.randrange(40)) for _ in range(20))
    assert answers.narrowed().choice_of(answers.opponent) is not None
