"""Staff: PINs, tokens, cookies, and what a guesser learns."""

import asyncio
import time

import pytest
from argon2 import PasswordHasher

from houseway.cli import app
from houseway.role import Role
from houseway.service.identity import Identity
from houseway.service.people import Wait
from houseway.service.store import open_store
from tests.web.room import CHEAP, PIN
from tests.web.test_bad_input import refused


def logs_in(room, name, pin):
    answer = room.http.post("/login", json={"name": name, "pin": pin})
    room.http.cookies.clear()
    return answer


def test_a_login_gives_a_token_and_a_cookie_no_script_can_read(room):
    room.enrols("Sue", Role.SUPERVISOR)
    answer = logs_in(room, "Sue", PIN)
    told = answer.json()
    assert set(told) == {"token", "csrf", "role", "name", "expires_at", "change_pin"}
    assert (told["role"], told["name"]) == ("supervisor", "Sue")
    assert time.time() + 11 * 3600 < told["expires_at"] < time.time() + 13 * 3600
    assert not told["change_pin"]
    cookie = answer.headers["set-cookie"]
    assert told["token"] in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    with open_store(room.url) as store:
        assert told["token"] not in str(store._pool.connect().exec_driver_sql("SELECT * FROM session").all())


def test_a_cookie_needs_the_csrf_token_for_every_post(room):
    room.enrols("Sue", Role.SUPERVISOR)
    told = room.http.post("/login", json={"name": "Sue", "pin": PIN}).json()  # the client keeps the cookie
    command = {"key": "k", "command": {"is": "OpenTable", "terms": {"game": "san-lo"}}}
    for headers in ({}, {"X-CSRF-Token": ""}, {"X-CSRF-Token": "guess"}, {"X-CSRF-Token": told["token"]}):
        refused(room.http.post("/tables/T1/commands", json=command, headers=headers), 403, "no-csrf-token")
        refused(room.http.post("/logout", headers=headers), 403, "no-csrf-token")
    assert room.heads() == {}
    right = {"X-CSRF-Token": told["csrf"]}
    assert room.http.post("/tables/T1/commands", json=command, headers=right).status_code == 200
    assert room.http.get("/tables/T1/records").status_code == 200  # looking needs none
    assert room.http.post("/logout", headers=right).status_code == 204
    assert room.http.get("/tables/T1/records").status_code == 401


def test_a_seats_cookie_is_of_its_table_only(room):
    room.staff().opens("T1", game="san-lo")
    room.staff().opens("T2", game="san-lo")
    answer = room.http.post("/tables/T1/seats", json={"key": "0123456789abcdef", "seat": 4, "player": "Dan"})
    told = answer.json()
    assert "Path=/tables/T1;" in answer.headers["set-cookie"]
    assert room.http.get("/tables/T1").json()["view"]["seats"][3]["yours"]
    assert not any("yours" in seat for seat in room.http.get("/tables/T2").json()["view"]["seats"])
    command = {"key": "k", "command": {"is": "BuyIn", "seat": 4, "cents": 100}}
    refused(room.http.post("/tables/T1/commands", json=command), 403, "no-csrf-token")
    headers = {"X-CSRF-Token": told["csrf"]}
    assert room.http.post("/tables/T1/commands", json=command, headers=headers).status_code == 200


def test_who_logs_out_is_out_at_once(room):
    boss = room.staff()
    boss.opens("T1", game="san-lo")
    assert boss.posts("/logout", None).status_code == 204
    refused(boss.sends("CloseTable"), 401, "not-logged-in")
    refused(boss.posts("/logout", None), 401, "not-logged-in")


def test_who_is_dismissed_is_out_within_seconds(room):
    room.enrols("Sue", Role.SUPERVISOR)
    token = logs_in(room, "Sue", PIN).json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    assert room.http.post("/logout", headers={"Authorization": "Bearer other"}).status_code == 401
    with open_store(room.url) as store:
        assert Identity(store, hasher=CHEAP).dismiss("Sue")
    command = {"key": "k", "command": {"is": "OpenTable", "terms": {"game": "nothing"}}}
    room.waits_until(
        lambda: room.http.post("/tables/T1/commands", json=command, headers=headers).status_code == 401, seconds=6
    )
    refused(logs_in(room, "Sue", PIN), 401, "wrong-name-or-pin")


@pytest.mark.parametrize("change", [("add", "Sue", "supervisor", "--pin", "975310"), ("remove", "Sue")])
def test_a_new_pin_or_an_end_of_work_ends_the_sessions_of_a_running_service(room, change):
    room.enrols("Sue", Role.SUPERVISOR)
    headers = {"Authorization": f"Bearer {logs_in(room, 'Sue', PIN).json()['token']}"}
    assert room.http.get("/days", headers=headers).status_code == 200
    app(["staff", *change, "--book", room.url], standalone_mode=False)
    began = time.monotonic()
    room.waits_until(lambda: room.http.get("/days", headers=headers).status_code == 401, seconds=5)
    assert time.monotonic() - began < 5
    refused(logs_in(room, "Sue", PIN), 401, "wrong-name-or-pin")


