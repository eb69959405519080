"""The audit of a meter's book: all hashes fit again, and what was forged is found by the guard that is for it."""

import re
from collections.abc import Iterator

import pytest
from sqlalchemy import text

from houseway.progressive import commands as ask
from houseway.progressive.adjustment import Grounds
from houseway.service.audit import verify
from houseway.service.floor import Floor
from houseway.service.record import BookBroken
from houseway.service.store import Store
from houseway.table import commands as do
from tests.service.playing import SUPERVISOR, House
from tests.service.test_audit import behind_its_back, change_body, rechain
from tests.service.test_progressive_table import ADMIN, METER, ROYAL, dealt, j_pot, opened


@pytest.fixture
def played(store: Store) -> Iterator[Store]:
    """A win that was backed out while its round was on, and a meter that is suspended."""
    floor = Floor(store)
    floor.start()
    house = House(floor)
    opened(house)
    dealt(house, ROYAL)
    j_pot(house, "Royal Flush")
    back_out = {"micros": 500_040000, "reason": Grounds.BACK_OUT, "win": "T1 round 1 seat 1"}
    house.does(METER, SUPERVISOR, ask.ProposeAdjustment(note="misread", **back_out))
    house.does(METER, ADMIN, ask.Approve(proposal=1))
    house.does("T1", SUPERVISOR, do.FillTray(cents=1_00))  # before which the table hears of the back-out
    house.does(METER, SUPERVISOR, ask.Suspend(note="count"))
    verify(store)
    yield store
    floor.stop()


def record_telling(store: Store, event: str) -> int:
    return next(record.seq for record in store.read(METER) if f'"is":"{event}"' in record.body)


@pytest.mark.parametrize(
    ("event", "before", "forged", "says"),
    [
        ("MeterSuspended", '"supervisor"', '"dealer"', "the controller refuses this command"),
        (
            "MeterSuspended",
            '"is":"MeterSuspended","note":"count"',
            '"is":"MeterSuspended","note":"c"',
            "does not lead to",
        ),
        ("AwardPaid", "420000", "420001", "table 'T1' did not put 420001 millionths onto the meter"),
        ("AwardPaid", "Royal Flush", "Straight Flush", "has no J-POT like this"),
        ("AwardPaid", r'fund",\d+', 'fund",1', "its transfers are not what its events move"),
        ("AwardPaid", r'"key":"table T1 (\d+)"', r'"key":"found T1 \1"', "it answers no record of a table"),
        ("TableLinked", r'"key":"table T1 (\d+)"', r'"key":"table T2 \1"', "it does not answer a record of table 'T1'"),
        ("MeterSuspended", r'"at":"20\d\d', '"at":"2001', "it is earlier than the record before it"),
    ],
)
def test_a_forged_record_is_found(
    played: Store, book_url: str, event: str, before: str, forged: str, says: str
) -> None:
    seq = record_telling(played, event)
    with behind_its_back(book_url) as connection:
        change_body(connection, seq, lambda body: re.sub(before, forged, body), METER)
        [[body]] = connection.execute(text(f"SELECT body FROM record WHERE stream = '{METER}' AND seq = {seq}"))
        for column in ("key", "at"):
            [value] = re.findall(f'"{column}":"([^"]*)"', body)[-1:]
            changed = {"value": value, "stream": METER, "seq": seq}
            connection.execute(
                text(f"UPDATE record SET {column} = :value WHERE stream = :stream AND seq = :seq"), changed
            )
        rechain(connection, METER)
    with pytest.raises(BookBroken, match=f"record {seq} of '{METER}': .*{says}|{says}"):
        verify(played)


@pytest.mark.parametrize("stream", [METER, "the house"])
def test_a_changed_column_of_a_meter_or_the_house_is_found(played: Store, book_url: str, stream: str) -> None:
    with behind_its_back(book_url) as connection:
        connection.execute(text(f"UPDATE record SET game = 'whist' WHERE stream = '{stream}' AND seq = 2"))
    with pytest.raises(BookBroken, match=f"record 2 of '{stream}': its game is not what it must be"):
        verify(played)


def test_a_table_hears_of_no_back_out_that_is_not_in_the_meters_book(played: Store, book_url: str) -> None:
    """What two people backed out there is something else, though both books hold together."""
    with behind_its_back(book_url) as connection:
        for record in list(played.read(METER)):
            if '"note":"misread"' in record.body:
                change_body(connection, record.seq, lambda body: body.replace("misread", "misheard"), METER)
        rechain(connection, METER)
    with pytest.raises(BookBroken, match="the meter's book does not back out 'T1 round 1 seat 1' so"):
        verify(played)
