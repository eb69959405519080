"""The people at the tables: each sends one command, waits for its answer as long as it takes, and goes on from what the
screens show. Some of what they send is wrong, late, or sent before.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final

from houseway.cards import parse
from houseway.games import game_named
from houseway.progressive import commands as ask
from houseway.progressive.adjustment import Grounds
from houseway.progressive.meter import settings_of
from houseway.role import Actor, Role
from houseway.service.outcome import Elsewhere, Outcome, Unavailable
from houseway.table import commands as do
from houseway.table import live
from houseway.table.commands import Command, Stage
from houseway.table.due import due
from houseway.table.entering import seen_of_pack
from houseway.table.state import Table
from houseway.table.terms import Terms
from tests.floor_simulation.sent import Sent
from tests.table.sitting import RICH, main_of, may_place, next_packet, next_peek, next_shoe, random_play

if TYPE_CHECKING:
    from tests.floor_simulation.world import World

METER: Final = "shared"
GAMES: Final = (
    "supreme-99", "supreme-99", "match-em", "match-em", "san-lo", "san-lo", "three-card-poker", "caribbean-stud",
    "let-it-ride", "ultimate-texas-holdem", "casino-war", "blackjack", "baccarat",
)  # fmt: skip
WHOLE: Final = 6  # cards of a packet
CHIPS: Final = 1_000_00
THINKS: Final = (0.001, 0.02)  # seconds


def crowds_of(world: "World", chance: Random) -> dict[str, "Crowd"]:
    """A floor of a few tables of any games, some on one meter, and the controller's staff."""
    found: dict[str, Crowd] = {}
    metered = chance.choice((0, 1, 2, 3))
    for number in range(1, chance.randrange(4, 13)):
        name, seats = f"T{number}", tuple(sorted(chance.sample((1, 2, 3, 4, 5), chance.randrange(1, 4))))
        terms = terms_of(chance, number <= metered)
        found[name] = Crowd(world, name, terms, seats, Random(f"{world.seed} {name}"))
    if metered:
        found[f"meter {METER}"] = Controllers(world, f"meter {METER}", Random(f"{world.seed} controllers"))
    return found


def terms_of(chance: Random, metered: bool) -> Terms:
    dealer = chance.choice(("live", "automatic"))
    usual: dict[str, Any] = {"dealer": dealer, "tray_cents": 10**9, "untimed": False}
    if metered:
        game = game_named("san-lo")
        offered = {main_of(game): game.paytables_of(game.main[0])[0].name, "Progressive": paytable().name}
        shuffler = chance.choice(("machine", "manual")) if dealer == "live" else "machine"
        return Terms(game="san-lo", shuffler=shuffler, paytables=offered, meter=METER, **usual)
    if dealer == "automatic" and chance.random() < 0.3:
        usual |= {"betting_seconds": 1, "setting_seconds": 1}
    return Terms(game=chance.choice(GAMES), **usual)


@cache
def paytable() -> Any:
    return game_named("san-lo").paytable("FSLPP-01")


class People:
    """Of one stream: whoever gives commands to it."""

    def __init__(self, world: "World", name: str, chance: Random) -> None:
        self.world, self.name, self.chance = world, name, chance
        self.busy: dict[str, Sent] = {}
        self.old: list[Sent] = []  # some of what was sent and answered
        self._numbers = 0
        self._is_awake = False

    def wakes(self) -> None:
        """Somebody may have something to do now, and does it a moment later."""
        if not self._is_awake:
            self._is_awake = True
            self.world.later(self.chance.uniform(*THINKS), self._acts_now)

    def _acts_now(self) -> None:
        self._is_awake = False
        self.acts()

    def acts(self) -> None:
        raise NotImplementedError

    def gives(self, actor: Actor, command: Any) -> None:
        """If he waits for nothing."""
        if actor.name not in self.busy:
            self._numbers += 1
            sent = Sent(self.name, f"{self.name} {self._numbers}", actor, command, self.heard)
            self.busy[actor.name] = sent
            self.world.sends(sent)

    def heard(self, sent: Sent, outcome: Outcome) -> None:
        if sent.is_answered or isinstance(outcome, Unavailable | Elsewhere):
            return  # a second answer to the same; or none, and it is sent again under its key
        sent.is_answered = True
        if self.busy.get(sent.actor.name) is sent:
            del self.busy[sent.actor.name]
        if len(self.old) < 20:
            self.old.append(sent)
        else:
            self.old[self.chance.randrange(20)] = sent
        self.wakes()

    def sends_an_old_one(self) -> None:
        """The same command under its key; or another under a key that is used."""
        if self.old:
            old = self.chance.choice(self.old)
            command = old.command if self.chance.random() < 0.8 else self.chance.choice(self.old).command
            self.world.sends(Sent(old.stream, old.key, old.actor, command, self.hears_nothing))

    def hears_nothing(self, sent: Sent, outcome: Outcome) -> None:
        sent.is_answered |= not isinstance(outcome, Unavailable)


