"""A count at the screen: what it comes to is said as one types, and a count that differs can be mended."""

import pytest
from playwright.sync_api import expect

from houseway.role import Role
from houseway.table import commands as do
from tests.browser.test_staff import opened  # noqa: F401

pytestmark = pytest.mark.timeout(300)
TRAY = {"100": 500, "500": 300, "2500": 200, "10000": 130}  # $20,000


def test_a_count_that_differs_keeps_what_was_typed_and_says_what_it_comes_to(opened) -> None:  # noqa: F811
    chips = {"chip_cents": (1_00, 5_00, 25_00, 100_00), "tray_chips": TRAY}
    table = opened(game="supreme-99", shuffler="machine", meter="", paytables={}, papers=True, **chips)
    table.dealer.does(do.SignOn())
    table.by(Role.SUPERVISOR).does(do.CountTray(chips=TRAY))
    page = table.at(Role.DEALER).page
    dialog, total = page.locator("#sheet"), page.locator("#sheet output")
    page.click('[data-act="confirm 1"]')
    expect(total).to_have_text("In all $0")
    for value, number in TRAY.items():
        page.fill(f'#sheet [name="{value}"]', str(number - (value == "500")))
    expect(total).to_have_text("In all $19,995")
    dialog.locator(".primary").click()
    expect(page.locator("#dock .refusal")).to_contain_text("count again, or drop the slip")
    page.click('[data-act="confirm 1"]')
    expect(total).to_have_text("In all $19,995")
    page.fill('#sheet [name="500"]', "300")
    dialog.locator(".primary").click()
    expect(page.locator('[data-slip="1"]')).to_have_count(0)
    assert table.view()["papers"]["is_counted"]
