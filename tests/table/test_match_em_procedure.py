"""Match 'Em Hi Lo at the table, clause by clause: what each step does, and that it cannot be skipped."""

import pytest

from houseway.table import events as was
from houseway.table.commands import Stage
from houseway.table.refusal import Reason
from tests.table.sitting import DEALER, Sitting, stacked

ANTE, DOUBLE, MATCH, POKER = "Ante", "Double Down", "Match Bonus", "Poker Bonus"
DEALERS = "2c 3d 4h Ts Kd"  # LO is K-2-3, five; the three is shared; HI is 4-10-3, seventeen


def sitting_at(*seats, **terms):
    return Sitting("match-em", seats=seats, **terms)


def against(mine, word, *, dealers=DEALERS, **terms):
    """One seat says HI or LO to the dealer's cards; the sitting once it is reconciled."""
    sitting = sitting_at(4, **terms)
    sitting.player(4).bets(ANTE, 25_00)
    sitting.deals({4: mine, DEALER: dealers})
    sitting.player(4).says(word)
    sitting.dealer.reveals()
    sitting.dealer.reconciles(4)
    return sitting


# ---- wagers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", range(1, 9))
def test_me_decks_one_deck_or_several(decks):
    sitting = sitting_at(4, decks=decks).bets().deals()
    assert len(sitting.round.order) == 52 * decks


def test_me_decks_up_to_seven_players():
    sitting = sitting_at(1, 2, 3, 4, 5, 6, 7).bets().deals()
    assert len(sitting.round.hands) == 7
    sitting.voice(sitting.player(1).actor).refused(Reason.NOT_YOUR_SEAT).sits(8)


@pytest.mark.parametrize("wager", [MATCH, POKER])
def test_me_1_the_ante_comes_first(wager):
    sitting = sitting_at(4)
    sitting.player(4).refused(Reason.MAIN_BET_FIRST).bets(wager, 5_00)
    sitting.player(4).bets(ANTE, 25_00)
    sitting.player(4).bets(wager, 5_00)
    sitting.player(4).refused(Reason.MAIN_BET_FIRST).takes_back(ANTE)


def test_me_1_double_down_is_not_placed_before_the_deal():
    sitting = sitting_at(4)
    sitting.player(4).bets(ANTE, 25_00)
    sitting.player(4).refused(Reason.ADDED_WITH_A_CHOICE).bets(DOUBLE, 25_00)


# ---- the deal ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [(1, 2, 3, 4, 5, 6, 7), (2, 5), (7,), (6, 1, 3)])
def test_me_2_clockwise_from_the_dealers_left_three_each_then_five_to_the_dealer(seats):
    sitting = sitting_at(*seats, decks=1).bets()
    order = sitting.game.pack(1).cards()
    sitting.dealer.shuffles(order)
    sitting.dealer.closes_betting()
    sitting.dealer.deals()
    assert sitting.round.places == (*sorted(seats), DEALER)
    assert sitting.round.picked_up == ()
    for nth, seat in enumerate(sorted(seats)):
        assert sitting.round.cards_of(seat) == order[3 * nth : 3 * nth + 3]
    assert sitting.round.cards_of(DEALER) == order[3 * len(seats) : 3 * len(seats) + 5]


def test_me_2_only_seats_with_an_ante_are_dealt():
    sitting = sitting_at(1, 4, 7)
    sitting.player(4).bets(ANTE, 25_00)
    sitting.deals()
    assert sitting.round.places == (4, DEALER)
    sitting.player(1).refused(Reason.NO_HAND).says("HI")


def test_me_2_an_ante_that_was_taken_back_gets_no_cards():
    sitting = sitting_at(1, 4).bets()
    sitting.player(1).takes_back(ANTE)
    sitting.deals()
    assert sitting.round.places == (4, DEALER)


def test_me_2_there_is_no_rotation_number():
    sitting = sitting_at(4).bets()
    sitting.dealer.shuffles(stacked(sitting.game, {}, 1, (4,), 8))
    sitting.dealer.closes_betting()
    assert sitting.stage is Stage.DEALING
    sitting.dealer.refused(Reason.WRONG_STAGE).draws(1)


