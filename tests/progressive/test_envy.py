"""Envy for six seats, by hand. [SLP 3]"""

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.game import LOSE
from houseway.progressive.envy import BETTORS_HANDS, EVERY_HAND, READINGS, Envy, envied_hands, envy
from tests.progressive.meters import PAYTABLES

A, R, SF, FOUR, FULL = "Five Aces", "Royal Flush", "Straight Flush", "Four of a Kind", "Full House"
ONE_OF_EACH = (A, R, SF, FOUR, FULL, LOSE)


@pytest.mark.parametrize(
    ("paytable", "hands", "dollars"),
    [
        ("FSLPP-01", ONE_OF_EACH, (65, 115, 155, 160, 165, 165)),
        ("FSLPP-03", ONE_OF_EACH, (100, 500, 600, 600, 600, 600)),
        ("FSLPP-01", (LOSE, R, LOSE, LOSE, R, LOSE), (100, 50, 100, 100, 50, 100)),
        ("FSLPP-03", (LOSE, R, LOSE, LOSE, R, LOSE), (200, 100, 200, 200, 100, 200)),
        ("FSLPP-01", (A, LOSE, LOSE, LOSE, LOSE, LOSE), (0, 100, 100, 100, 100, 100)),
        ("FSLPP-03", (SF, FOUR, SF, FOUR, SF, FOUR), (0, 0, 0, 0, 0, 0)),
        ("FSLPP-01", (SF, FOUR, SF, FOUR, SF, FOUR), (35, 40, 35, 40, 35, 40)),
        ("FSLPP-01", (FULL, "Flush", "Straight", LOSE, LOSE, LOSE), (0, 0, 0, 0, 0, 0)),
    ],
)
def test_SLP_3_every_bettor_is_paid_for_the_hands_of_the_others(paytable, hands, dollars):
    paid = envy(PAYTABLES[paytable], dict(enumerate(hands, start=1)), range(1, 7))
    assert tuple(paid[seat].cents for seat in range(1, 7)) == tuple(amount * 100 for amount in dollars)


def test_envy_says_which_hands_it_is_for():
    paid = envy(PAYTABLES["FSLPP-01"], {6: R, 2: FOUR, 4: LOSE}, (2, 4, 6))
    assert paid == {
        2: Envy(cents=50_00, hands=((6, R),)),
        4: Envy(cents=55_00, hands=((2, FOUR), (6, R))),
        6: Envy(cents=5_00, hands=((2, FOUR),)),
    }


def test_nobody_envies_himself():
    assert envy(PAYTABLES["FSLPP-01"], {3: A}, (3,)) == {3: Envy(cents=0, hands=())}
    assert envy(PAYTABLES["FSLPP-01"], {}, ()) == {}


SOME_BETTORS = tuple(chain.from_iterable(combinations(range(1, 7), n) for n in range(7)))
lines = st.lists(st.sampled_from((A, R, SF, FOUR, FULL, LOSE)), min_size=6, max_size=6)


@pytest.mark.parametrize("paytable", PAYTABLES)
@given(lines)
def test_whoever_bets_envies_every_other_hand_dealt_in_and_by_the_strict_reading_those_that_bet(paytable, held):
    """Every set of bettors among six seats dealt in, seat by seat."""
    hands, amounts = dict(enumerate(held, start=1)), PAYTABLES[paytable].lines
    worth = {seat: amounts[line].envy_cents if line in amounts else 0 for seat, line in hands.items()}
    for bettors in SOME_BETTORS:
        every = envy(PAYTABLES[paytable], hands, bettors)
        assert every == envy(PAYTABLES[paytable], hands, bettors, EVERY_HAND)
        strict = envy(PAYTABLES[paytable], hands, bettors, BETTORS_HANDS)
        assert set(every) == set(strict) == set(bettors)
        for seat in bettors:
            assert every[seat].cents == sum(worth.values()) - worth[seat]
            assert strict[seat].cents == sum(worth[other] for other in bettors) - worth[seat]


@pytest.mark.parametrize("reading", READINGS)
def test_the_number_of_hands_envied_is_that_of_the_hands_paid_for(reading):
    for bettors in filter(None, SOME_BETTORS):
        paid = envy(PAYTABLES["FSLPP-01"], dict.fromkeys(range(1, 7), FOUR), bettors, reading)
        number = envied_hands(reading, dealt=6, bettors=len(bettors))
        assert {len(each.hands) for each in paid.values()} == {number}
