"""A dealer with physical cards on the felt: a coup of baccarat from a shoe that he shuffled, and a hand of blackjack
that is split. What comes next, and to which place a card goes, the console says; each card is one tap."""

import re

import pytest
from playwright.sync_api import expect

from houseway.role import Role
from houseway.table import commands as do
from houseway.table.cut_card import CutCard
from tests.browser.test_staff import opened  # noqa: F401

PHONE = {"size": "phone"}


def taps(dealer, title, cards):
    """The console asks for the cards of this place; each is tapped, and the packet is entered."""
    expect(dealer.page.locator("#entering")).to_have_text(re.compile(f"^{title}: 0 of {len(cards.split())}"))
    for card in cards.split():
        dealer.page.click(f'#pack [data-card="{card}"]')
    dealer.page.click("#dock .next")


@pytest.mark.timeout(200)
def test_a_dealer_enters_a_coup_of_baccarat_from_a_shoe_that_he_shuffled(opened):  # noqa: F811
    table = opened(game="baccarat", meter="", paytables={}, shoe=CutCard(behind=14, burn="by the first card"))
    dealer = table.at(Role.DEALER)
    player = table.sits(2)
    dealer.is_told("Turn the first card over")
    taps(dealer, "The first card, which is burnt", "4h")
    dealer.is_told("Waiting for bets.")
    player.does(do.PlaceWager(seat=2, wager="Banker", cents=25_00))
    dealer.presses("CloseBetting")
    dealer.presses("DealCards")
    taps(dealer, "The player", "Kd 3c")
    dealer.shoots("baccarat-entry")
    taps(dealer, "The banker", "9h 4s")
    taps(dealer, "The player", "2d")
    dealer.act("ShowCutCard")
    taps(dealer, "The banker", "4h")
    dealer.presses("ReconcileSeat", "Reconcile seat 2")
    dealer.presses("EndGame")
    dealer.is_told("Turn the first card over")
    ended = table.view()
    assert ended["previous"]["spots"]["2"]["results"][0]["line"] == "win"
    assert "hand_shoe" not in ended["current"]  # the cut card was out: the next round waits for another shoe
    assert ended["next"]["command"] == {"is": "BeginShoe", "burn": ""}


@pytest.mark.timeout(200)
@pytest.mark.parametrize(
    "kind", [pytest.param({}, id="desktop", marks=pytest.mark.soak), pytest.param(PHONE, id="phone")]
)
def test_a_dealer_enters_a_hand_of_blackjack_that_is_split(opened, kind):  # noqa: F811
    table = opened(game="blackjack", meter="", paytables={})
    dealer = table.at(Role.DEALER, **kind)
    player = table.sits(3)
    player.does(do.PlaceWager(seat=3, wager="Bet", cents=25_00))
    dealer.presses("CloseBetting")
    dealer.presses("DealCards")
    taps(dealer, "Seat 3", "8c 8d")
    taps(dealer, "The dealer", "Kh")
    dealer.is_told("say whether the round is over")
    dealer.shoots("blackjack-peek" + ("-phone" if kind else ""))
    dealer.presses("Peek", "The round goes on")
    dealer.is_told("Waiting for seat 3 to choose.")
    assert player.sees()["current"]["common"]["dealer"]["cards"] == ["Kh", "??"]
    player.does(do.Choose(seat=3, word="split"))
    taps(dealer, "Seat 3, hand 1", "Ts")
    dealer.page.wait_for_selector("#entering:has-text('hand 2')")
    dealer.shoots("blackjack-split" + ("-phone" if kind else ""))
    taps(dealer, "Seat 3, hand 2", "3s")
    player.does(do.Choose(seat=3, word="stand"))
    player.does(do.Choose(seat=3, word="double"))
    taps(dealer, "Seat 3, hand 2", "9h")
    taps(dealer, "The dealer", "Ah")
    dealer.refused("who looked at the cards said otherwise")
    dealer.page.click("text=Clear")
    taps(dealer, "The dealer", "6s")
    taps(dealer, "The dealer", "7d")
    dealer.presses("ReconcileSeat")
    dealer.presses("EndGame")
    dealer.is_told("Waiting for bets.")
    spot = table.view()["previous"]["spots"]["3"]
    assert {(r["wager"], r.get("hand", 1)): r["line"] for r in spot["results"]} == {
        ("Bet", 1): "win",
        ("Bet", 2): "win",
        ("Double", 2): "win",
    }
