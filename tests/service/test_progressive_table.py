"""A table with its progressive in the service: the meter stands in the same book, and audits with it."""

import sqlite3
from concurrent.futures import wait
from dataclasses import replace
from itertools import count
from threading import Thread

import pytest

from houseway.cards import parse
from houseway.games import GAMES
from houseway.money import LOCKED
from houseway.progressive import commands as ask
from houseway.progressive import events as of_meter
from houseway.progressive.adjustment import Grounds
from houseway.progressive.meter import settings_of
from houseway.role import Actor, Role
from houseway.service.audit import load, verify
from houseway.service.entry import entry_by, entry_of
from houseway.service.floor import Floor
from houseway.service.meters import Meters
from houseway.service.outcome import Accepted, Refused
from houseway.service.record import BookBroken
from houseway.service.rounds import Rounds
from houseway.service.schema import GUARDS
from houseway.service.store import Store, open_store
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.notation import METER_BY_NAME
from houseway.table.receipt import check
from houseway.table.terms import Terms
from tests.service.playing import DEALER, SUPERVISOR, SURVEILLANCE, House, player

SAN_LO = GAMES["san-lo"]
OFFERED = {"Main Bet": SAN_LO.paytables_of(SAN_LO.main[0])[0].name, "Progressive": "FSLPP-01"}
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


def bets(house: House, table: str) -> None:
    for seat in (1, 6):
        house.does(table, player(seat), do.PlaceWager(seat=seat, wager="Main Bet", cents=25_00))
        house.does(table, player(seat), do.PlaceWager(seat=seat, wager="Progressive", cents=1_00))


def dealt(house: House, hand: str, table: str = "T1") -> None:
    """Seat 1 holds the hand, seat 6 nothing; all cards are up."""
    bets(house, table)
    house.does(table, DEALER, do.CoinIn())
    house.does(table, DEALER, do.CloseBetting())
    house.does(table, DEALER, do.DrawNumber())
    house.does(table, DEALER, do.DealCards())
    for seat in (1, 6):
        house.does(table, player(seat), do.AskHouseWay(seat=seat))
    for place, cards in {1: hand, 6: NOTHING, 0: DEALERS}.items():
        house.does(table, DEALER, do.EnterPacket(place=place, cards=parse(cards)))


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
    audit, of_meter, _ = verify(store)
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


# ---- one meter, several tables and processes ---------------------------------------------------------


@pytest.fixture
def two_houses(store: Store, book_url: str):
    """Two processes on one book, where the book serves two."""
    if not book_url.startswith("postgresql"):
        pytest.skip("SQLite serves one process")
    with open_store(book_url) as other:
        floors = Floor(store, address="http://one"), Floor(other, address="http://two")
        for floor in floors:
            floor._roster.sharing.to_give_up = lambda running: []  # each keeps the tables it opened
            floor._roster.sharing.to_take = lambda running: []
            floor.start()
        yield [House(floor) for floor in floors]
        for floor in floors:
            floor.stop()


def test_a_win_that_waits_while_its_table_is_still_read_is_paid_from_the_meter(house: House, store: Store) -> None:
    opened(house)
    dealt(house, ROYAL)
    house.does("T1", DEALER, do.PressHand(seat=1, line="Royal Flush"))
    house.does("T1", SUPERVISOR, do.TurnKey(to="JPH"))
    house.floor.stop()
    floor, outcomes = Floor(store), []
    floor._roster.wait_until_loaded = lambda: wait(floor._roster.loading.values())  # read, and not yet taken
    floor.submit("T1", "waiting", SUPERVISOR, do.PressJackpot(), outcomes.append)
    floor.start()
    floor.stop()
    assert isinstance(outcomes[0], Accepted)
    [award] = awards(store)
    assert award.cents == 500_04
    verify(store)


def test_wins_on_two_tables_are_ordered_by_the_meters_book(house: House, store: Store) -> None:
    opened(house)
    opened(house, "T2")
    for table, hand in (("T1", ACES), ("T2", ROYAL)):
        dealt(house, hand, table)
    j_pot(house, "Five Aces")
    j_pot(house, "Royal Flush", "T2")
    first, second = awards(store)
    assert (first.win, first.cents) == ("T1 round 1 seat 1", 5_000_84)  # four stakes of $0.21
    assert (second.win, second.cents) == ("T2 round 1 seat 1", 500_00)  # of the seed, which is what was left
    verify(store)


