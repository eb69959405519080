"""Fortune San Lo Poker at the table, clause by clause: what each step does, and that it cannot be skipped."""

from dataclasses import replace

import pytest

from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.commands import Stage
from houseway.table.refusal import Reason
from houseway.table.terms import Terms
from tests.table.sitting import DEALER, Sitting, equipped

MAIN, HAT_TRICK, FORTUNE = "Main Bet", "Hat Trick", "Fortune Bonus"
DEALERS = "2h 4h 6h 8s Js 7d"  # set by the house way as 2h 4h 6h | Js 7d | 8s

ROUND_THE_TABLE = {
    1: (DEALER, 6, 5, 4, 3, 2, 1),
    2: (6, 5, 4, 3, 2, 1, DEALER),
    3: (5, 4, 3, 2, 1, DEALER, 6),
    4: (4, 3, 2, 1, DEALER, 6, 5),
    5: (3, 2, 1, DEALER, 6, 5, 4),
    6: (2, 1, DEALER, 6, 5, 4, 3),
    7: (1, DEALER, 6, 5, 4, 3, 2),
}


def sitting_at(*seats, **terms):
    return Sitting("san-lo", seats=seats, **terms)


def against(setting, *, main=25_00, hat_trick=0, fortune=0):
    """One seat sets its cards so against the dealer's; the sitting once it is reconciled."""
    sitting = sitting_at(4)
    sitting.player(4).bets(MAIN, main)
    for wager, cents in ((HAT_TRICK, hat_trick), (FORTUNE, fortune)):
        if cents:
            sitting.player(4).bets(wager, cents)
    sitting.deals({4: setting.replace("|", ""), DEALER: DEALERS})
    sitting.player(4).sets_as(setting)
    sitting.dealer.reveals()
    assert "2h 4h 6h | Js 7d | 8s" in sitting.last[0].hands
    sitting.dealer.reconciles(4)
    return sitting


# ---- wagers --------------------------------------------------------------------------------------


def test_sl_1_the_shuffler_holds_53_cards_with_the_joker():
    sitting = sitting_at(4).bets().deals()
    assert len(sitting.round.order) == len(set(sitting.round.order)) == 53


@pytest.mark.parametrize("wager", [HAT_TRICK, FORTUNE])
def test_sl_2_the_main_bet_comes_first(wager):
    sitting = sitting_at(4)
    sitting.player(4).refused(Reason.MAIN_BET_FIRST).bets(wager, 5_00)
    sitting.player(4).bets(MAIN, 25_00)
    sitting.player(4).bets(wager, 5_00)
    sitting.player(4).refused(Reason.MAIN_BET_FIRST).takes_back(MAIN)


def test_sl_2_a_hat_trick_alone_is_not_measured_against_a_main_bet_that_is_not_there():
    sitting_at(4).player(4).refused(Reason.MAIN_BET_FIRST).bets(HAT_TRICK, 300_00)


def test_sl_2a_hat_trick_may_not_exceed_the_main_bet():
    sitting = sitting_at(4)
    sitting.player(4).bets(MAIN, 25_00)
    sitting.player(4).refused(Reason.ABOVE_ITS_CAP).bets(HAT_TRICK, 25_01)
    sitting.player(4).bets(HAT_TRICK, 25_00)


def test_sl_2a_the_main_bet_may_not_be_lowered_under_the_hat_trick():
    sitting = sitting_at(4)
    sitting.player(4).bets(MAIN, 25_00)
    sitting.player(4).bets(HAT_TRICK, 20_00)
    sitting.player(4).refused(Reason.ABOVE_ITS_CAP).bets(MAIN, 19_99)
    sitting.player(4).bets(MAIN, 20_00)
    sitting.player(4).takes_back(HAT_TRICK)
    sitting.player(4).bets(MAIN, 5_00)


def test_sl_2a_fortune_bonus_may_exceed_the_main_bet():
    sitting = sitting_at(4)
    sitting.player(4).bets(MAIN, 5_00)
    sitting.player(4).bets(FORTUNE, 50_00)


