"""A command on its way."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson

from houseway.role import Actor
from houseway.service.outcome import Outcome
from houseway.service.record import is_meter
from houseway.table.notation import BY_NAME, METER_BY_NAME, write


@dataclass(slots=True, eq=False)
class Sent:
    """Under its key, until it is answered."""

    stream: str
    key: str
    actor: Actor
    command: Any
    heard: Callable[["Sent", Outcome], None]
    is_answered: bool = False
    _said: Any = None

    @property
    def said(self) -> Any:
        """Who says what, as the book would have it, without what the house adds."""
        if self._said is None:
            written = orjson.loads(orjson.dumps(write(self.command)[0]))
            by = [self.actor.role.value, self.actor.name, self.actor.seat]
            self._said = by, without_edge(self.stream, written)
        return self._said


def without_edge(stream: str, command: Any) -> Any:
    """A command as it was sent, of one that the book has."""
    kind = (METER_BY_NAME if is_meter(stream) else BY_NAME)[command["is"]]
    hidden = {"seal", *kind.edge}
    return {name: value for name, value in command.items() if name not in hidden}
