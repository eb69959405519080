"""A screen is its role's view of the event stream: whatever happens to page or server, it comes back to the moment;
and it is told nothing before it is due."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.room import CardRoom

CARD = re.compile(r"(?<![\w-])(?<!of )(?<!three )(?:[2-9TJQKA][cdhs]|Jk)(?![\w-])")  # but not a pair of 2s


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
    guest.waits_for("choosing")
    guest.page.wait_for_selector(".setting")
    assert (sorted(guest.cards()), guest.balance()) == (before, balance)
    guest.presses("houseWay")
    told = guest.results()
    guest.page.reload()
    assert guest.results() == told


@pytest.mark.soak
def test_a_second_page_of_the_same_player_shows_the_same(comes):
    guest = with_a_hand(comes)
    other = guest.page.context.new_page()
    other.goto(guest.page.url)
    other.wait_for_selector(".setting")
    shown = other.eval_on_selector_all("#mine [data-card]", "all => all.map(each => each.dataset.card)")
    assert sorted(shown) == sorted(guest.cards())
    other.click('[data-act="houseWay"]')
    other.click('#warning button[value="way"]')
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


def test_a_page_of_another_version_comes_again_when_it_lacks_a_file(comes):
    """The house was started anew with other files in the middle of a hand, and the page asks for an old one."""
    guest = with_a_hand(comes)
    page, before = guest.page, sorted(guest.cards())
    page.route("**/preview.js", lambda route: route.fulfill(status=404))
    other = {"headers": {"Content-Type": "text/html"}, "body": "<html></html>"}
    page.route(
        "**/play", lambda route: route.fulfill(**other) if route.request.resource_type == "fetch" else route.continue_()
    )
    page.evaluate("window.isOld = true")
    guest.page.click('[data-act="houseWay"]')
    page.wait_for_function("() => !window.isOld && document.body?.dataset.phase === 'choosing'")
    page.wait_for_selector(".setting")
    assert sorted(guest.cards()) == before
    page.unroute_all()
    guest.presses("houseWay")
    guest.results()


def test_a_lost_connection_is_said_and_comes_back_to_the_exact_moment(comes):
    guest = with_a_hand(comes)
    before = sorted(guest.cards())
    guest.page.context.set_offline(True)
    expect(guest.page.locator("#lost")).to_contain_text("Connection lost")
    guest.rests()
    assert sorted(guest.cards()) == before
    guest.page.context.set_offline(False)
    expect(guest.page.locator("#lost")).to_be_hidden()
    assert sorted(guest.cards()) == before
    guest.presses("houseWay")
    guest.results()


def test_a_command_whose_answer_was_lost_is_done_once(comes):
    guest = comes()
    guest.practises("supreme-99")
    keys = []

    def lose(route):
        sent = route.request.post_data_json
        if sent["command"]["is"] != "BuyIn":
            route.continue_()
            return
        keys.append(sent["key"])
        if len(keys) == 1:
            route.fetch()  # the house hears it, and the page never hears the answer
            route.abort()
        else:
            route.continue_()

    guest.page.route("**/commands", lose)
    guest.page.click("#open-panel")
    guest.page.click("text=Buy in $100")
    expect(guest.page.locator("#purse .digits")).to_have_text("$1,100")
    guest.bets("Standard Bet")  # the page goes on when the answer has come
    guest.deals()
    assert len(keys) == 2 and len(set(keys)) == 1
    assert guest.balance() == 1_075_00


def test_nothing_of_anothers_cards_reaches_page_network_or_storage(browser, tmp_path):
    with CardRoom(tmp_path) as room:  # in which nobody has played: no card is known
        ann, ben = room.comes(browser), room.comes(browser)
        nothing_leaks(ann, ben)
        for guest in (ann, ben):
            guest.leaves()


def nothing_leaks(ann, ben):
    for guest in (ann, ben):
        guest.practises("san-lo")
        guest.bets("Main Bet")
    told_before = {guest: set(CARD.findall(guest.everything())) for guest in (ann, ben)}
    assert not any(told_before.values()), "a round was played here before, and its cards are known"
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
    dealers = set(ben.room.receipt("san-lo", number)["sets"]["0"].replace("|", " ").split())
    assert dealers <= set(CARD.findall(ben.everything()))  # and now they are shown: the test can see cards


@pytest.mark.soak
def test_a_second_device_goes_on_from_the_same_moment(comes):
    """By a link from the first, whose address keeps no secret; the first is told, and can take the seat back."""
    guest, other = with_a_hand(comes), comes()
    before, balance, seat = sorted(guest.cards()), guest.balance(), guest.seat()
    guest.page.click("#open-panel")
    guest.page.get_by_role("button", name="Show the link").click()
    link = guest.page.get_by_label("Link to your seat").input_value()
    guest.page.keyboard.press("Escape")
    sent = []
    other.page.on("request", lambda request: sent.append(request.url))
    other.page.goto(link)
    other.waits_for("choosing")
    other.page.wait_for_selector(".setting")
    other.game = guest.game
    assert (sorted(other.cards()), other.balance(), other.seat()) == (before, balance, seat)
    key = link.partition("key=")[2].partition("&")[0]
    assert len(key) > 20 and "#" not in other.page.url
    assert all(key not in url for url in sent if "#" not in url)
    guest.waits_for("watching")  # at once
    assert not guest.cards()
    expect(guest.page.locator("#dock .message")).to_contain_text("not played on this device")
    other.presses("houseWay")
    told = other.results()
    guest.presses("back")
    assert guest.results() == told
    other.waits_for("watching")
    guest.presses("again")
    guest.waits_for("choosing")
    guest.presses("houseWay")
    guest.waits_for("result")
    other.game = ""  # he has no seat to leave


def test_a_link_to_a_seat_that_was_left_says_so(comes):
    guest, other = comes(), comes()
    guest.practises("supreme-99")
    guest.page.click("#open-panel")
    guest.page.get_by_role("button", name="Show the link").click()
    link = guest.page.get_by_label("Link to your seat").input_value()
    guest.page.get_by_role("button", name="Cash out and leave").click()
    guest.page.wait_for_url(guest.room.url + "/")
    other.page.goto(link)
    expect(other.page.locator("#dock .message")).to_contain_text("was left")
    guest.game = ""