def test_slp_5_the_progressive_is_not_taken_at_a_table_without_a_meter():
    sitting = sitting_at(4)
    sitting.player(4).bets(MAIN, 25_00)
    sitting.player(4).refused(Reason.NOT_OFFERED).bets("Progressive", 1_00)


def test_every_fortune_paytable_can_be_laid_and_pays_its_own():
    """A flush pays 8, 7, 6 and 6 to 1."""
    for paytable, net in (("FSLP-01", 40_00), ("FSLP-02", 35_00), ("FSLP-03", 30_00), ("FSLP-04", 30_00)):
        sitting = sitting_at(4, paytables={MAIN: "San Lo", FORTUNE: paytable})
        sitting.player(4).bets(MAIN, 25_00)
        sitting.player(4).bets(FORTUNE, 5_00)
        sitting.deals({4: "2c 4c 6c 8c Jc Kd", DEALER: DEALERS}).ends()
        assert (sitting.result(4, FORTUNE).line, sitting.net(4, FORTUNE)) == ("Flush", net)


# ---- the deal ------------------------------------------------------------------------------------


def test_sl_3_the_number_is_the_rngs_1_to_7_and_never_dice():
    sitting = sitting_at(4)
    shuffle = equipped(do.Shuffle(), sitting.table, sitting.chance)
    for other in ({"number": 0}, {"number": 8}, {"number": -3}, {"number": None}, {"number": None, "dice": (1, 1, 1)}):
        sitting.dealer.refused(Reason.BAD_NUMBER).gives(replace(shuffle, **other))
    sitting.dealer.gives(shuffle)
    sitting.bets()
    sitting.dealer.refused(Reason.WRONG_STAGE).draws(3)  # betting is still open
    sitting.dealer.closes_betting()
    sitting.dealer.refused(Reason.WRONG_STAGE).deals()  # there is no number
    for number in (1, 3, 8, -3):  # it is sealed, and nobody chooses one now
        sitting.dealer.refused(Reason.BAD_NUMBER).draws(number)
    sitting.dealer.refused(Reason.BAD_NUMBER).rolls(1, 1, 1)
    sitting.dealer.draws(3)
    assert sitting.round.first == 3


def test_sl_3_terms_that_draw_the_number_by_dice_are_refused():
    closed = Sitting(opened=False)
    refusal = closed.supervisor.refused(Reason.BAD_TERMS).opens(Terms(game="san-lo", number_by="dice"))
    assert refusal.says == "number_by 'dice': san-lo takes rng"


@pytest.mark.parametrize(("number", "places"), ROUND_THE_TABLE.items())
def test_sl_4_packets_of_six_go_counter_clockwise_from_the_number(number, places):
    sitting = sitting_at(1, 2, 3, 4, 5, 6).bets()
    order = sitting.deals_unshuffled(number)
    assert sitting.round.places == places
    assert sitting.round.picked_up == ()
    for nth, place in enumerate(places):
        assert sitting.round.cards_of(place) == order[6 * nth : 6 * nth + 6], f"packet {nth + 1} is for place {place}"


@pytest.mark.parametrize(("number", "places"), ROUND_THE_TABLE.items())
def test_sl_5_the_unused_hands_are_picked_up(number, places):
    sitting = sitting_at(2, 5).bets()
    order = sitting.deals_unshuffled(number)
    assert sitting.round.places == places
    assert sitting.round.picked_up == tuple(place for place in places if place in (1, 3, 4, 6))
    assert sitting.round.piles.keys() == {2, 5, DEALER}
    for place in (2, 5, DEALER):
        nth = places.index(place)
        assert sitting.round.cards_of(place) == order[6 * nth : 6 * nth + 6]


# ---- setting -------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["", "123456", "12|34|56", "123|45", "123|45|7", "123|45|6|", "1123|45|6", "0|1|2"])
def test_sl_6_three_two_and_one_or_it_is_no_setting(layout):
    sitting_at(4).bets().deals().player(4).refused(Reason.NOT_AN_OPTION).sets(layout)