def awards(store: Store) -> list[of_meter.AwardPaid]:
    events = [event for record in store.read(METER) for event in entry_by(record, METER_BY_NAME).events]
    return [event for event in events if isinstance(event, of_meter.AwardPaid)]


def test_of_two_wins_at_the_same_moment_in_two_processes_one_comes_first(two_houses, store: Store) -> None:
    one, two = two_houses
    opened(one)
    opened(two, "T2")
    for house, table in ((one, "T1"), (two, "T2")):
        dealt(house, ACES, table)
        house.does(table, DEALER, do.PressHand(seat=1, line="Five Aces"))
        house.does(table, SUPERVISOR, do.TurnKey(to="JPH"))
    together = [
        Thread(target=house.does, args=(table, SUPERVISOR, do.PressJackpot()))
        for house, table in ((one, "T1"), (two, "T2"))
    ]
    for thread in together:
        thread.start()
    for thread in together:
        thread.join()
    first, second = awards(store)
    assert {first.win, second.win} == {"T1 round 1 seat 1", "T2 round 1 seat 1"}
    assert (first.cents, second.cents) == (5_000_84, 5_000_00)
    assert worth(store) == 5_000_000_000
    verify(store)


def test_a_meter_suspended_by_one_process_takes_no_stakes_in_the_other(two_houses, store: Store) -> None:
    one, two = two_houses
    opened(one)
    opened(two, "T2")
    dealt(two, PLAIN, "T2")  # the second process knows the meter as it runs
    ended(two, "T2")
    one.does(METER, ADMIN, ask.Suspend(note="the funds were seized"))
    bets(two, "T2")
    [released] = entry_of(two.does("T2", DEALER, do.CoinIn()).record).events
    assert isinstance(released, was.SensorsReleased)
    two.does(METER, SUPERVISOR, ask.Resume())
    bets(one, "T1")
    [coined] = entry_of(one.does("T1", DEALER, do.CoinIn()).record).events
    assert isinstance(coined, was.CoinedIn)
    assert worth(store) == 5_000_000_000 + 4 * 210_000
    verify(store)


def test_adjustments_take_two_people_and_a_back_out_names_the_win(house: House, store: Store) -> None:
    opened(house)
    dealt(house, ROYAL)
    j_pot(house, "Royal Flush")
    back = ask.ProposeAdjustment(
        micros=500_040_000, reason=Grounds.BACK_OUT, note="the wrong seat", win="T1 round 1 seat 1"
    )
    house.does(METER, SUPERVISOR, back)
    refused = house.tries(METER, SUPERVISOR, ask.Approve(proposal=1))
    assert isinstance(refused, Refused) and refused.refusal.says == "proposal 1 is Sue's own: another approves it"
    house.does(METER, ADMIN, ask.Approve(proposal=1))
    assert worth(store) == 5_000_420_000
    verify(store)


def backs_out(house: House, cents: int, win: str = "T1 round 1 seat 1") -> None:
    micros = cents * 10_000
    asked = ask.ProposeAdjustment(micros=micros, reason=Grounds.BACK_OUT, note="the wrong seat", win=win)
    [*_, proposed] = entry_by(house.does(METER, SUPERVISOR, asked).record, METER_BY_NAME).events
    assert isinstance(proposed, of_meter.AdjustmentProposed)
    house.does(METER, ADMIN, ask.Approve(proposal=proposed.proposal))


def paid_of(house: House, wager: str) -> dict[int, int]:
    rounds = house.floor.tables["T1"].round, house.floor.tables["T1"].previous
    spots = next(rnd.spots for rnd in rounds if rnd and any(spot.results for spot in rnd.spots.values()))
    return {seat: sum(r.won_cents for r in spot.results if r.wager == wager) for seat, spot in spots.items()}


