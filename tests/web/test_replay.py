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
