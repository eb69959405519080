"""The card room that `make run` opens: one table of every game, dealt by itself, and a meter for those that have a
progressive. It is opened once in the life of a book; what people close stays closed.

Its host sees to it that nobody waits for somebody who is not there: only where the tables deal by themselves, and only
if the house wants it (`WebSettings.away_seconds`). A hand whose player is gone is played the house way, or by what
costs nothing more, when others at the table wait for it; whoever has nothing on the felt gives up the seat after a
while. A player whose connection is lost for a moment keeps seat, chips and choice.
"""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Final

from houseway.analysis.exact.shoe_cards import is_on_next_card
from houseway.game import Game, is_progressive
from houseway.games import GAMES
from houseway.paytable import THE_METER, Paytable
from houseway.progressive.commands import OpenMeter
from houseway.progressive.meter import settings_of
from houseway.role import AUTOMATIC_DEALER, Actor, Role, Seat
from houseway.service.floor import Floor
from houseway.service.log import log
from houseway.service.meters import count_chances
from houseway.service.outcome import Accepted
from houseway.service.record import HOST_KEY, ROOM_KEY, meter_stream
from houseway.table.commands import CallTime, LeaveSeat, OpenTable, Stage
from houseway.table.cut_card import BY_FIRST_CARD, CutCard
from houseway.table.due import due
from houseway.table.spot import Spot
from houseway.table.state import Table
from houseway.table.terms import Terms, filled
from houseway.web.felt import is_approved
from houseway.web.house import House
from houseway.web.installation import COACH

ADMIN: Final = Actor(Role.CONTROLLER_ADMIN, ROOM_KEY)
SUPERVISOR: Final = Actor(Role.SUPERVISOR, ROOM_KEY)
AWAY_SECONDS: Final = 120.0
SHOE: Final = CutCard(behind=14, burn=BY_FIRST_CARD)  # for a game of which a road is kept
BETTING_SECONDS: Final = 30  # from the first bet: people who learn the game are not hurried
SETTING_SECONDS: Final = 180
IDLE_ROUNDS: Final = 3  # a page that was forgotten holds nobody up for longer
HOST: Final = Actor(Role.SUPERVISOR, "host")
LOOK_SECONDS: Final = 2.0
GONE_SECONDS: Final = 12.0  # after which others need not wait for a hand: longer than a page takes to come back
GONE: Final = "its player is gone"


def open_card_room(floor: Floor) -> Callable[[], None] | None:
    """Its key is the same at every start: what was done is not done again. A table is opened with the chance of its top
    award; where that takes seconds, since the compiler is not installed yet, what is returned opens it, while people
    sit at the others."""
    late = []
    for number, game in enumerate(in_order(), 1):
        if _counts_long(game):
            late.append((str(number), game))
        else:
            _open(floor, str(number), game)
    return partial(_open_late, floor, late) if late else None


def _open_late(floor: Floor, tables: Sequence[tuple[str, Game]]) -> None:
    for name, game in tables:
        count_chances(room_terms(game))  # before the writer does, for which all tables wait
        _open(floor, name, game)


def _open(floor: Floor, name: str, game: Game) -> None:
    open_meters(floor, game)
    _note(floor.execute(name, ROOM_KEY, SUPERVISOR, OpenTable(terms=room_terms(game))))


def open_meters(floor: Floor, game: Game) -> None:
    """Those of its progressive, if it has one."""
    paytable = _progressive(game)
    for name in paytable.meters if paytable else ():
        assert paytable is not None
        settings = settings_of(paytable, name)
        meter = OpenMeter(settings=settings, opening_cents=settings.seed_cents)
        _note(floor.execute(meter_stream(_meter(game, name)), ROOM_KEY, ADMIN, meter))


def in_order() -> list[Game]:
    """What a letter approves first, and of that the jackpot."""
    return sorted(
        GAMES.values(), key=lambda game: (not is_approved(game), is_approved(game) and not _progressive(game))
    )


def _progressive(game: Game) -> Paytable | None:
    wager = next((wager for wager in game.wagers if is_progressive(wager)), None)
    return game.paytables_of(wager)[0] if wager else None


def _counts_long(game: Game) -> bool:
    """Whether the chance of its top award is counted for seconds."""
    if all(map(find_spec, COACH.packages)):
        return False
    return any(is_progressive(wager) and is_on_next_card(game, wager) for wager in game.wagers)


def _meter(game: Game, name: str) -> str:
    """The name of the game's meter, or of that one of several."""
    return f"{game.slug}-{name}" if name else game.slug


def room_terms(game: Game) -> Terms:
    """With every wager, and the progressive on the first paytable it has."""
    progressive = _progressive(game)
    names = tuple(progressive.meters) if progressive else ()
    usual = filled(Terms(game=game.slug))
    added = {progressive.wager: progressive.name} if progressive else {}
    return Terms(
        game=game.slug,
        paytables={**usual.paytables, **added},
        meter=_meter(game, THE_METER) if THE_METER in names else "",
        meters={name: _meter(game, name) for name in names if name},
        betting_seconds=BETTING_SECONDS,
        setting_seconds=SETTING_SECONDS,
        idle_rounds=IDLE_ROUNDS,
        shoe=SHOE if game.road else None,
    )


def _note(outcome: object) -> None:
    if not isinstance(outcome, Accepted):
        log.info("a table of the card room was not opened", outcome=str(outcome))


# ---- the host


async def host(house: House, away_seconds: float) -> None:
    """Look round every two seconds, until it is cancelled."""
    seen: dict[tuple[str, Seat, str], float] = {}  # when somebody at the seat was last there
    while True:
        now = time.monotonic()
        tables = house.floor.tables
        seen = {seat: now if house.places.has(*seat[:2]) else seen.get(seat, now) for seat in _sitting(tables)}
        for (name, seat, _), at in seen.items():
            table, change = tables[name], house.floor.change(name)
            if change is None:
                continue
            key = f"{HOST_KEY}{change.head.seq} {seat}"
            if now - at > away_seconds and _has_nothing_down(table, seat):
                await house.submit(name, key, HOST, LeaveSeat(seat=seat))
            elif now - at > GONE_SECONDS and _holds_up(house, table, seat):
                await house.submit(name, key, AUTOMATIC_DEALER, CallTime(seat=seat, note=GONE))
        await asyncio.sleep(LOOK_SECONDS)


def _sitting(tables: Mapping[str, Table]) -> list[tuple[str, Seat, str]]:
    """Who sits at the tables that deal by themselves; where no clock runs, nobody else waits."""
    return [
        (name, seat, player)
        for name, table in tables.items()
        if table.terms is not None and table.terms.dealer == "automatic" and not table.terms.untimed
        for seat, player in table.players.items()
    ]


def _has_nothing_down(table: Table, seat: Seat) -> bool:
    """Whether the player could be asked to leave."""
    spot = table.round.spots.get(seat, Spot())
    return not spot.waits and (not spot.wagers or bool(spot.results))


def _holds_up(house: House, table: Table, seat: Seat) -> bool:
    """Whether the hand of a seat is waited for by somebody who is there."""
    if table.stage is not Stage.CHOOSING or seat not in due(table).seats or table.round.spots[seat].asked:
        return False
    return any(house.places.has(table.name, other) for other in table.players if other != seat)
