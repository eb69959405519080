"""The trainer: hands without bets, one after the other. A player commits himself, and is told what every option was
worth, exactly, and why. What he got wrong comes back; that is remembered by his browser, and by nobody else.

Hands are dealt here, which takes milliseconds. What options are worth is asked of the process that counts.
"""

import asyncio
from typing import Annotated, Any, Final

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from houseway.api.live import LiveTable
from houseway.cards import Cards, parse, show
from houseway.deciding.command import Json
from houseway.deciding.live import CommandRefused
from houseway.game import SEAT as OWN
from houseway.game import Game
from houseway.games import GAMES
from houseway.service.log import log
from houseway.table.seeing import hand_to_play, seen_by_seat
from houseway.table.terms import Terms, filled
from houseway.table.view import view
from houseway.web import reasons, weighing
from houseway.web.counting import Counting
from houseway.web.drill import SEAT, Drill, new_drill, plain_terms
from houseway.web.errors import RETRY, Problem
from houseway.web.felt import layout
from houseway.web.hands import choices, hands_told, house_way, showdown, told
from houseway.web.house import House
from houseway.web.judging import has_coach
from houseway.web.languages import language_of
from houseway.web.pages import KEEPS, page, sorry
from houseway.web.reckoner import Busy, Failed, Reckoner, Urgency
from houseway.web.routes import Routes
from houseway.web.tables import by_number

routes = Routes()
pages = Routes(on_problem=sorry)

PATIENCE_SECONDS: Final = 5.0  # that a request waits; the counting goes on
WAITING: Final = 8  # questions of the trainer beside which no other is taken: the coach of a table comes first
BETWEEN: Final = ";"  # words that were said
Number = Annotated[int, Field(ge=0, lt=2**53)]
Said = Annotated[str, Field(max_length=400)]
Lying = Annotated[str, Field(max_length=400)]


@pages.at("GET /train/{game}")
async def trainer(house: House, request: Request, game: str) -> Response:
    """The trainer of a game, for anybody."""
    house.check_ready()
    terms, rules = terms_at(house, game)
    table = table_of(house, rules.slug)
    opened = await asyncio.to_thread(LiveTable.open, terms)
    data = {"game": rules.slug, "layout": layout(opened.state), "decks": opened.state.open_terms.decks}
    shown: dict[str, Any] = {"game": rules, "table": table, "felt": rules.felt}
    return page("train.html", "train.js", language=language_of(request), headers=KEEPS, data=data, **shown)


@routes.at("GET /train/{game}/hand")
async def deal_hand(
    house: House, game: str, number: Number | None = None, said: Said = "", lying: Lying = ""
) -> dict[str, Any]:
    """A hand up to a choice: a new one; by its number and the words that were said, one that was dealt before; or one
    that was played at a table, by the cards that lay there."""
    terms, _ = terms_at(house, game)
    return await asyncio.to_thread(_hand, terms, number, said, lying)


@routes.at("GET /train/{game}/worth")
async def weigh_hand(house: House, game: str, number: Number = 0, said: Said = "", lying: Lying = "") -> dict[str, Any]:
    """What every option of a hand is worth on average, the best first. Not there yet, it is counted: ask again."""
    terms, _ = terms_at(house, game)
    asked = await asyncio.to_thread(_question, terms, number, said, lying)
    return await _answered(house.counting, asked)


@routes.at("GET /train/{game}/why")
async def tell_why(house: House, game: str, number: Number = 0, said: Said = "", lying: Lying = "") -> dict[str, Any]:
    """Why: the cell of the chart, the line of the short strategy or the rule of the house way that is about it."""
    terms, _ = terms_at(house, game)
    asked = await asyncio.to_thread(_question, terms, number, said, lying)
    return await _answered(house.workings, reasons.question(asked))  # a line of its own: no long count is before it


def terms_at(house: House, name: str) -> tuple[Terms, Game]:
    """As the game is played here: the terms of its first open table or, where it has none, its usual ones."""
    game = GAMES.get(name.lower())
    if game is None:
        raise Problem(404, "no-such-game", "No game has this name.")
    table = table_of(house, game.slug)
    terms = house.floor.tables[table].terms if table else None
    used = plain_terms(filled(terms or Terms(game=game.slug)), game)
    if not has_coach(used):
        raise Problem(404, "no-coach", "Nobody chooses anything in this game: there is nothing to train.")
    return used, game


def table_of(house: House, game: str) -> str | None:
    """The first open table of a game, on the rules as they are."""
    tables = house.floor.tables
    names = (name for name in sorted(tables, key=by_number) if (terms := tables[name].terms) and terms.game == game)
    return next((name for name in names if not tables[name].other_rules), None)


# ---- a hand


def _dealt(terms: Terms, number: int, said: str, lying: str) -> LiveTable:
    try:
        return Drill(number, tuple(filter(None, said.split(BETWEEN))), _placed(lying)).dealt(terms)
    except (CommandRefused, ValueError) as error:
        raise Problem(422, "no-such-hand", f"this hand is not played so: {error}") from None


def _placed(lying: str) -> dict[str, Cards]:
    """`seat:As Kd;dealer:7c 2h`, read."""
    places = (each.partition(":") for each in lying.split(BETWEEN) if each)
    return {name: parse(cards) for name, _, cards in places}


def _hand(terms: Terms, number: int | None, said: str, lying: str) -> Json:
    drill = new_drill(terms) if number is None and not lying else None
    table = drill.dealt(terms) if drill else _dealt(terms, number or 0, said, lying)
    state, player = table.state, table.player(SEAT)
    found = {"number": drill.number if drill else number or 0, "said": said if not drill else "", "lying": lying}
    if len(table.options(SEAT)) < 2:
        return found | {"over": True}
    current = view(state, player)["current"]
    return found | {
        "over": False,
        "round": current,
        "told": told(state, SEAT),
        "hands": hands_told(state.game, state.round, SEAT),
        "choices": choices(state, SEAT),
        "house_way": house_way(state, SEAT),
        "showdown": showdown(state),
        "key": _key(table),
    }


def _key(table: LiveTable) -> str:
    """What the hand looks like: two that look so are the same to learn from."""
    state = table.state
    seen = seen_by_seat(state, SEAT, hand=hand_to_play(state, SEAT))
    lying = " ".join(f"{name} {show(cards)}" for name, cards in sorted(seen.lying.items()) if name != OWN.place)
    return f"{show(tuple(sorted(seen[OWN])))} / {lying} / {' '.join(seen.said)}"


def _question(terms: Terms, number: int, said: str, lying: str) -> Json:
    table = _dealt(terms, number, said, lying)
    if len(table.options(SEAT)) < 2:
        raise Problem(404, "no-hand", "nothing is left to choose in this hand")
    state = table.state
    return weighing.question(state.open_terms, seen_by_seat(state, SEAT, hand=hand_to_play(state, SEAT)))


async def _answered(reckoner: Reckoner | Counting, asked: Json) -> Json:
    counting = Problem(503, "counting", "it is still being counted; ask again", RETRY)
    try:
        if reckoner.waiting >= WAITING and not reckoner.is_asked(asked):
            raise counting
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await reckoner.answer(asked, Urgency.TRAINER)
    except (TimeoutError, Busy):
        raise counting from None
    except Failed as fault:
        log.error("the trainer cannot count", game=asked["game"], says=str(fault))
        raise Problem(500, "no-coach", "this hand cannot be counted") from None
