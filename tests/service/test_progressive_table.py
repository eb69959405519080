"""A table with its progressive in the service: the meter stands in the same book, and audits with it."""

from itertools import count

import pytest

from houseway.cards import parse
from houseway.games import GAMES
from houseway.money import LOCKED
from houseway.progressive import commands as ask
from houseway.progressive.meter import settings_of
from houseway.role import Actor, Role
from houseway.service.audit import load, verify
from houseway.service.floor import Floor
from houseway.service.meters import Meters
from houseway.service.rounds import Rounds
from houseway.service.store import Store
from houseway.table import commands as do
from houseway.table.receipt import check
from houseway.table.terms import Terms
from tests.service.playing import DEALER, SUPERVISOR, SURVEILLANCE, House, player

SAN_LO = GAMES["san-lo"]
OFFERED = {"Main Bet": SAN_LO.paytables_of(SAN_LO.main)[0].name, "Progressive": "FSLPP-01"}
ROYAL, ACES = "As Ks Qs Js Ts 2d", "As Ah Ad Ac Jk 2c"
NOTHING, PLAIN = "9s 7h 5d 3s 2h Jd", "9c 7s 8h 4c 2c Jc"
DEALERS = "9d 7d 6d 4d 3d 5h"


@pytest.fixture
def house(store: Store):
    floor = Floor(store)
    floor.start()
    yield House(floor)
    floor.stop()


ADMIN = Actor(Role.CONTROLLER_ADMIN, "Ada")
METER = "meter m"
SETTINGS = settings_of(SAN_LO.paytable("FSLPP-01"))


def opened(house: House, table: str = "T1", **terms: object) -> None:
    """A table on the meter m, which is opened with the first."""
    if table == "T1":
        house.does(METER, ADMIN, ask.OpenMeter(settings=SETTINGS, opening_cents=SETTINGS.seed_cents))
    cards = Terms(game="san-lo", dealer="live", shuffler="manual", paytables=OFFERED, meter="m", **terms)
    house.does(table, SUPERVISOR, do.OpenTable(terms=cards))
    for seat in (1, 6):
        house.does(table, player(seat), do.TakeSeat(seat=seat, player=f"player {seat}"))
        house.does(table, DEALER, do.BuyIn(seat=seat, cents=1_000_00))


def worth(store: Store) -> int:
    """The meter: the sum of its account over all the books."""
    return sum(store.balances(stream).get(METER, 0) for stream in store.streams())


def dealt(house: House, hand: str, table: str = "T1") -> None:
    """Seat 1 holds the hand, seat 6 nothing; all cards are up."""
    for seat in (1, 6):
        house.does(table, player(seat), do.PlaceWager(seat=seat, wager="Main Bet", cents=25_00))
        house.does(table, player(seat), do.PlaceWager(seat=seat, wager="Progressive", cents=1_00))
    house.does(table, DEALER, do.CoinIn())
    house.does(table, DEALER, do.CloseBetting())
    house.does(table, DEALER, do.DrawNumber())
    hands = {1: hand, 6: NOTHING, 0: DEALERS}
    while house.floor.tables[table].stage.value == "dealing":
        rnd = house.floor.tables[table].round
        circle = (0, 6, 5, 4, 3, 2, 1)
        order = circle[(rnd.first or 1) - 1 :] + circle[: (rnd.first or 1) - 1]
        place = next(place for place in order if place in hands and place not in rnd.packets)
        house.does(table, DEALER, do.EnterPacket(place=place, cards=parse(hands[place])))
    for seat in (1, 6):
        house.does(table, player(seat), do.AskHouseWay(seat=seat))
    for seat in (1, 6):
        house.does(table, DEALER, do.SetHouseWay(seat=seat))
    house.does(table, DEALER, do.DealerHouseWay())


def j_pot(house: House, line: str, table: str = "T1") -> None:
    house.does(table, DEALER, do.PressHand(seat=1, line=line))
    house.does(table, SUPERVISOR, do.TurnKey(to="JPH"))
    house.does(table, SUPERVISOR, do.PressJackpot())
    house.does(table, SUPERVISOR, do.TurnKey(to="RUN"))


def ended(house: House, table: str = "T1") -> None:
    for seat in (6, 1):
        house.does(table, DEALER, do.ReconcileSeat(seat=seat))
    for result in house.floor.tables[table].round.spots[1].waits:
        house.does(table, SURVEILLANCE, do.AcknowledgePayout(seat=1, wager=result.wager))
    house.does(table, DEALER, do.EndGame())


def test_a_jackpot_is_written_balances_and_audits(house: House, store: Store) -> None:
    opened(house)
    dealt(house, ACES)
    j_pot(house, "Five Aces")
    ended(house)
    table = house.floor.tables["T1"]
    assert worth(store) == 5_000_000_000
    assert table.chips(LOCKED) == 0
    assert table.seat_chips(1) >= 1_000_00 + 5_000_42 - 26_00
    audit, of_meter = verify(store)
    assert (audit.rounds, audit.voided) == (1, 0)
    assert (of_meter.stream, of_meter.records) == (METER, 3)  # opened, linked, won
    assert load(store, "T1")[0] == table
    receipt = Rounds(store).receipt("T1", 1)
    assert receipt is not None
    checked, wrong = check(receipt)
    assert not wrong and "seat 1 won its share of the meter" in checked


def test_a_locked_prize_survives_the_end_of_the_process(house: House, store: Store) -> None:
    opened(house)
    dealt(house, ROYAL)
    house.does("T1", DEALER, do.PressHand(seat=1, line="Royal Flush"))
    house.does("T1", SUPERVISOR, do.TurnKey(to="JPH"))
    house.does("T1", SUPERVISOR, do.PressJackpot())
    house.floor.stop()
    floor = Floor(store)
    floor.start()
    again = House(floor)
    again.keys = count(1_000)
    assert floor.tables["T1"].chips(LOCKED) == 500_04
    again.does("T1", SUPERVISOR, do.TurnKey(to="RUN"))
    for seat in (6, 1):
        again.does("T1", DEALER, do.ReconcileSeat(seat=seat))
    again.does("T1", DEALER, do.EndGame())
    assert worth(store) == 4_500_380_000
    verify(store)
    floor.stop()


def test_the_meter_is_the_books_to_the_last_millionth(house: House, store: Store) -> None:
    opened(house)
    for _ in range(3):
        dealt(house, PLAIN)
        ended(house)
    assert store.balances("T1")[METER] == house.floor.tables["T1"].balances[METER] == 6 * 210_000
    assert worth(store) == 5_000_000_000 + 6 * 210_000 == Meters(store).whole("m").meter.gross_micros
