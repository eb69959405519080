"""Free Bet Blackjack, clause by clause; and what its figures are worth: the fast method against the judge."""

from dataclasses import replace

import pytest

from houseway.analysis.exact.figures import figures_of, main_figures
from houseway.analysis.exact.question import question
from houseway.analysis.exact.shoe import ShoeHands
from houseway.analysis.exact.tree import Tree
from houseway.cards import parse
from houseway.game import Draw, Over
from houseway.games import GAMES
from houseway.games.free_bet_blackjack import FIRST_HOUSE, GAME, FreeBets, free_bet_blackjack
from houseway.web.workings import kept_for
from tests.games.clauses import line, pays, seen_so

OF_2012 = GAMES["free-bet-blackjack-2012"]
PAIRS = parse("Ks Kh Kd Kc Ks Kh Kd Kc Ks Kh 8s 8h 8d 8c 8s 8h As Ah As")
FEW_CARDS = parse("Ks Kh Kd Kc Ks 8s 8h 8d As 3s 3h")


def options(game, *said, hands=1, **lying):
    seen = replace(seen_so(game, *said, **lying), hands=hands)
    return {option.word: option for option in game.choices[0].options(seen)}


def stakes(option):
    return [name for name, _ in option.stakes] + [option.splits] * bool(option.splits)


def test_fb_1_six_or_eight_decks():
    assert (tuple(GAME.decks), GAME.default_decks) == ((6, 8), 6)


def test_fb_3_the_dealer_looks_for_a_blackjack():
    [peek] = [step for step in GAME.round if isinstance(step, Over)]
    assert peek.when(seen_so(GAME, dealer="Ah Kd"))
    assert not peek.when(seen_so(GAME, dealer="Ah 9d"))


def test_fb_4_a_double_on_two_cards_costs_a_bet_and_a_hand_of_21_stands():
    assert stakes(options(GAME, seat="Ks 2c", dealer="7h")["double"]) == ["Double"]
    assert [*options(GAME, "hit", seat="2s 2c 3d", dealer="7h")] == ["stand", "hit"]
    assert options(GAME, "hit", seat="Ks 9c 2d", dealer="7h") == {}


@pytest.mark.parametrize(("cards", "word"), [("5s 4c", "free"), ("6s 4c", "free"), ("6s 5c", "free"), ("5s 3c", "")])
def test_fb_5_a_double_on_9_10_or_11_is_free(cards, word):
    found = options(GAME, seat=cards, dealer="7h")
    assert ("free double" in found) is bool(word)
    assert ("double" in found) is not bool(word)


def test_fb_5_but_not_on_a_soft_total_nor_on_three_cards():
    assert "free double" not in options(GAME, seat="As 9c", dealer="7h")
    assert "free double" not in options(GAME, "hit", seat="2s 4c 5d", dealer="7h")
    assert GAME.wager("Free Double").free


def test_fb_6_a_split_is_free_but_not_of_tens():
    assert stakes(options(GAME, seat="8s 8c", dealer="7h")["split"]) == ["Free Split"]
    assert stakes(options(GAME, seat="Ks Tc", dealer="7h")["split"]) == ["Bet"]


def test_fb_6_pairs_are_split_to_four_hands_aces_too_which_get_one_card_each():
    assert "split" in options(GAME, "split", hands=3, seat="8s 8c", dealer="7h")
    assert "split" not in options(GAME, "split", hands=4, seat="8s 8c", dealer="7h")
    assert [*options(GAME, "split", hands=2, seat="As Ac", dealer="7h")] == ["stand", "split"]
    assert options(GAME, "split", hands=2, seat="As 8c", dealer="7h") == {}


def test_fb_7_the_dealer_hits_a_soft_17():
    [draw] = [step for step in GAME.round if isinstance(step, Draw)]
    assert draw.more(seen_so(GAME, dealer="As 6c"))
    assert not draw.more(seen_so(GAME, dealer="Ks 7c"))


