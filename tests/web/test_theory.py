"""What a round should win is the same, whether it is worked out or taken from what came with the project."""

import json
from fractions import Fraction

import pytest

from houseway.games import GAMES
from houseway.reports.winnings import ALL
from houseway.service.drift import FinishedRound, Maths
from houseway.table.terms import Terms, filled
from houseway.web import theory


def played(slug: str, *seats: dict[str, int], play: str = "best play", won: int = 0, **terms) -> FinishedRound:
    stakes = tuple(tuple(seat.items()) for seat in seats)
    return FinishedRound(
        day="2026-11-18",
        terms=filled(Terms(game=slug, **terms)),
        play=play,
        seats=stakes,
        won=(("Main", won),),
        number=1,
        at="2026-11-18T20:00:00.000Z",
        by="dealer Dan",
    )


CASES = {
    "let it ride": played("let-it-ride", {"Bet 1": 25_00}, {"Bet 1": 10_00}),
    "war with another paytable": played(
        "casino-war",
        {"Ante": 10_00},
        paytables={"Ante": "Ante", "War": "War with a bonus", "Tie": "Tie at 11"},
        decks=6,
    ),
    "a reading of its own": played(
        "supreme-99", {"Pair Fortunes": 5_00}, play="house way", readings={"Pair Fortunes": "pair before 9-9"}
    ),
    "a progressive with envy": played(
        "san-lo",
        {"Main Bet": 25_00, "Progressive": 1_00},
        {"Main Bet": 25_00, "Progressive": 1_00},
        paytables={"Main Bet": "San Lo", "Progressive": "FSLPP-01"},
        meter="m",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_came_with_the_project_is_what_would_be_worked_out(name: str) -> None:
    each = CASES[name]
    math = Maths(each.terms.played, each.terms, each.play)  # by the analysis alone
    [(asked, key, [seats])] = theory.questions([each])
    assert (key, seats) == theory.place_of(each)
    [found] = theory.read(json.loads(json.dumps(theory.answer(json.loads(json.dumps(asked))))))
    assert found.win_cents == sum(cents for _, cents in math.expected(each.seats).values())
    assert (found.variance, found.is_bound) == math.variances(each.seats)[ALL]


def test_insurance_which_has_plays_of_its_own_has_an_edge_too() -> None:
    """And a game that takes minutes to solve is answered at once: nothing is worked out."""
    each = played("blackjack-h17", {"Main Bet": 25_00}, paytables=None or {}, won=0)
    wagers = {wager.name: 5_00 for wager in GAMES["blackjack-h17"].placed if wager.name in each.terms.paytables}
    each = played("blackjack-h17", wagers)
    [found] = theory.read(theory.answer(theory.questions([each])[0][0]))
    assert found.win_cents > 0 and found.variance > 0


def test_rounds_of_the_same_stakes_are_asked_once_and_sums_are_exact() -> None:
    each = CASES["let it ride"]
    [(asked, _, seats)] = theory.questions([each, each])
    assert len(seats) == len(asked["rounds"]) == 1
    one = theory.InTheory(Fraction(1, 3), Fraction(100), False)
    bound = theory.InTheory(Fraction(1, 6), Fraction(44), True)
    total = theory.Sum().plus(each, one).plus(each, bound)
    drift = total.drift("T1", "let-it-ride", None, 1000)
    assert (drift.rounds, drift.theory_cents, drift.deviation, drift.is_bound) == (2, Fraction(1, 2), 12, True)
    assert drift.stake_cents == 2 * 35_00
