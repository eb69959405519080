"""A live dealer, a supervisor and surveillance at one table: the whole story of a royal flush."""

import json
import re

import pytest
from playwright.sync_api import expect

from houseway.games import GAMES
from houseway.role import Role
from houseway.table import commands as do
from tests.browser.floor import FORTUNE, MAIN, PROGRESSIVE, ROYAL, LiveTable, enrol, log_in
from tests.browser.test_resuming import CARD
from tests.soak import telling

TRAY = {"100": 500, "500": 300, "2500": 200, "10000": 130}  # $20,000

# Step by step through a past round, to its end.
WALKS_ON = """() => {
  const on = document.querySelector('[data-act="step on"]');
  while (!on.disabled && !document.querySelector(".step").textContent.includes("GAME OVER")) on.click();
}"""


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
    """Bets, COIN IN, the number, and physical cards, face down: a royal flush at seat 6."""
    players = everybody_bets(table)
    dealer.presses("CoinIn", "COIN IN")
    dealer.presses("CloseBetting")
    dealer.presses("DrawNumber")
    dealer.presses("DealCards")
    dealer.is_told("to choose.")
    return players


def all_set(table, dealer):
    players = dealt(table, dealer)
    for seat, player in players.items():
        player.does(do.AskHouseWay(seat=seat))
    dealer.enters(ROYAL)
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
    dealer.is_told("Waiting for seats 1, 2, 3, 4, 5, and 6 to choose.")
    players[3].does(do.AskHouseWay(seat=3))
    gates = dealer.page.locator("#display .gates").first
    expect(gates).to_contain_text("seat 3 waits until seat 6 has set")
    expect(gates.locator("button")).to_be_disabled()
    for seat in (1, 2, 4, 5, 6):
        players[seat].does(do.AskHouseWay(seat=seat))
    dealer.is_told("Seat 6 asked, and all others have set, or asked as well (seats 1, 2, 3, 4, and 5).")
    dealer.enters({6: ROYAL[6]})
    expect(dealer.page.locator("#display .shown")).to_contain_text("Seat 6")
    assert set(dealer.cards("#display .shown")) == set(ROYAL[6].split())
    dealer.enters({seat: ROYAL[seat] for seat in range(5, 0, -1)})
    dealer.is_told("All hands are set. Turn yours over")
    dealer.enters({0: ROYAL[0]})
    dealer.presses("PressHand", "Royal Flush, seat 6")
    dealer.is_told("Waiting for a supervisor: Key to JPH.")


