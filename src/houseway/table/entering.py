"""Physical cards: each is entered when it lies face up, or is turned over, and never before.

Cards that are dealt face up or drawn are entered before anybody acts, place by place as they were dealt. The dealer's,
or the board's, that lie face down are entered when they are turned over. A hand that a player gives up to be set the
house way is entered when all others have set, and the display sets it. A seat's that only its player sees is entered
when it is revealed, in the order in which seats are reconciled; one whose button is lit is verified, so it comes before
the others. Every card is checked against all that were entered before, and against what the dealer said who looked.
"""

from collections.abc import Sequence
from itertools import chain

from houseway.cards import Cards, check_dealable, show
from houseway.deciding.refusal import Refusal
from houseway.game import Show
from houseway.role import Seat
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.choosing import display_shut, set_by_way
from houseway.table.commands import Stage
from houseway.table.drawing import no_card_left
from houseway.table.due import drawing, due, turned_over
from houseway.table.laid import as_it_lies
from houseway.table.peeking import contradicts
from houseway.table.places import DEALER, Place
from houseway.table.refusal import Reason, TableDecision
from houseway.table.replacing import replace
from houseway.table.state import Round, Table
from houseway.table.turning import not_all_chosen, turned


def enter_packet(table: Table, command: do.EnterPacket) -> TableDecision:
    """The cards of a place, and with them what they are needed for: they are drawn, turned over or set."""
    place, cards, rnd = command.place, command.cards, table.round
    if refused := cannot_be_entered(table, place) or _bad_cards(table, place, cards):
        return refused
    entered = was.PacketEntered(place=place, cards=cards, nonce=command.nonce)
    match table.stage:
        case Stage.ENTERING:
            return (entered,)
        case Stage.DRAWING:
            [(_, hand), *_] = drawing(table, rnd)
            return no_card_left(table) or (was.CardDrawn(place=place, hand=hand), entered)
        case Stage.SHOWING:  # [SL 8] [S99 6] [ME 4]
            step, pile = table.game.round[rnd.step], rnd.pile(place)
            assert isinstance(step, Show)
            whole, last = pile.cards + cards, turned_over(rnd, step.what)
            return entered, turned(step, rnd.step, place, whole, pile.up, last)
        case Stage.CHOOSING:  # [SL 7]
            set_so = set_by_way(table, Seat(int(place)), cards, "house way")
            return set_so if isinstance(set_so, Refusal) else (entered, *set_so)
        case _:
            return as_it_lies(table, Seat(int(place)), entered)


def cannot_be_entered(table: Table, place: Place) -> Refusal | None:
    """Why the cards of a place are not entered now: it is not their time, or not their turn."""
    if not table.is_by_hand:
        return Refusal(Reason.SHUFFLER_IS_MACHINE, "the cards of this table come from the shuffler")
    if table.stage is Stage.CHOOSING:
        return _not_on_display(table, place)
    waiting: Sequence[Place] = unentered(table) if table.stage is Stage.RECONCILING else due(table).places
    if place in waiting[:1]:
        return None
    says = f"{table.spoken(waiting[0])} is next" if waiting else "all cards are entered"
    return Refusal(Reason.OUT_OF_ORDER, f"place {place}: {says}")


def _not_on_display(table: Table, place: Place) -> Refusal | None:
    if isinstance(place, int) and place != DEALER:
        return display_shut(table, Seat(place))
    if table.round.pile(place).up:  # [FPG 5]
        return Refusal(Reason.OUT_OF_ORDER, f"the cards of {table.spoken(place)} are entered")
    return not_all_chosen(table)


def asked_for(table: Table, place: Place) -> int:
    """How many cards of a place are entered next: those that lie face up, or are turned over now, all together; but one
    by one as they are drawn, and as they come to hands that were split."""
    rnd, pile = table.round, table.round.pile(place)
    match table.stage:
        case Stage.ENTERING:
            return 1 if place in rnd.spots and rnd.spots[Seat(int(place))].is_split else pile.up - len(pile.cards)
        case Stage.DRAWING:
            return 1
        case Stage.SHOWING:
            step = table.game.round[rnd.step]
            assert isinstance(step, Show)
            return turned_over(rnd, step.what) - len(pile.cards)
        case _:
            return pile.size - len(pile.cards)


def hand_entered(table: Table, place: Place) -> int:
    """Which hand of a seat that has split the next card comes to, from 1; 0 where the seat has one hand."""
    if not isinstance(place, int) or place == DEALER or not table.round.spots[Seat(place)].is_split:
        return 0
    if table.stage is Stage.DRAWING:
        return drawing(table, table.round)[0][1]
    number = len(table.round.cards_of(place)) + 1
    hands = table.round.spots[Seat(place)].hands
    return next((nth for nth, hand in enumerate(hands, 1) if number in hand.cards), 0)


def unentered(table: Table) -> list[Seat]:
    """The seats whose cards are not entered, in the order in which they will be: a lit hand first. [SLP 9d]"""
    waiting = [seat for seat in table.round.hands if not table.round.pile(seat).is_known]
    return sorted(waiting, key=lambda seat: seat not in table.round.keyed)


def needed_to_settle(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """The seats whose cards have to be known before one is settled: envy and an aggregate limit depend on all hands."""
    return table.round.hands if table.round.coined or table.open_terms.aggregate_cents else (seat,)


def cards_missing(table: Table, seats: Sequence[Seat]) -> Refusal | None:
    for seat in unentered(table):
        if seat in seats:
            return Refusal(Reason.CARDS_NOT_ENTERED, f"the cards of {table.spoken(seat)} are not entered")
    return None


def _bad_cards(table: Table, place: Place, cards: Cards) -> Refusal | None:
    """They are as many as are asked for, the pack has them, and they are not others than the dealer said."""
    rnd, size = table.round, asked_for(table, place)
    if len(cards) != size:
        return Refusal(Reason.BAD_CARDS, f"{show(cards)!r} is {len(cards)} cards: {size} are dealt")
    try:
        check_dealable((*seen_of_pack(rnd), *cards), table.game.pack(table.open_terms.decks))
    except ValueError as error:
        return Refusal(Reason.BAD_CARDS, str(error))
    pile = rnd.pile(place)
    known = replace(rnd, piles={**rnd.piles, place: replace(pile, cards=pile.cards + cards)})
    if not pile.is_known and contradicts(table, known):
        return Refusal(Reason.BAD_CARDS, f"{show(cards)}: who looked at the cards said otherwise")
    return None


def seen_of_pack(rnd: Round) -> Cards:
    """The cards that are out of the pack and were entered: in this round, and of a shoe in those before it."""
    before = rnd.hand_shoe.gone if rnd.hand_shoe else ()
    return (*before, *chain.from_iterable(pile.cards for pile in rnd.piles.values()))
