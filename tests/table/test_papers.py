"""The papers of a table: two people count and fill the tray and empty the box, and dealers sign on."""

import pytest

from houseway.role import Actor, Role
from houseway.table import automatic
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.denominations import value_of
from houseway.table.live import next_step
from houseway.table.refusal import Reason
from houseway.table.terms import Terms, faults, filled
from tests.table.sitting import AUDITOR, DEALER, LIVE_DEALER, SUPERVISOR, SURVEILLANCE, Sitting
from tests.table.test_chips import TODAY, TRAY, VALUES

OTIS = Actor(Role.DEALER, "Otis")
FEWER = {**TRAY, "500": 299}  # $5 less


def opened(**terms):
    return Sitting("blackjack", **{"papers": True, "chip_cents": VALUES, "tray_chips": TRAY, **terms})


def counted(chips=TRAY, **terms):
    """A dealer is signed on, and two people have counted the tray."""
    sitting = opened(**terms)
    sitting.dealer.signs_on()
    sitting.supervisor.counts(chips)
    sitting.dealer.confirms(chips)
    return sitting


def at_play(seats=(4,), chips=500_00):
    sitting = counted()
    for seat in seats:
        sitting.player(seat).sits()
        sitting.dealer.buys_in(chips, seat)
    return sitting


def lost(sitting, cents=100_00):
    """A round that every seat loses."""
    sitting.bets(main=cents)
    sitting.deals({4: "9d 7s", DEALER: "Tc Kc"}).ends()
    return sitting


def closing(chips, coin=0, drop=500_00):
    sitting = lost(at_play())
    sitting.player(4).leaves()
    sitting.supervisor.counts(chips, coin)
    sitting.dealer.confirms(chips, coin)
    sitting.supervisor.gives(do.CountDrop(cents=drop))
    sitting.surveillance.confirms(cents=drop)
    return sitting


CLOSING = {**TRAY, "10000": 76}  # $20,000 less the $500 that were sold, and $100 won


# ---- two people ----------------------------------------------------------------------------------------


def test_nothing_is_sold_or_bet_before_two_people_have_counted_the_tray():
    sitting = opened()
    sitting.player(4).sits()
    sitting.dealer.signs_on()
    sitting.dealer.refused(Reason.TRAY_NOT_COUNTED).buys_in(100_00, 4)
    sitting.dealer.refused(Reason.TRAY_NOT_COUNTED).gives(do.Shuffle())
    sitting.supervisor.counts(TRAY)
    sitting.dealer.refused(Reason.TRAY_NOT_COUNTED).buys_in(100_00, 4)
    sitting.dealer.confirms(TRAY)
    sitting.dealer.buys_in(100_00, 4)


def test_nobody_confirms_his_own_count():
    sitting = opened()
    sitting.supervisor.counts(TRAY)
    sitting.supervisor.refused(Reason.OWN_SLIP).confirms(TRAY)
    another = sitting.voice(Actor(Role.SUPERVISOR, "Uma"))
    another.confirms(TRAY)
    assert (sitting.last[0].by, sitting.last[0].confirmed_by) == ("Sue", "Uma")


def test_two_people_count_each_for_himself():
    """Neither the view nor the refusal tells the second what the first has counted."""
    sitting = opened()
    sitting.dealer.signs_on()
    sitting.supervisor.counts(TRAY)
    seen = sitting.seen_by(LIVE_DEALER)["papers"]["slips"]
    assert seen == [{"slip": 1, "what": "tray", "by": "Sue"}]
    answer = sitting.dealer.refused(Reason.SLIP_DIFFERS).confirms(FEWER)
    assert "500" not in answer.says and "20,000" not in answer.says
    sitting.dealer.refused(Reason.SLIP_DIFFERS).confirms(TRAY, cents=50)
    sitting.dealer.confirms(TRAY)


