"""High Card Flush, clause by clause."""

import pytest

from houseway.analysis.exact.facts import ends_of
from houseway.analysis.exact.question import question
from houseway.analysis.verify import verify
from houseway.cards import parse
from houseway.game import DEALER, SEAT, Deal
from houseway.games import GAMES
from houseway.games.high_card_flush import GAME, MINE
from houseway.letters import letters
from tests.games.clauses import line, options, pays

PLAYS, PLAYS_NOT = "9s 3s 2s Ah Kh Qd Jc", "8s 7s 6s Ah Kh Qd Jc"
THREE, FOUR = "Ts 8s 6s Ah Kh Qd Jc", "5s 4s 3s 2s Ah Kd Qc"


def ends(mine, his):
    """The lines of the ante and the play wager."""
    return tuple(line(GAME, wager, "play 1x", seat=mine, dealer=his) for wager in ("Ante", "Play"))


def test_hcf_ranking_more_cards_of_a_suit_and_then_higher_cards():
    worths = [MINE.worth(parse(cards)) for cards in (FOUR, "As 3s 2s Kh Qh Jd Tc", "Ks Qs Js Ah 9h 8d 7c")]
    assert worths == sorted(set(worths), reverse=True)


def test_hcf_1_the_ante_is_required_and_side_bets_optional():
    assert (GAME.round[0].must, GAME.round[0].may) == (("Ante",), ("Flush Rush", "Super Flush Rush"))


def test_hcf_2_seven_cards_each_face_down():
    assert GAME.round[1] == Deal(SEAT + DEALER, 7)


@pytest.mark.parametrize(
    ("cards", "times"),
    [
        ("Ks Qs Ah Jh Td 9d 8c", 1),
        (THREE, 1),
        (FOUR, 1),
        ("6s 5s 4s 3s 2s Ah Kd", 2),
        ("7s 6s 5s 4s 3s 2s Kd", 3),
        ("8s 7s 6s 5s 4s 3s 2s", 3),
    ],
)
def test_hcf_3_fold_or_play_with_more_where_the_flush_is_longer(cards, times):
    fold, *play = options(GAME, 0, seat=cards)
    assert (fold.word, fold.out) == ("fold", True)
    assert [option.stakes for option in play] == [(("Play", n),) for n in range(1, times + 1)]


def test_hcf_4_without_a_nine_high_three_card_flush_the_ante_wins_and_the_play_wager_is_returned():
    assert ends(THREE, PLAYS_NOT) == ends("Ks Qs Ah Jh Td 9d 8c", PLAYS_NOT) == ("win", "dealer does not play")
    assert pays(GAME, "Play")["dealer does not play"] == "push"


def test_hcf_5_if_he_plays_the_higher_hand_wins_both_and_a_tie_returns_both():
    assert ends(THREE, PLAYS) == ("win", "win")
    assert ends("9d 3d 2d Ac Kc Qh Jh", PLAYS) == ("tie", "tie")
    assert ends(THREE, FOUR) == ("lose", "lose")


def test_hcf_6_flush_rush_pays_for_four_cards_of_a_suit_or_more_though_the_hand_was_folded():
    assert line(GAME, "Flush Rush", "fold", seat=FOUR, dealer=PLAYS) == "four-card flush"
    assert set(pays(GAME, "Flush Rush 300-100-10-1")) == {f"{n}-card flush" for n in ("four", "five", "six", "seven")}
    assert {wager.name for wager in GAME.wagers if wager.outlives} == {"Flush Rush", "Super Flush Rush"}


@pytest.mark.parametrize(
    ("cards", "length"),
    [("As 2s 3s 9h 8h 6h 4h", "three"), ("4s 3s 2s Kh 9h 7h 5h", "three"), ("Qs Ks As 2s 9d 9c 8h", "three")],
)
def test_hcf_7_super_flush_rush_pays_for_cards_of_a_suit_in_a_row_in_any_suit(cards, length):
    assert line(GAME, "Super Flush Rush", seat=cards) == f"{length}-card straight flush"


@pytest.mark.soak
def test_published_figures_follow_or_the_letter_says_why_not():
    findings = verify(letters()["high-card-flush"], GAMES, ends_of)
    assert [f"{each.paytable}, {each.title}: {each.verdict}" for each in findings if not each.explained] == []


@pytest.mark.soak
def test_the_exact_edge():
    asked = question(GAME)
    assert str(-ends_of(asked).mean(asked.net)) == "1348050875653/50592437455560"
