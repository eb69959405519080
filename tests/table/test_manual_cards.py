"""Physical cards: a hand is entered when it is turned over, and never before. [S99 6] [SL 7] [SL 8] [ME 3a] [ME 4]

The seats lay their hands face down or say their word; a hand that is given up is entered when all others have set; the
dealer's when all have, or before any where he plays face up; then seat by seat in the order of reconciling, as it was
laid.
"""

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.cards import parse
from houseway.games import GAMES
from houseway.role import Actor, Role
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table import live
from houseway.table.commands import Stage
from houseway.table.receipt import check, receipt
from houseway.table.refusal import Reason
from houseway.table.terms import Terms
from tests.table.sitting import (
    DEALER,
    STAFF,
    Sitting,
    main_of,
    may_place,
    other_packet,
    places_dealt,
    player_at,
    size_of,
)
from tests.table.test_progressive_procedure import ACES, DEALERS, NOTHING, QUADS, ROYALS, on_the_sensors

FACE_UP = "face-up-pai-gow"
LAID = {
    "supreme-99": {2: "9h Jc 5d Qh", 5: "8c 8d 8h 8s", DEALER: "7c Kd 4h Qs"},
    "san-lo": {2: "Ad As Qd Kc Tc 7c", 5: "9c 9d Jk Ah Kd 3s", DEALER: "2h 4h 6h 8s Js 7d"},
    "match-em": {2: "9c 8c Jd", 5: "5c Jc Qd", DEALER: "2c 3d 4h Ts Kd"},
    "three-card-poker": {2: "9c 8c Jd", 5: "8d 8h 8s", DEALER: "7c Kd 4h"},
    "dj-wild": {2: "9c 8c Jd 4h 5s", 5: "8d 8h 8s 2c Jk", DEALER: "7c Kd 4d 7h As"},
    "high-five": {2: "9c 8c Jd 4h 5s Ks 2d", 5: "8d 8h 8s 2c Jk Qh Th", DEALER: "7c Kd 4d 7h As 3s Qc"},
    "straight-edge": {2: "9c 8c Jd 4h 5s Ks 2d", 5: "8d 8h 9s Tc Jh Qh Kh", DEALER: "7c Kd 4d 7h As 3s Qc 5d"},
    "triple-shot-rummy": {2: "9c 8c Jd", 5: "Ad Ah 2s", DEALER: "7c Kd 3h"},
    "pai-gow-poker": {2: "As Ad Qd 9c 5h Kc Tc", 5: "9d 9h Jk 4s 3h Ah Kd", DEALER: "2h 4h 6h 8s Js 7d Qc"},
    "ez-pai-gow": {2: "As Ad Qd 9c 5h Kc Tc", 5: "9d 9h Jk 4s 3h Ah Kd", DEALER: "2h 4h 6h 8s Js 7d Qc"},
    "commission-free-pai-gow": {2: "As Ad Qd 9c 5h Kc Tc", 5: "9d 9h Jk 4s 3h Ah Kd", DEALER: "2h 4h 6h 8s Js 7d Kh"},
    FACE_UP: {2: "As Ad Qd 9c 5h Kc Tc", 5: "9d 9h Jk 4s 3h Ah Kd", DEALER: "2h 4h 6h 8s Js 7d Qc"},
    "six-card-fortune-pai-gow": {2: "As Ad Qd 9c 5h Kc", 5: "9d 9h Jk 4s 3h Ah", DEALER: "2h 4h 6h 8s Js 7d"},
    "fortune-asia-poker": {2: "As Ad Qd 9c 5h Kc Tc", 5: "9d 9h Jk 4s 3h Ah Kd", DEALER: "2h 4h 6h 8s Js 7d Qc"},
}
WORDS = {"match-em": {2: "HI double", 5: "LO"}} | {
    slug: {2: "fold", 5: "play"} for slug in LAID if slug != "match-em" and not GAMES[slug].hands
}
each_game = pytest.mark.parametrize("slug", LAID)
each_face_down = pytest.mark.parametrize("slug", [slug for slug in LAID if slug != FACE_UP])


