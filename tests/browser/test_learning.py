"""A newcomer learns: he is led through his first hand, sees how the game is played and the house way before it is
taken, and trains on hands without bets, by finger and by keyboard."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.boxes import measured
from tests.browser.room import TABLES

COUNTED = 240_000  # ms, in which the process that counts has started under load
PHONE, DESKTOP = (390, 664), (1280, 800)
SLOW = {"timeout": COUNTED}
WORTH = """async (game) => {
  const { number, said } = document.getElementById("felt").dataset;
  for (;;) {
    const answer = await fetch(`/train/${game}/worth?${new URLSearchParams({ number, said })}`);
    if (answer.ok) return answer.json();
    await new Promise((done) => setTimeout(done, 500));
  }
}"""


def test_the_first_hand_leads_by_the_hand_once_and_how_to_play_is_a_tap_away(comes, axe):
    guest = comes(size="phone", first=True)
    guest.practises("supreme-99")
    page, guide = guest.page, guest.page.locator("#dock .guide")
    page.set_viewport_size(dict(zip(("width", "height"), PHONE, strict=True)))
    expect(guide).to_contain_text("Put a chip here: tap Standard Bet.")
    expect(page.locator(".spot.guided")).to_have_attribute("data-wager", "Standard Bet")
    expect(page.locator("#dock .message")).to_be_hidden()  # it would say the same once more
    assert not measured(page, (PHONE, DESKTOP))
    page.click("#open-lesson")
    lesson = page.get_by_role("dialog", name="How to play Supreme 99")
    expect(lesson.locator(".picture")).to_have_count(4)
    expect(lesson.locator(".picture").nth(3).locator(".results")).to_contain_text("Standard Bet wins")
    expect(lesson.locator(".ranks li").first).to_contain_text("pair of aces")
    lesson.get_by_role("button", name=re.compile("Pair Fortunes")).click()
    expect(lesson.locator(".explained")).to_contain_text("The house keeps 3.64% of it on average; it pays 1 in 2.90.")
    assert not axe(page)
    page.keyboard.press("Escape")
    guest.bets("Standard Bet")
    expect(guide).to_contain_text("Deal when you are ready")
    expect(page.locator("#dock .message")).to_be_visible()
    guest.deals()
    expect(guide).to_contain_text("These are your cards.")
    assert not measured(page, (PHONE, DESKTOP))
    guest.presses("houseWay")
    guest.waits_for("result")
    expect(guide).to_contain_text("what your wagers came to")
    page.click('[data-act="noGuide"]')
    expect(guide).to_have_count(0)
    page.reload()
    guest.waits_for("result")
    expect(guide).to_have_count(0)  # remembered by the browser


def test_the_house_way_is_shown_with_its_worth_and_taken_only_if_it_is_wanted(comes, axe):
    guest = comes()
    guest.practises("supreme-99")
    page, dialog = guest.page, guest.page.locator("#warning")
    guest.bets("Standard Bet")
    guest.deals()
    told = guest.asks("/hand")
    expect(page.locator("#dock .message")).not_to_contain_text("strongest")
    page.focus('[data-act="houseWay"]')
    page.keyboard.press("Enter")
    expect(dialog.locator(".zone")).to_have_count(2)
    shown = [zone.locator("[data-card]") for zone in dialog.locator(".zone").all()]
    assert [zone.count() for zone in shown] == [2, 2]
    cards = guest.spot()["cards"]
    laid = [sorted(cards[int(place) - 1] for place in hand) for hand in told["house_way"].split("|")]
    assert [sorted(zone.evaluate_all("all => all.map(each => each.dataset.card)")) for zone in shown] == laid
    expect(dialog.locator(".worth")).to_contain_text(re.compile(r"On average [+−]\$[\d.]+ per \$100"), **SLOW)
    assert not axe(page)
    page.keyboard.press("Escape")
    guest.rests()
    assert guest.phase() == "choosing" and guest.spot()["said"] == []
    page.set_viewport_size({"width": 640, "height": 400})  # as at 200 %: the felt scrolls
    guest.presses("houseWay")
    guest.waits_for("result")
    expect(page.locator("#mine .slip")).to_be_in_viewport(ratio=0.99)  # what it came to is in sight


@pytest.mark.parametrize(
    ("game", "size"), [("match-em", "phone"), pytest.param("supreme-99", "desktop", marks=pytest.mark.soak)]
)
def test_the_trainer_ranks_all_options_and_brings_back_what_was_wrong(comes, card_room, axe, game, size):
    guest = comes(size=size)
    page = guest.page
    page.goto(f"{card_room.url}/train/{game}")
    page.wait_for_selector("#ask .buttons")
    wrong = commits(page, game, best=False)
    expect(page.locator(".verdict.bad")).to_contain_text("per $100")
    rows = page.locator(".worths tbody tr")
    figures = rows.locator("[data-exact]").evaluate_all("all => all.map(each => each.dataset.exact)")
    assert figures[0] == wrong["options"][0]["expectation"]
    expect(page.locator(".why")).to_contain_text("By the", **SLOW)
    assert not axe(page)
    assert not measured(page, (PHONE, DESKTOP), still="#none")
    kept = json.loads(page.evaluate(f"localStorage.getItem('trainer {game}')"))
    assert len(kept["drills"]) == 1 and kept["count"] == 1
    expect(page.locator("#progress")).to_contain_text("To come back")
    numbers = []
    for _ in range(4):  # three hands later it is there again
        page.wait_for_selector('[data-act="next"]')
        page.keyboard.press("Enter")  # the focus is on it
        page.wait_for_selector("#ask .buttons")
        if page.inner_text("#of-hand") == "This hand comes back.":
            break
        numbers.append(commits(page, game, best=True)["options"])
    expect(page.locator("#of-hand")).to_have_text("This hand comes back.")
    commits(page, game, best=True)
    expect(page.locator(".verdict.good")).to_be_visible()
    expect(page.locator(".getting-on svg")).to_have_attribute("aria-label", re.compile("Over"))
    page.reload()
    expect(page.locator("#progress dd").first).to_have_text(str(len(numbers) + 2))


def commits(page, game, *, best):
    """The best option or the worst, by the keyboard. What the house says of all."""
    worth = page.evaluate(WORTH, game)
    option = worth["options"][0 if best else -1]
    if option["hands"]:
        hands = [hand["cards"].split() for hand in option["hands"]]
        for cards in hands:
            for card in cards:
                tray = page.locator(f'.tray [data-card="{card}"]')
                if tray.count():
                    tray.first.focus()
                    page.keyboard.press("Enter")
        act = "set"
        page.focus(f'#ask [data-act="{act}"]')
        page.keyboard.press("Enter")
    else:
        button = page.locator(f'#ask [data-act="{option["word"]}"]')
        page.focus("#ask")
        page.keyboard.press(button.get_attribute("aria-keyshortcuts"))
    page.wait_for_selector(".worths", timeout=COUNTED)
    return worth


def test_the_trainer_is_found_in_the_lobby_and_at_the_table(comes, card_room):
    guest = comes()
    guest.page.goto(card_room.url)
    card = guest.page.locator(f'[data-table="{TABLES["supreme-99"]}"]')
    expect(card.get_by_role("link", name=re.compile("Hands without bets"))).to_have_attribute(
        "href", "/train/supreme-99"
    )
    assert guest.page.locator(f'[data-table="{TABLES["baccarat"]}"] a[href^="/train"]').count() == 0
