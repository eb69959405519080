"""The page of hours and money: what it asks is answered beside the service as the library answers it."""

import re
import time
from fractions import Fraction

import pytest

import houseway
from houseway.web.drafts import answer
from houseway.web.hours_asked import FORMS, amounts
from tests.web.room import Room


def asked(about: str, game: str, paytable: str = "", **said: str):
    question = {"is": about, "game": game, "paytable": paytable, "drafts": [], "decks": None, "seats": None}
    return answer(question | {"amounts": said}, lambda done, of: None)


def test_hours_are_those_of_the_library():
    told = asked("hours", "match-em", seats="1", rounds="10", shift="2", loss="$99", tables="2")
    of = houseway.hours("match-em", seats=1, rounds=10, shift=2, tables=2, loss=Fraction(99))
    assert Fraction(told["found"]["win_a_shift"]) == of.win_a_shift
    assert Fraction(told["found"]["chance_of_more"]["exact"]) == of.chance_of_more.low
    assert "2 tables of 1 seat" in told["sheets"][0]["title"]
    assert told["picture"].startswith("<svg")


def test_a_session_is_played_at_the_paytable_that_was_chosen():
    told = asked("session", "supreme-99", "Pair Fortunes", bankroll="100", rounds="20", target="", rebate="10%")
    of = houseway.session(
        "supreme-99", paytable="Pair Fortunes", bankroll=Fraction(100), rounds=20, rebate=Fraction(1, 10)
    )
    assert told["found"]["wager"] == "Pair Fortunes"
    assert told["found"]["target"] is None
    assert Fraction(told["found"]["ruin"]["exact"]) == of.session.course.ruin.low
    assert told["sheets"][2]["title"] == "10.00% of a loss paid back"


def test_promotional_chips_are_those_of_the_library():
    told = asked("promo", "supreme-99")
    of = houseway.promo("supreme-99")
    assert [Fraction(each["free_bet"]) for each in told["found"]] == [each.free_bet for each in of]
    assert len(told["sheets"][0]["rows"]) == len(of)


@pytest.mark.parametrize(
    ("about", "said", "says"),
    [
        ("hours", {"rounds": "many"}, "is not a number"),
        ("hours", {"seats": "two"}, "is not a whole number"),
        ("session", {"rounds": "5,001"}, "up to 5,000 here"),
        ("session", {"seed": "1"}, "is not asked about session"),
        ("session", {"bankroll": "lots"}, "lots"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(about: str, said: dict[str, str], says: str):
    with pytest.raises(ValueError, match=says):
        asked(about, "supreme-99", "S99", **said)


def test_what_is_taken_without_a_word_is_what_the_library_takes():
    """The form shows it, so that nothing is taken unsaid."""
    for about, fields in FORMS.items():
        takes = getattr(houseway, about).__kwdefaults__
        usual = amounts(about, {field.name: field.usual for field in fields if field.usual})
        assert usual == {name: takes[name] for name in usual}
        assert {field.name for field in fields if not field.usual} <= {name for name in takes if takes[name] is None}


def test_the_page_asks_as_the_desk_does(tmp_path):
    with Room(tmp_path / "book.db") as room:
        page = room.http.get("/hours/super-match").text
        assert "Super Match" in page and re.search(r'hours\.js"', page)
        assert 'href="/hours/super-match"' in room.http.get("/mathematics/super-match").text
        assert room.http.get("/hours/none").status_code == 404
        question = {"about": "promo", "game": "super-match", "paytable": "Super Match"}
        ticket = room.http.post("/design/questions", json=question).json()["ticket"]
        until = time.monotonic() + 120
        while (told := room.http.get(f"/design/questions/{ticket}").json())["state"] in ("waiting", "working"):
            assert time.monotonic() < until, told
            time.sleep(0.1)
        assert told["state"] == "done", told
        assert told["answer"]["found"][0]["wager"] == "Super Match"
