"""Tables of one's own: opened at once, nobody else's, bounded, and gone when they are left."""

import tempfile
import time

import pytest

from houseway.web import card_room, counting, own_tables
from houseway.web.judging import has_coach
from houseway.web.limits import STAFF_COOKIE
from tests.web.room import Room

CHIPS = 1_000_00


@pytest.fixture
def room(tmp_path, monkeypatch):
    """One that looks round often, and whose visitors may open tables."""
    for module in (card_room, own_tables):
        monkeypatch.setattr(module, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(counting, "has_coach", lambda terms: False)  # his process would be started for every test
    with Room(tmp_path / "book.db", own_tables=4, own_tables_by_address=3, away_seconds=60) as room:
        yield room


def asks(room, game="casino-war", **more):
    return room.http.post("/own-tables", json={"game": game, **more})


def opens(room, game="casino-war", **more):
    answer = asks(room, game, **more)
    assert answer.status_code == 201, answer.text
    return answer.json()["table"]


def books(tmp_path):
    return list(tmp_path.glob(f"{own_tables.FOLDER}*"))


def test_a_practice_table_has_one_seat_and_deals_when_its_player_says_so(room):
    before = room.heads()
    table = opens(room, "three-card-poker")
    ann = room.sits(table, 1, "Ann", chips=CHIPS)
    assert room.takes(table, 2, "Bob").json()["error"]["code"] == "no-such-seat"
    for number in (1, 2, 3):
        ann.does("PlaceWager", wager="Ante", cents=5_00)
        told = ann.gets(f"/tables/{table}").json()
        assert (told["view"]["stage"], told["due_at"]) == ("betting", None)
        ann.does("SayReady")
        told = ann.gets(f"/tables/{table}").json()
        assert (told["view"]["stage"], told["due_at"]) == ("choosing", None)
        ann.does("Choose", word="fold")
        assert ann.sees()["round"] == number + 1
    assert room.http.get(f"/tables/{table}/rounds/3/check").json()["wrong"] == []
    assert room.http.get(f"/tables/{table}/posting").status_code == 200
    assert room.heads() == before  # nothing of it is in the book of the room
    assert table not in [each["name"] for each in room.http.get("/tables").json()["tables"]]


def test_a_progressive_can_be_practised_on_a_meter_of_its_own(room):
    table = opens(room, "san-lo")
    assert room.guest.sees(table)["meter"]["name"] == "san-lo"
    assert room.http.get("/meters").json()["meters"] == []


def test_a_table_for_friends_has_every_seat_and_a_link_as_a_qr_code(room):
    table = opens(room, shared=True)
    ann, bob = room.sits(table, 3, "Ann", chips=CHIPS), room.sits(table, 4, "Bob", chips=CHIPS)
    assert [seat["player"] for seat in bob.sees(table)["seats"] if seat["player"]] == ["Ann", "Bob"]
    assert ann.sends("BuyIn", cents=1_00, table="T1").status_code == 403
    drawn = room.http.get(f"/tables/{table}/invitation")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text == own_tables.qr.svg(f"{room.address}/tables/{table}/play#join")
    assert room.http.get("/tables/own-0/invitation").status_code == 404


def test_who_is_refused_a_table_is_told_why(room, monkeypatch):
    assert asks(room, "bridge").json()["error"]["code"] == "no-such-game"
    tables = [opens(room) for _ in range(3)]
    players = [room.sits(table, 1) for table in tables]
    with players[0].listens(), players[1].listens(), players[2].listens():
        refused = asks(room)
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-many-own-tables")
    monkeypatch.setattr(own_tables, "address_of", lambda scope: "elsewhere")
    tables.append(opens(room))
    players.append(room.sits(tables[3], 1))
    with players[0].listens(), players[1].listens(), players[2].listens(), players[3].listens():
        refused = asks(room)
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "no-room")


def test_whoever_opens_many_in_a_row_waits_and_gives_up_those_he_left(room):
    tables = [opens(room) for _ in range(8)]
    there = [room.http.get(f"/tables/{table}").status_code for table in tables]
    assert there == [404] * 5 + [200] * 3
    refused = asks(room)
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-many-requests")
    assert 1 <= int(refused.headers["retry-after"]) <= 10


def test_a_service_that_is_no_card_room_opens_none(tmp_path):
    with Room(tmp_path / "book.db") as room:
        assert asks(room).json()["error"]["code"] == "no-own-tables"


def test_a_table_that_was_left_is_gone_and_its_book_with_it(room, tmp_path, monkeypatch):
    table = opens(room)
    [book] = books(tmp_path)
    ann = room.sits(table, 1, "Ann", chips=CHIPS)
    with ann.listens():
        monkeypatch.setattr(own_tables, "ABANDONED_SECONDS", 0.2)
        time.sleep(0.6)
        ann.does("PlaceWager", wager="Ante", cents=5_00)  # somebody is there
    room.waits_until(lambda: room.http.get(f"/tables/{table}").status_code == 404)
    page = room.http.get(f"/tables/{table}/play")
    assert page.status_code == 404 and "This table is gone" in page.text
    assert ann.sends("SayReady").status_code in (401, 404)
    room.waits_until(lambda: not book.exists() and len(books(tmp_path)) == 1)  # the next tap finds one open
    assert room.guest.sees(opens(room))["stage"] == "betting"