def test_one_count_waits_at_a_time_and_can_be_dropped():
    sitting = opened()
    sitting.supervisor.counts(TRAY)
    sitting.supervisor.refused(Reason.SLIP_WAITS).counts(TRAY)
    sitting.supervisor.refused(Reason.BAD_TEXT).gives(do.DropSlip(slip=1, note=""))
    sitting.supervisor.gives(do.DropSlip(slip=1, note="a rack fell over"))
    sitting.supervisor.refused(Reason.NO_SUCH_SLIP).gives(do.DropSlip(slip=1, note="again"))
    sitting.supervisor.counts(TRAY)
    assert sitting.table.papers.next_slip == 3


def test_the_staff_see_what_lies_in_the_tray_and_apart_the_cash_in_the_drop_box():
    sitting = at_play(chips=6_000_00)
    seen = sitting.seen_by(SUPERVISOR)
    assert (seen["tray_cents"], seen["papers"]["box_cents"]) == (14_000_00, 6_000_00)
    assert sitting.table.tray == 20_000_00
    lost(sitting)
    assert sitting.seen_by(SUPERVISOR)["tray_cents"] == 14_100_00


@pytest.mark.parametrize("papers", [True, False])
def test_what_is_no_chip_is_refused_wherever_chips_are_named(papers):
    sitting = counted() if papers else opened(papers=False)
    no_chips = {"Banker": 0}
    named = [do.FillTray(cents=5_00, chips=no_chips), do.CreditTray(cents=5_00, chips=no_chips)]
    if papers:
        named = [do.CountTray(chips=no_chips), do.RequestFill(chips=no_chips), do.RequestCredit(chips=no_chips)]
    for command in named:
        sitting.supervisor.refused(Reason.NOT_IN_CHIPS).gives(command)
    if papers:
        sitting.supervisor.gives(do.CountTray(chips=TRAY))
        slip = sitting.table.papers.next_slip - 1
        sitting.dealer.refused(Reason.NOT_IN_CHIPS).gives(do.ConfirmSlip(slip=slip, chips=no_chips))


def test_surveillance_counts_the_drop_and_no_tray():
    sitting = at_play()
    sitting.surveillance.refused(Reason.NOT_YOUR_ROLE).counts(TRAY)
    sitting.supervisor.counts({**TRAY, "10000": 75})
    sitting.surveillance.refused(Reason.NOT_YOUR_ROLE).confirms({**TRAY, "10000": 75})
    sitting.dealer.refused(Reason.NOT_YOUR_ROLE).gives(do.CountDrop(cents=500_00))
    sitting.voice(AUDITOR).refused(Reason.NOT_YOUR_ROLE).gives(do.CountDrop(cents=500_00))


def test_the_tray_is_counted_between_rounds():
    sitting = at_play().bets(main=100_00)
    sitting.supervisor.refused(Reason.WAGER_LIES).counts(TRAY)
    sitting.player(4).takes_back("Bet")
    sitting.supervisor.counts({**TRAY, "10000": 75})
    sitting.bets(main=100_00)
    sitting.dealer.refused(Reason.WAGER_LIES).confirms({**TRAY, "10000": 75})


# ---- fills and credits -----------------------------------------------------------------------------------


def test_a_fill_takes_a_request_and_the_count_of_another():
    sitting = counted()
    sitting.supervisor.refused(Reason.NEEDS_A_SLIP).fills(500_00, chips={"500": 100})
    sitting.dealer.gives(do.RequestFill(chips={"500": 100}))
    assert sitting.table.tray == 20_000_00
    sitting.dealer.refused(Reason.OWN_SLIP).confirms({"500": 100})
    sitting.supervisor.refused(Reason.SLIP_DIFFERS).confirms({"500": 99})
    sitting.supervisor.confirms({"500": 100})
    signed, moved = sitting.last
    assert (signed.by, signed.confirmed_by, signed.what) == ("Dora", "Sue", "fill")
    assert (signed.dealer, signed.carried_by) == ("Dora", "Max")
    assert (moved.cents, moved.chips) == (500_00, {"500": 100})
    assert sitting.table.tray == 20_500_00
    sitting.supervisor.refused(Reason.NEEDS_A_SLIP).reverses(moved.entry)


