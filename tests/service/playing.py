"""Rounds played through a floor, by people who never make a mistake."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from houseway.games import game_named
from houseway.role import Actor, Role
from houseway.service.floor import Floor
from houseway.service.outcome import Accepted, Outcome
from houseway.service.store import open_store
from houseway.table import commands as do
from houseway.table import live
from houseway.table.commands import Command, Stage
from houseway.table.due import due
from houseway.table.layout import layout_of
from houseway.table.seeing import options_of
from houseway.table.terms import Terms
from tests.table.sitting import main_of

SUPERVISOR, DEALER = Actor(Role.SUPERVISOR, "Sue"), Actor(Role.DEALER, "Dan")
SURVEILLANCE = Actor(Role.SURVEILLANCE, "Eve")


def player(seat: int) -> Actor:
    return Actor(Role.PLAYER, f"player {seat}", seat)


def opening(game: str, seats: tuple[int, ...], **terms: object) -> Iterator[tuple[Actor, Command]]:
    yield SUPERVISOR, do.OpenTable(terms=Terms(game=game, tray_cents=10**9, **terms))
    for seat in seats:
        yield player(seat), do.TakeSeat(seat=seat, player=f"player {seat}")
        yield (DEALER if terms.get("dealer") == "live" else player(seat)), do.BuyIn(seat=seat, cents=1_000_000_00)


def live_round(game: str, seats: tuple[int, ...], cut: str = "") -> Iterator[tuple[Actor, Command]]:
    """Every command of a round with a live dealer, of a game whose cards lie before one choice."""
    rules = game_named(game)
    yield DEALER, do.Shuffle()
    for seat in seats:
        yield player(seat), do.PlaceWager(seat=seat, wager=main_of(rules), cents=25_00)
    if cut:
        yield player(seats[0]), do.CutCards(seat=seats[0], cut=cut)
    yield DEALER, do.CloseBetting()
    if rules.number_by:
        yield DEALER, do.DrawNumber()
    yield DEALER, do.DealCards()
    for seat in seats:
        if rules.choices[0].way:
            yield player(seat), do.AskHouseWay(seat=seat)
        else:
            yield player(seat), do.Choose(seat=seat, word="HI")
    if rules.choices[0].way:
        for seat in seats:
            yield DEALER, do.SetHouseWay(seat=seat)
    yield DEALER, do.TurnOver()
    for seat in sorted(seats, reverse=True):
        yield DEALER, do.ReconcileSeat(seat=seat)
    yield DEALER, do.EndGame()


@contextmanager
def at_work(book: str) -> "Iterator[House]":
    """A service on a book, for as long as it is needed to write something into it."""
    with open_store(book) as store:
        floor = Floor(store)
        floor.start()
        yield House(floor)
        floor.stop()


class House:
    """Gives commands to a floor under keys of its own, and expects them to be accepted."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.keys = count(1)

    def tries(self, table: str, actor: Actor, command: Command, key: str | None = None) -> Outcome:
        return self.floor.execute(table, key or f"key {next(self.keys)}", actor, command)

    def does(self, table: str, actor: Actor, command: Command) -> Accepted:
        outcome = self.tries(table, actor, command)
        assert isinstance(outcome, Accepted), outcome
        return outcome

    def opens(self, table: str, game: str = "supreme-99", seats: tuple[int, ...] = (1, 4), **terms: object) -> None:
        for actor, command in opening(game, seats, **{"dealer": "live"} | terms):
            self.does(table, actor, command)

    def plays_to_the_end(self, table: str, seats: tuple[int, ...] = (1, 4), *, option: int = 1) -> None:
        """A round of any game: the staff do what comes next, and a seat takes its second option, or its first."""
        self.does(table, DEALER, do.Shuffle())
        wager = main_of(self.floor.tables[table].game)
        for seat in seats:
            self.does(table, player(seat), do.PlaceWager(seat=seat, wager=wager, cents=25_00))
        self.ends(table, option=option)

    def ends(self, table: str, *, option: int = 1) -> None:
        """The round goes on from the bets to its end."""
        number = self.floor.tables[table].round.number
        while (now := self.floor.tables[table]).round.number == number:
            if now.stage is Stage.CHOOSING:
                seat = due(now).seats[0]
                chosen = options_of(now, seat)[: option + 1][-1]
                layout = layout_of(now.round.cards_of(seat), chosen.cut) if chosen.cut else ""
                self.does(table, player(seat), do.Choose(seat=seat, word=chosen.word, layout=layout))
                continue
            step = live.next_step(now)
            assert step is not None
            by = next(actor for actor in (DEALER, SUPERVISOR, SURVEILLANCE) if actor.role in step.by)
            self.does(table, by, step)

    def plays(self, table: str, game: str = "supreme-99", seats: tuple[int, ...] = (1, 4), rounds: int = 1) -> None:
        for _ in range(rounds):
            for actor, command in live_round(game, seats):
                self.does(table, actor, command)
