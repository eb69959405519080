"""What becomes of a command."""

from dataclasses import dataclass

import orjson

from houseway.deciding.refusal import Refusal
from houseway.progressive.commands import MeterCommand
from houseway.role import Actor
from houseway.service.record import Record
from houseway.table.commands import Command
from houseway.table.notation import write


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    record: Record
    again: bool = False  # the same command under the same key was accepted before


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    refusal: Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyReused:
    """The key belongs to another command."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """Another process has the table, at this address if it is known; or nobody has it yet."""

    address: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSuchTable:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Unavailable:
    """The book did not answer. Ask again under the same key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfService:
    """What the book tells of this table is broken; the others go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Faulted:
    """A mistake in the program: nothing was changed."""


Outcome = Accepted | Refused | KeyReused | Elsewhere | NoSuchTable | Unavailable | OutOfService | Faulted


def again(record: Record, actor: Actor, command: Command | MeterCommand) -> Outcome:
    """The key is in the book: the same outcome for the same command, and nothing else."""
    body = orjson.loads(record.body)
    asked, _ = write(command)
    hidden = {"seal", *command.edge}
    same = {k: v for k, v in asked.items() if k not in hidden} == {
        k: v for k, v in body["command"].items() if k not in hidden
    }
    by_same = body["by"] == [actor.role.value, actor.name, actor.seat]
    return Accepted(record=record, again=True) if same and by_same else KeyReused()
