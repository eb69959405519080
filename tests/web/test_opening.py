"""What the page offers a supervisor is what the house accepts: whatever is chosen from it opens a table."""

import json
import re
import threading
from functools import cache
from itertools import count

import pytest

from houseway.api import figures
from houseway.game import is_progressive
from houseway.games import GAMES
from houseway.progressive.envy import READINGS
from houseway.role import Role
from houseway.service import meters
from tests.kinds import of_every_fact
from tests.web.room import SETTINGS


def told(person):
    """What came with the list of tables."""
    found = re.search(r'id="told">(.*?)</script>', person.gets("/staff").text, re.DOTALL)
    return json.loads(found[1])


METERS = ["m", "m1", "m2", "m3"]


def test_no_table_waits_while_the_chances_of_a_new_one_are_counted(room, monkeypatch):
    """They may take seconds: the thread that writes finds them counted."""
    counted_by, count_them = [], figures.meters

    def counted(*asked, **more):
        counted_by.append(threading.current_thread().name)
        return count_them(*asked, **more)

    monkeypatch.setattr(figures, "meters", counted)
    monkeypatch.setattr(meters, "mathematics_of", cache(meters.mathematics_of.__wrapped__))
    room.staff(Role.CONTROLLER_ADMIN).asks("OpenMeter", meter="m", settings=SETTINGS, opening_cents=5_000_00)
    room.staff().opens("T1", game="san-lo", meter="m", paytables={"Main Bet": "San Lo", "Progressive": "FSLPP-01"})
    assert counted_by and "houseway writer" not in counted_by


@pytest.mark.parametrize("slug", of_every_fact(GAMES))
def test_every_choice_that_is_offered_opens_a_table(room, slug):
    admin = room.staff(Role.CONTROLLER_ADMIN)
    for meter in METERS:
        admin.asks("OpenMeter", meter=meter, settings=SETTINGS, opening_cents=5_000_00)
    boss, names = room.staff(), count(1)
    given = told(boss)
    assert given["meters"] == METERS
    offer = next(each for each in given["games"] if each["game"] == slug)
    for name, values in offer["choices"].items():
        for value in values:
            assert boss.sends("OpenTable", table=f"A{next(names)}", terms=offer["terms"] | {name: value}).is_success
    for wager in offer["wagers"]:
        others = {name: paytable for name, paytable in offer["terms"]["paytables"].items() if name != wager["wager"]}
        without = boss.sends("OpenTable", table=f"A{next(names)}", terms=offer["terms"] | {"paytables": others})
        assert without.is_success == (wager["can_be_left_out"] or not others)  # no paytable at all: the usual ones
        for paytable in wager["paytables"]:
            meter = "m" if paytable["meters"] == [""] else ""
            several = {called: f"m{at}" for at, called in enumerate(paytable["meters"], 1) if called}
            terms = {"paytables": {**others, wager["wager"]: paytable["name"]}, "meter": meter, "meters": several}
            table = f"A{next(names)}"
            assert boss.sends("OpenTable", table=table, terms=offer["terms"] | terms).is_success
            if meter or several:  # another paytable does not share it
                assert boss.sends("CloseTable", table=table).is_success


def test_every_reading_that_is_offered_opens_a_table_and_says_what_it_holds(room):
    boss, names = room.staff(), count(1)
    offers = {each["game"]: each for each in told(boss)["games"]}
    read = {
        slug: {wager["wager"]: wager["paytables"][0]["readings"] for wager in offer["wagers"] if wager["paytables"]}
        for slug, offer in offers.items()
    }
    assert [slug for slug, wagers in read.items() if any(wagers.values())] == [
        slug for slug, game in GAMES.items() if game.readings
    ]
    fortunes = read["supreme-99"]["Pair Fortunes"]
    assert [(way["name"], way["holds"]) for way in fortunes] == [
        ("as written", "3.639%"),
        ("pair before 9-9", "4.703%"),
    ]
    assert "The published house edge, 4.70%, needs another reading: pair before 9-9" in fortunes[0]["told"]
    for wager, ways in read["supreme-99"].items():
        for way in ways:
            terms = offers["supreme-99"]["terms"] | {"readings": {wager: way["name"]}}
            assert boss.sends("OpenTable", table=f"R{next(names)}", terms=terms).is_success
    assert boss.sees("R2")["terms"]["readings"] == {"Pair Fortunes": "pair before 9-9"}
    unknown = offers["supreme-99"]["terms"] | {"readings": {"Pair Fortunes": "nines first"}}
    refused = boss.sends("OpenTable", table="R9", terms=unknown)
    assert refused.status_code == 409 and "is not a reading of Pair Fortunes" in refused.text


def test_whose_hands_are_envied_is_offered_with_what_it_holds(room):
    room.staff(Role.CONTROLLER_ADMIN).asks("OpenMeter", meter="m", settings=SETTINGS, opening_cents=5_000_00)
    offer = next(each for each in told(room.staff())["games"] if each["game"] == "san-lo")
    progressive = next(wager for wager in offer["wagers"] if wager["of_meter"])
    for paytable in progressive["paytables"]:
        assert [way["name"] for way in paytable["envy"]] == list(READINGS)
        assert all("however many of them bet" in way["told"] for way in paytable["envy"])


def test_nothing_of_a_game_is_left_out_of_what_is_offered(room):
    offers = {each["game"]: each for each in told(room.staff())["games"]}
    assert list(offers) == list(GAMES)
    for slug, game in GAMES.items():
        wagers = {each["wager"]: each for each in offers[slug]["wagers"]}
        assert list(wagers) == [wager.name for wager in game.wagers if game.own_paytables(wager)]
        assert offers[slug]["choices"]["decks"] == list(game.decks)
        assert offers[slug]["choices"]["seats"] == list(range(1, game.seats + 1))
        for wager in game.wagers:
            if wager.name in wagers and not is_progressive(wager):
                offered = [paytable["name"] for paytable in wagers[wager.name]["paytables"]]
                assert offered == [paytable.name for paytable in game.paytables_of(wager)]


def test_a_closed_table_is_told_with_the_terms_it_was_last_run_on(room):
    boss = room.staff()
    boss.opens("T1", game="match-em", dealer="live", decks=4, minimum_cents=15_00)
    assert told(boss)["closed"] == {}
    boss.does("ChangeDealer", dealer="automatic")
    boss.does("CloseTable")
    closed = told(boss)["closed"]
    assert list(closed) == ["T1"]
    assert (closed["T1"]["decks"], closed["T1"]["minimum_cents"], closed["T1"]["dealer"]) == (4, 15_00, "automatic")
    assert boss.sends("OpenTable", table="T1", terms=closed["T1"] | {"decks": 6}).is_success
    assert told(boss)["closed"] == {}
    assert "closed" not in told(room.staff(Role.SURVEILLANCE))
