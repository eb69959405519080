"""The floor on its screens: an alert reaches whoever is at another table within a second, once, and is gone in time."""

import re
from statistics import median

import pytest
from playwright.sync_api import expect

from houseway.role import Role
from houseway.service.store import open_store
from houseway.table import commands as do
from tests.browser.floor import LiveTable, enrol, log_in
from tests.browser.room import CardRoom, Guest
from tests.browser.test_staff import opened  # noqa: F401
from tests.browser.test_staff_screens import Looker
from tests.service import a_night
from tests.web.in_theory import work_out
from tests.web.room import PIN, Room

# Notifications and sounds are counted, not shown; and when an alert was first seen.
COUNTS = """
window.notified = [];
window.Notification = class { static permission = "granted"; constructor(title, { body }) { window.notified.push(`${title}: ${body}`); } };
window.tones = 0;
window.OscillatorNode = class extends window.OscillatorNode { constructor(...given) { super(...given); window.tones++; } };
window.alertedAt = [];
addEventListener("DOMContentLoaded", () => {
  const known = new WeakSet();
  const look = () => {
    for (const each of document.querySelectorAll("#alert-bar .alert")) {
      if (!known.has(each)) known.add(each), window.alertedAt.push(Date.now());
    }
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
});
"""  # noqa: E501


def bets(table: LiveTable) -> None:
    table.dealer.does(do.Shuffle()) if table.view()["terms"]["shuffler"] == "machine" else None
    table.sits(1).does(do.PlaceWager(seat=1, wager="Main Bet", cents=25_00))


def test_an_alert_reaches_whoever_is_at_another_table_within_a_second_and_is_said_once(
    opened,  # noqa: F811
    card_room: CardRoom,
    axe,
) -> None:
    here, there = opened(), opened()
    bets(there)
    surveillance = there.by(Role.SURVEILLANCE)
    boss, dealer, other = here.at(Role.SUPERVISOR), there.at(Role.DEALER), here.at(Role.DEALER)
    boss.page.add_init_script(COUNTS)
    boss.page.reload()
    boss.page.wait_for_selector("#alert-sound")
    bar = boss.page.locator("#alert-bar")
    expect(bar).to_be_hidden()
    stop, release = do.StopRound(note="a card fell"), do.ReleaseRound(note="it lies again")
    taken = []
    for _ in range(3):
        boss.page.evaluate("window.alertedAt = []")
        began = boss.page.evaluate("Date.now()")
        surveillance.does(stop)
        boss.page.wait_for_function("() => window.alertedAt.length > 0")
        taken.append((boss.page.evaluate("window.alertedAt[0]") - began) / 1000)
        expect(bar).to_contain_text(f"Table {there.name}")
        expect(dealer.page.locator("#alert-bar .alert")).to_have_count(1)
        surveillance.does(release)
        expect(bar).to_be_hidden()
    print("an alert was seen at another table after", [f"{each:.3f} s" for each in taken])
    assert median(taken) < 1.0, taken
    assert boss.page.evaluate("window.tones") == 0, "silent until it is allowed"
    boss.page.wait_for_function("() => window.notified.length === 3")
    boss.page.click("#alert-sound")
    expect(boss.page.locator("#alert-sound")).to_have_attribute("aria-pressed", "true")
    tried = boss.page.evaluate("window.tones")
    assert tried > 0, "heard at once, so that it is known"

    floor = boss.page.context.new_page()  # of the same person, who has it said by one page and not by both
    floor.add_init_script(
        COUNTS + "document.hasFocus = () => false;"
    )  # a browser without windows says it of every page
    floor.goto(f"{card_room.url}/floor")
    floor.wait_for_selector(f'tr[data-table="{there.name}"]')
    surveillance.does(stop)
    row = floor.locator("tbody tr").first
    expect(row).to_have_attribute("data-table", there.name)
    expect(floor.locator(".alert")).to_have_count(1)
    boss.page.wait_for_selector(".alert")
    boss.page.wait_for_timeout(700)  # longer than a page waits for another one of the same person
    said = [len(each.evaluate("window.notified")) for each in (boss.page, floor)]
    assert sum(said) == 4, "three before, and one of two pages now"
    assert boss.page.evaluate("window.tones") + floor.evaluate("window.tones") == 2 * tried
    expect(other.page.locator("#alert-bar")).to_be_hidden()

    seen = boss.page.locator(".alert button")
    seen.focus()
    boss.page.keyboard.press("Enter")
    expect(floor.locator(".alert")).to_contain_text(f"seen by {boss.table.names[Role.SUPERVISOR]}")
    expect(boss.page.locator(".alert button")).to_have_count(0)
    surveillance.does(release)
    expect(floor.locator(".alert")).to_have_count(0)
    expect(floor.locator("#alert-bar")).to_contain_text("Nothing waits")
    floor.close()
    assert "a card fell" not in boss.page.inner_text("#alert-bar")


ASKS = """
window.notified = [];
window.Notification = class {
  static permission = "default";
  static async requestPermission() { return (this.permission = window.answers); }
  constructor(title, { body, tag }) { window.notified.push({ title, body, tag }); }
};
"""  # a browser without windows has none to show