def manual(slug, **terms):
    sitting = Sitting(slug, seats=(2, 5), shuffler="manual", **terms)
    return sitting.bets(wagers=side_bets(sitting))


def side_bets(sitting):
    """Five dollars on all that can be placed beside the main bet."""
    names = [name for name in sitting.table.terms.paytables if may_place(sitting.table, name)]
    return {name: 5_00 for name in names if name != main_of(sitting.game)}


def dealt(slug, **terms):
    """Until the seats choose."""
    sitting = manual(slug, **terms).deals_by_hand(number=4)
    return sitting if slug != FACE_UP else sitting.enters_all(LAID[slug])


def all_laid(slug, **terms):
    sitting = dealt(slug, **terms)
    for seat in (2, 5):
        sitting.player(seat).says(WORDS.get(slug, {}).get(seat, ""))
    return sitting


def revealed(slug, **terms):
    sitting = all_laid(slug, **terms)
    if slug != FACE_UP:
        sitting.dealer.enters(DEALER, LAID[slug][DEALER])
    return sitting


def before_the_dealers(slug):
    """Until the dealer's cards are entered."""
    return manual(slug).deals_by_hand(number=4) if slug == FACE_UP else all_laid(slug)


# ---- nothing is entered before it is turned over ---------------------------------------------------


@each_face_down
def test_the_cards_lie_face_down_and_nothing_is_entered_until_the_seats_have_set(slug):
    sitting = dealt(slug)
    assert sitting.stage is Stage.CHOOSING and not any(pile.cards for pile in sitting.round.piles.values())
    places = tuple(place for step in sitting.last for place in step.places)
    assert places == tuple(place for place, _ in places_dealt(sitting.game, 4, (2, 5)))
    assert {place for step in sitting.last for place in step.picked_up} == set(places) - {2, 5, DEALER}
    assert live.next_step(sitting.table) is None
    sitting.dealer.refused(Reason.NOT_ALL_CHOSEN).enters(DEALER, LAID[slug][DEALER])
    for seat in (2, 5):
        reason = Reason.HOUSE_WAY_NOT_ASKED if sitting.game.choices[0].way else Reason.NO_HOUSE_WAY_FOR_SEATS
        sitting.dealer.refused(reason).enters(seat, LAID[slug][seat])
    size = size_of(sitting.game, 1)
    for viewer in (*STAFF, player_at(2), player_at(5)):
        seen = sitting.seen_by(viewer)["current"]
        assert seen["spots"]["2"]["cards"] == ["??"] * size and set(seen["common"]["dealer"]["cards"]) == {"??"}


@each_face_down
def test_the_dealers_hand_is_entered_when_all_have_set_and_that_reveals_it(slug):
    sitting = all_laid(slug)
    sitting.dealer.refused(Reason.SHUFFLER_IS_MANUAL).reveals()
    assert live.next_step(sitting.table) == do.EnterPacket(place=DEALER, cards=())
    sitting.dealer.enters(DEALER, LAID[slug][DEALER])
    assert [type(event) for event in sitting.last] == [was.PacketEntered, was.TurnedOver]
    assert sitting.stage is Stage.RECONCILING
    assert {place for place, pile in sitting.round.piles.items() if pile.is_known} == {DEALER}


def test_a_dealer_who_plays_face_up_is_entered_before_anybody_chooses():
    """[FPG 5]"""
    sitting = before_the_dealers(FACE_UP)
    assert sitting.stage is Stage.SHOWING
    assert live.next_step(sitting.table) == do.EnterPacket(place=DEALER, cards=())
    sitting.dealer.refused(Reason.SHUFFLER_IS_MANUAL).reveals()
    sitting.dealer.refused(Reason.OUT_OF_ORDER).enters(5, LAID[FACE_UP][5])
    sitting.player(2).refused(Reason.WRONG_STAGE).says("")
    sitting.dealer.enters(DEALER, LAID[FACE_UP][DEALER])
    assert [type(event) for event in sitting.last] == [was.PacketEntered, was.TurnedOver]
    assert sitting.stage is Stage.CHOOSING and live.next_step(sitting.table) is None
    for viewer in (*STAFF, player_at(2), player_at(5)):
        seen = sitting.seen_by(viewer)["current"]
        assert seen["spots"]["2"]["cards"] == ["??"] * 7 and "??" not in seen["common"]["dealer"]["cards"]
    assert live.next_view(sitting.table, Actor(Role.DEALER, "somebody"))["display"] == []  # his hand is set already
    sitting.dealer.refused(Reason.OUT_OF_ORDER).enters(DEALER, LAID[FACE_UP][DEALER])
    for seat in (2, 5):
        sitting.dealer.refused(Reason.HOUSE_WAY_NOT_ASKED).enters(seat, LAID[FACE_UP][seat])
        sitting.player(seat).says("")
    assert sitting.stage is Stage.RECONCILING
    assert live.next_step(sitting.table) == do.EnterPacket(place=5, cards=())


