"""Game protection by the API: asked of the process beside the service, and answered by ticket."""

import time
from fractions import Fraction

import pytest

import houseway
from tests.web.room import Room


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with Room(tmp_path_factory.mktemp("hall") / "book.db") as room:
        yield room


def answered(room, seconds=120, **question):
    ticket = room.http.post("/protection/questions", json=question).json()["ticket"]
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        told = room.http.get(f"/design/questions/{ticket}").json()
        if told["state"] in ("done", "failed"):
            return told
        time.sleep(0.05)
    raise AssertionError(told)


def test_what_the_library_says_is_what_the_api_says(hall):
    hand = {"about": "hand", "game": "three-card-poker", "cards": "Qd 6s 4h", "seen": {"dealer": "As"}}
    found = answered(hall, **hand)["answer"]["answer"]
    assert [each["option"] for each in found["options"]] == ["fold", "play"]
    seen = answered(hall, about="seen", game="supreme-99", place="dealer")["answer"]["answer"]
    assert Fraction(seen["edge"]) == houseway.knowing("supreme-99", shown=1).edge
    [shared] = answered(hall, about="collusion", game="match-em", number=7, decks=2, samples=100)["answer"]["answer"]
    assert shared["seats"] == 7 and shared["samples"] == 100 and not shared["exact"]


def test_what_cannot_be_answered_says_why(hall):
    told = answered(hall, about="seen", game="ultimate-texas-holdem", number=10)
    assert told["state"] == "failed" and "too long" in told["fault"]
    assert hall.http.post("/protection/questions", json={"about": "seen", "game": "none"}).status_code == 404
    assert hall.http.post("/protection/questions", json={"about": "luck", "game": "match-em"}).status_code == 422
