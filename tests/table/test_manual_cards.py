"""Physical cards: the dealer enters the packets in the order in which he deals them, and all else is the same."""

import pytest

from houseway.games import GAMES
from houseway.table import events as was
from houseway.table.commands import Stage
from houseway.table.refusal import Reason
from houseway.table.terms import Terms
from tests.table.sitting import DEALER, Sitting, places_dealt

HANDS = {
    "supreme-99": {2: "9h Jc 5d Qh", 5: "8c 8d 8h 8s", DEALER: "7c Kd 4h Qs"},
    "san-lo": {2: "7c Tc Kc As Ad Qd", 5: "9c 9d 3s Ah Kd Jk", DEALER: "2h 4h 6h 8s Js 7d"},
    "match-em": {2: "9c 8c Jd", 5: "5c Jc Qd", DEALER: "2c 3d 4h Ts Kd"},
}
each_game = pytest.mark.parametrize("slug", GAMES)


def manual(slug, **terms):
    sitting = Sitting(slug, seats=(2, 5), shuffler="manual", **terms)
    return sitting.bets(wagers=side_bets(sitting))


def side_bets(sitting):
    """Five dollars on all that can be placed beside the main bet."""
    game = sitting.game
    return {n: 5_00 for n in sitting.table.terms.paytables if n != game.main.name and not game.wager(n).equals}


def ready_to_enter(slug, number=4):
    sitting = manual(slug)
    sitting.dealer.closes_betting()
    if sitting.stage is Stage.NUMBERING:
        sitting.dealer.draws(number)
    return sitting


def in_order(sitting, number=4):
    """The places whose cards are entered: those that bet, and the dealer."""
    return [place for place in places_dealt(sitting.game, number, (2, 5)) if place in (2, 5, DEALER)]


def enters_all(sitting, hands):
    for place in in_order(sitting):
        sitting.dealer.enters(place, hands[place])
    return sitting


def test_every_game_has_hands_here():
    assert HANDS.keys() == GAMES.keys()


@each_game
def test_the_packets_are_entered_in_the_order_of_the_deal(slug):
    sitting = ready_to_enter(slug)
    assert in_order(sitting) == ([2, DEALER, 5] if sitting.game.deal.number_by else [2, 5, DEALER])
    enters_all(sitting, HANDS[slug])
    assert sitting.stage is Stage.SETTING
    entered, dealt = sitting.last
    assert isinstance(entered, was.PacketEntered)
    assert isinstance(dealt, was.PacketsDealt)
    assert dealt.places == tuple(places_dealt(sitting.game, 4, (2, 5)))
    assert set(dealt.picked_up) == set(dealt.places) - {2, 5, DEALER}


@each_game
def test_after_them_everything_is_as_with_the_same_cards_from_the_shuffler(slug):
    by_hand = enters_all(ready_to_enter(slug), HANDS[slug])
    by_machine = Sitting(slug, seats=(2, 5))
    by_machine.bets(wagers=side_bets(by_machine)).deals(HANDS[slug], number=4)
    assert by_hand.round.packets == by_machine.round.packets
    assert by_hand.round.places == by_machine.round.places
    assert by_hand.round.picked_up == by_machine.round.picked_up
    for sitting in (by_hand, by_machine):
        sitting.ends()
    for seat in (2, 5):
        one, other = (s.table.previous.spots[seat] for s in (by_hand, by_machine))
        assert one == other
    assert by_hand.table.balances == by_machine.table.balances
    assert by_hand.table.previous.dealer == by_machine.table.previous.dealer
    assert by_hand.lines[-6:] == by_machine.lines[-6:]


@each_game
def test_a_place_out_of_its_order_is_refused(slug):
    sitting = ready_to_enter(slug)
    for now in in_order(sitting):
        for place in {2, 5, DEALER, 1, 99, -1} - {now}:
            sitting.dealer.refused(Reason.OUT_OF_ORDER).enters(place, HANDS[slug].get(place, "As"))
        sitting.dealer.enters(now, HANDS[slug][now])
    sitting.dealer.refused(Reason.WRONG_STAGE).enters(2, HANDS[slug][2])


