"""How the staff's screens look: nothing overlaps or is cut, axe finds no violation, at every size, light and dark.

A round is played once; at each moment of it the pages are shown in every size and scheme, looked at and photographed.
"""

import pytest
from playwright.sync_api import expect

from houseway.game import is_progressive
from houseway.games import GAMES
from houseway.role import Role
from houseway.table import commands as do
from tests.browser.boxes import DESKS, DRAWN, measured
from tests.browser.floor import ROYAL, LiveTable, enrol, log_in
from tests.browser.room import SIZES
from tests.browser.test_staff import everybody_bets, opened  # noqa: F401
from tests.soak import IS_SOAK, more

pytestmark = pytest.mark.deeper

LOOK = """() => {
  const wrong = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) wrong.push(`scrolls sideways by ${root.scrollWidth - innerWidth}`);
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length;
  const name = (element) => `${element.tagName} ${element.id || element.className} ${element.textContent.slice(0, 30)}`;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  for (const part of all("body *")) {
    const box = part.getBoundingClientRect();
    const isHidden = part.closest(".sr, .skip, svg, dialog:not([open])");
    if (!isHidden && (box.left < -1 || box.right > innerWidth + 1)) wrong.push(`${name(part)} lies outside`);
  }
  const whole = "p, h1, h2, h3, dd, dt, button, a, label, input, .spot-card, .lcd, .panel, .keypad, .cards, .hands";
  for (const part of all(whole)) {
    const cut = part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline";
    if (cut && !part.closest(".sr, .skip") && !part.matches(".card")) wrong.push(`${name(part)} is cut`);
  }
  if (innerWidth > 900) for (const part of all(".dealer-desk :is(#parts, .lcd, .keypad, .cloth)")) {
    const isCut = getComputedStyle(part).overflowY !== "visible" && part.scrollHeight > part.clientHeight + 1;
    if (isCut) wrong.push(`${name(part)} scrolls`);
  }
  for (const part of all("button, input, select, a.button, .home")) {
    const box = part.getBoundingClientRect();
    if (Math.min(box.width, box.height) < 24) wrong.push(`${name(part)} is too small to hit`);
  }
  const apart = (selector) => {
    const parts = all(selector);
    for (const [at, one] of parts.entries()) for (const other of parts.slice(at + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (x > 1 && y > 1) wrong.push(`${name(one)} and ${name(other)} overlap by ${x} by ${y}`);
    }
  };
  apart("#parts > *, .side > *");
  apart(".bar > *");
  apart(".dock > *, .dock p");
  apart(".spot-card, .spot-card > *");
  apart("#parts button:not(.card, .step-list *), #parts input");
  apart("#opening > *, #opening input, #opening select");
  apart(".rotation *:not(:has(*))");
  return wrong;
}"""

# Pictures of cards are read by their names. Where a pack lies half under the dock axe measures targets for minutes:
# LOOK measures them instead. In another scheme nothing but the colours can be wrong.
ALL_RULES = {"rules": {"target-size": {"enabled": False}}}
COLOURS = {"runOnly": ["color-contrast"]}

TELLING = [("phone", "dark"), ("desktop", "light")]
KINDS = more(
    TELLING, [("phone", "light"), ("phone", "dark"), ("tablet", "light"), ("desktop", "dark"), ("desktop", "light")]
)


ALIKE = (
    *("dealer-empty", "dealer-bets", "dealer-display", "dealer-entry", "dealer-revealed", "dealer-refused"),
    *("dealer-waiting", "supervisor-lit"),
)  # what is on them is on the display with all hands, and on the screen of the jackpot


class Looker:
    """Every screen in all kinds, of which the last is the one that the pages were made for. In `make test` each screen
    is looked at in one of them only, in turn, and nobody looks at a screen that has nothing which no other has."""

    def __init__(self, axe, kinds=KINDS):
        self.axe, self.kinds, self.wrong = axe, kinds, []
        self.turn = 0

    def __call__(self, guest, screen):
        if screen in ALIKE and not IS_SOAK:
            return
        page, sizes = guest.page, set()
        self.turn = (self.turn + 1) % len(self.kinds)
        for size, scheme in self.kinds if IS_SOAK else self.kinds[self.turn : self.turn + 1]:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.evaluate(DRAWN)
            guest.kind = f"{size}-{scheme}"
            guest.shoots(screen)
            where = (screen, guest.kind)
            if size not in sizes:
                self.wrong += [(*where, each) for each in page.evaluate(LOOK)]
            rules = COLOURS if size in sizes else ALL_RULES
            self.wrong += [(*where, *each) for each in self.axe(page, without="svg", **rules)]
            sizes.add(size)
        self.wrong += [(screen, each) for each in measured(page, DESKS)]

    def at(self, desk, screen):
        self(desk.guest, f"{desk.role.value}-{screen}")

    def is_content(self):
        assert not self.wrong, "\n".join(map(str, self.wrong))