@each_game
def test_a_seat_is_entered_in_its_turn_and_then_reconciled(slug):
    sitting = revealed(slug)
    for seat in (5, 2):
        sitting.dealer.refused(Reason.CARDS_NOT_ENTERED).reconciles(seat)
        assert live.next_step(sitting.table) == do.EnterPacket(place=seat, cards=())
        assert sitting.seen_by(player_at(2))["current"]["spots"][str(seat)]["hands"] is None
        sitting.dealer.enters(seat, LAID[slug][seat])
        assert sitting.seen_by(player_at(2))["current"]["spots"][str(seat)]["hands"]
        assert live.next_step(sitting.table) == do.ReconcileSeat(seat=seat)
        sitting.dealer.reconciles(seat)
    assert check(receipt(sitting.table, sitting.round))[1] == []


@each_game
def test_the_money_is_what_the_same_hands_bring_from_the_shuffler(slug):
    by_hand, by_machine = revealed(slug), Sitting(slug, seats=(2, 5))
    by_machine.bets(wagers=side_bets(by_machine)).deals(LAID[slug], number=4)
    if slug == FACE_UP:
        by_machine.dealer.reveals()
    layout = by_hand.enters_all(LAID[slug]).round.spots[5].layout if slug not in WORDS else ""
    for seat in (2, 5):
        by_machine.player(seat).sets(layout, WORDS.get(slug, {}).get(seat, ""))
    by_machine.ends()
    by_hand.ends_by_hand(LAID[slug])
    for seat in (2, 5):
        by_themselves, dealt_out = by_hand.table.previous.spots[seat], by_machine.table.previous.spots[seat]
        assert replace(by_themselves, layout=dealt_out.layout) == dealt_out
        assert by_themselves.layout == dealt_out.layout or slug in WORDS
    assert by_hand.table.balances == by_machine.table.balances
    assert check(receipt(by_hand.table, by_hand.table.previous))[1] == []


@each_game
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_round_of_any_cards_laid_in_any_way_comes_to_its_end_and_its_receipt_holds(slug, seed):
    sitting = dealt(slug)
    sitting.chance.seed(seed)
    sitting.ends_by_hand()
    assert sitting.round.number == 2
    assert check(receipt(sitting.table, sitting.table.previous))[1] == []


def test_the_dealers_cards_may_be_missing_from_a_receipt_only_where_nobody_had_to_turn_them_over():
    played = revealed("dj-wild").ends_by_hand(LAID["dj-wild"])
    page = receipt(played.table, played.table.previous)
    assert check(page)[1] == []
    assert check(page | {"packets": page["packets"] | {str(DEALER): ""}})[1]
    folded = dealt("dj-wild")
    for seat in (2, 5):
        folded.player(seat).says("fold")
    folded.ends_by_hand(LAID["dj-wild"])
    page = receipt(folded.table, folded.table.previous)
    assert page["packets"][str(DEALER)] == "" and check(page)[1] == []


# ---- as it was laid --------------------------------------------------------------------------------


def test_a_hand_that_was_laid_foul_is_settled_as_a_foul_and_its_fortune_bonus_plays():
    sitting = revealed("san-lo")
    sitting.dealer.enters(5, "3s Kd Ah 9c 9d Jk")
    sitting.dealer.reconciles(5)
    assert sitting.result(5, "Main Bet").reason.startswith("foul")
    assert sitting.result(5, "Fortune Bonus").won_cents > 0