# ---- the decision --------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["HI", "LO"])
def test_me_3a_the_hand_goes_into_one_of_the_boxes_and_stays_there(word):
    sitting = sitting_at(2, 4).bets().deals()
    sitting.player(4).says(word)
    assert sitting.round.spots[4].said == (word,)
    for other in ("HI", "LO"):
        sitting.player(4).refused(Reason.ALREADY_CHOSEN).says(other)
    sitting.player(2).says("LO")
    sitting.player(4).refused(Reason.WRONG_STAGE).says("LO")
    assert sitting.round.spots[4].said == (word,)


@pytest.mark.parametrize("word", ["", "hi", "high", "BOTH", "HI ", "HI LO"])
def test_me_3a_there_is_no_third_box(word):
    sitting_at(4).bets().deals().player(4).refused(Reason.NOT_AN_OPTION).says(word)


@pytest.mark.parametrize("layout", ["123", "12", "12|3", "1234", "122"])
def test_me_3a_all_three_cards_go_into_the_box_and_none_is_set_apart(layout):
    sitting_at(4).bets().deals().player(4).refused(Reason.NOT_AN_OPTION).sets(layout, "HI")


def test_me_3b_a_double_is_equal_to_the_ante():
    sitting = sitting_at(4)
    sitting.player(4).bets(ANTE, 37_00)
    sitting.deals()
    sitting.player(4).says("HI double")
    assert sitting.last[0] == was.WagerAdded(seat=4, wager=DOUBLE, cents=37_00)
    assert sitting.round.spots[4].wagers == {ANTE: 37_00, DOUBLE: 37_00}
    assert sitting.chips(4) == 5_000_00 - 74_00


def test_me_3b_a_double_needs_the_chips_and_the_hand_can_be_played_without():
    sitting = sitting_at(4, chips=49_99)
    sitting.player(4).bets(ANTE, 25_00)
    sitting.deals()
    sitting.player(4).refused(Reason.NOT_ENOUGH_CHIPS).says("LO double")
    assert not sitting.round.spots[4].how
    sitting.sells_chips(4, 1)
    sitting.player(4).says("LO double")
    assert sitting.chips(4) == 0


@pytest.mark.parametrize("adds", ["double down", "double double", "Double", MATCH, "War", " double"])
def test_me_3b_nothing_else_is_added(adds):
    sitting_at(4).bets().deals().player(4).refused(Reason.NOT_AN_OPTION).says(f"HI {adds}")


def test_me_3b_no_double_after_the_hand_is_in_its_box():
    sitting = sitting_at(2, 4).bets().deals()
    sitting.player(4).says("HI")
    sitting.player(4).refused(Reason.ALREADY_CHOSEN).says("HI double")


def test_me_4_the_dealer_turns_his_cards_when_all_have_decided():
    sitting = sitting_at(2, 4).bets().deals()
    sitting.dealer.refused(Reason.NOT_ALL_CHOSEN).reveals()
    sitting.player(2).says("HI")
    sitting.dealer.refused(Reason.NOT_ALL_CHOSEN).reveals()
    sitting.player(4).says("LO double")
    sitting.dealer.reveals()
    assert sitting.stage is Stage.RECONCILING


@pytest.mark.parametrize(
    ("clause", "cards", "low", "shared", "high"),
    [
        ("ME 4a", DEALERS, "2c Kd", "3d", "4h Ts"),
        ("ME 4b", "Ac 9d 8h 4s Kd", "4s Kd", "Ac", "9d 8h"),  # the ace is shared, though the four is higher
        ("ME 4b", "5c 6d 7h 8s 9d", "5c 6d", "7h", "8s 9d"),
        ("ME 4c", "Jc Qd Kh Ts 9d", "Jc Qd", "Kh", "Ts 9d"),
    ],
)
def test_me_4_the_dealers_five_cards_in_a_row(clause, cards, low, shared, high):
    sitting = sitting_at(4).bets().deals({DEALER: cards}).reveals()
    lows, middle, highs = sitting.last[0].hands.split(" | ")
    if clause != "ME 4c":  # where three cards count nothing, any of them may lie in the middle
        assert (set(lows.split()), middle, set(highs.split())) == (set(low.split()), shared, set(high.split()))
    assert set(highs.split()) == set(high.split())


