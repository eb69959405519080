"""One sight, counted without a compiler: what the judge says on few cards, and what is compiled on the whole pack."""

import subprocess
import sys
import textwrap
from itertools import islice

import numpy as np
import pytest

from houseway.analysis.exact import shoe_dealer
from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.facts import method_for, method_for_sight
from houseway.analysis.exact.one_sight import OneSight
from houseway.analysis.exact.options import added_by_choice, solved
from houseway.analysis.exact.question import question
from houseway.analysis.exact.shoe_cards import ShoeCards
from houseway.analysis.exact.tree import Tree
from houseway.games import GAMES
from tests.analysis.exact.like_caribbean_stud import WITH_A_JOKER
from tests.analysis.exact.small_packs import small_question
from tests.soak import more, telling

AT_ONCE = (
    *("caribbean-stud", "crazy-4", "dj-wild", "four-card-poker", "six-card-poker", "three-card-poker"),
    "triple-shot-rummy",
)


def test_fold_or_raise_against_few_hidden_hands_is_counted_sight_by_sight():
    assert {method_for_sight(question(GAMES[slug])) for slug in AT_ONCE} == {OneSight}
    for slug in ("high-card-flush", "high-five", "pai-gow-poker", "three-card-draw", "blackjack"):
        assert method_for_sight(question(GAMES[slug])) is method_for(question(GAMES[slug]))


def chances(branches):
    return {option: ends.chances for option, ends in branches.items()}


@pytest.mark.parametrize("game", [*(GAMES[slug] for slug in AT_ONCE), WITH_A_JOKER], ids=lambda game: game.slug)
def test_a_sight_of_few_cards_is_worth_what_the_judge_says(game):
    asked = small_question(game)
    fast, judge = OneSight(asked), Tree(asked)
    for seen, _ in islice(options_met(asked, 100), 3):
        assert chances(fast.branches(seen)) == chances(judge.branches(seen))
        assert fast.options(seen) == judge.options(seen)


@pytest.mark.parametrize("slug", telling((("three-card-poker",), ("triple-shot-rummy",)), AT_ONCE))
def test_a_sight_of_the_whole_pack_is_worth_what_is_compiled(slug):
    asked = question(GAMES[slug], beside=added_by_choice(GAMES[slug]))
    fast, compiled = OneSight(asked), method_for(asked)(asked)
    for seen, _ in islice(options_met(asked, 100), more(3, 12)):
        assert chances(fast.branches(seen)) == chances(compiled.branches(seen))


def test_who_asks_about_all_sights_is_given_the_method_that_counts_them():
    game = GAMES["three-card-poker"]
    assert isinstance(solved(game, one_sight=True), OneSight)
    assert type(solved(game)) is method_for(question(game))


@pytest.mark.parametrize("slug", telling((("blackjack",),), ["blackjack", "super-fun-21", "free-bet-blackjack"]))
def test_a_dealers_hands_come_in_as_many_ways_with_a_compiler_and_without(slug):
    """Of his open cards each, from a whole shoe and from one that is dealt out in part."""
    asked = question(GAMES[slug], decks=max(GAMES[slug].decks))
    cards = ShoeCards(asked)
    chance = np.random.default_rng(1)
    for up in range(0, len(cards.copies), more(4, 1)):
        dealer = shoe_dealer.Dealer(cards, asked, (up,))
        hands = dealer.hands(())
        for left in (dealer.left, tuple(chance.integers(0, 9, len(dealer.left)).tolist())):
            assert hands.ways(left) == hands.ways_by_depth(np.array(left, np.int64))


def test_hands_of_these_games_are_judged_without_a_compiler():
    script = """
        import sys
        for name in ("numba", "llvmlite"):
            sys.modules[name] = None  # importing it fails
        import houseway
        assert houseway.advise("three-card-poker", "Qd 6s 4h", ["fold"]).choices[0].best.option.word == "play"
        assert houseway.advise("blackjack", "Td 6s", ["stand"], lying={"dealer": "7c Th"}, decks=1).cost > 0
        words = ["take back", "take back"]
        assert houseway.advise("let-it-ride", "Td 6s 2h", words, lying={"board": "7c 8c"}).cost == 0
        assert houseway.advise("supreme-99", "9c 9d Ks Qh", ["set"], hands=["9c 9d", "Ks Qh"]).cost > 0
    """
    done = subprocess.run((sys.executable, "-c", textwrap.dedent(script)), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
