"""Seats that draw and split, and a dealer who draws after them: the fast method against the judge and an oracle that
plays all hands of a split beside each other, as fractions; and what others publish of the dealer."""

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.question import question
from houseway.analysis.exact.shoe import ShoeHands
from houseway.analysis.exact.shoe_splits import splits
from houseway.analysis.exact.tree import Tree
from houseway.cards import parse
from houseway.game import DEALER, SEAT, Bets, Choice, Option, Seen
from houseway.games.blackjack import blackjack
from houseway.ranking.blackjack import points, total
from houseway.twenty_one import DEALT, PEEK, HouseRules, played_at
from tests.oracle import blackjack as oracle

HOUSE = HouseRules()
FEW_CARDS = parse("Ks Kh Kd Kc Ks 8s 8h 8d 8c As Ah 6s 6h 6d")
PAIRS = parse("Ks Kh Kd Kc Ks Kh Kd Kc Ks Kh 8s 8h 8d 8c 8s 8h As Ah As")

# wizardofodds.com/games/blackjack/appendix/2a: six decks, the dealer stands on soft 17 and has no blackjack
BUSTS = {"A": ".167033", "10": ".230239"}


def asked(cards, **rules):
    return question(blackjack(replace(HOUSE, **rules)), cards=cards)


def test_facts_of_the_steps_choose_it():
    assert method_for(question(blackjack(HOUSE))) is ShoeHands


@pytest.mark.parametrize(("hands", "cards"), [(1, FEW_CARDS), (2, FEW_CARDS), (3, FEW_CARDS), (4, PAIRS)])
def test_the_oracle_that_plays_all_hands_of_a_split_out_wins_the_same(hands, cards):
    won = oracle.wins(tuple(sorted(map(points, cards))), hands)
    assert ShoeHands(asked(cards, hands=hands)).expectation == won


@pytest.mark.soak  # that of a few cards is its short sibling
@pytest.mark.parametrize(
    ("cards", "rules"),
    [
        (FEW_CARDS, {"hands": 2}),
        (FEW_CARDS, {"hands": 3}),
        (PAIRS, {"hands": 4}),
        (PAIRS, {"hands": 3, "splits_aces_again": True, "surrenders": True}),
        (PAIRS, {"hands": 2, "peeks": False}),
    ],
)
def test_the_judge_gives_the_same_ends(cards, rules):
    agrees(asked(cards, **rules))


def test_the_judge_gives_the_same_ends_of_a_few_cards():
    agrees(asked(parse("Ks Kh Kd Kc 8s 8h 8d As 6s 6h"), hands=2))


def agrees(question):
    fast, judge = ShoeHands(question), Tree(question)
    assert fast.ends.chances == judge.ends.chances
    assert fast.ends.mean(question.net) == fast.expectation


def exchanging(hands):
    """A game in which two cards that make 15 to 17 may be exchanged before they are played."""

    def exchange(seen):
        cards = seen[SEAT]
        return (Option("keep"), Option("exchange", drops=cards, takes=2)) if total(cards) in (15, 16, 17) else ()

    house = replace(HOUSE, hands=hands)
    return replace(blackjack(house), round=(Bets(("Bet",)), *DEALT, Choice(exchange), PEEK, *played_at(house)))


def test_the_judge_gives_the_same_ends_where_cards_are_exchanged_that_the_pack_has_twice():
    ask = question(exchanging(hands=2), cards=parse("Ks Kh Kd Kc Ks Kh Kd Kc 8s 8h 8d As 7s"))
    agrees(ask)
    assert any("exchange" in end.said and "split" in end.said for end in ShoeHands(ask).ends.weights)


def test_options_are_worth_what_the_judge_says():
    ask = asked(FEW_CARDS, hands=3)
    fast, judge = ShoeHands(ask), Tree(ask)
    for mine, up, said in (("8s 8h", "6s", ()), ("8s Kh", "6s", ("split",)), ("Ks 6s", "As", ("no insurance",))):
        seen = Seen(pack=ask.pack, lying={SEAT.place: parse(mine), DEALER.place: parse(up)}, said=said)
        assert fast.options(seen) == judge.options(seen)
        for option, ends in fast.branches(seen).items():
            assert ends.chances == judge.branches(seen)[option].chances


def test_a_policy_is_followed_into_the_hands_of_a_split():
    def never_stands_on_less_than_17(number, seen, options):
        words = {option.word: option for option in options}
        return (
            words.get("split")
            or words.get("no insurance")
            or (words["hit"] if sum(map(points, seen[SEAT])) < 17 and "hit" in words else words["stand"])
        )

    ask = replace(asked(PAIRS, hands=3), policy=never_stands_on_less_than_17)
    assert ShoeHands(ask).ends.chances == Tree(ask).ends.chances


def test_the_dealer_of_six_decks_goes_bust_as_often_as_is_published():
    table = question(blackjack(HOUSE))
    fast = ShoeHands(table)
    for up, published in BUSTS.items():
        against = fast.against(fast.cards.graded(parse({"A": "As", "10": "Ks"}[up])))
        looks = next(at for at, step in enumerate(table.game.round) if type(step).__name__ == "Over")
        ways, _ = against.dealer.ways((looks,), against.dealer.left)
        bust = Fraction(ways[against.dealer.outcomes((looks,)).index((0,))], sum(ways))
        assert abs(bust - Fraction(published)) * 2 <= Fraction(1, 10**6)


@pytest.mark.parametrize("most", range(2, 8))
def test_where_no_card_is_like_the_first_a_split_makes_two_hands(most):
    hands = sum(weights.another[0] for split in splits(most) for weights in (split.first, split.new))
    assert hands == 2


@pytest.mark.parametrize("most", range(2, 8))
def test_where_every_card_is_like_the_first_there_are_as_many_hands_as_may_be(most):
    weights = [weights for split in splits(most) for weights in (split.first, split.new)]
    assert sum(sum(each.alike.values()) for each in weights) == most
