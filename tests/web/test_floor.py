"""The whole floor in one view, for supervisor and surveillance alone: rows, alerts, and a stream of what changes."""

import json
import re
import time
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest

from houseway import analyze
from houseway.role import STAFF, Role
from houseway.service.alerts import AlertLevels
from houseway.service.table_day import table_day
from tests.gaming_day import today
from tests.web.in_theory import work_out
from tests.web.room import Listener, Room

PATHS = ("/floor", "/floor/tables", "/floor/events")
CARD = re.compile(rb"\b(?:[2-9TJQKA][cdhs]|Jk)\b")


@pytest.fixture
def floor(room):
    """Two tables, one with a guest and a round under way: the supervisor, the dealer and surveillance."""
    supervisor = room.staff(Role.SUPERVISOR)
    for name in ("T1", "T2"):
        supervisor.opens(name, game="supreme-99", dealer="live")
    dealer, eve = room.staff(Role.DEALER), room.staff(Role.SURVEILLANCE)
    dealer.does("Shuffle")
    room.ann = ann = room.sits("T1", 4)
    dealer.does("BuyIn", seat=4, cents=500_00)
    ann.does("PlaceWager", wager="Standard Bet", cents=25_00)
    return supervisor, dealer, eve


@contextmanager
def follows(room, person):
    listener = Listener(room, PATHS[2], person.headers)
    try:
        yield listener
    finally:
        listener.leaves()


def row_of(told, table):
    return next(row for row in told["rows"] if row["table"] == table)


def hears(room, listener, event, holds, seconds=20):
    def found():
        return [data for kind, _, data in listener.messages if kind == event and holds(data)]

    room.waits_until(found, seconds)
    return found()[0]


def test_the_floor_is_shown_to_supervisor_and_surveillance_and_to_nobody_else(room, floor):
    for role in STAFF:
        person, may = room.staff(role), role in (Role.SUPERVISOR, Role.SURVEILLANCE)
        for path in PATHS[:2]:
            assert (person.gets(path).status_code == 200) == may, (role, path)
        if not may:
            assert person.gets(PATHS[2]).status_code == 403, role
        answer = person.posts("/floor/acknowledgements", {"alert": "T1 stop 11"})
        assert "T1 stop" not in answer.text, "an alert is told of by what it says"
        assert answer.status_code == (404 if may else 403), role
    for path in PATHS:
        assert room.guest.gets(path).status_code == 401, path


def test_a_row_is_what_the_tables_own_book_tells(room, floor):
    supervisor, dealer, _ = floor
    told = supervisor.gets("/floor/tables").json()
    assert told["tables"] == ["T1", "T2"] and told["alerts"] == []
    row, day = row_of(told, "T1"), table_day(room.book, "T1", today())
    assert (row["drop_cents"], row["win_cents"]) == (day.drop_cents, day.win_cents) == (500_00, 0)
    assert (row["seats_taken"], row["seats"], row["stage"]) == ([4], 6, "betting")
    assert (row["tray_cents"], row["opened_with_cents"]) == (20_000_00, 20_000_00)
    assert (row["rounds"], row["theory"]) == (0, None)
    assert row["dealer"].startswith("dealer ") and row_of(told, "T2")["dealer"] is None
    assert row_of(told, "T2")["drop_cents"] == 0
    dealer.does("CloseBetting"), dealer.does("DrawNumber"), dealer.does("DealCards")
    assert not CARD.findall(supervisor.gets("/floor/tables").content), "no card is in the view"


@pytest.mark.soak
def test_theory_is_there_once_the_process_that_counts_has_answered(room, floor):
    supervisor, dealer, _ = floor
    plays_on(dealer, room.ann)
    with follows(room, supervisor) as heard:
        news = hears(room, heard, "floor", lambda told: any(row["theory"] for row in told["rows"]), 400)
    is_in_theory(row_of(news, "T1"))


def test_a_row_has_the_win_beside_what_theory_expects(room, floor):
    supervisor, dealer, _ = floor
    plays_on(dealer, room.ann)
    work_out(room)
    row = row_of(supervisor.gets("/floor/tables").json(), "T1")
    assert (row["rounds"], row["rounds_last_hour"]) == (1, 1) and row["dealer"].startswith("dealer ")
    is_in_theory(row)


def is_in_theory(row):
    [copied] = [each for each in analyze("supreme-99") if each.play == "house way"]
    assert row["theory"]["win_cents"] == round(25_00 * copied.house_edge)
    assert row["theory"]["won_cents"] == row["win_cents"]
    low, high = row["theory"]["band_cents"]
    assert low < row["theory"]["win_cents"] < high and not row["theory"]["is_bound"]


