"""Hours and money in a real browser: what the forms ask is shown as the analysis has it, with a picture."""

from fractions import Fraction

import pytest
from playwright.sync_api import expect

import houseway
from houseway.analysis.figures import money, percent
from houseway.games import GAMES
from tests.browser.test_pages import LOOK

pytestmark = pytest.mark.timeout(600)

WORKED = 240_000
DECKS = GAMES["super-match"].whole_shoe  # as the room deals it


def test_a_manager_asks_what_tables_come_to_and_what_a_rebate_costs(comes, axe):
    guest = comes(size="phone")
    page = guest.page
    page.goto(f"{guest.room.url}/mathematics/super-match")
    page.get_by_role("link", name="Hours and money").click()
    form = page.locator("#hours form")
    for label, text in (("Seats", "1"), ("Rounds an hour", "20"), ("Hours a shift", "2"), ("loses more", "100")):
        form.get_by_label(label).fill(text)
    form.get_by_role("button", name="Work it out").click()
    of = houseway.hours("super-match", decks=DECKS, seats=1, rounds=20, shift=2, loss=Fraction(100))
    found = page.get_by_role("table", name="What it comes to")
    expect(found).to_contain_text(money(of.win_a_shift), timeout=WORKED)
    expect(found.get_by_role("row", name="more than $100.00")).to_contain_text(percent(of.chance_of_more.middle, 3))
    expect(page.locator("#hours figure svg")).to_be_visible()

    form = page.locator("#session form")
    form.get_by_label("Wager").select_option("Super Match")
    form.get_by_label("Rounds at most").fill("30")
    form.get_by_label("Rebate").fill("10%")
    form.get_by_role("button", name="Work it out").click()
    session = houseway.session("super-match", decks=DECKS, rounds=30, rebate=Fraction(1, 10))
    expect(page.locator("#session")).to_contain_text(money(session.rebate.cost.middle), timeout=WORKED)

    form.locator("[name=bankroll]").fill("lots")
    form.get_by_role("button", name="Work it out").click()
    expect(page.locator("#session [role=alert]")).to_contain_text("lots", timeout=WORKED)
    guest.shoots("hours")
    assert not page.evaluate(LOOK)
    assert not axe(page)
