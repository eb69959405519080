"""Pages and what they ask for beside the view: from the game's own definition, and to nobody who may not see it."""

import json
import re
import time
from importlib.resources import files

import pytest

from houseway.analysis.exact.at_random import options_met
from houseway.analysis.exact.question import question
from houseway.cards import RANK_NAMES, rank_of
from houseway.game import Deal
from houseway.games import GAMES
from houseway.table.layout import lay, layout_of
from houseway.web.card_room import open_card_room
from houseway.web.languages import languages
from houseway.web.pages import static
from tests.games.clauses import settings
from tests.kinds import of_every_fact
from tests.web.room import Room
from tests.web.test_rounds import CHIPS, bets, chooses, options

TOLD = re.compile(r'<script type="application/json" id="told">(.*?)</script>')


def told(page):
    return json.loads(TOLD.search(page.text)[1])


def test_no_page_can_run_or_load_anything_foreign(room):
    room.staff().opens("T1", game="san-lo")
    for path in ("/", "/tables/T1/play", "/tables/none/play", "/tables/<b>/play"):
        page = room.http.get(path)
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        policy = page.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in policy and "http" not in policy
        assert page.headers["x-content-type-options"] == "nosniff"
        assert page.headers["cache-control"] == "no-store"
        assert not re.search(r"<[^>]*\s(?:style|on\w+)=", page.text), "written into the page"
        assert not re.search(r"<script(?! src=\"/static/| type=\"(?:module\" src|application/json))", page.text)
        assert "http" not in re.sub(r"http-equiv", "", page.text)


def test_a_table_that_is_not_there_is_said_in_a_page(room):
    page = room.http.get("/tables/none/play")
    assert page.status_code == 404
    assert "no table has this name" in page.text


def test_what_people_call_themselves_stays_text(room):
    room.staff().opens("T1", game="san-lo")
    name = "</script><script>alert(1)</script>"
    room.sits("T1", 1, name)
    page = room.http.get("/tables/T1/play")
    assert "<script>alert" not in page.text
    assert told(page)["seen"]["view"]["seats"][0]["player"] == name


def test_a_page_is_told_what_its_viewer_may_see(room):
    room.staff().opens("T1", game="san-lo", dealer="automatic")
    ann = room.sits("T1", 1, chips=CHIPS)
    ann.does("PlaceWager", wager="Main Bet", cents=25_00)
    ann.does("SayReady")
    own = told(ann.gets("/tables/T1/play"))
    assert (own["me"]["seat"], own["me"]["csrf"]) == (1, ann.csrf)
    assert own["seen"]["view"] == ann.sees()
    guests = told(room.http.get("/tables/T1/play"))
    assert guests["me"] is None
    assert guests["seen"]["view"]["current"]["spots"]["1"]["cards"] == ["??"] * 6


def test_files_are_found_under_what_they_hold(room):
    files = static()
    assert {"player.js", "lobby.js", "styles.css", "felt.css"} <= set(files.files)
    for name in files.files:
        answer = room.http.get(f"/static/{files.version}/{name}")
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        etag = answer.headers["etag"]
        assert room.http.get(f"/static/{files.version}/{name}", headers={"If-None-Match": etag}).status_code == 304
    for path in ("/static/0/player.js", f"/static/{files.version}/none.js", f"/static/{files.version}/../pages.py"):
        assert room.http.get(path).status_code == 404


def test_no_module_knows_a_game(room):
    """Rules once: no name of a game, a hand or a wager stands in the client. A name of one common word, like a rank's,
    says nothing of where it is from."""
    names = {game.slug for game in GAMES.values()} | {game.title for game in GAMES.values()}
    words = set(names)
    words |= {wager.name for game in GAMES.values() for wager in game.wagers if " " in wager.name}
    lines = {line for game in GAMES.values() for table in game.paytables.values() for line in table.lines}
    words |= {line for line in lines if " " in line}
    for name, file in static().files.items():
        if name.endswith((".js", ".css")) and name.partition(".")[0] not in languages():  # whose words are no module's
            text = file.body.decode()
            found = [word for word in words if word in text and re.search(rf"\b{re.escape(word)}\b", text)]
            assert not found, (name, found)
    for template in files("houseway.web").joinpath("templates").iterdir():
        assert not [word for word in names if word in template.read_text("utf-8")], template.name
    for module in files("houseway.web").iterdir():
        if module.name.endswith(".py"):
            assert not [word for word in names if word in module.read_text("utf-8")], module.name


def added_by(game):
    """The wagers that come with a choice, in some rounds."""
    met = options_met(question(game), rounds=200)
    return {name for _, options in met for option in options for name, _ in option.stakes}


def test_every_game_has_a_cloth_of_its_own_and_a_new_one_changes_no_other(room):
    sheet = room.http.get(f"/static/{static().version}/felts.css")
    assert sheet.headers["content-type"].startswith("text/css")
    hues = sorted(game.felt for game in GAMES.values())
    apart = [(after - before) % 360 for before, after in zip(hues, hues[1:] + hues[:1], strict=True)]
    assert min(apart) >= 5, "two cloths of one colour"
    for hue in hues:
        assert f'[data-felt="{hue}"] {{ --hue: {hue}; }}' in sheet.text


