"""What the dashboard knows of a table is what its book tells: read at once, record by record, and from any day."""

from datetime import UTC, date, datetime, timedelta

import orjson
import pytest

from houseway.role import Actor, Role
from houseway.service.daybook import days
from houseway.service.drift import rounds
from houseway.service.floor import Floor
from houseway.service.store import Store
from houseway.service.table_day import READ, DayOfTable, table_day
from houseway.table import commands as do
from tests.gaming_day import NOW, today
from tests.service.playing import DEALER, SUPERVISOR, SURVEILLANCE, House, player
from tests.service.test_old_books import BOOKS, read_in

SEATS = (1, 4)


@pytest.fixture
def house(store: Store):
    floor = Floor(store, gaming_day=NOW)
    floor.start()
    yield House(floor)
    floor.stop()


@pytest.fixture
def night(store: Store, house: House) -> Store:
    """Rounds, a void one, a buy-in that was reversed, a fill and a credit."""
    house.opens("T1", seats=SEATS)
    house.plays("T1", seats=SEATS, rounds=3)
    house.does("T1", DEALER, do.BuyIn(seat=1, cents=500_00))
    entry = house.floor.tables["T1"].next_entry - 1
    house.does("T1", SUPERVISOR, do.Reverse(entry=entry, note="another seat"))
    house.does("T1", SUPERVISOR, do.FillTray(cents=1_000_00))
    house.does("T1", SUPERVISOR, do.CreditTray(cents=400_00))
    house.does("T1", DEALER, do.Shuffle())
    house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=25_00))
    house.does("T1", SUPERVISOR, do.VoidRound(note="misdeal"))
    house.plays("T1", seats=SEATS, rounds=2)
    return store


def test_read_record_by_record_it_is_what_the_book_tells_at_once(night: Store) -> None:
    told = DayOfTable(table="T1", day=today())
    for record in night.read("T1"):
        told = told.reads(record)
        assert told == table_day(night, "T1", today(), upto=record.seq)
    assert (len(told.rounds), told.void, told.fills) == (5, 1, 2)  # the opening is a fill


def test_drop_and_win_are_the_daybooks_and_its_rounds_are_those_that_drift_counts(night: Store) -> None:
    told = table_day(night, "T1", today())
    assert told.results == days(night)
    assert told.drop_cents == 2_000_000_00 == sum(cents for _, cents in told.bought)
    assert len(told.bought) == 4, "two seats, and one entry that was reversed"
    assert told.rounds == tuple(rounds(night, "T1"))
    assert told.win_cents == sum(each.won_cents for each in told.rounds)
    assert {each.by for each in told.rounds} == {"dealer Dan"}


@pytest.mark.parametrize("book", sorted(BOOKS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_every_day_of_a_whole_book_has_the_daybooks_drop_and_win(store: Store, book) -> None:
    read_in(store, book)
    found = days(store)
    assert found
    told = {(table, day): table_day(store, table, day) for table, day in {(row.table, row.day) for row in found}}
    assert [row for each in told.values() for row in each.results if row in found] != []
    assert sorted((row for each in told.values() for row in each.results), key=_place) == sorted(found, key=_place)
    for table in store.tables():
        played = [each for (name, _), day in sorted(told.items()) if name == table for each in day.rounds]
        assert played == list(rounds(store, table))


def _place(row):
    return row.table, row.day, row.game


def test_a_day_begins_with_the_terms_that_were_and_with_who_was_at_work(night: Store) -> None:
    """The night before is no part of it."""
    tomorrow = (date.fromisoformat(today()) + timedelta(days=1)).isoformat()
    told = table_day(night, "T1", tomorrow)
    assert (told.rounds, told.moved, told.upto) == ((), {}, night.head("T1").seq)
    assert told.reading.terms is not None and told.reading.terms.game == "supreme-99"
    goes_on = table_day(night, "T1", today())
    body = orjson.loads(list(night.read("T1"))[-1].body) | {"day": tomorrow, "events": [], "transfers": []}
    assert goes_on.hears(999, body).rounds == ()
    assert goes_on.hears(999, body).dealer == "Dan"


def test_of_a_dealer_who_does_not_sign_on_his_commands_tell(house: House, store: Store) -> None:
    house.opens("T1", seats=())
    assert table_day(store, "T1", today()).dealer == ""
    for seat in SEATS:
        house.does("T1", player(seat), do.TakeSeat(seat=seat, player=f"player {seat}"))
        house.does("T1", DEALER, do.BuyIn(seat=seat, cents=1_000_00))
    first = table_day(store, "T1", today())
    assert (first.dealer, first.since) == ("Dan", datetime.fromisoformat(first.bought[0][0]))
    house.plays("T1", seats=SEATS)
    assert table_day(store, "T1", today()).since == first.since
    dora = Actor(Role.DEALER, "Dora")
    house.does("T1", dora, do.Shuffle())
    house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=25_00))
    house.does("T1", dora, do.CloseBetting())
    assert table_day(store, "T1", today()).dealer == "Dora", "while the round runs"
    house.does("T1", SURVEILLANCE, do.StopRound(note="looks odd"))
    stopped = table_day(store, "T1", today())
    assert (stopped.stops, [*stopped.waits]) == (1, ["stop"])
    house.does("T1", SURVEILLANCE, do.ReleaseRound(note="it was not"))
    assert table_day(store, "T1", today()).waits == {}


def test_rounds_an_hour_are_those_that_ended_since(night: Store) -> None:
    told = table_day(night, "T1", today())
    now = datetime.now(UTC)
    assert told.rounds_since(now - timedelta(hours=1)) == 5
    assert told.rounds_since(now + timedelta(seconds=1)) == 0
    assert told.rounds_since(datetime.fromisoformat(told.rounds[2].at)) == 3


def test_what_is_read_has_every_event_that_moves_drop_or_win() -> None:
    """The names are those of events: one that is misspelt would be read by nobody."""
    from houseway.table.events import EVENTS

    assert {*READ} <= {kind.__name__ for kind in EVENTS}
