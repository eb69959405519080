"""Envy for six seats, by hand. [SLP 3]"""

import pytest

from houseway.game import LOSE
from houseway.progressive.envy import Envy, envy
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
    paid = envy(PAYTABLES[paytable], dict(enumerate(hands, start=1)))
    assert tuple(paid[seat].cents for seat in range(1, 7)) == tuple(amount * 100 for amount in dollars)


def test_envy_says_which_hands_it_is_for():
    paid = envy(PAYTABLES["FSLPP-01"], {6: R, 2: FOUR, 4: LOSE})
    assert paid == {
        2: Envy(cents=50_00, hands=((6, R),)),
        4: Envy(cents=55_00, hands=((2, FOUR), (6, R))),
        6: Envy(cents=5_00, hands=((2, FOUR),)),
    }


def test_nobody_envies_himself():
    assert envy(PAYTABLES["FSLPP-01"], {3: A}) == {3: Envy(cents=0, hands=())}
    assert envy(PAYTABLES["FSLPP-01"], {}) == {}
