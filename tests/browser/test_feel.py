"""How a round feels: chips that move, a jackpot for all, settings that stay, keys, another language, no network."""

import json
import re

import pytest
from playwright.sync_api import expect

from houseway.games import GAMES
from houseway.table.terms import way_label
from houseway.web.languages import languages
from tests.browser.boxes import measured
from tests.browser.room import LETTERS, TABLES
from tests.browser.test_pages import floor  # noqa: F401
from tests.soak import IS_SOAK, telling
from tests.web.test_meters import ROYAL
from tests.web.texts_of_games import texts_of_game

# What flew over the page, by what it was.
FLEW = """() => {
  window.flew = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node.matches?.(".flying")) window.flew.push(node.className);
  }).observe(document.body, { childList: true });
}"""  # noqa: E501
HEARD = """() => {
  window.sounds = 0;
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...when) { window.sounds++; return start.apply(this, when); };
}"""


def chosen(guest, **settings):
    guest.page.evaluate("(settings) => localStorage.setItem('houseway settings', JSON.stringify(settings))", settings)
    guest.page.reload()


def test_chips_go_to_the_wager_and_to_the_winner_and_are_heard_only_if_wanted(comes):
    guest = comes(calm=False)
    page = guest.page
    guest.practises("match-em")
    page.evaluate(FLEW)
    page.evaluate(HEARD)
    guest.bets("Ante")
    page.wait_for_function("() => window.flew.length === 1")
    assert page.evaluate("window.sounds") == 0  # off by default
    page.click("#open-settings")
    page.check("[name=sound][value=on]")
    page.keyboard.press("Escape")
    guest.presses("double")
    page.wait_for_function("() => window.flew.length === 2 && window.sounds > 0")
    expect(page.locator('.spot[data-wager="Ante"] .amount')).to_have_text("$50")
    guest.presses("undo")
    expect(page.locator('.spot[data-wager="Ante"] .amount')).to_have_text("$25")
    guest.deals()
    guest.presses("LO")
    guest.waits_for("result")
    page.wait_for_function("() => window.flew.length > 3")  # swept up, paid or given back
    page.wait_for_function("() => !document.querySelector('.flying')")  # and nothing of it stays
    page.reload()
    assert page.evaluate("document.documentElement.dataset.sound") == "on"


def test_nothing_moves_where_calm_was_asked_for(comes):
    guest = comes(calm=False)
    guest.page.goto(guest.room.url)
    chosen(guest, motion="reduced")
    guest.practises("match-em")
    guest.page.evaluate(FLEW)
    guest.bets("Ante")
    guest.deals()
    assert guest.page.evaluate("document.getAnimations().length") == 0
    guest.presses("HI")
    guest.waits_for("result")
    assert guest.page.evaluate("[window.flew.length, document.getAnimations().length]") == [0, 0]


def test_space_and_letters_play_a_round_and_never_bet_by_surprise(comes):
    guest = comes()
    page, keys = guest.page, guest.page.keyboard
    guest.practises("match-em")
    keys.press("Space")
    guest.rests()
    assert not guest.spot().get("wagers")  # there is nothing to deal or to repeat
    guest.bets("Ante")  # by a click, after which the focus is on the wager
    page.wait_for_function("() => !document.querySelector('[data-act=deal][aria-disabled]')")
    keys.press("Space")  # deals, and puts no chip down
    guest.waits_for("choosing")
    assert guest.spot()["wagers"] == {"Ante": 25_00}
    letters = page.eval_on_selector_all(
        "#dock [data-act]", "all => all.map(each => [each.dataset.act, each.getAttribute('aria-keyshortcuts')])"
    )
    assert dict(letters) == {"HI": "H", "LO": "L", "HI double": "D", "LO double": "O"}
    page.wait_for_function("() => !document.querySelector('[data-act=LO][aria-disabled]')")
    guest.is_impatient("again", " ")  # meant for what was there before
    keys.press("l")
    guest.waits_for("result")
    number = guest.view()["round"]
    page.wait_for_selector('[data-act="again"]')
    guest.rests()
    assert guest.phase() == "result"
    page.wait_for_function("() => !document.querySelector('[data-act=again][aria-disabled]')")
    page.get_by_role("switch", name="Coach").click()  # and the space bar is not its own after that
    keys.press("Space")
    guest.waits_for("choosing")
    assert guest.view()["round"] >= number
    expect(page.get_by_role("switch", name="Coach")).to_be_checked()
    keys.press("?")
    expect(page.locator("#keys")).to_contain_text("deal, or play the same again")
    keys.press("h")  # a sheet is open: nothing is chosen
    keys.press("Escape")
    guest.rests()
    assert guest.spot()["said"] == []


@pytest.mark.parametrize("size", telling((("phone",),), ["phone", "desktop"]))
def test_the_sheet_of_settings_is_remembered_and_has_room(comes, axe, size):
    guest = comes(size=size)
    page = guest.page
    guest.practises("match-em")
    guest.bets("Ante")
    guest.deals()
    if size == "phone":
        page.click("#open-panel")
        page.get_by_role("button", name="Settings").click()
    else:
        page.click("#open-settings")
    for name, value in (("deck", "four"), ("cards", "large"), ("scheme", "dark"), ("speed", "instant")):
        page.check(f"[name={name}][value={value}]")
    assert not axe(page)
    assert not measured(page)
    guest.shoots("settings")
    page.reload()
    guest.waits_for("choosing")
    if size == "phone":  # three cards have more room than the seven of another game
        assert page.locator("#mine .card").first.evaluate("card => card.offsetWidth") >= 60
    assert (
        page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(34, 20, 10)"
    )  # dark, on a light device
    blue = page.evaluate("""() => {
      const made = document.body.appendChild(document.createElement("span"));
      made.className = "suit-d";
      return getComputedStyle(made).color;
    }""")
    assert blue == "rgb(20, 80, 176)"
    assert not axe(page)
    assert not measured(page)


