"""The lobby and the seat, for a stranger: tables that come and go, a live dealer, and nothing of whoever was there
before."""

import subprocess
import sys

import pytest
from playwright.sync_api import expect

from houseway.client.room import Participant
from houseway.games import GAMES
from houseway.role import Role
from houseway.table import commands as do
from houseway.table.terms import Terms
from houseway.web.felt import is_approved
from tests.browser.floor import LiveTable, enrol
from tests.browser.room import TABLES, CardRoom
from tests.web.room import PIN

SET_HANDS = {game.title for game in GAMES.values() if game.family == "hands that are set"}


class EmptyRoom(CardRoom):
    """A service without `--card-room`."""

    def opens(self) -> None:
        command = (sys.executable, "-m", "houseway", "serve", "--book", str(self.book), "--port", str(self.port))
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert self.url in self._process.stdout.readline()


@pytest.mark.soak
def test_a_lobby_that_was_empty_fills_when_tables_open(browser, tmp_path):
    with EmptyRoom(tmp_path, opened=None) as room:
        guest = room.comes(browser)
        guest.page.goto(room.url)
        expect(guest.page.locator(".none")).to_be_visible()
        with Participant(room.url, "T1").logs_in(enrol(room, Role.SUPERVISOR), PIN) as boss:
            boss.does(do.OpenTable(terms=Terms(game="supreme-99")))
        expect(guest.page.locator('[data-table="T1"] .sit')).to_be_visible()
        expect(guest.page.locator(".none")).to_have_count(0)
        guest.leaves()


def test_a_seat_in_one_tap_is_for_tables_that_deal_by_themselves(browser, card_room):
    """At a live table the dealer sells the chips: the screen says so, and offers none."""
    table = LiveTable(card_room, browser)
    guest = card_room.comes(browser)
    try:
        guest.page.goto(card_room.url)
        card = guest.page.locator(f'[data-table="{table.name}"]')
        expect(card.locator(".live")).to_have_text("A dealer deals here, and sells the chips.")
        expect(card.locator(".sit")).to_be_hidden()
        guest.rests()  # when it has asked whether a seat is ours
        expect(card.locator(".sit")).to_be_hidden()
        expect(guest.page.locator(f'[data-table="{TABLES["san-lo"]}"] .sit')).to_be_visible()
        guest.page.goto(f"{card_room.url}/tables/{table.name}/play")
        expect(guest.page.locator('[data-act="sit"]')).to_have_text("Sit down (chips from the dealer)")
        guest.page.click('[data-seat="3"] .sit')
        guest.page.wait_for_selector('.puck.mine[data-seat="3"]')
        expect(guest.page.locator("#dock")).to_contain_text("buy your chips from the dealer")
        expect(guest.page.locator('[data-act="buyIn"]')).to_have_count(0)
        table.dealer.does(do.BuyIn(seat=3, cents=100_00))
        expect(guest.page.locator('[data-act="deal"]')).to_be_visible()
        guest.page.click("#open-panel")
        expect(guest.page.locator("#panel")).to_contain_text("$100 in front of you. The dealer sells chips.")
        expect(guest.page.get_by_role("button", name="Buy in")).to_have_count(0)
        guest.page.get_by_role("button", name="Cash out and leave").click()
        guest.page.wait_for_url(f"{card_room.url}/")
        assert not table.view()["seats"][2]["player"]
    finally:
        guest.leaves()
        table.leaves()