class Crowd(People):
    """A table's."""

    def __init__(self, world: "World", name: str, terms: Terms, seats: tuple[int, ...], chance: Random) -> None:
        super().__init__(world, name, chance)
        self.terms, self.seats = terms, seats
        self.supervisor, self.surveillance, self.dealer = (
            Actor(role, f"{role.value} of {name}") for role in (Role.SUPERVISOR, Role.SURVEILLANCE, Role.DEALER)
        )
        self._moment: object = None
        self._looked_at = 0.0
        world.later(1.0, self._looks_again)

    def player(self, seat: int) -> Actor:
        return Actor(Role.PLAYER, f"player {seat} of {self.name}", seat)

    def _looks_again(self) -> None:
        self.wakes()
        self.world.later(1.0, self._looks_again)

    def acts(self) -> None:
        table = self.world.known.get(self.name) or Table(name=self.name)
        for actor, command in self.wanted(table):
            self.gives(actor, command)
        while self.chance.random() < self.world.amiss:
            self._does_something_else(table)

    # ---- what the round asks for

    def wanted(self, table: Table) -> Iterator[tuple[Actor, Command]]:
        if table.terms is None:
            yield self.supervisor, do.OpenTable(terms=self.terms)
            return
        if table.round.stop:
            yield self.surveillance, do.ReleaseRound(note="it was nothing")
            return
        for seat in self.seats:
            if seat not in table.players:
                yield self.player(seat), do.TakeSeat(seat=seat, player=f"P{seat}")
            elif table.seat_chips(seat) < CHIPS // 4:
                by = self.dealer if self.terms.dealer == "live" else self.player(seat)
                yield by, do.BuyIn(seat=seat, cents=self.chance.randrange(CHIPS, 2 * CHIPS))
        match table.stage:
            case Stage.BETTING:
                yield from self._betting(table)
            case Stage.CHOOSING:
                yield from self._choosing(table)
                yield from self._of_staff(table)
            case _:
                yield from self._of_staff(table)

    def _betting(self, table: Table) -> Iterator[tuple[Actor, Command]]:
        rnd = table.round
        by_hand = table.open_terms.shuffler == "manual"
        if rnd.sealed is None and not by_hand and table.open_terms.dealer == "live":
            yield self.dealer, do.Shuffle()
            return
        sitting = [seat for seat in self.seats if seat in table.players]
        without = [seat for seat in sitting if seat not in rnd.spots or not rnd.spots[seat].wagers]
        if rnd.is_coined_in:
            yield from self._of_staff(table)
            return
        for seat in sitting:
            if seat in without:
                wager, cents = main_of(table.game), self.chance.choice((5_00, 10_00, 25_00))
                yield self.player(seat), do.PlaceWager(seat=seat, wager=wager, cents=cents)
            elif more := self._side(table, seat):
                yield self.player(seat), do.PlaceWager(seat=seat, wager=more, cents=self._stake(table, more))
            elif self.terms.dealer == "automatic" and not rnd.spots[seat].ready:
                yield self.player(seat), do.SayReady(seat=seat)
        if not without or self.chance.random() < 0.05:
            yield from self._of_staff(table)

    def _side(self, table: Table, seat: int) -> str:
        """A wager that the seat has not placed and now does."""
        if self.chance.random() < 0.5 and table.open_terms.meter == "":
            return ""
        placed = table.round.spots[seat].wagers
        names = [wager.name for wager in table.game.placed if wager.name not in placed and may_place(table, wager.name)]
        if table.open_terms.meter and "Progressive" in names:
            return "Progressive"
        return self.chance.choice(names) if names and self.chance.random() < 0.3 else ""

    def _stake(self, table: Table, wager: str) -> int:
        return table.open_terms.limits(table.game.wager(wager))[0]

    def _choosing(self, table: Table) -> Iterator[tuple[Actor, Command]]:
        for seat in due(table).seats:
            spot = table.round.spots[seat]
            if spot.asked:
                continue
            step = table.game.round[table.round.step]
            if getattr(step, "way", None) and self.chance.random() < 0.4:
                yield self.player(seat), do.AskHouseWay(seat=seat)
            elif f"player {seat} of {self.name}" not in self.busy:
                yield self.player(seat), random_play(table, seat, self.chance)

    def _of_staff(self, table: Table) -> Iterator[tuple[Actor, Command]]:
        step = live.next_step(table)
        if step is None:
            return
        if isinstance(step, do.BeginShoe):
            step = next_shoe(table, self.chance)
        elif isinstance(step, do.EnterPacket):
            step = self._packet(table)
        elif isinstance(step, do.Peek):
            step = next_peek(table, self.chance)
        by = next(actor for actor in (self.dealer, self.supervisor, self.surveillance) if actor.role in step.by)
        if by.name not in self.busy:
            yield by, step

    def _packet(self, table: Table) -> do.EnterPacket:
        """Any cards; at a table with a meter often such as win from it."""
        packet = next_packet(table, self.chance)
        if not table.open_terms.meter or len(packet.cards) != WHOLE or self.chance.random() < 0.6:
            return packet
        hand, left = parse(self.chance.choice(RICH)), Counter(table.game.pack().cards())
        left.subtract(seen_of_pack(table.round))
        other = next((card for card in packet.cards if card not in hand), None)
        return replace(packet, cards=(*hand, other)) if other and all(left[card] > 0 for card in hand) else packet

    # ---- and what it does not ask for

    def _does_something_else(self, table: Table) -> None:
        if self.chance.random() < 0.5:
            self.sends_an_old_one()
            return
        seat = self.chance.choice(self.seats)
        player, name = self.player(seat), main_of(self.world_game(table))
        number = self.chance.random()
        if number < 0.03:
            self.gives(self.supervisor, do.VoidRound(note="a card fell"))
        elif number < 0.05:
            self.gives(self.surveillance, do.StopRound(note="look"))
        elif number < 0.07:
            self.gives(self.supervisor, do.CloseTable())
        else:
            others: tuple[Callable[[], tuple[Actor, Command]], ...] = (
                lambda: (player, do.CashOut(seat=seat, cents=self.chance.randrange(1, 300_00))),
                lambda: (player, do.LeaveSeat(seat=seat)),
                lambda: (player, do.TakeBackWager(seat=seat, wager=name)),
                lambda: (player, do.PlaceWager(seat=seat, wager=name, cents=self.chance.choice((0, 1, 10**9, -5)))),
                lambda: (player, do.PlaceWager(seat=seat % 6 + 1, wager=name, cents=5_00)),
                lambda: (player, do.CutCards(seat=seat, cut=f"{self.chance.getrandbits(64):x}")),
                lambda: (player, do.Choose(seat=seat, word="fold")),
                lambda: (player, do.CloseBetting()),
                lambda: (player, do.BuyIn(seat=seat, cents=self.chance.randrange(1, 500_00))),
                lambda: (self.dealer, do.Shuffle()),
                lambda: (self.dealer, do.DealCards()),
                lambda: (self.dealer, do.TurnOver()),
                lambda: (self.dealer, do.ReconcileSeat(seat=seat)),
                lambda: (self.dealer, do.EndGame()),
                lambda: (self.dealer, do.BuyIn(seat=seat, cents=self.chance.randrange(1, 500_00))),
                lambda: (self.dealer, do.ColourUp(seat=seat, chips={})),
                lambda: (self.supervisor, do.FillTray(cents=self.chance.randrange(1, 1_000_00))),
                lambda: (self.supervisor, do.CreditTray(cents=self.chance.randrange(1, 1_000_00))),
                lambda: (self.supervisor, do.OpenTable(terms=self.terms)),
                lambda: (self.surveillance, do.ReleaseRound(note="")),
            )
            self.gives(*self.chance.choice(others)())

    def world_game(self, table: Table) -> Any:
        return table.game if table.terms else game_named(self.terms.game)


