"""What each role sees of a meter: the sign for everybody, the controller for those who run it and watch them."""

from dataclasses import replace

import pytest

from houseway.progressive import events as was
from houseway.progressive.adjustment import Adjustment, Grounds
from houseway.progressive.state import Controller, evolve
from houseway.progressive.view import READERS, view
from houseway.role import Role
from tests.progressive.meters import FSLPP_01

FORTUNE = replace(FSLPP_01, maximum_cents=5_100_00)
PUBLIC = {"unapproved", "name", "status", "shown_micros", "stake_cents", "tables", "paytables", "meters"}


def controller() -> Controller:
    """Above its maximum, with a reserve, a proposal and a malfunction: much that is not for everybody."""
    state = Controller(name="m")
    adjustment = Adjustment(micros=-1, reason=Grounds.MALFUNCTION_DOWN, note="between us")
    for event in (
        was.MeterOpened(settings=FORTUNE, opening_cents=FORTUNE.seed_cents),
        was.StakesTaken(table="T1", upto=7, meter_micros=123_456789, reserve_micros=987654),
        was.AdjustmentProposed(proposal=1, by="Ada", adjustment=adjustment),
        was.MalfunctionReported(malfunction=1, note="the sign went dark"),
    ):
        state = evolve(state, event)
    return state


@pytest.mark.parametrize("role", [None, *Role])
def test_only_those_who_run_a_meter_or_watch_them_see_more_than_its_sign(role: Role | None) -> None:
    seen = view(controller(), role)
    assert (set(seen) == PUBLIC) is (role not in READERS)
    if role not in READERS:
        for secret in ("Ada", "between us", "dark", "987654"):
            assert secret not in str(seen)


def test_shares_are_exact() -> None:
    seen = view(controller(), Role.AUDITOR)
    assert seen["settings"]["increment"] == f"{FORTUNE.increment.numerator}/{FORTUNE.increment.denominator}"
    assert seen["proposals"][0]["adjustment"]["reason"] == "to correct a malfunction, down"
    assert seen["deposit_due_micros"] == seen["gross_micros"] + seen["reserve_micros"]
