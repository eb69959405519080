"""What the floor writes into a table's book is decided again by the audit."""

import pytest

from houseway.service.audit import verify
from houseway.service.outcome import Refused
from houseway.service.record import BookBroken
from houseway.service.store import open_store
from houseway.table import commands as do
from houseway.table.refusal import Reason
from tests.service.playing import DEALER, SUPERVISOR, at_work, player
from tests.service.test_audit import audit, behind_its_back, change_body, rechain

VALUES = (1_00, 5_00, 25_00, 100_00)


def record_of(url: str, event: str, telling: str = ""):
    with open_store(url, read_only=True) as store:
        return next(each for each in store.read("T1") if f'"is":"{event}"' in each.body and telling in each.body)


def forged(url: str, event: str, before: str, after: str) -> int:
    """The record of an event, rewritten with fitting hashes: its number."""
    record = record_of(url, event, before)
    with behind_its_back(url) as connection:
        change_body(connection, record.seq, lambda body: body.replace(before, after))
        rechain(connection)
    return record.seq


# ---- chips -------------------------------------------------------------------------------------------


@pytest.fixture
def of_chips(book_url: str) -> str:
    with at_work(book_url) as house:
        house.opens("T1", "supreme-99", chip_cents=VALUES)
        odd = house.tries("T1", DEALER, do.BuyIn(seat=1, cents=3_33))
        assert isinstance(odd, Refused) and odd.refusal.reason is Reason.NOT_IN_CHIPS
        house.does("T1", SUPERVISOR, do.FillTray(cents=150_00, chips={"2500": 2, "10000": 1}))
        house.does("T1", DEALER, do.ColourUp(seat=1, chips={"500": 10}))
        house.does("T1", DEALER, do.Shuffle())
        house.does("T1", player(1), do.PlaceWager(seat=1, wager="Standard Bet", cents=25_00))
    return book_url


def test_a_book_of_chips_verifies_and_is_read_again(of_chips: str) -> None:
    audit(of_chips)
    with at_work(of_chips) as house:
        assert house.floor.tables["T1"].rack == {"500": 10, "10000": 1}  # of the $25 chips the seat got two
    with open_store(of_chips, read_only=True) as store:
        assert next(found.stream for found in verify(store)) == "T1"


@pytest.mark.parametrize(
    ("event", "before", "after", "says"),
    [
        ("ColouredUp", '"gets":{"2500":2}', '"gets":{"2500":3}', "does not lead to these events"),
        ("ColouredUp", '{"500":10}', '{"500":11}', "does not lead to these events"),
        ("TrayFilled", '"chips":{"10000":1,"2500":2}', '"chips":{"10000":1,"2500":3}', "the table refuses"),
        ("WagerPlaced", '"cents":2500', '"cents":2501', "transfers"),
    ],
)
def test_chips_that_were_changed_in_the_book_are_found(
    of_chips: str, event: str, before: str, after: str, says: str
) -> None:
    seq = forged(of_chips, event, before, after)
    with pytest.raises(BookBroken, match=f"record {seq} of 'T1': .*{says}"):
        audit(of_chips)
