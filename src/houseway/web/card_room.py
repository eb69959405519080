"""The card room that `make run` opens: one table of every game, dealt by itself, and a meter for those that have a
progressive. It is opened once in the life of a book; what people close stays closed.
"""

from typing import Final

from houseway.game import Game, is_progressive
from houseway.games import GAMES
from houseway.paytable import Paytable
from houseway.progressive.commands import OpenMeter
from houseway.progressive.meter import settings_of
from houseway.role import Actor, Role
from houseway.service.floor import Floor
from houseway.service.log import log
from houseway.service.outcome import Accepted
from houseway.service.record import ROOM_KEY, meter_stream
from houseway.table.commands import OpenTable
from houseway.table.terms import Terms, filled

KEY: Final = ROOM_KEY  # the same at every start: what was done is not done again
ADMIN: Final = Actor(Role.CONTROLLER_ADMIN, KEY)
SUPERVISOR: Final = Actor(Role.SUPERVISOR, KEY)
AWAY_SECONDS: Final = 120.0
BETTING_SECONDS: Final = 30  # from the first bet: people who learn the game are not hurried
SETTING_SECONDS: Final = 180


def open_card_room(floor: Floor) -> None:
    games = sorted(GAMES.values(), key=lambda game: _progressive(game) is None)  # the jackpot first
    for number, game in enumerate(games, 1):
        paytable = _progressive(game)
        if paytable is not None:
            settings = settings_of(paytable)
            meter = OpenMeter(settings=settings, opening_cents=settings.seed_cents)
            _note(floor.execute(meter_stream(game.slug), KEY, ADMIN, meter))
        _note(floor.execute(str(number), KEY, SUPERVISOR, OpenTable(terms=_terms(game, paytable))))


def _progressive(game: Game) -> Paytable | None:
    wager = next((wager for wager in game.wagers if is_progressive(wager)), None)
    return game.paytables_of(wager)[0] if wager else None


def _terms(game: Game, progressive: Paytable | None) -> Terms:
    usual = filled(Terms(game=game.slug))
    added = {progressive.wager: progressive.name} if progressive else {}
    return Terms(
        game=game.slug,
        paytables={**usual.paytables, **added},
        meter=game.slug if progressive else "",
        betting_seconds=BETTING_SECONDS,
        setting_seconds=SETTING_SECONDS,
    )


def _note(outcome: object) -> None:
    if not isinstance(outcome, Accepted):
        log.info("a table of the card room was not opened", outcome=str(outcome))
