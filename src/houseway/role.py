"""Who acts, at a table or on a meter. Surveillance and auditor look; all that surveillance does is to acknowledge a
payout, and to agree to a correction or not. A supervisor has the wins of a meter and a controller admin its settings.
The house itself, its service and whoever has its shell, acts in its own book alone."""

from dataclasses import dataclass
from enum import Enum
from typing import NewType

Seat = NewType("Seat", int)  # numbered from the dealer's left to his right


class Role(Enum):
    """What a person may do and see at a table, on a meter or in the house."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"
    CONTROLLER_ADMIN = "controller admin"
    AUTOMATIC = "automatic"  # the dealer that is a program
    HOUSE = "house"  # the service, and whoever runs the program from a shell


STAFF = (Role.DEALER, Role.SUPERVISOR, Role.SURVEILLANCE, Role.AUDITOR, Role.CONTROLLER_ADMIN)


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody in a role, who gives a command; a player with the seat that is his."""

    role: Role
    name: str
    seat: Seat | None = None  # a player's own

    def __str__(self) -> str:
        return f"{self.role.value} {self.name}"


AUTOMATIC_DEALER = Actor(Role.AUTOMATIC, "automatic")
SERVICE = Actor(Role.HOUSE, "service")
