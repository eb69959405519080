"""The sign of a meter: the book's amount, a locked win while the key is in JPH, and plain words when nothing runs."""

import pytest

from houseway.web import signs
from tests.web.reading import read
from tests.web.test_meters import ACES, ROYAL, Floor


@pytest.fixture
def floor(room):
    return Floor(room)


def shown(room):
    told = room.http.get("/meters/m/shown")
    assert told.status_code == 200, told.text
    return told.json()


def sign(room):
    return read(room.http.get("/meters/m/display"))


def test_the_sign_shows_the_book_to_the_cent(room, floor):
    assert shown(room)["amount"] == "$5,000.00"
    floor.plays()
    told = shown(room)
    assert (told["amount"], told["shown_micros"], told["locked"]) == ("$5,000.42", 5_000_420000, None)
    page = sign(room)
    [body] = page.find("body")
    assert body["data-state"] == "running"
    assert page.find("span", kind="wheels")[0].text == "$5,000.42"
    assert page.find("dl", kind="facts")[0].terms() == {"Meter": "m", "Stake": "$1", "Tables": "T1, T2"}
    rows = page.find("table", kind="awards")[0].rows()
    assert rows[0] == ["Five Aces", "$5,000.42 100% envy $100"]
    assert rows[1] == ["Royal Flush", "$500.04 10% envy $50"]
    assert len(rows) == 7


def test_the_sign_snaps_to_the_locked_win_and_leaves_it_with_the_key(room, floor, monkeypatch):
    seen = []

    def j_pot(line, table):
        floor.dan.does("PressHand", table=table, seat=1, line=line)
        steps = ("TurnKey", {"to": "JPH"}), ("PressJackpot", {}), ("TurnKey", {"to": "RUN"})
        for command, fields in steps:
            floor.sue.does(command, table=table, **fields)
            seen.append(shown(room))
        seen.append(sign(room).find("body")[0]["data-state"])

    monkeypatch.setattr(floor, "j_pot", j_pot)
    floor.plays(ROYAL, line="Royal Flush")
    before, locked, after, state = seen
    assert (before["amount"], before["locked"]) == ("$5,000.42", None)
    assert (locked["amount"], locked["shown_micros"]) == ("$500.04", 4_500_380000)
    assert locked["locked"] == {"table": "T1", "seat": 1, "line": "Royal Flush", "cents": 500_04}
    assert (after["amount"], after["locked"], state) == ("$4,500.38", None, "running")


def test_where_no_hand_turns_the_key_a_win_can_still_be_read(room, floor, monkeypatch):
    floor.plays(ACES, line="Five Aces")
    assert shown(room)["locked"] is None  # a live table's key is back
    here = signs.tables_here
    monkeypatch.setattr(
        signs, "tables_here", lambda *asked: {name: table for name, table in here(*asked).items() if name != "T1"}
    )  # another process has it
    assert shown(room)["locked"]["cents"] == 5_000_42
    monkeypatch.setattr(signs, "READ_SECONDS", 0)
    assert shown(room)["locked"] is None


def test_a_meter_that_is_suspended_says_so(room, floor):
    floor.sue.asks("Suspend", note="a key is lost")
    page = sign(room)
    assert page.find("body")[0]["data-state"] == "suspended"
    assert page.find("p", id="state")[0].text == "Suspended"


@pytest.mark.parametrize("name", ["nobody", "no%20such", "%00", "x" * 80])
def test_a_meter_that_is_not_there_is_a_page_that_says_so(room, name):
    page = read(room.http.get(f"/meters/{name}/display"), 404)
    assert page.find("a", href="/")
    assert "no meter has this name" in page.text
