"""Zappit Blackjack, clause by clause; and the fast method against the judge, with hands that are exchanged."""

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.analysis.exact.question import question
from houseway.analysis.exact.shoe import ShoeHands
from houseway.analysis.exact.tree import Tree
from houseway.analysis.machine.shoe_rounds import ShoeRounds
from houseway.cards import parse
from houseway.game import Draw, Over
from houseway.games.zappit_blackjack import GAME
from tests.games.clauses import line, options, pays, seen_so
from tests.soak import more

ZAP, PLAY = 0, 1
FEW_CARDS = parse("Ks Kh Kd Kc Ks Kh Kd Kc 8s 8h 8d As 7s")
MORE_CARDS = parse("Ks Kh Kd Kc Ks Kh Kd Kc 7s 7h 7d 7c 8s 8h 8d 8c As Ah Ad 6s 6h 6d 5s 5h 5d 4s 4h 4d")


def words(number, *said, hands=1, **lying):
    seen = replace(seen_so(GAME, *said, **lying), hands=hands)
    return [option.word for option in GAME.choices[number].options(seen)]


def test_zb_1_six_or_eight_decks():
    assert (tuple(GAME.decks), GAME.default_decks) == ((6, 8), 6)


@pytest.mark.parametrize("cards", ["Ks 5c", "9s 6c", "8s 8c", "Ks 7c"])
def test_zb_4_a_hard_15_to_17_may_be_exchanged(cards):
    keep, zap = options(GAME, ZAP, seat=cards, dealer="7h")
    assert (keep.word, keep.takes) == ("keep", 0)
    assert (zap.word, zap.drops, zap.takes) == ("zap", parse(cards), 2)


@pytest.mark.parametrize("cards", ["Ks 4c", "Ks 8c", "As 5c", "As 6c"])
def test_zb_4_other_totals_and_soft_ones_may_not(cards):
    assert words(ZAP, seat=cards, dealer="7h") == []


def test_zb_5_the_dealer_looks_after_the_exchange():
    [peek] = [step for step in GAME.round if isinstance(step, Over)]
    assert GAME.round.index(GAME.choices[ZAP]) < GAME.round.index(peek) < GAME.round.index(GAME.choices[PLAY])
    assert peek.when(seen_so(GAME, dealer="Ah Kd"))


def test_zb_6_hit_stand_or_double_on_two_cards():
    assert words(PLAY, "zap", seat="Ks 2c", dealer="7h") == ["stand", "hit", "double", "surrender"]
    assert words(PLAY, "hit", seat="Ks 2c 3d", dealer="7h") == ["stand", "hit"]
    assert words(PLAY, "hit", seat="Ks 9c 2d", dealer="7h") == []


def test_zb_7_split_to_three_hands_aces_once_and_no_surrender_after_it():
    assert "split" in words(PLAY, seat="8s 8c", dealer="7h")
    assert "split" in words(PLAY, "zap", "split", hands=2, seat="8s 8c", dealer="7h")
    assert "split" not in words(PLAY, "split", hands=3, seat="8s 8c", dealer="7h")
    assert words(PLAY, "split", hands=2, seat="As Ac", dealer="7h") == []
    assert "surrender" not in words(PLAY, "split", hands=2, seat="8s 4c", dealer="7h")
    assert GAME.paytable("Bet").net("surrender") == Fraction(-1, 2)


def test_zb_8_the_dealer_hits_a_soft_17():
    [draw] = [step for step in GAME.round if isinstance(step, Draw)]
    assert draw.more(seen_so(GAME, dealer="As 6c"))
    assert not draw.more(seen_so(GAME, dealer="Ks 7c"))


@pytest.mark.parametrize(
    ("mine", "said", "his", "ends"),
    [
        ("Ks Ac", (), "Kd 6h 6c", "blackjack"),
        ("Ks Ac", ("zap",), "Kd 6h 6c", "win"),
        ("Ks Ac", ("zap",), "Kd Ah", "win"),
        ("Ks Ac", ("zap", "split"), "Kd 6h 6c", "push"),
        ("Ks 9c", ("keep",), "Kd 6h 6c", "push"),
        ("Ks 9c 5d", (), "Kd 6h 6c", "lose"),
        ("Ks 8c", ("surrender",), "Kd 9h", "surrender"),
        ("Ks 8c", (), "Kd 9h", "lose"),
        ("Ks 2c", (), "Kd 6h 7c", "win"),
    ],
)
def test_zb_9_a_22_pushes_and_a_blackjack_after_an_exchange_wins_at_once(mine, said, his, ends):
    assert line(GAME, "Bet", *said, seat=mine, dealer=his) == ends


def test_zb_9_a_blackjack_of_the_first_two_cards_pays_3_to_2():
    assert pays(GAME, "Bet")["blackjack"] == "1.50 to 1"


def test_the_judge_gives_the_same_ends():
    asked = question(GAME, cards=FEW_CARDS)
    fast = ShoeHands(asked)
    assert fast.ends.chances == Tree(asked).ends.chances
    assert fast.ends.mean(asked.net) == fast.expectation
    assert any("zap" in end.said for end in fast.ends.weights)


@pytest.mark.deeper
def test_rounds_that_are_dealt_win_what_is_counted():
    method = ShoeHands(question(GAME, cards=more(FEW_CARDS, MORE_CARDS)))
    dealt = ShoeRounds(method).deal(more(100_000, 1_000_000))
    assert abs(float(dealt.mean - method.expectation)) < 3 * dealt.error


@pytest.mark.soak
def test_six_decks_cost_what_was_counted():
    """In two minutes of processor: every pair that may be exchanged is gone for all hands that come after it."""
    assert f"{float(-ShoeHands(question(GAME)).expectation):.8%}" == "1.10537360%"
