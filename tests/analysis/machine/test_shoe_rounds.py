"""Rounds that are dealt with all hands of a split side by side agree with figures that count each hand by itself."""

import pytest

from houseway.analysis.exact.question import question
from houseway.analysis.exact.shoe import Shoe
from houseway.analysis.machine.rounds import machine
from houseway.analysis.machine.shoe_rounds import ShoeRounds
from houseway.cards import parse
from houseway.games import GAMES
from tests.analysis.exact.test_shoe import exchanging

PAIRS = parse("Ks Kh Kd Kc Ks Kh Kd Kc Ks Kh 8s 8h 8d 8c 8s 8h As Ah As")


def agrees(asked, rounds):
    method = Shoe(asked)
    dealt = ShoeRounds(method).deal(rounds)
    assert abs(float(dealt.mean - method.expectation)) < 3 * dealt.error
    return dealt


def test_a_few_cards_with_many_pairs_win_what_is_counted():
    asked = question(GAMES["blackjack"], cards=PAIRS)
    dealt = agrees(asked, 1_000_000)
    assert dealt.variance <= sum(
        chance * sum(asked.net[line] for line in end.lines) ** 2 for end, chance in Shoe(asked).ends.chances.items()
    )


@pytest.mark.soak
@pytest.mark.parametrize("slug", ["blackjack", "blackjack-h17", "blackjack-no-peek"])
def test_a_hundred_million_rounds_of_six_decks_win_what_is_counted(slug):
    agrees(question(GAMES[slug]), 100_000_000)


def test_several_cards_are_taken_at_once():
    agrees(question(exchanging(hands=2), cards=PAIRS + parse("7s 7h")), 300_000)


def test_a_round_that_takes_more_cards_than_there_are_is_refused():
    rounds = ShoeRounds(Shoe(question(GAMES["blackjack"], cards=parse("2s 2h 2d 2c 3s 3h 3d 3c 4s 4h 4d 4c"))))
    with pytest.raises(ValueError, match="more cards than there are"):
        rounds.deal(100)


def test_the_machine_of_other_games_refuses_hands_that_are_split():
    with pytest.raises(ValueError, match="hands that are split"):
        machine(question(GAMES["blackjack"]))