@pytest.mark.parametrize("slug", of_every_fact(GAMES))
def test_the_layout_is_the_games_own(room, slug):
    game = GAMES[slug]
    room.staff().opens("T1", game=slug)
    layout = room.http.get("/tables/T1/layout").json()
    assert [hand["name"] for hand in layout["hands"]] == list(game.hands)
    assert [place["name"] for place in layout["places"]] == list(game.places)
    for place in layout["places"]:
        assert all(hand["name"] for hand in place["hands"])
        assert sum(hand["size"] for hand in place["hands"]) in (0, place["size"])
    assert sum(step["cards"] for step in layout["deals"] if "seat" in step["to"]) == (
        sum(hand["size"] for hand in layout["hands"])
        or sum(step.cards for step in game.round if isinstance(step, Deal) and "seat" in step.to.places)
    )
    wagers = {wager["wager"]: wager for wager in layout["wagers"]}
    assert list(wagers) == [wager.name for wager in game.wagers if not getattr(wager, "progressive", False)]
    added = added_by(game)
    for name, wager in wagers.items():  # each is placed, or follows another, or comes with a choice, or is free
        ways = wager["placed"], bool(wager["follows"]), wager["free"] and name not in added, name in added
        assert sum(ways) == 1, name
    assert layout["felt"] == game.felt
    assert layout["chooses"] == bool(game.choices)


@pytest.mark.parametrize("slug", ["san-lo", "supreme-99", "match-em", "three-card-poker"])
def test_a_hand_is_told_to_its_player_and_to_nobody_else(room, slug):
    game = GAMES[slug]
    boss = room.staff()
    boss.opens("T1", game=slug, dealer="automatic")
    ann, ben = room.sits("T1", 1, chips=CHIPS), room.sits("T1", 2, chips=CHIPS)
    assert ann.gets("/tables/T1/hand").status_code == 404  # nothing is dealt
    for person in (ann, ben):
        bets(person, slug)
        person.does("SayReady")
    hand = ann.gets("/tables/T1/hand").json()
    cards = room.server._house.floor.tables["T1"].round.cards_of(1)
    assert bool(hand["choices"]) == bool(game.hands)
    assert bool(hand["told"]) != bool(game.hands)  # what is set is named hand by hand
    if game.hands:
        split = game.way.source.split
        fouls = "foul" if any(option.foul for option in settings(game, cards)) else "refused"
        standings = {layout_of(cards, cut): "legal" if split.may_be_set(cut) else fouls for cut in split.cuts(cards)}
        assert {choice["layout"]: choice["standing"] for choice in hand["choices"]} == standings
        assert all(choice["why"] for choice in hand["choices"] if choice["standing"] != "legal")
        for choice in hand["choices"]:
            assert choice["names"] == [game.hand_name(each) for each in lay(cards, choice["layout"])]
    assert ben.gets("/tables/T1/hand").json()["seat"] == 2
    assert boss.gets("/tables/T1/hand").status_code == 403
    assert room.http.get("/tables/T1/hand").status_code == 401
    assert room.http.get("/tables/T1/showdown").json()["seats"] == {}
    chooses(ann)
    assert ann.gets("/tables/T1/hand").status_code == 404  # it has chosen
    chooses(ben)
    rnd = room.server._house.floor.tables["T1"].previous
    shown = room.http.get("/tables/T1/showdown").json()
    assert shown["round"] == 1
    [main, *_] = rnd.spots[1].results
    if not rnd.spots[1].is_out:
        assert main.reason.endswith(f"{shown['seats']['1']['says']} against {shown['common']['dealer']['says']}")
    won = sum(how == "beats" for how in shown["seats"]["1"]["matchups"])
    if slug == "san-lo":
        assert (won >= 2) is (main.line != "lose")


def test_the_hands_of_common_places_are_named_when_they_lie_open(room):
    """Banker and Player, of whom no seat has a card; and the dealer's with the board, not before it is turned over."""
    room.staff().opens("T1", game="ez-baccarat")
    ann = room.sits("T1", 1, chips=CHIPS)
    bets(ann, "ez-baccarat")
    ann.does("SayReady")
    rnd = room.server._house.floor.tables["T1"].previous
    shown = room.http.get("/tables/T1/showdown").json()
    assert shown["common"]["player"]["says"].endswith(f"in {len(rnd.cards_of('player'))} cards")
    assert shown["common"]["banker"]["says"].endswith(f"in {len(rnd.cards_of('banker'))} cards")
    assert shown["seats"]["1"]["says"] == ""
    room.staff().opens("T2", game="ultimate-texas-holdem")
    ben = room.sits("T2", 1, chips=CHIPS)
    bets(ben, "ultimate-texas-holdem")
    ben.does("SayReady")
    told = []
    while options(ben):
        told.append(ben.gets("/tables/T2/hand").json()["told"])
        assert {each["says"] for each in room.http.get("/tables/T2/showdown").json()["common"].values()} == {""}
        ben.does("Choose", word="check" if len(told) < 3 else "raise 1x")
    assert [len(each) for each in told] == [0, 0, 1]  # a hand of seven cards has a name when all seven are seen
    shown = room.http.get("/tables/T2/showdown").json()
    assert shown["seats"]["1"]["says"] == told[-1][0]
    assert shown["common"]["dealer"]["says"] and not shown["common"]["board"]["says"]