def test_sl_6_a_foul_is_accepted_and_loses_main_bet_and_hat_trick_while_fortune_bonus_lives():
    sitting = against("As Kd 2s | 2c 2d | Kc", hat_trick=10_00, fortune=5_00)
    assert (sitting.net(4, MAIN), sitting.net(4, HAT_TRICK)) == (-25_00, -10_00)
    assert (sitting.result(4, FORTUNE).line, sitting.net(4, FORTUNE)) == ("Full House", 50_00)
    assert sitting.result(4, MAIN).reason.startswith("foul: ")
    assert sitting.chips(4) == 5_000_00 - 25_00 - 10_00 + 50_00


def test_sl_6_the_same_cards_in_order_win():
    sitting = against("2s 2c 2d | Kd Kc | As", hat_trick=10_00, fortune=5_00)
    assert [sitting.net(4, wager) for wager in (MAIN, HAT_TRICK, FORTUNE)] == [25_00, 50_00, 50_00]


def test_sl_6_a_low_hand_above_the_mid_one_fouls_even_against_hands_it_would_beat():
    sitting = against("Th Jd Qc | 9c 8d | As")
    assert sitting.result(4, MAIN).line == "lose"
    assert sitting.net(4, MAIN) == -25_00


def test_sl_7_a_seats_house_way_waits_for_all_other_seats():
    sitting = sitting_at(1, 4, 6).bets().deals()
    sitting.dealer.refused(Reason.HOUSE_WAY_NOT_ASKED).sets_house_way(4)
    sitting.player(4).asks_house_way()
    sitting.dealer.refused(Reason.OTHERS_NOT_SET).sets_house_way(4)
    sitting.all_set(1, 4)
    sitting.dealer.refused(Reason.OTHERS_NOT_SET).sets_house_way(4)
    sitting.all_set(4)
    sitting.dealer.sets_house_way(4)
    assert sitting.round.spots[4].how == "house way"
    sitting.dealer.refused(Reason.WRONG_STAGE).sets_house_way(4)


def test_sl_7_a_hand_that_was_set_is_not_set_again():
    sitting = sitting_at(1, 4).bets().deals()
    sitting.all_set(1)
    sitting.player(1).asks_house_way()
    sitting.dealer.refused(Reason.ALREADY_CHOSEN).sets_house_way(4)


def test_sl_7_two_seats_that_have_both_asked_do_not_wait_for_each_other():
    sitting = sitting_at(1, 4, 6).bets().deals()
    for seat in (1, 4):
        sitting.player(seat).asks_house_way()
    sitting.dealer.refused(Reason.OTHERS_NOT_SET).sets_house_way(1)  # seat 6 still looks at its cards
    sitting.all_set(1, 4)
    sitting.dealer.sets_house_way(1)
    sitting.dealer.sets_house_way(4)
    sitting.dealer.reveals()


def test_sl_7_who_has_asked_cannot_look_and_set_himself():
    sitting = sitting_at(1, 4).bets().deals()
    sitting.player(4).asks_house_way()
    sitting.player(4).refused(Reason.HOUSE_WAY_ASKED).sets("123|45|6")
    sitting.player(4).refused(Reason.HOUSE_WAY_ASKED).asks_house_way()


def test_sl_7_nobody_is_set_the_house_way_who_has_not_asked():
    sitting = sitting_at(1, 4).bets().deals().all_set(4)
    sitting.supervisor.refused(Reason.NOT_YOUR_ROLE).sets_house_way(4)
    sitting.dealer.refused(Reason.HOUSE_WAY_NOT_ASKED).sets_house_way(4)