def test_an_award_that_two_people_backed_out_is_not_paid_when_its_seat_is_reconciled(house, store: Store) -> None:
    """The table hears of it in the transaction that moved the meter. [SLP 9i]"""
    opened(house)
    dealt(house, ROYAL)
    j_pot(house, "Royal Flush")
    backs_out(house, 500_04)
    assert house.floor.tables["T1"].round.struck == {1}
    ended(house)
    assert set(paid_of(house, "Progressive").values()) == set(paid_of(house, "Envy").values()) == {0}
    assert worth(store) == 5_000_420_000
    told = [type(event) for record in store.read("T1") for event in entry_of(record).events]
    assert was.JackpotRecorded in told and was.JackpotBackedOut in told
    verify(store)


def test_what_was_paid_of_an_award_goes_back_when_it_is_backed_out_before_game_over(house, store: Store) -> None:
    opened(house)
    dealt(house, ROYAL)
    j_pot(house, "Royal Flush")
    for seat in (6, 1):
        house.does("T1", DEALER, do.ReconcileSeat(seat=seat))
    assert max(paid_of(house, "Progressive").values()) == 500_04
    backs_out(house, 500_04)
    house.does("T1", DEALER, do.EndGame())
    assert set(paid_of(house, "Progressive").values()) == set(paid_of(house, "Envy").values()) == {0}
    verify(store)


def test_a_table_of_another_process_hears_of_a_back_out_before_it_pays(two_houses, store: Store) -> None:
    one, two = two_houses
    opened(one)
    dealt(one, ROYAL)
    j_pot(one, "Royal Flush")
    opened(two, "T2")
    backs_out(two, 500_04)
    ended(one)
    assert set(paid_of(one, "Progressive").values()) == set(paid_of(one, "Envy").values()) == {0}
    verify(store)


def test_a_table_needs_an_open_meter_of_its_stake(house: House) -> None:
    terms = Terms(game="san-lo", dealer="live", paytables=OFFERED, meter="m")
    refused = house.tries("T1", SUPERVISOR, do.OpenTable(terms=terms))
    assert isinstance(refused, Refused) and refused.refusal.says.endswith("this one is not open yet")
    house.does(METER, ADMIN, ask.OpenMeter(settings=replace(SETTINGS, stake_cents=2_00), opening_cents=5_000_00))
    refused = house.tries("T1", SUPERVISOR, do.OpenTable(terms=terms))
    assert isinstance(refused, Refused)
    assert refused.refusal.says == "T1 bets $1 and the meter takes $2: a link needs them equal"
    assert not house.floor.tables


def test_a_closed_table_plays_for_the_meter_no_longer_and_what_it_put_there_stays(house: House, store: Store) -> None:
    opened(house)
    dealt(house, PLAIN)
    ended(house)
    for seat in (1, 6):
        house.does("T1", player(seat), do.LeaveSeat(seat=seat))
    house.does("T1", SUPERVISOR, do.CloseTable())
    controller = Meters(store).whole("m")
    assert not controller.links and controller.meter.gross_micros == worth(store) == 5_000_420_000
    assert controller.read["T1"] > 0
    verify(store)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("UPDATE transfer SET micros = micros + 1 WHERE target = 'meter m' AND stream = 'T1'", "transfers"),
        ("DELETE FROM record WHERE stream = 'meter m' AND seq = 3", "is not in the meter's book"),
    ],
)
def test_a_meter_that_was_tampered_with_is_found(
    house: House, store: Store, book_url: str, change: str, says: str
) -> None:
    if book_url.startswith("postgresql"):
        pytest.skip("the guards are taken off an SQLite file here")
    opened(house)
    dealt(house, ROYAL)
    j_pot(house, "Royal Flush")
    house.floor.stop()
    connection = sqlite3.connect(book_url.removeprefix("sqlite:///"))
    for name in GUARDS["sqlite"]:
        connection.execute(f"DROP TRIGGER {name}")
    if change.startswith("DELETE"):
        connection.execute("DELETE FROM transfer WHERE stream = 'meter m' AND seq = 3")
        connection.execute("DELETE FROM record WHERE stream = 'the house' AND body LIKE '%the service stops%'")
    connection.execute(change)
    for written in GUARDS["sqlite"].values():
        connection.execute(written)
    connection.commit()
    connection.close()
    with pytest.raises(BookBroken, match=says):
        verify(store)
