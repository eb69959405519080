"""Guests without a device: the dealer seats them, and bets, chooses and settles for them. The rules are
the seat's own."""

from random import Random

import pytest

from houseway.deciding.refusal import Refusal
from houseway.role import Actor, Role
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.commands import Stage
from houseway.table.denominations import value_of
from houseway.table.live import next_step
from houseway.table.places import show_hands
from houseway.table.receipt import check
from houseway.table.refusal import Reason
from tests.table.sitting import DEALER, SUPERVISOR, SURVEILLANCE, Sitting, plays_a_round
from tests.table.test_chips import VALUES


def with_guests(game="san-lo", *seats, chips=500_00, **terms):
    """A live table with guests at these seats."""
    sitting = Sitting(game, **terms)
    for seat in seats:
        sitting.dealer.gives(do.SeatGuest(seat=seat, cents=chips))
    return sitting


def bets(sitting, **wagers):
    """Every guest the same."""
    sitting.is_sealed()
    for seat in sitting.table.guests:
        for wager, cents in wagers.items():
            sitting.dealer.bets(wager.replace("_", " "), cents, seat)
    return sitting


def test_a_guest_sits_down_with_chips_by_one_command_and_the_book_balances():
    sitting = with_guests("san-lo", 2, 5)
    assert [type(event) for event in sitting.last] == [was.SeatTaken, was.BoughtIn]
    assert sitting.table.players == {2: "guest 1", 5: "guest 2"}
    assert sitting.chips(2) == 500_00
    sitting.dealer.cashes_out(100_00, 2)
    sitting.dealer.leaves(2)
    assert sitting.account("cash-out") == 500_00
    assert sitting.table.guests == {5: 2}


def test_no_two_guests_have_one_number_and_no_player_is_taken_for_one():
    sitting = with_guests("san-lo", 2)
    sitting.dealer.leaves(2)
    sitting.player(3).sits(name="Guest 2")
    sitting.dealer.gives(do.SeatGuest(seat=2))
    assert sitting.table.players == {3: "Guest 2", 2: "guest 3"}
    sitting.dealer.refused(Reason.NAME_TAKEN).gives(do.SeatGuest(seat=4, player="guest 3"))
    sitting.dealer.refused(Reason.SEAT_TAKEN).gives(do.SeatGuest(seat=3))
    sitting.dealer.gives(do.SeatGuest(seat=4, player="Mrs Wu"))
    assert sitting.table.guests == {2: 3, 4: 4}


def test_the_dealer_acts_for_a_guest_and_never_for_a_player_with_a_device():
    sitting = with_guests("san-lo", 2)
    sitting.player(5).sits()
    sitting.sells_chips(5, 500_00)
    sitting.is_sealed()
    for command in (
        do.PlaceWager(seat=5, wager="Main Bet", cents=25_00),
        do.TakeBackWager(seat=5, wager="Main Bet"),
        do.CashOut(seat=5, cents=100),
        do.LeaveSeat(seat=5),
    ):
        says = sitting.dealer.refused(Reason.NOT_A_GUEST).gives(command).says
        assert "Eve at seat 5 has a device" in says
    sitting.dealer.bets("Main Bet", 25_00, 2)
    sitting.player(5).bets("Main Bet", 25_00)
    sitting.deals()
    for command in (do.Choose(seat=5, layout="123|45|6"), do.AskHouseWay(seat=5)):
        sitting.dealer.refused(Reason.NOT_A_GUEST).gives(command)
    sitting.dealer.gives(do.HouseWayForGuests())
    assert not sitting.round.spots[5].asked


def test_nobody_with_a_device_acts_for_a_guest():
    sitting = with_guests("san-lo", 2)
    says = sitting.player(2).refused(Reason.NOT_YOUR_SEAT).bets("Main Bet", 25_00).says
    assert says == "seat 2 is guest 1's, who has no device"
    sitting.player(2).refused(Reason.NOT_YOUR_SEAT).leaves()
    sitting.supervisor.refused(Reason.NOT_YOUR_ROLE).bets("Main Bet", 25_00, 2)
    sitting.supervisor.leaves(2)  # who is gone