def test_a_book_that_has_had_its_tables_takes_no_more_and_there_are_few(room, tmp_path, monkeypatch):
    monkeypatch.setattr(own_tables, "TABLES_IN_A_BOOK", 1)
    monkeypatch.setattr(own_tables, "BOOKS", 2)
    first, second = opens(room), opens(room)
    assert len(books(tmp_path)) == 2
    assert asks(room).json()["error"]["code"] == "no-room"
    monkeypatch.setattr(own_tables, "MOST_BYTES", 1)
    room.waits_until(lambda: {room.http.get(f"/tables/{each}").status_code for each in (first, second)} == {404})


def test_the_room_leaves_no_folder_behind_and_sweeps_up_what_a_killed_one_left(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left, other = (tmp_path / f"{own_tables.FOLDER}{process}-x" for process in (2**22 + 1, 1))
    left.mkdir(), other.mkdir()
    with Room(tmp_path / "book.db", own_tables=4) as room:
        ann = room.sits(opens(room), 1)
        with ann.listens():
            assert not left.exists()
            assert len(books(tmp_path)) == 2
            began = time.monotonic()
            room.stops()
            assert time.monotonic() - began < 4  # an open stream keeps nobody waiting
    assert books(tmp_path) == [other]


def test_a_member_of_staff_is_a_guest_there_and_stays_logged_in(room):
    table = opens(room)
    staff = room.staff()
    room.http.cookies.set(STAFF_COOKIE, staff.token)
    page = room.http.get(f"/tables/{table}/play")
    room.http.cookies.clear()
    assert page.status_code == 200 and "set-cookie" not in page.headers
    assert '"me":null' in page.text
    assert staff.sends("CloseTable", table=table).status_code == 401


def test_the_coach_gets_ready_for_those_who_sat_down_before_he_was_there(room, monkeypatch):
    monkeypatch.setattr(counting, "has_coach", has_coach)
    asked = []  # his process counts in test_coach.py
    monkeypatch.setattr(room.server._house.counting, "is_prepared", asked.append)
    for game in ("casino-war", "ez-baccarat"):
        room.sits(opens(room, game), 1)
    opens(room, "three-card-poker")  # where nobody sits
    room.waits_until(lambda: len(asked) > 2)  # again and again: it costs nothing
    assert {terms.game for terms in asked} == {"casino-war"}


# ---- nobody is held up


def test_a_hand_whose_player_is_gone_is_played_while_others_wait_and_no_other_hand(room, monkeypatch):
    monkeypatch.setattr(card_room, "GONE_SECONDS", 0.5)
    table = opens(room, "three-card-poker", shared=True)
    people = [room.sits(table, seat, chips=CHIPS) for seat in (1, 2, 3)]
    stays, thinks, gone = people
    for each in people:
        each.does("PlaceWager", wager="Ante", cents=5_00)
    for each in people:
        each.does("SayReady")
    with stays.listens(), thinks.listens():
        room.waits_until(lambda: gone.sees()["current"]["spots"]["3"]["is_out"])
        stays.does("Choose", word="play")
        time.sleep(0.5)
        view = stays.sees()
        assert (view["stage"], view["waits_for"]["seats"]) == ("choosing", [2])
        thinks.does("Choose", word="play")
        assert stays.sees()["round"] == 2


def test_a_hand_that_nobody_waits_for_is_not_played(room, monkeypatch):
    monkeypatch.setattr(card_room, "GONE_SECONDS", 0.2)
    table = opens(room, "three-card-poker", shared=True)
    gone = room.sits(table, 1, chips=CHIPS)
    gone.does("PlaceWager", wager="Ante", cents=5_00)
    gone.does("SayReady")
    time.sleep(0.7)
    assert gone.sees()["stage"] == "choosing"


def test_a_friend_who_is_gone_gives_up_the_seat(tmp_path, monkeypatch):
    monkeypatch.setattr(own_tables, "AWAY_SECONDS", 0.3)
    monkeypatch.setattr(card_room, "LOOK_SECONDS", 0.1)
    with Room(tmp_path / "book.db", own_tables=4) as room:
        table = opens(room, shared=True)
        stays, _ = room.sits(table, 1, "Stays"), room.sits(table, 2, "Gone")
        with stays.listens():
            room.waits_until(lambda: room.guest.sees(table)["seats"][1]["player"] is None)
            assert room.guest.sees(table)["seats"][0]["player"] == "Stays"
