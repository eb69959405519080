"""A night at a live table: cards entered by hand, guests without devices, the papers of the table, and what goes wrong
in between. Two rounds, the first of them void; thirty with the long stories."""

from random import Random

import pytest
from playwright.sync_api import expect

from houseway.cards import parse, show
from houseway.games import game_named
from houseway.reports.shift_report import in_ranges
from houseway.role import Role
from houseway.service.audit import verify
from houseway.service.store import open_store
from houseway.table import commands as do
from houseway.table.denominations import fewest
from tests.browser.floor import MAIN, PROGRESSIVE, ROYAL, Desk
from tests.browser.test_staff import opened  # noqa: F401
from tests.reports.looking import squeezed, words
from tests.soak import IS_SOAK, more
from tests.table.test_chips import TRAY, VALUES

CALLED = (1, 2, 3, 5, 6, 8)  # as the room numbers its six seats
ROUNDS = more(2, 30)
ROYAL_ROUND = 2
MISTYPED = more(2, 1)  # in which a card of the first hand is another that nobody holds
VOID_ROUND = more(1, 13)
RELIEF = more(range(2, 3), range(10, 20))  # which another dealer deals
LEFT_OVER = {"tray": -5_00, "drop": 20_00}  # planted
COUNTS_TAPS = "() => addEventListener('click', () => (window.taps = (window.taps ?? 0) + 1), true)"
MOVES_ARE = """told => {
  const shown = [...document.querySelectorAll("#dock .moves li")].map((each) => each.dataset.move);
  return String(shown) === String(told);
}"""
# With the bets again, and the house way for all: COIN IN, no more bets, the number, the deal, six seats and GAME OVER
# beside them. Cards are entered by the keyboard here.
TAPS = 2 + 4 + 6 + 1


def called(hands: dict[int, str]) -> dict[int, str]:
    """Hands by the numbers that the screens tell."""
    return {CALLED[seat - 1] if seat else 0: cards for seat, cards in hands.items()}


def counts(desk: Desk, yes: str, chips: dict[str, int]) -> None:
    """Chips by value in the dialog; coin is none."""
    desk.answers(yes, **{str(value): str(chips.get(str(value), 0)) for value in VALUES}, coin="0")


