"""A table that plays for several meters: each is shown by its own name and to the cent, in the lobby, on the felt and
on a sign, and on no device is anything pushed out of sight."""

import pytest
from playwright.sync_api import expect

from houseway.client.room import Participant
from houseway.games import GAMES
from houseway.progressive.meter import settings_of
from houseway.role import Role
from houseway.table import commands as do
from houseway.table.terms import Terms
from tests.browser.boxes import measured
from tests.browser.floor import enrol
from tests.browser.test_lobby import EmptyRoom
from tests.web.room import PIN

PAYTABLE = GAMES["mississippi-stud"].paytable("MSP-C")
METERS = {called: f"msp-{called}" for called in PAYTABLE.meters}


@pytest.fixture
def room(browser, tmp_path):
    """With one table, and a meter for each that its paytable names."""
    with EmptyRoom(tmp_path, opened=None) as opened:
        with Participant(opened.url, "T1").logs_in(enrol(opened, Role.CONTROLLER_ADMIN), PIN) as ada:
            for called, name in METERS.items():
                settings = settings_of(PAYTABLE, called)
                terms = {"seed_cents": settings.seed_cents, "stake_cents": 1_00, "increment": str(settings.increment)}
                opens = {"is": "OpenMeter", "settings": terms, "opening_cents": settings.seed_cents}
                ada._ask("POST", f"/meters/{name}/commands", {"key": called, "command": opens})
        with Participant(opened.url, "T1").logs_in(enrol(opened, Role.SUPERVISOR), PIN) as boss:
            paytables = {"Ante": "Mississippi Stud", "Progressive": PAYTABLE.name}
            boss.does(do.OpenTable(terms=Terms(game="mississippi-stud", paytables=paytables, meters=METERS)))
        yield opened


def amounts(room):
    """What the books of the meters say, in the paytable's order."""
    micros = [room.tells(f"/meters/{name}")["shown_micros"] for name in METERS.values()]
    return [f"${each / 1_000_000:,.2f}" for each in micros]


@pytest.mark.soak
def test_every_meter_is_shown_by_its_name_and_to_the_cent_on_any_device(browser, room):
    guest = room.comes(browser, size="phone")
    page, digits = guest.page, guest.page.locator(".jackpot .digits")
    before = amounts(room)
    page.goto(room.url)
    expect(digits).to_have_text(before)
    assert [each.lower() for each in page.locator(".jackpot > span").all_inner_texts()] == list(METERS)
    expect(page.locator(".unapproved")).to_have_count(1)  # said once for all of them
    guest.shoots("several-meters-lobby")
    wrong = measured(page)
    page.click(".sit")
    guest.waits_for("betting")
    expect(page.locator(".one-meter .digits")).to_have_text(before)
    guest.bets("Ante", "Progressive")
    wrong += measured(page)
    page.click('[data-act="deal"]')
    page.wait_for_selector('[data-act="bet 1x"]')
    after = amounts(room)
    assert all(one != other for one, other in zip(before, after, strict=True))
    expect(page.locator(".one-meter .digits")).to_have_text(after)
    guest.shoots("several-meters")
    wrong += measured(page)
    page.goto(f"{room.url}/meters/{METERS['mega']}/display")
    for amount in after:
        expect(page.locator("body")).to_contain_text(amount)
    guest.shoots("several-meters-sign")
    wrong += measured(page)
    guest.leaves()
    assert not wrong, "\n".join(wrong)
