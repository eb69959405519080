"""Hands that were played are kept in the browser, with luck and skill apart; they are there after a reload and from
several tables, and leave it only as files."""

import csv
import json
import re
import time
from fractions import Fraction

import pytest
from playwright.sync_api import expect

from houseway.analysis.figures import decimal
from houseway.games import GAMES
from houseway.web.workings import kept_for
from tests.browser.room import MAIN, TABLES
from tests.browser.test_pages import LOOK
from tests.soak import telling

pytestmark = pytest.mark.timeout(600)

COUNTED_SECONDS = 240
KEPT = """async () => {
  const { src } = document.querySelector("script[src$='/look.js']");
  const { allHands } = await import(src.replace("look", "hand-store"));
  return allHands();
}"""
# Another page, of another version of the house, that knows no hands and is there first.
OPENED = """() => new Promise((done) => {
  const asked = indexedDB.open("houseway", 3);
  asked.onsuccess = () => (asked.result.close(), done());
})"""


def kept(page, number):
    """The hands that the browser keeps, when so many are judged."""
    until = time.monotonic() + COUNTED_SECONDS
    while time.monotonic() < until:
        hands = page.evaluate(KEPT)
        if sum(bool(hand["cost"] and hand["expectation"]) for hand in hands) == number:
            return hands
        page.wait_for_timeout(100)
    raise AssertionError(hands)


def plays(guest, game, words=()):
    guest.bets(MAIN[game])
    guest.deals()
    guest.chooses(words)
    guest.waits_for("result")


@pytest.mark.parametrize(("size", "scheme"), telling((("phone", "light"),), ("phone", "desktop"), ("light", "dark")))
def test_hands_of_several_tables_are_kept_judged_summed_and_saved(comes, axe, size, scheme):
    guest = comes(size=size, scheme=scheme)
    page = guest.page
    page.goto(f"{guest.room.url}/history")
    expect(page.locator("#notice")).to_contain_text("No hand has been played")
    guest.practises("match-em")
    plays(guest, "match-em", ["LO"])
    [hand] = kept(page, 1)
    page.reload()
    guest.waits_for("result")
    guest.presses("change")
    plays(guest, "match-em", ["HI"])
    first, second = kept(page, 2)
    assert hand == first and (first["round"] + 1, first["sitting"]) == (second["round"], second["sitting"])

    # what a hand should have come to is the analysis's, and what it cost the coach's
    advice = guest.asks(f"/rounds/{second['round']}/coach")
    stake = second["wagers"][MAIN["match-em"]]
    decks = guest.view()["terms"]["decks"] or GAMES["match-em"].whole_shoe
    game = GAMES["match-em"]
    figures = kept_for(game).edge(game.own_paytables(game.main[0])[0], decks)
    assert Fraction(second["expectation"]) == -figures.house_edge * stake
    assert Fraction(second["cost"]) == Fraction(advice["costs"]) * stake
    shown = sum(amount for _, amount in guest.results().values())
    assert second["result_cents"] == shown

    # on leaving, the lobby sums them up
    page.click("#open-panel")
    page.get_by_role("button", name="Cash out and leave").click()
    page.wait_for_url(f"{guest.room.url}/")
    expect(page.locator("#farewell")).to_contain_text(f"{game.title}: 2 hands")
    expect(page.locator("#farewell")).to_contain_text(re.compile(r"\. (Expected with best play|Of the \d+ that are) "))
    page.reload()
    expect(page.locator("#farewell")).to_have_count(0)  # said once

    # another table
    guest.practises("casino-war")
    plays(guest, "casino-war")
    hands = kept(page, 3)
    assert [each["game"] for each in hands] == ["match-em", "match-em", "casino-war"]
    assert str(hands[2]["table"]) == TABLES["casino-war"]

    page.goto(f"{guest.room.url}/history")
    assert page.locator("details[data-hand]").count() == 3
    result = sum(each["result_cents"] for each in hands)
    expected = sum(Fraction(each["expectation"]) for each in hands)
    cost = sum(Fraction(each["cost"]) for each in hands)
    luck = result - expected + cost
    exactly = {
        each["name"]: each["title"]
        for each in page.eval_on_selector_all(
            "[data-sum]", "all => all.map(({dataset, title}) => ({name: dataset.sum, title}))"
        )
    }
    for name, value in (("Expected with best play", expected), ("Your choices", -cost), ("Luck", luck)):
        assert Fraction(exactly[name].split()[1]) == value
    assert page.locator("#chart polyline").count() == 3
    page.locator("details[data-hand] summary").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("details[open] .replay")).to_contain_text("Your cards")
    receipt = page.locator("details[open] .replay a").get_attribute("href")
    assert page.request.get(f"{guest.room.url}{receipt}").json()["round"] == hands[2]["round"]
    guest.shoots("history")
    assert not page.evaluate(LOOK)
    assert not axe(page)

    wrong = [each["key"] for each in hands if any(not choice["is_best"] for choice in each["choices"])]
    expect(page.get_by_role("table", name="By day").locator('[data-label="Wrong"]')).to_have_text([str(len(wrong))])
    page.select_option("#order", "worst")
    page.check("#wrong")
    costliest = sorted((each for each in hands if each["key"] in wrong), key=lambda each: -Fraction(each["cost"]))
    listed = page.locator("details[data-hand]").evaluate_all("all => all.map(({dataset}) => dataset.hand)")
    assert listed == [each["key"] for each in costliest]
    assert page.locator('#hands a[href="/train/match-em"]').count() == bool(wrong)
    page.uncheck("#wrong")
    page.select_option("#game", "match-em")
    assert page.locator("details[data-hand]").count() == 2
    with page.expect_download() as saved:
        page.click("#save-csv")
    rows = list(csv.DictReader(saved.value.path().read_text().splitlines()))
    assert [int(row["result_cents"]) for row in rows] == [each["result_cents"] for each in hands[:2]]
    luck = hands[0]["result_cents"] - Fraction(hands[0]["expectation"]) + Fraction(hands[0]["cost"])
    assert Fraction(rows[0]["luck_cents_exact"]) == luck
    assert rows[0]["luck_cents"] == decimal(luck, 2) and rows[0]["cards"] == " ".join(hands[0]["dealt"])
    assert rows[0]["dealer"] == " ".join(hands[0]["common"]["dealer"]) != ""
    with page.expect_download() as saved:
        page.click("#save-json")
    assert json.loads(saved.value.path().read_text()) == hands[:2]
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#forget")
    expect(page.locator("#notice")).to_contain_text("No hand has been played")


