"""Streams: who hears what and when, resuming without gap or repeat, and an end when the server stops."""

import re
import socket
import threading
import time

import pytest

from houseway.cards import show_card
from houseway.games import GAMES
from houseway.role import STAFF, Role
from tests.kinds import of_every_fact
from tests.web.room import Listener, Room
from tests.web.test_bad_input import refused
from tests.web.test_rounds import CHIPS, bets, chooses, options, plays

CARD = re.compile(rb"\b(?:[2-9TJQKA][cdhs]|Jk)\b")


def cards_in(raw):
    return {text.decode() for text in CARD.findall(raw)}


def texts(cards):
    return set(map(show_card, cards))


def truth(room):
    """What lies on the felt in truth: the cards by place, and those that lie face up."""
    piles = room.server._house.floor.tables["T1"].round.piles
    up = (texts(pile.seen) for pile in piles.values())
    return {place: pile.cards for place, pile in piles.items()}, set().union(*up)


@pytest.mark.parametrize("game", of_every_fact(GAMES))
def test_no_byte_of_anothers_cards_is_sent_before_it_is_due(room, game):
    room.staff().opens("T1", game=game)
    people = [room.sits("T1", seat, chips=CHIPS) for seat in (1, 2)]
    watchers = [*people, room.guest, *(room.staff(role) for role in STAFF)]
    listeners = [watcher.listens() for watcher in watchers]
    heard = [listener.__enter__() for listener in listeners]
    try:
        for person in people:
            bets(person, game)
        for person in people:
            person.does("SayReady")

        def told(person, at):
            """Every byte a person can get hold of, but for names of a game and a wager that read like a card: 7s."""
            at.hears(room.book.head("T1").seq)
            asked = person.gets("/tables/T1").content + person.gets("/tables/T1/records?limit=500").content
            return (at.raw + asked).replace(game.encode(), b"").replace(b"Blazing 7s", b"")

        def nothing_is_told_but_what_is_seen(cards, up):
            for person, at in zip(watchers, heard, strict=True):
                own = texts(cards[person.seat]) if person.seat else set()
                assert cards_in(told(person, at)) == own | up

        lying = {}
        while waiting := [person for person in people if options(person)]:
            lying, up = truth(room)
            nothing_is_told_but_what_is_seen(lying, up)
            for person in waiting[:-1]:
                chooses(person)  # one has chosen, the other has not: still nothing is turned over
                nothing_is_told_but_what_is_seen(lying, up)
            chooses(waiting[-1])
        last = room.server._house.floor.tables["T1"].previous
        assert last.piles.keys() >= lying.keys()
        for person, at in zip(watchers, heard, strict=True):
            assert cards_in(told(person, at)) >= set().union(*(texts(pile.cards) for pile in last.piles.values()))
    finally:
        for listener in listeners:
            listener.__exit__(None, None, None)


def test_a_stream_begins_with_the_table_and_tells_every_record_once(room):
    boss = room.staff()
    boss.opens("T1", game="san-lo")
    with room.guest.listens() as heard:
        heard.hears(1)
        first = heard.messages[0]
        assert (first[0], first[1]) == ("view", room.book.head("T1").seq)
        ann = room.sits("T1", 1, chips=CHIPS)
        bets(ann, "san-lo")
        ann.does("SayReady")
        chooses(ann)
        head = room.book.head("T1")
        heard.hears(head.seq)
        assert heard.seqs == list(range(first[1] + 1, head.seq + 1))
        record = [data for event, _, data in heard.messages if event == "record"][-1]
        assert set(record) == {"seq", "at", "by", "command", "events", "hash"}
        assert record["hash"] == head.hash
        assert heard.messages[-1][0] == "view"


def test_a_cut_stream_resumes_without_gap_or_repeat(room):
    room.staff().opens("T1", game="san-lo")
    ann = room.sits("T1", 1, chips=CHIPS)
    done = threading.Event()

    def keep_betting():
        for n in range(150):
            ann.does("PlaceWager", wager="Main Bet", cents=5_00 + n % 2 * 100)
        done.set()

    begins = room.book.head("T1").seq
    betting = threading.Thread(target=keep_betting)
    betting.start()
    seqs, last = [], begins
    for pause in (0.05, 0.2, 0.01, 0.1, 0.15):
        with ann.listens(after=last) as heard:
            time.sleep(pause)
        seqs += heard.seqs  # whole messages only: what was cut in the middle comes again
        last = seqs[-1] if seqs else last
    betting.join()
    head = room.book.head("T1").seq
    with ann.listens(after=last) as heard:
        heard.hears(head)
    assert [*seqs, *heard.seqs] == list(range(begins + 1, head + 1))