@pytest.mark.parametrize("dealer", ["automatic", "live"])
def test_guests_play_with_a_live_dealer(dealer):
    if dealer == "automatic":
        sitting = Sitting("san-lo", dealer="automatic")
        sitting.dealer.refused(Reason.DEALER_IS_AUTOMATIC).gives(do.SeatGuest(seat=2))
        return
    sitting = with_guests("san-lo", 2)
    says = sitting.supervisor.refused(Reason.BAD_TERMS).changes_dealer("automatic").says
    assert says == "the guest at seat 2 has no device, and needs a live dealer"


def test_a_guest_bets_in_whole_chips_within_the_limits():
    sitting = with_guests("supreme-99", 2, chip_cents=VALUES).is_sealed()
    sitting.dealer.refused(Reason.NOT_IN_CHIPS).bets("Standard Bet", 33_33, 2)
    sitting.dealer.refused(Reason.ABOVE_MAXIMUM).bets("Standard Bet", 301_00, 2)
    sitting.dealer.refused(Reason.BELOW_MINIMUM).bets("Standard Bet", 4_00, 2)
    sitting.dealer.refused(Reason.MAIN_BET_FIRST).bets("Pair Fortunes", 5_00, 2)
    sitting.dealer.bets("Standard Bet", 300_00, 2)
    sitting.dealer.bets("Standard Bet", 25_00, 2)
    assert sitting.chips(2) == 475_00
    sitting.dealer.takes_back("Standard Bet", 2)
    assert sitting.chips(2) == 500_00


# ---- the same bets again -----------------------------------------------------------------------------


def played_a_round(game="supreme-99", *seats, chips=100_00, main="Standard Bet", cents=40_00, **more):
    sitting = bets(with_guests(game, *seats, chips=chips, **more), **{main.replace(" ", "_"): cents})
    sitting.deals().dealer.gives(do.HouseWayForGuests())
    return sitting.ends()


def test_the_same_bets_again_for_all_guests_by_one_command():
    sitting = bets(with_guests("supreme-99", 2, 3, 5), Standard_Bet=20_00, Pair_Fortunes=5_00).deals()
    sitting.dealer.gives(do.HouseWayForGuests())
    sitting.ends().is_sealed()
    assert [each["seat"] for each in sitting.seen_by(sitting.dealer.actor)["next"]["again"]] == [2, 3, 5]
    sitting.dealer.gives(do.RepeatBets())
    assert all(spot.wagers == {"Standard Bet": 20_00, "Pair Fortunes": 5_00} for spot in sitting.round.spots.values())
    assert sitting.seen_by(sitting.dealer.actor)["next"]["again"] == []
    sitting.dealer.refused(Reason.NO_BETS_BEFORE).gives(do.RepeatBets())


def test_who_has_bet_is_left_as_he_is_and_one_seat_alone_can_repeat():
    sitting = played_a_round("supreme-99", 2, 3, 5).is_sealed()
    sitting.dealer.gives(do.RepeatBets(seat=3))
    assert sitting.round.betting == (3,)
    sitting.dealer.bets("Standard Bet", 5_00, 5)
    sitting.dealer.gives(do.RepeatBets())
    assert {seat: spot.wagers["Standard Bet"] for seat, spot in sitting.round.spots.items()} == {
        2: 40_00,
        3: 40_00,
        5: 5_00,
    }


def test_whose_chips_do_not_reach_places_nothing_and_the_others_do():
    sitting = played_a_round("supreme-99", 2, 3, cents=40_00).is_sealed()
    sitting.dealer.cashes_out(sitting.chips(3) - 10_00, 3)
    [two, three] = sitting.seen_by(sitting.dealer.actor)["next"]["again"]
    assert (two["says"], three["says"]) == ("", "seat 3 holds $10, and $40 is needed")
    sitting.dealer.gives(do.RepeatBets())
    assert sitting.round.betting == (2,)
    sitting.dealer.refused(Reason.NOT_ENOUGH_CHIPS).gives(do.RepeatBets())


