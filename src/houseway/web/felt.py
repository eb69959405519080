"""How the felt of a table is laid out, from the game's own definition: common places, a seat's hands, and the wagers
with when they are bet. No screen knows a rule.
"""

from collections.abc import Iterator
from typing import Any, Final

from starlette.requests import Request

from houseway.game import DEALER, SEAT, Bonus, Contest, Deal, Draw, Game, Seen, Show, Wager, is_progressive
from houseway.games import GAMES
from houseway.odds import as_printed
from houseway.table.betting import equal_to
from houseway.table.places import place_named
from houseway.table.state import Table
from houseway.table.terms import Terms, way_label
from houseway.web.errors import Problem
from houseway.web.house import House
from houseway.web.models import TableName
from houseway.web.offers import words_of
from houseway.web.routes import Routes

routes = Routes()

CHIPS_CENTS: Final = (1_00, 5_00, 25_00, 100_00, 500_00)
PLAIN_HUE: Final = 160  # the cloth of a game that is not played here any more


@routes.at("GET /tables/{table}/layout")
async def show_layout(house: House, request: Request, table: TableName) -> dict[str, Any]:
    """The felt of the table: its common places, a seat's hands, and wagers with their limits and paytables."""
    change = await house.change(table, request)
    if change.table.terms is None:
        raise Problem(409, "wrong-stage", "the table is closed")
    return layout(change.table)


def layout(table: Table) -> dict[str, Any]:
    terms, game = table.open_terms, table.game
    return {
        "game": game.slug,
        "title": game.title,
        "summary": game.summary,
        "felt": game.felt,
        "unapproved": not is_approved(game),
        "seats": table.seats,
        "most_seats": game.seats,
        "positions": list(terms.positions),
        "joker": game.joker,
        "rotation": game.order_by((terms.number_by,)),
        "numbered": bool(game.number_by),
        "places": [_place(game, name) for name in game.places],
        "hands": seat_hands(game),
        "deals": [{"to": list(step.to.places), "cards": step.cards} for step in game.round if isinstance(step, Deal)],
        "chooses": bool(game.choices),
        "words": words_of(game),
        "house_way": {
            "label": way_label(game),
            "for_players": any(choice.way for choice in game.choices),
            "standing": terms.way.standing if terms.way else "",
            "digest": terms.way.digest if terms.way else "",
        },
        "wagers": [_wager(game, terms, wager) for wager in game.wagers if terms.paytable(wager)],
        "minimum_cents": terms.minimum_cents,
        "maximum_cents": terms.maximum_cents,
        "chips_cents": [cents for cents in terms.chip_cents or CHIPS_CENTS if cents <= terms.maximum_cents],
    }


def is_approved(game: Game) -> bool:
    """Whether a letter of an agency approves all that the game pays."""
    return all(paytable.approved for paytable in game.paytables.values())


def felt_of(game: str) -> int:
    """The hue of a game's cloth."""
    return GAMES[game].felt if game in GAMES else PLAIN_HUE


def felts() -> str:
    """A style sheet in which every game's cloth has its colour; how light it is, the common sheet says."""
    hues = sorted({PLAIN_HUE, *(game.felt for game in GAMES.values())})
    return "".join(f'[data-felt="{hue}"] {{ --hue: {hue}; }}\n' for hue in hues)


# ---- places


def _place(game: Game, name: str) -> dict[str, Any]:
    """A common place: how many cards are dealt to it, whether more may be drawn, and the hands it is set as."""
    return {
        "name": name,
        "at": place_named(name),
        "size": dealt_to(game, name),
        "grows": any(isinstance(step, Draw) and name in step.to.places for step in game.round),
        "hands": _set_hands(game, name),
    }


def dealt_to(game: Game, place: str) -> int:
    """How many cards a place is dealt before any is drawn, to all hands together."""
    hands = game.dealt_hands if place == SEAT.place else 1
    return hands * sum(step.cards for step in game.round if isinstance(step, Deal) and place in step.to.places)


def _set_hands(game: Game, place: str) -> list[dict[str, Any]]:
    """The hands that a way makes of a common place's cards: as many, and as large, as of any cards."""
    ways = (step.way for step in game.round if isinstance(step, Show) and step.way and place in step.what.places)
    way = next(ways, None)
    if way is None:
        return []
    hands = way.set(game.pack().cards()[: dealt_to(game, place)])
    names = game.dealer_hands or game.hands or ("",) * len(hands)
    return [{"name": name, "size": len(hand)} for name, hand in zip(names, hands, strict=True)]


def seat_hands(game: Game) -> list[dict[str, Any]]:
    """The hands that a seat's cards are set as; none where they are not set."""
    if not game.hands:
        return []
    pack = game.pack()
    seen = Seen(pack=pack, lying={SEAT.place: pack.cards()[: dealt_to(game, SEAT.place)]})
    cut = next(option.cut for choice in game.choices for option in choice.options(seen) if option.cut)
    return [{"name": name, "size": len(hand)} for name, hand in zip(game.hands, cut, strict=True)]


# ---- wagers


def _wager(game: Game, terms: Terms, wager: Wager) -> dict[str, Any]:
    """`placed` by the seat itself; `follows` the wager with which it is placed, and equals it; else it comes with a
    choice, or is `free`. `requires` the wager that must lie there first."""
    paytable = terms.paytable(wager)
    assert paytable is not None, "the table offers it"
    least, most = terms.limits(wager)
    follows = next(_leads(game, wager), None)
    lead = game.required[0] if game.required else None
    return {
        "wager": wager.name,
        "placed": wager in game.placed and follows is None,
        "follows": follows,
        "requires": lead if wager in game.placed and wager.name not in game.required else None,
        "is_main": wager.name in game.required or (not game.required and not wager.side),
        "is_required": wager.name in game.required,
        "dealers_line": dealers_line(game, wager),
        "of": wager.of,
        "free": wager.free,
        "at_most": wager.at_most,
        "at_most_times": str(wager.at_most_times),
        "cap": wager.cap,
        "side": wager.side,
        "contest": isinstance(wager, Contest),
        "progressive": is_progressive(wager),
        "least_cents": least,
        "most_cents": most,
        "paytable": paytable.label,
        "lines": [
            {
                "line": line,
                "pays": as_printed(str(pay)),
                "envy_cents": pay.envy_cents,
                "of_meter": paytable.meter_of(line) is not None,
                "meter": paytable.meter_of(line),
            }
            for line, pay in paytable.lines.items()
        ],
    }


def dealers_line(game: Game, wager: Wager) -> str:
    """Of a wager on the dealer's cards alone the line that wins, where there is only one."""
    if not isinstance(wager, Bonus) or wager.hand.of.places != DEALER.places:
        return ""
    lines = {line for paytable in game.paytables_of(wager) for line in paytable.lines}
    return lines.pop() if len(lines) == 1 else ""


def _leads(game: Game, wager: Wager) -> Iterator[str]:
    """The wager with which this one is placed."""
    return (lead.name for lead in game.placed if wager.name in equal_to(game, lead))
