"""The progressive of Fortune San Lo Poker at the table, clause by clause: what each button does, and every wrong order
of them refused with its reason. [SLP 4–9i] [Appendix A]"""

from itertools import permutations
from random import Random

import pytest

from houseway.cards import parse
from houseway.games import GAMES
from houseway.money import FUND, LOCKED, reserve_account, seat_account
from houseway.progressive import commands as ask
from houseway.progressive import events as of_meter
from houseway.progressive.adjustment import Grounds
from houseway.progressive.envy import BETTORS_HANDS
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.commands import Stage
from houseway.table.receipt import check
from houseway.table.receipt_corrections import dealt_by_seal
from houseway.table.refusal import Reason
from houseway.table.terms import Terms
from tests.progressive.meters import ADMIN, OTHER_ADMIN, SharedMeter
from tests.table.sitting import DEALER, Sitting, check_that_views_leak_nothing, stacked

MAIN, FORTUNE, PROGRESSIVE = "Main Bet", "Fortune Bonus", "Progressive"
SEED = 5_000_000_000  # micros

ACES = "As Ah Ad Ac Jk 2c"
ROYALS = {"s": "As Ks Qs Js Ts 2d", "h": "Ah Kh Qh Jh Th 2c", "d": "Ad Kd Qd Jd Td 3c", "c": "Ac Kc Qc Jc Tc 4h"}
JOKER_ROYAL = "Jk Ks Qs Js Ts 3h"
STRAIGHT_FLUSH = "7c 6c 5c 4c 3c 9h"
QUADS = "8s 8h 8d 8c 3h 2s"
FULL_HOUSE = "6s 6h 6c 4s 4c 9h"
NOTHING = "9s 7h 5d 3s 2h Jd"
DEALERS = "9d 7d 6d 4d 3d 5h"


def table_of(*seats, paytable="FSLPP-01", **terms):
    game = GAMES["san-lo"]
    offered = {MAIN: game.paytables_of(game.main[0])[0].name, FORTUNE: "FSLP-01", PROGRESSIVE: paytable}
    return Sitting("san-lo", seats=seats, paytables=offered, **terms)


def on_the_sensors(*seats, **terms):
    """Everybody has placed the main bet and a dollar on the sensor."""
    return table_of(*seats, **terms).bets(wagers={PROGRESSIVE: 1_00})


def revealed(hands, **terms):
    """All cards up: each seat of `hands` with its cards, against a dealer who holds nothing."""
    sitting = on_the_sensors(*hands, **terms)
    return sitting.deals({**hands, DEALER: DEALERS}).reveals()


def meter(sitting):
    """The sum of its account over the meter's own book and the table's."""
    return sitting.meter.micros


# ---- 4: the meter ----------------------------------------------------------------------------------


def test_slp_4_the_meter_begins_at_its_seed_and_is_a_liability_of_the_house():
    sitting = table_of(1)
    assert meter(sitting) == SEED
    assert sitting.meter.balances == {"bank": -SEED, "meter m": SEED}


def test_slp_4_the_meter_is_reseeded_when_the_100_percent_award_hits():
    sitting = revealed({4: ACES})
    before = meter(sitting)
    sitting.dealer.presses("Five Aces", seat=4)
    sitting.supervisor.turns_key("JPH")
    sitting.supervisor.presses_jackpot()
    assert sitting.account(LOCKED) == before // 10_000
    assert sitting.meter.events[-1] == of_meter.MeterReseeded(reserve_micros=0, bank_micros=SEED - before % 10_000)
    sitting.supervisor.turns_key("RUN")
    assert meter(sitting) == SEED
    sitting.ends()
    assert sitting.result(4, PROGRESSIVE).won_cents == before // 10_000 == 5_000_21


def test_slp_4_a_meter_keeps_what_it_has_gained_when_the_table_is_closed_and_opened_again():
    sitting = on_the_sensors(1).deals().ends()
    sitting.player(1).leaves()
    terms = sitting.table.terms
    sitting.supervisor.gives(do.CloseTable())
    sitting.supervisor.opens(terms)
    assert meter(sitting) == SEED + 210_000


