"""The shuffle, the rotation number and the packets."""

from datetime import datetime
from functools import cache

from houseway.cards import Card, Pack
from houseway.role import Actor
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.jackpots import on_sensors, voided
from houseway.table.positions import DEALER, deal_order, number_of_dice
from houseway.table.refusal import Decision, Reason, Refusal
from houseway.table.state import Table


def shuffle(table: Table, actor: Actor, command: do.Shuffle, at: datetime) -> Decision:
    assert table.terms is not None
    if table.terms.shuffler == "manual":
        return Refusal(Reason.SHUFFLER_IS_MANUAL, "the cards of this table are entered by the dealer")
    if table.round.order:
        return Refusal(Reason.ALREADY_SHUFFLED, f"round {table.round.number}'s commitment is published")
    pack = table.game.deal.pack(table.terms.decks)
    if sorted(command.order) != _sorted(pack):
        note = f"the shuffler holds {len(command.order)} cards that are not {pack}"
        return voided(table, note, "shuffler")
    return (was.Shuffled(order=command.order, nonce=command.nonce),)


@cache
def _sorted(pack: Pack) -> list[Card]:
    return sorted(pack.cards())


def close_betting(table: Table, actor: Actor, command: do.CloseBetting, at: datetime) -> Decision:
    assert table.terms is not None
    if table.terms.shuffler == "machine" and not table.round.order:
        return Refusal(Reason.NOT_SHUFFLED, "the shuffle's commitment is published before betting closes")
    if not table.round.betting:
        return Refusal(Reason.NO_BETS, f"nobody has placed the {table.game.main.name}")
    if on_sensors(table) and not table.round.coined:
        lit = ", ".join(map(str, on_sensors(table)))
        return Refusal(Reason.NOT_COINED_IN, f"COIN IN first: the sensors of seats {lit} are lit")
    return (was.BettingClosed(),)


def draw_number(table: Table, actor: Actor, command: do.DrawNumber, at: datetime) -> Decision:
    assert table.terms is not None
    places = table.game.deal.seats + 1
    if table.terms.number_by == "dice":
        if len(command.dice) != 3 or not all(1 <= die <= 6 for die in command.dice):
            return Refusal(Reason.BAD_NUMBER, f"dice {command.dice}: three, each 1 to 6")
        return (was.NumberDrawn(number=number_of_dice(command.dice, table.game.deal), dice=command.dice),)
    if command.dice or not 1 <= command.number <= places:
        return Refusal(Reason.BAD_NUMBER, f"{command.number}: the RNG shows 1 to {places}, and no dice")
    return (was.NumberDrawn(number=command.number, dice=()),)


def deal_packets(table: Table, actor: Actor, command: do.DealPackets, at: datetime) -> Decision:
    """To every place the letter deals to, by the machine or by hand; hands without a bet are picked up. [SL 4] [SL 5]
    [S99 4] [ME 2]"""
    rnd = table.round
    places = deal_order(table.game.deal, rnd.first, rnd.betting)
    unused = tuple(place for place in places if place != DEALER and place not in rnd.betting)
    return (was.PacketsDealt(places=places, picked_up=unused),)