def test_nothing_of_others_is_kept_whatever_page_was_there_first(comes):
    ann, ben = comes(), comes()
    ann.page.goto(f"{ann.room.url}/history")
    ann.page.evaluate(OPENED)
    for guest in (ann, ben):
        guest.practises("match-em")
        guest.bets(MAIN["match-em"])
    for guest in (ann, ben):
        guest.presses("deal")
    for guest in (ann, ben):
        guest.waits_for("choosing")
    cards = ben.spot()["cards"]
    ann.presses("LO")
    ben.presses("HI")
    ann.waits_for("result")
    [hand] = kept(ann.page, 1)
    assert hand["seat"] == ann.seat() and hand["cards"] != [cards]
    assert set(hand["common"]) == {"dealer"}


# A hand of a table, as it would be kept: folded, though it is a pair of queens.
FOLDED = """async () => {
  const { src } = document.querySelector("script[src$='/look.js']");
  const { keepHand } = await import(src.replace("look", "hand-store"));
  await keepHand({
    key: "T/1/x", at: new Date().toISOString(), sitting: "T/1/1", table: "T", round: 1, game: "three-card-poker", seat: 1,
    title: "Three Card Poker", wagers: { Ante: 2500 }, cards: [["Qd", "Qs", "4h"]], dealt: ["Qd", "Qs", "4h"],
    common: { dealer: ["2c", "7c", "Th"] }, said: ["fold"], stake_cents: 2500, result_cents: -2500,
    results: [{ wager: "Ante", line: "lose", reason: "lose: Qd Qs 4h against 9s full of 2s, a pair of 7s, 9s and 8s, with Ks", stake_cents: 2500, won_cents: 0, returned_cents: 0, pays: "lose" }],
    expectation: "-1/30", cost: "4000/1", receipt: "/", choices: [{ cards: "", said: "fold", best: "play", is_best: false, cost: "4000/1" }],
  });
}"""  # noqa: E501


def test_what_was_wrong_is_trained_hand_by_hand(comes):
    guest = comes()
    page = guest.page
    page.goto(f"{guest.room.url}/history")
    page.evaluate(FOLDED)
    page.reload()
    page.click("details[data-hand] summary")
    said = "Q♦ Q♠ 4♥ against 9s full of 2s, a pair of 7s, 9s and 8s, with K♠"  # nines are no card
    expect(page.locator(".replay li").last).to_contain_text(said)
    page.click('#hands a[href="/train/three-card-poker"]')
    expect(page.locator("#of-hand")).to_have_text("A hand that you played.")
    assert page.locator("#mine .card").evaluate_all("all => all.map(each => each.dataset.card)") == ["Qd", "Qs", "4h"]
    page.click('[data-act="play"]')
    expect(page.locator(".verdict.good")).to_be_visible()