# ---- 5: the sensor ---------------------------------------------------------------------------------


def test_slp_5_the_regular_wager_comes_first():
    sitting = table_of(1)
    sitting.player(1).refused(Reason.MAIN_BET_FIRST).bets(PROGRESSIVE, 1_00)


@pytest.mark.parametrize(("cents", "reason"), [(99, Reason.BELOW_MINIMUM), (1_01, Reason.ABOVE_MAXIMUM)])
def test_slp_5_a_sensor_takes_one_stake_and_no_other(cents, reason):
    sitting = table_of(1).bets()
    sitting.player(1).refused(reason).bets(PROGRESSIVE, cents)


def test_slp_5_a_sensor_goes_on_and_off_until_coin_in():
    sitting = on_the_sensors(1, 2)
    sitting.player(1).takes_back(PROGRESSIVE)
    sitting.player(1).bets(PROGRESSIVE, 1_00)
    sitting.player(2).takes_back(PROGRESSIVE)
    sitting.dealer.coins_in()
    assert sitting.round.coined == (1,)
    sitting.player(1).refused(Reason.ALREADY_COINED_IN).takes_back(PROGRESSIVE)
    sitting.player(2).refused(Reason.ALREADY_COINED_IN).bets(PROGRESSIVE, 1_00)


# ---- 6: COIN IN ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("paytable", "gain"), [("FSLPP-01", 210_000), ("FSLPP-03", 303_310)])
def test_slp_6_coin_in_takes_the_stakes_and_raises_the_meter_exactly(paytable, gain):
    sitting = on_the_sensors(1, 3, 6, paytable=paytable)
    tray, before = sitting.account("tray"), meter(sitting)
    sitting.dealer.coins_in()
    assert sitting.account("tray") == tray + 3_00
    assert meter(sitting) == before + 3 * gain
    assert sitting.table.balances[FUND] == -3 * gain
    assert reserve_account("m") not in sitting.table.balances


def test_slp_6_coin_in_comes_once_a_round_and_only_with_a_sensor_lit():
    sitting = table_of(1).bets()
    sitting.dealer.refused(Reason.NO_PROGRESSIVE).coins_in()
    sitting.player(1).bets(PROGRESSIVE, 1_00)
    sitting.dealer.coins_in()
    sitting.dealer.refused(Reason.ALREADY_COINED_IN).coins_in()


def test_slp_6_betting_does_not_close_over_a_lit_sensor():
    sitting = on_the_sensors(1)
    sitting.dealer.shuffles(sitting.game.pack().cards())
    sitting.dealer.refused(Reason.NOT_COINED_IN).closes_betting()
    sitting.dealer.coins_in()
    sitting.dealer.closes_betting()
    sitting.dealer.refused(Reason.WRONG_STAGE).coins_in()


@pytest.mark.parametrize("who", ["player", "supervisor", "surveillance", "auditor"])
def test_slp_6_only_the_dealer_presses_coin_in(who):
    sitting = on_the_sensors(1)
    voice = sitting.player(1) if who == "player" else getattr(sitting, who)
    voice.refused(Reason.NOT_YOUR_ROLE).coins_in()


def test_a_void_round_gives_the_stakes_back_and_leaves_the_meter_as_it_is():
    """A meter goes down for what is on a closed list, and a void round is not on it. (WAC 230-15-695)"""
    sitting = on_the_sensors(1, 4).deals()
    chips = [sitting.chips(seat) for seat in (1, 4)]
    assert meter(sitting) == SEED + 420_000
    sitting.supervisor.gives(do.VoidRound(note="fire alarm"))
    assert [sitting.chips(seat) for seat in (1, 4)] == [each + 26_00 for each in chips]
    assert (meter(sitting), sitting.table.balances[FUND]) == (SEED + 420_000, -420_000)
    assert sitting.account("tray") == sitting.table.terms.tray_cents


