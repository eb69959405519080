"""Super Fun 21, clause by clause; and the fast method against the judge, with a wager that looks at suits."""

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.analysis.exact.facts import method_for
from houseway.analysis.exact.question import question
from houseway.analysis.exact.shoe import ShoeHands
from houseway.analysis.exact.tree import Tree
from houseway.analysis.machine.shoe_rounds import ShoeRounds
from houseway.cards import parse
from houseway.game import Draw, Over
from houseway.games.super_fun_21 import GAME
from tests.games.clauses import line, pays, seen_so
from tests.soak import more

INSURE, PLAY = 0, 1
FEW_CARDS = parse("Ks Ks Ks Ks Ks Ks Ks Kd 8s 8s Ad 7s")
MORE_CARDS = parse("Ks Kh Kd Kc Ks Kh Kd Kc 8s 8h 8d Ad 7s")
SHORT_DECK = parse("Ks Kh Kd Kc Qs Qh Qd Qc 9s 9h 9d 9c 8s 8h 8d 8c As Ad Ac 6s 6h 5s 5h 5d 4s 4d 3s 3d 2s 2d")


def words(number, *said, hands=1, **lying):
    seen = replace(seen_so(GAME, *said, **lying), hands=hands)
    return [option.word for option in GAME.choices[number].options(seen)]


def test_sf_1_one_deck_and_some_houses_two_or_six():
    assert (tuple(GAME.decks), GAME.default_decks) == ((1, 2, 6), 1)


def test_sf_4_an_ace_may_be_insured_and_the_dealer_looks():
    assert words(INSURE, seat="Ks 5c", dealer="Ah") == ["no insurance", "insurance"]
    assert words(INSURE, seat="Ks 5c", dealer="Kh") == []
    [peek] = [step for step in GAME.round if isinstance(step, Over)]
    assert peek.when(seen_so(GAME, dealer="Ah Kd"))
    assert pays(GAME, "Insurance") == {"blackjack": "2 to 1"}


@pytest.mark.parametrize("cards", ["Ks 2c", "Ks 2c 3d", "2s 2h 3d 4c", "2s 2h 3d 4c 5d"])
def test_sf_5_any_number_of_cards_may_be_doubled(cards):
    assert "double" in words(PLAY, seat=cards, dealer="7h")
    assert "double" in words(PLAY, "split", hands=2, seat=cards, dealer="7h")


def test_sf_5_a_hand_is_doubled_once_and_gets_one_card():
    [double] = [o for o in GAME.choices[PLAY].options(seen_so(GAME, seat="Ks 2c", dealer="7h")) if o.word == "double"]
    assert (double.stakes, double.takes) == ((("Double", 1),), 1)
    assert words(PLAY, "double", seat="Ks 2c 3d", dealer="7h") == ["stand", "surrender"]
    assert words(PLAY, seat="Ks 9c 2d", dealer="7h") == []


def test_sf_6_pairs_are_split_to_four_hands_and_split_aces_are_played_on():
    assert "split" in words(PLAY, "split", hands=3, seat="As Ac", dealer="7h")
    assert "split" not in words(PLAY, "split", hands=4, seat="As Ac", dealer="7h")
    assert words(PLAY, "split", hands=2, seat="As 5c", dealer="7h") == ["stand", "hit", "double", "surrender"]


@pytest.mark.parametrize(
    ("said", "cards"), [((), "Ks 6c"), (("hit",), "Ks 3c 3d"), (("split",), "Ks 6c"), (("double",), "Ks 2c 3d")]
)
def test_sf_7_half_may_be_given_up_at_any_time(said, cards):
    assert "surrender" in words(PLAY, *said, seat=cards, dealer="7h")
    assert line(GAME, "Bet", *said, "surrender", seat=cards, dealer="Kd 9h") == "surrender"
    assert line(GAME, "Double", *said, "surrender", seat=cards, dealer="Kd 9h") == "surrender"
    assert GAME.paytable("Bet").net("surrender") == Fraction(-1, 2)


def test_sf_7_a_hand_that_is_bust_may_not_be_given_up():
    assert words(PLAY, "double", seat="Ks 6c 9d", dealer="7h") == []


def test_sf_8_six_cards_win_at_once_but_not_after_a_double():
    assert words(PLAY, *["hit"] * 4, seat="2s 2h 3d 3c 4d 5s", dealer="7h") == []
    assert line(GAME, "Bet", seat="2s 2h 3d 3c 4d 5s", dealer="Kd 9h 2c") == "six or more cards"
    assert line(GAME, "Bet", "double", seat="2s 2h 3d 3c 4d 5s", dealer="Kd 9h 2c") == "lose"
    assert "surrender" in words(PLAY, "hit", "hit", "hit", "double", seat="2s 2h 3d 3c 4d 5s", dealer="7h")


