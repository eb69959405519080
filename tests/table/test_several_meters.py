"""A table with several meters by name: every stake raises each of them, a win takes its share of the one that its line
names and of no other, and each is reseeded, backed out and suspended by itself. [MSP 1–5]"""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from houseway.deciding.refusal import Refusal
from houseway.games import GAMES
from houseway.money import LOCKED
from houseway.progressive import commands as ask
from houseway.progressive import events as of_meter
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.automatic import next_step
from houseway.table.commands import Stage
from houseway.table.jackpots import on_sensors
from houseway.table.receipt import check
from houseway.table.refusal import Reason
from houseway.table.terms import Terms
from tests.progressive.meters import ADMIN, OTHER_ADMIN, SUPERVISOR
from tests.soak import more
from tests.table.sitting import (
    AUTOMATIC_DEALER,
    SURVEILLANCE,
    Sitting,
    check_that_views_leak_nothing,
    equipped,
    player_at,
    random_play,
    stacked,
)

PROGRESSIVE = "Progressive"
SEEDS = {"mega": 10_000_000_000, "major": 1_000_000_000, "minor": 200_000_000}  # micros
GAINS = {"mega": 80_000, "major": 40_000, "minor": 30_000}  # by one stake
SPADES = {1: "As Ks", 2: "9s 8s", "board": "Qs Js Ts"}  # a royal flush, and a straight flush


def table_of(*seats, paytable="MSP-C", **terms):
    offered = {"Ante": "Mississippi Stud", PROGRESSIVE: paytable}
    return Sitting("mississippi-stud", seats=seats, paytables=offered, **terms)


def on_the_sensors(*seats, **terms):
    return table_of(*seats, **terms).bets(wagers={PROGRESSIVE: 1_00})


def shown(hands, *others, **terms):
    """All cards up; whoever is not among the hands has folded, or holds nothing."""
    seats = [place for place in hands if isinstance(place, int)]
    return on_the_sensors(*seats, *others, **terms).deals(hands).reveals()


def held(sitting):
    """The sum of each meter's account over all books, by the paytable's name for it."""
    return {called: sitting.meters[f"m-{called}"].micros for called in SEEDS}


def gained(stakes):
    return {name: SEEDS[name] + stakes * GAINS[name] for name in SEEDS}


def recorded(sitting):
    """The next win."""
    sitting.supervisor.turns_key("JPH")
    sitting.supervisor.presses_jackpot()
    sitting.supervisor.turns_key("RUN")
    return sitting.round.jackpots[-1]


# ---- the wager -------------------------------------------------------------------------------------


def test_msp_1_the_progressive_is_an_option_beside_the_ante():
    sitting = table_of(1)
    sitting.player(1).refused(Reason.MAIN_BET_FIRST).bets(PROGRESSIVE, 1_00)
    sitting.bets().deals().ends()
    assert held(sitting) == SEEDS


def test_msp_2_it_is_paid_by_the_highest_hand_of_the_five_cards():
    sitting = shown({1: "8c 7d", 2: "Th 9h", "board": "8s 8d 7h"}).ends()
    assert sitting.result(1, PROGRESSIVE).line == "full house"
    assert sitting.result(1, PROGRESSIVE).won_cents == 50_00
    assert sitting.result(2, PROGRESSIVE).pays == "lose"


def test_msp_3_every_stake_raises_every_meter_by_its_own_share():
    sitting = on_the_sensors(1, 2, 5)
    sitting.deals()
    assert held(sitting) == gained(3)
    [coined] = [event for event, _ in sitting.events if isinstance(event, was.CoinedIn)]
    assert (coined.meter, coined.gained_micros) == ("", 3 * sum(GAINS.values()))
    assert {gain.name: (gain.meter, gain.gained_micros) for gain in coined.by_meter} == {
        name: (f"m-{name}", 3 * GAINS[name]) for name in GAINS
    }
    [told] = [line for line in sitting.lines if "COIN IN" in line]
    assert told.startswith("dealer: COIN IN for seat 1 (Ann), seat 2 (Ben), seat 5 (Eve)") and told.endswith("$0.45")


def test_msp_4_it_stays_in_play_though_the_player_folds():
    """The board is turned over for the wager that is left."""
    sitting = on_the_sensors(1).deals({1: "8c 2d", "board": "8s 8h 8d"})
    sitting.player(1).says("fold")
    sitting.reveals()
    assert sitting.round.spots[1].is_out
    sitting.ends()
    assert sitting.result(1, "Ante").line == "folded"
    assert sitting.result(1, PROGRESSIVE).won_cents == (SEEDS["minor"] + GAINS["minor"]) // 10_000