@pytest.mark.parametrize("name", ["Sue", "Dora", "sue", "Ѕue"])  # the last in Cyrillic
def test_wac_230_15_525_who_carries_the_chips_is_a_third_person(name):
    sitting = counted()
    sitting.dealer.gives(do.RequestFill(chips={"500": 100}))
    sitting.supervisor.refused(Reason.BAD_TEXT).confirms({"500": 100}, carried_by="")
    sitting.supervisor.refused(Reason.CARRIED_BY_ANOTHER).confirms({"500": 100}, carried_by=name)
    assert sitting.table.tray == 20_000_00
    sitting.supervisor.confirms({"500": 100}, carried_by="Max")


def test_wac_230_15_525_a_dealer_and_a_supervisor_sign_a_fill():
    sitting, chips = counted(), {"500": 100}
    uma, otis = sitting.voice(Actor(Role.SUPERVISOR, "Uma")), sitting.voice(OTIS)
    sitting.supervisor.gives(do.RequestFill(chips=chips))
    uma.refused(Reason.SIGNED_BY_BOTH).confirms(chips)
    sitting.dealer.confirms(chips)
    assert (sitting.last[0].dealer, sitting.last[0].by) == ("Dora", "Sue")
    sitting.dealer.gives(do.RequestFill(chips=chips))
    otis.signs_on()
    otis.refused(Reason.SIGNED_BY_BOTH).confirms(chips)
    uma.confirms(chips)
    assert (sitting.last[0].dealer, sitting.last[0].confirmed_by) == ("Dora", "Uma")


def test_two_supervisors_sign_where_the_table_deals_by_itself():
    sitting = counted()
    sitting.supervisor.changes_dealer("automatic")
    sitting.supervisor.gives(do.RequestFill(chips={"500": 100}))
    sitting.voice(Actor(Role.SUPERVISOR, "Uma")).confirms({"500": 100})
    assert (sitting.last[0].dealer, sitting.last[0].carried_by) == ("", "Max")


def test_a_credit_takes_the_same_and_what_the_tray_can_spare():
    sitting = counted()
    sitting.supervisor.refused(Reason.NEEDS_A_SLIP).credits(500_00, chips={"50000": 1})
    sitting.supervisor.refused(Reason.TRAY_SHORT).gives(do.RequestCredit(chips={"50000": 41}))
    sitting.supervisor.refused(Reason.BAD_AMOUNT).gives(do.RequestCredit(chips={}))
    sitting.supervisor.refused(Reason.NOT_IN_CHIPS).gives(do.RequestFill(chips={"700": 1}))
    sitting.supervisor.gives(do.RequestCredit(chips={"50000": 2}))
    sitting.dealer.confirms({"50000": 2})
    assert sitting.table.tray == 19_000_00


def test_chips_that_are_sold_come_out_of_the_tray():
    sitting = counted()
    for seat in (2, 4):
        sitting.player(seat).sits()
    sitting.dealer.buys_in(15_000_00, 4)
    sitting.dealer.refused(Reason.TRAY_SHORT).buys_in(5_001_00, 2)
    assert sitting.table.chips_in_tray == 5_000_00
    sitting.supervisor.reverses(sitting.last[0].entry)
    assert sitting.table.chips_in_tray == 20_000_00


def test_a_tray_that_cannot_pay_asks_for_a_fill():
    sitting = counted({"500": 20}, tray_cents=100_00, tray_chips={"500": 20})
    sitting.player(4).sits()
    sitting.dealer.buys_in(100_00, 4)
    sitting.bets(main=100_00).deals({4: "As Kd", DEALER: "9c 7d"})
    answer = ()
    while isinstance(answer, tuple):
        answer = sitting.answer(LIVE_DEALER, next_step(sitting.table))
    assert answer.reason is Reason.TRAY_SHORT


# ---- over and short --------------------------------------------------------------------------------------


def test_what_two_people_count_is_in_the_book_from_then_on():
    sitting = counted(FEWER)
    [event] = [event for event, _ in sitting.events if isinstance(event, was.TrayCounted)]
    assert (event.cents, event.expected_cents) == (19_995_00, 20_000_00)
    assert sitting.account("over and short") == 5_00
    assert sitting.table.chips_in_tray == 19_995_00
    assert sitting.table.rack == FEWER