def test_the_hand_that_is_told_is_that_of_all_cards_and_not_of_the_first(room):
    """Of Triple Shot, whose War is settled by the first card; that is told in words too."""
    game = GAMES["triple-shot"]
    room.staff().opens("T1", game=game.slug)
    ann = room.sits("T1", 1, chips=CHIPS)
    bets(ann, game.slug)
    ann.does("SayReady")
    rnd = room.server._house.floor.tables["T1"].previous
    [war, *_] = rnd.spots[1].results
    mine, his = (RANK_NAMES[rank_of(rnd.cards_of(place)[0])] for place in (1, 0))  # 0 is the dealer
    assert war.reason.endswith(f": {mine} against {his}")
    poker = game.wagers[1].hand
    says = room.http.get("/tables/T1/showdown").json()["seats"]["1"]["says"]
    assert says == poker.tell(poker.worth(rnd.cards_of(1)), ())


def test_the_check_of_a_round_is_that_of_the_command_line(room):
    room.staff().opens("T1", game="supreme-99", dealer="automatic")
    ann = room.sits("T1", 1, chips=CHIPS)
    ann.does("PlaceWager", wager="Standard Bet", cents=25_00)
    sealed = ann.sees()["current"]["commitment"]
    ann.does("SayReady")
    ann.does("AskHouseWay")
    checked = room.http.get(f"/tables/T1/rounds/1/check?published={sealed}").json()
    assert len(checked["checked"]) >= 8 and checked["wrong"] == []
    other = room.http.get(f"/tables/T1/rounds/1/check?published={'0' * 64}").json()
    assert other["wrong"] == ["the commitment is the one that was published"]
    assert room.http.get("/tables/T1/rounds/2/check").status_code == 404


def test_the_view_says_when_the_dealer_goes_on(room):
    room.staff().opens("T1", game="supreme-99", dealer="automatic", betting_seconds=60)
    ann = room.sits("T1", 1, chips=CHIPS)
    assert ann.gets("/tables/T1").json()["due_at"] is None  # he waits for a bet
    ann.does("PlaceWager", wager="Standard Bet", cents=25_00)
    assert ann.gets("/tables/T1").json()["due_at"] is not None


# ---- the card room


def test_the_card_room_is_opened_once(tmp_path):
    with Room(tmp_path / "book.db") as room:
        open_card_room(room.server._house.floor)
        tables = room.http.get("/tables").json()["tables"]
        assert sorted(table["game"] for table in tables) == sorted(GAMES)
        assert [table["name"] for table in tables] == [str(number) for number in range(1, len(GAMES) + 1)]
        assert {table["dealer"] for table in tables} == {"automatic"}
        meters = {meter["name"]: meter["tables"] for meter in room.http.get("/meters").json()["meters"]}
        assert meters == {table["meter"]: [table["name"]] for table in tables if table["meter"]}
        room.staff().does("CloseTable", table="3")
        before = room.heads()
    with Room(tmp_path / "book.db") as room:
        open_card_room(room.server._house.floor)
        assert room.heads() == before  # what people close stays closed


def test_the_host_frees_the_seat_of_whoever_is_gone_and_of_nobody_else(tmp_path):
    with Room(tmp_path / "book.db", away_seconds=0.3) as room:
        room.staff().opens("T1", game="supreme-99", dealer="automatic", betting_seconds=3600)
        gone = room.sits("T1", 1, "Gone", chips=CHIPS)
        plays = room.sits("T1", 2, "Plays", chips=CHIPS)
        looks = room.sits("T1", 3, "Looks", chips=CHIPS)
        plays.does("PlaceWager", wager="Standard Bet", cents=25_00)
        with looks.listens():
            room.waits_until(lambda: room.guest.sees()["seats"][0]["player"] is None)
            time.sleep(2.5)  # the host looks round once more
            seats = room.guest.sees()["seats"]
        assert [seat["player"] for seat in seats[:3]] == [None, "Plays", "Looks"]
        assert gone.sends("BuyIn", cents=1_00).status_code == 401


def test_without_a_host_nobody_loses_a_seat(tmp_path, monkeypatch):
    hosted = []
    monkeypatch.setattr("houseway.web.app.host", lambda *house: hosted.append(house))
    with Room(tmp_path / "book.db"):
        assert not hosted
