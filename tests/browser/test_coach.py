"""The coach: off until he is wanted, silent until the round is over, and then as exact as the command line."""

import pytest
from playwright.sync_api import expect

from tests.browser.boxes import measured
from tests.browser.room import LETTERS, MAIN
from tests.command_line import run_json
from tests.soak import telling

pytestmark = pytest.mark.timeout(600)

COUNTED = 240_000  # ms, in which he has compiled his kernels


def plays(guest, game):
    """Some legal choice. The cards, the dealer's that lay open, and what was chosen."""
    guest.deals()
    choices = guest.asks("/hand")["choices"]
    current = guest.view()["current"]
    cards = current["spots"][str(guest.seat())]["cards"]
    shown = [card for card in current["common"]["dealer"]["cards"] if card != "??"]
    if game == "match-em":
        guest.presses("LO")
        chosen = "LO"
    else:
        layout = next(each["layout"] for each in choices if each["standing"] == "legal")
        guest.sets(layout)
        guest.presses("set")
        chosen = [sorted(cards[int(place) - 1] for place in hand) for hand in layout.split("|")]
    guest.waits_for("result")
    return cards, shown, chosen


def worth(game, cards, shown, chosen, decks):
    """What `houseway set` says of the choice, and of the best."""
    asked = ("--shown", " ".join(shown)) if shown else ()
    options = run_json("set", game, *cards, "--decks", str(decks), *asked)["options"]
    hands = [[sorted(hand["cards"].split()) for hand in option["hands"]] for option in options]
    mine = next(o for o, set_so in zip(options, hands, strict=True) if chosen in (set_so, o["choice"]))
    return mine["expectation"], options[0]["expectation"]


@pytest.mark.parametrize("game", telling((("match-em",),), LETTERS))
def test_the_coach_says_after_the_round_what_the_command_line_says(comes, card_room, game):
    guest = comes()
    guest.practises(game)
    page, switch = guest.page, guest.page.get_by_role("switch", name="Coach")
    expect(switch).not_to_be_checked()
    guest.bets(MAIN[game])
    plays(guest, game)
    guest.rests()
    assert not page.locator(".coach").count() and "coach" not in page.inner_text("#dock").lower()  # off by default
    switch.focus()
    page.keyboard.press("Space")
    expect(switch).to_be_checked()
    expect(page.locator(".coach .verdict")).to_be_visible(timeout=COUNTED)  # of the round that lies there
    page.reload()
    guest.waits_for("result")
    expect(switch).to_be_checked()  # remembered
    expect(page.locator(".coach .verdict")).to_be_visible()
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/rounds/" in request.url else None)
    guest.presses("change")
    guest.bets(MAIN[game])
    guest.page.evaluate("window.heard.length = 0")
    cards, shown, chosen = plays(guest, game)
    verdict = page.locator(".coach .verdict")
    expect(verdict).to_be_visible(timeout=COUNTED)
    guest.shoots(f"{game}-coach")
    number = guest.view()["previous"]["round"]
    assert {url.partition("/rounds/")[2] for url in asked} == {f"{number}/coach"}  # of no round but the finished one
    decks = card_room.receipt(game, number)["terms"]["decks"]
    mine, best = worth(game, cards, shown, chosen, decks)
    figures = page.eval_on_selector_all(".coach [data-exact]", "all => all.map(each => each.dataset.exact)")
    if mine == best:
        assert figures == [mine]
        expect(verdict).to_contain_text("as well as it can be")
    else:
        assert figures == [mine, best]
        expect(verdict).to_contain_text("The difference costs you")
    expect(page.locator("#say")).to_contain_text("Coach: on average")  # and is said to who cannot see it
    switch.click()
    expect(page.locator(".coach")).to_have_count(0)


@pytest.mark.soak
def test_of_several_choices_each_is_told_with_the_best_and_what_all_of_them_cost(comes):
    guest = comes(size="phone")
    guest.practises("mississippi-stud")
    page = guest.page
    page.get_by_role("switch", name="Coach").click()
    guest.bets(MAIN["mississippi-stud"])
    guest.deals()
    guest.chooses(("bet 3x", "bet 2x", "bet 1x"), lambda screen: None)
    guest.waits_for("result")
    expect(page.locator(".coach .verdict")).to_be_visible(timeout=COUNTED)
    guest.shoots("mississippi-stud-coach")
    assert not measured(page)
    advice = guest.asks(f"/rounds/{guest.view()['previous']['round']}/coach")
    rows = page.locator(".coach tr").all()[1:]
    assert [choice["chosen"]["word"] for choice in advice["choices"]] == ["bet 3x", "bet 2x", "bet 1x"]
    for row, choice in zip(rows, advice["choices"], strict=True):
        mine, best = (choice[who] for who in ("chosen", "best"))
        figures = [each.get_attribute("data-exact") for each in row.locator("[data-exact]").all()]
        assert figures == [mine["expectation"]] + ([] if choice["is_best"] else [best["expectation"]])
        expect(row).to_contain_text(mine["word"])
        expect(row).to_contain_text("the same" if choice["is_best"] else best["word"])
    costs = "as well as it can be" if advice["is_best"] else f"${advice['costs_per_100']} per $100 in all"
    expect(page.locator(".coach .verdict")).to_contain_text(costs)


def test_there_is_no_coach_where_nobody_chooses_anything(comes):
    guest = comes()
    guest.practises("ez-baccarat")
    expect(guest.page.get_by_role("switch", name="Coach")).to_be_hidden()
