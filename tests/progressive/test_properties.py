"""Whatever is asked of a controller, in whatever order: the meter is what came in less what went out, to the
millionth, and the ledger agrees."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from hypothesis import event as note
from hypothesis import given
from hypothesis import strategies as st

from houseway.deciding.refusal import Refusal
from houseway.money import BANK, FUND, meter_account, reserve_account
from houseway.progressive import commands as do
from houseway.progressive import events as was
from houseway.progressive.adjustment import MOVES, UP, Grounds
from houseway.progressive.meter import MeterSettings, faults
from houseway.progressive.state import Controller, evolve, journal
from houseway.progressive.wins import ORDERS, Win
from houseway.role import Actor
from tests.progressive.meters import ADMIN, AUDITOR, OTHER_ADMIN, SUPERVISOR, TABLE, Desk
from tests.soak import examples

METER, RESERVE = meter_account("m"), reserve_account("m")
SETTINGS = st.builds(
    MeterSettings,
    seed_cents=st.sampled_from([0, 1, 50_00]),
    stake_cents=st.sampled_from([1, 7, 1_00, 5_00]),
    increment=st.sampled_from([Fraction(0), Fraction(21, 100), Fraction(3033, 10000)]),
    hidden=st.sampled_from([Fraction(0), Fraction(1, 20), Fraction(69, 100)]),
    maximum_cents=st.sampled_from([None, 60_00, 71_37]),
)
WINS = st.lists(
    st.builds(
        Win,
        seat=st.integers(1, 6),
        line=st.just("hand"),
        share=st.sampled_from([Fraction(1, 10), Fraction(1, 3), Fraction(1)]),
    ),
    min_size=1,
    max_size=3,
    unique_by=lambda win: win.seat,
).map(tuple)
ROUNDS = st.builds("r{}".format, st.integers(1, 5))
MICROS = st.one_of(st.integers(1, 60_000_000), *[st.integers(1, 50).map(lambda cents: cents * 10_000)] * 2)
ADJUSTMENTS = st.builds(
    do.ProposeAdjustment,
    micros=MICROS,
    reason=st.sampled_from(Grounds),
    note=st.just("why"),
    win=st.just("r1 seat 1"),
    other=st.just("n"),
)
NUMBERS = st.integers(0, 5)
COMMANDS = st.one_of(
    st.builds(do.CoinIn, stakes=st.integers(1, 200)),
    st.builds(do.PayWins, game_round=ROUNDS, wins=WINS, order=st.sampled_from([*ORDERS])),
    ADJUSTMENTS,
    ADJUSTMENTS,
    st.builds(do.Approve, proposal=NUMBERS),
    st.builds(do.Approve, proposal=NUMBERS),
    st.builds(do.Withdraw, proposal=NUMBERS),
    st.builds(do.ChangeSettings, settings=SETTINGS),
    st.just(do.Suspend(note="x")),
    st.just(do.Resume()),
    st.just(do.Retire()),
)
PEOPLE = st.sampled_from([ADMIN, OTHER_ADMIN, SUPERVISOR, AUDITOR])
STEPS = st.lists(st.tuples(PEOPLE, COMMANDS, st.sampled_from([True] * 7 + [False])), min_size=15, max_size=40)


def fitted(desk: Desk, actor: Actor, command: do.MeterCommand) -> tuple[Actor, do.MeterCommand]:
    """The command as somebody who knows the procedure would give it; most steps are so, or little would happen."""
    able = [one for one in (actor, ADMIN, SUPERVISOR, TABLE) if one.role in command.by]
    match command:
        case do.Approve() | do.Withdraw() if desk.state.proposals:
            numbers = sorted(desk.state.proposals)
            command = replace(command, proposal=numbers[command.proposal % len(numbers)])
        case do.ProposeAdjustment(reason=reason, micros=micros):
            wins = sorted(desk.state.wins)
            win = wins[micros % len(wins)] if wins else "r1 seat 1"
            command = replace(
                command,
                micros=micros if reason in UP else -micros,
                win=win if reason is Grounds.BACK_OUT else None,
                other="n" if reason in MOVES else None,
            )
    return able[0], command


def ledger_of(events: list[was.MeterEvent]) -> Counter[str]:
    balances: Counter[str] = Counter()
    for event in events:
        for move in journal(event, "m"):
            balances[move.source] -= move.micros
            balances[move.target] += move.micros
    return balances


def expected(events: list[was.MeterEvent]) -> tuple[int, int]:
    """Meter and reserve from what was put in and taken out, with no code of the meter's own."""
    meter = reserve = 0
    for event in events:
        match event:
            case was.MeterOpened():
                meter += event.opening_cents * 10_000
            case was.StakesTaken():
                meter, reserve = meter + event.meter_micros, reserve + event.reserve_micros
            case was.AwardPaid():
                meter -= event.cents * 10_000
            case was.MeterReseeded():
                meter, reserve = meter + event.reserve_micros + event.bank_micros, reserve - event.reserve_micros
            case was.MeterAdjusted(adjustment=adjustment):
                match adjustment.reason:
                    case Grounds.RECEIPTS | Grounds.RESERVE_MOVED | Grounds.RESERVE_MOVED_HERE:
                        reserve += adjustment.micros
                    case Grounds.ABOVE_MAXIMUM:
                        meter, reserve = meter + adjustment.micros, reserve - adjustment.micros
                    case _:
                        meter += adjustment.micros
    return meter, reserve


