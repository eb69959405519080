"""Methods that count hands by suits or by ranks give what the judge gives, with small packs and other numbers of cards;
and with real packs what all hidden hands, gone through one by one, give."""

from dataclasses import replace
from itertools import islice

import pytest

from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.hidden_hand import HiddenHand
from houseway.analysis.exact.kind_sights import KindSights
from houseway.analysis.exact.patterns import Patterns
from houseway.analysis.exact.question import question
from houseway.analysis.exact.removal import Removal
from houseway.analysis.exact.suits import Suits
from houseway.analysis.exact.tree import Tree
from houseway.cards import JOKER, Cards, card
from houseway.game import DEALER, SEAT, Deal, Game
from houseway.games import GAMES


def pack(ranks: str, suits: int) -> Cards:
    """So many suits of these ranks; `*` is the joker."""
    held = ["23456789TJQKA".index(rank) + 2 for rank in ranks.replace("*", "")]
    return tuple(sorted(card(rank, suit) for rank in held for suit in range(suits))) + (JOKER,) * ranks.count("*")


def dealt(slug: str, mine: int, his: int, up: int = 0) -> Game:
    """The game with other numbers of cards."""
    game = GAMES[slug]
    steps = [step for step in game.round if not isinstance(step, Deal)]
    return replace(game, round=(steps[0], Deal(SEAT, mine), Deal(DEALER, his, up=up), *steps[1:]))


# Four suits and few ranks, or few suits and many ranks, so that there are flushes.
SMALL = [
    (Suits, dealt("high-card-flush", 4, 4), pack("289A", 3)),
    (Suits, dealt("high-card-flush", 5, 6), pack("89A", 4)),
    (Patterns, dealt("straight-edge", 7, 8), pack("A23K", 4)),
    (Patterns, dealt("straight-edge", 5, 6), pack("A23K7", 3)),
    (Patterns, dealt("high-five", 5, 5), pack("A2KQT*", 2)),
    (Patterns, dealt("three-card-poker", 3, 3), pack("A2KQ", 3)),
    (Patterns, dealt("three-card-poker", 3, 3, up=1), pack("A2K", 4)),
    (Patterns, dealt("straight-edge", 4, 4), pack("A23K", 3)),
    (Patterns, dealt("six-card-poker", 5, 5, up=3), pack("A2KQT", 2)),
    (Patterns, dealt("six-card-poker", 5, 5, up=3), pack("A2K", 4)),
]

LONGER = [
    (Suits, dealt("high-card-flush", 7, 7), pack("2489TQA", 2)),
    (Patterns, dealt("high-five", 7, 7), pack("A2KQT*", 3)),
    (Patterns, dealt("six-card-poker", 6, 5, up=2), pack("A2KQTJ", 2)),
    (Patterns, dealt("six-card-poker", 6, 6, up=3), pack("AKQT3", 3)),
]


def name(value: object) -> str | None:
    if isinstance(value, Game):
        return f"{value.slug}-{'-'.join(str(step.cards) for step in value.round if isinstance(step, Deal))}"
    return value.__name__ if isinstance(value, type) else f"{len(value)} cards" if isinstance(value, tuple) else None


@pytest.mark.parametrize(
    ("method", "game", "cards"), [*SMALL, *(pytest.param(*each, marks=pytest.mark.soak) for each in LONGER)], ids=name
)
def test_a_round_ends_as_the_judge_says(method: type[HiddenHand], game: Game, cards: Cards):
    asked = question(game, cards=cards)
    judge = Tree(asked)
    counted = method(asked)
    assert counted.ends.chances == judge.ends.chances
    for seen, _ in islice(options_met(asked, rounds=2), 2):
        assert counted.options(seen) == judge.options(seen)


@pytest.mark.parametrize(("method", "game", "cards"), SMALL[:7:3], ids=name)
def test_a_policy_is_followed_as_the_judge_follows_it(method: type[HiddenHand], game: Game, cards: Cards):
    asked = question(game, cards=cards, policy=lambda number, seen, options: options[-1])
    assert method(asked).ends.chances == Tree(asked).ends.chances


@pytest.mark.parametrize(("method", "game", "cards"), SMALL[:7:3], ids=name)
def test_what_each_option_wins_is_told_by_kind_of_hand(method: type[HiddenHand], game: Game, cards: Cards):
    """A table that always says the last word wins what the policy does; best play wins what the method says."""
    counted = method(question(game, cards=cards))
    sights = KindSights(counted)
    weighed = sights.play({}).choices[0]
    last = weighed.may.shape[1] - 1 - weighed.may[:, ::-1].argmax(axis=1)
    asked = question(game, cards=cards, policy=lambda number, seen, options: options[-1])
    assert sights.expectation({0: last}) == Tree(asked).ends.mean(asked.net)
    assert sights.expectation({}) == counted.ends.mean(counted.question.net)


def test_a_glance_that_sees_more_than_hands_are_worth_is_refused():
    counted = Suits(question(dealt("high-card-flush", 4, 4), cards=pack("289A", 3)))
    with pytest.raises(ValueError, match="a glance sees more"):
        KindSights(counted).glanced(0, lambda seen: ("", min(seen[SEAT])))


def test_options_that_depend_on_more_than_what_a_hand_is_worth_are_refused():
    game = dealt("high-card-flush", 4, 4)
    [choice] = game.choices
    moody = replace(choice, options=lambda seen: choice.options(seen)[: 1 + seen[SEAT][0] % 2])
    steps = tuple(moody if step is choice else step for step in game.round)
    with pytest.raises(ValueError, match="more than what its hand is worth"):
        Suits(question(replace(game, round=steps), cards=pack("289A", 3))).ends  # noqa: B018


@pytest.mark.parametrize("slug", ["straight-edge", "high-five", "high-card-flush", "six-card-poker"])
@pytest.mark.soak
def test_hidden_hands_of_the_real_pack_add_up(slug):
    """Every hand of the dealer's is counted at some worth: `branches` sees to it."""
    asked = question(GAMES[slug])
    method = {"high-card-flush": Suits}.get(slug, Patterns)(asked)
    for seen, options in options_met(asked, rounds=1):
        assert list(method.options(seen)) == list(options)


@pytest.mark.soak
def test_twenty_sights_of_the_real_pack_are_worth_what_the_judge_says():
    asked = question(GAMES["six-card-poker"])
    counted, judge = Patterns(asked), Tree(asked)
    for seen, _ in islice(options_met(asked, rounds=20), 20):
        assert counted.options(seen) == judge.options(seen)


@pytest.mark.soak
@pytest.mark.parametrize("slug", ["straight-edge", "high-five", "high-card-flush"])
def test_twenty_sights_of_nine_ranks_are_worth_what_all_hidden_hands_say(slug):
    """Gone through one by one: of the real pack these are 45,379,620 a sight."""
    asked = question(GAMES[slug], cards=pack("A23469JQK" + "*" * GAMES[slug].joker, 4))
    counted, one_by_one = {"high-card-flush": Suits}.get(slug, Patterns)(asked), Removal(asked)
    for seen, _ in islice(options_met(asked, rounds=20), 20):
        assert counted.options(seen) == one_by_one.options(seen)