@pytest.mark.soak
def test_six_players_a_royal_flush_a_supervisor_and_surveillance(opened, card_room, browser):
    """One player in a browser, five by HTTP; envy, J-POT, the win page, an alert, GAME OVER, and the round again."""
    table = opened()
    dealer = table.at(Role.DEALER)
    ann = card_room.comes(browser)
    ann.page.goto(f"{card_room.url}/tables/{table.name}/play")
    ann.page.click('[data-seat="6"] .sit')
    ann.page.wait_for_selector('.puck.mine[data-seat="6"]')
    dealer.act("seat 6 chips")
    dealer.act("sell 100000")
    expect(dealer.page.locator('[data-seat="6"] .chips')).to_have_text("$1,000")
    others = {seat: table.sits(seat) for seat in range(1, 6)}
    for seat, player in others.items():
        player.does(do.PlaceWager(seat=seat, wager=MAIN, cents=25_00))
        player.does(do.PlaceWager(seat=seat, wager=PROGRESSIVE, cents=1_00))
    ann.bets(MAIN, FORTUNE, PROGRESSIVE)
    dealer.page.wait_for_selector('[data-act="CoinIn"].next')
    # It is off: the procedure has it later. Found and pressed in one step, or it may be drawn anew in between.
    dealer.page.eval_on_selector('#keypad [data-act="EndGame"]', "button => button.click()")
    dealer.presses("CoinIn")
    dealer.presses("CloseBetting")
    dealer.presses("DrawNumber")
    dealer.presses("DealCards")
    ann.waits_for("choosing")
    expected = set(ROYAL[6].split())
    for page in (ann, dealer):
        assert not CARD.findall(page.everything()), "a card that lies face down, in the player's hand"
    for seat, player in others.items():
        player.does(do.AskHouseWay(seat=seat))
    ann.page.wait_for_selector('[data-act="set"]')
    ann.presses("houseWay")
    dealer.enters(ROYAL)
    supervisor = table.at(Role.SUPERVISOR)
    supervisor.is_told("Waiting for the dealer: Royal Flush, seat 6.")
    turned = {*ROYAL[0].split(), *ROYAL[6].split()}  # the dealer's, and the hand that he verifies
    assert set(CARD.findall(supervisor.everything())) == turned, "a card that is not turned"
    dealer.presses("PressHand")
    expect(supervisor.page.locator("#wins li")).to_contain_text("Royal Flush, seat 6")
    assert set(supervisor.cards("#wins")) == expected
    supervisor.act("jpot")
    supervisor.refused("J-POT needs the key in JPH")
    supervisor.presses("TurnKey", "Key to JPH")
    supervisor.presses("PressJackpot", "J-POT")
    link = supervisor.page.locator("#wins a", has_text="Win page")
    page = supervisor.page.request.get(f"{card_room.url}{link.get_attribute('href')}")
    assert page.headers["content-type"] == "application/pdf" and page.body().startswith(b"%PDF")
    supervisor.presses("TurnKey", "Key to RUN")
    for seat in range(6, 0, -1):
        dealer.presses("ReconcileSeat", f"Reconcile seat {seat}")
    dealer.is_told("Waiting for surveillance: Acknowledge seat 6.")
    watcher = table.at(Role.SURVEILLANCE)
    expect(watcher.page.locator(".alert-list li").first).to_contain_text("Seat 6")
    watcher.presses("AcknowledgePayout", "Acknowledge seat 6")
    expect(watcher.page.locator("#alerts")).to_contain_text("acknowledged")
    dealer.presses("EndGame", "GAME OVER")
    results = ann.results()
    assert results[FORTUNE] == ("wins", 5_000_00)
    assert results[PROGRESSIVE][0] == "wins" and results[PROGRESSIVE][1] > 400_00
    last = table.view()["previous"]["spots"]
    assert [each["won_cents"] for each in last["1"]["results"] if each["wager"] == "Envy"] == [50_00 + 5_00]
    watcher.page.wait_for_function("() => document.getElementById('replayed').value === '1'")
    watcher.act("replay")
    watcher.page.wait_for_selector(".walk .spot-card")
    watcher.page.evaluate(WALKS_ON)
    expect(watcher.page.locator(".step")).to_contain_text("GAME OVER, round 1")
    assert set(watcher.cards("#replay")) >= expected
    names = watcher.page.locator("#replay .spot-card .name").all_inner_texts()
    assert names[:5] == [f"Player {seat}" for seat in range(1, 6)] and names[5] == table.view()["seats"][5]["player"]
    ann.leaves()


@pytest.mark.soak
def test_surveillance_is_told_nothing_before_it_is_due(opened):
    """After every step page, network and storage hold the cards that its view has shown by then, and no other."""
    table = opened()
    dealer, supervisor, watcher = table.at(Role.DEALER), table.by(Role.SUPERVISOR), table.at(Role.SURVEILLANCE)
    eyes, due = table.by(Role.SURVEILLANCE), set()

    def is_shown(*expected):
        due.update(CARD.findall(json.dumps(eyes.sees())))
        assert due == set(" ".join(expected).split())
        watcher.page.wait_for_selector(f'.log-list [data-seq="{table.seq()}"]')
        assert set(CARD.findall(watcher.everything())) == due, "a card that is not due, or one that is"

    players = dealt(table, dealer)
    is_shown()
    for seat in range(1, 6):
        players[seat].does(do.Choose(seat=seat))
    players[6].does(do.AskHouseWay(seat=6))
    is_shown()
    dealer.enters({6: ROYAL[6]})
    dealer.is_told("All hands are set")
    is_shown(ROYAL[6])
    turned = [ROYAL[6]]
    for place in (0, 5, 4, 3, 2, 1):
        dealer.enters({place: ROYAL[place]})
        turned.append(ROYAL[place])
        is_shown(*turned)
    dealer.presses("PressHand")
    dealer.is_told("Waiting for a supervisor")
    for command in (do.TurnKey(to="JPH"), do.PressJackpot(), do.TurnKey(to="RUN")):
        supervisor.does(command)
    for seat in range(6, 0, -1):
        dealer.presses("ReconcileSeat", f"Reconcile seat {seat}")
    dealer.is_told("Waiting for surveillance")
    is_shown(*ROYAL.values())


