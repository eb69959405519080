"""A page of the staff whose house cannot hear it, or no longer knows it, says so where one looks, and nothing can be
pressed."""

import pytest
from playwright.sync_api import expect

from houseway.role import Role
from houseway.table import commands as do
from tests.browser.room import CardRoom
from tests.browser.test_floor import bets
from tests.browser.test_staff import opened  # noqa: F401

pytestmark = pytest.mark.timeout(300)


def test_a_lost_connection_and_the_end_of_a_session_are_said_on_every_page_of_a_phone(
    opened,  # noqa: F811
    card_room: CardRoom,
) -> None:
    table = opened()
    bets(table)
    surveillance = table.by(Role.SURVEILLANCE)
    surveillance.does(do.StopRound(note="a card fell"))
    boss = table.at(Role.SUPERVISOR, size="phone")
    here = boss.page
    expect(here.locator("h1 small")).to_have_text(f"Supervisor, table {table.name}")
    expect(here.locator("h1 small")).to_be_visible()
    floor = here.context.new_page()
    failed: list[str] = []
    for page in (here, floor):
        page.on("pageerror", lambda error: failed.append(str(error)))
    floor.goto(card_room.url + str(here.get_by_role("link", name="The floor").get_attribute("href")))
    seen = floor.locator(".alert.stop button")
    expect(seen.first).to_be_enabled()

    floor.evaluate("scrollTo(0, document.body.scrollHeight)")
    here.context.set_offline(True)
    for page in (here, floor):
        lost = page.locator("#lost")
        expect(lost).to_contain_text("Connection lost")
        box = lost.bounding_box()
        assert box and box["y"] == 0, "at the top of what is seen"
    expect(seen.first).to_be_disabled()
    here.context.set_offline(False)
    for page in (here, floor):
        expect(page.locator("#lost")).to_be_hidden(timeout=15_000)
    expect(seen.first).to_be_enabled()

    floor.fill("#find", "zzz")
    expect(floor.locator("#sum")).to_contain_text("Found 0 of")
    expect(floor.locator("#sum")).not_to_contain_text("drop $0,")

    lost: list[object] = []

    def loses(route) -> None:
        """The house has heard it, and its answer is lost: it is asked again, and knows nobody any more."""
        if not lost:
            lost.append(route.fetch())
            return route.abort()
        return route.continue_()

    here.route("**/logout", loses)
    here.locator("#log-out").click()
    over = floor.locator("main.over")
    expect(over).to_have_text(
        "Your session has ended. Log in to go on.", timeout=10_000
    )  # by no sign of life, after 15 s
    here.wait_for_url("**/staff")
    assert lost
    assert floor.locator("button:visible, input:visible, td:visible").count() == 0
    over.locator("a").click()
    floor.wait_for_selector('[name="pin"]')
    assert failed == []
