"""Cards that a dealer deals and enters at games that draw, look and split, and a shoe that he shuffles.

`UPDATE_GOLDEN=1 pytest tests/table/test_by_hand.py` writes the two sittings anew.
"""

import os

import pytest

from houseway.games import GAMES
from houseway.role import Actor, Role
from houseway.table import commands as do
from houseway.table import live
from houseway.table.commands import Stage
from houseway.table.cut_card import CutCard
from houseway.table.receipt import check, check_together, receipt, remarks
from houseway.table.refusal import Reason
from houseway.table.terms import Terms, faults, filled
from tests.table.sitting import DEALER, NOON, STAFF, Sitting, player_at
from tests.table.test_playthroughs import GOLDEN

SHOE = CutCard(behind=14, burn="by the first card")


def dealt(game, *cards, seats=(2, 5), **terms):
    """Cards lie, and are entered place by place as they are asked for."""
    sitting = Sitting(game, seats=seats, shuffler="manual", **terms).bets().deals_by_hand()
    return entered(sitting, *cards)


def entered(sitting, *cards):
    for packet in cards:
        sitting.dealer.enters(live.next_step(sitting.table).place, packet)
    return sitting


def same_as_golden(name, lines):
    told = "\n".join(lines) + "\n"
    path = GOLDEN / "by_hand" / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(told)
    assert told == path.read_text()


# ---- two sittings, told line by line ---------------------------------------------------------------


def test_a_hand_of_blackjack_that_is_split_is_told_as_it_was():
    sitting = dealt("blackjack", "8c 8d", "9c 7d", "Ah")
    sitting.player(2).says("insurance")
    sitting.player(5).says("no insurance")
    sitting.dealer.gives(do.Peek(is_over=False))
    sitting.dealer.gives(do.SettleNow())
    sitting.player(2).says("split")
    entered(sitting, "3c", "Td")
    sitting.player(2).says("double")
    entered(sitting, "Kd")
    sitting.player(2).says("stand")
    sitting.player(5).says("hit")
    entered(sitting, "Ks", "4h", "2s").ends_by_hand()
    assert check(sitting.receipt())[1] == []
    same_as_golden("blackjack", sitting.lines)


def test_a_few_rounds_of_a_baccarat_shoe_are_told_as_they_were():
    sitting = Sitting("baccarat", seats=(2,), shuffler="manual", shoe=SHOE)
    sitting.dealer.gives(do.BeginShoe(burn="4h"))
    pages = []
    for number, cards in enumerate((("Kd 3c", "9h 4s", "2d", "4h"), ("9c 8d", "Ts 6h"), ("5s 5d", "As 6c", "7h")), 1):
        sitting.player(2).bets("Banker", 25_00)
        entered(sitting.deals_by_hand(), *cards)
        if number == 3:
            sitting.dealer.gives(do.ShowCutCard())
        sitting.ends_by_hand()
        pages.append(sitting.receipt())
        assert check(pages[-1])[1] == []
    assert sitting.round.hand_shoe is None
    assert "there is no seal" in remarks(pages[-1])[0] and "cannot be proved" in remarks(pages[-1])[1]
    same_as_golden("baccarat", sitting.lines)


# ---- what is asked for -----------------------------------------------------------------------------


def test_cards_that_lie_face_up_are_entered_before_anybody_acts_and_in_the_order_of_the_deal():
    sitting = dealt("blackjack")
    assert sitting.stage is Stage.ENTERING
    sitting.player(2).refused(Reason.WRONG_STAGE).says("stand")
    for place, cards in ((2, "8c 8d"), (5, "9c 7d"), (DEALER, "Kh")):
        for other in {2, 5, DEALER, "board"} - {place}:
            sitting.dealer.refused(Reason.OUT_OF_ORDER).enters(other, cards)
        sitting.dealer.refused(Reason.BAD_CARDS).enters(place, f"{cards} 2c")
        sitting.dealer.enters(place, cards)
    assert sitting.stage is Stage.PEEKING


def test_drawn_cards_are_asked_for_one_at_a_time_by_the_rule():
    sitting = Sitting("baccarat", seats=(2,), shuffler="manual").bets().deals_by_hand()
    entered(sitting, "2d 3c", "2h 4s")
    assert live.next_step(sitting.table) == do.EnterPacket(place="player", cards=())
    sitting.dealer.refused(Reason.SHUFFLER_IS_MANUAL).gives(do.DrawCard())
    sitting.dealer.refused(Reason.BAD_CARDS).enters("player", "2c 2s")
    sitting.dealer.enters("player", "8c")
    assert sitting.stage is Stage.RECONCILING  # Banker stands on six against an eight
    sitting.dealer.refused(Reason.OUT_OF_ORDER).enters("banker", "2c")


# ---- a look ----------------------------------------------------------------------------------------