@pytest.mark.soak
def test_the_log_of_surveillance_is_the_book_in_words_newest_first(opened):
    table = opened()
    watcher = table.at(Role.SURVEILLANCE)
    players = everybody_bets(table)
    lines = watcher.page.locator(".log-list li")
    expect(lines.first).to_contain_text("seat 6 bets $1 on Progressive")
    expect(lines.last).to_contain_text("the table opens: san-lo")
    seqs = [int(each) for each in lines.evaluate_all("all => all.map(each => each.dataset.seq)")]
    assert seqs == list(range(seqs[0], 0, -1))
    player = players[6]
    for _ in range(50):
        player.does(do.TakeBackWager(seat=6, wager=FORTUNE))
        player.does(do.PlaceWager(seat=6, wager=FORTUNE, cents=25_00))
    expect(watcher.page.locator(f'.log-list [data-seq="{seqs[0] + 100}"]')).to_have_count(1)
    expect(lines).to_have_count(100)  # the last
    watcher.page.focus(".log-list")
    watcher.page.keyboard.press("End")
    watcher.page.wait_for_function("() => document.querySelector('.log-list').scrollTop > 0")
    watcher.page.reload()
    expect(lines.first).to_have_attribute("data-seq", str(seqs[0] + 100))
    expect(lines).to_have_count(100)


@pytest.mark.soak
def test_a_meter_is_adjusted_by_two_people(opened):
    table = opened()
    sue, tom = table.at(Role.SUPERVISOR), table.at(Role.SUPERVISOR, another=True)
    sue.act("adjust")
    sue.page.select_option('#sheet [name="reason"]', "to correct a malfunction, up")
    sue.answers("Propose", amount="12.50", note="a sensor failed")
    expect(sue.page.locator(".proposals li").last).to_contain_text("+$12.50")
    assert not sue.page.locator('.proposals button:text-is("Approve")').count()  # not one's own
    before = tom.page.inner_text("#controller dd >> nth=0")
    tom.page.locator(".proposals button", has_text="Approve").last.click()
    expect(tom.page.locator(".proposals")).to_have_count(0)
    assert tom.page.inner_text("#controller dd >> nth=0") != before


def test_a_supervisor_voids_the_round_with_a_note(opened):
    table = opened()
    supervisor = table.at(Role.SUPERVISOR)
    everybody_bets(table, (2, 5))
    supervisor.act("VoidRound")
    supervisor.answers("Void the round", note="a card on the floor")
    expect(supervisor.page.locator("#board .facts")).to_contain_text("Round 2")
    assert table.view()["previous"]["void"] == "a card on the floor"


@pytest.mark.soak
def test_a_supervisor_proposes_a_correction_and_surveillance_agrees(opened):
    """Cards, and then the whole round: each waits for the other person, and says so."""
    table = opened(shuffler="machine")
    dealer, supervisor, surveillance = (table.at(r) for r in (Role.DEALER, Role.SUPERVISOR, Role.SURVEILLANCE))
    dealer.presses("Shuffle")
    players = everybody_bets(table, (2, 5))
    for step in ("CoinIn", "CloseBetting", "DrawNumber", "DealCards"):
        dealer.presses(step)
    for seat, player in players.items():
        player.does(do.AskHouseWay(seat=seat))
    for step in ("SetHouseWay", "SetHouseWay", "TurnOver"):
        dealer.presses(step)
    expect(supervisor.page.locator('[data-act="ProposeVoid"]')).to_be_enabled()
    supervisor.act("ProposeCards")
    supervisor.answers("Propose", place="2", cards="As As As As As As", note="misread")
    expect(supervisor.page.locator("#dock .refusal")).to_contain_text("stands")  # in one line, what is wrong
    supervisor.act("ProposeVoid")
    supervisor.answers("Propose", note="a fouled deck")
    expect(supervisor.page.locator(".asked-for li")).to_contain_text("Waits for surveillance to agree.")
    expect(surveillance.page.locator(".asked-for li")).to_contain_text("void the round. a fouled deck")
    if table.view()["next"]["command"]["is"] == "ReconcileSeat":  # no jackpot by chance, for which J-POT would wait
        for step in ("ReconcileSeat", "ReconcileSeat"):
            dealer.presses(step)
        dealer.is_told("Waiting for surveillance: Answer proposal 1.")
        surveillance.page.locator('#dock .next[data-act="Agree"]').click()
        expect(surveillance.page.locator('[data-act="agree 1"]')).to_be_focused()  # and nothing is agreed to yet
    surveillance.page.locator(".asked-for button", has_text="Agree").first.click()
    expect(supervisor.page.locator("#board .facts")).to_contain_text("Round 2")
    assert table.view()["previous"]["void"] == "a fouled deck"


