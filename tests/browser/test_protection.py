"""Game protection in a real browser: each form is answered as the library answers it."""

import pytest
from playwright.sync_api import expect

import houseway
from houseway.analysis.figures import percent
from tests.browser.test_pages import LOOK

pytestmark = pytest.mark.timeout(600)

WORKED = 240_000


def test_surveillance_asks_what_a_table_that_shares_wins_and_what_a_hand_is_worth(comes, axe):
    guest = comes(size="phone")
    page = guest.page
    page.goto(f"{guest.room.url}/mathematics/match-em")
    page.get_by_role("link", name="Game protection").click()
    form = page.locator("#collusion form")
    for label, text in (("Seats that share", "7"), ("Decks", "1"), ("Samples", "100")):
        form.get_by_label(label).fill(text)
    form.get_by_role("button", name="Work it out").click()
    [shared] = houseway.collusion("match-em", seats=[7], decks=[1], samples=100)
    expect(page.locator("#collusion table")).to_contain_text(percent(shared.gain, 4), timeout=WORKED)

    form = page.locator("#hand form")
    form.get_by_label("The player’s cards").fill("9s 8h 2c")
    form.get_by_label("Seen face down").fill("dealer: Ks; neighbour: 9h")
    form.get_by_label("Decks").fill("1")
    form.get_by_role("button", name="Work it out").click()
    worth = houseway.decide("match-em", "9s 8h 2c", seen={"dealer": "Ks", "neighbour": "9h"}, decks=1).options[0]
    expect(page.locator("#hand table")).to_contain_text(f"{float(worth.expectation):.6f}", timeout=WORKED)

    form.get_by_label("Seen face down").fill("sleeve: As")
    form.get_by_role("button", name="Work it out").click()
    expect(page.locator("#hand [role=alert]")).to_contain_text("sleeve", timeout=WORKED)
    guest.shoots("protection")
    assert not page.evaluate(LOOK)
    assert not axe(page)