@pytest.mark.parametrize(
    ("mine", "his", "ends"),
    [
        ("Ks 9c", "Kd 6h 6c", "push"),
        ("Ks 5c 6d", "Kd 6h 6c", "push"),
        ("Ks Ac", "Kd 6h 6c", "blackjack"),
        ("Ks 9c 5d", "Kd 6h 6c", "lose"),
        ("Ks 2c", "Kd 6h 7c", "win"),
        ("Ks Ac", "Kd Ah", "push"),
        ("Ks 8c", "Kd 9h", "lose"),
    ],
)
def test_fb_8_a_dealers_22_pushes_against_all_but_a_blackjack(mine, his, ends):
    assert line(GAME, "Bet", seat=mine, dealer=his) == ends


def test_fb_8_after_a_split_an_ace_and_a_ten_are_no_blackjack():
    assert line(GAME, "Free Split", "split", seat="As Kc", dealer="Kd 6h 6c") == "push"
    assert line(GAME, "Free Split", "split", seat="As Kc", dealer="Kd 7h") == "win"


def test_fb_9_push_22_wins_with_any_22():
    assert line(GAME, "Push 22", dealer="Kd 6h 6c") == "22"
    assert line(GAME, "Push 22", dealer="Kd 6h 7c") == "lose"
    assert pays(GAME, "Push 22") == {"22": "11 to 1"}


def test_fb_10_the_first_house_doubled_drawn_hands_for_free_and_split_no_fours_so():
    assert stakes(options(OF_2012, "hit", seat="2s 4c 5d", dealer="7h")["free double"]) == ["Free Double"]
    assert stakes(options(OF_2012, seat="4s 4c", dealer="7h")["split"]) == ["Bet"]
    assert [*options(OF_2012, "hit", seat="2s 4c 6d", dealer="7h")] == ["stand", "hit"]


@pytest.mark.parametrize("house", [FreeBets(hands=2), replace(FIRST_HOUSE, hands=2)], ids=lambda house: house.slug)
def test_the_judge_gives_the_same_ends(house):
    asked = question(free_bet_blackjack(house), cards=FEW_CARDS)
    fast = ShoeHands(asked)
    assert fast.ends.chances == Tree(asked).ends.chances
    assert fast.ends.mean(asked.net) == fast.expectation
    assert any("free double" in end.said for end in fast.ends.weights)


@pytest.mark.deeper
def test_the_judge_gives_the_same_ends_of_four_hands():
    asked = question(GAME, cards=PAIRS)
    assert ShoeHands(asked).ends.chances == Tree(asked).ends.chances


def test_every_end_has_a_name_and_a_free_bet_that_loses_costs_nothing():
    lines = main_figures(question(free_bet_blackjack(FreeBets(hands=2)), cards=FEW_CARDS)).lines
    lost = [each for each in lines if each.name == "Free Split lose"]
    assert lost
    assert {each.net for each in lost} == {0}
    assert {each.net > 0 for each in lines if each.name.startswith("Free Split win")} == {True}


COST_OF_PUSH_22 = "11.7565%"


@pytest.mark.soak
def test_push_22_is_counted_whatever_a_seat_does():
    wager = GAME.wager("Push 22")
    [figures] = figures_of(GAME, wager, GAME.own_paytables(wager)[0], decks=6)
    assert f"{float(figures.house_edge):.4%}" == COST_OF_PUSH_22


def test_what_push_22_costs_is_shipped_as_it_was_counted():
    [shoe] = [shoe for shoe in kept_for(GAME).shoes if shoe.decks == 6]
    [figures] = shoe.figures["Push 22"]
    assert f"{float(figures.house_edge):.4%}" == COST_OF_PUSH_22
    assert [line.name for line in figures.lines] == ["22", "lose"]
    assert sum(line.combinations for line in figures.lines) == figures.lines[0].total
