"""COIN IN closes all betting: after it no wager is placed, changed or taken back, by anybody. [SLP 6]"""

import pytest

from houseway.role import AUTOMATIC_DEALER
from houseway.table import commands as do
from houseway.table.automatic import next_step
from houseway.table.refusal import Reason
from tests.table.sitting import LIVE_DEALER, NAMES
from tests.table.test_progressive_procedure import FORTUNE, MAIN, PROGRESSIVE, suspends, table_of

BETS = {1: {MAIN: 25_00, PROGRESSIVE: 1_00}, 2: {MAIN: 25_00, FORTUNE: 5_00}, 3: {}}
MOVES = [
    *(do.PlaceWager(seat=seat, wager=wager, cents=cents) for seat in BETS
      for wager, cents in ((MAIN, 25_00), (MAIN, 30_00), (FORTUNE, 5_00), (PROGRESSIVE, 1_00))),
    *(do.TakeBackWager(seat=seat, wager=wager) for seat, wagers in BETS.items() for wager in wagers),
]  # fmt: skip
each_dealer = pytest.mark.parametrize("dealer", ["live", "automatic"])
each_answer = pytest.mark.parametrize("takes_stakes", [True, False])


def coined_in(dealer, takes_stakes):
    """Seat 1 plays for the meter, seat 2 does not, seat 3 has not bet; COIN IN was pressed."""
    sitting = table_of(1, 2, 3, dealer=dealer)
    for seat, wagers in BETS.items():
        for wager, cents in wagers.items():
            sitting.player(seat).bets(wager, cents)
    if not takes_stakes:
        suspends(sitting)
    sitting.voice(LIVE_DEALER if dealer == "live" else AUTOMATIC_DEALER).coins_in()
    return sitting


@each_dealer
@each_answer
@pytest.mark.parametrize("move", MOVES, ids=str)
def test_no_wager_moves_after_coin_in_whosever_it_is_and_whatever_the_meter_answered(dealer, takes_stakes, move):
    sitting = coined_in(dealer, takes_stakes)
    before = sitting.round.spots
    if isinstance(move, do.TakeBackWager) and move.wager not in before[move.seat].wagers:
        return  # the stake has gone back already
    sitting.player(move.seat).refused(Reason.ALREADY_COINED_IN).gives(move)
    assert sitting.round.spots == before


@each_dealer
@each_answer
def test_chips_are_bought_and_seats_taken_after_coin_in(dealer, takes_stakes):
    sitting = coined_in(dealer, takes_stakes)
    sitting.sells_chips(3, 100_00)
    sitting.player(4).sits(name=NAMES[4])
    sitting.player(3).leaves()


@each_answer
def test_after_coin_in_an_automatic_table_waits_for_nobody(takes_stakes):
    sitting = coined_in("automatic", takes_stakes)
    sitting.automatic.shuffles(sitting.game.pack().cards())
    assert next_step(sitting.table) == (do.CloseBetting(), None)


@each_dealer
def test_coin_in_is_pressed_once_also_when_the_meter_takes_no_stakes(dealer):
    sitting = coined_in(dealer, takes_stakes=False)
    voice = sitting.voice(LIVE_DEALER if dealer == "live" else AUTOMATIC_DEALER)
    voice.refused(Reason.ALREADY_COINED_IN).coins_in()


def test_the_screens_are_told_that_betting_is_closed():
    sitting = table_of(1, 2).bets(wagers={PROGRESSIVE: 1_00})
    assert sitting.seen_by(sitting.player(1).actor)["current"]["takes_bets"]
    sitting.dealer.coins_in()
    assert not sitting.seen_by(sitting.player(1).actor)["current"]["takes_bets"]
