"""A table at work, with real cards and a dealer that is a program: for a few lines of Python, and for tests."""

from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from typing import Final, Self

from houseway import shuffler
from houseway.cards import Cards, parse
from houseway.deciding.live import Live
from houseway.game import Setting
from houseway.money import Cents
from houseway.role import AUTOMATIC_DEALER, Actor, Role, Seat
from houseway.table import commands as do
from houseway.table.automatic import next_step
from houseway.table.commands import Command, Stage
from houseway.table.decide import decide
from houseway.table.events import Event, SeatReconciled, Shuffled
from houseway.table.evolve import evolve
from houseway.table.layout import layout_of
from houseway.table.link import whole_meter
from houseway.table.packets import show_hands
from houseway.table.refusal import TableDecision
from houseway.table.state import Table
from houseway.table.telling import say
from houseway.table.terms import Terms

SUPERVISOR: Final = Actor(Role.SUPERVISOR, "supervisor")


class LiveTable(Live[Table, Command, Event]):
    """A table at work: players sit down, bet and choose, and the automatic dealer does the rest without waiting.

    >>> table = LiveTable.open("supreme-99", seed=2)
    >>> table.sit("Ann", seat=2, cents=100_00)
    >>> table.bet(2, "Standard Bet", 10_00)
    >>> table.deal()
    {2: (Qd, 9h, 8c, 4s)}
    >>> table.choose(2, "Qd 9h | 8c 4s")
    >>> print(table.play().splitlines()[-2])
    seat 2: Standard Bet pushes
    >>> table.state.seat_chips(2)
    10000
    """

    def __init__(self, name: str = "table", *, seed: int | None = None, at: datetime | None = None) -> None:
        super().__init__(Table(name=name))
        self.at = at or datetime.now(UTC)
        self.story: list[str] = []  # the round as somebody at the rail would tell it, since its shuffle
        chance = Random(seed)
        self._words = iter(lambda: chance.getrandbits(64), None) if seed is not None else None

    @classmethod
    def open(cls, terms: str | Terms, *, seed: int | None = None, at: datetime | None = None) -> Self:
        """A table of a game, on its usual terms or on others. Cards come from the operating system's randomness; with a
        seed the same cards come again."""
        table = cls(seed=seed, at=at)
        table.do(SUPERVISOR, do.OpenTable(terms=Terms(game=terms) if isinstance(terms, str) else terms))
        return table

    def decision(self, actor: Actor, command: Command) -> TableDecision:
        if whole_meter(self.state, command):
            raise ValueError("a table that plays for a meter is run by the service: houseway serve")
        return decide(self.state, actor, self.equipped(actor, command), self.at)

    def equipped(self, actor: Actor, command: Command) -> Command:
        """The command with the cards and numbers that chance gives it."""
        return shuffler.equipped(command, self.state, actor, self._words)

    def after(self, event: Event) -> Table:
        self.story = [] if isinstance(event, Shuffled) else self.story
        if isinstance(event, SeatReconciled):
            self.story.append(f"seat {event.seat} has {show_hands(self.state.round.setting(event.seat))}")
        self.story.append(say(event))
        return evolve(self.state, event, self.at)

    def player(self, seat: int) -> Actor:
        """Whoever sits there."""
        return Actor(Role.PLAYER, self.state.players.get(Seat(seat), "nobody"), Seat(seat))

    def sit(self, player: str, *, seat: int, cents: int) -> None:
        """A player takes a free seat and buys chips."""
        self.do(Actor(Role.PLAYER, player, Seat(seat)), do.TakeSeat(seat=Seat(seat), player=player))
        self.do(self.player(seat), do.BuyIn(seat=Seat(seat), cents=Cents(cents)))

    def bet(self, seat: int, wager: str, cents: int) -> None:
        """A wager, once the pack is shuffled and its seal published."""
        if self.state.stage is Stage.BETTING and self.state.round.sealed is None:
            self.do(AUTOMATIC_DEALER, do.Shuffle())
        self.do(self.player(seat), do.PlaceWager(seat=Seat(seat), wager=wager, cents=Cents(cents)))

    def deal(self) -> dict[int, Cards]:
        """No more bets: the packets of the seats that bet, before they choose."""
        self._goes_on(lambda table: table.stage in (Stage.SETTING, Stage.RECONCILING))
        rnd = self.state.round
        return {seat: rnd.packets[seat] for seat in rnd.hands}

    def choose(self, seat: int, setting: Setting | str) -> None:
        """A seat's choice: `Ks 9c | Qh 9d`, or one of `Game.options`."""
        if isinstance(setting, str):
            setting = Setting(tuple(map(parse, setting.split("|"))))
        layout = layout_of(self.state.round.packets[seat], setting)
        self.do(self.player(seat), do.SetHand(seat=Seat(seat), layout=layout, word=setting.word, adds=setting.adds))

    def play(self) -> str:
        """The round to its end, told in lines; afterwards `state.previous` is that round. A seat that has not chosen
        asks for the house way; where players have none, its time is called."""
        rnd = self.state.round
        for seat in self.deal() if self.state.game.house_way.for_players else ():
            if not self.state.round.spots[Seat(seat)].is_set:
                self.do(self.player(seat), do.AskHouseWay(seat=Seat(seat)))
        self._goes_on(lambda table: table.round.number != rnd.number)
        return "\n".join(self.story)

    def _goes_on(self, is_done: Callable[[Table], bool]) -> None:
        while not is_done(self.state):
            step = next_step(self.state)
            if step is None:
                raise ValueError("nobody has bet: the dealer waits for a wager")
            command, due = step
            self.at = max(self.at, due or self.at)
            self.do(AUTOMATIC_DEALER, command)
