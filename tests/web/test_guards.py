"""Who is let in, address by address. Every guard here was removed once, and a test failed."""

from datetime import UTC, datetime

from houseway.role import Role
from houseway.service.entry import GamingDay
from houseway.web.app import API
from houseway.web.routes import GUESTS_TOO, HOLDERS, Token
from tests.web.room import SETTINGS
from tests.web.test_bad_input import refused
from tests.web.test_pages import told
from tests.web.test_rounds import CHIPS, bets, plays

WATCHERS = {Role.SUPERVISOR, Role.SURVEILLANCE, Role.AUDITOR}
READERS = WATCHERS | {Role.CONTROLLER_ADMIN}
ALLOWED = {
    "/tables/{table}/records": WATCHERS,
    "/tables/{table}/rounds/{number}/steps": WATCHERS,
    "/tables/{table}/log": WATCHERS,
    "/tables/{table}/incidents": WATCHERS,
    "/tables/{table}/shifts": WATCHERS,
    "/tables/{table}/shifts/{number}": WATCHERS,
    "/tables/{table}/shifts/{number}.pdf": WATCHERS,
    "/days": WATCHERS,
    "/floor/days/{day}": WATCHERS,
    "/floor/days/{day}.pdf": WATCHERS,
    "/tables/{table}/days/{day}": WATCHERS,
    "/floor/tables": {Role.SUPERVISOR, Role.SURVEILLANCE},
    "/meters/{meter}/records": READERS,
    "/meters/{meter}/wins": READERS,
    "/meters/{meter}/wins/{seq}": READERS,
    "/meters/{meter}/wins/{seq}.pdf": READERS,
    "/meters/{meter}/days/{day}": READERS,
    "/meters/{meter}/days/{day}.pdf": READERS,
    "/meters/{meter}/malfunctions/{number}": READERS,
    "/meters/{meter}/malfunctions/{number}.pdf": READERS,
    "/tables/{table}/hand": {Role.PLAYER},
    "/tables/{table}/hand/house-way": {Role.PLAYER},
    "/tables/{table}/guests/{seat}/hand": {Role.DEALER},
    "/tables/{table}/coach": {Role.PLAYER},
    "/tables/{table}/rounds/{number}/coach": {Role.PLAYER},
}


def test_what_is_for_some_roles_is_for_no_other(room):
    _, [ann, _], _ = plays(room, "san-lo")
    people = {role: room.staff(role) for role in READERS | {Role.DEALER}} | {Role.PLAYER: ann}
    people[Role.CONTROLLER_ADMIN].asks("OpenMeter", settings=SETTINGS, opening_cents=5_000_00)
    today = GamingDay().of(datetime.now(UTC)).isoformat()
    for path, roles in ALLOWED.items():
        asked = path.format(table="T1", seat=1, number=1, meter="m", seq=1, day=today)
        assert room.guest.gets(asked).status_code == 401, path
        for role, person in people.items():
            assert (person.gets(asked).status_code == 403) == (role not in roles), (path, role)


def test_whatever_needs_a_token_says_for_whom():
    """A new address that is not for everybody gets a row in the table above, or is named here."""
    of_holders = {endpoint.path for endpoint in API if endpoint.who is HOLDERS}
    of_the_book = {"/anchors"}  # a command: `test_anchors` has it
    assert of_holders == {"/logout", "/tables/{table}/commands", "/meters/{meter}/commands"}
    of_guests = {endpoint.path for endpoint in API if endpoint.who is GUESTS_TOO}
    assert of_guests == {"/tables/{table}", "/tables/{table}/events", "/meters/{meter}"}
    needed = {endpoint.path for endpoint in API if endpoint.who.token is Token.NEEDED}
    of_the_floor = {"/floor/events", "/floor/acknowledgements"}  # a stream, and a command: `test_floor` has them
    assert needed == of_holders | set(ALLOWED) | of_the_floor | of_the_book


def test_the_token_of_a_seat_shows_no_hand_and_wakes_no_coach_at_another_table(room):
    boss = room.staff()
    for table in ("T1", "T2"):
        boss.opens(table, game="san-lo")
    ann, eve = room.sits("T1", 1, chips=CHIPS), room.sits("T2", 1, chips=CHIPS)
    bets(ann, "san-lo")
    ann.does("SayReady")
    assert ann.gets("/tables/T1/hand").json()["seat"] == 1
    refused(eve.gets("/tables/T1/hand"), 403, "not-your-seat")
    refused(eve.gets("/tables/T1/coach"), 403, "not-your-seat")
    refused(eve.gets("/tables/T2/hand"), 404, "no-hand")


