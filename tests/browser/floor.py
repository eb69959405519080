"""A live table with physical cards on a meter, its staff in browsers, and players who come by HTTP."""

import re
import secrets

from playwright.sync_api import Browser, Page, expect

from houseway.client.room import Participant
from houseway.role import Role
from houseway.service.identity import Identity
from houseway.service.store import open_store
from houseway.table import commands as do
from houseway.table.terms import Terms
from tests.browser.room import CardRoom, Guest
from tests.web.room import CHEAP, PIN

MAIN, FORTUNE, PROGRESSIVE = "Main Bet", "Fortune Bonus", "Progressive"
PAYTABLES = {MAIN: "San Lo", FORTUNE: "FSLP-01", PROGRESSIVE: "FSLPP-01"}
ROYAL = {
    1: "Jk 5s 5c 2h 2d 3h",
    2: "8s 8h 8d 8c 9s 2s",
    3: "Ac Kd Qc 9c 7h 4s",
    4: "Ad Kc Qd 9h 7c 4c",
    5: "As Jd Tc 7s 6h 3c",
    6: "Ah Kh Qh Jh Th 2c",
    0: "9d 7d 6d 4d 3d 5h",
}  # by place; 0 is the dealer


def enrol(room: CardRoom, role: Role) -> str:
    """Somebody new on the staff: the name."""
    name = f"{role.value.split()[0].title()} {secrets.token_hex(2)}"
    with open_store(str(room.book)) as store:
        Identity(store, hasher=CHEAP).enrol(name, role, PIN)
    return name


def log_in(page: Page, name: str) -> None:
    page.fill('[name="name"]', name)
    page.fill('[name="pin"]', PIN)
    page.click("text=Log in")


class LiveTable:
    """Opened by a supervisor, for one test."""

    def __init__(self, room: CardRoom, browser: Browser, game: str = "san-lo", **terms) -> None:
        self.room, self.browser = room, browser
        self.name = f"L{secrets.token_hex(3)}"
        self.names: dict[Role, str] = {}
        self.people: list[Participant] = []
        self.desks: list[Desk] = []
        given = {"dealer": "live", "shuffler": "manual", "meter": "san-lo", "paytables": PAYTABLES} | terms
        self.by(Role.SUPERVISOR).does(do.OpenTable(terms=Terms(game=game, **given)))
        self.dealer = self.by(Role.DEALER)

    def leaves(self) -> None:
        for person in self.people:
            person.__exit__()
        for desk in self.desks:
            desk.leaves()

    def enrolled(self, role: Role, *, another: bool = False) -> str:
        if role not in self.names or another:
            self.names[role] = enrol(self.room, role)
        return self.names[role]

    def by(self, role: Role) -> Participant:
        """A member of staff, by HTTP."""
        self.people.append(Participant(self.room.url, self.name).logs_in(self.enrolled(role), PIN))
        return self.people[-1]

    def at(self, role: Role, *, another: bool = False, **kind) -> "Desk":
        """A member of staff, at a screen, through the login page."""
        desk = self.comes_in(role, **kind)
        desk.logs_in(self.enrolled(role, another=another))
        return desk

    def comes_in(self, role: Role, **kind) -> "Desk":
        """And has not logged in."""
        self.desks.append(Desk(self, self.room.comes(self.browser, **kind), role))
        return self.desks[-1]

    def sits(self, seat: int, name: str = "", chips: int = 1_000_00) -> Participant:
        person = Participant(self.room.url, self.name).sits_down(seat, name or f"Player {seat}")
        self.people.append(person)
        self.dealer.does(do.BuyIn(seat=seat, cents=chips))
        return person

    def view(self):
        return self.dealer.sees()

    def seq(self) -> int:
        """The number of the last record."""
        return self.room.tells(f"/tables/{self.name}")["seq"]


class Desk:
    def __init__(self, table: LiveTable, guest: Guest, role: Role) -> None:
        self.table, self.guest, self.role, self.page = table, guest, role, guest.page

    def logs_in(self, name: str) -> None:
        self.page.goto(f"{self.table.room.url}/tables/{self.table.name}/{self.role.value}")
        log_in(self.page, name)
        self.page.wait_for_selector(".spot-card", state="attached")

    def next(self) -> str:
        """What the one primary button says."""
        return self.page.inner_text("#dock .next")

    def presses(self, step: str, says: str = "") -> None:
        """The next step, which has to be this one."""
        button = self.page.locator(f'#dock .next[data-act="{step}"]')
        if says:
            expect(button).to_have_text(says)
        button.click()

    def act(self, name: str) -> None:
        self.page.click(f'[data-act="{name}"]')

    def is_told(self, text: str) -> None:
        expect(self.page.locator("#dock")).to_contain_text(text)

    def refused(self, text: str) -> None:
        expect(self.page.locator("#dock .refusal")).to_contain_text(text)

    def answers(self, yes: str, **fields: str) -> None:
        """The question in the dialog."""
        for name, value in fields.items():
            self.page.fill(f'#sheet [name="{name}"]', value)
        self.page.click(f'#sheet button:text-is("{yes}")')

    def enters(self, hands: dict[int, str]) -> None:
        """Physical cards, by the keyboard alone, in the order that the console asks for; only the first packet is typed
        key by key, which takes its time."""
        for typed in range(len(hands)):
            title = self.page.locator("#entering")
            expect(title).to_contain_text(": 0 of")
            place = int(found.group(1)) if (found := re.search(r"eat (\d+)", title.inner_text())) else 0
            self.page.wait_for_selector("#typed:focus")
            (self.page.keyboard.insert_text if typed else self.page.keyboard.type)(hands[place])
            expect(title).to_contain_text("6 of 6")
            self.page.keyboard.press("Enter")
            self.page.wait_for_function("() => !document.getElementById('entering')?.textContent.includes('6 of 6')")

    def cards(self, selector: str) -> list[str]:
        return self.page.eval_on_selector_all(f"{selector} [data-card]", "all => all.map(each => each.dataset.card)")

    def everything(self) -> str:
        return self.guest.everything()

    def shoots(self, name: str) -> None:
        self.guest.shoots(f"{self.role.value}-{name}")

    def leaves(self) -> None:
        self.guest.leaves()