def looking():
    sitting = dealt("blackjack", "Tc 8d", "9c 7d", "Ah")
    for seat in (2, 5):
        sitting.player(seat).says("insurance")
    return sitting


def test_who_looks_says_whether_the_round_is_over_and_nobody_learns_more():
    sitting = looking()
    sitting.dealer.refused(Reason.CARDS_NOT_ENTERED).gives(do.Peek())
    sitting.dealer.gives(do.Peek(is_over=False))
    sitting.dealer.gives(do.SettleNow())
    for viewer in (*STAFF, player_at(2)):
        assert sitting.seen_by(viewer)["current"]["common"]["dealer"]["cards"] == ["Ah", "??"]
    assert sitting.round.spots[2].early[0].line == "lose"


@pytest.mark.parametrize(("said", "lies", "other"), [(True, "Kd", "9d"), (False, "9d", "Kd")])
def test_the_card_agrees_with_what_the_dealer_said(said, lies, other):
    sitting = looking()
    sitting.dealer.gives(do.Peek(is_over=said))
    if not said:
        sitting.dealer.gives(do.SettleNow())
        for seat in (2, 5):
            sitting.player(seat).says("stand")
    assert live.next_step(sitting.table) == do.EnterPacket(place=DEALER, cards=())
    assert "said otherwise" in sitting.dealer.refused(Reason.BAD_CARDS).enters(DEALER, other).says
    sitting.dealer.enters(DEALER, lies)
    sitting.ends_by_hand()
    assert check(sitting.receipt())[1] == []


def test_nobody_looks_under_a_card_with_which_the_round_cannot_be_over():
    assert dealt("blackjack", "Tc 8d", "9c 7d", "5h").stage is Stage.CHOOSING


def test_what_a_machine_dealt_is_not_said_by_the_dealer():
    sitting = Sitting("blackjack", seats=(2,)).bets().deals({2: "Tc 8d", DEALER: "Kh 9d"})
    sitting.dealer.refused(Reason.SHUFFLER_IS_MACHINE).gives(do.Peek(is_over=True))


def test_a_wager_that_was_settled_early_names_no_card_that_lies_face_down():
    """At a table that a machine deals for: the insurance is lost, and the card under the ace stays unknown."""
    sitting = Sitting("blackjack", seats=(2,)).bets().deals({2: "Tc 8d", DEALER: "Ah 9d"})
    sitting.player(2).says("insurance")
    sitting.dealer.gives(do.Peek())
    sitting.dealer.gives(do.SettleNow())
    for viewer in (*STAFF, player_at(2)):
        assert "9d" not in str(sitting.seen_by(viewer)["current"]["spots"])


# ---- what is said with cards that nobody else sees ---------------------------------------------------


def test_a_raise_that_the_cards_do_not_allow_is_reduced_to_the_most_that_they_do():
    sitting = dealt("crazy-4")
    sitting.player(2).says("play 3x")
    sitting.player(5).says("play 3x")
    sitting.ends_by_hand({DEALER: "2c 3d 5h 7s 9c", 5: "As Ad Kc Jd 4h", 2: "Kd Qh 8c 6d 3s"})
    spots = sitting.table.previous.spots
    assert {seat: spots[seat].said for seat in (2, 5)} == {2: ("play 1x",), 5: ("play 3x",)}
    assert {seat: spots[seat].wagers["Play"] for seat in (2, 5)} == {2: 25_00, 5: 75_00}
    assert check(sitting.receipt())[1] == []


def test_the_card_that_was_exchanged_is_entered_first_and_says_which_it_was():
    sitting = dealt("three-card-draw")
    sitting.player(2).says("exchange the lowest")
    sitting.player(5).says("stand")
    assert not any(pile.cards for pile in sitting.round.piles.values())
    sitting.dealer.enters(DEALER, "2c 3d 5h 7s")
    sitting.ends_by_hand({5: "As Ad Kc", 2: "9d Qh 8c Qs"})
    spot = sitting.table.previous.spots[2]
    assert (spot.said, spot.given_up) == (("exchange the middle",), (1,))
    assert check(sitting.receipt())[1] == []


def test_common_cards_are_entered_as_many_as_the_step_turns_over():
    sitting = dealt("let-it-ride")
    for _ in range(2):
        for seat in (2, 5):
            sitting.player(seat).gives(do.Choose(seat=seat, word="let it ride"))
        assert live.next_view(sitting.table, Actor(Role.DEALER, "somebody"))["packet"] == 1
        sitting.enters_all() if _ else entered(sitting, "Kd")
    sitting.ends_by_hand()
    assert check(sitting.receipt())[1] == []


# ---- a mistyped card -------------------------------------------------------------------------------