def test_msp_5_envy_is_paid_for_the_hands_of_others_and_not_for_a_minor():
    sitting = shown(SPADES, 5).ends()
    assert sitting.result(1, "Envy").won_cents == 300_00
    assert sitting.result(2, "Envy").won_cents == 1_000_00
    assert sitting.result(5, "Envy").won_cents == 1_300_00
    sitting = shown({1: "8c 2d", "board": "8s 8h 8d"}, 5).ends()
    assert [result.wager for result in sitting.table.previous.spots[5].results] == ["Ante", PROGRESSIVE]


# ---- the wins --------------------------------------------------------------------------------------


def test_a_win_takes_the_meter_that_its_line_names_and_no_other():
    sitting = shown({1: "8c 2d", "board": "8s 8h 8d"}, 5)
    sitting.dealer.presses("four of a kind", seat=1)
    won = recorded(sitting)
    assert (won.meter, won.pays, won.cents) == ("minor", "100% of minor", 200_06)
    assert held(sitting) == gained(2) | {"minor": SEEDS["minor"]}, "it is reseeded, and the others are as they were"
    assert sitting.account(LOCKED) == 200_06


def test_wins_of_different_meters_in_one_round_are_each_paid_whole():
    """Appendix A orders the wins; what one takes of its meter leaves the other's as it is."""
    sitting = shown(SPADES)
    for seat, line in ((1, "royal flush"), (2, "straight flush")):
        sitting.dealer.presses(line, seat=seat)
    first, second = recorded(sitting), recorded(sitting)
    assert [(won.seat, won.meter, won.cents) for won in (first, second)] == [
        (2, "major", 1_000_08),
        (1, "mega", 10_000_16),
    ]
    assert held(sitting) == gained(2) | {"mega": SEEDS["mega"], "major": SEEDS["major"]}
    sitting.ends()
    assert check(sitting.receipt())[1] == []


def test_of_two_wins_of_one_meter_the_second_is_paid_what_the_first_left():
    sitting = shown({1: "Js Ts", 2: "6s 5s", "board": "9s 8s 7s"})
    for seat in (1, 2):
        sitting.dealer.presses("straight flush", seat=seat)
    assert [(won.seat, won.cents) for won in (recorded(sitting), recorded(sitting))] == [(2, 1_000_08), (1, 1_000_00)]
    assert held(sitting)["mega"] == gained(2)["mega"]


def test_a_share_of_one_meter_with_one_name_less_table_is_as_it_always_was():
    sitting = shown(SPADES, paytable="MSP-A").ends()
    assert sitting.result(2, PROGRESSIVE).pays == "10%"
    assert sitting.table.terms.meters == {}
    assert sitting.result(1, PROGRESSIVE).won_cents > 0


# ---- back-outs -------------------------------------------------------------------------------------


def test_slp_9i_a_win_is_backed_out_of_the_meter_that_paid_it():
    sitting = shown(SPADES)
    for seat, line in ((1, "royal flush"), (2, "straight flush")):
        sitting.dealer.presses(line, seat=seat)
    recorded(sitting), recorded(sitting)
    sitting.backs_out(1_000_08, seat=2)
    assert held(sitting) == gained(2) | {"mega": SEEDS["mega"]}
    assert sitting.round.struck == {2} and sitting.round.prize(1) == 10_000_16
    assert [(back.seat, back.meter) for back in sitting.round.back_outs] == [(2, "major")]
    sitting.reconciles().acknowledges()
    sitting.dealer.game_over()
    assert sitting.result(2, PROGRESSIVE).won_cents == 0


def test_after_a_back_out_and_a_correction_the_seat_may_win_of_another_meter():
    """The straight flush was misread, and is four of a kind: the seat's second award is the first of that meter."""
    sitting = shown({1: "9s 8s", "board": "Qs Js Ts"})
    sitting.dealer.presses("straight flush", seat=1)
    recorded(sitting)
    sitting.backs_out(1_000_04)
    sitting.supervisor.proposes_cards({"1": "Qd Qc", "board": "Qs Qh Ts"})
    sitting.surveillance.agrees()
    sitting.dealer.presses("four of a kind", seat=1)
    assert recorded(sitting).meter == "minor"
    assert [award.win for award in awards(sitting, "minor")] == ["T1 round 1 seat 1"]
    sitting.backs_out(200_03)
    assert held(sitting) == gained(1)


def test_while_a_win_stands_recorded_a_correction_may_change_the_hands_of_another_meter():
    sitting = shown({1: "As Ks", 2: "4d 4h", "board": "Qs Js Ts"})
    sitting.dealer.presses("royal flush", seat=1)
    recorded(sitting)
    sitting.supervisor.proposes_cards({"2": "9s 8s"})
    sitting.surveillance.agrees()
    sitting.dealer.presses("straight flush", seat=2)
    assert recorded(sitting).cents == 1_000_08
    sitting.supervisor.proposes_cards({"1": "2d 3d"})
    sitting.surveillance.refused(Reason.JACKPOT_RECORDED).agrees()


