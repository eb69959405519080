"""No account of a table goes beyond its bound, whatever anybody enters, however often."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from houseway.deciding.refusal import Refusal
from houseway.money import BANK, BUY_IN, CASH_OUT, FUND, MICROS_PER_CENT, MOST_MICROS, TRAY, seat_account
from houseway.role import AUTOMATIC_DEALER
from houseway.table import commands as do
from houseway.table.chips import FULL_BOX_CENTS, MOST_CENTS, MOST_SEAT_CENTS, MOST_TRAY_CENTS
from houseway.table.decide import decide
from houseway.table.events import BoxCounted
from houseway.table.evolve import evolve
from houseway.table.refusal import Reason
from houseway.table.state import Table
from tests.soak import examples
from tests.table.sitting import LIVE_DEALER, NOON, STAFF, SUPERVISOR, Sitting, player_at

BIG = MOST_CENTS


def test_buy_ins_of_the_permitted_size_end_at_the_bound_of_the_seat():
    sitting = Sitting("supreme-99", seats=(1,), chips=0)
    for _ in range(MOST_SEAT_CENTS // BIG):
        sitting.sells_chips(1, BIG)
    sitting.dealer.refused(Reason.BEYOND_BOUND).buys_in(1, 1)
    sitting.player(1).cashes_out(BIG)
    sitting.sells_chips(1, BIG)


def test_fills_of_the_permitted_size_end_at_the_bound_of_the_tray():
    sitting = Sitting("supreme-99", tray_cents=0)
    for _ in range(MOST_TRAY_CENTS // BIG):
        sitting.supervisor.gives(do.FillTray(cents=BIG))
    sitting.supervisor.refused(Reason.BEYOND_BOUND).gives(do.FillTray(cents=1))


def test_what_is_reversed_goes_through_the_same_bounds():
    sitting = Sitting("supreme-99", seats=(1,), chips=0, tray_cents=0)
    for _ in range(MOST_SEAT_CENTS // BIG):
        sitting.sells_chips(1, BIG)
    sitting.player(1).cashes_out(BIG)
    cashed = sitting.table.next_entry - 1
    sitting.sells_chips(1, BIG)
    sitting.supervisor.refused(Reason.BEYOND_BOUND).gives(do.Reverse(entry=cashed, note="wrong"))
    for _ in range(MOST_TRAY_CENTS // BIG):
        sitting.supervisor.gives(do.FillTray(cents=BIG))
    sitting.supervisor.gives(do.CreditTray(cents=BIG))
    credited = sitting.table.next_entry - 1
    sitting.supervisor.gives(do.FillTray(cents=BIG))
    sitting.supervisor.refused(Reason.BEYOND_BOUND).gives(do.Reverse(entry=credited, note="wrong"))


@pytest.mark.parametrize("dealer", ["live", "automatic"])
def test_buying_in_and_leaving_again_and_again_stays_far_from_64_bits(dealer):
    """The running totals of drop and cash begin anew when the box is full, so nobody can fill a table up for good."""
    sitting = Sitting("supreme-99", dealer=dealer)
    for _ in range(25):
        sitting.player(1).sits()
        for _ in range(MOST_SEAT_CENTS // BIG):
            sitting.sells_chips(1, BIG)
        sitting.player(1).leaves()
        most = 2 * FULL_BOX_CENTS * MICROS_PER_CENT
        assert all(abs(micros) <= most for micros in sitting.table.balances.values()), sitting.table.balances


def test_a_cash_out_can_still_be_reversed_after_the_box_was_changed():
    sitting = Sitting("supreme-99", seats=(1, 2), chips=0)
    sitting.sells_chips(2, BIG)
    sitting.player(2).cashes_out(BIG)
    entry = sitting.table.next_entry - 1
    for _ in range(11):
        for _ in range(10):
            sitting.sells_chips(1, BIG)
        sitting.player(1).leaves()
        sitting.player(1).sits()
    assert any(isinstance(event, BoxCounted) for event, _ in sitting.events)
    sitting.supervisor.gives(do.Reverse(entry=entry, note="he stays"))
    assert sitting.chips(2) == BIG


# ---- over random commands, near the bound


ACCOUNTS = [BUY_IN, CASH_OUT, BANK, TRAY, FUND, seat_account(1), seat_account(2)]
OWE = {BUY_IN, BANK, FUND}
CENTS = st.sampled_from([1, 25_00, 300_00, BIG - 1, BIG, BIG + 1])
SEATS = st.integers(1, 2)
COMMANDS = st.one_of(
    st.builds(do.BuyIn, seat=SEATS, cents=CENTS),
    st.builds(do.CashOut, seat=SEATS, cents=CENTS),
    st.builds(do.LeaveSeat, seat=SEATS),
    st.builds(do.TakeSeat, seat=SEATS, player=st.just("Ann")),
    st.builds(do.FillTray, cents=CENTS),
    st.builds(do.CreditTray, cents=CENTS),
    st.builds(do.Reverse, entry=st.integers(1, 30), note=st.just("wrong")),
    st.builds(do.PlaceWager, seat=SEATS, wager=st.just("Standard Bet"), cents=CENTS),
    st.builds(do.TakeBackWager, seat=SEATS, wager=st.just("Standard Bet")),
    st.builds(do.VoidRound, note=st.just("why")),
    st.just(do.CloseTable()),
)
ACTORS = (*STAFF, AUTOMATIC_DEALER, player_at(1), player_at(2))


@st.composite
def near_the_bound(draw):
    """An open table some of whose accounts have come as far as they may, or nearly."""
    table = Sitting("supreme-99", seats=(1, 2), chips=5_000_00).table
    balances = dict(table.balances)
    for account in draw(st.lists(st.sampled_from(ACCOUNTS), min_size=1, unique=True)):
        sign = -1 if account in OWE and draw(st.booleans()) else 1
        away = draw(st.sampled_from([0, MICROS_PER_CENT, BIG * MICROS_PER_CENT, 3 * BIG * MICROS_PER_CENT]))
        balances[account] = sign * (MOST_MICROS - away)
    return replace(table, balances=balances)


@examples(40, 500, suppress_health_check=[HealthCheck.too_slow])
@given(table=near_the_bound(), asked=st.lists(st.tuples(st.sampled_from(ACTORS), COMMANDS), max_size=30))
def test_no_command_of_anybody_moves_an_account_beyond_its_bound(table: Table, asked):
    for actor, command in asked:
        decision = decide(table, actor, command, NOON)
        if isinstance(decision, Refusal):
            continue
        for event in decision:
            table = evolve(table, event, NOON)
        assert all(abs(micros) <= MOST_MICROS for micros in table.balances.values()), (command, table.balances)


def test_a_command_that_would_pass_the_bound_says_so():
    sitting = Sitting("supreme-99", seats=(1,))
    table = replace(sitting.table, balances={**sitting.table.balances, BANK: -MOST_MICROS})
    refused = decide(table, SUPERVISOR, do.FillTray(cents=1), NOON)
    assert isinstance(refused, Refusal) and refused.reason is Reason.BEYOND_BOUND
    assert not isinstance(decide(table, SUPERVISOR, do.CreditTray(cents=1), NOON), Refusal)
    assert not isinstance(decide(table, LIVE_DEALER, do.BuyIn(seat=1, cents=1), NOON), Refusal)
