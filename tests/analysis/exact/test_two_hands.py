"""Cards set as two hands: the split solver counts what the judge counts, with commission, copies and a barred hand, and
with the dealer's hands face down or open."""

import random
from dataclasses import replace

import numpy as np
import pytest

from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.figures import wager_figures
from houseway.analysis.exact.house_way import AsHouseWay
from houseway.analysis.exact.open_sets import OpenSets
from houseway.analysis.exact.question import Question, question
from houseway.analysis.exact.sets import BySettings, Sets
from houseway.analysis.exact.tree import Tree
from houseway.analysis.split.open_play import OpenProblem, run_open_batch
from houseway.analysis.split.responses import Responses
from houseway.analysis.split.solver import shards
from houseway.game import Bets, Bonus
from houseway.paytable import Paytable, parse_pay
from tests.analysis.exact import like_pai_gow
from tests.soak import telling

FOUR_CARDS = [name for name in like_pai_gow.GAMES if name != "two cards low"]
OPEN = [name for name in FOUR_CARDS if name.startswith("open")]


def asked_about(name: str, **more: object) -> Question:
    return question(like_pai_gow.GAMES[name], cards=like_pai_gow.PACK, **more)  # type: ignore[arg-type]


TELLING = telling((("barred",), ("open",), ("with commission",)), FOUR_CARDS)


@pytest.mark.parametrize("name", TELLING)
def test_best_play_ends_as_the_judge_says(name):
    asked = asked_about(name)
    assert method_for(asked) is (OpenSets if name in OPEN else Sets)
    assert method_for(asked)(asked).ends.chances == Tree(asked).ends.chances


@pytest.mark.parametrize("name", TELLING)
def test_the_house_way_on_both_sides_ends_as_the_judge_says(name):
    asked = asked_about(name, policy=AsHouseWay(like_pai_gow.GAMES[name].way))
    assert method_for(asked)(asked).ends.chances == Tree(asked).ends.chances


@pytest.mark.parametrize("name", like_pai_gow.GAMES)
def test_every_setting_is_worth_what_the_judge_says(name):
    asked = asked_about(name)
    sets, judge = method_for(asked)(asked), Tree(asked)
    for seen, _ in options_met(asked, rounds=6):
        assert sets.options(seen) == judge.options(seen)


def test_a_barred_hand_changes_what_is_won():
    plain, barred = asked_about("without commission"), asked_about("barred")
    assert Sets(barred).bars and not Sets(plain).bars
    assert Sets(barred).ends.mean(barred.net) != Sets(plain).ends.mean(plain.net)


def test_a_bonus_on_the_hands_that_the_dealer_sets_ends_as_the_judge_says():
    """It wins where the main bet is barred, as Tiger 9 does, and play is for the main bet."""
    plain = like_pai_gow.GAMES["barred"]
    paid = Bonus(name="Aces", clause="", side=True, hand=plain.main[0].his, judge=like_pai_gow.pair_of_aces)
    table = Paytable(name="Aces", wager="Aces", lines={"pair of aces": parse_pay("3 to 1")})
    bets, *steps = plain.round
    game = replace(
        plain,
        round=(Bets(bets.must, may=("Aces",)), *steps),
        wagers=(*plain.wagers, paid),
        paytables={**plain.paytables, "Aces": table},
    )
    asked = question(game, cards=like_pai_gow.PACK, wagers=("Aces",))
    assert method_for(asked) is Sets
    assert Sets(asked).ends.chances == Tree(asked).ends.chances
    figures = wager_figures(asked, Sets(asked).ends, paid)
    assert figures.action == 1
    assert 0 < figures.lines[0].combinations < figures.lines[0].total


def test_whoever_sees_the_dealers_hands_wins_more():
    hidden, seen = asked_about("barred"), asked_about("open and barred")
    assert OpenSets(seen).ends.mean(seen.net) > Sets(hidden).ends.mean(hidden.net)


def test_a_seat_that_does_not_look_plays_as_against_hidden_hands():
    hidden, seen = asked_about("barred"), asked_about("open and barred")
    policy = BySettings(Sets(hidden).best)
    assert OpenSets(replace(seen, policy=policy)).ends.chances == Sets(hidden).ends.chances


def test_a_seat_that_plays_by_a_rule_of_its_own_is_left_to_the_judge():
    assert method_for(asked_about("open", policy=lambda number, seen, options: options[0])) is Tree


def test_shards_of_open_play_add_up_in_any_order():
    sets = OpenSets(asked_about("open and barred"))
    problem = OpenProblem(dealer=sets.house, barred=sets.barred)
    cut = shards(sets.rules)
    random.Random(7).shuffle(cut)
    whole = run_open_batch(problem, cut)
    assert (np.add.reduce([run_open_batch(problem, [shard]) for shard in cut]) == whole).all()
    assert whole[0] > whole[1] > 0


def narrowed_is_best(answers: Responses, weight: int) -> bool:
    best, narrow = answers, answers.narrowed()
    return best.totals(best.best(weight)) == narrow.totals(narrow.best(weight))


def test_settings_that_are_best_for_no_weight_can_be_left_out():
    answers = Sets(asked_about("two cards low")).answers
    chance = random.Random(1)
    assert len(answers.narrowed().cells) < len(answers.cells)
    assert all(narrowed_is_best(answers, chance.randrange(40)) for _ in range(20))
    assert answers.narrowed().choice_of(answers.opponent) is not None