@pytest.mark.timeout(400)
def test_every_screen_of_a_jackpot_round_is_whole_and_can_be_read(opened, axe):  # noqa: F811
    table: LiveTable = opened()
    look = Looker(axe)
    dealer = table.at(Role.DEALER)
    look.at(dealer, "empty")
    if IS_SOAK:
        look.at(table.at(Role.SURVEILLANCE), "empty")
    players = everybody_bets(table)
    expect(dealer.page.locator('[data-act="CoinIn"].next')).to_be_enabled()
    look.at(dealer, "bets")
    dealer.presses("CoinIn")
    dealer.presses("CloseBetting")
    dealer.presses("DrawNumber")
    dealer.presses("DealCards")
    dealer.is_told("to choose.")
    for seat in range(1, 6):
        players[seat].does(do.AskHouseWay(seat=seat))
    expect(dealer.page.locator(".gate-keys button")).to_have_count(6)
    look.at(dealer, "choosing")
    players[6].does(do.AskHouseWay(seat=6))
    dealer.page.wait_for_selector("#typed")
    dealer.page.fill("#typed", "As Kd 10h")
    look.at(dealer, "entry")
    dealer.page.fill("#typed", "")
    dealer.enters({6: ROYAL[6]})
    dealer.page.wait_for_selector("#display .shown")
    look.at(dealer, "display")
    dealer.enters({seat: ROYAL[seat] for seat in range(5, 0, -1)})
    expect(dealer.page.locator("#display .shown tr")).to_have_count(7)
    look.at(dealer, "display-full")
    dealer.enters({0: ROYAL[0]})
    dealer.page.wait_for_selector('[data-act="PressHand"].next')
    look.at(dealer, "revealed")
    supervisor = table.at(Role.SUPERVISOR)  # no sooner: a page that is open draws every step before
    dealer.presses("PressHand")
    supervisor.page.wait_for_selector('#dock [data-act="TurnKey"]')
    supervisor.page.wait_for_selector("#controller .sums")
    look.at(supervisor, "lit")
    supervisor.presses("TurnKey")
    supervisor.presses("PressJackpot")
    supervisor.page.wait_for_selector("text=Win page")
    look.at(supervisor, "jackpot")
    supervisor.presses("TurnKey")
    dealer.act("EndGame")
    dealer.refused("seat 6 is not reconciled")
    look.at(dealer, "refused")
    for _ in range(6):
        dealer.presses("ReconcileSeat")
    watcher = table.at(Role.SURVEILLANCE)
    watcher.page.wait_for_selector(".has-alerts")
    look.at(watcher, "alert")
    look.at(dealer, "waiting")
    watcher.presses("AcknowledgePayout")
    dealer.presses("EndGame")
    dealer.is_told("Waiting for bets")
    watcher.page.fill("#replayed", "1")
    watcher.act("replay")
    watcher.page.wait_for_selector(".walk .spot-card")
    watcher.page.click(".step-list li:nth-last-child(5) button")
    look.at(watcher, "replay")
    supervisor.act("adjust")
    supervisor.page.wait_for_selector("#sheet[open]")
    look.at(supervisor, "adjustment")
    supervisor.page.keyboard.press("Escape")
    look.is_content()


OTHERS = [pytest.param(slug, marks=pytest.mark.soak) for slug in GAMES if slug != "san-lo"]


