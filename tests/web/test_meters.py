"""Meters over HTTP: what each may see, what two people do together, and the papers."""

import pytest

from houseway.cards import parse
from houseway.role import Role
from houseway.service.audit import verify
from houseway.service.record import OWN_KEYS
from tests.gaming_day import today
from tests.reports.looking import squeezed, words
from tests.web.room import SETTINGS
from tests.web.test_bad_input import refused
from tests.web.test_rounds import CHIPS

PAYTABLES = {"Main Bet": "San Lo", "Progressive": "FSLPP-01"}
ROYAL, ACES, PLAIN = "As Ks Qs Js Ts 2d", "As Ah Ad Ac Jk 2c", "9c 7s 8h 4c 2c Jc"
OTHERS, DEALERS = "9s 7h 5d 3s 2h Jd", "9d 7d 6d 4d 3d 5h"
PUBLIC = {"name", "status", "shown_micros", "stake_cents", "tables", "paytables", "meters", "unapproved"}


class Floor:
    """Two tables that play for one meter, with all the people it takes."""

    def __init__(self, room, settings=SETTINGS, opening_cents=5_000_00):
        self.room = room
        self.sue, self.ada, self.alan = room.staff(), *(room.staff(Role.CONTROLLER_ADMIN) for _ in range(2))
        self.dan, self.eve = room.staff(Role.DEALER), room.staff(Role.SURVEILLANCE)
        self.ada.asks("OpenMeter", settings=settings, opening_cents=opening_cents)
        self.seats = {}
        for table in ("T1", "T2"):
            terms = {"game": "san-lo", "dealer": "live", "shuffler": "manual", "paytables": PAYTABLES, "meter": "m"}
            self.sue.opens(table, **terms)
            self.seats[table] = [room.sits(table, seat) for seat in (1, 6)]
            for seat in (1, 6):
                self.dan.does("BuyIn", table=table, seat=seat, cents=CHIPS)

    def plays(self, hand=PLAIN, table="T1", line=""):
        for person in self.seats[table]:
            person.does("PlaceWager", wager="Main Bet", cents=25_00)
            person.does("PlaceWager", wager="Progressive", cents=1_00)
        for command in ("CoinIn", "CloseBetting", "DrawNumber", "DealCards"):
            self.dan.does(command, table=table)
        for person in self.seats[table]:
            person.does("AskHouseWay")
        for place, cards in {1: hand, 6: OTHERS, 0: DEALERS}.items():
            self.dan.does("EnterPacket", table=table, place=place, cards=cards)
        if line:
            self.j_pot(line, table)
        for seat in (6, 1):
            self.dan.does("ReconcileSeat", table=table, seat=seat)
        for wager in self.eve.sees(table)["current"]["spots"]["1"]["waits"]:
            self.eve.does("AcknowledgePayout", table=table, seat=1, wager=wager)
        self.dan.does("EndGame", table=table)

    def j_pot(self, line, table):
        self.dan.does("PressHand", table=table, seat=1, line=line)
        for command, fields in (("TurnKey", {"to": "JPH"}), ("PressJackpot", {}), ("TurnKey", {"to": "RUN"})):
            self.sue.does(command, table=table, **fields)

    def shows(self):
        return self.room.guest.gets("/meters/m").json()["shown_micros"]


@pytest.fixture
def floor(room):
    return Floor(room)