def test_a_stranger_is_offered_nothing_of_the_last_visitor(comes):
    """Neither his bets nor his result, on a fresh browser at the same seat."""
    first = comes()
    first.practises("supreme-99")
    seat = first.seat()
    first.bets("Standard Bet")
    first.deals()
    first.presses("houseWay")
    first.waits_for("result")
    expect(first.page.locator('[data-act="again"]')).to_be_visible()
    first.presses("change")
    expect(first.page.locator('[data-act="repeat"]')).to_be_visible()
    first.page.click("#open-panel")
    first.page.click("text=Cash out and leave")
    first.page.wait_for_url("**/")
    first.game = ""
    second = comes()
    second.page.goto(f"{second.room.url}/tables/{TABLES['supreme-99']}/play")
    second.page.click(f'[data-seat="{seat}"] .sit')
    second.game = "supreme-99"
    second.waits_for("betting")
    expect(second.page.locator('[data-act="deal"]')).to_be_visible()
    expect(second.page.locator('[data-act="repeat"]')).to_have_count(0)
    second.page.evaluate("sessionStorage.clear()")  # as in another tab of the same browser
    second.page.reload()
    second.waits_for("betting")
    expect(second.page.locator('[data-act="deal"]')).to_be_visible()
    expect(second.page.locator('[data-act="repeat"]')).to_have_count(0)
    assert not second.page.locator('[data-act="again"]').count()


def titles(page):
    return [table.get_attribute("data-title") for table in page.locator(".table:visible").all()]


def test_a_game_is_found_by_name_family_and_edge_with_the_keyboard_alone(browser, card_room):
    guest = card_room.comes(browser)
    try:
        page = guest.page
        page.set_viewport_size({"width": 320, "height": 640})
        page.goto(card_room.url)
        number = page.locator(".table").count()
        assert number >= len(TABLES)
        expect(page.locator("#find output")).to_have_text(f"{number} tables")
        while page.evaluate("document.activeElement.name") != "words":  # past one's hands, settings and first games
            page.keyboard.press("Tab")
        page.keyboard.type("casino war")
        assert titles(page) == ["Casino War"]
        expect(page.locator("#find output")).to_have_text(f"1 of {number} tables")
        for words in ("three card poker", "3 card poker"):  # the very name, then names, then rules
            page.fill("#find [name=words]", words)
            assert page.locator(".table:visible").first.get_attribute("data-title") == "Three Card Poker"
            assert page.locator(".table:visible").nth(1).get_attribute("data-title") == "Three Card Draw Poker"
        page.fill("#find [name=words]", "pair plus")
        assert "Three Card Poker" in titles(page)
        page.fill("#find [name=words]", "holdem")
        assert all("Hold'em" in title for title in titles(page))
        page.fill("#find [name=words]", "seat 7, free")  # no game has it in its name or rules
        expect(page.locator(".table:visible")).to_have_count(0)
        page.select_option('[name="family"]', "hands that are set")
        expect(page.locator("#nothing")).to_contain_text("of the family “hands that are set” has “seat 7, free”")
        page.click("#nothing button")
        expect(page.locator("#find output")).to_have_text(f"{number} tables")
        expect(page.locator("#nothing")).to_be_hidden()
        marked = page.locator(".table:has(h2 .unapproved)").all()
        unapproved = {game.title for game in GAMES.values() if not is_approved(game)}
        assert {table.get_attribute("data-title") for table in marked} >= unapproved
        assert page.locator(f'.table[data-table="{TABLES["san-lo"]}"] .unapproved').count() == 0
        page.keyboard.press("Tab")
        page.keyboard.type("arr")  # chooses the family that begins so
        assert {*titles(page)} == SET_HANDS
        page.keyboard.press("Tab")
        page.keyboard.type("na")
        page.reload()  # what was looked for is there again
        expect(page.locator("#find output")).to_contain_text(" of ")
        shown = titles(page)
        assert {*shown} == SET_HANDS and shown == sorted(shown)
        page.select_option('[name="family"]', "")
        page.select_option('[name="order"]', "edge")
        shown = page.locator(".table").evaluate_all("cards => cards.map((card) => card.dataset.edge)")
        known = [float(edge.rstrip("%")) for edge in shown if edge]
        assert known == sorted(known) and shown[: len(known)] == [edge for edge in shown if edge]
        assert len(known) >= 10
        assert page.evaluate("document.documentElement.scrollWidth") == 320
    finally:
        guest.leaves()
