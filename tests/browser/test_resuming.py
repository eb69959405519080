"""A screen is its role's view of the event stream: whatever happens to page or server, it comes back to the moment;
and it is told nothing before it is due."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow

CARD = re.compile(r"(?<![\w-])(?:[2-9TJQKA][cdhs]|Jk)(?![\w-])")


def with_a_hand(comes, game="san-lo"):
    guest = comes()
    guest.practises(game)
    guest.bets("Main Bet" if game == "san-lo" else "Standard Bet")
    guest.deals()
    return guest


def test_a_reload_in_mid_hand_comes_back_to_the_same_cards(comes):
    guest = with_a_hand(comes)
    before, balance = sorted(guest.cards()), guest.balance()
    guest.page.reload()
    guest.waits_for("setting")
    guest.page.wait_for_selector(".setting")
    assert (sorted(guest.cards()), guest.balance()) == (before, balance)
    guest.presses("houseWay")
    told = guest.results()
    guest.page.reload()
    assert guest.results() == told


def test_a_second_page_of_the_same_player_shows_the_same(comes):
    guest = with_a_hand(comes)
    other = guest.page.context.new_page()
    other.goto(guest.page.url)
    other.wait_for_selector(".setting")
    shown = other.eval_on_selector_all("#mine [data-card]", "all => all.map(each => each.dataset.card)")
    assert sorted(shown) == sorted(guest.cards())
    other.click('[data-act="houseWay"]')
    guest.waits_for("result")  # the first page hears of it
    other.close()


def test_a_killed_server_comes_back_to_the_exact_moment(comes, card_room):
    guest = with_a_hand(comes)
    first, second = guest.choice("legal").replace("|", "")[:2]
    guest.page.click(f'.tray [data-place="{first}"]')
    guest.page.click(f'.tray [data-place="{second}"]')
    before = sorted(guest.cards())
    card_room.is_killed()
    expect(guest.page.locator("#lost")).to_contain_text("Connection lost")
    expect(guest.page.locator('[data-act="houseWay"]')).to_be_disabled()
    card_room.opens()
    expect(guest.page.locator("#lost")).to_be_hidden()
    assert sorted(guest.cards()) == before
    expect(guest.page.locator('.setting .zone[data-hand="0"] .card')).to_have_count(2)  # half a setting is kept
    guest.presses("houseWay")
    guest.results()
    assert guest.balance() >= 975_00


def test_a_command_whose_answer_was_lost_is_done_once(comes, card_room):
    guest = comes()
    guest.practises("supreme-99")
    lost = []

    def lose(route):
        if "PlaceWager" in (route.request.post_data or "") and not lost:
            route.fetch()  # the house hears it, the page never hears the answer
            lost.append(route.request.post_data_json["key"])
            route.abort()
        else:
            route.continue_()

    guest.page.route("**/commands", lose)
    guest.bets("Standard Bet")
    expect(guest.page.locator('.spot[data-wager="Standard Bet"] .amount')).to_have_text("$25")
    guest.deals()
    assert lost
    assert guest.view()["current"]["spots"][str(guest.seat())]["wagers"] == {"Standard Bet": 25_00}
    assert guest.balance() == 975_00


def test_nothing_of_anothers_cards_reaches_page_network_or_storage(comes):
    ann, ben = comes(), comes()
    for guest in (ann, ben):
        guest.practises("san-lo")
        guest.bets("Main Bet")
    seen_before = set(CARD.findall(ben.everything()))  # of the rounds before: those cards are up
    ann.page.reload()  # it begins with nothing of the rounds before but what the view still tells
    ben.page.reload()
    for guest in (ann, ben):
        guest.waits_for("betting")
    told_before = {guest: set(CARD.findall(guest.everything())) for guest in (ann, ben)}
    ben.presses("deal")
    ann.presses("deal")
    for guest in (ann, ben):
        guest.page.wait_for_selector(".setting")
    for guest in (ann, ben):
        found = set(CARD.findall(guest.everything())) - told_before[guest]
        assert found <= set(guest.cards()), "a card that is not due"
    ann.presses("houseWay")
    ann.page.wait_for_selector('body[data-phase="asked"]')
    assert set(CARD.findall(ben.everything())) - told_before[ben] <= set(ben.cards())
    ben.presses("houseWay")
    ben.waits_for("result")
    number = ben.view()["previous"]["round"]
    dealers = set(ben.room.receipt("san-lo", number)["dealer"].replace("|", " ").split())
    assert dealers <= set(CARD.findall(ben.everything()))  # and now they are shown: the test can see cards
    assert seen_before is not None
