"""What is posted at a table is what the table is run on."""

import pytest

from houseway.games import GAMES
from houseway.letters import letters
from houseway.money import dollars
from houseway.odds import as_printed
from houseway.progressive.envy import READINGS
from houseway.service.audit import verify
from houseway.table.ceiling import Ceiling
from houseway.table.terms import Terms, filled
from houseway.web.signs import rules_of
from tests.kinds import first_of_kinds, of_every_fact
from tests.table.test_room_way import low_first  # noqa: F401
from tests.web.reading import read
from tests.web.room import Room
from tests.web.test_meters import PAYTABLES, Floor
from tests.web.test_opening import told


def posting(room, table="T1"):
    return read(room.http.get(f"/tables/{table}/posting"))


@pytest.mark.parametrize("name", of_every_fact(GAMES))
def test_every_line_of_every_paytable_is_posted_with_its_pay(room, name):
    game, terms = GAMES[name], filled(Terms(game=name))
    room.staff().opens("T1", game=name)
    page = posting(room)
    tables = {
        table.find("caption")[0].text: table.rows() for table in page.find("div", kind="paytables")[0].find("table")
    }
    offered = [wager for wager in game.wagers if terms.paytable(wager)]
    assert len(tables) == len(offered)
    for wager in game.wagers:
        paytable = terms.paytable(wager)
        if paytable:
            rows = tables[f"{wager.name} {paytable.label}"]
            lines = [[line[0].upper() + line[1:], as_printed(str(pay))] for line, pay in paytable.lines.items()]
            assert [row[:2] for row in rows] == lines
    limits = {row[0]: row[1:] for row in page.find("section", kind="limits")[0].find("table")[0].rows()}
    assert limits[game.placed[0].name] == [dollars(terms.minimum_cents), dollars(terms.maximum_cents), "no limit"]
    assert set(limits) == {wager.name for wager in offered}
    ways = page.find("section", kind="way")
    assert [item.text for way in ways for item in way.find("li")] == list(game.way.rules if game.way else ())
    assert bool(page.find("p", kind="unapproved")) == (not letters()[game.letters[0]].is_approval)
    assert page.find("section", kind="rules")[0].find("dl")[0].terms() == rules_of(game, terms)
    disputes = page.find("section", kind="disputes")[0].text
    for who in ("supervisor", "surveillance", "book", "Washington State Gambling Commission"):
        assert who in disputes
    assert "records every round" not in disputes  # no camera is part of this
    assert "no certificate" in page.find("footer")[0].text


@pytest.mark.parametrize(
    ("name", "number_by"),
    [
        pytest.param(name, by, marks=() if game.number_by or by_kind else pytest.mark.soak)
        for name, game in GAMES.items()
        for by_kind in [name in first_of_kinds(GAMES)]
        for by in game.number_by or ("rng",)
    ],
)
def test_the_posting_names_what_numbers_this_table_and_nothing_else(room, name, number_by):
    room.staff().opens("T1", game=name, number_by=number_by)
    deal = posting(room).find("section", kind="deal")[0].text
    numbered = bool(GAMES[name].number_by)
    assert ("dice" in deal) == (numbered and number_by == "dice")
    assert ("random number generator" in deal) == (numbered and number_by == "rng")


@pytest.mark.parametrize("name", of_every_fact(GAMES))
def test_the_posting_names_the_letters_that_enclose_the_rules_of_the_game_and_no_other(room, name):
    room.staff().opens("T1", game=name)
    source = posting(room).find("p", kind="source")[0].text
    for letter in letters().values():
        encloses = any(entry.game == name for entry in letter.entries)
        assert (f"“{letter.title}”" in source and str(letter.date) in source) == encloses, letter.id


def test_when_a_win_comes_off_the_meter_is_posted(room):
    """The letter has the meter adjusted with the key back in RUN [SLP 9g]; ours falls with J-POT, and says so."""
    Floor(room)
    told = posting(room).find("section", kind="meter")[0].text
    assert "comes off the meter when J-POT records it" in told and "SLP 9g" in told


