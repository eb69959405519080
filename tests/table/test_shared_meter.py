"""Several tables on one meter, whatever is asked of any of them and of the controller: the meter is its opening and its
increments less its awards, with its adjustments, to the millionth; nothing is paid twice, and nothing is lost."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import event as note
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from houseway.deciding.refusal import Refusal
from houseway.progressive import commands as ask
from houseway.progressive import events as of_meter
from houseway.progressive.adjustment import MOVES, UP, Grounds
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.automatic import next_step
from houseway.table.jackpots import on_sensors
from tests.progressive.meters import ADMIN, FSLPP_01, OTHER_ADMIN, SUPERVISOR, SharedMeter
from tests.soak import more
from tests.table.sitting import AUTOMATIC_DEALER, SURVEILLANCE, Sitting, equipped, player_at, proper_play

TABLES = ("T1", "T2", "T3")
SEATS = (1, 4, 6)
OFFERED = {"Main Bet": "San Lo", "Progressive": "FSLPP-01"}
SETTINGS = st.builds(
    lambda seed, hidden, most: replace(FSLPP_01, seed_cents=seed, hidden=hidden, maximum_cents=most),
    seed=st.sampled_from([0, 1_00, 5_000_00]),
    hidden=st.sampled_from([Fraction(0), Fraction(1, 20), Fraction(3, 1000)]),
    most=st.sampled_from([None, 5_001_00]),
)
MICROS = st.one_of(st.integers(1, 3_000_000), st.integers(1, 40).map(lambda cents: cents * 10_000))


class OneMeter(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.chance = Random(7)

    @initialize(terms=SETTINGS, above=st.integers(0, 99))
    def the_room_opens(self, terms, above):
        self.meter = SharedMeter(terms, cents=terms.seed_cents + above)
        self.tables = [
            Sitting("san-lo", name=name, shared=self.meter, seats=SEATS, dealer="automatic", paytables=OFFERED)
            for name in TABLES
        ]

    # ---- the tables ----------------------------------------------------------------------------

    @rule(table=st.sampled_from(range(3)), steps=st.integers(5, 40), seed=st.integers(0, 10**6))
    def a_table_is_played(self, table, steps, seed):
        """The automatic dealer goes on; whoever sits there bets on the meter, and sets his hand."""
        self.chance.seed(seed)
        for _ in range(steps):
            self.plays_on(self.tables[table])

    @rule(steps=st.integers(10, 60), seed=st.integers(0, 10**6))
    def all_tables_are_played_by_turns(self, steps, seed):
        self.chance.seed(seed)
        for _ in range(steps):
            self.plays_on(self.chance.choice(self.tables))

    def plays_on(self, sitting):
        table, rnd = sitting.table, sitting.table.round
        for seat in rnd.hands:
            for waiting in rnd.spots[seat].waits:
                sitting.answer(SURVEILLANCE, do.AcknowledgePayout(seat=seat, wager=waiting.wager))
                return
            if table.stage.value == "choosing" and not rnd.spots[seat].how:
                sitting.answer(player_at(seat), proper_play(table, seat))
                return
        if table.stage.value == "betting":
            sitting.is_sealed()
            table, rnd = sitting.table, sitting.table.round
        for seat in SEATS:
            if table.stage.value == "betting" and not rnd.coined and seat not in on_sensors(table):
                wager, cents = ("Progressive", 1_00) if seat in rnd.betting else ("Main Bet", 5_00)
                sitting.answer(player_at(seat), do.PlaceWager(seat=seat, wager=wager, cents=cents))
                return
        step = next_step(table)
        if step is not None:
            sitting.at = max(sitting.at, step[1] or sitting.at)
            sitting.answer(AUTOMATIC_DEALER, equipped(step[0], table, self.chance))

    @rule(table=st.sampled_from(range(3)))
    def a_round_is_void(self, table):
        self.tables[table].answer(SUPERVISOR, do.VoidRound(note="wet cards"))

    # ---- the controller ------------------------------------------------------------------------

    @rule(by=st.sampled_from([ADMIN, SUPERVISOR]), goes=st.booleans())
    def the_meter_is_suspended_or_resumed(self, by, goes):
        self.asks(by, ask.Resume() if goes else ask.Suspend(note="a look at it"))

    @rule(
        reason=st.sampled_from(Grounds),
        micros=MICROS,
        nth=st.integers(0, 50),
        approver=st.sampled_from([ADMIN, OTHER_ADMIN]),
    )
    def somebody_moves_the_meter_by_hand(self, reason, micros, nth, approver):
        wins = sorted(self.meter.state.wins) or ["none"]
        asked = ask.ProposeAdjustment(
            micros=micros if reason in UP else -micros,
            reason=reason,
            note="see the log",
            win=wins[nth % len(wins)] if reason is Grounds.BACK_OUT else None,
            other="n" if reason in MOVES else None,
        )
        if not isinstance(self.asks(ADMIN, asked), Refusal):
            self.asks(approver, ask.Approve(proposal=self.meter.state.next_proposal - 1))
            for sitting in self.tables:
                sitting.hears()

    @rule(terms=SETTINGS)
    def the_settings_change(self, terms):
        self.asks(ADMIN, ask.Suspend(note="new settings"))
        if not isinstance(self.asks(ADMIN, ask.ChangeSettings(settings=terms)), Refusal):
            self.asks(OTHER_ADMIN, ask.Approve(proposal=self.meter.state.next_proposal - 1))
        self.asks(SUPERVISOR, ask.Resume())

    def asks(self, actor, command):
        answer = self.meter.gives(actor, command)
        if isinstance(answer, Refusal):
            note(f"refused: {answer.reason.name}")
            assert len(answer.says.splitlines()) == 1
        return answer

    # ---- what always holds ---------------------------------------------------------------------

    @invariant()
    def the_meter_is_what_came_in_less_what_went_out(self):
        meter = reserve = 0
        for event in self.meter.events:
            match event:
                case of_meter.MeterOpened():
                    meter += event.opening_cents * 10_000
                case of_meter.MeterReseeded():
                    meter, reserve = meter + event.reserve_micros + event.bank_micros, reserve - event.reserve_micros
                case of_meter.ReseedReturned():
                    meter, reserve = meter - event.reserve_micros - event.bank_micros, reserve + event.reserve_micros
                case of_meter.AwardPaid():
                    meter -= event.cents * 10_000
                case of_meter.MeterAdjusted(adjustment=made):
                    if made.reason is Grounds.ABOVE_MAXIMUM:
                        meter, reserve = meter + made.micros, reserve - made.micros
                    elif made.reason in (Grounds.RECEIPTS, Grounds.RESERVE_MOVED, Grounds.RESERVE_MOVED_HERE):
                        reserve += made.micros
                    else:
                        meter += made.micros
        for sitting in self.tables:
            for event, _ in sitting.events:
                if isinstance(event, was.CoinedIn):
                    meter, reserve = meter + event.gained_micros, reserve + event.reserve_micros
        assert (self.meter.micros, self.meter.reserve_micros) == (meter, reserve)
        assert min(meter, reserve) >= 0
        self.meter.check()

    @invariant()
    def every_win_is_paid_once_and_stands_in_both_books(self):
        recorded = sorted(
            (f"{sitting.table.name} seat {event.seat}", event.line, event.cents, event.meter_micros)
            for sitting in self.tables
            for event, _ in sitting.events
            if isinstance(event, was.JackpotRecorded)
        )
        awards = [event for event in self.meter.events if isinstance(event, of_meter.AwardPaid)]
        paid = sorted(
            (f"{each.win.split()[0]} seat {each.seat}", each.line, each.cents, each.shown_micros) for each in awards
        )
        assert recorded == paid
        assert len({each.win for each in awards}) == len(awards)

    def teardown(self):
        awards = [event for event in self.meter.events if isinstance(event, of_meter.AwardPaid)]
        SEEN["awards"] += len(awards)
        SEEN["tables"] |= {each.win.split()[0] for each in awards}


SEEN = {"awards": 0, "tables": set()}


SEQUENCES = more(15, 60)


@pytest.mark.deeper
def test_any_sequence_on_several_tables_keeps_the_meter_exact():
    SEEN.update(awards=0, tables=set())
    run_state_machine_as_test(OneMeter, settings=settings(max_examples=SEQUENCES, stateful_step_count=25))
    assert SEEN["awards"] > SEQUENCES and SEEN["tables"] == set(TABLES), "the meter was hardly won from"