def test_sf_9_a_21_of_five_cards_pays_2_to_1_but_not_after_a_double():
    assert line(GAME, "Bet", seat="2s 2h 3d 4c Kd", dealer="Kd 9h 2c") == "21 of five or more cards"
    assert line(GAME, "Bet", seat="2s 2h 3d 3c 4d 7s", dealer="Kd 9h 2c") == "21 of five or more cards"
    assert line(GAME, "Bet", "double", seat="2s 2h 3d 4c Kd", dealer="Kd 9h 2c") == "push"
    assert pays(GAME, "Bet")["21 of five or more cards"] == "2 to 1"


def test_sf_10_the_dealer_hits_a_soft_17():
    [draw] = [step for step in GAME.round if isinstance(step, Draw)]
    assert draw.more(seen_so(GAME, dealer="As 6c"))
    assert not draw.more(seen_so(GAME, dealer="Ks 7c"))


@pytest.mark.parametrize(
    ("mine", "said", "his", "ends"),
    [
        ("Ks Ac", (), "Kd Ah", "blackjack"),
        ("Ks Ac", ("split",), "Kd 5h 6c", "push"),
        ("Ks 9c", (), "Kd 9h", "push"),
        ("Ks 9c", (), "Kd 8h", "win"),
        ("Ks 9c 5d", (), "Kd 6h 6c", "lose"),
        ("Ks 9c", (), "Kd Ah", "lose"),
    ],
)
def test_sf_11_a_blackjack_always_wins_and_others_are_compared(mine, said, his, ends):
    assert line(GAME, "Bet", *said, seat=mine, dealer=his) == ends


@pytest.mark.parametrize(
    ("cards", "said", "ends"),
    [
        ("Kd Ad", (), "blackjack in diamonds"),
        ("Td Ad", ("no insurance",), "blackjack in diamonds"),
        ("Kd Ah", (), "lose"),
        ("Ad Kd", ("split",), "lose"),
        ("5d 6d", (), "lose"),
    ],
)
def test_sf_11_a_blackjack_in_diamonds_pays_as_much_again(cards, said, ends):
    assert line(GAME, "Diamonds", *said, seat=cards) == ends
    assert GAME.paytable("Bet").net("blackjack") + GAME.paytable("Diamonds").net("blackjack in diamonds") == 2


@pytest.mark.deeper
def test_the_judge_gives_the_same_ends():
    asked = question(GAME, cards=more(FEW_CARDS, MORE_CARDS))
    fast = ShoeHands(asked)
    assert method_for(asked) is ShoeHands
    assert fast.ends.chances == Tree(asked).ends.chances
    assert fast.ends.mean(asked.net) == fast.expectation
    assert any(each.line == "blackjack in diamonds" for end in fast.ends.weights for each in end.lines)


def test_the_judge_gives_every_option_the_same_value():
    asked = question(GAME, cards=FEW_CARDS)
    fast, slow = ShoeHands(asked), Tree(asked)
    for mine, his, said in (("Ks 7s", "8s", ()), ("Ks Kd", "8s", ()), ("Ks Kd", "Ad", ()), ("Ks 8s", "Ks", ())):
        seen = seen_so(GAME, *said, seat=mine, dealer=his)
        assert fast.options(seen) == slow.options(seen)
        judged = slow.branches(seen)
        assert all(ends.chances == judged[option].chances for option, ends in fast.branches(seen).items())


def test_a_diamond_ace_and_ten_are_insured_with_the_same_bonus():
    """Two aces, so that the dealer shows one: the bonus stands beside every option."""
    asked = question(GAME, cards=parse("Ks Ks Ks Ks Ks Ks Ks Kd 8s 8s 8s Ad As"))
    fast, slow = ShoeHands(asked), Tree(asked)
    for mine in ("Ad Kd", "Ad Ks"):
        seen = seen_so(GAME, seat=mine, dealer="As")
        assert fast.options(seen) == slow.options(seen)


@pytest.mark.deeper
def test_rounds_that_are_dealt_win_what_is_counted():
    method = ShoeHands(question(GAME, cards=more(FEW_CARDS, SHORT_DECK)))
    dealt = ShoeRounds(method).deal(more(100_000, 1_000_000))
    assert abs(float(dealt.mean - method.expectation)) < 3 * dealt.error


@pytest.mark.soak
def test_one_deck_costs_what_was_counted():
    """In a minute and a half of processor."""
    assert f"{float(-ShoeHands(question(GAME)).expectation):.8%}" == "0.93658520%"
