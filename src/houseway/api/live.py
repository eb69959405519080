"""A table at work, with real cards and a dealer that is a program: for a few lines of Python, and for tests."""

from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from typing import Final, Self

from houseway import shuffler
from houseway.cards import Cards, parse
from houseway.deciding.live import Live
from houseway.game import Choice, Option
from houseway.money import Cents
from houseway.role import AUTOMATIC_DEALER, Actor, Role, Seat
from houseway.table import commands as do
from houseway.table.automatic import next_step
from houseway.table.commands import Command, Stage
from houseway.table.decide import decide
from houseway.table.due import due
from houseway.table.events import Event, SeatReconciled, Shuffled
from houseway.table.evolve import evolve
from houseway.table.layout import layout_of
from houseway.table.link import whole_meters
from houseway.table.places import show_hands
from houseway.table.refusal import TableDecision
from houseway.table.seeing import options_of
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
        if whole_meters(self.state, command):
            raise ValueError("a table that plays for a meter is run by the service: houseway serve")
        return decide(self.state, actor, self.equipped(actor, command), self.at)

    def equipped(self, actor: Actor, command: Command) -> Command:
        """The command with the cards and numbers that chance gives it."""
        return shuffler.equipped(command, self.state, actor, self._words)

    def after(self, event: Event) -> Table:
        self.story = [] if isinstance(event, Shuffled) else self.story
        if isinstance(event, SeatReconciled):
            self.story.append(f"seat {event.seat} has {show_hands(self.state.round.hands_of(event.seat))}")
        self.story.append(say(event))
        return evolve(self.state, event, self.at)

    def player(self, seat: int) -> Actor:
        """The player at a seat, as the one who acts; "nobody" where the seat is free."""
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
        """No more bets: the cards of the seats that bet, when somebody has to choose, or nobody has."""
        self._goes_on(lambda table: table.stage in (Stage.CHOOSING, Stage.RECONCILING))
        rnd = self.state.round
        return {seat: rnd.cards_of(seat) for seat in rnd.hands}

    def options(self, seat: int) -> tuple[Option, ...]:
        """What a seat may choose now; nothing, if it is not its turn."""
        is_due = self.state.stage is Stage.CHOOSING and seat in due(self.state).seats
        return options_of(self.state, Seat(seat)) if is_due else ()

    def choose(self, seat: int, what: Option | str) -> None:
        """A seat's choice: a word, `fold`; hands, `Ks 9c | Qh 9d`; or one of `options`. Then the dealer goes on until
        somebody has to choose again, or nobody has."""
        option = what if isinstance(what, Option) else Option(what)
        if isinstance(what, str) and "|" in what:
            option = Option("", cut=tuple(map(parse, what.split("|"))))
        layout = layout_of(self.state.round.cards_of(Seat(seat)), option.cut) if option.cut else ""
        self.do(self.player(seat), do.Choose(seat=Seat(seat), word=option.word, layout=layout))

    def play(self) -> str:
        """The round to its end, told in lines; afterwards `state.previous` is that round. A seat that has not chosen
        asks for the house way; where players have none, its time is called."""
        rnd = self.state.round
        self.deal()
        while self.state.round.number == rnd.number:
            for seat in self._undecided():
                self.do(self.player(seat), do.AskHouseWay(seat=seat))
            self._goes_on(lambda table: table.round.number != rnd.number)
        return "\n".join(self.story)

    def _undecided(self) -> tuple[Seat, ...]:
        """The seats that could ask for the house way, and have not."""
        if self.state.stage is not Stage.CHOOSING:
            return ()
        step = self.state.game.round[self.state.round.step]
        has_way = isinstance(step, Choice) and step.way
        return tuple(seat for seat in due(self.state).seats if has_way and not self.state.round.spots[seat].asked)

    def step(self) -> None:
        """What the automatic dealer does next, without waiting for its time: a seat that has not chosen is silent."""
        self._goes_on(once())

    def _goes_on(self, is_done: Callable[[Table], bool]) -> None:
        while not is_done(self.state):
            step = next_step(self.state)
            if step is None:
                raise ValueError("nobody has bet: the dealer waits for a wager")
            command, when = step
            self.at = max(self.at, when or self.at)
            self.do(AUTOMATIC_DEALER, command)


def once() -> Callable[[Table], bool]:
    """Says no the first time that it is asked, and yes the next."""
    asked: list[Table] = []

    def is_done(table: Table) -> bool:
        asked.append(table)
        return len(asked) > 1

    return is_done
