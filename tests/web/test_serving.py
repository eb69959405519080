"""The server as a program: it says where it is, stops when told, and refuses a book it cannot have."""

import re
import signal
import subprocess
import sys
import time
from datetime import time as time_of_day

import httpx2
import pytest

from houseway.games import GAMES
from houseway.role import Role
from houseway.service.entry import GamingDay
from houseway.service.store import open_store
from houseway.web.serve import make_server
from tests.web.room import PIN, Room
from tests.web.test_rounds import plays

PROGRAM = """
import sys
from houseway.web.serve import make_server
server = make_server(sys.argv[1], port=0, on_ready=lambda: print(server.address, flush=True))
server.run()
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_says_where_it_is_and_stops_when_told(tmp_path, number):
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "book.db")], stdout=subprocess.PIPE, text=True
    )
    try:
        address = program.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", address)
        assert httpx2.get(f"{address}/ready").status_code == 200
        began = time.monotonic()
        program.send_signal(number)
        assert program.wait(10) == 0
        assert time.monotonic() - began < 2
    finally:
        program.kill()
        program.stdout.close()


def test_it_does_not_start_on_a_broken_book_of_the_house_and_shuts_a_table_whose_book_is_broken(tmp_path):
    url = str(tmp_path / "book.db")
    with Room(url) as room:
        room.staff().opens("T1", game="san-lo")
        room.staff().opens("T2", game="supreme-99")
    with open_store(url) as store, store._pool.connect() as connection:
        guard = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = 'record_no_update'").scalar()
        connection.exec_driver_sql("DROP TRIGGER record_no_update")
        connection.exec_driver_sql("UPDATE record SET body = replace(body, 'san-lo', 'san-li') WHERE seq = 1")
        connection.exec_driver_sql(guard)
    with Room(url) as room:
        seat = room.takes("T1", 1, "Ann")
        assert (seat.status_code, seat.json()["error"]["code"]) == (503, "out-of-service")
        assert room.takes("T2", 1, "Ann").status_code == 201
    with open_store(url) as store, store._pool.connect() as connection:
        connection.exec_driver_sql("DROP TRIGGER record_no_update")
        connection.exec_driver_sql("UPDATE record SET hash = 'x' WHERE stream = 'the house' AND seq = 1")
        connection.exec_driver_sql(guard)
    with pytest.raises(ValueError, match="record 1 of 'the house'"):
        make_server(url, port=0).run()


def test_two_servers_do_not_share_a_sqlite_book_or_a_port(room):
    port = int(room.address.rpartition(":")[2])
    with pytest.raises(ValueError, match=r"^127\.0\.0\.1:\d+: .*in use"):
        make_server(room.url, port=port)
    with pytest.raises(ValueError, match="in use by another process"):
        make_server(room.url, port=0).run()


def test_a_proxy_on_this_machine_is_believed_only_if_it_is_trusted(tmp_path):
    for trusted in (True, False):
        with Room(tmp_path / f"{trusted}.db", trust_proxy=trusted, address_burst=40, address_per_second=0.01) as room:
            codes = [
                room.http.get("/games", headers={"X-Forwarded-For": f"192.0.2.{n}"}).status_code for n in range(50)
            ]
            assert set(codes) == ({200} if trusted else {200, 429})


def test_behind_https_cookies_are_sent_over_it_alone(tmp_path):
    with Room(tmp_path / "book.db", https=True) as room:
        room.enrols("Sue", Role.SUPERVISOR)
        cookies = room.http.post("/login", json={"name": "Sue", "pin": PIN}).headers.get_list("set-cookie")
        assert len(cookies) == 2  # the session's and the device's
        assert all("Secure" in cookie for cookie in cookies)


def test_the_gaming_day_is_the_card_rooms(tmp_path):
    """On Kiritimati it is tomorrow when it is yesterday on Niue."""
    days = []
    for zone in ("Pacific/Kiritimati", "Pacific/Niue"):
        day = GamingDay(zone, time_of_day(0))
        with Room(tmp_path / f"{zone[8:]}.db", gaming_day=day) as room:
            room.staff().opens("T1", game="san-lo")
            days += [record.day for record in room.book.read("T1", upto=1)]
    assert days[0] > days[1]


def test_ready_health_and_ping(room):
    assert room.http.get("/health").json() == {"health": "ok"}
    assert room.http.get("/ready").json() == {"ready": "yes"}
    answer = room.http.post("/ping")
    assert (answer.status_code, answer.content) == (204, b"")
    room.server._house.floor.ready.clear()
    answer = room.http.get("/ready")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not-ready")
    assert room.takes("T1", 1, "Ann").status_code == 503


def test_a_process_that_was_overtaken_says_so_and_not_that_it_reads_the_book(room):
    """As one that was stopped, and wakes after another has taken its book."""
    if room.url.startswith("postgresql"):
        pytest.skip("there the server ends the connection of a process that hangs, and its tables go to the others")

    def says():
        answer = room.http.get("/ready")
        other.beat("another")
        return answer.status_code == 503 and answer.json()["error"]["says"]

    with open_store(room.url) as other:
        other.take_over("book")
        assert other.claim("another")
        room.waits_until(lambda: says() == "another process has taken the book")
        heard = []
        for _ in range(20):
            heard.append(says())
            time.sleep(0.1)
        assert set(heard) == {"another process has taken the book"}


def test_a_table_that_is_still_being_read_is_not_looked_for_elsewhere(room):
    room.staff().opens("T1", game="san-lo")
    del room.server._house.floor._roster.tables["T1"]
    assert room.guest.gets("/tables/T1").status_code in (503, 200)  # and not 307, to this very process


def test_the_lobby_shows_the_tables_and_the_games_their_wagers(room):
    boss, _, _ = plays(room, "san-lo", seats=(2, 5))
    boss.opens("T2", game="match-em", minimum_cents=10_00)
    refused = boss.sends("OpenTable", table="T3", terms={"game": "faro"})
    assert refused.status_code == 409
    told = room.guest.gets("/tables").json()
    assert [table["name"] for table in told["tables"]] == ["T1", "T2"]
    one, two = told["tables"]
    assert (one["game"], one["seats_taken"], one["round"]) == ("san-lo", [2, 5], 2)
    assert (two["stage"], two["minimum_cents"], two["seats_taken"]) == ("betting", 10_00, [])
    assert told["elsewhere"] == []
    assert room.guest.gets("/tables/T3").status_code == 404
    games = room.guest.gets("/games").json()["games"]
    assert {game["game"] for game in games} == set(GAMES)
    assert all(wager["paytables"] for game in games for wager in game["wagers"])


def test_what_happens_is_counted(room):
    boss, people, _ = plays(room, "san-lo")
    people[0].does("BuyIn", cents=100, key="k")
    people[0].does("BuyIn", cents=100, key="k")
    people[0].sends("BuyIn", cents=-1)
    boss.opens("T2", game="match-em")
    told = room.http.get("/metrics").text
    for line in (
        'houseway_commands_total{command="OpenTable",outcome="accepted"} 2.0',
        'houseway_commands_total{command="BuyIn",outcome="again"} 1.0',
        'houseway_commands_total{command="BuyIn",outcome="bad-amount"} 1.0',
        'houseway_commands_total{command="TakeSeat",outcome="accepted"} 2.0',
        "houseway_open_tables 2.0",
        "houseway_stream_clients 0.0",
        f'houseway_book_seq{{table="T1"}} {float(room.book.head("T1").seq)}',
    ):
        assert line in told.splitlines(), line
    assert float(re.search(r"houseway_command_seconds_count (\S+)", told)[1]) >= 10
    assert float(re.search(r"houseway_commit_commands_sum (\S+)", told)[1]) >= 10
    assert float(re.search(r"houseway_commit_seconds_count (\S+)", told)[1]) >= 5