def plays_on(dealer, ann):
    """The round that was bet on, to its end."""
    while dealer.sees()["round"] == 1:
        if (
            dealer.sees()["waits_for"]["to"] == "choose"
            and not dealer.sees()["current"]["spots"]["4"]["asked_house_way"]
        ):
            ann.does("AskHouseWay")
        step = dealer.sees()["next"]["command"]
        dealer.does(step.pop("is"), **step)


def test_a_reader_of_the_floor_is_sent_the_rows_that_changed_and_no_others(room, floor):
    _, dealer, eve = floor
    with follows(room, eve) as heard:
        first = hears(room, heard, "floor", lambda told: len(told["rows"]) == 2)
        room.sits("T2", 1)
        dealer.does("BuyIn", table="T2", seat=1, cents=100_00)
        changed = hears(room, heard, "floor", lambda told: any(row.get("drop_cents") == 100_00 for row in told["rows"]))
    assert changed["version"] > first["version"]
    assert [row["table"] for row in changed["rows"]] == ["T2"]


def test_an_alert_is_heard_at_another_table_within_a_second_and_is_gone_with_its_cause(room, floor):
    supervisor, dealer, eve = floor
    with supervisor.listens("T2") as boss, dealer.listens("T2") as other, dealer.listens("T1") as own:
        for heard in (boss, other, own):
            hears(room, heard, "alerts", lambda told: told["alerts"] == [])
        began = time.monotonic()
        eve.does("StopRound", table="T1", note="a secret reason")
        told = hears(room, boss, "alerts", lambda told: told["alerts"])
        assert time.monotonic() - began < 1.0
        [alert] = told["alerts"]
        assert (alert["table"], alert["kind"], alert["seen"]) == ("T1", "stop", None)
        hears(room, own, "alerts", lambda told: told["alerts"])
        seen = supervisor.posts("/floor/acknowledgements", {"alert": alert["alert"]})
        assert seen.status_code == 201
        again = hears(room, boss, "alerts", lambda told: told["alerts"] and told["alerts"][0]["seen"])
        assert again["alerts"][0]["seen"] == seen.json()["seen"]
        taken = eve.posts("/floor/acknowledgements", {"alert": alert["alert"]})
        assert (taken.status_code, taken.json()["error"]["code"]) == (409, "acknowledged")
        eve.does("ReleaseRound", table="T1", note="nothing was")
        last = [data for kind, _, data in boss.messages if kind == "alerts"]
        room.waits_until(lambda: [data for kind, _, data in boss.messages if kind == "alerts"][-1]["alerts"] == [])
        assert last
        assert all(data["alerts"] == [] for kind, _, data in other.messages if kind == "alerts"), "not his table"
        assert b"a secret reason" not in boss.raw
    [record] = [r for r in room.book.read("the house") if "AlertAcknowledged" in r.body]
    assert json.loads(record.body)["by"][0] == "supervisor"


def test_guests_and_players_are_told_of_no_alert(room, floor):
    supervisor, _, eve = floor
    player = room.sits("T1", 1)
    with room.guest.listens("T1") as guest, player.listens("T1") as seat, supervisor.listens("T1") as boss:
        eve.does("StopRound", table="T1", note="odd")
        hears(room, boss, "alerts", lambda told: told["alerts"])
        assert not [kind for heard in (guest, seat) for kind, _, _ in heard.messages if kind == "alerts"]


def test_the_levels_are_the_houses(tmp_path):
    levels = AlertLevels(tray_percent=100)
    with Room(tmp_path / "book.db", alerts=levels) as room:
        supervisor = room.staff(Role.SUPERVISOR)
        supervisor.opens("T1", game="supreme-99", dealer="live")
        assert supervisor.gets("/floor/tables").json()["alerts"] == []
        supervisor.does("CreditTray", cents=1_00)
        [alert] = supervisor.gets("/floor/tables").json()["alerts"]
        assert alert["says"] == "The tray holds $19,999, less than 100 % of the $20,000 that it was opened with"
        assert datetime.fromisoformat(alert["since"]) <= datetime.now(UTC)


def test_a_floor_that_nobody_watches_costs_nothing_and_is_read_on_when_somebody_comes(room, floor):
    supervisor, dealer, _ = floor
    watch = room.server._house.watch
    supervisor.gets("/floor/tables")
    version = watch.version
    dealer.does("BuyIn", seat=4, cents=100_00)
    assert watch.version == version and not watch._heard
    assert row_of(supervisor.gets("/floor/tables").json(), "T1")["drop_cents"] == 600_00