def test_the_stakes_of_a_round_that_can_still_be_void_stay_in_the_tray():
    sitting = on_the_sensors(1, 4, tray_cents=100_00)
    sitting.dealer.coins_in()
    sitting.supervisor.refused(Reason.TRAY_SHORT).gives(do.CreditTray(cents=100_01))
    sitting.supervisor.gives(do.CreditTray(cents=100_00))
    sitting.supervisor.gives(do.VoidRound(note="fire alarm"))
    assert sitting.account("tray") == 0


# ---- 7, 8: dealt and reconciled with the rest --------------------------------------------------------


def test_slp_8_all_wagers_of_a_seat_are_reconciled_at_the_same_time():
    sitting = revealed({4: QUADS})
    sitting.dealer.reconciles(4)
    [event] = sitting.last
    assert [result.wager for result in event.results] == [MAIN, PROGRESSIVE]
    assert sitting.result(4, PROGRESSIVE).won_cents == 150_00


# ---- 9: winners ------------------------------------------------------------------------------------


def test_slp_9a_percentage_pays_come_from_the_meter():
    sitting = revealed({4: ROYALS["s"]})
    before, tray = meter(sitting), sitting.account("tray")
    sitting.pays_the_meter()
    assert meter(sitting) == before - 500_020_000  # ten per cent of $5,000.21, to the cent
    assert sitting.account("tray") == tray
    sitting.ends()
    assert sitting.result(4, PROGRESSIVE).won_cents == 500_02
    assert sitting.account(LOCKED) == 0


@pytest.mark.parametrize(
    ("hand", "paytable", "cents"),
    [
        (STRAIGHT_FLUSH, "FSLPP-01", 300_00),
        (QUADS, "FSLPP-01", 150_00),
        (FULL_HOUSE, "FSLPP-01", 15_00),
        (STRAIGHT_FLUSH, "FSLPP-03", 100_00),
        (QUADS, "FSLPP-03", 75_00),
        (NOTHING, "FSLPP-01", 0),
    ],
)
def test_slp_9b_other_hands_are_paid_from_the_tray_and_the_wager_is_not_returned(hand, paytable, cents):
    sitting = revealed({4: hand}, paytable=paytable)
    before = meter(sitting)
    sitting.ends()
    result = sitting.result(4, PROGRESSIVE)
    assert (result.won_cents, result.returned_cents, result.stake_cents) == (cents, 0, 1_00)
    assert meter(sitting) == before


def test_slp_9d_a_second_press_takes_the_hand_back():
    sitting = revealed({4: ROYALS["s"]})
    sitting.dealer.presses("Five Aces", seat=4)
    sitting.dealer.refused(Reason.ANOTHER_HAND_LIT).presses("Royal Flush", seat=4)
    sitting.dealer.presses("Five Aces", seat=4)
    assert not sitting.round.keyed
    sitting.dealer.presses("Royal Flush", seat=4)
    assert sitting.round.keyed == {4: "Royal Flush"}


def test_slp_9d_there_are_buttons_for_the_hands_that_the_meter_pays_and_seats_that_coined_in():
    sitting = table_of(1, 4).bets()
    sitting.player(4).bets(PROGRESSIVE, 1_00)
    sitting.deals({4: QUADS, 1: NOTHING, DEALER: DEALERS}).reveals()
    sitting.dealer.refused(Reason.NOT_A_METER_HAND).presses("Four of a Kind", seat=4)
    sitting.dealer.refused(Reason.NO_PROGRESSIVE).presses("Royal Flush", seat=1)


def test_slp_9e_the_dealer_cannot_turn_the_supervisors_key():
    sitting = revealed({4: ROYALS["s"]})
    sitting.dealer.presses("Royal Flush", seat=4)
    for voice in (sitting.dealer, sitting.player(4), sitting.surveillance):
        voice.refused(Reason.NOT_YOUR_ROLE).turns_key("JPH")
        voice.refused(Reason.NOT_YOUR_ROLE).presses_jackpot()


