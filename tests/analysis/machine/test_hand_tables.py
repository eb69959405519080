"""Seats that play best before a hidden hand are settled by the machine as by hand, with few cards of the real suits."""

from dataclasses import replace

import pytest

from houseway.analysis.exact.hidden_hand import HiddenHand
from houseway.analysis.exact.patterns import Patterns
from houseway.analysis.exact.question import question
from houseway.analysis.exact.suits import Suits
from houseway.analysis.machine.hand_tables import HandTables
from houseway.analysis.machine.policies import best
from houseway.analysis.machine.rounds import machine
from houseway.cards import DECK, JOKER, rank_of
from houseway.games import GAMES
from tests.analysis.machine.test_rounds import differences

FEW = tuple(c for c in DECK if rank_of(c) in (14, 13, 9, 8, 2))


@pytest.mark.parametrize(
    ("method", "slug"),
    [
        pytest.param(Suits, "high-card-flush", marks=pytest.mark.soak),
        pytest.param(Patterns, "straight-edge", marks=pytest.mark.soak),
        (Patterns, "high-five"),
        (Patterns, "six-card-poker"),
    ],
)
def test_a_seat_plays_best_as_by_hand(method: type[HiddenHand], slug: str) -> None:
    game = GAMES[slug]
    cards = FEW + (JOKER,) * game.joker
    policy = best(method(question(game, cards=cards)))
    assert isinstance(policy, HandTables)
    asked = question(game, wagers=[wager.name for wager in game.wagers], cards=cards, policy=policy)
    assert differences(asked, machine(asked, 1), 60) == []


def test_a_policy_that_the_method_was_asked_about_is_the_one_that_is_played() -> None:
    game = GAMES["straight-edge"]
    folds = question(game, cards=FEW, policy=lambda number, seen, options: options[0])
    made = machine(replace(folds, policy=HandTables(Patterns(folds))), 1)
    assert differences(folds, made, 60) == []
