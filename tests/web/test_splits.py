"""A seat that splits, by HTTP: what its hands are called, what the coach says, and the receipt that anybody checks."""

import pytest

from houseway import shuffler
from houseway.cards import parse
from houseway.table.receipt import check
from tests.browser.stacked import stacked
from tests.web.test_coach import advice

CHIPS = 1_000_00


@pytest.fixture
def ann(room, monkeypatch):
    """She has a pair of eights against a seven, and has split it."""
    order = parse("8c 8d 7h 9c 3h Ks Td")
    monkeypatch.setattr(shuffler, "shuffled", lambda pack, words=None: stacked(order, pack))
    room.staff().opens("T1", game="blackjack", dealer="automatic")
    ann = room.sits("T1", 1, chips=CHIPS)
    ann.does("PlaceWager", wager="Bet", cents=25_00)
    ann.does("SayReady")
    ann.does("Choose", word="split")
    return ann


def spot(person):
    return person.sees()["current"]["spots"]["1"]


def test_every_hand_is_told_by_its_name_and_the_one_that_is_played_is_marked(ann, room):
    hand = ann.gets("/tables/T1/hand").json()
    assert (hand["told"], hand["hands"]) == (["11"], ["11", "18"])
    assert [(each["cards"], each["is_played"]) for each in spot(ann)["split"]] == [
        (["8c", "3h"], True),
        (["8d", "Ks"], False),
    ]
    assert {option["word"]: option["cents"] for option in spot(ann)["options"]} == {
        "stand": 0,
        "hit": 0,
        "double": 25_00,
    }
    ann.does("Choose", word="stand")
    assert ann.gets("/tables/T1/hand").json()["told"] == ["18"]
    assert room.guest.gets("/tables/T1").json()["view"]["current"]["spots"]["1"]["split"][1]["is_played"]


def test_the_hands_are_shown_down_one_by_one_and_the_receipt_holds(ann, room):
    for word in ("double", "stand"):
        ann.does("Choose", word=word)
    shown = room.http.get("/tables/T1/showdown").json()
    assert (shown["seats"]["1"]["hands"], shown["seats"]["1"]["says"]) == (["21", "18"], "")
    page = room.http.get("/tables/T1/rounds/1").json()
    assert check(page, page["commitment"])[1] == []
    assert [result.get("hand", 1) for result in page["spots"]["1"]["results"]] == [1, 1, 2]


def test_the_coach_says_of_every_hand_what_it_was_worth(ann):
    for word in ("stand", "stand"):
        ann.does("Choose", word=word)
    told = advice(ann, 1)
    assert [(each["hand"], each["chosen"]["word"], each["best"]["word"]) for each in told["choices"]] == [
        (None, "split", "split"),
        (1, "stand", "double"),  # an eight and a three against a seven
        (2, "stand", "stand"),
    ]
    assert told["stakes_cents"] == {"Bet": 25_00} and not told["is_best"]
