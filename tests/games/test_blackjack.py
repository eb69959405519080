"""Blackjack and its houses, clause by clause."""

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.analysis.exact.figures import figures_of
from houseway.cards import parse
from houseway.game import DEALER, SEAT, Draw, Over, Seen
from houseway.games import GAMES
from houseway.games.blackjack import GAME, blackjack
from houseway.twenty_one import HouseRules
from tests.games.clauses import line, pays, seen_so

PLAY = 1  # the choice after insurance


def words(game, *said, hands=1, **lying):
    seen = replace(seen_so(game, *said, **lying), hands=hands)
    return [option.word for option in game.choices[PLAY].options(seen)]


def test_bj_1_one_to_eight_decks_and_six_by_default():
    assert (tuple(GAME.decks), GAME.default_decks) == ((1, 2, 4, 6, 8), 6)


def test_bj_4_insurance_is_half_the_bet_and_offered_against_an_ace():
    insure = GAME.choices[0].options
    plain, insured = insure(seen_so(GAME, seat="Ks 9c", dealer="Ah"))
    assert (plain.stakes, insured.stakes) == ((), (("Insurance", Fraction(1, 2)),))
    assert insure(seen_so(GAME, seat="Ks 9c", dealer="Kh")) == ()
    assert line(GAME, "Insurance", seat="Ks 9c", dealer="Ah Kd") == "blackjack"
    assert line(GAME, "Insurance", seat="Ks 9c", dealer="Ah 9d") == "lose"


def test_bj_5_the_dealer_looks_for_a_blackjack_where_the_house_peeks():
    [peek] = [step for step in GAME.round if isinstance(step, Over)]
    assert peek.when(seen_so(GAME, dealer="Ah Kd"))
    assert not peek.when(seen_so(GAME, dealer="Ah 9d"))
    assert not any(isinstance(step, Over) for step in GAMES["blackjack-no-peek"].round)


def test_bj_6_a_hand_of_21_stands():
    assert words(GAME, seat="Ks 9c", dealer="7h") == ["stand", "hit", "double"]
    assert words(GAME, "hit", seat="Ks 9c 2d", dealer="7h") == []


def test_bj_7_double_on_two_cards_on_the_totals_of_the_house():
    assert words(GAME, "hit", seat="2s 3c 4d", dealer="7h") == ["stand", "hit"]
    reno = blackjack(HouseRules(doubles=(10, 11), doubles_split_hands=False))
    assert "double" in words(reno, seat="6s 5c", dealer="7h")
    assert "double" not in words(reno, seat="6s 3c", dealer="7h")
    assert "double" not in words(reno, "split", hands=2, seat="6s 5c", dealer="7h")


def test_bj_8_pairs_are_split_to_four_hands_and_aces_once_with_one_card_each():
    assert "split" in words(GAME, seat="Ks Qc", dealer="7h")
    assert "split" not in words(GAME, seat="Ks 9c", dealer="7h")
    assert "split" in words(GAME, "split", hands=3, seat="8s 8c", dealer="7h")
    assert "split" not in words(GAME, "split", hands=4, seat="8s 8c", dealer="7h")
    assert words(GAME, "split", hands=2, seat="As 8c", dealer="7h") == []
    assert words(GAME, "split", hands=2, seat="As Ac", dealer="7h") == []
    assert words(blackjack(HouseRules(splits_aces_again=True)), "split", hands=2, seat="As Ac", dealer="7h") == [
        "stand",
        "split",
    ]
    assert line(GAME, "Bet", "split", seat="As Kc", dealer="7h Td") == "win"


def test_bj_9_half_the_bet_is_given_up_on_the_first_two_cards_unless_the_dealer_has_a_blackjack():
    game = GAMES["blackjack-surrender"]
    assert "surrender" in words(game, seat="Ks 6c", dealer="Th")
    assert "surrender" not in words(game, "split", hands=2, seat="8s 6c", dealer="Th")
    assert "surrender" not in words(GAME, seat="Ks 6c", dealer="Th")
    assert line(game, "Bet", "surrender", seat="Ks 6c", dealer="Th 9c") == "surrender"
    assert line(game, "Bet", "surrender", seat="Ks 6c", dealer="Th Ac") == "lose"
    assert game.paytable("Bet with surrender").net("surrender") == Fraction(-1, 2)


@pytest.mark.parametrize(("slug", "hits"), [("blackjack", False), ("blackjack-h17", True)])
def test_bj_10_the_dealer_draws_to_17_and_some_hit_a_soft_17(slug, hits):
    [draw] = [step for step in GAMES[slug].round if isinstance(step, Draw)]
    assert draw.more(seen_so(GAME, dealer="Ks 6c"))
    assert not draw.more(seen_so(GAME, dealer="Ks 7c"))
    assert draw.more(seen_so(GAME, dealer="As 6c")) is hits


@pytest.mark.parametrize(
    ("mine", "his", "ends"),
    [
        ("Ks 9c 5d", "Kd 6h 9c", "lose"),
        ("Ks 9c", "Kd 8h", "win"),
        ("Ks 9c", "Kd 9h", "push"),
        ("Ks 8c", "Kd 9h", "lose"),
        ("Ks Ac", "Kd 5h 6c", "blackjack"),
        ("Ks Ac", "Kd Ah", "push"),
        ("Ks 5c 6d", "Kd Ah", "lose"),
    ],
)
def test_bj_11_the_hand_nearer_to_21_wins(mine, his, ends):
    assert line(GAME, "Bet", seat=mine, dealer=his) == ends


def test_bj_11_a_blackjack_pays_3_to_2():
    assert pays(GAME, "Bet S17") == {"blackjack": "1.50 to 1", "win": "1 to 1", "push": "push"}


EDGES = {1: "1/17", 2: "7/103", 4: "5/69", 6: "23/311", 8: "31/415"}


@pytest.mark.parametrize(
    ("decks", "edge"),
    [pytest.param(decks, edge, marks=() if decks == 6 else pytest.mark.soak) for decks, edge in EDGES.items()],
)
def test_insurance_loses_what_tens_are_short_of_a_third(decks, edge):
    wager = GAME.wager("Insurance")
    [figures] = figures_of(GAME, wager, GAME.own_paytables(wager)[0], decks=decks)
    assert figures.house_edge == Fraction(edge)


def test_a_hand_of_a_split_sees_its_own_cards_alone():
    seen = Seen(
        pack=GAME.pack(), lying={SEAT.place: parse("8s 3c"), DEALER.place: parse("6h")}, said=("split",), hands=2
    )
    assert [option.word for option in GAME.choices[PLAY].options(seen)] == ["stand", "hit", "double"]
