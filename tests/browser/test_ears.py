"""The table for whoever hears it, zooms it or has the colours forced: with motion on, as browsers are."""

import re

from playwright.sync_api import expect

from houseway.games import GAMES
from houseway.web.felt import seat_hands
from houseway.web.offers import words_of
from tests.browser.test_own_tables import bets_and_deals, practises

# The letter of every word, as the page gives them.
LETTERS = """async (layouts) => {
  const { lettersOf } = await import(document.querySelector('script[src$="/player.js"]').src.replace("player.js", "letters.js"));
  return layouts.map((layout) => Object.fromEntries(lettersOf(layout, {})));
}"""  # noqa: E501


def says(guest) -> str:
    return guest.page.inner_text("#say")


def test_a_practice_hand_is_set_with_motion_on_and_is_heard_from_the_bet_to_the_balance(comes):
    guest = comes(calm=False)
    page, keys = guest.page, guest.page.keyboard
    practises(guest, "san-lo")
    expect(page).to_have_title("Fortune San Lo Poker, practice table")
    assert page.evaluate("document.activeElement.className") == "spots"
    page.evaluate("window.isSamePage = true; document.querySelector('.skip').focus()")
    keys.press("Enter")
    page.wait_for_function("document.activeElement.id === 'dock'")
    guest.rests()
    assert page.evaluate("window.isSamePage")  # an anchor is no link to a seat
    bets_and_deals(guest)
    guest.rests()
    expect(page.locator("#say")).to_contain_text("Tap cards into High (3), Mid (2), Low (1).")
    heard = [card.get_attribute("aria-label").removesuffix(", not set") for card in page.locator(".tray button").all()]
    assert f"Your cards: {', '.join(heard)}." in says(guest)  # in the order in which Tab finds them

    page.emulate_media(forced_colors="active")
    assert page.evaluate("getComputedStyle(document.querySelector('.tray .card')).forcedColorAdjust") == "none"
    page.emulate_media(forced_colors="none")
    page.set_viewport_size({"width": 320, "height": 256})  # a window of 1280 at 400 %
    page.locator(".tray button").last.focus()
    box, dock = page.locator(".tray button").last.bounding_box(), page.locator("#dock").bounding_box()
    assert box and box["y"] >= 0 and box["y"] + box["height"] <= 256 and box["x"] + box["width"] <= 320
    assert dock and dock["width"] == 320  # not at the side
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.set_viewport_size({"width": 1280, "height": 800})

    page.click('[data-act="houseWay"]')
    expect(page.locator("#warning-title")).to_be_focused()  # Enter, come too late, sets nothing
    described = page.get_attribute("#warning", "aria-describedby") or ""
    assert all(page.locator(f"#{part}").count() for part in described.split()) and "warning-hands" in described
    page.click('#warning button[value="way"]')
    guest.waits_for("result")
    expect(page.locator("#say")).to_contain_text(re.compile(r"Balance \d+ dollars"))
    assert page.evaluate("document.activeElement.closest('#mine') !== null")


def test_a_letter_is_one_word_in_the_whole_game_and_can_be_switched_off(comes):
    guest = comes()
    page = guest.page
    practises(guest, "blackjack")
    games = [
        GAMES[slug] for slug in ("blackjack", "blackjack-surrender", "ultimate-texas-holdem", "san-lo", "match-em")
    ]
    layouts = [{"words": words_of(game), "hands": seat_hands(game)} for game in games]
    letters = page.evaluate(LETTERS, layouts)
    for layout, given in zip(layouts, letters, strict=True):
        first = [given[words[0]] for words in layout["words"]]
        assert len(set(first)) == len(first), given
        assert not {hand["name"][0].lower() for hand in layout["hands"]} & set(given.values())
    assert letters[0] | {"stand": "s", "hit": "h", "double": "d", "split": "p", "no insurance": "n"} == letters[0]
    page.locator(".spot").first.click()
    expect(page.locator("#say")).to_contain_text("Bet: 25 dollars. 25 dollars on the felt. Balance 975 dollars.")
    page.wait_for_selector('[data-act="undo"]:enabled:not([aria-disabled])')
    page.evaluate("document.documentElement.dataset.letters = 'off'")
    page.keyboard.press("u")
    guest.rests()
    expect(page.locator(".spot.lit")).to_have_count(1)
    page.evaluate("document.documentElement.dataset.letters = 'on'")
    page.keyboard.press("u")
    expect(page.locator(".spot.lit")).to_have_count(0)
    expect(page.locator("#say")).to_contain_text("0 dollars on the felt. Balance 1000 dollars.")