def test_limits_of_the_house_are_posted(room):
    terms = {"minimum_cents": 10_00, "maximum_cents": 200_00, "side_maximum_cents": 100_00}
    room.staff().opens("T1", game="san-lo", **terms, aggregate_cents={"Fortune Bonus": 6_000_00})
    rows = posting(room).find("section", kind="limits")[0].find("table")[0].rows()
    assert rows[0][1:] == ["$10", "$200", "no limit"]
    assert [row[-1] for row in rows if row[-1] != "no limit"] == ["$6,000"]
    assert "shared if it is more" in posting(room).text


def test_the_meter_its_stake_and_envy_are_posted(room):
    floor = Floor(room)
    floor.plays()
    page = posting(room)
    meter = page.find("section", kind="meter")[0].text
    assert "$5,000.42" in meter and "Stake $1." in meter and "Tables T1, T2 play for it" in meter
    assert ["Five Aces", "100%", "envy $100"] in [
        row for table in page.find("div", kind="paytables")[0].find("table") for row in table.rows()
    ]
    floor.sue.asks("Suspend", note="counted")
    assert "suspended: no stake is taken" in posting(room).text


@pytest.mark.parametrize("reading", READINGS)
def test_the_posting_says_whose_hands_are_envied(room, reading):
    floor = Floor(room)
    floor.sue.opens("T9", game="san-lo", paytables=PAYTABLES, meter="m", envy=reading)
    text = posting(room, "T9").find("section", kind="readings")[0].text
    assert READINGS[reading] in text
    assert not any(says in text for other, says in READINGS.items() if other != reading)
    assert "18.792%" in text and "24.077%" in text  # five hands envied, and none


BOTH = {"as written": "It holds 3.639%.", "pair before 9-9": "It holds 4.703%."}


@pytest.mark.parametrize("reading", BOTH)
def test_s99_13_the_posting_says_how_pair_fortunes_is_read_and_what_each_reading_holds(room, reading):
    room.staff().opens("T1", game="supreme-99", readings={"Pair Fortunes": reading})
    [read_so] = posting(room).find("section", kind="readings")[0].find("dd")
    assert read_so.text.lower().startswith(reading)
    assert BOTH[reading] in read_so.text
    other = next(holds for name, holds in BOTH.items() if name != reading)
    assert other.replace("It holds", "it would hold") in read_so.text
    needs = "4.70%, needs another reading: pair before 9-9" if reading == "as written" else "4.70%, follows from this"
    assert needs in read_so.text


@pytest.mark.parametrize(("paytable", "published"), [("FSLP-01", "2.00%"), ("FSLP-04", "5.58%")])
@pytest.mark.parametrize("reading", ["as written", "joker must play"])
def test_sl_13_the_posting_says_how_the_fortune_bonus_is_read(room, paytable, published, reading):
    offered = {"Main Bet": "San Lo", "Fortune Bonus": paytable}
    room.staff().opens("T1", game="san-lo", paytables=offered, readings={"Fortune Bonus": reading})
    [read_so] = posting(room).find("section", kind="readings")[0].find("dd")
    as_written = reading == "as written"
    assert f"{published}, {'needs another reading: joker must play' if as_written else 'follows from'}" in read_so.text
    assert ("Read “joker must play” it would hold" in read_so.text) == as_written


def test_a_game_without_two_readings_posts_none(room):
    room.staff().opens("T1", game="match-em")
    assert not posting(room).find("section", kind="readings")


