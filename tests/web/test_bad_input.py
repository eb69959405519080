"""What is wrong is refused: with the right status, in the one shape, and without a trace in the book."""

import json
import socket
import time

import pytest

from houseway.role import Role
from tests.web.room import Room
from tests.web.test_rounds import CHIPS, bets, spied

WAGER = '{"key": "k", "command": {"is": "PlaceWager", "seat": 1, "wager": "Main Bet", "cents": CENTS}}'
COMMAND = '{"key": "k", "command": COMMAND}'
DEEP = "[" * 30_000

BODIES = """
malformed-json      400  {
malformed-json      400  {"key": "k", "command":
malformed-json      400  nonsense
malformed-json      400  {"key": "\\ud800", "command": {}}
unreadable          422  []
unreadable          422  {}
unreadable          422  null
unreadable          422  {"key": "k"}
unreadable          422  {"key": "k", "command": null}
unreadable          422  {"key": "k", "command": {"is": "Cheat"}}
unreadable          422  {"key": "k", "command": {"is": "TakeSeat", "seat": 2, "player": "Eve"}}
unreadable          422  {"key": "k", "command": {"seat": 1}}
unreadable          422  {"key": "k", "command": {"is": "SayReady", "seat": 1, "more": 1}}
unreadable          422  {"key": "k", "extra": 1, "command": {"is": "SayReady", "seat": 1}}
unreadable          422  {"key": "", "command": {"is": "SayReady", "seat": 1}}
unreadable          422  {"key": "automatic 9", "command": {"is": "SayReady", "seat": 1}}
unreadable          422  {"key": "host 9 1", "command": {"is": "SayReady", "seat": 1}}
unreadable          422  {"key": "seat 9", "command": {"is": "SayReady", "seat": 1}}
unreadable          422  {"key": "table 9", "command": {"is": "SayReady", "seat": 1}}
unreadable          422  {"key": "ключ", "command": {"is": "SayReady", "seat": 1}}
unreadable          422  {"key": "a\\nb", "command": {"is": "SayReady", "seat": 1}}
unreadable          422  {"key": 7, "command": {"is": "SayReady", "seat": 1}}
unreadable          422  {"key": "k", "command": {"is": "SayReady", "seat": "1"}}
unreadable          422  {"key": "k", "command": {"is": "SayReady", "seat": 1.0}}
unreadable          422  {"key": "k", "command": {"is": "SayReady", "seat": true}}
unreadable          422  {"key": "k", "command": {"is": "SayReady", "seat": 99999999999999999999999}}
unreadable          422  {"key": "k", "command": {"is": "SetHand", "seat": 1, "layout": "1", "adds": "x"}}
unreadable          422  {"key": "k", "command": {"is": "SetHand", "seat": 1, "layout": 1}}
unreadable          422  {"key": "k", "command": {"is": "EnterPacket", "place": 0, "cards": "As Xx"}}
unreadable          422  {"key": "k", "command": {"is": "EnterPacket", "place": 0, "cards": ["As"]}}
unreadable          422  {"key": "k", "command": {"is": "Shuffle", "order": "As"}}
unreadable          422  {"key": "k", "command": {"is": "DrawNumber", "number": 3}}
unreadable          422  {"key": "k", "command": {"is": "OpenTable", "terms": {"game": "san-lo", "decks": "1"}}}
unreadable          422  {"key": "k", "command": {"is": "OpenTable", "terms": {"game": "san-lo"}, "software": "x"}}
not-your-seat       403  {"key": "k", "command": {"is": "SayReady", "seat": 2}}
not-your-seat       403  {"key": "k", "command": {"is": "SayReady", "seat": -3}}
not-your-role       403  {"key": "k", "command": {"is": "CloseTable"}}
not-your-role       403  {"key": "k", "command": {"is": "CallTime"}}
not-your-role       403  {"key": "k", "command": {"is": "OpenTable", "terms": {"game": "san-lo"}}}
not-your-role       403  {"key": "k", "command": {"is": "VoidRound", "note": "I lost"}}
no-wager            409  {"key": "k", "command": {"is": "SayReady", "seat": 1}}
not-enough-chips    409  {"key": "k", "command": {"is": "CashOut", "seat": 1, "cents": 99999999}}
not-offered         409  {"key": "k", "command": {"is": "PlaceWager", "seat": 1, "wager": "\\u0000", "cents": 500}}
wrong-stage         409  {"key": "k", "command": {"is": "SetHand", "seat": 1, "layout": "123|45|6"}}
"""

