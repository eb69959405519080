"""A shoe that the dealer shuffles: it is begun, and its cut card comes out."""

from houseway.cards import check_dealable, parse
from houseway.deciding.refusal import Refusal
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.hand_shoe import begun_by_hand, needs_first_card
from houseway.table.refusal import Reason, TableDecision
from houseway.table.state import Table


def begin_shoe(table: Table, command: do.BeginShoe) -> TableDecision:
    """Before anybody bets: the shoe is shuffled and cut, and what the terms say is burnt."""
    cut_card = table.open_terms.shoe
    if not table.is_by_hand:
        return Refusal(Reason.SHUFFLER_IS_MACHINE, "the shuffler shuffles the cards of this table")
    if cut_card is None:
        return Refusal(Reason.NO_SHOE, "the cards of this table are shuffled for every round")
    if table.round.hand_shoe:
        return Refusal(Reason.ALREADY_SHUFFLED, f"the shoe was shuffled for round {table.round.hand_shoe.since}")
    try:
        cards = parse(command.burn)
        check_dealable(cards, table.game.pack(table.open_terms.decks))
    except ValueError as error:
        return Refusal(Reason.BAD_CARDS, str(error).splitlines()[0])
    if len(cards) != needs_first_card(cut_card):
        says = "turn the first card over and enter it" if needs_first_card(cut_card) else "no card is turned over"
        return Refusal(Reason.BAD_CARDS, f"{command.burn[:40]!r}: the shoe burns {cut_card.burn}; {says}")
    burnt = begun_by_hand(table.round.number, cut_card, cards[0] if cards else None).burnt
    return (was.ShoeBegun(burn=command.burn, burnt=burnt),)


def show_cut_card(table: Table) -> TableDecision:
    """The round in which it comes out is finished, and then the shoe is shuffled."""
    shoe = table.round.hand_shoe
    if shoe is None:
        return Refusal(Reason.NO_SHOE, "no shoe that was shuffled by hand is dealt from")
    if shoe.is_out:
        return Refusal(Reason.CUT_CARD_OUT, "the cut card has come out already")
    return (was.CutCardShown(gone=table.round.top),)
