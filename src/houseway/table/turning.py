"""Cards that lie face down are turned over, or looked at."""

from houseway.cards import Cards
from houseway.deciding.refusal import Refusal
from houseway.game import Over, Show
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.commands import Stage
from houseway.table.due import due, turned_over
from houseway.table.peeking import is_known
from houseway.table.places import Place, show_hands
from houseway.table.refusal import Reason, TableDecision
from houseway.table.seeing import seen_by_dealer
from houseway.table.state import Table


def turn_over(table: Table) -> TableDecision:
    """The cards of the step at hand; the dealer's are set the house way. [SL 8] [S99 6] [ME 4]"""
    if refused := not_all_chosen(table):
        return refused
    rnd, step = table.round, table.game.round[table.round.step]
    assert isinstance(step, Show)
    [place] = due(table).places
    pile = rnd.pile(place)
    if len(pile.cards) < turned_over(rnd, step.what):
        return Refusal(Reason.SHUFFLER_IS_MANUAL, f"enter the cards of {table.spoken(place)}: that reveals them")
    return (turned(step, rnd.step, place, pile.cards, pile.up, turned_over(rnd, step.what)),)


def not_all_chosen(table: Table) -> Refusal | None:
    """Nothing is turned over before all seats have chosen or had their cards set. [SL 8] [S99 6] [ME 4]"""
    if table.stage is not Stage.CHOOSING:
        return None
    return Refusal(Reason.NOT_ALL_CHOSEN, f"{table.spoken(due(table).seats[0])} has not chosen")


def turned(step: Show, number: int, place: Place, cards: Cards, first: int, last: int) -> was.TurnedOver:
    """Cards that are face up from now on, set by the way if there is one."""
    hands = step.way.set(cards) if step.way else (cards[first:last],)
    label = step.way.label if step.way else ""
    return was.TurnedOver(step=number, place=place, hands=show_hands(hands), house_way=label)


def peek(table: Table, command: do.Peek) -> TableDecision:
    """The dealer looks at his cards; nobody else sees them, unless the round is over. Of physical cards he alone can
    say whether it is."""
    step = table.game.round[table.round.step]
    assert isinstance(step, Over)
    if not is_known(table.round, step):
        if command.is_over is None:
            return Refusal(Reason.CARDS_NOT_ENTERED, "look at the cards, and say whether the round is over")
        return (was.Peeked(step=table.round.step, is_over=command.is_over),)
    if command.is_over is not None:
        return Refusal(Reason.SHUFFLER_IS_MACHINE, "the cards are known here: whether the round is over follows")
    return (was.Peeked(step=table.round.step, is_over=step.when(seen_by_dealer(table, table.round))),)
