"""What a seat sees when it chooses, what a rule sees when a card is drawn, and what a wager looks at in the end."""

from functools import lru_cache
from itertools import chain

from houseway.cards import Cards, Pack
from houseway.game import SEAT, Choice, Game, Look, Option, Seen, Wager, Worth
from houseway.role import Seat
from houseway.table.places import name_of, place_named
from houseway.table.state import Round, Table

Lying = tuple[tuple[str, Cards], ...]


def seen_by_seat(table: Table, seat: Seat, rnd: Round | None = None) -> Seen:
    """Its own cards, those that lie face up in common places, and what it has said."""
    rnd = rnd or table.round
    pile = rnd.pile(seat)
    some = table.game.pack(table.open_terms.decks).cards()[: pile.size]  # for physical cards that nobody has entered
    return _seen(table, (*_open(rnd), (SEAT.place, rnd.held_at(seat) if pile.cards else some)), rnd.spots[seat].said)


def seen_by_rule(table: Table, rnd: Round) -> Seen:
    """No seat's cards, and what anybody has said who is not out."""
    said = chain.from_iterable(rnd.spots[seat].said for seat in rnd.hands if not rnd.spots[seat].is_out)
    return _seen(table, _open(rnd), tuple(said))


def seen_by_dealer(table: Table, rnd: Round) -> Seen:
    """What the dealer sees who looks at cards that lie face down."""
    common = ((name_of(place), pile.cards) for place, pile in rnd.piles.items() if name_of(place) != SEAT.place)
    return _seen(table, tuple(common), ())


def _open(rnd: Round) -> Lying:
    return tuple((name_of(place), pile.seen) for place, pile in rnd.piles.items() if name_of(place) != SEAT.place)


def _seen(table: Table, lying: Lying, said: tuple[str, ...]) -> Seen:
    return Seen(pack=table.game.pack(table.open_terms.decks), lying=dict(lying), said=said)


def options_of(table: Table, seat: Seat, rnd: Round | None = None) -> tuple[Option, ...]:
    """What the choice at hand gives a seat; none, if it has nothing to choose."""
    rnd = rnd or table.round
    spot, step = rnd.spots[seat], table.game.round[rnd.step]
    if not isinstance(step, Choice) or spot.is_out or spot.done_at >= rnd.step:
        return ()
    seen = seen_by_seat(table, seat, rnd)
    return _options(step, seen.pack, tuple(seen.lying.items()), seen.said)


@lru_cache(maxsize=2048)
def _options(step: Choice, pack: Pack, lying: Lying, said: tuple[str, ...]) -> tuple[Option, ...]:
    return step.options(Seen(pack=pack, lying=dict(lying), said=said))


# ---- what a wager looks at -------------------------------------------------------------------------


def worths_of(rnd: Round, seat: Seat, wager: Wager) -> tuple[Worth, ...]:
    """What the hands of a wager are worth, as the cards lie."""
    return tuple(hand.worth(*looked_at(rnd, seat, hand.of)) for hand in wager.hands)


def line_of(rnd: Round, seat: Seat, wager: Wager) -> str:
    return wager.line(worths_of(rnd, seat, wager), rnd.spots[seat].said)


def road_of(game: Game, rnd: Round) -> tuple[str, ...]:
    """The marks of a shoe up to a round that is over, its own the last; a void round has none."""
    if game.road is None or rnd.void or not rnd.piles:
        return rnd.road
    worths = tuple(hand.worth(*looked_at(rnd, Seat(0), hand.of)) for hand in game.road.hands)
    return (*rnd.road, game.road.line(worths, ()))


def looked_at(rnd: Round, seat: Seat, look: Look) -> tuple[Cards, ...]:
    """The cards of a look all together; or, where they are set, hand by hand."""
    if look.is_set:
        return rnd.hands_of(seat) if look.place == SEAT.place else rnd.pile(place_named(look.place)).hands
    places = (seat if part.place == SEAT.place else place_named(part.place) for part in look.parts)
    cards = (part.of(rnd.held_at(place)) for part, place in zip(look.parts, places, strict=True))
    return (tuple(chain.from_iterable(cards)),)
