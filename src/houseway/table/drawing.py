"""One card more, off the top of the pack, if the pack can give it."""

from itertools import chain

from houseway.cards import check_dealable
from houseway.deciding.refusal import Refusal
from houseway.table import events as was
from houseway.table.due import drawing
from houseway.table.refusal import Reason, TableDecision
from houseway.table.state import Table


def draw_card(table: Table) -> TableDecision:
    """One card, to the place whose turn it is. [CW 4] [EZ 4] [EZ 5]"""
    place, hand = drawing(table, table.round)[0]
    if table.is_by_hand:
        return Refusal(Reason.SHUFFLER_IS_MANUAL, f"enter the card that comes to {table.spoken(place)}")
    return no_card_left(table) or (was.CardDrawn(place=place, hand=hand),)


def no_card_left(table: Table, cards: int = 1) -> Refusal | None:
    """Why the pack cannot give so many cards more: it is dealt out, or cards were corrected, and one of those that lie
    there would come again."""
    rnd = table.round
    whole = len(table.game.pack(table.open_terms.decks)) if table.is_by_hand else len(rnd.order)
    if whole < rnd.top + cards:
        return Refusal(Reason.NO_CARD_LEFT, "the pack is dealt out")
    if not rnd.corrections or table.is_by_hand:
        return None
    lying = chain.from_iterable(pile.cards for pile in rnd.piles.values())
    try:
        check_dealable((*lying, *rnd.order[rnd.top : rnd.top + cards]), table.game.pack(table.open_terms.decks))
    except ValueError:
        says = "since cards were corrected the next one lies there already: the round can only be void"
        return Refusal(Reason.NO_CARD_LEFT, says)
    return None