def test_a_whole_round_of_the_dealer_by_the_keyboard_alone(opened, card_room):
    table = opened(shuffler="machine")
    dealer = table.at(Role.DEALER)
    keys = dealer.page.keyboard
    dealer.page.wait_for_selector('#dock .next[data-act="Shuffle"]:focus:enabled')
    keys.press("Enter")
    dealer.is_told("Waiting for bets.")
    players = everybody_bets(table, (2, 5))
    for step in ("CoinIn", "CloseBetting", "DrawNumber", "DealCards"):
        dealer.page.wait_for_selector(f'#dock .next[data-act="{step}"]:focus:enabled')
        keys.press("Enter")
    dealer.is_told("Waiting for seats 2 and 5 to choose.")
    for seat, player in players.items():
        player.does(do.AskHouseWay(seat=seat))
    for step in ("SetHouseWay", "SetHouseWay", "TurnOver"):
        dealer.page.wait_for_selector(f'#dock .next[data-act="{step}"]:focus:enabled')
        keys.press("Enter")
    dealer.page.wait_for_selector("#dock .next:focus:enabled")
    if table.view()["next"]["command"]["is"] != "ReconcileSeat":
        return  # a jackpot by chance: another test has the supervisor
    for step in ("ReconcileSeat", "ReconcileSeat", "EndGame"):
        dealer.page.wait_for_selector(f'#dock .next[data-act="{step}"]:focus:enabled')
        keys.press("Enter")
    dealer.page.wait_for_selector('#dock .next[data-act="Shuffle"]')


@pytest.mark.soak
def test_a_killed_server_and_a_second_device_come_back_to_the_moment(opened, card_room):
    table = opened()
    dealer = table.at(Role.DEALER)
    dealt(table, dealer)
    number = dealer.page.inner_text("#rotation .number")
    card_room.is_killed()
    expect(dealer.page.locator("#lost")).to_contain_text("Connection lost")
    card_room.opens()
    expect(dealer.page.locator("#lost")).to_be_hidden()
    dealer.is_told("Waiting for seats 1, 2, 3, 4, 5, and 6 to choose.")
    other = table.at(Role.DEALER, size="phone")
    for desk in (dealer, other):
        assert desk.page.inner_text("#rotation .number") == number
        desk.is_told("Waiting for seats 1, 2, 3, 4, 5, and 6 to choose.")


def test_a_screen_is_for_its_role_alone(opened, card_room, browser):
    table = opened(shuffler="machine")
    dealer = table.at(Role.DEALER)
    dealer.page.goto(f"{card_room.url}/tables/{table.name}/supervisor")
    expect(dealer.page.locator(".notice").first).to_contain_text("this is the screen of the supervisor")
    dealer.page.fill('[name="name"]', "Nobody")
    dealer.page.fill('[name="pin"]', "0")
    dealer.page.click("text=Log in")
    expect(dealer.page.locator("#notice")).to_have_text("name and PIN do not fit")
    dealer.page.goto(f"{card_room.url}/staff")
    dealer.page.click(f'a[href="/tables/{table.name}/dealer"]')
    dealer.page.wait_for_selector(".spot-card")
    expect(dealer.page.locator('[data-act="ChangeDealer"]')).to_have_count(0)  # a supervisor hands a table over
    table.at(Role.SUPERVISOR).act("ChangeDealer")
    expect(dealer.page.locator("#keypad")).to_contain_text("Take the table over")
    dealer.page.click("#log-out")
    dealer.page.wait_for_selector("#login")


# ---- a table is opened, closed and opened again


@pytest.fixture
def sue(browser, card_room):
    """A supervisor at the list of tables."""
    guest = card_room.comes(browser)
    guest.page.goto(f"{card_room.url}/staff")
    log_in(guest.page, enrol(card_room, Role.SUPERVISOR))
    guest.page.wait_for_selector("#open-new")
    yield guest.page
    guest.leaves()


def chosen_paytables(game):
    """For each wager that leaves a choice, the last of its paytables that needs no meter."""
    tables = {wager.name: game.own_paytables(wager) for wager in game.wagers}
    return {name: each[-1].name for name, each in tables.items() if len(each) > 1 and not each[-1].meters}


def fills_in(page, name, game, least="10", most="200", **paytables):
    page.fill('#opening [name="table"]', name)
    page.select_option('#opening [name="game"]', game.slug)
    page.fill('#opening [name="minimum_cents"]', least)
    page.fill('#opening [name="maximum_cents"]', most)
    for wager, paytable in paytables.items():
        page.select_option(f'#opening [name="paytable {wager}"]', paytable)


