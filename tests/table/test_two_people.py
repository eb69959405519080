"""What a supervisor proposes and surveillance agrees to: cards that were wrong, a round that is void after the dealer
has shown, and money of a round that is over. The money is then what it would have been with the right cards."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import show
from houseway.deciding.refusal import Refusal
from houseway.game import Draw, Over, Settle
from houseway.games import GAMES
from houseway.role import Actor, Role
from houseway.table import commands as do
from houseway.table.automatic import next_step
from houseway.table.commands import Stage
from houseway.table.memory import KEPT_ROUNDS, remembered
from houseway.table.receipt import check
from houseway.table.refusal import Reason
from houseway.table.settlement import settle
from tests.kinds import of_each_kind
from tests.soak import examples
from tests.table.sitting import (
    DEALER,
    DEALERS_STEPS,
    Sitting,
    choose_at_random,
    chooses,
    equipped,
    main_of,
    may_place,
    other_packet,
)

each_game = pytest.mark.parametrize("slug", of_each_kind(GAMES))
OFFERED = {"Main Bet": "San Lo", "Progressive": "FSLPP-01"}
ROYAL, ALMOST = "As Ks Qs Js Ts 2d", "As Ks Qs Js 9s 2d"


def shown(slug="san-lo", hands=None, seats=(2, 5), **terms):
    """The dealer has shown, and nobody is reconciled."""
    return Sitting(slug, seats=seats, **terms).bets().deals(hands or {}).reveals()


def corrects(sitting, packets):
    sitting.supervisor.proposes_cards(packets)
    return sitting.surveillance.agrees()


# ---- two people ----------------------------------------------------------------------------------


def test_a_wrong_card_is_corrected_after_the_dealer_has_shown():
    sitting = shown(hands={5: "8c 8d 8h 2s 3c 4d", DEALER: "2h 4h 6h 8s Js 7d"})
    before = sitting.round.cards_of(5)
    corrects(sitting, {5: "8c 8d Ah 2s 3c 4d"})
    assert show(sitting.round.cards_of(5)) == "8c 8d Ah 2s 3c 4d"
    [made] = sitting.round.corrections
    assert (made.by, made.agreed_by, made.note) == ("Sue", "Iris", "a card was misread")
    assert made.was == {5: before}
    sitting.ends()


def test_one_person_alone_corrects_nothing():
    sitting = shown()
    sitting.supervisor.proposes_cards({5: other_packet(sitting.table, 5, Random(1))})
    for who in (sitting.supervisor, sitting.dealer, sitting.player(5), sitting.automatic, sitting.auditor):
        who.refused(Reason.NOT_YOUR_ROLE).agrees()
    both = sitting.voice(Actor(Role.SURVEILLANCE, "Sue"))
    both.refused(Reason.OWN_PROPOSAL).agrees()
    sitting.surveillance.refused(Reason.NO_SUCH_PROPOSAL).agrees(99)
    sitting.surveillance.drops()
    sitting.surveillance.refused(Reason.NO_SUCH_PROPOSAL).agrees()
    assert sitting.round.corrections == ()


def test_the_game_is_not_over_while_a_correction_waits():
    sitting = shown().reconciles().acknowledges()
    sitting.supervisor.proposes_cards({DEALER: other_packet(sitting.table, DEALER, Random(1))})
    sitting.dealer.refused(Reason.PROPOSAL_WAITS).game_over()
    sitting.supervisor.drops()
    sitting.dealer.game_over()


def test_the_automatic_dealer_waits_for_the_two():
    sitting = Sitting("san-lo", seats=(4,), dealer="automatic").bets().deals_itself(until=Stage.RECONCILING)
    sitting.supervisor.proposes_void()
    sitting.deals_itself()
    assert sitting.round.number == 1
    sitting.surveillance.agrees()
    assert sitting.table.previous.void == "a fouled deck"


@pytest.mark.parametrize(
    ("packets", "reason"),
    [
        ({5: "8c 8d"}, Reason.BAD_CARDS),
        ({5: "8c 8d 8h 2s 3c 9x"}, Reason.BAD_CARDS),
        ({"five": "8c 8d 8h 2s 3c 4c"}, Reason.NO_HAND),
        ({5: "8c 8d 8h 2s 3c 4d"}, Reason.BAD_CARDS),  # as it is
        ({5: "8c 8d 8h 2s 3c 7d"}, Reason.BAD_CARDS),  # the dealer holds it
        ({5: "8c 8d 8h 2s 3c 3c"}, Reason.BAD_CARDS),
        ({3: "9c 9d 9h Ts Tc Th"}, Reason.NO_HAND),
        ({}, Reason.BAD_CARDS),
    ],
)
def test_a_card_is_nowhere_twice_after_a_correction(packets, reason):
    sitting = shown(hands={5: "8c 8d 8h 2s 3c 4d", DEALER: "2h 4h 6h 8s Js 7d"})
    told = {str(place): cards for place, cards in packets.items()}
    answer = sitting.answer(sitting.supervisor.actor, do.ProposeCards(packets=told, note="misread", nonce="9" * 64))
    if not isinstance(answer, Refusal):  # it tells nothing of the cards that lie there: two people hear of them
        answer = sitting.answer(sitting.surveillance.actor, do.Agree(proposal=1))
    assert isinstance(answer, Refusal) and answer.reason is reason
    assert sitting.round.corrections == ()


def test_two_packets_that_were_mixed_up_are_corrected_together():
    hands = {5: "8c 8d 8h 2s 3c 4d", DEALER: "2h 4h 6h 8s Js 7d"}
    sitting = shown(hands=hands)
    sitting.supervisor.proposes_cards({5: hands[DEALER]})
    sitting.surveillance.refused(Reason.BAD_CARDS).agrees()
    corrects(sitting, {5: hands[DEALER], DEALER: hands[5]})
    assert show(sitting.round.cards_of(DEALER)) == hands[5]
    assert set(sum(sitting.round.pile(DEALER).hands, ())) == set(sitting.round.cards_of(DEALER))


def test_all_is_looked_at_again_when_surveillance_agrees():
    sitting = shown(hands={5: "8c 8d 8h 2s 3c 4d", DEALER: "2h 4h 6h 8s Js 7d"})
    for place, packet in ((5, "8c 8d Ah 2s 3c 4d"), (DEALER, "2h 4h 6h 8s Js Ah")):
        sitting.supervisor.proposes_cards({place: packet})
    sitting.surveillance.agrees(1)
    sitting.surveillance.refused(Reason.BAD_CARDS).agrees(2)


def test_nobody_else_sees_the_cards_of_a_proposal():
    sitting = shown()
    sitting.supervisor.proposes_cards({5: other_packet(sitting.table, 5, Random(1))})
    for viewer in (sitting.player(5).actor, sitting.dealer.actor, sitting.auditor.actor):
        assert "proposals" not in sitting.seen_by(viewer)
    [asked] = sitting.seen_by(sitting.surveillance.actor)["proposals"]
    assert asked["is"] == "CardsProposed" and list(asked["packets"]) == ["5"] and "nonce" not in asked


def test_a_hand_that_was_set_for_the_seat_is_set_the_house_way_again():
    sitting = Sitting("san-lo", seats=(2, 5)).bets().deals({5: "8c 8d 8h 2s 3c 4d"})
    sitting.player(5).asks_house_way()
    sitting.all_set(5)
    sitting.dealer.sets_house_way(5)
    sitting.dealer.reveals()
    corrects(sitting, {5: "8c 8d Ac Ad 3c 4d"})
    packet = sitting.round.cards_of(5)
    expected = sitting.game.way.set(packet)
    assert [set(hand) for hand in sitting.round.hands_of(5)] == [set(hand) for hand in expected]


# ---- the receipt ---------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if chooses(game)])
def test_the_receipt_says_what_was_corrected_by_whom_and_why(slug):
    sitting = shown(slug)
    packet, before = other_packet(sitting.table, 5, Random(3)), show(sitting.round.cards_of(5))
    corrects(sitting, {5: packet})
    sitting.ends()
    told = sitting.receipt()
    checked, wrong = check(told)
    assert wrong == []
    says = f"seat 5's cards are not as dealt: {before} were corrected to {packet}"
    assert f"{says} by Sue, Iris agreeing: a card was misread" in checked
    assert "every card came off the top of the order" in checked
    assert check({**told, "corrections": []})[1] != []


# ---- a round that would have gone another way ------------------------------------------------------


def at_war():
    sitting = Sitting("casino-war", seats=(2, 5)).bets(wagers={"Tie": 5_00})
    return sitting.deals({2: "9c", 5: "Kd", DEALER: "9h", "drawn": "Tc Jd"})


@pytest.mark.parametrize("until", ["settled", "chosen", "drawn", "reconciled"])
def test_cards_that_would_have_led_another_way_are_not_corrected_and_the_round_can_be_void(until):
    """Without the tie there is no war, no card to draw, and no Tie to pay."""
    sitting = at_war()
    sitting.dealer.settles_now()
    if until != "settled":
        sitting.player(2).says("war")
    if until in ("drawn", "reconciled"):
        sitting.reveals()
    if until == "reconciled":
        sitting.reconciles()
    before = sitting.table
    sitting.supervisor.proposes_cards({2: "8c Tc" if until in ("drawn", "reconciled") else "8c"})
    sitting.surveillance.refused(Reason.ANOTHER_COURSE).agrees()
    assert sitting.round == before.round
    sitting.supervisor.drops()
    if until in ("drawn", "reconciled"):
        sitting.supervisor.proposes_void()
        sitting.surveillance.agrees()
    else:
        sitting.supervisor.voids()
    assert [sitting.chips(seat) for seat in (2, 5)] == [5_000_00, 5_000_00]
    assert sitting.table.tray == 20_000_00
    assert check(sitting.receipt())[1] == []


def test_cards_that_lead_the_same_way_are_corrected_and_the_money_is_what_they_give():
    sitting = Sitting("casino-war", seats=(2, 5)).bets()
    sitting.deals({2: "9c", 5: "Kd", DEALER: "9h", "drawn": "Tc Jd"})
    sitting.player(2).says("war")
    corrects(sitting, {2: "9d"})  # still a tie
    sitting.reveals()
    corrects(sitting, {2: "9d Qs"})  # and now it wins
    sitting.ends()
    assert (sitting.net(2, "Ante"), sitting.net(2, "War")) == (0, 25_00)
    assert check(sitting.receipt())[1] == []


def test_a_card_that_was_corrected_to_the_next_of_the_pack_does_not_come_again():
    sitting = Sitting("casino-war", seats=(2,), decks=1).bets()
    sitting.deals({2: "9c", DEALER: "9h", "drawn": "9d Jd"})
    sitting.player(2).says("war")
    corrects(sitting, {2: "9d"})
    refusal = sitting.dealer.refused(Reason.NO_CARD_LEFT).draws_a_card()
    assert "void" in refusal.says and "9d" not in refusal.says
    sitting.supervisor.voids()
    assert sitting.chips(2) == 5_000_00


def test_a_machine_that_would_deal_a_corrected_card_again_waits_for_a_supervisor():
    sitting = Sitting("casino-war", seats=(2,), decks=1, dealer="automatic").bets()
    sitting.deals({2: "9c", DEALER: "9h", "drawn": "9d Jd"})
    sitting.player(2).says("war")
    corrects(sitting, {2: "9d"})
    sitting.deals_itself()
    assert sitting.stage is Stage.DRAWING and next_step(sitting.table) is None
    sitting.supervisor.voids()
    assert sitting.chips(2) == 5_000_00


def test_a_choice_that_a_seat_is_at_is_not_corrected_away():
    """Then nobody would have anything to do, and the round would not go on."""
    sitting = Sitting("casino-war", seats=(2, 5)).bets().deals({2: "9c", 5: "Kd", DEALER: "9h"})
    sitting.supervisor.proposes_cards({DEALER: "8h"})
    sitting.surveillance.refused(Reason.ANOTHER_COURSE).agrees()
    assert sitting.waiting() == [2]


def test_baccarat_cards_that_would_have_drawn_otherwise_are_not_corrected():
    sitting = Sitting("ez-baccarat", seats=(2,)).bets()
    sitting.deals({"player": "Ks 7d", "banker": "Qc 6d"}).reveals()  # both stand
    sitting.supervisor.proposes_cards({"player": "Ks 5d"})  # which draws
    sitting.surveillance.refused(Reason.ANOTHER_COURSE).agrees()
    sitting.supervisor.drops()
    corrects(sitting, {"player": "Ks 6d"})
    sitting.ends()
    assert sitting.result(2, "Banker").line == "tie"
    assert check(sitting.receipt())[1] == []


def test_the_word_of_a_silent_seat_is_found_again_and_a_players_word_stays():
    sitting = Sitting("match-em", seats=(2, 5)).bets().deals({2: "Kc Qd 9h", 5: "Kc Qd 9h"})
    sitting.player(5).says("LO")
    sitting.supervisor.calls_time("an empty chair")
    corrects(sitting, {2: "5c 5d 9h", 5: "5c 5d 9h"})
    assert {seat: sitting.round.spots[seat].said for seat in (2, 5)} == {2: ("HI",), 5: ("LO",)}
    sitting.ends()
    assert check(sitting.receipt())[1] == []


# ---- jackpots ------------------------------------------------------------------------------------


def playing_for_the_meter(hands):
    sitting = Sitting("san-lo", seats=(2, 4), paytables=OFFERED)
    return sitting.bets(wagers={"Progressive": 1_00}).deals(hands).reveals()


def test_a_recorded_win_is_backed_out_before_its_cards_are_corrected():
    sitting = playing_for_the_meter({4: ROYAL}).pays_the_meter()
    sitting.supervisor.proposes_cards({4: ALMOST})
    sitting.surveillance.refused(Reason.JACKPOT_RECORDED).agrees()
    sitting.backs_out(sitting.round.prize(4))
    sitting.surveillance.agrees()
    sitting.ends()
    assert sitting.result(4, "Progressive").line == "Flush"
    assert check(sitting.receipt())[1] == []


def test_a_lit_hand_that_the_seat_does_not_hold_goes_out():
    sitting = playing_for_the_meter({4: ROYAL})
    sitting.dealer.presses("Royal Flush", seat=4)
    corrects(sitting, {4: ALMOST})
    assert sitting.round.keyed == {}
    sitting.ends()


def test_a_hand_that_the_meter_pays_after_a_correction_is_paid_though_its_seat_was_reconciled():
    sitting = playing_for_the_meter({2: "3c 4c 6d 7h 8h Tc", 4: ALMOST}).reconciles()
    corrects(sitting, {4: ROYAL})
    sitting.dealer.refused(Reason.NOT_KEYED).game_over()
    sitting.pays_the_meter().acknowledges()
    assert sitting.result(4, "Progressive").won_cents == 500_04
    sitting.dealer.game_over()


def test_wins_that_were_backed_out_are_recorded_again_in_their_order_after_a_correction():
    sitting = playing_for_the_meter({2: "Ah Kh Qh Jh Th 2c", 4: ALMOST}).pays_the_meter()
    sitting.supervisor.proposes_cards({2: "Ah Kh Qh Jh Th 2c", 4: ROYAL})  # seat 2's as it lies: it counts again
    sitting.surveillance.refused(Reason.JACKPOT_RECORDED).agrees()
    sitting.backs_out(sitting.round.prize(2))
    sitting.surveillance.agrees()
    sitting.pays_the_meter()
    assert [jackpot.seat for jackpot in sitting.round.jackpots] == [2, 4, 2]
    assert [sitting.round.prize(seat) for seat in (4, 2)] == [500_04, 450_03]
    sitting.ends()
    assert check(sitting.receipt())[1] == []


# ---- void ----------------------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("reconciled", [0, 1, 2])
def test_a_round_is_void_by_two_people_until_game_over(slug, reconciled):
    sitting = shown(slug)
    for seat in (5, 2)[:reconciled]:
        sitting.dealer.reconciles(seat)
    sitting.supervisor.refused(Reason.WRONG_STAGE).voids()
    sitting.supervisor.proposes_void()
    sitting.surveillance.agrees()
    assert [sitting.chips(seat) for seat in (2, 5)] == [5_000_00, 5_000_00]
    assert (sitting.table.tray, sitting.account("felt"), sitting.account("pending")) == (20_000_00, 0, 0)
    assert sitting.table.previous.void == "a fouled deck"
    assert sitting.last[-1].by == "supervisor Sue, surveillance Iris agreeing"


def test_a_round_with_a_recorded_win_is_void_once_that_is_backed_out():
    sitting = playing_for_the_meter({4: ROYAL}).pays_the_meter().reconciles()
    sitting.supervisor.proposes_void()
    sitting.surveillance.refused(Reason.JACKPOT_RECORDED).agrees()
    sitting.backs_out(sitting.round.prize(4))
    sitting.surveillance.agrees()
    assert [sitting.chips(seat) for seat in (2, 4)] == [5_000_00, 5_000_00]
    assert sitting.table.tray == 20_000_00


# ---- who is gone ---------------------------------------------------------------------------------


def test_a_player_who_went_is_owed_or_owes_and_his_successor_does_not():
    hands = {5: "8c 8d 8h 2s 3c 4d", DEALER: "2h 4h 6h 8s Js 7d"}
    sitting = shown(hands=hands).reconciles()
    right = shown(hands=hands)
    other = other_packet(right.table, DEALER, Random(5))
    corrects(right, {DEALER: other})
    right.reconciles()
    took = sitting.chips(5)
    sitting.player(5).leaves()
    sitting.voice(Actor(Role.PLAYER, "Zoe", 5)).sits()
    sitting.sells_chips(5, 100_00)
    corrects(sitting, {DEALER: other})
    assert sitting.chips(5) == 100_00
    assert sitting.account("due Eve") == right.chips(5) - took
    assert sitting.chips(2) == right.chips(2)


def test_a_tray_that_cannot_pay_the_correction_is_filled_first():
    sitting = Sitting("supreme-99", seats=(5,), tray_cents=0).bets(wagers={"Pair Fortunes": 5_00})
    sitting.deals({5: "8c 8d 8h 7s"}).reveals()
    sitting.supervisor.fills(1_000_00)
    sitting.reconciles()
    sitting.supervisor.proposes_cards({5: "8c 8d 8h 8s"})
    sitting.surveillance.refused(Reason.TRAY_SHORT).agrees()
    sitting.supervisor.fills(10_000_00)
    sitting.surveillance.agrees()
    assert not sitting.round.spots[5].waits  # surveillance has seen it
    sitting.dealer.game_over()


# ---- money of a round that is over ---------------------------------------------------------------


def eve_lost():
    """Her Main Bet of $25, in a round that is over."""
    sitting = shown(hands={0: "Ac Ad Ah Ks Kd Kh", 5: "2c 3d 5h 7s 8c 9d"}).ends()
    known = sitting.table.memory[1][5, "Main Bet"]
    assert (known.paid_cents, known.most_cents) == (0, 50_00)
    return sitting


def test_money_of_a_round_that_is_over_is_corrected_by_two_people_and_the_round_stays():
    sitting = eve_lost()
    ended, chips, tray = sitting.table.previous, sitting.chips(5), sitting.table.tray
    sitting.supervisor.proposes_money(25_00, seat=5, player="Eve")
    sitting.surveillance.agrees()
    assert (sitting.chips(5), sitting.table.tray) == (chips + 25_00, tray - 25_00)
    [corrected] = sitting.last
    assert (corrected.round, corrected.seat, corrected.wager) == (1, 5, "Main Bet")
    assert (corrected.by, corrected.agreed_by, corrected.note) == ("Sue", "Iris", "the camera shows it")
    sitting.supervisor.proposes_money(-25_00, seat=5, player="Eve")
    sitting.surveillance.agrees()
    assert (sitting.chips(5), sitting.table.tray) == (chips, tray)
    assert sitting.table.previous == ended


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"of": 0}, Reason.NO_SUCH_ROUND),
        ({"of": 2}, Reason.NO_SUCH_ROUND),  # it is played now
        ({"seat": 9}, Reason.NO_SUCH_SEAT),
        ({"wager": "Lottery"}, Reason.NOT_OFFERED),
        ({"cents": 0}, Reason.BAD_AMOUNT),
        ({"note": " "}, Reason.BAD_TEXT),
        ({"player": ""}, Reason.BAD_TEXT),
        ({"of_meter": True}, Reason.NO_PROGRESSIVE),
    ],
)
def test_a_correction_of_money_names_round_seat_player_wager_and_reason(changed, reason):
    asked = {"cents": 25_00, "seat": 5, "player": "Eve"} | changed
    eve_lost().supervisor.refused(reason).proposes_money(asked.pop("cents"), **asked)


def test_money_of_a_player_who_went_is_due_and_not_his_successors():
    sitting = eve_lost()
    sitting.player(5).leaves()
    sitting.voice(Actor(Role.PLAYER, "Zoe", 5)).sits()
    sitting.supervisor.proposes_money(25_00, seat=5, player="Eve")
    sitting.surveillance.agrees()
    assert (sitting.chips(5), sitting.account("due Eve")) == (0, 25_00)
    assert sitting.seen_by(sitting.supervisor.actor)["dues"] == {"Eve": 25_00}


def test_an_award_that_is_backed_out_after_game_over_is_taken_back_by_a_correction_of_money():
    sitting = playing_for_the_meter({4: ROYAL}).ends()
    fund = sitting.account("progressive fund")
    sitting.supervisor.proposes_money(-500_04, seat=4, player="Dan", wager="Progressive", of_meter=True)
    sitting.surveillance.agrees()
    assert sitting.account("progressive fund") == fund + 500_04


def test_money_from_the_meter_is_taken_back_once_and_never_beyond_the_win():
    sitting = playing_for_the_meter({4: ROYAL}).ends()
    asked = {"seat": 4, "player": "Dan", "wager": "Progressive", "of_meter": True}
    sitting.supervisor.refused(Reason.BEYOND_THE_WAGER).proposes_money(1, **asked)
    sitting.supervisor.refused(Reason.BEYOND_THE_WAGER).proposes_money(999_999_99, **asked)
    sitting.supervisor.proposes_money(-500_04, **asked)
    sitting.supervisor.proposes_money(-500_04, **asked)
    first, second = sitting.table.proposals
    sitting.surveillance.agrees(first)
    refused = sitting.surveillance.refused(Reason.BEYOND_THE_WAGER).agrees(second)
    assert "the win was $500.04" in refused.says
    sitting.supervisor.proposes_money(500_04, **asked)
    sitting.surveillance.agrees()
    sitting.supervisor.refused(Reason.BEYOND_THE_WAGER).proposes_money(1, **asked)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"player": "Nobody"}, Reason.NOT_OF_THE_ROUND),
        ({"seat": 1, "player": "Ann"}, Reason.NOT_OF_THE_ROUND),
        ({"of_meter": True}, Reason.NOT_OF_THE_ROUND),  # a wager that the meter does not pay
        ({"seat": 6, "player": "Fay", "wager": "Progressive", "of_meter": True}, Reason.NOT_OF_THE_ROUND),  # no win
        ({"cents": 10_000_00}, Reason.BEYOND_THE_WAGER),
        ({"cents": -10_000_00}, Reason.BEYOND_THE_WAGER),
    ],
)
def test_a_correction_of_money_is_tied_to_the_round(changed, reason):
    sitting = playing_for_the_meter({4: ROYAL}).ends()
    asked = {"cents": 1_00, "seat": 4, "player": "Dan"} | changed
    sitting.supervisor.refused(reason).proposes_money(asked.pop("cents"), **asked)


def test_a_wager_that_was_offered_and_not_placed_is_not_corrected():
    sitting = eve_lost()
    [other, *_] = [wager for wager in sitting.table.terms.paytables if wager != "Main Bet"]
    sitting.supervisor.refused(Reason.NOT_OF_THE_ROUND).proposes_money(1_00, seat=5, player="Eve", wager=other)


def test_all_corrections_of_a_wager_together_stay_between_nothing_and_the_top_odds():
    sitting = eve_lost()
    for cents, past in ((20_00, 30_01), (30_00, 1), (-45_00, -5_01), (-5_00, -1)):
        sitting.supervisor.proposes_money(cents, seat=5, player="Eve")
        sitting.surveillance.agrees()
        sitting.supervisor.refused(Reason.BEYOND_THE_WAGER).proposes_money(past, seat=5, player="Eve")


def test_money_is_corrected_of_the_rounds_that_the_table_remembers_and_the_refusal_says_so():
    sitting = eve_lost()
    memory = dict.fromkeys(range(1, KEPT_ROUNDS + 2), sitting.table.memory[1])
    kept = remembered(memory, KEPT_ROUNDS + 2, {})
    assert list(kept) == list(range(3, KEPT_ROUNDS + 3))
    refused = sitting.supervisor.refused(Reason.NO_SUCH_ROUND).proposes_money(1_00, seat=5, player="Eve", of=2)
    assert "of the last 20 rounds that were paid, here 1" in refused.says


# ---- what is due ---------------------------------------------------------------------------------


def owed_to_eve(cents):
    sitting = eve_lost() if cents > 0 else shown().ends()  # where she won
    sitting.player(5).leaves()
    sitting.supervisor.proposes_money(cents, seat=5, player="Eve")
    sitting.surveillance.agrees()
    assert sitting.account("due Eve") == cents
    return sitting


@pytest.mark.parametrize("name", ["Eve", " eVE", "\uff25ve"])
def test_what_is_due_comes_to_the_chips_of_its_owner_when_he_takes_a_seat_again(name):
    sitting = owed_to_eve(10_00)
    sitting.voice(Actor(Role.PLAYER, "Zoe", 1)).sits(name="Zoe")
    assert sitting.account("due Eve") == 10_00
    sitting.voice(Actor(Role.PLAYER, name, 5)).sits(name=name)
    assert (sitting.chips(5), sitting.account("due Eve")) == (10_00, 0)
    assert sitting.seen_by(sitting.supervisor.actor)["dues"] == {}


def test_who_only_looks_like_the_owner_is_not_paid_what_is_due():
    sitting = owed_to_eve(10_00)
    sitting.voice(Actor(Role.PLAYER, "\u0415\u0475\u0435", 5)).sits(name="\u0415\u0475\u0435")  # in Cyrillic
    assert (sitting.chips(5), sitting.account("due Eve")) == (0, 10_00)


@pytest.mark.parametrize("cents", [10_00, -10_00])
def test_a_supervisor_settles_in_cash_what_is_due_to_or_from_one_who_does_not_come_back(cents):
    sitting = owed_to_eve(cents)
    cash = sitting.account("cash-out") + sitting.account("buy-in")
    sitting.supervisor.refused(Reason.NOTHING_DUE).pays_due("Zoe")
    sitting.dealer.refused(Reason.NOT_YOUR_ROLE).pays_due("Eve")
    sitting.supervisor.pays_due("EVE")
    assert sitting.account("due Eve") == 0
    assert sitting.account("cash-out") + sitting.account("buy-in") == cash + cents
    assert [(event.player, event.cents, event.by) for event in sitting.last] == [("Eve", cents, "Sue")]
    sitting.supervisor.refused(Reason.NOTHING_DUE).pays_due("Eve")


def test_what_a_player_owes_goes_from_the_chips_he_buys():
    sitting = owed_to_eve(-10_00)
    assert sitting.seen_by(sitting.supervisor.actor)["dues"] == {"Eve": -10_00}
    sitting.player(5).sits(name="Eve")
    sitting.dealer.gives(do.BuyIn(seat=5, cents=6_00))
    assert (sitting.chips(5), sitting.account("due Eve")) == (0, -4_00)
    sitting.dealer.gives(do.BuyIn(seat=5, cents=6_00))
    assert (sitting.chips(5), sitting.account("due Eve")) == (2_00, 0)


def test_a_player_who_sits_elsewhere_now_has_the_correction_with_his_chips_there():
    sitting = eve_lost()
    sitting.player(5).leaves()
    sitting.voice(Actor(Role.PLAYER, "Eve", 1)).sits(name="Eve")
    sitting.supervisor.proposes_money(10_00, seat=5, player="Eve")
    sitting.surveillance.agrees()
    assert (sitting.chips(1), sitting.account("due Eve")) == (10_00, 0)


# ---- the property --------------------------------------------------------------------------------


@examples(25, 300)
@given(
    slug=st.sampled_from(list(GAMES)),
    meter=st.booleans(),
    seed=st.integers(0, 10**9),
    when=st.lists(st.integers(0, 5), min_size=1, max_size=3),
)
def test_after_any_correction_the_seats_were_paid_what_the_corrected_cards_give(slug, meter, seed, when):
    chance = Random(seed)
    terms = {"paytables": OFFERED} if slug == "san-lo" and meter else {}
    seats = (1, 3, 4, 5)  # a table of Blackjack Switch has five
    sitting = Sitting(slug, seats=seats, tray_cents=1_000_000_00, **terms)
    start = {seat: sitting.chips(seat) for seat in seats}
    names = [n for n in sitting.table.terms.paytables if may_place(sitting.table, n) and n != main_of(sitting.game)]
    side = {n: 1_00 if n == "Progressive" else 5_00 for n in names}
    sitting.dealer.gives(equipped(do.Shuffle(), sitting.table, chance))
    sitting.bets(wagers=side)
    if "Progressive" in side:
        sitting.dealer.coins_in()
    sitting.dealer.closes_betting()
    if sitting.stage is Stage.NUMBERING:
        sitting.dealer.gives(equipped(do.DrawNumber(), sitting.table, chance))
    sitting.dealer.deals()
    while sitting.stage is not Stage.RECONCILING:
        if sitting.stage is Stage.CHOOSING:
            choose_at_random(sitting, chance)
        else:
            sitting.dealer.gives(DEALERS_STEPS[sitting.stage])
    steps = 0
    while sitting.round.number == 1:
        for _ in range(when.count(steps)):
            place = chance.choice(sorted(sitting.round.piles, key=str))
            sitting.supervisor.proposes_cards({place: other_packet(sitting.table, place, chance)})
            answer = sitting.answer(sitting.surveillance.actor, do.Agree(proposal=sitting.table.next_proposal - 1))
            while isinstance(answer, Refusal) and answer.reason is not Reason.ANOTHER_COURSE:
                assert answer.reason is Reason.JACKPOT_RECORDED, answer
                paid = [jackpot.seat for jackpot in sitting.round.jackpots if sitting.round.prize(jackpot.seat)]
                for seat in dict.fromkeys(reversed(paid)):
                    sitting.backs_out(sitting.round.prize(seat), seat)
                answer = sitting.answer(sitting.surveillance.actor, do.Agree(proposal=sitting.table.next_proposal - 1))
            if isinstance(answer, Refusal):
                decides = any(isinstance(step, Draw | Over | Settle) for step in GAMES[slug].round)
                assert decides, answer  # what comes next, by the cards
                sitting.supervisor.drops()
        sitting.pays_the_meter()
        left = [seat for seat in sitting.round.hands if not sitting.round.spots[seat].results]
        if left:
            sitting.dealer.reconciles(left[0])
        else:
            sitting.acknowledges().dealer.game_over()
        steps += 1
    table, ended = sitting.table, sitting.table.previous
    for seat in ended.hands:
        spot = ended.spots[seat]
        fresh = settle(table.game, table.terms, ended, seat)
        assert spot.results == fresh, "not what the corrected cards give"
        won = sum(r.won_cents + r.returned_cents - r.stake_cents for r in fresh)
        assert table.seat_chips(seat) == start[seat] + won
    assert (table.chips("felt"), table.chips("pending"), table.chips("locked jackpot")) == (0, 0, 0)
    assert check(sitting.receipt())[1] == []