def test_slp_9f_j_pot_needs_the_key_in_jph_and_the_key_a_lit_hand():
    sitting = revealed({4: ROYALS["s"]})
    sitting.supervisor.refused(Reason.KEY_NOT_THERE).presses_jackpot()
    sitting.supervisor.refused(Reason.NOTHING_KEYED).turns_key("JPH")
    sitting.dealer.presses("Royal Flush", seat=4)
    sitting.supervisor.refused(Reason.KEY_NOT_THERE).presses_jackpot()
    sitting.supervisor.refused(Reason.KEY_NOT_THERE).turns_key("RUN")
    sitting.supervisor.refused(Reason.KEY_NOT_THERE).turns_key("OFF")
    sitting.supervisor.turns_key("JPH")
    sitting.dealer.refused(Reason.KEY_NOT_THERE).presses("Royal Flush", seat=4)
    sitting.supervisor.presses_jackpot()
    sitting.supervisor.refused(Reason.JACKPOT_RECORDED).presses_jackpot()
    assert sitting.seen_by(sitting.player(4).actor)["meter"]["locked_cents"] == 500_02


def test_slp_9f_a_hand_that_the_seat_does_not_hold_is_not_recorded():
    sitting = revealed({4: QUADS})
    sitting.dealer.presses("Royal Flush", seat=4)
    sitting.supervisor.turns_key("JPH")
    sitting.supervisor.refused(Reason.KEYED_WRONGLY).presses_jackpot()
    sitting.supervisor.turns_key("RUN")
    sitting.dealer.refused(Reason.KEYED_WRONGLY).reconciles(4)
    sitting.dealer.presses("Royal Flush", seat=4)
    sitting.ends()


def test_slp_9g_the_key_back_in_run_restores_the_table():
    sitting = revealed({4: ROYALS["s"]})
    sitting.dealer.presses("Royal Flush", seat=4)
    sitting.supervisor.turns_key("JPH")
    sitting.supervisor.presses_jackpot()
    sitting.dealer.refused(Reason.KEY_NOT_THERE).reconciles(4)
    sitting.supervisor.turns_key("RUN")
    sitting.dealer.reconciles(4)


def test_slp_9g_the_key_can_be_turned_back_without_a_win():
    sitting = revealed({4: ROYALS["s"]})
    before = meter(sitting)
    sitting.dealer.presses("Royal Flush", seat=4)
    sitting.supervisor.turns_key("JPH")
    sitting.supervisor.turns_key("RUN")
    assert meter(sitting) == before
    sitting.dealer.refused(Reason.JACKPOT_OPEN).reconciles(4)


def test_slp_9h_game_over_waits_for_every_win_from_the_meter():
    sitting = revealed({4: ROYALS["s"], 1: NOTHING})
    sitting.dealer.refused(Reason.NOT_KEYED).reconciles(4)
    sitting.dealer.refused(Reason.NOT_RECONCILED).game_over()
    sitting.dealer.presses("Royal Flush", seat=4)
    sitting.dealer.refused(Reason.JACKPOT_OPEN).reconciles(4)
    sitting.pays_the_meter().reconciles()
    sitting.dealer.presses("Royal Flush", seat=1)
    sitting.dealer.refused(Reason.KEYED_WRONGLY).game_over()
    sitting.dealer.presses("Royal Flush", seat=1)
    sitting.dealer.game_over()
    assert (sitting.round.coined, sitting.round.keyed, sitting.round.key) == ((), {}, "RUN")


def test_slp_9i_once_j_pot_is_pressed_the_hand_cannot_be_taken_back():
    sitting = revealed({4: ROYALS["s"]})
    sitting.pays_the_meter()
    sitting.dealer.refused(Reason.JACKPOT_RECORDED).presses("Royal Flush", seat=4)
    sitting.supervisor.refused(Reason.NOTHING_KEYED).turns_key("JPH")


def test_a_fouled_hand_still_plays_for_the_meter():
    sitting = on_the_sensors(4).deals({4: "As Ks Qs Js Ts 2d", DEALER: DEALERS})
    sitting.player(4).sets_as("2d Js Ts | Ks Qs | As")
    sitting.dealer.reveals()
    sitting.ends()
    assert "foul" in sitting.result(4, MAIN).reason
    assert sitting.result(4, PROGRESSIVE).won_cents == 500_02


