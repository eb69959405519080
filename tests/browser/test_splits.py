"""Hands that are split, in the browser: side by side on a phone, the one that is played clear to see, every button with
what it costs, by keyboard alone, and checked by the page."""

import re

import pytest
from playwright.sync_api import expect

from houseway.games import GAMES
from houseway.games.own import load_game
from houseway.role import Role
from houseway.table import commands as do
from tests.browser import room
from tests.browser.boxes import DESKS, measured
from tests.browser.floor import LiveTable
from tests.browser.room import cents
from tests.browser.stacked_room import FILE, OWN
from tests.browser.test_stories import tabs_to

PHONES = ((390, 664), (320, 568), (844, 390))
BET_AND_PAIR = ("Bet", "Pair")


@pytest.fixture
def comes(browser, stacked_room, monkeypatch):
    """Somebody comes into a room in which the cards begin so."""
    monkeypatch.setitem(GAMES, OWN, load_game(FILE))
    guests = []

    def come(game: str, first: str, **kind):
        monkeypatch.setitem(room.TABLES, game, stacked_room.opens_table(game, first))
        guests.append(stacked_room.comes(browser, **kind))
        guests[-1].game = game
        return guests[-1]

    yield come
    for guest in guests:
        guest.leaves()


@pytest.fixture
def live_table(browser, stacked_room):
    """A table of blackjack with a live dealer, at which every pack begins with these cards."""
    opened = []

    def opens(first: str):
        stacked_room.stacks(first)
        terms = {"shuffler": "machine", "meter": "", "paytables": {}}
        opened.append(LiveTable(stacked_room, browser, game="blackjack", **terms))
        return opened[-1]

    yield opens
    for table in opened:
        table.leaves()


def rows(guest):
    """What every row of the result says, and its amount."""
    guest.waits_for("result")
    found = guest.page.locator(".results li")
    return [(row.locator(".wager").inner_text(), cents(row.locator(".amount").inner_text())) for row in found.all()]


def hands(page):
    """Each hand: its title, its cards, what it is called, and whether it is the one that is played."""
    return page.evaluate("""() => [...document.querySelectorAll("#mine .zones.split .zone")].map((zone) => [
      zone.querySelector("h3").textContent,
      [...zone.querySelectorAll(".card")].map((card) => card.dataset.card).join(" "),
      zone.querySelector(".told").firstChild?.textContent ?? "",
      zone.getAttribute("aria-current") === "step",
    ])""")


def test_split_aces_by_the_keyboard_alone(comes):
    guest = comes("blackjack", "Ac Ad As 6h Kh 5s")
    page, keys = guest.page, guest.page.keyboard
    page.goto(guest.room.url)
    tabs_to(page, f'[data-table="{room.TABLES["blackjack"]}"] .sit')
    keys.press("Enter")
    guest.waits_for("betting")
    tabs_to(page, '.spot[data-wager="Bet"]')
    keys.press("2")  # the chip of $5
    keys.press("Enter")
    tabs_to(page, '[data-act="deal"]:enabled')
    keys.press("Enter")
    for said, (word, text) in enumerate({"insurance": "Insurance, $2.50", "split": "Split, $5"}.items()):
        guest.waits_for("choosing")
        page.wait_for_selector("#mine :focus")  # beside the next move, and on nothing that makes it
        keys.press("Enter")
        guest.rests()
        assert len(guest.spot()["said"]) == said
        tabs_to(page, f'[data-act="{word}"]:enabled')
        assert page.locator(f'[data-act="{word}"]').inner_text() == text
        keys.press("Enter")
    assert rows(guest) == [("Hand 1: Bet wins", 5_00), ("Insurance loses", -2_50), ("Hand 2: Bet loses", -5_00)]
    assert [hand[:2] for hand in hands(page)] == [["Hand 1 $5", "Ac Kh"], ["Hand 2 $5", "Ad 5s"]]
    assert "Hand 1: Bet wins 5 dollars" in page.locator("#say").inner_text()
    page.wait_for_selector(".board:focus")
    assert guest.balance() == 1_000_00 - 2_50
    guest.room.receipt("blackjack", 1)
    tabs_to(page, '[data-act="again"]:enabled')
    assert page.locator('[data-act="again"]').inner_text() == "Same again, $5"  # what was bet, not what was split


@pytest.mark.soak
def test_split_aces_on_a_phone(comes, axe):
    """By tapping, at 390 × 664: both hands in sight at once, their cards, what they came to and what they brought."""
    guest = comes("blackjack", "Ac Ad 6s 9h Kh 5s Tc", size="phone")
    page = guest.page
    page.set_viewport_size({"width": 390, "height": 664})
    guest.practises("blackjack")
    guest.bets("Bet")
    guest.deals()
    assert not measured(page, PHONES)
    guest.chooses(("split",))
    guest.waits_for("result")
    told = rows(guest)
    assert [name for name, _ in told] == ["Hand 1: Bet wins", "Hand 2: Bet wins"]
    assert [hand[:3] for hand in hands(page)] == [["Hand 1 $25", "Ac Kh", "21"], ["Hand 2 $25", "Ad 5s", "16"]]
    assert guest.balance() == 1_000_00 + sum(amount for _, amount in told)
    assert not measured(page, PHONES)
    assert axe(page) == []


