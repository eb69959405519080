"""The workings of a game as far as they are known: kept, or worked out by the process that counts; and for how many
decks they are shown."""

from houseway.game import Game
from houseway.service.log import log
from houseway.table.room_way import RoomWay
from houseway.web.house import House
from houseway.web.installation import MATHEMATICS
from houseway.web.reckoner import Busy, Failed
from houseway.web.tables import by_number
from houseway.web.workings import Workings, kept_for, key_of, question, read


def workings_now(house: House, game: Game, way: RoomWay | None = None) -> Workings | None:
    """None while they are worked out, by the process that counts; without shoes, if they cannot be. A game that is
    dealt by the room's own way is asked for with it."""
    if kept := kept_for(game):
        return kept
    if not house.installation.has(MATHEMATICS):
        return None
    try:
        answer = house.workings.known(question(game, way))
    except Busy:
        return None
    except Failed as fault:
        log.error("a game could not be worked out", game=game.slug, says=str(fault))
        return Workings(key=key_of(game))
    return read(answer) if answer else None


def workings_shown(house: House, game: Game) -> tuple[Workings | None, int]:
    """The workings, and the number of decks that is shown first: the room's, or the next that is worked out."""
    workings, decks = workings_now(house, game), room_decks(house, game)
    return workings, workings.nearest(decks) if workings else decks


def room_decks(house: House, game: Game) -> int:
    """How many decks the room deals the game with: those of its first open table or, where it has none, those that a
    table would be opened with."""
    tables = house.floor.tables
    terms = (tables[name].terms for name in sorted(tables, key=by_number))
    dealt = (each.decks for each in terms if each and each.game == game.slug)
    return next(filter(None, dealt), game.whole_shoe)