class Controllers(People):
    """Those of a meter: it is opened, and money is moved by two of them now and then."""

    def __init__(self, world: "World", name: str, chance: Random) -> None:
        super().__init__(world, name, chance)
        self.ada, self.bob = Actor(Role.CONTROLLER_ADMIN, "Ada"), Actor(Role.CONTROLLER_ADMIN, "Bob")
        self._opened = False
        world.later(0.01, self._looks_again)

    def _looks_again(self) -> None:
        self.acts()
        self.world.later(self.chance.uniform(0.5, 5.0), self._looks_again)

    def acts(self) -> None:
        state = self.world.inspector.meters.get(METER)
        if state is None:
            settings = settings_of(paytable())
            self.gives(self.ada, ask.OpenMeter(settings=settings, opening_cents=settings.seed_cents))
            return
        if self.chance.random() < 0.3:
            self.sends_an_old_one()
        proposals = sorted(state.state.proposals)
        if proposals:
            self.gives(self.bob, ask.Approve(proposal=self.chance.choice(proposals)))
        elif self.chance.random() < 0.3:
            sign, why = self.chance.choice(((1, Grounds.MALFUNCTION_UP), (-1, Grounds.MALFUNCTION_DOWN)))
            micros = sign * self.chance.randrange(1, 100) * 10_000
            self.gives(self.ada, ask.ProposeAdjustment(micros=micros, reason=why, note="as counted"))
