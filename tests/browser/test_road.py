"""A whole shoe in the browser: every round proved by the page itself, and the road of its results."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.boxes import measured
from tests.browser.test_seal import checked
from tests.soak import more, telling

GONE_ON = """async (number) => {
  const { view } = await (await fetch(location.pathname.replace("/play", ""))).json();
  return view.round > number;
}"""
LAID = """async (marks) => {
  const here = document.querySelector("script[type=module]").src;
  const { laid } = await import(here.replace(/[^/]+$/, "road.js"));
  return laid(marks).map(({ mark, column, row, ties }) => [mark[0], column, row, ties]);
}"""


def plays(guest, rounds):
    """So many rounds, all wagers of a hand at once; then the same again. Small chips: no shoe takes all that he has."""
    guest.page.locator('.chip[data-chip="5"]').click()
    guest.bets("Banker", "Player", "Tie")
    guest.deals()
    guest.waits_for("result")
    for _ in range(rounds - 1):
        again(guest)


def again(guest):
    """One more round with the same wagers."""
    number = guest.view()["round"]
    guest.presses("again")
    guest.page.wait_for_function(GONE_ON, arg=number)
    guest.waits_for("result")
    guest.rests()


@pytest.mark.parametrize("size", telling((("phone",),), ("phone", "desktop")))
def test_the_road_of_a_shoe_is_drawn_and_read_as_a_table(comes, size):
    guest = comes(size=size)
    guest.practises("baccarat")
    rounds = more(7, 30)
    plays(guest, rounds)
    marks = guest.view()["previous"]["shoe"]["road"]
    assert len(marks) >= rounds
    if size == "phone":  # where it is folded until it is wanted
        expect(guest.page.locator(".bead-plate")).to_be_hidden()
        guest.page.click(".road-box summary")
    beads = guest.page.locator(".bead-plate .bead")
    expect(beads).to_have_count(len(marks))
    assert [text.split("\n")[0][0] for text in beads.all_inner_texts()] == [marks[n][0] for n in by_rows(len(marks))]
    expect(guest.page.locator(".big-road .dot")).to_have_count(len([mark for mark in marks if mark != "Tie"]))
    expect(guest.page.get_by_role("group", name=re.compile(f"Road of the shoe, {len(marks)} rounds"))).to_be_visible()
    guest.shoots(f"road-{size}")
    lines = checked(guest)
    assert any("is the one that was sealed in its place" in line for line in lines if line.startswith("✓ Computed"))
    assert not any(line.startswith("✗") for line in lines), lines
    verdict = guest.page.locator(".checked > :first-child")
    expect(verdict).to_contain_text("This deal is proved fair: the order of the cards was sealed before anybody bet")


def test_the_road_pushes_no_wager_under_the_dock_of_a_phone_and_opens_over_the_felt(comes):
    guest = comes(size="phone")
    guest.practises("ez-baccarat")
    page = guest.page
    guest.bets("Banker")
    guest.deals()
    guest.waits_for("result")
    guest.rests()
    guest.presses("change")
    guest.waits_for("betting")
    page.wait_for_selector(".road-box")
    assert not measured(page, ((390, 664),))
    page.set_viewport_size({"width": 390, "height": 664})
    boxes = "() => [...document.querySelectorAll('#mine .spot')].map((each) => each.getBoundingClientRect().top)"
    before = page.evaluate(boxes)
    page.locator(".road-box summary").press("Enter")
    expect(page.locator(".bead-plate")).to_be_visible()
    assert page.evaluate(boxes) == before
    guest.shoots("road-open")


@pytest.mark.soak
def test_a_whole_shoe_is_played_to_its_end_with_its_road_and_all_its_cards_are_opened_then(comes):
    guest = comes(size="phone")
    guest.practises("baccarat")
    plays(guest, 1)
    shoe = guest.view()["current"]["shoe"]
    rounds = len(shoe["road"])  # a table that somebody left is taken with the shoe that lies there
    beads = guest.page.locator(".bead-plate .bead")
    while guest.view()["current"]["shoe"]["since"] == shoe["since"]:
        expect(beads).to_have_count(rounds)
        again(guest)
        rounds += 1
    marks = guest.view()["previous"]["shoe"]["road"]
    assert len(marks) == rounds and 70 < rounds < 95, "416 cards, 14 of them behind the cut card"
    lines = checked(guest)
    assert any("the shoe is over, and all its cards make the tree" in line for line in lines if line.startswith("✓"))
    assert not any(line.startswith("✗") for line in lines), lines


def by_rows(number):
    """The marks as the rows of the bead plate have them: it is filled column by column, six to a column."""
    columns = -(-number // 6)
    return [6 * column + row for row in range(6) for column in range(columns) if 6 * column + row < number]


def test_the_big_road_has_a_column_for_every_run_and_turns_at_the_bottom(comes):
    guest = comes()
    guest.practises("baccarat")
    laid = guest.page.evaluate(LAID, ["Tie", "Banker", "Banker", "Tie", "Player", "Banker"])
    assert laid == [["B", 0, 0, 0], ["B", 0, 1, 1], ["P", 1, 0, 0], ["B", 2, 0, 0]]
    dragon = guest.page.evaluate(LAID, ["Banker"] * 8 + ["Player"] * 2)
    assert [place[1:3] for place in dragon] == [[0, n] for n in range(6)] + [[1, 5], [2, 5], [1, 0], [1, 1]]