def test_a_table_is_closed_on_a_count_of_its_tray_and_its_box():
    sitting = lost(at_play())
    sitting.player(4).leaves()
    sitting.supervisor.refused(Reason.TRAY_NOT_COUNTED).closes()
    assert value_of(CLOSING) == 19_600_00
    sitting.supervisor.counts(CLOSING)
    sitting.dealer.confirms(CLOSING)
    sitting.supervisor.refused(Reason.DROP_NOT_COUNTED).closes()
    sitting.supervisor.gives(do.CountDrop(cents=500_00))
    sitting.supervisor.refused(Reason.OWN_SLIP).confirms(cents=500_00)
    sitting.surveillance.refused(Reason.SLIP_DIFFERS).confirms(cents=400_00)
    sitting.surveillance.confirms(cents=500_00)
    sitting.supervisor.closes()
    assert sitting.account("drop box") == 500_00
    assert sitting.account("over and short") == 0
    assert sitting.last[0].chips == CLOSING


def test_a_table_is_not_closed_while_a_slip_waits_for_a_second_person():
    sitting = closing(CLOSING)
    sitting.dealer.gives(do.RequestFill(chips={"500": 10}))
    sitting.supervisor.refused(Reason.SLIP_WAITS).closes()
    sitting.dealer.gives(do.DropSlip(slip=sitting.table.papers.next_slip - 1, note="not needed"))
    sitting.supervisor.closes()


def test_a_count_is_old_once_another_round_was_played():
    sitting = closing(CLOSING)
    sitting.player(4).sits()
    sitting.dealer.buys_in(100_00, 4)
    sitting.supervisor.refused(Reason.TRAY_NOT_COUNTED).closes()


@pytest.mark.parametrize(
    ("chips", "coin", "drop", "off"),
    [
        (CLOSING, 0, 500_00, 0),
        (CLOSING, 0, 480_00, -20_00),
        ({**CLOSING, "500": 302}, 0, 500_00, 10_00),
        ({**CLOSING, "500": 299}, 0, 520_00, 15_00),
        (CLOSING, 50, 500_00, 50),
    ],
)
def test_over_and_short_are_what_was_counted_against_the_book(chips, coin, drop, off):
    sitting = closing(chips, coin, drop)
    sitting.supervisor.closes()
    assert sitting.account("over and short") == -off
    assert sitting.account("tray") == 0
    assert sitting.account("drop box") == drop


def test_chips_that_are_sold_while_the_box_is_counted_are_of_the_next_box():
    sitting = at_play()
    sitting.supervisor.gives(do.CountDrop(cents=500_00))
    sitting.dealer.buys_in(200_00, 4)
    sitting.surveillance.confirms(cents=500_00)
    assert sitting.last[0].recorded_cents == 500_00
    assert sitting.table.papers.box_cents == 200_00
    assert sitting.account("over and short") == 0


# ---- dealers ---------------------------------------------------------------------------------------------


def test_a_dealer_signs_on_before_he_deals():
    sitting = opened()
    assert next_step(sitting.table) == do.SignOn()
    sitting.dealer.refused(Reason.NOT_SIGNED_ON).counts(TRAY)
    sitting.dealer.signs_on()
    sitting.dealer.refused(Reason.ALREADY_SIGNED_ON).signs_on()
    assert next_step(sitting.table) == do.CountTray(chips={})
    sitting.supervisor.counts(TRAY)
    assert next_step(sitting.table) is None  # while the second person counts
    sitting.dealer.confirms(TRAY)
    assert next_step(sitting.table) == do.Shuffle()


def test_a_table_that_is_handed_to_the_program_waits_for_the_count():
    sitting = opened()
    sitting.supervisor.changes_dealer("automatic")
    assert automatic.next_step(sitting.table) is None
    sitting.supervisor.counts(TRAY)
    sitting.voice(Actor(Role.SUPERVISOR, "Uma")).confirms(TRAY)
    assert automatic.next_step(sitting.table) == (do.Shuffle(), None)