CENTS = {
    "-500": (409, "bad-amount"),
    "0": (409, "bad-amount"),
    "499": (409, "below-minimum"),
    "30001": (409, "above-maximum"),
    "500.5": (422, "unreadable"),
    "500.0": (422, "unreadable"),
    "5e2": (422, "unreadable"),
    "true": (422, "unreadable"),
    '"500"': (422, "unreadable"),
    "null": (422, "unreadable"),
    "NaN": (422, "unreadable"),
    "1000000000001": (422, "unreadable"),
    "0500": (400, "malformed-json"),
}


@pytest.fixture
def ann(room):
    room.staff().opens("T1", game="san-lo")
    return room.sits("T1", 1, chips=CHIPS)


def refused(answer, status, code):
    assert answer.status_code == status, answer.text
    assert list(answer.json()) == ["error"]
    error = answer.json()["error"]
    assert set(error) == {"code", "says"}
    assert error["code"] == code, error
    assert error["says"]
    assert "\n" not in error["says"]
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    return error["says"]


def test_bodies_that_are_refused(room, ann):
    before = room.heads()
    rows = [line.split(maxsplit=2) for line in BODIES.strip().splitlines()]
    rows += [[code, status, WAGER.replace("CENTS", cents)] for cents, (status, code) in CENTS.items()]
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        deep = opening * 5_000 + ("1" if opening != "[" else "") + closing * 5_000
        rows += [["malformed-json", 400, deep], ["malformed-json", 400, COMMAND.replace("COMMAND", deep)]]
    rows.append(["malformed-json", 400, DEEP])
    for code, status, body in rows:
        answer = room.http.post(
            "/tables/T1/commands", content=body.encode(), headers=ann.headers | {"Content-Type": "application/json"}
        )
        refused(answer, int(status), code)
    assert room.heads() == before
    ann.does("BuyIn", cents=1)  # and the server goes on


def test_addresses_that_are_refused(room, ann):
    before = room.heads()
    boss = room.staff()
    for method, path, status, code in (
        ("GET", "/nothing", 404, "not-found"),
        ("GET", "/tables/", 404, "not-found"),
        ("GET", "/tables/T9", 404, "no-such-table"),
        ("GET", "/tables/T9/events", 404, "no-such-table"),
        ("GET", "/tables/T9/rounds/1", 404, "no-such-table"),
        ("GET", "/tables/T9/records", 404, "no-such-table"),
        ("GET", "/tables/T%00", 422, "unreadable"),
        ("GET", "/tables/process%20x", 422, "unreadable"),
        ("GET", f"/tables/{'T' * 41}", 422, "unreadable"),
        ("GET", "/tables/T1/rounds/0", 422, "unreadable"),
        ("GET", "/tables/T1/rounds/one", 422, "unreadable"),
        ("GET", "/tables/T1/rounds/1", 404, "no-such-round"),
        ("GET", "/tables/T1/records?limit=501", 422, "unreadable"),
        ("GET", "/tables/T1/records?after=-1", 422, "unreadable"),
        ("GET", "/tables/T1/events?after=-1", 422, "unreadable"),
        ("GET", "/tables/T1/events?after=x", 422, "unreadable"),
        ("GET", "/tables/T1/events?after=1000", 409, "ahead-of-the-book"),
        ("GET", "/days?first=2026-11-02&last=2026-11-01", 409, "days-out-of-order"),
        ("GET", "/days?last=0", 422, "unreadable"),
        ("GET", "/ping", 405, "wrong-method"),
        ("PUT", "/tables/T1", 405, "wrong-method"),
        ("DELETE", "/tables/T1", 405, "wrong-method"),
        ("GET", "/tables/T1/commands", 405, "wrong-method"),
        ("GET", "/login", 405, "wrong-method"),
        ("OPTIONS", "/tables/T1/commands", 405, "wrong-method"),
    ):
        answer = room.http.request(method, path, headers=boss.headers)
        refused(answer, status, code)
        assert ("allow" in answer.headers) == (status == 405), path
    for last in ("x", "-1", "1.5", "", "9" * 40, "1 2"):
        answer = room.http.get("/tables/T1/events", headers={"Last-Event-ID": last})
        refused(answer, 422, "bad-last-event-id")
    refused(boss.sends("CloseTable", table="T9"), 404, "no-such-table")
    refused(room.takes("T9", 1, "Eve"), 404, "no-such-table")
    assert room.heads() == before


