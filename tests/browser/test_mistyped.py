"""What is mistyped at a live table is said before it is sent: cards that cannot lie there, and a seat that nobody calls
so."""

import pytest
from playwright.sync_api import expect

from houseway.role import Role
from houseway.table import commands as do
from tests.browser.floor import ROYAL
from tests.browser.test_staff import opened  # noqa: F401

pytestmark = pytest.mark.timeout(300)


def at_the_entry(opened):  # noqa: F811
    """Two guests asked for the house way, at a table whose third seat is called 5."""
    table = opened(meter="", paytables={}, positions=(1, 2, 5, 6, 8, 9))
    for seat in (1, 2):
        table.dealer.does(do.SeatGuest(seat=seat, cents=100_00))
        table.dealer.does(do.PlaceWager(seat=seat, wager="Main Bet", cents=25_00))
    for command in (do.CloseBetting(), do.DrawNumber(), do.DealCards(), do.HouseWayForGuests()):
        table.dealer.does(command)
    return table


def test_cards_that_cannot_lie_there_are_named_and_nothing_is_entered(opened) -> None:  # noqa: F811
    table = at_the_entry(opened)
    page = table.at(Role.DEALER).page
    title, misread, enter = page.locator("#entering"), page.locator("#misread"), page.locator("#dock .next")
    for typed, says in (
        ("As Kd Qh Jc 10s Xx", "“Xx” is no card."),
        ("As Kd Qh Jc 10s As", "ace of spades is typed twice."),
        ("As Kd Qh Jc 10s 9h 8h", "7 cards are typed, and 6 are asked for."),
        ("As Kd Qh Jc 10s 9h 8", "7 cards are typed, and 6 are asked for."),
    ):
        page.fill("#typed", typed)
        expect(misread).to_contain_text(says)
        expect(enter).to_be_disabled()
        page.press("#typed", "Enter")
    page.fill("#typed", "As Kd Qh Jc 1")  # which may become a ten
    expect(misread).to_be_hidden()
    expect(title).to_have_text("Seat 2: 4 of 6 cards")
    assert table.view()["next"]["command"] == {"is": "EnterPacket", "place": 2}
    page.fill("#typed", ROYAL[2])
    page.press("#typed", "Enter")
    expect(title).to_have_text("Seat 1: 0 of 6 cards")
    page.fill("#typed", "As Kd Qh Jc Ts 8s")
    expect(misread).to_have_text("8 of spades lies there already.")


def test_a_seat_that_nobody_calls_so_is_never_taken_for_the_dealer(opened) -> None:  # noqa: F811
    table = at_the_entry(opened)
    table.at(Role.DEALER).enters({place: ROYAL[place] for place in (2, 1, 0)})
    desk = table.at(Role.SUPERVISOR)
    desk.act("ProposeCards")
    desk.answers("Propose", place="4", cards=ROYAL[0], note="there is no seat 4")
    expect(desk.page.locator("#sheet")).to_be_visible()
    assert desk.page.locator('#sheet [name="place"]').evaluate("it => it.validity.patternMismatch")
    assert table.by(Role.SUPERVISOR).sees()["proposals"] == []


def test_a_dealer_who_is_relieved_is_told_so_and_shown_no_step(opened) -> None:  # noqa: F811
    chips = {
        "chip_cents": (1_00, 5_00, 25_00, 100_00),
        "tray_chips": {"100": 500, "500": 300, "2500": 200, "10000": 130},
    }
    table = opened(game="supreme-99", shuffler="machine", meter="", paytables={}, papers=True, **chips)
    table.dealer.does(do.SignOn())
    desk = table.at(Role.DEALER)
    other = table.at(Role.DEALER, another=True)
    desk.is_told("Two people count the tray")
    other.is_told(f"{desk.page.inner_text('#who')} deals. Sign on to relieve them.")
    expect(other.page.locator("#dock .next")).to_have_count(0)
    other.act("SignOn")
    desk.is_told(f"{other.page.inner_text('#who')} deals. Sign on to relieve them.")
    expect(desk.page.locator("#dock .next")).to_have_count(0)
    other.is_told("Two people count the tray")
