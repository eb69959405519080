"""What a floor works on: commands on their way, the batch they share, and the tables they change."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import NamedTuple, Protocol

from houseway.progressive.commands import MeterCommand
from houseway.role import Actor
from houseway.service.computer import THE_COMPUTER, Computer
from houseway.service.meters import LockedMeter
from houseway.service.outcome import Outcome
from houseway.service.record import Head, Record
from houseway.table.commands import Command
from houseway.table.state import Table


class Change(NamedTuple):
    """What became of a table in one commit."""

    table: Table
    head: Head
    records: tuple[Record, ...]
    ahead: timedelta = timedelta(0)  # by which the table's time was ahead of the clock: its timers count from there


@dataclass(slots=True)
class Order:
    """A command on its way."""

    stream: str
    key: str
    actor: Actor
    command: Command | MeterCommand
    reply: Callable[[Outcome], None]


class Queue:
    """The commands that wait for the writer; put there by any thread."""

    def __init__(self, computer: Computer = THE_COMPUTER) -> None:
        self._computer = computer
        self._orders: list[Order] = []
        self._changed = threading.Condition()
        self._is_closed = False

    def put(self, *orders: Order) -> None:
        with self._changed:
            self._orders += orders
            self._changed.notify()

    def put_back(self, orders: list[Order]) -> None:
        """They were taken, and come first again."""
        with self._changed:
            self._orders[:0] = orders

    def put_first(self, order: Order) -> None:
        """Put an order before all others, unless one with its stream and key waits already."""
        with self._changed:
            if not any((each.stream, each.key) == (order.stream, order.key) for each in self._orders):
                self._orders.insert(0, order)

    @property
    def waits(self) -> bool:
        """Whether a command waits."""
        return bool(self._orders)

    def close(self) -> None:
        """What waits is still taken."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()

    def wait(self, seconds: float) -> bool:
        """Until a command waits, at most so long; False once it is closed and nothing waits."""
        with self._changed:
            if not self._orders and not self._is_closed:
                self._computer.wait(self._changed, seconds)
            return bool(self._orders) or not self._is_closed

    def take(self, most: int, needs: Callable[[Order], tuple[str, ...]]) -> tuple[list[Order], tuple[str, ...]]:
        """As many as share a commit; or the one that needs streams to itself, and which."""
        with self._changed:
            taken: list[Order] = []
            for order in self._orders[:most]:
                streams = needs(order)
                if streams and not taken:
                    del self._orders[0]
                    return [order], streams
                if streams:
                    break
                taken.append(order)
            del self._orders[: len(taken)]
            return taken, ()


@dataclass(slots=True)
class Running:
    """A table in memory, and where its chain stands."""

    table: Table
    head: Head
    written: list[Record] = field(default_factory=list)  # in the batch that is decided now


@dataclass(slots=True)
class Batch:
    """Commands that share a commit, and what was decided. One that needs meters as a whole has a batch to itself."""

    orders: list[Order] = field(default_factory=list)
    outcomes: list[tuple[Callable[[Outcome], None], Outcome]] = field(default_factory=list)
    answered: dict[tuple[str, str], Record] = field(default_factory=dict)
    tables: dict[str, Running] = field(default_factory=dict)  # as they will be
    meters: dict[str, int] = field(default_factory=dict)  # the record of each meter's stream on which it was decided
    held: dict[str, LockedMeter] = field(default_factory=dict)  # the meters on which nobody else writes meanwhile
    failed: set[str] = field(default_factory=set)  # tables whose rules are the house's own, and failed

    @property
    def written(self) -> list[Record]:
        records = [record for running in self.tables.values() for record in running.written]
        return records + [record for held in self.held.values() for record in held.written]


class Watcher(Protocol):
    """Hears what was committed; called by the writer's thread."""

    def __call__(self, outcomes: list[tuple[Callable[[Outcome], None], Outcome]], changes: list[Change]) -> None: ...


def tell_at_once(outcomes: list[tuple[Callable[[Outcome], None], Outcome]], changes: list[Change]) -> None:
    for reply, outcome in outcomes:
        reply(outcome)
