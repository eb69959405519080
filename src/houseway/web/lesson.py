"""How a game is played, for somebody who sits at its table for the first time: a round that was really dealt and won,
which hands beat which, what may be said, and what each wager pays and holds. All of it is asked of the game's
definition and the table's terms, so that every game has it, also somebody's own.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice, pairwise
from random import Random
from typing import Any, Final

from starlette.requests import Request

from houseway.analysis.figures import one_in, percent
from houseway.deciding.live import CommandRefused
from houseway.game import SEAT as SEAT_CARDS
from houseway.game import Choice, Game
from houseway.table.choosing import is_setting, option_set
from houseway.table.room_way import RoomWay
from houseway.table.terms import Terms
from houseway.table.view import view
from houseway.web.buttons import what_words_do
from houseway.web.card_values import card_values
from houseway.web.drill import SEAT, Drill, plain_terms, stays
from houseway.web.errors import Problem
from houseway.web.felt import seat_hands
from houseway.web.hand_ranks import RANKS, ranked_hands
from houseway.web.hands import cuts, out_of_order, showdown
from houseway.web.house import House
from houseway.web.known_workings import workings_now
from houseway.web.models import TableName
from houseway.web.offers import offered, seen_at
from houseway.web.plain_words import words_in
from houseway.web.readings import read_at
from houseway.web.routes import Routes
from houseway.web.workings import Workings

routes = Routes()

TRIED: Final = 200  # deals, of which one that is won is shown
AMONG: Final = 8  # deals that are won, of which the most ordinary is taken
NOBODYS: Final = "“Player” is the name of a hand on the table: it is not you."
FOULS: Final = "If not, your hand fouls: you lose the bet."
REFUSED: Final = "If not, the table does not take it."
MOST_WORDS: Final = 4  # that are said in it


@routes.at("GET /tables/{table}/lesson")
async def show_lesson(house: House, request: Request, table: TableName) -> dict[str, Any]:
    """How the game of the table is played, in pictures and figures."""
    change = await house.change(table, request)
    terms, game = change.table.terms, change.table.game
    if terms is None:
        raise Problem(409, "wrong-stage", "the table is closed")
    if change.table.other_rules:
        raise Problem(404, "no-lesson", "this game is another edition now: nothing is taught of it")
    workings = workings_now(house, game, terms.way)
    return await asyncio.to_thread(lesson, terms, game, workings)


def lesson(terms: Terms, game: Game, workings: Workings | None) -> dict[str, Any]:
    return {
        "example": example(plain_terms(terms, game), game),
        "values": values(game),
        "setting": setting(game),
        "buttons": [{"word": word, "does": does} for word, does in what_words_do(game)],
        "ranking": list(ranked_hands(game)),
        "offers": [*offered(terms, game), *map(str, read_at(terms, game, workings))],
        "figures": figures(terms, game, workings),
        "words": words_in(texts_of(terms, game)),
    }


def values(game: Game) -> list[str]:
    """What cards count, and that a hand which is called the player's is nobody's."""
    return [*card_values(game), *((NOBODYS,) if "player" in game.places else ())]


def setting(game: Game) -> list[str]:
    """How many cards make each of a seat's hands, which must be worth more, and what becomes of others."""
    hands = seat_hands(game)
    if not hands:
        return []
    sizes = [f"{hand['name']} takes {hand['size']} {'card' if hand['size'] == 1 else 'cards'}." for hand in hands]
    standing = _standing_out_of_order(game)
    if not standing:
        return sizes
    order = [f"{upper['name']} must be worth more than {lower['name']}." for upper, lower in pairwise(hands)]
    return [*sizes, *order, FOULS if standing == "foul" else REFUSED]


@lru_cache(maxsize=64)
def _standing_out_of_order(game: Game) -> str:
    """Whether hands that are not in their order lose, or cannot be set at all; nothing where any order will do."""
    number, step = next((at, step) for at, step in enumerate(game.round) if isinstance(step, Choice))
    for seen in seen_at(game, number)[:5]:
        options = step.options(seen)
        for cut in cuts(seen[SEAT_CARDS], tuple(map(len, options[0].cut))):
            option = option_set(options, cut)
            if (option is None or option.foul) and out_of_order(game, cut):
                return "refused" if option is None else "foul"
    return ""


