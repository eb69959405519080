"""House ways of the room's own that were proved here: a table may be opened on them, and on no other.

A way is proved over all hands by `houseway way check`, and by whoever starts a service with it (`houseway serve --way`)
or asks the library for it (`houseway.room_way`). The process that deals the tables only remembers which ways these
were, and what the house says approves them: no supervisor says that.
"""

from typing import Final

from houseway.table.commands import OpenTable
from houseway.table.room_way import RoomWay

_PROVED: Final[dict[tuple[str, RoomWay], None]] = {}  # each with its game, in the order in which they were proved


def remember(game: str, way: RoomWay) -> RoomWay:
    _PROVED[game, way] = None
    return way


def forget(game: str, way: RoomWay) -> None:
    del _PROVED[game, way]


def proved_of(command: OpenTable) -> tuple[str, ...]:
    """The hash of the way that the command names, if that was proved here for its game."""
    game, way = command.terms.game, command.terms.way
    return (way.digest,) if way and (game, way) in _PROVED else ()


def all_ways() -> list[tuple[str, RoomWay]]:
    """Each with its game."""
    return list(_PROVED)


def ways_for(game: str) -> list[RoomWay]:
    return [way for of, way in _PROVED if of == game]
