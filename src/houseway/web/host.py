"""The host of a card room: whoever has gone and left nothing on the felt does not keep a seat, nor the others waiting.

Only where the tables deal by themselves, and only if the house wants it (`Settings.away_seconds`): a player whose
connection is lost for a while keeps seat and chips.
"""

import asyncio
import time
from collections.abc import Mapping
from typing import Final

from houseway.role import Actor, Role, Seat
from houseway.service.record import HOST_KEY
from houseway.table.commands import LeaveSeat
from houseway.table.state import Spot, Table
from houseway.web.house import House

LOOK_SECONDS: Final = 2.0
HOST: Final = Actor(Role.SUPERVISOR, "host")


async def host(house: House, away_seconds: float) -> None:
    """Looks round for ever."""
    seen: dict[tuple[str, Seat, str], float] = {}  # when somebody at the seat was last there
    while True:
        now = time.monotonic()
        sitting = _sitting(house.floor.tables)
        seen = {seat: now if house.places.has(*seat[:2]) else seen.get(seat, now) for seat in sitting}
        for (table, seat, _), at in seen.items():
            if now - at > away_seconds:
                await _free(house, table, seat)
        await asyncio.sleep(LOOK_SECONDS)


def _sitting(tables: Mapping[str, Table]) -> list[tuple[str, Seat, str]]:
    """Who could be asked to leave: at a table that deals by itself, with nothing on the felt."""
    return [
        (name, seat, player)
        for name, table in tables.items()
        if table.terms is not None and table.terms.dealer == "automatic"
        for seat, player in table.players.items()
        if not _plays(table.round.spots.get(seat, Spot()))
    ]


def _plays(spot: Spot) -> bool:
    return bool(spot.waits or (spot.wagers and not spot.results))


async def _free(house: House, table: str, seat: Seat) -> None:
    change = house.floor.change(table)
    if change is not None:
        key = f"{HOST_KEY}{change.head.seq} {seat}"
        await house.submit(table, key, HOST, LeaveSeat(seat=seat))