def test_supreme_99_is_not_entered_with_the_weaker_hand_first():
    sitting = revealed("supreme-99")
    refusal = sitting.dealer.refused(Reason.SETTING_REFUSED).enters(5, "2c 3d Ah As")
    assert "stronger hand first" in refusal.says
    sitting.dealer.enters(5, "Ah As 2c 3d")


def test_match_em_says_its_word_and_doubles_before_a_card_is_entered():
    sitting = dealt("match-em")
    sitting.player(2).refused(Reason.NOT_AN_OPTION).sets("", "BOTH")
    sitting.player(2).refused(Reason.NOT_AN_OPTION).sets("", "")
    sitting.player(2).says("HI double")
    assert sitting.round.spots[2].wagers["Double Down"] == sitting.round.spots[2].wagers["Ante"]
    sitting.player(5).sets("", "LO")
    sitting.ends_by_hand(LAID["match-em"])
    assert sitting.table.previous.spots[2].said == ("HI double",)


@pytest.mark.parametrize("slug", ["san-lo", "supreme-99"])
def test_no_places_are_told_of_cards_that_lie_on_the_felt(slug):
    sitting = dealt(slug)
    layout = {"san-lo": "123|45|6", "supreme-99": "12|34"}[slug]
    sitting.player(2).refused(Reason.NOT_AN_OPTION).sets(layout)
    sitting.player(2).refused(Reason.NOT_AN_OPTION).sets("", "HI")


# ---- the house way, and time -----------------------------------------------------------------------


@pytest.mark.parametrize("slug", [slug for slug in LAID if GAMES[slug].choices[0].way])
def test_a_hand_that_was_given_up_is_entered_when_all_others_have_set_and_that_sets_it(slug):
    sitting = dealt(slug)
    sitting.player(5).asks_house_way()
    sitting.dealer.refused(Reason.OTHERS_NOT_SET).enters(5, LAID[slug][5])
    sitting.all_set(5)
    sitting.dealer.refused(Reason.SHUFFLER_IS_MANUAL).sets_house_way(5)
    sitting.dealer.enters(5, LAID[slug][5])
    assert [type(event) for event in sitting.last] == [was.PacketEntered, was.Chosen]
    expected = sitting.game.way.set(parse(LAID[slug][5]))
    assert [set(hand) for hand in sitting.round.hands_of(5)] == [set(hand) for hand in expected]
    for viewer in (*STAFF, player_at(2)):  # on the display, and for nobody else
        seen = sitting.seen_by(viewer)["current"]["spots"]["5"]["cards"]
        assert (seen[0] != "??") == (viewer.role in (Role.DEALER, Role.SURVEILLANCE))
    sitting.ends_by_hand(LAID[slug])


@each_game
def test_a_silent_seat_is_set_when_its_cards_are_turned_over(slug):
    sitting = dealt(slug)
    sitting.supervisor.calls_time()
    sitting.enters_all(LAID[slug])
    game, spot = sitting.game, sitting.round.spots[5]
    assert spot.how == "time"
    if game.choices[0].way:
        expected = game.way.set(parse(LAID[slug][5]))
        assert [set(hand) for hand in sitting.round.hands_of(5)] == [set(hand) for hand in expected]
    else:
        assert spot.said == ("LO" if slug == "match-em" else "fold",)


def test_a_silent_word_is_found_when_the_cards_are_turned_over():
    sitting = dealt("match-em")
    sitting.supervisor.calls_time()
    sitting.enters_all({DEALER: LAID["match-em"][DEALER], 5: "5c 4d 5h", 2: "Kc Qd 9h"})
    sitting.ends_by_hand({2: "Kc Qd 9h"})
    assert {seat: sitting.table.previous.spots[seat].said for seat in (2, 5)} == {2: ("LO",), 5: ("HI",)}


