"""How the staff's screens look: nothing overlaps or is cut, axe finds no violation, at every size, light and dark."""

import pytest

from houseway.role import Role
from houseway.table import commands as do
from tests.browser.floor import ROYAL, LiveTable
from tests.browser.test_staff import everybody_bets, opened  # noqa: F401

pytestmark = pytest.mark.slow

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
  apart("#parts > *");
  apart(".bar > *");
  apart(".dock > *, .dock p");
  apart(".spot-card, .spot-card > *");
  apart("#parts button:not(.card, .step-list *), #parts input");
  apart(".rotation *:not(:has(*))");
  return wrong;
}"""

# Pictures of cards are read by their names. Where a pack lies half under the dock axe measures targets for minutes:
# LOOK measures them instead.
AXE = """async () => {
  const rules = { "target-size": { enabled: false } };
  return (await axe.run({ exclude: [["svg"]] }, { rules })).violations;
}"""


class Looker:
    def __init__(self, axe):
        self.axe, self.wrong = axe, []

    def __call__(self, desk, screen):
        desk.page.wait_for_timeout(150)
        desk.shoots(screen)
        self.wrong += [(desk.role.value, screen, each) for each in desk.page.evaluate(LOOK)]
        desk.page.evaluate(self.axe)
        found = desk.page.evaluate(AXE)
        self.wrong += [(desk.role.value, screen, each["id"], [n["html"] for n in each["nodes"]]) for each in found]


KINDS = [("desktop", "light"), ("desktop", "dark"), ("tablet", "light"), ("phone", "light"), ("phone", "dark")]


@pytest.mark.parametrize(("size", "scheme"), KINDS)
def test_every_screen_of_a_jackpot_round_is_whole_and_can_be_read(opened, axe, size, scheme):  # noqa: F811
    table: LiveTable = opened()
    look = Looker(axe)
    dealer = table.at(Role.DEALER, size=size, scheme=scheme)
    look(dealer, "empty")
    supervisor = table.at(Role.SUPERVISOR, size=size, scheme=scheme)
    watcher = table.at(Role.SURVEILLANCE, size=size, scheme=scheme)
    look(watcher, "empty")
    players = everybody_bets(table)
    look(dealer, "bets")
    dealer.presses("CoinIn")
    dealer.presses("CloseBetting")
    dealer.presses("DrawNumber")
    dealer.page.wait_for_selector("#typed")
    dealer.page.fill("#typed", "As Kd 10h")
    look(dealer, "entry")
    dealer.page.fill("#typed", "")
    dealer.enters(ROYAL)
    players[3].does(do.AskHouseWay(seat=3))
    look(dealer, "setting")
    for seat in (1, 2, 4, 5, 6):
        players[seat].does(do.AskHouseWay(seat=seat))
    dealer.presses("SetHouseWay")
    dealer.page.wait_for_selector("#display .shown")
    look(dealer, "display")
    for _ in range(5):
        dealer.presses("SetHouseWay")
    dealer.presses("DealerHouseWay")
    dealer.page.wait_for_selector('[data-act="PressHand"].next')
    look(dealer, "revealed")
    dealer.presses("PressHand")
    supervisor.page.wait_for_selector('#dock [data-act="TurnKey"]')
    supervisor.page.wait_for_selector("#controller .sums")
    look(supervisor, "lit")
    supervisor.presses("TurnKey")
    supervisor.presses("PressJackpot")
    supervisor.page.wait_for_selector("text=Win page")
    look(supervisor, "jackpot")
    supervisor.presses("TurnKey")
    dealer.act("EndGame")
    dealer.refused("seat 6 is not reconciled")
    look(dealer, "refused")
    for _ in range(6):
        dealer.presses("ReconcileSeat")
    watcher.page.wait_for_selector(".has-alerts")
    look(watcher, "alert")
    look(dealer, "waiting")
    watcher.presses("AcknowledgePayout")
    dealer.presses("EndGame")
    dealer.is_told("Waiting for bets")
    watcher.page.fill("#replayed", "1")
    watcher.act("replay")
    watcher.page.wait_for_selector(".walk .spot-card")
    watcher.page.click(".step-list li:nth-last-child(5) button")
    look(watcher, "replay")
    supervisor.act("adjust")
    supervisor.page.wait_for_selector("#sheet[open]")
    look(supervisor, "adjustment")
    supervisor.page.keyboard.press("Escape")
    assert not look.wrong, "\n".join(map(str, look.wrong))


@pytest.mark.parametrize(("size", "scheme"), [("desktop", "dark"), ("phone", "light")])
def test_the_way_in_and_every_dialog_are_whole_and_can_be_read(opened, axe, size, scheme):  # noqa: F811
    table: LiveTable = opened()
    look = Looker(axe)
    dealer = table.comes_in(Role.DEALER, size=size, scheme=scheme)
    dealer.page.goto(f"{table.room.url}/staff")
    look(dealer, "login")
    dealer.page.fill('[name="name"]', "Nobody")
    dealer.page.fill('[name="pin"]', "00000")
    dealer.page.click("text=Log in")
    dealer.page.wait_for_selector("#notice:not([hidden])")
    look(dealer, "wrong-pin")
    dealer.logs_in(table.enrolled(Role.DEALER))
    dealer.page.goto(f"{table.room.url}/staff")
    dealer.page.wait_for_selector(".table-list a")
    look(dealer, "tables")
    dealer.page.goto(f"{table.room.url}/tables/{table.name}/dealer")
    everybody_bets(table, (2, 5))
    supervisor = table.at(Role.SUPERVISOR, size=size, scheme=scheme)
    for desk, acts in ((dealer, ("BuyIn", "ReportMisdeal")), (supervisor, ("VoidRound",))):
        for act in acts:
            desk.page.click(f'[data-act="{act}"]:enabled')
            desk.page.wait_for_selector("#sheet[open]")
            look(desk, f"dialog-{act}")
            desk.page.keyboard.press("Escape")
    assert not look.wrong, "\n".join(map(str, look.wrong))


@pytest.mark.parametrize(("size", "scheme"), [("desktop", "light"), ("phone", "dark")])
def test_the_entry_of_dice_is_whole_and_can_be_read(opened, axe, size, scheme):  # noqa: F811
    table: LiveTable = opened(game="supreme-99", number_by="dice", meter="", paytables={})
    look = Looker(axe)
    dealer = table.at(Role.DEALER, size=size, scheme=scheme)
    table.sits(3).does(do.PlaceWager(seat=3, wager="Standard Bet", cents=25_00))
    dealer.presses("CloseBetting")
    dealer.page.wait_for_selector(".dice input")
    look(dealer, "dice")
    for at, die in enumerate("462"):
        dealer.page.locator(".dice input").nth(at).fill(die)
    look(dealer, "dice-rolled")
    assert not look.wrong, "\n".join(map(str, look.wrong))
    dealer.presses("DrawNumber")
    dealer.page.wait_for_selector("#typed")
