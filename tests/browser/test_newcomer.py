"""What a newcomer trips over: chips that do not suffice, wagers that are settled early, and taps that come too soon.
Every pack of the room begins with the cards that the story needs."""

import json
import re
import uuid

import pytest
from playwright.sync_api import expect

from tests.browser import room

WAR = "casino-war"


@pytest.fixture
def sits(browser, stacked_room, monkeypatch):
    """Somebody sits at a table at which the cards begin so."""
    guests = []

    def comes(game: str, first: str, **kind):
        monkeypatch.setitem(room.TABLES, game, stacked_room.opens_table(game, first))
        guests.append(stacked_room.comes(browser, **kind))
        guests[-1].practises(game)
        return guests[-1]

    yield comes
    for guest in guests:
        guest.leaves()


def chips(guest, cents: int) -> None:
    """The next tap puts down this chip."""
    guest.page.locator(f'.chip[data-chip="{cents // 100}"]').click()


def commands(guest, command: str, **fields) -> None:
    """By HTTP, as the page would: what no button of it does."""
    table = f"{guest.room.url}/tables/{room.TABLES[guest.game]}"
    told = re.search('id="told">(.*?)</script>', guest.page.request.get(f"{table}/play").text(), re.DOTALL)
    me = json.loads(told.group(1))["me"]
    sent = {"key": str(uuid.uuid4()), "command": {"is": command, "seat": me["seat"], **fields}}
    headers = {"X-CSRF-Token": me["csrf"]}
    assert guest.page.request.post(f"{table}/commands", data=sent, headers=headers).ok


def says(guest):
    return guest.page.locator("#dock .message")


def test_the_same_again_is_all_or_nothing_and_says_what_is_missing(sits):
    guest = sits(WAR, "7c 9d")
    page = guest.page
    chips(guest, 1_00)
    guest.bets("Ante")
    expect(says(guest)).to_contain_text("The least on Ante is $5: that is your bet now.")
    guest.rests()  # the house has heard of it, and it is still said
    expect(says(guest)).to_contain_text("The least on Ante is $5")
    chips(guest, 100_00)
    for wager in ("Ante", "Ante", "Ante", "Tie", "Tie", "Tie"):
        page.click(f'.spot[data-wager="{wager}"]')
    page.click('.spot[data-wager="Ante"]')
    expect(says(guest)).to_contain_text("That is the most: $300.")
    guest.presses("deal")
    guest.waits_for("result")
    expect(page.locator('.results [data-wager="Tie"] .why')).to_have_text("no tie")
    again = page.locator('[data-act="again"]')
    expect(again).to_have_text("Same again, $600")
    expect(says(guest)).to_contain_text("The same bets take $600, and you have $400.")
    again.click(force=True)
    guest.rests()
    assert guest.phase() == "result" and guest.spot() == {}
    guest.presses("change")
    page.locator('[data-act="repeat"]').click(force=True)
    expect(says(guest)).to_contain_text("The same bets take $600, and you have $400.")
    assert guest.spot() == {}
    chips(guest, 100_00)
    for wager in ("Ante", "Ante", "Ante", "Tie", "Tie"):
        page.click(f'.spot[data-wager="{wager}"]')
        guest.rests()
    expect(says(guest)).to_contain_text("You have $0, and $100 is needed.")
    guest.presses("clear")
    guest.bets("Ante")
    guest.is_impatient("again")
    guest.presses("deal")
    page.wait_for_selector('[data-act="again"]')
    guest.rests()
    assert guest.phase() == "result" and guest.spot() == {}
    guest.presses("again")  # once it has been there for a second
    expect(page.locator("#round .facts")).to_contain_text("Round 3")


def test_a_wager_that_is_settled_early_lies_no_more_and_too_few_chips_are_said_at_once(sits):
    guest = sits(WAR, "7c 7d 9h 2s", size="phone")
    page = guest.page
    chips(guest, 25_00)
    guest.bets("Ante", "Tie")
    guest.rests()
    commands(guest, "CashOut", cents=940_00)
    expect(page.locator("#purse .digits")).to_have_text("$10")
    guest.presses("deal")
    guest.waits_for("choosing")
    expect(page.locator('.spot[data-wager="Tie"]')).to_have_text(re.compile(r"^Tie\s*wins \$250$"))
    expect(page.locator(".puck.mine .state")).to_have_text("$25")
    commands(guest, "CashOut", cents=guest.balance())
    expect(says(guest)).to_contain_text("You have $0; to go on takes $25.")
    war = page.locator('[data-act="war"]')
    war.click(force=True)
    expect(says(guest)).to_contain_text("War takes $25, and you have $0.")
    guest.presses("buyIn")
    expect(page.locator('[data-act="war"]:not(.off)')).to_be_visible()
    expect(page.locator('[data-act="buyIn"]')).to_have_count(0)
    guest.presses("surrender")
    guest.waits_for("result")
    expect(page.locator('.results [data-wager="Ante"] .why')).to_contain_text("$12.50 of $25 back")
    expect(page.locator('.results [data-wager="Ante"] .why')).not_to_contain_text("for 1")


SEEN = """(row) => {
  const why = row.querySelector(".why").getBoundingClientRect();
  const board = row.closest(".board").getBoundingClientRect();
  return row.classList.contains("open") && why.height > 8 && why.top >= board.top - 1 && why.bottom <= board.bottom + 1;
}"""


def test_every_reason_of_a_result_can_be_read_on_the_smallest_phone(comes):
    """A tap or Enter on a row shows it; also with as little room as the coach's board leaves."""
    guest = comes(size="phone")
    page = guest.page
    guest.practises("three-card-poker")
    guest.bets(*room.WAGERS["three-card-poker"])
    guest.deals()
    guest.chooses()
    guest.waits_for("result")
    for height in (568, 500):
        page.set_viewport_size({"width": 320, "height": height})
        guest.rests()
        rows = page.locator(".results li").all()
        assert len(rows) >= 3 and page.locator(".board.short").count()
        for at, row in enumerate(rows):
            if row.evaluate(SEEN):
                continue
            if at % 2:
                row.click()
            else:
                row.focus()
                page.keyboard.press("Enter")
            assert row.evaluate(SEEN), (height, at)
        guest.shoots(f"reasons-{height}")
    assert guest.spot() == {}


def test_an_insurance_is_a_question_and_a_soft_hand_is_called_so(sits):
    guest = sits("blackjack", "Ac 5d As 9h 2c", size="phone")
    chips(guest, 25_00)
    guest.bets("Bet")
    guest.deals()
    expect(says(guest)).to_contain_text("Insurance? $12.50 more: it pays 2 to 1 if the dealer has blackjack.")
    guest.presses("no insurance")
    expect(says(guest)).to_contain_text("Your move: soft 16.")
    guest.presses("hit")
    expect(says(guest)).to_contain_text("Your move: soft 18.")
    guest.presses("stand")
    guest.waits_for("result")
