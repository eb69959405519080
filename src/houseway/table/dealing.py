"""The shuffle, the cut, the rotation number, and the cards as they come."""

from functools import cache

from houseway.cards import Card, Pack
from houseway.deciding.command import made_from
from houseway.deciding.refusal import Refusal
from houseway.game import Bets, Deal
from houseway.table import commands as do
from houseway.table import events as was
from houseway.table.jackpots import on_sensors, voided
from houseway.table.places import DEALER, dealt_to, number_of_dice
from houseway.table.refusal import Reason, TableDecision, bad_text
from houseway.table.seal import DRAWN, SEALED, THROWN, bad_dice, seal_fault
from houseway.table.shoe import begun, commitment_to
from houseway.table.state import Table

MOST_CUT = 64  # characters


def shuffle(table: Table, command: do.Shuffle) -> TableDecision:
    if table.open_terms.shuffler == "manual":
        return Refusal(Reason.SHUFFLER_IS_MANUAL, "the cards of this table are entered by the dealer")
    if table.round.sealed:
        return Refusal(Reason.ALREADY_SHUFFLED, f"round {table.round.number}'s commitment is published")
    pack = table.game.pack(table.open_terms.decks)
    if sorted(command.order) != _sorted(pack):
        note = f"the shuffler holds {len(command.order)} cards that are not {pack}"
        return voided(table, note, "shuffler")
    if wrong := seal_fault(table, command):
        return Refusal(Reason.BAD_NUMBER, wrong)
    if table.open_terms.shoe is None:
        return (made_from(was.Shuffled, command),)
    commitment = commitment_to(command.order, command.nonce, command.terms)
    return (made_from(was.ShoeShuffled, command, commitment=commitment),)


@cache
def _sorted(pack: Pack) -> list[Card]:
    return sorted(pack.cards())


def not_shuffled(table: Table) -> Refusal | None:
    """Whoever bets or cuts has seen the seal of what will be dealt; of a shoe that is shuffled by hand, that it was."""
    if table.is_by_hand:
        waits = table.open_terms.shoe is not None and table.round.hand_shoe is None
        return Refusal(Reason.NOT_SHUFFLED, "the shoe is not shuffled: the dealer begins it first") if waits else None
    if table.round.sealed:
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
    if table.round.shoe:
        says = f"the shoe was cut before round {table.round.shoe.since}: the next one can be cut"
        return Refusal(Reason.SHOE_IS_CUT, says)
    if command.seat in table.round.cuts:
        return Refusal(Reason.ALREADY_CUT, f"{table.spoken(command.seat)} has cut: {table.round.cuts[command.seat]}")
    return (was.CardsCut(seat=command.seat, cut=command.cut),)


def close_betting(table: Table) -> TableDecision:
    if unsealed := not_shuffled(table):
        return unsealed
    if not table.round.betting:
        return Refusal(Reason.NO_BETS, "nobody has placed " + " or ".join(_asked_for(table)))
    if on_sensors(table) and not table.round.coined:
        lit = ", ".join(map(str, on_sensors(table)))
        return Refusal(Reason.NOT_COINED_IN, f"COIN IN first: the sensors of seats {lit} are lit")
    return (was.BettingClosed(began=_cards_gone(table)),)


def _cards_gone(table: Table) -> int:
    """How many cards of the shoe are gone before the round: those of the rounds before, or what is burnt of a new
    one."""
    rnd, cut_card = table.round, table.open_terms.shoe
    if rnd.shoe or not isinstance(rnd.sealed, was.ShoeShuffled):
        return rnd.top
    assert cut_card is not None
    return begun(rnd.sealed, rnd.cuts, cut_card, rnd.number).burnt


def _asked_for(table: Table) -> tuple[str, ...]:
    """What a seat has to place to be in the round."""
    bets = table.game.round[0]
    assert isinstance(bets, Bets)
    return tuple(f"the {name}" for name in bets.must[:1] or bets.may)


def draw_number(table: Table, command: do.DrawNumber) -> TableDecision:
    """The sealed number, as the cuts left it; else the dice of the dealer, or at a table with physical cards the RNG's
    number."""
    pack, positions = table.round.cut_pack, table.game.seats + 1
    if pack and pack.number:
        if command.dice or command.number:
            return Refusal(Reason.BAD_NUMBER, "the number of this round is sealed: it is shown, and none is chosen")
        return (was.NumberDrawn(number=pack.number, dice=pack.dice, how=SEALED),)
    if table.open_terms.number_by == "dice":
        wrong = bad_dice(command.dice)
        thrown = was.NumberDrawn(number=number_of_dice(command.dice, table.game.seats), dice=command.dice, how=THROWN)
        return Refusal(Reason.BAD_NUMBER, wrong) if wrong else (thrown,)
    if command.dice or not 1 <= command.number <= positions:
        return Refusal(Reason.BAD_NUMBER, f"{command.number}: the RNG shows 1 to {positions}, and no dice")
    return (was.NumberDrawn(number=command.number, dice=(), how=DRAWN),)


def deal_cards(table: Table) -> TableDecision:
    """To every place the letter deals to, by the machine or by hand, until somebody has to act; hands without a bet are
    picked up. [SL 4] [SL 5] [S99 4] [ME 2]"""
    rnd, steps = table.round, table.game.round
    living = [seat for seat in rnd.betting if not rnd.spots[seat].is_out]
    happened = []
    for number in range(rnd.step, len(steps)):
        step = steps[number]
        if not isinstance(step, Deal):
            break
        places = dealt_to(table.game, step, rnd.first, living)
        unused = tuple(place for place in places if isinstance(place, int) and place not in (DEALER, *living))
        happened.append(was.CardsDealt(step=number, places=places, picked_up=unused))
    return tuple(happened)