@each_game
def test_cards_that_are_not_entered_cannot_be_corrected(slug):
    """Two people correct what was entered; they enter nothing themselves."""
    sitting = revealed(slug)
    for place in (2, 5):
        sitting.supervisor.refused(Reason.NO_HAND).proposes_cards({place: LAID[slug][place]})
    sitting.dealer.enters(5, LAID[slug][5])
    sitting.supervisor.refused(Reason.NO_HAND).proposes_cards({2: LAID[slug][2]})
    sitting.supervisor.proposes_cards({5: other_packet(sitting.table, 5, Random(3), but=LAID[slug][2])})
    said = sitting.round.spots[5].said
    sitting.surveillance.agrees()
    assert sitting.round.spots[5].said == said  # a player's word stays his word
    sitting.ends_by_hand(LAID[slug])
    assert check(receipt(sitting.table, sitting.table.previous))[1] == []


# ---- a hand that the meter pays --------------------------------------------------------------------


def at_the_meter(*seats):
    sitting = on_the_sensors(*seats, shuffler="manual").deals_by_hand().all_set()
    sitting.dealer.enters(DEALER, DEALERS)
    return sitting


def test_a_lit_hand_is_entered_first_and_every_hand_before_j_pot():
    """The order of several wins, and envy, depend on all of them. [SLP 9c] [SLP 9d]"""
    sitting = at_the_meter(1, 3, 6)
    sitting.dealer.refused(Reason.OUT_OF_ORDER).enters(3, ROYALS["s"])
    sitting.dealer.presses("Royal Flush", seat=3)
    assert live.next_step(sitting.table) == do.EnterPacket(place=3, cards=())
    sitting.dealer.enters(3, ROYALS["s"])
    sitting.supervisor.turns_key("JPH")
    sitting.supervisor.refused(Reason.CARDS_NOT_ENTERED).presses_jackpot()
    sitting.dealer.enters(6, NOTHING)
    sitting.dealer.refused(Reason.CARDS_NOT_ENTERED).reconciles(6)
    sitting.dealer.enters(1, QUADS)
    sitting.supervisor.presses_jackpot()
    sitting.supervisor.turns_key("RUN")
    sitting.ends_by_hand()
    assert sitting.result(6, "Envy").won_cents == 50_00 + 5_00


def test_a_hand_that_was_claimed_and_is_not_held_is_taken_back_when_it_is_turned_over():
    sitting = at_the_meter(1, 6)
    sitting.dealer.presses("Royal Flush", seat=1)
    sitting.dealer.enters(1, NOTHING)
    sitting.dealer.enters(6, QUADS)
    assert live.next_step(sitting.table) == do.PressHand(seat=1, line="Royal Flush")
    sitting.ends_by_hand()


def test_two_wins_from_the_meter_are_paid_in_order_whichever_was_claimed_first():
    sitting = at_the_meter(1, 6)
    sitting.dealer.presses("Royal Flush", seat=1)
    sitting.ends_by_hand({1: ROYALS["h"], 6: ROYALS["s"]})
    assert [win.seat for win in sitting.table.previous.jackpots] == [6, 1]


def test_a_hand_that_nobody_claimed_is_found_when_it_is_turned_over():
    sitting = at_the_meter(1, 6)
    sitting.dealer.enters(6, NOTHING)
    sitting.dealer.enters(1, ACES)
    assert live.next_step(sitting.table) == do.PressHand(seat=1, line="Five Aces")
    sitting.dealer.refused(Reason.NOT_KEYED).reconciles(6)


def test_an_aggregate_limit_is_shared_when_all_hands_are_turned_over():
    limit = {"Pair Fortunes": 300_00 * 50}
    sitting = revealed("supreme-99", aggregate_cents=limit)
    sitting.dealer.enters(5, LAID["supreme-99"][5])
    sitting.dealer.refused(Reason.CARDS_NOT_ENTERED).reconciles(5)
    sitting.ends_by_hand(LAID["supreme-99"])


# ---- what is entered late is checked against everything before --------------------------------------


@each_game
def test_a_place_out_of_its_order_is_refused(slug):
    sitting = revealed(slug)
    for now in (5, 2):
        for place in {2, 5, DEALER, 1, 99, -1} - {now}:
            sitting.dealer.refused(Reason.OUT_OF_ORDER).enters(place, LAID[slug].get(place, "As"))
        sitting.dealer.enters(now, LAID[slug][now])
    sitting.dealer.refused(Reason.OUT_OF_ORDER).enters(2, LAID[slug][2])