def test_a_prize_over_3000_dollars_waits_for_surveillance_with_everything_the_seat_won():
    sitting = revealed({4: ACES})
    sitting.pays_the_meter().reconciles()
    sitting.dealer.refused(Reason.PAYOUT_WAITS).game_over()
    chips = sitting.chips(4)
    sitting.acknowledges()
    assert sitting.chips(4) >= chips + 5_000_21
    sitting.dealer.game_over()


# ---- envy ------------------------------------------------------------------------------------------


def envied(sitting):
    """Seats 1, 2 and 4 bet the progressive and seat 6 does not; each holds something. What each is paid as envy."""
    sitting.bets()
    for seat in (1, 2, 4):
        sitting.player(seat).bets(PROGRESSIVE, 1_00)
    sitting.deals({1: ROYALS["s"], 2: QUADS, 4: NOTHING, 6: STRAIGHT_FLUSH, DEALER: DEALERS}).ends()
    return {seat: sum(r.won_cents for r in results(sitting, seat) if r.wager == "Envy") for seat in (1, 2, 4, 6)}


def test_every_bettor_is_paid_envy_for_each_qualifying_hand_of_another_seat_whether_or_not_it_bet():
    """Seat 6 did not bet it: it envies nobody, and its straight flush is envied by all who did."""
    sitting = table_of(1, 2, 4, 6)
    assert envied(sitting) == {1: 5_00 + 10_00, 2: 50_00 + 10_00, 4: 50_00 + 5_00 + 10_00, 6: 0}
    assert "seat 6's Straight Flush" in results(sitting, 1)[-1].reason
    assert check(sitting.receipt())[1] == []


def test_by_the_strict_reading_only_the_hands_of_bettors_are_envied():
    sitting = table_of(1, 2, 4, 6, envy=BETTORS_HANDS)
    assert envied(sitting) == {1: 5_00, 2: 50_00, 4: 55_00, 6: 0}
    assert check(sitting.receipt())[1] == []


def test_a_receipt_that_does_not_say_whose_hands_are_envied_is_of_the_time_when_bettors_were():
    sitting = table_of(1, 2, 4, 6, envy=BETTORS_HANDS)
    envied(sitting)
    told = sitting.receipt()
    del told["terms"]["envy"]
    assert check(told)[1] == ["the seal covers the terms of the table"], "the pays are right, and the seal was of more"


def test_nobody_envies_the_dealer_or_a_hand_that_was_picked_up():
    sitting = on_the_sensors(2)
    hands = {2: NOTHING, DEALER: QUADS.replace("3h 2s", "4h Kd"), 5: ROYALS["s"]}
    order = stacked(sitting.game, hands, 1, (2, 5))
    sitting.dealer.shuffles(order)
    sitting.dealer.coins_in()
    sitting.dealer.closes_betting()
    sitting.dealer.draws(1)
    sitting.dealer.deals()
    rnd = sitting.round
    assert 5 in rnd.picked_up and dealt_by_seal(rnd)[5] == parse(ROYALS["s"])
    sitting.ends()
    assert [each.wager for each in results(sitting, 2)] == [MAIN, PROGRESSIVE]


def test_envy_names_hands_and_no_cards_before_they_are_turned_over():
    """The first seat is paid for hands that are still face down: by then all hands are set and the dealer's is up."""
    sitting = table_of(1, 6).bets()
    sitting.player(6).bets(PROGRESSIVE, 1_00)
    sitting.deals({1: QUADS, 6: NOTHING, DEALER: DEALERS}).reveals()
    sitting.dealer.reconciles(6)
    check_that_views_leak_nothing(sitting.table, Random(1))
    reason = sitting.round.spots[6].results[-1].reason
    assert reason == "Envy: seat 1's Four of a Kind"


def results(sitting, seat):
    return sitting.table.previous.spots[seat].results


# ---- Appendix A ------------------------------------------------------------------------------------


NATURAL = tuple(ROYALS.values())
WITH_THE_JOKER = (JOKER_ROYAL, *NATURAL[1:])


