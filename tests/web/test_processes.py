"""Two processes on one PostgreSQL: whoever asks the wrong one is sent to the other."""

import pytest

from houseway.service.roster import rank
from tests.service.postgres import fresh_database
from tests.web.room import Person, Room
from tests.web.test_bad_input import refused
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