def test_two_hands_that_are_dealt_lie_side_by_side_and_exchange_cards_on_a_phone(comes, axe):
    guest = comes("blackjack-switch", "Ks 5c 6d Th 7h 9d 9s 4c", size="phone")
    page = guest.page
    page.set_viewport_size({"width": 390, "height": 664})
    guest.practises("blackjack-switch")
    guest.bets("Bet")
    guest.deals()
    assert hands(page) == [["Hand 1 $25", "Ks 5c", "15", False], ["Hand 2 $25", "6d Th", "16", False]]
    expect(page.locator(".message")).to_have_text(re.compile("Your move"))
    assert not measured(page, PHONES)
    assert axe(page) == []
    guest.presses("switch")
    expect(page.locator(".message")).to_have_text(re.compile("Hand 1 of 2: 20"))
    assert hands(page) == [["Hand 1 $25", "Ks Th", "20", True], ["Hand 2 $25", "6d 5c", "11", False]]
    guest.presses("stand")
    expect(page.locator(".message")).to_have_text(re.compile("Hand 2 of 2: 11"))
    guest.presses("double")
    told = rows(guest)
    assert [name for name, _ in told] == ["Hand 1: Bet pushes", "Hand 2: Second Bet pushes", "Hand 2: Double pushes"]
    assert guest.balance() == 1_000_00
    assert page.locator('[data-act="again"]').inner_text() == "Same again, $50"


def test_four_hands_lie_side_by_side_on_a_phone_and_the_one_that_is_played_is_clear(comes, axe):
    guest = comes(OWN, "8c 8d 7h 9c 8h 8s 2c 3c 4c 2d 2h 3d Td", size="phone")
    page = guest.page
    page.set_viewport_size({"width": 390, "height": 664})
    guest.practises(OWN)
    guest.bets(*BET_AND_PAIR)
    guest.presses("deal")
    for words, played, of in (("split", 1, 2), ("split", 1, 3), ("hit stand", 2, 3), ("stand", 3, 3), ("split", 3, 4)):
        for word in words.split():
            said = len(guest.spot().get("said", ()))
            page.click(f'[data-act="{word}"]:enabled:not([aria-disabled])')
            page.wait_for_function(IS_SAID, arg=said + 1)
        expect(page.locator(".message")).to_have_text(re.compile(f"Hand {played} of {of}: "))
        assert [hand[3] for hand in hands(page)] == [nth == played for nth in range(1, of + 1)]
    assert not measured(page, PHONES)
    expect(page.locator('[data-act="double"]')).to_have_text("Double, $25")
    tops = page.evaluate('() => [...document.querySelectorAll("#mine .zone")].map((each) => each.offsetTop)')
    assert len(set(tops)) == 1, "not side by side"
    guest.shoots("split-playing")
    assert axe(page) == []
    guest.presses("double")
    page.wait_for_selector('[data-act="stand"]:enabled:not([aria-disabled])')
    guest.presses("stand")
    told = rows(guest)
    assert [name for name, _ in told] == [
        "Hand 1: Bet wins",
        "Pair wins",
        "Hand 2: Bet wins",
        "Hand 3: Bet wins",
        "Hand 3: Double wins",
        "Hand 4: Bet wins",
    ]
    assert [hand[2] for hand in hands(page)] == ["14", "11", "13", "10"]
    brought = page.locator("#mine .brought").all_inner_texts()
    assert [cents(text) for text in brought] == [25_00, 25_00, 50_00, 25_00]
    assert not measured(page, PHONES)
    assert axe(page) == []
    guest.shoots("split-result")


IS_SAID = """async (said) => {
  const seen = (await (await fetch(location.pathname.replace("/play", ""))).json()).view.current.spots;
  return Object.values(seen).some((spot) => (spot.said ?? []).length >= said);
}"""


@pytest.mark.soak
def test_the_page_checks_the_seal_of_a_round_of_splits(comes):
    guest = comes("blackjack", "8c 8d 7h 9c 3h Ks Td")
    guest.practises("blackjack")
    guest.bets("Bet")
    guest.deals()
    guest.chooses(("split", "stand", "stand"))
    guest.page.click("#open-panel")
    guest.page.get_by_role("button", name=re.compile("Check round")).click()
    lines = guest.page.locator(".checked li.holds")
    expect(lines.first).to_be_visible()
    said = lines.all_inner_texts()
    assert guest.page.locator(".checked li.fails").all_inner_texts() == []
    assert any("Computed by this browser" in line for line in said)
    assert any("hands were split by the rules" in line for line in said)


def test_the_dealer_sees_each_hand_of_a_split_and_deals_the_round_by_the_console(live_table, axe):
    table = live_table("8c 8d 9s Ts 7h 9c 8h Ks 3c 2d Td")
    dealer = table.at(Role.DEALER)
    page = dealer.page
    dealer.presses("Shuffle")
    players = {seat: table.sits(seat) for seat in (1, 2)}
    for seat, player in players.items():
        player.does(do.PlaceWager(seat=seat, wager="Bet", cents=25_00))
    for act in ("CloseBetting", "DealCards", "Peek"):
        dealer.presses(act)
    players[1].does(do.Choose(seat=1, word="split"))
    hands = page.locator('[data-seat="1"] .hands > .minis')
    expect(hands).to_have_count(2)
    assert [hand.get_attribute("aria-label") for hand in hands.all()] == ["Hand 1, $25, played now", "Hand 2, $25"]
    expect(page.locator('[data-seat="1"] .packet')).to_have_text("as they came: 8♣ 8♦ 8♥ K♠")
    assert not measured(page, DESKS, still=".none")
    assert axe(page) == []
    dealer.shoots("split")
    for word in ("split", "stand", "stand", "stand"):
        players[1].does(do.Choose(seat=1, word=word))
    expect(hands).to_have_count(3)
    players[2].does(do.Choose(seat=2, word="stand"))
    for act in ("TurnOver", "DrawCard", "ReconcileSeat", "ReconcileSeat", "EndGame"):
        dealer.presses(act)
    expect(page.locator(".facts")).to_contain_text("Round 2")