def test_whoever_is_asked_for_notifications_and_says_yes_is_notified_and_whoever_says_no_is_not(
    opened,  # noqa: F811
    card_room: CardRoom,
) -> None:
    table = opened()
    bets(table)
    watchers = [table.comes_in(Role.SURVEILLANCE).page for _ in range(2)]
    for page, answer in zip(watchers, ("granted", "denied"), strict=True):
        page.add_init_script(f"window.answers = {answer!r};{ASKS}")
        page.goto(f"{card_room.url}/floor")
        log_in(page, enrol(card_room, Role.SURVEILLANCE))
        page.click("#alert-notify")
        expect(page.locator("#alert-notify")).to_be_hidden()
    table.by(Role.SURVEILLANCE).does(do.StopRound(note="a card fell"))
    for page in watchers:
        expect(page.locator(f'tr[data-table="{table.name}"]')).to_have_class("is-lit")
    yes, no = watchers
    yes.wait_for_function("() => window.notified.length === 1")
    [told] = yes.evaluate("window.notified")
    assert told["title"] == f"Table {table.name}" and told["body"].endswith("has stopped round 1")
    assert told["tag"].startswith(f"{table.name} stop"), "of one name, so that it is shown once"
    assert no.evaluate("window.notified") == []


def test_the_floor_is_whole_found_by_the_keyboard_and_only_for_those_who_watch(
    opened,  # noqa: F811
    card_room: CardRoom,
    browser,
    axe,
) -> None:
    table = opened(game="supreme-99", shuffler="machine", meter="", paytables={})
    table.by(Role.SURVEILLANCE)
    dealer = table.comes_in(Role.DEALER)
    dealer.page.goto(f"{card_room.url}/floor")
    log_in(dealer.page, table.enrolled(Role.DEALER))
    expect(dealer.page.locator("body")).to_contain_text("this is the screen of the supervisor and of surveillance")
    watcher = table.comes_in(Role.SURVEILLANCE)
    page = watcher.page
    page.goto(f"{card_room.url}/floor")
    log_in(page, table.enrolled(Role.SURVEILLANCE))
    row = page.locator(f'tr[data-table="{table.name}"]')
    expect(row).to_contain_text("Supreme 99")
    expect(page.locator("tbody tr").first).to_have_attribute(
        "data-table", re.compile("^L")
    )  # before those that stand idle
    everybody = page.locator("tbody tr").count()
    assert everybody > 50
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.fill("#find", table.name)
    expect(page.locator("tbody tr")).to_have_count(1)
    player = table.sits(2)
    expect(row).to_contain_text("1 of 6")
    expect(row).to_contain_text("$1,000")
    row.locator("a").first.focus()
    player.does(do.LeaveSeat(seat=2))
    expect(row).to_contain_text("0 of 6")
    assert page.evaluate("document.activeElement.textContent") == f"Table {table.name}", "the focus stays"
    table.by(Role.SUPERVISOR).does(do.CreditTray(cents=16_000_00))
    expect(page.locator(".alert.tray")).to_contain_text("The tray holds $4,000, less than 25 % of the $20,000")
    page.fill("#find", "")
    look = Looker(axe)
    look(watcher.guest, "floor")
    look.is_content()
    page.locator(f'tr[data-table="{table.name}"] a').first.click()
    page.wait_for_url(f"**/tables/{table.name}/surveillance")
    expect(page.locator("#alert-bar")).to_contain_text("The tray holds $4,000")
    look(watcher.guest, "surveillance-alert")
    look.is_content()


def test_charts_and_the_shift_report_are_whole_and_have_their_figures_beside_them(browser, tmp_path, axe) -> None:
    book = tmp_path / "book.db"
    with open_store(str(book)) as store:
        a_night.played(store, rounds=4)
        a_night.played_for_a_meter(store)
    with Room(book, gaming_day=a_night.HALL) as room:
        work_out(room)
        room.enrols("Sue", Role.SUPERVISOR, PIN)
        guest = Guest(room, browser.new_context().new_page(), "desktop-light")
        page, look = guest.page, Looker(axe)
        page.goto(f"{room.address}/floor/report?day={a_night.DAY}")
        log_in(page, "Sue")
        expect(page.locator("h1")).to_have_text("Shift report of the floor")
        assert page.url.endswith(f"?day={a_night.DAY}")
        expect(page.locator("main")).to_contain_text("$5.00 short")
        expect(page.locator("main")).not_to_contain_text("not worked out")
        look(guest, "floor-report")
        page.goto(f"{room.address}/tables/T3/charts?day={a_night.DAY}")
        meter = page.locator("section", has_text="Meter m").first
        expect(meter.locator("svg text", has_text="Royal Flush")).to_have_count(1)
        expect(meter.locator("table")).to_contain_text("Royal Flush, table T3, round 3")
        meter.scroll_into_view_if_needed()
        look(guest, "table-over-time")
        guest.leaves()
    look.is_content()


pytestmark = pytest.mark.timeout(300)
