"""A night at a live table: cards entered by hand, guests without devices, the papers of the table, and what goes wrong
in between. Three rounds; thirty with the long stories."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from houseway.cards import parse, show
from houseway.games import game_named
from houseway.role import Role
from houseway.table import commands as do
from houseway.table.denominations import fewest
from tests.browser.floor import MAIN, PROGRESSIVE, ROYAL, Desk
from tests.browser.test_staff import opened  # noqa: F401
from tests.soak import more
from tests.table.test_chips import TRAY, VALUES

CALLED = (1, 2, 3, 5, 6, 8)  # as the room numbers its six seats
ROYAL_ROUND = 2
LEFT_OVER = {"tray": -5_00, "drop": 20_00}  # planted
COUNTS_TAPS = "() => addEventListener('click', () => (window.taps = (window.taps ?? 0) + 1), true)"
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

    def __init__(self, table, rounds: int) -> None:
        self.table, self.rounds, self.chance = table, rounds, Random(7)
        self.dealer = table.at(Role.DEALER)
        self.sold = 6 * 500_00
        self.floor = table.at(Role.SUPERVISOR)
        self.sue = table.by(Role.SUPERVISOR)
        self.iris = table.by(Role.SURVEILLANCE)
        self.pack = game_named("san-lo").pack(1).cards()

    def opens(self) -> None:
        """A count by two people, and six guests with chips: two taps each."""
        self.dealer.page.evaluate(COUNTS_TAPS)
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
        for each in self.table.view()["next"]["again"]:
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
        number = self.table.view()["round"]
        while (view := self.table.view())["round"] == number:
            command, by = view["next"]["command"], view["next"]["by"]
            if by != "dealer":
                who = self.sue if by == "supervisor" else self.iris
                fields = {name: it for name, it in command.items() if name != "is"}
                who.does(getattr(do, command["is"])(**fields))
                continue
            if view["next"]["moves"]:
                told = [f"{move['act']} {move['wager']}" for move in view["next"]["moves"]]
                shown = "all => all.map(each => each.dataset.move)"
                expect(self.dealer.page.locator("#dock .moves li")).to_have_count(len(told))
                assert self.dealer.page.eval_on_selector_all("#dock .moves li", shown) == told
            self.dealer.presses(command["is"])
            self.waits_after(view)

    def waits_after(self, before) -> None:
        """Until the house has heard it: a tap is one step."""
        for _ in range(200):
            if self.table.view()["next"] != before["next"] or self.table.view()["round"] != before["round"]:
                return
            self.dealer.page.wait_for_timeout(20)


@pytest.mark.timeout(900)
def test_a_night_of_guests_without_devices(opened, tmp_path):  # noqa: F811
    rounds = more(3, 30)
    table = opened(positions=CALLED, chip_cents=VALUES, tray_chips=TRAY, papers=True)
    night = Night(table, rounds)
    dealer, sue, iris = night.dealer, night.sue, night.iris
    night.opens()
    dealer.shoots("night-bets")
    for number in range(1, rounds + 1):
        dealer.is_told("Waiting for bets.")
        if number == 1:
            night.bets()
        else:
            night.bets_again()
        expect(dealer.page.locator("[data-act^='bet '].lit")).to_have_count(12)
        night.deals()
        hands = night.hands(number)
        if number == 1:  # a card of the first hand is mistyped: another that nobody holds
            spare = show([next(c for c in night.pack if c not in parse(" ".join(hands.values())))])
            typed = hands | {6: f"{spare} {hands[6].split(' ', 1)[1]}"}
            dealer.enters(called({seat: typed[seat] for seat in range(6, 0, -1)}))
            night.floor.act("ProposeCards")
            night.floor.answers("Propose", place="8", cards=hands[6], note="a card was mistyped")
            night.floor.page.wait_for_selector("[data-proposal]")
            iris.does(do.Agree(proposal=1))
        else:
            dealer.enters(called({seat: hands[seat] for seat in range(6, 0, -1)}))
        if number == 3:  # two hands fell to the floor
            sue.does(do.VoidRound(note="two hands fell to the floor"))
            continue
        dealer.enters({0: hands[0]})
        if number == 1:
            dealer.shoots("night-moves")
        night.ends()
        if number > 1:  # the hand button of the royal flush is one more
            assert dealer.page.evaluate("window.taps") == TAPS + (number == ROYAL_ROUND)
        if number == 1:  # a fill, by two people
            dealer.act("RequestFill")
            counts_fill = {str(value): "0" for value in VALUES} | {"500": "100"}
            dealer.answers("Ask", **counts_fill)
            dealer.page.wait_for_selector('[data-slip="2"]')
            sue.does(do.ConfirmSlip(slip=2, chips={"500": 100}))
        if number == ROYAL_ROUND:  # a relief, for one round
            otis = table.at(Role.DEALER, another=True)
            otis.act("SignOn")
            expect(dealer.page.locator("#papers")).to_contain_text("deals")
            dealer.act("SignOn")
            otis.leaves()
            table.desks.remove(otis)
    closes(night)
    report(night, tmp_path)


def closes(night: Night) -> None:
    """Guests are cashed out; the tray is counted $5 short, and the drop $20 over."""
    table, dealer, sue = night.table, night.dealer, night.sue
    for seat in range(1, 7):
        dealer.act(f"seat {seat} chips")
        dealer.act("cash out")
        expect(dealer.page.locator(f'.spot-card[data-seat="{seat}"] .name')).to_have_text("free")
    box = night.sold
    counted = dict(fewest(table.view()["tray_cents"] - box + LEFT_OVER["tray"], VALUES))
    dealer.act("count tray")
    counts(dealer, "Counted", counted)
    dealer.page.wait_for_selector('[data-slip="3"]')
    sue.does(do.ConfirmSlip(slip=3, chips=counted))
    sue.does(do.CountDrop(cents=box + LEFT_OVER["drop"]))
    night.iris.does(do.ConfirmSlip(slip=4, cents=box + LEFT_OVER["drop"]))
    sue.does(do.CloseTable())


def report(night: Night, tmp_path) -> None:
    """As a page and on paper: over and short as planted, who dealt, and every slip."""
    table, desk = night.table, night.floor
    page = desk.page
    desk.is_told("This table is closed.")
    page.goto(f"{table.room.url}/tables/{table.name}/shift-report")
    told = page.inner_text("main")
    assert re.search(r"[−-]\$5(\.00)?", told) and "$20" in told
    assert told.count("Dealer ") >= 2
    desk.shoots("night-report")
    paper = page.request.get(f"{table.room.url}/tables/{table.name}/shifts/1.pdf")
    assert paper.body().startswith(b"%PDF")
    (tmp_path / "shift.pdf").write_bytes(paper.body())