def test_s99_6_a_house_way_of_the_rooms_own_is_offered_opened_posted_and_audited(room, low_first):  # noqa: F811
    """From the form of the supervisor to the wall, by the file that the house proved, and by no other."""
    boss = room.staff()
    [offered] = next(each for each in told(boss)["games"] if each["game"] == "supreme-99")["ways"]
    assert offered.pop("standing") == "the room's own: nothing approves it"
    boss.opens("T1", game="supreme-99", way=offered)
    way = posting(room).find("section", kind="way")[0]
    assert "Low first 3 (ours)" in way.text and "nothing approves it" in way.text
    assert low_first.digest[:16] in way.text
    assert [item.text for item in way.find("li")] == ["Set the strongest Low that does not foul."]
    assert boss.gets("/tables/T1/layout").json()["house_way"]["label"] == "Low first 3 (ours)"
    claimed = boss.sends("OpenTable", table="T2", terms={"game": "supreme-99", "way": offered | {"approved": "me"}})
    assert claimed.status_code == 409 and claimed.json()["error"]["code"] == "way-not-proved"
    verify(room.book)


def test_wac_230_15_140_the_ceiling_of_the_house_is_posted_and_holds(tmp_path):
    ceiling = Ceiling(cents=500_00, approved="Compact, Appendix X2", since="2026-01-01")
    with Room(tmp_path / "own.db", ceiling=ceiling) as room:
        boss = room.staff()
        boss.opens("T1", game="supreme-99", maximum_cents=500_00)
        limits = posting(room).find("section", kind="limits")[0].text
        assert "No single wager is above $500: by the house’s own approval, Compact, Appendix X2" in limits
        terms = {"game": "supreme-99", "maximum_cents": 500_01}
        assert boss.sends("OpenTable", table="T2", terms=terms).status_code == 409
        assert told(boss)["ceiling"]["cents"] == 500_00
        verify(room.book)


def test_wac_230_15_140_without_one_the_cap_of_card_rooms_is_posted(room):
    room.staff().opens("T1", game="supreme-99")
    limits = posting(room).find("section", kind="limits")[0].text
    assert "No single wager is above $300: the cap of card rooms in Washington (WAC 230-15-140)" in limits


def test_rules_of_wagers_that_are_not_offered_are_not_posted():
    game = GAMES["san-lo"]
    plain = rules_of(game, filled(Terms(game="san-lo")))
    assert "SL 11" in plain and "SLP 1" not in plain and "GMA S99" not in plain
    assert "SLP 1" in rules_of(game, filled(Terms(game="san-lo", paytables=PAYTABLES, meter="m")))


def test_wac_230_15_060_it_says_whether_employees_may_play_in_the_houses_own_words(tmp_path):
    with Room(tmp_path / "own.db", employees="Dealers may play on days off.") as room:
        room.staff().opens("T1", game="supreme-99")
        [section] = posting(room).find("section", kind="employees")
        assert [p.text for p in section.find("p")] == ["Dealers may play on days off."]


def test_a_house_posts_its_own_text_on_disputes(tmp_path):
    with Room(tmp_path / "own.db", disputes="Ask <Sue>.\nThen the board.") as room:
        room.staff().opens("T1", game="supreme-99")
        assert [p.text for p in posting(room).find("section", kind="disputes")[0].find("p")] == [
            "Ask <Sue>.",
            "Then the board.",
        ]


@pytest.mark.parametrize("name", ["nobody", "no%20such", "x" * 80])
def test_a_table_that_is_not_there_is_a_page_that_says_so(room, name):
    page = read(room.http.get(f"/tables/{name}/posting"), 404)
    assert page.find("a", href="/")


@pytest.mark.parametrize("dealer", ["live", "automatic"])
def test_the_posting_says_who_verifies_a_great_payout_at_this_table(room, dealer):
    room.staff().opens("T1", game="san-lo", dealer=dealer)
    limits = posting(room).find("section", kind="limits")[0].text
    own = "where surveillance is on duty; else the table acknowledges it and the book says so"
    assert (own in limits) == (dealer == "automatic")
    assert ("verified by surveillance before it is paid" in limits) == (dealer == "live")


@pytest.mark.parametrize("name", of_every_fact(GAMES))
def test_the_posting_says_when_a_players_house_way_is_shown(room, name):
    room.staff().opens("T1", game=name)
    ways = " ".join(section.text for section in posting(room).find("section", kind="way"))
    for_players = any(choice.way for choice in GAMES[name].choices)
    assert ("every other seat has set its hand or has asked too" in ways) == for_players