@pytest.mark.parametrize("shuffler", ["machine", "manual"])
def test_sl_7_the_house_way_is_shown_to_whoever_is_signed_on_when_the_letter_allows_it(shuffler):
    sitting = Sitting("supreme-99", shuffler=shuffler, papers=True, chip_cents=VALUES, tray_chips=TRAY)
    sitting.dealer.signs_on()
    sitting.supervisor.counts(TRAY)
    sitting.dealer.confirms(TRAY)
    for seat in (2, 4):
        sitting.player(seat).sits()
        sitting.dealer.buys_in(100_00, seat)
    sitting.bets()
    sitting.deals() if shuffler == "machine" else sitting.deals_by_hand()

    def gates():
        return [gate["shut"] for gate in sitting.seen_by(LIVE_DEALER)["next"]["display"]]

    assert len(gates()) == 1 and "signed on" not in gates()[0] and gates()[0]
    sitting.player(2).asks_house_way()
    assert next_step(sitting.table) is None and all(gates())
    sitting.player(4).asks_house_way()
    assert isinstance(next_step(sitting.table), do.SetHouseWay | do.EnterPacket)
    assert gates()[:2] == ["", ""]


def test_a_relief_takes_over_and_the_other_deals_no_more():
    sitting = at_play().bets(main=100_00)
    otis = sitting.voice(OTIS)
    otis.refused(Reason.NOT_SIGNED_ON).closes_betting()
    otis.signs_on()
    assert sitting.last == (was.DealerSignedOn(dealer="Otis", relieves="Dora"),)
    sitting.dealer.refused(Reason.NOT_SIGNED_ON).closes_betting()
    otis.closes_betting()


def test_a_break_leaves_the_table_standing_until_somebody_signs_on():
    sitting = at_play().bets(main=100_00)
    sitting.dealer.refused(Reason.BAD_TEXT).signs_off("")
    sitting.dealer.signs_off("a break of 20 minutes")
    sitting.dealer.refused(Reason.NOT_SIGNED_ON).closes_betting()
    assert next_step(sitting.table) == do.SignOn()
    sitting.dealer.signs_on()
    assert sitting.last[0].relieves == ""


def test_a_table_that_was_opened_without_papers_has_none():
    sitting = Sitting("blackjack", chip_cents=VALUES, seats=(4,))
    sitting.dealer.refused(Reason.NO_PAPERS).signs_on()
    sitting.supervisor.refused(Reason.NO_PAPERS).counts(TRAY)
    assert "papers" not in sitting.seen_by(SUPERVISOR)
    sitting.supervisor.closes()


def test_papers_are_for_a_live_dealer_and_chips():
    for terms in ({"papers": True}, {"papers": True, "chip_cents": VALUES, "dealer": "automatic"}):
        assert "papers: for a table" in "; ".join(faults(filled(Terms(game="blackjack", **terms)), TODAY))


def test_players_are_not_shown_the_papers():
    sitting = at_play()
    assert "papers" not in sitting.seen_by(sitting.player(4).actor)
    assert sitting.seen_by(SURVEILLANCE)["papers"]["signed_on"] == "Dora"


def test_a_dealer_who_is_relieved_is_offered_to_sign_on_and_nothing_else():
    sitting = at_play().bets(main=100_00)
    sitting.voice(OTIS).signs_on()
    relieved, on = sitting.seen_by(LIVE_DEALER)["next"], sitting.seen_by(OTIS)["next"]
    assert (relieved["by"], relieved["command"], relieved["again"]) == (None, None, [])
    assert relieved["offered"] == ["ChangeDealer", "SignOn"]
    assert on["command"] == {"is": "CloseBetting"} and "SignOff" in on["offered"]
    assert sitting.seen_by(SUPERVISOR)["next"]["command"] == {"is": "CloseBetting"}
    sitting.voice(OTIS).signs_off("a break")
    assert sitting.seen_by(LIVE_DEALER)["next"]["command"] == {"is": "SignOn"}
