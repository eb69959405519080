"""A newcomer plays: every game, with correct pays, by mouse, by keys, by dragging, and with a foul."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.room import GAMES, MAIN, TABLES, TITLES, WAGERS
from tests.command_line import run
from tests.soak import telling


def became_of(result) -> tuple[str, int]:
    """What the player gained: a pay `for 1` brings no stake back."""
    gained = result["won_cents"] + result["returned_cents"] - result["stake_cents"]
    if gained < 0:
        return "loses", gained
    return ("wins", gained) if gained else ("pushes", result["returned_cents"])


def is_paid_right(guest, before: int) -> None:
    """What the page says of every wager is what the receipt says, which is what the rules say."""
    guest.page.wait_for_selector('[data-phase="result"] [data-act="again"]')  # the round is over for the house too
    number, seat = guest.view()["previous"]["round"], guest.seat()
    results = guest.room.receipt(guest.game, number)["spots"][str(seat)]["results"]
    due = {result["wager"]: became_of(result) for result in results}
    assert guest.results() == due
    gained = sum(r["won_cents"] + r["returned_cents"] - r["stake_cents"] for r in results)
    assert guest.balance() == before + gained


# A hand is set, and words are said; all other games in `make soak`.
EACH_KIND = (("san-lo",),)


@pytest.mark.parametrize("game", telling(EACH_KIND, TABLES))
def test_a_newcomer_plays_a_round_and_is_paid_right(comes, game):
    guest = comes()
    guest.practises(game)
    assert guest.balance() == 1_000_00
    guest.bets(*WAGERS[game])
    guest.deals()
    lying = guest.spot().get("wagers")
    guest.chooses()
    is_paid_right(guest, 1_000_00)
    before = guest.balance()
    number = guest.view()["round"]
    guest.presses("again")  # and a second one, of the same bets
    guest.page.wait_for_function("() => ['choosing', 'result'].includes(document.body.dataset.phase)")
    if guest.is_choosing():
        assert lying is None or guest.spot()["wagers"] == lying  # also of a bet that was taken back
    guest.chooses(LAST.get(game, ()))
    guest.page.wait_for_function(
        "async (number) => (await (await fetch(location.pathname.replace('/play', ''))).json()).view.round > number",
        arg=number,
    )
    is_paid_right(guest, before)


LAST = {  # another way through the round than the dearest
    "match-em": ("LO",),
    "casino-war": ("surrender",),
    "let-it-ride": ("let it ride", "take back"),
    "mississippi-stud": ("bet 1x", "fold"),
    "three-card-poker": ("fold",),
    "ultimate-texas-holdem": ("check", "raise 2x"),
}


@pytest.mark.parametrize("game", telling((("mississippi-stud",),), GAMES[3:]))
def test_a_round_of_every_other_game_by_the_keyboard_alone(comes, game):
    """Chips, bets, and whatever there is to choose: every choice is a new one, and no key that was meant for the one
    before makes it."""
    guest = comes()
    guest.game = game
    page, keys = guest.page, guest.page.keyboard
    page.goto(guest.room.url)
    tabs_to(page, "#find [name=words]")  # the first in the lobby, and then the game is the first
    keys.type(TITLES[game])
    tabs_to(page, f'[data-table="{TABLES[game]}"] .sit')
    keys.press("Enter")
    guest.waits_for("betting")
    tabs_to(page, f'.spot[data-wager="{MAIN[game]}"]')
    keys.press("2")  # the chip of $5
    keys.press("Enter")
    tabs_to(page, '[data-act="deal"]:enabled')
    keys.press("Enter")
    said = 0
    while True:
        page.wait_for_selector('body:is([data-phase="choosing"], [data-phase="result"])')
        if not guest.is_choosing():
            break
        page.wait_for_selector("#mine :focus")  # beside the next move, and on nothing that makes it
        spot = guest.spot()
        if len(spot.get("said", ())) != said or not spot.get("options"):
            continue
        keys.press("Enter")
        keys.press("Space")
        guest.rests()
        assert len(guest.spot()["said"]) == said
        cheapest = min((each for each in spot["options"] if not each["is_out"]), key=lambda each: each["cents"])
        tabs_to(page, f'[data-act="{cheapest["word"]}"]:enabled')
        keys.press("Enter")
        said += 1
        guest.rests()
    guest.results()
    page.wait_for_selector(".board:focus")  # and not on a button that bets
    is_paid_right(guest, 1_000_00)
    spot = guest.room.receipt(game, guest.view()["previous"]["round"])["spots"][str(guest.seat())]
    assert 5_00 in {result["stake_cents"] for result in spot["results"]}


def test_the_page_and_the_command_line_check_the_deal(comes, tmp_path):
    guest = comes()
    guest.practises("supreme-99")
    guest.bets("Standard Bet")
    guest.deals()
    guest.presses("houseWay")
    guest.waits_for("result")
    guest.page.click("#open-panel")
    guest.page.get_by_role("button", name=re.compile("Check round")).click()
    lines = guest.page.locator(".checked li.holds")
    expect(lines.first).to_be_visible()
    said = lines.all_inner_texts()
    assert len(said) >= 8 and all(line.startswith("✓") for line in said)
    assert guest.page.locator(".checked li.fails").all_inner_texts() == []
    assert any("Computed by this browser" in line for line in said)
    assert any("this page saw before" in line for line in said)
    number = guest.view()["previous"]["round"]
    receipt = tmp_path / "receipt.json"
    receipt.write_text(json.dumps(guest.room.receipt("supreme-99", number)))
    done = run("check-deal", str(receipt))
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_foul_is_warned_of_and_then_made(comes):
    guest = comes()
    guest.practises("san-lo")
    guest.bets("Main Bet", "Hat Trick", "Fortune Bonus")
    guest.deals()
    guest.sets(guest.choice("foul"))
    expect(guest.page.locator("#dock .message")).to_contain_text("This hand fouls")
    guest.presses("set")
    warning = guest.page.locator("#warning")
    expect(warning).to_contain_text("Main Bet and Hat Trick lose. Fortune Bonus still plays.")
    warning.get_by_role("button", name="Go back").click()
    guest.waits_for("choosing")  # nothing was told to the house
    guest.presses("set")
    warning.get_by_role("button", name="Foul the hand").click()
    told = guest.results()
    assert told["Main Bet"] == ("loses", -25_00)
    assert told["Hat Trick"] == ("loses", -25_00)
    expect(guest.page.locator('.results [data-wager="Main Bet"]')).to_contain_text("foul")
    is_paid_right(guest, 1_000_00)


def test_what_the_rules_refuse_cannot_be_set(comes):
    guest = comes()
    guest.practises("supreme-99")
    guest.bets("Standard Bet")
    guest.deals()
    choices = guest.asks("/hand")["choices"]
    refused = next((each["layout"] for each in choices if each["standing"] == "refused"), None)
    if refused is not None:  # two equal hands can be set either way
        guest.sets(refused)
        expect(guest.page.locator("#dock .message")).to_contain_text("cannot be set")
        expect(guest.page.locator('[data-act="set"]')).to_be_disabled()


def test_hands_are_named_as_they_are_built_and_cards_can_be_dragged(comes):
    guest = comes()
    guest.practises("san-lo")
    guest.bets("Main Bet")
    guest.deals()
    choice = next(each for each in guest.asks("/hand")["choices"] if each["standing"] == "legal")
    high, mid, low = choice["layout"].split("|")
    for hand, places in enumerate((high, mid)):
        for place in places:
            guest.page.drag_and_drop(f'[data-place="{place}"]', f'.setting .zone[data-hand="{hand}"]')
        told = guest.page.locator(f'.setting .zone[data-hand="{hand}"] .told')
        expect(told).to_have_text(choice["names"][hand])
    expect(guest.page.locator('.setting .zone[data-hand="2"] .card')).to_have_attribute("data-place", low)
    guest.page.drag_and_drop(f'[data-place="{low}"]', f'[data-place="{high[0]}"]')  # they change places
    expect(guest.page.locator('.setting .zone[data-hand="2"] .card')).to_have_attribute("data-place", high[0])
    guest.page.drag_and_drop(f'[data-place="{high[0]}"]', f'[data-place="{low}"]')
    guest.presses("set")
    guest.waits_for("result")


def test_a_whole_round_by_the_keyboard_alone(comes):
    guest = comes()
    guest.game = "san-lo"
    page, keys = guest.page, guest.page.keyboard
    page.goto(guest.room.url)
    tabs_to(page, f'[data-table="{TABLES["san-lo"]}"] .sit')
    keys.press("Enter")
    guest.waits_for("betting")
    tabs_to(page, '.spot[data-wager="Main Bet"]')
    keys.press("2")  # the chip of $5
    keys.press("Enter")
    keys.press("Enter")
    keys.press("Backspace")
    tabs_to(page, '.spot[data-wager="Progressive"]')
    keys.press("Enter")
    tabs_to(page, '[data-act="deal"]')
    keys.press("Enter")
    guest.waits_for("choosing")
    page.wait_for_selector(".setting button.card:focus")
    for key in "123h":  # three cards by number, one by the letter of its hand, back and again
        keys.press(key)
    expect(page.locator('.setting .zone[data-hand="0"] .card')).to_have_count(3)
    keys.press("4")
    keys.press("5")
    expect(page.locator(".tray .card")).to_have_count(0)
    tabs_to(page, '[data-act="set"]')
    keys.press("Enter")
    if page.locator("#warning[open]").count():
        tabs_to(page, '#warning [value="foul"]')
        keys.press("Enter")
    told = guest.results()
    assert abs(told["Main Bet"][1]) == 5_00
    assert set(told) == {"Main Bet", "Progressive"}
    page.wait_for_selector(".board:focus")  # and not on a button that bets
    is_paid_right(guest, 1_000_00)


def test_the_meter_shows_what_the_book_says(comes, card_room):
    guest, other = comes(), comes()
    other.page.goto(card_room.url)
    lobby = other.page.locator(f'[data-table="{TABLES["san-lo"]}"] .jackpot .digits')
    felt = guest.page.locator("#meter .digits")
    guest.practises("san-lo")
    before = card_room.tells("/meters/san-lo")["shown_micros"]
    expect(felt).to_have_text(f"${before / 1_000_000:,.2f}")
    guest.bets("Main Bet", "Progressive")
    guest.deals()
    after = card_room.tells("/meters/san-lo")["shown_micros"]
    assert after == before + 210_000
    for display in (felt, lobby):
        expect(display).to_have_text(f"${after / 1_000_000:,.2f}")


def tabs_to(page, selector: str) -> None:
    for _ in range(page.locator("a, button, input, select, summary, [tabindex]").count()):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with Tab")


@pytest.mark.soak
def test_cards_are_dealt_in_the_rotation(comes):
    """The order in which packets set out is the order in which the house dealt them."""
    ann, ben = comes(calm=False), comes()
    for guest in (ann, ben):
        guest.practises("san-lo")
        guest.bets("Main Bet")
    ben.presses("deal")
    ann.page.evaluate(
        """() => {
          window.set_out = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, timing) {
            if (this.matches(".card") && frames[0].transform?.includes("translate(")) {
              const seat = this.closest("[data-seat]")?.dataset.seat ?? this.closest("[data-at]")?.dataset.at ?? "own";
              window.set_out.push([timing.delay, seat]);
            }
            return animate.call(this, frames, timing);
          };
        }"""
    )
    ann.presses("deal")
    ann.waits_for("choosing")
    out = sorted(ann.page.evaluate("window.set_out"), key=lambda each: each[0])
    dealt = [str(place) for place in ann.view()["current"]["dealt"]]
    order = list(dict.fromkeys(str(ann.seat()) if seat == "own" else seat for _, seat in out))
    assert len(dealt) == 7
    assert order == dealt  # empty seats too: their hands are picked up