class Night:
    """The people, and a round step by step."""

    def __init__(self, table) -> None:
        self.table, self.chance = table, Random(7)
        self.dealer = self.dora = table.at(Role.DEALER)
        self.eyes = table.dealer  # of whoever deals
        self.dora_is = table.names[Role.DEALER]
        self.sold = 6 * 500_00
        self.sue = table.by(Role.SUPERVISOR)
        self.iris = table.by(Role.SURVEILLANCE)
        self.pack = game_named("san-lo").pack(1).cards()

    def opens(self) -> None:
        """A count by two people, and six guests with chips: two taps each."""
        self.dora.page.evaluate(COUNTS_TAPS)
        self.dealer.presses("SignOn")
        self.dealer.presses("CountTray")
        counts(self.dealer, "Counted", TRAY)
        self.dealer.page.wait_for_selector('[data-slip="1"]')
        self.dealer.is_told("Waiting for another person to count the tray.")
        self.sue.does(do.ConfirmSlip(slip=1, chips=TRAY))
        for seat in range(1, 7):
            self.dealer.act(f"seat {seat} chips")
            self.dealer.act("sell 50000")
            expect(self.dealer.page.locator(f'.spot-card[data-seat="{seat}"] .name')).to_have_text(f"guest {seat}")

    def bets(self) -> None:
        page = self.dealer.page
        page.click('.rack .chip[data-chip="25"]')
        for seat in range(1, 7):
            for wager in (MAIN, PROGRESSIVE):
                self.dealer.act(f"bet {seat} {wager}")
                page.wait_for_selector(f'[data-act="bet {seat} {wager}"].lit')

    def bets_again(self) -> None:
        """One tap; who has not enough left buys chips first."""
        page = self.dealer.page
        page.wait_for_selector('[data-act="RepeatBets"]')
        for each in self.eyes.sees()["next"]["again"]:
            if each["says"]:
                self.dealer.act(f"seat {each['seat']} chips")
                self.dealer.act("sell 50000")
                self.sold += 500_00
                expect(page.locator(".again small")).not_to_contain_text(each["says"])
        page.evaluate("() => (window.taps = 0)")
        self.dealer.act("RepeatBets")

    def hands(self, number: int) -> dict[int, str]:
        """The royal flush once; else whatever comes."""
        if number == ROYAL_ROUND:
            return ROYAL
        cards = self.chance.sample(self.pack, 42)
        return {place: show(cards[6 * place : 6 * place + 6]) for place in range(7)}

    def deals(self) -> None:
        for step in ("CoinIn", "CloseBetting", "DrawNumber", "DealCards"):
            self.dealer.presses(step)
        self.dealer.act("HouseWayForGuests")

    def ends(self) -> None:
        """Whatever is next is done by whose it is, each wager's take or pay shown before it is confirmed."""
        number = self.eyes.sees()["round"]
        while (view := self.eyes.sees())["round"] == number:
            command, by = view["next"]["command"], view["next"]["by"]
            if by != "dealer":
                who = self.sue if by == "supervisor" else self.iris
                fields = {name: it for name, it in command.items() if name != "is"}
                who.does(getattr(do, command["is"])(**fields))
                continue
            if view["next"]["moves"]:
                told = [f"{move['act']} {move['wager']}" for move in view["next"]["moves"]]
                self.dealer.page.wait_for_function(MOVES_ARE, arg=told)
            self.dealer.presses(command["is"])
            self.waits_after(view)

    def waits_after(self, before) -> None:
        """Until the house has heard it: a tap is one step."""
        for _ in range(200):
            if self.eyes.sees()["next"] != before["next"] or self.eyes.sees()["round"] != before["round"]:
                return
            self.dealer.page.wait_for_timeout(20)

    def is_relieved(self) -> None:
        """Otis comes, and signs on at a console of his own."""
        self.dealer = self.table.at(Role.DEALER, another=True)
        self.dealer.page.evaluate(COUNTS_TAPS)
        self.dealer.act("SignOn")
        self.otis_is, self.eyes = self.table.names[Role.DEALER], self.table.by(Role.DEALER)
        expect(self.dora.page.locator("#papers")).to_contain_text(f"{self.otis_is} deals")

    def is_back(self) -> None:
        otis, self.dealer, self.eyes = self.dealer, self.dora, self.table.dealer
        self.dora.act("SignOn")
        expect(otis.page.locator("#papers")).to_contain_text(f"{self.dora_is} deals")
        otis.leaves()
        self.table.desks.remove(otis)

    def enters(self, number: int) -> None:
        """The guests' hands; in one round a card of the first is mistyped."""
        hands = self.hands(number)
        spare = show([next(c for c in self.pack if c not in parse(" ".join(hands.values())))])
        wrong = {6: f"{spare} {hands[6].split(' ', 1)[1]}"} if number == MISTYPED else {}
        typed = hands | wrong
        self.dealer.enters(called({seat: typed[seat] for seat in range(6, 0, -1)}))
        if wrong:
            self.floor = self.table.at(Role.SUPERVISOR)  # no sooner: a page that is open draws every step
            self.floor.act("ProposeCards")
            self.floor.answers("Propose", place=str(CALLED[5]), cards=hands[6], note="a card was mistyped")
            self.floor.page.wait_for_selector("[data-proposal]")
            self.iris.does(do.Agree(proposal=1))
            self.floor.page.goto("about:blank")
        self.dealer.enters({0: hands[0]})

    def fills(self) -> None:
        """Asked for by the dealer, counted by the supervisor, carried by a third."""
        self.asks = self.dora_is if self.dealer is self.dora else self.otis_is
        self.dealer.act("RequestFill")
        self.dealer.answers("Ask", **({str(value): "0" for value in VALUES} | {"500": "100"}))
        self.dealer.page.wait_for_selector('[data-slip="2"]')
        self.floor.page.goto(f"{self.table.room.url}/tables/{self.table.name}/supervisor")
        self.floor.act("confirm 2")
        self.floor.answers("Confirm", **({str(value): "0" for value in VALUES} | {"500": "100"}), carried_by="Max")
        self.floor.page.wait_for_selector('[data-slip="2"]', state="detached")
        self.floor.page.goto("about:blank")


