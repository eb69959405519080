"""Every exact method gives what the judge gives: the same ends with the same chances, the same worth of every option.

A game is tried here by being registered: the method that its steps choose is tried with a few cards.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from itertools import islice, permutations

import pytest

from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.count import Count
from houseway.analysis.exact.ends import End, Ends
from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.figures import is_on_cards_alone
from houseway.analysis.exact.open_sets import OpenSets
from houseway.analysis.exact.question import Method, Policy, Question, question
from houseway.analysis.exact.removal import Removal
from houseway.analysis.exact.sets import Sets
from houseway.analysis.exact.tree import Tree
from houseway.analysis.machine.rounds import machine
from houseway.cards import card
from houseway.game import Game, Option, Seen
from houseway.games import GAMES
from tests.analysis.exact import in_parts, like_caribbean_stud
from tests.analysis.exact.small_packs import small_question
from tests.analysis.machine.by_hand import play
from tests.kinds import first_of_kinds

MANY_STREETS = ("texas-holdem-bonus", "ultimate-texas-holdem")
MANY_SETTINGS = (
    "commission-free-pai-gow",
    "ez-pai-gow",
    "face-up-pai-gow",
    "pai-gow-poker",
    "san-lo",
    "six-card-fortune-pai-gow",
)
ALL = [*GAMES.values(), like_caribbean_stud.ALL_HIDDEN, like_caribbean_stud.WITH_A_JOKER]
# Hands that are drawn need more cards than a small pack has: `test_shoe` compares them on small shoes.
# Seven cards in three hands keep the judge busy for minutes: `test_fortune_asia_poker` has a small pack.
EVERY = [game for game in ALL if not any(choice.again for choice in game.choices) and game.slug != "fortune-asia-poker"]
SHORT = {  # a game of each method in `make test`, and of each kind
    "Count": "fortune-blackjack",
    "Exchange": "three-card-draw",
    "GradedRemoval": "supreme-99",
    "Patterns": "six-card-poker",
    "Removal": "three-card-poker",
    "Streets": "let-it-ride",
    "Suits": "high-card-flush",
}
IN_TEST = {*SHORT.values(), *first_of_kinds(GAMES)}


def name(value: object) -> str:
    return value.slug if isinstance(value, Game) else str(value)


def marked(game: Game, long: Collection[str]) -> object:
    """Every game in `make soak`. Some keep the judge busy for a quarter of a minute of processor: `test_boards` has
    smaller games of many streets, `test_solution`, `test_split_solver` and `test_two_hands` smaller packs of
    split hands."""
    is_left = game.slug in long or game.slug in GAMES.keys() - IN_TEST
    return pytest.param(game, marks=pytest.mark.soak) if is_left else game


def faster(asked: Question) -> Method:
    """The method that a game's steps choose, and not before its test is run: to choose it takes a tenth of a second."""
    method = method_for(asked)
    if method is Tree:
        pytest.skip("the judge itself")
    return method(asked)