def test_a_body_that_is_too_large_is_not_read(room, ann):
    before = room.heads()
    host, port = room.address.removeprefix("http://").split(":")
    head = (
        f"POST /tables/T1/commands HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {ann.token}\r\n"
        "Content-Type: application/json\r\n"
    ).encode()
    for announced in (b"Content-Length: 100000000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n"):
        with socket.create_connection((host, int(port)), timeout=10) as peer:
            peer.sendall(head + announced)
            sent = 0
            try:
                if b"chunked" in announced:
                    while sent < 100_000_000:
                        peer.sendall(b"4000\r\n" + b"[" * 0x4000 + b"\r\n")
                        sent += 0x4000
            except OSError:
                pass  # closed on us, as it should be
            assert sent < 50_000_000
            answer = b""
            try:
                while part := peer.recv(65536):
                    answer += part
            except OSError:
                pass
            if answer or b"chunked" not in announced:  # a reset may overtake the answer
                assert answer.startswith(b"HTTP/1.1 413 ")
                assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"]["code"] == "too-large"
    refused(ann.sends("ReportMisdeal", note="x" * 70_000), 413, "too-large")
    assert room.heads() == before


@pytest.mark.parametrize("begun", ["", "{"])
def test_a_body_that_stops_coming_is_not_waited_for(tmp_path, begun):
    with Room(tmp_path / "book.db", body_seconds=0.2) as room:
        host, port = room.address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=10) as peer:
            head = f"POST /login HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
            peer.sendall(f"{head}Content-Length: 100\r\n\r\n{begun}".encode())
            assert peer.recv(65536).startswith(b"HTTP/1.1 408 ")


def test_a_body_is_json_or_nothing(room, ann):
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        headers = ann.headers | {"Content-Type": kind}
        for path in ("/login", "/tables/T1/seats", "/tables/T1/commands"):
            refused(room.http.post(path, content=b"{}", headers=headers), 415, "not-json")


def test_the_same_command_under_the_same_key_is_done_once(room, ann):
    first = ann.does("BuyIn", cents=100_00, key="mine")
    again = ann.does("BuyIn", cents=100_00, key="mine")
    assert again == first | {"again": True}
    assert not first["again"]
    refused(ann.sends("BuyIn", cents=200_00, key="mine"), 409, "key-reused")
    ben = room.sits("T1", 2)
    refused(ben.sends("BuyIn", cents=100_00, key="mine"), 409, "key-reused")
    assert ann.sees()["seats"][0]["chips_cents"] == CHIPS + 100_00