def test_me_5_a_shared_ace_counts_1_in_lo_and_11_in_hi():
    sitting = against("9c 8c Jd", "HI", dealers="Ac 9d 8h 4s Kd")
    assert "against HI 28, LO 5" in sitting.result(4, ANTE).reason


# ---- resolving -----------------------------------------------------------------------------------


def test_me_6_one_player_at_a_time_from_right_to_left():
    sitting = sitting_at(1, 4, 7).bets().deals()
    sitting.dealer.refused(Reason.WRONG_STAGE).reconciles(7)
    sitting.reveals()
    sitting.dealer.refused(Reason.OUT_OF_ORDER).reconciles(1)
    sitting.dealer.reconciles(7)
    sitting.dealer.refused(Reason.ALREADY_RECONCILED).reconciles(7)
    sitting.dealer.refused(Reason.OUT_OF_ORDER).reconciles(1)
    sitting.dealer.reconciles(4)
    sitting.dealer.refused(Reason.NOT_RECONCILED).game_over()
    sitting.dealer.reconciles(1)
    sitting.dealer.game_over()


@pytest.mark.parametrize(
    ("clause", "mine", "word", "net"),
    [
        ("ME 6ai", "9c 9h Jd", "HI", 25_00),  # 18 over 17
        ("ME 6aiii", "9c 8c Jd", "HI", 25_00),  # a tie
        ("ME 6ai", "9c 7c Jd", "HI", -25_00),
        ("ME 6ai", "Ac 6c Jd", "HI", 25_00),  # an ace is 11
        ("ME 6ai", "2d 3c Jd", "HI", -25_00),
        ("ME 6aii", "4c Jc Qd", "LO", 25_00),
        ("ME 6aiii", "5c Jc Qd", "LO", 25_00),  # a tie
        ("ME 6aii", "6c Jc Qd", "LO", -25_00),
        ("ME 6aii", "Ac 4c Jd", "LO", 25_00),  # an ace is 1
        ("ME 6aii", "9c 9h Jd", "LO", -25_00),
    ],
)
def test_me_6_ties_are_the_players_in_either_box(clause, mine, word, net):
    assert against(mine, word).net(4, ANTE) == net, clause
    doubled = against(mine, f"{word} double")
    assert (doubled.net(4, ANTE), doubled.net(4, DOUBLE)) == (net, net), clause
    assert doubled.chips(4) == 5_000_00 + 2 * net
    assert doubled.table.tray == 20_000_00 - 2 * net


@pytest.mark.parametrize(
    ("mine", "line", "net"),
    [
        ("2d 3c 9h", "Match 2", 5_00),
        ("2d 3c 4c", "Match 3", 20_00),
        ("2d 8c 9h", "lose", -5_00),  # one card is not enough
        ("Ad 8c 9h", "lose", -5_00),
    ],
)
def test_me_7_match_bonus_counts_the_dealers_cards(mine, line, net):
    sitting = sitting_at(4)
    sitting.player(4).bets(ANTE, 25_00)
    sitting.player(4).bets(MATCH, 5_00)
    sitting.deals({4: mine, DEALER: DEALERS}).ends()
    assert (sitting.result(4, MATCH).line, sitting.net(4, MATCH)) == (line, net)