def policy_of(game: Game) -> Policy:
    """By the house way where a seat may ask for it, else the last option: the same for hands that look the same."""
    way = game.choices[-1].way

    def choose(number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
        hands = way.set(seen.lying["seat"]) if way else options[-1].cut
        return next(option for option in reversed(options) if list(map(sorted, option.cut)) == list(map(sorted, hands)))

    return choose


def first(number: int, seen: Seen, options: tuple[Option, ...]) -> Option:
    return options[0]


@pytest.mark.parametrize("game", [marked(game, (*MANY_STREETS, *MANY_SETTINGS)) for game in EVERY], ids=name)
def test_a_round_ends_as_the_judge_says(game):
    asked = small_question(game)
    assert faster(asked).ends.chances == Tree(asked).ends.chances


@pytest.mark.parametrize("game", [marked(game, MANY_STREETS) for game in EVERY if game.choices], ids=name)
def test_a_policy_is_followed_as_the_judge_follows_it(game):
    asked = small_question(game, policy=policy_of(game))
    assert faster(asked).ends.chances == Tree(asked).ends.chances


@pytest.mark.parametrize("game", [marked(game, ()) for game in EVERY], ids=name)
def test_every_option_is_worth_what_the_judge_says(game):
    asked = small_question(game)
    method, judge = faster(asked), Tree(asked)
    for seen, _ in islice(options_met(asked, rounds=4), 8):
        assert method.options(seen) == judge.options(seen)


@pytest.mark.parametrize(
    "game", [*(marked(game, (*MANY_STREETS, "face-up-pai-gow")) for game in EVERY), *in_parts.GAMES[:2]], ids=name
)
def test_wagers_on_cards_alone_end_as_the_judge_says(game):
    for wager in game.wagers:
        if is_on_cards_alone(game, wager):
            asked = replace(small_question(game, policy=first), wagers=frozenset({wager.name}))
            assert method_for(asked) is Count
            assert Count(asked).ends.chances == unsaid(Tree(asked).ends).chances


def unsaid(ends: Ends) -> Ends:
    """What is said does not matter to wagers on cards alone."""
    lines = {end.lines for end in ends.weights}
    return Ends({End((), each): sum(n for end, n in ends.weights.items() if end.lines == each) for each in lines})


# By game, how many cards a seat must see for the judge to answer in seconds; of other games all sights are tried in
# `test_removal` and `test_hidden_hands`.
SEES = {
    "big-raise-stud": 3,
    "flush-rush": 4,
    "let-it-ride": 3,
    "mississippi-stud": 3,
    "texas-holdem-bonus": 6,
    "triple-shot-rummy": 3,
    "three-card-poker": 3,
    "ultimate-texas-holdem": 7,
}


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("slug", SEES)
def test_twenty_sights_of_the_real_pack_are_worth_what_the_judge_says(slug):
    asked = question(GAMES[slug])
    method, judge = faster(asked), Tree(asked)
    met = (seen for seen, _ in options_met(asked, rounds=2000) if sum(map(len, seen.lying.values())) >= SEES[slug])
    tried = [method.options(seen) == judge.options(seen) for seen in islice(met, 20)]
    assert tried == [True] * 20


def test_methods_are_chosen_by_what_the_steps_are_like():
    chosen = {game.slug: method_for(question(game)).__name__ for game in ALL}
    assert {chosen[slug]: slug for slug in SHORT.values()} == SHORT
    assert set(chosen.values()) == {*SHORT, "Boards", "OpenSets", "Sets", "ShoeHands", "Tree"}
    by_removal = {slug for slug, method in chosen.items() if method == Removal.__name__}
    assert by_removal >= {"three-card-poker", "caribbean-stud", "four-card-poker", "all-hidden", "with-a-joker"}
    assert chosen["face-up-pai-gow"] == OpenSets.__name__
    assert {chosen[slug] for slug in MANY_SETTINGS if slug != "face-up-pai-gow"} == {Sets.__name__}
    assert chosen["mississippi-stud"] == chosen["let-it-ride"] == "Streets"
    assert chosen["ultimate-texas-holdem"] == "Boards"
    assert chosen["supreme-99"] == chosen["match-em"] == "GradedRemoval"
    assert chosen["ez-baccarat"] == chosen["casino-war"] == Tree.__name__


@pytest.mark.parametrize("game", in_parts.GAMES, ids=name)
def test_hands_that_tell_early_cards_from_late_ones_are_left_to_the_judge(game):
    assert method_for(question(game)) is Tree


@pytest.mark.parametrize("game", in_parts.FEW_CARDS, ids=name)
def test_the_judge_tells_early_cards_from_late_ones(game):
    """Every order of eight cards, played as a person reads the list."""
    cards = tuple(card(rank, suit) for rank in (3, 8, 11, 14) for suit in (0, 1))
    asked = question(game, wagers=[wager.name for wager in game.wagers], cards=cards, policy=first)
    slots = machine(asked).slots
    dealt = max(slot for each in slots.values() for slot in each) + 1
    ends = Counter(
        end
        for order in permutations(cards, dealt)
        for end in play(asked, {where: [order[slot] for slot in each] for where, each in slots.items()}, 1)
    )
    assert Tree(asked).ends.chances == Ends(ends).chances


def test_a_third_card_between_two_is_counted_as_it_lies():
    """The third card falls between the first two in 352 of 1,275 deals."""
    ends = method_for(asked := replace(question(in_parts.GAME), wagers=frozenset({"Side"})))(asked).ends
    assert {end.lines[0].line: chance for end, chance in ends.chances.items()}["between"] == Fraction(352, 1275)


def test_what_is_not_seen_at_a_choice_is_refused():
    asked = small_question(GAMES["three-card-poker"])
    for seen, _ in options_met(asked, rounds=1):
        short = Seen(pack=seen.pack, lying={place: cards[1:] for place, cards in seen.lying.items()})
        with pytest.raises(ValueError, match="1 more of the seat's cards is seen"):
            Removal(asked).options(short)
