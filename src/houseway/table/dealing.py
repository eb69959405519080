"""The shuffle, the cut, the rotation number and the packets."""

from functools import cache

from houseway.cards import Card, Pack
from houseway.deciding.command import made_from
from houseway.deciding.refusal import Refusal
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.jackpots import on_sensors, voided
from houseway.table.packets import DEALER, deal_order, number_of_dice
from houseway.table.refusal import Reason, TableDecision, bad_text
from houseway.table.seal import DRAWN, SEALED, THROWN, bad_dice, seal_fault
from houseway.table.state import Table

MOST_CUT = 64  # characters


def shuffle(table: Table, command: do.Shuffle) -> TableDecision:
    if table.open_terms.shuffler == "manual":
        return Refusal(Reason.SHUFFLER_IS_MANUAL, "the cards of this table are entered by the dealer")
    if table.round.sealed:
        return Refusal(Reason.ALREADY_SHUFFLED, f"round {table.round.number}'s commitment is published")
    pack = table.game.deal.pack(table.open_terms.decks)
    if sorted(command.order) != _sorted(pack):
        note = f"the shuffler holds {len(command.order)} cards that are not {pack}"
        return voided(table, note, "shuffler")
    if wrong := seal_fault(table, command):
        return Refusal(Reason.BAD_NUMBER, wrong)
    return (made_from(was.Shuffled, command),)


@cache
def _sorted(pack: Pack) -> list[Card]:
    return sorted(pack.cards())


def not_shuffled(table: Table) -> Refusal | None:
    """Whoever bets or cuts has seen the seal of what will be dealt."""
    if table.open_terms.shuffler == "manual" or table.round.sealed:
        return None
    return Refusal(Reason.NOT_SHUFFLED, f"round {table.round.number} is not shuffled: its commitment comes first")


def cut_cards(table: Table, command: do.CutCards) -> TableDecision:
    """One a seat: what would be gained by changing it, the house could gain as well."""
    wrong = bad_text("cut", command.cut, most=MOST_CUT)
    if wrong or not command.cut.isascii():
        return wrong or Refusal(Reason.BAD_TEXT, f"the cut {command.cut!a}: letters, digits and signs of ASCII")
    if table.round.is_coined_in:
        return Refusal(Reason.ALREADY_COINED_IN, f"COIN IN has closed the betting of round {table.round.number}")
    if table.open_terms.shuffler == "manual":
        return Refusal(Reason.SHUFFLER_IS_MANUAL, "the cards of this table are cut by hand")
    if unsealed := not_shuffled(table):
        return unsealed
    if command.seat in table.round.cuts:
        return Refusal(Reason.ALREADY_CUT, f"seat {command.seat} has cut: {table.round.cuts[command.seat]}")
    return (was.CardsCut(seat=command.seat, cut=command.cut),)


def close_betting(table: Table) -> TableDecision:
    if unsealed := not_shuffled(table):
        return unsealed
    if not table.round.betting:
        return Refusal(Reason.NO_BETS, f"nobody has placed the {table.game.main.name}")
    if on_sensors(table) and not table.round.coined:
        lit = ", ".join(map(str, on_sensors(table)))
        return Refusal(Reason.NOT_COINED_IN, f"COIN IN first: the sensors of seats {lit} are lit")
    return (was.BettingClosed(),)


def draw_number(table: Table, command: do.DrawNumber) -> TableDecision:
    """The sealed number, as the cuts left it; else the dice of the dealer, or at a table with physical cards the RNG's
    number."""
    pack, deal = table.round.cut_pack, table.game.deal
    if pack and pack.number:
        if command.dice or command.number:
            return Refusal(Reason.BAD_NUMBER, "the number of this round is sealed: it is shown, and none is chosen")
        return (was.NumberDrawn(number=pack.number, dice=pack.dice, how=SEALED),)
    if table.open_terms.number_by == "dice":
        wrong = bad_dice(command.dice)
        thrown = was.NumberDrawn(number=number_of_dice(command.dice, deal), dice=command.dice, how=THROWN)
        return Refusal(Reason.BAD_NUMBER, wrong) if wrong else (thrown,)
    if command.dice or not 1 <= command.number <= deal.seats + 1:
        return Refusal(Reason.BAD_NUMBER, f"{command.number}: the RNG shows 1 to {deal.seats + 1}, and no dice")
    return (was.NumberDrawn(number=command.number, dice=(), how=DRAWN),)


def deal_packets(table: Table) -> TableDecision:
    """To every place the letter deals to, by the machine or by hand; hands without a bet are picked up. [SL 4] [SL 5]
    [S99 4] [ME 2]"""
    rnd = table.round
    places = deal_order(table.game.deal, rnd.first, rnd.betting)
    unused = tuple(place for place in places if place != DEALER and place not in rnd.betting)
    return (was.PacketsDealt(places=places, picked_up=unused),)