def test_a_stream_resumes_after_the_server_was_started_again(tmp_path):
    with Room(tmp_path / "book.db") as room:
        room.staff().opens("T1", game="san-lo")
        with room.guest.listens() as heard:
            heard.hears(1)
            last = heard.messages[-1][1]
    with Room(tmp_path / "book.db") as room:
        room.sits("T1", 2, chips=CHIPS)
        with room.guest.listens(after=last) as heard:
            heard.hears(last + 2)
            assert heard.seqs == [last + 1, last + 2]
        with room.guest.listens(after=0) as heard:
            heard.hears(last + 2)
            assert heard.seqs == list(range(1, last + 3))


def test_the_stream_of_one_who_left_turns_into_a_guests(room):
    room.staff().opens("T1", game="san-lo")
    ann, ben = (room.sits("T1", seat, chips=CHIPS) for seat in (1, 2))
    with ann.listens() as heard:
        heard.hears(1)
        assert heard.views[-1]["seats"][0]["yours"]
        ann.does("LeaveSeat")
        cat = room.sits("T1", 1, "Cat", chips=CHIPS)
        for person in (cat, ben):
            bets(person, "san-lo")
        for person in (cat, ben):
            person.does("SayReady")
        heard.hears(room.book.head("T1").seq)
        assert not heard.views[-1]["seats"][0]["yours"]
        assert heard.views[-1]["stage"] == "choosing"
        assert not cards_in(heard.raw)
        assert cat.sees()["current"]["spots"]["1"]["cards"] != ["??"] * 6
        assert room.guest.sees()["current"]["spots"]["1"]["cards"] == ["??"] * 6
        assert [data["code"] for event, _, data in heard.messages if event == "token"] == ["not-logged-in"]
        refused(ann.gets("/tables/T1"), 401, "not-logged-in")


def listened(room, headers=None, after=None):
    query = "" if after is None else f"?after={after}"
    return Listener(room, f"/tables/T1/events{query}", headers or {})


def test_streams_are_counted_from_their_first_moment_by_address_and_person(tmp_path):
    with Room(tmp_path / "book.db", streams=8, streams_by_address=7, streams_by_person=2) as room:
        boss = room.staff()
        boss.opens("T1", game="san-lo")
        ann = room.sits("T1", 1)
        opened = []

        def opens(person, after=None):
            opened.append(listened(room, person.headers, after))
            return opened[-1].status

        try:
            assert [opens(ann, after=0) for _ in range(3)] == [200, 200, 429]
            ann = room.sits_again(ann)  # a fresh token is no fresh start
            assert opens(ann) == 429
            assert [opens(room.guest, after=0) for _ in range(5)] == [200] * 4 + [503]  # of guests at most half
            assert [opens(boss), opens(boss)] == [200, 429]  # seven from one address
            told = room.http.get("/tables/T1/events")
            refused(told, 429, "too-many-streams")
            assert told.headers["retry-after"] == "5"
            assert b"houseway_stream_clients 7.0" in room.http.get("/metrics").content
        finally:
            for listener in opened:
                listener.leaves()
        room.waits_until(lambda: b"houseway_stream_clients 0.0" in room.http.get("/metrics").content)
        with boss.listens() as heard:
            heard.hears(1)


def test_who_listens_by_the_token_of_before_hears_at_once_that_the_seat_has_another(room):
    """Also at a table where nothing happens; and nobody else hears anything new."""
    room.staff().opens("T1", game="san-lo")
    ann, ben = room.sits("T1", 1, chips=CHIPS), room.sits("T1", 2, chips=CHIPS)
    with ann.listens() as before, ben.listens() as beside:
        for listener in (before, beside):
            room.waits_until(lambda listener=listener: listener.views)
        again = room.sits_again(ann)
        room.waits_until(lambda: len(before.views) == 2, seconds=5)
        assert [event for event, _, _ in before.messages] == ["view", "token", "view"]
        assert [seat.get("yours") for seat in before.views[-1]["seats"][:2]] == [False, False]
        room.waits_until(lambda: len(beside.views) == 2, seconds=5)
        assert beside.views[0] == beside.views[1]
        assert before.seqs == beside.seqs == []
        assert again.sees()["seats"][0]["yours"]


