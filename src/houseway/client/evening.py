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
from typing import TYPE_CHECKING, Any

import click
from httpx2 import TransportError

from houseway.client.room import Participant, RefusedByService
from houseway.game import Game
from houseway.games import game_named
from houseway.money import Cents, dollars
from houseway.role import Role, Seat
from houseway.table import commands as do
from houseway.table.commands import Command
from houseway.table.receipt import check
from houseway.table.terms import Terms
from houseway.table.view import FACE_DOWN

if TYPE_CHECKING:
    from houseway.service.keyring import Keyring

Staff = Mapping[Role, tuple[str, str]]  # name and PIN
NAMES = ("Ada", "Ben", "Cleo", "Dev", "Elif", "Finn", "Gus")
BUY_IN = Cents(500_00)
BET = Cents(10_00)
ENOUGH = Cents(100_00)  # chips for a round with all its raises
STEPS: Mapping[Command, str] = {  # what the dealer does, as it is told
    do.DrawNumber(): "draws the number",
    do.DealCards(): "deals",
    do.DrawCard(): "draws a card",
    do.TurnOver(): "turns cards over",
    do.Peek(): "looks at his cards",
    do.SettleNow(): "settles what is settled at once",
}
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
    decks: int | None = None,
    say: Callable[[str], None] = click.echo,
) -> None:
    from houseway.service.keyring import Keyring

    rules = game_named(game)
    decks = rules.pack(rules.whole_shoe if decks is None else decks).decks
    players = rules.seats if players is None else players
    seat = Seat(1 if seat is None else seat)
    for what, number in ((f"{players} players", players), (f"seat {seat}", seat)):
        if not 1 <= number <= rules.seats:
            raise ValueError(f"{what}: {rules.slug} has seats 1 to {rules.seats}")
    seats = sorted([seat, *[Seat(s) for s in range(1, rules.seats + 1) if s != seat][: players - 1]])
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        keyring = None if book else Keyring.of_this_process()  # a book that goes with the evening
        url, staff = stack.enter_context(own_service(book or str(Path(folder) / "book.db"), keyring))
        table = f"{rules.slug}-{secrets.token_hex(3)}"
        people = Evening(
            game=rules,
            decks=decks,
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
def own_service(book: str, keyring: "Keyring | None" = None) -> Iterator[tuple[str, Staff]]:
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
    server = make_server(book, port=0, settings=unhurried, on_ready=ready.set, keyring=keyring)
    with ThreadPoolExecutor(1, "houseway service") as threads:
        running = threads.submit(server.run)
        running.add_done_callback(lambda _: ready.set())
        try:
            ready.wait(60)
            if running.done():
                running.result()  # raises why it could not start
            with hired(book, keyring) as staff:
                yield server.address, staff
        finally:
            server.stop()


@contextmanager
def hired(book: str, keyring: "Keyring | None" = None) -> Iterator[Staff]:
    """Names and PINs that are good until the evening is over."""
    from houseway.service.identity import Identity
    from houseway.service.store import open_store

    staff = {
        role: (f"{role.value}-{secrets.token_hex(4)}", secrets.token_urlsafe(12))
        for role in (Role.SUPERVISOR, Role.DEALER, Role.SURVEILLANCE)
    }
    with open_store(book, make=False, keyring=keyring) as store:
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
    decks: int
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
        self.bets = {self.first: BET}

    @property
    def first(self) -> str:
        """The wager that everybody places."""
        return self.game.placed[0].name

    def opens(self) -> None:
        self.supervisor.does(do.OpenTable(terms=Terms(game=self.game.slug, decks=self.decks, dealer="live")))
        shoe = f", {self.game.pack(self.decks)}" if len(self.game.decks) > 1 else ""
        self.say(f"{self.game.title}{shoe} at {self.url}, table {self.table}. The dealer opens the table.")

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
            for wager in reversed(self.game.placed):  # side bets first: they need the main bet
                if wager.name in lying and wager.of is None:
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
                if self._chips(seat) < ENOUGH:
                    self.dealer.does(do.BuyIn(seat=seat, cents=BUY_IN))
                person.does(do.PlaceWager(seat=seat, wager=self.first, cents=BET))
        return True

    def _your_bets(self, seat: Seat, person: Participant) -> bool:
        chips = self._chips(seat)
        self.say(f"You have {dollars(chips)}.")
        if chips < BET:
            self.dealer.does(do.BuyIn(seat=seat, cents=BUY_IN))
            self.say(f"You buy in for {dollars(BUY_IN)} more.")
        paytables = self._view()["terms"]["paytables"]
        offered = [wager for wager in self.game.placed if wager.name in paytables and wager.of is None]
        return all(self._your_bet(seat, person, each.name, is_main=each.name == self.first) for each in offered)

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
        """From the last bet to GAME OVER: the dealer does what is next, until seats have to choose."""
        self._dealer_does("closes the betting", do.CloseBetting())
        while (view := self._view())["stage"] != "reconciling":
            if view["waits_for"]["to"] == "choose":
                self._choose(view)
            else:
                self._next_step(view)
        self._reconcile(view)

    def _next_step(self, view: dict[str, Any]) -> None:
        """The dealer's next step, and what it shows."""
        asked = view["next"]["command"]
        if asked["is"] == "FillTray":
            self.supervisor.does(do.FillTray(cents=asked["cents"]))
            return
        command = next(step for step in STEPS if type(step).__name__ == asked["is"])
        before = view["current"]["common"]
        after = self._dealer_does(STEPS[command], command)["current"]
        if isinstance(command, do.DrawNumber):
            self.say(f"  the first packet goes to position {after['number']}")
        for name, place in after["common"].items():
            if place["cards"] != before[name]["cards"] and any(card != FACE_DOWN for card in place["cards"]):
                self.say(f"  {name}: " + " | ".join(map(" ".join, place["hands"] or [place["cards"]])))

    def _choose(self, view: dict[str, Any]) -> None:
        """Every seat that has a choice makes it; then those that gave their cards up are set the house way."""
        has_way = any(step.way for step in self.game.choices)
        for seat in view["waits_for"]["seats"]:
            person = self.players[seat]
            options = person.sees()["current"]["spots"][str(seat)]["options"]
            if not options or view["current"]["spots"][str(seat)]["asked_house_way"]:
                continue
            if seat == self.yours:
                self._your_choice(seat, person, options)
            elif has_way:
                person.does(do.AskHouseWay(seat=seat))
            else:
                person.does(do.Choose(seat=seat, word=secrets.choice(options)["word"]))  # as people do
        spots = self._view()["current"]["spots"]
        for seat in self._view()["waits_for"]["seats"]:
            if spots[str(seat)]["asked_house_way"]:
                self._dealer_does(f"sets seat {seat} the house way", do.SetHouseWay(seat=seat))

    def _your_choice(self, seat: Seat, person: Participant, options: list[dict[str, Any]]) -> None:
        """Ask until the house takes it."""
        self.say(f"  {_own_cards(person.sees()['current']['spots'][str(seat)])}")
        sizes = options[0]["sets"]
        if sizes:
            hands = " | ".join(f"{n} {name}" for name, n in zip(self.game.hands, sizes, strict=True))
            prompt = f"  set by places, {hands} (as in {_example(sizes)}), or h for the house way"
        else:
            prompt = "  " + ", ".join(map(_word, options))
        while True:
            said = self._asks(prompt, "h" if sizes else options[0]["word"])
            try:
                person.does(self._choice(seat, said, options))
                return
            except RefusedByService as refused:
                self.say(f"    {refused}")

    def _choice(self, seat: Seat, said: str, options: list[dict[str, Any]]) -> Command:
        if not options[0]["sets"]:
            words = {option["word"].lower(): option["word"] for option in options}
            return do.Choose(seat=seat, word=words.get(said.lower(), said))
        return do.AskHouseWay(seat=seat) if said.lower() == "h" else do.Choose(seat=seat, layout=said.replace(" ", ""))

    def _reconcile(self, view: dict[str, Any]) -> None:
        """From the dealer's right to his left, surveillance looking on."""
        number = view["round"]
        for seat in sorted(self.players, reverse=True):
            if view["current"]["spots"][str(seat)]["is_settled"]:
                continue  # by an evening that was broken off
            view = self._dealer_does(f"reconciles seat {seat}", do.ReconcileSeat(seat=seat))
            spot = view["current"]["spots"][str(seat)]
            for result in spot["results"]:
                hand = f"hand {result.get('hand', 1)}, " if "split" in spot else ""
                self.say(f"    {hand}{result['wager']}: {_outcome(result)}, {result['reason']}")
            for wager in spot["waits"]:
                self.surveillance.does(do.AcknowledgePayout(seat=seat, wager=wager))
                self.say(f"    surveillance acknowledges the payout on {wager}")
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


def _own_cards(spot: dict[str, Any]) -> str:
    """The cards of a seat that has to choose; of one that has several hands, those of each, and which it plays."""
    if "split" not in spot:
        return "your cards: " + "   ".join(f"{n}:{card}" for n, card in enumerate(spot["cards"], 1))
    hands = [f"hand {n}: {' '.join(hand['cards'])}" for n, hand in enumerate(spot["split"], 1)]
    played = [n for n, hand in enumerate(spot["split"], 1) if hand["is_played"]]
    return "; ".join(hands) + (f". Hand {played[0]} is played" if played else "")


def _example(sizes: list[int]) -> str:
    places = iter("123456789")
    return "|".join("".join(next(places) for _ in range(size)) for size in sizes)


def _word(option: dict[str, Any]) -> str:
    """`raise 4x ($40)`."""
    return str(option["word"]) + (f" ({dollars(option['cents'])})" if option["cents"] else "")


def _outcome(result: dict[str, Any]) -> str:
    back = result["won_cents"] + result["returned_cents"]
    if 0 < back < result["stake_cents"]:
        return f"gets {dollars(back)} of {dollars(result['stake_cents'])} back ({result['pays']})"
    if result["won_cents"]:
        return f"wins {dollars(result['won_cents'])} ({result['pays']})"
    return "pushes" if result["returned_cents"] else f"loses {dollars(result['stake_cents'])}"
