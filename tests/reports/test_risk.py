"""What `houseway risk` prints of a round: amounts that a person would choose, and bounds marked as bounds."""

import io
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

import houseway
from houseway.reports.risk import ROWS, _binned, print_risk, round_step

DOLLARS = r"-?\$[\d,]+\.\d\d"


def printed(risk) -> str:
    out = io.StringIO()
    print_risk(Console(file=out, width=200), risk)
    return out.getvalue()


def dollars(text: str) -> Fraction:
    return Fraction(text.replace("$", "").replace(",", ""))


spread = st.dictionaries(
    st.integers(-(10**7), 10**7).map(lambda cents: Fraction(cents, 100)), st.integers(1, 10**6), min_size=1, max_size=90
)


@given(spread)
def test_a_distribution_is_told_amount_by_amount_or_in_round_steps_from_zero(times):
    total = sum(times.values())
    chances = {amount: Fraction(n, total) for amount, n in sorted(times.items())}
    rows = _binned(chances)
    assert sum(chance for _, chance in rows) == 1
    if len(chances) <= 2 * ROWS:
        assert [dollars(name) for name, _ in rows] == list(chances)
        return
    assert len(rows) <= ROWS + 4
    bounds = sorted({dollars(bound) for name, _ in rows for bound in re.findall(DOLLARS, name)})
    steps = {high - low for name, _ in rows if " to " in name for low, high in [map(dollars, name.split(" to "))]}
    assert len(steps) == 1
    [step] = steps
    assert re.fullmatch(r"0*[125]0*", f"{step * 100}") and all(bound % step == 0 for bound in bounds)
    for name, chance in rows:
        if " to " in name:
            low, high = map(dollars, name.split(" to "))
            assert chance == sum(c for amount, c in chances.items() if low <= amount < high)


@pytest.mark.parametrize(
    ("least", "step"),
    [("0.001", "0.01"), ("0.03", "0.05"), ("16.63", "20"), ("50", "50"), ("50.01", "100"), ("0", "0.01")],
)
def test_a_step_is_one_two_or_five_of_a_unit(least, step):
    assert round_step(Fraction(least)) == Fraction(step)


@pytest.mark.soak
def test_a_bound_that_no_deal_was_found_for_is_marked_and_the_best_deal_stands_beside_it():
    found = houseway.risk("supreme-99", stake=Fraction(25), side=Fraction(5), seats=2, rounds=0)
    assert "≤" not in printed(found)
    main, pairs = found.exposures
    short = replace(pairs.worst, cost=Fraction(15), bound=Fraction(3000))
    text = printed(replace(found, exposures=(main, replace(pairs, worst=short))))
    assert "≤ $3,000.00" in text and "a bound" in text and "$15.00 was found" in text
    assert "≤ $3,000.00" in printed(replace(found, exposures=(main, replace(pairs, worst=None))))