def test_a_token_that_is_sent_and_not_valid_is_refused_also_to_look(room):
    boss = room.staff()
    boss.opens("T1", game="san-lo")
    bogus = {"Authorization": "Bearer invented"}
    for path in ("/tables/T1", "/tables/T1/events", "/tables/T1/records", "/days"):
        answer = room.http.get(path, headers=bogus)
        refused(answer, 401, "not-logged-in")
        assert answer.headers["www-authenticate"] == "Bearer"
    for path in ("/tables/T1/records", "/days"):
        answer = room.guest.gets(path)
        refused(answer, 401, "not-logged-in")
        assert answer.headers["www-authenticate"] == "Bearer"
    assert room.http.get("/tables", headers=bogus).status_code == 200  # the lobby is everybody's


def test_a_dead_cookie_is_taken_back(room):
    """Or a browser would send it until it expires, and be shown nothing."""
    room.staff().opens("T1", game="san-lo")
    seat = {"key": "0123456789abcdef", "seat": 4, "player": "Dan"}
    told = room.http.post("/tables/T1/seats", json=seat).json()  # the client keeps the cookie
    command = {"key": "k", "command": {"is": "LeaveSeat", "seat": 4}}
    assert room.http.post("/tables/T1/commands", json=command, headers={"X-CSRF-Token": told["csrf"]}).is_success
    refused(room.http.get("/tables/T1"), 401, "not-logged-in")
    assert room.http.get("/tables/T1").status_code == 200


def test_whoever_reads_the_book_holds_up_no_token(room):
    room.staff().opens("T1", game="san-lo")
    ann = room.sits("T1", 1)
    house, free = room.server._house, threading.Event()
    try:
        for _ in range(50):
            house.reading.submit(free.wait)
        house.identity._checked.clear()
        ann.does("BuyIn", cents=100)
    finally:
        free.set()


def test_a_players_token_shows_nothing_at_another_table(room):
    boss = room.staff()
    for table in ("T1", "T2"):
        boss.opens(table, game="san-lo")
    ann = room.sits("T1", 1, chips=CHIPS)
    ben = room.sits("T2", 1, chips=CHIPS)
    bets(ben, "san-lo")
    ben.does("SayReady")
    assert ann.sees("T2") == room.guest.sees("T2")
    answer = ann.sends("Choose", table="T2", layout="123|45|6")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not-your-seat")


def test_the_server_stops_within_two_seconds_though_streams_are_open(tmp_path):
    with Room(tmp_path / "book.db") as room:
        room.staff().opens("T1", game="san-lo")
        with room.guest.listens() as one, room.guest.listens() as two:
            one.hears(1)
            two.hears(1)
            began = time.monotonic()
            room.stops()
            assert time.monotonic() - began < 2
            assert one.ended.wait(1)
            assert two.ended.wait(1)


def test_a_reader_who_does_not_read_is_dropped_and_holds_up_nobody(tmp_path):
    with Room(tmp_path / "book.db", stream_batches=8, send_seconds=1.0, session_burst=1e9, address_burst=1e9) as room:
        room.staff().opens("T1", game="san-lo", betting_seconds=3600)
        ann = room.sits("T1", 1, chips=CHIPS)
        host, port = room.address.removeprefix("http://").split(":")
        with socket.socket() as stalled:
            stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            stalled.connect((host, int(port)))
            stalled.sendall(b"GET /tables/T1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            room.waits_until(lambda: b"houseway_stream_clients 1.0" in room.http.get("/metrics").content)
            deadline = time.monotonic() + 60
            n = 0
            while b"houseway_stream_clients 0.0" not in room.http.get("/metrics").content:
                for _ in range(50):
                    n += 1
                    ann.does("PlaceWager", wager="Main Bet", cents=5_00 + n % 2 * 100)
                assert time.monotonic() < deadline


def test_a_silent_stream_gives_signs_of_life(tmp_path):
    with Room(tmp_path / "book.db", ping_seconds=0.05) as room:
        room.staff().opens("T1", game="san-lo")
        with room.guest.listens() as heard:
            room.waits_until(lambda: heard.raw.count(b": ping\n\n") >= 3)


@pytest.mark.parametrize("role", [Role.DEALER, Role.PLAYER])
def test_records_are_for_those_who_check(room, role):
    _, people, number = plays(room, "san-lo")
    person = people[0] if role is Role.PLAYER else room.staff(role)
    assert person.gets("/tables/T1/records").status_code == 403
    told = room.staff(Role.AUDITOR).gets("/tables/T1/records?after=0&limit=500").json()
    assert [record["seq"] for record in told["records"]] == list(range(1, told["seq"] + 1))
    sealed = [record["body"]["round"] for record in told["records"] if "secrets" in record]
    assert set(sealed) == {number}  # and not of the round that is shuffled now
    page = room.staff(Role.AUDITOR).gets("/tables/T1/records?after=3&limit=2").json()
    assert [record["seq"] for record in page["records"]] == [4, 5]