def test_a_guest_has_not_the_bets_of_whoever_sat_there_before():
    sitting = played_a_round("supreme-99", 2, 3).is_sealed()
    sitting.dealer.leaves(2)
    sitting.dealer.gives(do.SeatGuest(seat=2, cents=100_00))
    sitting.dealer.gives(do.RepeatBets())
    assert sitting.round.betting == (3,)


def test_slp_6_after_a_void_round_the_bets_again_have_the_stake_that_went_back_from_the_meter():
    paytables = {"Main Bet": "San Lo", "Progressive": "FSLPP-01"}
    sitting = bets(with_guests("san-lo", 2, 3, paytables=paytables), Main_Bet=25_00, Progressive=1_00)
    sitting.dealer.coins_in()
    sitting.dealer.gives(do.CloseBetting())
    sitting.supervisor.voids("two hands fell to the floor")
    assert sitting.chips(2) == 500_00
    sitting.is_sealed()
    assert [each["says"] for each in sitting.seen_by(sitting.dealer.actor)["next"]["again"]] == ["", ""]
    sitting.dealer.gives(do.RepeatBets())
    assert [spot.wagers for spot in sitting.round.spots.values()] == [{"Main Bet": 25_00, "Progressive": 1_00}] * 2


def test_bets_that_a_choice_added_are_not_placed_again_and_those_it_took_back_are():
    sitting = bets(with_guests("let-it-ride", 2), Bet_1=10_00).deals()
    sitting.dealer.gives(do.ChooseForGuests(word=word_back(sitting, 2)))
    ends(sitting).is_sealed().dealer.gives(do.RepeatBets())
    assert set(sitting.round.spots[2].wagers.values()) == {10_00}
    assert set(sitting.round.spots[2].wagers) >= set(sitting.game.required)


def word_back(sitting, seat):
    """The word that takes a wager back."""
    spot = sitting.seen_by(sitting.dealer.actor)["current"]["spots"][str(seat)]
    return next(option["word"] for option in spot["options"] if option["back_cents"])


def ends(sitting):
    """The round, the dealer choosing for all guests what costs nothing."""
    number = sitting.round.number
    while sitting.round.number == number:
        if sitting.stage is Stage.CHOOSING:
            seat = sitting.waiting()[0]
            spot = sitting.seen_by(sitting.dealer.actor)["current"]["spots"][str(seat)]
            words = [option["word"] for option in spot["options"] if not option["cents"]]
            sitting.dealer.says(words[0], seat)
        else:
            sitting.dealer.gives(next_step(sitting.table))
    return sitting


# ---- choosing ----------------------------------------------------------------------------------------


def test_the_house_way_for_all_guests_by_one_command():
    sitting = bets(with_guests("san-lo", 2, 3, 6), Main_Bet=20_00).deals()
    sitting.dealer.gives(do.HouseWayForGuests())
    assert {spot.how for spot in sitting.round.spots.values()} == {"house way"}
    assert sitting.stage is Stage.SHOWING


def test_the_display_stays_shut_until_players_with_devices_have_set():
    """A seat's house way is shown once all other seats have set. [SL 7]"""
    sitting = with_guests("san-lo", 2, 3)
    sitting.player(5).sits()
    sitting.sells_chips(5, 500_00)
    bets(sitting, Main_Bet=20_00)
    sitting.player(5).bets("Main Bet", 25_00)
    sitting.deals()
    sitting.dealer.gives(do.HouseWayForGuests())
    assert [sitting.round.spots[seat].asked for seat in (2, 3, 5)] == [True, True, False]
    sitting.dealer.refused(Reason.OTHERS_NOT_SET).gives(do.HouseWayForGuests())
    sitting.all_set(2, 3)
    sitting.dealer.gives(do.HouseWayForGuests())
    assert sitting.stage is Stage.SHOWING


def test_a_guests_hand_is_set_as_it_lies_or_refused():
    sitting = bets(with_guests("san-lo", 2), Main_Bet=20_00).deals({2: "As Ad Kc Kd 9h 5s"})
    sitting.dealer.refused(Reason.NOT_AN_OPTION).sets("12|345|6", seat=2)
    sitting.dealer.sets("126|34|5", seat=2)
    assert sitting.round.spots[2].layout == "126|34|5"
    assert sitting.round.spots[2].how == "player"