def test_sl_7_two_players_who_are_gone_are_set_together_when_a_supervisor_calls_time():
    """Each would wait for the other, and seat 6, who asked, for both."""
    sitting = sitting_at(1, 4, 6).bets().deals()
    sitting.player(6).asks_house_way()
    sitting.dealer.refused(Reason.OTHERS_NOT_SET).sets_house_way(6)
    sitting.dealer.refused(Reason.NOT_YOUR_ROLE).calls_time()
    sitting.supervisor.calls_time("two empty chairs")
    for seat in (1, 4, 6):
        packet = sitting.round.cards_of(seat)
        assert [set(hand) for hand in sitting.round.hands_of(seat)] == [
            set(hand) for hand in sitting.game.way.set(packet)
        ]
    assert sitting.stage is Stage.SHOWING  # nothing else has happened
    sitting.dealer.reveals()


def test_sl_7_the_house_way_that_a_seat_gets_is_the_dealers_own():
    sitting = sitting_at(4).bets().deals({4: DEALERS})
    sitting.player(4).asks_house_way()
    sitting.dealer.sets_house_way(4)
    assert sitting.round.spots[4].layout == "123|56|4"


def test_sl_7_no_house_way_for_a_seat_without_a_hand():
    sitting = sitting_at(1, 4)
    sitting.player(4).bets(MAIN, 25_00)
    sitting.deals()
    sitting.player(1).refused(Reason.NO_HAND).asks_house_way()
    sitting.dealer.refused(Reason.NO_HAND).sets_house_way(1)
    sitting.dealer.refused(Reason.SEAT_EMPTY).sets_house_way(2)
    sitting.dealer.refused(Reason.NO_SUCH_SEAT).sets_house_way(7)


def test_sl_8_the_dealers_house_way_waits_until_all_seats_have_set_or_had_theirs_set():
    sitting = sitting_at(1, 4).bets().deals()
    sitting.dealer.refused(Reason.NOT_ALL_CHOSEN).reveals()
    sitting.all_set(4)
    sitting.dealer.refused(Reason.NOT_ALL_CHOSEN).reveals()
    sitting.player(4).asks_house_way()
    sitting.dealer.refused(Reason.NOT_ALL_CHOSEN).reveals()
    sitting.dealer.sets_house_way(4)
    sitting.dealer.reveals()
    [revealed] = sitting.last
    assert isinstance(revealed, was.TurnedOver)
    assert revealed.house_way == sitting.game.way.label
    sitting.dealer.refused(Reason.WRONG_STAGE).reveals()


def test_sl_8_nothing_is_set_once_the_dealer_is_shown():
    sitting = sitting_at(1, 4).bets().deals().reveals()
    sitting.player(1).refused(Reason.WRONG_STAGE).sets("123|45|6")
    sitting.player(1).refused(Reason.WRONG_STAGE).asks_house_way()
    sitting.dealer.refused(Reason.WRONG_STAGE).sets_house_way(1)


# ---- settling ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clause", "setting", "main", "hat_trick"),
    [
        ("SL 9", "9c 9d 3s | Ah Kd | Tc", 25_00, -10_00),  # High loses, Mid and Low win
        ("SL 9", "7c Tc Kc | As 3d | 5d", 25_00, -10_00),  # High and Mid win, Low loses
        ("SL 9", "7c Tc Kc | Td 3d | 9d", 25_00, -10_00),  # High and Low win, Mid loses
        ("SL 10", "7c Tc Kc | Jc 7h | 8c", -25_00, -10_00),  # Mid and Low copy: the house wins both
        ("SL 10", "2c 4c 6c | Jc 7h | 8c", -25_00, -10_00),  # all three copy
        ("SL 10", "7c Tc Kc | As 3d | 8c", 25_00, -10_00),  # the copied Low is no hat trick
        ("SL 11", "7c Tc Kc | As Ad | Qd", 25_00, 50_00),
        ("SL 12", "9c 9d 3s | Jc 6c | 5d", -25_00, -10_00),
        ("SL 12", "7c Tc Kc | Td 3d | 5d", -25_00, -10_00),  # only High
        ("SL 14", "9c Td Jk | Qs Qd | Kd", 25_00, 50_00),  # the joker completes a straight
    ],
)
def test_sl_9_to_14_the_matchups(clause, setting, main, hat_trick):
    sitting = against(setting, hat_trick=10_00)
    assert (sitting.net(4, MAIN), sitting.net(4, HAT_TRICK)) == (main, hat_trick), clause
    assert sitting.chips(4) == 5_000_00 + main + hat_trick
    assert sitting.table.tray == 20_000_00 - main - hat_trick


