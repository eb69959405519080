"""A past round, step by step, for those who watch; and the pages of the staff, each for its role."""

import pytest

from houseway.role import Role
from tests.web.test_rounds import plays

STEPS = "/tables/T1/rounds/{}/steps"


def test_a_finished_round_is_replayed_record_by_record(room):
    _, _people, number = plays(room, "san-lo")
    watch = room.staff(Role.SURVEILLANCE)
    steps = watch.gets(STEPS.format(number)).json()["steps"]
    assert [step["seq"] for step in steps] == sorted(step["seq"] for step in steps)
    assert steps[-1]["says"] == [f"GAME OVER, round {number}"]
    dealt = next(step for step in steps if step["round"]["dealt"])
    assert "??" not in str(dealt["round"]), "the round is over: every card is up"
    receipt = room.guest.gets(f"/tables/T1/rounds/{number}").json()
    for seat, spot in receipt["spots"].items():
        assert steps[-1]["round"]["spots"][seat]["results"] == spot["results"]


def test_whoever_sat_at_the_table_then_is_named_in_the_replay(room):
    room.staff().opens("T1", game="supreme-99", dealer="live")
    dealer = room.staff(Role.DEALER)
    room.sits("T1", 1, "Ann")
    ben = room.sits("T1", 2, "Ben")
    for name in ("Cid", "Dot"):  # a round each; Ben, and after him Cid, has left before it is over
        room.staff().does("VoidRound", table="T1", note="a card on the floor")
        ben.does("LeaveSeat", table="T1", seat=2)
        ben = room.sits("T1", 2, name)
    watch, seats = room.staff(Role.AUDITOR), []
    for number in (1, 2):
        steps = watch.gets(STEPS.format(number)).json()["steps"]
        seats.append([[seat["player"] for seat in step["seats"][:3]] for step in steps])
    assert seats[0][-1] == ["Ann", "Ben", None]
    assert seats[1][0] == ["Ann", None, None] and seats[1][-1] == ["Ann", "Cid", None]
    assert dealer.gets(STEPS.format(1)).status_code == 403


def test_the_log_is_the_book_in_words(room):
    _, people, number = plays(room, "san-lo")
    watch = room.staff(Role.SURVEILLANCE)
    whole = watch.gets("/tables/T1/log").json()
    assert [line["seq"] for line in whole["log"]] == list(range(1, whole["seq"] + 1))
    steps = watch.gets(STEPS.format(number)).json()["steps"]
    told = {step["seq"]: {name: step[name] for name in ("seq", "at", "by", "says")} for step in steps}
    assert [line for line in whole["log"] if line["seq"] in told] == list(told.values())
    after = watch.gets(f"/tables/T1/log?after={whole['seq'] - 3}").json()["log"]
    assert after == whole["log"][-3:]
    assert watch.gets(f"/tables/T1/log?after={whole['seq']}").json()["log"] == []
    assert room.staff(Role.DEALER).gets("/tables/T1/log").status_code == 403
    assert people[0].gets("/tables/T1/log").status_code == 403
    assert room.guest.gets("/tables/T1/log").status_code == 401


def test_the_log_tells_the_last_hundred_records_and_no_more(room):
    room.staff().opens("T1", game="supreme-99", dealer="live")
    ann = room.sits("T1", 1)
    room.staff(Role.DEALER).does("BuyIn", table="T1", seat=1, cents=100_00)
    room.staff(Role.DEALER).does("Shuffle", table="T1")
    for _ in range(60):
        ann.does("PlaceWager", wager="Standard Bet", cents=5_00)
        ann.does("TakeBackWager", wager="Standard Bet")
    log = room.staff(Role.SURVEILLANCE).gets("/tables/T1/log?after=2").json()
    assert [line["seq"] for line in log["log"]] == list(range(log["seq"] - 99, log["seq"] + 1))


def test_a_round_that_is_not_over_is_not_replayed_and_not_for_everybody(room):
    _, people, number = plays(room, "san-lo")
    watch = room.staff(Role.SURVEILLANCE)
    assert watch.gets(STEPS.format(number + 1)).status_code == 404
    assert watch.gets(STEPS.format(number + 2)).status_code == 404
    assert room.staff(Role.DEALER).gets(STEPS.format(number)).status_code == 403
    assert people[0].gets(STEPS.format(number)).status_code == 403
    assert room.guest.gets(STEPS.format(number)).status_code == 401


@pytest.mark.parametrize("role", [Role.DEALER, Role.SUPERVISOR, Role.SURVEILLANCE])
def test_a_screen_is_shown_to_its_role_and_a_login_to_others(room, role):
    room.staff(Role.SUPERVISOR).opens("T1", game="san-lo", dealer="live")
    person = room.staff(role)
    for screen in ("dealer", "supervisor", "surveillance"):
        answer = person.gets(f"/tables/T1/{screen}")
        assert answer.status_code == (200 if screen == role.value else 401)
        assert ('id="login"' in answer.text) == (screen != role.value)
        assert room.guest.gets(f"/tables/T1/{screen}").status_code == 401
    assert "Table T1" in person.gets("/staff").text
    assert 'id="login"' in room.guest.gets("/staff").text
