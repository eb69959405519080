"""A live dealer, a supervisor and surveillance at one table: the whole story of a royal flush."""

import re

import pytest
from playwright.sync_api import expect

from houseway.role import Role
from houseway.table import commands as do
from tests.browser.floor import FORTUNE, MAIN, PROGRESSIVE, ROYAL, LiveTable

pytestmark = pytest.mark.slow

CARD = re.compile(r"(?<![\w-])(?:[2-9TJQKA][cdhs]|Jk)(?![\w-])")


@pytest.fixture
def opened(browser, card_room):
    tables = []

    def opens(**terms):
        tables.append(LiveTable(card_room, browser, **terms))
        return tables[-1]

    yield opens
    for table in tables:
        table.leaves()


def everybody_bets(table, seats=range(1, 7)):
    players = {seat: table.sits(seat) for seat in seats}
    for seat, player in players.items():
        player.does(do.PlaceWager(seat=seat, wager=MAIN, cents=25_00))
        player.does(do.PlaceWager(seat=seat, wager=FORTUNE, cents=25_00))
        player.does(do.PlaceWager(seat=seat, wager=PROGRESSIVE, cents=1_00))
    return players


def dealt(table, dealer):
    """Bets, COIN IN, the number, and physical cards: a royal flush at seat 6."""
    players = everybody_bets(table)
    dealer.presses("CoinIn", "COIN IN")
    dealer.presses("CloseBetting")
    dealer.presses("DrawNumber")
    dealer.enters(ROYAL)
    dealer.page.wait_for_selector("#board:not([hidden])")
    return players


def all_set(table, dealer):
    players = dealt(table, dealer)
    for seat, player in players.items():
        player.does(do.AskHouseWay(seat=seat))
    for _ in players:
        dealer.presses("SetHouseWay")
    dealer.presses("DealerHouseWay")
    return players


def test_the_dealer_goes_through_a_round_by_the_one_button(opened):
    table = opened()
    dealer = table.at(Role.DEALER)
    dealer.is_told("Waiting for bets")
    players = dealt(table, dealer)
    number = dealer.page.inner_text("#rotation .number")
    assert number == str(table.view()["current"]["number"])
    expect(dealer.page.locator("#rotation")).to_contain_text(f"Table {table.name}")
    expect(dealer.page.locator("#rotation .now")).to_have_text(re.compile(r"\d\d:\d\d:\d\d"))
    dealer.is_told("Waiting for seats 1, 2, 3, 4, 5, and 6 to set.")
    players[3].does(do.AskHouseWay(seat=3))
    gate = dealer.page.locator("#display .gate").first
    expect(gate).to_contain_text("seat 3 waits until seat 6 has set")
    expect(gate.locator("button")).to_be_disabled()
    for seat in (1, 2, 4, 5, 6):
        players[seat].does(do.AskHouseWay(seat=seat))
    dealer.presses("SetHouseWay", "PLAYER HOUSE WAY, seat 6")
    expect(dealer.page.locator("#display .shown")).to_contain_text("Seat 6")
    assert set(dealer.cards("#display .shown")) == set(ROYAL[6].split())
    for _ in range(5):
        dealer.presses("SetHouseWay")
    dealer.presses("DealerHouseWay")
    dealer.presses("PressHand", "Royal Flush, seat 6")
    dealer.is_told("Waiting for a supervisor: Key to JPH.")
