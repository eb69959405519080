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
from houseway.table.commands import Command
from houseway.table.terms import Terms

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
    """Every command of a round with a live dealer."""
    rules = game_named(game)
    yield DEALER, do.Shuffle()
    for seat in seats:
        yield player(seat), do.PlaceWager(seat=seat, wager=rules.main.name, cents=25_00)
    if cut:
        yield player(seats[0]), do.CutCards(seat=seats[0], cut=cut)
    yield DEALER, do.CloseBetting()
    if rules.deal.number_by:
        yield DEALER, do.DrawNumber()
    yield DEALER, do.DealPackets()
    for seat in seats:
        if rules.house_way.for_players:
            yield player(seat), do.AskHouseWay(seat=seat)
        else:
            yield player(seat), do.SetHand(seat=seat, layout="123", word="HI")
    if rules.house_way.for_players:
        for seat in seats:
            yield DEALER, do.SetHouseWay(seat=seat)
    yield DEALER, do.DealerHouseWay()
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

    def plays(self, table: str, game: str = "supreme-99", seats: tuple[int, ...] = (1, 4), rounds: int = 1) -> None:
        for _ in range(rounds):
            for actor, command in live_round(game, seats):
                self.does(table, actor, command)