def test_a_jackpot_is_a_moment_for_everybody_at_the_table(floor, browser):  # noqa: F811
    page = browser.new_context(service_workers="block").new_page()
    page.goto(f"{floor.room.address}/tables/T1/play")
    page.wait_for_selector("[data-phase=watching]")
    page.evaluate(FLEW)
    floor.plays(ROYAL, line="Royal Flush")
    won = page.locator(".jackpots-won")
    expect(won).to_contain_text("Royal Flush")
    expect(won).to_contain_text("wins $500.04")
    assert page.evaluate("window.flew.filter((each) => each.includes('coin')).length") == 60
    page.mouse.click(5, 300)  # whoever has seen enough
    page.wait_for_function("() => !document.querySelector('.flying')")
    expect(won).to_be_visible()  # the round says it still
    page.context.close()


# ---- another language

NAMES = re.compile(r"[\d\s$.,:–—\-+−×%/|()✓✗]*|[A-Z][a-z]+ [A-Z][a-z]+|[A-Z]|[\da-f]{8,}|(?:HI|LO) \d+")


@pytest.mark.parametrize("code", telling((("es",),), [code for code in languages() if code != "en"]))
def test_a_round_is_played_in_another_language(comes, code):
    guest = comes()
    page = guest.page
    page.context.add_cookies([{"name": "houseway_language", "value": code, "url": guest.room.url}])
    guest.practises("match-em")
    texts = languages()[code].texts
    expect(page.locator('[data-act="deal"]')).to_contain_text(texts["Deal"])
    expect(page.locator("#open-panel")).to_have_text(texts["Table"])
    guest.bets("Ante")
    guest.deals()
    guest.presses("LO")
    guest.waits_for("result")
    page.get_by_role("switch").click()  # the coach, whose words are heard too
    expect(page.locator(".coach .verdict")).to_be_visible(timeout=60_000)
    page.click("#open-panel")
    page.wait_for_selector("#panel[open]")
    page.keyboard.press("Escape")
    guest.presses("change")
    ante = page.locator('.spot[data-wager="Ante"] .name')
    expect(ante).to_have_text("Ante")  # a name, though the casino's word is explained
    script = page.evaluate("document.querySelector('link[href$=\"/language.js\"]').href")
    untold = set(page.evaluate("async (script) => [...(await import(script)).untold]", script))
    game = GAMES["match-em"]
    assert page.inner_text("#round .rule") == texts[game.summary]
    names = [*(each.title for each in GAMES.values()), page.inner_text("#arc"), page.inner_text("#panel")]
    words = " ".join([*names, *(wager.name for wager in game.wagers), "HI LO double", way_label(game) or ""])
    left = {
        text for text in untold if not NAMES.fullmatch(text) and any(part not in words for part in text.split(" + "))
    }
    assert not left, json.dumps(sorted(left), ensure_ascii=False)


@pytest.mark.parametrize("code", telling((("zh-Hant",),), [code for code in languages() if code != "en"]))
def test_what_the_games_say_is_said_in_another_language(comes, code):
    """Of the games of the letters and, in the long run, of all."""
    guest = comes()
    page = guest.page
    page.context.add_cookies([{"name": "houseway_language", "value": code, "url": guest.room.url}])
    page.goto(f"{guest.room.url}/train/match-em")
    script = page.evaluate("document.querySelector('link[href$=\"/language.js\"]').href")
    games = [GAMES[slug] for slug in (GAMES if IS_SOAK else LETTERS)]
    texts = sorted({text for game in games for text in texts_of_game(game) if text})
    left = page.evaluate(
        "async ([script, texts]) => { const { said } = await import(script); return texts.filter((each) => said(each) === each); }",  # noqa: E501
        [script, texts],
    )
    assert len(texts) > 80
    wagers = {wager.name for game in games for wager in game.wagers}  # names, and names are not translated
    left = [text for text in left if not any(name in text for name in wagers)]
    assert not [text for text in left if re.search("[a-z]{3}", text)], left


# ---- without the house


# When what a hand is worth is counted and kept.
COUNTED = """async () => {
  for (;;) {
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) if (url.includes("/worth?")) return;
    }
    await new Promise((done) => setTimeout(done, 100));
  }
}"""


def test_without_the_house_kept_pages_are_read_and_the_rest_says_what_it_needs(browser, card_room):
    context = browser.new_context(service_workers="allow")
    page = context.new_page()
    page.goto(card_room.url)
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.goto(f"{card_room.url}/tables/1/posting")
    title = page.title()
    page.goto(f"{card_room.url}/train/match-em")
    page.evaluate(COUNTED)
    number = page.get_attribute("#felt", "data-number")
    context.set_offline(True)
    page.goto(f"{card_room.url}/train/match-em")
    expect(page.locator("#felt")).to_have_attribute("data-number", number)
    page.click('[data-act="LO"]')
    expect(page.locator("#answer")).to_contain_text("LO")  # and what it was worth
    page.goto(f"{card_room.url}/tables/1/posting")
    expect(page.locator(".kept")).to_contain_text("as it was on")
    page.goto(f"{card_room.url}/tables/{TABLES['match-em']}/play")
    expect(page.locator("h1")).to_have_text("The house cannot be reached")
    page.get_by_role("link", name=title).click()
    expect(page.locator(".kept")).to_be_visible()
    context.set_offline(False)
    page.goto(f"{card_room.url}/tables/1/posting")
    expect(page.locator(".kept")).to_have_count(0)  # the house's own, at once
    context.close()