def test_a_page_of_another_table_does_not_know_the_player(room):
    boss = room.staff()
    for table in ("T1", "T2"):
        boss.opens(table, game="san-lo")
    ann, ben = room.sits("T1", 1, chips=CHIPS), room.sits("T2", 1, chips=CHIPS)
    bets(ben, "san-lo")
    ben.does("SayReady")
    page = told(ann.gets("/tables/T2/play"))
    assert page["me"] is None
    assert page["seen"]["view"]["current"]["spots"]["1"]["cards"] == ["??"] * 6


def test_who_may_not_open_a_table_or_a_meter_makes_the_floor_hold_none(room, monkeypatch):
    """The rules refuse it too, but only when the name is claimed and its book is read."""
    house, dan = room.server._house, room.staff(Role.DEALER)
    claimed, submitted, really = house.store.claimed, [], house.floor.submit
    monkeypatch.setattr(house.floor, "submit", lambda *given: (submitted.append(given), really(*given)))
    refused(dan.sends("OpenTable", table="T9", terms={"game": "san-lo"}), 403, "not-your-role")
    opening = {"settings": SETTINGS, "opening_cents": 5_000_00}
    refused(dan.tells("OpenMeter", **opening), 403, "not-your-role")
    refused(room.staff(Role.CONTROLLER_ADMIN).tells("Suspend", meter="none", note="x"), 404, "no-such-meter")
    terms = {"game": "san-lo", "meter": "../m"}
    refused(room.staff().sends("OpenTable", table="T9", terms=terms), 404, "no-such-meter")
    assert (submitted, house.floor.tables, house.store.claimed) == ([], {}, claimed)


def test_a_page_is_of_no_stream_of_the_book_but_a_table(room):
    """The book has streams that are no tables: of meters, and of the house itself."""
    room.staff(Role.CONTROLLER_ADMIN).asks("OpenMeter", settings=SETTINGS, opening_cents=5_000_00)
    for name in ("meter%20m", "the%20house"):
        for screen in ("play", "posting"):
            assert room.http.get(f"/tables/{name}/{screen}").status_code == 404
        assert room.http.get(f"/meters/{name}/display").status_code == 404


def test_a_stream_tells_no_key_of_a_command(room):
    """Who knows the key of a command could have it answered again in its sender's place."""
    room.staff().opens("T1", game="san-lo")
    ann = room.sits("T1", 1)
    key = "a key that is nobody else's"
    seq = ann.does("BuyIn", cents=CHIPS, key=key)["seq"]
    with room.guest.listens(after=0) as heard:
        heard.hears(seq)
        assert key.encode() not in heard.raw
        record = next(data for event, at, data in heard.messages if event == "record" and at == seq)
    assert set(record) == {"seq", "at", "by", "command", "events", "hash"}


def test_a_body_in_pieces_is_read_no_further_than_one_that_is_announced(room):
    """Its connection lets some more pass than a body may have, for the sizes between the pieces."""
    room.staff().opens("T1", game="san-lo")
    ann = room.sits("T1", 1)
    headers = ann.headers | {"Content-Type": "application/json"}
    pieces = iter([b" " * 10_000] * 7)
    refused(room.http.post("/tables/T1/commands", content=pieces, headers=headers), 413, "too-large")


def test_the_list_for_the_staff_is_shown_to_no_player(room):
    room.staff().opens("T1", game="san-lo")
    page = room.sits("T1", 1).gets("/staff")
    assert page.status_code == 401
    assert 'id="login"' in page.text


def test_a_hand_lies_open_when_its_seat_is_reconciled_and_not_before(room):
    dan = room.staff(Role.DEALER)
    room.staff().opens("T1", game="san-lo", dealer="live")
    people = [room.sits("T1", seat) for seat in (1, 2)]
    dan.does("Shuffle")
    for person in people:
        dan.does("BuyIn", seat=person.seat, cents=CHIPS)
        bets(person, "san-lo")
    for command in ("CloseBetting", "DrawNumber", "DealCards"):
        dan.does(command)
    for person in people:
        person.does("AskHouseWay")
    for person in people:
        dan.does("SetHouseWay", seat=person.seat)
    dan.does("TurnOver")
    assert room.guest.gets("/tables/T1/showdown").json()["seats"] == {}
    dan.does("ReconcileSeat", seat=2)
    assert set(room.guest.gets("/tables/T1/showdown").json()["seats"]) == {"2"}


def test_of_a_closed_table_nothing_is_posted(room):
    boss = room.staff()
    boss.opens("T1", game="san-lo")
    boss.does("CloseTable")
    page = room.http.get("/tables/T1/posting")
    assert page.status_code == 404
    assert "nothing is posted" in page.text
