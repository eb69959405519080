"""Six Card Poker, clause by clause."""

import pytest

from houseway.analysis.exact.facts import ends_of
from houseway.analysis.exact.question import question
from houseway.analysis.verify import verify
from houseway.cards import parse
from houseway.game import DEALER, SEAT, Deal
from houseway.games import GAMES
from houseway.games.six_card_poker import GAME, MINE
from houseway.letters import letters
from tests.games.clauses import line, options, pays

QUALIFIES, QUALIFIES_NOT = "Ac Kd 9h 7c 5d 3h", "Ac Qd 9h 7c 5d 3h"


def ends(mine, his):
    """The lines of the ante and the raise."""
    return tuple(line(GAME, wager, "raise", seat=mine, dealer=his) for wager in ("Ante", "Raise"))


def test_scp_ranking_the_best_five_of_six():
    ranked = ["2s 4s 6s 8s Ts Ad", "2s 3d 4h 5c 6s Ad", "As 2d 3h 4c 5s Ad", "As Ad Kh Kc 2s 3d"]
    worths = [MINE.worth(parse(cards)) for cards in ranked]
    assert worths == sorted(set(worths), reverse=True)


def test_scp_1_the_ante_is_required():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Ante",), ())


def test_scp_2_six_cards_each_three_of_the_dealers_face_up():
    assert GAME.round[1:3] == (Deal(SEAT, 6), Deal(DEALER, 6, up=3))


def test_scp_3_fold_or_raise_with_a_wager_equal_to_the_ante():
    fold, more = options(GAME, 0, seat="As Kd 9h 7c 5d 3h", dealer="Ac Qd 9c")
    assert (fold.word, fold.out, more.stakes) == ("fold", True, (("Raise", 1),))


def test_scp_4_without_ace_king_the_ante_is_returned():
    assert ends("2s 2d 9s 7h 5c 3c", QUALIFIES_NOT) == ("dealer does not qualify", "win")
    assert ends("Ks Qs 9s 7h 5c 3c", QUALIFIES_NOT) == ("dealer does not qualify", "lose")
    assert ends("As Qs 9s 7h 5c 3c", QUALIFIES_NOT) == ("dealer does not qualify", "tie")
    assert pays(GAME, "Ante")["dealer does not qualify"] == "push"


def test_scp_5_the_higher_hand_wins_the_raise_and_a_tie_returns_it():
    assert ends("2s 2d 9s 7h 5c 3c", QUALIFIES) == ("win", "win")
    assert ends("As Ks 9s 7h 5c 2c", QUALIFIES) == ("tie", "tie")
    assert ends("As Qs 9s 7h 5c 3c", QUALIFIES) == ("lose", "lose")


@pytest.mark.soak
def test_published_figures_follow_or_the_letter_says_why_not():
    findings = verify(letters()["six-card-poker"], GAMES, ends_of)
    assert [f"{each.paytable}, {each.title}: {each.verdict}" for each in findings if not each.explained] == []


@pytest.mark.soak
def test_the_exact_edge():
    asked = question(GAME)
    assert str(-ends_of(asked).mean(asked.net)) == "4041753161213/317824286579800"
