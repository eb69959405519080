"""Supreme 99 at the table, clause by clause: what each step does, and that it cannot be skipped."""

from dataclasses import replace

import pytest

from houseway.cards import show
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.commands import Stage
from houseway.table.refusal import Reason
from houseway.table.terms import Terms
from tests.table.sitting import DEALER, Sitting, equipped, stacked

BET, FORTUNES = "Standard Bet", "Pair Fortunes"
SEVEN_AND_FOUR = "7c Kd 4h Qs"  # set by the house way as 7 High, 4 Low

# Counter-clockwise from the number, with the dealer as 1; seat 6 is at his right hand.
ROUND_THE_TABLE = {
    1: (DEALER, 6, 5, 4, 3, 2, 1),
    2: (6, 5, 4, 3, 2, 1, DEALER),
    3: (5, 4, 3, 2, 1, DEALER, 6),
    4: (4, 3, 2, 1, DEALER, 6, 5),
    5: (3, 2, 1, DEALER, 6, 5, 4),
    6: (2, 1, DEALER, 6, 5, 4, 3),
    7: (1, DEALER, 6, 5, 4, 3, 2),
}
POSITION_OF_DICE = {
    3: 3,
    4: 4,
    5: 5,
    6: 6,
    7: 7,
    8: 1,
    9: 2,
    10: 3,
    11: 4,
    12: 5,
    13: 6,
    14: 7,
    15: 1,
    16: 2,
    17: 3,
    18: 4,
}


def sitting_at(*seats, **terms):
    return Sitting("supreme-99", seats=seats, **terms)


def against(mine, setting, dealers=SEVEN_AND_FOUR, **wagers):
    """One seat plays its cards against the dealer's; the sitting once it is reconciled."""
    sitting = sitting_at(3)
    sitting.player(3).bets(BET, 25_00)
    for wager, cents in wagers.items():
        sitting.player(3).bets(wager.replace("_", " "), cents)
    sitting.deals({3: mine, DEALER: dealers})
    sitting.player(3).sets_as(setting)
    sitting.dealer.reveals()
    sitting.dealer.reconciles(3)
    return sitting


# ---- wagers --------------------------------------------------------------------------------------


def test_s99_1_the_standard_bet_comes_before_pair_fortunes():
    sitting = sitting_at(3)
    sitting.player(3).refused(Reason.MAIN_BET_FIRST).bets(FORTUNES, 5_00)
    sitting.player(3).bets(BET, 25_00)
    sitting.player(3).bets(FORTUNES, 5_00)
    assert sitting.round.spots[3].wagers == {BET: 25_00, FORTUNES: 5_00}
    assert sitting.chips(3) == 5_000_00 - 30_00
    assert sitting.account("felt") == 30_00


def test_s99_1_the_standard_bet_cannot_be_taken_from_under_pair_fortunes():
    sitting = sitting_at(3)
    sitting.player(3).bets(BET, 25_00)
    sitting.player(3).bets(FORTUNES, 5_00)
    sitting.player(3).refused(Reason.MAIN_BET_FIRST).takes_back(BET)
    sitting.player(3).takes_back(FORTUNES)
    sitting.player(3).takes_back(BET)
    assert sitting.chips(3) == 5_000_00
    sitting.player(3).refused(Reason.NO_WAGER).takes_back(BET)


def test_s99_1_pair_fortunes_alone_is_no_hand():
    """And without any standard bet there is no round at all."""
    sitting = sitting_at(3)
    sitting.dealer.shuffles(stacked(sitting.game, {}, 1, ()))
    sitting.dealer.refused(Reason.NO_BETS).closes_betting()


def test_a_bet_can_be_raised_and_lowered_until_betting_closes():
    sitting = sitting_at(3)
    for cents in (25_00, 100_00, 5_00, 5_00):
        sitting.player(3).bets(BET, cents)
        assert (sitting.chips(3), sitting.account("felt")) == (5_000_00 - cents, cents)


def test_a_bet_needs_the_chips():
    sitting = Sitting("supreme-99", seats=(3,), chips=30_00)
    sitting.player(3).bets(BET, 20_00)
    sitting.player(3).refused(Reason.NOT_ENOUGH_CHIPS).bets(BET, 30_01)
    sitting.player(3).refused(Reason.NOT_ENOUGH_CHIPS).bets(FORTUNES, 10_01)
    sitting.player(3).bets(BET, 30_00)  # ten more, which it has
    assert sitting.chips(3) == 0