def gets(person, path):
    answer = person.gets(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_meter_is_opened_shared_by_two_tables_and_won(room, floor):
    assert floor.shows() == 5_000_000000
    floor.plays()
    floor.plays(table="T2")
    assert floor.shows() == 5_000_840000
    floor.plays(ACES, "T2", "Five Aces")
    assert floor.shows() == 5_000_000000
    [listed] = gets(room.guest, "/meters")["meters"]
    assert listed == {
        "name": "m",
        "status": "running",
        "shown_micros": 5_000_000000,
        "stake_cents": 1_00,
        "tables": ["T1", "T2"],
        "paytables": ["FSLPP-01"],
        "meters": [],
        "unapproved": [],
    }
    verify(room.book)


def test_the_controller_shows_all_to_those_who_run_it_and_those_who_watch_them(room, floor):
    floor.plays(ROYAL, line="Royal Flush")
    floor.ada.asks("RecordDeposit", cents=1_000_00, note="bank")
    for role in (Role.SUPERVISOR, Role.CONTROLLER_ADMIN, Role.SURVEILLANCE, Role.AUDITOR):
        told = gets(room.staff(role), "/meters/m")
        assert told["settings"] == {**SETTINGS, "increment": "21/100", "hidden": "0/1", "maximum_cents": None}
        assert (told["gross_micros"], told["reserve_micros"], told["overflow_micros"]) == (4_500_380000, 0, 0)
        assert (told["seed_owed_micros"], told["in_micros"]) == (5_000_000000, 420000)
        assert told["awards"] == [{"line": "Royal Flush", "hits": 1, "cents": 500_04, "backed_out": 0}]
        assert told["last_hits"] == [
            {"win": "T1 round 1 seat 1", "line": "Royal Flush", "cents": 500_04, "backed_out_cents": 0}
        ]
        assert told["deposit_due_micros"] == 3_500_380000
        assert [(link["table"], link["line"], link["chance"]) for link in told["links"]] == [
            ("T1", "Five Aces", "6/2869685"),
            ("T2", "Five Aces", "6/2869685"),
        ]
        head = room.book.head("meter m")
        assert (told["seq"], told["head"]) == (head.seq, head.hash)
    for person in (room.guest, floor.dan, floor.seats["T1"][0]):
        assert set(gets(person, "/meters/m")) == PUBLIC


def test_a_j_pot_is_backed_out_by_two_people(room, floor):
    floor.plays(ROYAL, line="Royal Flush")
    floor.sue.asks("Suspend", note="the wrong seat was paid")
    back = {"micros": 500_040000, "reason": "back-out of a J-POT", "note": "wrong seat"}
    refused(floor.sue.tells("ProposeAdjustment", **back), 409, "win-not-named")
    refused(floor.sue.tells("ProposeAdjustment", win="T1 round 9 seat 1", **back), 409, "no-such-win")
    done = floor.sue.asks("ProposeAdjustment", win="T1 round 1 seat 1", **back)
    assert done["events"][-1]["proposal"] == 1
    [open_] = gets(floor.eve, "/meters/m")["proposals"]
    assert open_["adjustment"] == back | {"win": "T1 round 1 seat 1", "other": None}
    refused(floor.sue.tells("Approve", proposal=1), 403, "own-proposal")
    refused(floor.dan.tells("Approve", proposal=1), 403, "not-your-role")
    assert floor.shows() == 4_500_380000
    floor.ada.asks("Approve", proposal=1)
    assert floor.shows() == 5_000_420000
    refused(floor.alan.tells("Approve", proposal=1), 409, "no-such-proposal")
    [win] = gets(floor.eve, "/meters/m/wins")["wins"]
    assert (win["cents"], win["backed_out_cents"]) == (500_04, 500_04)
    page = gets(floor.eve, f"/meters/m/wins/{win['seq']}")
    assert (page["backed_out_cents"], page["faults"]) == (500_04, [])
    verify(room.book)


def test_settings_change_while_suspended_and_by_two_people(room, floor):
    more = SETTINGS | {"hidden": "1/100"}
    refused(floor.ada.tells("ChangeSettings", settings=more), 409, "wrong-status")
    refused(floor.sue.tells("ChangeSettings", settings=more), 403, "not-your-role")
    floor.ada.asks("Suspend", note="new hidden increment")
    floor.seats["T1"][0].does("PlaceWager", wager="Main Bet", cents=25_00)
    floor.seats["T1"][0].does("PlaceWager", wager="Progressive", cents=1_00)
    assert floor.dan.does("CoinIn", table="T1")["events"][0]["is"] == "SensorsReleased"
    floor.ada.asks("ChangeSettings", settings=more)
    floor.alan.asks("Approve", proposal=1)
    floor.sue.asks("Resume")
    floor.plays(table="T2")
    told = gets(floor.eve, "/meters/m")
    assert (told["settings"]["hidden"], told["reserve_micros"]) == ("1/100", 20000)


def test_a_malfunction_suspends_the_meter_until_somebody_resumes_it(room, floor):
    floor.sue.asks("ReportMalfunction", note="The sign went dark.")
    assert gets(room.guest, "/meters/m")["status"] == "suspended"
    assert gets(floor.eve, "/meters/m")["malfunctions"] == [{"malfunction": 1, "note": "The sign went dark."}]
    notice = gets(floor.eve, "/meters/m/malfunctions/1")
    assert notice["is_late"] is False
    assert 71 * 3600 < notice["seconds_left"] <= 72 * 3600
    assert "71h59minleft" in words(floor.eve.gets("/meters/m/malfunctions/1.pdf").content)
    floor.ada.asks("GiveNotice", malfunction=1, note="by telephone")
    assert "Noticegivenintime" in words(floor.eve.gets("/meters/m/malfunctions/1.pdf").content)
    floor.sue.asks("Resume")
    assert gets(floor.eve, "/meters/m")["malfunctions"] == []


def test_the_papers_are_printed_as_they_are_told(room, floor):
    floor.plays(ACES, line="Five Aces")
    [win] = gets(floor.sue, "/meters/m/wins")["wins"]
    answer = floor.sue.gets(f"/meters/m/wins/{win['seq']}.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == f'inline; filename="m-win-{win["seq"]}.pdf"'
    told = gets(floor.sue, f"/meters/m/wins/{win['seq']}")
    assert (told["player"], told["cards"]) == ("Player 1", ACES.split())
    for printed in (told["win"], "$5,000.42", told["verified_by"], told["table_hash"][:8], "The card room"):
        assert squeezed(printed) in words(answer.content)
    day = gets(floor.sue, f"/meters/m/days/{today()}")
    assert (day["faults"], day["awarded_cents"], day["closing_micros"]) == ([], 5_000_42, 5_000_000000)
    answer = floor.sue.gets(f"/meters/m/days/{today()}.pdf")
    assert squeezed("Proof of the day") in words(answer.content)
    assert [parse(card) for card in told["cards"]]


def test_the_records_of_a_meter_are_for_those_who_read_the_book(room, floor):
    told = gets(floor.ada, "/meters/m/records?limit=2")
    assert [record["body"]["command"]["is"] for record in told["records"]] == ["OpenMeter", "LinkTable"]
    assert told["seq"] == 3
    for path in ("records", "wins", "wins/3", "wins/3.pdf", f"days/{today()}", f"days/{today()}.pdf", "malfunctions/1"):
        for person in (floor.dan, floor.seats["T1"][0]):
            refused(person.gets(f"/meters/m/{path}"), 403, "not-your-role")
        refused(room.guest.gets(f"/meters/m/{path}"), 401, "not-logged-in")


BAD = """
malformed-json 400 {
unreadable     422 {}
unreadable     422 {"key": "k"}
unreadable     422 {"key": "k", "command": {"is": "Jackpot"}}
unreadable     422 {"key": "k", "command": {"is": "CoinIn", "stakes": 1}}
unreadable     422 {"key": "k", "command": {"is": "PayWins", "game_round": "T1 round 1", "wins": []}}
unreadable     422 {"key": "k", "command": {"is": "LinkTable", "table": "T1"}}
unreadable     422 {"key": "k", "command": {"is": "UnlinkTable", "table": "T1"}}
unreadable     422 {"key": "k", "command": {"is": "Resume", "coined": []}}
unreadable     422 {"key": "k", "command": {"is": "Resume", "more": 1}}
unreadable     422 {"key": "table T1 3", "command": {"is": "Resume"}}
unreadable     422 {"key": "k", "command": {"is": "Suspend"}}
unreadable     422 {"key": "k", "command": {"is": "Suspend", "note": 7}}
unreadable     422 {"key": "k", "command": {"is": "Suspend", "note": "LONG"}}
unreadable     422 {"key": "k", "command": {"is": "RecordDeposit", "cents": 1.5, "note": "n"}}
unreadable     422 {"key": "k", "command": {"is": "RecordDeposit", "cents": "1", "note": "n"}}
unreadable     422 {"key": "k", "command": {"is": "RecordDeposit", "cents": true, "note": "n"}}
unreadable     422 {"key": "k", "command": {"is": "RecordDeposit", "cents": 1e3, "note": "n"}}
unreadable     422 {"key": "k", "command": {"is": "RecordDeposit", "cents": 99999999999999999999, "note": "n"}}
unreadable     422 {"key": "k", "command": {"is": "Approve", "proposal": "1"}}
unreadable     422 {"key": "k", "command": {"is": "ProposeAdjustment", "micros": 1, "reason": "luck", "note": "n"}}
unreadable     422 {"key": "k", "command": {"is": "ProposeAdjustment", "micros": 1, "reason": "BACK_OUT", "note": "n"}}
unreadable     422 {"key": "k", "command": {"is": "ChangeSettings", "settings": {}}}
unreadable     422 {"key": "k", "command": {"is": "ChangeSettings", "settings": {"seed_cents": 1, "stake_cents": 1, "increment": 0.21}}}
unreadable     422 {"key": "k", "command": {"is": "ChangeSettings", "settings": {"seed_cents": 1, "stake_cents": 1, "increment": "-1/2"}}}
unreadable     422 {"key": "k", "command": {"is": "ChangeSettings", "settings": {"seed_cents": 1, "stake_cents": 1, "increment": "1/0"}}}
unreadable     422 {"key": "k", "command": {"is": "ChangeSettings", "settings": {"seed_cents": 1, "stake_cents": 1, "increment": "1e-3"}}}
unreadable     422 {"key": "k", "command": {"is": "ChangeSettings", "settings": {"seed_cents": 1, "stake_cents": 1, "increment": "21%"}}}
unreadable     422 {"key": "k", "command": {"is": "ChangeSettings", "settings": {"seed_cents": 1, "stake_cents": 1, "increment": "1/2\\n"}}}
bad-text       409 {"key": "k", "command": {"is": "Suspend", "note": ""}}
bad-text       409 {"key": "k", "command": {"is": "Suspend", "note": "a\\u0000b"}}
bad-amount     409 {"key": "k", "command": {"is": "RecordDeposit", "cents": 0, "note": "n"}}
bad-amount     409 {"key": "k", "command": {"is": "RecordDeposit", "cents": -1, "note": "n"}}
bad-amount     409 {"key": "k", "command": {"is": "ProposeAdjustment", "micros": 0, "reason": "to recover seed", "note": "n"}}
wrong-direction 409 {"key": "k", "command": {"is": "ProposeAdjustment", "micros": 1, "reason": "to recover seed", "note": "n"}}
below-the-seed 409 {"key": "k", "command": {"is": "ProposeAdjustment", "micros": -1, "reason": "to recover seed", "note": "n"}}
no-such-proposal 409 {"key": "k", "command": {"is": "Approve", "proposal": -4}}
no-such-malfunction 409 {"key": "k", "command": {"is": "GiveNotice", "malfunction": 1000000000000, "note": "n"}}
wrong-status   409 {"key": "k", "command": {"is": "Resume"}}
wrong-status   409 {"key": "k", "command": {"is": "Retire"}}
wrong-status   409 {"key": "k", "command": {"is": "OpenMeter", "settings": {"seed_cents": 1, "stake_cents": 1, "increment": "1"}, "opening_cents": 1}}
"""  # noqa: E501


@pytest.mark.parametrize("own", OWN_KEYS)
def test_a_key_of_the_service_itself_is_taken_from_nobody_at_either_door(room, floor, own):
    before = room.heads()
    key = f"{own}9 1"
    refused(floor.sue.sends("FillTray", table="T1", key=key, cents=1_00), 422, "unreadable")
    command = {"key": key, "command": {"is": "Suspend", "note": "n"}}
    refused(room.http.post("/meters/m/commands", json=command, headers=floor.ada.headers), 422, "unreadable")
    assert room.heads() == before


def test_commands_that_are_refused_leave_no_trace(room, floor):
    before = room.heads()
    for row in BAD.strip().splitlines():
        code, status, body = row.split(maxsplit=2)
        headers = floor.ada.headers | {"Content-Type": "application/json"}
        sent = body.replace("LONG", "x" * 201).encode()
        refused(room.http.post("/meters/m/commands", content=sent, headers=headers), int(status), code)
    assert room.heads() == before
    floor.sue.asks("Suspend", note="and the meter goes on")


def test_a_meter_is_opened_once_on_sound_settings_by_its_administrator(room):
    ada, sue = room.staff(Role.CONTROLLER_ADMIN), room.staff()
    opening = {"settings": SETTINGS, "opening_cents": 5_000_00}
    refused(sue.tells("OpenMeter", **opening), 403, "not-your-role")
    refused(ada.tells("OpenMeter", **opening | {"opening_cents": 4_999_99}), 409, "below-seed")
    refused(ada.tells("OpenMeter", **opening | {"settings": SETTINGS | {"increment": "3/2"}}), 409, "bad-settings")
    refused(ada.tells("OpenMeter", **opening | {"settings": SETTINGS | {"increment": "1/3"}}), 409, "bad-settings")
    refused(ada.tells("OpenMeter", **opening | {"settings": SETTINGS | {"maximum_cents": 1}}), 409, "bad-settings")
    assert room.heads() == {}
    done = ada.asks("OpenMeter", key="once", **opening)
    assert ada.asks("OpenMeter", key="once", **opening) == done | {"again": True}
    refused(ada.tells("OpenMeter", key="once", **opening | {"opening_cents": 6_000_00}), 409, "key-reused")
    refused(ada.tells("OpenMeter", **opening), 409, "wrong-status")


def test_addresses_that_are_refused(room, floor):
    before = room.heads()
    for path, status, code in (
        ("/meters/", 404, "not-found"),
        ("/meters/n", 404, "no-such-meter"),
        ("/meters/n/records", 404, "no-such-meter"),
        ("/meters/n/wins", 404, "no-such-meter"),
        ("/meters/n/days/2026-05-01", 404, "no-such-meter"),
        ("/meters/n/malfunctions/1.pdf", 404, "no-such-meter"),
        ("/meters/m%00", 422, "unreadable"),
        ("/meters/meter%20m", 422, "unreadable"),
        (f"/meters/{'m' * 41}", 422, "unreadable"),
        ("/meters/m/wins/1", 404, "no-such-win"),
        ("/meters/m/wins/0", 422, "unreadable"),
        ("/meters/m/wins/one.pdf", 422, "unreadable"),
        ("/meters/m/wins?after=-1", 422, "unreadable"),
        ("/meters/m/records?limit=0", 422, "unreadable"),
        ("/meters/m/days/yesterday", 422, "unreadable"),
        ("/meters/m/days/0", 422, "unreadable"),  # not the first day of 1970
        ("/meters/m/days/2020-01-01", 404, "no-such-day"),
        ("/meters/m/days/0001-01-01.pdf", 404, "no-such-day"),
        ("/meters/m/days/9999-12-31", 404, "no-such-day"),
        ("/meters/m/malfunctions/1", 404, "no-such-malfunction"),
        ("/meters/m/commands", 405, "wrong-method"),
    ):
        refused(floor.sue.gets(path), status, code)
    refused(floor.sue.tells("Suspend", meter="n", note="n"), 404, "no-such-meter")
    refused(floor.sue.tells("Suspend", meter="n%0A", note="n"), 422, "unreadable")
    terms = {"game": "san-lo", "paytables": PAYTABLES}
    refused(floor.sue.sends("OpenTable", table="T3", terms=terms | {"meter": "n"}), 409, "wrong-status")
    refused(floor.sue.sends("OpenTable", table="T3", terms=terms | {"meter": "n\x00"}), 404, "no-such-meter")
    assert room.heads() == before


def test_tokens_that_are_not_or_no_longer_valid(room, floor):
    before = room.heads()
    refused(room.guest.tells("Suspend", note="n"), 401, "not-logged-in")
    refused(floor.seats["T1"][0].tells("Suspend", note="n"), 403, "not-your-role")
    assert floor.sue.posts("/logout", {}).status_code == 204
    refused(floor.sue.tells("Suspend", note="n"), 401, "not-logged-in")
    refused(floor.sue.gets("/meters/m"), 401, "not-logged-in")
    assert room.heads() == before


STRANGE = {"seed_cents": 0, "stake_cents": 1_00, "increment": "0"}
MARKS = [
    "the seed is $0; the letter has $5,000 for FSLPP-01",
    "the increment is 0%; the average top award of FSLPP-01 needs 21%",
]


def test_a_meter_that_is_not_the_letters_is_marked_on_every_screen_and_paper(room):
    """Lobby, felt and desks ask for the meter, and show what it says (meter.js, controller.js)."""
    floor = Floor(room, settings=STRANGE, opening_cents=1_000_00)
    floor.plays(ROYAL, line="Royal Flush")
    floor.sue.asks("ReportMalfunction", note="it went dark")
    [listed] = gets(room.guest, "/meters")["meters"]
    assert listed["unapproved"] == gets(room.guest, "/meters/m")["unapproved"] == MARKS
    assert gets(floor.eve, "/meters/m")["unapproved"] == gets(room.guest, "/meters/m/shown")["unapproved"] == MARKS
    [win] = gets(floor.eve, "/meters/m/wins")["wins"]
    for paper in (f"wins/{win['seq']}", f"days/{today()}", "malfunctions/1"):
        assert set(MARKS) <= set(gets(floor.eve, f"/meters/m/{paper}")["unapproved"])
        printed = squeezed(words(floor.eve.gets(f"/meters/m/{paper}.pdf").content))
        assert squeezed("Unapproved: the meter is not run as the letter has it") in printed
        assert all(squeezed(mark[1:]) in printed for mark in MARKS)
    for page in ("/tables/T1/posting", "/meters/m/display"):
        text = room.http.get(page).text.lower()
        assert "unapproved" in text and all(mark in text for mark in map(str.lower, MARKS))


def test_what_was_changed_to_the_letters_terms_is_marked_no_more_and_its_past_still_is(room):
    floor = Floor(room, settings=STRANGE, opening_cents=1_000_00)
    floor.plays(ROYAL, line="Royal Flush")
    floor.sue.asks("Suspend", note="to set it right")
    floor.ada.asks("ChangeSettings", settings=SETTINGS)
    floor.alan.asks("Approve", proposal=1)
    assert gets(room.guest, "/meters/m")["unapproved"] == []
    [win] = gets(floor.eve, "/meters/m/wins")["wins"]
    assert gets(floor.eve, f"/meters/m/wins/{win['seq']}")["unapproved"] == MARKS
    assert set(MARKS) <= set(gets(floor.eve, f"/meters/m/days/{today()}")["unapproved"])


def test_slp_3_a_table_on_another_paytable_is_refused_the_meter(room, floor):
    other = {**PAYTABLES, "Progressive": "FSLPP-03"}
    terms = {"game": "san-lo", "paytables": other, "meter": "m"}
    answer = floor.sue.sends("OpenTable", table="T3", terms=terms)
    refused(answer, 409, "link-unequal")
    assert "tables share a meter on one paytable" in answer.text