@pytest.mark.parametrize("slug", telling((("san-lo",),), GAMES))
def test_a_supervisor_opens_a_table_and_whoever_sits_down_there_sees_its_limits(sue, slug, card_room, comes):
    game, name = GAMES[slug], f"O-{slug}"
    paytables = chosen_paytables(game)
    sue.click("#open-new")
    fills_in(sue, name, game, **paytables)
    sue.select_option('#opening [name="chip_cents"]', "100 500 2500 10000 50000")
    for value, number in TRAY.items():
        sue.fill(f'#opening [name="tray {value}"]', str(number))
    expect(sue.locator('#opening [name="tray_cents"]')).to_have_value("20,000")
    sue.click('[data-act="OpenTable"]')
    sue.wait_for_selector(".supervisor-desk .spot-card")
    expect(sue.locator("body")).to_contain_text("500 × $1, 300 × $5, 200 × $25, 130 × $100")
    expect(sue.locator("#terms")).to_contain_text("$10 to $200")
    expect(sue.locator("#terms")).to_contain_text("Close the table to change them")
    ann = comes()
    ann.page.goto(f"{card_room.url}/tables/{name}/play")
    ann.page.click('[data-seat="2"] .sit')
    ann.page.wait_for_selector('.puck.mine[data-seat="2"]')
    ann.page.click("#open-panel")
    pays = ann.page.locator("#panel .paytables")
    expect(pays).to_contain_text(f"{game.placed[0].name} $10 to $200")
    for paytable in paytables.values():
        expect(pays).to_contain_text(paytable)
    told = card_room.tells(f"/tables/{name}")["view"]["terms"]
    assert told["dealer"] == "live"
    assert told["paytables"].items() >= paytables.items()
    assert (told["tray_cents"], told["tray_chips"]) == (20_000_00, TRAY)


def test_a_table_over_the_law_is_refused_and_a_closed_one_is_opened_again_on_another_paytable(sue, card_room):
    game, name = GAMES["san-lo"], "O-again"
    sue.click("#open-new")
    fills_in(sue, name, game, most="400", **{FORTUNE: "FSLP-02", PROGRESSIVE: "FSLPP-01"})
    sue.select_option('#opening [name="meter"]', "san-lo")
    sue.click('[data-act="OpenTable"]')
    expect(sue.locator("#opening .refusal")).to_contain_text("washington allows $300 a wager")
    sue.fill('#opening [name="maximum_cents"]', "250")
    sue.select_option('#opening [name="seats"]', "5")
    sue.click('[data-act="OpenTable"]')
    sue.wait_for_selector(".supervisor-desk .spot-card")
    expect(sue.locator(".spot-card")).to_have_count(5)
    expect(sue.locator("#terms")).to_contain_text("FSLP-02")
    expect(sue.locator("#meter")).to_be_visible()
    sue.click('[data-act="CloseTable"]')
    sue.click('#sheet button:text-is("Close it")')
    expect(sue.locator("#dock")).to_contain_text("This table is closed.")
    sue.click("text=Open it again")
    form = sue.locator("#opening")
    expect(form.locator('[name="table"]')).to_have_value(name)
    expect(form.locator('[name="maximum_cents"]')).to_have_value("250")
    expect(form.locator('[name="seats"]')).to_have_value("5")
    expect(form.locator('[name="meter"]')).to_have_value("san-lo")
    expect(form.locator(f'[name="paytable {FORTUNE}"]')).to_have_value("FSLP-02")
    form.locator(f'[name="paytable {FORTUNE}"]').select_option("FSLP-03")
    form.locator(f'[name="paytable {PROGRESSIVE}"]').select_option("")
    sue.click('[data-act="OpenTable"]')
    sue.wait_for_selector(".supervisor-desk .spot-card")
    expect(sue.locator("#terms")).to_contain_text("FSLP-03")
    told = card_room.tells(f"/tables/{name}")["view"]["terms"]
    assert told["paytables"] == {MAIN: "San Lo", "Hat Trick": "Hat Trick", FORTUNE: "FSLP-03"} and told["meter"] == ""


def test_only_a_supervisor_opens_tables(opened):
    dealer = opened().at(Role.DEALER)
    dealer.page.goto(f"{dealer.table.room.url}/staff")
    dealer.page.wait_for_selector(".table-list")
    assert not dealer.page.locator("#opening").count()
