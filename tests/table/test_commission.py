"""The commission: kept at once or marked at the seat, in an account of its own, and collected when the shoe is over."""

from dataclasses import replace

import pytest

from houseway.money import COMMISSION, due_account, micros_of
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.cut_card import CutCard
from houseway.table.decide import decide
from houseway.table.receipt import check
from houseway.table.refusal import Reason
from houseway.table.terms import AT_ONCE, MARKED
from tests.table.sitting import Sitting, player_at

SHOE = CutCard(behind=14, rounds=3)


def at_baccarat(commission=AT_ONCE, **terms):
    return Sitting("baccarat", seats=(2, 4), shoe=SHOE, commission=commission, **terms)


def plays_until_banker_wins(sitting, cents=25_00, seats=(2, 4)):
    """Rounds on Banker until it wins; how many it took."""
    for rounds in range(1, 40):
        sitting.is_sealed()
        for seat in seats:
            sitting.player(seat).bets("Banker", cents)
        sitting.dealer.closes_betting()
        sitting.dealer.deals()
        sitting.ends()
        if sitting.result(seats[0], "Banker").line == "win":
            return rounds
    raise AssertionError("Banker never won")


def test_at_once_the_house_keeps_it_of_every_win():
    sitting = at_baccarat()
    before = sitting.chips(2)
    lost = plays_until_banker_wins(sitting) - 1
    result = sitting.result(2, "Banker")
    assert (result.won_cents, result.commission_cents, result.is_marked) == (23_75, 1_25, False)
    assert result.pays == "1 to 1 less 5%"
    assert sitting.account(COMMISSION) == 2_50
    assert sitting.chips(2) >= before + 23_75 - 25_00 * lost
    assert check(sitting.receipt())[1] == []


@pytest.mark.parametrize(("cents", "kept"), [(5_00, 25), (5_05, 26), (5_10, 26), (5_20, 26), (5_21, 27)])
def test_it_is_rounded_up_to_the_cent(cents, kept):
    sitting = at_baccarat()
    plays_until_banker_wins(sitting, cents, seats=(2,))
    result = sitting.result(2, "Banker")
    assert (result.commission_cents, result.won_cents) == (kept, cents - kept)


def test_marked_it_is_paid_with_the_win_and_owed_by_the_seat():
    sitting = at_baccarat(MARKED)
    assert sitting.seen_by(sitting.player(2).actor)["seats"][1]["commission_cents"] == 0
    plays_until_banker_wins(sitting)
    if sitting.round.sealed is not None:  # the shoe goes on
        assert sitting.account("owes seat 2") == -1_25
        assert sitting.seen_by(sitting.player(2).actor)["seats"][1]["commission_cents"] == 1_25
    assert sitting.account(COMMISSION) == 2_50
    assert sitting.result(2, "Banker").is_marked


def played_shoe(sitting):
    """To the end of the shoe; what was collected."""
    events = []
    while True:
        number = sitting.round.number
        plays_until_banker_wins(sitting)
        events = [event for event, _ in sitting.events if isinstance(event, was.CommissionCollected)]
        if events or sitting.round.number > number + 30:
            return events


def test_marked_it_is_collected_when_the_shoe_is_over():
    sitting = at_baccarat(MARKED)
    collected = played_shoe(sitting)
    assert {event.seat for event in collected} == {2, 4}
    assert all(event.cents % 1_25 == 0 and not event.due_cents for event in collected)
    owed = -sitting.account("owes seat 2") - sitting.account("owes seat 4")
    assert sitting.account(COMMISSION) == owed + sum(event.cents for event in collected)


def test_who_leaves_pays_what_is_marked_and_cannot_cash_it_out():
    sitting = Sitting("baccarat", seats=(2, 4), shoe=CutCard(behind=14), commission=MARKED)
    plays_until_banker_wins(sitting)
    marked, chips = -sitting.account("owes seat 2"), sitting.chips(2)
    assert marked == 1_25
    sitting.player(2).refused(Reason.NOT_ENOUGH_CHIPS).cashes_out(chips)
    sitting.player(2).leaves()
    assert [type(event).__name__ for event in sitting.last] == ["CommissionCollected", "CashedOut", "SeatLeft"]
    assert sitting.last[1].cents == chips - marked
    assert sitting.account("owes seat 2") == 0


def test_what_a_seats_chips_do_not_reach_for_its_player_owes():
    sitting = Sitting("baccarat", seats=(2,), chips=25_00, shoe=CutCard(behind=14), commission=MARKED)
    while sitting.chips(2):
        sitting.is_sealed()
        sitting.player(2).bets("Banker", min(sitting.chips(2), 300_00))
        sitting.dealer.closes_betting()
        sitting.dealer.deals()
        sitting.ends()
    marked = -sitting.account("owes seat 2")
    sitting.player(2).leaves()
    assert sitting.account("owes seat 2") == 0 and sitting.account("due Ben") == -marked


def test_it_is_marked_only_where_there_is_a_shoe():
    with pytest.raises(AssertionError, match="commission"):
        Sitting("baccarat", seats=(2,), commission=MARKED)


def test_what_a_player_owes_by_name_cannot_be_cashed_out_of_chips_that_came_later():
    """He sat with no chips when it became due, and has won since."""
    sitting = Sitting("baccarat", seats=(2,), shoe=SHOE)
    owed = {due_account(sitting.table.players[2]): -micros_of(5_00)}
    sitting.table = replace(sitting.table, balances={**sitting.table.balances, **owed})
    chips = sitting.chips(2)
    sitting.player(2).refused(Reason.NOT_ENOUGH_CHIPS).cashes_out(chips)
    sitting.player(2).refused(Reason.NOT_ENOUGH_CHIPS).cashes_out(chips - 5_00 + 1)
    answer = decide(sitting.table, player_at(2), do.CashOut(seat=2, cents=chips - 5_00), at=sitting.at)
    assert answer[-1].cents == chips - 5_00