def awards(sitting, called):
    return [event for event in sitting.meters[f"m-{called}"].events if isinstance(event, of_meter.AwardPaid)]


# ---- money of a round that is over -----------------------------------------------------------------


def test_money_of_an_award_is_corrected_with_the_meter_that_paid_it():
    sitting = shown({1: "8c 2d", "board": "8s 8h 8d"}, 5).ends()
    sitting.supervisor.proposes_money(-50_00, seat=1, player="Ann", wager=PROGRESSIVE, of_meter=True)
    sitting.surveillance.agrees()
    [corrected] = [event for event, _ in sitting.events if isinstance(event, was.MoneyCorrected)]
    assert corrected.meter == "m-minor"


# ---- COIN IN ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("called", SEEDS)
def test_if_one_meter_takes_no_stakes_none_does(called):
    sitting = on_the_sensors(1, 2)
    sitting.meters[f"m-{called}"].gives(ADMIN, ask.Suspend(note="a look at it"))
    sitting.is_sealed()
    sitting.dealer.coins_in()
    assert sitting.last[-1].says == f"meter m-{called} takes no stakes now"
    assert held(sitting) == SEEDS
    assert PROGRESSIVE not in sitting.round.spots[1].wagers


def test_a_void_round_gives_the_stakes_back_and_no_meter_goes_down():
    sitting = table_of(1, 2)
    chips = sitting.chips(1)
    sitting.bets(wagers={PROGRESSIVE: 1_00}).deals()
    assert sitting.chips(1) < chips
    sitting.supervisor.voids()
    assert sitting.chips(1) == chips
    assert held(sitting) == gained(2)


# ---- the terms -------------------------------------------------------------------------------------

MEGA_MAJOR = {"mega": "m-mega", "major": "m-major"}


@pytest.mark.parametrize(
    ("paytable", "terms", "says"),
    [
        ("MSP-C", {"meter": "m"}, "meters by name: the paytable has several, under `meters`: major, mega, minor"),
        ("MSP-C", {"meters": MEGA_MAJOR}, "meters major, mega: the paytable has several"),
        ("MSP-C", {}, "the name of the meter, for a table that offers a progressive wager"),
        ("MSP-A", {"meters": MEGA_MAJOR}, "meters major, mega: the paytable has one, under `meter`"),
        ("MSP-B", {"meters": {"mega": "m", "major": "m"}}, "each has the name of a meter of its own"),
        ("MSP-B", {"meters": {"mega": "m", "major": ""}}, "each has the name of a meter of its own"),
    ],
)
def test_a_table_names_a_meter_for_each_name_that_its_paytable_has(paytable, terms, says):
    sitting = Sitting(opened=False)
    offered = {"Ante": "Mississippi Stud", PROGRESSIVE: paytable}
    opens = do.OpenTable(terms=Terms(game="mississippi-stud", paytables=offered, dealer="live", **terms))
    answer = sitting.answer(sitting.supervisor.actor, opens)
    assert isinstance(answer, Refusal) and answer.reason is Reason.BAD_TERMS
    assert says in answer.says


def test_two_tables_play_for_the_same_meters_each_for_its_own_name():
    first = on_the_sensors(1)
    table_of(1, name="T2", shared=first.meters)
    assert {name: sorted(meter.state.links) for name, meter in first.meters.items()} == {
        f"m-{name}": ["T1", "T2"] for name in SEEDS
    }
    assert first.meters["m-minor"].state.links["T2"].meter == "minor"


def test_everybody_sees_the_meters_by_their_names_and_no_hidden_card():
    sitting = on_the_sensors(1, 2).deals(SPADES)
    seen = sitting.seen_by(sitting.player(1).actor)
    assert seen["meter"]["meters"] == [{"called": name, "name": f"m-{name}"} for name in SEEDS]
    check_that_views_leak_nothing(sitting.table, Random(5))


# ---- any sequence ----------------------------------------------------------------------------------

SEATS = (1, 4, 6)
BOARDS = {
    "Qs Js Ts": ("As Ks", "9s 8s", "2d 3d"),
    "8s 8h 8d": ("8c 2d", "As Kd", "Qs Js"),
    "9h 8h 7h": ("Jh Th", "6h 5h", "2c 2d"),
}


