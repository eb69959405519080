"""What the dealer does for guests without a device is in the book under his name, and the audit decides it again."""

import json

import pytest

from houseway.service.outcome import Refused
from houseway.service.record import BookBroken
from houseway.service.store import open_store
from houseway.table import commands as do
from houseway.table.refusal import Reason
from tests.service.playing import DEALER, at_work, player
from tests.service.test_audit import audit
from tests.service.test_table_papers import VALUES, forged

BET = "Standard Bet"


@pytest.fixture
def of_guests(book_url: str) -> str:
    """Seat 1 has a device; guests sit at 3 and 5 and play two rounds."""
    with at_work(book_url) as house:
        house.opens("T1", "supreme-99", chip_cents=VALUES, positions=(1, 2, 3, 5, 6, 8))
        for seat in (3, 5):
            house.does("T1", DEALER, do.SeatGuest(seat=seat, cents=100_00))
        house.does("T1", DEALER, do.Shuffle())
        for seat in (3, 5):
            house.does("T1", DEALER, do.PlaceWager(seat=seat, wager=BET, cents=25_00))
        told = house.tries("T1", DEALER, do.PlaceWager(seat=1, wager=BET, cents=25_00))
        assert isinstance(told, Refused) and told.refusal.reason is Reason.NOT_A_GUEST
        told = house.tries("T1", player(3), do.TakeBackWager(seat=3, wager=BET))
        assert isinstance(told, Refused) and told.refusal.reason is Reason.NOT_YOUR_SEAT
        deals(house)
        house.does("T1", DEALER, do.Shuffle())
        house.does("T1", DEALER, do.RepeatBets())
        deals(house)
        house.does("T1", DEALER, do.LeaveSeat(seat=3))
    return book_url


def deals(house) -> None:
    for command in (do.CloseBetting(), do.DrawNumber(), do.DealCards(), do.HouseWayForGuests(), do.TurnOver()):
        house.does("T1", DEALER, command)
    for seat in (5, 3):
        house.does("T1", DEALER, do.ReconcileSeat(seat=seat))
    house.does("T1", DEALER, do.EndGame())


def test_a_book_of_guests_verifies_and_is_read_again(of_guests: str) -> None:
    audit(of_guests)
    with at_work(of_guests) as house:
        table = house.floor.tables["T1"]
    assert table.guests == {5: 2} and table.next_guest == 3
    with open_store(of_guests, read_only=True) as store:
        given = [json.loads(record.body) for record in store.read("T1")]
    placed = [body for body in given if body["command"]["is"] in ("PlaceWager", "RepeatBets")]
    assert {tuple(body["by"])[:2] for body in placed} == {("dealer", DEALER.name)}


@pytest.mark.parametrize(
    ("event", "before", "after", "says"),
    [
        ("WagerPlaced", '"is":"PlaceWager","seat":3', '"is":"PlaceWager","seat":1', "the table refuses"),
        ("SeatTaken", '"guest":1,', "", "does not lead to these events"),
        ("SeatTaken", '"guest":2', '"guest":7', "does not lead to these events"),
        ("HouseWayAsked", '"is":"HouseWayForGuests"', '"is":"ChooseForGuests"', "the table refuses"),
        ("TableOpened", '"positions":[1,2,3,5,6,8]', '"positions":[1,2,3,4,6,8]', "."),
    ],
)
def test_what_was_changed_of_guests_in_the_book_is_found(
    of_guests: str, event: str, before: str, after: str, says: str
) -> None:
    seq = forged(of_guests, event, before, after)
    with pytest.raises(BookBroken, match=says) as found:
        audit(of_guests)
    assert event == "TableOpened" or f"record {seq} of" in str(found.value)
