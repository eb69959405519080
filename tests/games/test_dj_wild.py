"""DJ Wild Stud Poker, clause by clause."""

import pytest

from houseway.cards import JOKER, parse
from houseway.game import DEALER, SEAT, Deal
from houseway.games.dj_wild import GAME, MINE, glance, spoken
from tests.games.clauses import line, options, pays, seen_so

HIS = "Kc Kd 7h 4s 3c"


def ends(mine, his):
    """The lines of ante, blind and play wager."""
    return tuple(line(GAME, wager, "play", seat=mine, dealer=his) for wager in ("Ante", "Blind", "Play"))


def test_dj_ranking_five_wild_cards_are_above_a_royal_flush_and_that_above_five_of_a_kind():
    ranked = [
        "2s 2d 2c 2h Jk",
        "As Ks Qs 2h Jk",
        "As Ad Ac Ah Jk",
        "9s 8s 7s 6s Jk",
        "9s 9d 9c 8h Jk",
        "9s 9d 8c 8h Jk",
    ]
    worths = [MINE.worth(parse(cards)) for cards in ranked]
    assert worths == sorted(worths, reverse=True) and len(set(worths)) == len(worths)


def test_dj_1_ante_and_blind_are_required_and_equal():
    assert GAME.round[0].must == ("Ante", "Blind")
    assert GAME.wager("Blind").of == "Ante"


def test_dj_2_five_cards_each_of_53():
    assert GAME.round[1] == Deal(SEAT + DEALER, 5)
    assert len(GAME.pack()) == 53 and JOKER in GAME.pack().cards()


def test_dj_3_fold_or_play_two_antes():
    fold, play = options(GAME, 0, seat="As Kd 9c 5d 3h")
    assert (fold.out, play.word, play.stakes) == (True, "play", (("Play", 2),))


def test_dj_4_the_dealer_always_plays_and_a_tie_returns_all():
    assert ends("Ac 3d 7s 4h 2h", HIS) == ("win", "less than a straight", "win")
    assert ends("Ks 3d 7s 4h 2h", HIS) == ("tie", "tie", "tie")
    assert ends("Qs 3d 7s 4h 2h", HIS) == ("lose", "lose", "lose")
    assert {pays(GAME, wager)["tie"] for wager in ("Ante", "Blind", "Play")} == {"push"}


@pytest.mark.parametrize(
    ("mine", "ends_in"),
    [
        ("2s 2d 2c 2h Jk", "five wild cards"),
        ("As Ks Qs 2h Jk", "royal flush"),
        ("9s 9d 9c 2h Jk", "five of a kind"),
        ("9s 8s 7s 6s Jk", "straight flush"),
        ("9s 9d 7s 2s Jk", "four of a kind"),
        ("9s 9d 7s 7d Jk", "full house"),
        ("9s 8d 7s 6s Jk", "straight"),
    ],
)
def test_dj_5_the_blind_pays_a_winner_from_a_straight(mine, ends_in):
    assert ends(mine, HIS)[1] == ends_in
    assert ends_in in pays(GAME, "Blind")


@pytest.mark.parametrize(
    ("mine", "name"),
    [
        ("4s 4d Qc 5d 3h", "a pair of 4s with queen"),
        ("4s 9d Qc 5d 2h", "a pair of queens with 9"),
        ("4s 9d Qc 5d 3h", "no pair"),
        ("4s 4d 4c 5d 3h", "two pair or better"),
    ],
)
def test_at_a_glance_the_pair_and_its_kicker_are_seen(mine, name):
    assert spoken(glance(seen_so(GAME, seat=mine))[1]) == name
