"""How the screens look: nothing overlaps or is cut, nothing scrolls on the felt, and axe finds no violation."""

from contextlib import ExitStack, contextmanager

import pytest
from playwright.sync_api import expect

from houseway.client.room import Participant
from houseway.games import GAMES
from houseway.table import commands as do
from houseway.web.languages import COOKIE, languages
from tests.browser.boxes import measured
from tests.browser.room import SIZES, TABLES, WAGERS
from tests.soak import IS_SOAK, telling

STEPS = WAGERS
EACH = telling((("san-lo",),), STEPS)  # a hand is set there, and words are said


def played(guest, game, at):
    """A round, and every screen of it shown to `at`."""
    guest.practises(game)
    at("betting")
    guest.bets(*STEPS[game])
    at("bets")
    guest.deals()
    at("dealt")
    if guest.page.locator(".setting").count():
        layout = guest.choice("legal")
        guest.sets(layout[:2])
        at("half-set")
        guest.sets(layout)
        at("set")
        guest.presses("set")
    else:
        guest.chooses(LONGEST.get(game, ()), at)
    guest.waits_for("result")
    if any(each["says"] or any(each["names"]) for each in guest.asks("/showdown")["common"].values()):
        guest.page.wait_for_selector(".common .told:not(:empty)")
    at("result")
    if game in COUNTS_LONG and not IS_SOAK:
        return
    switch = guest.page.get_by_role("switch", name="Coach")
    if not GAMES[game].choices:
        expect(switch).to_be_hidden()  # there is nothing to coach
        return
    switch.click()
    told = ".coach .verdict, #dock :text('there is nothing to judge')"  # without a tie
    guest.page.wait_for_selector(told, timeout=240_000)
    at("coach")


COUNTS_LONG = ("ultimate-texas-holdem", "pai-gow-poker", "ez-pai-gow")  # before the first hand


LONGEST = {  # of the games in which a seat may choose more than once, the most choices
    "ultimate-texas-holdem": ("check", "check", "raise 1x"),
    "let-it-ride": ("take back", "let it ride"),
}


def say_the_longest(page):
    """Whoever is first, the longest words have room."""
    page.evaluate("document.querySelector('.shuffler span').textContent = 'first to the dealer'")


ONE = (("match-em", "dark"),)


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", STEPS)
def test_nothing_overlaps_is_cut_or_scrolls(comes, game, size):
    """With pictures. `make test` measures the same screens at sizes that leave less room, in test_boxes.py."""
    guest = comes(size=size, scheme="dark" if game == "supreme-99" else "light")

    def look(screen):
        if screen == "dealt":
            say_the_longest(guest.page)
        guest.shoots(f"{game}-{screen}")
        wrong = measured(guest.page, [SIZES[size]])
        assert not wrong, (screen, wrong)

    played(guest, game, look)


@pytest.mark.parametrize("size", [pytest.param("desktop", marks=pytest.mark.soak), "phone"])
def test_a_full_table_has_room_for_everybody(comes, card_room, size):
    """It is measured at all sizes, whichever device it was made for."""
    guest = comes(size=size)
    guest.practises("match-em")
    with ExitStack() as stack:
        others = [stack.enter_context(sitting(card_room, seat)) for seat in range(1, 8) if seat != guest.seat()]
        for other in others:
            other.does(do.PlaceWager(seat=other.seat, wager="Ante", cents=300_00))
            other.does(do.SayReady(seat=other.seat))
        guest.bets("Ante")
        guest.deals()
        guest.shoots("full-table-dealt")
        dealt = measured(guest.page)
        for other in others:
            other.does(do.Choose(seat=other.seat, word="HI"))
        guest.presses("LO")
        guest.waits_for("result")
        guest.page.wait_for_selector(".common .told:not(:empty)")
        guest.shoots("full-table-result")
        assert not dealt
        assert not measured(guest.page)


@contextmanager
def sitting(room, seat):
    with Participant(room.url, TABLES["match-em"]) as person:
        person.sits_down(seat, f"Velvet Sparrow {seat}")
        person.does(do.BuyIn(seat=seat, cents=1_000_00))
        try:
            yield person
        finally:
            person.does(do.LeaveSeat(seat=seat))


