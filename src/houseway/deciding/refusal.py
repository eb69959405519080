"""Why a command does nothing. Each machine has its own reasons, in the order in which they are looked for."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from houseway.deciding.command import AnyCommand
from houseway.faults import text_fault
from houseway.role import Actor


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command does nothing: a reason of the table's, the meter's or the house's list, and a line for people."""

    reason: Enum
    says: str  # one line: what was wrong, and what is accepted


def not_your_role(reason: Enum, actor: Actor, command: AnyCommand) -> Refusal | None:
    if actor.role in command.by:
        return None
    able = " or ".join(sorted(role.value for role in command.by))
    return Refusal(reason, f"{type(command).__name__} is for {able}, not for {actor.role.value}")


def bad_text(reason: Enum, what: str, text: str, most: int = 200) -> Refusal | None:
    wrong = text_fault(what, text, most)
    return Refusal(reason, wrong) if wrong else None


def no_such_proposal(reason: Enum, number: int, proposals: Collection[int]) -> Refusal:
    return Refusal(reason, f"proposal {number!r}: open are {', '.join(map(str, sorted(proposals))) or 'none'}")


def own_proposal(reason: Enum, number: int, by: str, actor: Actor, does: str) -> Refusal | None:
    """It takes two people: nobody agrees to what he proposed himself."""
    if actor.name != by:
        return None
    return Refusal(reason, f"proposal {number} is {actor.name}'s own: another {does} it")
