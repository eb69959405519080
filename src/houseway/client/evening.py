"""An evening at a table: a service of its own, a dealer, companions, and you."""

import secrets
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import click
from httpx2 import TransportError

from houseway.cards import parse
from houseway.client.room import Participant, RefusedByService
from houseway.game import Game
from houseway.games import game_named
from houseway.money import Cents, dollars
from houseway.role import Role, Seat
from houseway.table import commands as do
from houseway.table.commands import Command
from houseway.table.receipt import check
from houseway.table.terms import Terms

Staff = Mapping[Role, tuple[str, str]]  # name and PIN
NAMES = ("Ada", "Ben", "Cleo", "Dev", "Elif", "Finn", "Gus")
BUY_IN = Cents(500_00)
BET = Cents(10_00)
UNLIMITED = 1e9  # requests, at once and a second


def evening(
    game: str,
    *,
    seat: int | None,
    players: int | None,
    rounds: int | None,
    auto: bool,
    step: bool,
    cut: bool,
    book: str | None,
    say: Callable[[str], None] = click.echo,
) -> None:
    rules = game_named(game)
    players = rules.deal.seats if players is None else players
    seat = Seat(1 if seat is None else seat)
    for what, number in ((f"{players} players", players), (f"seat {seat}", seat)):
        if not 1 <= number <= rules.deal.seats:
            raise ValueError(f"{what}: {rules.slug} has seats 1 to {rules.deal.seats}")
    seats = sorted([seat, *[Seat(s) for s in range(1, rules.deal.seats + 1) if s != seat][: players - 1]])
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        url, staff = stack.enter_context(own_service(book or str(Path(folder) / "book.db")))
        table = f"{rules.slug}-{secrets.token_hex(3)}"
        people = Evening(
            game=rules,
            url=url,
            table=table,
            staff={role: stack.enter_context(Participant(url, table)).logs_in(*who) for role, who in staff.items()},
            yours=None if auto else seat,
            cutter=seat if cut else None,
            steps=step,
            stack=stack,
            say=say,
        )
        people.opens()
        try:
            for each in seats:
                people.sits(each)
            people.plays(rounds if rounds or not auto else 1)
            people.leaves()
        finally:
            people.closes()


@contextmanager
def own_service(book: str) -> Iterator[tuple[str, Staff]]:
    """A service on a free loopback port, with a supervisor, a dealer and surveillance of its own for the evening. They
    are one program and ask faster than people do: as fast as they like, for nobody else has a seat to be kept from."""
    from houseway.web.limits import WebSettings
    from houseway.web.serve import make_server

    ready = threading.Event()
    unhurried = WebSettings(
        session_burst=UNLIMITED,
        session_per_second=UNLIMITED,
        address_burst=UNLIMITED,
        address_per_second=UNLIMITED,
    )
    server = make_server(book, port=0, settings=unhurried, on_ready=ready.set)
    with ThreadPoolExecutor(1, "houseway service") as threads:
        running = threads.submit(server.run)
        running.add_done_callback(lambda _: ready.set())
        try:
            ready.wait(60)
            if running.done():
                running.result()  # raises why it could not start
            with hired(book) as staff:
                yield server.address, staff
        finally:
            server.stop()


@contextmanager
def hired(book: str) -> Iterator[Staff]:
    """Names and PINs that are good until the evening is over."""
    from houseway.service.identity import Identity
    from houseway.service.store import open_store

    staff = {
        role: (f"{role.value}-{secrets.token_hex(4)}", secrets.token_urlsafe(12))
        for role in (Role.SUPERVISOR, Role.DEALER, Role.SURVEILLANCE)
    }
    with open_store(book, make=False) as store:
        identity = Identity(store)
        try:
            for role, (name, pin) in staff.items():
                identity.enrol(name, role, pin)
            yield staff
        finally:
            for name, _ in staff.values():
                identity.dismiss(name)


