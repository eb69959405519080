"""Two processes on one PostgreSQL: whoever asks the wrong one is sent to the other."""

import time

import pytest

from houseway.role import Role
from houseway.service.roster import rank
from tests.service.postgres import fresh_database
from tests.service.test_audit import behind_its_back
from tests.web.room import Person, Room
from tests.web.test_bad_input import refused
from tests.web.test_floor import follows, hears
from tests.web.test_rounds import CHIPS


@pytest.fixture
def rooms(postgres):
    url = fresh_database(postgres)
    with Room(url) as one, Room(url) as two:
        yield one, two


def table_of(room, other):
    """A name that falls to the first of them."""
    return next(f"T{n}" for n in range(99) if rank(room.address, f"T{n}") > rank(other.address, f"T{n}"))


def test_a_command_is_sent_on_to_the_process_that_has_the_table(rooms):
    one, two = rooms
    table = table_of(two, one)
    boss = one.staff()
    boss.opens(table, game="san-lo")  # wherever it is opened, it falls to its own
    one.waits_until(lambda: two.guest.gets(f"/tables/{table}").status_code == 200)
    for path in (f"/tables/{table}", f"/tables/{table}/events?after=1", f"/tables/{table}/rounds/1"):
        answer = one.guest.gets(path)
        refused(answer, 307, "elsewhere")
        assert answer.headers["location"] == two.address + path
    sent = boss.sends("FillTray", table=table, cents=100)
    refused(sent, 307, "elsewhere")
    assert sent.headers["location"] == f"{two.address}/tables/{table}/commands"
    there = Person(two, boss.token, boss.csrf, table=table)  # the token is good there too
    there.does("FillTray", cents=100)
    refused(one.takes(table, 1, "Ann"), 307, "elsewhere")
    ann = two.sits(table, 1, chips=CHIPS)
    assert {"name": table, "address": two.address} in one.guest.gets("/tables").json()["elsewhere"]
    assert [it["name"] for it in two.guest.gets("/tables").json()["tables"]] == [table]
    assert ann.sees(table)["seats"][0]["chips_cents"] == CHIPS


def test_a_logout_in_one_process_reaches_the_other_within_seconds(rooms):
    one, two = rooms
    boss = one.staff()
    there = Person(two, boss.token, boss.csrf)
    assert there.sends("CloseTable", table="T9").status_code == 404
    assert boss.posts("/logout", None).status_code == 204
    two.waits_until(lambda: there.sends("CloseTable", table="T9").status_code == 401, seconds=6)


def test_when_a_process_ends_its_tables_and_listeners_go_to_the_other(postgres):
    url = fresh_database(postgres)
    with Room(url) as stays:
        with Room(url) as goes:
            table = table_of(goes, stays)
            boss = goes.staff()
            boss.opens(table, game="san-lo")
            ann = goes.sits(table, 1, chips=CHIPS)
            with ann.listens(table) as heard:
                heard.hears(1)
                last = heard.messages[-1][1]
        stays.waits_until(lambda: stays.guest.gets(f"/tables/{table}").status_code == 200)
        here = Person(stays, ann.token, ann.csrf, table=table, seat=1)
        here.does("BuyIn", cents=100)
        with here.listens(table, after=last) as heard:
            heard.hears(last + 1)
            assert heard.seqs == [last + 1]
            assert heard.views[-1]["seats"][0]["yours"]


def test_the_floor_of_either_process_has_every_table_of_the_house_and_its_alerts_within_a_second(rooms):
    one, two = rooms
    boss = one.staff()
    names = table_of(one, two), table_of(two, one)
    for name in names:
        boss.opens(name, game="supreme-99", dealer="live")
    for room, name in zip((one, two), names, strict=True):
        room.waits_until(lambda room=room, name=name: room.guest.gets(f"/tables/{name}").status_code == 200)
    eyes = two.staff(Role.SURVEILLANCE)
    with follows(one, boss) as heard:
        hears(one, heard, "floor", lambda told: sorted(told["tables"]) == sorted(names) and not told["unread"])
        eyes.does("StopRound", table=names[1], note="a card fell")
        began = time.monotonic()
        told = hears(one, heard, "floor", lambda told: told["alerts"])
        assert time.monotonic() - began < 1
        assert (told["alerts"][0]["table"], told["alerts"][0]["kind"]) == (names[1], "stop")
        assert boss.posts("/floor/acknowledgements", {"alert": told["alerts"][0]["alert"]}).status_code == 201
        eyes.does("ReleaseRound", table=names[1], note="it lies again")
        hears(one, heard, "floor", lambda news: news["version"] > told["version"] and not news["alerts"])
    for room in rooms:
        watcher = room.staff()
        assert {row["table"] for row in watcher.gets("/floor/tables").json()["rows"]} == set(names)


def test_a_table_whose_book_cannot_be_read_is_told_of_and_not_left_out(tmp_path):
    url = tmp_path / "book.db"
    with Room(url) as room:
        boss = room.staff()
        for name in ("T1", "T2"):
            boss.opens(name, game="supreme-99", dealer="live")
    with behind_its_back(str(url)) as connection:
        connection.exec_driver_sql("UPDATE record SET body = replace(body, '6', '7') WHERE stream = 'T1'")
    with Room(url) as room:
        told = room.staff().gets("/floor/tables").json()
        assert told["tables"] == ["T2"] and list(told["unread"]) == ["T1"]
        assert "T1" in told["unread"]["T1"]
