"""What a screen is told of cards beside the view: what a seat can make of its own, and what the hands that lie open
are called. All of it comes from the game's own functions.
"""

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

from starlette.requests import Request

from houseway.cards import Cards
from houseway.game import SEAT, Choice, Contest, Game, Hand, Look, Part, Worth
from houseway.role import Role, Seat
from houseway.service.people import Session
from houseway.table.choosing import option_set
from houseway.table.commands import Stage
from houseway.table.due import due
from houseway.table.layout import layout_of
from houseway.table.places import DEALER, place_named
from houseway.table.seeing import hand_to_play, looked_at, options_of, seen_by_seat
from houseway.table.state import Round, Table
from houseway.web.errors import Problem
from houseway.web.felt import dealt_to
from houseway.web.house import House
from houseway.web.judging import has_coach
from houseway.web.models import Number, TableName
from houseway.web.routes import Routes, only, own_seat
from houseway.web.weighing import question

routes = Routes()

PLAIN_TOTAL = "hard"  # what a chart calls a hand in which no ace counts more than one


# ---- a seat that has to choose


@routes.at("GET /tables/{table}/hand", who=own_seat("a hand is shown to the player who holds it"))
async def show_hand(house: House, session: Session, request: Request, table: TableName) -> dict[str, Any]:
    """For a player who has still to choose: what his hand is called as far as it can be seen, and where cards are set
    every way to set them, by name, with what the rules say of it."""
    assert session.seat is not None
    return _hand_shown(house, (await house.change(table, request)).table, session.seat)


@routes.at("GET /tables/{table}/guests/{seat}/hand", who=only((Role.DEALER,), "the hand of a guest is shown"))
async def show_guests_hand(house: House, request: Request, table: TableName, seat: Number) -> dict[str, Any]:
    """The same for the dealer, of a guest without a device, for whom he lays the cards."""
    here = (await house.change(table, request)).table
    if seat not in here.guests or here.open_terms.dealer != "live":
        raise Problem(404, "no-hand", f"seat {seat} is no guest's for whom a dealer acts")
    return _hand_shown(house, here, Seat(seat))


def _hand_shown(house: House, here: Table, seat: Seat) -> dict[str, Any]:
    rnd = here.round
    if rnd.stage is not Stage.CHOOSING or seat not in due(here).seats:
        raise Problem(404, "no-hand", f"seat {seat} has nothing to choose")
    _look_ahead(house, here, seat)
    return {
        "round": rnd.number,
        "seat": seat,
        "said": list(rnd.spots[seat].said),
        "told": told(here, seat),
        "hands": hands_told(here.game, rnd, seat),
        "choices": choices(here, seat),
        "house_way": house_way(here, seat),
    }


def _look_ahead(house: House, table: Table, seat: Seat) -> None:
    """While a player looks at his hand it is counted, and told to nobody: the coach has it when the round is over."""
    if table.round.pile(seat).is_known and not table.other_rules and has_coach(table.open_terms):
        seen = seen_by_seat(table, seat, hand=hand_to_play(table, seat))
        house.counting.ahead(question(table.open_terms, seen))


def told(table: Table, seat: Seat) -> list[str]:
    """What the hand that the seat plays is called after each word that it may say, where all cards of it are seen:
    `HI 17`, `LO 8`; nothing where cards are still to come, or are set."""
    hand = _hand_at(table.game, SEAT.place)
    rnd, step = table.round, table.game.round[table.round.step]
    if hand is None or hand.tell is None or hand.of.is_set or not rnd.pile(seat).is_known:
        return []
    if isinstance(step, Choice) and step.together:
        return []  # each hand is told by itself
    if not all(_is_whole(table.game, rnd, seat, name) for name in hand.of.places):
        return []
    number = hand_to_play(table, seat)
    worth, said = hand.worth(*looked_at(rnd, seat, hand.of, number)), rnd.spots[seat].hand(number).said
    names = dict.fromkeys(hand.tell(worth, (*said, option.word)) for option in options_of(table, seat))
    return [glanced(table, seat, name) for name in names]


def glanced(table: Table, seat: Seat, name: str) -> str:
    """The name of a hand to which cards are drawn with what a chart calls it: `soft 16`, and `16, pair`; one
    that is hard is called by its number alone."""
    step = table.game.round[table.round.step]
    if not isinstance(step, Choice) or not step.again or step.glance is None:
        return name
    row, _ = step.glance(seen_by_seat(table, seat, hand=hand_to_play(table, seat)))
    kind, _, number = row.rpartition(" ")
    if not kind.isalpha() or not number.isdecimal():
        return name
    if number == name:
        return name if kind == PLAIN_TOTAL else row
    return f"{name}, {kind}"


def hands_told(game: Game, rnd: Round, seat: Seat) -> list[str]:
    """What the hands of a seat that has several are called, one by one; nothing where it has one."""
    hand, spot = _hand_at(game, SEAT.place), rnd.spots[seat]
    if not spot.is_split or hand is None or not _is_open(rnd, hand.of):
        return []
    return [_said_of(rnd, seat, hand, played.said, number) for number, played in enumerate(spot.hands, 1)]


def _is_whole(game: Game, rnd: Round, seat: Seat, name: str) -> bool:
    """Whether a place has all the cards that it is dealt, and the seat sees them."""
    pile = rnd.pile(seat if name == SEAT.place else place_named(name))
    return pile.size >= dealt_to(game, name) and (name == SEAT.place or pile.up == pile.size)


