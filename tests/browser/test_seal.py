"""The cut on the felt, and what the browser works out of seal and cuts by itself."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from houseway.cards import show
from houseway.games import GAMES
from houseway.table.cut import cut_pack
from houseway.table.notation import opened, seal_of, secret_of
from tests.table.sitting import Sitting

WORKS_OUT = """async ([sealed, cuts, positions]) => {
  const here = document.querySelector("script[type=module]").src;
  const { dealtFrom, sealOf } = await import(here.replace(/[^/]+$/, "seal.js"));
  const { order, number, dice } = await dealtFrom(sealed, cuts, positions);
  return [await sealOf(sealed), order.join(" "), number, dice];
}"""


def checked(guest):
    guest.opens_panel()
    guest.page.get_by_role("button", name=re.compile("Check round")).click()
    lines = guest.page.locator(".checked li")
    expect(lines.first).to_be_visible()
    return lines.all_inner_texts()


def test_a_seat_cuts_by_one_tap_and_the_page_sees_that_its_cut_was_used(comes):
    guest = comes(size="phone")
    guest.practises("san-lo")
    guest.opens_panel()
    guest.page.click('[data-act="cut"]')
    said = guest.page.locator(".cut-made")
    expect(said).to_have_text(re.compile("^Your cut: [0-9a-f]{16}$"))
    cut = said.inner_text().split()[-1]
    expect(guest.page.locator('[data-act="cut"]')).to_be_disabled()
    guest.page.keyboard.press("Escape")
    guest.bets("Main Bet")
    guest.deals()
    guest.presses("houseWay")
    guest.waits_for("result")
    previous = guest.view()["previous"]
    assert previous["cuts"] == [{"seat": guest.seat(), "cut": cut}]
    assert previous["order"] != previous["sealed"]["order"]
    lines = checked(guest)
    assert f"✓ Your cut {cut} was used; it was the last, so nobody could choose what was dealt" in lines
    for what in (
        "the order follows",
        "the rotation follows",
        "every hand came off the top",
        "(sealed) hashes to",
        "cut) hashes to",
    ):
        assert any(line.startswith("✓ Computed by this browser") and what in line for line in lines), what
    assert not any(line.startswith("✗") for line in lines)


@pytest.mark.soak
def test_who_cuts_in_every_round_does_so_when_the_seal_is_there(comes):
    guest = comes()
    guest.practises("supreme-99")
    guest.page.click("#open-panel")
    guest.page.check(".cut input")
    guest.page.keyboard.press("Escape")
    for _ in range(2):
        guest.waits_for("betting")
        guest.page.wait_for_function("() => /, cut$/.test(document.querySelector('.sealed').textContent)")
        guest.bets("Standard Bet")
        guest.deals()
        guest.presses("houseWay")
        guest.waits_for("result")
        assert [each["seat"] for each in guest.view()["previous"]["cuts"]] == [guest.seat()]
        assert any("✓ Your cut" in line for line in checked(guest))
        guest.page.keyboard.press("Escape")
        guest.presses("change")


def test_the_browser_works_out_the_same_as_the_table(comes):
    """Every game, by number and by dice, with and without cuts, on packs of 52, 53 and 416 cards."""
    guest = comes()
    guest.practises("san-lo")
    chance = Random(5)
    for slug, terms in [*((slug, {}) for slug in GAMES), ("supreme-99", {"number_by": "dice"})]:
        sitting = Sitting(slug, seats=(4,), dealer="automatic", **terms).bets()
        sealed, game = sitting.round.sealed, sitting.game
        for seats in ((), (4,), (1, 2, 5)):
            cuts = {seat: f"{chance.getrandbits(64):x}" for seat in chance.sample(seats, len(seats))}
            given = [{"seat": seat, "cut": cut} for seat, cut in cuts.items()]
            own = cut_pack(sealed, cuts, game)
            told = guest.page.evaluate(WORKS_OUT, [opened(sealed), given, game.seats + 1])
            assert told[0] == seal_of(secret_of(sealed))
            assert told[1] == show(own.order)
            assert (told[2] or own.number, tuple(told[3])) == (own.number, own.dice)