def test_the_round_goes_on_where_a_corrected_card_leads():
    """Typed as a deuce, it asks for another card; it was a queen, and the dealer stands."""
    sitting = dealt("blackjack", "Tc 8d", "9c 9d", "Th")
    sitting.dealer.gives(do.Peek(is_over=False))
    for seat in (2, 5):
        sitting.player(seat).says("stand")
    sitting.dealer.enters(DEALER, "2s")
    assert sitting.stage is Stage.DRAWING
    sitting.supervisor.proposes_cards({DEALER: "Th Qs"})
    sitting.surveillance.agrees()
    assert sitting.stage is Stage.RECONCILING
    sitting.ends_by_hand()
    assert check(receipt(sitting.table, sitting.table.previous))[1] == []


def test_a_card_by_which_fewer_would_have_come_is_not_corrected():
    sitting = dealt("blackjack", "Tc 8d", "9c 9d", "Th")
    sitting.dealer.gives(do.Peek(is_over=False))
    for seat in (2, 5):
        sitting.player(seat).says("stand")
    entered(sitting, "2s", "9s")
    sitting.supervisor.proposes_cards({DEALER: "Th Qs 9s"})
    sitting.surveillance.refused(Reason.ANOTHER_COURSE).agrees()


# ---- a shoe ----------------------------------------------------------------------------------------


def test_nobody_bets_before_the_shoe_is_shuffled_and_its_first_card_burnt():
    sitting = Sitting("baccarat", seats=(2,), shuffler="manual", shoe=SHOE)
    assert live.next_step(sitting.table) == do.BeginShoe()
    wager = do.PlaceWager(seat=2, wager="Banker", cents=25_00)
    assert sitting.answer(player_at(2), wager).reason is Reason.NOT_SHUFFLED
    for burn in ("", "4h 4h", "Jk", "x"):
        sitting.dealer.refused(Reason.BAD_CARDS).gives(do.BeginShoe(burn=burn))
    sitting.dealer.gives(do.BeginShoe(burn="4h"))
    assert (sitting.round.hand_shoe.burnt, sitting.round.top) == (5, 5)
    sitting.dealer.refused(Reason.ALREADY_SHUFFLED).gives(do.BeginShoe(burn="4h"))


def test_no_card_comes_more_often_than_the_decks_of_the_shoe_have_it():
    sitting = Sitting("baccarat", seats=(2,), shuffler="manual", decks=6, shoe=CutCard(behind=14))
    for _ in range(3):  # a king and an eight each
        sitting.player(2).bets("Banker", 25_00)
        entered(sitting.deals_by_hand(), "Kd 8c", "Kd 8s").ends_by_hand()
    sitting.player(2).bets("Banker", 25_00)
    sitting.deals_by_hand()
    assert "Kd" in sitting.dealer.refused(Reason.BAD_CARDS).enters("player", "Kd 9c").says
    sitting.dealer.enters("player", "Kh 9c")


def test_a_machine_seals_its_shoe_and_a_table_without_one_begins_none():
    sitting = Sitting("baccarat", seats=(2,), shoe=SHOE)
    sitting.dealer.refused(Reason.SHUFFLER_IS_MACHINE).gives(do.BeginShoe(burn="4h"))
    by_hand = Sitting("baccarat", seats=(2,), shuffler="manual")
    by_hand.dealer.refused(Reason.NO_SHOE).gives(do.BeginShoe())
    by_hand.bets().deals_by_hand().dealer.refused(Reason.NO_SHOE).gives(do.ShowCutCard())


def test_the_cut_card_comes_out_once():
    sitting = Sitting("baccarat", seats=(2,), shuffler="manual", shoe=SHOE).bets().deals_by_hand()
    sitting.dealer.gives(do.ShowCutCard())
    sitting.dealer.refused(Reason.CUT_CARD_OUT).gives(do.ShowCutCard())


def test_the_receipt_of_a_shoe_is_found_out_where_it_tells_another():
    sitting = Sitting("baccarat", seats=(2,), shuffler="manual", decks=6, shoe=SHOE)
    for _ in range(2):
        sitting.bets().deals_by_hand().ends_by_hand()
    page = sitting.receipt()
    shoe = page["hand_shoe"]
    assert check(page)[1] == []
    for wrong in (
        {"burnt": shoe["burnt"] + 1},
        {"burn": ""},
        {"began": 0},
        {"seen": " ".join(["Kd"] * 7)},
        {"gone": 0},
    ):
        assert check(page | {"hand_shoe": shoe | wrong})[1], wrong
    assert check({name: it for name, it in page.items() if name != "hand_shoe"})[1]
    with pytest.raises(ValueError, match="dealt from one shoe"):
        check_together([page, page])


@pytest.mark.parametrize("shuffler", ["machine", "manual"])
def test_cards_that_are_shuffled_continuously_have_no_shoe(shuffler):
    terms = filled(Terms(game="baccarat", dealer="live", shuffler=shuffler, shuffled="continuously"))
    assert faults(terms, NOON.date()) == []
    assert terms.shuffled_how == "continuously" and GAMES["baccarat"].shoe