def choices(table: Table, seat: Seat) -> list[dict[str, Any]]:
    """Every way to set the cards, also those that the rules refuse."""
    options = [option for option in options_of(table, seat) if option.cut]
    if not options or not table.round.pile(seat).is_known:  # they are physical, and nobody here knows them
        return []
    game, cards = table.game, table.round.cards_of(seat)
    offered = []
    for cut in cuts(cards, tuple(map(len, options[0].cut))):
        option = option_set(options, cut)
        standing = "refused" if option is None else "foul" if option.foul else "legal"
        choice = {
            "layout": layout_of(cards, cut),
            "word": options[0].word,
            "names": names_of(game, cut),
            "standing": standing,
        }
        offered.append(choice if standing == "legal" else choice | {"why": out_of_order(game, cut)})
    return offered


def house_way(table: Table, seat: Seat) -> str | None:
    """How the dealer would set the seat's cards, where it may ask for that and the cards are known."""
    step = table.game.round[table.round.step]
    if not isinstance(step, Choice) or step.way is None or not table.round.pile(seat).is_known:
        return None
    cards = table.round.cards_of(seat)
    return layout_of(cards, step.way.set(cards))


def cuts(cards: Cards, sizes: tuple[int, ...]) -> Iterator[tuple[Cards, ...]]:
    """Every way to cut cards into hands of these sizes."""
    if len(sizes) == 1:
        yield (cards,)
        return
    for places in combinations(range(len(cards)), sizes[0]):
        rest = tuple(card for place, card in enumerate(cards) if place not in places)
        for others in cuts(rest, sizes[1:]):
            yield tuple(cards[place] for place in places), *others


def names_of(game: Game, hands: tuple[Cards, ...]) -> list[str]:
    """The name of each hand, where each has one."""
    return [game.hand_name(hand) for hand in hands] if game.hand_name else []


def out_of_order(game: Game, hands: tuple[Cards, ...]) -> str:
    """Which hand is not where the rules want it."""
    worth = _hand_at(game, SEAT.place)
    if worth is None or not worth.of.is_set:
        return ""
    ranked = list(zip(game.hands, worth.worth(*hands), names_of(game, hands), strict=True))
    for (upper, strength, name), (lower, below, lower_name) in pairwise(ranked):
        if strength <= below:
            how = "is only equal to" if strength == below else "is lower than"
            return f"{upper} ({name}) {how} {lower} ({lower_name})"
    return ""


# ---- hands that lie open


@routes.at("GET /tables/{table}/showdown")
async def show_showdown(house: House, request: Request, table: TableName) -> dict[str, Any]:
    """The hands that lie open, of this round once cards are dealt, until then of the one before: what they are called,
    and which the dealer's beat."""
    return showdown((await house.change(table, request)).table)


def showdown(table: Table) -> dict[str, Any]:
    rnd = table.round if table.round.places else table.previous
    if rnd is None or table.terms is None or table.other_rules:
        return {"round": None, "common": {}, "seats": {}}
    game, is_over = table.game, rnd is table.previous
    open_seats = [seat for seat in rnd.hands if is_over or rnd.spots[seat].results]
    return {
        "round": rnd.number,
        "common": {name: _lying(game, rnd, name) for name in game.places},
        "seats": {str(seat): _shown_down(game, rnd, seat) for seat in open_seats},
    }


def _lying(game: Game, rnd: Round, name: str) -> dict[str, Any]:
    """A common place: its hands by name, and all together in words."""
    place, hand = place_named(name), _hand_at(game, name)
    says = _said_of(rnd, Seat(DEALER), hand, ()) if hand and _is_open(rnd, hand.of) else ""
    return {"names": names_of(game, rnd.pile(place).hands), "says": says}


def _shown_down(game: Game, rnd: Round, seat: Seat) -> dict[str, Any]:
    spot, hand = rnd.spots[seat], _hand_at(game, SEAT.place)
    is_seen = hand is not None and _is_open(rnd, hand.of)
    return {
        "names": names_of(game, rnd.hands_of(seat)) if spot.layout else [],
        "says": _said_of(rnd, seat, hand, spot.said) if hand and is_seen and not spot.is_out | spot.is_split else "",
        "hands": hands_told(game, rnd, seat),
        "standing": "foul" if spot.is_foul else "legal",
        "matchups": _matchups(game, rnd, seat),
    }


def _hand_at(game: Game, name: str) -> Hand | None:
    """The hand that is told at a place: the first that looks there first, and at all its cards rather than at some."""
    hands = [hand for wager in game.wagers for hand in wager.hands if hand.tell and hand.of.places[0] == name]
    return min(hands, key=lambda hand: hand.of.parts[0] != Part(name), default=None)


def _is_open(rnd: Round, look: Look) -> bool:
    """Whether all common cards of a look lie face up, and are set where they are set."""
    piles = [rnd.pile(place_named(name)) for name in look.places if name != SEAT.place]
    return all(pile.size and pile.up == pile.size and (pile.hands or not look.is_set) for pile in piles)


def _said_of(rnd: Round, seat: Seat, hand: Hand, said: tuple[str, ...], number: int = 1) -> str:
    assert hand.tell is not None
    return hand.tell(_worth(rnd, seat, hand, number), said)


def _worth(rnd: Round, seat: Seat, hand: Hand, number: int = 1) -> Worth:
    return hand.worth(*looked_at(rnd, seat, hand.of, number))


def _matchups(game: Game, rnd: Round, seat: Seat) -> list[str]:
    """Hand against hand, where both sides set their cards: of a foul there is nothing to match."""
    matched = (each for each in game.wagers if isinstance(each, Contest) and each.mine.of.is_set and each.his.of.is_set)
    wager, spot = next(matched, None), rnd.spots[seat]
    if wager is None or not spot.layout or spot.is_foul or not _is_open(rnd, wager.his.of):
        return []
    pairs = zip(_worth(rnd, seat, wager.mine), _worth(rnd, seat, wager.his), strict=True)
    return ["beats" if my > his else "copies" if my == his else "loses to" for my, his in pairs]
