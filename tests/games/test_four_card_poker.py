"""Four Card Poker, clause by clause."""

from fractions import Fraction

import pytest

from houseway.analysis.exact.figures import figures_of
from houseway.cards import parse
from houseway.game import DEALER, SEAT, Deal
from houseway.games.four_card_poker import GAME, MINE, glance, spoken
from tests.games.clauses import line, options, pays, seen_so

HIS = "Kc Kd 7h 4s 2c 9h"


def ends(mine, his=HIS):
    """The lines of the ante, the play wager and the bonus."""
    return tuple(line(GAME, wager, "play 1x", seat=mine, dealer=his) for wager in ("Ante", "Play", "Ante Bonus"))


def test_fc_ranking_is_that_of_four_cards():
    ranked = [
        "2s 2d 2c 2h As",
        "5s 4s 3s 2s Ad",
        "2s 2d 2c 9h 7d",
        "9s 7s 5s 3s Ad",
        "As 2d 3c 4h 9d",
        "3s 3d 2c 2h 9d",
    ]
    worths = [MINE.worth(parse(cards)) for cards in ranked]
    assert worths == sorted(worths, reverse=True) and len(set(worths)) == len(worths)


def test_fc_1_the_ante_is_required_and_aces_up_optional():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Ante",), ("Aces Up",))


def test_fc_2_five_cards_to_a_player_and_six_to_the_dealer_one_of_them_face_up():
    assert GAME.round[1:3] == (Deal(SEAT, 5), Deal(DEALER, 6, up=1))


def test_fc_3_fold_or_play_one_to_three_antes():
    fold, *plays = options(GAME, 0, seat="As Kd 9c 5d 2h", dealer="4c")
    assert (fold.word, fold.out) == ("fold", True)
    assert [(each.word, each.stakes) for each in plays] == [(f"play {n}x", (("Play", n),)) for n in (1, 2, 3)]


def test_fc_4_the_dealer_always_plays_and_the_player_wins_ties():
    assert ends("Ks Kh 9d 8c 2h")[:2] == ("win", "win")
    assert ends("Ks Kh 9d 7c 3h")[:2] == ("win", "win")  # kings with 9 and 7, as the dealer has
    assert ends("Ks Kh 9d 6c 3h")[:2] == ("lose", "lose")
    assert ends("9s 8d 6c 4h 2d", "Qc Td 8h 4s 2c 3h")[:2] == ("lose", "lose")


@pytest.mark.parametrize(
    ("mine", "bonus"),
    [("2s 2d 2c 2h As", "four of a kind"), ("5s 4s 3s 2s Ad", "straight flush"), ("2s 2d 2c 9h 7d", "three of a kind")],
)
def test_fc_5_three_of_a_kind_or_better_is_paid_a_bonus_though_it_is_beaten(mine, bonus):
    assert ends(mine, "Ac Ad Ah Kc Kd Kh")[2] == ends(mine, "As Ac Ad Ah Kc Kd")[2] == bonus
    assert GAME.wager("Ante Bonus").free
    assert bonus in pays(GAME, "Ante Bonus 25-20-2")


@pytest.mark.parametrize(("mine", "ends_in"), [("As Ad 9c 7d 2h", "pair of aces"), ("Ks Kd 9c 7d 2h", "lose")])
def test_fc_6_aces_up_pays_from_a_pair_of_aces(mine, ends_in):
    assert line(GAME, "Aces Up", "fold", seat=mine) == ends_in
    assert GAME.wager("Aces Up").outlives


def test_the_edge_of_aces_up_lies_in_the_range_that_is_published():
    """1.98 % to 6.15 % by its tables (en.wikipedia.org/wiki/Four_Card_Poker)."""
    [table] = GAME.paytables_of(GAME.wager("Aces Up"))
    [found] = figures_of(GAME, GAME.wager("Aces Up"), table)
    assert Fraction(198, 10_000) < found.house_edge == Fraction(1376, 32487) < Fraction(615, 10_000)


@pytest.mark.parametrize(
    ("mine", "shown", "row", "name"),
    [
        ("9s 9d 5c 4h 2d", "Tc", "he shows more than your pair", "a pair of 9s"),
        ("9s 9d 5c 4h 2d", "9c", "he shows no more", "a pair of 9s"),
        ("9s 9d 5c 5h 2d", "Tc", "he shows more than your pair", "two pair or better"),
        ("9s 8d 5c 4h 2d", "2c", "he shows no more", "no pair"),
    ],
)
def test_at_a_glance_the_pair_is_seen_and_whether_the_dealers_card_is_above_it(mine, shown, row, name):
    assert (found := glance(seen_so(GAME, seat=mine, dealer=shown))) == (row, found[1])
    assert spoken(found[1]) == name