class SeveralMeters(RuleBasedStateMachine):
    """Two tables on three meters, dealt many winning hands; people back out, suspend and resume as they like."""

    def __init__(self):
        super().__init__()
        self.chance = Random(7)

    @initialize()
    def the_room_opens(self):
        first = table_of(*SEATS, dealer="automatic")
        self.tables = (first, table_of(*SEATS, dealer="automatic", name="T2", shared=first.meters))

    @rule(steps=st.integers(10, 60), seed=st.integers(0, 10**6))
    def the_tables_are_played_by_turns(self, steps, seed):
        self.chance.seed(seed)
        for _ in range(steps):
            self.plays_on(self.chance.choice(self.tables))

    def plays_on(self, sitting):
        table, rnd = sitting.table, sitting.table.round
        for seat in rnd.hands:
            for waiting in rnd.spots[seat].waits:
                sitting.answer(SURVEILLANCE, do.AcknowledgePayout(seat=seat, wager=waiting.wager))
                return
        if waiting := sitting.waiting():
            sitting.answer(player_at(waiting[0]), random_play(table, waiting[0], self.chance))
            return
        if table.stage is Stage.BETTING and rnd.sealed is None:
            board = self.chance.choice(list(BOARDS))
            hands = dict(zip(SEATS, self.chance.sample(BOARDS[board], 3), strict=True))
            sitting.automatic.shuffles(stacked(sitting.game, {**hands, "board": board}, 1, SEATS))
            return
        for seat in SEATS:
            if table.stage is Stage.BETTING and not rnd.is_coined_in and seat not in on_sensors(table):
                wager, cents = (PROGRESSIVE, 1_00) if seat in rnd.betting else ("Ante", 5_00)
                sitting.answer(player_at(seat), do.PlaceWager(seat=seat, wager=wager, cents=cents))
                return
        step = next_step(table)
        if step is not None:
            sitting.at = max(sitting.at, step[1] or sitting.at)
            sitting.answer(AUTOMATIC_DEALER, equipped(step[0], table, self.chance))

    @rule(table=st.sampled_from(range(2)))
    def a_round_is_void(self, table):
        self.tables[table].answer(SUPERVISOR, do.VoidRound(note="wet cards"))

    @rule(called=st.sampled_from(list(SEEDS)), goes=st.booleans())
    def a_meter_is_suspended_or_resumed(self, called, goes):
        self.tables[0].meters[f"m-{called}"].gives(ADMIN, ask.Resume() if goes else ask.Suspend(note="a look at it"))

    @rule(called=st.sampled_from(list(SEEDS)), nth=st.integers(0, 9), part=st.sampled_from([1, 2]))
    def an_award_is_backed_out(self, called, nth, part):
        meter = self.tables[0].meters[f"m-{called}"]
        standing = [(win, cents) for win, cents in meter.state.wins.items() if cents]
        if not standing:
            return
        win, cents = standing[-1 - nth % len(standing)]
        micros = max(1, cents // part) * 10_000
        asked = ask.ProposeAdjustment(micros=micros, reason=ask.Grounds.BACK_OUT, note="not his hand", win=win)
        if not isinstance(meter.gives(ADMIN, asked), Refusal):
            meter.gives(OTHER_ADMIN, ask.Approve(proposal=meter.state.next_proposal - 1))
            for sitting in self.tables:
                sitting.hears()

    @invariant()
    def every_meter_is_what_came_in_for_it_less_what_went_out_of_it(self):
        for called, meter in ((name, self.tables[0].meters[f"m-{name}"]) for name in SEEDS):
            micros = SEEDS[called]
            for event in meter.events:
                match event:
                    case of_meter.AwardPaid():
                        micros -= event.cents * 10_000
                    case of_meter.MeterReseeded():
                        micros += event.reserve_micros + event.bank_micros
                    case of_meter.ReseedReturned():
                        micros -= event.reserve_micros + event.bank_micros
                    case of_meter.MeterAdjusted(adjustment=made):
                        micros += made.micros
            stakes = sum(
                len(event.seats)
                for sitting in self.tables
                for event, _ in sitting.events
                if isinstance(event, was.CoinedIn)
            )
            assert meter.micros == micros + stakes * GAINS[called]
            meter.check()

    @invariant()
    def no_line_is_ever_paid_from_another_meter(self):
        shares = {name: GAMES["mississippi-stud"].paytable("MSP-C").shares(name) for name in SEEDS}
        for called in SEEDS:
            for award in awards(self.tables[0], called):
                assert shares[called][award.line].amount == 1
                assert award.cents == award.shown_micros // 10_000
                SEEN.add(called)


SEEN = set()
SEQUENCES = more(6, 30)


@pytest.mark.deeper
def test_any_sequence_on_several_meters_keeps_each_exact():
    SEEN.clear()
    run_state_machine_as_test(SeveralMeters, settings=settings(max_examples=SEQUENCES, stateful_step_count=20))
    assert set(SEEDS) == SEEN, "a meter was never won from"


def test_the_shares_of_all_meters_are_of_one_wager():
    paytable = GAMES["mississippi-stud"].paytable("MSP-C")
    assert sum(terms.increment for terms in paytable.meters.values()) == Fraction(15, 100)