def texts_of(terms: Terms, game: Game) -> Iterator[str]:
    """All that a player reads of the game, for the words in it."""
    yield from (game.summary, *offered(terms, game), *(row["name"] for row in ranked_hands(game)), *setting(game))
    yield from (line for name in terms.paytables.values() for line in game.paytable(name).lines)
    yield from (word for word, _ in what_words_do(game))
    if any(choice.way for choice in game.choices):
        yield "house way"


# ---- what wagers hold


def figures(terms: Terms, game: Game, workings: Workings | None) -> dict[str, dict[str, str]]:
    """By wager the house edge and how often it pays, where they are worked out for so many decks. Main wagers are
    played together, and theirs stand with the first."""
    found = {}
    for wager in game.wagers:
        paytable = terms.paytable(wager)
        if workings is None or paytable is None or not workings.shoes or not game.own_paytables(wager):
            continue
        if wager in game.main[1:]:
            continue
        of = workings.edge(paytable, terms.decks or game.whole_shoe, terms.reading(wager))
        if of is not None:
            play = " with best play" if wager in game.main and game.choices else ""
            found[wager.name] = {"edge": percent(of.house_edge, 2), "hits": one_in(of.hit_frequency), "play": play}
    return found


# ---- a round that is won


def example(terms: Terms, game: Game) -> dict[str, Any] | None:
    """`dealt` is the round as the player first sees it, `over` as it ended, with the names of hands that lie open; none
    where no deal that was tried is won."""
    return _example(game, terms.decks, _items(terms.paytables), _items(terms.readings), terms.way)


Items = tuple[tuple[str, str], ...]


def _items(of: Mapping[str, str]) -> Items:
    return tuple(sorted(of.items()))


@lru_cache(maxsize=64)
def _example(game: Game, decks: int, paytables: Items, readings: Items, way: RoomWay | None) -> dict[str, Any] | None:
    terms = Terms(game=game.slug, decks=decks, paytables=dict(paytables), readings=dict(readings), way=way)
    rounds = (_played(terms, number) for number in range(TRIED))
    won = list(islice((found for found in rounds if found), AMONG))
    kinds = [_kind(found) for found in won]
    often = [Counter(each) for each in zip(*kinds, strict=True)]
    return max(zip(kinds, won, strict=True), key=lambda each: _ordinary(each[0], often))[1] if won else None


def _kind(found: dict[str, Any]) -> tuple[str, ...]:
    """By what line a deal is won, and with what hands, whatever their ranks."""
    common, seat = found["showdown"]["common"], found["showdown"]["seats"].get(str(SEAT), {})
    hands = [RANKS.sub("", each.get("says", "")) for each in (seat, *common.values())]
    return found["over"]["spots"][str(SEAT)]["results"][0]["line"], *hands


def _ordinary(kind: tuple[str, ...], often: list[Counter[str]]) -> int:
    return sum(count[each] for each, count in zip(kind, often, strict=True))


def _played(terms: Terms, number: int) -> dict[str, Any] | None:
    """One deal; a seat that sets takes the house way if it may, any other says some words."""
    table, chance = Drill(number).dealt(terms), Random(number)
    player, game, words = table.player(SEAT), table.state.game, 0
    dealt = view(table.state, player)["current"]
    try:
        while (options := table.options(SEAT)) and words <= MOST_WORDS:
            if is_setting(options) and any(choice.way for choice in game.choices):
                break  # `play` asks for the house way
            table.choose(SEAT, chance.choice([option for option in options if stays(option)] or list(options)))
            table.deal()
            words += 1
        table.play()
    except CommandRefused:  # a word that the limits do not allow: another deal is shown
        return None
    rnd = table.state.previous
    if rnd is None or words > MOST_WORDS or len(rnd.spots[SEAT].hands) > max(1, game.dealt_hands):
        return None
    first = rnd.spots[SEAT].results[0]
    if first.won_cents + first.returned_cents <= first.stake_cents:
        return None
    return {"dealt": dealt, "over": view(table.state, player)["previous"], "showdown": showdown(table.state)}