@pytest.mark.timeout(900)
def test_a_night_of_guests_without_devices(opened, tmp_path):  # noqa: F811
    table = opened(positions=CALLED, chip_cents=VALUES, tray_chips=TRAY, papers=True)
    night = Night(table)
    night.opens()
    night.dealer.shoots("night-bets")
    for number in range(1, ROUNDS + 1):
        if number == RELIEF.start:
            night.is_relieved()
        dealer = night.dealer
        dealer.is_told("Waiting for bets.")
        if number == 1:
            night.bets()
        else:
            night.bets_again()
        expect(dealer.page.locator("[data-act^='bet '].lit")).to_have_count(12)
        night.deals()
        if number == VOID_ROUND:
            night.sue.does(do.VoidRound(note="two hands fell to the floor"))
        else:
            night.enters(number)
            if number == MISTYPED:
                dealer.shoots("night-moves")
            night.ends()
            if number > 1:  # the hand button of the royal flush is one more
                assert dealer.page.evaluate("window.taps") == TAPS + (number == ROYAL_ROUND)
        if number == MISTYPED:
            night.fills()
        if number == RELIEF[-1]:
            night.is_back()
    closes(night)
    report(night, tmp_path)
    if IS_SOAK:
        with open_store(str(table.room.book), read_only=True) as store:
            verify(store)


def closes(night: Night) -> None:
    """Guests are cashed out; the tray is counted $5 short, and the drop $20 over."""
    table, dealer, sue = night.table, night.dealer, night.sue
    for seat in range(1, 7):
        dealer.act(f"seat {seat} chips")
        dealer.act("cash out")
        expect(dealer.page.locator(f'.spot-card[data-seat="{seat}"] .name')).to_have_text("free")
    counted = dict(fewest(table.view()["tray_cents"] + LEFT_OVER["tray"], VALUES))
    dealer.act("count tray")
    counts(dealer, "Counted", counted)
    dealer.page.wait_for_selector('[data-slip="3"]')
    sue.does(do.ConfirmSlip(slip=3, chips=counted))
    sue.does(do.CountDrop(cents=night.sold + LEFT_OVER["drop"]))
    night.iris.does(do.ConfirmSlip(slip=4, cents=night.sold + LEFT_OVER["drop"]))
    sue.does(do.CloseTable())


def report(night: Night, tmp_path) -> None:
    """As a page and on paper: over and short as planted, who dealt which round, and the fill."""
    table, desk = night.table, night.floor
    page = desk.page
    page.goto(f"{table.room.url}/tables/{table.name}/shift-report")
    rows = page.locator("main tr").all_inner_texts()
    desk.shoots("night-report")
    paper = page.request.get(f"{table.room.url}/tables/{table.name}/shifts/1.pdf").body()
    (tmp_path / "shift.pdf").write_bytes(paper)
    printed = words(paper)

    def says(*cells: str) -> None:
        """A row of the page has all of it, and so has the paper."""
        assert any(all(cell in row for cell in cells) for row in rows), (cells, rows)
        for cell in cells:
            assert squeezed(cell) in printed, cell

    says("Closing", "$5.00 short")
    says(f"${night.sold / 100:,.2f}", f"${(night.sold + LEFT_OVER['drop']) / 100:,.2f}", "$20.00 over")
    says("1", "$15.00 over")
    says("fill", "100 × $5", f"{night.asks} (dealer), {table.names[Role.SUPERVISOR]}", "Max", "$500.00")
    for dealer, rounds in (
        (night.dora_is, range(1, RELIEF.start)),
        (night.otis_is, RELIEF),
        (night.dora_is, range(RELIEF.stop, ROUNDS + 1)),
    ):
        says(dealer, in_ranges(rounds))
    says("Rounds", in_ranges(number for number in range(1, ROUNDS + 1) if number != VOID_ROUND))
    says("Void", str(VOID_ROUND))