def test_a_session_ends_when_its_time_is_up(tmp_path):
    async def goes_by():
        now = [1_000_000.0]
        with open_store(str(tmp_path / "book.db")) as store:
            identity = Identity(store, hasher=CHEAP, clock=lambda: now[0])
            identity.enrol("Sue", Role.SUPERVISOR, PIN)
            _, session = await identity.log_in("Sue", PIN, "here")
            assert await identity.session(session.token_hash) == session
            now[0] = session.expires_at - 1
            assert await identity.session(session.token_hash) == session
            now[0] = session.expires_at
            assert await identity.session(session.token_hash) is None
            assert await Identity(store, hasher=CHEAP, clock=lambda: now[0]).session(session.token_hash) is None

    asyncio.run(goes_by())


def test_guesses_are_limited_by_name_whether_it_exists_or_not(room):
    room.enrols("Sue", Role.SUPERVISOR)
    for name in ("Sue", "Nobody"):
        answers = [logs_in(room, name, f"guess {n}") for n in range(8)]
        for answer in answers[:5]:
            refused(answer, 401, "wrong-name-or-pin")
        for answer in answers[5:]:
            refused(answer, 429, "too-many-requests")
            assert int(answer.headers["retry-after"]) > 5
    refused(logs_in(room, "Sue", PIN), 429, "too-many-requests")


def test_one_address_cannot_keep_a_name_out_and_many_meet_its_ceiling(tmp_path):
    async def guesses():
        with open_store(str(tmp_path / "book.db")) as store:
            identity = Identity(store, hasher=CHEAP)
            identity.enrol("Sue", Role.SUPERVISOR, PIN)
            tries = [await identity.log_in("Sue", f"guess {n}", "a thief's") for n in range(30)]
            assert tries[:5] == [None] * 5
            assert all(isinstance(each, Wait) for each in tries[5:])
            _, session = await identity.log_in("Sue", PIN, "her own")
            assert session.name == "Sue"
            many = [await identity.log_in("Sue", "guess", f"address {n}") for n in range(60)]
            assert many.count(None) == 45
            assert isinstance(await identity.log_in("Sue", PIN, "her own"), Wait)
            known = await identity.device("Sue")
            _, session = await identity.log_in("Sue", PIN, "a thief's", known)  # but where she was before, she gets in
            assert session.name == "Sue"

    asyncio.run(guesses())


def test_guesses_are_limited_by_address_over_many_names(room):
    answers = [logs_in(room, f"name {n}", "guess") for n in range(25)]
    assert [answer.status_code for answer in answers] == [401] * 20 + [429] * 5


def test_a_name_that_cannot_be_one_is_refused(room):
    for body in (
        {"name": "S\0ue", "pin": PIN},
        {"name": "", "pin": PIN},
        {"name": "Sue"},
        {"name": "Sue", "pin": 593017},
    ):
        refused(room.http.post("/login", json=body), 422, "unreadable")


def test_right_logins_use_nothing_up(room):
    room.enrols("Sue", Role.SUPERVISOR)
    assert all(logs_in(room, "Sue", PIN).status_code == 200 for _ in range(30))


def test_an_unknown_name_takes_the_time_of_a_known_one(tmp_path):
    url = str(tmp_path / "book.db")
    hasher = PasswordHasher(time_cost=3, memory_cost=32 * 1024, parallelism=1)
    with open_store(url) as store:
        Identity(store, hasher=hasher).enrol("Sue", Role.SUPERVISOR, PIN)
    times = {}

    async def guesses():
        with open_store(url) as store:
            identity = Identity(store, hasher=hasher)
            for name in ("Sue", "Nobody") * 4:
                began = time.process_time()
                assert await identity.log_in(name, "guess", name) is None
                times.setdefault(name, []).append(time.process_time() - began)

    asyncio.run(guesses())
    known, unknown = (min(times[name]) for name in ("Sue", "Nobody"))
    assert 0.5 < known / unknown < 2


@pytest.mark.parametrize(
    ("name", "role", "pin"),
    [
        ("", Role.DEALER, PIN),
        (" Sue", Role.DEALER, PIN),
        ("S\nue", Role.DEALER, PIN),
        ("S" * 41, Role.DEALER, PIN),
        ("Sue", Role.DEALER, "59301"),
        ("Sue", Role.DEALER, "123456"),
        ("Sue", Role.PLAYER, PIN),
        ("Sue", Role.AUTOMATIC, PIN),
    ],
)
def test_staff_that_cannot_be_enrolled(tmp_path, name, role, pin):
    with open_store(str(tmp_path / "book.db")) as store:
        with pytest.raises(ValueError, match=r".+"):
            Identity(store, hasher=CHEAP).enrol(name, role, pin)
        assert store.list_staff() == []


def test_no_player_sits_down_under_a_name_of_the_staff(room):
    room.staff(Role.SUPERVISOR).opens("names", game="san-lo")
    early = room.sits("names", 1, name="Mona Lee")
    room.enrols("Mona Lee", Role.DEALER)
    for name in ("Mona Lee", "mona  LEE", "M0na Lee", "MONA LEE"):
        refused(room.takes("names", 2, name), 409, "name-of-the-house")
    assert room.takes("names", 1, "Mona Lee", early.key).status_code == 201, "she sat there before"
    with open_store(room.url) as store:
        Identity(store, hasher=CHEAP).dismiss("Mona Lee")
    room.sits("names", 2, name="Mona Li")