@pytest.mark.parametrize("cents", [0, -1, -25_00, 10**11 + 1, 10**18])
def test_a_bet_of_nothing_or_less_or_of_the_world_is_no_amount(cents):
    sitting_at(3).player(3).refused(Reason.BAD_AMOUNT).bets(BET, cents)


@pytest.mark.parametrize("wager", ["Main Bet", "standard bet", "", "Insurance", "Standard Bet "])
def test_only_the_wagers_of_the_table_are_taken(wager):
    sitting_at(3).player(3).refused(Reason.NOT_OFFERED).bets(wager, 25_00)


def test_a_table_that_does_not_offer_pair_fortunes_does_not_take_it():
    sitting = sitting_at(3, paytables={BET: "S99"})
    sitting.player(3).bets(BET, 25_00)
    sitting.player(3).refused(Reason.NOT_OFFERED).bets(FORTUNES, 5_00)


def test_no_wager_is_placed_raised_or_taken_back_once_betting_is_closed():
    sitting = sitting_at(3, 4)
    sitting.player(3).bets(BET, 25_00)
    sitting.dealer.shuffles(stacked(sitting.game, {}, 1, ()))
    sitting.dealer.closes_betting()
    for seat in (3, 4):
        sitting.player(seat).refused(Reason.WRONG_STAGE).bets(BET, 50_00)
    sitting.player(3).refused(Reason.WRONG_STAGE).bets(FORTUNES, 5_00)
    sitting.player(3).refused(Reason.WRONG_STAGE).takes_back(BET)


# ---- the deal ------------------------------------------------------------------------------------


def test_s99_2_packets_of_four_come_from_52_cards():
    sitting = sitting_at(3).bets().deals()
    assert len(sitting.round.order) == len(set(sitting.round.order)) == 52
    assert {place: len(pile.cards) for place, pile in sitting.round.piles.items()} == {3: 4, DEALER: 4}


def test_s99_3_by_the_random_number_generator():
    sitting = sitting_at(3)
    shuffle = equipped(do.Shuffle(), sitting.table, sitting.chance)
    for number in (None, 0, 8, -1, 10**9):
        sitting.dealer.refused(Reason.BAD_NUMBER).gives(replace(shuffle, number=number))
    sitting.dealer.gives(shuffle)
    sitting.bets()
    sitting.dealer.closes_betting()
    for number in (1, 7, 8, -1, 10**9):  # it is sealed, and nobody chooses one now
        sitting.dealer.refused(Reason.BAD_NUMBER).draws(number)
    sitting.dealer.refused(Reason.BAD_NUMBER).rolls(1, 2, 3)
    sitting.dealer.draws(7)
    assert (sitting.round.first, sitting.round.dice) == (7, ())
    sitting.dealer.refused(Reason.WRONG_STAGE).draws(6)  # the number cannot be drawn again


@pytest.mark.parametrize("total", POSITION_OF_DICE)
def test_s99_3_by_dice_cup_every_sum_counts_to_its_position(total):
    for dice in [(a, b, total - a - b) for a in range(1, 7) for b in range(1, 7) if 1 <= total - a - b <= 6]:
        sitting = sitting_at(3, number_by="dice").bets()
        sitting.dealer.shuffles(stacked(sitting.game, {}, 1, ()))
        sitting.dealer.closes_betting()
        sitting.dealer.rolls(*dice)
        assert (sitting.round.first, sitting.round.dice) == (POSITION_OF_DICE[total], dice)


@pytest.mark.parametrize("dice", [(), (1, 2), (1, 2, 3, 4), (0, 1, 2), (1, 2, 7), (-1, 4, 4)])
def test_s99_3_the_cup_holds_three_dice_of_six_sides(dice):
    sitting = sitting_at(3, number_by="dice").bets()
    sitting.dealer.shuffles(stacked(sitting.game, {}, 1, ()))
    sitting.dealer.closes_betting()
    sitting.dealer.refused(Reason.BAD_NUMBER).rolls(*dice)
    sitting.dealer.refused(Reason.BAD_NUMBER).draws(4)  # a number from nowhere


