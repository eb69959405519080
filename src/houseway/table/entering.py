"""Physical cards: a hand is entered when it is turned over, and never before.

A hand that a player gives up to be set the house way is entered when all others have set, and the display sets it; the
dealer's, when all seats have set, and it is revealed; a seat's, when it is revealed, in the order in which seats are
reconciled, with its cards as they were laid: High first. A hand whose button is lit is verified, so it comes before the
others. Every card is checked against all that were entered before.
"""

from collections.abc import Sequence
from dataclasses import replace

from houseway.cards import Cards, check_dealable, show
from houseway.deciding.refusal import Refusal
from houseway.game import Setting, Standing
from houseway.role import Seat
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.commands import Stage
from houseway.table.layout import as_laid, is_choice, lay, layout_of
from houseway.table.packets import DEALER, show_hands
from houseway.table.refusal import Reason, TableDecision
from houseway.table.setting import display_shut, hand_names, hand_set, not_all_set, silent_setting
from houseway.table.state import Table


def enter_packet(table: Table, command: do.EnterPacket) -> TableDecision:
    """The cards of a place, and with them what they are needed for: the dealer's hand shows, a seat's is set."""
    place, cards = command.place, command.cards
    if refused := cannot_be_entered(table, place) or _bad_cards(table, place, cards):
        return refused
    entered, house_way = was.PacketEntered(place=place, cards=cards, nonce=command.nonce), table.game.house_way
    if place == DEALER:  # [SL 8] [S99 6] [ME 4]
        return entered, was.DealerRevealed(hands=show_hands(house_way.set(cards)), house_way=house_way.label)
    if table.stage is Stage.SETTING:  # [SL 7]
        setting = house_way.set(cards)
        set_so = hand_set(table, Seat(place), layout_of(cards, setting), setting, "house way")
        return set_so if isinstance(set_so, Refusal) else (entered, *set_so)
    lies = _as_it_lies(table, Seat(place), cards)
    if isinstance(lies, Refusal):
        return lies
    return (replace(entered, layout=layout_of(cards, lies), word=lies.word),)


def cannot_be_entered(table: Table, place: int) -> Refusal | None:
    """Why the cards of a place are not entered now: it is not their time, or not their turn."""
    if table.open_terms.shuffler == "machine":
        return Refusal(Reason.SHUFFLER_IS_MACHINE, "the cards of this table come from the shuffler")
    if table.stage is Stage.SETTING:
        return not_all_set(table) if place == DEALER else display_shut(table, Seat(place))
    waiting = unentered(table)
    if waiting and place == waiting[0]:
        return None
    says = f"seat {waiting[0]} is next" if waiting else "all cards are entered"
    return Refusal(Reason.OUT_OF_ORDER, f"place {place}: {says}")


def unentered(table: Table) -> list[Seat]:
    """The seats whose cards are not entered, in the order in which they will be: a lit hand first. [SLP 9d]"""
    waiting = [seat for seat in table.round.hands if seat not in table.round.packets]
    return sorted(waiting, key=lambda seat: seat not in table.round.keyed)


def needed_to_settle(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """The seats whose cards have to be known before one is settled: envy and an aggregate limit depend on all hands."""
    return table.round.hands if table.round.coined or table.open_terms.aggregate_cents else (seat,)


def cards_missing(table: Table, seats: Sequence[Seat]) -> Refusal | None:
    for seat in unentered(table):
        if seat in seats:
            return Refusal(Reason.CARDS_NOT_ENTERED, f"the cards of seat {seat} are not entered")
    return None


def packet_size(table: Table, place: int) -> int:
    return table.game.deal.dealer_packet if place == DEALER else table.game.deal.packet


def _bad_cards(table: Table, place: int, cards: Cards) -> Refusal | None:
    size = packet_size(table, place)
    if len(cards) != size:
        return Refusal(Reason.BAD_CARDS, f"{show(cards)!r} is {len(cards)} cards: {size} are dealt")
    try:
        check_dealable(sum(table.round.packets.values(), ()) + cards, table.game.deal.pack(table.open_terms.decks))
    except ValueError as error:
        return Refusal(Reason.BAD_CARDS, str(error))
    return None


def _as_it_lies(table: Table, seat: Seat, cards: Cards) -> Setting | Refusal:
    """A seat's hand as its player laid it, fouled or not, or as a silent seat's is set."""
    game, spot = table.game, table.round.spots[seat]
    if spot.how == "time":
        return silent_setting(table, cards)
    laid = lay(cards, as_laid(game), spot.word, spot.adds)
    if not is_choice(game, cards, (), laid):
        return Refusal(Reason.NOT_A_SETTING, f"{show(cards)!r} cannot be played as {spot.word or 'laid'!r}")
    if game.standing(laid) is Standing.REFUSED:
        says = f"{hand_names(game, laid)}: the rules do not let it be set so; enter the stronger hand first"
        return Refusal(Reason.SETTING_REFUSED, says)
    return laid
