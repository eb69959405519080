"""Rounds that are dealt with all hands of a split side by side agree with figures that count each hand by itself."""

from fractions import Fraction

import pytest

import houseway
from houseway.analysis.exact.figures import main_figures
from houseway.analysis.exact.question import question
from houseway.analysis.exact.shoe import ShoeHands
from houseway.analysis.machine.batches import first_counter
from houseway.analysis.machine.rounds import machine
from houseway.analysis.machine.shoe_rounds import ShoeRounds
from houseway.cards import parse
from houseway.games import GAMES
from houseway.work.engine import on_cores
from houseway.work.shoe_simulating import simulate_shoe
from tests.analysis.exact.test_shoe import exchanging

PAIRS = parse("Ks Kh Kd Kc Ks Kh Kd Kc Ks Kh 8s 8h 8d 8c 8s 8h As Ah As")


def agrees(asked, rounds):
    method = ShoeHands(asked)
    dealt = ShoeRounds(method).deal(rounds)
    assert abs(float(dealt.mean - method.expectation)) < 3 * dealt.error
    return dealt


def test_a_few_cards_with_many_pairs_win_what_is_counted():
    asked = question(GAMES["blackjack"], cards=PAIRS)
    dealt = agrees(asked, 1_000_000)
    assert dealt.variance <= sum(
        chance * sum(asked.net[line] for line in end.lines) ** 2
        for end, chance in ShoeHands(asked).ends.chances.items()
    )


def simulated(player="optimal", workers=1, **asked):
    return simulate_shoe(
        question(GAMES["blackjack"], **asked),
        player=player,
        stake=Fraction(5),
        rounds=600_000,
        seed=3,
        session=100,
        shift=400,
        against={},
        engine=on_cores(workers),
    )


def test_a_simulation_is_held_against_the_exact_figures_and_is_the_same_on_any_number_of_workers():
    run = simulated(cards=PAIRS)
    [measured] = run.measured
    assert measured.verdict == "agrees" and run.rounds == sum(end.count for end in measured.ended) == 600_000
    assert measured.variance <= measured.exact.variance
    assert {end.net for end in measured.ended} > {Fraction(-1), Fraction(3, 2), Fraction(-4), Fraction(4)}
    assert run.sessions.number == 6_000 and run.holds.number == 1_500
    assert run.sessions.mean == -5 * 100 * measured.house_edge
    assert run.shift_wins.mean * 100 == -run.sessions.mean * 400
    assert abs(float(run.holds.mean - run.holds.exact_mean)) < 0.01
    assert simulated(cards=PAIRS, workers=2).measured[0].ended == measured.ended


def test_hands_that_are_split_are_simulated_at_one_seat_without_side_bets():
    for asked, says in (({"seats": 3}, "to one seat"), ({"wagers": ["Insurance"]}, "not Insurance")):
        with pytest.raises(ValueError, match=says):
            houseway.simulate("blackjack", rounds=100, **asked)
    with pytest.raises(ValueError, match="optimal or strategy"):
        houseway.simulate("blackjack", rounds=100, player="house-way")


@pytest.mark.soak
@pytest.mark.parametrize("player", ["optimal", "strategy"])
def test_a_simulation_of_one_deck_agrees(player):
    assert houseway.simulate("blackjack", rounds=10_000_000, decks=1, player=player).measured[0].verdict == "agrees"


@pytest.mark.soak
@pytest.mark.parametrize("slug", ["blackjack", "blackjack-h17", "blackjack-no-peek"])
def test_a_hundred_million_rounds_of_six_decks_win_what_is_counted(slug):
    agrees(question(GAMES[slug]), 100_000_000)


def test_several_cards_are_taken_at_once():
    agrees(question(exchanging(hands=2), cards=PAIRS + parse("7s 7h")), 300_000)


def test_what_the_house_pays_for_is_not_staked():
    asked = question(GAMES["free-bet-blackjack"], cards=PAIRS)
    method = ShoeHands(asked)
    _, stakes = ShoeRounds(method).tables.deal(300_000, first_counter(1, 0))
    assert stakes.mean() / method.cards.unit == pytest.approx(float(main_figures(asked).action), abs=0.01)


def test_a_pack_that_a_round_can_use_up_is_refused():
    low = question(GAMES["blackjack"], cards=parse("2s 2h 2d 2c 3s 3h 3d 3c"))
    with pytest.raises(ValueError, match="more cards than there are"):
        ShoeRounds(ShoeHands(low)).deal(100)


def test_the_machine_of_other_games_refuses_hands_that_are_split():
    with pytest.raises(ValueError, match="hands that are split"):
        machine(question(GAMES["blackjack"]))
