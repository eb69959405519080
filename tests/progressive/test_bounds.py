"""No account of a meter goes beyond its bound."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from houseway.deciding.refusal import Refusal
from houseway.money import BANK, DEPOSIT, FUND, METER, MICROS_PER_CENT, MOST_METER_MICROS, MOST_MICROS, RESERVE
from houseway.progressive import commands as do
from houseway.progressive.adjustment import Grounds
from houseway.progressive.controller import decide
from houseway.progressive.meter import MOST_CENTS
from houseway.progressive.refusal import MeterReason
from houseway.progressive.state import evolve, held_micros
from tests.progressive.meters import ADMIN, OTHER_ADMIN, SUPERVISOR, opened
from tests.soak import examples


def test_deposits_of_the_permitted_size_end_at_the_bound():
    desk = opened()
    desk.state = replace(desk.state, balances={**desk.state.balances, FUND: MOST_MICROS - MICROS_PER_CENT})
    desk.does(ADMIN, do.RecordDeposit(cents=1, note="to the bank"))
    assert desk.refusal(ADMIN, do.RecordDeposit(cents=1, note="more")).reason is MeterReason.BEYOND_BOUND
    desk.does(ADMIN, do.RecordDeposit(cents=-1, note="back"))


def test_a_meter_is_not_adjusted_beyond_its_bound():
    desk = opened()
    desk.state = replace(desk.state, opened=replace(desk.meter, gross_micros=MOST_METER_MICROS))
    up = do.ProposeAdjustment(micros=1, reason=Grounds.MALFUNCTION_UP, note="lost", win=None, other=None)
    desk.does(ADMIN, up)
    assert desk.refusal(OTHER_ADMIN, do.Approve(proposal=1)).reason is MeterReason.BEYOND_BOUND


ACCOUNTS = st.sampled_from([FUND, BANK, DEPOSIT])
COMMANDS = st.one_of(
    st.builds(do.RecordDeposit, cents=st.sampled_from([1, -1, MOST_CENTS, -MOST_CENTS]), note=st.just("n")),
    st.builds(
        do.ProposeAdjustment,
        micros=st.sampled_from([1, MOST_CENTS * MICROS_PER_CENT, -1, -MOST_CENTS * MICROS_PER_CENT]),
        reason=st.sampled_from(Grounds),
        note=st.just("n"),
        win=st.none(),
        other=st.sampled_from([None, "n"]),
    ),
    st.builds(do.Approve, proposal=st.integers(1, 9)),
    st.builds(do.Suspend, note=st.just("n")),
    st.just(do.Resume()),
)


@examples(60, 1000)
@given(
    far=st.dictionaries(ACCOUNTS, st.sampled_from([-1, 1])),
    gross=st.sampled_from([0, 1, MOST_METER_MICROS - 1, MOST_METER_MICROS]),
    reserve=st.sampled_from([0, MOST_METER_MICROS]),
    asked=st.lists(st.tuples(st.sampled_from([ADMIN, OTHER_ADMIN, SUPERVISOR]), COMMANDS), max_size=25),
)
def test_no_command_of_anybody_moves_an_account_of_a_meter_beyond_its_bound(far, gross, reserve, asked):
    state = opened().state
    balances = {**state.balances, **{account: sign * MOST_MICROS for account, sign in far.items()}}
    state = replace(state, balances=balances, opened=replace(state.meter, gross_micros=gross, reserve_micros=reserve))
    for actor, command in asked:
        decision = decide(state, actor, command)
        if isinstance(decision, Refusal):
            continue
        for event in decision:
            state = evolve(state, event)
        for account, micros in held_micros(state).items():
            most = MOST_METER_MICROS if account in (METER, RESERVE) else MOST_MICROS
            assert abs(micros) <= most, (command, account)
