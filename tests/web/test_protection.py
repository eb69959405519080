"""Game protection by the API: asked of the process beside the service, and answered by ticket."""

import time
from fractions import Fraction

import pytest

import houseway
from houseway.games import GAMES
from houseway.web.protection import ProtectionAsked, forms_of
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


def test_a_dealers_mistakes_and_a_count_are_those_of_the_library(hall):
    told = answered(hall, about="errors", game="supreme-99", wager="Pair Fortunes", seats=6, stake="$100")["answer"]
    assert told["answer"]["an_hour"] == "30000/1" and told["answer"]["flashed"] is None
    costs = [Fraction(each["costs"]) for each in told["answer"]["mispaid"]]
    assert costs == [each.costs for each in houseway.mispaid("supreme-99", wager="Pair Fortunes")]
    assert told["sheets"][0]["rows"][1][-1] == "-$2,800.48"
    told = answered(hall, about="count", game="ez-baccarat", wager="Dragon 7", shoes=0)["answer"]
    assert [each["name"] for each in told["answer"]["counts"]] == [told["sheets"][1]["rows"][n][0] for n in range(4)]
    assert "counted" not in told["answer"]
    assert "which wager is counted" in answered(hall, about="count", game="match-em")["fault"]


def test_the_page_has_a_form_for_each_question_that_the_game_can_be_asked(hall):
    page = hall.http.get("/protection/match-em").text
    for form in ("hand", "seen", "collusion", "errors", "count"):
        assert f'id="{form}"' in page
    assert 'href="/protection/baccarat"' in hall.http.get("/mathematics/baccarat").text
    assert 'id="hand"' not in hall.http.get("/protection/baccarat").text
    assert hall.http.get("/protection/none").status_code == 404


def test_a_form_says_only_what_the_service_reads_and_shows_what_it_takes_without_a_word():
    taken = {name: field.default for name, field in ProtectionAsked.model_fields.items()}
    for game in GAMES.values():
        for fields in forms_of(game, game.default_decks).values():
            assert {field.name for field in fields} <= taken.keys()
    usual = {field.name: field.usual for field in forms_of(GAMES["match-em"], 1)["errors"]}
    assert [usual[name] for name in ("seats", "stake", "rate")] == [str(taken[n]) for n in ("seats", "stake", "rate")]