@pytest.mark.parametrize(
    ("setting", "line", "net"),
    [
        ("As Ac Jk | Ad Ah | 9c", "Five Aces", 1_000_00),
        ("As Ks Qs | Js Ts | 9c", "Royal Flush", 200_00),
        ("9c 8c 7c | 6c 5c | 2s", "Straight Flush", 50_00),
        ("9c 9d 9h | 9s 5c | 2s", "Four of a Kind", 30_00),
        ("9c 9d 9h | 5s 5c | 2s", "Full House", 10_00),
        ("Ac Tc 9c | 5c 3c | 2s", "Flush", 8_00),
        ("Ac Kd Qc | Jc Td | 2s", "Straight", 5_00),
        ("9c 9d 9h | 5s 4c | 2s", "Three of a Kind", 3_00),
        ("9c 9d Kh | 5s 5c | 2s", "Two Pair", 2_00),
        ("9c 9d Kh | 5s 4c | 2s", "lose", -1_00),
    ],
)
def test_sl_13_fortune_bonus_pays_from_two_pair_up(setting, line, net):
    sitting = sitting_at(4)
    sitting.player(4).bets(MAIN, 25_00)
    sitting.player(4).bets(FORTUNE, 1_00)
    sitting.deals({4: setting.replace("|", ""), DEALER: "2h 4h 6h 8s 3d 7d" if "Js" in setting else DEALERS}).ends()
    assert (sitting.result(4, FORTUNE).line, sitting.net(4, FORTUNE)) == (line, net)


def test_slp_8_every_wager_of_a_seat_is_reconciled_together():
    sitting = against("7c Tc Kc | As Ad | Qd", hat_trick=10_00, fortune=5_00)
    [reconciled] = sitting.last
    assert [result.wager for result in reconciled.results] == [MAIN, HAT_TRICK, FORTUNE]


def test_seats_are_reconciled_from_the_dealers_right_to_his_left():
    sitting = sitting_at(2, 3, 5).bets().deals().reveals()
    for seat in (5, 3, 2):
        for early in {2, 3, 5} - {seat}:
            if not sitting.round.spots[early].results:
                sitting.dealer.refused(Reason.OUT_OF_ORDER).reconciles(early)
        sitting.dealer.refused(Reason.NOT_RECONCILED).game_over()
        sitting.dealer.reconciles(seat)
    sitting.dealer.game_over()
    assert (sitting.stage, sitting.round.number) == (Stage.BETTING, 2)


def test_nobody_bets_before_the_commitment_is_published():
    sitting = sitting_at(4)
    sitting.player(4).refused(Reason.NOT_SHUFFLED).bets(MAIN, 25_00)
    sitting.dealer.refused(Reason.NOT_SHUFFLED).closes_betting()
    sitting.bets()


def test_the_tray_pays_what_it_has_and_a_fill_brings_more():
    sitting = sitting_at(4, tray_cents=0)
    sitting.player(4).bets(MAIN, 25_00)
    sitting.deals({4: "7c Tc Kc As Ad Qd", DEALER: DEALERS})
    sitting.player(4).sets("123|45|6")
    sitting.dealer.reveals()
    refusal = sitting.dealer.refused(Reason.TRAY_SHORT).reconciles(4)
    assert "$25" in refusal.says
    sitting.supervisor.fills(24_99)
    sitting.dealer.refused(Reason.TRAY_SHORT).reconciles(4)
    sitting.supervisor.fills(1)
    sitting.dealer.reconciles(4)
    assert sitting.table.tray == 0