@pytest.mark.parametrize("slug", OTHERS)
def test_the_screens_of_every_other_game_are_whole_and_can_be_read(opened, axe, slug):  # noqa: F811
    """All seats taken, every wager of the game, the dealer's hand open and half of the seats reconciled."""
    game = GAMES[slug]
    table: LiveTable = opened(game=slug, shuffler="machine", meter="", paytables={})
    look = Looker(axe, [("phone", "light"), ("desktop", "light")])
    dealer, supervisor, watcher = (table.at(role) for role in (Role.DEALER, Role.SUPERVISOR, Role.SURVEILLANCE))
    dealer.presses("Shuffle")
    for seat in range(1, game.seats + 1):
        player = table.sits(seat)
        for wager in game.placed:
            if wager.of is None and not is_progressive(wager):
                player.does(do.PlaceWager(seat=seat, wager=wager.name, cents=25_00))
    for _ in range(40):
        step = table.view()["next"]["command"]
        if step is None:
            table.by(Role.SUPERVISOR).does(do.CallTime(note="time"))
        elif step == {"is": "ReconcileSeat", "seat": game.seats // 2}:
            break
        else:
            dealer.presses(step["is"])
            dealer.page.wait_for_timeout(100)
        if step and step["is"] == "DealCards":
            look.at(dealer, f"{slug}-dealt")
    for desk in (dealer, supervisor, watcher):
        look.at(desk, f"{slug}-half")
    for _ in range(20):
        if table.view()["stage"] != "reconciling":
            break
        if table.view()["next"]["by"] == "surveillance":
            watcher.page.locator("#dock .next").click()
        else:
            dealer.presses(table.view()["next"]["command"]["is"])
        dealer.page.wait_for_timeout(100)
    watcher.page.fill("#replayed", "1")
    watcher.act("replay")
    watcher.page.click(".step-list li:last-child button")
    look.at(watcher, f"{slug}-replay")
    look.is_content()


def test_the_form_that_opens_a_table_is_whole_and_can_be_read(browser, card_room, axe):
    guest, look = card_room.comes(browser), Looker(axe)
    held = guest.holds_back("**/opening.js")
    guest.page.goto(f"{card_room.url}/staff")
    log_in(guest.page, enrol(card_room, Role.SUPERVISOR))
    guest.page.click("#open-new")  # before the script of the page is there: it is opened when it is
    expect(guest.page.locator("#open-new")).to_have_attribute("aria-busy", "true")
    assert not guest.page.locator("#opening > *").count()
    guest.page.wait_for_function(
        "() => document.readyState === 'interactive'"
    )  # all of it is there but for that script
    assert held
    for route in held:
        route.continue_()
    guest.page.unroute("**/opening.js")
    for slug in more(("san-lo", "ultimate-texas-holdem"), GAMES):
        guest.page.select_option('#opening [name="game"]', slug)
        look(guest, f"opening-{slug}")
    guest.page.fill('#opening [name="table"]', "Dear-1")
    guest.page.fill('#opening [name="maximum_cents"]', "301")
    guest.page.click('#opening [data-act="OpenTable"]')
    expect(guest.page.locator("#opening .refusal")).to_contain_text(
        "main wager, most $301: washington allows $300 a wager"
    )
    guest.leaves()
    look.is_content()


def test_a_page_whose_script_was_lost_on_the_way_comes_again(browser, card_room):
    guest, lost, again = card_room.comes(browser), [], []

    def loses(route):
        """Until the page comes again: some browsers ask once more for a module that could not be had ahead."""
        if again:
            return route.continue_()
        lost.append(route)
        return route.abort()

    guest.page.route("**/opening.js", loses)
    guest.page.on("request", lambda asked: again.append(asked) if lost and asked.is_navigation_request() else None)
    guest.page.goto(f"{card_room.url}/staff")
    log_in(guest.page, enrol(card_room, Role.SUPERVISOR))
    guest.page.wait_for_function("() => performance.getEntriesByType('navigation')[0].type === 'reload'")
    guest.page.click("#open-new")
    guest.page.wait_for_selector('#opening [name="game"]')
    guest.leaves()


def test_the_way_in_and_every_dialog_are_whole_and_can_be_read(opened, axe):  # noqa: F811
    table: LiveTable = opened()
    look = Looker(axe, TELLING)
    dealer = table.comes_in(Role.DEALER)
    dealer.page.goto(f"{table.room.url}/staff")
    look.at(dealer, "login")
    dealer.page.fill('[name="name"]', "Nobody")
    dealer.page.fill('[name="pin"]', "00000")
    dealer.page.click("text=Log in")
    dealer.page.wait_for_selector("#notice:not([hidden])")
    look.at(dealer, "wrong-pin")
    dealer.logs_in(table.enrolled(Role.DEALER))
    dealer.page.goto(f"{table.room.url}/staff")
    dealer.page.wait_for_selector(".table-list a")
    look.at(dealer, "tables")
    dealer.page.goto(f"{table.room.url}/tables/{table.name}/dealer")
    everybody_bets(table, (2, 5))
    supervisor = table.at(Role.SUPERVISOR)
    for desk, acts in ((dealer, ("seat 2 chips", "ReportMisdeal")), (supervisor, ("VoidRound",))):
        for act in acts:
            desk.page.click(f'[data-act="{act}"]:enabled')
            desk.page.wait_for_selector("#sheet[open]")
            look.at(desk, f"dialog-{act}")
            desk.page.keyboard.press("Escape")
    look.is_content()


@pytest.mark.soak
def test_the_entry_of_dice_is_whole_and_can_be_read(opened, axe):  # noqa: F811
    table: LiveTable = opened(game="supreme-99", number_by="dice", meter="", paytables={})
    look = Looker(axe, TELLING)
    dealer = table.at(Role.DEALER)
    table.sits(3).does(do.PlaceWager(seat=3, wager="Standard Bet", cents=25_00))
    dealer.presses("CloseBetting")
    dealer.page.wait_for_selector(".dice input")
    look.at(dealer, "dice")
    for at, die in enumerate("462"):
        dealer.page.locator(".dice input").nth(at).fill(die)
    look.at(dealer, "dice-rolled")
    look.is_content()
    dealer.presses("DrawNumber")
    dealer.presses("DealCards")