@each_game
@pytest.mark.parametrize("change", ["", "one less", "one more"])
@pytest.mark.parametrize("place", [DEALER, 5])
def test_a_hand_has_its_number_of_cards(slug, change, place):
    sitting = before_the_dealers(slug) if place == DEALER else revealed(slug)
    cards = LAID[slug][place].split()
    wrong = {"": [], "one less": cards[:-1], "one more": [*cards, "6s"]}[change]
    refusal = sitting.dealer.refused(Reason.BAD_CARDS).enters(place, " ".join(wrong))
    assert f"{len(cards)} are dealt" in refusal.says


@pytest.mark.parametrize("slug", ["supreme-99", "san-lo"])
@pytest.mark.parametrize(("early", "late"), [*permutations((DEALER, 2, 5), 2)])
def test_no_card_is_entered_twice_whichever_hand_was_first(slug, early, late):
    sitting = all_laid(slug)
    order = [DEALER, 5, 2]
    if order.index(early) > order.index(late):
        return
    twice = " ".join([LAID[slug][early].split()[0], *LAID[slug][late].split()[1:]])
    for place in order[: order.index(late)]:
        sitting.dealer.enters(place, LAID[slug][place])
    assert "2 times" in sitting.dealer.refused(Reason.BAD_CARDS).enters(late, twice).says
    sitting.dealer.enters(late, LAID[slug][late])


def test_eight_decks_hold_a_card_eight_times_and_not_nine():
    sitting = Sitting("match-em", seats=(1, 2, 3), shuffler="manual").bets().deals_by_hand().all_set()
    sitting.dealer.enters(DEALER, "9h 9h 2c 3c 4c")
    sitting.dealer.enters(3, "9h 9h 9h")
    sitting.dealer.enters(2, "9h 9h 9h")
    sitting.dealer.refused(Reason.BAD_CARDS).enters(1, "9h 5c 2c")
    sitting.dealer.enters(1, "5s 5c 2c")


def test_the_joker_is_in_the_pack_of_san_lo_alone():
    all_laid("san-lo").dealer.enters(DEALER, "Jk 2c 3c 4c 5c 7d")
    all_laid("supreme-99").dealer.refused(Reason.BAD_CARDS).enters(DEALER, "Jk 2c 3c 4c")
    all_laid("match-em").dealer.refused(Reason.BAD_CARDS).enters(DEALER, "Jk 2c 3c 4c 5c")


# ---- the machine, and the end -----------------------------------------------------------------------


@each_game
def test_there_is_no_machine_at_a_manual_table(slug):
    sitting = manual(slug)
    sitting.dealer.refused(Reason.SHUFFLER_IS_MANUAL).shuffles(sitting.game.pack().cards())


@each_game
def test_no_card_is_entered_at_a_machine_table(slug):
    sitting = Sitting(slug, seats=(2, 5)).bets()
    sitting.dealer.refused(Reason.WRONG_STAGE).enters(2, LAID[slug][2])
    sitting.deals(LAID[slug])
    sitting.dealer.refused(Reason.SHUFFLER_IS_MACHINE).enters(2, LAID[slug][2])
    sitting.reveals()
    sitting.dealer.refused(Reason.SHUFFLER_IS_MACHINE).enters(2, LAID[slug][2])


def test_physical_cards_need_a_live_dealer():
    closed = Sitting(opened=False)
    closed.supervisor.refused(Reason.BAD_TERMS).opens(Terms(game="san-lo", shuffler="manual", dealer="automatic"))
    manual("san-lo").supervisor.refused(Reason.BAD_TERMS).changes_dealer("automatic")


@each_game
def test_a_misdeal_before_the_cards_lie_and_a_void_after_it_return_every_wager(slug):
    sitting = manual(slug)
    sitting.dealer.closes_betting()
    sitting.dealer.reports_misdeal()
    assert [sitting.chips(seat) for seat in (2, 5)] == [5_000_00, 5_000_00]
    laid = before_the_dealers(slug)
    laid.supervisor.voids()
    assert [laid.chips(seat) for seat in (2, 5)] == [5_000_00, 5_000_00]
    assert check(receipt(laid.table, laid.table.previous))[1] == []
