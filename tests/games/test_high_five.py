"""High Five Poker, clause by clause."""

import pytest

from houseway.analysis.exact.facts import ends_of
from houseway.analysis.exact.question import question
from houseway.analysis.verify import verify
from houseway.cards import parse
from houseway.game import DEALER, SEAT, Deal
from houseway.games import GAMES
from houseway.games.high_five import GAME, MINE, plays
from houseway.letters import letters
from tests.games.clauses import line, options, pays

SIXES, FIVES = "6s 6d Kh Jc 9s 3d 2h", "5s 5d Kh Jc 9s 3d 2h"
STRAIGHT = "9c 8d 7h 6c 5h Kc Kd"


def ends(mine, his):
    """The lines of the ante and the play wager."""
    return tuple(line(GAME, wager, "play", seat=mine, dealer=his) for wager in ("Ante", "Play"))


def test_hf_ranking_as_in_poker_with_five_aces_above_all():
    ranked = ["As Ad Ah Ac Jk 2s 3d", "Ks Qs Js Ts Jk 2h 3d", "As Ad Ah Jk 9c 2s 3d", STRAIGHT, "Ac 2d 3h 4c 5h Kc Kd"]
    worths = [MINE.worth(parse(cards)) for cards in ranked]
    assert worths == sorted(worths, reverse=True)
    assert len(set(worths)) == len(worths)


def test_hf_1_the_ante_is_required_and_trips_optional():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Ante",), ("Trips",))


def test_hf_2_seven_cards_each_from_a_pack_with_a_joker():
    assert GAME.round[1] == Deal(SEAT + DEALER, 7)
    assert len(GAME.pack()) == 53


def test_hf_3_fold_or_play_with_a_wager_equal_to_the_ante():
    fold, play = options(GAME, 0, seat=SIXES)
    assert (fold.word, fold.out, play.stakes) == ("fold", True, (("Play", 1),))


@pytest.mark.parametrize(
    ("mine", "his", "does"), [(SIXES, SIXES, True), (SIXES, FIVES, False), (STRAIGHT, FIVES, True)]
)
def test_hf_4_the_dealer_plays_with_sixes_and_always_against_a_straight(mine, his, does):
    assert plays(MINE.worth(parse(mine)), MINE.worth(parse(his))) is does


def test_hf_4_if_he_does_not_play_the_ante_wins_and_the_play_wager_is_returned():
    assert ends("Ks Qd Th 8c 7s 5d 4h", "5c 5h Kd Jd 9h 3c 2c") == ("win", "dealer does not play")
    assert ends(STRAIGHT, "5s 5d Kh Jc 9s 3d 2h") == ("win", "win")


def test_hf_5_if_he_plays_the_higher_hand_wins_both_and_a_tie_returns_both():
    assert ends("7s 7d Kh Jc 9s 3d 2h", SIXES) == ("win", "win")
    assert ends("6h 6c Kd Jd 9c 3c 2c", SIXES) == ("tie", "tie")
    assert ends(FIVES, SIXES) == ("lose", "lose")


@pytest.mark.parametrize(
    ("cards", "ends"),
    [
        ("As Ad Ah Ac Jk 2s 3d", "five aces"),
        ("As Ad Jk Ks Kd 2s 3d", "aces full"),
        ("Ks Kd Kh Qs Qd 2s 3d", "full house"),
        ("Ks Kd Kh Qs Jd 2s 3d", "three of a kind"),
    ],
)
def test_hf_6_trips_pays_for_three_of_a_kind_or_better(cards, ends):
    assert line(GAME, "Trips", "fold", seat=cards, dealer=SIXES) == ends
    assert ends in pays(GAME, "Trips, five aces as a royal flush")
    assert [wager.name for wager in GAME.wagers if wager.outlives] == ["Trips"]


@pytest.mark.soak
def test_published_figures_follow_or_the_letter_says_why_not():
    findings = verify(letters()["high-five"], GAMES, ends_of)
    assert [f"{each.paytable}, {each.title}: {each.verdict}" for each in findings if not each.explained] == []


@pytest.mark.soak
def test_the_exact_edge():
    asked = question(GAME)
    assert str(-ends_of(asked).mean(asked.net)) == "140364542777/3928790014864"