@pytest.mark.parametrize(("number", "places"), ROUND_THE_TABLE.items())
def test_s99_4_all_seven_packets_are_dealt_counter_clockwise_from_the_number(number, places):
    sitting = sitting_at(1, 2, 3, 4, 5, 6).bets()
    order = sitting.deals_unshuffled(number)
    assert sitting.round.places == places
    assert sitting.round.picked_up == ()
    for nth, place in enumerate(places):
        assert sitting.round.cards_of(place) == order[4 * nth : 4 * nth + 4], f"packet {nth + 1} is for place {place}"


@pytest.mark.parametrize(("number", "places"), ROUND_THE_TABLE.items())
def test_s99_4_unoccupied_spots_get_their_packets_too_and_they_are_picked_up(number, places):
    sitting = sitting_at(1, 2, 5)
    for seat in (2, 5):  # seat 1 sits out
        sitting.player(seat).bets(BET, 25_00)
    order = sitting.deals_unshuffled(number)
    assert sitting.round.places == places
    assert sitting.round.picked_up == tuple(place for place in places if place in (1, 3, 4, 6))
    assert sitting.round.piles.keys() == {2, 5, DEALER}
    nth = places.index(5)
    assert sitting.round.cards_of(5) == order[4 * nth : 4 * nth + 4]
    sitting.player(1).refused(Reason.NO_HAND).sets("12|34")


# ---- setting -------------------------------------------------------------------------------------


def test_s99_5_a_high_hand_weaker_than_the_low_one_is_refused_and_can_be_set_again():
    sitting = sitting_at(2, 3).bets().deals({3: "9h Jc 5d Qh"})
    sitting.player(3).refused(Reason.SETTING_REFUSED).sets_as("5d Qh | 9h Jc")
    assert not sitting.round.spots[3].how
    sitting.player(3).sets_as("9h Jc | 5d Qh")
    sitting.player(3).refused(Reason.ALREADY_CHOSEN).sets_as("9h Qh | 5d Jc")


def test_s99_5_equivalent_hands_can_be_set():
    sitting = sitting_at(3).bets().deals({3: "9h Jc 9d Qh"})
    sitting.player(3).sets_as("9h Jc | 9d Qh")


@pytest.mark.parametrize(
    "layout", ["", "1234", "12|34|", "|1234", "1|234", "123|4", "12|33", "12|35", "12|3", "a|b", "12|34 5"]
)
def test_s99_5_two_cards_high_and_two_low_or_it_is_no_setting(layout):
    sitting_at(3).bets().deals().player(3).refused(Reason.NOT_AN_OPTION).sets(layout)


@pytest.mark.parametrize("word", ["HI", "fold"])
def test_s99_5_no_word_is_said(word):
    sitting_at(3).bets().deals().player(3).refused(Reason.NOT_AN_OPTION).sets("12|34", word)


def test_s99_5_places_may_be_named_in_any_order():
    sitting = sitting_at(3).bets().deals({3: "9h Jc 5d Qh"})
    sitting.player(3).sets("2 1 | 4 3")
    assert sitting.round.spots[3].layout == "12|34"


def test_s99_5_nothing_is_set_before_the_deal():
    sitting = sitting_at(3).bets()
    sitting.player(3).refused(Reason.WRONG_STAGE).sets("12|34")
    sitting.dealer.shuffles(stacked(sitting.game, {}, 1, ()))
    sitting.dealer.closes_betting()
    sitting.player(3).refused(Reason.WRONG_STAGE).sets("12|34")
    sitting.dealer.draws(1)
    sitting.player(3).refused(Reason.WRONG_STAGE).asks_house_way()


def test_s99_6_the_dealer_reveals_when_all_seats_have_set():
    sitting = sitting_at(2, 5).bets().deals()
    sitting.dealer.refused(Reason.NOT_ALL_CHOSEN).reveals()
    sitting.all_set(2)
    sitting.dealer.refused(Reason.NOT_ALL_CHOSEN).reveals()
    sitting.player(2).asks_house_way()
    sitting.dealer.refused(Reason.NOT_ALL_CHOSEN).reveals()  # asked is not set
    sitting.dealer.sets_house_way(2)
    sitting.dealer.reveals()
    assert sitting.stage is Stage.RECONCILING