def test_a_seat_key_gives_the_seat_again_and_to_nobody_else(room, ann):
    key = "correct-horse-battery"
    first = room.takes("T1", 2, "Ben", key)
    again = room.takes("T1", 2, "Ben", key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["seq"] == again.json()["seq"]
    assert first.json()["token"] != again.json()["token"]
    refused(room.takes("T1", 2, "Eve", key), 409, "key-reused")
    refused(room.takes("T1", 2, "Ben", "another-key-0123456"), 409, "seat-taken")
    refused(room.takes("T1", 3, "Ben", "short"), 422, "unreadable")
    told = room.staff(Role.AUDITOR).gets("/tables/T1/records?limit=500").text
    assert key not in told  # or staff could sit in his place
    dead = {"Authorization": f"Bearer {first.json()['token']}"}
    body = {"key": "x", "command": {"is": "LeaveSeat", "seat": 2}}
    refused(room.http.post("/tables/T1/commands", json=body, headers=dead), 401, "not-logged-in")
    live = {"Authorization": f"Bearer {again.json()['token']}"}
    assert room.http.post("/tables/T1/commands", json=body, headers=live).status_code == 200
    refused(room.takes("T1", 2, "Ben", key), 409, "seat-left")
    room.sits("T1", 2, "Eve")
    refused(room.takes("T1", 2, "Ben", key), 409, "seat-left")


def test_who_sits_down_again_does_not_have_the_book_read_again(room, ann):
    identity = room.server._house.identity
    told, read = spied(identity, "read_telling"), spied(identity, "read")
    for _ in range(20):
        ann.does("PlaceWager", wager="Main Bet", cents=5_00)
    heads = []
    for _ in range(3):
        ann = room.sits_again(ann)
        heads.append(room.book.head("T1").seq)
        ann = room.sits_again(ann)  # nothing is new
        ann.does("PlaceWager", wager="Main Bet", cents=5_00)
    assert read == []
    began = [named["after"] for _, named in told]
    assert began == [0, *heads[:2]]  # once all of it, then only what is new


def test_a_key_gives_no_seat_that_a_namesake_has_taken_since(room, ann):
    key = "0123456789abcdef"
    room.sits("T1", 2, "Ben", key=key).does("LeaveSeat")
    room.sits("T1", 2, "Ben")
    refused(room.takes("T1", 2, "Ben", key), 409, "seat-left")


def test_a_seat_is_not_called_left_because_its_table_is_between_processes(room, ann, monkeypatch):
    key = "0123456789abcdef"
    room.sits("T1", 2, "Ben", key=key)
    roster = room.server._house.floor._roster
    monkeypatch.setattr(roster, "share", lambda: None)  # or it would be taken back within a second
    roster.release("T1")
    refused(room.takes("T1", 2, "Ben", key), 503, "between-processes")
    monkeypatch.undo()
    while (again := room.takes("T1", 2, "Ben", key)).status_code == 503:
        time.sleep(0.05)
    assert again.status_code == 201


def test_tokens_that_are_not_or_no_longer_valid(room, ann):
    before = room.heads()
    command = {"key": "k", "command": {"is": "BuyIn", "seat": 1, "cents": 100}}
    for header in ({}, *({"Authorization": it} for it in ("Bearer", "Bearer x", "Basic x", "Bearer " + "é" * 40))):
        answer = room.http.post("/tables/T1/commands", json=command, headers=_latin(header))
        refused(answer, 401, "not-logged-in")
        assert answer.headers["www-authenticate"] == "Bearer"
    assert room.heads() == before
    bets(ann, "san-lo")
    ann.does("TakeBackWager", wager="Main Bet")
    ann.does("LeaveSeat")
    before = room.heads()
    refused(ann.sends("BuyIn", cents=100), 401, "not-logged-in")
    assert room.heads() == before


def test_a_seat_that_a_supervisor_empties_is_lost_at_once(room, ann):
    room.staff().does("LeaveSeat", seat=1)
    refused(ann.sends("BuyIn", cents=100), 401, "not-logged-in")


def _latin(headers):
    return {name: value.encode("latin-1") for name, value in headers.items()}


def test_too_many_requests_are_told_when_to_come_back(tmp_path):
    with Room(tmp_path / "book.db", session_burst=20, session_per_second=0.1) as room:
        boss = room.staff()
        answers = [boss.gets("/games") for _ in range(25)]
        assert [a.status_code for a in answers].count(200) in (20, 21)
        refused(answers[-1], 429, "too-many-requests")
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert room.guest.gets("/games").status_code == 200  # others are not held up
        assert boss.gets("/health").status_code == 200
    with Room(tmp_path / "seat.db", session_burst=20, session_per_second=0.1) as room:
        room.staff().opens("T1", game="san-lo")
        ann = room.sits("T1", 1)
        codes = []
        for _ in range(3):
            codes += [ann.gets("/games").status_code for _ in range(8)]
            ann = room.sits_again(ann)  # a fresh token is no fresh start
        assert codes.count(200) in (20, 21)
    with Room(tmp_path / "many.db", address_burst=3, address_per_second=0.01) as room:
        boss = room.staff()
        codes = [boss.gets("/games").status_code for _ in range(33)]
        assert codes[0] == 200 and codes[-1] == 429  # all people of an address together: ten times as many
        assert 20 < codes.count(200) < 30
    with Room(tmp_path / "other.db", address_burst=60, address_per_second=0.01) as room:
        answers = [room.guest.gets("/tables") for _ in range(66)]
        refused(answers[-1], 429, "too-many-requests")
        bogus = room.http.get("/tables", headers={"Authorization": "Bearer invented"})
        refused(bogus, 429, "too-many-requests")
