"""The PAR sheet of a wager: quantiles, and intervals held against the exact sum of so many rounds."""

from decimal import Decimal
from fractions import Fraction
from functools import cache
from statistics import NormalDist

import numpy as np
import pytest

import houseway
from houseway.analysis.figures import Figures
from houseway.analysis.par_sheet import QUANTILES, ROUNDS, ParSheet


@cache
def best() -> Figures:
    return houseway.analyze("supreme-99", wager="Standard Bet")[0]


@cache
def pairs() -> Figures:
    return houseway.analyze("supreme-99", wager="Pair Fortunes")[0]


def test_the_quantiles_are_those_of_the_normal_curve():
    for confidence, quantile in QUANTILES.items():
        assert float(quantile) == pytest.approx(NormalDist().inv_cdf(float(1 + confidence) / 2), abs=1e-12)
    assert ROUNDS == (10_000, 100_000, 1_000_000, 10_000_000)


def sum_of_rounds(figures: Figures, rounds: int) -> tuple[int, np.ndarray]:
    """The exact distribution of what so many rounds win, from the least sum on: a power of a polynomial."""
    least = min(int(line.net) for line in figures.lines)
    chances = np.zeros(max(int(line.net) for line in figures.lines) - least + 1)
    for line in figures.lines:
        chances[int(line.net) - least] += float(line.probability)
    size = rounds * (len(chances) - 1) + 1
    length = 1 << size.bit_length()
    return rounds * least, np.fft.irfft(np.fft.rfft(chances, length) ** rounds, length)[:size]


@pytest.mark.parametrize("confidence", QUANTILES)
def test_an_interval_holds_as_many_sums_as_it_says(confidence: Fraction):
    sheet, rounds = ParSheet(figures=best()), 10_000
    assert sheet.is_normal(rounds)
    least, chances = sum_of_rounds(best(), rounds)
    holds = -(least + np.arange(len(chances))) / rounds
    interval = sheet.interval(rounds, confidence)
    low, high = float(interval.low), float(interval.high)
    assert chances[(low <= holds) & (holds <= high)].sum() == pytest.approx(float(confidence), abs=0.004)
    outside = float(1 - confidence) / 2
    assert chances[holds < low].sum() == pytest.approx(outside, abs=0.004)
    assert chances[holds > high].sum() == pytest.approx(outside, abs=0.004)


def test_where_a_sum_is_marked_as_lopsided_the_normal_curve_errs():
    """Of Pair Fortunes, after a thousand rounds: there is far less on one side of the interval than on the other."""
    sheet, rounds = ParSheet(figures=pairs()), 1000
    least, chances = sum_of_rounds(pairs(), rounds)
    wins = least + np.arange(len(chances))
    mean, deviation = (chances * wins).sum(), np.sqrt(rounds * float(pairs().variance))
    near = abs(wins - mean) < 15 * deviation  # beyond that there is nothing but what floats leave
    skew = (chances * (wins - mean) ** 3)[near].sum() / deviation**3
    assert mean == pytest.approx(-rounds * float(pairs().house_edge), rel=1e-6)
    assert skew == pytest.approx(-float(sheet.skew(rounds)), rel=1e-3)
    interval = sheet.interval(rounds, Fraction(95, 100))
    holds = -wins / rounds
    below, above = (chances[outside].sum() for outside in (holds < float(interval.low), holds > float(interval.high)))
    assert below > 0.02 > 0.004 > above, "a rare award lies far out on one side only"
    assert not sheet.is_normal(rounds) and sheet.is_normal(10**7)


def test_the_index_and_the_interval_are_the_same_spread():
    sheet = ParSheet(figures=pairs())
    for confidence in QUANTILES:
        interval = sheet.interval(1_000_000, confidence)
        assert (interval.high - interval.low) / 2 * 1000 == pytest.approx(
            sheet.volatility_index(confidence), rel=Decimal("1e-12")
        )
        middle = (interval.high + interval.low) / 2
        assert Fraction(middle) == pytest.approx(pairs().house_edge, abs=Decimal("1e-20"))


def test_what_is_staked_again_and_again_leaves_so_much_of_the_drop():
    figures = next(each for each in houseway.analyze("match-em") if each.play == "best play")
    assert figures.action > 1
    for turnover in (1, 5, 20):
        left = Fraction(1)
        for _ in range(turnover):
            left -= left * figures.house_edge / figures.action
        assert ParSheet(figures=figures, turnover=turnover).hold_of_drop == 1 - left
    with pytest.raises(ValueError, match="turnover 0: what is bought is staked 1 to 1000 times"):
        ParSheet(figures=figures, turnover=0)
