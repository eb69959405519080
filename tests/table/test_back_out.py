"""An award that was backed out is not paid: its seat's result, the envy of others, the receipt and the meter's account
follow, and the book shows both the award and the back-out. [SLP 9i]"""

import pytest

from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.memory import ENVY
from houseway.table.receipt import check
from houseway.table.refusal import Reason
from tests.table.sitting import Sitting

OFFERED = {"Main Bet": "San Lo", "Progressive": "FSLPP-01"}
ROYAL = "As Ks Qs Js Ts 2d"
FIVE_ACES = "As Ah Ad Ac Jk 2d"


def recorded(hand=ROYAL, **terms):
    """Seats 2 and 4 play for the meter; seat 4's win is recorded, and nobody is reconciled."""
    sitting = Sitting("san-lo", seats=(2, 4), paytables=OFFERED, **terms)
    return sitting.bets(wagers={"Progressive": 1_00}).deals({4: hand}).reveals().pays_the_meter()


def progressive(sitting, seat):
    return sitting.result(seat, "Progressive").won_cents


def envy(sitting, seat):
    return sum(result.won_cents for result in sitting.round.spots[seat].results if result.wager == ENVY)


def held(sitting):
    return {account: micros for account, micros in sitting.table.balances.items() if micros}


def test_an_award_that_was_backed_out_is_not_paid_and_not_envied():
    sitting = recorded()
    cents = sitting.round.prize(4)
    sitting.backs_out(cents).reconciles()
    assert progressive(sitting, 4) == 0
    assert envy(sitting, 2) == 0
    assert "backed out by Sue and Ada: not his hand" in sitting.result(4, "Progressive").reason
    assert sitting.account("locked jackpot") == 0
    sitting.acknowledges().dealer.game_over()


@pytest.mark.parametrize("acknowledged", [True, False])
def test_what_was_paid_of_it_before_game_over_goes_back(acknowledged):
    sitting = recorded(FIVE_ACES)
    sitting.reconciles()
    if acknowledged:
        sitting.acknowledges()
    assert progressive(sitting, 4) > 3_000_00 and envy(sitting, 2) > 0
    paid, tray = {seat: sitting.chips(seat) for seat in (2, 4)}, sitting.table.tray
    sitting.backs_out(sitting.round.prize(4))
    assert progressive(sitting, 4) == envy(sitting, 2) == 0
    assert sitting.chips(2) == paid[2] - (sitting.table.tray - tray)
    fresh = recorded(FIVE_ACES)
    fresh.backs_out(fresh.round.prize(4)).reconciles().acknowledges()
    sitting.acknowledges()
    assert {seat: sitting.chips(seat) for seat in (2, 4)} == {seat: fresh.chips(seat) for seat in (2, 4)}
    assert held(sitting) == held(fresh)


def test_the_book_shows_the_award_and_the_back_out():
    sitting = recorded()
    sitting.backs_out(sitting.round.prize(4)).ends()
    kinds = [type(event) for event, _ in sitting.events]
    assert was.JackpotRecorded in kinds and was.JackpotBackedOut in kinds
    told = sitting.receipt()
    checked, wrong = check(told)
    assert wrong == []
    assert "$500.04 of seat 4's award were backed out by Sue and Ada: not his hand" in checked
    told["back_outs"] = []
    assert check(told)[1] != []


def test_a_part_that_was_backed_out_is_not_paid_and_the_hand_counts():
    sitting = recorded()
    cents = sitting.round.prize(4)
    sitting.backs_out(100_00).reconciles()
    assert progressive(sitting, 4) == cents - 100_00
    assert envy(sitting, 2) > 0
    sitting.backs_out(cents - 100_00)
    assert progressive(sitting, 4) == envy(sitting, 2) == 0


def test_the_meter_is_as_it_was_before_the_award_its_seed_too():
    """Five aces take the whole meter, and it is reseeded: the seed goes back with the award."""
    sitting = recorded(FIVE_ACES)
    award = sitting.round.prize(4)
    before = sitting.round.jackpots[0].meter_micros
    assert sitting.meter.state.meter.gross_micros == before - award * 10_000 + 5_000_00 * 10_000 - before % 10_000
    sitting.backs_out(award)
    assert sitting.meter.state.meter.gross_micros == before


def test_a_hand_that_was_backed_out_is_not_keyed_again():
    sitting = recorded()
    sitting.backs_out(sitting.round.prize(4))
    sitting.dealer.refused(Reason.JACKPOT_RECORDED).presses("Royal Flush", seat=4)
    sitting.supervisor.refused(Reason.NOTHING_KEYED).turns_key("JPH")


def test_what_a_player_cashed_out_meanwhile_is_due_from_him():
    sitting = recorded()
    sitting.reconciles().acknowledges()
    sitting.player(4).cashes_out(sitting.chips(4))
    sitting.backs_out(sitting.round.prize(4))
    assert sitting.account("due Dan") == -500_04
    assert sitting.chips(4) == 0
    sitting.dealer.game_over()


def test_only_the_controller_tells_a_table_of_a_back_out():
    sitting = recorded()
    asked = do.HearBackOut(seat=4, win="x", cents=1, proposed_by="Sue", approved_by="Ada", note="n")
    for who in (sitting.supervisor, sitting.dealer, sitting.surveillance, sitting.player(4)):
        who.refused(Reason.NOT_YOUR_ROLE).gives(asked)