@pytest.mark.parametrize(("game", "scheme"), telling(ONE, STEPS, ("light", "dark")))
def test_axe_finds_no_violation(comes, axe, game, scheme):
    """In `make test` it looks at the felt while its boxes are measured, in test_boxes.py, and here at all else."""
    guest = comes(scheme=scheme, size="phone" if game == "supreme-99" else "desktop")
    page = guest.page

    def look(screen):
        found = axe(page)
        assert not found, (screen, found)

    page.goto(guest.room.url)
    guest.shoots("lobby")
    if IS_SOAK:  # else it is looked at where a newcomer taps, in test_own_tables.py
        look("lobby")
    page.locator(".watch").first.evaluate("link => link.click()")  # on a phone it is under *More*
    page.wait_for_selector('[data-phase="watching"]')
    guest.shoots("watching")
    look("watching")
    played(guest, game, look if IS_SOAK else lambda screen: None)
    guest.opens_panel()
    page.click("text=Check round")
    page.wait_for_selector(".checked li")
    page.click("text=Show the link")
    guest.shoots(f"{game}-panel")
    look("panel")
    page.keyboard.press("Escape")
    if game == "san-lo":
        guest.presses("again")
        guest.page.wait_for_selector(".setting")
        guest.sets(guest.choice("foul"))
        guest.presses("set")
        guest.page.wait_for_selector("#warning[open]")
        guest.shoots("warning")
        look("warning")
        page.keyboard.press("Escape")
    page.goto(f"{guest.room.url}/tables/none/play")
    look("sorry")


def test_the_files_are_kept_for_ever_and_the_pages_never(card_room, comes):
    guest = comes()
    answers = {}
    guest.page.on("response", lambda answer: answers.setdefault(answer.url.partition("?")[0], answer.headers))
    guest.page.goto(card_room.url)
    page, files = answers[f"{card_room.url}/"], {url: head for url, head in answers.items() if "/static/" in url}
    assert page["cache-control"] == "no-store"
    assert "script-src 'self'" in page["content-security-policy"]
    assert "unsafe" not in page["content-security-policy"]
    assert len(files) >= 5
    for head in files.values():
        assert "immutable" in head["cache-control"] and head["etag"]
        assert head["x-content-type-options"] == "nosniff"


MOST = 245_000  # bytes, of 250,000: a text more in every language is no reason to fail


@pytest.mark.parametrize("language", telling((("vi",),), languages()))
def test_the_player_screen_weighs_little_in_every_language(card_room, comes, language):
    """Everything that is fetched until the first card can be seen, as it is sent and unpacked."""
    guest = comes()
    guest.page.context.add_cookies([{"name": COOKIE, "value": language, "url": card_room.url}])
    answers = {}
    guest.page.on("response", lambda answer: answers.setdefault(answer.url, answer))
    guest.page.goto(f"{card_room.url}/tables/1/play")
    guest.page.wait_for_selector(".puck")
    files = [answer for url, answer in answers.items() if "/static/" in url or url.endswith("/play")]
    weights = {answer.url: len(answer.body()) for answer in files}
    assert 150_000 < sum(weights.values()) < MOST
    assert sum(answer.request.sizes()["responseBodySize"] for answer in files) < MOST / 2  # as they are sent, packed
    page, texts = (
        next((url for url in weights if url.endswith(end)), "") for end in ("/play", f"/{language}.player.js")
    )
    common = sum(weights.values()) - weights[page] - weights.get(texts, 0)
    for other in languages():
        guest.page.context.add_cookies([{"name": COOKIE, "value": other, "url": card_room.url}])
        asked = [page, *([texts.replace(f"/{language}.", f"/{other}.")] if other != "en" and texts else [])]
        own = [len(guest.page.request.get(url).body()) for url in asked]
        assert min(own) > 1000 and common + sum(own) < MOST, other
    assert any(url.endswith(f"/{language}.player.js") for url in answers) is (language != "en")
    later = (
        "/panel.js",
        "/own.js",
        "/road.js",
        "/tones.js",
        f"/{language}.later.js",
    )  # until it is opened, met or heard
    assert not any(url.endswith(later) for url in answers)
    assert all(url.startswith(card_room.url) for url in answers)
