"""Physical cards: a hand is entered when it is turned over, and never before.

A hand that a player gives up to be set the house way is entered when all others have set, and the display sets it; the
dealer's, when all seats have set, or before any does where he plays face up, and it is revealed; a seat's, when it is
revealed, in the order in which seats are reconciled, with its cards as they were laid: High first. A hand whose button
is lit is verified, so it comes before the others. Every card is checked against all that were entered before.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from houseway.cards import Cards, check_dealable, show
from houseway.deciding.refusal import Refusal
from houseway.game import SEAT, Choice, Show
from houseway.role import Seat
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.choosing import display_shut, option_set, set_by_way, silent_option
from houseway.table.commands import Stage
from houseway.table.layout import as_laid, lay, layout_of
from houseway.table.places import DEALER, Place
from houseway.table.refusal import Reason, TableDecision
from houseway.table.seeing import seen_by_seat
from houseway.table.state import Table
from houseway.table.turning import not_all_chosen, turned


def enter_packet(table: Table, command: do.EnterPacket) -> TableDecision:
    """The cards of a place, and with them what they are needed for: the dealer's hand shows, a seat's is set."""
    place, cards = command.place, command.cards
    if refused := cannot_be_entered(table, place) or _bad_cards(table, place, cards):
        return refused
    entered = was.PacketEntered(place=place, cards=cards, nonce=command.nonce)
    if place == DEALER:  # [SL 8] [S99 6] [ME 4]
        step = table.game.round[table.round.step]
        assert isinstance(step, Show)
        return entered, turned(step, table.round.step, place, cards, 0, len(cards))
    if table.stage is Stage.CHOOSING:  # [SL 7]
        set_so = set_by_way(table, Seat(place), cards, "house way")
        return set_so if isinstance(set_so, Refusal) else (entered, *set_so)
    lies = _as_it_lies(table, Seat(place), cards)
    if isinstance(lies, Refusal):
        return lies
    word, layout, is_foul = lies
    return (replace(entered, layout=layout, word=word, is_foul=is_foul),)


def cannot_be_entered(table: Table, place: int) -> Refusal | None:
    """Why the cards of a place are not entered now: it is not their time, or not their turn."""
    if table.open_terms.shuffler == "machine":
        return Refusal(Reason.SHUFFLER_IS_MACHINE, "the cards of this table come from the shuffler")
    if table.stage is Stage.CHOOSING and place == DEALER:
        is_shown = table.round.pile(DEALER).is_known  # [FPG 5]
        return Refusal(Reason.OUT_OF_ORDER, "the dealer's cards are entered") if is_shown else not_all_chosen(table)
    if table.stage is Stage.CHOOSING:
        return display_shut(table, Seat(place))
    if table.stage is Stage.SHOWING:
        is_next = place == DEALER
        return None if is_next else Refusal(Reason.OUT_OF_ORDER, f"place {place}: the dealer is next")
    waiting = unentered(table)
    if waiting and place == waiting[0]:
        return None
    says = f"seat {waiting[0]} is next" if waiting else "all cards are entered"
    return Refusal(Reason.OUT_OF_ORDER, f"place {place}: {says}")


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
            return Refusal(Reason.CARDS_NOT_ENTERED, f"the cards of seat {seat} are not entered")
    return None


def packet_size(table: Table, place: Place) -> int:
    return table.round.pile(place).size


def _bad_cards(table: Table, place: int, cards: Cards) -> Refusal | None:
    size = packet_size(table, place)
    if len(cards) != size:
        return Refusal(Reason.BAD_CARDS, f"{show(cards)!r} is {len(cards)} cards: {size} are dealt")
    try:
        lying = chain.from_iterable(pile.cards for pile in table.round.piles.values())
        check_dealable((*lying, *cards), table.game.pack(table.open_terms.decks))
    except ValueError as error:
        return Refusal(Reason.BAD_CARDS, str(error))
    return None


def _as_it_lies(table: Table, seat: Seat, cards: Cards) -> tuple[str, str, bool] | Refusal:
    """A seat's word, its layout, and whether it is a foul: as its player laid it, or as a silent seat's is set."""
    spot = table.round.spots[seat]
    step = table.game.round[spot.hand(1).done_at]
    assert isinstance(step, Choice)
    seen = seen_by_seat(table, seat)
    options = step.options(replace(seen, lying={**seen.lying, SEAT.place: cards}, said=()))
    if spot.how == "time":
        hands = step.way.set(cards) if step.way else silent_option(options).cut or (cards,)
        return silent_option(options).word, layout_of(cards, hands), False
    said = [option for option in options if option.word == spot.said[-1]]
    if not said[0].cut:
        return "", as_laid((len(cards),)), False
    layout = as_laid(tuple(map(len, said[0].cut)))
    laid = option_set(said, lay(cards, layout))
    if laid is None:
        says = f"{show(cards)!r}: the rules do not let it be set so; enter the stronger hand first"
        return Refusal(Reason.SETTING_REFUSED, says)
    return "", layout, laid.foul