def test_one_word_for_all_guests_who_may_say_it():
    sitting = bets(with_guests("three-card-poker", 2, 3, 5), Ante=10_00).deals()
    sitting.dealer.says("fold", 3)
    sitting.dealer.gives(do.ChooseForGuests(word="play"))
    assert [sitting.round.spots[seat].said for seat in (2, 3, 5)] == [("play",), ("fold",), ("play",)]
    assert sitting.stage is not Stage.CHOOSING


def test_who_cannot_pay_for_the_word_is_left_to_say_another():
    sitting = with_guests("three-card-poker", 2, 3, chips=10_00)
    sitting.dealer.buys_in(90_00, 2)
    bets(sitting, Ante=10_00).deals()
    sitting.dealer.gives(do.ChooseForGuests(word="play"))
    assert sitting.waiting() == [3]
    sitting.dealer.refused(Reason.NOT_ENOUGH_CHIPS).gives(do.ChooseForGuests(word="play"))
    sitting.dealer.refused(Reason.NOT_AN_OPTION).gives(do.ChooseForGuests(word="hit"))
    sitting.dealer.gives(do.ChooseForGuests(word="fold"))


def test_physical_hands_are_laid_on_the_felt_by_one_command():
    sitting = bets(with_guests("supreme-99", 2, 3, shuffler="manual"), Standard_Bet=20_00).deals_by_hand()
    sitting.dealer.gives(do.ChooseForGuests())
    assert sitting.stage is Stage.SHOWING
    hands = {DEALER: "2c 7d 3h 8s", 3: "9c 9d As Kd", 2: "Ts Th 4c 4d"}
    sitting.ends_by_hand(hands)
    assert show_hands(sitting.table.previous.hands_of(2)) == "Ts Th | 4c 4d"
    assert check(sitting.receipt())[1] == []


def test_physical_hands_that_are_given_up_are_entered_and_set_the_house_way():
    sitting = bets(with_guests("san-lo", 2, 3, shuffler="manual"), Main_Bet=20_00).deals_by_hand()
    sitting.dealer.gives(do.HouseWayForGuests())
    assert all(sitting.round.spots[seat].asked for seat in (2, 3))
    sitting.dealer.refused(Reason.SHUFFLER_IS_MANUAL).gives(do.HouseWayForGuests())
    assert next_step(sitting.table) == do.EnterPacket(place=3, cards=())
    sitting.ends_by_hand()
    assert {spot.how for spot in sitting.table.previous.spots.values()} == {"house way"}


def test_guests_hit_and_stand_one_after_the_other():
    sitting = bets(with_guests("blackjack", 2, 3), Bet=20_00)
    sitting.deals({2: "8c 3d", 3: "Ts 6h", DEALER: "9c 8d", "drawn": "Kd 2c"})
    sitting.dealer.peeks()
    sitting.dealer.refused(Reason.NOT_YOUR_TURN).says("hit", 3)
    sitting.dealer.says("double", 2)
    sitting.dealer.says("hit", 3)
    sitting.dealer.gives(do.ChooseForGuests(word="stand"))
    assert sitting.round.spots[3].said == ("hit", "stand")


def test_only_guests_who_choose_now_are_asked():
    sitting = Sitting("san-lo", seats=(5,))
    sitting.dealer.gives(do.SeatGuest(seat=2))
    sitting.player(5).bets("Main Bet", 25_00)
    sitting.deals()
    sitting.dealer.refused(Reason.ALREADY_CHOSEN).gives(do.ChooseForGuests(word="fold"))
    sitting.dealer.refused(Reason.ALREADY_CHOSEN).gives(do.HouseWayForGuests())


# ---- what is seen ------------------------------------------------------------------------------------