@pytest.mark.parametrize("hands", [NATURAL, WITH_THE_JOKER], ids=["natural", "with the joker"])
@pytest.mark.parametrize("seats", list(permutations((1, 3, 6), 2)))
def test_appendix_a_two_royals_the_seat_farthest_on_the_dealers_right_first(seats, hands):
    first, second = sorted(seats, reverse=True)
    sitting = revealed(dict(zip(seats, hands[:2], strict=True)))
    assert meter(sitting) == SEED + 420_000
    sitting.ends()
    assert sitting.result(first, PROGRESSIVE).won_cents == 500_04  # of $5,000.42
    assert sitting.result(second, PROGRESSIVE).won_cents == 450_03  # of $4,500.38
    assert meter(sitting) == 4_050_350_000


@pytest.mark.parametrize("hands", [NATURAL, WITH_THE_JOKER], ids=["natural", "with the joker"])
@pytest.mark.parametrize("seats", list(permutations((2, 4, 5), 3)))
def test_appendix_a_three_royals_each_of_what_is_then_on_the_meter(seats, hands):
    sitting = revealed(dict(zip(seats, hands[:3], strict=True)))
    assert meter(sitting) == 5_000_630_000
    sitting.ends()
    assert sitting.result(5, PROGRESSIVE).won_cents == 500_06  # of $5,000.63
    assert sitting.result(4, PROGRESSIVE).won_cents == 450_05  # of $4,500.57
    assert sitting.result(2, PROGRESSIVE).won_cents == 405_05  # of $4,050.52
    assert meter(sitting) == 3_645_470_000


@pytest.mark.parametrize("hands", [NATURAL, WITH_THE_JOKER], ids=["natural", "with the joker"])
@pytest.mark.parametrize("seats", list(permutations((1, 2, 5, 6), 4)))
def test_appendix_a_four_royals_each_of_what_is_then_on_the_meter(seats, hands):
    sitting = revealed(dict(zip(seats, hands, strict=True)))
    assert meter(sitting) == 5_000_840_000
    sitting.ends()
    won = {seat: sitting.result(seat, PROGRESSIVE).won_cents for seat in (6, 5, 2, 1)}
    assert won == {6: 500_08, 5: 450_07, 2: 405_06, 1: 364_56}  # of $5,000.84, $4,500.76, $4,050.69, $3,645.63
    assert meter(sitting) == 3_281_070_000


def test_appendix_a_every_winner_is_keyed_before_the_first_is_recorded():
    sitting = revealed({1: ROYALS["s"], 6: ROYALS["h"]})
    sitting.dealer.presses("Royal Flush", seat=1)
    sitting.supervisor.turns_key("JPH")
    sitting.supervisor.refused(Reason.NOT_KEYED).presses_jackpot()


def test_appendix_a_internal_controls_may_put_another_order_in_its_place():
    sitting = revealed({1: ROYALS["s"], 6: ROYALS["h"]}, win_order="largest share first")
    sitting.ends()
    assert sitting.result(6, PROGRESSIVE).won_cents == 500_04
    with pytest.raises(AssertionError, match="win_order 'by age'"):
        table_of(1, win_order="by age")


# ---- the meter that several tables play for -----------------------------------------------------------


def suspends(sitting):
    return sitting.meter.gives(ADMIN, ask.Suspend(note="the funds were seized"))


def test_coin_in_on_a_suspended_meter_gives_the_stakes_back_and_the_round_goes_on():
    sitting = on_the_sensors(1, 4)
    chips = [sitting.chips(seat) for seat in (1, 4)]
    suspends(sitting)
    sitting.dealer.coins_in()
    assert sitting.last == (
        was.SensorsReleased(wager=PROGRESSIVE, seats=(1, 4), stake_cents=1_00, says="meter m takes no stakes now"),
    )
    assert [sitting.chips(seat) for seat in (1, 4)] == [each + 1_00 for each in chips]
    assert meter(sitting) == SEED
    sitting.deals().ends()


def test_what_was_coined_in_before_the_meter_was_suspended_is_won():
    sitting = revealed({4: ROYALS["s"]})
    suspends(sitting)
    sitting.ends()
    assert sitting.result(4, PROGRESSIVE).won_cents == 500_02