@dataclass(kw_only=True)
class Evening:
    game: Game
    url: str
    table: str
    staff: Mapping[Role, Participant]
    yours: Seat | None  # your seat, unless it plays by itself
    cutter: Seat | None  # the seat that cuts in every round
    steps: bool  # whether the dealer waits for Enter
    stack: ExitStack
    say: Callable[[str], None]
    players: dict[Seat, Participant] = field(default_factory=dict)
    bets: dict[str, Cents] = field(default_factory=dict)  # yours of the round before
    commitment: str = ""
    cut: str = ""

    def __post_init__(self) -> None:
        self.supervisor, self.dealer = self.staff[Role.SUPERVISOR], self.staff[Role.DEALER]
        self.surveillance = self.staff[Role.SURVEILLANCE]
        self.bets = {self.game.main.name: BET}

    def opens(self) -> None:
        self.supervisor.does(do.OpenTable(terms=Terms(game=self.game.slug, dealer="live")))
        self.say(f"{self.game.title} at {self.url}, table {self.table}. The dealer opens the table.")

    def sits(self, seat: Seat) -> None:
        name = "You" if seat == self.yours else NAMES[seat - 1]
        self.players[seat] = self.stack.enter_context(Participant(self.url, self.table)).sits_down(seat, name)
        self.dealer.does(do.BuyIn(seat=seat, cents=BUY_IN))
        self.say(f"  seat {seat}: {name}, {dollars(BUY_IN)} in chips")

    def plays(self, rounds: int | None) -> None:
        for _ in range(rounds) if rounds is not None else count():
            if not self._bet():
                return
            self._deal()

    def leaves(self) -> None:
        for seat, person in self.players.items():
            lying = self._view()["current"]["spots"].get(str(seat), {}).get("wagers", {})
            for wager in reversed(self.game.wagers):  # side bets first: they need the main bet
                if wager.name in lying:
                    person.does(do.TakeBackWager(seat=seat, wager=wager.name))
            chips = self._chips(seat)
            person.does(do.LeaveSeat(seat=seat))
            if seat == self.yours:
                self.say(f"You leave with {dollars(chips)} of {dollars(BUY_IN)}.")

    def closes(self) -> None:
        """Nothing is left behind that waits for a dealer who is gone, not even by an evening that was broken off."""
        try:
            view, self.steps = self._view(), False
            if view["stage"] == "reconciling":
                self._reconcile(view)
            elif any(spot["wagers"] for spot in view["current"]["spots"].values()):
                self.supervisor.does(do.VoidRound(note="the evening was broken off"))
            for seat in [seat for seat in self.players if self._view()["seats"][seat - 1]["player"]]:
                self.supervisor.does(do.LeaveSeat(seat=seat))
            self.supervisor.does(do.CloseTable())
        except (RefusedByService, TransportError) as error:  # why the evening was broken off is more than this
            self.say(f"The table stays open: {error}")
        for person in self.staff.values():
            with suppress(RefusedByService, TransportError):
                person.logs_out()

    # ---- a round

    def _bet(self) -> bool:
        """Everybody's wagers; False if you would rather go."""
        view = self._dealer_does("shuffles; the commitment is published", do.Shuffle())
        self.commitment = view["current"]["commitment"]
        self.say(f"\nRound {view['round']}: commitment {self.commitment[:16]}…")
        if self.cutter is not None:
            self.cut = secrets.token_hex(8)
            self.players[self.cutter].does(do.CutCards(seat=self.cutter, cut=self.cut))
            self.say(f"  seat {self.cutter} cuts the cards: {self.cut}")
        for seat, person in self.players.items():
            if seat == self.yours:
                if not self._your_bets(seat, person):
                    return False
            else:
                if self._chips(seat) < 3 * BET:
                    self.dealer.does(do.BuyIn(seat=seat, cents=BUY_IN))
                person.does(do.PlaceWager(seat=seat, wager=self.game.main.name, cents=BET))
        return True

    def _your_bets(self, seat: Seat, person: Participant) -> bool:
        chips = self._chips(seat)
        self.say(f"You have {dollars(chips)}.")
        if chips < BET:
            self.dealer.does(do.BuyIn(seat=seat, cents=BUY_IN))
            self.say(f"You buy in for {dollars(BUY_IN)} more.")
        paytables = self._view()["terms"]["paytables"]
        offered = [wager for wager in self.game.wagers if wager.name in paytables and not wager.equals]
        return all(self._your_bet(seat, person, each.name, is_main=each is self.game.main) for each in offered)

    def _your_bet(self, seat: Seat, person: Participant, wager: str, *, is_main: bool) -> bool:
        """Ask until the house takes it."""
        usual = self.bets.get(wager, Cents(0))
        while True:
            said = self._asks(f"  {wager} [{dollars(usual) if usual else 'none'}; q leaves]", "")
            if said.lower() == "q":
                return False
            try:
                cents = usual if not said else Cents(int(said.lstrip("$")) * 100)
                if cents or is_main:
                    person.does(do.PlaceWager(seat=seat, wager=wager, cents=cents))
                self.bets[wager] = cents
                return True
            except RefusedByService as refused:
                self.say(f"    {refused}")
            except ValueError:
                self.say(f"    {said!r} is not a bet: whole dollars, such as 25")

    def _deal(self) -> None:
        self._dealer_does("closes the betting", do.CloseBetting())
        if self.game.deal.number_by:
            view = self._dealer_does("draws the number", do.DrawNumber())
            self.say(f"  the first packet goes to position {view['current']['number']}")
        self._dealer_does("deals", do.DealPackets())
        self._set_hands()
        view = self._dealer_does("reveals and sets his hand", do.DealerHouseWay())
        self.say("  dealer: " + " | ".join(map(" ".join, view["current"]["dealer"]["hands"])))
        self._reconcile(view)

    def _set_hands(self) -> None:
        for seat, person in self.players.items():
            if seat == self.yours:
                self._your_hand(seat, person)
            elif self.game.house_way.for_players:
                person.does(do.AskHouseWay(seat=seat))
            else:
                assert self.game.silent is not None
                cards = parse(" ".join(self._cards(person, seat)))
                chosen = self.game.silent(cards, self.game.deal.whole_shoe)
                person.does(self._speaks(seat, chosen.word, chosen.adds))
        spots = self._view()["current"]["spots"]
        for seat in self.players:
            if spots[str(seat)]["asked_house_way"]:
                self._dealer_does(f"sets seat {seat} the house way", do.SetHouseWay(seat=seat))

    def _speaks(self, seat: Seat, word: str, adds: tuple[str, ...]) -> Command:
        places = "".join(str(n + 1) for n in range(self.game.deal.packet))
        return do.SetHand(seat=seat, layout=places, word=word, adds=adds)

    def _cards(self, person: Participant, seat: Seat) -> list[str]:
        return list(person.sees()["current"]["spots"][str(seat)]["cards"])

    def _your_hand(self, seat: Seat, person: Participant) -> None:
        cards = self._cards(person, seat)
        self.say("  your cards: " + "   ".join(f"{n}:{card}" for n, card in enumerate(cards, 1)))
        if self.game.split:
            hands = " | ".join(f"{n} {name}" for name, n in zip(self.game.hands, self.game.split.sizes, strict=True))
            prompt = f"  set by places, {hands} (as in {_example(self.game)}), or h for the house way"
        else:
            words = sorted({choice.word for choice in self.game.choices(parse(" ".join(cards)), ())} - {""})
            doubles = "; with + you double" if self.game.added else ""
            prompt = f"  {' or '.join(words)}{doubles}"
        while True:
            said = self._asks(prompt, "h" if self.game.house_way.for_players else "")
            try:
                person.does(self._choice(seat, said))
                return
            except RefusedByService as refused:
                self.say(f"    {refused}")

    def _choice(self, seat: Seat, said: str) -> Command:
        if said.lower() == "h":
            return do.AskHouseWay(seat=seat)
        if self.game.split:
            return do.SetHand(seat=seat, layout=said.replace(" ", ""))
        adds = tuple(wager.name for wager in self.game.added) if "+" in said else ()
        return self._speaks(seat, said.replace("+", "").strip().upper(), adds)

    def _reconcile(self, view: dict[str, Any]) -> None:
        """From the dealer's right to his left, surveillance looking on."""
        number = view["round"]
        for seat in sorted(self.players, reverse=True):
            if view["current"]["spots"][str(seat)]["results"]:
                continue  # by an evening that was broken off
            view = self._dealer_does(f"reconciles seat {seat}", do.ReconcileSeat(seat=seat))
            for result in view["current"]["spots"][str(seat)]["results"]:
                self.say(f"    {result['wager']}: {_outcome(result)}, {result['reason']}")
                if result["held"]:
                    self.surveillance.does(do.AcknowledgePayout(seat=seat, wager=result["wager"]))
                    self.say("    surveillance acknowledges the payout")
        self._dealer_does("presses GAME OVER", do.EndGame())
        receipt = self.dealer.receipt(number)
        checked, wrong = check(receipt, self.commitment, cuts={self.cutter: self.cut} if self.cutter else None)
        self.say(f"  checked by its receipt: {len(checked)} things, " + (f"WRONG: {wrong[0]}" if wrong else "all hold"))

    # ---- helpers

    def _dealer_does(self, what: str, command: Command) -> dict[str, Any]:
        if self.steps:
            self._asks(f"  Enter: the dealer {what}", "")
        self.dealer.does(command)
        self.say(f"  the dealer {what}")
        return self._view()

    def _view(self) -> dict[str, Any]:
        return self.dealer.sees()

    def _chips(self, seat: Seat) -> int:
        return int(self._view()["seats"][seat - 1]["chips_cents"])

    def _asks(self, prompt: str, default: str) -> str:
        said: str = click.prompt(prompt, default=default, show_default=bool(default))
        return said.strip()


def _example(game: Game) -> str:
    assert game.split is not None
    places = iter("123456789")
    return "|".join("".join(next(places) for _ in range(size)) for size in game.split.sizes)


def _outcome(result: dict[str, Any]) -> str:
    if result["won_cents"]:
        return f"wins {dollars(result['won_cents'])} ({result['pays']})"
    return "pushes" if result["returned_cents"] else f"loses {dollars(result['stake_cents'])}"