@pytest.mark.parametrize(
    ("cards", "setting"),
    [
        ("4h 9c 4s 9d", "9c 9d | 4h 4s"),  # two pair: the higher pair High
        ("4h 9c Kd 4s", "4h 4s | 9c Kd"),  # one pair: the pair High, though the points would be more
        ("7c 7d 7h 2s", "7c 7d | 7h 2s"),  # three of a kind is a pair and two singles
        ("8c 8d 8h 8s", "8c 8d | 8h 8s"),  # four of a kind is two equal pairs
        ("9c Kd 4h 2s", "9c Kd | 4h 2s"),  # no pair: 9 and 6, for no Low is better
        ("2d Jc As Kd", "2d Jc | As Kd"),
    ],
)
def test_s99_6_the_dealer_sets_two_pair_one_pair_no_pair(cards, setting):
    sitting = sitting_at(3).bets().deals({DEALER: cards}).reveals()
    [revealed] = sitting.last
    assert isinstance(revealed, was.TurnedOver)
    assert [set(hand.split()) for hand in revealed.hands.split("|")] == [set(h.split()) for h in setting.split("|")]
    assert revealed.house_way == "Supreme 99 house way 2014"


# ---- reconciling ---------------------------------------------------------------------------------


def test_s99_7_from_the_dealers_right_to_his_left():
    sitting = sitting_at(1, 3, 6).bets().deals()
    sitting.dealer.refused(Reason.WRONG_STAGE).reconciles(6)
    sitting.reveals()
    for early in (1, 3):
        sitting.dealer.refused(Reason.OUT_OF_ORDER).reconciles(early)
    sitting.dealer.reconciles(6)
    sitting.dealer.refused(Reason.ALREADY_RECONCILED).reconciles(6)
    sitting.dealer.refused(Reason.OUT_OF_ORDER).reconciles(1)
    sitting.dealer.reconciles(3)
    sitting.dealer.refused(Reason.NOT_RECONCILED).game_over()
    sitting.dealer.reconciles(1)
    sitting.dealer.refused(Reason.SEAT_EMPTY).reconciles(2)
    sitting.dealer.game_over()


def test_s99_7_a_seat_without_a_bet_is_not_reconciled():
    sitting = sitting_at(1, 4)
    sitting.player(1).bets(BET, 25_00)
    sitting.deals().reveals()
    sitting.dealer.refused(Reason.NO_HAND).reconciles(4)


@pytest.mark.parametrize(
    ("clause", "mine", "setting", "line", "net"),
    [
        ("S99 8", "9h Jc 5d Qh", "9h Jc | 5d Qh", "win both", 25_00),
        ("S99 8", "2h 2c Ad 8h", "2h 2c | Ad 8h", "win both", 25_00),  # the lowest pair beats points
        ("S99 9", "9h Jc 3d Qh", "9h Jc | 3d Qh", "one each", 0),
        ("S99 9", "6h Jc 5d Qh", "6h Jc | 5d Qh", "one each", 0),
        ("S99 10", "6h Jc 3d Qh", "6h Jc | 3d Qh", "lose", -25_00),
        ("S99 11", "7h Jc 3d Qh", "7h Jc | 3d Qh", "lose", -25_00),  # High copies, Low loses
        ("S99 11", "6h Jc 4d Qh", "6h Jc | 4d Qh", "lose", -25_00),  # High loses, Low copies
        ("S99 11", "7h Jc 5d Qh", "7h Jc | 5d Qh", "one each", 0),  # High copies, Low wins: one each
        ("S99 11", "8h Jc 4d Qh", "8h Jc | 4d Qh", "one each", 0),
        ("S99 12", "7h Jc 4d Qh", "7h Jc | 4d Qh", "copy both", 100_00),
        ("S99 12", "9h 8c 3d Ah", "9h 8c | 3d Ah", "copy both", 100_00),  # by points, whatever the cards
    ],
)
def test_s99_8_to_12_the_matchups(clause, mine, setting, line, net):
    sitting = against(mine, setting)
    result = sitting.result(3, BET)
    assert (result.line, sitting.net(3, BET)) == (line, net), clause
    assert sitting.chips(3) == 5_000_00 + net
    assert sitting.table.tray == 20_000_00 - net
    assert sitting.account("felt") == 0
    assert "High 7 points, Low 4 points" in result.reason


def test_s99_12_copying_both_pairs_pays_4_to_1():
    sitting = against("4h 9c 4s 9d", "9c 9d | 4h 4s", dealers="9h 9s 4c 4d")
    assert (sitting.result(3, BET).pays, sitting.net(3, BET)) == ("4 to 1", 100_00)