@each_game
@pytest.mark.parametrize("change", ["", "one less", "one more"])
def test_a_packet_has_its_number_of_cards(slug, change):
    sitting = ready_to_enter(slug)
    cards = HANDS[slug][2].split()
    wrong = {"": [], "one less": cards[:-1], "one more": [*cards, "6s"]}[change]
    refusal = sitting.dealer.refused(Reason.BAD_CARDS).enters(2, " ".join(wrong))
    assert f"{len(cards)} are dealt" in refusal.says


@pytest.mark.parametrize("slug", ["supreme-99", "san-lo"])
def test_no_card_is_entered_twice(slug):
    sitting = ready_to_enter(slug)
    size = sitting.game.deal.packet
    twice = " ".join(["9h"] * 2 + ["2c", "3c", "4c", "5c"][: size - 2])
    sitting.dealer.refused(Reason.BAD_CARDS).enters(2, twice)
    sitting.dealer.enters(2, HANDS[slug][2])
    with_a_card_of_seat_2 = " ".join([HANDS[slug][2].split()[0], *HANDS[slug][DEALER].split()[1:]])
    refusal = sitting.dealer.refused(Reason.BAD_CARDS).enters(DEALER, with_a_card_of_seat_2)
    assert "2 times" in refusal.says
    sitting.dealer.enters(DEALER, HANDS[slug][DEALER])


def test_eight_decks_hold_a_card_eight_times_and_not_nine():
    sitting = Sitting("match-em", seats=(1, 2, 3), shuffler="manual").bets()
    sitting.dealer.closes_betting()
    sitting.dealer.enters(1, "9h 9h 9h")
    sitting.dealer.enters(2, "9h 9h 9h")
    sitting.dealer.refused(Reason.BAD_CARDS).enters(3, "9h 9h 9h")
    sitting.dealer.enters(3, "9h 9h 2c")


def test_the_joker_is_in_the_pack_of_san_lo_alone():
    ready_to_enter("san-lo").dealer.enters(2, "Jk 2c 3c 4c 5c 7d")
    ready_to_enter("supreme-99").dealer.refused(Reason.BAD_CARDS).enters(2, "Jk 2c 3c 4c")
    ready_to_enter("match-em").dealer.refused(Reason.BAD_CARDS).enters(2, "Jk 2c 3c")


@each_game
def test_there_is_no_machine_at_a_manual_table(slug):
    sitting = manual(slug)
    sitting.dealer.refused(Reason.SHUFFLER_IS_MANUAL).shuffles(sitting.game.deal.pack().cards())
    sitting = ready_to_enter(slug)
    sitting.dealer.refused(Reason.SHUFFLER_IS_MANUAL).deals()


@each_game
def test_no_card_is_entered_at_a_machine_table(slug):
    sitting = Sitting(slug, seats=(2, 5)).bets()
    sitting.dealer.refused(Reason.WRONG_STAGE).enters(2, HANDS[slug][2])
    sitting.dealer.shuffles(sitting.game.deal.pack(sitting.table.terms.decks).cards())
    sitting.dealer.closes_betting()
    if sitting.stage is Stage.NUMBERING:
        sitting.dealer.draws(4)
    sitting.dealer.refused(Reason.SHUFFLER_IS_MACHINE).enters(2, HANDS[slug][2])


def test_physical_cards_need_a_live_dealer():
    closed = Sitting(opened=False)
    closed.supervisor.refused(Reason.BAD_TERMS).opens(Terms(game="san-lo", shuffler="manual", dealer="automatic"))
    manual("san-lo").supervisor.refused(Reason.BAD_TERMS).changes_dealer("automatic")


@each_game
def test_a_misdeal_in_the_middle_of_entering_returns_every_wager(slug):
    sitting = ready_to_enter(slug)
    sitting.dealer.enters(2, HANDS[slug][2])
    sitting.dealer.reports_misdeal()
    assert [sitting.chips(seat) for seat in (2, 5)] == [5_000_00, 5_000_00]
    assert sitting.round.packets == {}