def test_two_tables_on_one_meter_the_first_takes_it_as_it_stands_and_the_second_what_is_left():
    first = revealed({4: ACES})
    second = revealed({2: ROYALS["s"], 3: NOTHING}, name="T2", shared=first.meter)
    assert meter(first) == meter(second) == SEED + 3 * 210_000
    first.pays_the_meter()
    second.pays_the_meter()
    assert [event.cents for event in first.meter.events if isinstance(event, of_meter.AwardPaid)] == [5_000_63, 500_00]
    assert meter(first) == 4_500_000_000
    assert [event.win for event in first.meter.events if isinstance(event, of_meter.AwardPaid)] == [
        "T1 round 1 seat 4",
        "T2 round 1 seat 2",
    ]


def test_a_table_is_not_opened_on_a_meter_that_is_retired_or_not_open():
    meter = SharedMeter()
    suspend, away = ask.Suspend(note="closing"), ask.ProposeAdjustment
    meter.gives(ADMIN, suspend)
    meter.gives(ADMIN, away(micros=-SEED, reason=Grounds.MOVED, note="closing", other="n"))
    meter.gives(OTHER_ADMIN, ask.Approve(proposal=1))
    meter.gives(ADMIN, ask.Retire())
    terms = {"paytables": {MAIN: "San Lo", PROGRESSIVE: "FSLPP-01"}, "meter": "m"}
    sitting = Sitting("san-lo", shared=meter, opened=False)
    answer = sitting.answer(sitting.supervisor.actor, do.OpenTable(terms=Terms(game="san-lo", **terms)))
    assert answer.says == "LinkTable is for a meter that is running or suspended; this one is retired"
    assert sitting.stage is Stage.CLOSED


@pytest.mark.parametrize("terms", [{"paytables": {MAIN: "San Lo"}, "meter": "m"}, {"meter": ""}])
def test_a_table_names_its_meter_if_it_offers_the_progressive_and_only_then(terms):
    offered = {"paytables": {MAIN: "San Lo", PROGRESSIVE: "FSLPP-01"}} | terms
    with pytest.raises(AssertionError, match="the name of the meter, for a table that offers a progressive wager"):
        Sitting("san-lo", shared=SharedMeter(), **offered)


# ---- the rest of the house --------------------------------------------------------------------------


def test_an_automatic_table_coins_in_and_pays_the_meter_by_itself():
    sitting = table_of(1, 4, dealer="automatic").bets(wagers={PROGRESSIVE: 1_00})
    for seat in (1, 4):
        sitting.player(seat).is_ready()
    sitting.deals_itself(until=Stage.CHOOSING)
    assert sitting.round.coined == (1, 4)
    sitting.all_set().deals_itself()
    assert sitting.table.previous.coined == (1, 4)


def test_the_receipt_of_a_jackpot_can_be_checked():
    sitting = revealed({1: ROYALS["s"], 6: QUADS}).ends()
    told = sitting.receipt()
    checked, wrong = check(told)
    assert wrong == [] and "seat 1 won its share of the meter" in checked
    told["jackpots"][0]["cents"] += 1
    assert "seat 1 won its share of the meter" in check(told)[1]


def test_the_meter_and_the_key_are_in_everybodys_view():
    sitting = revealed({1: ROYALS["s"]})
    sitting.dealer.presses("Royal Flush", seat=1)
    for actor in (sitting.player(1).actor, sitting.auditor.actor):
        seen = sitting.seen_by(actor)
        plays = {"name": "m", "meters": [], "paytable": "FSLPP-01", "stake_cents": 1_00, "locked_cents": 0}
        assert seen["meter"] == plays
        assert (seen["current"]["keyed"], seen["current"]["key"]) == ({"1": "Royal Flush"}, "RUN")


def test_a_jackpot_is_locked_until_its_seat_is_reconciled():
    sitting = revealed({4: ROYALS["s"]}).pays_the_meter()
    assert sitting.account(LOCKED) == 500_02
    chips = sitting.table.balances[seat_account(4)]
    sitting.dealer.reconciles(4)
    assert isinstance(sitting.last[0], was.SeatReconciled)
    assert sitting.account(LOCKED) == 0
    assert sitting.table.balances[seat_account(4)] > chips
