"""`houseway hours`, `session` and `promo`: what they print, their JSON and what they refuse."""

from fractions import Fraction
from pathlib import Path

import pytest

import houseway
from houseway.analysis.figures import percent
from tests.command_line import is_refused, run, run_json


def test_hours_are_printed_with_what_is_exact_and_what_is_not():
    done = run("hours", "match-em", "--seats", "1", "--rounds", "50", "--shift", "4", "--loss", "$500")
    assert done.returncode == 0, done.stderr
    text = " ".join(done.stdout.split())
    assert "Match 'Em Hi Lo: 1 table of 1 seat, $25.00 on Ante, best play" in text
    assert "200 rounds, before play adds to it" in text
    assert "more than $500.00 12.387% off by at most 1e-" in text or "more than $500.00 12.387% exact" in text
    assert "Match 5 1 in 18,243 364.9 h 252.9 h" in text


def test_hours_as_json_hold_fractions_and_bounds(tmp_path: Path):
    picture = tmp_path / "shift.svg"
    asked = ("match-em", "--seats", "1", "--rounds", "10", "--shift", "2", "--tables", "2", "--loss", "99")
    told = run_json("hours", *asked, "-o", str(picture))
    of = houseway.hours("match-em", seats=1, rounds=10, shift=2, tables=2, loss=Fraction(99))
    assert told["rounds_a_shift"] == 40
    assert Fraction(told["win_a_shift"]) == of.win_a_shift == 40 * of.risk.mean
    assert Fraction(told["chance_of_more"]["exact"]) == of.chance_of_more.low
    assert told["chance_of_more"]["error"] == 0
    assert [award["median_wagers"] for award in told["top_awards"]] == [award.median_wagers for award in of.awards]
    assert picture.read_text("utf-8").startswith("<svg")


def test_a_session_as_json_is_what_the_library_says(tmp_path: Path):
    picture = tmp_path / "session.svg"
    asked = ("--bankroll", "100", "--target", "150", "--rounds", "30", "--rebate", "10%", "--risk", "20%")
    told = run_json("session", "supreme-99", *asked, "-o", str(picture))
    of = houseway.session(
        "supreme-99",
        bankroll=Fraction(100),
        target=Fraction(150),
        rounds=30,
        rebate=Fraction(1, 10),
        risk=Fraction(1, 5),
    )
    course = of.session.course
    ends = (told["ruin"], told["at_target"], told["all_rounds"])
    assert [Fraction(end["exact"]) for end in ends] == [course.ruin.low, course.target.low, course.time.low]
    assert sum(Fraction(end["exact"]) for end in ends) == 1
    assert Fraction(told["bankroll_for_risk"]) == of.bankroll_for_risk
    assert told["rebate"]["gains_up_to"] == of.rebate.gains_up_to
    assert picture.read_text("utf-8").startswith("<svg")
    text = run("session", "supreme-99", *asked).stdout
    assert "10.00% of a loss paid back" in text and "at the target" in text


def test_promotional_chips_are_printed_by_wager():
    """Pair Fortunes wins or loses: a chip on it wins what it pays, as often as it comes."""
    text = " ".join(run("promo", "supreme-99", "--wager", "Pair Fortunes").stdout.split())
    [figures] = houseway.analyze("supreme-99", wager="Pair Fortunes")
    won = sum(line.probability * line.net for line in figures.lines if line.net > 0)
    assert percent(won, 3) in text
    [chip] = run_json("promo", "supreme-99", "--wager", "Pair Fortunes")
    assert Fraction(chip["free_bet"]) == won
    assert Fraction(chip["match_play"]) == won - figures.house_edge


@pytest.mark.parametrize(
    ("says", "arguments"),
    [
        ("0 rounds an hour", ("hours", "match-em", "--rounds", "0")),
        ("'often' is not a number", ("hours", "match-em", "--rounds", "often")),
        ("25 hours a shift", ("hours", "match-em", "--shift", "25")),
        ("9 seats", ("hours", "match-em", "--seats", "9")),
        ("above 0 and below 1", ("hours", "match-em", "--broken", "100%")),
        ("a round may take", ("session", "supreme-99", "--bankroll", "20")),
        ("more than the bankroll", ("session", "supreme-99", "--target", "500")),
        ("1 to 100,000", ("session", "supreme-99", "--rounds", "1e6")),
        ("from a meter", ("session", "san-lo", "--wager", "Progressive")),
        ("from a meter", ("promo", "san-lo", "--wager", "Progressive")),
    ],
)
def test_what_cannot_be_asked_is_refused(says: str, arguments: tuple[str, ...]):
    is_refused(says, *arguments)