def test_the_dealer_alone_sees_the_cards_of_a_guest_and_of_nobody_else():
    sitting = with_guests("san-lo", 2)
    sitting.player(5).sits()
    sitting.sells_chips(5, 500_00)
    bets(sitting, Main_Bet=20_00)
    sitting.player(5).bets("Main Bet", 25_00)
    sitting.deals()

    def hidden(actor, seat):
        return sitting.seen_by(actor)["current"]["spots"][str(seat)]["cards"] == ["??"] * 6

    assert not hidden(sitting.dealer.actor, 2)
    assert hidden(sitting.dealer.actor, 5)
    for actor in (
        SUPERVISOR,
        SURVEILLANCE,
        sitting.player(5).actor,
        sitting.player(2).actor,
        Actor(Role.PLAYER, "", 3),
    ):
        assert hidden(actor, 2), actor
    spot = sitting.seen_by(sitting.dealer.actor)["current"]["spots"]["2"]
    assert spot["options"][0]["sets"] == [3, 2, 1]
    assert "options" not in sitting.seen_by(SUPERVISOR)["current"]["spots"]["2"]


# ---- what the dealer's hands do ----------------------------------------------------------------------


def moves(sitting):
    return [
        (move["act"], move["wager"], move["cents"], move["chips"], move["coin_cents"])
        for move in sitting.seen_by(sitting.dealer.actor)["next"]["moves"]
    ]


def test_take_pay_and_push_are_told_by_chips_before_they_are_confirmed():
    sitting = with_guests("blackjack", 2, 3, 4, 5, chip_cents=VALUES)
    bets(sitting, Bet=25_00)
    sitting.deals({2: "As Kd", 3: "Ts 9h", 4: "Td 8s", 5: "7c Jc", DEALER: "9c 9d"})
    stands(sitting)
    assert moves(sitting) == [("take", "Bet", 25_00, {"2500": 1}, 0)]
    sitting.dealer.reconciles(5)
    assert moves(sitting) == [("push", "Bet", 25_00, {"2500": 1}, 0)]
    sitting.dealer.reconciles(4)
    assert moves(sitting) == [("pay", "Bet", 25_00, {"2500": 1}, 0)]
    sitting.dealer.reconciles(3)
    assert moves(sitting) == [("pay", "Bet", 37_50, {"100": 2, "500": 2, "2500": 1}, 50)]
    assert not sitting.seen_by(SUPERVISOR)["next"]["moves"]
    before, told = sitting.chips(2), moves(sitting)
    sitting.dealer.reconciles(2)
    assert sitting.chips(2) == before + 25_00 + told[0][2]
    assert moves(sitting) == []


def stands(sitting):
    while sitting.stage is not Stage.RECONCILING:
        is_theirs = sitting.stage is Stage.CHOOSING
        sitting.dealer.gives(do.ChooseForGuests(word="stand") if is_theirs else next_step(sitting.table))


class Watched(Sitting):
    """Whatever a step settles is what was told before it."""

    def answer(self, actor, command):
        settles = isinstance(command, do.ReconcileSeat | do.SettleNow)
        told = self.seen_by(self.dealer.actor)["next"]["moves"] if settles else []
        chips, felt = self.in_front(), self.account("felt")
        answer = super().answer(actor, command)
        if settles and not isinstance(answer, Refusal):
            paid = sum(move["cents"] for move in told if move["act"] == "pay" and not move["waits"])
            taken = sum(move["cents"] for move in told if move["act"] == "take")
            assert self.in_front() - chips == paid - taken + felt - self.account("felt")
            assert all(move["coin_cents"] + value_of(move["chips"]) == move["cents"] for move in told)
            self.told = [*getattr(self, "told", []), *(move["act"] for move in told)]
        return answer

    def in_front(self):
        return sum(self.chips(seat) for seat in self.table.players)


@pytest.mark.parametrize("slug", ["baccarat", "blackjack-surrender", "casino-war", "free-bet-blackjack", "let-it-ride"])
def test_what_is_told_is_what_moves(slug):
    sitting = Watched(slug, seats=(1, 2, 3), chip_cents=VALUES)
    for seed in range(6):
        plays_a_round(sitting, Random(seed))
    assert {"take", "pay"} <= set(sitting.told)
