"""What a screen needs beside the view, all of it from the game's own definition and functions: how the felt is laid
out, what a seat can make of its cards, and what the hands that lie open are called. No screen knows a rule.
"""

from functools import cache
from itertools import pairwise
from typing import Any, Final

from starlette.requests import Request

from houseway.cards import Cards
from houseway.game import Contest, Game, Setting, Standing, Wager, is_progressive
from houseway.games import GAMES
from houseway.progressive.meter import pays_of_meter
from houseway.role import Seat
from houseway.service.people import Session
from houseway.table.commands import Stage
from houseway.table.layout import layout_of, spoken
from houseway.table.packets import DEALER
from houseway.table.setting import is_manual
from houseway.table.settlement import described
from houseway.table.state import Round, Table
from houseway.table.terms import Terms
from houseway.web.errors import Problem
from houseway.web.house import House
from houseway.web.models import TableName
from houseway.web.routes import Routes, own_seat

routes = Routes()

CHIPS_CENTS: Final = (1_00, 5_00, 25_00, 100_00)


# ---- the felt


@routes.at("GET /tables/{table}/layout")
async def show_layout(house: House, request: Request, table: TableName) -> dict[str, Any]:
    """The felt of the table: hands, words and wagers with their limits and paytables."""
    change = await house.change(table, request)
    if change.table.terms is None:
        raise Problem(409, "wrong-stage", "the table is closed")
    return layout(change.table)


def layout(table: Table) -> dict[str, Any]:
    terms, game = table.terms, table.game
    assert terms is not None
    return {
        "game": game.slug,
        "title": game.title,
        "summary": game.summary,
        "felt": felt_number(game.slug),
        "seats": table.seats,
        "packet": game.deal.packet,
        "dealer_packet": game.deal.dealer_packet,
        "joker": game.deal.pack().joker,
        "rotation": game.deal.order_by((terms.number_by,)),
        "numbered": bool(game.deal.number_by),
        "hands": _hands(game),
        "dealer_hands": _dealer_hands(game),
        "words": _words(game),
        "house_way": {"label": game.house_way.label, "for_players": game.house_way.for_players},
        "wagers": [_wager(terms, wager) for wager in game.wagers if wager.name in terms.paytables],
        "minimum_cents": terms.minimum_cents,
        "maximum_cents": terms.maximum_cents,
        "chips_cents": CHIPS_CENTS,
    }


def felt_number(game: str) -> int:
    """Every game has a cloth of its own colour."""
    return list(GAMES).index(game) if game in GAMES else 0


def _hands(game: Game) -> list[dict[str, Any]]:
    """The places a seat's cards are set in; none where they are not set."""
    if game.split is None:
        return []
    return [{"name": name, "size": size} for name, size in zip(game.split.hands, game.split.sizes, strict=True)]


def _dealer_hands(game: Game) -> list[dict[str, Any]]:
    set_so = game.house_way.set(_some_cards(game, game.deal.dealer_cards))
    names = game.dealer_hands or game.hands or ("",) * len(set_so.hands)
    return [{"name": name, "size": len(hand)} for name, hand in zip(names, set_so.hands, strict=True)]


@cache
def _words(game: Game) -> list[str]:
    """What a seat may say: HI, LO."""
    choices = game.choices(_some_cards(game, game.deal.packet), _some_cards(game, game.deal.dealer_shows))
    return list(dict.fromkeys(choice.word for choice in choices if choice.word))


def _some_cards(game: Game, number: int) -> Cards:
    return game.deal.pack().cards()[:number]


def _wager(terms: Terms, wager: Wager) -> dict[str, Any]:
    paytable = terms.paytable(wager)
    assert paytable is not None, "the table offers it"
    least, most = terms.limits(wager)
    return {
        "wager": wager.name,
        "requires": wager.requires,
        "at_most": wager.at_most,
        "equals": wager.equals,
        "contest": isinstance(wager, Contest),
        "progressive": is_progressive(wager),
        "least_cents": least,
        "most_cents": most,
        "paytable": paytable.label,
        "lines": [
            {
                "line": line,
                "pays": str(pay),
                "envy_cents": pay.envy_cents,
                "of_meter": pays_of_meter(paytable, line),
            }
            for line, pay in paytable.lines.items()
        ],
    }


