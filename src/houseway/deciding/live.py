"""A machine at work: it is given commands, and its state is the fold of what they did."""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from houseway.deciding.command import AnyCommand, AnyEvent
from houseway.deciding.refusal import Refusal
from houseway.role import Actor

S = TypeVar("S")
C = TypeVar("C", bound=AnyCommand)
E = TypeVar("E", bound=AnyEvent)


class CommandRefused(ValueError):
    """A command that the rules refuse: `refusal` has the reason, and the text is the sentence that people read."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.says)
        self.refusal = refusal


class Live(ABC, Generic[S, C, E]):
    """What a table and a meter at work have in common."""

    def __init__(self, state: S) -> None:
        self.state = state

    @abstractmethod
    def decision(self, actor: Actor, command: C) -> tuple[E, ...] | Refusal:
        """What the rules say to the command, as things stand."""

    @abstractmethod
    def after(self, event: E) -> S:
        """The state when the event has happened."""

    def ask(self, actor: Actor, command: C) -> tuple[E, ...] | Refusal:
        """The events of a command, which then have happened; or why it is refused, and nothing has."""
        decision = self.decision(actor, command)
        if not isinstance(decision, Refusal):
            for event in decision:
                self.state = self.after(event)
        return decision

    def do(self, actor: Actor, command: C) -> tuple[E, ...]:
        """The events of a command, which then have happened; raises `CommandRefused` if the rules refuse it."""
        events = self.ask(actor, command)
        if isinstance(events, Refusal):
            raise CommandRefused(events)
        return events