@pytest.mark.parametrize(
    ("mine", "setting", "line", "net"),
    [
        ("8c 8d 8h 8s", "8c 8d | 8h 8s", "Four of a Kind", 1_500_00),
        ("9c 9d 3h 3s", "9c 9d | 3h 3s", "Two Pair", 75_00),
        ("9c 9d 3h 3s", "9c 3h | 9d 3s", "Two Pair", 75_00),  # however it is set
        ("9h Jc 8d Ah", "9h Jc | 8d Ah", "9-9", 30_00),
        ("9c 9d 9h 2s", "9c 9d | 9h 2s", "Pair", 5_00),
        ("9c 9d 3h 2s", "9c 9d | 3h 2s", "Pair", 5_00),
        ("9h Jc 5d Qh", "9h Jc | 5d Qh", "lose", -5_00),
    ],
)
def test_s99_13_pair_fortunes_pays_however_the_hand_is_set(mine, setting, line, net):
    sitting = against(mine, setting, Pair_Fortunes=5_00)
    assert (sitting.result(3, FORTUNES).line, sitting.net(3, FORTUNES)) == (line, net)


def test_s99_13_pair_fortunes_wins_though_the_standard_bet_loses():
    sitting = against("3h 3c 2d Qh", "3h 3c | 2d Qh", dealers="4c 4d 9h Ks", Pair_Fortunes=5_00)
    assert (sitting.net(3, BET), sitting.net(3, FORTUNES)) == (-25_00, 5_00)


# ---- no step can be skipped ----------------------------------------------------------------------


def test_nobody_bets_before_the_commitment_is_published():
    sitting = sitting_at(3)
    sitting.player(3).refused(Reason.NOT_SHUFFLED).bets(BET, 25_00)
    sitting.dealer.refused(Reason.NOT_SHUFFLED).closes_betting()
    sitting.dealer.shuffles(stacked(sitting.game, {}, 1, ()))
    sitting.bets()
    sitting.dealer.refused(Reason.ALREADY_SHUFFLED).shuffles(stacked(sitting.game, {}, 2, ()))
    sitting.dealer.closes_betting()


def test_the_steps_come_one_after_the_other():
    """At every stage every later step is refused."""
    sitting = sitting_at(3).bets()
    dealer, order = sitting.dealer, stacked(sitting.game, {}, 1, ())
    steps = [
        lambda who: who.closes_betting(),
        lambda who: who.draws(1),
        lambda who: who.deals(),
        lambda who: who.reveals(),
        lambda who: who.reconciles(3),
    ]
    dealer.shuffles(order)
    for now, step in enumerate(steps):
        if sitting.stage is Stage.CHOOSING:
            sitting.all_set()
        for other in steps[:now] + steps[now + 1 :]:
            other(dealer.refused(Reason.WRONG_STAGE))
        step(dealer)
    dealer.game_over()
    assert (sitting.stage, sitting.round.number) == (Stage.BETTING, 2)


def test_after_game_over_the_felt_is_clear_and_the_pack_is_shown():
    sitting = sitting_at(3).bets().deals().ends()
    assert sitting.round.spots == {}
    assert sitting.round.order == ()
    previous = sitting.seen_by(sitting.player(3).actor)["previous"]
    assert previous["order"] == show(sitting.table.previous.order)


def test_a_seat_can_have_its_hand_set_the_house_way():
    sitting = sitting_at(3, 5).bets().deals({3: "4h 9c Kd 4s"})
    sitting.player(3).asks_house_way()
    sitting.player(3).refused(Reason.HOUSE_WAY_ASKED).sets("12|34")
    sitting.player(3).refused(Reason.HOUSE_WAY_ASKED).asks_house_way()
    sitting.dealer.refused(Reason.OTHERS_NOT_SET).sets_house_way(3)
    sitting.all_set(3)
    sitting.dealer.sets_house_way(3)
    assert (sitting.round.spots[3].layout, sitting.round.spots[3].how) == ("14|23", "house way")


def test_a_house_of_dice_has_dice_and_one_of_rng_has_not():
    for number_by in ("rng", "dice"):
        sitting_at(number_by=number_by)
    closed = Sitting(opened=False)
    closed.supervisor.refused(Reason.BAD_TERMS).opens(Terms(game="supreme-99", number_by="cards"))
