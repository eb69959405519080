"""Surveillance stops a round, or a payout at any amount, with a note (WAC 230-15-320 asks it for those over $3,000)."""

from houseway.table import automatic
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.live import next_step
from houseway.table.receipt import check
from houseway.table.refusal import Reason
from tests.table.sitting import DEALER, LIVE_DEALER, SURVEILLANCE, Sitting, player_at

WINS = {4: "9c 9d 8h 8s", DEALER: "2c 3d 5h 7s"}


def dealt(**terms):
    return Sitting("supreme-99", seats=(2, 4), **terms).bets().deals(WINS)


def test_nothing_of_a_stopped_round_goes_on():
    sitting = dealt()
    sitting.surveillance.stops()
    sitting.player(4).refused(Reason.ROUND_STOPPED).asks_house_way()
    sitting.dealer.refused(Reason.ROUND_STOPPED).gives(do.SetHouseWay(seat=4))
    sitting.supervisor.refused(Reason.ROUND_STOPPED).calls_time()
    sitting.supervisor.refused(Reason.ROUND_STOPPED).voids()
    assert next_step(sitting.table) is None
    sitting.surveillance.releases()
    sitting.ends()


def test_bets_of_a_stopped_round_stay_as_they_lie_and_the_table_is_not_closed():
    sitting = Sitting("supreme-99", seats=(2, 4))
    sitting.surveillance.stops()
    sitting.supervisor.refused(Reason.ROUND_STOPPED).closes()
    sitting.player(4).refused(Reason.ROUND_STOPPED).gives(do.PlaceWager(seat=4, wager="Standard Bet", cents=500))
    sitting.dealer.refused(Reason.ROUND_STOPPED).gives(do.Shuffle())
    sitting.dealer.buys_in(100_00, 4)


def test_a_round_is_stopped_once_and_released_by_anybody_of_surveillance():
    sitting = dealt()
    sitting.surveillance.refused(Reason.NOT_STOPPED).releases()
    sitting.surveillance.refused(Reason.BAD_TEXT).stops("")
    sitting.surveillance.stops()
    sitting.surveillance.refused(Reason.ALREADY_STOPPED).stops()
    sitting.surveillance.refused(Reason.BAD_TEXT).releases("")
    sitting.surveillance.releases()
    for voice in (sitting.supervisor, sitting.dealer, sitting.player(4)):
        voice.refused(Reason.NOT_YOUR_ROLE).stops()


def test_everybody_sees_that_it_is_stopped_and_the_staff_why():
    sitting = dealt()
    sitting.surveillance.stops("seat 4 marks cards")
    assert sitting.seen_by(LIVE_DEALER)["current"]["stopped"] == {"by": "Iris", "note": "seat 4 marks cards"}
    assert sitting.seen_by(player_at(4))["current"]["stopped"] == {"by": "surveillance", "note": ""}
    sitting.surveillance.releases()
    assert "stopped" not in sitting.seen_by(LIVE_DEALER)["current"]


def test_a_table_that_deals_itself_stands_still_and_its_clocks_begin_anew():
    sitting = Sitting("supreme-99", seats=(2, 4), dealer="automatic").bets()
    sitting.deals_itself(until=do.Stage.CHOOSING)
    sitting.surveillance.stops()
    assert automatic.next_step(sitting.table) is None
    sitting.surveillance.releases()
    command, due = automatic.next_step(sitting.table)
    assert (command, (due - sitting.at).total_seconds()) == (do.CallTime(), 60)


def test_a_payout_is_stopped_at_any_amount():
    sitting = dealt()
    sitting.surveillance.stops_payout(4)
    sitting.surveillance.refused(Reason.ALREADY_STOPPED).stops_payout(4)
    sitting.reveals().reconciles()
    won = sum(result.won_cents for result in sitting.round.spots[4].results)
    assert 0 < won < 3_000_00
    assert sitting.account("pending") == won
    sitting.dealer.refused(Reason.PAYOUT_WAITS).game_over()
    sitting.player(4).refused(Reason.PAYOUT_WAITS).leaves()
    assert next_step(sitting.table) == do.AcknowledgePayout(seat=4, wager="Standard Bet")
    sitting.acknowledges()
    sitting.dealer.game_over()
    assert check(sitting.receipt())[1] == []


def test_a_payout_that_was_paid_is_not_stopped():
    sitting = dealt().reveals().reconciles()
    sitting.surveillance.refused(Reason.ALREADY_RECONCILED).stops_payout(4)
    sitting.surveillance.stops()
    sitting.dealer.refused(Reason.ROUND_STOPPED).game_over()
    sitting.supervisor.proposes_void()
    sitting.surveillance.agrees()
    assert isinstance(sitting.last[-1], was.RoundVoided)
    assert sitting.round.stop is None  # the next round is another


def test_only_a_seat_with_a_hand_has_a_payout():
    sitting = Sitting("supreme-99", seats=(2, 4))
    sitting.player(2).bets("Standard Bet", 25_00)
    sitting.deals()
    sitting.surveillance.refused(Reason.NO_HAND).stops_payout(4)
    sitting.surveillance.refused(Reason.BAD_TEXT).stops_payout(2, "")


def test_the_program_does_not_acknowledge_what_surveillance_stopped():
    sitting = Sitting("supreme-99", seats=(2, 4), dealer="automatic").bets().deals(WINS)
    sitting.surveillance.stops_payout(4)
    sitting.deals_itself()
    assert sitting.round.spots[4].waits
    assert automatic.next_step(sitting.table) is None
    sitting.automatic.refused(Reason.STAFF_ON_DUTY).gives(do.AcknowledgePayout(seat=4, wager="Standard Bet"))
    sitting.acknowledges().deals_itself()
    assert sitting.round.number == 2
    assert "is_stopped" not in str(sitting.seen_by(player_at(2))["previous"]["spots"])
    assert sitting.seen_by(SURVEILLANCE)["previous"]["spots"]["4"]["is_stopped"] is True
