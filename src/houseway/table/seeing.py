"""What a seat sees when it chooses, what a rule sees when a card is drawn, and what a wager looks at in the end."""

from functools import lru_cache
from itertools import chain

from houseway.cards import Cards, Pack
from houseway.game import SEAT, Choice, Game, Look, Option, Seen, Wager, Worth
from houseway.role import Seat
from houseway.table.places import name_of, place_named
from houseway.table.state import Round, Table
from houseway.table.unseen import unlike_hands

Lying = tuple[tuple[str, Cards], ...]


def seen_by_seat(table: Table, seat: Seat, rnd: Round | None = None, hand: int = 1) -> Seen:
    """The cards of the hand that it plays, or of all hands where it chooses for them together; those that lie face up
    in common places, and what was said for that hand."""
    rnd = rnd or table.round
    spot, pile, step = rnd.spots[seat], rnd.pile(seat), _choice_at(table, rnd)
    some = table.game.pack(table.open_terms.decks).cards()[: pile.size]  # for physical cards that nobody has entered
    held = rnd.cards_of(seat) if step and step.together else rnd.held_by(seat, hand)
    lying = (*_open(rnd), (SEAT.place, held if pile.is_known else some))
    return _seen(table, lying, spot.hand(hand).said, spot.hands_of(spot.hand(hand).dealt))


def _choice_at(table: Table, rnd: Round) -> Choice | None:
    step = table.game.round[rnd.step] if rnd.step < len(table.game.round) else None
    return step if isinstance(step, Choice) else None


def seen_by_rule(table: Table, rnd: Round) -> Seen:
    """No seat's cards, and what anybody has said who is not out."""
    hands = chain.from_iterable(rnd.spots[seat].hands for seat in rnd.hands)
    said = chain.from_iterable(hand.said for hand in hands if not hand.is_out)
    return _seen(table, _open(rnd), tuple(said))


def seen_by_dealer(table: Table, rnd: Round) -> Seen:
    """What the dealer sees who looks at cards that lie face down."""
    common = ((name_of(place), pile.cards) for place, pile in rnd.piles.items() if name_of(place) != SEAT.place)
    return _seen(table, tuple(common))


def _open(rnd: Round) -> Lying:
    return tuple((name_of(place), pile.seen) for place, pile in rnd.piles.items() if name_of(place) != SEAT.place)


def _seen(table: Table, lying: Lying, said: tuple[str, ...] = (), hands: int = 1) -> Seen:
    return Seen(pack=table.game.pack(table.open_terms.decks), lying=dict(lying), said=said, hands=hands)


def hand_to_play(table: Table, seat: Seat, rnd: Round | None = None) -> int:
    """Which hand of a seat chooses now, from 1: the first that has something to choose; 0, if none has."""
    return _hand_and_options(table, seat, rnd or table.round)[0]


def options_of(table: Table, seat: Seat, rnd: Round | None = None) -> tuple[Option, ...]:
    """What the choice at hand gives a seat, for the hand that it plays now; none, if it has nothing to choose."""
    return _hand_and_options(table, seat, rnd or table.round)[1]


def _hand_and_options(table: Table, seat: Seat, rnd: Round) -> tuple[int, tuple[Option, ...]]:
    for number in range(1, len(rnd.spots[seat].hands) + 1):
        if options := _options_of_hand(table, seat, rnd, number):
            return number, options
    return 0, ()


def _options_of_hand(table: Table, seat: Seat, rnd: Round, number: int) -> tuple[Option, ...]:
    hand, step = rnd.spots[seat].hand(number), table.game.round[rnd.step]
    if not isinstance(step, Choice) or hand.is_out or hand.done_at >= rnd.step:
        return ()
    seen = seen_by_seat(table, seat, rnd, number)
    if not rnd.pile(seat).is_known:
        return _of_any_cards(step, seen.pack, tuple(seen.lying.items()), seen.said)
    return _options(step, seen.pack, tuple(seen.lying.items()), seen.said, seen.hands)


def options_of_any_cards(table: Table, seat: Seat, step: Choice, size: int) -> tuple[Option, ...]:
    """What a seat could say at its last choice with so many cards that nobody else knew."""
    seen, said = seen_by_seat(table, seat), table.round.spots[seat].said[:-1]
    lying = {**seen.lying, SEAT.place: seen.pack.cards()[:size]}
    return _of_any_cards(step, seen.pack, tuple(lying.items()), said)


@lru_cache(maxsize=2048)
def _of_any_cards(step: Choice, pack: Pack, lying: Lying, said: tuple[str, ...]) -> tuple[Option, ...]:
    """What a seat may say with physical cards that nobody else knows: each word that some cards allow. Whether its own
    do is seen when they are entered."""
    size = len(dict(lying)[SEAT.place])
    first, *others = ((*lying, (SEAT.place, cards)) for cards in unlike_hands(pack, size))
    options = _options(step, pack, first, said, 1)
    if all(option.cut for option in options):
        return options  # how cards may be set does not depend on them
    words = {option.word for option in options}
    for other in others:
        options += tuple(option for option in _options(step, pack, other, said, 1) if option.word not in words)
        words |= {option.word for option in options}
    return options


@lru_cache(maxsize=2048)
def _options(step: Choice, pack: Pack, lying: Lying, said: tuple[str, ...], hands: int) -> tuple[Option, ...]:
    return step.options(Seen(pack=pack, lying=dict(lying), said=said, hands=hands))


# ---- what a wager looks at -------------------------------------------------------------------------


def worths_of(rnd: Round, seat: Seat, wager: Wager, hand: int = 1) -> tuple[Worth, ...]:
    """What the hands of a wager are worth, as the cards lie; the seat's cards are those of the hand it lies on."""
    return tuple(each.worth(*looked_at(rnd, seat, each.of, hand)) for each in wager.hands)


def line_of(rnd: Round, seat: Seat, wager: Wager, hand: int = 1) -> str:
    return wager.line(worths_of(rnd, seat, wager, hand), rnd.spots[seat].hand(hand).said)


def road_of(game: Game, rnd: Round) -> tuple[str, ...]:
    """The marks of a shoe up to a round that is over, its own the last; a void round has none."""
    if game.road is None or rnd.void or not rnd.piles:
        return rnd.road
    worths = tuple(hand.worth(*looked_at(rnd, Seat(0), hand.of)) for hand in game.road.hands)
    return (*rnd.road, game.road.line(worths, ()))


def looked_at(rnd: Round, seat: Seat, look: Look, hand: int = 1) -> tuple[Cards, ...]:
    """The cards of a look all together; or, where they are set, hand by hand."""
    if look.is_set:
        return rnd.hands_of(seat) if look.place == SEAT.place else rnd.pile(place_named(look.place)).hands
    cards = (part.of(_lying_at(rnd, seat, part.place, hand)) for part in look.parts)
    return (tuple(chain.from_iterable(cards)),)


def _lying_at(rnd: Round, seat: Seat, place: str, hand: int) -> Cards:
    return rnd.held_by(seat, hand) if place == SEAT.place else rnd.cards_of(place_named(place))