@pytest.mark.parametrize(
    ("dealers", "line", "net"), [("2c 2d 3h 3s 9d", "Match 4", 125_00), ("2c 2d 2h 3s 3d", "Match 5", 500_00)]
)
def test_me_7_match_bonus_counts_every_dealer_card_that_matches(dealers, line, net):
    sitting = sitting_at(4)
    sitting.player(4).bets(ANTE, 25_00)
    sitting.player(4).bets(MATCH, 5_00)
    sitting.deals({4: "2s 3c Kd", DEALER: dealers}).ends()
    assert (sitting.result(4, MATCH).line, sitting.net(4, MATCH)) == (line, net)


@pytest.mark.parametrize(
    ("mine", "line", "net"),
    [
        ("9c 9c 9c", "Suited 3 of a Kind", 500_00),
        ("9c 8c 7c", "Straight Flush", 125_00),
        ("9c 9c 9d", "3 of a Kind", 75_00),
        ("9c 8c 7d", "Straight", 20_00),
        ("9c 9c 7d", "Suited Pair", 15_00),
        ("9c 6c 2c", "Flush", 10_00),
        ("9c 9d 2c", "One Pair", 5_00),
        ("9c 6d 2c", "lose", -5_00),
    ],
)
def test_me_8_poker_bonus_pays_on_the_players_three_cards(mine, line, net):
    sitting = sitting_at(4)
    sitting.player(4).bets(ANTE, 25_00)
    sitting.player(4).bets(POKER, 5_00)
    sitting.deals({4: mine, DEALER: DEALERS}).ends()
    assert (sitting.result(4, POKER).line, sitting.net(4, POKER)) == (line, net)


def test_the_bonus_bets_stand_though_the_ante_loses():
    sitting = sitting_at(4)
    for wager, cents in ((ANTE, 25_00), (MATCH, 5_00), (POKER, 5_00)):
        sitting.player(4).bets(wager, cents)
    sitting.deals({4: "2d 2h 3c", DEALER: DEALERS})
    sitting.player(4).says("HI double")
    sitting.ends()
    assert [sitting.net(4, wager) for wager in (ANTE, DOUBLE, MATCH, POKER)] == [-25_00, -25_00, 5_00, 5_00]


def test_no_seats_hand_is_set_the_house_way_for_it_is_the_dealers_alone():
    sitting = sitting_at(4).bets().deals()
    sitting.player(4).refused(Reason.NO_HOUSE_WAY_FOR_SEATS).asks_house_way()
    sitting.dealer.refused(Reason.NO_HOUSE_WAY_FOR_SEATS).sets_house_way(4)
    sitting.supervisor.refused(Reason.NOT_YOUR_ROLE).sets_house_way(4)


def test_seats_whose_players_are_gone_get_the_games_own_answer_when_a_supervisor_calls_time():
    """5-5-5 loses in either box: silence is no way to get the ante back."""
    sitting = sitting_at(2, 4, 6).bets().deals({4: "5c 5d 5h", DEALER: DEALERS})
    sitting.player(2).says("HI double")
    sitting.supervisor.calls_time("seats 4 and 6 are empty chairs")
    assert {seat: sitting.round.spots[seat].how for seat in (2, 4, 6)} == {2: "player", 4: "time", 6: "time"}
    assert sitting.round.spots[4].said == ("HI",)
    assert sitting.round.spots[4].wagers == {ANTE: 25_00}
    sitting.ends()
    assert sitting.net(4, ANTE) == -25_00


def test_nobody_bets_before_the_commitment_is_published():
    sitting = sitting_at(4)
    sitting.player(4).refused(Reason.NOT_SHUFFLED).bets(ANTE, 25_00)
    sitting.dealer.refused(Reason.NOT_SHUFFLED).closes_betting()
    sitting.bets()


def test_the_tray_pays_the_double_too():
    sitting = sitting_at(4, tray_cents=49_99)
    sitting.player(4).bets(ANTE, 25_00)
    sitting.deals({4: "9c 9h Jd", DEALER: DEALERS})
    sitting.player(4).says("HI double")
    sitting.dealer.reveals()
    sitting.dealer.refused(Reason.TRAY_SHORT).reconciles(4)
    sitting.supervisor.fills(1)
    sitting.dealer.reconciles(4)
    assert sitting.table.tray == 0