# ---- a hand that is being set


@routes.at("GET /tables/{table}/hand", who=own_seat("a hand is shown to the player who holds it"))
async def show_hand(house: House, session: Session, request: Request, table: TableName) -> dict[str, Any]:
    """For a player who has still to set or to speak: all that can be made of the cards, by name, and what the rules say
    of each."""
    seat = session.seat
    assert seat is not None
    change = await house.change(table, request)
    rnd = change.table.round
    if rnd.stage is not Stage.SETTING or seat not in rnd.hands or rnd.spots[seat].is_set:
        raise Problem(404, "no-hand", f"seat {seat} has no hand to set")
    return {"round": rnd.number, "seat": seat, "choices": choices(change.table, seat)}


def choices(table: Table, seat: Seat) -> list[dict[str, Any]]:
    game = table.game
    if is_manual(table):  # the player holds the cards, and nobody here knows them
        said = sorted(spoken(game), key=lambda choice: (len(choice[1]), choice[0]))
        legal = {"layout": "", "standing": Standing.LEGAL.value}
        return [{**legal, "word": word, "adds": list(adds), "names": [word]} for word, adds in said]
    packet = table.round.packets[seat]
    shown = table.round.packets[DEALER][: game.deal.dealer_shows]
    offered = []
    for setting in game.choices(packet, shown):
        standing = game.standing(setting)
        choice = {
            "layout": layout_of(packet, setting),
            "word": setting.word,
            "adds": list(setting.adds),
            "names": names_of(game, setting),
            "standing": standing.value,
        }
        offered.append(choice if standing is Standing.LEGAL else choice | {"why": out_of_order(game, setting)})
    return offered


def names_of(game: Game, setting: Setting) -> list[str]:
    return [game.hand_name(hand) for hand in setting.hands] if game.split else [described(game, setting)]


def out_of_order(game: Game, setting: Setting) -> str:
    """Which hand is not where the rules want it."""
    if game.split is None:
        return ""
    ranked = list(zip(game.split.hands, game.split.strengths(setting), names_of(game, setting), strict=True))
    for (upper, strength, name), (lower, below, lower_name) in pairwise(ranked):
        if strength <= below:
            how = "is only equal to" if strength == below else "is lower than"
            return f"{upper} ({name}) {how} {lower} ({lower_name})"
    return ""


# ---- hands that lie open


@routes.at("GET /tables/{table}/showdown")
async def show_showdown(house: House, request: Request, table: TableName) -> dict[str, Any]:
    """The hands that lie open, of this round or the one before: what they are called, and which the dealer's beat."""
    return showdown((await house.change(table, request)).table)


def showdown(table: Table) -> dict[str, Any]:
    rnd = table.round if table.round.dealer is not None else table.previous
    if rnd is None or rnd.dealer is None or table.terms is None:
        return {"round": None, "dealer": None, "seats": {}}
    game = table.game
    open_seats = [seat for seat in rnd.hands if rnd is table.previous or rnd.spots[seat].results]
    return {
        "round": rnd.number,
        "dealer": {"names": names_of(game, rnd.dealer), "says": described(game, rnd.dealer)},
        "seats": {str(seat): _shown_down(game, rnd, seat, rnd.dealer) for seat in open_seats},
    }


def _shown_down(game: Game, rnd: Round, seat: Seat, dealer: Setting) -> dict[str, Any]:
    setting = rnd.setting(seat)
    return {
        "names": names_of(game, setting),
        "says": described(game, setting),
        "standing": game.standing(setting).value,
        "matchups": _matchups(game, setting, dealer),
    }


def _matchups(game: Game, mine: Setting, dealers: Setting) -> list[str]:
    """Hand against hand, where hands are matched: of a foul there is nothing to match."""
    if game.split is None or game.standing(mine) is not Standing.LEGAL:
        return []
    pairs = zip(game.split.strengths(mine), game.split.strengths(dealers), strict=True)
    return ["beats" if my > his else "copies" if my == his else "loses to" for my, his in pairs]