def started(terms: MeterSettings, above_cents: int) -> Desk | None:
    desk = Desk()
    decided = desk.asked(ADMIN, do.OpenMeter(settings=terms, opening_cents=terms.seed_cents + above_cents))
    return None if isinstance(decided, Refusal) else desk


@examples(80, 1000)
@given(SETTINGS, st.integers(0, 1_000), STEPS)
def test_the_meter_is_what_came_in_less_what_went_out_whatever_is_asked(terms, above_cents, steps):
    desk = started(terms, above_cents)
    if desk is None:
        return
    for actor, asked, properly in steps:
        by, command = fitted(desk, actor, asked) if properly else (actor, asked)
        before, decided = desk.state, desk.asked(by, command)
        if isinstance(decided, Refusal):
            assert desk.state == before
            note(f"refused: {decided.reason.name}")
            continue
        for happened in decided:
            grounds = happened.adjustment.reason.name if isinstance(happened, was.MeterAdjusted) else ""
            note(f"{type(happened).__name__} {grounds}")
        check(desk, before, command, by.name)
    assert replayed(desk) == desk.state


def check(desk: Desk, before: Controller, command: do.MeterCommand, by: str) -> None:
    meter, ledger = desk.meter, ledger_of(desk.events)
    assert (meter.gross_micros, meter.reserve_micros) == expected(desk.events)
    stakes = [event for event in desk.events if isinstance(event, was.StakesTaken)]  # they stand in the tables' books
    assert meter.gross_micros == ledger[METER] + sum(event.meter_micros for event in stakes)
    assert meter.reserve_micros == ledger[RESERVE] + sum(event.reserve_micros for event in stakes)
    assert min(meter.gross_micros, meter.reserve_micros, meter.seed_owed_micros, meter.overflow_micros) >= 0
    assert set(ledger) <= {METER, RESERVE, FUND, BANK}
    assert not faults(meter.settings)
    paid = [event.win for event in desk.events if isinstance(event, was.AwardPaid)]
    assert len(paid) == len(set(paid)) == sum(tally.hits for tally in meter.tallies.values())
    assert meter.in_micros == sum(event.meter_micros for event in stakes)
    assert all(cents >= 0 for cents in desk.state.wins.values())
    if isinstance(command, do.Approve):
        assert before.proposals[command.proposal].by != by
    elif not isinstance(command, do.CoinIn | do.PayWins):
        assert meter.gross_micros == before.meter.gross_micros


def replayed(desk: Desk) -> Controller:
    state = Controller(name="m")
    for event in desk.events:
        state = evolve(state, event)
    return state
